"""Decisions for a test of strategy: turns in dealt hands, in which one move is clearly best on average.

    followsuit decisions hearts --count 20 --seed 1

A decision is found in a hand played by bots, at one of the reader's turns. All its legal moves are tried in many deals that fit
what the reader has seen (``simulation``). It is kept only if other deals confirm the best move, since a maximum over few deals is
too optimistic. The points that a move gives away are its average distance from the best move in the deals that confirmed it.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Generic, NamedTuple, TypeVar

from rules_engine.bots import PLAIN, bot_for, who_plays_out
from rules_engine.bots.bot import Bot
from rules_engine.bots.inference import remembered
from rules_engine.bots.match import deals_of
from rules_engine.bots.recommendation import CLEARLY, TurnSimulation, distribution
from rules_engine.bots.simulation import MoveTrials
from rules_engine.bots.stats import played_hand
from rules_engine.bots.worlds import NoConsistentDeal
from rules_engine.core.game.game import Game, View
from rules_engine.core.model.moves import Move
from rules_engine.core.positions.position import Position

P = TypeVar("P", bound=Position)
READER = 0
"""The seat that decides."""
SCREENED, CONFIRMED = 24, 120
"""The numbers of deals in which moves are tried to find a decision, and to confirm it."""
FEWEST_MOVES, MOST_MOVES = 3, 16
"""Minimum and maximum number of moves to choose from."""
LEAST = 0.2
"""Minimum loss of the second-best move, in points, so that a decision matters."""
MOST_ALIKE = 0.4
"""Maximum fraction of decisions of one sort: leads, cards that follow suit, other cards, and calls of each phase."""
MOST_DEALS = 1_000_000
"""Number of deals of a seed."""
DIGITS = 2
"""Number of decimal places of a loss."""


class Decision(NamedTuple):
    """A decision of the reader's in a dealt hand.

    ``deal``   the seed of the deal
    ``moves``  the moves made before it, as texts
    ``lost``   maps each legal move's text to the points that it gives away on average; 0 for the best move
    """

    deal: int
    moves: tuple[str, ...]
    lost: Mapping[str, float]

    @property
    def best(self) -> str:
        """The best move."""
        return min(self.lost, key=self.lost.__getitem__)


class Turn(NamedTuple, Generic[P]):
    """The table at a decision: the position, the reader's view of it, the deal, and the moves made, each with the position after
    it."""

    position: P
    view: View[P]
    start: P
    made: Sequence[tuple[Move, P]]

    @property
    def moves(self) -> tuple[str, ...]:
        """The texts of the moves made."""
        return tuple(move.text for move, _ in self.made)


def turn_at(game: Game[P], deal: int, moves: Sequence[str]) -> Turn[P]:
    """Return the table after some moves of a deal. Raises ``ValueError`` if a move isn't legal or it isn't the reader's turn."""
    start = position = game.deal(deal)
    made = list[tuple[Move, P]]()
    for text in moves:
        move = next((each for each in game.legal(position) if each.text == text), None)
        if move is None:
            raise ValueError(f"{text} is no legal move after {' '.join(moves[:len(made)]) or 'the deal'}")
        position, _ = game.make(position, move)
        made.append((move, position))
    if position.to_act is None or game.decides(position) != READER:
        raise ValueError(f"it isn't the reader's turn after {' '.join(moves) or 'the deal'}")
    return _turn(game, position, start, made)


def turn_in(game: Game[P], steps: Sequence[tuple[P, Move]], place: int) -> Turn[P]:
    """Return the table at the step with index ``place`` of a hand; the steps are positions with the moves made in them."""
    made = [(move, after) for (_, move), (after, _) in pairwise(steps[:place + 1])]
    return _turn(game, steps[place][0], steps[0][0], made)


def _turn(game: Game[P], position: P, start: P, made: Sequence[tuple[Move, P]]) -> Turn[P]:
    return Turn(position, game.view(position, READER, remembered(game, READER, start, made)), start, made)


def find_decisions(game: Game[P], count: int, seed: int) -> Iterator[Decision]:
    """Yield decisions in different hands, at most ``MOST_ALIKE`` of them of one sort."""
    rng, sorts, bots = random.Random(f"{game.id}/{seed}"), Counter[tuple[str, str]](), [bot_for(game, PLAIN)] * game.table.size
    for deal in deals_of(seed, MOST_DEALS):
        if sorts.total() == count:
            return
        steps = played_hand(game, deal, bots).steps
        places = [place for place, (position, move) in enumerate(steps)
                  if _decides(game, position, move) and sorts[sort_of(game, position)] < MOST_ALIKE * count]
        if not places:
            continue
        place = rng.choice(places)
        decision = measured(game, deal, turn_in(game, steps, place))
        if decision is not None:
            sorts[sort_of(game, steps[place][0])] += 1
            yield decision


def _decides(game: Game[P], position: P, move: Move) -> bool:
    """Return whether the reader chooses among enough moves. Passing and discarding several cards is no single decision."""
    if game.decides(position) != READER or (position.leader is None and move.card is not None):
        return False
    return FEWEST_MOVES <= len(game.legal(position)) <= MOST_MOVES


def sort_of(game: Game[P], position: P) -> tuple[str, str]:
    """Return the sort of a decision: its phase, and whether the reader leads, follows suit or can't."""
    if position.leader is None:
        return position.phase, "call"
    if not position.trick:
        return position.phase, "lead"
    led = game.suit_of(position, position.trick[0].card)
    cards = [move.card for move in game.legal(position) if move.card is not None]
    return position.phase, "follow" if any(set(led) & set(game.suit_of(position, card)) for card in cards) else "other"


def measured(game: Game[P], deal: int, turn: Turn[P]) -> Decision | None:
    """Return the decision at a turn; None if no move is clearly best."""
    name, player, moves = f"{deal}/{len(turn.made)}", who_plays_out(game), game.legal(turn.position)
    try:
        simulation = TurnSimulation(turn.view, player, name, worlds=SCREENED)
        for _ in simulation.steps():
            pass
        judged = simulation.judged()
        if not judged.is_clear:
            return None
        confirmed = confirmation(turn, player, f"{name}/confirmed", judged.move, moves)
    except NoConsistentDeal:
        return None
    best, *others = confirmed.results()
    spread = distribution(confirmed.brought[best.move])
    if best.move != judged.move or not all(each.clearly_worse for each in others):
        return None
    if others[0].behind < max(LEAST, CLEARLY * spread):
        return None
    lost = {each.move.text: round(each.behind, DIGITS) for each in (best, *others)}
    return Decision(deal, turn.moves, lost) if len(lost) == len(moves) else None


def confirmation(turn: Turn[P], player: Bot[P], name: str, usual: Move, moves: Sequence[Move]) -> MoveTrials[P]:
    """Return trials of all moves in the same ``CONFIRMED`` deals."""
    trials: MoveTrials[P] = MoveTrials(turn.view, player, random.Random(name), usual, moves=moves)
    for _ in range(CONFIRMED):
        trials.run()
    for move in moves:
        for _ in trials.also(move):
            pass
    return trials


def points_given_away(game: Game[P], decisions: Sequence[Decision], bot: Bot[P]) -> float:
    """Return the points that a bot gives away in some decisions together."""
    lost = 0.0
    for decision in decisions:
        turn = turn_at(game, decision.deal, decision.moves)
        lost += decision.lost[bot.choose(turn.view, random.Random(str(decision.deal))).move.text]
    return lost

"""``HandState``, a hand to play and query in a line or two, and positions from hands played at random."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from functools import partial
from itertools import takewhile
from typing import Generic, TypeVar

from rules_engine.core.game.game import Game
from rules_engine.core.game.game_options import every_choice
from rules_engine.core.game.setups import facts_of, read_setup
from rules_engine.core.model.errors import SetupError
from rules_engine.core.model.moves import Move
from rules_engine.core.positions.json_values import JsonValue
from rules_engine.core.positions.position import Position
from rules_engine.games import game_class, known_games
from rules_engine.narration.narrator import narrator_for
from rules_engine.narration.phrasebook import EventText, RuleFinding

P = TypeVar("P", bound=Position)
HANDS = 6
ENDS = (4, 7)
"""Seeds of the hands whose final positions are checked."""
ENDINGS, MOST_MOVES = 10, 1000
"""Number of hands whose endings are solved, and maximum number of moves in all lines of play from an ending. An exhaustive search
makes all of these moves."""


class HandState(Generic[P]):
    """A game with a position, and the sentences about the events that the last move caused."""

    def __init__(self, game: Game[P], position: P, happened: list[EventText] | None = None) -> None:
        self.game = game
        self.position = position
        self.happened = happened or []

    def after(self, *moves: str) -> HandState[P]:
        """Return the hand after the given moves, each made by the seat to act. Raises ``MoveRefused`` if one of them is
        illegal."""
        position, happened = self.position, self.happened
        for move in moves:
            position, events = self.game.play(position, move)
            happened = narrator_for(self.game).events(position, events)
        return HandState(self.game, position, happened)

    def played_out(self, seed: int = 0) -> HandState[P]:
        """Return the hand played to its end with random moves."""
        rng, hand = random.Random(seed), self
        while hand.position.to_act is not None:
            hand = hand.after(rng.choice(hand.game.legal(hand.position)).text)
        return hand

    @property
    def legal(self) -> set[str]:
        """The texts of the legal moves."""
        return {move.text for move in self.game.legal(self.position)}

    @property
    def facts(self) -> dict[str, JsonValue]:
        """All facts of the position, by name."""
        return facts_of(self.game, self.position)

    def why(self, move: str | Move, seat: int | None = None) -> tuple[RuleFinding, ...]:
        """Return the rules' findings on a move, in words. ``seat`` is the seat to act by default."""
        return narrator_for(self.game).findings(self.position, move, seat)

    def refused(self, move: str | Move, seat: int | None = None) -> RuleFinding | None:
        """Return the refusal of a move, in words; None if the move is legal."""
        return narrator_for(self.game).refusal(self.position, self.game.judge(self.position, move, seat))

    def refusal(self, move: str | Move, seat: int | None = None) -> str | None:
        """Return the id of the rule that forbids a move; None if the move is legal."""
        rule = self.game.judge(self.position, move, seat).rule
        return None if rule is None else rule.id

    def permitting(self, move: str | Move) -> set[str]:
        """Return the ids of the rules that permit a move."""
        return {finding.rule for finding in self.why(move) if finding.permits}

    @property
    def chain(self) -> list[RuleFinding]:
        """The explanation of the trick on the table, card by card, or of the last trick if no card is on the table."""
        trick = self.position.trick or (self.position.last_trick.laid if self.position.last_trick else ())
        return narrator_for(self.game).trick_explanation(self.position, trick)


def begin(game: Game[P], setup: Mapping[str, JsonValue], before: P | None = None) -> HandState[P]:
    """Return the hand that a setup describes; ``before`` is the final position of the previous hand. Raises ``SetupError`` if the
    setup is invalid."""
    return HandState(game, read_setup(game, setup, before))


def problems(game: Game[P], setup: Mapping[str, JsonValue], before: P | None = None) -> list[str]:
    """Return the problems of a setup; an empty list if it is valid."""
    try:
        read_setup(game, setup, before)
    except SetupError as error:
        return list(map(str, error.problems))
    return []


def every_game(package: str = "") -> Iterator[Game[Position]]:
    """Yield every registered game with each of its possible choices; with ``package``, such as ``my_games``, only the games
    in it."""
    for game_id, place in known_games().items():
        if place.startswith(f"{package}." if package else ""):
            yield from every_choice(game_class(game_id))


def choice_name(game: Game[Position]) -> str:
    """Return a name for a test, composed of the game's choices."""
    return "-".join([game.id, game.variant, str(game.table.size), *game.options.values()])


def positions(game: Game[P], hands: int = HANDS) -> Iterator[tuple[P, random.Random]]:
    """Yield every position with a seat to act from several random hands, each with the random generator for its hand."""
    for seed in range(hands):
        rng = random.Random(seed)
        position = game.deal(seed, dealer=seed % game.table.size)
        while position.to_act is not None:
            yield position, rng
            position, _ = game.play(position, rng.choice(game.legal(position)))


def over(game: Game[P], seed: int = ENDS[0]) -> P:
    """Return the final position of a hand played at random."""
    return HandState(game, game.deal(seed)).played_out(seed).position


def endings(game: Game[P], hands: int = ENDINGS) -> Iterator[P]:
    """Yield one position near the end of each of several random hands, at the start of a trick or within one. All lines of play
    from it have at most ``MOST_MOVES`` moves in total. Hands without such a position are skipped.
    """
    for seed in range(hands):
        rng, position, played = random.Random(seed), game.deal(seed), list[P]()
        while position.to_act is not None:
            if position.leader is not None:
                played.append(position)
            position, _ = game.play(position, rng.choice(game.legal(position)))
        small = list(takewhile(partial(_is_small, game), reversed(played)))
        if small:
            yield rng.choice(small[-game.table.size:])


def _is_small(game: Game[P], position: P) -> bool:
    made, waiting = 0, [position]
    while waiting and made <= MOST_MOVES:
        before = waiting.pop()
        after = [game.make(before, move)[0] for move in game.legal(before)]
        made += len(after)
        waiting += after
    return made <= MOST_MOVES

"""Questions about one turn of a hand between bots, with the other hands hidden. They are stored, and a site asks them day by day.

    followsuit questions hearts --kind holder --count 26 --seed 1
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping
from itertools import islice
from typing import NamedTuple

from rules_engine.bots import PLAIN, bot_for
from rules_engine.bots.decisions import MOST_DEALS, READER, Decision, Turn, find_decisions, turn_at, turn_in
from rules_engine.bots.match import deals_of
from rules_engine.bots.stats import played_hand
from rules_engine.core.game.game import Game
from rules_engine.core.positions.position import Position
from rules_engine.quiz.kinds.closed_move import ClosedMove
from rules_engine.quiz.kinds.holder import Holder
from rules_engine.quiz.kinds.still_out import Sight, StillOut, ask_out, sight_of, suits_to_count
from rules_engine.quiz.question import Question, Unanswerable
from rules_engine.quiz.strategy_test import ask_decision
from rules_engine.quiz.who_holds import UNKNOWN, ask_holder, cards_to_ask
from rules_engine.text.message import Text, say

MOST_SEEN = 16
"""Maximum number of cards that a question about the cards still out lists."""
MOST_UNKNOWN = 0.4
"""Maximum fraction of questions about the holder of a card to which the answer is that nobody knows it yet."""
HANDS_TRIED = 1000
"""Number of hands that are searched for questions of a kind, at most."""


class TurnQuestion(NamedTuple):
    """A question about one turn of a dealt hand.

    ``kind``   the kind of question: ``closed-move``, ``still-out`` or ``holder``
    ``deal``   the seed of the deal
    ``moves``  the moves made before it, as texts
    ``about``  the suit or the card that it is about; empty for a decision
    ``lost``   for a decision, maps each legal move's text to the points that it gives away on average
    """

    kind: str
    deal: int
    moves: tuple[str, ...]
    about: str = ""
    lost: Mapping[str, float] = {}

    @property
    def name(self) -> str:
        """The name in a game's list of days, unique in the game."""
        return f"{self.kind}/{self.deal}"


def ask_at_turn(game: Game[Position], stored: TurnQuestion) -> Question:
    """Return a stored question with its answer.

    Raises ``ValueError`` if its moves can't be made, and ``Unanswerable`` if it has no answer.
    """
    if stored.kind not in TURN_QUESTIONS:
        raise ValueError(f"{stored.kind} is no kind of question about a turn: expected {', '.join(TURN_QUESTIONS)}")
    return TURN_QUESTIONS[stored.kind].ask(game, stored)


def find_turn_questions(game: Game[Position], kind: str, count: int, seed: int) -> Iterator[TurnQuestion]:
    """Yield questions of a kind in different hands: ``count`` of them, or fewer if the game has few."""
    return islice(TURN_QUESTIONS[kind].find(game, count, seed), count)


def _ask_decision(game: Game[Position], stored: TurnQuestion) -> Question:
    return ask_decision(game, Decision(stored.deal, stored.moves, stored.lost))


def _ask_still_out(game: Game[Position], stored: TurnQuestion) -> Question:
    turn = turn_at(game, stored.deal, stored.moves)
    return ask_out(game, _sight(game, turn), turn.position, stored.about, turn.position.last_trick is None)


def _sight(game: Game[Position], turn: Turn[Position]) -> Sight:
    return sight_of(game, turn.start, turn.made, turn.position)


def _ask_holder(game: Game[Position], stored: TurnQuestion) -> Question:
    return ask_holder(game, turn_at(game, stored.deal, stored.moves), game.pack.card(stored.about))


def _decisions(game: Game[Position], count: int, seed: int) -> Iterator[TurnQuestion]:
    for decision in find_decisions(game, count, seed):
        yield TurnQuestion(ClosedMove.name, *decision[:2], lost=decision.lost)


def _still_out(game: Game[Position], _count: int, seed: int) -> Iterator[TurnQuestion]:
    for deal, turn, rng in _turns(game, StillOut.name, seed):
        if suits := suits_to_count(game, turn.position, _sight(game, turn), MOST_SEEN):
            yield TurnQuestion(StillOut.name, deal, turn.moves, rng.choice(suits))


def _holders(game: Game[Position], count: int, seed: int) -> Iterator[TurnQuestion]:
    unknown = 0
    for deal, turn, rng in _turns(game, Holder.name, seed):
        cards = cards_to_ask(game, turn)
        if not cards:
            continue
        asked = TurnQuestion(Holder.name, deal, turn.moves, rng.choice(cards).text)
        try:
            options = ask_at_turn(game, asked).parts[0].options
        except Unanswerable:
            continue
        is_unknown = any(option.right and option.value == UNKNOWN for option in options)
        if not is_unknown or unknown < MOST_UNKNOWN * count:
            unknown += is_unknown
            yield asked


def _turns(game: Game[Position], kind: str, seed: int) -> Iterator[tuple[int, Turn[Position], random.Random]]:
    """Yield one turn of the reader's in the play of each hand, with the deal and a random generator."""
    bots = [bot_for(game, PLAIN)] * game.table.size
    for _, deal in zip(range(HANDS_TRIED), deals_of(seed, MOST_DEALS), strict=False):
        rng, steps = random.Random(f"{game.id}/{kind}/{deal}"), played_hand(game, deal, bots).steps
        places = [place for place, (position, _) in enumerate(steps)
                  if position.leader is not None and game.decides(position) == READER]
        if places:
            yield deal, turn_in(game, steps, rng.choice(places)), rng


class TurnKind(NamedTuple):
    """A kind of question about a turn.

    ``title``       the title on the table
    ``difficulty``  from 1 to 3
    ``ask``         a function that asks a stored question
    ``find``        a generator of questions from the game, the number wanted and a seed; it may find more
    """

    title: Text
    difficulty: int
    ask: Callable[[Game[Position], TurnQuestion], Question]
    find: Callable[[Game[Position], int, int], Iterator[TurnQuestion]]


TURN_QUESTIONS: Mapping[str, TurnKind] = {
    ClosedMove.name: TurnKind(say("What is best?"), 3, _ask_decision, _decisions),
    StillOut.name: TurnKind(say("Count the cards"), 1, _ask_still_out, _still_out),
    Holder.name: TurnKind(say("Find the card"), 2, _ask_holder, _holders)}
"""Maps the names of kinds to the kinds of questions about a turn."""

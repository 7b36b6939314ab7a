"""The base class of the kinds of questions."""

from __future__ import annotations

import random
from collections.abc import Callable, Collection, Iterator, Sequence
from typing import ClassVar, NamedTuple

from rules_engine.core.game.game import Game
from rules_engine.core.positions.position import Position
from rules_engine.quiz.question import Option, Question
from rules_engine.scenarios.hand_history import MovePlayed
from rules_engine.scenarios.replay import Replay

READER = 0
"""The reader's seat."""


class PlacedQuestion(NamedTuple):
    """A question in a scenario, and the number of steps replayed before it is asked."""

    question: Question
    made: int


class QuestionCandidate(NamedTuple):
    """A possible question about a hand: the rules that decide it, its factory, and the seat that it is about."""

    rules: Collection[str]
    ask: Callable[[], Question]
    seat: int = READER


Candidates = Iterator[QuestionCandidate]


class QuestionKind:
    """A kind of question: where it can be asked in a scenario and in a played hand, and what it shows and needs.

    A fresh question must require some thought: there must be right and wrong options, and the verb alone must not reveal the
    answer.
    """

    name: ClassVar[str]
    """The name in scenarios and links."""
    asks_moves: ClassVar[bool] = False
    """True if the options are moves that the rules permit or refuse."""
    about_turn: ClassVar[bool] = False
    """True if it is about a move of the seat to act."""
    about_reader: ClassVar[bool] = False
    """True if it is about the reader's own result."""
    shows_hand: ClassVar[bool] = False
    """True if the hand of the seat to act is shown."""
    about_judgement: ClassVar[bool] = False
    """True if it is about the best move, not about a rule. The state of the hand is then shown in full, as in a puzzle."""
    box: ClassVar[str] = ""
    """The box shown instead of the trick: ``taken`` for the cards taken, ``totals`` for the totals, or ``""``."""
    can_be_fresh: ClassVar[bool] = True
    """True if fresh questions can be made."""
    needs_context: ClassVar[bool] = False
    """True if the whole context is stated, taught or not, because the answer depends on it: bids, the contract, bags."""
    needs_end: ClassVar[bool] = False
    """True if a fresh question needs a complete hand."""
    needs_bots: ClassVar[bool] = False
    """True if bots play the hand of a fresh question."""
    needs_example: ClassVar[bool] = False
    """True if a fresh question can only resemble an example, because a random deal gives none."""

    def is_asked_in(self, game: Game[Position]) -> bool:
        """Return whether the game has questions of this kind."""
        return True

    def at_step(self, run: Replay, place: int, choices: int | None) -> PlacedQuestion:
        """Return the question put at the step at index ``place``, with at most ``choices`` options. Raises ``Unanswerable``."""
        raise NotImplementedError

    def in_hand(self, game: Game[Position], hand: list[MovePlayed], rng: random.Random, rules: Sequence[str]) -> Candidates:
        """Yield the possible questions about a hand, to practise some rules."""
        raise NotImplementedError

    def rules_to_practise(self, game: Game[Position], rules: tuple[str, ...], has_example: bool) -> tuple[str, ...]:
        """Return the rules that a fresh question should be about, of those requested."""
        return rules

    def with_options(self, question: Question, options: tuple[Option, ...]) -> Question:
        """Return the question with some of its options."""
        return question._replace(parts=(question.parts[0]._replace(options=options),))


def with_line(question: Question, hand: Sequence[MovePlayed], place: int | None = None) -> Question:
    """Return the question with its hand up to the move at index ``place``, by default all of it."""
    return question._replace(start=hand[0].before, line=tuple(step.move for step in hand[:place]))


def refusers(game: Game[Position], rules: Collection[str]) -> tuple[str, ...]:
    """Return the rules in ``rules`` that can refuse a move."""
    return tuple(rule.id for rule in game.rules if rule.can_refuse and rule.id in rules)

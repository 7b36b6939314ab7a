"""The parts of a question: the reader's view, the options and their reasons."""

from __future__ import annotations

from collections.abc import Container, Sequence
from typing import NamedTuple

from rules_engine.core.game.game import Game, View
from rules_engine.core.model.cards import Card
from rules_engine.core.model.errors import RulesEngineError
from rules_engine.core.model.moves import Move
from rules_engine.core.model.tricks import PlayedCard
from rules_engine.core.positions.position import Position
from rules_engine.narration.phrasebook import ContextSentence, RuleFinding
from rules_engine.quiz.merge_reasons import OptionReason, merge_alike, merge_all
from rules_engine.text.message import NOTHING, Text, as_text, joined, says


class Unanswerable(RulesEngineError):
    """Raised for a question without an answer at its place. The message gives the reason and a remedy."""


class Option(NamedTuple):
    """An option of a question.

    ``value``    the move or the seat's name, as text
    ``right``    True if it is a right answer
    ``why``      the reason why it is right or wrong
    ``card``     the card that represents it, in the hand or in the trick; None if there is none
    ``move``     the move, if moves are the options
    ``seat``     the seat, if seats are the options; the first of ``seats`` for a side
    ``worth``    the guaranteed value of the move for its side, in a question about the best move
    ``seats``    the seats of the side, if sides are the options
    ``called``   the name of the option, if it isn't a card, move or seat
    ``simpler``  the reason for readers who haven't been taught the rule of ``why``; None if there is no other
    """

    value: str
    right: bool
    why: RuleFinding
    card: Card | None = None
    move: Move | None = None
    seat: int | None = None
    worth: int | None = None
    seats: tuple[int, ...] = ()
    called: Text = NOTHING
    simpler: RuleFinding | None = None

    def for_taught(self, taught: Container[str]) -> Option:
        """Return the option with a reason by a rule that was taught, if it has one."""
        return self if self.simpler is None or self.why.rule in taught else self._replace(why=self.simpler)


class Reason(NamedTuple):
    """The reason why some options are right or wrong, with all options that share it."""

    options: tuple[Option, ...]
    right: bool
    why: RuleFinding


class AnswerField(NamedTuple):
    """One field of the answer: a choice among ``options``, or the number ``answer`` if there are none.

    Moves are in the order in which the hand is shown; those without a card come last.
    """

    label: Text
    options: tuple[Option, ...]
    answer: int | None = None

    def without(self, templates: Container[str], taught: Container[str]) -> AnswerField:
        """Return the field without sentences of the given templates. Its reasons use rules that were taught, if possible."""
        return self._replace(options=tuple(option._replace(why=option.why._replace(sentence=joined(
            each for each in as_text(option.why.sentence).sentences if not says(each, templates))))
            for option in (each.for_taught(taught) for each in self.options)))

    @property
    def reasons(self) -> tuple[Reason, ...]:
        """The reasons of all options, those of right options first. Options with the same reason are grouped."""
        groups: list[list[Option]] = []
        for option in self.options:
            fitting = (group for group in groups if all(_shares(option, each) for each in group))
            group = next(fitting, None)
            groups.append([option]) if group is None else group.append(option)
        told_once = (Reason(tuple(group), group[0].right, _of_all(group)) for group in groups)
        return tuple(sorted(told_once, key=lambda reason: not reason.right))

    @property
    def told(self) -> tuple[Reason, ...]:
        """The reasons to show: a reason against an option is omitted if it is the same as that for a right option."""
        reasons = self.reasons
        said = {reason.why.sentence for reason in reasons if reason.right}
        return tuple(reason for reason in reasons if reason.right or reason.why.sentence not in said)


class Question(NamedTuple):
    """A question with its answer.

    ``title``     the topic, in a few words
    ``knows``     the facts of the hand to show above the question, all visible to the reader
    ``prompt``    the wording of the question
    ``many``      True if all right options are to be marked, False if each field has one
    ``seen``      the reader's view: the hand of the seat to act, with the other cards face down; for a question about a trick or
                  the score, the table before the last card of ``laid`` was played, without hands
    ``laid``      the trick shown to the reader, including its last card
    ``hides``     the labels of public facts that would give the answer away
    ``position``  the complete position that the question is about; for a question about the score, the position that is scored
    ``start``     the deal or setup
    ``line``      the moves from ``start`` to ``seen``
    ``counted``   the rules behind a number to be filled in
    """

    game: Game[Position]
    kind: str
    title: Text
    knows: tuple[ContextSentence, ...]
    prompt: Text
    many: bool
    parts: tuple[AnswerField, ...]
    seen: View[Position]
    laid: tuple[PlayedCard, ...]
    hides: frozenset[str]
    position: Position
    start: Position | None = None
    line: tuple[Move, ...] = ()
    counted: frozenset[str] = frozenset()

    @property
    def intro(self) -> Text:
        """The facts of the hand, in sentences."""
        return joined(known.sentence for known in self.knows)

    @property
    def rules(self) -> frozenset[str]:
        """The rules of the answer: those of its reasons, and those of ``counted``."""
        return self.counted.union(option.why.rule for part in self.parts for option in part.options)


def _shares(option: Option, other: Option) -> bool:
    """Return whether two options are right, or wrong, for the same reason."""
    return option.right == other.right and merge_alike(_saying(option), _saying(other))


def _saying(option: Option) -> OptionReason:
    """Return the reason with its option. The reason for a move in a puzzle belongs to its own card, so it is never merged."""
    if option.worth is not None:
        return OptionReason(option.why.sentence)
    number = None if option.move is None else option.move.number
    return OptionReason(option.why.sentence, option.card, number, "" if option.seat is None else option.value)


def _of_all(group: Sequence[Option]) -> RuleFinding:
    cards = dict.fromkeys(card for option in group for card in option.why.cards)
    return group[0].why._replace(sentence=merge_all([*map(_saying, group)]), cards=tuple(cards))

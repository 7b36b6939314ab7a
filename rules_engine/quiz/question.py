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
    """Raised for a question that has no answer in its position. The message states the reason and a fix."""


class Option(NamedTuple):
    """An option of a question.

    ``value``    the move or the seat's name, as a string
    ``right``    True if it is correct
    ``why``      the reason why it is correct or wrong
    ``card``     the card that represents it, in the hand or the trick, or None
    ``move``     the move, if the options are moves
    ``seat``     the seat, if the options are seats; for a side, the first of ``seats``
    ``worth``    the guaranteed value of the move for its side, in a question about the best move
    ``seats``    the seats on the side, if the options are sides
    ``called``   the option's name, if it isn't a card, move or seat
    ``simpler``  an alternative reason for readers who haven't been taught the rule cited in ``why``, or None
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
        """Return the option with a reason based on a taught rule, if it has one."""
        return self if self.simpler is None or self.why.rule in taught else self._replace(why=self.simpler)


class Reason(NamedTuple):
    """A reason why options are correct or wrong, with all options that share it."""

    options: tuple[Option, ...]
    right: bool
    why: RuleFinding


class AnswerField(NamedTuple):
    """One field of the answer: a choice among ``options``, or if there are none, the number ``answer``. Moves are in the order in
    which the hand is shown; moves without a card come last.
    """

    label: Text
    options: tuple[Option, ...]
    answer: int | None = None

    def without(self, templates: Container[str], taught: Container[str]) -> AnswerField:
        """Return the field without sentences from the given templates. Its reasons are based on taught rules, if possible."""
        return self._replace(options=tuple(option._replace(why=option.why._replace(sentence=joined(
            each for each in as_text(option.why.sentence).sentences if not says(each, templates))))
            for option in (each.for_taught(taught) for each in self.options)))

    @property
    def reasons(self) -> tuple[Reason, ...]:
        """The reasons for all options, grouped by reason, correct options first."""
        groups: list[list[Option]] = []
        for option in self.options:
            fitting = (group for group in groups if all(_shares(option, each) for each in group))
            group = next(fitting, None)
            groups.append([option]) if group is None else group.append(option)
        told_once = (Reason(tuple(group), group[0].right, _of_all(group)) for group in groups)
        return tuple(sorted(told_once, key=lambda reason: not reason.right))

    @property
    def told(self) -> tuple[Reason, ...]:
        """The reasons to show. The reason against a wrong option is omitted if it equals the reason for a correct option."""
        reasons = self.reasons
        said = {reason.why.sentence for reason in reasons if reason.right}
        return tuple(reason for reason in reasons if reason.right or reason.why.sentence not in said)


class Question(NamedTuple):
    """A question with its answer.

    ``title``     the topic in a few words
    ``knows``     public facts about the hand to show above the question
    ``prompt``    the wording of the question
    ``many``      True if the reader must select all correct options, False if each field has one correct option
    ``seen``      the reader's view: the hand of the seat to act, with all other hands face down; for a question about a trick or
                  the score, the table before the last card in ``laid`` was played, without hands
    ``laid``      the trick shown, including its last card
    ``hides``     the labels of public facts that would reveal the answer
    ``position``  the complete position that the question is about; for a question about the score, the end of the hand
    ``start``     the deal or setup
    ``line``      the moves from ``start`` to ``seen``
    ``counted``   the rules that determine a number to fill in
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
        """The facts about the hand, as sentences."""
        return joined(known.sentence for known in self.knows)

    @property
    def rules(self) -> frozenset[str]:
        """The rules that determine the answer: those cited in the reasons, and those in ``counted``."""
        return self.counted.union(option.why.rule for part in self.parts for option in part.options)


def _shares(option: Option, other: Option) -> bool:
    """Return whether two options are correct, or wrong, for the same reason."""
    return option.right == other.right and merge_alike(_saying(option), _saying(other))


def _saying(option: Option) -> OptionReason:
    """Return the reason with its option. The reason for a move in a puzzle is about its own card, so it is never merged with
    others."""
    if option.worth is not None:
        return OptionReason(option.why.sentence)
    number = None if option.move is None else option.move.number
    return OptionReason(option.why.sentence, option.card, number, "" if option.seat is None else option.value)


def _of_all(group: Sequence[Option]) -> RuleFinding:
    cards = dict.fromkeys(card for option in group for card in option.why.cards)
    return group[0].why._replace(sentence=merge_all([*map(_saying, group)]), cards=tuple(cards))

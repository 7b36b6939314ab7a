"""What a question is made of: what the reader may see, the options, and why each is right or wrong."""

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
    """A question that has no answer where it is put; the message says why and what to do."""


class Option(NamedTuple):
    """One option.

    ``value``  the move, or the seat's name, as text
    ``right``  whether it is right
    ``why``    why it is right or wrong
    ``card``   the card that stands for it, in the hand or in the trick; None where there is none
    ``move``   the move, where moves are the options
    ``seat``   the seat, where seats are; the first of ``seats``, where sides are
    ``called`` how it is called, where none of these names it
    ``worth``  what its side is sure of with the move, where the best one is asked for
    ``simpler``  the reason for who hasn't been taught the rule of ``why``; None where there is no other
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
    """Why some options are right, or wrong: said once for all that share it."""

    options: tuple[Option, ...]
    right: bool
    why: RuleFinding


class AnswerField(NamedTuple):
    """One thing to answer: a choice among ``options``, or the number ``answer`` where there are none.

    Moves stand in the order in which the hand is shown; those that need no card come last.
    """

    label: Text
    options: tuple[Option, ...]
    answer: int | None = None

    def without(self, templates: Container[str], taught: Container[str]) -> AnswerField:
        """Return the part with reasons by rules that were taught, if possible, and without sentences of these templates."""
        return self._replace(options=tuple(option._replace(why=option.why._replace(sentence=joined(
            each for each in as_text(option.why.sentence).sentences if not says(each, templates))))
            for option in (each.for_taught(taught) for each in self.options)))

    @property
    def reasons(self) -> tuple[Reason, ...]:
        """Every option with why it is right or wrong, right ones first; what several share is said once."""
        groups: list[list[Option]] = []
        for option in self.options:
            fitting = (group for group in groups if all(_shares(option, each) for each in group))
            group = next(fitting, None)
            groups.append([option]) if group is None else group.append(option)
        told_once = (Reason(tuple(group), group[0].right, _of_all(group)) for group in groups)
        return tuple(sorted(told_once, key=lambda reason: not reason.right))

    @property
    def told(self) -> tuple[Reason, ...]:
        """The reasons without those that a right one tells as well: why it is right is why the others are wrong."""
        reasons = self.reasons
        said = {reason.why.sentence for reason in reasons if reason.right}
        return tuple(reason for reason in reasons if reason.right or reason.why.sentence not in said)


class Question(NamedTuple):
    """A question with its answer.

    ``title``     what is practised, in a few words
    ``knows``     what to know of the hand, from what the reader may see alone
    ``prompt``    what is asked
    ``many``      true where every right option is to be marked, false where there is one a part
    ``seen``      what the reader may see: the hand of who is to move, the other cards face down; in a question about a trick,
                  or the score, the table as it was before the last card of ``laid`` was played, and no hand
    ``laid``      the trick that the reader looks at, its last card too
    ``hides``     labels of what lies open that would tell the answer
    ``position``  the position that the question is about, as it is; the one that is scored in a question about the score
    ``start``, ``line``   the deal or setup, and the moves from it to ``seen``
    ``counted``   the rules that a number to be filled in comes from
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
        """What to know of the hand, in sentences."""
        return joined(known.sentence for known in self.knows)

    @property
    def rules(self) -> frozenset[str]:
        """The rules that the answer rests on: those that its reasons name, and those of what is counted."""
        return self.counted.union(option.why.rule for part in self.parts for option in part.options)


def _shares(option: Option, other: Option) -> bool:
    """Whether two options are right, or wrong, for the same reason."""
    return option.right == other.right and merge_alike(_saying(option), _saying(other))


def _saying(option: Option) -> OptionReason:
    """The reason, with what the option is. What comes of a best move, or of another, comes of that card alone."""
    if option.worth is not None:
        return OptionReason(option.why.sentence)
    number = None if option.move is None else option.move.number
    return OptionReason(option.why.sentence, option.card, number, "" if option.seat is None else option.value)


def _of_all(group: Sequence[Option]) -> RuleFinding:
    cards = dict.fromkeys(card for option in group for card in option.why.cards)
    return group[0].why._replace(sentence=merge_all([*map(_saying, group)]), cards=tuple(cards))

"""The course of a hand in games of tricks alone: everybody plays one card to each, clockwise, and its taker leads next."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar, NamedTuple, TypeVar

from rules_engine.core.cards import Card
from rules_engine.core.game import Game
from rules_engine.core.happened import Line, Note, unnoted
from rules_engine.core.moves import Move, play
from rules_engine.core.position import Position
from rules_engine.core.rules import Rule
from rules_engine.core.tricks import LAID_BY, Laid

P = TypeVar("P", bound=Position)


def _nothing_follows(position: Position, seat: int, card: Card, note: Note) -> None:
    """Nothing follows from a card that is played."""


def _nothing_counts(position: Position, seat: int, laid: Sequence[Laid]) -> None:
    """Nothing but that a trick is taken."""


class Course(NamedTuple):
    """The rules that a hand runs by.

    ``leads``   who leads the next trick, or the first
    ``wins``    who takes a trick: position and cards laid to the winning one
    ``scores``  the lines of the sheet
    ``deals``   who deals next
    ``ends``    the places of the sides that have won the match; the one that the variant has is asked
    ``played``  what follows from a card that isn't led, before it lies there: position, seat, card, note
    ``took``    what follows from taking a trick, beside that it counts for the seat: position, seat, cards laid
    """

    leads: Rule[[Any], int]
    wins: Rule[[Any, Sequence[Laid]], Laid]
    scores: Sequence[Rule[[Any], Line]]
    deals: Rule[[Any], int]
    ends: Sequence[Rule[[Any], list[int]]]
    played: Callable[[Any, int, Card, Note], None] = _nothing_follows
    took: Callable[[Any, int, Sequence[Laid]], None] = _nothing_counts


class TrickGame(Game[P]):
    """A game whose hand runs by a ``Course``. Its author fills in ``deal_out``, and what is particular."""

    course: ClassVar[Course]

    def __init__(self, *choices: Any, **more: Any) -> None:
        super().__init__(*choices, **more)
        self.ending = next(rule for rule in self.course.ends if rule in self.rules)
        self._leads, self._wins, self._played, self._took = (
            self.course.leads, self.course.wins, self.course.played, self.course.took)

    def offered(self, position: P, hand: list[Card]) -> list[Move]:
        """Each card in hand."""
        return [play(card) for card in hand]

    def leads_first(self, position: P) -> int:
        """By the rule of leading."""
        return self.course.leads(position)

    def advance(self, position: P, move: Move, note: Note = unnoted) -> None:
        """Play or lead a card; the last card of a trick settles it, the last of the hand scores it."""
        seat, card = position.to_act, move.played
        assert seat is not None
        position.hands[seat].remove(card)
        if position.trick:
            self._played(position, seat, card, note)
        position.trick.append(LAID_BY[seat][move])
        position.to_act = following = self.table.left_of[seat]
        if following == position.leader:
            self._take_trick(position, note)

    def _take_trick(self, position: P, note: Note) -> None:
        taking = self._wins(position, position.trick)
        seat = taking.seat
        note(self._wins, "trick", seat, (taking.card,))
        position.tricks[seat] += 1
        self._took(position, seat, position.trick)
        self.finish_trick(position, {"": seat})
        if position.hands[seat]:
            position.leader = position.to_act = leader = self._leads(position)
            note(self._leads, "lead", leader)
        else:
            self._finish(position, note)

    def _finish(self, position: P, note: Note) -> None:
        self.finish_hand(position, note)
        dealer = self.next_dealer(position)
        if dealer is None:
            note(self.ending, "game")
        else:
            note(self.course.deals, "hand", dealer)

    def winners(self, position: P, laid: Sequence[Laid]) -> Mapping[str, int]:
        """By the rule of winning."""
        return {"": self.course.wins(position, laid).seat}

    def score(self, position: P) -> list[Line]:
        """Line by line."""
        return [rule(position) for rule in self.course.scores]

    def match_winners(self, position: P) -> Sequence[int]:
        """By the rule of ending."""
        return self.ending(position)

    def dealer_after(self, position: P) -> int:
        """By the rule of dealing."""
        return self.course.deals(position)

"""The course of a hand played in tricks alone: everybody plays one card to each, clockwise, and its taker leads next.

Before the play there may be stages: bids, cards passed, trumps named. Whose turn it is in one, and whether it is over,
follows from the position, so a setup can begin anywhere in it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar, NamedTuple, TypeVar

from rules_engine.core.cards import Card
from rules_engine.core.game import Game
from rules_engine.core.happened import Line, Note, unnoted
from rules_engine.core.moves import Move, play
from rules_engine.core.position import Position
from rules_engine.core.rules import Rule
from rules_engine.core.structure import Given, begin_before_play, begin_play
from rules_engine.core.tricks import Laid

P = TypeVar("P", bound=Position)


def _nothing_follows(position: Position, seat: int, card: Card, note: Note) -> None:
    """Nothing follows from a card that is played."""


def _nothing_counts(position: Position, seat: int, laid: Sequence[Laid]) -> None:
    """Nothing but that a trick is taken."""


def _nothing_ends(position: Position, note: Note) -> None:
    """Nothing happens once nobody is to move any more."""


class Stage(NamedTuple):
    """A phase before the play.

    ``phase``  its name
    ``turn``   who is to move in it now; None once it is over
    ``does``   what a move does: position, seat, move, note
    ``ends``   what happens once it is over: position, note
    ``more``   how many cards more than the others who is to move may hold, as where a stock was picked up
    """

    phase: str
    turn: Callable[[Any], int | None]
    does: Callable[[Any, int, Move, Note], None]
    ends: Callable[[Any, Note], None] = _nothing_ends
    more: int = 0


class Course(NamedTuple):
    """The rules that a hand runs by.

    ``leads``   who leads the next trick, or the first
    ``wins``    who takes a trick: position and cards laid to the winning one
    ``scores``  the lines of the sheet
    ``deals``   who deals next
    ``ends``    the places of the sides that have won the match; the one that the variant has is asked
    ``played``  what follows from a card that isn't led, before it lies there: position, seat, card, note
    ``took``    what follows from taking a trick, beside that it counts for the seat: position, seat, cards laid
    ``before``  the stages before the play, in their order
    """

    leads: Rule[[Any], int]
    wins: Rule[[Any, Sequence[Laid]], Laid]
    scores: Sequence[Rule[[Any], Line]]
    deals: Rule[[Any], int]
    ends: Sequence[Rule[[Any], list[int]]]
    played: Callable[[Any, int, Card, Note], None] = _nothing_follows
    took: Callable[[Any, int, Sequence[Laid]], None] = _nothing_counts
    before: Sequence[Stage] = ()


class TrickGame(Game[P]):
    """A game whose hand runs by a ``Course``. Its author fills in ``deal_out``, and what is particular."""

    course: ClassVar[Course]
    """The rules that a hand runs by."""

    def __init__(self, *choices: Any, **more: Any) -> None:
        super().__init__(*choices, **more)
        self.ending = next(rule for rule in self.course.ends if rule in self.rules)
        self._leads, self._wins, self._played, self._took = (
            self.course.leads, self.course.wins, self.course.played, self.course.took)
        self._stages = {stage.phase: stage for stage in self.course.before}

    def offered(self, position: P, hand: list[Card]) -> list[Move]:
        """Each card in hand."""
        return [play(card) for card in hand]

    def leads_first(self, position: P) -> int:
        """By the rule of leading."""
        return self.course.leads(position)

    def first_turn(self, position: P) -> None:
        """By the first stage in which somebody is to move; else by the rule of leading."""
        self._seek_turn(position, unnoted)

    def resume(self, position: P, given: Given) -> None:
        """In the phase that the setup names, or the first in which somebody is to move. Who has a leader or a trick, plays."""
        if self._stages and not any(map(given.given, ("phase", "leader", "trick", "tricks"))):
            self._seek_turn(position, unnoted)
        elif position.phase in self._stages and given.given("phase"):
            self._resume_stage(position, given)
        else:
            position.phase = "play"
        if position.phase == "play":
            begin_play(position, given, self.leads_first(position), self.hand_size())
        else:
            begin_before_play(position, given, self.hand_size(), self._stages[position.phase].more)

    def _resume_stage(self, position: P, given: Given) -> None:
        wanted = position.phase
        position.to_act = self._stages[wanted].turn(position)
        if position.to_act is None:
            given.fault(f"nobody is to move in the phase {wanted} any more", "phase")

    def advance(self, position: P, move: Move, note: Note = unnoted) -> None:
        """Play or lead a card; the last card of a trick settles it, the last of the hand scores it. Before it, by stages."""
        seat = position.to_act
        assert seat is not None
        if position.phase != "play":
            self._stages[position.phase].does(position, seat, move, note)
            self._seek_turn(position, note)
            return
        card = move.played
        position.hands[seat].remove(card)
        if position.trick:
            self._played(position, seat, card, note)
        position.trick.append(move.laid[seat])
        position.to_act = following = self.table.left_of[seat]
        if following == position.leader:
            self._take_trick(position, note)

    def _seek_turn(self, position: P, note: Note) -> None:
        """Go on, from the present stage, to the first in which somebody is to move, or to the first lead."""
        phases = [*self._stages]
        for phase in phases[phases.index(position.phase):] if position.phase in phases else ():
            stage = self._stages[phase]
            seat = stage.turn(position)
            if seat is not None:
                position.phase, position.to_act = phase, seat
                return
            stage.ends(position, note)
        position.phase = "play"
        position.leader = position.to_act = leader = self._leads(position)
        note(self._leads, "lead", leader)

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

"""Positions in Knüffeln, with properties that the rules use."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import ClassVar, NamedTuple

from rules_engine.core.model.cards import Card
from rules_engine.core.model.seats import Table
from rules_engine.core.model.tricks import PlayedCard
from rules_engine.core.positions.field_types import (
    FLAG,
    NUMBER,
    PILE,
    SEAT,
    SUITS,
    TEXT,
    BySide,
    Cards,
    MappingOf,
    Nullable,
    Number,
    TrickCards,
)
from rules_engine.core.positions.notation import Notation
from rules_engine.core.positions.position import Position, field, inner
from rules_engine.games.knueffeln.cards import HAND_SIZE, NO_ORDER, PLAYERS, Ranking
from rules_engine.games.knueffeln.terms import RUNGS, TERMS, VariantTerms

NOBODY = -1
PARTNERS = (0, 1, 0, 1)
"""The sides of four players, clockwise: partners sit opposite each other."""


RUNGS_LEFT = BySide(Number(least=1, most=RUNGS, blank=RUNGS))
"""The field type for the rungs that each side has left, as a setup gives them."""


class Result(NamedTuple):
    """The result of a deal: the index of the winning side, and the way it won: ``game``, ``jann``, ``march``, ``failed`` or
    ``run``."""

    side: int
    how: str


class Sides(NamedTuple):
    """The two sides in a deal: the index of each seat's side (``NOBODY`` for a seat without one) and the names of both sides."""

    side: tuple[int, ...]
    names: tuple[str, ...]


@lru_cache
def sides_of(table: Table, dealer: int, soloist: int | None) -> Sides:
    """Return the sides in a deal: the soloist against all other players, or the partners who sit opposite each other. Side 0
    includes the first seat that plays."""
    if soloist is not None:
        alone = 0 if soloist == 0 else 1
        side = [alone if seat == soloist else 1 - alone for seat in table.seats]
    else:
        side = [*PARTNERS]
        if table.size > PLAYERS:
            side.insert(dealer, NOBODY)
    names = [table.side_name([seat for seat in table.seats if side[seat] == place]) for place in (0, 1)]
    return Sides(tuple(side), tuple(names))


def _blank_sides(notation: Notation) -> Sides:
    """Return the sides before the deal. Five players have none until the dealer has chosen."""
    table = notation.table
    return sides_of(table, 0, None) if table.size == PLAYERS else Sides((NOBODY,) * table.size, ())


class _FaceDownTrick(TrickCards):
    """The field type for the cards in a trick. A lead made face down equals a face-up lead after it is turned face up."""

    def same(self, one: list[PlayedCard], other: list[PlayedCard]) -> bool:
        return [(laid.seat, laid.card) for laid in one] == [(laid.seat, laid.card) for laid in other]


class _Turns(MappingOf[int]):
    """The field type for the number of accepted face-down leads, by side. Four players have sides from the start, five after the
    dealer has chosen."""

    def blank(self, notation: Notation) -> dict[str, int]:
        return dict.fromkeys(_blank_sides(notation).names, 0)


class KnueffelnPosition(Position):
    """A position in a hand of Knüffeln. A side is identified by its name, which lists its seats, or by its index, 0 or 1.

    ``chosen``      letters of the chosen suits, in the order turned up
    ``turnups``     the cards turned up to choose the suits, in that order
    ``stock``       the remaining cards, top to bottom; empty if unknown or taken by a soloist
    ``turns``       number of accepted face-down leads, by side
    ``marching``    the side that is trying to win every trick (a march), or ``""``
    ``soloist``     the dealer playing alone, or None
    ``declined``    the offers declined before the play: Olen that were left, and Tens or Fives that were kept
    ``terms``       the terms of the variant, the same for all its positions
    ``order``       the ranking of cards in this deal
    ``side``        the index of each seat's side; ``NOBODY`` before sides are made and for a dealer who sits out
    ``side_names``  the names of both sides; empty before sides are made
    ``offer``       the Ole that was offered last
    ``given``       cards given for an Ole in this deal
    ``shown``       cards in the stock that all players have seen
    ``best``        the play that leads the trick so far; None before there is a face-up card
    ``result``      the result of the deal; None until it is won
    """

    trick: list[PlayedCard] = field(_FaceDownTrick(), settable=True)
    chosen: tuple[str, ...] = field(SUITS, settable=True, label="Chosen suits",
                                    matters_for=("winner", "solo", "take-ole", "take-turnup", "jann"))
    turnups: list[Card] = field(PILE, settable=True)
    stock: list[Card] = field(PILE, settable=True)
    turns: dict[str, int] = field(_Turns(Number(least=0, most=HAND_SIZE)), settable=True)
    marching: str = field(TEXT, settable=True)
    soloist: int | None = field(SEAT, settable=True, matters_for=())
    declined: list[Card] = field(Cards(elsewhere=True), settable=True, fact=False)
    order: Ranking = inner(lambda notation: NO_ORDER)
    side: tuple[int, ...] = inner(lambda notation: _blank_sides(notation).side)
    side_names: tuple[str, ...] = inner(lambda notation: _blank_sides(notation).names)
    offer: Card | None = inner(lambda notation: None)
    given: frozenset[Card] = inner(lambda notation: frozenset())
    shown: frozenset[Card] = inner(lambda notation: frozenset())
    best: PlayedCard | None = inner(lambda notation: None)
    result: Result | None = field(Nullable(MappingOf(TEXT)), fact=False, key="won", gives="how_won", ended=True)

    derived: ClassVar = {"turned": FLAG, "value": NUMBER}
    terms: ClassVar[VariantTerms] = TERMS["bohmstedt"]

    # ---- players and sides

    @property
    def five(self) -> bool:
        """True in a game for five players."""
        return self.table.size > PLAYERS

    def make_sides(self) -> None:
        """Assign each seat to its side: the soloist against all other players, or the partners who sit opposite each other. Side
        0 includes the first seat that plays."""
        self.side, self.side_names = sides_of(self.table, self.dealer, self.soloist)
        self.turns = dict.fromkeys(self.side_names, 0)

    @property
    def sides(self) -> list[tuple[int, ...]]:
        """The seats on both sides; empty before sides are made."""
        return [tuple(seat for seat in self.table.seats if self.side[seat] == place)
                for place in (0, 1) if place in self.side]

    @property
    def players(self) -> list[int]:
        """The seats that play in this deal, clockwise."""
        return [seat for seat in self.table.seats if self.side[seat] != NOBODY]

    @property
    def forehand(self) -> int:
        """The seat on the dealer's left."""
        return self.table.left_of[self.dealer]

    @property
    def leading(self) -> int:
        """The leader of the present trick. The trick must have one."""
        assert self.leader is not None, "nobody leads now"
        return self.leader

    def next_player(self, seat: int) -> int:
        """Return the next player after ``seat``."""
        left_of = self.table.left_of
        seat = left_of[seat]
        return seat if self.side[seat] != NOBODY else left_of[seat]

    def side_of(self, seat: int) -> str:
        """Return the name of a seat's side."""
        return self.side_names[self.side[seat]]

    # ---- tricks and stakes

    @property
    def void(self) -> bool:
        """True if four cards of one suit were turned up."""
        return len(self.turnups) == 4 and len({card.suits for card in self.turnups}) == 1

    @property
    def turned(self) -> bool:
        """True if a face-down lead is still unanswered."""
        return self.phase == "answer"

    def won(self, place: int) -> int:
        """Return the number of tricks won by a side."""
        won = 0
        for tricks, side in zip(self.tricks, self.side, strict=True):
            if side == place:
                won += tricks
        return won

    @property
    def can_lead(self) -> bool:
        """True if every player has a card for another trick."""
        return all(self.hands) or all(self.hands[seat] for seat in self.players)

    @property
    def raised(self) -> int:
        """The amount that accepted face-down leads add to the price."""
        return self.terms.turn * sum(self.turns.values())

    @property
    def value(self) -> int:
        """The present value of the deal for a side that wins the basic game."""
        return self.terms.game + self.raised

    @property
    def how_won(self) -> dict[str, str] | None:
        """The result of the deal as a setup gives it, with the side's name; None until the deal is won."""
        return None if self.result is None else {"side": self.side_names[self.result.side], "how": self.result.how}

    @property
    def ended(self) -> Result:
        """The result of the deal. The deal must be won."""
        assert self.result is not None, "the deal isn't won yet"
        return self.result

    # ---- exchanges

    @property
    def ole_on_offer(self) -> Card:
        """The Ole that the seat to act may take from the stock. An Ole must be on offer."""
        assert self.offer is not None, "no Ole is on offer"
        return self.offer

    def holder(self, card: Card) -> int | None:
        """Return the seat that holds a card; None if no seat does."""
        return next((seat for seat, hand in enumerate(self.hands) if card in hand), None)


class FivePlayersPosition(KnueffelnPosition):
    """A position in a game for five, in which the dealer sits out or plays alone."""

    dealer: int = field(SEAT, settable=True, matters_for=("winner",), can_be_none=False)
    soloist: int | None = field(SEAT, settable=True, matters_for=("winner",))


class HattstedtPosition(KnueffelnPosition):
    """A position under the terms of the Hattstedt variant."""

    terms: ClassVar[VariantTerms] = TERMS["hattstedt"]
    turns: dict[str, int] = field(_Turns(Number(least=0, most=0)), settable=True)


class GruenbergPosition(KnueffelnPosition):
    """A position under Grünberg's terms."""

    terms: ClassVar[VariantTerms] = TERMS["gruenberg-1938"]


class LadderPosition(KnueffelnPosition):
    """A position under Bernhard's terms, with rungs taken off a ladder."""

    terms: ClassVar[VariantTerms] = TERMS["bernhard-1924"]
    turns: dict[str, int] = field(_Turns(Number(least=0, most=2)), settable=True)
    score: list[int] = field(BySide(Number(least=0, most=RUNGS)), settable=True, shows="totals")
    derived: ClassVar = {"rungs": BySide(NUMBER), "double": FLAG}
    setup_keys: ClassVar = {"rungs": RUNGS_LEFT}

    @property
    def rungs(self) -> list[int]:
        """The number of rungs that each side has left."""
        return [RUNGS - taken for taken in self.totals]

    @property
    def double(self) -> bool:
        """True if a side took all rungs off its ladder in one deal."""
        return self.hand_score is not None and RUNGS in self.hand_score


POSITIONS: Mapping[str, type[KnueffelnPosition]] = {
    "bohmstedt": KnueffelnPosition, "hattstedt": HattstedtPosition, "bernhard-1924": LadderPosition,
    "gruenberg-1938": GruenbergPosition}
"""The position class for each variant."""

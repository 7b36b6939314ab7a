"""A position of Knüffeln, and the questions its rules ask of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from rules_engine.core.cards import Card
from rules_engine.core.packs import FRENCH
from rules_engine.core.position import Position
from rules_engine.games.knueffeln.cards import Order, order_in
from rules_engine.games.knueffeln.terms import Terms

if TYPE_CHECKING:
    from rules_engine.games.knueffeln.game import Knueffeln

PLAYERS = 4
"""Who are dealt cards; with five at the table the dealer is not."""
HAND_SIZE = 9
NOBODY = -1
PARTNERS = [0, 1, 0, 1]
"""The side of each of four who play, clockwise: partners sit opposite."""
BY_RANK = {rank: {suit: FRENCH.card(rank + suit) for suit in FRENCH.suits} for rank in ("Q", "K", "10", "5")}
"""The cards that something can be had for, by rank and suit."""


class Result(NamedTuple):
    """How the deal was won: the winning side's place, and ``game``, ``jann``, ``march``, ``failed`` or ``run``."""

    side: int
    how: str


class KnueffelnPosition(Position):
    """A position of Knüffeln.

    ``turnups``    the cards turned for the chosen suits, in the order turned
    ``chosen``     letters of the chosen suits, in the order turned
    ``stock``      what is left after turning, top to bottom; empty where it isn't known or a soloist took it
    ``soloist``    the dealer playing alone, or None
    ``side``       by seat the place of its side, 0 or 1; ``NOBODY`` before sides are made and for who sits out
    ``turns``      accepted turns, by place of side
    ``marching``   the place of the side that is on the march, or None
    ``place``      during ``take-ole``, the Ole's place in the stock counted from the bottom, 1 to 3
    ``given``      cards given for an Ole in this deal
    ``declined``   Olen and cards to trade that were passed up in this deal
    ``shown``      cards of the stock that everyone has seen
    ``void``       true for a deal with four turn-ups of one suit
    ``result``     how the deal was won, once it is over
    ``double``     true once a whole ladder went at once
    """

    __slots__ = ("chosen", "declined", "double", "given", "marching", "place", "result", "shown", "side", "soloist",
                 "stock", "turns", "turnups", "void")
    _lists = ("trick", "tricks", "turnups", "stock", "side", "turns")

    def __init__(self, game: Knueffeln) -> None:
        super().__init__(game)
        self.turnups: list[Card] = []
        self.chosen: tuple[str, ...] = ()
        self.stock: list[Card] = []
        self.soloist: int | None = None
        self.side = PARTNERS[:] if game.table.size == PLAYERS else [NOBODY] * game.table.size
        self.turns = [0, 0]
        self.marching: int | None = None
        self.place = 0
        self.given: frozenset[Card] = frozenset()
        self.declined: frozenset[Card] = frozenset()
        self.shown: frozenset[Card] = frozenset()
        self.void = False
        self.result: Result | None = None
        self.double = False

    @property
    def terms(self) -> Terms:
        """The terms of the variant."""
        terms: Terms = self.game.terms  # type: ignore[attr-defined]
        return terms

    @property
    def order(self) -> Order:
        """Who beats whom in this deal."""
        return order_in(self.chosen, self.terms.suit_order)

    # ---- who plays, and with whom

    def make_sides(self) -> None:
        """Put each of five seats on its side: the soloist against all, else partners opposite; side 0 has the first seat."""
        if self.soloist is not None:
            self.side = [int((seat == self.soloist) != (self.soloist == 0)) for seat in self.game.table.seats]
        else:
            self.side = PARTNERS[:]
            self.side.insert(self.dealer, NOBODY)

    @property
    def sides(self) -> list[tuple[int, ...]]:
        """The seats of both sides; none before sides are made."""
        seats = self.game.table.seats
        return [tuple(seat for seat in seats if self.side[seat] == place) for place in (0, 1) if place in self.side]

    @property
    def players(self) -> list[int]:
        """The seats that play in this deal, clockwise."""
        return [seat for seat in self.game.table.seats if self.side[seat] != NOBODY]

    @property
    def forehand(self) -> int:
        """The dealer's left."""
        return self.game.table.left_of[self.dealer]

    @property
    def first_leader(self) -> int:
        """Who leads the first trick: forehand; against a soloist the second to the dealer's right."""
        return self.forehand if self.soloist is None else (self.dealer - 2) % self.game.table.size

    def next_player(self, seat: int) -> int:
        """Who plays after ``seat``."""
        left_of = self.game.table.left_of
        seat = left_of[seat]
        return seat if self.side[seat] != NOBODY else left_of[seat]

    def seat_name(self, seat: int | None) -> str:
        """A seat's name."""
        return self.game.table.names[seat or 0]

    def side_name(self, place: int) -> str:
        """A side's name."""
        return self.game.table.side_name(self.sides[place])

    # ---- tricks and stakes

    def won(self, place: int) -> int:
        """Tricks won by a side."""
        won = 0
        for tricks, side in zip(self.tricks, self.side, strict=True):
            if side == place:
                won += tricks
        return won

    def needed(self, place: int) -> int:
        """The tricks that win the deal for a side: five, four for a soloist."""
        return 4 if self.soloist is not None and self.side[self.soloist] == place else 5

    @property
    def march_length(self) -> int:
        """The tricks of a march: all in which both sides can play. Asked between tricks."""
        if self.soloist is None:
            return HAND_SIZE
        return min(HAND_SIZE, len(self.hands[self.soloist]) + sum(self.tricks))

    @property
    def can_lead(self) -> bool:
        """Whether every player still has a card for one more trick."""
        return all(self.hands) or all(self.hands[seat] for seat in self.players)

    @property
    def value(self) -> int:
        """What the deal is worth now to a side that wins the basic game."""
        return self.terms.game + self.terms.turn * sum(self.turns)

    @property
    def may_turn(self) -> bool:
        """Whether the leader's side may turn now."""
        after = self.terms.turn_after
        if not after:
            return after is None
        side = self.side[self.leader or 0]
        made = self.turns[side]
        return made < len(after) and self.won(side) >= after[made]

    @property
    def turn_limit(self) -> str:
        """Why the leader's side may not turn now; empty where it may."""
        if self.may_turn:
            return ""
        after, side = self.terms.turn_after, self.side[self.leader or 0]
        if not after:
            return "no card is ever led face down in this variant"
        made = self.turns[side]
        if made >= len(after):
            return f"{self.side_name(side)} have had both their turns in this deal"
        return f"{self.side_name(side)} have won {self.won(side)} so far, and this turn needs {after[made]}"

    # ---- exchanges

    @property
    def ole_on_offer(self) -> Card:
        """The Ole that the seat to act may take from the stock."""
        return self.stock[-self.place]

    def price_of(self, ole: Card, seat: int) -> Card:
        """What ``seat`` gives for an Ole: the Queen, or the King that it was asked for where nobody has her."""
        queen = FRENCH.card(f"Q{ole.suits}")
        return queen if queen in self.hands[seat] else FRENCH.card(f"K{ole.suits}")

    def entitled(self, ole: Card) -> int | None:
        """Who may take an Ole: the Queen's holder, else the King's."""
        for rank in ("Q", "K"):
            card = BY_RANK[rank][ole.suits]
            for seat, hand in enumerate(self.hands):
                if card in hand:
                    return seat
        return None

    @property
    def on_trade(self) -> list[Card]:
        """The Tens (in Bernhard's pack the Fives) that go for a turn-up, but for those that were kept."""
        trades = BY_RANK[self.terms.trade_rank]
        up = [card.suits for card in self.turnups]
        return [trades[suit] for suit in self.chosen if suit in up and trades[suit] not in self.declined]

    def to_trade(self, seat: int) -> Card | None:
        """The Ten or Five that ``seat`` may exchange now for a turn-up."""
        hand = self.hands[seat]
        return next((card for card in self.on_trade if card in hand), None)

    def turned_up(self, suit: str) -> list[Card]:
        """The turn-ups of a suit."""
        return [card for card in self.turnups if card.suits == suit]

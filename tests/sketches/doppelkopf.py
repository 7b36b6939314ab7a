"""Doppelkopf, the normal game: a double pack, hidden partners, and announcements of Re and Kontra."""

from __future__ import annotations

from typing import ClassVar

from rules_engine.core.game.game import best, deal_evenly
from rules_engine.core.game.trick_game import HandFlow, TrickGame
from rules_engine.core.model.cards import Card, Pack, doubled
from rules_engine.core.model.events import EventSink, Line
from rules_engine.core.model.moves import Move, make_move, play
from rules_engine.core.model.pack_art import FRENCH as LOOK
from rules_engine.core.model.packs import FRENCH
from rules_engine.core.model.rules import RuleBook
from rules_engine.core.model.tricks import PlayedCard
from rules_engine.core.positions.field_types import NUMBER, SEATS, BySeat, Number
from rules_engine.core.positions.position import field
from rules_engine.sketches.classic import (
    ClassicPosition,
    card_points,
    classic_rules,
    classic_words,
    ends,
    refused,
    short_pack,
    told,
)
from rules_engine.text.message import Text, say, suit_mark

book = RuleBook()
PACK = Pack("doppelkopf", FRENCH.suits.values(), doubled("doppelkopf", short_pack("9 10 J Q K A")), look=LOOK)
POINTS = {"A": 11, "10": 10, "K": 4, "Q": 3, "J": 2}
PLAIN, SUITS, HANDS, SAID_WITH = ["9", "K", "10", "A"], "DHSC", 24, 11
"""Ranks in plain suits and suits of Queens and Jacks, from low to high; hands per match; minimum hand size for announcing."""


class DoppelkopfPosition(ClassicPosition):
    """A position in Doppelkopf. ``queens`` are the seats known to play for Re, by a Queen of Clubs or an announcement; ``re`` and
    ``kontra`` are announcements.
    """

    number: int = field(Number(least=1, most=HANDS, blank=1), settable=True, key="hand_number")
    queens: frozenset[int] = field(SEATS, settable=True)
    re: frozenset[int] = field(SEATS, settable=True)
    kontra: frozenset[int] = field(SEATS, settable=True)
    points: list[int] = field(BySeat(NUMBER), settable=True)


def is_trump(card: Card) -> bool:
    """Return whether a card is a trump: a Diamond, a Jack, a Queen or the Ten of Hearts."""
    return card.suits == "D" or card.rank in ("J", "Q") or (card.rank, card.suits) == ("10", "H")


def suit(position: DoppelkopfPosition, card: Card) -> str:
    """Return the suit to which a card belongs, ``T`` for trumps."""
    return "T" if is_trump(card) else card.suits


def rank(position: DoppelkopfPosition, card: Card) -> int:
    """Return the rank of a card. From highest to lowest, trumps are the Tens of Hearts, Queens, Jacks and Diamonds."""
    if (card.rank, card.suits) == ("10", "H"):
        return 30
    place = {"J": 10, "Q": 20}.get(card.rank)
    return PLAIN.index(card.rank) if place is None else place + SUITS.index(card.suits)


def called(letter: str) -> Text:
    """Return the players' name of a suit."""
    return say("Trumps") if letter == "T" else suit_mark(letter)


def is_old(card: Card) -> bool:
    """Return whether a card is a Queen of Clubs."""
    return (card.rank, card.suits) == ("Q", "C")


def elders(position: DoppelkopfPosition) -> frozenset[int]:
    """Return the players for Re: those who hold a Queen of Clubs or are already known."""
    return position.queens | {seat for seat, hand in enumerate(position.hands) if any(map(is_old, hand))}


@book.offers("say", "With eleven cards or more, Re or Kontra may be said", during=("play",))
def says(position: DoppelkopfPosition, hand: list[Card]) -> list[Move]:
    """Before playing a card, a player with a Queen of Clubs may announce Re, any other player Kontra."""
    moves, seat = [play(card) for card in hand], position.actor
    if len(hand) < SAID_WITH or seat in position.re | position.kontra:
        return moves
    return [*moves, make_move("re" if seat in elders(position) else "kontra")]


def said(position: DoppelkopfPosition, seat: int, move: Move, note: EventSink) -> None:
    """An announcement is binding, and Re reveals the player's side."""
    if move.verb == "re":
        position.re |= {seat}
        position.queens |= {seat}
    else:
        position.kontra |= {seat}
    note(says, "called", seat, (), move.verb)


CLASSIC = classic_rules(book, suit, rank, lambda position: "T", called)


def played(position: DoppelkopfPosition, laid: PlayedCard, note: EventSink) -> None:
    """A Queen of Clubs reveals a partner."""
    if is_old(laid.card):
        position.queens |= {laid.seat}


@book.rule("score", "A point for the win, against the elders, for 90, 60, 30 and none; two for Re, two for Kontra")
def score(position: DoppelkopfPosition) -> list[Line]:
    """Each winner gains the amount that each loser pays; a player alone gains or pays it three times."""
    re = [seat for seat in position.table.seats if seat in position.queens]
    took = sum(position.points[seat] for seat in re)
    won = took > 120 or (took == 120 and bool(position.kontra) and not position.re)
    least = 240 - took if won else took
    worth = 1 + (not won) + sum(least < limit for limit in (90, 60, 30, 1)) + 2 * bool(position.re) + 2 * bool(position.kontra)
    gain = worth if won else -worth
    return [score.line([gain * ((4 - len(re)) // len(re) if seat in re else -1) for seat in position.table.seats], number=least)]


@book.rule("match-end", "The end after 24 hands")
def end(position: DoppelkopfPosition) -> list[int]:
    """The highest total wins."""
    return best(position.totals) if position.number >= HANDS else []


class Doppelkopf(TrickGame[DoppelkopfPosition]):
    """Doppelkopf for four."""

    id, name, pack = "doppelkopf", "Doppelkopf", PACK
    variants: ClassVar = {"normal": "24 hands"}
    player_counts = (4,)
    phases = ("play", "over")
    forms: ClassVar = {"play": ("CARD", "re", "kontra")}
    book = book
    positions = DoppelkopfPosition
    mechanisms = ("trumps", "partners", "hidden partners")
    course = HandFlow(
        **CLASSIC.course(), on_call=said, played=played, on_trick_taken=card_points(POINTS), scores=[score], match_end=[end]
    )

    def suit_of(self, position: DoppelkopfPosition, card: Card) -> str:
        """Return the suit to which a card belongs."""
        return suit(position, card)

    def sides(self, position: DoppelkopfPosition) -> list[tuple[int, ...]]:
        """Return the sides if the position shows the partners; otherwise each seat is a side."""
        known, seats = elders(position), self.table.seats
        shown = sum(map(is_old, (card for hand in position.hands for card in hand))) + len(position.queens)
        if len(known) < 2 and shown < 2:
            return [(seat,) for seat in seats]
        return [tuple(sorted(known)), tuple(seat for seat in seats if seat not in known)]

    def deal_out(self, position: DoppelkopfPosition, seed: int) -> None:
        """Deal twelve cards each, and deal again if one hand has both Queens of Clubs."""
        for again in range(seed, seed + 1000):
            deal_evenly(position, self.shuffled(self.deck, seed, (position.number, again)))
            if len(elders(position)) == 2:
                return


words = classic_words(CLASSIC)
words.line(score, say("The hand"))
words.taken(lambda position, seat: say("{n} {n:point|points}", n=position.points[seat]))
words.plate(lambda position, seat: [say("Re")] if seat in position.queens else [say("Kontra")] if seat in position.kontra else [])
refused(words, says, "Once, and with eleven cards or more: Re by who has a Queen of Clubs, Kontra by the others.")
told(words, says, re="{seat} {seat:says|say} Re.", kontra="{seat} {seat:says|say} Kontra.")
ends(words, end)

"""Euchre: 24 cards, bowers, a turned-up card, stick the dealer, going alone; to ten."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from rules_engine.core.game.game import best, deal_evenly
from rules_engine.core.game.trick_game import HandFlow, Stage
from rules_engine.core.model.cards import Card
from rules_engine.core.model.events import EventSink, Line
from rules_engine.core.model.moves import Move, make_move
from rules_engine.core.model.packs import FRENCH
from rules_engine.core.model.rules import RuleBook, part_of
from rules_engine.core.positions.field_types import FLAG, PILE, SEAT, Nullable, Number
from rules_engine.core.positions.position import field
from rules_engine.text.message import say, template
from tests.sketches.classic import ClassicGame, ClassicPosition, classic_rules, classic_words, ends, refused, short_pack, told

book = RuleBook()
SIDES, CARDS, HAND, GOAL = ((0, 2), (1, 3)), short_pack("9 10 J Q K A"), 5, 10
FELLOW = {"S": "C", "C": "S", "H": "D", "D": "H"}
"""Maps each suit to the other suit of the same colour."""


class EuchrePosition(ClassicPosition):
    """A position in Euchre. ``turned_up`` is the stock's face-up card; ``passes`` counts passes; ``alone`` is None until
    declared.
    """

    turned_up: list[Card] = field(PILE, settable=True)
    passes: int = field(Number(least=0, most=7), settable=True)
    maker: int | None = field(SEAT, settable=True)
    ordered: bool = field(FLAG, settable=True)
    alone: int | None = field(Nullable(Number(least=0, most=1)), settable=True)

    @property
    def playing(self) -> Sequence[int]:
        """The seats in play: all except the partner of a lone player."""
        return [seat for seat in self.table.seats if not self.alone or seat != ((self.maker or 0) + 2) % 4]


def suit(position: EuchrePosition, card: Card) -> str:
    """Return the suit to which a card belongs: the left bower is a trump."""
    return position.trump if card.rank == "J" and FELLOW[card.suits] == position.trump else card.suits


def rank(position: EuchrePosition, card: Card) -> int:
    """Return the rank of a card: the bowers are the highest trumps."""
    if card.rank == "J" and suit(position, card) == position.trump:
        return 21 if card.suits == position.trump else 20
    return card.value


# ---- making trumps

@book.offers("order-up", "The card turned up may be ordered up", during=("order",), can_refuse=False)
def order_up(position: EuchrePosition, hand: list[Card]) -> list[Move]:
    """Each player in turn passes or makes the suit of the turned-up card trumps."""
    return [make_move("pass"), make_move("order up")]


@book.offers("name", "Then another suit may be named", during=("name",))
def name_suit(position: EuchrePosition, hand: list[Card]) -> list[Move]:
    """The suit of the card that was turned down can't be named."""
    down = position.turned_up[0].suits if position.turned_up else ""
    return [make_move("pass"), *(make_move("name", suit=letter) for letter in FRENCH.suits if letter != down)]


@book.forbids("stick", "The dealer has to name one in the end", during=("name",))
def stick(position: EuchrePosition, moves: list[Move]) -> list[Move]:
    """The dealer, who speaks last, can't pass."""
    return moves if position.passes < 7 else [move for move in moves if move.verb != "pass"]


def in_turn(position: EuchrePosition) -> int | None:
    """Return the seat to speak, until trumps are made."""
    return (position.dealer + 1 + position.passes) % 4 if position.maker is None else None


def speaks(position: EuchrePosition, seat: int, move: Move, note: EventSink) -> None:
    """A player passes or makes trumps."""
    rule = order_up if position.phase == "order" else name_suit
    if move.verb == "pass":
        position.passes += 1
    else:
        position.maker, position.ordered = seat, move.verb == "order up"
        position.trump = move.suit or position.turned_up[0].suits
    note(rule, "called", seat, (), move.verb)


def picked_up(position: EuchrePosition, note: EventSink) -> None:
    """The dealer picks up the card that was ordered up."""
    if position.ordered and position.turned_up:
        position.hands[position.dealer] += position.turned_up
        position.turned_up = []


@book.offers("discard", "The dealer discards for it", during=("discard",), can_refuse=False)
def discard(position: EuchrePosition, hand: list[Card]) -> list[Move]:
    """Any card may be discarded."""
    return [make_move("discard", card) for card in hand]


def discarder(position: EuchrePosition) -> int | None:
    """Return the dealer while the dealer has one card more than the other players."""
    return position.dealer if len(position.hands[position.dealer]) > HAND else None


def put_away(position: EuchrePosition, seat: int, move: Move, note: EventSink) -> None:
    """A discarded card is out of play."""
    position.hands[seat].remove(move.played)
    note(discard, "called", seat, (move.played,))


@book.offers("alone", "Who made trumps may go alone", during=("alone",), can_refuse=False)
def alone(position: EuchrePosition, hand: list[Card]) -> list[Move]:
    """The partner of a lone player sits out."""
    return [make_move("alone"), make_move("together")]


def decides(position: EuchrePosition, seat: int, move: Move, note: EventSink) -> None:
    """The maker plays alone or together."""
    position.alone = int(move.verb == "alone")
    note(alone, "called", seat, (), move.verb)


# ---- the play

CLASSIC = classic_rules(book, suit, rank)


@part_of(CLASSIC.leader)
def leads(position: EuchrePosition) -> int:
    """Return the first player to the dealer's left, then the winner of the last trick."""
    order = position.table.clockwise_from(position.dealer + 1)
    return next(seat for seat in order if seat in position.playing) if position.taker is None else position.taker


@book.rule("score", "One for three tricks, two for five, two for a euchre, four for five alone")
def score(position: EuchrePosition) -> Line:
    """The makers score for three tricks or more, their opponents otherwise."""
    makers = (position.maker or 0) % 2
    won = sum(position.tricks[seat] for seat in SIDES[makers])
    points = (4 if position.alone else 2) if won == HAND else 1 if won >= 3 else 2
    return score.line([points if (side == makers) == (won >= 3) else 0 for side in (0, 1)])


@book.rule("game-end", "The end at ten")
def end(position: EuchrePosition) -> list[int]:
    """The side with ten points wins."""
    return best(position.totals) if max(position.totals) >= GOAL else []


class Euchre(ClassicGame[EuchrePosition]):
    """Euchre for four, in which the dealer must make trumps if all others pass."""

    id, name, pack, two_colours = "euchre", "Euchre", FRENCH, True
    variants: ClassVar = {"stick-the-dealer": "to ten"}
    phases = ("order", "name", "discard", "alone", "play", "over")
    forms: ClassVar = {"order": ("pass", "order up"), "name": ("pass", "name SUIT"), "discard": ("discard CARD",),
                       "alone": ("alone", "together"), "play": ("CARD",)}
    book, partners, cards = book, True, CARDS
    positions = EuchrePosition
    mechanisms = ("trumps", "partners")
    course = HandFlow(
        leader=leads, trick_winner=CLASSIC.winning, next_dealer=CLASSIC.next_dealer, players=lambda position: position.playing,
        scores=[score], match_end=[end], before=[
            Stage(phase="order", next_to_act=lambda position: in_turn(position) if position.passes < 4 else None, apply=speaks),
            Stage(phase="name", next_to_act=in_turn, apply=speaks, on_end=picked_up),
            Stage(phase="discard", next_to_act=discarder, apply=put_away, extra_cards=1),
            Stage(phase="alone", next_to_act=lambda position: position.maker if position.alone is None else None, apply=decides)])

    def suit_of(self, position: EuchrePosition, card: Card) -> str:
        """Return the suit to which a card belongs."""
        return suit(position, card)

    def hand_size(self) -> int:
        """Return five, which leaves three unseen cards in the stock."""
        return HAND

    def deal_out(self, position: EuchrePosition, seed: int) -> None:
        """Deal five cards each, and turn one up."""
        deck = self.shuffled(self.deck, seed, "deal")
        deal_evenly(position, deck[:HAND * 4])
        position.turned_up = deck[HAND * 4:HAND * 4 + 1]


words = classic_words(CLASSIC)
words.line(score, say("Tricks of the makers"))
PASSES = template("{seat} {seat:passes|pass}.")
told(words, order_up, "{seat} {seat:orders|order} it up: {suit} are trump.", passed=PASSES)
told(words, name_suit, "{seat} {seat:names|name} {suit} as trumps.", passed=PASSES)
told(words, discard, "{seat} {seat:discards|discard} {card}.", hidden=True)
told(words, alone, "{seat} {seat:plays|play} with a partner.", alone="{seat} {seat:goes|go} alone.")
refused(words, name_suit, "{suit} were turned down.")
refused(words, stick, "All have passed, so {seat} {seat:has|have} to name a suit.")
ends(words, end)

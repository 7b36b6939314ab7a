"""What a card is good for once the two suits are chosen, and which card beats which."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache

from rules_engine.core.cards import FACE_DOWN, Card
from rules_engine.core.packs import FRENCH
from rules_engine.core.position import Laid

OLEN = tuple(FRENCH.card(text) for text in ("2H", "4C", "8S", "9H", "9D"))
"""The five Old Ones, high to low. None of them is a card of its suit."""
BEATERS = ("A", "J", "6", "2", "3", "4")
"""The ranks of the chosen suits that beat others, high to low."""
FREE_RANKS = ("9", "8")

WEAKEST_BY_ROLE = {"free-card": "J", "unchosen-ace": "6"}
WEAKEST_BY_RANK = {"K": "2", "Q": "3"}
"""The lowest beater that reaches a King or a Queen, whatever its suit; a Four reaches what is below."""

OLE_PLACE = {card: place for place, card in enumerate(OLEN)}
_BEATER_PLACE = {rank: place for place, rank in enumerate(BEATERS)}


class Order:
    """Who beats whom in a deal with these chosen suits.

    ``role``       card to the id of the rule that tells what it can do
    ``beaten_by``  card to the cards that beat it where it leads the trick so far
    """

    def __init__(self, chosen: frozenset[str], suit_order: bool) -> None:
        self.chosen = chosen
        cards = [card for card in FRENCH if card.suits]
        self.role: Mapping[Card, str] = {card: _role(card, chosen, suit_order) for card in cards} | {
            FACE_DOWN: "no-power"}
        self.beaten_by: Mapping[Card, frozenset[Card]] = {
            top: frozenset(card for card in cards if self._beats(card, top)) for top in (*cards, FACE_DOWN)}

    def _beats(self, card: Card, top: Card) -> bool:
        mine, theirs = self.role[card], self.role[top]
        if theirs == "seven" or top is FACE_DOWN:       # a Seven beats nothing, so on top it was led
            return False
        if mine == "ole":
            return theirs != "ole" or OLE_PLACE[card] < OLE_PLACE[top]
        if mine == "beater":
            return self._reaches(card, top)
        if mine in ("unchosen-ace", "suit-order"):
            return theirs != "ole" and card.suits == top.suits and card.value > top.value
        return False

    def _reaches(self, beater: Card, top: Card) -> bool:
        if self.role[top] == "ole":
            return False
        if self.role[top] == "beater":          # equal ones of the two suits: the first played stands
            return _BEATER_PLACE[beater.rank] < _BEATER_PLACE[top.rank]
        return _BEATER_PLACE[beater.rank] <= _BEATER_PLACE[self.weakest(top)]

    def weakest(self, card: Card) -> str:
        """The rank of the lowest beater that beats ``card``, which is neither Ole, beater nor led Seven."""
        return WEAKEST_BY_ROLE.get(self.role[card]) or WEAKEST_BY_RANK.get(card.rank, "4")


def _role(card: Card, chosen: frozenset[str], suit_order: bool) -> str:
    if card in OLE_PLACE:
        return "ole"
    if card.suits not in chosen:
        return "unchosen-ace" if card.rank == "A" else "suit-order" if suit_order else "no-power"
    if card.rank in BEATERS:
        return "beater"
    if card.rank == "7":
        return "seven"
    return "free-card" if card.rank in FREE_RANKS else "no-power"


@cache
def order_of(chosen: frozenset[str], suit_order: bool) -> Order:
    """The one order for these chosen suits."""
    return Order(chosen, suit_order)


@cache
def order_in(chosen: tuple[str, ...], suit_order: bool) -> Order:
    """The same for the suits in the order in which they were chosen, which makes no difference."""
    return order_of(frozenset(chosen), suit_order)


def winning(laid: Sequence[Laid], order: Order) -> Laid:
    """The contribution that takes a trick as it lies: each card is held against the best one so far."""
    best, beaten_by = laid[0], order.beaten_by
    beaters = beaten_by[best.card]
    for one in laid:
        if one.card in beaters:     # the first isn't: no card beats itself
            best, beaters = one, beaten_by[one.card]
    return best


def higher_olen(ole: Card) -> tuple[Card, ...]:
    """The Olen above this one, high to low."""
    return OLEN[:OLE_PLACE[ole]]

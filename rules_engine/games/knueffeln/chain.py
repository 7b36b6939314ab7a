"""A trick told card by card: what the lead is worth, and what each later card beats or fails to beat."""

from __future__ import annotations

from collections.abc import Sequence

from rules_engine.core.cards import FACE_DOWN, Card, marks
from rules_engine.core.position import Laid
from rules_engine.core.rules import Finding, permits
from rules_engine.games.knueffeln.cards import BEATERS, Order, higher_olen, winning
from rules_engine.games.knueffeln.position import KnueffelnPosition

RANK_NAMES = {"A": "Ace", "J": "Jack", "6": "Six", "2": "Two", "3": "Three", "4": "Four"}
BARRED = {"A": "", "J": "", "6": "free cards", "2": "free cards and unchosen Aces",
          "3": "free cards, unchosen Aces and Kings", "4": "free cards, unchosen Aces, Kings and Queens"}
"""What is out of a beater's reach, Olen and beaters aside."""


def tell_laid(position: KnueffelnPosition, laid: Sequence[Laid]) -> Finding:
    """What the last of these cards does in the trick."""
    *before, last = laid
    card, who, order = last.card, position.seat_name(last.seat), position.order
    if card is FACE_DOWN:
        return permits("turn", f"{who} leads a card face down.")
    if not before:
        return permits(order.role[card], f"{who} leads the {{{card.text}}}, {_lead(card, order)}.", [card])
    best = winning(before, order).card
    if card in order.beaten_by[best]:
        return permits(order.role[card], f"{who}'s {{{card.text}}} beats the {{{best.text}}}: "
                                         f"{_win(card, best, order)}.", [card, best])
    rule, why = _failure(card, best, order)
    return permits(rule, f"{who}'s {{{card.text}}} doesn't beat the {{{best.text}}}: {why}.", [card, best])


def _lead(card: Card, order: Order) -> str:
    role = order.role[card]
    if role == "ole":
        above = higher_olen(card)
        return f"an Ole that only {marks(above, 'or')} can beat" if above else "the highest Ole, which nothing beats"
    if role == "beater":
        higher = "an Ole" if card.rank == "A" else "an Ole or a higher beater"
        return f"a beater that falls to {higher} alone"
    if role == "seven":
        return "a chosen Seven: led, it can't be beaten"
    return f"{_called(card, order)} that falls to {_threats(card, order)}"


def _called(card: Card, order: Order) -> str:
    role = order.role[card]
    if role in ("free-card", "unchosen-ace"):
        return "a free card" if role == "free-card" else "an unchosen Ace"
    return "a chosen card without power" if card.suits in order.chosen else "an unchosen card"


def _threats(card: Card, order: Order) -> str:
    weakest = order.weakest(card)
    told = f"an Ole, a chosen {RANK_NAMES[weakest]} or a higher beater"
    if order.role[card] == "suit-order":
        return f"{told}, or a higher card of its suit"
    return f"{told}, or the {{A{card.suits}}}" if _has_ace_above(card, order) else told


def _has_ace_above(card: Card, order: Order) -> bool:
    return card.suits not in order.chosen and order.role[card] == "no-power"


def _win(card: Card, best: Card, order: Order) -> str:
    role = order.role[card]
    if role == "ole":
        return "it is the higher Ole" if order.role[best] == "ole" else "an Ole is above all but the Olen over it"
    if role == "beater":
        if order.role[best] == "beater":
            return "it is the higher beater"
        return f"{_named(card)} reaches {_kind_reached(best, order)}"
    return "the Ace beats every other card of its suit" if role == "unchosen-ace" else "it is higher in the same suit"


def _kind_reached(best: Card, order: Order) -> str:
    role = order.role[best]
    if role in ("free-card", "unchosen-ace"):
        return "a free card" if role == "free-card" else "an unchosen Ace"
    return {"K": "a King", "Q": "a Queen"}.get(best.rank, "a card of this kind")


def _failure(card: Card, best: Card, order: Order) -> tuple[str, str]:
    mine, theirs = order.role[card], order.role[best]
    if theirs == "seven":
        return "seven", "a chosen Seven that was led can't be beaten"
    if mine == "ole":
        return "ole", "that Ole is the higher one"
    if mine == "beater":
        return "beater", _beater_short(card, best, order)
    if mine in ("seven", "free-card"):
        return mine, f"a chosen {'Seven' if mine == 'seven' else 'Eight or Nine'} that isn't led beats nothing"
    if mine == "no-power":
        return mine, f"{_called(card, order)} below the beaters beats nothing" if card.suits in order.chosen else (
            "an unchosen card below the Ace beats nothing")
    what = "the Ace" if mine == "unchosen-ace" else "an unchosen card"
    if card.suits == best.suits and theirs != "ole":
        return mine, "it is lower in the same suit"
    return mine, f"{what} beats cards of its own suit alone"


def _beater_short(card: Card, best: Card, order: Order) -> str:
    if order.role[best] == "ole":
        return "a beater never beats an Ole"
    if order.role[best] == "beater":
        same = card.rank == best.rank
        return "of two equal beaters the first played stands" if same else "it is the lower beater"
    return f"{_named(card)} doesn't reach {BARRED[card.rank]}"


def _named(card: Card) -> str:
    assert card.rank in BEATERS
    return f"a chosen {RANK_NAMES[card.rank]}" if card.rank != "A" else "a chosen Ace"

"""What a card does in a trick, in words: what the lead is worth, and what each later card beats or fails to beat."""

from __future__ import annotations

from rules_engine.core.cards import Card, marks
from rules_engine.games.knueffeln import rules
from rules_engine.games.knueffeln.position import KnueffelnPosition as Position

RANK_NAMES = {"A": "Ace", "J": "Jack", "6": "Six", "2": "Two", "3": "Three", "4": "Four"}
BARRED = {"A": "", "J": "", "6": "free cards", "2": "free cards and unchosen Aces",
          "3": "free cards, unchosen Aces and Kings", "4": "free cards, unchosen Aces, Kings and Queens"}
"""What is out of a beater's reach, Olen and beaters aside."""


def does(position: Position, seat: int, card: Card, best: Card | None = None) -> str:
    """What a card led does, or one held against the best so far."""
    who = position.name(seat)
    if best is None:
        return f"{who} leads the {{{card.text}}}, {_lead(position, card)}."
    if card in position.order.beaten_by[best]:
        return f"{who}'s {{{card.text}}} beats the {{{best.text}}}: {_win(position, card, best)}."
    return f"{who}'s {{{card.text}}} doesn't beat the {{{best.text}}}: {_failure(position, card, best)}."


def _lead(position: Position, card: Card) -> str:
    role = position.order.role[card]
    if role is rules.ole:
        above = rules.OLEN[:rules.OLEN.index(card)]
        return f"an Ole that only {marks(above, 'or')} can beat" if above else "the highest Ole, which nothing beats"
    if role is rules.beater:
        higher = "an Ole" if card.rank == "A" else "an Ole or a higher beater"
        return f"a beater that falls to {higher} alone"
    if role is rules.seven:
        return "a chosen Seven: led, it can't be beaten"
    return f"{_called(position, card)} that falls to {_threats(position, card)}"


def _called(position: Position, card: Card) -> str:
    ordinary = f"{'a chosen card without power' if card.suits in position.chosen else 'an unchosen card'}"
    return _special(position, card) or ordinary


def _special(position: Position, card: Card) -> str:
    return {rules.free_card: "a free card", rules.unchosen_ace: "an unchosen Ace"}.get(position.order.role[card], "")


def _threats(position: Position, card: Card) -> str:
    role, threats = position.order.role, position.order.beaten_by[card]
    ranks = {threat.rank for threat in threats if role[threat] is rules.beater}
    told = f"an Ole, a chosen {RANK_NAMES[max(ranks, key=rules.BEATERS.index)]} or a higher beater"
    if role[card] is rules.suit_order:
        return f"{told}, or a higher card of its suit"
    return told + "".join(f", or the {{{threat.text}}}" for threat in threats if role[threat] is rules.unchosen_ace)


def _win(position: Position, card: Card, best: Card) -> str:
    mine, theirs = position.order.role[card], position.order.role[best]
    if mine is rules.ole:
        return "it is the higher Ole" if theirs is rules.ole else "an Ole is above all but the Olen over it"
    if mine is rules.beater:
        return "it is the higher beater" if theirs is mine else f"{_named(card)} reaches {_reached(position, best)}"
    return "the Ace beats every other card of its suit" if mine is rules.unchosen_ace else "it is higher in the same suit"


def _reached(position: Position, best: Card) -> str:
    return _special(position, best) or {"K": "a King", "Q": "a Queen"}.get(best.rank, "a card of this kind")


def _failure(position: Position, card: Card, best: Card) -> str:
    mine, theirs = position.order.role[card], position.order.role[best]
    if theirs is rules.seven:
        return "a chosen Seven that was led can't be beaten"
    if mine is rules.ole:
        return "that Ole is the higher one"
    if mine is rules.beater:
        return _beater_short(position, card, best)
    if mine in (rules.seven, rules.free_card):
        return f"a chosen {'Seven' if mine is rules.seven else 'Eight or Nine'} that isn't led beats nothing"
    if mine is rules.no_power:
        return (f"{_called(position, card)} below the beaters beats nothing" if card.suits in position.chosen
                else "an unchosen card below the Ace beats nothing")
    if card.suits == best.suits and theirs is not rules.ole:
        return "it is lower in the same suit"
    return f"{'the Ace' if mine is rules.unchosen_ace else 'an unchosen card'} beats cards of its own suit alone"


def _beater_short(position: Position, card: Card, best: Card) -> str:
    theirs = position.order.role[best]
    if theirs is rules.ole:
        return "a beater never beats an Ole"
    if theirs is rules.beater:
        same = card.rank == best.rank
        return "of two equal beaters the first played stands" if same else "it is the lower beater"
    return f"{_named(card)} doesn't reach {BARRED[card.rank]}"


def _named(card: Card) -> str:
    return f"a chosen {RANK_NAMES[card.rank]}"

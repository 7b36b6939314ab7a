"""What a card does in a trick, in words: what the lead is worth, and what each later card beats or fails to beat."""

from __future__ import annotations

from rules_engine.core.cards import Card, listed, marks
from rules_engine.games.knueffeln import rules
from rules_engine.games.knueffeln.cards import TURNED
from rules_engine.games.knueffeln.position import KnueffelnPosition as Position

RANK_NAMES = {"A": "Ace", "K": "King", "Q": "Queen", "J": "Jack", "10": "Ten", "6": "Six", "5": "Five", "2": "Two",
              "3": "Three", "4": "Four"}


def does(position: Position, seat: int, card: Card, best: Card | None = None) -> str:
    """What a card led does, or one held against the best so far."""
    if best is None:
        turned = any(one.card is card and one.move in TURNED for one in position.trick)
        led = f"{position.whose(seat)} turned card is" if turned else position.does(seat, "leads")
        return f"{led} the {{{card.text}}}, {_lead(position, card)}."
    which = f"{position.whose(seat)} {{{card.text}}}"
    if card in position.order.beaten_by[best]:
        return f"{which} beats the {{{best.text}}}: {_win(position, card, best)}."
    return f"{which} doesn't beat the {{{best.text}}}: {_failure(position, card, best)}."


def _lead(position: Position, card: Card) -> str:
    role = position.order.role[card]
    if role is rules.ole:
        above = rules.OLEN[:rules.OLEN.index(card)]
        return f"an Ole that only {marks(above, 'or')} can beat" if above else "the highest Ole, which nothing beats"
    if role is rules.beater:
        return f"a beater: only {'an Ole' if card.rank == 'A' else 'an Ole or a higher beater'} beats it"
    if role is rules.seven:
        return "a chosen Seven: led, it can't be beaten"
    return f"{_called(position, card)}: {_threats(position, card)} beats it"


def _called(position: Position, card: Card) -> str:
    return _special(position, card) or ("a chosen card without power" if card.suits in position.chosen else "an unchosen card")


def _special(position: Position, card: Card) -> str:
    return {rules.free_card: "a free card", rules.unchosen_ace: "an unchosen Ace"}.get(position.order.role[card], "")


def _threats(position: Position, card: Card) -> str:
    role, threats = position.order.role, position.order.beaten_by[card]
    lowest = max({threat.rank for threat in threats if role[threat] is rules.beater}, key=rules.BEATERS.index)
    beating = ["an Ole", "any beater" if lowest == rules.BEATERS[-1] else f"a beater from the {RANK_NAMES[lowest]} up"]
    if role[card] is rules.suit_order:
        return listed([*beating, "a higher card of its suit"], "or")
    return listed([*beating, *(f"the {{{threat.text}}}" for threat in threats if role[threat] is rules.unchosen_ace)], "or")


def _win(position: Position, card: Card, best: Card) -> str:
    mine, theirs = position.order.role[card], position.order.role[best]
    if mine is rules.ole:
        return "it is the higher Ole" if theirs is rules.ole else "an Ole falls only to a higher Ole"
    if mine is rules.beater:
        return "it is the higher beater" if theirs is mine else _reaches(position, card, best)
    return "the Ace beats all other cards of its suit" if mine is rules.unchosen_ace else "it is higher in the same suit"


def _reaches(position: Position, card: Card, best: Card) -> str:
    high = _high(position, best)
    return f"{_named(card)} beats {high}" if high else "any beater beats an ordinary card below the Queen"


def _high(position: Position, best: Card) -> str:
    """What is out of some beaters' reach; nothing for a card that all of them beat."""
    return _special(position, best) or {"K": "a King", "Q": "a Queen"}.get(best.rank, "")


def _failure(position: Position, card: Card, best: Card) -> str:
    mine, theirs = position.order.role[card], position.order.role[best]
    if theirs is rules.seven:
        return "a chosen Seven that was led can't be beaten"
    if mine is rules.ole:
        return "it is the lower Ole"
    if mine is rules.beater:
        return _beater_short(position, card, best)
    if mine in (rules.seven, rules.free_card):
        return f"a chosen {'Seven' if mine is rules.seven else 'Eight or Nine'} that isn't led beats nothing"
    if mine is rules.no_power:
        return f"{_named(card) if card.suits in position.chosen else 'an unchosen card below the Ace'} beats nothing"
    if card.suits == best.suits and theirs is not rules.ole:
        return "it is lower in the same suit"
    return f"{'the Ace' if mine is rules.unchosen_ace else 'an unchosen card'} beats only cards of its own suit"


def _beater_short(position: Position, card: Card, best: Card) -> str:
    theirs = position.order.role[best]
    if theirs is rules.ole:
        return "a beater never beats an Ole"
    if theirs is rules.beater:
        same = card.rank == best.rank
        return "of two equal beaters the first one wins" if same else "it is the lower beater"
    return f"{_named(card)} doesn't beat {_high(position, best)}"


def _named(card: Card) -> str:
    return f"a chosen {RANK_NAMES[card.rank]}"

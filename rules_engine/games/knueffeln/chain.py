"""Descriptions of the cards in a trick: the power of the lead, and the reason why each later card beats the best one or not."""

from __future__ import annotations

from rules_engine.core.model.cards import Card
from rules_engine.games.knueffeln import rules
from rules_engine.games.knueffeln.cards import TURNED
from rules_engine.games.knueffeln.position import KnueffelnPosition as Position
from rules_engine.narration.move_phrases import with_article
from rules_engine.text.message import Text, any_of, say

CHOSEN = {
    "A": say("a chosen Ace"), "K": say("a chosen King"), "Q": say("a chosen Queen"), "J": say("a chosen Jack"),
    "10": say("a chosen Ten"), "6": say("a chosen Six"), "5": say("a chosen Five"), "2": say("a chosen Two"),
    "3": say("a chosen Three"), "4": say("a chosen Four")}
"""Names for cards of a chosen suit, by rank."""
BEATERS_FROM = {
    "J": say("a beater from the Jack up"), "6": say("a beater from the Six up"), "2": say("a beater from the Two up"),
    "3": say("a beater from the Three up"), "4": say("any beater")}
"""Names for a range of beaters, by the lowest one."""


def does(position: Position, seat: int, card: Card, best: Card | None = None) -> Text:
    """Describe the lead, or compare a later card with the best one so far."""
    who = position.name(seat)
    if best is None:
        turned = any(one.card is card and one.move in TURNED for one in position.trick)
        what = _lead(position, card, turned)
        if turned:
            return say("{seat's} turned card is {card}, {what}.", seat=who, card=with_article(card), what=what)
        return say("{seat} {seat:leads|lead} {card}, {what}.", seat=who, card=with_article(card), what=what)
    if card in position.order.beaten_by[best]:
        return say(
            "{seat's} {card} beats {best}: {why}.", seat=who, card=card, best=with_article(best), why=_win(position, card, best)
        )
    return say("{seat's} {card} doesn't beat {best}: {why}.", seat=who, card=card, best=with_article(best),
               why=_failure(position, card, best))


def _lead(position: Position, card: Card, turned: bool) -> Text:
    """Describe the power of a lead. Some languages need other words for a lead made face down, so the template has a field for
    that."""
    role = position.order.role[card]
    if role is rules.ole:
        above = rules.OLEN[:rules.OLEN.index(card)]
        if not above:
            return say("{turned:the|the} highest Ole, which nothing beats", turned=turned)
        return say("{turned:an|an} Ole that only {cards} can beat", turned=turned, cards=any_of(map(with_article, above)))
    if role is rules.beater:
        if card.rank == "A":
            return say("{turned:a|a} beater: only an Ole beats it", turned=turned)
        return say("{turned:a|a} beater: only an Ole or a higher beater beats it", turned=turned)
    if role is rules.seven:
        return say("a chosen Seven: nothing beats it")
    return _reached(position, card)


def _reached(position: Position, card: Card) -> Text:
    threats, role = _threats(position, card), position.order.role[card]
    if role is rules.free_card:
        return say("a free card: {threats} beats it", threats=threats)
    if role is rules.unchosen_ace:
        return say("an unchosen Ace: {threats} beats it", threats=threats)
    if card.suits in position.chosen:
        return say("a chosen card without power: {threats} beats it", threats=threats)
    return say("an unchosen card: {threats} beats it", threats=threats)


def _threats(position: Position, card: Card) -> Text:
    role, threats = position.order.role, position.order.beaten_by[card]
    lowest = max({threat.rank for threat in threats if role[threat] is rules.beater}, key=rules.BEATERS.index)
    beating = [say("an Ole"), BEATERS_FROM[lowest]]
    if role[card] is rules.suit_order:
        return any_of([*beating, say("a higher card of its suit")])
    return any_of([*beating, *(with_article(threat) for threat in threats if role[threat] is rules.unchosen_ace)])


def _win(position: Position, card: Card, best: Card) -> Text:
    mine, theirs = position.order.role[card], position.order.role[best]
    if mine is rules.ole:
        return say("it is the higher Ole") if theirs is rules.ole else say("an Ole beats nearly everything")
    if mine is rules.beater:
        return say("it is the higher beater") if theirs is mine else _reaches(position, card, best)
    if mine is rules.unchosen_ace:
        return say("the Ace beats all other cards of its suit")
    return say("it is higher in the same suit")


def _reaches(position: Position, card: Card, best: Card) -> Text:
    """Explain that a beater beats a card that some other beaters can't beat."""
    role, own = position.order.role[best], CHOSEN[card.rank]
    if role is rules.free_card:
        return say("{card} beats a free card", card=own)
    if role is rules.unchosen_ace:
        return say("{card} beats an unchosen Ace", card=own)
    if best.rank == "K":
        return say("{card} beats a King", card=own)
    return (
        say("{card} beats a Queen", card=own)
        if best.rank == "Q"
        else say("any beater is enough for {card}", card=with_article(best))
    )


def _failure(position: Position, card: Card, best: Card) -> Text:
    mine, theirs = position.order.role[card], position.order.role[best]
    if theirs is rules.seven:
        return say("a chosen Seven that was led can't be beaten")
    if mine is rules.ole:
        return say("it is the lower Ole")
    if mine is rules.beater:
        return _beater_short(position, card, best)
    if mine is rules.seven:
        return say("a chosen Seven that isn't led beats nothing")
    if mine is rules.free_card:
        return say("a chosen Eight or Nine that isn't led beats nothing")
    if mine is rules.no_power:
        chosen = card.suits in position.chosen
        return say("{card} beats nothing", card=CHOSEN[card.rank] if chosen else say("an unchosen card below the Ace"))
    if card.suits == best.suits and theirs is not rules.ole:
        return say("it is lower in the same suit")
    if mine is rules.unchosen_ace:
        return say("the Ace beats only cards of its own suit")
    return say("an unchosen card beats only cards of its own suit")


def _beater_short(position: Position, card: Card, best: Card) -> Text:
    theirs, own = position.order.role[best], CHOSEN[card.rank]
    if theirs is rules.ole:
        return say("a beater never beats an Ole")
    if theirs is rules.beater:
        same = card.rank == best.rank
        return say("of two equal beaters the first stays ahead") if same else say("it is the lower beater")
    if theirs is rules.free_card:
        return say("{card} doesn't beat a free card", card=own)
    if theirs is rules.unchosen_ace:
        return say("{card} doesn't beat an unchosen Ace", card=own)
    return say("{card} doesn't beat a King", card=own) if best.rank == "K" else say("{card} doesn't beat a Queen", card=own)

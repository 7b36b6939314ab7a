"""Checks of the claims in Snakebit's sentences against its rules."""

from __future__ import annotations

from collections.abc import Collection

from rules_engine.core.model.cards import Card
from rules_engine.games.snakebit.cards import SUITS_IN_ORDER
from rules_engine.games.snakebit.position import SnakebitPosition as Position
from rules_engine.narration.claims import Claim, Claims, suits_in

claims = Claims[Position]()
Said = Claim[Position]
SUITS = frozenset(SUITS_IN_ORDER)


def leadable(said: Said, broken: Collection[str] | None = None) -> set[str]:
    """Return the suits that a leader with the complete pack in hand may name. ``broken`` replaces the suits that are broken
    now."""
    lead = said.position.copy()
    lead.phase, lead.trick, lead.to_act = "play", [], 0
    lead.hands = [[*said.game.deck], *lead.hands[1:]]
    lead.broken = lead.broken if broken is None else frozenset(broken)
    return {move.suit for move in said.game.legal(lead)}


def _barred(said: Said) -> set[str]:
    """Return the suits that a leader may not name before they are broken."""
    return {*SUITS - leadable(said, ())}


def _pair(said: Said) -> set[str]:
    """Return the trump suit and the cursed suit."""
    return {said.position.trump, said.position.cursed}


def _suits(cards: Collection[Card]) -> set[str]:
    return {suit for card in cards for suit in card.suits}


# ---- the deal, and the titles of rules

@claims.of("{seat} {seat:deals|deal} {n} {n:card|cards} to each of the {players} players.")
def _(said: Said) -> bool:
    laid = [one.seat for one in said.position.trick]
    each = {len(hand) + laid.count(seat) for seat, hand in enumerate(said.position.hands)}
    return each == {said.number("n")} and said.number("players") == len(said.position.hands) and not any(said.position.tricks)


@claims.of("The Crown and the Ace turned up are both of {suit}: {suit} are trumps, and cursed as well.")
def _(said: Said) -> bool:
    return _pair(said) == {said.suit("suit")}


@claims.of("All cards are dealt")
def _(said: Said) -> bool:
    return {card for hand in said.game.deal(1).hands for card in hand} == {*said.game.deck}


@claims.of("Every card has two suits")
def _(said: Said) -> bool:
    return all(len(card.suits) == 2 for card in said.game.deck)


@claims.of("Two suits must be broken first", "Only trumps and the cursed suit have to be broken first.")
def _(said: Said) -> bool:
    return _barred(said) == _pair(said)


@claims.of("One point for each trick", "1 each", "Minus one for each cursed card", "−1 each")
def _(said: Said) -> bool:
    end = said.game.deal(2)
    while end.to_act is not None:
        end, _ = said.game.make(end, said.game.legal(end)[0])
    earned = {"score-tricks": end.tricks, "score-cursed": [-taken for taken in end.cursed_taken]}
    return any([*line.points] == earned[said.rule] for line in said.game.sheet(end) if line.rule.id == said.rule)


@claims.of("Each trick is a point; each cursed card in it costs one.")
def _(said: Said) -> bool:
    end = said.played_until(lambda now: False, 2)
    return [*(end.hand_score or ())] == [won - cursed for won, cursed in zip(end.tricks, end.cursed_taken, strict=True)]


@claims.of("The game ends at −13")
def _(said: Said) -> bool:
    return _over(said, -13, 1) and not _over(said, -12, 7)


@claims.of("The game ends after six hands")
def _(said: Said) -> bool:
    return _over(said, 0, 6) and not _over(said, -20, 5)


def _over(said: Said, least: int, number: int) -> bool:
    """Return whether the match is over after hand ``number`` if the lowest total is ``least``."""
    end = said.position.copy()
    others = len(end.score) - 1
    end.score, end.hand_score, end.hand_over, end.number = [least, *[0] * others], [0] * (others + 1), True, number
    return bool(said.game.match_winners(end))


# ---- legal moves

@claims.of("A card may be led as either of its suits.")
def _(said: Said) -> bool:
    return leadable(said) == SUITS


@claims.of("Only the leader names a suit: {card} is played without one.")
def _(said: Said) -> bool:
    return bool(said.position.trick) and not any(move.suit for move in said.game.legal(said.position))


@claims.of("{suit} are {role}, but already broken, so they may be led.")
def _(said: Said) -> bool:
    suit, broken = said.suit("suit"), said.position.broken
    return suit in broken and suit in leadable(said) and suit not in leadable(said, broken - {suit})


@claims.of("Every suit in {seat's} hand is trumps or cursed and not yet broken, so any of them may be led.")
def _(said: Said) -> bool:
    held, legal = _suits(said.hand), {move.suit for move in said.game.legal(said.position)}
    return said.any_card and held == legal and held <= _pair(said) - said.position.broken and held.isdisjoint(leadable(said))


@claims.of("{suit} are {role} and not yet broken: they can't be led until someone has played one to another lead.")
def _(said: Said) -> bool:
    suit, broken = said.suit("suit"), said.position.broken
    return suit in _pair(said) - broken and not said.legal and suit in leadable(said, broken | {suit})


@claims.of("{suit}, the other suit of {card}, aren't broken yet either.")
def _(said: Said) -> bool:
    suit = said.suit("suit")
    return suit in said.card("card").suits and suit not in said.position.broken and suit not in leadable(said)


@claims.of("both trumps and cursed")
def _(said: Said) -> bool:
    return len(_pair(said)) == 1


@claims.of("{seat} {seat:has|have} no {suit} and may play any card.")
def _(said: Said) -> bool:
    return said.any_card and said.suit("suit") == said.position.suit_led and said.suit("suit") not in _suits(said.hand)


@claims.of("A trump is no exception.")
def _(said: Said) -> bool:
    return said.move is not None and said.position.trump in said.move.played.suits and not said.legal


@claims.of("{seat's} {card} breaks {suit}: they may be led from now on.")
def _(said: Said) -> bool:
    suit = said.suit("suit")
    return suit in leadable(said) and suit not in leadable(said, said.earlier.broken)


# ---- tricks

def _trumps(said: Said) -> list[Card]:
    """Return the trumps in the trick that was taken, highest first."""
    assert said.position.last_trick is not None
    cards = [one.card for one in said.position.last_trick.laid if said.position.trump in one.card.suits]
    return sorted(cards, key=lambda card: card.value, reverse=True)


@claims.of("the only trump")
def _(said: Said) -> bool:
    return _trumps(said) == [*said.happened.cards]


@claims.of("the highest trump")
def _(said: Said) -> bool:
    return len(_trumps(said)) > 1 and _trumps(said)[0] == said.happened.cards[0]


@claims.of("the highest of {suit}; no trump was played")
def _(said: Said) -> bool:
    assert said.position.last_trick is not None
    followed = [one.card for one in said.position.last_trick.laid if said.suit("suit") in one.card.suits]
    return not _trumps(said) and max(followed, key=lambda card: card.value) == said.happened.cards[0]


@claims.of("It contains {n} cursed {n:card|cards}, {cards}: {points} for {seat}.")
def _(said: Said) -> bool:
    assert said.position.last_trick is not None
    cursed = [one.card for one in said.position.last_trick.laid if said.position.cursed in one.card.suits]
    seat, n = said.one_seat("seat"), said.number("n")
    taken = said.position.cursed_taken[seat] - said.earlier.cursed_taken[seat]
    return cursed == said.cards("cards") and len(cursed) == n == taken == -said.number("points")


@claims.of("{which} {which:isn't a trump|aren't trumps} and can't beat {beaten}, which is one.")
def _(said: Said) -> bool:
    trump, last = said.position.trump, said.laid[-1]
    return trump not in last.card.suits and trump in said.card("beaten").suits and _loses(said)


@claims.of("{which} {which:is|are} neither {suit} nor {which:a trump, so it|trumps, so they} can't win.")
def _(said: Said) -> bool:
    return {said.position.trump, said.suit("suit")}.isdisjoint(said.laid[-1].card.suits) and _loses(said)


def _loses(said: Said) -> bool:
    """Return whether the last card played to a trick is beaten."""
    return said.laid[-1].seat not in said.game.winners(said.position, said.laid).values()


@claims.of("All suits of {cards} are broken. The card that is led breaks nothing.")
def _(said: Said) -> bool:
    played, new = _suits(said.cards("cards")), said.position.broken - said.earlier.broken
    return said.cards("cards") == [one.card for one in said.laid[1:]] and new <= played <= said.position.broken


@claims.of("{card} {card:is|are} cursed, for one of its suits is {suit}.")
def _(said: Said) -> bool:
    return said.position.cursed == said.suit("suit") and said.suit("suit") in said.laid[0].card.suits


@claims.of("Neither of its suits is {suit}: {card} {card:isn't|aren't} cursed.")
def _(said: Said) -> bool:
    return said.suit("suit") == said.position.cursed and said.position.cursed not in said.laid[0].card.suits


# ---- the match and the table

@claims.of("{seat} {seat:is|are} down to {n}, so the game is over")
def _(said: Said) -> bool:
    totals = said.position.totals
    return said.position.game_over and totals[said.one_seat("seat")] == min(totals) == said.number("n") <= -13


@claims.of("Nobody is down to {n}, so another hand is played.")
def _(said: Said) -> bool:
    return not said.position.game_over and min(said.position.totals) > said.number("n")


@claims.of("The sixth hand was the last")
def _(said: Said) -> bool:
    return said.position.game_over and said.position.number == 6


@claims.of("Six hands are played, and this was hand {n}.")
def _(said: Said) -> bool:
    return not said.position.game_over and said.number("n") == said.position.number and _over(said, 0, 6)


@claims.of("Not yet broken")
def _(said: Said) -> bool:
    return {*suits_in(said.shows)} == SUITS - leadable(said)


@claims.of("Neither is broken yet.")
def _(said: Said) -> bool:
    return len(_pair(said)) == 2 and _pair(said).isdisjoint(said.position.broken)


@claims.of("They are not broken yet.")
def _(said: Said) -> bool:
    return len(_pair(said)) == 1 and _pair(said).isdisjoint(said.position.broken)

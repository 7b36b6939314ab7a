"""Checks of the claims in Knüffeln's sentences against its rules."""

from __future__ import annotations

import re
from collections.abc import Iterable

from rules_engine.core.model.cards import Card
from rules_engine.core.model.moves import Move
from rules_engine.core.model.tricks import PlayedCard
from rules_engine.games.knueffeln.cards import PLAYS, TURNED
from rules_engine.games.knueffeln.position import KnueffelnPosition as Position
from rules_engine.narration.claims import Claim, Claims

claims = Claims[Position]()
Said = Claim[Position]
OLEN = ("2H", "4C", "8S", "9H", "9D")
BEATERS = ("A", "J", "6", "2", "3", "4")
NINE = 9


def _beaten(said: Said, card: Card) -> set[Card]:
    """Return the leads that a card beats."""
    return {best for best in said.game.deck if best is not card and _ahead(said, best, card) == 1}


def _beating(said: Said, led: Card) -> set[Card]:
    """Return the cards that beat a lead."""
    return {card for card in said.game.deck if card is not led and _ahead(said, led, card) == 1}


def _ahead(said: Said, *cards: Card) -> int:
    """Return the index of the card that wins the trick if these cards are played in this order."""
    return said.game.winners(said.position, [PlayedCard(place, PLAYS[card]) for place, card in enumerate(cards)])[""]


def _is_ole(card: Card) -> bool:
    return card.text in OLEN


def _is_beater(said: Said, card: Card) -> bool:
    return not _is_ole(card) and card.suits in said.position.chosen and card.rank in BEATERS


def _own_suit(said: Said, card: Card) -> set[Card]:
    """Return the other cards of a card's suit, without the Olen."""
    return {other for other in said.game.deck if other.suits == card.suits and other is not card and not _is_ole(other)}


def _last(said: Said) -> Card:
    """Return the card that a sentence about a trick describes: the last card of the trick, or the one just played."""
    return said.laid[-1].card if said.laid else said.happened.cards[0]


def _led(said: Said) -> Card:
    """Return the lead, or the best card before the one just played, as named in a sentence about a trick."""
    return said.laid[0].card if said.laid else said.happened.cards[-1]


def _turning(said: Said, position: Position | None = None) -> bool:
    """Return whether a lead may be made face down in a position, by default the present one."""
    return not TURNED.isdisjoint(said.game.legal(position or said.position))


def _tricks(said: Said, seats: Iterable[int]) -> int:
    return sum(said.position.tricks[seat] for seat in seats)


# ---- the deal, and the titles of rules

@claims.of("{seat} {seat:deals|deal} nine cards each, three at a time; twelve are left over as the stock.")
def _(said: Said) -> bool:
    now = said.position
    held = [len(hand) for seat, hand in enumerate(now.hands) if seat in (now.players or now.table.seats) and seat != now.soloist]
    nine = {*held} - {0} == {NINE}
    return nine and (not now.stock or len(now.stock) + len(now.turnups) == 12)


@claims.of("Nine cards each")
def _(said: Said) -> bool:
    return sorted(map(len, said.game.deal(1).hands))[-4:] == [NINE] * 4


@claims.of("They are all of one suit, so the hand is void and {seat} {seat:deals|deal} again.")
def _(said: Said) -> bool:
    one = len({card.suits for card in said.position.turnups}) == 1 and len(said.position.turnups) == 4
    again = said.game.next_dealer(said.position) == said.one_seat("seat") == said.position.dealer
    return one and said.position.hand_over and again


@claims.of("Two suits are chosen")
def _(said: Said) -> bool:
    return len(said.position.chosen) == len({card.suits for card in said.position.turnups} or said.position.chosen) <= 2


@claims.of("The five Olen")
def _(said: Said) -> bool:
    olen = [said.game.pack.card(text) for text in OLEN]
    return all(_ahead(said, lower, higher) == 1 for place, higher in enumerate(olen) for lower in olen[place + 1:])


@claims.of("Five tricks win", "The side that first has five tricks wins the stake.")
def _(said: Said) -> bool:
    ends = [said.played_until(lambda now: False, seed) for seed in range(20)]
    plain = [end for end in ends if end.soloist is None and end.result is not None and end.result.how == "game"]
    return all(_tricks_of(end, end.sides[end.ended.side]) == 5 for end in plain)


@claims.of("{seat} {seat:wins|win} the hand with five tricks.")
def _(said: Said) -> bool:
    return said.position.hand_over and _tricks(said, said.seats("seat")) == 5


@claims.of("Nobody has five tricks yet.")
def _(said: Said) -> bool:
    return not said.position.hand_over and all(_tricks(said, side) < 5 for side in said.position.sides)


def _tricks_of(position: Position, seats: Iterable[int]) -> int:
    return sum(position.tricks[seat] for seat in seats)


@claims.of("Jann: the first five in a row", "The march: all nine", "A soloist needs four tricks")
def _(said: Said) -> bool:
    """Check that a side that may claim has won every trick so far: five, or four for a soloist."""
    jann = next((end for end in (said.played_until(lambda now: now.phase == "jann", seed) for seed in range(40))
                 if end.phase == "jann"), None)
    if jann is None:
        return True
    side = next(side for side in jann.sides if jann.actor in side)
    return _tricks_of(jann, side) == sum(jann.tricks) == (4 if [*side] == [jann.soloist] else 5)


# ---- exchanges

@claims.of("{card} may be left in the stock; no further card is looked at.")
def _(said: Said) -> bool:
    return not said.legal or said.game.make(said.position, _pass(said))[0].phase != "take-ole"


def _pass(said: Said) -> Move:
    return next(move for move in said.game.legal(said.position) if move.verb == "pass")


@claims.of("{card} may be taken for {other}, since nobody holds {queen}.")
def _(said: Said) -> bool:
    queen = said.card("queen")
    held = any(queen in hand for hand in said.position.hands)
    return said.legal and not held and said.card("other").rank == "K" and said.card("other") in said.hand


@claims.of("Only {card} is on offer now.", "Only {card} can be exchanged now.")
def _(said: Said) -> bool:
    offered = {move.card if said.position.phase == "take-ole" else move.other
               for move in said.game.legal(said.position) if move.card is not None}
    return not said.legal and offered == {said.card("card")}


@claims.of("{card} can be had only for {other}.")
def _(said: Said) -> bool:
    prices = {move.other for move in said.game.legal(said.position) if move.card is said.card("card")}
    return not said.legal and prices == {said.card("other")}


@claims.of("{card} can be exchanged only for a card turned up in its suit: {cards}.")
def _(said: Said) -> bool:
    got = {move.card for move in said.game.legal(said.position) if move.other is said.card("card")}
    up = {card for card in said.position.turnups if card.suits == said.card("card").suits}
    return not said.legal and got == up == {*said.cards("cards")}


@claims.of("{seat} {seat:makes|make} no exchange.")
def _(said: Said) -> bool:
    return said.position.hands[said.one_seat("seat")] == said.earlier.hands[said.one_seat("seat")]


@claims.of("Got for {other}, {card} can't be exchanged for an Ole.", "No double exchange")
def _(said: Said) -> bool:
    """Check that no Ole is on offer after Tens are exchanged."""
    now = said.position if said.move is not None else said.played_until(lambda now: now.phase == "take-turnup")
    while now.phase == "take-turnup":
        now, _ = said.game.make(now, said.game.legal(now)[-1])
    return now.phase != "take-ole"


# ---- five players

@claims.of("The dealer may take the stock, {cards}, and play alone against the four others.")
def _(said: Said) -> bool:
    alone, _ = said.game.make(said.position, next(move for move in said.game.legal(said.position) if move.verb == "solo"))
    return len(alone.hands[alone.dealer]) == said.number("cards") and alone.soloist == alone.dealer and len(alone.hands) == 5


@claims.of("The dealer may sit out; the four others then play as partners.", "nothing won or lost")
def _(said: Said) -> bool:
    out, _ = said.game.make(said.position, next(move for move in said.game.legal(said.position) if move.verb == "sit out"))
    return [*map(len, out.sides)] == [2, 2] and out.dealer not in out.players


@claims.of("four tricks win; all four others settle with you")
def _(said: Said) -> bool:
    return len(said.position.hands) - 1 == 4 and _soloist_wins_with(said) in (4, None)


@claims.of("{seat} {seat:wins|win} the hand with {n} {n:trick|tricks}: the soloist needed four, the defenders five.",
           "The soloist needs four tricks, the defenders five.")
def _(said: Said) -> bool:
    alone = said.position.soloist
    assert alone is not None
    won = said.position.tricks[alone], sum(said.position.tricks) - said.position.tricks[alone]
    decided = said.position.result is not None
    reached = won[0] == 4 or won[1] == 5 if decided else won[0] < 4 and won[1] < 5
    return reached and (not decided or _tricks(said, said.seats("seat")) == said.number("n"))


def _soloist_wins_with(said: Said) -> int | None:
    """Return the number of tricks with which a soloist won a basic game in a sample hand; None if no such hand was found."""
    for seed in range(40):
        now = said.game.deal(seed)
        now, _ = said.game.make(now, next(move for move in said.game.legal(now) if move.verb == "solo"))
        while now.to_act is not None:
            open_moves = [move for move in said.game.legal(now) if move not in TURNED and move.verb != "claim"]
            now, _ = said.game.make(now, open_moves[0] if open_moves else said.game.legal(now)[0])
        if now.soloist is not None and now.result is not None and now.result == (now.side[now.soloist], "game"):
            return now.tricks[now.soloist]
    return None


# ---- the play

@claims.of("Any card may be {led:led|played}: nobody has to follow suit or beat anything.", "Any card at any time")
def _(said: Said) -> bool:
    if said.seat is not None:
        return said.any_card
    now = said.played_until(lambda now: len(now.trick) == 2)
    return now.to_act is None or {move.card for move in said.game.legal(now)} == {*now.hands[now.to_act]}


@claims.of("{seat} {seat:has|have} won every trick so far, so the Jann may be claimed.")
def _(said: Said) -> bool:
    return said.legal and _tricks(said, said.seats("seat")) == sum(said.position.tricks) > 0


@claims.of("{side} {side:has|have} won the first {n} {n:trick|tricks} in a row: {seat} may claim the Jann, or lead on for the "
           "march.")
def _(said: Said) -> bool:
    claimable = any(move.verb == "claim" for move in said.game.legal(said.position)) and len(said.game.legal(said.position)) > 1
    return claimable and _tricks(said, said.seats("side")) == sum(said.position.tricks) == said.number("n")


@claims.of("{side} {side:has|have} won the first {n} {n:trick|tricks} in a row: {seat} may claim the Jann.")
def _(said: Said) -> bool:
    only = [move.verb for move in said.game.legal(said.position)] == ["claim"]
    return only and _tricks(said, said.seats("side")) == sum(said.position.tricks) == said.number("n")


@claims.of("Second to the right of the dealer, {seat} {seat:leads|lead}.")
def _(said: Said) -> bool:
    order = said.game.table.clockwise_from(said.position.dealer)
    return order[-2] == said.one_seat("seat") == said.position.leader


@claims.of("{seat} {seat:takes|take} the Jann with the first {n} {n:trick|tricks} in a row.",
           "{seat} {seat:wins|win} the march with all {n} {n:trick|tricks}.")
def _(said: Said) -> bool:
    return said.position.hand_over and _tricks(said, said.seats("seat")) == sum(said.position.tricks) == said.number("n")


@claims.of("That is no Jann, and nobody may lead on: {side} {side:has|have} {n:a trick|@ tricks}.")
def _(said: Said) -> bool:
    return _tricks(said, said.seats("side")) == said.number("n") > 0


@claims.of("Leading on gives up the Jann: {seat} must then win all {n} {n:trick|tricks}.")
def _(said: Said) -> bool:
    """Check the number of tricks: nine, or fewer if the soloist has fewer cards."""
    alone = said.position.soloist
    cards = NINE if alone is None else sum(said.position.tricks) + len(said.position.hands[alone])
    return said.legal and said.number("n") == min(NINE, cards)


# ---- turning

@claims.of("Only a lead can be turned.")
def _(said: Said) -> bool:
    return not said.legal and bool(said.position.trick) and not _turning(said)


@claims.of("No card can be led face down now: {why}.")
def _(said: Said) -> bool:
    return not said.legal and not said.position.trick and not _turning(said)


@claims.of("this variant has no turning")
def _(said: Said) -> bool:
    leads = (said.played_until(lambda now: not now.trick and now.phase == "play", seed) for seed in range(3))
    return not any(_turning(said, lead) for lead in leads)


@claims.of("{seat} {seat:has|have} turned twice already in this hand")
def _(said: Said) -> bool:
    return said.position.turns[said.game.table.side_name(said.seats("seat"))] == 2


@claims.of("{seat} {seat:needs|need} {n} tricks for that and {seat:has|have} none")
def _(said: Said) -> bool:
    now = said.position.copy()
    now.tricks = [said.number("n") if seat == said.seats("seat")[0] else 0 for seat in now.table.seats]
    return not _tricks(said, said.seats("seat")) and _turning(said, now)


@claims.of("{seat} {seat:wins|win} the hand, since the other side ran.")
def _(said: Said) -> bool:
    return said.move is not None and said.move.verb == "run" and said.earlier.to_act not in said.seats("seat")


# ---- prices

@claims.of("{seat} {seat:clears|clear} the ladder, all four rungs at once: a double win.")
def _(said: Said) -> bool:
    return max(said.position.hand_score or [0]) == 4 == max(said.position.totals) and said.position.game_over


@claims.of("{side} {side:needs|need} {n:one more trick|@ more tricks}, they {they:one|@}")
def _(said: Said) -> bool:
    side = said.seats("side")
    others = [seat for seat in said.position.players if seat not in side]
    alone = said.position.soloist
    needs = [4 if [*seats] == [alone] else 5 for seats in (side, others)]
    return [needs[0] - _tricks(said, side), needs[1] - _tricks(said, others)] == [said.number("n"), said.number("they")]


@claims.of("{side} {side:has|have} {n:the one trick|all @ tricks}")
def _(said: Said) -> bool:
    return _tricks(said, said.seats("side")) == sum(said.position.tricks) == said.number("n")


@claims.of("none")
def _(said: Said) -> bool:
    return not any(said.position.turns.values())


# ---- ranking of cards

@claims.of("{turned:the|the} highest Ole, which nothing beats", "a chosen Seven: nothing beats it",
           "a chosen Seven that was led can't be beaten")
def _(said: Said) -> bool:
    return not _beating(said, _led(said) if "can't" in said.sentence else _last(said))


@claims.of("{turned:an|an} Ole that only {cards} can beat")
def _(said: Said) -> bool:
    return _beating(said, _last(said)) == {*said.cards("cards")}


@claims.of("{turned:a|a} beater: only an Ole beats it")
def _(said: Said) -> bool:
    return _beating(said, _last(said)) == {card for card in said.game.deck if _is_ole(card)}


@claims.of("{turned:a|a} beater: only an Ole or a higher beater beats it")
def _(said: Said) -> bool:
    card = _last(said)
    higher = BEATERS[:BEATERS.index(card.rank)]
    return _is_beater(said, card) and _beating(said, card) == {
        other for other in said.game.deck if _is_ole(other) or (_is_beater(said, other) and other.rank in higher)}


@claims.of("any beater", "any beater is enough for {card}")
def _(said: Said) -> bool:
    """Check that every beater beats the card."""
    best = said.card("card") if "card" in said.sentence.fields else _last(said)
    return {card for card in said.game.deck if _is_beater(said, card)} <= _beating(said, best)


@claims.of("the Ace beats all other cards of its suit")
def _(said: Said) -> bool:
    card = _last(said)
    return card.rank == "A" and _own_suit(said, card) <= _beaten(said, card)


@claims.of("the Ace beats only cards of its own suit", "an unchosen card beats only cards of its own suit")
def _(said: Said) -> bool:
    card = _last(said)
    return card.suits not in said.position.chosen and _beaten(said, card) <= _own_suit(said, card)


@claims.of("a chosen Seven that isn't led beats nothing", "a chosen Eight or Nine that isn't led beats nothing",
           "{card} beats nothing")
def _(said: Said) -> bool:
    return not _beaten(said, _last(said))


@claims.of("Cards that beat nothing")
def _(said: Said) -> bool:
    """Check that chosen Kings, Queens and Tens beat nothing, in every variant."""
    powerless = [card for card in said.game.deck if card.suits in said.position.chosen and card.rank in ("K", "Q", "10")]
    return not any(_beaten(said, card) for card in powerless)


@claims.of("a beater never beats an Ole")
def _(said: Said) -> bool:
    return not any(map(_is_ole, _beaten(said, _last(said))))


@claims.of("of two equal beaters the first stays ahead")
def _(said: Said) -> bool:
    card = _last(said)
    equal = [other for other in said.game.deck if _is_beater(said, other) and other.rank == card.rank and other is not card]
    return all(_ahead(said, other, card) == _ahead(said, card, other) == 0 for other in equal)


@claims.of("Tricks before this one: {won}.")
def _(said: Said) -> bool:
    numbers = [int(number) for number in re.findall(r"\d+", said.sentence)]
    return numbers == [_tricks_of(said.earlier, side) for side in said.earlier.sides]


@claims.of("{seat} {seat:takes|take} this one.")
def _(said: Said) -> bool:
    return said.one_seat("seat") == said.position.last_trick_winner


@claims.of("On the march the hand goes on until a trick is lost, or all are won.")
def _(said: Said) -> bool:
    side = next(side for side in said.position.sides if said.game.table.side_name(side) == said.position.marching)
    return not said.position.hand_over and _tricks(said, side) == sum(said.position.tricks)

"""The facts in the bots' reasons, checked with the rules of each game.

Every number, every "beats" and every claim about cards still out is found by a pattern in ``FACTS`` and verified with the true
cards and the game's own rules. Whatever in a reason looks like a claim but matches no pattern fails the test.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any

import pytest

from rules_engine.bots import PLAIN, bot_for, who_plays_out
from rules_engine.bots.inference import remembered, watch
from rules_engine.core.game.game import Game, View
from rules_engine.core.game.setups import write_setup
from rules_engine.core.model.cards import Card
from rules_engine.core.model.moves import Move, PlayedCard, play
from rules_engine.games import make_game
from rules_engine.games.double_king_pedro.rules import POINTS, RANKED
from tests.some import some

HANDS = 3
C, N = r"(?:[Tt]he )?\{(\w+)\}", r"(\d+|one|two|at most one|at most \d+|up to \d+)"
"""Patterns for a card or a suit in a reason, and for a number."""


class Turn:
    """A seat's turn with the true cards, and a move whose reason is checked."""

    def __init__(self, game: Game[Any], position: Any, view: View[Any], move: Move, reason: str) -> None:
        assert view.seat is not None
        self.game, self.position, self.view, self.move, self.reason, self.seat = game, position, view, move, reason, view.seat
        self.hand = position.hands[self.seat]
        self.legal = game.legal(position)
        self.trick = [*position.trick]
        self.side = next((side for side in game.sides(position) if self.seat in side), (self.seat,))

    @cached_property
    def laid(self) -> list[PlayedCard]:
        """The trick with the card of the move, unless it is passed."""
        return [*self.trick, *([self.move.laid[self.seat]] if self.move.verb in ("play", "turn") else [])]

    @cached_property
    def later(self) -> list[int]:
        """The seats still to play to the trick after this one, in order."""
        laid = {self.seat, *(one.seat for one in self.trick)}
        playing = getattr(self.position, "playing", self.game.table.seats)
        order = self.game.table.clockwise_from(self.seat)
        return [seat for seat in order if seat not in laid and seat in playing and self.position.hands[seat]]

    @property
    def foes(self) -> list[int]:
        """The opponents still to play to the trick."""
        return [seat for seat in self.later if seat not in self.side]

    def held(self, seats: Sequence[int] | None = None) -> list[Card]:
        """Return the cards that other seats hold."""
        return [card for seat, hand in enumerate(self.position.hands) if seat != self.seat and (seats is None or seat in seats)
                for card in hand]

    @cached_property
    def unseen(self) -> list[Card]:
        """The cards that the seat hasn't seen since the deal, wherever they are."""
        assert self.view.memory is not None
        last = self.position.last_trick
        laid = [one.card for one in (*self.trick, *(last.laid if last else ()))]
        away = [card for field in ("turnups", "passed") for each in getattr(self.view.position, field, ())
                for card in (each if isinstance(each, list) else [each])]
        seen = {*self.hand, *laid, *self.view.memory.gone, *away}
        return [card for card in self.game.deck if card not in seen]

    def card(self, text: str) -> Card:
        """Return the card with this code."""
        return self.game.pack.card(text)

    def beats(self, card: Card, other: Card) -> bool:
        """Return whether one card wins another by the rules, in this trick and in the order played; a card in hand comes last."""
        there = [one.card for one in self.laid]
        upto = max([there.index(each) for each in (card, other) if each in there], default=0)
        moves = [*(one.move for one in self.laid[:upto + 1]), *(play(each) for each in (other, card) if each not in there)]
        laid = [move.laid[seat] for seat, move in enumerate(moves)]
        won = [laid[seat].card for seat in self.game.winners(self.position, laid).values()]
        return card in won and other not in won

    @cached_property
    def best(self) -> list[PlayedCard]:
        """The cards that win the trick, or a colour of it, after the move."""
        return [one for one in self.laid if one.seat in self.game.winners(self.position, self.laid).values()]

    @cached_property
    def ahead(self) -> list[PlayedCard]:
        """The cards that win the trick, or a colour of it, before the move."""
        won = self.game.winners(self.position, self.trick).values() if self.trick else ()
        return [one for one in self.trick if one.seat in won]

    def beaters(self, cards: Sequence[Card], card: Card | None = None) -> list[Card]:
        """Return those of the cards that beat a card, by default the card of the move."""
        return [other for other in cards if self.beats(other, card or self.move.played)]

    def led(self, card: Card) -> bool:
        """Return whether a card follows the suit of the lead."""
        lead = next(one for number, one in enumerate(self.laid, 1) if self.game.winners(self.position, self.laid[:number]))
        return (lead.move.suit or self.game.suit_of(self.position, lead.card)) in self.game.suit_of(self.position, card)


def number(text: str) -> int:
    """Return the number in a text: 1 for "one"."""
    word = text.rpartition(" ")[2]
    return {"one": 1, "two": 2}.get(word) or int(word)


def among(least: int, told: str, most: int) -> bool:
    """Return whether a number is possible for what the seat knows, and not too small for what is true."""
    return least <= number(told) <= most


def count(turn: Turn, told: str, card: Card | None = None, where: Callable[[Card], bool] = lambda card: True) -> bool:
    """Return whether a number of cards that beat a card is right. A number of cards that "may" be out includes those that the
    seat can't place."""
    true, possible = ([each for each in turn.beaters(cards, card) if where(each)] for cards in (turn.held(), turn.unseen))
    return among(len(true), told, len(possible))


def none_beats(turn: Turn, text: str) -> bool:
    return not turn.beaters(turn.held(), turn.card(text))


def cursed(turn: Turn, cards: Sequence[Card]) -> list[Card]:
    return [card for card in cards if turn.position.cursed in card.suits]


def must_follow(turn: Turn) -> list[Card]:
    """Return the cards in other hands that follow the lead."""
    return [card for card in turn.held() if turn.led(card)]


def takers(turn: Turn) -> list[Move]:
    """Return the legal moves that win the trick so far."""
    return [move for move in turn.legal if move.verb == "play" and turn.seat in turn.game.winners(
        turn.position, [*turn.trick, move.laid[turn.seat]]).values()]


def marks(text: str) -> list[str]:
    return re.findall(r"\{(\w+)\}", text)


def need(turn: Turn) -> int:
    """Return the number of tricks that the seat's side still needs for its bids."""
    return sum((turn.position.bids[seat] or 0) - turn.position.tricks[seat] for seat in turn.side)


LIST = r"((?:\{\w+\}(?:, | and )?)+)"
Facts = Mapping[str, Callable[..., bool]]
EVERYWHERE: Facts = {
    rf"[Nn]o (?:card|trump) (?:still out|I can't see) beats {C}": none_beats,
    r"no card still out beats it": lambda turn: none_beats(turn, turn.move.played.text),
    rf"{N} cards? (?:that may still be out|still out) beats? it": count,
    rf"{C} beats {C}": lambda turn, card, other: turn.beats(turn.card(card), turn.card(other)),
    rf"I can't beat {C}": lambda turn, card: not takers(turn) and turn.card(card) in [one.card for one in turn.best],
    r"I play last": lambda turn: not turn.later,
    rf"(?:I keep|I hold on to) {C}": lambda turn, card: turn.card(card) in turn.hand and card != turn.move.played.text,
    r"It is the only legal move": lambda turn: len(turn.legal) == 1,
}
SNAKEBIT: Facts = {
    r"No card still out beats any lead of mine": lambda turn: not any(
        Turn(turn.game, turn.position, turn.view, lead, "").beaters(turn.held()) for lead in turn.legal),
    rf"loses to {N} cards?(?: still| that may still be) out, and to {N} trumps? where somebody can't follow": (
        lambda turn, follow, trumps: count(turn, follow, where=turn.led) and count(
            turn, trumps, where=lambda card: not turn.led(card))),
    rf"loses to {N} trumps?(?: still| that may still be) out, and only where somebody can't follow": (
        lambda turn, trumps: count(turn, trumps) and count(turn, trumps, where=lambda card: not turn.led(card))),
    rf"loses to {N} cards?(?: still| that may still be) out": lambda turn, n: count(turn, n) and count(turn, n, where=turn.led),
    r"nobody has to follow with a cursed card": lambda turn: not cursed(turn, must_follow(turn)),
    rf"{N} cards? that must follow (?:is|are) cursed": lambda turn, n: number(n) == len(cursed(turn, must_follow(turn))),
    rf"now {N} of the {C} that must follow (?:is|are) cursed": (
        lambda turn, n, suit: number(n) == len(cursed(turn, must_follow(turn))) and suit == turn.move.suit),
    rf"none of the {C} that must follow is cursed": (
        lambda turn, suit: not cursed(turn, must_follow(turn)) and suit == turn.move.suit),
    rf"None of the {C} still out beats {C} or is cursed": lambda turn, suit, card: suit == turn.move.suit and not (
        cursed(turn, must_follow(turn)) or turn.beaters(must_follow(turn), turn.card(card))),
    r"unless somebody trumps it": lambda turn: bool(turn.beaters(turn.unseen)),
    rf"the cursed suit, {C} makes the others follow with cursed cards, and {N} of them beat it": (
        lambda turn, card, n: turn.move.suit == turn.position.cursed and count(turn, n, where=turn.led)),
    r"[Nn]obody (?:else )?holds a cursed card": lambda turn: not cursed(turn, turn.held()),
    r"every trick to come is a point": lambda turn: not cursed(turn, [*turn.held(), *turn.hand]),
    r"[Tt]here is no cursed card in the trick|so far it is clean": (
        lambda turn: not cursed(turn, [one.card for one in turn.trick])),
    r"takes a clean trick|takes a point": lambda turn: bool(not turn.later or not cursed(turn, turn.held())),
    rf"takes the trick with {N} cursed cards?": lambda turn, n: number(n) == len(cursed(turn, [one.card for one in turn.laid])),
    r"it is cursed": lambda turn: bool(cursed(turn, [turn.move.played])),
    rf"the cursed {LIST}": lambda turn, cards: [turn.card(card) for card in marks(cards)] == (
        cursed(turn, [one.card for one in turn.trick])),
    r"I take nothing with it|that loses(?: here)?": lambda turn: turn.move not in takers(turn),
    r"I could win only with a cursed card": lambda turn: bool(takers(turn)) and all(cursed(turn, [move.played]) for move in (
        takers(turn))),
    r"Every card I may play (?:wins this trick|is ahead for now)": lambda turn: takers(turn) == turn.legal,
    r"it is the lowest card I may play": lambda turn: not any(turn.beats(turn.move.played, move.played) for move in turn.legal),
    r"my (?:only|one|cheapest) clean winner": lambda turn: turn.move in takers(turn) and not cursed(turn, [turn.move.played]),
    r"is ahead for now|it takes the trick|takes the trick": lambda turn: not turn.trick or turn.move in takers(turn),
}


def beats_unless(turn: Turn, verb: str, higher: str) -> bool:
    """Return whether a card is beaten only by trumps from seats that can't follow."""
    beating = turn.beaters(turn.unseen)
    return bool(beating) and not any(map(turn.led, beating)) and bool(higher) is not turn.led(turn.move.played)


DOUBLE_KNOT: Facts = {
    rf"(?:I|We) need {N} of the {N} tricks left": lambda turn, n, left: (need(turn), len(turn.hand)) == (int(n), int(left)),
    r"need every trick that is left": lambda turn: need(turn) == len(turn.hand),
    r"have what (?:I|we) bid": lambda turn: need(turn) == 0 and sum(turn.position.tricks[seat] for seat in turn.side) > 0,
    r"bid zero": lambda turn: need(turn) == 0 and not any(turn.position.bids[seat] for seat in turn.side),
    r"have taken more tricks than (?:I|we) bid": lambda turn: need(turn) < 0,
    r"can no longer take all the tricks (?:I|we) bid": lambda turn: need(turn) > len(turn.hand),
    rf"{C} leaves (my partner's )?{C} ahead": lambda turn, card, mate, best: [one.card for one in turn.best] == [
        turn.card(best)] and (turn.best[0].seat in turn.side) == bool(mate),
    rf"{C} wins this trick": lambda turn, card: not turn.later and turn.best[0].card is turn.card(card),
    rf"{C} wins, for": lambda turn, card: turn.best[0].card is turn.card(card),
    r"(?:should win|goes ahead), (?:unless|but perhaps) somebody who can't follow (plays|has) a (higher )?trump": beats_unless,
    rf"{N} cards? of the suit led that may still be out beats? it": lambda turn, n: count(turn, n, where=turn.led),
    r"should win, though|goes ahead, but": lambda turn: turn.best[0].seat == turn.seat,
    rf"I count on {LIST}; my other cards should bring {N} more": (
        lambda turn, cards, n: {*marks(cards)} <= {card.text for card in turn.hand} and (
            turn.move.number == len(marks(cards)) + number(n))),
    rf"I count on {LIST}(, but hardly on all of them| and on nothing else)": (
        lambda turn, cards, rest: {*marks(cards)} <= {card.text for card in turn.hand} and (
            len(marks(cards)) > turn.move.number if "hardly" in rest else len(marks(cards)) == turn.move.number)),
    rf"between them my cards should bring {N} tricks?": lambda turn, n: turn.move.number == number(n),
    rf"{C} never wins": lambda turn, card: not turn.game.winners(turn.position, turn.laid) or turn.best[0].seat != turn.seat,
}


def colour(turn: Turn, suit: str) -> list[Card]:
    """Return the cards of a colour in the trick after the move."""
    return [one.card for one in turn.laid if one.card.suits == suit]


DOUBLE_DECKER: Facts = {
    rf"wins? {N} {C} cards?": lambda turn, n, suit: number(n) == len(colour(turn, suit)) and not turn.later and (
        turn.move.played.suits == suit and turn.move.played in [one.card for one in turn.best]),
    rf"{C} brings in {C}": lambda turn, card, suit: colour(turn, suit) == [turn.card(card)] and bool(turn.trick),
    rf"I have neither {C} nor {C} and must pass": lambda turn, one, two: {one, two} == {
        each.card.suits for each in turn.trick if each.move.verb == "play"} and all(move.verb == "pass" for move in turn.legal),
    rf"{C}, would be the highest {C} so far": lambda turn, card, suit: turn.card(card).suits == suit and not any(
        turn.beats(other, turn.card(card)) for other in colour(turn, suit)),
    r"a pass would cost two points": lambda turn: any(move.verb == "pass" for move in turn.legal),
    r"pay two points and pass": lambda turn: turn.move.verb == "pass",
    r"I win nothing with it": lambda turn: turn.move.played not in [one.card for one in turn.best],
}


def pot(turn: Turn) -> int:
    return sum(POINTS[turn.position.trump][one.card] for one in turn.laid if one.card in POINTS[turn.position.trump])


def points_of(turn: Turn, card: Card) -> int:
    return POINTS[turn.position.trump].get(card, 0)


def trumps_in(cards: Sequence[Card], suit: str) -> list[Card]:
    return [card for card in RANKED[suit] if card in cards]


def holds_trumps(turn: Turn, suit: str, cards: str) -> bool:
    return [turn.card(card) for card in marks(cards)] == trumps_in(turn.hand, suit)


def decides_bid(turn: Turn, verb: str, side: str, bid: str) -> bool:
    """Return whether the trick makes the side's own bid, or sets the opponents'."""
    position, own = turn.position, turn.position.points[turn.seat % 2]
    declares = position.declaring % 2 == turn.seat % 2
    enough = position.wanted if declares else 101 - position.wanted
    return bool(int(bid) == position.wanted and own < enough <= own + pot(turn) and (verb == "makes") == declares)


PEDRO: Facts = {
    rf"With {C} I hold {N} trumps?, {LIST}, with {N} points? among them": lambda turn, suit, n, cards, points: (
        holds_trumps(turn, suit, cards) and len(marks(cards)) == int(n) and int(points) == sum(
            POINTS[suit][turn.card(card)] for card in marks(cards))),
    rf"With {C} as trumps I would hold {LIST}": holds_trumps,
    rf"isn't more than {N}": lambda turn, n: turn.position.high_number == int(n),
    rf"(?:the rest of|, so) {N}(?: counts)?": lambda turn, n: turn.move.number == int(n),
    rf": {N} is enough": lambda turn, n: turn.move.number == int(n),
    r"The three others have passed": lambda turn: sum(bid == "pass" for bid in turn.position.bids) == 3,
    rf"Both opponents are out and my partner's {N} stands": lambda turn, n: turn.position.bids[(turn.seat + 2) % 4] == int(n) == (
        turn.position.high_number) and [turn.position.bids[(turn.seat + step) % 4] for step in (1, 3)] == ["pass"] * 2,
    r"six of them win every trick": lambda turn: any([*RANKED[suit][:6]] == trumps_in(turn.hand, suit)[:6] for suit in RANKED),
    r"I hold no face card": lambda turn: not any(card.rank in ("J", "Q", "K") for card in turn.hand),
    r"worth (\d+) points?": lambda turn, n: points_of(turn, turn.move.played) == int(n),
    r"and (\d+) points? goe?s? with it": lambda turn, n: points_of(turn, turn.move.played) == int(n),
    r"worth no points|is worth nothing|brings no points": lambda turn: not points_of(turn, turn.move.played),
    rf"(?:loses to )?{N} trumps? that may still be out(?: could beat it| beats? it)?": lambda turn, n: count(
        turn, n, where=lambda card: card in RANKED[turn.position.trump]),
    r"it is my only trump": lambda turn: trumps_in(turn.hand, turn.position.trump) == [turn.move.played],
    r"it is the best trump I have": lambda turn: trumps_in(turn.hand, turn.position.trump)[0] is turn.move.played,
    r"which no trump still out beats": lambda turn: not turn.beaters(turn.held(), turn.card(
        re.findall(rf"{C}, which no", turn.reason)[0])),
    r"no trump still out beats it": lambda turn: not {*turn.beaters(turn.held())} & {*RANKED[turn.position.trump]},
    r"it wins, and draws a trump": lambda turn: none_beats(turn, turn.move.played.text),
    rf"No opponent can beat (?:my partner's )?{C} any more": lambda turn, card: not turn.beaters(turn.held(turn.foes),
                                                                                              turn.card(card)),
    rf"the trick is ours with {N} points? so far": lambda turn, n: pot(turn) == int(n) and turn.best[0].seat in turn.side,
    rf"My partner's {C} is ahead": lambda turn, card: turn.best[0].card is turn.card(card) and turn.best[0].seat == (
        turn.seat + 2) % 4,
    r"I hold no trump, so I can only lead a throw-off": lambda turn: not trumps_in(turn.hand, turn.position.trump),
    r"which isn't a trump": lambda turn: turn.move.played not in RANKED[turn.position.trump],
    r"keep my trumps for later": lambda turn: bool(trumps_in(turn.hand, turn.position.trump)),
    rf"That (makes|sets) (our|their) bid of {N}": decides_bid,
    rf"I leave this trick to {C}": lambda turn, card: turn.best[0].card is turn.card(card) and bool(takers(turn)),
    r"Below my three highest trumps": lambda turn: turn.move.played not in trumps_in(turn.hand, turn.position.trump)[:3],
    r"the lowest of my trumps with the fewest points": lambda turn: points_of(turn, turn.move.played) == min(
        points_of(turn, card) for card in trumps_in(turn.hand, turn.position.trump)),
    r"the lowest card I may discard": lambda turn: turn.move.played.value == min(move.played.value for move in turn.legal),
    rf"{C} brings (\d+) points?": lambda turn, card, n: points_of(turn, turn.card(card)) == int(n),
    r"No suit (?:of mine |gives me trumps )?(?:is )?worth a bid": lambda turn: True,
}


def all_beaters(turn: Turn, text: str) -> list[Card]:
    """Return the cards of the pack that beat a card that is led."""
    lead = play(turn.card(text)).laid[0]
    return [card for card in turn.game.deck if card is not lead.card and turn.game.winners(
        turn.position, [lead, play(card).laid[1]]).get("") == 1]


def after(turn: Turn, *verbs: str) -> Any:
    """Return the position after the move, then moves with these verbs."""
    position = turn.position
    for move in (turn.move, *verbs):
        position, _ = turn.game.make(position, next(each for each in turn.game.legal(position) if move in (each, each.verb)))
    return position


def running_costs(turn: Turn, cents: str) -> bool:
    run = next(move for move in turn.legal if move.verb == "run")
    own = next(number for number, side in enumerate(turn.game.score_sides()) if turn.seat in side)
    score = turn.game.make(turn.position, run)[0].hand_score     # among five, who plays alone pays everybody; on a ladder, nobody
    return bool(score[own] <= 0 and any(score) and not any(points % int(cents) for points in score))


KNUEFFELN: Facts = {
    r"seeing instead of running for (\d+) \w+ pays|the (\d+) \w+ that running costs": (
        lambda turn, *cents: running_costs(turn, *filter(None, cents))),
    r"they run, or we play for (\d+) \w+": lambda turn, cents: after(turn, "see").value == int(cents),
    r"and theirs of a Jann at (\d+)%": lambda turn, n: not turn.position.won(turn.position.side[turn.seat]),
    r"I need only four and all four pay me": lambda turn: len(turn.position.hands) == 5,
    r"A march wins no more than the Jann here": lambda turn: turn.position.terms.march <= turn.position.terms.jann,
    r"is a sure trick": lambda turn: not turn.trick and not all_beaters(turn, turn.move.played.text),
    rf"loses to {N} cards? I can't see": count,
    rf"{N} cards? I can't see could beat it in turn": count,
    rf"A chosen Seven that is led can't be beaten, so (?:I take )?{C}": lambda turn, card: not all_beaters(turn, card),
    rf"Nothing in my hand beats {C}": lambda turn, card: not takers(turn),
    r"No opponent plays after me|no opponent plays after me": lambda turn: not turn.foes,
    rf"Our own {C} (?:is winning|wins)": lambda turn, card: any(one.card is turn.card(card) and one.seat in turn.side
                                                             for one in turn.ahead),
    rf"Our own {C} is sure to win": lambda turn, card: not turn.beaters(turn.held(turn.foes), turn.card(card)),
    rf"{C} is one of the five Olen": lambda turn, card: len(all_beaters(turn, card)) < 5,
    rf"Fewer cards beat {C} than {C}": lambda turn, card, other: len(all_beaters(turn, card)) < len(all_beaters(turn, other)),
    rf"{C} beats nothing": (
        lambda turn, card: not any(turn.card(card) in all_beaters(turn, other.text) for other in turn.game.deck)),
    rf"keep for later what would beat {C}": lambda turn, card: bool(takers(turn)) and turn.ahead[0].card is turn.card(card),
    r"[Mm]y partner is sure of this trick": lambda turn: bool(turn.beaters(
        turn.held([seat for seat in turn.later if seat in turn.side]), turn.best[0].card)),
    r"could still be beaten": lambda turn: bool(turn.beaters(turn.unseen, turn.ahead[0].card)),
    r"the chances of a march are (\d+)%, and it pays only above (\d+)%": (
        lambda turn, chance, enough: int(chance) <= int(enough) < 100),
    r"[Mm]y partner can(?: still)? (?:beat|improve on) it": lambda turn: bool(turn.beaters(
        turn.held([seat for seat in turn.later if seat in turn.side]), turn.best[0].card)),
    r"and my partner can still improve on it": lambda turn: bool(turn.later),
    r"a Jann is out of reach": lambda turn: turn.position.won(1 - turn.position.side[turn.seat]) > 0,
    r"I put our chances of the hand at (\d+)%, and with the cards still to be turned, … from (\d+)% on": (
        lambda turn, chance, enough: turn.move.verb == ("see" if int(chance) > int(enough) else "run") or chance == enough),
    r"I put our chances of the hand at (\d+)%": lambda turn, percent: int(percent) <= 100,
    r"I put our chances(?: of the trick)? at (\d+)%|with a chance of (\d+)%": lambda turn, *percent: (
        "100" not in percent or not turn.beaters(turn.held(turn.foes), turn.best[0].card)),
    rf"which beats {C}, wins the trick": lambda turn, card: turn.beats(turn.move.played, turn.card(card)),
}


def trumps(turn: Turn, cards: Sequence[Card]) -> list[Card]:
    return [card for card in cards if turn.game.suit_of(turn.position, card) == turn.position.trump]


def partner_wins(turn: Turn) -> bool:
    return [one.seat in turn.side for one in turn.ahead] == [True]


EUCHRE: Facts = {
    rf"No {C} still out can beat {C}": lambda turn, suit, card: suit not in [
        turn.game.suit_of(turn.position, other) for other in turn.beaters(turn.held(), turn.card(card))],
    r"No trump is still out": lambda turn: not trumps(turn, turn.held()),
    rf"with {C}, the highest": none_beats,
    r"hold (\d+) of them": lambda turn, count: len(trumps(turn, turn.hand)) == int(count),
    rf"{C} beats {C}, and may hold": lambda turn, card, other: turn.beats(turn.card(card), turn.card(other)),
    rf"{C} can't win the trick": lambda turn, card: turn.best[0].card is not turn.card(card),
    rf"{C} takes the trick": lambda turn, card: not turn.beaters(turn.held(turn.foes), turn.card(card)),
    rf"My partner's {C} may be beaten": lambda turn, card: partner_wins(turn) and turn.ahead[0].card is turn.card(card),
    r"My partner is winning the trick": partner_wins,
    r"I would only take my partner's trick": lambda turn: partner_wins(turn) and not turn.later,
    rf"Without {C} I have no {C}": lambda turn, card, suit: {turn.card(card)} >= {
        other for other in turn.hand if turn.game.suit_of(turn.position, other) == suit},
}
FACTS: Mapping[str, Facts] = {"snakebit": SNAKEBIT, "double-knot": DOUBLE_KNOT, "double-decker": DOUBLE_DECKER,
                              "double-king-pedro": PEDRO, "knueffeln": KNUEFFELN, "euchre": EUCHRE}

OPINIONS = (
    r"nothing better to lead than", r"hope that somebody beats it", r"I hold no likely winner", r"costs nothing",
    r"my partner may still beat it", r"somebody will most likely beat it", r"without my partner's “[^”]*” I would have",
    r"expect (?:to take )?about \d+ points", r"\d+ points are a guess", r"a bid missed goes back by all of it",
    r"I count the stock as worth about \d+ tricks", r"only make it harder", r"no other suit is worth more",
)
"""Parts of reasons that look like facts but are plans, hopes or remarks."""
SUSPECT = re.compile(
    r"\b(beats?|beaten|still out|no|nobody|none|nothing|neither|every|all|only|last|first|can't|sure|\d+)\b", re.I)
"""Words that make a claim."""


def turns(game: Game[Any], hands: int, level: str = PLAIN) -> Iterator[Turn]:
    """Yield turns in hands played by bots with some random moves: each with the bot's choice, and each sensible alternative."""
    player, own = bot_for(game, level), who_plays_out(game)
    for seed in range(hands):
        rng, position = random.Random(seed), game.deal(seed)
        memories = [remembered(game, seat, position, ()) for seat in game.table.seats]
        while (seat := game.decides(position)) is not None:
            view = game.view(position, seat, memories[seat])
            heard = [said for other in game.table.seats if other != seat
                     for said in own.says(game.view(position, other, memories[other]))]
            choice = player.choose(view, random.Random(seed), heard)
            others = own.considers(view) if position.phase != "discard" else ()
            for each in (choice, *(own.among(view, [move], random.Random(seed), heard) for move in others)):
                yield Turn(game, position, view, each.move, str(each.reason))
            before, move = position, rng.choice(game.legal(position)) if rng.random() < 0.2 else choice.move
            position, _ = game.play(before, move)
            for watcher, memory in enumerate(memories):
                watch(game, memory, watcher, before, move, position)


def unverified(turn: Turn) -> str:
    """Check all facts in a reason, and return the rest of it."""
    rest = turn.reason
    for pattern, check in {**EVERYWHERE, **FACTS[turn.game.id]}.items():
        for found in re.finditer(pattern, rest):
            assert check(turn, *found.groups()), (
                f"{found[0]!r} isn't true in {turn.reason!r} for {turn.move.text}: {write_setup(turn.game, turn.position)}")
        rest = re.sub(pattern, "…", rest)
    return re.sub("|".join(OPINIONS), "…", rest)


TABLES = [("snakebit", None, 3), ("snakebit", None, 4), ("double-knot", None, 3), ("double-knot", None, 4),
          ("double-knot", None, 5), ("double-knot", "zero-or-all", 4), ("double-knot", "teams", 4),
          ("double-knot", "teams-zero-or-all", 4),
          ("double-decker", None, 4), ("double-decker", None, 6), ("double-king-pedro", None, 4),
          *(("knueffeln", variant, 4) for variant in ("bohmstedt", "hattstedt", "bernhard-1924", "gruenberg-1938")),
          ("knueffeln", "bohmstedt", 5), *(("euchre", variant, 4) for variant in ("standard", "stick-the-dealer", "british"))]
QUICK = [TABLES[1], TABLES[3], TABLES[6], TABLES[8], TABLES[10], TABLES[11], TABLES[-1]]


@pytest.mark.parametrize("table", some(TABLES, QUICK, lambda table: " ".join(map(str, table))))
def test_every_fact_in_a_reason_is_true(table: tuple[str, str | None, int]) -> None:
    unknown = set()
    for turn in turns(make_game(*table), HANDS):
        rest = unverified(turn)
        if SUSPECT.search(rest):
            unknown.add(rest)
    assert not unknown, "\n".join(sorted(unknown)[:40])

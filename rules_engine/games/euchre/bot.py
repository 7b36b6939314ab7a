"""A bot for Euchre. It makes trumps if its cards are worth enough tricks for its position at the table, and ranks its plays by a
few maxims of club players. It uses only what its seat can see. ``docs/design/bots.md`` has measurements.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from rules_engine.bots import ONLY_MOVE, Bot, BotMove
from rules_engine.core.game.game import View
from rules_engine.core.model.cards import Card
from rules_engine.core.model.moves import Move
from rules_engine.core.model.packs import FRENCH
from rules_engine.core.model.table_talk import Remark
from rules_engine.games.euchre import rules
from rules_engine.games.euchre.position import EuchrePosition as Position
from rules_engine.narration.move_phrases import with_article
from rules_engine.text.message import Text, all_of, say, suit_mark

TRUMP_WORTH = {rules.BENNY: 1.1, rules.RIGHT: 1.0, rules.LEFT: 0.9, 14: 0.75, 13: 0.6, 12: 0.5}
"""Value of a trump in tricks, by rank; lower ones are worth ``LOW_TRUMP``."""
LOW_TRUMP, LONG_TRUMP = 0.4, 0.25
"""Value of a low trump, and additional value of each trump from the fourth on, in tricks."""
ACE, ALONE_ACE, KING, VOID = 0.5, 0.6, 0.15, 0.2
"""Values, outside trumps, of an Ace, a singleton Ace, a King with another card, and a void, in tricks."""
ENOUGH = 2.25
"""Minimum number of expected tricks, without the partner's, for making trumps."""
GAINS = {0: 0.4, 1: -0.5, 2: 0.3, 3: -0.5}
"""Value of the turned-up card, in tricks, to the seat that orders it up: the dealer, or the dealer's left, partner or right."""
NEXT = {1: 0.25, 2: -0.1, 3: 0.25, 0: -0.1}
"""Additional value, in tricks, of the other suit of the turned-down card's colour, by position as in ``GAINS``. The dealer's
side, which turned the card down, tends to lack that suit.
"""
LONE, LONE_DEFENCE = 3.3, 3.6
"""Minimum numbers of expected tricks for playing alone and for defending alone."""


class Plan(NamedTuple):
    """A move with its value, a number without a unit, and the reason for it."""

    value: float
    move: Move
    reason: Text


def as_trumps(position: Position, suit: str) -> Position:
    """Return the position as if a suit were trumps."""
    then = position.copy()
    then.trump = suit
    return then


def worth(position: Position, hand: Iterable[Card], suit: str) -> float:
    """Return the number of tricks that a hand is expected to take with a suit as trumps."""
    then, cards = as_trumps(position, suit), [*hand]
    ranks = sorted(rules.rank(then, card) for card in cards if rules.suit(then, card) == suit)
    tricks = sum(TRUMP_WORTH.get(rank, LOW_TRUMP) for rank in ranks) + LONG_TRUMP * max(0, len(ranks) - 3)
    for other in FRENCH.suits:
        held = sorted(card.value for card in cards if other != suit and rules.suit(then, card) == other)
        if held and held[-1] == 14:
            tricks += ALONE_ACE if len(held) == 1 else ACE
        elif len(held) > 1 and held[-1] == 13:
            tricks += KING
        elif not held and other != suit and ranks:
            tricks += VOID
    return tricks


def best_five(position: Position, suit: str, six: Sequence[Card]) -> tuple[float, Card]:
    """Return the value of the best five of six cards, and the card to discard; of equal ones, the lowest."""
    then = as_trumps(position, suit)
    kept = [(worth(position, [card for card in six if card is not away], suit), -rules.rank(then, away), place)
            for place, away in enumerate(six)]
    value, _, place = max(kept)
    return value, six[place]


# ---- making trumps

def call_value(view: View[Position], move: Move) -> tuple[float, str]:
    """Return the tricks that a call is worth to its seat, and the suit that it makes trumps."""
    position, seat = view.position, view.seat
    assert seat is not None, "a bot plays for a seat"
    hand, up, place = position.hands[seat], position.turned_up, (seat - position.dealer) % 4
    if move is not rules.ORDER_UP or up is None:
        same = bool(position.turned_down) and rules.FELLOW[position.turned_down] == move.suit
        return worth(position, hand, move.suit) + (NEXT[place] if same else 0), move.suit
    tricks = best_five(position, up.suits, [*hand, up])[0] if place == 0 else worth(position, hand, up.suits)
    return tricks + (0 if place == 0 else GAINS[place]), up.suits


def calls(view: View[Position], moves: Sequence[Move]) -> list[Plan]:
    """Return the plans for passing and for making trumps."""
    plans = list[Plan]()
    for move in moves:
        if move is rules.PASS:
            plans.append(Plan(ENOUGH, move, say("My cards don't promise enough tricks, so I pass.")))
            continue
        value, suit = call_value(view, move)
        plans.append(Plan(value, move, _holding(view, suit, value)))
    return plans


def _holding(view: View[Position], suit: str, value: float) -> Text:
    """Describe the trumps that a seat would hold."""
    then, seat = as_trumps(view.position, suit), view.seat or 0
    held = sorted((card for card in then.hands[seat] if rules.suit(then, card) == suit), key=lambda card: -rules.rank(then, card))
    trumps, cards = suit_mark(suit), all_of(held)
    if not held:
        return say("With {suit} as trumps I count on my other suits, and on my partner.", suit=trumps)
    if value < ENOUGH:
        return say("With {suit} as trumps I would hold {cards}, which isn't much.", suit=trumps, cards=cards)
    return say("With {suit} as trumps I hold {cards}, and count on my partner for the rest.", suit=trumps, cards=cards)


def unseen(view: View[Position], moves: Sequence[Move]) -> list[Plan]:
    """Return equal plans for naming any suit before looking at a card."""
    return [Plan(0, move, say("I haven't looked at a card yet, so one suit is as good as another.")) for move in moves]


def lone(view: View[Position], moves: Sequence[Move]) -> list[Plan]:
    """Return the plans for playing, or defending, with the partner or alone."""
    position, seat = view.position, view.seat
    assert seat is not None, "a bot plays for a seat"
    hand, up = position.hands[seat], position.turned_up
    takes = up is not None and seat == position.dealer
    tricks = best_five(position, position.trump, [*hand, up])[0] if takes and up else worth(position, hand, position.trump)
    enough = LONE if position.phase == "alone" else LONE_DEFENCE
    return [Plan(tricks if move is rules.ALONE else enough, move, say("I can take enough tricks on my own.") if
                 move is rules.ALONE else say("I may need my partner for a trick.")) for move in moves]


def discards(view: View[Position], moves: Sequence[Move]) -> list[Plan]:
    """Return the plans for discarding each card."""
    position, six = view.position, [*view.position.hands[view.seat or 0]]
    told = {move: [card for card in six if card is not move.played] for move in moves}
    return [Plan(worth(position, left, position.trump) - rules.rank(position, move.played) / 1000, move,
                 _laid_away(position, move, left)) for move, left in told.items()]


def _laid_away(position: Position, move: Move, left: Sequence[Card]) -> Text:
    suit = rules.suit(position, move.played)
    suits = {rules.suit(position, card) for card in left}
    if position.trump in suits and suit not in suits:
        return say("Without {card} I have no {suit}, and can trump them.", card=with_article(move.played), suit=suit_mark(suit))
    return say("I can spare {card} most easily.", card=with_article(move.played))


# ---- the play

class Sight:
    """The information available to a seat for its card.

    ``out``     the cards that the seat hasn't seen
    ``best``    the card that wins the trick so far, or None
    ``ours``    True if that card is the partner's
    ``after``   the number of opponents still to play to the trick
    ``makers``  True if the seat's side made trumps
    """

    def __init__(self, view: View[Position]) -> None:
        position = view.position
        assert view.seat is not None, "a bot plays for a seat"
        self.position, self.seat, self.hand = position, view.seat, position.hands[view.seat]
        last = position.last_trick.laid if position.last_trick else ()
        gone = view.memory.gone if view.memory else [one.card for one in last]
        seen = {*gone, *self.hand, *(one.card for one in position.trick), *([position.turned_up] if position.turned_up else [])}
        self.out = [card for card in view.game.deck if card not in seen]
        best = rules.winning(position, position.trick) if position.trick else None
        self.best = best.card if best else None
        self.ours = best is not None and (best.seat + self.seat) % 2 == 0
        laid = {one.seat for one in position.trick}
        self.after = sum((seat + self.seat) % 2 for seat in position.playing if seat not in laid)
        self.makers = position.maker is not None and (position.maker + self.seat) % 2 == 0

    def is_trump(self, card: Card) -> bool:
        """Return whether a card is a trump."""
        return rules.suit(self.position, card) == self.position.trump

    def higher(self, card: Card) -> list[Card]:
        """Return the unseen cards that beat a card in its own suit."""
        rank = rules.rank(self.position, card)
        return [other for other in self.mates(card) if rules.rank(self.position, other) > rank]

    def mates(self, card: Card) -> list[Card]:
        """Return the unseen cards that belong to a card's suit."""
        return [other for other in self.out if rules.suit(self.position, other) == rules.suit(self.position, card)]

    def cost(self, card: Card) -> float:
        """Return the cost of giving a card up: higher for trumps and for the best card of a suit, lower for a card that leaves a
        void to trump with."""
        if self.is_trump(card):
            return 1 + rules.rank(self.position, card) / 20
        alone = sum(rules.suit(self.position, other) == rules.suit(self.position, card) for other in self.hand) == 1
        voids = alone and any(self.is_trump(other) for other in self.hand)
        return (0.9 if not self.higher(card) else card.value / 20) - (0.25 if voids else 0)


def plays(view: View[Position], moves: Sequence[Move]) -> list[Plan]:
    """Return the plans for playing each card."""
    sight = Sight(view)
    return [(_follow if sight.best else _lead)(sight, move) for move in moves]


def _lead(sight: Sight, move: Move) -> Plan:
    card = move.played
    boss, suit, mates = not sight.higher(card), suit_mark(rules.suit(sight.position, card)), sight.mates(card)
    if sight.is_trump(card):
        return _lead_trump(sight, move, boss, bool(mates))
    if boss:
        return Plan(7 + len(mates) / 10, move, say("No {suit} still out can beat {card}.", suit=suit, card=with_article(card)))
    return Plan(3 - sight.cost(card), move, say("I have nothing better to lead than {card}.", card=with_article(card)))


def _lead_trump(sight: Sight, move: Move, boss: bool, mates: bool) -> Plan:
    card, trumps = move.played, sum(map(sight.is_trump, sight.hand))
    height, partner = rules.rank(sight.position, card) / 100, sight.position.maker != sight.seat
    if not mates:
        return Plan(6, move, say("No trump is still out, so {card} takes the trick.", card=with_article(card)))
    if sight.makers and boss:
        return Plan(9 + height, move, say("{alone:I|We} made trumps, so I draw them with {card}, the highest.",
                                          card=with_article(card), alone=sight.position.alone is not None))
    if sight.makers and partner:
        return Plan(8 + height, move, say("My partner made trumps, so I lead one."))
    if sight.makers and trumps > 2:
        return Plan(6.5 + height, move, say("I made trumps and hold {n} of them, so I lead one.", n=trumps))
    return Plan(4 if boss else 1 - height, move, say("Leading a trump would help the makers.") if not sight.makers else
                say("I would rather keep my trumps."))


def _follow(sight: Sight, move: Move) -> Plan:
    card, best = move.played, sight.best
    assert best is not None, "somebody has led"
    laid = move.laid[sight.seat]
    wins, cost = rules.winning(sight.position, [*sight.position.trick, laid]) is laid, sight.cost(card)
    sure = not sight.after or _stands(sight, card)
    if sight.ours:
        if wins and not sight.after:
            return Plan(1 - cost, move, say("I would only take my partner's trick."))
        if wins and sure and not _stands(sight, best):
            return Plan(4.6 - cost, move, say("My partner's {card} may be beaten, so I play higher.", card=best))
        return Plan((2 if wins else 5) - cost, move, say("My partner is winning the trick, so I play a card that I can spare."))
    if wins and sure:
        return Plan(9 - cost, move, say("{card} takes the trick.", card=with_article(card)))
    if wins:
        beats = 6 - cost if sight.is_trump(card) else 4 + cost
        return Plan(beats, move, say("{card} beats {best}, and may hold.", card=with_article(card), best=with_article(best)))
    return Plan(4 - cost, move, say("{card} can't win the trick, and I can spare it.", card=with_article(card)))


def _stands(sight: Sight, card: Card) -> bool:
    """Return whether no unseen card beats a card: it is the highest trump, or the highest of the suit led when no
    trump is out."""
    return not sight.higher(card) and (sight.is_trump(card) or not any(map(sight.is_trump, sight.out)))


class EuchreBot(Bot[Position]):
    """A bot that counts tricks before it calls, draws trumps for the makers, and leads Aces against them."""

    name = "heuristic"
    remembers = True
    pace = 8_000

    def choose(self, view: View[Position], rng: random.Random, heard: Sequence[Remark] = ()) -> BotMove:
        """Return the best plan. The random generator decides only what is named before looking at a card."""
        legal = view.game.legal(view.position)
        if len(legal) == 1:
            return BotMove(legal[0], ONLY_MOVE)
        if view.position.phase == "benny":
            return BotMove(rng.choice(legal), unseen(view, legal)[0].reason)
        return self.among(view, legal, rng)

    def among(self, view: View[Position], moves: Sequence[Move], rng: random.Random, heard: Sequence[Remark] = ()) -> BotMove:
        """Return the best plan for the given moves."""
        plan = max(PLANS[view.position.phase](view, moves), key=lambda each: each.value)
        return BotMove(plan.move, plan.reason)


PLANS = {"benny": unseen, "order": calls, "name": calls, "alone": lone, "defend": lone, "discard": discards, "play": plays}
"""The function that returns the plans for some moves, by phase."""

bot = EuchreBot

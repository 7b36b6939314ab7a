"""A bot for Spades that bids the tricks it can count, and plays for its bid, for or against a nil, or against bags.

It estimates the chance that a card holds the trick from the cards still out and the suits that other players are known to lack.
Its plans are an ordered list; the first that applies decides. ``docs/design/bots.md`` has its measured strength.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import cached_property

from rules_engine.bots import ONLY_MOVE, Bot, BotMove
from rules_engine.core.game.game import View
from rules_engine.core.model.cards import Card
from rules_engine.core.model.moves import Move
from rules_engine.core.model.table_talk import Remark
from rules_engine.games.spades.cards import BID_NIL, BIDS, SPADES, STRENGTHS
from rules_engine.games.spades.position import SpadesPosition as Position
from rules_engine.games.spades.rules import is_nil, is_trump, winning
from rules_engine.narration.move_phrases import with_article
from rules_engine.narration.quantities import TRICKS, counted
from rules_engine.text.message import Text, say

ACE, KING, QUEEN, TEN = 14, 13, 12, 10
SHORTEN = 0.15
"""Number added to the estimated tricks before they are rounded down to a bid."""
SAFE, RISKY = 1.1, 0.3
"""Maximum danger of a hand for a nil bid, with a partner and alone among four. Of three players, hardly anybody keeps a nil."""
LONGER = {3: 1.35, 4: 1.0}
"""Factor for the estimated tricks, by number of players: three play seventeen tricks."""
LIKELY, SURE = 0.5, 0.85
"""Minimum chances of a card for which it is played to win, and for which it need not be overtaken."""


# ---- counting a hand

def tricks_of(hand: Sequence[Card], players: int) -> float:
    """Return the estimated number of tricks of a hand: high cards, long spades, and ruffs in short suits."""
    suits = {suit: sorted((card.value for card in hand if card.suits == suit), reverse=True) for suit in "SHDC"}
    spades, usual = suits.pop(SPADES), 13 // players
    high = sum(value >= QUEEN and place + ACE - value < len(spades) for place, value in enumerate(spades))
    total = high + float(max(0, len(spades) - max(usual, high)))
    spare = len(spades) - high
    for values in suits.values():
        total += _high_cards(values, players)
        ruffs = max(0, 3 - len(values)) * 0.5 if spare > 0 else 0.0
        total += min(ruffs, spare) * (0.6 if len(spades) > usual else 1.0)
        spare -= round(ruffs)
    return total * LONGER[players]


def _high_cards(values: Sequence[int], players: int) -> float:
    """Return the estimated number of tricks of a side suit's high cards, which others trump if the suit is long."""
    length, most = len(values), 13 / players + 2
    worth = {ACE: 0.95 if length <= most else 0.6, KING: 0.65 if 2 <= length <= most else 0.3, QUEEN: 0.25 * (length >= 3)}
    return sum(worth.get(value, 0.0) for value in values)


def danger_of(hand: Sequence[Card]) -> float:
    """Return the danger that a nil with this hand takes a trick: about the number of cards with too few low ones below them."""
    danger = 0.0
    for suit in "SHDC":
        values = sorted(card.value for card in hand if card.suits == suit)
        for place, value in enumerate(values):
            above = value - (5 + 2 * place if suit != SPADES else 4 + 2 * place)
            danger += max(0, above) * (0.12 if suit != SPADES else 0.3) / (1 if suit == SPADES else 1 + 0.4 * (len(values) > 3))
        if suit == SPADES and values and values[-1] >= KING:
            danger += 2
    return danger


class SpadesKnowledge:
    """The information available to a seat for its move.

    ``moves``  the moves to choose from
    ``left``   number of tricks still to be decided, including the present one
    ``side``   the seats that score together with the seat
    """

    def __init__(self, view: View[Position], moves: Sequence[Move] | None = None) -> None:
        assert view.seat is not None, "a bot plays for a seat"
        self.position, self.seat, self.deck, self.memory = view.position, view.seat, view.game.deck, view.memory
        self.hand = self.position.hands[view.seat]
        self.moves = view.game.legal(self.position) if moves is None else moves
        self.left, self.players = len(self.hand), self.position.table.size
        self.side = self.position.sides[self.position.side_of(view.seat)]
        self.partner = next((seat for seat in self.side if seat != view.seat), None)

    @cached_property
    def out(self) -> list[Card]:
        """The cards that other players may hold."""
        last = self.position.last_trick
        laid = [*self.position.trick, *(last.laid if last else ())]
        shown = {*self.hand, *(one.card for one in laid), *(self.memory.gone if self.memory else ())}
        return [card for card in self.deck if card not in shown]

    @cached_property
    def later(self) -> list[int]:
        """The seats that play to the trick after this one, in order."""
        return self.position.table.clockwise_from(self.seat)[1:self.players - len(self.position.trick)]

    def nil_alive(self, seat: int | None) -> bool:
        """Return whether a seat bid nil and has taken no trick."""
        return seat is not None and is_nil(self.position.bids[seat]) and not self.position.tricks[seat]

    @cached_property
    def foes_nil(self) -> list[int]:
        """The opponents whose nil isn't broken."""
        return [seat for seat in self.position.table.seats if seat not in self.side and self.nil_alive(seat)]

    @cached_property
    def need(self) -> int:
        """The number of tricks that the side still needs for its bid."""
        return self.position.bid_of(self.side) - self.position.taken_for(self.side)

    @cached_property
    def can_set(self) -> bool:
        """True if some other side can barely make its bid with the tricks left."""
        wanted = [self.position.bid_of(side) - self.position.taken_for(side) for side in self.position.sides
                  if self.seat not in side and self.position.bid_of(side)]
        return any(want > 0 and want >= self.left - max(0, self.need) for want in wanted)

    def lacks(self, seat: int, suit: str) -> bool:
        """Return whether a seat is known to have no card of a suit."""
        barred = self.memory.barred[seat] if self.memory else ()
        return all(card in barred for card in self.out if card.suits == suit)

    def takes(self, move: Move) -> bool:
        """Return whether the move takes over the trick on the table."""
        mine = move.laid[self.seat]
        return winning(self.position, [*self.position.trick, mine]) is mine

    def chance(self, card: Card, seats: Sequence[int]) -> float:
        """Return the chance that a card that now wins the trick isn't beaten by any of these seats, which are still to play."""
        led = self.position.trick[0].card.suits if self.position.trick else card.suits
        strength, held = STRENGTHS[led], 1.0
        higher = [other for other in self.out if other.suits == led and strength[other] > strength[card]]
        trumps = [other for other in self.out if is_trump(other) and strength[other] > strength[card]] if led != SPADES else []
        follow, others = sum(other.suits == led for other in self.out), max(1, self.players - 1)
        for seat in seats:
            if self.lacks(seat, led):
                held *= 0.0 if len(trumps) > 2 else 0.5 if trumps else 1.0
            else:
                void = (1 - 1 / others) ** follow
                held *= (1 - 1 / others) ** len(higher) * (1 - void * (0.9 if trumps and not self.lacks(seat, SPADES) else 0))
        return held

    def height(self, move: Move) -> tuple[bool, int]:
        """Return a sort key for a move's card: spades above all others, then by rank."""
        return is_trump(move.played), move.played.value

    def wins_later(self, move: Move) -> float:
        """Return about how likely a move's card is to take a later trick."""
        card = move.played
        higher = sum(other.suits == card.suits and other.value > card.value for other in self.out)
        return (2.0 if is_trump(card) else 1.0) * 0.5 ** higher + card.value / 1000


class SpadesBot(Bot[Position]):
    """A bot that bids what it can count, and then plays for its bid."""

    name = "heuristic"
    remembers = True
    pace = 6_000

    def choose(self, view: View[Position], rng: random.Random, heard: Sequence[Remark] = ()) -> BotMove:
        """Return the choice of the first plan that applies."""
        sight = SpadesKnowledge(view)
        return BotMove(sight.moves[0], ONLY_MOVE) if len(sight.moves) == 1 else planned(sight)

    def among(self, view: View[Position], moves: Sequence[Move], rng: random.Random,
              heard: Sequence[Remark] = ()) -> BotMove:
        """Return the best of the given moves according to the plans."""
        return planned(SpadesKnowledge(view, moves))

    def ducks(self, view: View[Position]) -> bool:
        """Return whether the seat bid nil and has kept it so far."""
        return SpadesKnowledge(view).nil_alive(view.seat)

    def considers(self, view: View[Position]) -> Sequence[Move]:
        """Return the legal moves; of the numbers that may be bid, only those within two of the bot's own bid."""
        moves = view.game.legal(view.position)
        if view.position.phase != "bid":
            return moves
        own = number_of(SpadesKnowledge(view))
        near = [move for move in moves if move.number and abs(move.number - own) <= 2]
        return [*near, BID_NIL] if danger_of(view.position.hands[view.position.actor]) < 2 * SAFE else near


bot = SpadesBot


def planned(sight: SpadesKnowledge) -> BotMove:
    """Return the choice of the first plan that applies."""
    if sight.position.phase == "bid":
        return bid(sight)
    if sight.position.phase == "exchange":
        return exchange(sight)
    if sight.nil_alive(sight.seat):
        return keep_nil(sight)
    if not sight.position.trick:
        return cover_lead(sight) or lead_at_nil(sight) or (lead_high(sight) if wants(sight) else None) or lead_low(sight)
    return cover(sight) or follow_nil(sight) or (take(sight) if wants(sight) else duck(sight))


def wants(sight: SpadesKnowledge) -> bool:
    """Return whether the seat wants to take tricks: its side needs them, or another side can be set."""
    return sight.need > 0 or sight.can_set


# ---- bids and the exchange

def number_of(sight: SpadesKnowledge) -> int:
    """Return the number of tricks to bid. The last bidder takes the others' bids into account."""
    number = max(1, int(tricks_of(sight.hand, sight.players) + SHORTEN))
    bids = sight.position.bids
    if bids.count(None) == 1:
        rest = sight.position.full - sum(said for said in bids if isinstance(said, int))
        number = max(1, min(number, rest)) if number > rest else number
    return number


def bid(sight: SpadesKnowledge) -> BotMove:
    """Bid nil with a harmless hand, and otherwise the tricks that can be counted."""
    partner_nil = sight.partner is not None and is_nil(sight.position.bids[sight.partner])
    limit = SAFE if sight.partner is not None else RISKY if sight.players == 4 else 0.0
    if BID_NIL in sight.moves and not partner_nil and danger_of(sight.hand) < limit and tricks_of(sight.hand, sight.players) < 3:
        return BotMove(BID_NIL, say("I hold no high spade, and enough low cards in every suit to get below the others."))
    number = number_of(sight)
    numbers = [move for move in sight.moves if move.number]
    if not numbers:
        return BotMove(sight.moves[0], say("I expect to take no trick."))
    move = BIDS[number - 1] if BIDS[number - 1] in sight.moves else min(numbers, key=lambda one: abs((one.number or 0) - number))
    return BotMove(move, say("My high cards, my long spades and what I can trump come to about {tricks}.",
                             tricks=counted(number, TRICKS)))


def exchange(sight: SpadesKnowledge) -> BotMove:
    """Pass a card in the exchange: for the nil bidder the most dangerous one, for the partner the lowest."""
    if sight.nil_alive(sight.seat):
        move = max(sight.moves, key=lambda one: (is_trump(one.played), one.played.value))
        return BotMove(move, say("{card} could take a trick and break my nil.", card=with_article(move.played)))
    move = min(sight.moves, key=lambda one: (is_trump(one.played), one.played.value))
    return BotMove(move, say("{card} is one of my lowest cards and should take no trick.", card=with_article(move.played)))


# ---- for a nil of one's own, for the partner's, and against others

def keep_nil(sight: SpadesKnowledge) -> BotMove:
    """Return the highest card that loses the trick, or the one most likely to lose."""
    if not sight.position.trick:
        move = min(sight.moves, key=lambda one: (sight.chance(one.played, sight.later), one.played.value))
        return BotMove(move, say("I bid nil, and {card} is my best chance to lose this trick.", card=with_article(move.played)))
    losers = [move for move in sight.moves if not sight.takes(move)]
    if losers:
        move = max(losers, key=sight.height)
        return BotMove(move, say("I bid nil, so I get rid of {card}, my highest card that loses here.",
                                 card=with_article(move.played)))
    move = min(sight.moves, key=sight.height) if sight.later else max(sight.moves, key=sight.height)
    return BotMove(move, say("I bid nil, but all cards that I may play win so far: I play {card}.",
                             card=with_article(move.played)))


def cover_lead(sight: SpadesKnowledge) -> BotMove | None:
    """Lead the highest card, if the partner's nil is to be covered."""
    if not sight.nil_alive(sight.partner):
        return None
    move = max(sight.moves, key=lambda one: (sight.chance(one.played, sight.later), one.played.value))
    return BotMove(move, say("My partner bid nil, so I lead {card}, which my partner can get below.",
                             card=with_article(move.played)))


def cover(sight: SpadesKnowledge) -> BotMove | None:
    """Win the trick over the partner's nil, if the partner wins it now or is still to play."""
    if not sight.nil_alive(sight.partner):
        return None
    best, takers = winning(sight.position, sight.position.trick), [move for move in sight.moves if sight.takes(move)]
    if best.seat == sight.partner and takers:
        move = min(takers, key=sight.height)
        return BotMove(move, say("My partner bid nil and would take this trick, so I beat {best} with {card}.",
                                 best=with_article(best.card), card=with_article(move.played)))
    if sight.partner in sight.later and takers:
        move = max(takers, key=lambda one: (sight.chance(one.played, sight.later), one.played.value))
        return BotMove(move, say("My partner bid nil and is still to play, so I go up with {card}.",
                                 card=with_article(move.played)))
    return None


def lead_at_nil(sight: SpadesKnowledge) -> BotMove | None:
    """Lead a low card against a nil, so that its bidder may have to take the trick."""
    if not sight.foes_nil or sight.need > sight.left - 2:
        return None
    nil = sight.foes_nil[0]
    low = [move for move in sight.moves if move.played.value < TEN and not sight.lacks(nil, move.played.suits)]
    if not low:
        return None
    move = min(low, key=lambda one: one.played.value)
    return BotMove(move, say("{seat} bid nil, so I lead {card}: it may be hard to get below.", seat=sight.position.name(nil),
                             card=with_article(move.played)))


def follow_nil(sight: SpadesKnowledge) -> BotMove | None:
    """Stay below an opponent whose nil is in danger in this trick."""
    best = winning(sight.position, sight.position.trick)
    losers = [move for move in sight.moves if not sight.takes(move)]
    if best.seat not in sight.foes_nil or not losers:
        return None
    move = max(losers, key=sight.height)
    return BotMove(move, say("{seat} bid nil and is winning this trick, so I stay below with {card}.",
                             seat=sight.position.name(best.seat), card=with_article(move.played)))


# ---- leading

def lead_high(sight: SpadesKnowledge) -> BotMove | None:
    """Lead a card that should win, a side suit before spades."""
    foes = [seat for seat in sight.later if seat not in sight.side]
    good = [move for move in sight.moves if sight.chance(move.played, foes) >= LIKELY and (
        not is_trump(move.played) or not any(is_trump(card) and card.value > move.played.value for card in sight.out))]
    if not good:
        return None
    move = max(good, key=lambda one: (not is_trump(one.played), sight.chance(one.played, foes), one.played.value))
    return BotMove(move, say("{card} should win this trick.", card=with_article(move.played)))


def lead_low(sight: SpadesKnowledge) -> BotMove:
    """Lead a low card: from a short suit to trump it later, or one that should lose if the side has its tricks."""
    if wants(sight) and any(map(is_trump, sight.hand)):
        move = min(sight.moves, key=lambda one: (is_trump(one.played), _length(sight, one.played.suits), one.played.value))
        return BotMove(move, say("I have no sure winner, so I lead {card} from a short suit and hope to trump later.",
                                 card=with_article(move.played)))
    move = min(sight.moves, key=lambda one: (is_trump(one.played), sight.chance(one.played, sight.later), one.played.value))
    card = with_article(move.played)
    return BotMove(move, say("I have no sure winner, so I lead low: {card}.", card=card) if wants(sight) else
                   say("{enough}, so I lead {card} and hope to lose the trick.", enough=_enough(sight), card=card))


def _length(sight: SpadesKnowledge, suit: str) -> int:
    return sum(card.suits == suit for card in sight.hand)


# ---- following

def take(sight: SpadesKnowledge) -> BotMove:
    """Take the trick as cheaply as is safe, unless the partner has it; otherwise throw the card that is worth least."""
    best, takers = winning(sight.position, sight.position.trick), [move for move in sight.moves if sight.takes(move)]
    foes = [seat for seat in sight.later if seat not in sight.side]
    low = min(sight.moves, key=sight.wins_later)
    if best.seat == sight.partner and (sight.chance(best.card, foes) >= SURE or not takers):
        return BotMove(low, say("My partner is winning with {best}, so I keep my good cards and play {card}.",
                                best=with_article(best.card), card=with_article(low.played)))
    chances = {move: sight.chance(move.played, foes) for move in takers}
    good = [move for move in takers if chances[move] >= max(LIKELY, max(chances.values()) - 0.15)]
    ahead = sight.chance(best.card, foes) if best.seat == sight.partner else 0.0
    good = [move for move in good if chances[move] > ahead + 0.2] if ahead else good
    if good:
        move = min(good, key=sight.height)
        card, other = with_article(move.played), with_article(best.card)
        return BotMove(move, say("{card} takes the trick, and I play last.", card=card) if not sight.later else
                       say("{card} beats {best} and should hold the trick.", card=card, best=other))
    return BotMove(low, say("I can't expect to win this trick, so I play {card} and keep what may win later.",
                            card=with_article(low.played)))


def duck(sight: SpadesKnowledge) -> BotMove:
    """Lose the trick with the highest card that does, because the side has the tricks that it bid."""
    losers = [move for move in sight.moves if not sight.takes(move)]
    if losers:
        move = max(losers, key=sight.wins_later)
        return BotMove(move, say("{enough}, so I get rid of {card}, which might take a bag later.", enough=_enough(sight),
                                 card=with_article(move.played)))
    move = max(sight.moves, key=sight.height) if not sight.later else min(sight.moves, key=sight.height)
    return BotMove(move, say("{enough}, but all cards that I may play win so far: I play {card}.", enough=_enough(sight),
                             card=with_article(move.played)))


def _enough(sight: SpadesKnowledge) -> Text:
    return say("I have the tricks that I bid") if sight.partner is None else say("We have the tricks that we bid")

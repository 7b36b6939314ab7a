"""A bot for Double Knot that estimates the tricks its cards will win, bids that number, and tries to make the bid.

Each card has a chance of winning the trick to which it is played, measured over many hands (``WINS``). The sum of the chances in
a hand is the bid. In play, the bot evaluates every legal card: the chance that it takes this trick, and the chance that the
remaining cards then make the bid. It plays the card with the best prospects. The effect of the numbers below was measured;
``docs/design/bots.md`` has the results.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from functools import cached_property, lru_cache
from math import comb, prod

from rules_engine.bots import ONLY_MOVE, Bot, BotMove
from rules_engine.core.game.game import View
from rules_engine.core.model.cards import Card
from rules_engine.core.model.moves import Move
from rules_engine.core.model.table_talk import Remark
from rules_engine.games.double_knot.cards import EXCUSE
from rules_engine.games.double_knot.position import DoubleKnotPosition
from rules_engine.games.double_knot.rules import STRENGTHS, TOP, TRUMPS, ZERO_OR_ALL_POINTS, card_led, winning
from rules_engine.narration.move_phrases import with_article
from rules_engine.narration.quantities import TRICKS, counted
from rules_engine.text.message import NOTHING, Text, all_of, joined, say

EAGER = 0.9
"""Probability that a player who needs tricks beats a card when able to."""
SHY = 0.4
"""Probability that a player who already has enough tricks beats a card: sometimes all their legal cards win."""
OTHERS_MISS = 0.6
"""Probability that another player misses their bid."""
SUREST = 0.97
"""Maximum chance assumed for any card."""
ENDING = 3
"""Maximum number of tricks left at which chances are computed from the cards still out, if the bot remembers the cards played."""
FEW = 6
"""Maximum number of cards to consider: those with the best prospects."""
NEAR = 2
"""Maximum difference from the best bid for other bids to consider."""
LIKELY = 0.5
"""Minimum chance of a card to be named as a likely winner."""

WINS = {
    "AM": (0, 0, 0), "2MK": (3, 1, 1), "3MW": (5, 1, 1), "4MS": (4, 2, 1), "5ML": (8, 3, 2),
    "6MW": (11, 5, 3), "7ML": (11, 5, 4), "8MS": (15, 7, 5), "9MS": (16, 9, 7), "PMSL": (23, 11, 7),
    "PMYK": (23, 13, 11), "CMWK": (72, 45, 17), "CMLY": (74, 28, 17), "XM": (81, 70, 65), "AS": (3, 3, 4),
    "2SY": (7, 6, 5), "3SK": (12, 6, 5), "5SW": (9, 6, 5), "6SY": (12, 8, 7), "7SK": (20, 12, 10),
    "PSWK": (19, 15, 10), "CSWY": (60, 31, 26), "CSLK": (63, 41, 18), "XS": (76, 73, 64), "AW": (6, 6, 4),
    "2WL": (13, 8, 9), "4WL": (21, 11, 8), "7WY": (17, 11, 9), "8WL": (20, 14, 12), "9WY": (47, 24, 20),
    "PWLY": (64, 49, 32), "XW": (77, 68, 59), "AL": (5, 6, 10), "3LY": (12, 12, 13), "6LK": (32, 24, 19),
    "9LK": (61, 39, 26), "XL": (73, 62, 52), "AY": (28, 19, 16), "4YK": (22, 19, 18), "5YK": (39, 27, 20),
    "8YK": (74, 57, 45), "XY": (88, 80, 73), "AK": (72, 69, 66), "XK": (98, 96, 97), "Excuse": (0, 0, 0),
}
"""Percentage of tricks won by each card when played, with three, four and five players."""


def wins(card: Card, players: int) -> float:
    """Return the probability that a card takes the trick to which it is played, at a table of ``players``."""
    return WINS[card.text][players - 3] / 100


class DoubleKnotKnowledge:
    """The information available to a seat for its move.

    ``side``  the seats that share the seat's contract
    ``out``   cards that other players may hold; some may be in tricks before the last one
    ``left``  number of tricks still to be decided, including the present one
    """

    def __init__(self, view: View[DoubleKnotPosition]) -> None:
        position = view.position
        assert view.seat is not None, "a bot plays for a seat"
        self.position, self.seat, self.deck = position, view.seat, view.game.deck
        self.hand = position.hands[view.seat]
        self.left = len(self.hand)
        self.players = position.table.size
        self.side = next(side for side in position.sides if view.seat in side)
        self.legal = view.game.legal(position)
        self.gone = view.memory.gone if view.memory else ()
        self.threats: dict[tuple[Card, Card], Threat] = {}

    @cached_property
    def out(self) -> list[Card]:
        """The cards that other players may hold."""
        last = self.position.last_trick
        laid = [*self.position.trick, *(last.laid if last else ())]
        shown = {*self.hand, *(one.card for one in laid), *self.gone}
        return [card for card in self.deck if card not in shown]

    @cached_property
    def out_suits(self) -> list[str]:
        """The top suit of each card in ``out``."""
        return [TOP[card] for card in self.out]

    @cached_property
    def waiting(self) -> list[int]:
        """The seats that play to the trick after this one, in order."""
        after = self.players - 1 - len(self.position.trick)
        return self.position.table.clockwise_from(self.seat)[1:after + 1]

    @cached_property
    def scale(self) -> float:
        """The factor that makes the chances of all cards held add up to the number of tricks left."""
        mine = sum(wins(card, self.players) for card in self.hand)
        theirs = sum(len(self.position.hands[seat]) for seat in self.position.table.seats if seat != self.seat)
        return self.left / max(mine + theirs * self.usual, 0.01)

    @cached_property
    def usual(self) -> float:
        """The average chance that an unseen card takes a trick."""
        return sum(wins(card, self.players) for card in self.out) / max(len(self.out), 1)

    @cached_property
    def chances(self) -> dict[Card, float]:
        """The chance that each card in hand takes a later trick."""
        if self.gone and self.left <= ENDING:
            return {card: min(SUREST, self._counted(card)) for card in self.hand}
        return {card: min(SUREST, wins(card, self.players) * self.scale) for card in self.hand}

    def _counted(self, card: Card) -> float:
        """Return the chance that a card takes a trick near the end of a hand, assuming that any card may be led and that each
        card that beats it is played to a random later trick."""
        misses = 1 - 1 / max(self.left - 1, 1)
        return sum(self._holds(card, led, misses) for led in (card, *self.out)) / (1 + len(self.out))

    def _holds(self, card: Card, led: Card, misses: float) -> float:
        mine, strengths = STRENGTHS[led][card], STRENGTHS[led]
        if not mine or strengths[led] > mine:
            return 0.0
        return float(misses ** sum(strengths[other] > mine for other in self.out))

    @cached_property
    def needs(self) -> dict[int, int]:
        """The number of tricks that each seat's side still needs."""
        position = self.position
        wanted = {side: sum((position.bids[one] or 0) - position.tricks[one] for one in side) for side in position.sides}
        return {seat: wants for side, wants in wanted.items() for seat in side}

    @property
    def need(self) -> int:
        """The number of tricks that the seat's own side still needs."""
        return self.needs[self.seat]

    @cached_property
    def partner_chances(self) -> list[float]:
        """The chances that the partner's unseen cards take tricks after this one."""
        partners = len(self.side) - 1
        return [min(SUREST, self.usual * self.scale)] * (partners * (self.left - 1))

    def later(self, card: Card) -> list[float]:
        """Return the chances of the cards that stay in hand when the given card is played."""
        return [chance for other, chance in self.chances.items() if other is not card]

    def threat(self, led: Card, best: Card) -> Threat:
        """Return the threat to a winning card from the cards still out."""
        if (led, best) not in self.threats:
            self.threats[led, best] = Threat(self.out, self.out_suits, led, best)
        return self.threats[led, best]

    def worth(self, contract: int | None) -> dict[int, float]:
        """Return the expected points, by the number of tricks taken minus the number in the contract. ``contract`` is None while
        a partner's bid is missing."""
        if self.position.zero_or_all and contract in (0, self.position.size):
            return {0: ZERO_OR_ALL_POINTS}
        missing = OTHERS_MISS * (self.players - len(self.side))
        return {-1: 1.0, 0: 1.0 + missing, 1: 1.0}

    @property
    def has_bid(self) -> bool:
        """True if every seat of the side has bid."""
        return all(self.position.bids[seat] is not None for seat in self.side)

    @cached_property
    def contract(self) -> int:
        """The sum of the side's bids."""
        return sum(self.position.bids[seat] or 0 for seat in self.side)

    @cached_property
    def contract_worth(self) -> dict[int, float]:
        """The expected points, by the number of tricks taken minus the number in the present contract."""
        return self.worth(self.contract)


class DoubleKnotBot(Bot[DoubleKnotPosition]):
    """A bot that bids the tricks its cards should win, and then aims for exactly that number."""

    name = "heuristic"
    remembers = True
    pace = 2_000

    def choose(self, view: View[DoubleKnotPosition], rng: random.Random, heard: Sequence[Remark] = ()) -> BotMove:
        """Return the bid or the card with the best prospects."""
        legal = view.game.legal(view.position)
        return BotMove(legal[0], ONLY_MOVE) if len(legal) == 1 else self.among(view, legal, rng)

    def move(self, view: View[DoubleKnotPosition], rng: random.Random) -> Move:
        """Return the move with the best prospects, without a reason."""
        legal = view.game.legal(view.position)
        return legal[0] if len(legal) == 1 else best_of(DoubleKnotKnowledge(view), legal)

    def considers(self, view: View[DoubleKnotPosition]) -> Sequence[Move]:
        """Return the moves to consider: the best bid and those near it, and zero and all if these score differently; in play, the
        best few cards."""
        legal = view.game.legal(view.position)
        if view.position.phase != "bid":
            sight = DoubleKnotKnowledge(view)
            return sorted(legal, key=lambda move: -prospect(sight, move))[:FEW]
        promised = self.move(view, random.Random(0)).number or 0
        apart = (0, view.position.size) if view.position.zero_or_all else ()
        return [move for move in legal if abs((move.number or 0) - promised) <= NEAR or move.number in apart]

    def ducks(self, view: View[DoubleKnotPosition]) -> bool:
        """Return whether the seat's side has taken the tricks that it bid."""
        return DoubleKnotKnowledge(view).need <= 0

    def among(self, view: View[DoubleKnotPosition], moves: Sequence[Move], rng: random.Random,
              heard: Sequence[Remark] = ()) -> BotMove:
        """Return the given move with the best prospects, and its reason."""
        sight = DoubleKnotKnowledge(view)
        move = best_of(sight, moves)
        return bid_told(sight, move) if view.position.phase == "bid" else play_told(sight, move)


bot = DoubleKnotBot


def best_of(sight: DoubleKnotKnowledge, moves: Sequence[Move]) -> Move:
    """Return the bid or the card with the best prospects; ties go to the first."""
    if sight.position.phase == "bid":
        return best_bid(sight, moves)
    return max(moves, key=lambda one: prospect(sight, one)) if sight.has_bid else moves[0]


# ---- bidding

def best_bid(sight: DoubleKnotKnowledge, moves: Sequence[Move]) -> Move:
    """Return the bid with the highest expected points."""
    spread = spread_of(sight.chances.values())
    partner = [sight.position.bids[seat] for seat in sight.side if seat != sight.seat]

    def promise(move: Move) -> float:
        bids = [move.number, *partner]
        contract = None if None in bids else sum(one or 0 for one in bids)
        return hoped(spread, move.number or 0, sight.worth(contract))
    return max(moves, key=promise)


def bid_told(sight: DoubleKnotKnowledge, move: Move) -> BotMove:
    """Return a bid with its reason: the likely winners, and how many tricks the other cards have to add."""
    likely, bid = [card for card, chance in sight.chances.items() if chance >= LIKELY], move.number or 0
    cards, more = all_of(likely), bid - len(likely)
    if not likely:
        return BotMove(move, say("I hold no likely winner, but between them my cards should bring {tricks}.",
                                 tricks=counted(bid, TRICKS)) if bid else say("I hold no likely winner."))
    if more > 0:
        return BotMove(move, say("I count on {cards}; my other cards should bring {n:one|@} more.", cards=cards, n=more))
    if more < 0:
        return BotMove(move, say("I count on {cards}, but hardly on all of them.", cards=cards))
    return BotMove(move, say("I count on {cards} and on nothing else.", cards=cards))


# ---- playing

def play_told(sight: DoubleKnotKnowledge, move: Move) -> BotMove:
    """Return a play with its reason."""
    if not sight.has_bid:
        return BotMove(move, say("Without a bid I have nothing to play for, so I play {card}.", card=with_article(move.played)))
    need = need_told(sight)
    why = joined([say("{need}: {told}.", need=need, told=fate_told(sight, move)), plan_told(sight, move)])
    return BotMove(move, why, say("{need}.", need=need))     # bids and tricks are public


def prospect(sight: DoubleKnotKnowledge, move: Move) -> float:
    """Return the expected points if a card is played."""
    takes, worth = side_takes(sight, move), sight.contract_worth
    spread = spread_of([*sight.later(move.played), *sight.partner_chances])
    return takes * hoped(spread, sight.need - 1, worth) + (1 - takes) * hoped(spread, sight.need, worth)


def side_takes(sight: DoubleKnotKnowledge, move: Move) -> float:
    """Return the chance that the side takes the trick if a card is played."""
    laid = [*sight.position.trick, move.laid[sight.seat]]
    best = winning(sight.position, laid)
    if best.card is EXCUSE:
        return 0.0
    threat = sight.threat(card_led(laid), best.card)
    if best.seat not in sight.side:
        return max((threat.chance(sight, seat) for seat in sight.waiting if seat in sight.side), default=0.0)
    return prod(1 - threat.chance(sight, seat) for seat in sight.waiting if seat not in sight.side)


class Threat:
    """The threat to a winning card from the cards still out.

    ``all``       number of cards still out
    ``follow``    number of cards of the suit led
    ``above``     number of cards of the suit led that beat it
    ``over``      number of cards of other suits, all trumps, that beat it
    ``is_trump``  True if the winning card is a trump
    """

    def __init__(self, out: Sequence[Card], suits: Sequence[str], opened: Card, best: Card) -> None:
        led, strengths = TOP[opened], STRENGTHS[opened]
        self.all, self.is_trump = len(out), TOP[best] in TRUMPS[opened]
        beating = [TOP[card] for card in out if strengths[card] > strengths[best]]
        self.follow = suits.count(led)
        self.above = beating.count(led)
        self.over = len(beating) - self.above

    def chance(self, sight: DoubleKnotKnowledge, seat: int) -> float:
        """Return the chance that a seat still to play beats the card."""
        held, will = len(sight.position.hands[seat]), EAGER if sight.needs[seat] > 0 else SHY
        void = lacking(self.all, self.follow, held)
        following = will * (1 - lacking(self.all, self.above, held))
        trumping = void * (1 - lacking(self.all - self.follow, self.over, held))
        return following + trumping * (will if self.is_trump else 1.0)


@lru_cache(maxsize=4096)
def lacking(cards: int, wanted: int, held: int) -> float:
    """Return the chance that ``held`` cards, drawn at random from ``cards``, include none of ``wanted`` particular ones."""
    return comb(cards - wanted, held) / comb(cards, held) if cards >= held else 1.0


def spread_of(chances: Iterable[float]) -> list[float]:
    """Return the probabilities that exactly 0, 1, 2, … of several independent events occur, given the chance of each."""
    spread = [1.0]
    for chance in chances:
        spread = [up * chance + stay * (1 - chance) for up, stay in zip([0.0, *spread], [*spread, 0.0], strict=True)]
    return spread


def hoped(spread: Sequence[float], wanted: int, worth: dict[int, float]) -> float:
    """Return the expected points if ``wanted`` more tricks are needed. ``worth`` maps the difference between tricks taken and
    tricks needed to points."""
    return sum(points * spread[wanted + off] for off, points in worth.items() if 0 <= wanted + off < len(spread))


# ---- reasons

def need_told(sight: DoubleKnotKnowledge) -> Text:
    """Describe the number of tricks that the side needs."""
    ours, need = len(sight.side) > 1, sight.need
    if need < 0:
        return say("{ours:We|I} have taken more tricks than {ours:we|I} bid", ours=ours)
    if need == 0:
        return (say("{ours:We|I} have what {ours:we|I} bid", ours=ours) if sight.contract else
                say("{ours:We|I} bid zero", ours=ours))
    if need > sight.left:
        return say("{ours:We|I} can no longer take all the tricks {ours:we|I} bid", ours=ours)
    if need == sight.left:
        return say("{ours:We|I} need every trick that is left", ours=ours)
    return say("{ours:We|I} need {n} of the {left} tricks left", ours=ours, n=need, left=sight.left)


def plan_told(sight: DoubleKnotKnowledge, move: Move) -> Text:
    """Return the argument for a card: the tricks expected from the cards that stay in the hand, and the tricks wanted."""
    others, ours = [card for card in sight.hand if card is not move.played], len(sight.side) > 1
    if not others or not 0 <= sight.need <= sight.left:
        return NOTHING
    takes, best = side_takes(sight, move), max(others, key=sight.chances.__getitem__)
    kept, wants = sum(sight.later(move.played)) + sum(sight.partner_chances), sight.need - takes
    if kept > wants + LIKELY:
        return say("My other cards may still win more than {ours:we|I} want, so I am glad to be rid of it.", ours=ours)
    if kept >= wants - LIKELY:
        return say("The rest should bring just what {ours:we|I} still want.", ours=ours)
    if sight.chances[best] > sight.chances[move.played]:
        return say("I keep {best}, which {ours:we|I} need.", best=with_article(best), ours=ours)
    return say("It is the best card I have, and {ours:we|I} need its trick.", ours=ours) if takes else NOTHING


def fate_told(sight: DoubleKnotKnowledge, move: Move) -> Text:
    """Describe the card's prospects in this trick."""
    laid, card = [*sight.position.trick, move.laid[sight.seat]], with_article(move.played)
    best = winning(sight.position, laid)
    if best.card is EXCUSE:
        return say("{card} never wins", card=card)
    if best.seat != sight.seat:
        if best.seat in sight.side:
            return say("{card} leaves my partner's {best} ahead", card=card, best=best.card)
        return say("{card} leaves {best} ahead", card=card, best=with_article(best.card))
    if not sight.waiting:
        return say("{card} wins this trick", card=card)
    threat = sight.threat(card_led(laid), move.played)
    if not threat.above + threat.over:
        return say("{card} wins, for no card still out beats it", card=card)
    likely = side_takes(sight, move) >= LIKELY
    if not threat.above:
        return say("{card} {likely:should win|goes ahead}, {likely:unless|but perhaps} somebody who can't follow "
                   "{likely:plays|has} a {higher:higher |}trump", card=card, likely=likely, higher=threat.is_trump)
    return say("{card} {likely:should win, though|goes ahead, but} {n:one card|@ cards} of the suit led that may still be out "
               "{n:beats|beat} it", card=card, likely=likely, n=threat.above)

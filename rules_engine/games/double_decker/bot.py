"""A bot for Double Decker that estimates the value of each move in points and makes the best one.

It uses only what its seat can see: its hand, the trick, the last trick, the cards passed, and the number of cards of each colour
that every seat has captured. From these it derives the number of cards of each colour still out, but not the cards themselves. At
every turn it chooses the colour to collect, from its captures and its hand. An estimate has two parts: the cards that the move
may capture, and what its card would be worth if it stayed in the hand.

It uses only addition, multiplication and division, so the choice is the same on every machine. The weights below were compared
with alternatives; ``docs/design/bots.md`` has the results.
"""

from __future__ import annotations

import random
from bisect import bisect
from collections.abc import Sequence

from rules_engine.bots import Bot, BotMove
from rules_engine.core.game.game import View
from rules_engine.core.model.cards import Card
from rules_engine.core.model.moves import Move
from rules_engine.core.model.table_talk import Remark
from rules_engine.games.double_decker.cards import COLOURS, PASS
from rules_engine.games.double_decker.position import DoubleDeckerPosition
from rules_engine.games.double_decker.rules import by_colour, winning
from rules_engine.narration.move_phrases import with_article
from rules_engine.text.message import Text, say, suit_mark

PASSED = 2.0
"""Cost of a pass, in points."""
BEATS = 0.75
"""Probability that a player who may hold a higher card plays it."""
JOINS = 0.4
"""Probability that a player still to play adds a card to a colour."""
HOPE = 0.75
"""Weight of the captures expected from the cards in hand if each adds points."""
RIVAL = 0.3
"""Weight of each higher card still out, which lowers a card's chance of taking its colour later."""
DREAD = 0.3
"""Weight of the captures expected from the cards in hand if each costs points."""
DUCK = 0.15
"""Value, in points, of a card that is certain to take nothing: it can be played without harm."""
SAFE = 0.35
"""Minimum chance that a card takes its colour; a card with a smaller chance is played to be beaten."""
THOUGHT_OF = 8
"""Maximum number of moves to consider. With more, too few deals would be simulated for each."""
DOUBT = 0.25
"""Uncertainty about the largest colour, in cards per trick still to come."""


class DoubleDeckerKnowledge:
    """The information available to a seat for its move.

    ``legal``     the legal moves
    ``passed``    the cards passed in this hand
    ``best``      the winning card so far, by colour in the trick
    ``laid``      number of cards in the trick, by colour
    ``later``     number of players still to play after this one
    ``tricks``    number of tricks after this one
    ``unseen``    cards that other players may hold, by colour; some may have been captured before the last trick
    ``above``     number of cards that other players may hold and that beat a card, by card in hand
    ``out``       maximum number of cards that the other players hold, by colour
    ``density``   share of a colour's unseen cards that the other players hold
    ``hoped``     number of cards of each colour that this seat has captured or is expected to capture
    ``target``    the colour to collect
    ``ahead``     lead of each colour in ``hoped`` over the largest other colour
    """

    def __init__(self, view: View[DoubleDeckerPosition]) -> None:
        position = view.position
        assert view.seat is not None, "a bot plays for a seat"
        self.position, self.seat, self.size, self.deck = position, view.seat, position.table.size, view.game.deck
        self.legal = view.game.legal(position)
        self.gone = view.memory.gone if view.memory else ()
        self.hand = position.hands[view.seat]
        self.passed = [card for cards in position.passed for card in cards]
        shares = by_colour(position.trick)
        self.best = {colour: winning(position, share).card for colour, share in shares.items()}
        self.laid = {colour: len(share) for colour, share in shares.items()}
        self.later = self.size - len(position.trick) - 1
        self.tricks = len(self.hand) - 2
        self.unseen = self._unseen()
        self.above = self._above()
        self.out = self._out()
        self.density = self._density()
        self.hoped = [self._hoped(colour) for colour in COLOURS]
        self.target = COLOURS[max(range(3), key=self.hoped.__getitem__)]
        self.ahead = {colour: _ahead(self.hoped, place) for place, colour in enumerate(COLOURS)}

    def _unseen(self) -> dict[str, list[Card]]:
        position = self.position
        last = position.last_trick.laid if position.last_trick else ()
        shown = {*self.hand, *self.passed, *(one.card for one in (*position.trick, *last)), *self.gone}
        cards = [card for card in self.deck if card not in shown]
        return {colour: [card for card in cards if card.suits == colour] for colour in COLOURS}

    def _density(self) -> dict[str, float]:
        """Return, by colour, the share of the unseen cards that other players hold. If a setup leaves out earlier captures, more
        cards are unaccounted for than other players hold; the share is then scaled down."""
        held = sum(map(len, self.position.hands)) - len(self.hand)
        thin = min(1.0, held / max(1, sum(self.out.values())))
        return {colour: thin * self.out[colour] / max(1, len(self.unseen[colour])) for colour in COLOURS}

    def _out(self) -> dict[str, int]:
        seen, each = [card.suits for card in (*self.hand, *self.passed)], len(self.deck) // 3
        known = {colour: sum(captured) + self.laid.get(colour, 0) + seen.count(colour)
                 for colour, captured in zip(COLOURS, zip(*self.position.captured, strict=True), strict=True)}
        return {colour: min(len(self.unseen[colour]), max(0, each - known[colour])) for colour in COLOURS}

    def _hoped(self, colour: str) -> float:
        promised = sum(self.power(card) for card in self.hand if card.suits == colour)
        captured = self.position.captured[self.seat][COLOURS.index(colour)]
        return captured + HOPE * self.share * promised

    @property
    def share(self) -> float:
        """The average number of cards of a colour in a trick."""
        return 1 + JOINS * (self.size - 1)

    def _above(self) -> dict[Card, int]:
        values = {colour: sorted([card.value for card in cards]) for colour, cards in self.unseen.items()}
        return {card: len(values[card.suits]) - bisect(values[card.suits], card.value) for card in self.hand}

    def beaters(self, card: Card) -> int:
        """Return the maximum number of cards in other hands that can beat a card."""
        return min(self.above[card], self.out[card.suits])

    def power(self, card: Card) -> float:
        """Return the chance that a card takes its colour in a later trick."""
        return 1 / (1 + RIVAL * self.density[card.suits] * self.above[card])

    def takes(self, move: Move) -> bool:
        """Return whether the move plays the highest card of its colour so far."""
        best = self.best.get(move.played.suits)
        return move.verb != PASS and (best is None or best.value < move.played.value)

    def holds(self, card: Card) -> float:
        """Return the chance that a card which takes its colour now isn't beaten by a player still to play."""
        higher = self.density[card.suits] * self.above[card] / (self.size - 1)
        stays = 1 - BEATS * higher / (1 + higher)
        chance = 1.0
        for _ in range(self.later):
            chance *= stays
        return chance

    def gain(self, colour: str, cards: float) -> float:
        """Return the expected points for capturing ``cards`` cards of a colour, given the uncertainty about the seat's largest
        colour."""
        ahead, doubt = self.ahead[colour], 1 + DOUBT * self.tricks
        return 2 * (_excess(ahead + cards, doubt) - _excess(ahead, doubt)) - cards


def _ahead(counts: list[float], place: int) -> float:
    return counts[place] - max(count for other, count in enumerate(counts) if other != place)


def _excess(ahead: float, doubt: float) -> float:
    """Return the lead of a colour, or 0 if it is behind; a smooth curve joins the two within ``doubt`` of a tie."""
    if ahead <= -doubt:
        return 0
    return ahead if ahead >= doubt else (ahead + doubt) * (ahead + doubt) / (4 * doubt)


# ---- the worth of a move

def worth(sight: DoubleDeckerKnowledge, move: Move) -> float:
    """Return the total value of a move in points: its value in this trick minus the value of keeping its card."""
    return now(sight, move) - kept(sight, move.played)


def best_of(sight: DoubleDeckerKnowledge, moves: Sequence[Move]) -> Move:
    """Return the move with the highest value; ties go to the first."""
    return max(moves, key=lambda one: worth(sight, one))


def same(sight: DoubleDeckerKnowledge, move: Move, other: Move) -> bool:
    """Return whether two moves have the same effect from now on: no card ranked between theirs is unseen or in the trick."""
    one, two = sorted([move.played, other.played], key=lambda card: card.value)
    if move.verb != other.verb or one.suits != two.suits:
        return False
    lying = [laid.card for laid in sight.position.trick]
    return not any(card.suits == one.suits and one.value < card.value < two.value for card in [*sight.unseen[one.suits], *lying])


def now(sight: DoubleDeckerKnowledge, move: Move) -> float:
    """Return the expected points of a move in this trick."""
    card = move.played
    if move.verb == PASS:
        return -PASSED
    if not sight.takes(move):
        return 0
    laid = sight.laid.get(card.suits, 0)
    return sight.holds(card) * sight.gain(card.suits, laid + 1 + JOINS * sight.later)


def kept(sight: DoubleDeckerKnowledge, card: Card) -> float:
    """Return the expected points of a card in later tricks: 0 in the last trick, after which it is set aside."""
    power, gain = sight.power(card), sight.gain(card.suits, sight.share)
    taking = power * gain * (HOPE if gain > 0 else DREAD)
    return (taking + DUCK * (1 - power)) * sight.tricks / (sight.tricks + 1)


class DoubleDeckerBot(Bot[DoubleDeckerPosition]):
    """A bot that concentrates on one colour."""

    name = "heuristic"
    remembers = True
    pace = 3_000

    def choose(self, view: View[DoubleDeckerPosition], rng: random.Random, heard: Sequence[Remark] = ()) -> BotMove:
        """Return the move with the highest value, and its reason. No move is ever forced: each card can be played or passed, and
        a seat to act holds at least two."""
        sight = DoubleDeckerKnowledge(view)
        move = best_of(sight, sight.legal)
        return BotMove(move, reason(sight, move))

    def considers(self, view: View[DoubleDeckerPosition]) -> Sequence[Move]:
        """Return at most ``THOUGHT_OF`` moves with the highest values, and only one of several moves with the same effect."""
        sight, found = DoubleDeckerKnowledge(view), list[Move]()
        for move in sorted(sight.legal, key=lambda one: -worth(sight, one)):
            if not any(same(sight, move, other) for other in found):
                found.append(move)
        return found[:THOUGHT_OF]

    def among(self, view: View[DoubleDeckerPosition], moves: Sequence[Move], rng: random.Random,
              heard: Sequence[Remark] = ()) -> BotMove:
        """Return the most valuable of the given moves, and its reason."""
        sight = DoubleDeckerKnowledge(view)
        move = best_of(sight, moves)
        return BotMove(move, reason(sight, move))

    def move(self, view: View[DoubleDeckerPosition], rng: random.Random) -> Move:
        """Return the move with the highest value, without a reason."""
        sight = DoubleDeckerKnowledge(view)
        return best_of(sight, sight.legal)


bot = DoubleDeckerBot


# ---- reasons

def reason(sight: DoubleDeckerKnowledge, move: Move) -> Text:
    """Return the reason for a move: its effect on the trick, and the colour that the seat collects."""
    if move.verb == PASS:
        return tell_pass(sight, move)
    if not sight.takes(move):
        return tell_under(sight, move)
    if not sight.best:
        return tell_lead(sight, move)
    return tell_over(sight, move) if sight.later else tell_take(sight, move)


def tell_lead(sight: DoubleDeckerKnowledge, move: Move) -> Text:
    """Return the reason for a lead, meant to win or to be beaten."""
    card, colour, is_target = with_article(move.played), suit_mark(move.played.suits), move.played.suits == sight.target
    beaten = _beaten(sight.beaters(move.played))
    if sight.holds(move.played) < SAFE:
        return say("I lead {card} for somebody else to take: {beaten}. Of what I collect it is what I can spare best.", card=card,
                   beaten=beaten) if is_target else (
            say("I don't collect {colour}, so I lead {card} for somebody else to take: {beaten}.", colour=colour, card=card,
                beaten=beaten))
    if is_target:
        return say("I collect {colour} and lead {card}: {beaten}.", colour=colour, card=card, beaten=beaten)
    if sight.gain(move.played.suits, sight.share) > 0:
        return say("{card} should take the {colour} played to it, and I may yet collect them: {beaten}.", card=card,
                   colour=colour, beaten=beaten)
    return say("I don't collect {colour}, but {card} takes them sooner or later: {beaten}, and "
               "{more:I want that over with|my other card would cost more}.", colour=colour, card=card, beaten=beaten,
               more=sight.tricks > 0)


def tell_take(sight: DoubleDeckerKnowledge, move: Move) -> Text:
    """Return the reason for the last card of a trick, which takes its colour for certain."""
    card, colour, target = with_article(move.played), suit_mark(move.played.suits), suit_mark(sight.target)
    count = sight.laid.get(move.played.suits, 0) + 1
    if colour == target:
        return say("I play last, and {card} wins {n} {colour} {n:card|cards}, the colour I collect.", card=card, n=count,
                   colour=colour)
    won = say("I play last and win {n} {colour} {n:card|cards} with {card}", n=count, colour=colour, card=card)
    passes = [other for other in sight.legal if other.verb == PASS]
    if passes and all(other.verb == PASS or sight.takes(other) for other in sight.legal):
        return say("{won}; I'd rather collect {target}, but a pass would cost two points and a better card.", won=won,
                   target=target)
    return say("{won}; I'd rather collect {target}, but later this card might take more.", won=won, target=target)


def tell_over(sight: DoubleDeckerKnowledge, move: Move) -> Text:
    """Return the reason for a card that is the highest of its colour so far, with other players still to play."""
    card, colour, target = with_article(move.played), suit_mark(move.played.suits), suit_mark(sight.target)
    best, beaten = sight.best.get(move.played.suits), _beaten(sight.beaters(move.played))
    does = say("beats {card}", card=with_article(best)) if best else say("brings in {colour}", colour=colour)
    if colour == target and sight.holds(move.played) < SAFE:
        return say("{card} {does}, and somebody else will most likely take it: {beaten}. Of what I collect it is what I can "
                   "spare best.", card=card, does=does, beaten=beaten)
    if colour == target:
        return say("I collect {colour}: {card} {does}, and {beaten}.", colour=colour, card=card, does=does, beaten=beaten)
    if sight.holds(move.played) < SAFE:
        return say("I collect {target}. {card} {does}, and somebody else will most likely take it: {beaten}.", target=target,
                   card=card, does=does, beaten=beaten)
    saves = any(other.suits == sight.target for other in sight.hand)
    return say("I collect {target}, and {card} {does}: {beaten}, so it may cost me a few points, but "
               "{saves:it saves a better card|later it might cost more}.", target=target, card=card, does=does,
               beaten=beaten, saves=saves)


def tell_under(sight: DoubleDeckerKnowledge, move: Move) -> Text:
    """Return the reason for a card that can't win."""
    card = move.played
    best, played = with_article(sight.best[card.suits]), with_article(card)
    if card.suits != sight.target:
        return say("{best} beats {card}, so I win nothing with it and get rid of a colour I don't collect.", best=best,
                   card=played)
    top = max((other for other in sight.hand if other.suits == card.suits), key=lambda other: other.value)
    if top is card:
        return say("{best} beats {card}, so I win nothing with it, and it costs nothing.", best=best, card=played)
    return say("{best} beats {card}, so I win nothing with it; I keep {top}.", best=best, card=played, top=with_article(top))


def tell_pass(sight: DoubleDeckerKnowledge, move: Move) -> Text:
    """Return the reason for a pass, which is either forced or better than the best possible play."""
    card, plays = with_article(move.played), [one for one in sight.legal if one.verb != PASS]
    if not plays:
        one, other = map(suit_mark, sight.best)
        return say("I have neither {one} nor {other} and must pass; {card} seems my least useful card.", one=one, other=other,
                   card=card)
    best = best_of(sight, plays)
    if sight.takes(best):
        return say("The best card I could play, {best}, would be the highest {colour} so far: I'd rather pay two points and pass "
                   "{card}.", best=with_article(best.played), colour=suit_mark(best.played.suits), card=card)
    return say("I'd rather pay two points and pass {card} than play {best}, the best card I could.", card=card,
               best=with_article(best.played))


def _beaten(beaters: int) -> Text:
    if not beaters:
        return say("no card still out beats it")
    if beaters == 1:
        return say("at most one card still out beats it")
    return say("at most {n} {n:card|cards} still out {n:beats|beat} it", n=beaters)

"""A bot for Hearts that follows the first plan that applies. It uses its hand, the trick, the points taken and, with a memory,
the cards played to earlier tricks.
"""

from __future__ import annotations

import random
from collections.abc import Sequence

from rules_engine.bots import ONLY_MOVE, Bot, BotMove
from rules_engine.core.game.game import View
from rules_engine.core.model.cards import Card
from rules_engine.core.model.moves import Move
from rules_engine.core.model.table_talk import Remark
from rules_engine.games.hearts.position import HeartsPosition
from rules_engine.games.hearts.rules import JACK, POINTS, QUEEN, winning
from rules_engine.narration.move_phrases import with_article
from rules_engine.text.message import Text, say, suit_mark

COVER = 4
"""Number of spades below the Queen with which it is safer to keep the Queen, King or Ace than to pass it."""
FRESH = 8
"""Minimum number of cards of a suit still out with which everybody is expected to follow."""
SUSPICIOUS = 14
"""Minimum number of points, all taken by one player, for which the others play against a moon."""
ACES_AND_KINGS = 13
"""Lowest value of the cards that beat the Queen."""


class HeartsKnowledge:
    """The information available to a seat for its move.

    ``moves``    the moves to choose from
    ``hand``     the seat's cards
    ``out``      cards that other players may hold; without a memory, some may be in earlier tricks
    ``queen_out``  True if another player may hold the Queen of Spades
    ``shooter``  the other seat that has taken all points, if they are many, or None
    ``last``     True if the seat plays the last card of the trick
    ``best``     the card that wins the trick so far, or None
    """

    def __init__(self, view: View[HeartsPosition], moves: Sequence[Move] | None = None) -> None:
        position, seat = view.position, view.seat
        assert seat is not None, "a bot plays for a seat"
        self.position, self.seat, self.hand = position, seat, position.hands[seat]
        self.moves = view.game.legal(position) if moves is None else moves
        laid = [one.card for one in position.trick]
        shown = {*self.hand, *laid, *position.passed[seat], *(view.memory.gone if view.memory else ())}
        if position.last_trick:
            shown.update(one.card for one in position.last_trick.laid)
        self.out = [card for card in view.game.deck if card not in shown]
        self.queen_out = QUEEN in self.out and position.queen is None
        self.last = len(laid) == position.table.size - 1
        self.best = winning(position, position.trick) if laid else None
        taken = max(position.points)
        alone = position.points.index(taken) if taken >= SUSPICIOUS and taken == sum(position.points) else None
        self.shooter = None if alone == seat else alone
        self.at_stake = sum(POINTS[card] for card in laid)

    def beaten_by(self, card: Card) -> int:
        """Return the number of cards still out that beat a card in its suit."""
        return sum(other.suits == card.suits and other.value > card.value for other in self.out)

    def beats(self, card: Card) -> int:
        """Return the number of cards still out that a card beats in its suit."""
        return sum(other.suits == card.suits and other.value < card.value for other in self.out)

    def held(self, suit: str) -> list[Card]:
        """Return the seat's cards of a suit, lowest first."""
        return sorted((card for card in self.hand if card.suits == suit), key=lambda card: card.value)

    def ducks(self, move: Move) -> bool:
        """Return whether a follower's move loses to the card that wins the trick so far."""
        best = self.best
        return best is not None and (move.played.suits != best.card.suits or move.played.value < best.card.value)

    def danger(self, card: Card) -> float:
        """Return the danger of holding a card: its chance of taking a trick, times the cost of such tricks."""
        if card is QUEEN:
            return 100.0
        below, above = self.beats(card), self.beaten_by(card)
        if not below:
            return 0.0
        likely = below / (below + above)
        guards = sum(other.value < card.value for other in self.held(card.suits))
        if card.suits == "S" and self.queen_out:
            return 60.0 * (card.value >= ACES_AND_KINGS) / (1 + guards) + likely
        if card is JACK and self.position.counts_jack:
            return 0.0
        return likely * (10 + card.value / 2 + 6 * (card.suits == "H")) / (1 + guards)


class HeartsBot(Bot[HeartsPosition]):
    """A bot that loses tricks with its highest cards, and plays against a moon."""

    name = "heuristic"
    remembers = True

    def choose(self, view: View[HeartsPosition], rng: random.Random, heard: Sequence[Remark] = ()) -> BotMove:
        """Return the choice of the first plan that applies."""
        known = HeartsKnowledge(view)
        return BotMove(known.moves[0], ONLY_MOVE) if len(known.moves) == 1 else planned(known)

    def among(self, view: View[HeartsPosition], moves: Sequence[Move], rng: random.Random,
              heard: Sequence[Remark] = ()) -> BotMove:
        """Return the best of the given moves according to the plans, with its effect."""
        own = self.choose(view, rng, heard)
        if own.move in moves:
            return own
        known = HeartsKnowledge(view, moves)
        move = planned(known).move
        return BotMove(move, why(known, move))

    def ducks(self, view: View[HeartsPosition]) -> bool:
        """Return whether there are points in the trick."""
        return any(POINTS[one.card] for one in view.position.trick)


bot = HeartsBot


def planned(known: HeartsKnowledge) -> BotMove:
    """Return the choice of the first plan that applies."""
    if known.position.phase == "pass":
        return give(known)
    if known.best is None:
        return smoke_out(known) or lead(known)
    if known.moves[0].played.suits != known.best.card.suits:
        return throw(known)
    return follow(known)


# ---- passing

def give(known: HeartsKnowledge) -> BotMove:
    """Return the card to pass: high spades without cover, then the high cards of short suits."""
    low = len([card for card in known.held("S") if card.value < QUEEN.value])
    spades = {card for card in known.hand if card.suits == "S" and card.value >= QUEEN.value} if low < COVER else set()
    move = max(known.moves, key=lambda each: _wish_to_pass(known, each.played, spades))
    return BotMove(move, _why_pass(known, move.played, low if move.played in spades else None))


def _why_pass(known: HeartsKnowledge, passed: Card, cover: int | None) -> Text:
    """Return the reason for passing a card; ``cover`` is the number of low spades if it is a high one."""
    card, suit, left = with_article(passed), suit_mark(passed.suits), len(known.held(passed.suits)) - 1
    if cover:
        return say("With {n:only one spade|only @ spades} below the Queen, I would soon have to play {card}, so I pass "
                   "{card:it|them}.", n=cover, card=card)
    if cover == 0:
        return say("Without a spade below the Queen, I would soon have to play {card}, so I pass {card:it|them}.", card=card)
    if passed.suits == "H":
        return say("{card} would take hearts, so I pass {card:it|them}.", card=card)
    if left:
        return say("Without {card}, I hold {n:only one card|only @ cards} in {suit}: I can sooner discard what I like.", n=left,
                   suit=suit, card=card)
    return say("Without {card}, I hold no {suit} and can discard what I like.", suit=suit, card=card)


def _wish_to_pass(known: HeartsKnowledge, card: Card, spades: set[Card]) -> float:
    if card in spades:
        return 100.0 + (card is QUEEN)
    if card.suits == "S" or (card is JACK and known.position.counts_jack):
        return -10.0
    held = known.held(card.suits)
    guards = sum(other.value < card.value for other in held)
    if card.suits == "H":
        return 1.5 * card.value - 3 * guards
    return card.value + 2.5 * (4 - len(held)) - 0.5 * guards


# ---- leading

def smoke_out(known: HeartsKnowledge) -> BotMove | None:
    """Return a lead of a low spade that may drive out the Queen, if another player holds her; otherwise None."""
    spades = known.held("S")
    low = [move for move in known.moves if move.played.suits == "S" and move.played.value < QUEEN.value]
    if not known.queen_out or not low or spades[-1].value >= QUEEN.value:
        return None
    move = max(low, key=lambda each: each.played.value)
    return BotMove(move, say("Somebody else holds the Queen of Spades, and I hold none of the three highest spades: {card} may "
                             "drive her out.", card=with_article(move.played)))


def lead(known: HeartsKnowledge) -> BotMove:
    """Return the lead that is likely to cost least."""
    move = min(known.moves, key=lambda each: (_cost_of_lead(known, each.played), -each.played.value))
    card, above = with_article(move.played), known.beaten_by(move.played)
    if not above:
        told = say("Nobody can beat {card}, but no other lead of mine costs less.", card=card)
    elif above < known.beats(move.played):
        told = say("Only {n:one card|@ cards} still out {n:beats|beat} {card}, but no other lead of mine costs less.", card=card,
                   n=above)
    else:
        told = say("{n:One card|@ cards} still out {n:beats|beat} {card}: I probably lose the lead.", card=card, n=above)
    return BotMove(move, told)


def _cost_of_lead(known: HeartsKnowledge, card: Card) -> float:
    """Return the expected cost of a lead: the likelihood of taking the trick, times the points likely to be in it."""
    below, above = known.beats(card), known.beaten_by(card)
    followers = known.position.table.size - 1
    likely = 1.0 if not above else (below / (below + above)) ** (2 if above + below >= 2 * followers else 1)
    void = max(0.0, 1 - (below + above) / (FRESH + 1))
    thrown = void * (6 if known.queen_out else 2.5)
    own = {"H": 2.5, "S": 3.0 if known.queen_out and card.value > QUEEN.value else 0.2}.get(card.suits, 0.2)
    return likely * (own + thrown) + (13 if card is QUEEN else 0) * (1 - min(1.0, above / 2))


# ---- following

def follow(known: HeartsKnowledge) -> BotMove:
    """Return the choice for a player who must follow suit: duck with the highest card, or take a harmless trick as high as
    possible, or win with the lowest and hope."""
    under = [move for move in known.moves if known.ducks(move)]
    over = [move for move in known.moves if move not in under and move.played is not QUEEN] or [
        move for move in known.moves if move not in under]
    if known.shooter is not None and over and known.at_stake and known.last:
        move = _highest(over)
        return BotMove(move, say("I take these points with {card}, so that {seat} can't take them all.",
                                 card=with_article(move.played), seat=known.position.name(known.shooter)))
    if over and known.last and not known.at_stake and over[0].played.suits != "H" and over[0].played is not QUEEN:
        move = _highest(over)
        return BotMove(move, say("I play last and there are no points in the trick, so I take it with {card}, my highest.",
                                 card=with_article(move.played)))
    if over and known.position.opening:
        move = _highest(over)
        return BotMove(move, say("Nobody may play points to the first trick, so I can get rid of {card} now.",
                                 card=with_article(move.played)))
    if under:
        move = _highest(under)
        return BotMove(move, say("{card} is my highest card that loses.", card=with_article(move.played)))
    if not known.at_stake and _is_fresh(known):
        move = _highest(over)
        return BotMove(move, say("Everybody should be able to follow, so I get rid of {card} while it costs nothing.",
                                 card=with_article(move.played)))
    if known.last:
        move = _highest(over)
        return BotMove(move, say("I have to take this trick, so I use {card}, my highest.", card=with_article(move.played)))
    move = _lowest(over)
    return BotMove(move, say("Any card of mine would be the highest so far. Somebody may still beat {card}, the lowest.",
                             card=with_article(move.played)))


def _highest(moves: Sequence[Move]) -> Move:
    return max(moves, key=lambda move: move.played.value)


def _lowest(moves: Sequence[Move]) -> Move:
    return min(moves, key=lambda move: move.played.value)


def _is_fresh(known: HeartsKnowledge) -> bool:
    """Return whether the players to come should be able to follow, and no Queen of Spades can fall."""
    assert known.best is not None
    suit = known.best.card.suits
    return suit in "CD" and sum(card.suits == suit for card in known.out) >= FRESH


def throw(known: HeartsKnowledge) -> BotMove:
    """Return the card to throw for a player who can't follow: the most dangerous one, unless that helps a shooter."""
    assert known.best is not None
    if known.shooter is not None and known.best.seat == known.shooter:
        free = [move for move in known.moves if not POINTS[move.played]]
        if free:
            move = max(free, key=lambda each: known.danger(each.played))
            return BotMove(move, say("{seat} may be shooting the moon, so I keep my points and discard {card}.",
                                     seat=known.position.name(known.shooter), card=with_article(move.played)))
    move = max(known.moves, key=lambda each: (known.danger(each.played), POINTS[each.played], each.played.value))
    card, seat = with_article(move.played), known.position.name(known.best.seat)
    if POINTS[move.played]:
        return BotMove(move, say("I can't follow, and {card} {card:costs|cost} {seat} {n} {n:point|points} as things stand.",
                                 card=card, seat=seat, n=POINTS[move.played]))
    return BotMove(move, say("I can't follow, so I get rid of {card}, which might take a trick with points later.", card=card))


# ---- reasons for any move

def why(known: HeartsKnowledge, move: Move) -> Text:
    """Return a sentence about the effect of a move."""
    card = with_article(move.played)
    if known.position.phase == "pass":
        left, suit = len(known.held(move.played.suits)) - 1, suit_mark(move.played.suits)
        return (say("Without {card}, I hold {n:one card|@ cards} in {suit}.", card=card, n=left, suit=suit) if left else
                say("Without {card}, I hold no {suit}.", card=card, suit=suit))
    if known.best is None:
        above = known.beaten_by(move.played)
        return (say("{n:one card|@ cards} still out {n:beats|beat} {card}.", card=card, n=above) if above else
                say("Nobody can beat {card}.", card=card))
    best = with_article(known.best.card)
    if known.ducks(move):
        return say("{card} loses to {best}, so I don't take this trick.", best=best, card=card)
    return say("{card} beats {best}, so I am ahead in this trick.", best=best, card=card)

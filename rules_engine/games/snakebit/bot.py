"""A bot for Snakebit that follows the first applicable plan in an ordered list. It uses only what its seat can see: its hand, the
trick, the last trick, and the number of cursed cards in the tricks taken. With a memory it also knows the cards played to all
earlier tricks. The effect of each plan and number below was measured; ``docs/design/bots.md`` has the results.
"""

from __future__ import annotations

import random
from collections.abc import Sequence

from rules_engine.bots import ONLY_MOVE, Bot, BotMove, open_choice
from rules_engine.core.game.game import View
from rules_engine.core.model.cards import Card
from rules_engine.core.model.moves import Move
from rules_engine.core.model.table_talk import Remark
from rules_engine.core.model.tricks import PlayedCard
from rules_engine.games.snakebit.cards import NUMBER_CARDS
from rules_engine.games.snakebit.position import SnakebitPosition
from rules_engine.games.snakebit.rules import STRENGTHS, winning
from rules_engine.narration.move_phrases import with_article
from rules_engine.text.message import Text, all_of, say, suit_mark

FOLLOWERS_WANTED = 3
"""Minimum number of cards of a suit that are still out when its top card is led. With fewer, other players may be void and
discard cursed cards."""
HIGHER_WANTED = 2
LOWER_ALLOWED = 1
"""Minimum number of cards still out that would beat a low cursed lead, and maximum number that would not."""
FEW = 3
"""Maximum number of cards still out that beat a lead for it to have a fair chance of winning."""


class SnakebitKnowledge:
    """The information available to a seat for its move.

    ``legal``       the legal moves
    ``moves``       the moves to choose from
    ``counted``     True if all cards played before are known
    ``on_table``    the cursed cards in the trick
    ``out``         cards that other players may hold; without a memory some may be in tricks before the last one
    ``cursed_out``  maximum number of cursed cards that the other players hold
    ``all_clean``   True if every trick after this one will be clean
    ``last``        True if the seat plays the last card of the trick
    """

    def __init__(self, view: View[SnakebitPosition], moves: Sequence[Move] | None = None) -> None:
        position = view.position
        assert view.seat is not None, "a bot plays for a seat"
        self.position, self.seat = position, view.seat
        self.trump, self.cursed = position.trump, position.cursed
        self.legal = view.game.legal(position)
        self.moves = self.legal if moves is None else moves
        self.last = len(position.trick) == position.table.size - 1
        hand, laid = position.hands[view.seat], _cards(position.trick)
        shown = {*hand, *laid, *(_cards(position.last_trick.laid) if position.last_trick else ()),
                 *(view.memory.gone if view.memory else ())}
        self.out = [card for card in NUMBER_CARDS if card not in shown]
        self.counted = view.memory is not None
        self.on_table = self._cursed_of(laid)
        placed = sum(position.cursed_taken) + len(self.on_table) + len(self._cursed_of(hand))
        self.cursed_out = min(len(self._cursed_of(NUMBER_CARDS)) - placed, len(self._cursed_of(self.out)))
        self.all_clean = self.cursed_out <= 0 and not self._cursed_of(hand)

    def _cursed_of(self, cards: Sequence[Card]) -> list[Card]:
        return [card for card in cards if self.cursed in card.suits]

    def is_cursed(self, move: Move) -> bool:
        """Return whether the move's card bears the cursed suit."""
        return self.cursed in move.played.suits

    def height(self, move: Move) -> tuple[bool, int]:
        """Return a sort key for the strength of a move's card: trumps above all others, then by value."""
        return self.trump in move.played.suits, move.played.value

    def takes(self, move: Move) -> bool:
        """Return whether the move takes over the trick on the table."""
        mine = move.laid[self.seat]
        return winning(self.position, [*self.position.trick, mine]) is mine

    def bearers(self, lead: Move) -> list[Card]:
        """Return the cards still out that bear the suit of the lead."""
        return [card for card in self.out if lead.suit in card.suits]

    def beaters(self, lead: Move) -> list[Card]:
        """Return the cards still out that beat the lead, including trumps."""
        return self._above(lead.played, lead.suit)

    def chasers(self, move: Move) -> list[Card]:
        """Return the cards still out that beat a follower's card in the trick on the table."""
        return self._above(move.played, self.position.trick[0].move.suit)

    def _above(self, card: Card, led: str) -> list[Card]:
        strength = STRENGTHS[self.trump][led]
        return [other for other in self.out if strength[other] > strength[card]]


class SnakebitBot(Bot[SnakebitPosition]):
    """A bot that tries to win clean tricks (without cursed cards) and to lose the others."""

    name = "heuristic"
    remembers = True
    pace = 16_000

    def choose(self, view: View[SnakebitPosition], rng: random.Random, heard: Sequence[Remark] = ()) -> BotMove:
        """Return the choice of the first plan that applies."""
        sight = SnakebitKnowledge(view)
        return BotMove(sight.legal[0], ONLY_MOVE) if len(sight.legal) == 1 else planned(sight)

    def ducks(self, view: View[SnakebitPosition]) -> bool:
        """Return whether there is a cursed card in the trick."""
        return bool(SnakebitKnowledge(view).on_table)

    def among(self, view: View[SnakebitPosition], moves: Sequence[Move], rng: random.Random,
              heard: Sequence[Remark] = ()) -> BotMove:
        """Return the best of the given moves according to the plans. If the bot would prefer a move that isn't among them, the
        reason describes the advantages of the returned move."""
        sight, own = SnakebitKnowledge(view, moves), self.choose(view, rng, heard)
        move = planned(sight).move
        return own if own.move is move else BotMove(move, why(sight, move))


bot = SnakebitBot


def planned(sight: SnakebitKnowledge) -> BotMove:
    """Return the choice of the first plan that applies."""
    if sight.position.trick:
        return follow(sight)
    return lead_point(sight) or lead_top(sight) or lead_curse(sight) or lead_low(sight)


# ---- leading

def lead_point(sight: SnakebitKnowledge) -> BotMove | None:
    """Return the clean lead that the fewest cards beat, if nobody else holds a cursed card; otherwise None. Each clean lead that
    wins then scores a point."""
    clean = [move for move in sight.moves if not sight.is_cursed(move)]
    if sight.cursed_out > 0 or not clean:
        return None
    move = min(clean, key=lambda lead: len(sight.beaters(lead)))
    return BotMove(
        move,
        say("Nobody else holds a cursed card any more, so this trick is worth a point: {card} is my best card to win it.",
            card=with_article(move.played)),
    )


def lead_top(sight: SnakebitKnowledge) -> BotMove | None:
    """Return a clean lead that no card of its suit beats, if enough cards of the suit are out and all of them are clean;
    otherwise None."""
    def is_top(lead: Move) -> bool:
        bearers, beaters = sight.bearers(lead), sight.beaters(lead)
        return (len(bearers) >= FOLLOWERS_WANTED and not any(card in beaters or sight.cursed in card.suits
                                                             for card in bearers))
    tops = [move for move in sight.moves if not sight.is_cursed(move) and is_top(move)]
    if not tops:
        return None
    move = min(tops, key=lambda lead: len(sight.beaters(lead)))
    return BotMove(move, say("None of the {suit} still out beats {card} or is cursed, so it should win a clean trick"
                            "{trumped:, unless somebody trumps it|}.", suit=suit_mark(move.suit), card=with_article(move.played),
                            trumped=bool(sight.beaters(move))))


def lead_curse(sight: SnakebitKnowledge) -> BotMove | None:
    """Return a low lead of the cursed suit. The other players must follow with cursed cards, and one of them takes the trick."""
    def higher(lead: Move) -> int:
        beaters = sight.beaters(lead)
        return sum(card in beaters for card in sight.bearers(lead))

    def is_low(lead: Move) -> bool:
        return higher(lead) >= HIGHER_WANTED and len(sight.bearers(lead)) - higher(lead) <= LOWER_ALLOWED
    low = [move for move in sight.moves if move.suit == sight.cursed and is_low(move)]
    if not low:
        return None
    move = max(low, key=lambda lead: 2 * higher(lead) - len(sight.bearers(lead)))
    return BotMove(move, say("Led as {suit}, the cursed suit, {card} makes the others follow with cursed cards, and up to {n} of "
                            "them beat it.", suit=suit_mark(move.suit), card=with_article(move.played), n=higher(move)))


def lead_low(sight: SnakebitKnowledge) -> BotMove:
    """Return the lead that is most likely to lose, preferably one to which other players must follow with higher cards, or with
    cursed ones."""
    def hope(lead: Move) -> tuple[bool, bool, int, bool]:
        beaters, bearers = sight.beaters(lead), sight.bearers(lead)
        higher = sum(card in beaters for card in bearers)
        cursed = sum(sight.cursed in card.suits for card in bearers)
        return bool(higher), bool(beaters), len(beaters) + higher + cursed, not sight.is_cursed(lead)
    move = max(sight.moves, key=hope)
    if not sight.beaters(move):
        return BotMove(move, say("No card still out beats any lead of mine, so I lead {card} and take what comes.",
                                card=with_article(move.played)))
    return BotMove(move, say("Led as {suit}, {card} loses to {beaten}: my best chance to lose this trick.",
                            suit=suit_mark(move.suit), card=with_article(move.played), beaten=beaten(sight, move)))


def beaten(sight: SnakebitKnowledge, lead: Move) -> Text:
    """Describe the cards that beat a lead: cards that follow it, and trumps from players who can't follow."""
    beaters = sight.beaters(lead)
    follow = sum(lead.suit in card.suits for card in beaters)
    trumps = len(beaters) - follow
    if not trumps:
        return say("{n:one card|@ cards} {counted:still|that may still be} out", n=follow, counted=sight.counted)
    if not follow:
        return say("{n:one trump|@ trumps} {counted:still|that may still be} out, and only where somebody can't follow", n=trumps,
                   counted=sight.counted)
    return say("{n:one card|@ cards} {counted:still|that may still be} out, and to {trumps:one trump|@ trumps} where somebody "
               "can't follow", n=follow, trumps=trumps, counted=sight.counted)


# ---- following

def follow(sight: SnakebitKnowledge) -> BotMove:
    """Return the choice for a follower: take a clean trick with a clean card, otherwise lose the trick, otherwise win it with the
    least harm."""
    takers = [move for move in sight.moves if sight.takes(move)]
    losers = [move for move in sight.moves if move not in takers]
    clean = [move for move in takers if not sight.is_cursed(move)]
    if clean and not sight.on_table:
        return take_last(sight, clean) if sight.last else take_over(sight, clean)
    if losers:
        return throw(sight, losers, takers)
    return win_high(sight) if sight.last else win_low(sight)


def take_last(sight: SnakebitKnowledge, clean: list[Move]) -> BotMove:
    """Return the weakest clean winner. The seat plays last, so nobody can add a cursed card afterwards."""
    move = min(clean, key=sight.height)
    return BotMove(move, say("I play last and there is no cursed card in the trick, so {card}, my {one:one|cheapest} clean "
                            "winner, takes a point.", card=with_article(move.played), one=len(clean) == 1))


def take_over(sight: SnakebitKnowledge, clean: list[Move]) -> BotMove:
    """Return the strongest clean winner, for a trick that is clean so far and not yet complete."""
    move = max(clean, key=sight.height)
    return BotMove(move, say("There is no cursed card in the trick so far, so I go for the point with {card}"
                            "{one:|, my strongest clean card}.", card=with_article(move.played), one=len(clean) == 1))


def throw(sight: SnakebitKnowledge, losers: list[Move], takers: list[Move]) -> BotMove:
    """Return the losing card that would do most harm later: preferably a cursed card, otherwise the highest. If all later tricks
    are clean, return the weakest losing card."""
    cursed = [move for move in losers if sight.is_cursed(move)]
    if sight.all_clean and len(losers) > 1:
        move = min(losers, key=sight.height)
        return BotMove(move, say("Nobody holds a cursed card any more, so every trick to come is a point: I play {card}, my "
                                "weakest card, and keep what may still win.", card=with_article(move.played)))
    move = max(cursed or losers, key=sight.height)
    best = winning(sight.position, sight.position.trick).move
    if cursed:
        return open_choice(move, say("{best} beats {card}, so I throw it here: it is cursed and costs somebody else a point.",
                                     best=with_article(best.played), card=with_article(move.played)))
    if sight.on_table:
        return BotMove(move, say("I don't want the cursed {cards}, so I play {card}, my strongest card that loses.",
                                cards=all_of(sight.on_table), card=with_article(move.played)))
    if takers:
        return BotMove(move, say("I could win only with a cursed card, so I get rid of {card}, my strongest card that loses.",
                                card=with_article(move.played)))
    return BotMove(
        move,
        say("I can't beat {best}, so I get rid of {card}, my strongest card that loses.", best=with_article(best.played),
            card=with_article(move.played)),
    )


def win_high(sight: SnakebitKnowledge) -> BotMove:
    """Return the strongest card, if possible a clean one, for a trick that any legal card wins."""
    move = max(sight.moves, key=lambda play: (not sight.is_cursed(play), sight.height(play)))
    return BotMove(move, say("Every card I may play wins this trick, so I use up {card}, my strongest {cursed:|clean }card, and "
                            "keep weaker ones to lose with later.", card=with_article(move.played), cursed=sight.is_cursed(move)))


def win_low(sight: SnakebitKnowledge) -> BotMove:
    """Return the weakest card, if possible a clean one, for a trick in which any legal card takes the lead and other players play
    after it."""
    move = min(sight.moves, key=lambda play: (sight.is_cursed(play), sight.height(play)))
    return BotMove(
        move,
        say(
            "Every card I may play is ahead for now, so I play {card}, my weakest {cursed:|clean }card, and hope "
            "that somebody beats it.",
            card=with_article(move.played),
            cursed=sight.is_cursed(move),
        ),
    )


def _cards(laid: Sequence[PlayedCard]) -> list[Card]:
    return [one.move.played for one in laid]


# ---- reasons for any move

def why(sight: SnakebitKnowledge, move: Move) -> Text:
    """Return a sentence about what a move wins, keeps or risks."""
    if not sight.position.trick:
        return why_lead(sight, move)
    return why_take(sight, move) if sight.takes(move) else why_lose(sight, move)


def why_lead(sight: SnakebitKnowledge, move: Move) -> Text:
    """Return a sentence about the cards that may beat a lead and the cursed cards that must follow it."""
    card, suit, beaters = with_article(move.played), suit_mark(move.suit), len(sight.beaters(move))
    cursed = sum(sight.cursed in card.suits for card in sight.bearers(move))
    if not beaters and sight.cursed_out <= 0:
        return say("No card still out beats {card}, and nobody else holds a cursed card: it takes a clean trick.", card=card)
    if not beaters:
        return _why_lead_winner(sight, move, cursed)
    told = say("Led as {suit}, {card} loses to {beaten}", suit=suit, card=card, beaten=beaten(sight, move))
    if cursed:
        return say("{told}; {cursed:one card|@ cards} that must follow {cursed:is|are} cursed: whoever takes it pays.", told=told,
                   cursed=cursed)
    if beaters <= FEW:
        return say("{told}; nobody has to follow with a cursed card: a fair chance of a clean trick.", told=told)
    return say("{told}; nobody has to follow with a cursed card.", told=told)


def _why_lead_winner(sight: SnakebitKnowledge, move: Move, cursed: int) -> Text:
    card, suit = with_article(move.played), suit_mark(move.suit)
    if not sight.bearers(move):
        return say("No card still out beats {card}, so it takes the trick, whatever the others throw on it.", card=card)
    if cursed:
        return say("No card still out beats {card}, so it takes a trick sooner or later; now {n:one|@} of the {suit} that must "
                   "follow {n:is|are} cursed.", card=card, suit=suit, n=cursed)
    return say("No card still out beats {card}, so it takes the trick, and none of the {suit} that must follow is cursed.",
               card=card, suit=suit)


def why_take(sight: SnakebitKnowledge, move: Move) -> Text:
    """Return a sentence about the value of the trick that a move takes, and the cards that may still beat it."""
    card, curses = with_article(move.played), len(sight.on_table) + sight.is_cursed(move)
    keeps = min(sight.legal, key=sight.height)
    saved = say("I keep {keeps}, which loses more easily", keeps=with_article(keeps.played)) if keeps is not move else (
        say("it is the lowest card I may play"))
    if sight.last and not curses:
        return say("I play last, and {card} takes a clean trick: a point.", card=card)
    if sight.last:
        return say("{card} takes the trick with {n:one cursed card|@ cursed cards}; {saved}.", card=card, n=curses, saved=saved)
    beaters = len(sight.chasers(move))
    if not beaters:
        return say("{card} takes the trick, for no card still out beats it{cursed:|, and so far it is clean}.", card=card,
                   cursed=curses > 0)
    return say("{card} is ahead for now, and {n:one card|@ cards} still out {n:beats|beat} it; {saved}.", card=card, n=beaters,
               saved=saved)


def why_lose(sight: SnakebitKnowledge, move: Move) -> Text:
    """Return a sentence about a losing card, and about the better cards kept."""
    best, card = with_article(winning(sight.position, sight.position.trick).move.played), with_article(move.played)
    if sight.is_cursed(move):
        return say("{best} beats {card}, so I throw it here: it is cursed and costs somebody else a point.", best=best, card=card)
    kept = [other.played for other in sight.legal if sight.height(other) > sight.height(move)]
    if kept:
        return say("{best} beats {card}, so I take nothing with it, and I keep {top} for a trick that I want.", best=best,
                   card=card, top=with_article(max(kept, key=lambda other: other.value)))
    return say("{best} beats {card}, my strongest card that loses here: it might have to win a worse trick later.", best=best,
               card=card)

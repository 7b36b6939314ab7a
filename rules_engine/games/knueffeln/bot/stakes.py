"""The choices other than cards: exchanges, playing alone, leads made face down and the answers to them, and the choice between
Jann and march."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod

from rules_engine.bots import ONLY_MOVE, BotMove, open_choice
from rules_engine.core.game.game import View
from rules_engine.core.model.cards import Card
from rules_engine.core.model.moves import Move
from rules_engine.games.knueffeln import rules
from rules_engine.games.knueffeln.bot.plays import SURE_LEAD, hundredths, pick, sevens_to_cash, towards_jann, whole
from rules_engine.games.knueffeln.bot.sight import KnueffelnKnowledge
from rules_engine.games.knueffeln.bot.worth import worth_in
from rules_engine.games.knueffeln.cards import TURNS, given_for
from rules_engine.games.knueffeln.position import KnueffelnPosition
from rules_engine.narration.move_phrases import with_article
from rules_engine.text.message import NumberText, Text, say

DUDS = 2
"""Number of cards to consider among those that don't beat the trick. The cheapest are considered."""
TURNS_TO_COME = 0.5
"""Expected number of further face-down leads per trick to come, after one has been seen."""
NO_JANN = 0.005
"""Chance below which a Jann isn't mentioned."""
TURN_AT = 0.55
"""Minimum chance of winning the deal at which a lead is made face down."""
SOLO_WORTH = 5.5
"""Minimum value of the stock, in tricks, with which the dealer plays alone in a game for five."""


def thought_of(sight: KnueffelnKnowledge, legal: Sequence[Move]) -> Sequence[Move]:
    """Return the plays to consider: every face-up lead and the planned face-down lead, or to a trick, every card that beats it
    and the cheapest others."""
    if not sight.position.trick:
        plays = [move for move in legal if move.verb != "turn"]
        if towards_jann(sight):
            return [move for move in plays if sight.chance(move.played) >= SURE_LEAD]
        cashed = sevens_to_cash(sight, [move.played for move in plays])
        plays = [move for move in plays if move.played in cashed] or plays
        turn = turns(sight, pick(sight, [move.played for move in plays]))
        return plays if turn is None else [*plays, turn]
    beating = [move for move in legal if sight.beats(move.played)]
    others = sorted((move for move in legal if move not in beating), key=lambda move: sight.worth[move.played])
    return [*beating, *others[:DUDS]]


def trades(view: View[KnueffelnPosition], legal: Sequence[Move]) -> Sequence[Move]:
    """Return the exchanges to consider: those that gain a more valuable card; all legal moves if there are none."""
    worth = worth_in(view.position.order)
    gains = [move for move in legal if move.verb == "take" and worth[move.played] > worth[given_for(move)]]
    return gains or legal


def trade(view: View[KnueffelnPosition], moves: Sequence[Move]) -> BotMove:
    """Return the exchange for the most valuable card if it is worth more than the card given; otherwise a pass."""
    position = view.position
    worth = worth_in(position.order)
    takes = [move for move in moves if move.verb == "take"]
    best = max(takes, key=lambda move: worth[move.played], default=None)
    if best is None:
        return BotMove(moves[0], say("I keep what I have: nothing offered is worth more to me."))
    given = given_for(best)
    got, kept = with_article(best.played), with_article(given)
    if worth[best.played] <= worth[given] and len(moves) > len(takes):
        return BotMove(_move(moves, "pass"), say("I keep {card}: no card offered for it is worth more to me.", card=kept))
    return BotMove(best, _why_take(position.order.role[best.played], got, kept, len(takes)))


def _why_take(role: object, got: Text, kept: Text, takes: int) -> Text:
    """Describe the advantage that the card taken has over the card given."""
    if role is rules.ole:
        return say("{card} is one of the five Olen and wins far more often than {other}.", card=got, other=kept)
    if role is rules.seven:
        return say("A chosen Seven that is led can't be beaten, so I take {card} for {other}.", card=got, other=kept)
    if role is not rules.beater:
        return say("Fewer cards beat {card} than {other}, so I take it.", card=got, other=kept)
    if takes > 1:
        return say("{other} beats nothing, so I take {card} for it, the best of those turned up for it.", other=kept, card=got)
    return say("{other} beats nothing, so I take {card} for it.", other=kept, card=got)


def solo(view: View[KnueffelnPosition], moves: Sequence[Move]) -> BotMove:
    """Return the choice to play alone or sit out: the dealer plays alone if the stock is worth at least ``SOLO_WORTH``
    tricks."""
    position = view.position
    worth, stock = worth_in(position.order), position.stock
    total = sum(worth[card] for card in stock)
    counts = NumberText(f"{total:.0f}")
    verb = ("solo" if total >= SOLO_WORTH else "sit out") if len(moves) > 1 else moves[0].verb
    if verb == "solo":
        told = say("I count the stock as worth about {n} tricks: that is enough to play alone, since I need only four and all "
                   "four pay me.", n=counts)
        return BotMove(_move(moves, "solo"), told)
    told = say("I count the stock as worth about {n} tricks, too few to play alone, so I sit out, which costs nothing.", n=counts)
    return BotMove(_move(moves, "sit out"), told)


def answer(sight: KnueffelnKnowledge, moves: Sequence[Move]) -> BotMove:
    """Return the answer to a face-down lead: see it if that loses less on average than running, with the cards that will still be
    turned. Against a march, always run, because the march then fails."""
    position = sight.position
    if position.marching and _has(moves, "run"):
        told = say("They turned a card on the march: if I run, their march fails and we are paid.")
        return open_choice(_move(moves, "run"), told)
    win, jann = sight.deal_chance(turned=True), sight.streak_chance(ours=False)
    jann = min(jann, 1 - win)
    later = sum(map(len, position.hands)) // len(position.players)
    price, seen = position.value, position.value + position.terms.turn * (1 + TURNS_TO_COME * later)
    lost_jann = position.terms.jann + seen - position.terms.game
    see = (2 * win - 1 + jann) * seen - jann * lost_jann
    run, verb = position.terms.priced(price), "see" if see > -price else "run"
    move = _move(moves, verb) if _has(moves, verb) else moves[0]
    if jann < NO_JANN:
        return BotMove(move, say("I put our chances of the hand at {n}%, and with the cards still to be turned, seeing instead "
                                 "of running for {price} pays from {enough}% on.", n=hundredths(win), price=run,
                                 enough=hundredths((1 - price / seen) / 2)))
    hope = say("I put our chances of the hand at {n}%, and theirs of a Jann at {jann}%", n=hundredths(win), jann=hundredths(jann))
    if verb == "see":
        return BotMove(move, say("{hope}: on average, seeing is better than the {price} that running costs.", hope=hope,
                                 price=run))
    return BotMove(move, say("{hope}: on average, seeing would cost more than the {price} that running costs.", hope=hope,
                             price=run))


def jann(sight: KnueffelnKnowledge, moves: Sequence[Move]) -> BotMove | None:
    """Return the choice to claim a Jann; None to lead on for a march, if the hand is likely enough to take all remaining
    tricks."""
    position = sight.position
    if not _has(moves, "claim"):
        return None
    claim = _move(moves, "claim")
    if not position.can_lead:
        return BotMove(claim, ONLY_MOVE)
    terms, raised = position.terms, position.raised
    enough = (1 + (terms.jann + raised) / (terms.march + raised)) / 2
    hope = march_hope(sight)
    if hope > enough and len(moves) > 1:
        return None
    if enough >= 1:
        return open_choice(claim, say("A march wins no more than the Jann here, so I claim the Jann."))
    told = say("With my cards the chances of a march are {n}%, and it pays only above {enough}%, so I claim the Jann.",
               n=hundredths(hope), enough=hundredths(enough))
    return BotMove(claim, told)


def march_hope(sight: KnueffelnKnowledge) -> float:
    """Return the chance that leads from this hand win every trick that the march still needs."""
    left = rules.march_length(sight.position) - sum(sight.position.tricks)
    leads = sorted((sight.chance(card) for card in sight.hand), reverse=True)
    return prod(leads[:left])


def turns(sight: KnueffelnKnowledge, card: Card) -> Move | None:
    """Return the face-down lead of a card if the side is likely to win the deal but can't make a Jann, having lost a trick;
    otherwise None, also on a march or if the lead isn't legal."""
    position = sight.position
    if position.trick or position.marching or position.won(1 - sight.own) == 0 or TURNS[card] not in sight.legal:
        return None
    return TURNS[card] if sight.deal_chance() >= TURN_AT else None


def turned(sight: KnueffelnKnowledge, move: Move) -> BotMove:
    """Return the choice of a face-down lead, and its reason."""
    position = sight.position
    after = position.terms.priced(position.value + position.terms.turn)
    told = say("I put our chances of the hand at {n}%{lost:, and a Jann is out of reach|}, so I lead {card} face down: they run, "
               "or we play for {price}", n=hundredths(sight.deal_chance()), card=with_article(move.played), price=after,
               lost=position.won(1 - sight.own) > 0)
    return BotMove(move, whole(told))


def _has(moves: Sequence[Move], verb: str) -> bool:
    return any(move.verb == verb for move in moves)


def _move(moves: Sequence[Move], verb: str) -> Move:
    return next(move for move in moves if move.verb == verb)

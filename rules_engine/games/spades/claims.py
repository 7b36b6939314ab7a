"""Checks of the claims in the sentences of Spades against its rules."""

from __future__ import annotations

from collections.abc import Sequence

from rules_engine.core.model.cards import Card
from rules_engine.games.spades.cards import BID_BLIND, BID_NIL, PLAYS
from rules_engine.games.spades.position import SpadesPosition as Position
from rules_engine.narration.claims import Claim, Claims

claims = Claims[Position]()
Said = Claim[Position]


def _spades(cards: Sequence[Card]) -> list[Card]:
    return [card for card in cards if card.suits == "S"]


def _may_lead_spades(said: Said, broken: bool) -> bool:
    """Return whether a leader with the complete pack in hand may lead a spade."""
    lead = said.game.blank()
    lead.phase, lead.to_act, lead.broken, lead.hands = "play", 0, broken, [[*said.game.deck], *lead.hands[1:]]
    return bool(_spades([move.played for move in said.game.legal(lead)]))


def _scored(said: Said, bids: Sequence[int | str], tricks: Sequence[int], bags: int = 0) -> int:
    """Return the points of the first side in a hand with these bids and tricks, and these bags before."""
    end = said.game.blank()
    end.bids, end.tricks = [*bids, *[1] * (end.table.size - len(bids))], [*tricks, *[0] * (end.table.size - len(tricks))]
    end.bags = [bags, *[0] * (len(end.bags) - 1)]
    return sum(line.points[0] for line in said.game.score(end))


def _over(said: Said, *totals: int) -> bool:
    """Return whether the match is over if the first sides have these totals."""
    end = said.game.blank()
    end.score = [*totals, *[0] * (len(end.score) - len(totals))]
    end.hand_score, end.hand_over = [0] * len(end.score), True
    return bool(said.game.match_winners(end))


# ---- the deal, and the titles of rules

@claims.of("{seat} {seat:deals|deal} all {all} cards: {size} to each of the {players} players.")
def _(said: Said) -> bool:
    size, players = said.number("size"), said.number("players")
    dealt = [*map(len, said.game.deal(1).hands)]
    return said.number("all") == size * players == len(said.game.deck) and dealt == [size] * players


@claims.of("Spades are always trumps")
def _(said: Said) -> bool:
    plays = [PLAYS[card].laid for card in (said.game.pack.card("AH"), said.game.pack.card("3S"))]
    return said.game.winners(said.position, [laid[seat] for seat, laid in enumerate(plays)]) == {"": 1}


@claims.of("Each player bids once", "Each player bids and scores alone.")
def _(said: Said) -> bool:
    now, called = said.game.deal(1), list[int]()
    while now.phase == "bid":
        called.append(now.actor)
        now, _ = said.game.make(now, said.game.legal(now)[0])
    alone = "alone" not in said.sentence.template or said.game.score_sides() == [(seat,) for seat in said.game.table.seats]
    return sorted(called) == [*said.game.table.seats] and alone


@claims.of("No spade is led before spades are broken")
def _(said: Said) -> bool:
    return not _may_lead_spades(said, broken=False)


@claims.of("{card} breaks {spades}: from now on they may be led.")
def _(said: Said) -> bool:
    return _may_lead_spades(said, said.position.broken) and not _may_lead_spades(said, said.earlier.broken)


@claims.of("Ten for each trick bid", "10 for each trick bid")
def _(said: Said) -> bool:
    alone = len(said.game.score_sides()) == said.game.table.size
    return _scored(said, (4,) if alone else (3, 1, 1), (5,)) == 41


@claims.of("−10 for each trick bid")
def _(said: Said) -> bool:
    return _scored(said, (4, 1, 4), (2, 0, 1)) in (-80, -40)


@claims.of("Bags: a point each, and minus 100 for ten")
def _(said: Said) -> bool:
    return _scored(said, ("nil", 1, "nil"), (2,), 7) - _scored(said, ("nil", 1, "nil"), (2,), 8) == 100


@claims.of("A hundred for nil")
def _(said: Said) -> bool:
    return _scored(said, ("nil", 1, 1), (0, 0, 1)) - _scored(said, ("nil", 1, 1), (1, 0, 1)) == 199


@claims.of("Bid the tricks that you expect, and win them: a bid missed is lost, and ten tricks too many cost 100.")
def _(said: Said) -> bool:
    return _scored(said, (4, 1, 1), (3,)) < 0 and _scored(said, (1, 1, 1), (2, 0, 1), 9) < 0


@claims.of("The end at 500")
def _(said: Said) -> bool:
    return _over(said, 500, 0) and not _over(said, 499, 0) and not _over(said, 500, 500)


# ---- the bids and the exchange

def _numbers(said: Said) -> list[int]:
    """Return the numbers that may be bid."""
    return [move.number for move in said.game.legal(said.position) if move.number]


@claims.of("A bid is any number from 1 to {most}, or nil.")
def _(said: Said) -> bool:
    return _numbers(said) == [*range(1, said.number("most") + 1)] and BID_NIL in said.game.legal(said.position)


@claims.of("This hand has {n} tricks, so a bid is from 1 to {n}.")
def _(said: Said) -> bool:
    return not said.legal and _numbers(said) == [*range(1, said.number("n") + 1)]


@claims.of("Left of the dealer, {seat} {seat:bids|bid} first: a number from 1 to {most}, or nil.")
def _(said: Said) -> bool:
    first = said.game.table.left_of[said.position.dealer] == said.position.to_act == said.one_seat("seat")
    return first and _numbers(said)[-1] == said.number("most")


@claims.of("A bid of no tricks is called nil.")
def _(said: Said) -> bool:
    return not said.legal and said.move is not None and said.move.number == 0 and BID_NIL in said.game.legal(said.position)


@claims.of("Nil is a bid of its own: not one trick for {seat}, for {n} points.")
def _(said: Said) -> bool:
    kept = _scored(said, ("nil", 1, 1), (0, 0, 1))
    return said.move is BID_NIL and kept == said.number("n") + 10 * (len(said.game.score_sides()) == 2)


@claims.of("{seat} {seat:bids|bid} {nil}: not one trick, for {n} points.")
def _(said: Said) -> bool:
    bid = said.position.bids[said.one_seat("seat")]
    kept, broken = (_scored(said, (str(bid), 1, 1), (tricks, 0, 1)) for tricks in (0, 1))
    return bid == str(said.sentence.fields["nil"]) and kept - broken == 2 * said.number("n") - 1


@claims.of("{side} {side:is|are} {n} points behind, so blind nil may be bid, for {points} points.")
def _(said: Said) -> bool:
    kept = _scored(said, ("blind nil", 1, 1), (0, 0, 1)) - 10
    return BID_BLIND in said.game.legal(said.position) and kept == said.number("points") and _behind(said) == said.number("n")


@claims.of("Blind nil is only for a side at least {least} points behind, and {side} {side:is|are} {behind}.")
def _(said: Said) -> bool:
    far = said.position.copy()
    far.score = [0 if seat == said.position.actor % len(far.score) else said.number("least") for seat in range(len(far.score))]
    may = BID_BLIND in said.game.legal(far)
    far.score = [max(0, total - 1) for total in far.score]
    return not said.legal and may and BID_BLIND not in said.game.legal(far)


@claims.of("only {n} behind")
def _(said: Said) -> bool:
    return _behind(said) == said.number("n")


@claims.of("not behind")
def _(said: Said) -> bool:
    return _behind(said) == 0


def _behind(said: Said) -> int:
    score = said.position.score
    return max(score) - score[said.position.actor % len(score)]


@claims.of("Any two cards may be given to {to}.")
def _(said: Said) -> bool:
    assert said.move is not None
    after, _ = said.game.make(said.position, said.move)
    to = said.one_seat("to")
    return len(said.game.legal(said.position)) == len(said.hand) and said.move.played in after.hands[to]


@claims.of("After a blind nil, {seat} {seat:gives|give} two cards to {to} and {seat:gets|get} two back.")
def _(said: Said) -> bool:
    now, seat, to, givers = said.position, said.one_seat("seat"), said.one_seat("to"), list[int]()
    while now.phase == "exchange":
        givers.append(now.actor)
        now, _ = said.game.make(now, said.game.legal(now)[0])
    return givers == [seat, seat, to, to]


@claims.of("Nobody has bid yet.")
def _(said: Said) -> bool:
    return not any(said.position.bids)


@claims.of("{seats} made no bid, so this hand isn't scored.")
def _(said: Said) -> bool:
    silent = [seat for seat, bid in enumerate(said.position.bids) if bid is None]
    return silent == said.seats("seats") and said.position.hand_score is None


# ---- the play

@claims.of("{seat} {seat:has|have} only {spades} left and may lead one, although they aren't broken.")
def _(said: Said) -> bool:
    return said.legal and _spades(said.hand) == said.hand and not said.position.broken


@claims.of("{spades} are broken, so they may be led.")
def _(said: Said) -> bool:
    return said.legal and said.position.broken and not said.position.trick


@claims.of("{spades} aren't broken yet, and {seat} {seat:holds|hold} another suit to lead.")
def _(said: Said) -> bool:
    return not said.legal and not said.position.broken and not {*_spades(said.hand)} & said.playable


@claims.of("{spades} aren't broken yet.")
def _(said: Said) -> bool:
    return not said.position.broken


@claims.of("{card} {card:is a trump and beats|are trumps and beat} every other suit.")
def _(said: Said) -> bool:
    card = said.card("card")
    others = [PLAYS[other].laid[1] for other in said.game.deck if other.suits != "S"]
    return all(said.game.winners(said.position, [other, PLAYS[card].laid[0]]) == {"": 0} for other in others)


# ---- the score

@claims.of("{seat} bid nil and took {n} {n:trick|tricks}.")
def _(said: Said) -> bool:
    seat = said.one_seat("seat")
    return said.position.bids[seat] in ("nil", "blind nil") and said.position.tricks[seat] == said.number("n")


@claims.of("The tricks of a broken nil count towards the partner's bid.")
def _(said: Said) -> bool:
    return _scored(said, (2, 1, "nil"), (1, 0, 1)) == 20 - 100


@claims.of("{partner} bid nil too, so {n:it is a bag|they are bags}.")
def _(said: Said) -> bool:
    return said.position.bids[said.one_seat("partner")] in ("nil", "blind nil")


@claims.of("Nobody has {n} yet, so another hand is played.")
def _(said: Said) -> bool:
    return max(said.position.totals) < said.number("n") and _over(said, said.number("n"))


@claims.of("The lead is shared with {n}, so another hand is played.")
def _(said: Said) -> bool:
    totals = said.position.totals
    return totals.count(said.number("n")) > 1 and max(totals) == said.number("n") >= 500 and not said.position.game_over


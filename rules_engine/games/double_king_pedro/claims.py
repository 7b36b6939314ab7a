"""Checks of the claims in Double King Pedro's sentences against its rules."""

from __future__ import annotations

from collections.abc import Collection

from rules_engine.core.model.cards import Card
from rules_engine.core.model.moves import make_move
from rules_engine.core.model.tricks import PlayedCard
from rules_engine.games.double_king_pedro import rules
from rules_engine.games.double_king_pedro.cards import DOUBLE, JOKER
from rules_engine.games.double_king_pedro.position import Call
from rules_engine.games.double_king_pedro.position import DoubleKingPedroPosition as Position
from rules_engine.narration.claims import Claim, Claims

claims = Claims[Position]()
Said = Claim[Position]
SAME_COLOUR = {"H": "D", "D": "H", "S": "C", "C": "S"}
FACES = ("K", "Q", "J")
KEPT = 6


def _off(said: Said, trump: str) -> set[Card]:
    """Return the King, Nine and Five of the other suit of the trumps' colour."""
    return {card for card in said.game.deck if card.suits == SAME_COLOUR[trump] and card.rank in ("K", "9", "5")}


def _trumps(said: Said, cards: Collection[Card], trump: str = "") -> set[Card]:
    """Return the trumps among the given cards."""
    named = trump or said.position.trump
    return {card for card in cards if card is JOKER or card.suits == named or card in _off(said, named)}


def _scored(said: Said, contract: Call, taken: int) -> list[int]:
    """Return the scores of the declarer's side and of the other side if the declarer's side takes ``taken`` of the hundred
    points."""
    end = said.game.deal(1)
    end.declarer, end.contract, end.trump, end.points = 0, contract, "H", [taken, 100 - taken]
    return [sum(points) for points in zip(*(line.points for line in said.game.score(end)), strict=True)]


def _numbers(said: Said) -> list[int]:
    """Return the numbers that may be bid."""
    return [move.number for move in said.game.legal(said.position) if move.number is not None]


# ---- the deal and the auction

@claims.of("{seat} {seat:deals|deal} {n} {n:card|cards} to each player and {kitty} to the kitty.")
def _(said: Said) -> bool:
    held = {len(hand) for hand in said.position.hands}
    return held == {said.number("n")} and len(said.position.kitty) == said.number("kitty")


@claims.of("Twelve cards each and a kitty of five")
def _(said: Said) -> bool:
    dealt = said.game.deal(1)
    return [*map(len, dealt.hands)] == [12] * 4 and len(dealt.kitty) == 5


@claims.of("{seat} {seat:has|have} no face card: toss the hand or keep it?")
def _(said: Said) -> bool:
    hand = said.position.hands[said.one_seat("seat")]
    return said.position.to_act == said.one_seat("seat") and not any(card.rank in FACES for card in hand)


@claims.of("A hand dealt without King, Queen or Jack may be tossed.",
           "A hand dealt without King, Queen or Jack need not be tossed.")
def _(said: Said) -> bool:
    return not any(card.rank in FACES for card in said.hand) and said.legal and len(said.game.legal(said.position)) == 2


@claims.of("{seat} {seat:tosses|toss} a hand without face cards: nobody scores, and the deal moves left.")
def _(said: Said) -> bool:
    without = not any(card.rank in FACES for card in said.earlier.hands[said.one_seat("seat")])
    return without and said.position.hand_score == [0, 0] and said.game.next_dealer(said.position) == said.game.table.left_of[
        said.position.dealer]


@claims.of("nobody scores")
def _(said: Said) -> bool:
    assert said.move is not None
    return said.game.make(said.position, said.move)[0].hand_score == [0, 0]


@claims.of("A pass is final: no more bids in this hand.")
def _(said: Said) -> bool:
    """Check that a player who passes doesn't act again before the auction is over."""
    assert said.move is not None
    now, seat = said.game.make(said.position, said.move)[0] if said.legal else said.position, said.seat
    while said.legal and now.phase == "bid":
        if now.to_act == seat:
            return False
        now, _ = said.game.make(now, said.game.legal(now)[0])
    return True


@claims.of("Any bid above {high} will do.")
def _(said: Said) -> bool:
    return _numbers(said) == [*range(said.number("high") + 1, 101)] and said.position.high_number == said.number("high")


@claims.of("Nobody has bid yet, so any bid from 1 will do.")
def _(said: Said) -> bool:
    return _numbers(said) == [*range(1, 101)] and not any(isinstance(call, int) for call in said.position.bids)


@claims.of("The three others have passed, so {seat} {seat:has|have} to bid: at least 1.")
def _(said: Said) -> bool:
    may_pass = any(move.verb == "pass" for move in said.game.legal(said.position))
    return said.position.bids.count("pass") == 3 and not may_pass and min(_numbers(said)) == 1


@claims.of("There are only {all} points in a hand, so {bid} can't be bid.")
def _(said: Said) -> bool:
    worth = {sum(rules.points(card, trump) for card in said.game.deck) for trump in SAME_COLOUR}
    return worth == {said.number("all")} and said.number("bid") > said.number("all") and not said.legal


@claims.of("A bid is at least 1.")
def _(said: Said) -> bool:
    return not said.legal and min(_numbers(said), default=1) >= 1


@claims.of("{seat} {seat:has|have} bid {high}, so a bid must be {least} or more.")
def _(said: Said) -> bool:
    return said.position.bids[said.one_seat("seat")] == said.number("high") and min(_numbers(said)) == said.number("least")


@claims.of("{seat} {seat:has|have} bid {high}, so only “Hundred and double it!” goes higher.")
def _(said: Said) -> bool:
    return said.position.bids[said.one_seat("seat")] == said.number("high") and not _numbers(said) and (
        DOUBLE in said.game.legal(said.position))


@claims.of("{seat} {seat:bids|bid} first.")
def _(said: Said) -> bool:
    return said.position.to_act == said.one_seat("seat") and not any(call is not None for call in said.position.bids)


@claims.of("Nobody has called yet.")
def _(said: Said) -> bool:
    return not any(call is not None for call in said.position.bids)


@claims.of("Hundred and double it!", "200 won or lost", "Two hundred either way", "All {n} points bring 200, and fewer cost 200.",
           "“Hundred and double it!”, made", "“Hundred and double it!”, missed with {points}")
def _(said: Said) -> bool:
    return [_scored(said, "double", taken)[0] for taken in (100, 99, 0)] == [200, -200, -200]


@claims.of("Bid how many of the 100 points your side will take: make it and score them, or lose the bid.")
def _(said: Said) -> bool:
    most = max(move.number or 0 for move in said.game.legal(said.game.deal(1)))
    return most == 100 and [_scored(said, 60, taken)[0] for taken in (64, 59)] == [64, -60]


@claims.of("“Hundred and double it!” goes over any number: {seat} {seat:plays|play} for all {all} points, and 200 are won or "
           "lost.")
def _(said: Said) -> bool:
    high = said.position.copy()
    high.bids = [None if seat == high.to_act else 100 for seat in said.game.table.seats]
    won = [_scored(said, "double", taken)[0] for taken in (said.number("all"), said.number("all") - 1)]
    return DOUBLE in said.game.legal(high) and won == [200, -200]


@claims.of("{seat} {seat:calls|call} “Hundred and double it!”, which ends the auction.")
def _(said: Said) -> bool:
    return said.position.phase == "trump" and said.position.declarer == said.one_seat("seat") == said.earlier.to_act


@claims.of("{seat} {seat:calls|call} “Hundred and double it!”")
def _(said: Said) -> bool:
    return said.move is DOUBLE


@claims.of("call “Hundred and double it!”")
def _(said: Said) -> bool:
    return DOUBLE in said.game.legal(said.position)


@claims.of("Highest bid")
def _(said: Said) -> bool:
    numbers = [call for call in said.position.bids if isinstance(call, int)]
    called = "double" in said.position.bids
    return called or str(said.shows) == (str(max(numbers)) if numbers else "none yet")


# ---- trumps

@claims.of("The seventeen trumps")
def _(said: Said) -> bool:
    return all(len(_trumps(said, said.game.deck, trump)) == 17 and rules.TRUMPS[trump] == _trumps(said, said.game.deck, trump)
               for trump in SAME_COLOUR)


@claims.of("With {suit} as trumps there would be none to lead: {seat} {seat:has|have} no {suit}, no {joker} and none of {cards}.")
def _(said: Said) -> bool:
    trump = said.suit("suit")
    return not said.legal and not _trumps(said, said.hand, trump) and {*said.cards("cards")} == _off(said, trump)


@claims.of("not named yet")
def _(said: Said) -> bool:
    return not said.position.trump


@claims.of("{joker} is always a trump")
def _(said: Said) -> bool:
    return all(rules.is_trump(JOKER, trump) for trump in SAME_COLOUR)


@claims.of("of {suit} only {cards} are trumps")
def _(said: Said) -> bool:
    return {*said.cards("cards")} == _off(said, said.position.trump) == {
        card for card in rules.TRUMPS[said.position.trump] if card.suits == SAME_COLOUR[said.position.trump]}


@claims.of("Trumps are all {suit}, {joker}, and from {other} {cards}: {n} cards.")
def _(said: Said) -> bool:
    trump = said.suit("suit")
    trumps = {card for card in said.game.deck if rules.is_trump(card, trump)}
    return trumps == _trumps(said, said.game.deck, trump) and len(trumps) == said.number("n") and (
        {*said.cards("cards")} == _off(said, trump))


@claims.of("{card} {card:isn't a trump|aren't trumps} and {card:brings|bring} no points.")
def _(said: Said) -> bool:
    return not _trumps(said, said.cards("card")) and not rules.points(said.card("card"), said.position.trump)


@claims.of("{card} {card:is a trump|are trumps}, but {card:brings|bring} no points.")
def _(said: Said) -> bool:
    return bool(_trumps(said, said.cards("card"))) and not rules.points(said.card("card"), said.position.trump)


@claims.of("More than six trumps are passed on", "Everybody discards to six")
def _(said: Said) -> bool:
    now = said.played_until(lambda now: now.phase == "play")
    return now.phase != "play" or [*map(len, now.hands)] == [KEPT] * 4


@claims.of("{seat} {seat:holds|hold} {n} trumps and may keep {keep}: any of them may go to {to}.")
def _(said: Said) -> bool:
    held = _trumps(said, said.position.hands[said.one_seat("seat")])
    return len(held) == said.number("n") > said.number("keep") == KEPT and said.playable == held and _receives(said)


def _receives(said: Said) -> bool:
    """Return whether a trump that is given away goes to the seat named in the sentence."""
    move, to = said.game.legal(said.position)[0], said.one_seat("to")
    return move.played in said.game.make(said.position, move)[0].hands[to]


@claims.of("{card} {card:isn't a trump|aren't trumps}, and only trumps are given away.")
def _(said: Said) -> bool:
    return not _trumps(said, said.cards("card")) and said.playable == _trumps(said, said.hand)


@claims.of("With {n} trumps, {seat} {seat:gives|give} {more:one|@} of them to {to}.")
def _(said: Said) -> bool:
    held = _trumps(said, said.position.hands[said.one_seat("seat")])
    return len(held) == said.number("n") == said.number("more") + KEPT and _receives(said)


@claims.of("{card} {card:isn't a trump, so it|aren't trumps, so they} may be discarded.")
def _(said: Said) -> bool:
    return said.legal and said.playable == {*said.hand} - _trumps(said, said.hand) and said.card("card") in said.playable


@claims.of("{why}, and trumps can't be discarded.")
def _(said: Said) -> bool:
    assert said.move is not None
    return bool(_trumps(said, [said.move.played])) and said.playable.isdisjoint(_trumps(said, said.hand))


# ---- leading and following

@claims.of("The declarer opens with a trump, and {card} {card:is one|are trumps}.")
def _(said: Said) -> bool:
    opens = said.position.to_act == said.position.declarer and said.playable == _trumps(said, said.hand)
    return opens and said.card("card") in said.playable


@claims.of("As declarer, {seat} {seat:leads|lead} first, and the card must be a trump.")
def _(said: Said) -> bool:
    seat = said.one_seat("seat")
    return seat == said.position.declarer == said.position.to_act and said.playable == _trumps(said, said.position.hands[seat])


@claims.of("A trump was led, and {card} {card:is one|are trumps}.")
def _(said: Said) -> bool:
    led = _trumps(said, [said.position.trick[0].card])
    return bool(led) and said.playable == _trumps(said, said.hand) and said.card("card") in said.playable


@claims.of("{card} {card:is a trump: whoever has no trump to play to it|are trumps: whoever has no trump to play to one} is out.")
def _(said: Said) -> bool:
    now, moved = said.position, [said.move]
    now, _ = said.game.make(now, moved[0]) if moved[0] else (now, [])
    without = [seat for seat, hand in enumerate(now.hands) if hand and not _trumps(said, hand) and seat != said.seat]
    while now.trick and now.to_act is not None:
        now, _ = said.game.make(now, said.game.legal(now)[0])
    return bool(_trumps(said, said.cards("card"))) and {*without} <= now.out


@claims.of("No trump to play: you are out", "A trump lead draws trumps")
def _(said: Said) -> bool:
    now = said.played_until(lambda now: bool(now.trick) and now.draws)
    return now.to_act is None or bool(_trumps(said, now.hands[now.to_act], now.trump))


@claims.of("{seat} {seat:is|are} out for the rest of the hand.")
def _(said: Said) -> bool:
    return said.one_seat("seat") in said.position.out and _stays_out(said)


@claims.of("With no trump to play, {seat} {seat:is|are} out for the rest of the hand, laying down {cards}.")
def _(said: Said) -> bool:
    laid_down = {*said.cards("cards")} <= {*said.earlier.hands[said.one_seat("seat")]}
    return laid_down and not _trumps(said, said.cards("cards")) and _stays_out(said)


def _stays_out(said: Said) -> bool:
    """Return whether a seat has no cards and doesn't act again in this hand."""
    now, seat = said.position, said.one_seat("seat")
    while now.to_act is not None:
        if now.to_act == seat:
            return False
        now, _ = said.game.make(now, said.game.legal(now)[0])
    return not now.hands[seat]


@claims.of("All the others are out, so the hand ends.")
def _(said: Said) -> bool:
    return len(said.position.out) == 3 and said.happened.seat not in said.position.out and said.position.hand_over


@claims.of("{led} was led, which isn't a trump, so any card may be played.")
def _(said: Said) -> bool:
    return said.any_card and not _trumps(said, said.cards("led")) and said.card("led") == said.position.trick[0].card


@claims.of("{card} {card:isn't a trump: led, it is a throw-off, to which|aren't trumps: led, they are throw-offs, to which} "
           "any card may be played.")
def _(said: Said) -> bool:
    assert said.move is not None
    now, _ = said.game.make(said.position, said.move)
    free = now.to_act is None or not now.trick or len(said.game.legal(now)) == len(now.hands[now.to_act])
    return free and not _trumps(said, said.cards("card"))


@claims.of("To a throw-off, play any card")
def _(said: Said) -> bool:
    now = said.played_until(lambda now: bool(now.trick) and not now.draws, seed=3)
    return now.to_act is None or len(said.game.legal(now)) == len(now.hands[now.to_act])


# ---- tricks and the score

@claims.of("{seat} {seat:takes|take} the trick with {card}, the highest card; no trump was played.")
def _(said: Said) -> bool:
    assert said.position.last_trick is not None
    cards = [one.card for one in said.position.last_trick.laid]
    return not _trumps(said, cards) and said.card("card").value == max(card.value for card in cards)


@claims.of("{seat} {seat:takes|take} the trick with {card}, the {n:only|highest} trump.")
def _(said: Said) -> bool:
    assert said.position.last_trick is not None
    trumps = sorted(_trumps(said, [one.card for one in said.position.last_trick.laid]), reverse=True,
                    key=lambda card: (card.value, card.suits == said.position.trump))
    return trumps[0] == said.card("card") and len(trumps) == said.number("n")


@claims.of("{card} {card:isn't a trump|aren't trumps} and can't beat the {best}.")
def _(said: Said) -> bool:
    cards = [one.card for one in said.laid]
    return bool(_trumps(said, cards[:-1])) and not _trumps(said, cards[-1:]) and _takes(said) is not said.laid[-1].card


@claims.of("{card} beats {others}: neither is {colour}, like the trumps, and {suit} go before {other}.")
def _(said: Said) -> bool:
    card, others = said.card("card"), said.cards("others")
    off = SAME_COLOUR[said.position.trump]
    level = {other.rank for other in others} == {card.rank} and off not in {other.suits for other in (card, *others)}
    laid = [PlayedCard(place, make_move("play", one)) for place, one in enumerate((*others, card))]
    return level and said.game.winners(said.position, laid)[""] == len(others)


def _takes(said: Said) -> Card:
    """Return the card that wins the trick so far."""
    seat = said.game.winners(said.position, said.laid)[""]
    return next(one.card for one in said.laid if one.seat == seat)


@claims.of("no points")
def _(said: Said) -> bool:
    seat = said.happened.seat
    assert seat is not None
    left = [card for card in said.earlier.hands[seat] if said.move is None or card is not said.move.card]
    return not any(rules.points(card, said.position.trump) for card in left)


@claims.of("Neither side has {n} yet, so another hand is played.")
def _(said: Said) -> bool:
    return max(said.position.totals) < said.number("n") == 500 and not said.position.game_over


@claims.of("Both sides have {n}, so another hand is played.")
def _(said: Said) -> bool:
    return said.position.totals == [said.number("n")] * 2 and not said.position.game_over


@claims.of("The end at 500")
def _(said: Said) -> bool:
    end = said.game.deal(1)
    end.hand_score, end.hand_over = [0, 0], True
    over = []
    for end.score in ([500, 0], [0, 501], [499, 499], [500, 500]):
        over.append(bool(said.game.match_winners(end)))
    return over == [True, True, False, False]

"""Checks of the claims in Double Knot's sentences against its rules."""

from __future__ import annotations

from collections.abc import Iterable

from rules_engine.core.model.cards import Card
from rules_engine.core.model.events import ignore_events
from rules_engine.core.model.tricks import PlayedCard
from rules_engine.games.double_knot import rules
from rules_engine.games.double_knot.cards import EXCUSE, PLAYS, SUITS_IN_ORDER
from rules_engine.games.double_knot.position import DoubleKnotPosition as Position
from rules_engine.narration.claims import Claim, Claims

claims = Claims[Position]()
Said = Claim[Position]
TARGETS = {3: 15, 4: 18, 5: 20}


def _top(card: Card) -> str:
    return card.suits[:1]


def _of(cards: Iterable[Card], suits: Iterable[str]) -> list[Card]:
    """Return the cards that belong to one of the given suits."""
    wanted = {*suits}
    return [card for card in cards if card.suits and _top(card) in wanted]


def _made(said: Said, card: Card) -> Position:
    """Return the position after a card is led to a new trick."""
    lead = said.position.copy()
    lead.phase, lead.trick, lead.suit_led, lead.trumps, lead.leader, lead.to_act = "play", [], "", (), 0, 0
    lead.hands = [[card, card], *([*hand, card] for hand in lead.hands[1:])]
    return said.game.make(lead, PLAYS[card])[0]


def _trumps(said: Said, card: Card) -> list[str]:
    """Return the trump suits that a card makes when it is led."""
    return [*_made(said, card).trumps]


def _follows(said: Said, card: Card) -> set[str]:
    """Return the suits that a card follows when they are led."""
    found = set[str]()
    for lead in (lead for lead in said.game.deck if len(lead.suits) == 1 and lead is not card):
        now = _made(said, lead)
        if PLAYS[card] in said.with_pack(now):
            found.add(lead.suits)
    return found


def _each(said: Said, bid: int, taken: int, missing: int = 0) -> int:
    """Return the points of each player of a side for its bid and tricks, if ``missing`` other sides miss their bids."""
    end = said.game.deal(1)
    end.hands, end.bids, end.tricks = [[] for _ in end.hands], [0 for _ in end.hands], [0 for _ in end.hands]
    for place, side in enumerate(end.sides):
        end.bids[side[0]], end.tricks[side[0]] = (bid, taken) if place == 0 else (2, 2 + (place <= missing))
    rules.settle(end, ignore_events)
    return end.fared[0].each


# ---- the deal, the bids, and the titles of rules

@claims.of("{seat} {seat:deals|deal} all {all} cards: {size} to each of the {players} players.")
def _(said: Said) -> bool:
    size, players = said.number("size"), said.number("players")
    return said.number("all") == size * players == len(said.game.deck) and players == len(said.position.hands)


@claims.of("Only the top suit counts")
def _(said: Said) -> bool:
    return all(_follows(said, card) == {_top(card)} for card in said.game.deck if len(card.suits) > 1)


@claims.of("Trump if you can't follow")
def _(said: Said) -> bool:
    """Check that a player who has no card of the suit led may play only trumps."""
    lead = next(card for card in said.game.deck if len(card.suits) == 2)
    now = _made(said, lead)
    now.hands = [[card for card in said.game.deck if _top(card) != _top(lead)] for _ in now.hands]
    return {move.played for move in said.game.legal(now)} == {*_of(said.game.deck, lead.suits[1])}


@claims.of("Each player bids once")
def _(said: Said) -> bool:
    now, called = said.game.deal(1), list[int]()
    while now.phase == "bid":
        called.append(now.actor)
        now, _ = said.game.make(now, said.game.legal(now)[0])
    return sorted(called) == [*said.game.table.seats]


@claims.of("Each player bids once: a number from 0 to {most}.")
def _(said: Said) -> bool:
    return said.position.bids[said.position.actor] is None and _bids(said) == [*range(said.number("most") + 1)]


@claims.of("This hand has {tricks:@ trick|@ tricks}, so a bid is from 0 to {tricks}.")
def _(said: Said) -> bool:
    return _bids(said) == [*range(said.number("tricks") + 1)] and len(said.hand) == said.number("tricks")


@claims.of("Left of the dealer, {seat} {seat:bids|bid} first: a number from 0 to {most}.")
def _(said: Said) -> bool:
    first = said.game.table.left_of[said.position.dealer] == said.position.to_act == said.one_seat("seat")
    return first and _bids(said) == [*range(said.number("most") + 1)]


def _bids(said: Said) -> list[int | None]:
    return [move.number for move in said.game.legal(said.position)]


@claims.of("{seats} made no bid, so this hand isn't scored.")
def _(said: Said) -> bool:
    silent = [seat for seat, bid in enumerate(said.position.bids) if bid is None]
    return silent == said.seats("seats") and not said.position.hand_over and said.position.hand_score is None


@claims.of("Nobody has bid yet.")
def _(said: Said) -> bool:
    return not any(bid is not None for bid in said.position.bids)


@claims.of("The game ends at 15, 18 or 20 points")
def _(said: Said) -> bool:
    target = TARGETS[said.game.table.size]
    return _over(said, target, 0) and not _over(said, target - 1, 0) and not _over(said, target, target)


def _over(said: Said, first: int, second: int) -> bool:
    """Return whether the match is over if the first two sides have these totals."""
    end = said.position.copy()
    end.score = [first, second, *[0] * (len(end.score) - 2)]
    end.hand_score, end.hand_over = [0] * len(end.score), True
    return bool(said.game.match_winners(end))


# ---- legal moves

@claims.of("{card} belongs to no suit.")
def _(said: Said) -> bool:
    return not _follows(said, said.card("card"))


@claims.of("{card} {card:belongs|belong} to {suit} alone, {card:its|their} top suit.")
def _(said: Said) -> bool:
    return _follows(said, said.card("card")) == {said.suit("suit")} == {_top(said.card("card"))}


@claims.of("{card} {card:belongs|belong} to {suit} alone; the {suits} below don't count.")
def _(said: Said) -> bool:
    card = said.card("card")
    return _follows(said, card) == {said.suit("suit")} and {*said.suits("suits")} <= {*card.suits[1:]}


@claims.of("{card} and {best} are both {equals} of {suit}: the one played first is higher.")
def _(said: Said) -> bool:
    card, best = said.card("card"), said.card("best")
    ahead = said.game.winners(said.position, [PlayedCard(0, PLAYS[best]), PlayedCard(1, PLAYS[card])])[""] == 0
    return (card.rank, _top(card)) == (best.rank, _top(best)) and ahead


@claims.of("{card:makes|make} no trumps, for no suit is below {suit}")
def _(said: Said) -> bool:
    return not _trumps(said, said.card("card")) and said.suit("suit") == SUITS_IN_ORDER[-1]


@claims.of("{card:makes|make} every suit below {suit} trumps: {trumps}")
def _(said: Said) -> bool:
    below = [*SUITS_IN_ORDER[SUITS_IN_ORDER.index(said.suit("suit")) + 1:]]
    return _trumps(said, said.card("card")) == below == said.suits("trumps")


@claims.of("{excuse} may be led, but it can't win.")
def _(said: Said) -> bool:
    return said.legal and not said.position.trick and _never_wins(said)


@claims.of("{seat} {seat:plays|play} {excuse}, which never wins.", "{seat} {seat:leads|lead} {excuse}, which never wins.")
def _(said: Said) -> bool:
    return said.laid[-1].card is EXCUSE and _never_wins(said)


def _never_wins(said: Said) -> bool:
    """Return whether the Excuse loses to every other card, led or not."""
    cards = [card for card in said.game.deck if card is not EXCUSE]
    tricks = [(PlayedCard(0, PLAYS[EXCUSE]), PlayedCard(1, PLAYS[card])) for card in cards]
    return {said.game.winners(said.position, laid)[""] for two in tricks for laid in (two, two[::-1])} == {1}


@claims.of("{seat} can neither follow nor trump, so {excuse} may be played.")
def _(said: Said) -> bool:
    return said.legal and not _of(said.hand, [said.position.suit_led, *said.position.trumps])


@claims.of("{excuse} may be played only by someone who can neither follow nor trump: {why}, and {seat} {seat:holds|hold} "
           "{cards}.")
def _(said: Said) -> bool:
    cards = said.cards("cards")
    held = _of(said.hand, said.position.suit_led) or _of(said.hand, said.position.trumps)
    return not said.legal and bool(cards) and cards == held


@claims.of("{seat} {seat:has|have} no {suit} and can't follow suit.")
def _(said: Said) -> bool:
    return said.suit("suit") == said.position.suit_led and not _of(said.hand, said.suit("suit"))


@claims.of("A trump is no exception.")
def _(said: Said) -> bool:
    assert said.move is not None
    return bool(_of([said.move.played], said.position.trumps)) and not said.legal


@claims.of("any trump will do")
def _(said: Said) -> bool:
    held = _of(said.hand, said.position.trumps)
    return len(held) > 1 and said.playable == {*held}


@claims.of("{card} is the only trump in hand")
def _(said: Said) -> bool:
    return _of(said.hand, said.position.trumps) == [said.card("card")] and said.playable == {said.card("card")}


@claims.of("This trick has no trumps, so any card may be played.")
def _(said: Said) -> bool:
    return said.any_card and not _trumps(said, rules.card_led(said.position.trick))


@claims.of("{seat} {seat:has|have} no trumps ({suits}) either and may play any card.")
def _(said: Said) -> bool:
    trumps = _trumps(said, rules.card_led(said.position.trick))
    return said.any_card and said.suits("suits") == trumps and not _of(said.hand, [*trumps, said.position.suit_led])


@claims.of("After {excuse} any card may be played: it counts as the card led.")
def _(said: Said) -> bool:
    assert said.move is not None
    after, _ = said.game.make(said.position, said.move)
    return said.any_card and [one.card for one in said.position.trick] == [EXCUSE] and after.suit_led == _top(said.move.played)


@claims.of("{seat} {seat:leads|lead} {excuse}: {next} may play any card, which then counts as the card led.")
def _(said: Said) -> bool:
    following = said.one_seat("next")
    return following == said.position.to_act and said.playable == {*said.position.hands[following]}


@claims.of("this trick has no trumps", "none in this trick")
def _(said: Said) -> bool:
    finished = said.position.last_trick
    laid = said.position.trick or (finished.laid if finished else ())
    return bool(laid) and not _trumps(said, rules.card_led(laid))


# ---- tricks

def _winning(said: Said) -> tuple[Card, list[Card], list[Card]]:
    """Return the card that took the trick, the trumps in the trick, and the cards of the suit led."""
    assert said.position.last_trick is not None
    laid = said.position.last_trick.laid
    led, cards = rules.card_led(laid), [one.card for one in laid]
    return said.happened.cards[0], _of(cards, _trumps(said, led)), _of(cards, _top(led))


def _is_highest(card: Card, among: list[Card]) -> bool:
    return card in among and card.value == max(other.value for other in among)


@claims.of("the highest of {suit}", "the highest of {suit}; no trump was played")
def _(said: Said) -> bool:
    card, trumps, followed = _winning(said)
    return not trumps and _is_highest(card, followed) and said.suit("suit") == _top(card)


@claims.of("the highest of {suit}; no trump was played, for only top suits count")
def _(said: Said) -> bool:
    card, trumps, followed = _winning(said)
    assert said.position.last_trick is not None
    laid = said.position.last_trick.laid
    would_be = _trumps(said, rules.card_led(laid))
    below = any({*would_be} & {*one.card.suits[1:]} for one in laid if one.card is not rules.card_led(laid))
    return below and not trumps and _is_highest(card, followed)


@claims.of("the only trump")
def _(said: Said) -> bool:
    card, trumps, _ = _winning(said)
    return trumps == [card]


@claims.of("the highest trump")
def _(said: Said) -> bool:
    card, trumps, _ = _winning(said)
    return len(trumps) > 1 and len({*map(_top, trumps)}) == 1 and _is_highest(card, trumps)


@claims.of("the highest of {suit}, the lowest trump suit played")
def _(said: Said) -> bool:
    card, trumps, _ = _winning(said)
    lowest = max(map(_top, trumps), key=SUITS_IN_ORDER.index)
    return lowest == _top(card) == said.suit("suit") and len({*map(_top, trumps)}) > 1 and _is_highest(card, _of(trumps, lowest))


@claims.of("{card} {card:follows|follow}, but can't beat a trump, {best}.")
def _(said: Said) -> bool:
    led = rules.card_led(said.laid)
    trump = bool(_of([said.card("best")], _trumps(said, led)))
    return trump and _top(said.laid[-1].card) == _top(led) and _loses(said)


@claims.of("{card} {card:is|are} neither {suit} nor {card:a trump, so it|trumps, so they} can't win.",
           "{card} {card:isn't|aren't} {suit}, so {card:it|they} can't win.")
def _(said: Said) -> bool:
    led = rules.card_led(said.laid)
    return not _of([said.laid[-1].card], [*_top(led), *_trumps(said, led)]) and said.suit("suit") == _top(led) and _loses(said)


def _loses(said: Said) -> bool:
    """Return whether the last card played to a trick is beaten."""
    return said.laid[-1].seat not in said.game.winners(said.position, said.laid).values()


# ---- the score

@claims.of("1 point", "One trick off", "A bid missed by one trick brings 1 point.", "missed by one trick")
def _(said: Said) -> bool:
    return _each(said, 3, 2) == _each(said, 2, 3, 1) == 1


@claims.of("{side} missed by {n:one|@}: {bid} bid, {taken} taken")
def _(said: Said) -> bool:
    bids = {(fared.bid, fared.taken) for fared in said.position.fared}
    bid, taken = said.number("bid"), said.number("taken")
    return (bid, taken) in bids and said.number("n") == abs(bid - taken) > 0


@claims.of("1, and 1 more for each who missed", "A bid made brings 1 point, and 1 for each player who missed.")
def _(said: Said) -> bool:
    sides = said.position.sides
    return all(_each(said, 2, 2, missing) == 1 + missing * len(sides[0]) for missing in range(len(sides)))


@claims.of("Zero or all", "Zero or all made", "None or all: 4 points if it is made, nothing if not.")
def _(said: Said) -> bool:
    return _each(said, 0, 0) == 4 and _each(said, 0, 1) == 0


@claims.of("{n:one|@} off")
def _(said: Said) -> bool:
    fared = said.position.fared[said.happened.numbers[0]]
    return said.number("n") == abs(fared.bid - fared.taken) > 0


def _missing(said: Said) -> list[int]:
    """Return the players on sides that took more or fewer tricks than they bid."""
    def off(side: tuple[int, ...]) -> int:
        return sum((said.position.bids[seat] or 0) - said.position.tricks[seat] for seat in side)
    return [seat for side in said.position.sides if off(side) for seat in side]


@claims.of("exact, and nobody else missed", "{bid}; nobody missed")
def _(said: Said) -> bool:
    return not _missing(said)


@claims.of("exact, and {n:one other|@ others} missed")
def _(said: Said) -> bool:
    return len(_missing(said)) == said.number("n") > 0 and said.happened.seat not in _missing(said)


@claims.of("{bid}, and {n:1 point|@ points} more as {seats} missed")
def _(said: Said) -> bool:
    assert said.seat is not None
    partners = next(side for side in said.position.sides if said.seat in side)
    return _missing(said) == said.seats("seats") and said.number("n") == len(_missing(said)) * len(partners)


@claims.of("a bid of {all:all|zero}, {made:made|missed}")
def _(said: Said) -> bool:
    what, _, how = said.sentence.partition(", ")
    bid = {"a bid of all": sum(said.position.tricks), "a bid of zero": 0}[what]
    made = said.happened.seat not in _missing(said)
    return said.position.fared[said.happened.numbers[0]].bid == bid and made == (how == "made")


@claims.of("no points")
def _(said: Said) -> bool:
    return not said.position.fared[said.happened.numbers[0]].each


@claims.of("{points} each")
def _(said: Said) -> bool:
    place = said.happened.numbers[0]
    side = said.position.sides[place]
    return said.number("points") * len(side) == (said.position.hand_score or ())[place] and len(side) > 1


@claims.of("Nobody has {n} yet, so another hand is played.")
def _(said: Said) -> bool:
    return max(said.position.totals) < said.number("n") == TARGETS[said.game.table.size] and not said.position.game_over


@claims.of("Both sides have {n}, so another hand is played.")
def _(said: Said) -> bool:
    return {*said.position.totals} == {said.number("n")} and not said.position.game_over


@claims.of("{seats} {seats:shares|share} the lead with {n}, so another hand is played.")
def _(said: Said) -> bool:
    totals = said.position.totals
    leaders = [seat for seat, total in enumerate(totals) if total == max(totals)]
    return leaders == said.seats("seats") and len(leaders) > 1 and max(totals) == said.number("n") and not said.position.game_over


# ---- stakes

@claims.of("{side} {side:needs|need} {n:one more trick|@ more tricks} for {bid}")
def _(said: Said) -> bool:
    side = said.seats("side")
    wanted = sum(said.position.bids[seat] or 0 for seat in side) - sum(said.position.tricks[seat] for seat in side)
    return wanted == said.number("n") > 0


@claims.of("keeps {side} from any trick")
def _(said: Said) -> bool:
    side = said.seats("side")
    return not any(said.position.bids[seat] or said.position.tricks[seat] for seat in side)

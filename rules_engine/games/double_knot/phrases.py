"""The sentences of Double Knot. Each one is built on demand."""

from __future__ import annotations

from collections.abc import Sequence

from rules_engine.core.game.game import Game
from rules_engine.core.model.cards import Card
from rules_engine.core.model.events import Event
from rules_engine.core.model.moves import Move, moves_with
from rules_engine.core.model.rules import Ground
from rules_engine.core.model.tricks import PlayedCard
from rules_engine.games.double_knot import rules
from rules_engine.games.double_knot.cards import EXCUSE, PLAYS
from rules_engine.games.double_knot.position import DoubleKnotPosition as Position
from rules_engine.narration.move_phrases import with_article
from rules_engine.narration.phrasebook import (
    NONE_YET,
    Account,
    ContextSentence,
    NumberQuestion,
    Phrasebook,
    RuleFinding,
    Stake,
    SuitQuestion,
    WithCards,
)
from rules_engine.narration.quantities import POINTS, TRICKS, counted
from rules_engine.text.message import NOTHING, ListText, Text, all_of, any_of, joined, say, suit_mark

words = Phrasebook[Position]()
words.objective(say("Say how many tricks you will take, then take exactly that many."))
words.turns(rules.leader, rules.next_dealer)

EQUALS = {"P": say("Pawns"), "C": say("Courts")}
"""Ranks with two cards in one suit."""


# ---- the deal

@words.deal
def deal(position: Position) -> list[Event]:
    """Return the events of the deal, if all cards are still held, and of the first bid or lead, if it comes next."""
    begun, first = any(position.tricks), rules.leader(position)
    events = [] if begun or position.size != position.full else [Event(rules.deal.id, "dealt")]
    if position.phase == "bid" and position.to_act == first:
        events.append(Event(rules.bid_once.id, "called", first))
    if position.phase == "play" and not begun and not position.trick and position.leader == first:
        events.append(Event(rules.leader.id, "lead", first))
    return events


@words.happened(rules.deal)
def _(position: Position, event: Event) -> Text:
    size, players = position.size, position.table.size
    return say("{seat} {seat:deals|deal} all {all} cards: {size} to each of the {players} players.",
               seat=position.name(position.dealer), all=size * players, size=size, players=players)


# ---- the bidding

@words.permits(rules.bid_once)
def _(position: Position, seat: int, move: Move) -> WithCards | None:
    return say("Each player bids once: a number from 0 to {most}.", most=position.size), ()


@words.refuses(rules.bid_once)
def _(position: Position, seat: int, move: Move, binds: Sequence[Card]) -> Text:
    return say("This hand has {tricks:@ trick|@ tricks}, so a bid is from 0 to {tricks}.", tricks=position.size)


@words.happened(rules.bid_once)
def _(position: Position, event: Event) -> Text:
    if event.kind == "hand":
        silent = [seat for seat, bid in enumerate(position.bids) if bid is None]
        if len(silent) == position.table.size:      # an example of a single trick
            return NOTHING
        return say("{seats} made no bid, so this hand isn't scored.", seats=position.name(silent))
    if event.numbers:
        return say("{seat} {seat:bids|bid} {n}.", seat=position.name(event.seat), n=event.numbers[0])
    return say("Left of the dealer, {seat} {seat:bids|bid} first: a number from 0 to {most}.", seat=position.name(event.seat),
               most=position.size)


@words.happened(rules.partners)
def _(position: Position, event: Event) -> Text:
    if event.kind == "called":
        side = position.sides[event.numbers[0]]
        bids = [position.declared[seat] for seat in side]
        return say("{side} {side:needs|need} {bids} = {tricks} together.", side=position.name(side), bids=joined(bids, " + "),
                   tricks=counted(sum(bids), TRICKS))
    added = [say("{side} {side:has|have} {each} + {each} = {both}", side=position.name(side), each=one.each, both=2 * one.each)
             for side, one in zip(position.sides, position.fared, strict=True)]
    return say("Partners add their points: {sums}.", sums=joined(added, "; "))


# ---- legal plays

@words.permits(rules.top_suit)
def _(position: Position, seat: int, move: Move) -> WithCards | None:
    card, led = move.card, position.suit_led
    if card is None or len(card.suits) == 1:
        return None
    if card is EXCUSE:
        return say("{card} belongs to no suit.", card=with_article(card)), [card]
    if not led:
        return say("{card} {card:belongs|belong} to {suit} alone, {card:its|their} top suit.", card=with_article(card),
                   suit=suit_mark(rules.top_suit(card))), [card]
    told = _belongs(card, [led, *position.trumps])
    return (told, [card]) if told and _allowed(position, seat, move) else None


def _allowed(position: Position, seat: int, move: Move) -> bool:
    """Return whether a card may be played to the trick. If not, the refusal already explains the suits that don't count."""
    moves = moves_with(position.hands[seat], PLAYS)
    return move in rules.must_trump(position, rules.follow_suit(position, moves))


def _belongs(card: Card, sought: Sequence[str]) -> Text:
    """Explain that the suits below a card's top suit don't count, if one of them is among ``sought``; otherwise return an empty
    text."""
    below = [suit for suit in card.suits[1:] if suit in sought]
    if not below:
        return NOTHING
    return say("{card} {card:belongs|belong} to {suit} alone; the {suits} below don't count.", card=with_article(card),
               suit=suit_mark(rules.top_suit(card)), suits=marks_of(below))


@words.permits(rules.rank)
def _(position: Position, seat: int, move: Move) -> WithCards | None:
    if move.card is None or not position.suit_led:
        return None
    best = rules.winning(position, position.trick).card
    if rules.top_suit(move.card) != rules.top_suit(best):
        return None
    return _compared(with_article(move.card), best, move.card), [move.card, best]


def _compared(which: Text, best: Card, card: Card) -> Text:
    """Compare a card with the winning card, which is of the same suit and was played before it."""
    mine, other = rules.rank(card), rules.rank(best)
    if mine == other:
        return say("{card} and {best} are both {equals} of {suit}: the one played first is higher.", card=which,
                   equals=EQUALS[card.rank], suit=suit_mark(rules.top_suit(card)), best=with_article(best))
    if mine > other:
        return say("{card} {card:is|are} higher than {best}.", card=which, best=with_article(best))
    return say("{card} {card:is|are} lower than {best}.", card=which, best=with_article(best))


@words.permits(rules.trump_suits)
def _(position: Position, seat: int, move: Move) -> WithCards | None:
    if move.card is None or move.card is EXCUSE or position.suit_led:
        return None
    card = with_article(move.card)
    return say("{card} {makes}.", card=card, makes=_makes_trumps(card, move.card)), [move.card]


def _makes_trumps(which: Text, card: Card) -> Text:
    """Describe the trump suits that the card led determines."""
    trumps, suit = rules.trump_suits(card), suit_mark(rules.top_suit(card))
    if not trumps:
        return say("{card:makes|make} no trumps, for no suit is below {suit}", card=which, suit=suit)
    if len(card.suits) == 1:
        return say("{card:makes|make} every suit below {suit} trumps: {trumps}", card=which, suit=suit, trumps=marks_of(trumps))
    return say("{card:makes its|make their} bottom {trumps:suit|suits} trumps: {trumps}", card=which, trumps=marks_of(trumps))


@words.permits(rules.excuse, Ground.BARS_NOTHING)
def _(position: Position, seat: int, move: Move) -> WithCards | None:
    if move.card is not EXCUSE:
        return None
    return say("{excuse} may be led, but it can't win.", excuse=with_article(EXCUSE)), [EXCUSE]


@words.permits(rules.excuse, Ground.CANNOT_COMPLY)
def _(position: Position, seat: int, move: Move) -> WithCards:
    return say("{seat} can neither follow nor trump, so {excuse} may be played.", seat=position.name(seat),
               excuse=with_article(EXCUSE)), [EXCUSE]


@words.refuses(rules.excuse)
def _(position: Position, seat: int, move: Move, binds: Sequence[Card]) -> Text:
    led = position.suit_led
    why = (say("{suit} were led", suit=suit_mark(led)) if rules.top_suit(binds[0]) == led
           else say("{suits} are trumps", suits=marks_of(position.trumps)))
    return say("{excuse} may be played only by someone who can neither follow nor trump: {why}, and {seat} {seat:holds|hold} "
               "{cards}.", excuse=with_article(EXCUSE), why=why, seat=position.name(seat), cards=all_of(binds))


@words.permits(rules.follow_suit, Ground.COMPLIES)
def _(position: Position, seat: int, move: Move) -> WithCards:
    card, led = move.played, suit_mark(position.suit_led)
    return say("{card} {card:follows|follow} {suit}, the suit led.", card=with_article(card), suit=led), [card]


@words.permits(rules.follow_suit, Ground.CANNOT_COMPLY)
def _(position: Position, seat: int, move: Move) -> WithCards:
    return say("{seat} {seat:has|have} no {suit} and can't follow suit.", seat=position.name(seat),
               suit=suit_mark(position.suit_led)), ()


@words.refuses(rules.follow_suit)
def _(position: Position, seat: int, move: Move, binds: Sequence[Card]) -> Text:
    card, led = move.played, position.suit_led
    told = say("{suit} were led, and {seat} {seat:holds|hold} {cards}.", suit=suit_mark(led), seat=position.name(seat),
               cards=all_of(binds))
    if rules.top_suit(card) in position.trumps:
        return joined([told, say("A trump is no exception.")])
    return joined([told, _belongs(card, [led])])




@words.permits(rules.must_trump, Ground.COMPLIES)
def _(position: Position, seat: int, move: Move) -> WithCards:
    held = [other for other in position.hands[seat] if rules.top_suit(other) in position.trumps]
    which = say("any trump will do") if len(held) > 1 else say("{card} is the only trump in hand", card=with_article(move.played))
    return say("Without {suit}, {seat} {seat:has|have} to trump: {which}.", suit=suit_mark(position.suit_led),
               seat=position.name(seat), which=which), held


@words.permits(rules.must_trump, Ground.BARS_NOTHING)
def _(position: Position, seat: int, move: Move) -> WithCards | None:
    if position.suit_led in ("", rules.top_suit(move.played)):
        return None
    return say("This trick has no trumps, so any card may be played."), ()


@words.permits(rules.must_trump, Ground.CANNOT_COMPLY)
def _(position: Position, seat: int, move: Move) -> WithCards | None:
    if rules.top_suit(move.played) == position.suit_led:
        return None
    return say("{seat} {seat:has|have} no trumps ({suits}) either and may play any card.", seat=position.name(seat),
               suits=any_of(map(suit_mark, position.trumps))), ()


@words.refuses(rules.must_trump)
def _(position: Position, seat: int, move: Move, binds: Sequence[Card]) -> Text:
    trumps = position.trumps
    told = say("Without {suit}, {seat} {seat:has|have} to trump: {suits} are trumps, and {seat} {seat:holds|hold} {cards}.",
               suit=suit_mark(position.suit_led), seat=position.name(seat), suits=marks_of(trumps), cards=all_of(binds))
    return joined([told, _belongs(move.played, trumps)])


@words.permits(rules.card_led)
def _(position: Position, seat: int, move: Move) -> WithCards | None:
    if move.card is None or not position.trick or position.suit_led:
        return None
    told = say("After {excuse} any card may be played: it counts as the card led.", excuse=with_article(EXCUSE))
    return told, [EXCUSE, move.card]


# ---- events

@words.happened(rules.trump_suits)
def _(position: Position, event: Event) -> Text:
    card, seat = event.cards[0], position.name(event.seat)
    suit, trumps = suit_mark(rules.top_suit(card)), rules.trump_suits(card)
    makes = say("{suits} are trumps", suits=marks_of(trumps)) if trumps else say("this trick has no trumps")
    if len(position.trick) > 1:
        return say("{seat's} {card} counts as the card led: {suit} are led, and {makes}.", seat=seat, card=card, suit=suit,
                   makes=makes)
    return say("{seat} {seat:leads|lead} {suit}, and {makes}.", seat=seat, suit=suit, makes=makes)


@words.happened(rules.card_led)
def _(position: Position, event: Event) -> Text:
    return say("{seat} {seat:leads|lead} {excuse}: {next} may play any card, which then counts as the card led.",
               seat=position.name(event.seat), excuse=with_article(EXCUSE), next=position.name(position.to_act))


@words.happened(rules.winning)
def _(position: Position, event: Event) -> Text:
    assert position.last_trick is not None
    card = event.cards[0]
    return say("{seat} {seat:takes|take} the trick with {card}, {how}.", seat=position.name(event.seat), card=with_article(card),
               how=_how(position.last_trick.laid, rules.top_suit(card)))


def _how(laid: Sequence[PlayedCard], suit: str) -> Text:
    """Describe how a card of ``suit`` took the trick."""
    led = rules.card_led(laid)
    trumps = rules.trump_suits(led)
    played = [rules.top_suit(one.card) for one in laid if rules.top_suit(one.card) in trumps]
    if not trumps:
        return say("the highest of {suit}", suit=suit_mark(suit))
    if not played:
        below = any(lower in trumps for one in laid if one.card is not led for lower in one.card.suits[1:])
        return (say("the highest of {suit}; no trump was played, for only top suits count", suit=suit_mark(suit)) if below else
                say("the highest of {suit}; no trump was played", suit=suit_mark(suit)))
    if len(played) == 1:
        return say("the only trump")
    if len(set(played)) == 1:
        return say("the highest trump")
    return say("the highest of {suit}, the lowest trump suit played", suit=suit_mark(suit))


# ---- the score

words.line(rules.within_one, say("One trick off"), say("1 point"))
words.line(rules.exact, say("Bid made exactly"), say("1, and 1 more for each who missed"))
words.line(rules.zero_or_all, say("Zero or all made"), say("{n} points", n=rules.ZERO_OR_ALL_POINTS))
words.line(rules.partners, say("Partner's points"), say("the same again"))


@words.accounts
def accounts(position: Position, events: Sequence[Event]) -> list[Account]:
    """Return the bid and the tricks taken by each side."""
    return [(say("Bid"), [one.bid for one in position.fared]), (say("Took"), [one.taken for one in position.fared])]


@words.outcome
def outcome(position: Position, seat: int) -> Text:
    """Return the result of the side's bid."""
    found = next((each for each in zip(position.sides, position.fared, strict=False) if seat in each[0]), None)
    if found is None:
        return NOTHING
    side, one = position.name(found[0]), found[1]
    if one.bid == one.taken:
        return say("{side} made it: {bid} bid, {taken} taken", side=side, bid=one.bid, taken=one.taken)
    return say("{side} missed by {n:one|@}: {bid} bid, {taken} taken", side=side, n=abs(one.bid - one.taken), bid=one.bid,
               taken=one.taken)


@words.match
def match(game: Game[Position], position: Position, number: int) -> list[tuple[Text, int]]:
    """Return labelled facts about the match: the number of the hand, and the total that ends the game."""
    return [(say("Hand"), number), (say("To"), rules.TARGETS[position.table.size])]


@words.wants
def wants(position: Position, seat: int) -> int | None:
    """Return the number of tricks that the seat bid."""
    return position.bids[seat]


@words.happened(rules.within_one)
def _(position: Position, event: Event) -> Text:
    one = position.fared[event.numbers[0]]
    return _scored(position, event, say("{n:one|@} off", n=abs(one.bid - one.taken)))


@words.happened(rules.exact)
def _(position: Position, event: Event) -> Text:
    missed = position.fared[event.numbers[0]].missed
    if not missed:
        return _scored(position, event, say("exact, and nobody else missed"))
    return _scored(position, event, say("exact, and {n:one other|@ others} missed", n=missed))


@words.happened(rules.zero_or_all)
def _(position: Position, event: Event) -> Text:
    one = position.fared[event.numbers[0]]
    return _scored(position, event, say("a bid of {all:all|zero}, {made:made|missed}", all=bool(one.bid),
                                        made=one.bid == one.taken))


def _scored(position: Position, event: Event, why: Text) -> Text:
    """Describe a side's bid and tricks, and the points for each of its players."""
    side, one = position.sides[event.numbers[0]], position.fared[event.numbers[0]]
    if not one.each:
        points: Text = say("no points")
    elif len(side) > 1:
        points = say("{points} each", points=counted(one.each, POINTS))
    else:
        points = counted(one.each, POINTS)
    return say("{side} bid {bid} and took {taken}: {why}, for {points}.", side=position.name(side), bid=one.bid, taken=one.taken,
               why=why, points=points)


@words.happened(rules.end, "game")
def _(position: Position, event: Event) -> Text:
    return say("{seats} {seats:wins|win} with {n}; the target was {target}.", seats=position.name(position.won_by),
               n=max(position.totals), target=rules.TARGETS[position.table.size])


@words.happened(rules.end, "hand")
def _(position: Position, event: Event) -> Text:
    totals = position.totals
    most = max(totals)
    if not rules.is_tied(position):
        return say("Nobody has {n} yet, so another hand is played.", n=rules.TARGETS[position.table.size])
    if position.in_teams:
        return say("Both sides have {n}, so another hand is played.", n=most)
    leaders = [seat for seat, total in enumerate(totals) if total == most]
    return say("{seats} {seats:shares|share} the lead with {n}, so another hand is played.", seats=position.name(leaders), n=most)


# ---- trick explanations

@words.laid(rules.excuse, rules.trump_suits, rules.card_led, rules.rank, rules.winning)
def laid_last(position: Position, laid: Sequence[PlayedCard]) -> RuleFinding:
    """Return the finding about the last of the given cards."""
    *before, last = laid
    card, seat = last.card, position.name(last.seat)
    if card is EXCUSE:
        told = (say("{seat} {seat:plays|play} {excuse}, which never wins.", seat=seat, excuse=with_article(EXCUSE)) if before else
                say("{seat} {seat:leads|lead} {excuse}, which never wins.", seat=seat, excuse=with_article(EXCUSE)))
        return RuleFinding(rules.excuse.id, True, told, (card,))
    which = say("{seat's} {card}", seat=seat, card=card)
    if rules.card_led(laid) is card:
        makes = _makes_trumps(which, card)
        if before:
            told = say("{card} {card:counts|count} as the card led and {makes}.", card=which, makes=makes)
            return RuleFinding(rules.card_led.id, True, told, (card,))
        return RuleFinding(rules.trump_suits.id, True, say("{card} {makes}.", card=which, makes=makes), (card,))
    best = rules.winning(position, before).card
    if rules.top_suit(card) == rules.top_suit(best):
        return RuleFinding(rules.rank.id, True, _compared(which, best, card), (card, best))
    ahead = rules.winning(position, laid) is last
    return RuleFinding(rules.winning.id, True, _unlike(which, rules.card_led(laid), card, best, ahead), (card, best))


def _unlike(which: Text, led: Card, card: Card, best: Card, ahead: bool) -> Text:
    """Compare a card with the winning card, which is of another suit."""
    mine, theirs, trumps = rules.top_suit(card), rules.top_suit(best), rules.trump_suits(led)
    if mine in trumps and theirs in trumps:
        if ahead:
            return say("{card} {card:beats|beat} {best}: the lower trump suit wins, and {lower} are below {higher}.", card=which,
                       best=with_article(best), lower=suit_mark(mine), higher=suit_mark(theirs))
        return say("{card} {card:doesn't|don't} beat {best}: the lower trump suit wins, and {lower} are below {higher}.",
                   card=which, best=with_article(best), lower=suit_mark(theirs), higher=suit_mark(mine))
    if mine in trumps:
        return say("{card} is a trump and beats {best}.", card=which, best=with_article(best))
    suit = suit_mark(rules.top_suit(led))
    if mine == rules.top_suit(led):
        return say("{card} {card:follows|follow}, but can't beat a trump, {best}.", card=which, best=with_article(best))
    if trumps:
        return say("{card} {card:is|are} neither {suit} nor {card:a trump, so it|trumps, so they} can't win.", card=which,
                   suit=suit)
    return say("{card} {card:isn't|aren't} {suit}, so {card:it|they} can't win.", card=which, suit=suit)


# ---- questions

@words.asks("suit-led")
def led_suit(position: Position, laid: Sequence[PlayedCard]) -> SuitQuestion | None:
    """Return the question about the suit led, which is the top suit of the card led or of the next one after an Excuse;
    None after a lone Excuse."""
    card = rules.card_led(laid)
    if card is EXCUSE:
        return None
    suit = rules.top_suit(card)
    told = (
        RuleFinding(
            rules.top_suit.id,
            True,
            say("{card} {card:was|were} led, and {card:its|their} top suit is {suit}.", card=with_article(card),
                suit=suit_mark(suit)),
            (card,),
        )
        if card is laid[0].card
        else RuleFinding(
            rules.card_led.id,
            True,
            say("After the Excuse {card} {card:counts|count} as the card led: {suit}.", card=with_article(card),
                suit=suit_mark(suit)),
            (card,),
        )
    )
    return SuitQuestion(say("Which suit has to be followed?"), suit, told)


@words.asks("suits")
def trump_suits(position: Position, laid: Sequence[PlayedCard]) -> SuitQuestion | None:
    """Return the question about the trump suits of the trick; None if there are none."""
    if not laid or rules.card_led(laid) is EXCUSE:
        return None
    card = rules.card_led(laid)
    trumps = rules.trump_suits(card)
    return SuitQuestion(say("Choose every trump suit of this trick."), trumps, RuleFinding(rules.trump_suits.id, True, say(
        "{card} {makes}.", card=with_article(card), makes=_makes_trumps(with_article(card), card)), (card,))) if trumps else None


@words.asks("bid-brings")
def bid_brings(position: Position, seat: int, move: Move) -> list[NumberQuestion] | None:
    """Return the questions about the points for a bid: made, with only one other player also making theirs, or missed by one
    trick. Return None with partners."""
    bid = move.number
    if bid is None or position.in_teams:
        return None
    apart = position.zero_or_all and bid in (0, position.size)
    missed = position.table.size - 2
    made, off = (rules.zero_or_all, rules.zero_or_all) if apart else (rules.exact, rules.within_one)
    told = (say("None or all: 4 points if it is made, nothing if not.") if apart else
            say("A bid made brings 1 point, and 1 for each player who missed."))
    lost = told if apart else say("A bid missed by one trick brings 1 point.")
    return [NumberQuestion(say("made, and {n} others {n:misses|miss}", n=missed), made(0, missed),
                        RuleFinding(made.id, True, told), range(5)),
            NumberQuestion(say("missed by one trick"), off(1, missed), RuleFinding(off.id, True, lost), range(5))]


# ---- the table

@words.open
def on_table(position: Position) -> list[tuple[Text, Text]]:
    """Return the total of the bids, and in play the suit led and the trumps."""
    bids, size = [bid for bid in position.bids if bid is not None], sum(position.tricks) + max(map(len, position.hands))
    told: list[tuple[Text, Text]] = []
    if bids:
        told.append((say("Total bid"), say("{n} of {tricks}", n=sum(bids), tricks=counted(size, TRICKS))))
    if position.phase != "play" and not position.trick:
        return told
    opened = rules.card_led(position.trick) if position.trick else EXCUSE
    led, trumps = rules.top_suit(opened), rules.trump_suits(opened)
    none = say("none in this trick") if led else NONE_YET
    return [*told, (say("Suit led"), suit_mark(led) if led else NONE_YET),
            (say("Trumps"), marks_of(trumps) if trumps else none)]


words.counts_suits_by(rules.top_suit)
words.rests_on(rules.bid_once, "Total bid")
words.rests_on(rules.follow_suit, "Suit led")
words.rests_on(rules.trump_suits, "Trumps", "A trump is no exception.")
for kind in ("legal-moves", "trick-winner", "next-leader", "suit-led", "suits", "hand-score"):
    words.keeps_quiet(kind, "Total bid", "Suit led", "Trumps")


@words.setting("hand-score", "bid-brings")
def setting(position: Position) -> list[ContextSentence]:
    """Return all bids."""
    if all(bid is None for bid in position.bids):
        return [ContextSentence(rules.bid_once.id, say("Nobody has bid yet."))]
    bids = [say("{seat} bid {n}", seat=position.name(seat), n=bid)
            for seat, bid in enumerate(position.bids) if bid is not None]
    return [ContextSentence(rules.bid_once.id, say("{bids}.", bids=all_of(bids)))]


@words.aim
def aim(position: Position, side: Sequence[int]) -> Text:
    """Describe the side's bid, the sum of the partners' bids. If it was made exactly, also describe the players who missed theirs
    and the extra points for that."""
    told = _bid(position, side)
    own = next((one for one, seats in zip(position.fared, position.sides, strict=False) if [*seats] == [*side]), None)
    if own is None or own.rule is not rules.exact:
        return told
    missed = [seat for one, seats in zip(position.fared, position.sides, strict=True) if one.bid != one.taken for seat in seats]
    if not missed:
        return say("{bid}; nobody missed", bid=told)
    return say("{bid}, and {n:1 point|@ points} more as {seats} missed", bid=told, n=len(missed) * len(side),
               seats=position.name(missed))


def _bid(position: Position, side: Sequence[int]) -> Text:
    bids = [bid for bid in (position.bids[seat] for seat in side) if bid is not None]
    return say("bid {n}", n=sum(bids)) if bids else NOTHING


@words.stakes
def stakes(position: Position, end: Position, side: Sequence[int]) -> list[Stake]:
    """Return the goals that the side reached, according to its score: its bid was made, possibly spoiling other bids, or was
    missed by at most one trick."""
    how = next(one for one, seats in zip(end.fared, end.sides, strict=True) if [*seats] == [*side])
    now, makes = _bid_to_make(position, side, how.bid)
    near = [Stake(now, say("comes within a trick of it"))]
    made = [Stake(now, makes), Stake(now, say("{makes} and spoils {n:another bid|@ other bids}", makes=makes,
                                              n=how.missed // len(side)))]
    if how.rule is rules.exact:
        return made if how.missed else [*near, *made[:1]]
    return (made if how.rule is rules.zero_or_all else near)[:min(how.each, 1)]


def _bid_to_make(position: Position, side: Sequence[int], bid: int) -> tuple[Text, Text]:
    """Describe the tricks that a side needs for its bid, and the effect of a card that makes the bid."""
    taken = sum(position.tricks[seat] for seat in side)
    seats = position.name(side)
    if taken < bid:
        aim = say("{side's} bid of {n}", side=seats, n=bid) if len(side) == 1 else say("a bid of {n}", n=bid)
        return say("{side} {side:needs|need} {n:one more trick|@ more tricks} for {bid}", side=seats, n=bid - taken, bid=aim), (
            say("makes it exactly"))
    if bid == 0:
        return say("{seat} bid {n}", seat=seats, n=bid), say("keeps {side} from any trick", side=seats)
    return say("{side} bid {bid} and {side:has|have} {taken}", side=seats, bid=bid, taken=taken), (
        say("keeps {side} from another trick", side=seats))


@words.plate
def plate(position: Position, seat: int) -> list[Text]:
    """Return the seat's bid, if it has bid."""
    bid = _bid(position, [seat])
    return [bid] if bid else []


def marks_of(suits: Sequence[str]) -> ListText:
    """Return a list of suit symbols."""
    return all_of(map(suit_mark, suits))

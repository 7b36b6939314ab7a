"""The sentences of Double King Pedro. Each one is built on demand."""

from __future__ import annotations

from collections.abc import Sequence

from rules_engine.core.game.game import Game
from rules_engine.core.model.cards import Card
from rules_engine.core.model.events import Event, Line, collect_events
from rules_engine.core.model.moves import Move
from rules_engine.core.model.rules import Ground
from rules_engine.games.double_king_pedro import rules
from rules_engine.games.double_king_pedro.cards import (
    ALL_POINTS,
    DOUBLE,
    HAND_SIZE,
    JOKER,
    KITTY_SIZE,
    OFF_SUIT,
    PLAY_SIZE,
    SIDES,
)
from rules_engine.games.double_king_pedro.chain import RANK_NAMES, laid_last, role, tie
from rules_engine.games.double_king_pedro.course import ask
from rules_engine.games.double_king_pedro.position import Call
from rules_engine.games.double_king_pedro.position import DoubleKingPedroPosition as Position
from rules_engine.narration.move_phrases import with_article
from rules_engine.narration.phrasebook import (
    NONE_YET,
    Account,
    ContextSentence,
    NumberQuestion,
    Phrasebook,
    RuleFinding,
    SideTotal,
    Stake,
    WithCards,
)
from rules_engine.narration.quantities import CARDS, POINTS, counted
from rules_engine.text.message import (
    NOTHING,
    QuotedText,
    Text,
    all_of,
    any_of,
    as_text,
    joined,
    say,
    suit_mark,
    template,
)

words = Phrasebook[Position]()
words.objective(say("Bid how many of the 100 points your side will take: make it and score them, or lose the bid."))
RED, BLACK = say("the other red suit"), say("the other black suit")
OTHER_SUIT = {"H": RED, "D": RED, "S": BLACK, "C": BLACK}
"""The name of the other suit of the same colour, by trump suit."""
TRUMPS = template("{n} {n:trump|trumps}")


# ---- the deal and the auction

@words.deal
def deal(position: Position) -> list[Event]:
    """Return the events of a deal or a setup: the deal or the result of the auction, then the seat to act."""
    events = list[Event]()
    note = collect_events(events)
    if position.declarer is None:
        note(rules.deal, "dealt", position.dealer)
    else:
        note(rules.double if rules.double(position.contract) else rules.bid, "called", position.declarer, (), "stands")
        if position.trump:
            note(rules.is_trump, "called", position.declarer)
        for seat in sorted(position.out):
            note(rules.out, "played", seat)
    if position.to_act is not None:
        if position.phase != "play":
            ask(position, note)
        else:
            note(rules.opening_lead if position.opening else rules.next_lead, "lead", position.leader)
    return events


@words.happened(rules.deal)
def _(position: Position, event: Event) -> Text:
    size, kitty = len(position.hands[0]), len(position.kitty)
    told = say("{seat} {seat:deals|deal} {n} {n:card|cards} to each player and {kitty} to the kitty.",
               seat=position.name(position.dealer), n=size, kitty=kitty)
    return told if (size, kitty) == (HAND_SIZE, KITTY_SIZE) else joined([told, say("The hands are short here.")])


@words.happened(rules.next_dealer, "hand")
def _(position: Position, event: Event) -> Text:
    return say("The deal moves left: {seat} {seat:deals|deal} next.", seat=position.name(event.seat))


@words.permits(rules.toss)
def _(position: Position, seat: int, move: Move) -> WithCards:
    told = (say("A hand dealt without King, Queen or Jack may be tossed.") if move.verb == "toss" else
            say("A hand dealt without King, Queen or Jack need not be tossed."))
    return told, position.hands[seat]


@words.happened(rules.toss, "called")
def _(position: Position, event: Event) -> Text:
    seat = position.name(event.seat)
    if event.word == "turn":
        return say("{seat} {seat:has|have} no face card: toss the hand or keep it?", seat=seat)
    if event.word == "keep":
        return say("{seat} {seat:keeps|keep} the hand.", seat=seat)
    return say("{seat} {seat:tosses|toss} a hand without face cards: nobody scores, and the deal moves left.", seat=seat)


words.line(rules.toss, say("The hand was tossed"))


@words.permits(rules.bid)
def _(position: Position, seat: int, move: Move) -> WithCards | None:
    high = position.high_number
    if move is DOUBLE:
        return None
    if move.number is None:
        return say("A pass is final: no more bids in this hand."), ()
    if high:
        return say("Any bid above {high} will do.", high=high), ()
    return say("Nobody has bid yet, so any bid from 1 will do."), ()


@words.refuses(rules.bid)
def _(position: Position, seat: int, move: Move, binds: Sequence[Card]) -> Text:
    number, high = move.number, position.high_number
    if number is None:
        return say("The three others have passed, so {seat} {seat:has|have} to bid: at least 1.", seat=position.name(seat))
    if number > ALL_POINTS:
        return say("There are only {all} points in a hand, so {bid} can't be bid.", all=ALL_POINTS, bid=number)
    if number < 1:
        return say("A bid is at least 1.")
    bidder = position.name(position.bids.index(high))
    if high < ALL_POINTS:
        return say("{seat} {seat:has|have} bid {high}, so a bid must be {least} or more.", seat=bidder, high=high, least=high + 1)
    return say("{seat} {seat:has|have} bid {high}, so only “Hundred and double it!” goes higher.", seat=bidder, high=high)


@words.happened(rules.bid)
def _(position: Position, event: Event) -> Text:
    if event.word == "stands":
        return _stands(position)
    seat = position.name(event.seat)
    if event.word == "turn":
        begun = any(call is not None for call in position.bids)
        return (say("{seat} {seat:is|are} to bid or pass.", seat=seat) if begun else
                say("{seat} {seat:bids|bid} first.", seat=seat))
    if event.word == "pass":
        return say("{seat} {seat:passes|pass}.", seat=seat)
    if event.word == "won":
        return say("{seat} {seat:wins|win} the auction with {call}.", seat=seat, call=_called(position.contract))
    return say("{seat} {seat:bids|bid} {n}.", seat=seat, n=position.high_number)


def _stands(position: Position) -> Text:
    return say("{seat} won the auction with {call}.", seat=position.name(position.declarer), call=_called(position.contract))


def _called(call: Call) -> Text:
    return QuotedText(say("Hundred and double it!")) if rules.double(call) else say("{call}", call=call or 0)


@words.permits(rules.double)
def _(position: Position, seat: int, move: Move) -> WithCards | None:
    if move is not DOUBLE:
        return None
    return say("“Hundred and double it!” goes over any number: {seat} {seat:plays|play} for all {all} points, and 200 are won or "
               "lost.", seat=position.name(seat), all=ALL_POINTS), ()


@words.happened(rules.double)
def _(position: Position, event: Event) -> Text:
    if event.word == "stands":
        return _stands(position)
    return say("{seat} {seat:calls|call} “Hundred and double it!”, which ends the auction.", seat=position.name(event.seat))


@words.happened(rules.kitty)
def _(position: Position, event: Event) -> Text:
    seat = position.name(event.seat)
    if event.word == "turn":
        return say("As declarer, {seat} {seat:is|are} to name trumps.", seat=seat)
    return say("{seat} {seat:takes|take} the kitty, {cards}, before naming trumps.", seat=seat,
               cards=counted(event.numbers[0], CARDS))


@words.choice
def choice(position: Position, seat: int, move: Move) -> Text:
    """Return a note on a choice: the cost of a missed bid, or the number of trumps held if a suit is named; empty if there is
    nothing to note.
    """
    if move is DOUBLE:
        return say("200 won or lost")
    if move.verb == "toss":
        return say("nobody scores")
    if position.phase == "trump":
        return counted(len(rules.TRUMPS[move.suit].intersection(position.hands[seat])), TRUMPS)
    return say("missed: {n}", n=-move.number) if position.phase == "bid" and move.number else NOTHING


@words.asks("card-worth")
def worth(position: Position, card: Card) -> NumberQuestion:
    """Return the question about the points for a card."""
    number, trump = rules.points(card, position.trump), rules.is_trump(card, position.trump)
    told = (
        say("{card} {card:isn't a trump|aren't trumps} and {card:brings|bring} no points.", card=with_article(card))
        if not trump
        else say("{card} {card:is a trump|are trumps}, worth {n} {n:point|points}.", card=with_article(card), n=number)
        if number
        else say("{card} {card:is a trump|are trumps}, but {card:brings|bring} no points.", card=with_article(card))
    )
    return NumberQuestion(say("What is {card} worth to whoever takes the trick?", card=with_article(card)), number,
                       RuleFinding(rules.points.id, True, told, (card,)), (0, 1, 5, 9, 18, 25))


@words.asks("bid-brings")
def bid_brings(position: Position, seat: int, move: Move) -> list[NumberQuestion] | None:
    """Return two questions about the score for a bid: if its side takes exactly the points bid, and if it takes one point fewer.
    Return None for a call that isn't a bid.
    """
    if move is not DOUBLE and not move.number:
        return None
    double = move is DOUBLE
    bid, worth = move.number or ALL_POINTS, rules.DOUBLED if double else move.number or 0
    made, lost = (rules.score_double, rules.score_double) if double else (rules.score_made, rules.score_set)
    why = (say("All {n} points bring 200, and fewer cost 200.", n=ALL_POINTS) if double else
           say("With the bid or more, its side scores what it took."))
    fails = why if double else say("With fewer points than were bid, its side loses the bid.")
    among = sorted({0, bid, -bid, 2 * bid, -2 * bid, bid - 1})
    return [NumberQuestion(say("with {n} {n:point|points}", n=bid), worth, RuleFinding(made.id, True, why), among),
            NumberQuestion(say("with {n} {n:point|points}", n=bid - 1), -worth, RuleFinding(lost.id, True, fails), among)]


words.move("bid double", template("{seat} {seat:calls|call} “Hundred and double it!”"), template("call “Hundred and double it!”"),
           template("bid double"))
words.move("toss", template("{seat} {seat:tosses|toss} the hand"), template("toss the hand"))
words.move("keep", template("{seat} {seat:keeps|keep} the hand"), template("keep the hand"))
words.move("trump SUIT", template("{seat} {seat:names|name} {suit} as trumps"), template("name {suit} as trumps"))


# ---- naming, passing and discarding trumps

@words.permits(rules.name_trumps)
def _(position: Position, seat: int, move: Move) -> WithCards:
    held = [card for card in rules.RANKED[move.suit] if card in position.hands[seat]]
    return say("With {suit} as trumps, {seat} {seat:holds|hold} {cards}.", suit=suit_mark(move.suit), seat=position.name(seat),
               cards=all_of(held)), held


@words.refuses(rules.name_trumps)
def _(position: Position, seat: int, move: Move, binds: Sequence[Card]) -> Text:
    return say("With {suit} as trumps there would be none to lead: {seat} {seat:has|have} no {suit}, no {joker} and none of "
               "{cards}.", suit=suit_mark(move.suit), seat=position.name(seat), joker=JOKER,
               cards=all_of(_off_cards(move.suit)))


@words.happened(rules.name_trumps)
def _(position: Position, event: Event) -> Text:
    return say("{seat} {seat:names|name} {suit} as trumps.", seat=position.name(event.seat), suit=suit_mark(event.word))


@words.permits(rules.is_trump)
def _(position: Position, seat: int, move: Move) -> WithCards | None:
    card, trump = move.card, position.trump
    if card is None or card not in rules.TRUMPS[trump] or card.suits == trump:
        return None
    return say("{why}.", why=_why_trump(card, trump)), [card]


def _why_trump(card: Card, trump: str) -> Text:
    """Explain why a card outside the trump suit is or isn't a trump; return an empty text if no card of its suit is one."""
    if card is JOKER:
        return say("{joker} is always a trump", joker=with_article(JOKER))
    if card.suits != OFF_SUIT[trump]:
        return NOTHING
    if card in rules.TRUMPS[trump]:
        return say("the {role} is a trump, being the {rank} of {suit}", role=role(card, trump), rank=RANK_NAMES[card.rank],
                   suit=OTHER_SUIT[trump])
    return say("of {suit} only {cards} are trumps", suit=OTHER_SUIT[trump], cards=all_of(_off_cards(trump)))


@words.happened(rules.is_trump)
def _(position: Position, event: Event) -> Text:
    suit = position.trump
    return say("Trumps are all {suit}, {joker}, and from {other} {cards}: {n} cards.", suit=suit_mark(suit),
               joker=with_article(JOKER), cards=all_of(_off_cards(suit)), other=OTHER_SUIT[suit], n=len(rules.TRUMPS[suit]))


def _off_cards(suit: str) -> list[Card]:
    return [card for card in rules.RANKED[suit] if card.suits == OFF_SUIT[suit]]


@words.permits(rules.pass_trumps, Ground.COMPLIES)
def _(position: Position, seat: int, move: Move) -> WithCards:
    return say("{seat} {seat:holds|hold} {n} trumps and may keep {keep}: any of them may go to {to}.", seat=position.name(seat),
               n=rules.excess(position, seat) + PLAY_SIZE, keep=PLAY_SIZE,
               to=position.name(rules.receiver(position, seat))), [move.played]


@words.refuses(rules.pass_trumps)
def _(position: Position, seat: int, move: Move, binds: Sequence[Card]) -> Text:
    told = say("{card} {card:isn't a trump|aren't trumps}, and only trumps are given away.", card=with_article(move.played))
    return _also(told, _why_trump(move.played, position.trump))


def _also(told: Text, why: Text) -> Text:
    return joined([told, say("{why}.", why=why)]) if why else told


@words.happened(rules.pass_trumps)
def _(position: Position, event: Event) -> Text:
    """Name the trumps given away only if the reader gives or receives them; otherwise give only their number.

    Before others give, even their number is hidden.
    """
    if event.word != "turn":
        to = event.numbers[0]
        shown = position.table.reader in (event.seat, to)
        what = all_of(with_article(card) for card in event.cards) if shown else say("{n:a trump|@ trumps}", n=len(event.cards))
        return say("{seat} {seat:gives|give} {what} to {to}.", seat=position.name(event.seat), what=what, to=position.name(to))
    seat = position.actor
    if position.table.reader not in (None, seat):
        return say("{seat} {seat:holds|hold} more than {keep} trumps and {seat:gives|give} the others to {to}.",
                   seat=position.name(seat), keep=PLAY_SIZE, to=position.name(rules.receiver(position, seat)))
    more = rules.excess(position, seat)
    return say("With {n} trumps, {seat} {seat:gives|give} {more:one|@} of them to {to}.", n=more + PLAY_SIZE,
               seat=position.name(seat), more=more, to=position.name(rules.receiver(position, seat)))


@words.permits(rules.discard, Ground.COMPLIES)
def _(position: Position, seat: int, move: Move) -> WithCards:
    told = say("{card} {card:isn't a trump, so it|aren't trumps, so they} may be discarded.", card=with_article(move.played))
    return told, [move.played]


@words.refuses(rules.discard)
def _(position: Position, seat: int, move: Move, binds: Sequence[Card]) -> Text:
    why = _why_trump(move.played, position.trump) or say("{card} {card:is a trump|are trumps}", card=with_article(move.played))
    return say("{why}, and trumps can't be discarded.", why=why)


@words.happened(rules.discard)
def _(position: Position, event: Event) -> Text:
    """Name the discards only to the player who made them."""
    assert event.seat is not None
    size, seat = len(position.hands[event.seat]), position.name(event.seat)
    if event.word == "turn":
        return say("With {size} cards, {seat} {seat:has|have} {n} too many.", size=size, seat=seat, n=size - PLAY_SIZE)
    shown = position.table.reader == event.seat
    what = all_of(with_article(card) for card in event.cards) if shown else say("{n:a card|@ cards}", n=len(event.cards))
    return say("{seat} {seat:discards|discard} {what}: {n} left.", seat=seat, what=what, n=size)


# ---- leading and following

@words.permits(rules.opening_lead, Ground.COMPLIES)
def _(position: Position, seat: int, move: Move) -> WithCards:
    return say("The declarer opens with a trump, and {card} {card:is one|are trumps}.", card=with_article(move.played)), [
        move.played
    ]


@words.refuses(rules.opening_lead)
def _(position: Position, seat: int, move: Move, binds: Sequence[Card]) -> Text:
    told = say("As declarer, {seat} {seat:has|have} to open with a trump: {cards}.", seat=position.name(seat),
               cards=any_of(binds))
    return _also(told, _why_trump(move.played, position.trump))


@words.happened(rules.opening_lead)
def _(position: Position, event: Event) -> Text:
    return say("As declarer, {seat} {seat:leads|lead} first, and the card must be a trump.", seat=position.name(event.seat))


@words.permits(rules.follow_trump, Ground.COMPLIES)
def _(position: Position, seat: int, move: Move) -> WithCards:
    return say("A trump was led, and {card} {card:is one|are trumps}.", card=with_article(move.played)), [move.played]


@words.permits(rules.follow_trump, Ground.BARS_NOTHING)
def _(position: Position, seat: int, move: Move) -> WithCards | None:
    card = move.played
    if position.trick or position.opening or rules.throw_off(position, card):
        return None
    return (say("{card} {card:is a trump: whoever has no trump to play to it|are trumps: whoever has no trump to play to one} is "
                "out.", card=with_article(card)), [card])


@words.refuses(rules.follow_trump)
def _(position: Position, seat: int, move: Move, binds: Sequence[Card]) -> Text:
    told = say("A trump was led, {led}, and {seat} {seat:holds|hold} {cards}.", led=with_article(position.trick[0].card),
               seat=position.name(seat), cards=all_of(binds))
    return _also(told, _why_trump(move.played, position.trump))


@words.happened(rules.out, "played")
def _(position: Position, event: Event) -> Text:
    seat = position.name(event.seat)
    if not event.cards:
        return say("{seat} {seat:is|are} out for the rest of the hand.", seat=seat)
    return say("With no trump to play, {seat} {seat:is|are} out for the rest of the hand, laying down {cards}.", seat=seat,
               cards=all_of(event.cards))


@words.happened(rules.out, "hand")
def _(position: Position, event: Event) -> Text:
    brought = _worth(position, event.cards) if event.cards else say("no points")
    return joined([say("All the others are out, so the hand ends."),
                   say("{seat's} remaining cards count as taken: {brought}.", seat=position.name(event.seat), brought=brought)])


@words.permits(rules.throw_off)
def _(position: Position, seat: int, move: Move) -> WithCards | None:
    if position.phase != "play":
        return None
    lead = position.trick[0].card if position.trick else move.played
    if not rules.throw_off(position, lead):
        return None
    if position.trick:
        return say("{led} was led, which isn't a trump, so any card may be played.", led=with_article(lead)), position.hands[seat]
    return (say("{card} {card:isn't a trump: led, it is a throw-off, to which|aren't trumps: led, they are throw-offs, to which} "
                "any card may be played.", card=with_article(lead)), [lead])


# ---- tricks

@words.happened(rules.rank)
def _(position: Position, event: Event) -> Text:
    return say("Trumps in this trick from the top: {cards}.", cards=joined(event.cards, ", "))


@words.happened(rules.tie_order)
def _(position: Position, event: Event) -> Text:
    return tie(position.trump, *event.cards)


@words.happened(rules.winning)
def _(position: Position, event: Event) -> Text:
    assert position.last_trick is not None
    taken, laid = event.cards[0], position.last_trick.laid
    seat, card = position.name(event.seat), with_article(taken)
    if len(laid) == 1:
        return say("{seat} {seat:takes|take} the trick with {card}: everybody else is out.", seat=seat, card=card)
    if rules.throw_off(position, taken):
        return say("{seat} {seat:takes|take} the trick with {card}, the highest card; no trump was played.", seat=seat, card=card)
    trumps = rules.trumps_of(position, [one.card for one in laid])
    return say("{seat} {seat:takes|take} the trick with {card}, the {n:only|highest} trump.", seat=seat, card=card, n=len(trumps))


@words.happened(rules.points)
def _(position: Position, event: Event) -> Text:
    return say("{seat's} side gets {worth}.", seat=position.name(event.seat), worth=_worth(position, event.cards))


def _worth(position: Position, cards: Sequence[Card]) -> Text:
    worths, points = rules.POINTS[position.trump], counted(rules.points_of(position, cards), POINTS)
    if len(cards) == 1:
        return say("{points} for {card}", points=points, card=with_article(cards[0]))
    return say("{points}: {each}", points=points, each=all_of(say("{card} {n}", card=card, n=worths[card]) for card in cards))


@words.happened(rules.next_lead)
def _(position: Position, event: Event) -> Text:
    return say("{seat} {seat:leads|lead}.", seat=position.name(event.seat))


@words.lead
def lead(position: Position, card: Card) -> str:
    """Return the id of the rule about throw-offs if the card led is one."""
    return rules.throw_off.id if rules.throw_off(position, card) else ""


words.laid(rules.winning, rules.rank, rules.tie_order)(laid_last)


words.stays(rules.out)


# ---- the score

@words.lines(rules.score_made)
def _(line: Line) -> Text:
    return say("Bid {bid}, made with {n} points", bid=line.number, n=sum(line.points))


@words.lines(rules.score_set)
def _(line: Line) -> Text:
    return say("Bid {bid}, missed with {points}", bid=-sum(line.points), points=counted(line.number, POINTS))


@words.lines(rules.score_double)
def _(line: Line) -> Text:
    if sum(line.points) > 0:
        return say("“Hundred and double it!”, made")
    return say("“Hundred and double it!”, missed with {points}", points=counted(line.number, POINTS))


words.line(rules.score_defenders, say("Points taken by the defenders"))


@words.accounts
def accounts(position: Position, events: Sequence[Event]) -> list[Account]:
    """Return the cards with points that each side took, if all of them are known; otherwise only the points."""
    if position.declarer is None:
        return []
    brought = [[event.cards for event in events if event.rule == rules.points.id and event.seat in side] for side in SIDES]
    cards = [[card for trick in side for card in trick] for side in brought]
    if [rules.points_of(position, each) for each in cards] != position.points:
        return [(say("Took"), [counted(points, POINTS) for points in position.points])]
    return [(say("Took"), [joined(map(as_text, rules.trumps_of(position, each))) for each in cards])]


@words.outcome
def outcome(position: Position, seat: int) -> Text:
    """Return the result of the contract; empty for a hand without one."""
    if position.declarer is None:
        return NOTHING if any(position.hand_score or ()) else say("The hand was tossed")
    place = position.declaring % 2
    side, made, taken = position.name(SIDES[place]), rules.is_made(position), position.points[place]
    if rules.double(position.contract):
        return say("{side} {made:made|missed} double: {taken} of {all} taken", side=side, made=made, taken=taken, all=ALL_POINTS)
    if made:
        return say("{side} made it: {bid} bid, {taken} taken", side=side, bid=position.wanted, taken=taken)
    return say("{side} missed by {n}: {bid} bid, {taken} taken", side=side, n=position.wanted - taken, bid=position.wanted,
               taken=taken)


@words.match
def match(game: Game[Position], position: Position, number: int) -> list[tuple[Text, int]]:
    """Return labelled facts about the match: the number of the hand, and the total that ends the game."""
    return [(say("Hand"), number), (say("To"), rules.WINNING_TOTAL)]


@words.happened(rules.end, "game")
def _(position: Position, event: Event) -> Text:
    return say("{seats} {seats:wins|win} the game, {more} points to {less}.", seats=position.name(position.won_by),
               more=max(position.totals), less=min(position.totals))


@words.happened(rules.end, "hand")
def _(position: Position, event: Event) -> Text:
    if not rules.is_tied(position):
        return say("Neither side has {n} yet, so another hand is played.", n=rules.WINNING_TOTAL)
    return say("Both sides have {n}, so another hand is played.", n=max(position.totals))


# ---- the table

@words.open
def on_table(position: Position) -> list[tuple[Text, Text]]:
    """Return the kitty and the highest bid; after the auction, the contract and trumps."""
    if position.declarer is None:
        high = position.high_bid
        return [(say("Kitty"), counted(len(position.kitty), CARDS)),
                (say("Highest bid"), NONE_YET if high is None else _called(high))]
    contract = say("{call} by {seat}", seat=position.name(position.declarer), call=_called(position.contract))
    return [(say("Contract"), contract), (say("Trumps"), suit_mark(position.trump) if position.trump else say("not named yet"))]


words.counts_suits_by(rules.is_trump)
words.rests_on(rules.bid, "Contract", "Highest bid")
words.rests_on(rules.kitty, "Kitty")
words.rests_on(rules.is_trump, "Trumps")
words.keeps_quiet("legal-moves", "Highest bid")


@words.setting()
def setting(position: Position) -> list[ContextSentence]:
    """Return the calls so far in the auction, or afterwards the contract and trumps."""
    if position.declarer is None:
        calls = [say("{seat} {seat:has|have} {call}", seat=position.name(seat), call=_call_made(position.bids[seat]))
                 for seat in sorted(position.from_dealer, key=lambda seat: _height(position.bids[seat]))
                 if position.bids[seat] is not None]
        return [ContextSentence(rules.bid.id, say("{calls}.", calls=all_of(calls)) if calls else say("Nobody has called yet."))]
    plays = ContextSentence(rules.bid.id, say("{seat} {seat:plays|play} for {call}.", seat=position.name(position.declarer),
                                    call=_called(position.contract)))
    return [plays, *trumps_named(position)]


@words.setting("trick-winner", "next-leader", "card-worth")
def trumps_named(position: Position) -> list[ContextSentence]:
    """Return the trumps, if they are named."""
    told = ContextSentence(rules.is_trump.id, say("{suit} are trumps.", suit=suit_mark(position.trump)))
    return [told] if position.trump else []


def _height(call: Call) -> int:
    """Return a sort key for a call: bids rise over time, even in several rounds of bidding."""
    return call if isinstance(call, int) else ALL_POINTS + 1


def _call_made(call: Call) -> Text:
    if call == "pass":
        return say("passed")
    return say("bid double") if rules.double(call) else say("bid {n}", n=call or 0)


@words.plate
def plate(position: Position, seat: int) -> list[Text]:
    """Return the seat's last call during the auction; later, whether it is the declarer or out."""
    call = position.bids[seat]
    if position.declarer is None:
        return [] if call is None else [_call_made(call)]
    marks = [say("declarer")] if seat == position.declarer else []
    return [*marks, say("out")] if seat in position.out else [*marks]


@words.standing(POINTS)
def standing(position: Position) -> list[SideTotal]:
    """Return the points that each side has taken."""
    return [SideTotal(side, points) for side, points in zip(SIDES, position.points, strict=True)]


@words.stakes
def stakes(position: Position, end: Position, side: Sequence[int]) -> list[Stake]:
    """Return the stakes of the hand: the contract, made by the declarer's side or set by the other side."""
    if position.declarer is None or position.contract is None:
        return []
    seat, call = position.name(position.declarer), position.contract
    bid = say("{seat} bid double", seat=seat) if rules.double(call) else say("{seat} bid {n}", seat=seat, n=call)
    if not rules.is_made(end):
        does = NOTHING if position.declarer in side else say("brings it down")
        return [Stake(bid, does, say("{bid} and {seat:goes|go} down", bid=bid, seat=seat))]
    does = say("makes it") if position.declarer in side else NOTHING
    return [Stake(bid, does, say("{bid} and {seat:makes|make} it", bid=bid, seat=seat))]


@words.shown_apart
def is_trump(position: Position, card: Card) -> bool:
    """Return whether a card is a trump. Until trumps are named, only the Joker is certain to be one."""
    return card in rules.TRUMPS[position.trump]

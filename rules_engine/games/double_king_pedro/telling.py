"""What Double King Pedro says: its sentences, each made when somebody reads it."""

from __future__ import annotations

from collections.abc import Sequence

from rules_engine.core.cards import Card, listed, marks
from rules_engine.core.happened import Event, Line, noting, signed
from rules_engine.core.moves import Move
from rules_engine.core.telling import Said, Words, tricks_won
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
from rules_engine.games.double_king_pedro.chain import laid_last, role, tie
from rules_engine.games.double_king_pedro.position import Call
from rules_engine.games.double_king_pedro.position import DoubleKingPedroPosition as Position

words = Words[Position]()


# ---- the deal and the auction

@words.deal
def deal(position: Position) -> list[Event]:
    """What a deal or a setup brings: the cards or how the auction ended, and who moves first."""
    events = list[Event]()
    note = noting(events)
    if position.declarer is None:
        note(rules.deal, "dealt", position.dealer)
    else:
        note(rules.double if rules.double(position.contract) else rules.bid, "called", position.declarer, (), "stands")
        if position.trump:
            note(rules.is_trump, "called", position.declarer)
        for seat in sorted(position.out):
            note(rules.out, "played", seat)
    if position.to_act is not None:
        rules.tell_turn(position, note)
    return events


@words.happened(rules.deal)
def _(position: Position, event: Event) -> str:
    size, kitty = len(position.hands[0]), len(position.kitty)
    told = f"{position.name(position.dealer)} deals: {_cards(size)} to each of four players, {kitty} to the kitty."
    return told if (size, kitty) == (HAND_SIZE, KITTY_SIZE) else f"{told} The hands are short here."


@words.permits(rules.toss)
def _(position: Position, seat: int, move: Move) -> Said:
    who, hand = position.name(seat), position.hands[seat]
    if move.verb == "toss":
        return f"{who} was dealt no King, Queen or Jack and may throw the hand in.", hand
    return f"{who} holds no face card but need not toss.", hand


@words.happened(rules.toss, "called")
def _(position: Position, event: Event) -> str:
    who = position.name(event.seat)
    if event.word == "turn":
        return f"{who} was dealt no face card and is asked: toss or keep?"
    if event.word == "keep":
        return f"{who} keeps the hand."
    return f"{who}, dealt no face card, throws the hand in: this deal is void, and the deal moves left."


words.line(rules.toss, "The hand was tossed")


@words.permits(rules.bid)
def _(position: Position, seat: int, move: Move) -> Said | None:
    who, high = position.name(seat), position.high_number
    if move is DOUBLE:
        return None
    if move.number is None:
        return f"{who} may pass, and is then out of this auction.", ()
    if high:
        return f"{move.number} is higher than the {high} bid before.", ()
    return f"Nobody has bid yet, so {who} may bid {move.number}.", ()


@words.refuses(rules.bid)
def _(position: Position, seat: int, move: Move, binds: Sequence[Card]) -> str:
    who, number, high = position.name(seat), move.number, position.high_number
    if number is None:
        return f"The three others have passed without a bid, so {who} must bid: at least 1."
    if number > ALL_POINTS:
        return f"There are only {ALL_POINTS} points in a hand: {who} can't bid {number}."
    if number < 1:
        return f"A bid is at least 1: {who} can't bid {number}."
    left = f"only {high + 1} or more" if high < ALL_POINTS else "only pass or double it"
    return f"{position.name(position.bids.index(high))} has bid {high}: {who} can't bid {number}, {left}."


@words.happened(rules.bid)
def _(position: Position, event: Event) -> str:
    who = position.name(event.seat)
    if event.word == "turn":
        return f"It is for {who} to bid or pass."
    if event.word == "won":
        return f"The others have passed: {who} wins the auction with {position.contract}."
    return _stands(position) if event.word == "stands" else f"{who} bids {position.high_number}."


def _stands(position: Position) -> str:
    return f"{position.name(position.declarer)} has won the auction and plays for {_contract(position)}."


def _contract(position: Position) -> str:
    return f"all {ALL_POINTS}, doubled" if rules.double(position.contract) else str(position.contract)


@words.permits(rules.double)
def _(position: Position, seat: int, move: Move) -> Said | None:
    if move is not DOUBLE:
        return None
    high = position.high_number
    over = f"goes over the {high} bid before" if high else "goes over every other bid"
    return (f"“Hundred and double it!” {over}: {position.name(seat)} plays for all {ALL_POINTS} points, 200 won or "
            "lost.", ())


@words.happened(rules.double)
def _(position: Position, event: Event) -> str:
    if event.word == "stands":
        return _stands(position)
    return f"{position.name(event.seat)} calls “Hundred and double it!”, which ends the auction."


@words.happened(rules.kitty)
def _(position: Position, event: Event) -> str:
    who = position.name(event.seat)
    if event.word == "turn":
        return f"{who}, the declarer, holds the kitty and is to name trumps."
    return f"{who} takes the kitty, {_cards(event.numbers[0])}, and is to name trumps."


# ---- trumps, passing, discarding

@words.permits(rules.name_trumps)
def _(position: Position, seat: int, move: Move) -> Said:
    held = [card for card in rules.RANKED[move.suit] if card in position.hands[seat]]
    return f"With {{{move.suit}}} named, {position.name(seat)} holds {marks(held)} to lead a trump from.", held


@words.refuses(rules.name_trumps)
def _(position: Position, seat: int, move: Move, binds: Sequence[Card]) -> str:
    suit = move.suit
    return (f"{position.name(seat)} holds no {{{suit}}}, nor {marks(_off_cards(suit), 'or')}, nor the {{Joker}}: with "
            f"{{{suit}}} as trumps there would be none to lead.")


@words.happened(rules.name_trumps)
def _(position: Position, event: Event) -> str:
    return f"{position.name(event.seat)} names {{{event.word}}} as trumps."


@words.permits(rules.is_trump)
def _(position: Position, seat: int, move: Move) -> Said | None:
    card, trump = move.card, position.trump
    if card is None or card not in rules.TRUMPS[trump] or card.suits == trump:
        return None
    if card is JOKER:
        return "The {Joker} is a trump whatever suit is named.", [card]
    return f"The {role(card, trump)} is a trump along with {{{trump}}}: it is of the same colour.", [card]


@words.happened(rules.is_trump)
def _(position: Position, event: Event) -> str:
    suit = position.trump
    return (f"Trumps are {{{suit}}}, the {{Joker}} and, of the same colour, {marks(_off_cards(suit))}: "
            f"{len(rules.TRUMPS[suit])} cards.")


def _off_cards(suit: str) -> list[Card]:
    return [card for card in rules.RANKED[suit] if card.suits == OFF_SUIT[suit]]


@words.permits(rules.pass_trumps)
def _(position: Position, seat: int, move: Move) -> Said:
    card, more = move.played, rules.excess(position, seat)
    return (f"{position.name(seat)} holds {more + PLAY_SIZE} trumps, {more} above {PLAY_SIZE}, and may give the "
            f"{{{card.text}}} to {position.name(rules.receiver(position, seat))}.", [card])


@words.refuses(rules.pass_trumps)
def _(position: Position, seat: int, move: Move, binds: Sequence[Card]) -> str:
    return (f"The {{{move.played.text}}} is no trump: {position.name(seat)} has {len(binds)} trumps and gives away only "
            f"the excess over {PLAY_SIZE}, from {marks(binds)}.")


@words.happened(rules.pass_trumps)
def _(position: Position, event: Event) -> str:
    who, seat = position.name(event.seat), position.actor
    if event.word != "turn":
        return f"{who} gives a trump to {position.name(event.numbers[0])}."
    more = rules.excess(position, seat)
    return (f"{who} holds {more + PLAY_SIZE} trumps and gives {more} of them to "
            f"{position.name(rules.receiver(position, seat))}.")


@words.permits(rules.discard)
def _(position: Position, seat: int, move: Move) -> Said:
    return (f"{position.name(seat)} holds {len(position.hands[seat])} cards and the {{{move.played.text}}} is no trump, "
            "so it may be thrown away.", [move.played])


@words.refuses(rules.discard)
def _(position: Position, seat: int, move: Move, binds: Sequence[Card]) -> str:
    return (f"The {{{move.played.text}}} is a trump, and trumps can't be discarded; {position.name(seat)} can throw "
            f"away {marks(binds, 'or')}.")


@words.happened(rules.discard)
def _(position: Position, event: Event) -> str:
    assert event.seat is not None
    who, size = position.name(event.seat), len(position.hands[event.seat])
    if event.word != "turn":
        return f"{who} discards: {size} cards left."
    return f"{who} holds {size} cards and discards {size - PLAY_SIZE}."


# ---- leading and following

@words.permits(rules.opening_lead)
def _(position: Position, seat: int, move: Move) -> Said | None:
    if not position.opening:
        return None
    return f"{position.name(seat)}, the declarer, opens with a trump, the {{{move.played.text}}}.", [move.played]


@words.refuses(rules.opening_lead)
def _(position: Position, seat: int, move: Move, binds: Sequence[Card]) -> str:
    return f"{position.name(seat)}'s first lead as declarer must be a trump: {marks(binds, 'or')}."


@words.happened(rules.opening_lead)
def _(position: Position, event: Event) -> str:
    return f"{position.name(event.seat)}, the declarer, leads first: a trump."


@words.permits(rules.follow_trump)
def _(position: Position, seat: int, move: Move) -> Said | None:
    card = move.played
    if rules.throw_off(position, position.trick[0].card if position.trick else card) or position.opening:
        return None
    if position.trick:
        return f"A trump was led, and the {{{card.text}}} is one.", [card]
    return f"The {{{card.text}}} is a trump: once it is led, the others must play trumps.", [card]


@words.refuses(rules.follow_trump)
def _(position: Position, seat: int, move: Move, binds: Sequence[Card]) -> str:
    return f"The {{{position.trick[0].card.text}}}, a trump, was led and {position.name(seat)} still holds {marks(binds)}."


@words.happened(rules.out, "played")
def _(position: Position, event: Event) -> str:
    lays_down = f"has no trump to play, lays down {marks(event.cards)} and " if event.cards else ""
    return f"{position.name(event.seat)} {lays_down}is out until the next deal."


@words.happened(rules.out, "hand")
def _(position: Position, event: Event) -> str:
    brought = _worth(position, event.cards) if event.cards else "no points"
    return (f"Only {position.name(event.seat)} is not out, so the hand ends; the cards left in that hand count as taken: "
            f"{brought}.")


@words.permits(rules.throw_off)
def _(position: Position, seat: int, move: Move) -> Said | None:
    if position.phase != "play":
        return None
    lead = position.trick[0].card if position.trick else move.played
    if not rules.throw_off(position, lead):
        return None
    if position.trick:
        return (f"The {{{lead.text}}} led is no trump but a throw-off, so {position.name(seat)} may play any card.",
                position.hands[seat])
    return f"The {{{lead.text}}} is no trump: led, it is a throw-off. Anything goes.", [lead]


# ---- tricks

@words.happened(rules.rank)
def _(position: Position, event: Event) -> str:
    return f"The trumps of this trick from the top: {marks(event.cards, 'then')}."


@words.happened(rules.tie_order)
def _(position: Position, event: Event) -> str:
    return tie(position.trump, *event.cards)


@words.happened(rules.winning)
def _(position: Position, event: Event) -> str:
    assert position.last_trick is not None
    card = event.cards[0]
    how = "the highest card, for no trump fell" if rules.throw_off(position, card) else "the highest trump"
    if len(position.last_trick.laid) == 1:
        how = "which nobody followed"
    return f"{position.name(event.seat)} takes the trick with the {{{card.text}}}, {how}."


@words.happened(rules.points)
def _(position: Position, event: Event) -> str:
    return f"It brings {position.name(event.seat)}'s side {_worth(position, event.cards)}."


def _worth(position: Position, cards: Sequence[Card]) -> str:
    total, worths = rules.points_of(position, cards), rules.POINTS[position.trump]
    each = listed([f"{{{card.text}}} {worths[card]}" for card in cards])
    return f"{total} point{'s' * (total != 1)}: {each}"


@words.happened(rules.next_lead)
def _(position: Position, event: Event) -> str:
    who = position.name(event.seat)
    return f"{who} leads this trick." if position.last_trick is None else f"{who} took the trick and leads."


words.laid(rules.winning, rules.rank, rules.tie_order)(laid_last)


# ---- the score

@words.lines(rules.score_made)
def _(line: Line) -> str:
    return f"Bid of {line.number} made: the points taken"


@words.lines(rules.score_set)
def _(line: Line) -> str:
    return f"Bid of {-sum(line.points)} missed with {line.number}: back by the bid"


@words.lines(rules.score_double)
def _(line: Line) -> str:
    return f"Hundred and double it, {'made' if sum(line.points) > 0 else f'missed with {line.number} points'}"


words.line(rules.score_defenders, "Points taken by the other side")


@words.happened(rules.end, "game")
def _(position: Position, event: Event) -> str:
    more, less = max(position.totals), min(position.totals)
    return f"{position.winners[0]} win with {signed(more)} points against {signed(less)}."


@words.happened(rules.end, "hand")
def _(position: Position, event: Event) -> str:
    return f"Both sides have {max(position.totals)}: another hand decides."


# ---- what the table shows

@words.open
def on_table(position: Position) -> list[tuple[str, str]]:
    """The highest bid, then the contract, trumps and points."""
    if position.declarer is None:
        high = position.high_bid
        return [("Kitty", f"{len(position.kitty)} cards"), ("Highest bid", "none yet" if high is None else str(high))]
    taken = zip(SIDES, position.points, strict=True)
    return [("Contract", f"{position.name(position.declarer)}: {_contract(position)}"),
            ("Trump", f"{{{position.trump}}}" if position.trump else "not named yet"),
            ("Points taken", listed([f"{position.table.side_name(side)} {points}" for side, points in taken]))]


words.keeps_quiet("legal-moves", "Highest bid")


@words.setting
def setting(position: Position, kind: str) -> str:
    """The calls of an auction that goes on; then the contract, and trumps."""
    if position.declarer is None:
        called = [seat for seat in position.from_dealer if position.bids[seat] is not None]
        calls = [position.does(seat, "has") + f" {_called(position.bids[seat])}" for seat in called]
        return f"{listed(calls)}." if calls else "Nobody has called yet."
    told = f"{position.does(position.declarer, 'plays')} for {_contract(position)}"
    return f"{told}, and {{{position.trump}}} are trumps." if position.trump else f"{told}."


def _called(call: Call) -> str:
    return "passed" if call == "pass" else f"bid {call}"


@words.taken
def taken(position: Position, seat: int) -> str:
    """Tricks, and whether the seat is out; during the auction the seat's last call."""
    call = position.bids[seat]
    if position.phase not in ("toss", "bid"):
        return ", ".join(filter(None, (tricks_won(position.tricks[seat]), "out" if seat in position.out else "")))
    return "" if call is None else "passed" if call == "pass" else f"bids {call}"


@words.shown_apart
def is_trump(position: Position, card: Card) -> bool:
    """A trump once trumps are named; until then only the Joker is sure to be one."""
    return card in rules.TRUMPS[position.trump]


def _cards(count: int) -> str:
    return f"{count} card{'s' * (count != 1)}"

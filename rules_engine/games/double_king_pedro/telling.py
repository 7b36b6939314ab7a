"""What Double King Pedro says: its sentences, each made when somebody reads it."""

from __future__ import annotations

from collections.abc import Sequence

from rules_engine.core.cards import Card, listed, marks
from rules_engine.core.happened import Event, Line, noting, signed
from rules_engine.core.moves import Move
from rules_engine.core.telling import Said, Stand, Words, counted
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
from rules_engine.games.double_king_pedro.chain import COLOUR, RANK_NAMES, laid_last, role, tie
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
    told = f"{position.does(position.dealer, 'deals')} {counted(size, 'card')} to each player and {kitty} to the kitty."
    return told if (size, kitty) == (HAND_SIZE, KITTY_SIZE) else f"{told} The hands are short here."


@words.permits(rules.toss)
def _(position: Position, seat: int, move: Move) -> Said:
    may = "may be tossed" if move.verb == "toss" else "need not be tossed"
    return f"A hand dealt without King, Queen or Jack {may}.", position.hands[seat]


@words.happened(rules.toss, "called")
def _(position: Position, event: Event) -> str:
    if event.word == "turn":
        return f"{position.does(event.seat, 'has')} no face card: toss the hand or keep it?"
    if event.word == "keep":
        return f"{position.does(event.seat, 'keeps')} the hand."
    return f"{position.does(event.seat, 'tosses')} a hand without face cards: nobody scores, and the deal moves left."


words.line(rules.toss, "The hand was tossed")


@words.permits(rules.bid)
def _(position: Position, seat: int, move: Move) -> Said | None:
    high = position.high_number
    if move is DOUBLE:
        return None
    if move.number is None:
        return "A pass is final: no more bids in this hand.", ()
    if high:
        return f"{move.number} is higher than the last bid, {high}.", ()
    return "Nobody has bid yet, so any bid from 1 will do.", ()


@words.refuses(rules.bid)
def _(position: Position, seat: int, move: Move, binds: Sequence[Card]) -> str:
    number, high = move.number, position.high_number
    if number is None:
        return f"The three others have passed, so {position.does(seat, 'has')} to bid: at least 1."
    if number > ALL_POINTS:
        return f"There are only {ALL_POINTS} points in a hand, so {number} can't be bid."
    if number < 1:
        return "A bid is at least 1."
    left = f"a bid must be {high + 1} or more" if high < ALL_POINTS else "only “Hundred and double it!” goes higher"
    return f"{position.does(position.bids.index(high), 'has')} bid {high}, so {left}."


@words.happened(rules.bid)
def _(position: Position, event: Event) -> str:
    if event.word == "turn":
        begun = any(call is not None for call in position.bids)
        return f"{position.does(event.seat, 'is')} to bid or pass." if begun else f"{position.does(event.seat, 'bids')} first."
    if event.word == "pass":
        return f"{position.does(event.seat, 'passes')}."
    if event.word == "won":
        return f"{position.does(event.seat, 'wins')} the auction with {position.contract}."
    return _stands(position) if event.word == "stands" else f"{position.does(event.seat, 'bids')} {position.high_number}."


def _stands(position: Position) -> str:
    return f"{position.name(position.declarer)} won the auction with {_called(position.contract)}."


def _called(call: Call) -> str:
    return "“Hundred and double it!”" if rules.double(call) else str(call)


@words.permits(rules.double)
def _(position: Position, seat: int, move: Move) -> Said | None:
    if move is not DOUBLE:
        return None
    return (f"“Hundred and double it!” goes over any number: {position.does(seat, 'plays')} for all {ALL_POINTS} points, and "
            "200 are won or lost.", ())


@words.happened(rules.double)
def _(position: Position, event: Event) -> str:
    if event.word == "stands":
        return _stands(position)
    return f"{position.does(event.seat, 'calls')} “Hundred and double it!”, which ends the auction."


@words.happened(rules.kitty)
def _(position: Position, event: Event) -> str:
    if event.word == "turn":
        return f"As declarer, {position.does(event.seat, 'is')} to name trumps."
    return f"{position.does(event.seat, 'takes')} the kitty, {counted(event.numbers[0], 'card')}, before naming trumps."


@words.choice
def choice(position: Position, seat: int, move: Move) -> str:
    """What a bid costs if it is missed; how many trumps a suit would give."""
    if move is DOUBLE:
        return "200 won or lost"
    if move.verb == "toss":
        return "nobody scores"
    if position.phase == "trump":
        return counted(len(rules.TRUMPS[move.suit].intersection(position.hands[seat])), "trump")
    return f"missed: {signed(-move.number)}" if position.phase == "bid" and move.number else ""


@words.deed
def deed(move: Move) -> str:
    """The calls."""
    if move is DOUBLE:
        return "calls “Hundred and double it!”"
    if move.verb in ("toss", "keep"):
        return f"{'tosses' if move.verb == 'toss' else 'keeps'} the hand"
    return f"names {{{move.suit}}} as trumps" if move.verb == "trump" else ""


# ---- trumps, passing, discarding

@words.permits(rules.name_trumps)
def _(position: Position, seat: int, move: Move) -> Said:
    held = [card for card in rules.RANKED[move.suit] if card in position.hands[seat]]
    return f"With {{{move.suit}}} as trumps, {position.does(seat, 'holds')} {marks(held)}.", held


@words.refuses(rules.name_trumps)
def _(position: Position, seat: int, move: Move, binds: Sequence[Card]) -> str:
    suit = move.suit
    return (f"With {{{suit}}} as trumps there would be none to lead: {position.does(seat, 'holds')} no {{{suit}}}, no "
            f"{{Joker}}, and neither {marks(_off_cards(suit), 'nor')}.")


@words.happened(rules.name_trumps)
def _(position: Position, event: Event) -> str:
    return f"{position.does(event.seat, 'names')} {{{event.word}}} as trumps."


@words.permits(rules.is_trump)
def _(position: Position, seat: int, move: Move) -> Said | None:
    card, trump = move.card, position.trump
    if card is None or card not in rules.TRUMPS[trump] or card.suits == trump:
        return None
    return f"{_why_trump(card, trump)}.", [card]


def _why_trump(card: Card, trump: str) -> str:
    """Why a card of another suit than the trumps' is one, or why it isn't; nothing for a card of no such suit."""
    if card is JOKER:
        return "The {Joker} is always a trump"
    if card.suits != OFF_SUIT[trump]:
        return ""
    other = f"the other {COLOUR[trump]} suit"
    if card in rules.TRUMPS[trump]:
        return f"The {role(card, trump)} is a trump, being the {RANK_NAMES[card.rank]} of {other}"
    return f"Of {other} only {marks(_off_cards(trump))} are trumps"


@words.happened(rules.is_trump)
def _(position: Position, event: Event) -> str:
    suit = position.trump
    return (f"Trumps are {{{suit}}}, the {{Joker}}, and {marks(_off_cards(suit))} of the other {COLOUR[suit]} suit: "
            f"{len(rules.TRUMPS[suit])} cards.")


def _off_cards(suit: str) -> list[Card]:
    return [card for card in rules.RANKED[suit] if card.suits == OFF_SUIT[suit]]


@words.permits(rules.pass_trumps)
def _(position: Position, seat: int, move: Move) -> Said:
    more = rules.excess(position, seat)
    return (f"{position.does(seat, 'holds')} {more + PLAY_SIZE} trumps and may keep {PLAY_SIZE}: any of them may go to "
            f"{position.name(rules.receiver(position, seat))}.", [move.played])


@words.refuses(rules.pass_trumps)
def _(position: Position, seat: int, move: Move, binds: Sequence[Card]) -> str:
    told = f"The {{{move.played.text}}} is no trump, and only trumps are given away."
    return _also(told, _why_trump(move.played, position.trump))


def _also(told: str, why: str) -> str:
    return f"{told} {why}." if why else told


@words.happened(rules.pass_trumps)
def _(position: Position, event: Event) -> str:
    """Which trump was given, only the giver and who got it are told."""
    if event.word != "turn":
        to = event.numbers[0]
        what = f"the {{{event.cards[0].text}}}" if position.table.reader in (event.seat, to) else "a trump"
        return f"{position.does(event.seat, 'gives')} {what} to {position.name(to)}."
    seat = position.actor
    more = rules.excess(position, seat)
    return (f"With {more + PLAY_SIZE} trumps, {position.does(seat, 'gives')} {'one' if more == 1 else more} of them to "
            f"{position.name(rules.receiver(position, seat))}.")


@words.permits(rules.discard)
def _(position: Position, seat: int, move: Move) -> Said:
    return f"The {{{move.played.text}}} is no trump, so it may be discarded.", [move.played]


@words.refuses(rules.discard)
def _(position: Position, seat: int, move: Move, binds: Sequence[Card]) -> str:
    card = move.played
    why = _why_trump(card, position.trump) or f"The {{{card.text}}} is a trump"
    return f"{why}, and trumps can't be discarded."


@words.happened(rules.discard)
def _(position: Position, event: Event) -> str:
    """Which card was discarded, only who did it is told."""
    assert event.seat is not None
    size = len(position.hands[event.seat])
    if event.word == "turn":
        return f"With {size} cards, {position.does(event.seat, 'has')} {size - PLAY_SIZE} too many."
    what = f"the {{{event.cards[0].text}}}" if position.table.reader == event.seat else "a card"
    return f"{position.does(event.seat, 'discards')} {what}: {size} left."


# ---- leading and following

@words.permits(rules.opening_lead)
def _(position: Position, seat: int, move: Move) -> Said | None:
    if not position.opening:
        return None
    return f"The declarer opens with a trump, and the {{{move.played.text}}} is one.", [move.played]


@words.refuses(rules.opening_lead)
def _(position: Position, seat: int, move: Move, binds: Sequence[Card]) -> str:
    told = f"As declarer, {position.does(seat, 'has')} to open with a trump: {marks(binds, 'or')}."
    return _also(told, _why_trump(move.played, position.trump))


@words.happened(rules.opening_lead)
def _(position: Position, event: Event) -> str:
    return f"As declarer, {position.does(event.seat, 'leads')} first: it must be a trump."


@words.permits(rules.follow_trump)
def _(position: Position, seat: int, move: Move) -> Said | None:
    card = move.played
    if rules.throw_off(position, position.trick[0].card if position.trick else card) or position.opening:
        return None
    if position.trick:
        return f"A trump was led, and the {{{card.text}}} is one.", [card]
    return f"The {{{card.text}}} is a trump: whoever has no trump to play to it is out.", [card]


@words.refuses(rules.follow_trump)
def _(position: Position, seat: int, move: Move, binds: Sequence[Card]) -> str:
    told = f"A trump was led, the {{{position.trick[0].card.text}}}, and {position.does(seat, 'holds')} {marks(binds)}."
    return _also(told, _why_trump(move.played, position.trump))


@words.happened(rules.out, "played")
def _(position: Position, event: Event) -> str:
    out = f"{position.does(event.seat, 'is')} out for the rest of the hand"
    return f"With no trump to play, {out}, laying down {marks(event.cards)}." if event.cards else f"{out}."


@words.happened(rules.out, "hand")
def _(position: Position, event: Event) -> str:
    brought = _worth(position, event.cards) if event.cards else "no points"
    return (f"All the others are out, so the hand ends. {position.whose(event.seat)} remaining cards count as taken: "
            f"{brought}.")


@words.permits(rules.throw_off)
def _(position: Position, seat: int, move: Move) -> Said | None:
    if position.phase != "play":
        return None
    lead = position.trick[0].card if position.trick else move.played
    if not rules.throw_off(position, lead):
        return None
    if position.trick:
        return f"The {{{lead.text}}} led is no trump, so any card may be played.", position.hands[seat]
    return f"The {{{lead.text}}} is no trump: led, it is a throw-off, to which any card may be played.", [lead]


# ---- tricks

@words.happened(rules.rank)
def _(position: Position, event: Event) -> str:
    return f"Trumps in this trick from the top: {', '.join(f'{{{card.text}}}' for card in event.cards)}."


@words.happened(rules.tie_order)
def _(position: Position, event: Event) -> str:
    return tie(position.trump, *event.cards)


@words.happened(rules.winning)
def _(position: Position, event: Event) -> str:
    assert position.last_trick is not None
    card, laid = event.cards[0], position.last_trick.laid
    takes = f"{position.does(event.seat, 'takes')} the trick with the {{{card.text}}}"
    if len(laid) == 1:
        return f"{takes}: everybody else is out."
    if rules.throw_off(position, card):
        return f"{takes}, the highest card; no trump was played."
    trumps = rules.trumps_of(position, [one.card for one in laid])
    return f"{takes}, the {'only' if len(trumps) == 1 else 'highest'} trump."


@words.happened(rules.points)
def _(position: Position, event: Event) -> str:
    return f"It brings {position.whose(event.seat)} side {_worth(position, event.cards)}."


def _worth(position: Position, cards: Sequence[Card]) -> str:
    worths, points = rules.POINTS[position.trump], counted(rules.points_of(position, cards), "point")
    if len(cards) == 1:
        return f"{points} for the {{{cards[0].text}}}"
    each = listed([f"{{{card.text}}} {worths[card]}" for card in cards])
    return f"{points}: {each}"


@words.happened(rules.next_lead)
def _(position: Position, event: Event) -> str:
    return f"{position.does(event.seat, 'leads')}."


words.laid(rules.winning, rules.rank, rules.tie_order)(laid_last)


# ---- the score

@words.lines(rules.score_made)
def _(line: Line) -> str:
    return f"Bid {line.number}, made with {sum(line.points)} points"


@words.lines(rules.score_set)
def _(line: Line) -> str:
    return f"Bid {-sum(line.points)}, missed with {counted(line.number, 'point')}"


@words.lines(rules.score_double)
def _(line: Line) -> str:
    how = "made" if sum(line.points) > 0 else f"missed with {counted(line.number, 'point')}"
    return f"“Hundred and double it!”, {how}"


words.line(rules.score_defenders, "Points taken by the defenders")


@words.happened(rules.end, "game")
def _(position: Position, event: Event) -> str:
    more, less = max(position.totals), min(position.totals)
    return f"{position.does(position.won_by, 'wins')} the game, {signed(more)} points to {signed(less)}."


@words.happened(rules.end, "hand")
def _(position: Position, event: Event) -> str:
    return f"Both sides have {max(position.totals)}, so another hand is played."


# ---- what the table shows

@words.open
def on_table(position: Position) -> list[tuple[str, str]]:
    """The highest bid, then the contract and trumps."""
    if position.declarer is None:
        high = position.high_bid
        return [("Kitty", counted(len(position.kitty), "card")), ("Highest bid", "none yet" if high is None else _called(high))]
    return [("Contract", f"{position.name(position.declarer)}: {_called(position.contract)}"),
            ("Trump", f"{{{position.trump}}}" if position.trump else "not named yet")]


words.keeps_quiet("legal-moves", "Highest bid")


@words.setting
def setting(position: Position, kind: str) -> str:
    """The calls of an auction that goes on; then the contract, and trumps."""
    if position.declarer is None:
        called = [seat for seat in position.from_dealer if position.bids[seat] is not None]
        calls = [position.does(seat, "has") + f" {_call_made(position.bids[seat])}" for seat in called]
        return f"{listed(calls)}." if calls else "Nobody has called yet."
    told = f"{position.does(position.declarer, 'plays')} for {_called(position.contract)}"
    return f"{told}, and {{{position.trump}}} are trumps." if position.trump else f"{told}."


def _call_made(call: Call) -> str:
    return "passed" if call == "pass" else f"bid {call}"


@words.plate
def plate(position: Position, seat: int) -> list[str]:
    """During the auction the seat's last call; then who is the declarer, and who is out."""
    call = position.bids[seat]
    if position.declarer is None:
        return [] if call is None else ["passed" if call == "pass" else f"bid {call}"]
    return ["declarer"] * (seat == position.declarer) + ["out"] * (seat in position.out)


@words.standing("point")
def standing(position: Position) -> list[Stand]:
    """The points that each side has taken."""
    return [Stand(side, points) for side, points in zip(SIDES, position.points, strict=True)]


@words.shown_apart
def is_trump(position: Position, card: Card) -> bool:
    """A trump once trumps are named; until then only the Joker is sure to be one."""
    return card in rules.TRUMPS[position.trump]

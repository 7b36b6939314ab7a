"""What Double Knot says: its sentences, each made when somebody reads them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rules_engine.core.cards import Card, listed, marks
from rules_engine.core.happened import Event, signed
from rules_engine.core.moves import Move
from rules_engine.core.telling import Finding, Said, Words, tricks_won
from rules_engine.core.tricks import Laid
from rules_engine.games.double_knot import rules
from rules_engine.games.double_knot.cards import EXCUSE
from rules_engine.games.double_knot.position import DoubleKnotPosition as Position

words = Words[Position]()

EQUALS = {"P": "Pawns", "C": "Courts"}
"""The ranks of which a suit can have two."""


# ---- the deal

@words.deal
def deal(position: Position) -> list[Event]:
    """The deal, where the hand is a whole one, and who begins."""
    begun, first = any(position.tricks), rules.leader(position)
    events = [] if begun or position.size != position.full else [Event(rules.deal.id, "dealt")]
    if position.phase == "bid" and position.to_act == first:
        events.append(Event(rules.bid_once.id, "called", first))
    if position.phase == "play" and not begun and not position.trick and position.leader == first:
        events.append(Event(rules.leader.id, "lead", first))
    return events


@words.happened(rules.deal)
def _(position: Position, event: Event) -> str:
    size, players = position.size, position.table.size
    return f"{position.name(position.dealer)} deals all {size * players} cards, {size} to each of {players} players."


@words.happened(rules.leader)
def _(position: Position, event: Event) -> str:
    who = position.name(event.seat)
    if position.last_trick is None:
        return f"{who}, left of the dealer, leads to the first trick."
    return f"{who} won the trick and leads to the next."


# ---- the bidding

@words.permits(rules.bid_once)
def _(position: Position, seat: int, move: Move) -> Said | None:
    return f"{position.name(seat)} hasn't bid yet, and {move.number} is one of the bids from 0 to {position.size}.", ()


@words.refuses(rules.bid_once)
def _(position: Position, seat: int, move: Move, binds: Sequence[Card]) -> str:
    size = position.size
    return f"This hand has {tricks_told(size)}: {position.name(seat)} bids from 0 to {size}, not {move.number}."


@words.happened(rules.bid_once)
def _(position: Position, event: Event) -> str:
    if event.kind == "hand":
        silent = listed([position.name(seat) for seat, bid in enumerate(position.bids) if bid is None])
        return f"The cards are played, but without a bid from {silent} there is nothing to score."
    who, size = position.name(event.seat), position.size
    if event.numbers:
        return f"{who} bids {event.numbers[0]} of {tricks_told(size)}."
    return f"{who}, left of the dealer, bids first: a number from 0 to {size}."


@words.happened(rules.partners)
def _(position: Position, event: Event) -> str:
    label = position.table.side_name
    if event.kind == "called":
        side = position.sides[event.numbers[0]]
        bids = [position.declared[seat] for seat in side]
        return f"{label(side)} together need {listed(map(str, bids), '+')} = {tricks_told(sum(bids))}."
    added = [f"{label(side)} {one.each} + {one.each} = {2 * one.each}"
             for side, one in zip(position.sides, position.fared, strict=True)]
    return f"Partners add their points: {listed(added)}."


# ---- what may be played

@words.permits(rules.top_suit)
def _(position: Position, seat: int, move: Move) -> Said | None:
    card, led = move.card, position.suit_led
    if card is None or len(card.suits) == 1:
        return None
    if card is EXCUSE:
        return "The {Excuse} belongs to no suit.", [card]
    alone = f"The {{{card.text}}} belongs to {{{rules.top_suit(card)}}} alone"
    if not led:
        return f"{alone}, its top suit.", [card]
    printed = [suit for suit in card.suits[1:] if suit == led or suit in position.trumps]
    return (f"{alone}: that it bears {suits_told(printed)} counts for nothing.", [card]) if printed else None


@words.permits(rules.rank)
def _(position: Position, seat: int, move: Move) -> Said | None:
    if move.card is None or not position.suit_led:
        return None
    best = rules.winning(position.trick).card
    if rules.top_suit(move.card) != rules.top_suit(best):
        return None
    return f"{_compared(best, move.card)}.", [move.card, best]


def _compared(best: Card, card: Card) -> str:
    """How a card ranks beside the one that is winning, of the same suit; the winning one was played before it."""
    suit, mine, other = rules.top_suit(card), rules.rank(card), rules.rank(best)
    if mine == other:
        return (f"The {{{best.text}}} and the {{{card.text}}} are both {EQUALS[card.rank]} of {{{suit}}}, "
                "and the one played first is higher")
    return f"In {{{suit}}} the {{{card.text}}} ranks {'above' if mine > other else 'below'} the {{{best.text}}}"


@words.permits(rules.trump_suits)
def _(position: Position, seat: int, move: Move) -> Said | None:
    if move.card is None or move.card is EXCUSE or position.suit_led:
        return None
    return _makes_trumps(move.card), [move.card]


def _makes_trumps(card: Card) -> str:
    """What the card that opens a trick makes trumps, as a sentence."""
    trumps, suit = rules.trump_suits(card), rules.top_suit(card)
    if not trumps:
        return f"No suit is below {{{suit}}}, so the {{{card.text}}} makes no trumps."
    which = (f"every suit below {{{suit}}}" if len(card.suits) == 1
             else "its bottom suit" if len(trumps) == 1 else "its bottom suits")
    return f"The {{{card.text}}} makes {which} trumps: {suits_told(trumps)}."


@words.permits(rules.excuse)
def _(position: Position, seat: int, move: Move) -> Said | None:
    if move.card is not EXCUSE:
        return None
    who = position.name(seat)
    if not position.trick:
        return f"{who} leads, and the {{Excuse}} may be led; it can't win.", [EXCUSE]
    return f"{who} can neither follow nor trump, so the {{Excuse}} may go.", [EXCUSE]


@words.refuses(rules.excuse)
def _(position: Position, seat: int, move: Move, binds: Sequence[Card]) -> str:
    who, led = position.name(seat), position.suit_led
    if rules.top_suit(binds[0]) == led:
        return f"The {{Excuse}} must wait: {who} holds {marks(binds)} of the suit led, {{{led}}}."
    return f"The {{Excuse}} must wait: {suits_told(position.trumps)} are trump, and {who} holds {marks(binds)}."


@words.permits(rules.follow_suit)
def _(position: Position, seat: int, move: Move) -> Said | None:
    card, led = move.played, position.suit_led
    if not led:
        return None
    if rules.top_suit(card) == led:
        return f"The {{{card.text}}} follows {{{led}}}, the suit led.", [card]
    return f"{position.name(seat)} has no {{{led}}}, the suit led, and needn't follow.", ()


@words.refuses(rules.follow_suit)
def _(position: Position, seat: int, move: Move, binds: Sequence[Card]) -> str:
    return f"{{{position.suit_led}}} were led and {position.name(seat)} holds {marks(binds)}."


@words.permits(rules.must_trump)
def _(position: Position, seat: int, move: Move) -> Said | None:
    card, led, trumps, who = move.played, position.suit_led, position.trumps, position.name(seat)
    if not led or rules.top_suit(card) == led:
        return None
    if rules.top_suit(card) in trumps:
        held = [other for other in position.hands[seat] if rules.top_suit(other) in trumps]
        any_of = "; any of their trumps would do" if len(held) > 1 else ""
        return f"Out of {{{led}}}, {who} trumps with the {{{card.text}}}{any_of}.", held
    lacking = f"{who} holds no trump ({suits_told(trumps, 'or')})" if trumps else "This trick has no trumps"
    return f"{lacking}, so any card may be played.", ()


@words.refuses(rules.must_trump)
def _(position: Position, seat: int, move: Move, binds: Sequence[Card]) -> str:
    who, trumps = position.name(seat), suits_told(position.trumps)
    return f"Out of {{{position.suit_led}}}, {who} must trump: {trumps} are trump, and {who} holds {marks(binds)}."


@words.permits(rules.card_led)
def _(position: Position, seat: int, move: Move) -> Said | None:
    if move.card is None or not position.trick or position.suit_led:
        return None
    return (f"{position.name(position.leader)} led the {{Excuse}}, so {position.name(seat)} may play anything; "
            f"the {{{move.card.text}}} would count as the card led."), [EXCUSE, move.card]


# ---- what happens

@words.happened(rules.trump_suits)
def _(position: Position, event: Event) -> str:
    card, instead = event.cards[0], ", after the Excuse," if len(position.trick) > 1 else ""
    who = position.name(event.seat)
    return f"{who}{instead} sets {{{rules.top_suit(card)}}} as the suit led. {_makes_trumps(card)}"


@words.happened(rules.card_led)
def _(position: Position, event: Event) -> str:
    following = position.name(position.to_act)
    return (f"{position.name(event.seat)} leads the {{Excuse}}: {following} may play anything, and that card sets suit "
            "and trumps.")


@words.happened(rules.winning)
def _(position: Position, event: Event) -> str:
    assert position.last_trick is not None
    laid, card = position.last_trick.laid, event.cards[0]
    told = f"{position.name(event.seat)} takes the trick with the {{{card.text}}}, {_how(laid, rules.top_suit(card))}."
    return f"{told} The {{Excuse}}, which was led, goes with it." if laid[0].card is EXCUSE else told


def _how(laid: Sequence[Laid], suit: str) -> str:
    """By what a card of ``suit`` took the trick."""
    trumps = rules.trump_suits(rules.card_led(laid))
    played = [rules.top_suit(one.card) for one in laid if rules.top_suit(one.card) in trumps]
    if not played:
        return f"the highest card of {{{suit}}}; no trump fell"
    if len(played) == 1:
        return "the only trump"
    if len(set(played)) == 1:
        return "the highest trump"
    return f"the highest trump of {{{suit}}}, the lowest of the trump suits played"


# ---- the score

words.line(rules.within_one, "One trick off the bid")
words.line(rules.exact, "Bid made exactly")
words.line(rules.zero_or_all, "Zero or all made")
words.line(rules.partners, "The partner's points, the same again")


@words.happened(rules.within_one)
def _(position: Position, event: Event) -> str:
    one = position.fared[event.numbers[0]]
    return _scored(position, event, f"{abs(one.bid - one.taken)} off")


@words.happened(rules.exact)
def _(position: Position, event: Event) -> str:
    missed = position.fared[event.numbers[0]].missed
    return _scored(position, event, f"exact, and {missed or 'none'} of the others {'was' if missed == 1 else 'were'} not")


@words.happened(rules.zero_or_all)
def _(position: Position, event: Event) -> str:
    one = position.fared[event.numbers[0]]
    which, how = "every trick" if one.bid else "zero", "made" if one.bid == one.taken else "missed"
    return _scored(position, event, f"{which} bid and {how}")


def _scored(position: Position, event: Event, why: str) -> str:
    """What a side bid and took, and what each of its players has for that."""
    side, one = position.sides[event.numbers[0]], position.fared[event.numbers[0]]
    told = f"{one.each} point{'s' * (one.each != 1)}" if len(side) == 1 else f"{one.each} for each partner"
    return f"{position.table.side_name(side)} bid {one.bid} and took {one.taken}: {why}, {told}."


@words.happened(rules.end)
def _(position: Position, event: Event) -> str:
    totals = position.totals
    most = max(totals)
    if position.winners:
        winner, target = position.winners[0], rules.TARGETS[position.table.size]
        return f"{winner} {'win' if '+' in winner else 'wins'} with {signed(most)}; the target was {target}."
    leaders = [position.table.side_name(side) for side, total in zip(position.sides, totals, strict=True) if total == most]
    return f"{listed(leaders)} share the lead with {most}, so another hand is played."


@words.happened(rules.next_dealer)
def _(position: Position, event: Event) -> str:
    return f"{position.name(event.seat)}, left of {position.name(position.dealer)}, deals next."


# ---- what beat what

@words.laid(rules.excuse, rules.trump_suits, rules.card_led, rules.rank, rules.winning)
def laid_last(position: Position, laid: Sequence[Laid]) -> Finding:
    """What the last of these cards does."""
    *before, last = laid
    card, who = last.card, position.name(last.seat)
    if card is EXCUSE:
        told = f"{who} {'throws' if before else 'leads'} the {{Excuse}}, which never wins."
        return Finding(rules.excuse.id, True, told, (card,))
    if rules.card_led(laid) is card:
        rule = rules.card_led if before else rules.trump_suits
        told = f"{who}'s {{{card.text}}} counts as the card led." if before else f"{who} leads the {{{card.text}}}."
        return Finding(rule.id, True, f"{told} {_makes_trumps(card)}", (card,))
    return _followed(laid, rules.winning(before).card, who)


def _followed(laid: Sequence[Laid], best: Card, who: str) -> Finding:
    """How the last card fares against the one that was winning."""
    card, ahead = laid[-1].card, rules.winning(laid) is laid[-1]
    if rules.top_suit(card) != rules.top_suit(best):
        return Finding(rules.winning.id, True, _unlike(rules.card_led(laid), card, best, who, ahead), (card, best))
    told = f"{_compared(best, card)}, so {who if ahead else f'the {{{best.text}}}'} is ahead."
    return Finding(rules.rank.id, True, told, (card, best))


def _unlike(led: Card, card: Card, best: Card, who: str, ahead: bool) -> str:
    """How a card fares against the winning one of another suit."""
    mine, theirs, trumps = rules.top_suit(card), rules.top_suit(best), rules.trump_suits(led)
    played = f"{who}'s {{{card.text}}}"
    if mine in trumps and theirs in trumps:
        lower, higher, how = (mine, theirs, "beats") if ahead else (theirs, mine, "doesn't beat")
        return f"{{{lower}}} lie below {{{higher}}}, so as a trump {played} {how} the {{{best.text}}}."
    if mine in trumps:
        return f"{{{mine}}} are trump: {played} beats the {{{best.text}}}."
    suit = rules.top_suit(led)
    if mine == suit:
        return f"{played} follows, but the {{{best.text}}} is a trump and stays ahead."
    neither = f"neither {{{suit}}} nor trump ({suits_told(trumps, 'or')})" if trumps else f"not {{{suit}}}"
    return f"{played} is {neither}: it can't win, and the {{{best.text}}} stays ahead."


# ---- what the table shows

@words.open
def on_table(position: Position) -> list[tuple[str, str]]:
    """The bids together while they are made; the suit led and the trumps in the play."""
    bids = [bid for bid in position.bids if bid is not None]
    told = [("Bids", f"{sum(bids)} for {tricks_told(position.size)}")] if bids else []
    if position.phase != "play":
        return told
    led, trumps = position.suit_led, position.trumps
    none = "none in this trick" if led else "none yet"
    return [*told, ("Suit led", f"{{{led}}}" if led else "none yet"), ("Trumps", suits_told(trumps) if trumps else none)]


for kind in ("legal-moves", "hand-score"):
    words.keeps_quiet(kind, "Suit led", "Trumps")
for kind in ("trick-winner", "next-leader"):
    words.keeps_quiet(kind, "Bids", "Suit led", "Trumps")


@words.setting
def setting(position: Position, kind: str) -> str:
    """For the score, what everybody bid."""
    bids = [f"{position.does(seat, 'bid')} {bid}" for seat, bid in enumerate(position.bids)]
    return f"{listed(bids)}." if kind == "hand-score" else ""


@words.taken
def taken(position: Position, seat: int) -> str:
    """The bid, and the tricks taken towards it."""
    bid, won = position.bids[seat], tricks_won(position.tricks[seat])
    return ", ".join([*([] if bid is None else [f"bid {bid}"]), *([won] if won else [])])


def suits_told(suits: Iterable[str], joined: str = "and") -> str:
    """Suits as a sentence lists them, each as a mark."""
    return listed([f"{{{suit}}}" for suit in suits], joined)


def tricks_told(count: int) -> str:
    """``1 trick``, ``2 tricks``."""
    return f"{count} trick{'s' * (count != 1)}"

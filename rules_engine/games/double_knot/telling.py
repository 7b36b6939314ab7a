"""What Double Knot says: its sentences, each made when somebody reads them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rules_engine.core.cards import Card, listed, marks
from rules_engine.core.happened import Event, signed
from rules_engine.core.moves import Move, moves_with
from rules_engine.core.telling import Finding, Said, Words, counted
from rules_engine.core.tricks import Laid
from rules_engine.games.double_knot import rules
from rules_engine.games.double_knot.cards import EXCUSE, PLAYS
from rules_engine.games.double_knot.position import DoubleKnotPosition as Position

words = Words[Position]()
words.turns(rules.leader, rules.next_dealer)

EQUALS = {"P": "Pawn", "C": "Court"}
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
    return f"{position.does(position.dealer, 'deals')} all {size * players} cards: {size} to each of the {players} players."


# ---- the bidding

@words.permits(rules.bid_once)
def _(position: Position, seat: int, move: Move) -> Said | None:
    return f"Each player bids once: a number from 0 to {position.size}.", ()


@words.refuses(rules.bid_once)
def _(position: Position, seat: int, move: Move, binds: Sequence[Card]) -> str:
    return f"This hand has {counted(position.size, 'trick')}, so a bid is from 0 to {position.size}."


@words.happened(rules.bid_once)
def _(position: Position, event: Event) -> str:
    if event.kind == "hand":
        silent = [seat for seat, bid in enumerate(position.bids) if bid is None]
        return f"All cards are played, but {position.does(silent, 'has')} made no bid, so nothing is scored."
    if event.numbers:
        return f"{position.does(event.seat, 'bids')} {event.numbers[0]}."
    return f"Left of the dealer, {position.does(event.seat, 'bids')} first: a number from 0 to {position.size}."


@words.happened(rules.partners)
def _(position: Position, event: Event) -> str:
    if event.kind == "called":
        side = position.sides[event.numbers[0]]
        bids = [position.declared[seat] for seat in side]
        return f"{position.does(side, 'needs')} {' + '.join(map(str, bids))} = {counted(sum(bids), 'trick')} together."
    added = [f"{position.does(side, 'has')} {one.each} + {one.each} = {2 * one.each}"
             for side, one in zip(position.sides, position.fared, strict=True)]
    return f"Partners add their points: {'; '.join(added)}."


# ---- what may be played

@words.permits(rules.top_suit)
def _(position: Position, seat: int, move: Move) -> Said | None:
    card, led = move.card, position.suit_led
    if card is None or len(card.suits) == 1:
        return None
    if card is EXCUSE:
        return "The {Excuse} belongs to no suit.", [card]
    if not led:
        return f"The {{{card.text}}} belongs to {{{rules.top_suit(card)}}} alone, its top suit.", [card]
    told = _belongs(card, [led, *position.trumps])
    return (told, [card]) if told and _allowed(position, seat, move) else None


def _allowed(position: Position, seat: int, move: Move) -> bool:
    """Whether a card may be played to the trick; a refusal says itself that the suits below don't count."""
    moves = moves_with(position.hands[seat], PLAYS)
    return move in rules.must_trump(position, rules.follow_suit(position, moves))


def _belongs(card: Card, sought: Sequence[str]) -> str:
    """That the suits below a card's top suit don't count, where it bears one of those sought below; else nothing."""
    below = [suit for suit in card.suits[1:] if suit in sought]
    if not below:
        return ""
    return f"The {{{card.text}}} belongs to {{{rules.top_suit(card)}}} alone; the {suits_told(below)} below don't count."


@words.permits(rules.rank)
def _(position: Position, seat: int, move: Move) -> Said | None:
    if move.card is None or not position.suit_led:
        return None
    best = rules.winning(position.trick).card
    if rules.top_suit(move.card) != rules.top_suit(best):
        return None
    return f"The {{{move.card.text}}} {_compared(best, move.card)}.", [move.card, best]


def _compared(best: Card, card: Card) -> str:
    """How a card ranks beside the one that is winning, of the same suit; the winning one was played before it."""
    mine, other = rules.rank(card), rules.rank(best)
    if mine == other:
        return (f"is a {EQUALS[card.rank]} of {{{rules.top_suit(card)}}}, as the {{{best.text}}} is: of the two the one played "
                "first is higher")
    return f"is {'higher' if mine > other else 'lower'} than the {{{best.text}}}"


@words.permits(rules.trump_suits)
def _(position: Position, seat: int, move: Move) -> Said | None:
    if move.card is None or move.card is EXCUSE or position.suit_led:
        return None
    return f"The {{{move.card.text}}} {_makes_trumps(move.card)}.", [move.card]


def _makes_trumps(card: Card) -> str:
    """What the card that opens a trick makes trumps."""
    trumps, suit = rules.trump_suits(card), rules.top_suit(card)
    if not trumps:
        return f"makes no trumps, for no suit is below {{{suit}}}"
    which = (f"every suit below {{{suit}}}" if len(card.suits) == 1
             else "its bottom suit" if len(trumps) == 1 else "its bottom suits")
    return f"makes {which} trump: {suits_told(trumps)}"


@words.permits(rules.excuse)
def _(position: Position, seat: int, move: Move) -> Said | None:
    if move.card is not EXCUSE:
        return None
    if not position.trick:
        return "The {Excuse} may be led, but it can't win.", [EXCUSE]
    return f"{position.does(seat, 'can')} neither follow nor trump, so the {{Excuse}} may be played.", [EXCUSE]


@words.refuses(rules.excuse)
def _(position: Position, seat: int, move: Move, binds: Sequence[Card]) -> str:
    held, led = f"{position.does(seat, 'holds')} {marks(binds)}", position.suit_led
    why = (f"{{{led}}} were led" if rules.top_suit(binds[0]) == led else f"{suits_told(position.trumps)} are trump")
    return f"The {{Excuse}} is for players who can neither follow nor trump: {why}, and {held}."


@words.permits(rules.follow_suit)
def _(position: Position, seat: int, move: Move) -> Said | None:
    card, led = move.played, position.suit_led
    if not led:
        return None
    if rules.top_suit(card) == led:
        return f"The {{{card.text}}} follows {{{led}}}, the suit led.", [card]
    return f"{position.does(seat, 'has')} no {{{led}}} and can't follow suit.", ()


@words.refuses(rules.follow_suit)
def _(position: Position, seat: int, move: Move, binds: Sequence[Card]) -> str:
    card, led = move.played, position.suit_led
    told = f"{{{led}}} were led, and {position.does(seat, 'holds')} {marks(binds)}."
    if rules.top_suit(card) in position.trumps:
        return f"{told} A trump is no exception."
    return f"{told} {_belongs(card, [led])}".rstrip()


@words.permits(rules.must_trump)
def _(position: Position, seat: int, move: Move) -> Said | None:
    card, led, trumps = move.played, position.suit_led, position.trumps
    if not led or rules.top_suit(card) == led:
        return None
    if rules.top_suit(card) in trumps:
        held = [other for other in position.hands[seat] if rules.top_suit(other) in trumps]
        which = "any trump will do" if len(held) > 1 else f"the {{{card.text}}} is the only trump in hand"
        return f"Without {{{led}}}, {position.does(seat, 'has')} to trump: {which}.", held
    if not trumps:
        return "This trick has no trumps, so any card may be played.", ()
    return f"{position.does(seat, 'has')} no trump ({suits_told(trumps, 'or')}) either and may play any card.", ()


@words.refuses(rules.must_trump)
def _(position: Position, seat: int, move: Move, binds: Sequence[Card]) -> str:
    trumps = position.trumps
    told = (f"Without {{{position.suit_led}}}, {position.does(seat, 'has')} to trump: {suits_told(trumps)} are trump, and "
            f"{position.does(seat, 'holds')} {marks(binds)}.")
    return f"{told} {_belongs(move.played, trumps)}".rstrip()


@words.permits(rules.card_led)
def _(position: Position, seat: int, move: Move) -> Said | None:
    if move.card is None or not position.trick or position.suit_led:
        return None
    return (f"After the {{Excuse}} any card may be played, and the {{{move.card.text}}} will count as the card led.",
            [EXCUSE, move.card])


# ---- what happens

@words.happened(rules.trump_suits)
def _(position: Position, event: Event) -> str:
    card = event.cards[0]
    suit, trumps = rules.top_suit(card), rules.trump_suits(card)
    makes = f"{suits_told(trumps)} are trump" if trumps else "this trick has no trumps"
    if len(position.trick) > 1:
        return f"{position.whose(event.seat)} {{{card.text}}} counts as the card led: {{{suit}}} are led, and {makes}."
    return f"{position.does(event.seat, 'leads')} {{{suit}}}, and {makes}."


@words.happened(rules.card_led)
def _(position: Position, event: Event) -> str:
    return (f"{position.does(event.seat, 'leads')} the {{Excuse}}: {position.does(position.to_act, 'may')} play any card, "
            "which then counts as the card led.")


@words.happened(rules.winning)
def _(position: Position, event: Event) -> str:
    assert position.last_trick is not None
    card = event.cards[0]
    how = _how(position.last_trick.laid, rules.top_suit(card))
    return f"{position.does(event.seat, 'takes')} the trick with the {{{card.text}}}, {how}."


def _how(laid: Sequence[Laid], suit: str) -> str:
    """By what a card of ``suit`` took the trick."""
    trumps = rules.trump_suits(rules.card_led(laid))
    played = [rules.top_suit(one.card) for one in laid if rules.top_suit(one.card) in trumps]
    if not played:
        return f"the highest of {{{suit}}}; no trump was played" if trumps else f"the highest of {{{suit}}}"
    if len(played) == 1:
        return "the only trump"
    if len(set(played)) == 1:
        return "the highest trump"
    return f"the highest of {{{suit}}}, the lowest trump suit played"


# ---- the score

words.line(rules.within_one, "One trick off")
words.line(rules.exact, "Bid made exactly")
words.line(rules.zero_or_all, "Zero or all made")
words.line(rules.partners, "Partner's points, the same again")


@words.happened(rules.within_one)
def _(position: Position, event: Event) -> str:
    one = position.fared[event.numbers[0]]
    off = abs(one.bid - one.taken)
    return _scored(position, event, "one off" if off == 1 else f"{off} off")


@words.happened(rules.exact)
def _(position: Position, event: Event) -> str:
    missed = position.fared[event.numbers[0]].missed
    others = "nobody else missed" if not missed else "one other missed" if missed == 1 else f"{missed} others missed"
    return _scored(position, event, f"exact, and {others}")


@words.happened(rules.zero_or_all)
def _(position: Position, event: Event) -> str:
    one = position.fared[event.numbers[0]]
    return _scored(position, event, f"a bid of {'all' if one.bid else 'zero'}, {'made' if one.bid == one.taken else 'missed'}")


def _scored(position: Position, event: Event, why: str) -> str:
    """What a side bid and took, and what each of its players has for that."""
    side, one = position.sides[event.numbers[0]], position.fared[event.numbers[0]]
    points = counted(one.each, "point") if one.each else "no points"
    each = " each" if len(side) > 1 and one.each else ""
    return f"{position.name(side)} bid {one.bid} and took {one.taken}: {why}, for {points}{each}."


@words.happened(rules.end)
def _(position: Position, event: Event) -> str:
    totals = position.totals
    most = max(totals)
    if position.winners:
        target = rules.TARGETS[position.table.size]
        return f"{position.does(position.won_by, 'wins')} with {signed(most)}; the target was {target}."
    if len(position.sides[0]) > 1:
        return f"Both sides have {most}, so another hand is played."
    leaders = [seat for seat, total in enumerate(totals) if total == most]
    return f"{position.does(leaders, 'shares')} the lead with {most}, so another hand is played."


# ---- what beat what

@words.laid(rules.excuse, rules.trump_suits, rules.card_led, rules.rank, rules.winning)
def laid_last(position: Position, laid: Sequence[Laid]) -> Finding:
    """What the last of these cards does."""
    *before, last = laid
    card = last.card
    if card is EXCUSE:
        told = f"{position.does(last.seat, 'plays' if before else 'leads')} the {{Excuse}}, which never wins."
        return Finding(rules.excuse.id, True, told, (card,))
    which = f"{position.whose(last.seat)} {{{card.text}}}"
    if rules.card_led(laid) is card:
        rule = rules.card_led if before else rules.trump_suits
        counts = "counts as the card led and " if before else ""
        return Finding(rule.id, True, f"{which} {counts}{_makes_trumps(card)}.", (card,))
    best = rules.winning(before).card
    if rules.top_suit(card) == rules.top_suit(best):
        return Finding(rules.rank.id, True, f"{which} {_compared(best, card)}.", (card, best))
    ahead = rules.winning(laid) is last
    return Finding(rules.winning.id, True, f"{which} {_unlike(rules.card_led(laid), card, best, ahead)}.", (card, best))


def _unlike(led: Card, card: Card, best: Card, ahead: bool) -> str:
    """How a card fares against the winning one of another suit."""
    mine, theirs, trumps = rules.top_suit(card), rules.top_suit(best), rules.trump_suits(led)
    if mine in trumps and theirs in trumps:
        lower, higher, how = (mine, theirs, "beats") if ahead else (theirs, mine, "doesn't beat")
        return f"{how} the {{{best.text}}}: the lower trump suit wins, and {{{lower}}} are below {{{higher}}}"
    if mine in trumps:
        return f"is a trump and beats the {{{best.text}}}"
    suit = rules.top_suit(led)
    if mine == suit:
        return f"follows, but can't beat a trump, the {{{best.text}}}"
    return f"is neither {{{suit}}} nor trump, so it can't win" if trumps else f"isn't {{{suit}}}, so it can't win"


# ---- what the table shows

@words.open
def on_table(position: Position) -> list[tuple[str, str]]:
    """The bids together while they are made; the suit led and the trumps in the play."""
    bids, size = [bid for bid in position.bids if bid is not None], sum(position.tricks) + max(map(len, position.hands))
    told = [("Bids", f"{sum(bids)} for {counted(size, 'trick')}")] if bids else []
    if position.phase != "play" and not position.trick:
        return told
    opened = rules.card_led(position.trick) if position.trick else EXCUSE
    led, trumps = rules.top_suit(opened), rules.trump_suits(opened)
    none = "none in this trick" if led else "none yet"
    return [*told, ("Suit led", f"{{{led}}}" if led else "none yet"), ("Trumps", suits_told(trumps) if trumps else none)]


words.keeps_quiet("legal-moves", "Suit led", "Trumps")
for kind in ("trick-winner", "next-leader", "hand-score"):
    words.keeps_quiet(kind, "Bids", "Suit led", "Trumps")


@words.setting
def setting(position: Position, kind: str) -> str:
    """For the score, what everybody bid."""
    bids = [f"{position.does(seat, 'bid')} {bid}" for seat, bid in enumerate(position.bids)]
    return f"{listed(bids)}." if kind == "hand-score" else ""


@words.plate
def plate(position: Position, seat: int) -> list[str]:
    """The bid."""
    bid = position.bids[seat]
    return [] if bid is None else [f"bid {bid}"]


def suits_told(suits: Iterable[str], joined: str = "and") -> str:
    """Suits as a sentence lists them, each as a mark."""
    return listed([f"{{{suit}}}" for suit in suits], joined)

"""What Snakebit says: its sentences, each made when somebody reads it."""

from __future__ import annotations

from collections.abc import Sequence

from rules_engine.core.cards import Card, listed, marks
from rules_engine.core.happened import Event, signed
from rules_engine.core.moves import Move
from rules_engine.core.telling import Finding, Said, Words, tricks_won
from rules_engine.core.tricks import Laid
from rules_engine.games.snakebit import rules
from rules_engine.games.snakebit.cards import LEADS, SUITS_IN_ORDER
from rules_engine.games.snakebit.position import SnakebitPosition as Position

words = Words[Position]()
words.turns(rules.leader, rules.next_dealer)
words.line(rules.score_tricks, "Tricks taken")
words.line(rules.score_cursed, "Cursed cards taken")


# ---- the deal

@words.deal
def deal(position: Position) -> list[Event]:
    """The deal, the turn-ups and the first leader."""
    return [Event(rules.deal.id, "dealt"), Event(rules.turn_up.id, "dealt"),
            Event(rules.leader.id, "lead", position.leader)]


@words.happened(rules.deal)
def _(position: Position, event: Event) -> str:
    size = len(position.hands[0]) + bool(position.trick)
    return (f"{position.name(position.dealer)} deals: {size} card{'s' * (size != 1)} to each of "
            f"{position.table.size} players.")


@words.happened(rules.turn_up)
def _(position: Position, event: Event) -> str:
    cursed, trump = position.cursed, position.trump
    if cursed == trump:
        return f"The Ace and the Crown are both of {{{cursed}}}: cursed, and trump as well."
    return f"The Ace turned up curses {{{cursed}}}; the Crown makes {{{trump}}} trump."


# ---- what may be played

@words.permits(rules.bearing)
def _(position: Position, seat: int, move: Move) -> Said | None:
    card, trump, used = move.played, position.trump, move.suit or position.suit_led
    if used == trump or used not in card.suits or trump not in card.suits:
        return None
    return f"The {{{card.text}}} counts as {{{used}}} here and, bearing {{{trump}}}, is a trump as well.", [card]


@words.permits(rules.name_suit)
def _(position: Position, seat: int, move: Move) -> Said | None:
    if position.trick:
        return None
    return f"The {{{move.played.text}}} is led as {{{move.suit}}}, one of its two suits.", [move.played]


@words.refuses(rules.name_suit)
def _(position: Position, seat: int, move: Move, binds: Sequence[Card]) -> str:
    card = move.played
    choice = listed([f"“{lead.text}”" for lead in LEADS[card]], "or")
    if position.trick:
        return f"Only the leader names a suit: play the {{{card.text}}} without one."
    if not move.suit:
        return f"A lead names the suit led: say {choice}."
    return f"The {{{card.text}}} doesn't bear {{{move.suit}}}: say {choice}."


@words.permits(rules.unbroken)
def _(position: Position, seat: int, move: Move) -> Said | None:
    if move.suit not in (position.trump, position.cursed):
        return None
    if move.suit in position.broken:
        return f"{{{move.suit}}}, {_role(position, move.suit)}, are broken in this hand, so they may be named.", ()
    return (f"Every suit that {position.name(seat)} could name is still unbroken, so any card may be led as either "
            "of its suits.", position.hands[seat])


@words.refuses(rules.unbroken)
def _(position: Position, seat: int, move: Move, binds: Sequence[Card]) -> str:
    return (f"{{{move.suit}}} are {_role(position, move.suit)} and still unbroken, so they can't be named; "
            f"{position.name(seat)} has other leads: {marks(binds)}.")


def _role(position: Position, suit: str) -> str:
    if position.trump == position.cursed:
        return "trump and cursed"
    return "trump" if suit == position.trump else "cursed"


@words.permits(rules.follow_suit)
def _(position: Position, seat: int, move: Move) -> Said | None:
    led, card = position.suit_led, move.played
    if card in rules.bearing(led):
        return f"The {{{card.text}}} bears {{{led}}}, the suit led.", [card]
    return f"{position.name(seat)} holds no {{{led}}}, so any card may be played.", position.hands[seat]


@words.refuses(rules.follow_suit)
def _(position: Position, seat: int, move: Move, binds: Sequence[Card]) -> str:
    return f"{{{position.suit_led}}} were led and {position.name(seat)} still holds {marks(binds)}."


# ---- what happens

@words.happened(rules.breaks)
def _(position: Position, event: Event) -> str:
    return f"{{{event.word}}} are broken: {position.name(event.seat)}, not leading, played the {{{event.cards[0].text}}}."


@words.happened(rules.winning)
def _(position: Position, event: Event) -> str:
    assert position.last_trick is not None
    laid, card = position.last_trick.laid, event.cards[0]
    how = (f"the highest card with {{{position.trump}}}, trump" if card in rules.bearing(position.trump)
           else f"the highest card with {{{laid[0].move.suit}}}, for no trump fell")
    told = f"{position.name(event.seat)} takes the trick with the {{{card.text}}}, {how}."
    cursed = [one.card for one in laid if one.card in rules.bearing(position.cursed)]
    return f"{told} It brings {marks(cursed)}, cursed with {{{position.cursed}}}." if cursed else told


@words.happened(rules.end)
def _(position: Position, event: Event) -> str:
    least = min(position.totals)
    return _ended(position, f"{position.name(position.totals.index(least))} stands at {signed(least)}")


@words.happened(rules.six_hands)
def _(position: Position, event: Event) -> str:
    return _ended(position, "The sixth hand is over")


def _ended(position: Position, why: str) -> str:
    win = "win" if len(position.winners) > 1 else "wins"
    return f"{why}, so the game ends; {listed(position.winners)} {win} with {signed(max(position.totals))}."


# ---- what beat what

@words.laid(rules.winning)
def laid_last(position: Position, laid: Sequence[Laid]) -> Finding:
    """What the last of these cards does."""
    last = laid[-1]
    told = _led(position, last) if len(laid) == 1 else _followed(position, laid)
    return Finding(rules.winning.id, True, told, (last.card,))


def _led(position: Position, lead: Laid) -> str:
    told = f"{position.name(lead.seat)} leads the {{{lead.card.text}}} as {{{lead.move.suit}}}"
    if lead.card in rules.bearing(position.trump):
        return f"{told}; it bears {{{position.trump}}}, so it is a trump."
    return f"{told}."


def _followed(position: Position, laid: Sequence[Laid]) -> str:
    *before, last = laid
    led, card, beaten = laid[0].move.suit, last.card, rules.winning(position, before).card
    trumps, bearers = rules.bearing(position.trump), rules.bearing(led)
    who = f"{position.name(last.seat)}'s {{{card.text}}}"
    if rules.winning(position, laid) is last:
        how = "is higher and takes over from" if (card in trumps) == (beaten in trumps) else "is a trump and beats"
        return f"{who} {how} the {{{beaten.text}}}."
    if card in trumps or (card in bearers and beaten not in trumps):
        return f"{who} is lower than the {{{beaten.text}}}."
    if card in bearers:
        return f"{who} is no trump and can't beat the {{{beaten.text}}}."
    return f"{who} bears neither {{{led}}} nor trump, so it can't win."


# ---- what the table shows

@words.open
def on_table(position: Position) -> list[tuple[str, str]]:
    """Turn-ups, suit led and what is broken."""
    shut = listed(f"{{{suit}}}" for suit in position.shut)
    return [("Trump", f"{{{position.trump}}}"), ("Cursed", f"{{{position.cursed}}}"),
            ("Suit led", f"{{{position.suit_led}}}" if position.suit_led else "none yet"),
            ("Leads", f"{shut} may not be named yet" if shut else "every suit may be named")]


words.keeps_quiet("legal-moves", "Leads")
words.keeps_quiet("hand-score", "Suit led", "Leads")


@words.setting
def setting(position: Position, kind: str) -> str:
    """Trump and cursed suit; for a leader, what is broken."""
    trump, cursed = position.trump, position.cursed
    told = f"{{{trump}}} are trump, and {{{cursed}}} are cursed."
    if trump == cursed:
        told = f"{{{trump}}} are trump, and cursed as well."
    if kind != "legal-moves" or position.trick:
        return told
    broken = listed(f"{{{suit}}}" for suit in SUITS_IN_ORDER if suit in position.broken)
    return f"{told} {broken} are broken." if broken else f"{told} No suit is broken yet."


@words.taken
def taken(position: Position, seat: int) -> str:
    """Tricks, and the cursed cards in them."""
    cursed = position.cursed_taken[seat]
    return tricks_won(position.tricks[seat]) + (f", {cursed} cursed" if cursed else "")


@words.shown_apart
def is_trump(position: Position, card: Card) -> bool:
    """A card bearing the trump suit."""
    return card in rules.bearing(position.trump)

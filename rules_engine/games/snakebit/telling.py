"""What Snakebit says: its sentences, each made when somebody reads it."""

from __future__ import annotations

from collections.abc import Sequence

from rules_engine.core.cards import Card, listed, marks
from rules_engine.core.happened import Event, signed
from rules_engine.core.moves import Move
from rules_engine.core.telling import Finding, Said, Stand, Words, counted, tricks_won
from rules_engine.core.tricks import Laid
from rules_engine.games.snakebit import rules
from rules_engine.games.snakebit.cards import LEADS
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
    return f"{position.does(position.dealer, 'deals')} {counted(size, 'card')} to each of the {position.table.size} players."


@words.happened(rules.turn_up)
def _(position: Position, event: Event) -> str:
    cursed, trump = position.cursed, position.trump
    if cursed == trump:
        return f"The Crown and the Ace turned up are both of {{{cursed}}}: they are trump, and cursed as well."
    return f"The Crown turned up makes {{{trump}}} trump; the Ace makes {{{cursed}}} cursed."


# ---- what may be played

@words.permits(rules.bearing)
def _(position: Position, seat: int, move: Move) -> Said | None:
    card, trump, used = move.played, position.trump, move.suit or position.suit_led
    if used == trump or used not in card.suits or trump not in card.suits:
        return None
    return f"The {{{card.text}}} is a trump too: its other suit is {{{trump}}}.", [card]


@words.permits(rules.name_suit)
def _(position: Position, seat: int, move: Move) -> Said | None:
    if position.trick:
        return None
    return "A card may be led as either of its suits.", [move.played]


@words.refuses(rules.name_suit)
def _(position: Position, seat: int, move: Move, binds: Sequence[Card]) -> str:
    card = move.played
    leads = listed([f"as {{{lead.suit}}}" for lead in LEADS[card]], "or")
    if position.trick:
        return f"Only the leader names a suit: the {{{card.text}}} is played without one."
    if not move.suit:
        return f"A lead needs a suit: the {{{card.text}}} can be led {leads}."
    return f"The {{{card.text}}} doesn't bear {{{move.suit}}}: it can be led {leads}."


@words.permits(rules.unbroken)
def _(position: Position, seat: int, move: Move) -> Said | None:
    if move.suit not in (position.trump, position.cursed):
        return None
    if move.suit in position.broken:
        return f"{{{move.suit}}} are {_role(position, move.suit)}, but broken in this hand, so they may be led.", ()
    return (f"Every suit in {position.whose(seat)} hand is closed, so any of them may be led.", position.hands[seat])


@words.refuses(rules.unbroken)
def _(position: Position, seat: int, move: Move, binds: Sequence[Card]) -> str:
    """Closed is the suit, not the card: often the same card may be led as its other suit."""
    card = move.played
    closed = (f"{{{move.suit}}} are {_role(position, move.suit)} and still closed: they can't be led until somebody has "
              "played one without leading it.")
    other = next(suit for suit in card.suits if suit != move.suit)
    if card in binds:
        return f"{closed} As {{{other}}} the {{{card.text}}} may be led."
    return f"{closed} {{{other}}}, the other suit of the {{{card.text}}}, are closed too."


def _role(position: Position, suit: str) -> str:
    if position.trump == position.cursed:
        return "trump and cursed"
    return "trump" if suit == position.trump else "cursed"


@words.permits(rules.follow_suit)
def _(position: Position, seat: int, move: Move) -> Said | None:
    led, card = position.suit_led, move.played
    if card in rules.bearing(led):
        return f"The {{{card.text}}} follows {{{led}}}, the suit led.", [card]
    return f"{position.does(seat, 'has')} no {{{led}}} and may play any card.", position.hands[seat]


@words.refuses(rules.follow_suit)
def _(position: Position, seat: int, move: Move, binds: Sequence[Card]) -> str:
    told = f"{{{position.suit_led}}} were led, and {position.does(seat, 'holds')} {marks(binds)}."
    return f"{told} A trump is no exception." if move.played in rules.bearing(position.trump) else told


# ---- what happens

@words.happened(rules.breaks)
def _(position: Position, event: Event) -> str:
    """Only the trump suit and the cursed suit were closed before."""
    if event.word not in (position.trump, position.cursed):
        return ""
    return f"{position.whose(event.seat)} {{{event.cards[0].text}}} breaks {{{event.word}}}: they may be led from now on."


@words.happened(rules.winning)
def _(position: Position, event: Event) -> str:
    assert position.last_trick is not None
    laid, card = position.last_trick.laid, event.cards[0]
    told = f"{position.does(event.seat, 'takes')} the trick with the {{{card.text}}}, {_how(position, laid, card)}."
    cursed = [one.card for one in laid if one.card in rules.bearing(position.cursed)]
    if not cursed:
        return told
    lost = f"{signed(-len(cursed))} for {position.table.called(next(iter(position.last_trick.winners.values())))}"
    return f"{told} It contains {counted(len(cursed), 'cursed card')}, {marks(cursed)}: {lost}."


def _how(position: Position, laid: Sequence[Laid], card: Card) -> str:
    """By what a card took the trick."""
    trumps = [one.card for one in laid if one.card in rules.bearing(position.trump)]
    if card in trumps:
        return "the only trump" if len(trumps) == 1 else "the highest trump"
    return f"the highest of {{{laid[0].move.suit}}}; no trump was played"


@words.happened(rules.end)
def _(position: Position, event: Event) -> str:
    least = min(position.totals)
    lost = position.totals.index(least)
    return _ended(position, f"{position.does(lost, 'is')} down to {signed(least)}, so the game is over")


@words.happened(rules.six_hands)
def _(position: Position, event: Event) -> str:
    return _ended(position, "The sixth hand was the last")


def _ended(position: Position, why: str) -> str:
    return f"{why}: {position.does(position.won_by, 'wins')} with {signed(max(position.totals))}."


# ---- what beat what

@words.laid(rules.winning)
def laid_last(position: Position, laid: Sequence[Laid]) -> Finding:
    """What the last of these cards does."""
    last = laid[-1]
    if len(laid) == 1:
        return Finding(rules.name_suit.id, True, _led(position, last), (last.card,))
    return Finding(rules.winning.id, True, _followed(position, laid), (last.card,))


def _led(position: Position, lead: Laid) -> str:
    suit, trump = lead.move.suit, position.trump
    told = f"{position.does(lead.seat, 'leads')} the {{{lead.card.text}}} as {{{suit}}}"
    if lead.card in rules.bearing(trump):
        return f"{told}, the trump suit." if suit == trump else f"{told}; it is a trump, for it bears {{{trump}}}."
    return f"{told}."


def _followed(position: Position, laid: Sequence[Laid]) -> str:
    *before, last = laid
    led, card, beaten = laid[0].move.suit, last.card, rules.winning(position, before).card
    trumps, bearers = rules.bearing(position.trump), rules.bearing(led)
    which = f"{position.whose(last.seat)} {{{card.text}}}"
    if rules.winning(position, laid) is last:
        how = "is higher than" if (card in trumps) == (beaten in trumps) else "is a trump and beats"
        return f"{which} {how} the {{{beaten.text}}}."
    if card in trumps or (card in bearers and beaten not in trumps):
        return f"{which} is lower than the {{{beaten.text}}}."
    if card in bearers:
        return f"{which} is no trump and can't beat the {{{beaten.text}}}, which is."
    return f"{which} is neither {{{led}}} nor trump, so it can't win."


# ---- what the table shows

@words.open
def on_table(position: Position) -> list[tuple[str, str]]:
    """Turn-ups, suit led and what is closed to leads."""
    closed = listed(f"{{{suit}}}" for suit in position.shut)
    return [("Trump", f"{{{position.trump}}}"), ("Cursed", f"{{{position.cursed}}}"),
            ("Suit led", f"{{{position.suit_led}}}" if position.suit_led else "none yet"),
            ("Closed to leads", closed or "no suit")]


@words.standing("point")
def standing(position: Position) -> list[Stand]:
    """Tricks, less the cursed cards in them."""
    points = zip(position.tricks, position.cursed_taken, strict=True)
    return [Stand((seat,), tricks - cursed) for seat, (tricks, cursed) in enumerate(points)]


@words.plate
def plate(position: Position, seat: int) -> list[str]:
    """The cursed cards taken."""
    cursed = position.cursed_taken[seat]
    return [f"{cursed} cursed"] if cursed else []


words.keeps_quiet("legal-moves", "Closed to leads")
words.keeps_quiet("hand-score", "Suit led", "Closed to leads")


@words.setting
def setting(position: Position, kind: str) -> str:
    """Trump and cursed suit; for a leader, which of them is broken."""
    trump, cursed = position.trump, position.cursed
    told = f"{{{trump}}} are trump, and {{{cursed}}} are cursed."
    if trump == cursed:
        told = f"{{{trump}}} are trump, and cursed as well."
    if kind != "legal-moves" or position.trick:
        return told
    broken = listed(f"{{{suit}}}" for suit in dict.fromkeys((trump, cursed)) if suit in position.broken)
    if broken:
        return f"{told} {broken} are broken."
    return f"{told} {'They are not' if trump == cursed else 'Neither is'} broken yet."


@words.taken
def taken(position: Position, seat: int) -> str:
    """Tricks, and the cursed cards in them."""
    cursed = position.cursed_taken[seat]
    return tricks_won(position.tricks[seat]) + (f", {cursed} cursed" if cursed else "")


@words.shown_apart
def is_trump(position: Position, card: Card) -> bool:
    """A card bearing the trump suit."""
    return card in rules.bearing(position.trump)

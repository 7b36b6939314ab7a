"""What Knüffeln says: its sentences, each made when somebody reads it."""

from __future__ import annotations

from collections.abc import Sequence

from rules_engine.core.cards import FACE_DOWN, Card, listed, marks
from rules_engine.core.happened import Event, Line
from rules_engine.core.moves import Move
from rules_engine.core.telling import Finding, Said, Words, counted, the
from rules_engine.core.tricks import Laid
from rules_engine.games.knueffeln import rules
from rules_engine.games.knueffeln.cards import HAND_SIZE, given_for
from rules_engine.games.knueffeln.chain import does
from rules_engine.games.knueffeln.position import KnueffelnPosition as Position

words = Words[Position]()

KINDS = (rules.ole, rules.beater, rules.seven, rules.free_card, rules.unchosen_ace, rules.no_power, rules.suit_order)

# ---- the deal

@words.deal
def deal(position: Position) -> list[Event]:
    """The deal, the chosen suits, and what comes first."""
    fresh = max(map(len, position.hands)) >= HAND_SIZE and not position.trick and not any(position.tricks)
    events = [Event(rules.deal.id, "dealt")] if fresh else []
    events.append(Event(rules.turn_up.id, "dealt", None, tuple(position.turnups)))
    if position.phase == "take-ole":
        events.append(Event(rules.take_ole.id, "called", position.to_act, (position.ole_on_offer,), "offer"))
    if fresh and position.phase == "play":
        events.append(Event(rules.leader.id, "lead", position.leader))
    return events


@words.happened(rules.deal, "dealt")
def _(position: Position, event: Event) -> str:
    return f"{position.does(position.dealer, 'deals')} nine cards each, three at a time; twelve are left over as the stock."


@words.happened(rules.deal, "hand")
def _(position: Position, event: Event) -> str:
    return f"{position.does(event.seat, 'deals')} next."


@words.happened(rules.turn_up, "dealt")
def _(position: Position, event: Event) -> str:
    turned = f"Turned up: {marks(event.cards)}. " if event.cards else ""
    if position.void:
        return f"{turned}They are all of one suit, so the deal is void and {position.does(position.dealer, 'deals')} again."
    return f"{turned}The chosen suits are {_suits(position)}."


def _suits(position: Position) -> str:
    return listed(f"{{{suit}}}" for suit in position.chosen)


words.line(rules.turn_up, "The deal is void")


# ---- exchanges

@words.permits(rules.take_ole)
def _(position: Position, seat: int, move: Move) -> Said | None:
    ole = position.ole_on_offer
    if move.verb == "pass":
        rest = "the other Olen shown stay on offer" if position.terms.shows_three else "no further card is looked at"
        return f"The {{{ole.text}}} may be left in the stock; {rest}.", [ole]
    price = rules.price_of(position, ole)
    why = "" if price.rank == "Q" else f", since nobody holds the {{Q{ole.suits}}}"
    return f"The {{{ole.text}}} may be taken for the {{{price.text}}}{why}.", [price]


@words.refuses(rules.take_ole)
def _(position: Position, seat: int, move: Move, binds: Sequence[Card]) -> str:
    ole = position.ole_on_offer
    if move.card is not ole:
        return f"Only the {{{ole.text}}} is on offer now."
    return f"The {{{ole.text}}} can be had only for the {marks(binds)}."


@words.happened(rules.take_ole)
def _(position: Position, event: Event) -> str:
    if event.word == "offer":
        return f"The {marks(event.cards)} lies at the bottom of the stock: {position.name(event.seat)} may take it."
    return _taken(position, event) if event.cards else f"{position.does(event.seat, 'leaves')} the {{{event.word}}} in the stock."


def _taken(position: Position, event: Event) -> str:
    got, given = event.cards
    return f"{position.does(event.seat, 'takes')} the {{{got.text}}} for the {{{given.text}}}."


@words.permits(rules.take_turnup)
def _(position: Position, seat: int, move: Move) -> Said | None:
    ten = rules.trading(position)
    if move.verb == "pass":
        return f"The {{{ten.text}}} may be kept.", [ten]
    return f"The {{{ten.text}}} may be exchanged for the {{{move.played.text}}}, turned up in its suit.", [ten, move.played]


@words.refuses(rules.take_turnup)
def _(position: Position, seat: int, move: Move, binds: Sequence[Card]) -> str:
    ten = rules.trading(position)
    if given_for(move) is not ten:
        return f"Only the {{{ten.text}}} can be exchanged now."
    return f"The {{{ten.text}}} can be exchanged only for a card turned up in its suit: {marks(binds, 'or')}."


@words.happened(rules.take_turnup)
def _(position: Position, event: Event) -> str:
    return _taken(position, event) if event.cards else f"{position.does(event.seat, 'makes')} no exchange."


@words.permits(rules.no_double_exchange)
def _(position: Position, seat: int, move: Move) -> Said | None:
    if position.phase != "take-turnup" or move.card is None or move.card.rank not in ("Q", "K"):
        return None
    return f"Got for the {{{given_for(move).text}}}, the {{{move.card.text}}} can't be exchanged for an Ole.", [move.card]


@words.permits(rules.solo)
def _(position: Position, seat: int, move: Move) -> Said | None:
    if move.verb == "solo":
        return (f"The dealer may take the stock, {counted(len(position.stock), 'card')}, and play alone against the four "
                "others."), ()
    return "The dealer may sit out; the four others then play as partners.", ()


@words.happened(rules.solo)
def _(position: Position, event: Event) -> str:
    ours, theirs = map(position.name, position.sides)
    if position.soloist is None:
        return f"{position.does(event.seat, 'sits')} out: {ours} against {theirs}."
    cards = counted(len(position.hands[position.soloist]), "card")
    others = [seat for seat in position.table.seats if seat != position.soloist]
    return f"{position.does(event.seat, 'plays')} alone with the stock, {cards}, against {position.name(others)}."


# ---- the play

@words.permits(rules.free_play)
def _(position: Position, seat: int, move: Move) -> Said | None:
    if move.verb not in ("play", "turn"):
        return None
    return f"Any card may be {'played' if position.trick else 'led'}: nobody has to follow suit or beat anything.", ()


@words.happened(rules.leader)
def _(position: Position, event: Event) -> str:
    leads = position.does(event.seat, "leads")
    if position.last_trick is not None:
        return f"{leads}."
    return f"{'Left of the dealer' if position.soloist is None else 'Second to the right of the dealer'}, {leads}."


@words.happened(rules.beats)
def _(position: Position, event: Event) -> str:
    return f"{position.does(event.seat, 'takes')} the trick with the {marks(event.cards)}."


@words.happened(rules.five_tricks)
def _(position: Position, event: Event) -> str:
    return f"{position.does(_winners(position), 'wins')} the hand with five tricks."


@words.happened(rules.solo_win)
def _(position: Position, event: Event) -> str:
    if position.ended.how == "jann":
        return _jann_taken(position, event)
    return (f"{position.does(_winners(position), 'wins')} the hand with {counted(position.won(position.ended.side), 'trick')}: "
            "the soloist needed four, the defenders five.")


def _winners(position: Position) -> tuple[int, ...]:
    return position.sides[position.ended.side]


def _side(position: Position, seat: int) -> tuple[int, ...]:
    return position.sides[position.side[seat]]


# ---- Jann and march

@words.permits(rules.jann)
def _(position: Position, seat: int, move: Move) -> Said | None:
    if move.verb != "claim":
        return None
    return f"{position.does(_side(position, seat), 'has')} won every trick so far, so the Jann may be claimed.", ()


@words.happened(rules.jann, "called")
def _(position: Position, event: Event) -> str:
    return (f"{position.does(_side(position, position.leading), 'has')} won the first {counted(sum(position.tricks), 'trick')} "
            f"in a row: {position.name(event.seat)} may claim the Jann, or lead on for the march.")


@words.happened(rules.jann, "hand")
def _jann_taken(position: Position, event: Event) -> str:
    won = counted(position.won(position.ended.side), "trick")
    return f"{position.does(_winners(position), 'takes')} the Jann with the first {won} in a row."


@words.permits(rules.march)
def _(position: Position, seat: int, move: Move) -> Said | None:
    if move.verb == "claim":
        return None
    return (f"Leading on gives up the Jann: {position.name(_side(position, seat))} must then win all "
            f"{counted(rules.march_length(position), 'trick')}."), ()


@words.refuses(rules.march)
def _(position: Position, seat: int, move: Move, binds: Sequence[Card]) -> str:
    return "There is no leading on: not everybody has a card left for another trick."


@words.happened(rules.march, "called")
def _(position: Position, event: Event) -> str:
    return f"{position.does(_marching(position), 'goes')} for the march: a single lost trick loses it."


@words.happened(rules.march, "hand")
def _(position: Position, event: Event) -> str:
    winners = _winners(position)
    if position.ended.how == "failed":
        return f"{position.does(_marching(position), 'loses')} the march, and {position.does(winners, 'is')} paid for it."
    return f"{position.does(winners, 'wins')} the march with all {counted(position.won(position.ended.side), 'trick')}."


def _marching(position: Position) -> tuple[int, ...]:
    return position.table.read_side(position.marching)


# ---- turning

@words.permits(rules.turn)
def _(position: Position, seat: int, move: Move) -> Said | None:
    terms, value = position.terms, position.value
    seen = terms.priced(value + terms.turn)
    if move.verb == "see":
        return f"Seeing the card raises the hand from {value} to {seen}.", ()
    if move.verb == "run" and position.marching:
        return f"If {position.does(seat, 'runs')}, the march fails.", ()
    if move.verb == "run":
        return f"Running gives up the hand for {terms.priced(value)}.", ()
    if move.verb != "turn":
        return None
    return f"The {{{move.played.text}}} may be led face down; seen, it raises the hand to {seen}.", [move.played]


@words.refuses(rules.turn)
def _(position: Position, seat: int, move: Move, binds: Sequence[Card]) -> str:
    if position.trick:
        return "Only a lead can be turned."
    return f"No card can be led face down now: {_why_no_turn(position)}."


def _why_no_turn(position: Position) -> str:
    if position.terms.turn_after == ():
        return "this variant has no turning"
    side, wants = _side(position, position.leading), rules.tricks_to_turn(position)
    if wants is None:
        return f"{position.does(side, 'has')} turned twice already in this hand"
    won = position.won(position.side[position.leading])
    return f"it takes {wants} tricks won, and {position.does(side, 'has')} {won or 'none'}"


@words.happened(rules.turn, "played")
def _(position: Position, event: Event) -> str:
    return f"{position.does(event.seat, 'leads')} a card face down: {position.name(position.to_act)} may see it or run."


@words.happened(rules.turn, "called")
def _(position: Position, event: Event) -> str:
    if event.word == "run":
        return f"{position.does(event.seat, 'runs')}."
    return f"{position.does(event.seat, 'sees')} the card: the hand is now worth {position.terms.priced(position.value)}."


@words.happened(rules.turn, "hand")
def _(position: Position, event: Event) -> str:
    return f"{position.does(_winners(position), 'wins')} the hand, since the others ran."


@words.choice
def choice(position: Position, seat: int, move: Move) -> str:
    """What a call is worth or costs, and a lead made in place of one."""
    terms, raised = position.terms, position.raised
    if move.verb in ("solo", "sit out"):
        return "4 tricks win, settled with all four others" if move.verb == "solo" else "nothing won or lost"
    if move.verb == "claim":
        return f"wins {terms.priced(terms.jann + raised)}"
    if move.verb == "run":
        return "the march fails" if position.marching else f"costs {terms.priced(position.value)}"
    if move.verb in ("see", "turn"):
        return f"{'' if move.verb == 'see' else 'if seen, '}the hand is worth {terms.priced(position.value + terms.turn)}"
    return f"for the march: {terms.priced(terms.march + raised)}, won or lost" if position.phase == "jann" else ""


@words.deed
def deed(move: Move) -> str:
    """Turning, and the calls."""
    if move.verb == "turn":
        return f"leads {the(move.played)} face down"
    return {"claim": "claims the Jann", "see": "sees the card", "solo": "plays alone"}.get(move.verb, "")


# ---- what it costs

LABELS = {"game": "Game", "run": "Game (the losers ran)", "jann": "Jann", "march": "March", "failed": "March lost",
          "beyond": "More than the rungs left"}


@words.lines(rules.pay)
@words.lines(rules.ladder)
def label(line: Line) -> str:
    """What was won, and what was turned."""
    return LABELS.get(line.word) or f"Accepted turns: {line.number}"


@words.happened(rules.ladder, "game")
def _(position: Position, event: Event) -> str:
    at_once = "" if position.score[position.ended.side] else ", all four rungs at once: a double win"
    return f"{position.does(_winners(position), 'clears')} the ladder{at_once}."


# ---- what beat what

@words.laid(*KINDS)
def laid_last(position: Position, laid: Sequence[Laid]) -> Finding:
    """What the last of these cards does in the trick."""
    *before, last = laid
    if last.card is FACE_DOWN:
        return Finding(rules.turn.id, True, f"{position.does(last.seat, 'leads')} a card face down.")
    if not before:
        return Finding(position.order.role[last.card].id, True, does(position, last.seat, last.card), (last.card,))
    best = rules.winning(position, before).card
    rule = position.order.against[best][last.card]
    return Finding(rule.id, True, does(position, last.seat, last.card, best), (last.card, best))


def _played(position: Position, event: Event) -> str:
    assert event.seat is not None
    return does(position, event.seat, *event.cards)


for kind in KINDS:
    words.happened(kind)(_played)


# ---- what the table shows

@words.open
def on_table(position: Position) -> list[tuple[str, str]]:
    """The chosen suits and the cards turned for them, what is seen of the stock, and what the hand is worth."""
    told = [("Chosen", _suits(position))]
    if position.turnups:
        told.append(("Turned up", marks(position.turnups)))
    seen = [card for card in position.stock if card is not FACE_DOWN]
    if seen and not position.hand_over:
        told.append(("Stock", marks(seen)))
    return [*told, ("Worth", position.terms.priced(position.value))]


@words.plate
def plate(position: Position, seat: int) -> list[str]:
    """Among five: who plays alone or sits out, and whose partner is who."""
    if not position.five or not position.sides:
        return []
    if seat not in position.players:
        return ["sits out"]
    mates = [mate for mate in _side(position, seat) if mate != seat]
    return [f"with {position.name(mates)}" if len(mates) == 1 else "defender" if mates else "alone"]


words.keeps_quiet("hand-score", "Worth")
words.keeps_quiet("best-move", "Stock", "Turned up")       # nobody can have them any more


@words.setting
def setting(position: Position, kind: str) -> str:
    """The chosen suits, what may be exchanged, who plays alone; for the score and for a lead, the turns too."""
    told = f"{_suits(position)} are chosen."
    if position.phase == "take-ole":
        told += f" The {{{position.ole_on_offer.text}}} lies at the bottom of the stock."
    if position.phase == "take-turnup":
        told += f" {marks(position.turnups)} were turned up."
    if position.soloist is not None:
        told += f" {position.does(position.soloist, 'plays')} alone."
    if position.marching:
        told += f" {position.does(_marching(position), 'is')} on the march."
    if position.terms.turn_after != () and (kind == "hand-score" or (position.leader is not None and not position.trick)):
        turns = [f"{count} of {position.name(position.table.read_side(side))}" for side, count in position.turns.items() if count]
        told += f" Accepted turns: {listed(turns) or 'none'}."
    return told


@words.shown_apart
def is_trump(position: Position, card: Card) -> bool:
    """The Olen and the cards of the chosen suits: a hand shows them apart from the rest."""
    return card in rules.OLEN or card.suits in position.chosen

"""What Knüffeln says: its sentences, each made when somebody reads it."""

from __future__ import annotations

from collections.abc import Sequence

from rules_engine.core.cards import FACE_DOWN, Card, listed, marks
from rules_engine.core.happened import Event, Line
from rules_engine.core.moves import Move
from rules_engine.core.telling import Finding, Said, Words
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
    return (f"{position.name(position.dealer)} deals nine cards to each of four players, three at a time; twelve are "
            "left over as the stock.")


@words.happened(rules.deal, "hand")
def _(position: Position, event: Event) -> str:
    return f"{position.name(event.seat)} deals next."


@words.happened(rules.turn_up, "dealt")
def _(position: Position, event: Event) -> str:
    if position.void:
        return f"{marks(event.cards)} are all of one suit: the deal is void, and {position.name(position.dealer)} deals again."
    how = f"{marks(event.cards)} lie face up: the" if event.cards else "The"
    return f"{how} chosen suits are {_suits(position)}."


def _suits(position: Position) -> str:
    return listed(f"{{{suit}}}" for suit in position.chosen)


words.line(rules.turn_up, "The deal is void")


# ---- exchanges

@words.permits(rules.take_ole)
def _(position: Position, seat: int, move: Move) -> Said | None:
    ole, who = position.ole_on_offer, position.name(seat)
    if move.verb == "pass":
        rest = "the other Olen shown stay on offer" if position.terms.shows_three else "no further card is looked at"
        return f"{who} may leave the {{{ole.text}}} in the stock; {rest}.", [ole]
    price = rules.price_of(position, ole)
    why = "" if price.rank == "Q" else f"; no player has the {{Q{ole.suits}}}, so the King inherits her right"
    return f"{who} holds the {{{price.text}}} and may take the {{{ole.text}}} for it{why}.", [price]


@words.refuses(rules.take_ole)
def _(position: Position, seat: int, move: Move, binds: Sequence[Card]) -> str:
    ole = position.ole_on_offer
    if move.card is not ole:
        return f"Only the {{{ole.text}}} is on offer now, not the {{{move.played.text}}}."
    return f"The {{{ole.text}}} goes for the {marks(binds)} and for nothing else."


@words.happened(rules.take_ole)
def _(position: Position, event: Event) -> str:
    who = position.name(event.seat)
    if event.word == "offer":
        return f"The {marks(event.cards)} lies at the bottom of the stock; {who} may exchange for it."
    return _taken(position, event) if event.cards else f"{who} leaves the {{{event.word}}} in the stock."


def _taken(position: Position, event: Event) -> str:
    got, given = event.cards
    return f"{position.name(event.seat)} takes the {{{got.text}}} for the {{{given.text}}}."


@words.permits(rules.take_turnup)
def _(position: Position, seat: int, move: Move) -> Said | None:
    ten = rules.trading(position)
    if move.verb == "pass":
        return f"{position.name(seat)} may keep the {{{ten.text}}}.", [ten]
    return (f"{{{move.played.text}}} was turned up and the {{{ten.text}}} is of its suit: they may change places.",
            [ten, move.played])


@words.refuses(rules.take_turnup)
def _(position: Position, seat: int, move: Move, binds: Sequence[Card]) -> str:
    ten = rules.trading(position)
    if given_for(move) is not ten:
        return f"{position.name(seat)} decides on the {{{ten.text}}} now: only that card may be exchanged."
    return (f"The {{{ten.text}}} goes for {marks(binds, 'or')}, turned up in its suit; the {{{move.played.text}}} isn't "
            "there for it.")


@words.happened(rules.take_turnup)
def _(position: Position, event: Event) -> str:
    return _taken(position, event) if event.cards else f"{position.name(event.seat)} keeps what could be exchanged."


@words.permits(rules.no_double_exchange)
def _(position: Position, seat: int, move: Move) -> Said | None:
    if position.phase != "take-turnup" or move.card is None or move.card.rank not in ("Q", "K"):
        return None
    return (f"The {{{move.card.text}}} got for a {{{given_for(move).text}}} buys no Ole: the stock is closed.", [move.card])


@words.permits(rules.solo)
def _(position: Position, seat: int, move: Move) -> Said | None:
    who = position.name(seat)
    if move.verb == "solo":
        return (f"{who}, the dealer, may take the {len(position.stock)} cards of the stock and play against the four "
                "others."), ()
    return f"{who}, the dealer, may sit out while the four others play as partners.", ()


@words.happened(rules.solo)
def _(position: Position, event: Event) -> str:
    who, against = position.name(event.seat), listed(position.side_names, "against")
    if position.soloist is None:
        return f"{who} sits out: {against}."
    return f"{who} takes the stock, {len(position.hands[position.soloist])} cards, and plays alone: {against}."


# ---- the play

@words.permits(rules.free_play)
def _(position: Position, seat: int, move: Move) -> Said | None:
    if move.verb not in ("play", "turn"):
        return None
    doing = "play" if position.trick else "lead"
    return (f"{position.name(seat)} may {doing} any card, the {{{move.played.text}}} too: nobody has to follow suit or to "
            "beat anything."), ()


@words.happened(rules.leader)
def _(position: Position, event: Event) -> str:
    who = position.name(event.seat)
    if position.last_trick is not None:
        return f"{who} took the trick and leads."
    where = "left of the dealer" if position.soloist is None else "second to the dealer's right"
    return f"{who}, {where}, leads first."


@words.happened(rules.beats)
def _(position: Position, event: Event) -> str:
    return f"{position.name(event.seat)} takes the trick with the {marks(event.cards)}, which no later card beat."


@words.happened(rules.five_tricks)
def _(position: Position, event: Event) -> str:
    return f"{_winner(position)} are the first with five tricks and win the deal."


@words.happened(rules.solo_win)
def _(position: Position, event: Event) -> str:
    if position.ended.how == "jann":
        return _jann_taken(position, event)
    return (f"{_winner(position)}: {position.won(position.ended.side)} tricks. The soloist needed four, the defenders "
            "five.")


def _winner(position: Position) -> str:
    return position.side_names[position.ended.side]


# ---- Jann and march

@words.permits(rules.jann)
def _(position: Position, seat: int, move: Move) -> Said | None:
    if move.verb != "claim":
        return None
    return f"{position.side_of(seat)} have won every trick so far, so {position.name(seat)} may take the Jann.", ()


@words.happened(rules.jann, "called")
def _(position: Position, event: Event) -> str:
    side, who = position.side_of(position.leading), position.name(event.seat)
    return (f"{side} have won the first {sum(position.tricks)} tricks in a row: {who} takes the Jann or leads on for the "
            "march.")


@words.happened(rules.jann, "hand")
def _jann_taken(position: Position, event: Event) -> str:
    return f"{_winner(position)} take the Jann with {position.won(position.ended.side)} tricks in a row."


@words.permits(rules.march)
def _(position: Position, seat: int, move: Move) -> Said | None:
    if move.verb == "claim":
        return None
    return (f"Leading on gives up the Jann: {position.side_of(seat)} must then win all {rules.march_length(position)} "
            "tricks."), ()


@words.refuses(rules.march)
def _(position: Position, seat: int, move: Move, binds: Sequence[Card]) -> str:
    return f"{position.name(seat)} can't lead on: not everybody has a card left for another trick."


@words.happened(rules.march, "called")
def _(position: Position, event: Event) -> str:
    return f"{position.marching} go for the march: one trick lost loses it."


@words.happened(rules.march, "hand")
def _(position: Position, event: Event) -> str:
    if position.ended.how == "failed":
        return f"{position.marching} lose the march, and {_winner(position)} are paid for it."
    return f"{_winner(position)} have won all {position.won(position.ended.side)} tricks: the march."


# ---- turning

@words.permits(rules.turn)
def _(position: Position, seat: int, move: Move) -> Said | None:
    who, seen = position.name(seat), f"{position.value + position.terms.turn} {position.terms.unit}"
    if move.verb == "see":
        return f"{who} may see the card, which raises the deal from {position.value} to {seen}.", ()
    if move.verb == "run" and position.marching:
        return f"{who} may run: then the march isn't won, and fails.", ()
    if move.verb == "run":
        return f"{who} may run, at the price of {position.value} {position.terms.unit}.", ()
    if move.verb != "turn":
        return None
    return (f"{who} may lead the {{{move.played.text}}} face down: seen, it raises the deal to {seen}.",
            [move.played])


@words.refuses(rules.turn)
def _(position: Position, seat: int, move: Move, binds: Sequence[Card]) -> str:
    if position.trick:
        return f"Only a lead can be turned, and {position.name(position.leader)} has led."
    return f"{position.name(seat)} can't lead face down: {_why_no_turn(position)}."


def _why_no_turn(position: Position) -> str:
    if position.terms.turn_after == ():
        return "no card is ever led face down in this variant"
    side, wants = position.side_of(position.leading), rules.tricks_to_turn(position)
    if wants is None:
        return f"{side} have had both their turns in this deal"
    return f"{side} have won {position.won(position.side[position.leading])} so far, and this turn needs {wants}"


@words.happened(rules.turn, "played")
def _(position: Position, event: Event) -> str:
    return f"{position.name(event.seat)} leads a card face down; {position.name(position.to_act)} answers."


@words.happened(rules.turn, "called")
def _(position: Position, event: Event) -> str:
    who = position.name(event.seat)
    if event.word == "run":
        return f"{who} runs from the turned card."
    return f"{who} sees the card; the deal is now worth {position.value} {position.terms.unit}."


@words.happened(rules.turn, "hand")
def _(position: Position, event: Event) -> str:
    return f"{_winner(position)} win the deal that was run from."


# ---- what it costs

LABELS = {"game": "The game", "run": "The game, run from", "jann": "Jann", "march": "March", "failed": "March not won",
          "beyond": "Beyond the last rung"}


@words.lines(rules.pay)
@words.lines(rules.ladder)
def label(line: Line) -> str:
    """What was won, and what was turned."""
    return LABELS.get(line.word) or f"Accepted turns: {line.number}"


@words.happened(rules.ladder, "game")
def _(position: Position, event: Event) -> str:
    at_once = "" if position.score[position.ended.side] else ", all four at once: a double win"
    return f"{_winner(position)} have cleared their ladder{at_once}."


# ---- what beat what

@words.laid(*KINDS)
def laid_last(position: Position, laid: Sequence[Laid]) -> Finding:
    """What the last of these cards does in the trick."""
    *before, last = laid
    if last.card is FACE_DOWN:
        return Finding(rules.turn.id, True, f"{position.name(last.seat)} leads a card face down.")
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
    """The chosen suits and the cards turned for them, what is seen of the stock, and what the deal is worth."""
    told = [("Chosen", _suits(position))]
    if position.turnups:
        told.append(("Turned up", marks(position.turnups)))
    seen = [card for card in position.stock if card is not FACE_DOWN]
    if seen and not position.hand_over:
        told.append(("Stock", marks(seen)))
    if position.soloist is not None:
        told.append(("Alone", position.name(position.soloist)))
    unit = position.terms.unit if position.value > 1 else position.terms.unit.removesuffix("s")
    return [*told, ("Worth", f"{position.value} {unit}")]


words.keeps_quiet("hand-score", "Worth")


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
        told += f" {position.marching} are on the march."
    if position.terms.turn_after != () and (kind == "hand-score" or (position.leader is not None and not position.trick)):
        turns = [f"{count} of {side}" for side, count in position.turns.items() if count]
        told += f" Accepted turns: {listed(turns) or 'none'}."
    return told


@words.shown_apart
def is_trump(position: Position, card: Card) -> bool:
    """The Olen and the cards of the chosen suits: a hand shows them apart from the rest."""
    return card in rules.OLEN or card.suits in position.chosen

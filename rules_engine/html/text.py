"""Views as plain text, for the terminal and other line-by-line output."""

from __future__ import annotations

from collections.abc import Iterable

from rules_engine.core.game.game import Game, View
from rules_engine.core.model.cards import FACE_DOWN
from rules_engine.core.model.events import signed
from rules_engine.core.positions.position import Position
from rules_engine.narration.hand_order import sorted_hand
from rules_engine.narration.narrator import Narrator, narrator_for
from rules_engine.narration.phrasebook import EventText, RuleFinding


def table_text(view: View[Position]) -> str:
    """Return a seat's view of the table, one item per line."""
    game, position, narrator = view.game, view.position, narrator_for(view.game, view.seat)
    lines = [f"{label}: {game.pack.plain(told)}" for label, told in narrator.public_facts(position)]
    lines += filter(None, [narrator.sides_tally(position)])
    lines += [_seat_text(narrator, position, seat) for seat in game.table.clockwise_from(view.home)]
    return "\n".join([*lines, _trick_text(narrator, position)])


def _seat_text(narrator: Narrator[Position], position: Position, seat: int) -> str:
    hand = position.hands[seat]
    cards = f"{len(hand)} cards" if FACE_DOWN in hand else " ".join(
        card.text for card in sorted_hand(narrator, position, hand))
    mark = ">" if seat == position.to_act else " "
    dealer = " (dealer)" if seat == position.dealer else ""
    tally = narrator.seat_summary(position, seat)
    return f"{mark} {narrator.name(seat)}{dealer}: {cards or 'no cards'}" + (f" [{tally}]" if tally else "")


def _trick_text(narrator: Narrator[Position], position: Position) -> str:
    if not position.trick:
        return "No card on the table."
    winners = set(narrator.game.winners(position, position.trick).values())
    laid = [f"{narrator.name(one.seat)} {one.move.text}" + ("*" if one.seat in winners else "") for one in position.trick]
    return f"On the table: {', '.join(laid)}   (* is winning)"


def events_text(game: Game[Position], events: Iterable[EventText]) -> str:
    """Return events in words, one per line, with their rules."""
    return "\n".join(f"  {game.pack.plain(told.sentence)} [{told.event.rule}]" for told in events)


def findings_text(game: Game[Position], findings: Iterable[RuleFinding]) -> str:
    """Return the findings on a move, one per line, with their rules."""
    return "\n".join(f"  {'yes' if finding.permits else 'no'}: {game.pack.plain(finding.sentence)} [{finding.rule}]"
                     for finding in findings)


def score_text(narrator: Narrator[Position], over: Position) -> str:
    """Return the score sheet of a finished hand, in columns."""
    lines = narrator.game.sheet(over)
    rows = [("", *narrator.score_names), *((narrator.label(line), *map(signed, line.points)) for line in lines),
            ("This hand", *map(signed, over.hand_score or ())), ("Total", *map(signed, over.totals))]
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    return "\n".join("  ".join([row[0].ljust(widths[0]), *(cell.rjust(width) for cell, width in
                                                          zip(row[1:], widths[1:], strict=True))]) for row in rows)

"""The same views as plain text: for the terminal, and wherever a table must be read line by line."""

from __future__ import annotations

from typing import Any

from rules_engine.core.cards import FACE_DOWN
from rules_engine.core.game import Game, View, signed
from rules_engine.core.position import Event
from rules_engine.core.rules import Verdict
from rules_engine.view.hand import sorted_hand


def table_text(view: View) -> str:
    """What a seat sees of the table, a line for each thing."""
    position = view.position
    game: Game[Any] = position.game
    lines = [f"{label}: {game.pack.plain(told)}" for label, told in game.notices(position)]
    lines += [_seat_text(game, view, seat) for seat in game.table.clockwise_from(view.seat or 0)]
    return "\n".join([*lines, _trick_text(game, position)])


def _seat_text(game: Game[Any], view: View, seat: int) -> str:
    position = view.position
    hand = position.hands[seat]
    cards = f"{len(hand)} cards" if FACE_DOWN in hand else " ".join(
        card.text for card in sorted_hand(game, position, hand))
    mark = ">" if seat == position.to_act else " "
    dealer = " (dealer)" if seat == position.dealer else ""
    taken = game.taken(position, seat)
    return f"{mark} {game.table.names[seat]}{dealer}: {cards or 'no cards'}" + (f" [{taken}]" if taken else "")


def _trick_text(game: Game[Any], position: Any) -> str:
    if not position.trick:
        return "No card on the table."
    winners = set(game.standing(position, position.trick).winners.values())
    laid = [f"{game.table.names[one.seat]} {one.move.text}" + ("*" if one.seat in winners else "")
            for one in position.trick]
    return f"On the table: {', '.join(laid)}   (* is winning)"


def events_text(game: Game[Any], events: list[Event]) -> str:
    """What happened, a line for each event with its rule."""
    return "\n".join(f"  {game.pack.plain(event.sentence)} [{event.rule}]" for event in events)


def verdict_text(verdict: Verdict) -> str:
    """What the rules say of a move, a line for each finding."""
    game = verdict.position.game
    return "\n".join(f"  {'yes' if finding.permits else 'no'}: {game.pack.plain(finding.sentence)} [{finding.rule}]"
                     for finding in verdict.findings)


def score_text(game: Game[Any], over: Any) -> str:
    """The score sheet of a hand that is over, in columns."""
    rows = [("", *game.score_names), *((line.label, *map(signed, line.points)) for line in game.working(over)),
            ("This hand", *map(signed, over.hand_score)), ("Total", *map(signed, game.totals(over)))]
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    return "\n".join("  ".join([row[0].ljust(widths[0]), *(cell.rjust(width) for cell, width in
                                                          zip(row[1:], widths[1:], strict=True))]) for row in rows)

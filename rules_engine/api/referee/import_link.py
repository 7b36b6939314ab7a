"""Links that open the referee with a table from this site: the position becomes the entries that a user would make."""

from __future__ import annotations

import base64
import json
from collections.abc import Sequence
from typing import NamedTuple, TypedDict

from rules_engine.api.protocol import EnteredTrick
from rules_engine.api.referee.fields import entries_after_press, entry_fields, field_values
from rules_engine.api.referee.stages import PLAY
from rules_engine.core.game.game import Game
from rules_engine.core.model.cards import FACE_DOWN
from rules_engine.core.model.moves import Move, play
from rules_engine.core.positions.position import Position
from rules_engine.games import make_game
from rules_engine.scenarios.record import Play


class Entered(TypedDict):
    """The entries on the referee's page, and the variant of the game."""

    variant: str
    players: int
    tool: str
    phase: str
    told: dict[str, list[str]]
    leader: int
    cards: list[str]
    tricks: list[EnteredTrick]
    hand: list[str]
    calls: list[str]


class OpenTrickEntry(NamedTuple):
    """A trick on the table, the position before it, and whether it is complete."""

    before: Position
    leader: int
    moves: tuple[Move, ...]
    whole: bool = False

    @property
    def entered(self) -> EnteredTrick:
        """The trick as it would be entered. A card led face down is entered face up."""
        laid = [play(move.played) if move.verb == "turn" else move for move in self.moves]
        return {"leader": self.leader, "cards": [move.text for move in laid]}


def opened(line: Play, seat: int | None) -> str:
    """Return the URL fragment that opens the referee with this table: the tool, and the entries.

    ``seat``  the reader's seat; None if all hands are visible
    """
    told = entered(line, seat)
    return f"{told['tool']}:{base64.urlsafe_b64encode(json.dumps(told, ensure_ascii=False).encode()).decode()}"


def entered(line: Play, seat: int | None) -> Entered:
    """Return the entries for a table: the trick, and the next player's hand if the reader may see it.

    A trick just finished is entered as the current one, unless the reader is to lead.
    """
    game, positions = line.game, line.positions()
    lain, now = _lain(line, positions), positions[-1]
    mine = now.to_act is not None and seat in (None, now.to_act)
    ended = bool(lain and lain[-1].whole) and (now.to_act is None or (_ends(positions) and not (mine and seat is not None)))
    phase = PLAY if ended or now.to_act is None else now.phase
    lies = lain[-1] if ended or (now.trick and lain and phase == PLAY) else None
    since = _since(positions, phase)
    before = lies.before if lies else positions[since]
    whole = [each.entered for each in lain if each.whole and each is not lies]
    trick = lies.entered if lies else {"leader": now.actor if now.to_act is not None else 0, "cards": []}
    return {"variant": game.variant, "players": game.table.size, "phase": phase,
            "tool": "turn" if phase != PLAY or (mine and not ended) else "trick",
            "told": _told(game, before, now), "leader": trick["leader"], "cards": [*trick["cards"]], "tricks": whole,
            "hand": [card.text for card in now.hands[now.actor]] if mine and not ended else [],
            "calls": [move.text for move in line.moves[since:] if phase != PLAY and move.card is None]}


def _ends(positions: Sequence[Position]) -> bool:
    """Return whether the last move finished a trick."""
    return len(positions) > 1 and positions[-1].last_trick is not positions[-2].last_trick


def _since(positions: Sequence[Position], phase: str) -> int:
    """Return the index of the position in which the current phase began; during the play, return that of the current position."""
    place = len(positions) - 1
    while phase != PLAY and place and positions[place - 1].phase == phase:
        place -= 1
    return place


def _lain(line: Play, positions: Sequence[Position]) -> list[OpenTrickEntry]:
    """Return the tricks in a line of play. The first one may have begun before the line."""
    start = positions[0].trick
    lain = [OpenTrickEntry(positions[0], start[0].seat, tuple(each.move for each in start))] if start else []
    for before, move, after in zip(positions, line.moves, positions[1:], strict=False):
        if move.verb not in line.game.notation.laying or move.card in (None, FACE_DOWN):
            continue
        if not before.trick:
            lain.append(OpenTrickEntry(before, before.actor, ()))
        last = lain[-1]
        lain[-1] = last._replace(moves=(*last.moves, move), whole=after.last_trick is not before.last_trick)
    return lain


def _told(game: Game[Position], before: Position, now: Position) -> dict[str, list[str]]:
    """Return the field values before a trick, with the seats' default names. Fields that name several players get their
    present values instead."""
    rows, names = entry_fields(game), game.table.names
    seats = dict(zip(names, make_game(game.id, game.variant, game.table.size).table.names, strict=True))
    told, later = entries_after_press(game, rows, before), field_values(game, rows, now)
    for key, row in rows.items():
        if row.values[:len(names)] == names:
            told[key] = [seats.get(value, value) for value in (later if row.several else told)[key]]
    return told

"""Questions to the referee in tests, with the entries that a player at a real table makes."""

from __future__ import annotations

from rules_engine.api.protocol import RefereeMessage
from rules_engine.api.referee.answer import referee_answer
from rules_engine.api.referee.fields import NONE, FieldOptions, entry_fields
from rules_engine.core.game.game import Game
from rules_engine.core.positions.position import Position


def at_table(game: Game[Position], cards: str = "", hand: str = "", leader: str = "",
             **entries: str | bool | list[str] | None) -> str:
    """Return the referee's answer, in words: who takes the trick or, with a ``hand``, which of its cards may be played next.

    ``cards`` are those on the table, in order, and ``leader`` is the seat that led, by default the first. The ``entries`` are
    fields of the form: a suit or a seat, a flag, a list, or None for none. Raises ``ValueError`` for a field or a value that the
    form doesn't have.
    """
    rows, seats = entry_fields(game), game.table.names
    message: RefereeMessage = {
        "op": "referee", "game": game.id, "variant": game.variant, "players": game.table.size, "options": game.options,
        "seats": seats, "tool": "turn" if hand else "trick", "rows": [*rows], "cards": cards.split(), "hand": hand.split(),
        "leader": seats.index(leader) if leader else 0,
        "entered": {key: _values(rows, key, value) for key, value in entries.items()}}
    return str(referee_answer(message)["say"])


def _values(rows: dict[str, FieldOptions], key: str, entry: str | bool | list[str] | None) -> list[str]:
    """Return an entry as the form sends it. Raises ``ValueError``."""
    if key not in rows:
        raise ValueError(f"the form has no field {key!r}: expected {', '.join(rows)}")
    plain = NONE if entry is None else str(entry).lower() if isinstance(entry, bool) else entry
    values = plain if isinstance(plain, list) else [plain]
    for value in values:
        if value not in rows[key].values:
            raise ValueError(f"{value!r} is no value of {key}: expected {', '.join(rows[key].values)}")
    return values

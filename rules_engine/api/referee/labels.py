"""What a slot is called where somebody is asked for it."""

from __future__ import annotations

from functools import lru_cache

from rules_engine.api.referee.fields import FieldOptions, values_of
from rules_engine.api.referee.worlds import EnteredTable, worlds_of
from rules_engine.core.game.game import Game
from rules_engine.core.positions.position import Position
from rules_engine.narration.narrator import telling_of
from rules_engine.text.message import Text, declared, suit_mark


@lru_cache(maxsize=64)
def row_label(game: Game[Position], row: FieldOptions) -> Text:
    """Return the label under which the game's table tells of a slot: the only one that tells something else with another value,
    or that tells the suit alone; else the slot's own name."""
    telling, told, values = telling_of(game), list[dict[Text, Text]](), [*values_of(row)][:2]
    for world in worlds_of(game, EnteredTable({}, 0), most=1):
        positions = (world.start({row.key: value}) for value in values)
        told += [dict(telling.open(position)) for position in positions if isinstance(position, Position)]
    one, other = [*told, {}, {}][:2]
    changed = [label for label in one if other.get(label, one[label]) != one[label]]
    if len(changed) > 1:
        changed = [label for label in changed if row.suits and one[label] == suit_mark(str(values[0]))]
    return changed[0] if len(changed) == 1 else declared(row.key.replace("_", " ").capitalize())

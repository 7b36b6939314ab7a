"""Labels for the fields in the referee's form."""

from __future__ import annotations

from functools import lru_cache

from rules_engine.api.referee.fields import FieldOptions, values_of
from rules_engine.api.referee.worlds import EnteredTable, consistent_worlds
from rules_engine.core.game.game import Game
from rules_engine.core.positions.position import Position
from rules_engine.narration.narrator import narrator_for
from rules_engine.text.message import Text, declared, suit_mark


@lru_cache(maxsize=64)
def row_label(game: Game[Position], row: FieldOptions) -> Text:
    """Return the label under which the game's table shows a field.

    It is the label of the one public fact that changes with the field's value. If there are several, it is the fact whose text is
    just the suit. If that leaves no single fact, return the field's key as a title.
    """
    narrator, told, values = narrator_for(game), list[dict[Text, Text]](), [*values_of(row)][:2]
    for world in consistent_worlds(game, EnteredTable({}, 0), most=1):
        positions = (world.start({row.key: value}) for value in values)
        told += [dict(narrator.public_facts(position)) for position in positions if isinstance(position, Position)]
    one, other = [*told, {}, {}][:2]
    changed = [label for label in one if other.get(label, one[label]) != one[label]]
    if len(changed) > 1:
        changed = [label for label in changed if row.suits and one[label] == suit_mark(str(values[0]))]
    return changed[0] if len(changed) == 1 else declared(row.key.replace("_", " ").capitalize())

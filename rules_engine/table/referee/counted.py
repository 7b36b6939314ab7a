"""What tricks entered of a hand come to in the numbers that its score is made of.

Each trick counts by what it adds: the slots are told before it and after it. Only numbers that come to a fixed sum are counted
so; bids and contracts lie in no trick.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain, combinations

from rules_engine.core.game.counting import Counted, counting_of
from rules_engine.core.game.game import Game
from rules_engine.core.model.moves import Move
from rules_engine.core.positions.position import Position
from rules_engine.table.referee.earlier import Tricks, tricks_laid
from rules_engine.table.referee.lying import Lying, Table
from rules_engine.table.referee.slots import rows_of
from rules_engine.table.referee.trick import loosened


def keys_counted(game: Game[Position]) -> list[str]:
    """Return the keys of the numbers that tricks make."""
    sums = counting_of(type(game)).form(game, 0).sums
    return list(dict.fromkeys(key for each in sums for key in each.keys))


def counted(game: Game[Position], table: Table, tricks: Tricks) -> dict[str, list[int]]:
    """Return what whole tricks come to; nothing where one of them can't have been so, or nothing is made of tricks."""
    found: dict[str, list[int]] = {}
    keys, counting = keys_counted(game), counting_of(type(game))
    for trick in tricks:
        laid = next(filter(None, (_whole(game, each, trick) for each in _tables(game, table))), [])
        if not keys or not laid:
            return {}
        before, after = (counting.tell(game, each.position) for each in (laid[0], laid[-1]))
        found = {key: _added(found.get(key), before, after, key) for key in keys if key in after}
    return found


def _tables(game: Game[Position], table: Table) -> Iterator[Table]:
    """The table as it is told at the end of the hand, and as it may have been before: what isn't asked came in its course."""
    yield table
    rows = rows_of(game)
    then = table._replace(told={key: value for key, value in table.told.items() if rows[key].asked})
    yield then
    yield from loosened(game, then)
    for key, values in table.told.items():
        if isinstance(values, Sequence) and rows[key].several and not rows[key].asked:
            others = {each: value for each, value in table.told.items() if each != key}
            yield table._replace(told=others)
            fewer = (combinations(values, size) for size in range(1, len(values)))
            yield from (table._replace(told={**others, key: [*some]}) for some in chain(*fewer))


def _whole(game: Game[Position], table: Table, trick: tuple[int, Sequence[Move]]) -> list[Lying]:
    """A trick before each of its cards, and after the last; nothing if it isn't whole."""
    (laid,) = tricks_laid(game, table, [trick])
    return laid if len(laid) > len(trick[1]) and laid[-1].whole else []


def _added(so_far: Sequence[int] | None, before: Counted, after: Counted, key: str) -> list[int]:
    now, then = _row(after, key), _row(before, key)
    return [one + two - three for one, two, three in zip(so_far or [0] * len(now), now, then, strict=True)]


def _row(told: Mapping[str, object], key: str) -> list[int]:
    value = told[key]
    return [number for number in value if isinstance(number, int)] if isinstance(value, Sequence) else []

"""Counts for the score from the tricks entered at a real table.

Each trick adds the difference between the numbers after it and before it. Only numbers with a fixed sum are counted, because
others, such as bids, don't come from tricks. All consistent hands have to agree on them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain, combinations

from rules_engine.api.referee.earlier_tricks import Trick, laid_in
from rules_engine.api.referee.fields import NONE, entry_fields
from rules_engine.api.referee.reconstruct import Reconstruction
from rules_engine.api.referee.trick import TrickEntry, relaxed_variants
from rules_engine.core.game.game import Game
from rules_engine.core.game.score_form import Counted, counting_of
from rules_engine.core.positions.json_values import JsonValue
from rules_engine.core.positions.position import Position


def keys_counted(game: Game[Position]) -> list[str]:
    """Return the keys of the numbers to which tricks contribute."""
    sums = counting_of(type(game)).form(game, 0).sums
    return list(dict.fromkeys(key for each in sums for key in each.keys))


def count_tricks(game: Game[Position], told: TrickEntry, tricks: Sequence[Trick]) -> dict[str, list[int]]:
    """Return the sums over complete tricks, by key, if known. They are empty if a trick is impossible or no number depends on
    tricks."""
    found: dict[str, list[int]] | None = None
    for number, trick in enumerate(tricks):
        looks = next(filter(None, (laid_in(game, each, trick, number) for each in _before(game, told))), [])
        if not looks:
            return {}
        added = _added(game, looks)
        found = added if found is None else {key: [*map(sum, zip(found[key], added[key], strict=True))]
                                             for key in found if key in added}
    return found or {}


def _before(game: Game[Position], told: TrickEntry) -> Iterator[TrickEntry]:
    """Yield the entries as they are at the end of the hand, and as they may have been earlier.

    The values of optional fields may have changed during the hand, and so may whether something is true, such as that this is
    the first trick. What may be none, such as the seat that took a card, may have been none.
    """
    now, rows = told.table.told, entry_fields(game)
    then = {key: value for key, value in now.items() if rows[key].asked}
    none = {key: None if NONE in rows[key].values else value for key, value in now.items()}
    tables: Iterator[Mapping[str, JsonValue]] = chain(
        [now, then], ({**then, **more} for more in relaxed_variants(game, told.table._replace(told=then))), _fewer(game, now),
        [none], *(_flipped(values) for values in (now, none)))
    return (told._replace(table=told.table._replace(told=each)) for each in tables)


def _flipped(values: Mapping[str, JsonValue]) -> Iterator[Mapping[str, JsonValue]]:
    """Yield the entries with one of the flags the other way."""
    return ({**values, key: not value} for key, value in values.items() if isinstance(value, bool))


def _fewer(game: Game[Position], now: Mapping[str, JsonValue]) -> Iterator[Mapping[str, JsonValue]]:
    """Yield the entries with some values removed from an optional field that accepts several, such as the players who sit out."""
    rows = entry_fields(game)
    for key, values in now.items():
        if isinstance(values, Sequence) and rows[key].several and not rows[key].asked:
            for some in chain(*(combinations(values, size) for size in range(len(values)))):
                yield {**now, key: [*some]}


def _added(game: Game[Position], looks: Sequence[Reconstruction]) -> dict[str, list[int]]:
    """Return the numbers that a trick adds, by key, if all consistent hands agree on them.

    Hands that continue after the trick are preferred, because the end of a hand may add more points.
    """
    counting, going_on = counting_of(type(game)), [each for each in looks if not each.position.hand_over]
    told = [(counting.tell(game, each.start), counting.tell(game, each.position)) for each in going_on or looks]
    found = dict[str, list[int]]()
    for key in keys_counted(game):
        added = {tuple(_difference(before, after, key)) for before, after in told if key in after}
        if len(added) == 1:
            found[key] = [*added.pop()]
    return found


def _difference(before: Counted, after: Counted, key: str) -> Iterator[int]:
    return (now - then for now, then in zip(_row(after, key), _row(before, key), strict=True))


def _row(told: Counted, key: str) -> list[int]:
    value = told[key]
    return [number for number in value if isinstance(number, int)] if isinstance(value, Sequence) else []

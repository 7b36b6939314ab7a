"""What tricks entered of a hand come to in the numbers that its score is made of.

Each trick counts by what it adds: the fields are told before it and after it. Only numbers that come to a fixed sum are counted
so, for bids and contracts lie in no trick; and only those that are the same in all hands that fit.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain, combinations

from rules_engine.api.referee.earlier_tricks import Trick, laid_in
from rules_engine.api.referee.fields import entry_fields
from rules_engine.api.referee.reconstruct import Reconstruction
from rules_engine.api.referee.trick import TrickEntry, relaxed_variants
from rules_engine.core.game.game import Game
from rules_engine.core.game.score_form import Counted, counting_of
from rules_engine.core.positions.json_values import JsonValue
from rules_engine.core.positions.position import Position


def keys_counted(game: Game[Position]) -> list[str]:
    """Return the keys of the numbers that tricks make."""
    sums = counting_of(type(game)).form(game, 0).sums
    return list(dict.fromkeys(key for each in sums for key in each.keys))


def count_tricks(game: Game[Position], told: TrickEntry, tricks: Sequence[Trick]) -> dict[str, list[int]]:
    """Return what whole tricks come to, as far as that is known; nothing where one of them can't have been so, or nothing is
    made of tricks."""
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
    """The table as it is entered at the end of the hand, and as it may have been before: what isn't asked came in its course."""
    now, rows = told.table.told, entry_fields(game)
    then = {key: value for key, value in now.items() if rows[key].asked}
    tables: Iterator[Mapping[str, JsonValue]] = chain(
        [now, then], ({**then, **more} for more in relaxed_variants(game, told.table._replace(told=then))), _fewer(game, now))
    return (told._replace(table=told.table._replace(told=each)) for each in tables)


def _fewer(game: Game[Position], now: Mapping[str, JsonValue]) -> Iterator[Mapping[str, JsonValue]]:
    """The same with fewer of several values, such as players who were out."""
    rows = entry_fields(game)
    for key, values in now.items():
        if isinstance(values, Sequence) and rows[key].several and not rows[key].asked:
            for some in chain(*(combinations(values, size) for size in range(len(values)))):
                yield {**now, key: [*some]}


def _added(game: Game[Position], looks: Sequence[Reconstruction]) -> dict[str, list[int]]:
    """What a trick adds under each key, where that is the same in all hands that fit; of those the ones that go on, if there are
    such: the end of a hand may count other things."""
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

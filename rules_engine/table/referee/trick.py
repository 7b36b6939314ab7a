"""Who takes a trick as it lies there, as soon as that is certain, and what has still to be told before it is.

A card may have been laid in more than one way, and not everything is told: the trick is laid in every way that there is, and
where all have one taker nobody has to be asked. Before a trick is whole its taker is certain when no further card changes it,
nor any two: in all games in which a card either becomes the best or doesn't, then no later card does.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice, product
from math import prod
from typing import NamedTuple

from rules_engine.core.game.game import Game
from rules_engine.core.model.cards import Card
from rules_engine.core.model.errors import SetupError
from rules_engine.core.model.moves import Move
from rules_engine.core.positions.position import Position
from rules_engine.core.positions.values import Plain
from rules_engine.table.latest import Latest
from rules_engine.table.referee.lying import (
    PLAY,
    Against,
    Lying,
    Table,
    dealt,
    few_cards,
    lay,
    with_card,
    with_hand,
)
from rules_engine.table.referee.slots import Row, rows_of, values_of

MOST = 60
"""In so many ways a trick is looked at, where not everything is told."""
PAIRS = 700
"""So many pairs of further cards are looked at."""

REMEMBERED = 40
"""So many tricks, as far as they had come, are remembered as they were looked at."""

Takers = Mapping[str, int]


class Told(NamedTuple):
    """What was told of a trick: its cards, each by the moves that it may have been laid with, and the rows of its game."""

    table: Table
    rows: Mapping[str, Row]
    cards: Sequence[Sequence[Move]]

    @property
    def key(self) -> str:
        """What tells it from any other of its game."""
        gone, offered = sorted(card.text for card in self.table.gone), sorted(self.table.offered)
        told = self.table._replace(gone=frozenset(), offered=frozenset()), gone, offered
        rows = [(row.key, *row.values) for row in self.rows.values()]
        return repr((told, rows, [[move.text for move in ways] for ways in self.cards]))


class Found(NamedTuple):
    """What can be said of a trick.

    ``lying``   the cards as they lie there, in one of the ways; what can't be so; or what is wrong with what was told
    ``takers``  who takes it, or would as it lies, by colour where colours are won apart; None where that isn't known yet
    ``sure``    whether no further card changes that
    ``asks``    the keys of rows that have to be told, and places of cards of which it has to be told how they were laid
    ``others``  the cards as they may lie there too, with the same taker: why may differ
    """

    lying: Lying | Against | SetupError
    takers: Takers | None
    sure: bool
    asks: tuple[str | int, ...]
    others: tuple[Lying, ...] = ()


_LOOKED = Latest[tuple[Game[Position], str], Sequence[Lying | Against | SetupError]](REMEMBERED)


def found(game: Game[Position], told: Told) -> Found:
    """Return what can be said of a trick as it lies there."""
    untold = untold_of(told)
    looked = looked_at(game, told)
    lying = [each for each in looked if isinstance(each, Lying)]
    if not lying:
        return Found(looked[0], None, False, _told_amiss(looked[0], told))
    one = [takers_of(game, each) for each in lying]
    if any(each != one[0] for each in one):
        return Found(lying[0], None, False, tuple(_asks(game, told, untold)))
    sure = all(sure_of(game, each, told.table.gone) for each in lying)
    asks: tuple[str | int, ...] = () if sure else (*untold, *unclear(told))     # it may matter for the cards to come
    return Found(lying[0], one[0], sure, asks, tuple(lying[1:]))


def looked_at(game: Game[Position], told: Told) -> Sequence[Lying | Against | SetupError]:
    """Return the trick laid in every way that what was told leaves open.

    Cards are tapped one by one: the trick without the last of them was looked at a moment ago.
    """
    case = game, told.key
    if case not in _LOOKED:
        _LOOKED[case] = [_look(game, told, each, moves) for each in told_ways(told)
                         for moves in islice(product(*told.cards), MOST)]
    return _LOOKED[case]


def told_ways(told: Told) -> Iterator[dict[str, Plain]]:
    """Yield what may be so of that which isn't told: all of it together, or where that is too much each thing by itself."""
    values = {key: [*values_of(told.rows[key])] for key in untold_of(told)}
    if prod(map(len, values.values())) <= MOST:
        yield from (dict(zip(values, each, strict=True)) for each in product(*values.values()))
        return
    for at in range(max(map(len, values.values()))):        # each with its next value, and then all others as they are first
        yield {key: each[at % len(each)] for key, each in values.items()}
    first = {key: each[0] for key, each in values.items()}
    yield from ({**first, key: value} for key, each in values.items() for value in each[1:])


def untold_of(told: Told) -> list[str]:
    """Return the keys of rows that are asked for, and of which nothing is told."""
    return [key for key, row in told.rows.items() if row.asked and key not in told.table.told]


def unclear(told: Told) -> Iterator[int]:
    """Yield the places of cards that may have been laid in several ways."""
    return (place for place, moves in enumerate(told.cards) if len(moves) > 1)


def _look(game: Game[Position], told: Told, values: Mapping[str, Plain], moves: Sequence[Move]) -> Lying | Against | SetupError:
    """The trick laid in one way. Where some card couldn't lie there, it may by what nobody was asked about."""
    table = told.table._replace(told={**told.table.told, **values})
    first = _laid(game, table, moves)
    if isinstance(first, Lying):
        return first
    again = (_laid(game, each, moves) for each in loosened(game, table))
    return next((each for each in again if isinstance(each, Lying)), first)


def loosened(game: Game[Position], table: Table) -> Iterator[Table]:
    """Yield the table as it may be too, where several values weren't told of: with all of them."""
    for key, row in rows_of(game).items():
        if row.several and not row.asked and key not in table.told:
            yield table._replace(told={**table.told, key: [*row.values]})


def _laid(game: Game[Position], table: Table, moves: Sequence[Move]) -> Lying | Against | SetupError:
    known = [move.played for move in moves]
    start = dealt(game, table, known, few_cards(game, known), known)
    return start if isinstance(start, SetupError) else lay(game, start, moves, table.gone)


def _told_amiss(amiss: Lying | Against | SetupError, told: Told) -> tuple[str, ...]:
    """The row in which something is missing, or wrong, by the setup."""
    key = str(amiss.problems[0].path[0]) if isinstance(amiss, SetupError) and amiss.problems[0].path else ""
    return (key,) if key in told.rows else ()


def _asks(game: Game[Position], told: Told, untold: Sequence[str]) -> Iterator[str | int]:
    """What changes the taker, each thing by itself or all together."""
    asked = [key for key in untold if _matters(game, told, key)]
    yield from asked or untold
    yield from unclear(told)


def _matters(game: Game[Position], told: Told, key: str) -> bool:
    others = {each: next(values_of(row)) for each, row in told.rows.items()
              if row.asked and each != key and each not in told.table.told}
    moves = [ways[0] for ways in told.cards]
    looked = (_look(game, told, {**others, key: value}, moves) for value in values_of(told.rows[key]))
    takers = [takers_of(game, each) for each in looked if isinstance(each, Lying)]
    return any(each != takers[0] for each in takers)


def takers_of(game: Game[Position], lying: Lying) -> Takers:
    """Return who takes the trick, or would as it lies."""
    return taken(game, lying.position, whole=lying.whole, empty=not lying.laid)


def taken(game: Game[Position], position: Position, whole: bool, empty: bool = False) -> Takers:
    """Return who took the last trick, where it is ``whole``, else who would take the one on the table."""
    if whole and position.last_trick is not None:
        return position.last_trick.winners
    return {} if empty or not position.trick else game.winners(position, position.trick)


def sure_of(game: Game[Position], lying: Lying, gone: frozenset[Card] = frozenset()) -> bool:
    """Tell whether no further card, nor any two, change who takes the trick: of those that nobody has told of."""
    if lying.whole:
        return True
    takers = takers_of(game, lying)
    if not takers:
        return False
    there = {one.card for one in lying.laid} | gone
    unseen = [card for card in game.deck if card not in there]
    after = [*_further(game, lying.position, unseen)]
    if any(each != takers for each, _ in after):
        return False
    step = max(1, len(after) * len(unseen) // PAIRS)
    return all(each == takers for _, last in after[::step] if last is not None
               for each, _ in _further(game, last, [card for card in unseen if card is not last.trick[-1].card]))


def _further(game: Game[Position], position: Position, cards: Sequence[Card]) -> Iterator[tuple[Takers, Position | None]]:
    """Who takes the trick after each card that may come next, and the position if the trick isn't whole by then."""
    for card in cards:
        for move in ways_of(game, position, card):
            last = position.last_trick
            after = game.make(with_card(position, card), move)[0]
            whole = after.last_trick is not last
            yield taken(game, after, whole), None if whole or after.to_act is None else after


def ways_of(game: Game[Position], position: Position, card: Card) -> list[Move]:
    """Return the moves with which who is to act may lay this card, whatever else that player holds."""
    moves = game.legal(with_hand(position, [card]))
    return [move for move in moves if move.card is card and game.make(with_card(position, card), move)[0].phase in (PLAY, "over")]

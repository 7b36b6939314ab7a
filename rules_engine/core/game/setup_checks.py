"""Checks, shared by all games, of a position read from a setup: no duplicate cards, possible hand sizes, and a trick in playing
order.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import combinations

from rules_engine.core.model.cards import Card
from rules_engine.core.model.errors import Path, SetupError
from rules_engine.core.positions.field_types import BySeat
from rules_engine.core.positions.json_values import JsonValue, ValueReader
from rules_engine.core.positions.position import Position
from rules_engine.text.message import listed

Apart = Mapping[str, Sequence[int]]
"""Maps pile names to the number of cards in each seat's pile."""


class SetupReader(ValueReader):
    """A setup being read.

    ``uneven``     whether hands missing from the setup may differ in size: they are filled from the script, which may contain
                   errors ``seed_dealt`` whether the engine dealt the hands
    """

    __slots__ = ("_where", "seed_dealt", "uneven")

    def __init__(self, setup: Mapping[str, JsonValue], uneven: bool = False) -> None:
        super().__init__(setup)
        self.uneven = uneven
        self.seed_dealt = self.has("seed") and not self.has("hands")
        self._where: dict[Card, Path] = {}

    def left_out(self, seat_name: str) -> bool:
        """Return whether the setup contains hands, but not this seat's."""
        return self.has("hands") and self.filled(seat_name)

    def filled(self, seat_name: str) -> bool:
        """Return whether this seat's hand must be filled from the script, because neither the setup nor the seed provides it."""
        hands = self.value.get("hands")
        given = isinstance(hands, Mapping) and hands.get(seat_name) is not None
        return not given and not self.seed_dealt

    def claim(self, path: Path, card: Card, cards: Collection[Card]) -> bool:
        """Record the location of ``card``, and return whether it is valid.

        Adds a problem if the card isn't one of ``cards`` or was already recorded elsewhere."""
        if card not in cards:
            self.add_problem(f"{card.text} is not in this game's pack of {len(cards)} cards", *self._written(path))
        elif card in self._where:
            self.add_problem(f"{card.text} is in two places: {_place(self._where[card])} and {_place(path)}",
                       *self._written(path))
        else:
            self._where[card] = path
            return True
        return False

    def _written(self, path: Path) -> Path:
        """Return the longest prefix of ``path`` that exists in the setup: a hand may be a single string, or be dealt by the
        seed."""
        value, found = self.value, list[str | int]()
        for key in path:
            if isinstance(value, Mapping):
                value = value.get(key)
            elif isinstance(value, (list, tuple)) and isinstance(key, int):
                value = value[key]
            else:
                break
            found.append(key)
        return tuple(found) if value is not None else path[:1]

    def finish(self) -> None:
        """Raise ``SetupError`` with every problem found, if there are any."""
        if self.problems:
            raise SetupError(self.problems)


def _place(path: Path) -> str:
    key = str(path[0])
    return f"the hand of {path[1]}" if key == "hands" else f"the {key}"


def begin_play(position: Position, given: SetupReader, leader: int, size: int, players: Sequence[int] = ()) -> None:
    """Set the phase of a position to ``play``, and check its trick and hands.

    ``leader``   the leader, unless the setup or the trick defines one
    ``size``     the number of cards that each player plays in a hand
    ``players``  the seats that play, clockwise; empty for all
    """
    players = players or position.table.seats
    position.phase = "play"
    if not given.has("leader"):
        position.leader = position.trick[0].seat if position.trick else leader
    assert position.leader is not None
    order = [seat for seat in position.table.clockwise_from(position.leader) if seat in players]
    check_order(position, given, order)
    check_even(position, given, players)
    check_size(position, given, size, players)
    if len(position.trick) < len(order):
        position.to_act = order[len(position.trick)]


def begin_before_play(position: Position, given: SetupReader, size: int, more: int | None = 0, leader: int | None = None,
                      players: Sequence[int] = ()) -> None:
    """Check a position in a phase before the play: no card is played, and every hand is given and of the same size.

    ``size``     the maximum number of cards in a hand
    ``more``     the number of extra cards that the seat to act may hold; None if all hands may differ in size
    ``leader``   the future leader, which a setup may also contain
    ``players``  the seats that play, clockwise; empty for all
    """
    players = players or position.table.seats
    led = position.leader is not None and position.leader != leader
    for key, there in (("trick", position.trick), ("tricks", any(position.tricks)), ("leader", led)):
        if there:
            given.add_problem(f"in the phase {position.phase} nothing is played yet: leave out {key}, or say phase: play", key)
    position.leader = None
    check_all_hands(position, given, players)
    if more is not None:
        check_size(position, given, size + more, players)
        apart = _laid_apart(position)
        if not any(_even(_sizes_before_play(position, players, more, some), position, given) for some in _parts(apart)):
            _tell_uneven(_sizes_before_play(position, players, more, apart), position, given, apart)


def _parts(apart: Apart) -> Iterator[Apart]:
    """Yield all subsets of the piles. Cards put aside for an exchange count towards a hand's size and discards don't, so try
    every combination."""
    return (dict(some) for count in range(len(apart) + 1) for some in combinations(apart.items(), count))


def _sizes_before_play(position: Position, players: Sequence[int], more: int, apart: Apart) -> dict[int, int]:
    """Return each seat's number of cards, including its piles, but without the extra cards that the seat to act may hold."""
    sizes = {seat: size + sum(lying[seat] for lying in apart.values()) for seat, size in sizes_of(position, players).items()}
    if position.to_act in sizes:
        sizes[position.to_act] -= min(more, max(0, sizes[position.to_act] - min(sizes.values())))
    return sizes


def check_order(position: Position, given: SetupReader, order: Sequence[int]) -> None:
    """Check that the cards in a trick are in playing order and that the trick is incomplete. ``order`` begins with the leader."""
    names = position.table.names
    if position.leader not in order:
        given.add_problem(f"{position.name(position.leader)} doesn't play this hand, and so can't lead", "leader")
    for place, (laid, seat) in enumerate(zip(position.trick, order, strict=False)):
        if laid.seat != seat:
            given.add_problem(f"{names[seat]} comes at this place of the trick, not {names[laid.seat]}", "trick", place)
    if len(position.trick) >= len(order):
        given.add_problem("a trick on the table lacks at least one card", "trick")


def check_even(position: Position, given: SetupReader, players: Sequence[int]) -> None:
    """Check that every seat has the same number of cards, in hand and on the table."""
    sizes = sizes_of(position, players)
    if not _even(sizes, position, given):
        _tell_uneven(sizes, position, given, {})


def _even(sizes: Mapping[int, int], position: Position, given: SetupReader) -> bool:
    return len({sizes[seat] for seat in _told(sizes, position, given)}) < 2


def _told(sizes: Iterable[int], position: Position, given: SetupReader) -> list[int]:
    """Return the seats whose hands are known."""
    return [seat for seat in sizes if not (given.uneven and given.filled(position.table.names[seat]))]


def _tell_uneven(sizes: Mapping[int, int], position: Position, given: SetupReader, apart: Apart) -> None:
    """Add a problem that lists each seat's number of cards, in hand and in piles."""
    names = position.table.names
    told = [f"{names[seat]} {sizes[seat]}{_where(position, seat, apart)}" for seat in _told(sizes, position, given)]
    given.add_problem(f"every seat's cards, in hand and on the table, must come to the same number: {listed(told)}", "hands")


def _where(position: Position, seat: int, apart: Apart) -> str:
    lying = [f"{sizes[seat]} in {name}" for name, sizes in apart.items() if sizes[seat]]
    return f" ({', '.join([f'{len(position.hands[seat])} in hand', *lying])})" if lying else ""


def check_size(position: Position, given: SetupReader, size: int, players: Sequence[int]) -> None:
    """Check that at least one seat holds a card, and that no seat has more than ``size`` cards, including tricks taken."""
    held, taken = max(len(position.hands[seat]) for seat in players), sum(position.tricks)
    if not held:
        given.add_problem("no seat holds a card: there is nothing to play", "hands")
    if taken + held > size:
        given.add_problem(f"{taken} tricks taken and {held} cards in hand are more than the {size} cards that each player "
                    "plays", "tricks")


def check_all_hands(position: Position, given: SetupReader, players: Sequence[int] = ()) -> None:
    """Check that a setup before the play contains every playing seat's hand, and the hand of any other seat that holds cards."""
    for seat, hand in enumerate(position.hands):
        if (hand or seat in players) and given.left_out(position.table.names[seat]):
            given.add_problem(f"{position.table.names[seat]} is left out: a hand that starts before the play gives every "
                        "seat's cards", "hands")


def sizes_of(position: Position, players: Sequence[int]) -> dict[int, int]:
    """Map seats to their number of cards, in hand and on the table."""
    laid = [laid.seat for laid in position.trick]
    return {seat: len(position.hands[seat]) + laid.count(seat) for seat in players}


def _laid_apart(position: Position) -> Apart:
    """Map the names of hidden piles, which only their owners see, to the number of cards in each seat's pile."""
    piles = {field.key: getattr(position, name) for name, field in position.fields.items()
             if field.hidden and isinstance(field.kind, BySeat)}
    return {name: [*map(len, pile)] for name, pile in piles.items()}

"""What a position read from a setup must be, whatever the game: every card in one place, hands that can occur, a trick
in its order.
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
"""How many cards lie in piles of the seats' own, by the pile's name."""


class SetupReader(ValueReader):
    """A setup being read.

    ``uneven``     whether the hands of seats that the setup leaves out may have other sizes: the script fills them,
                   and may itself be at fault
    ``seed_dealt`` whether the engine dealt the hands
    """

    __slots__ = ("_where", "seed_dealt", "uneven")

    def __init__(self, setup: Mapping[str, JsonValue], uneven: bool = False) -> None:
        super().__init__(setup)
        self.uneven = uneven
        self.seed_dealt = self.has("seed") and not self.has("hands")
        self._where: dict[Card, Path] = {}

    def left_out(self, seat_name: str) -> bool:
        """Tell whether the setup gives hands, but not this seat's."""
        return self.has("hands") and self.filled(seat_name)

    def filled(self, seat_name: str) -> bool:
        """Tell whether the script fills this seat's hand, for neither the setup nor the seed gives it."""
        hands = self.value.get("hands")
        given = isinstance(hands, Mapping) and hands.get(seat_name) is not None
        return not given and not self.seed_dealt

    def claim(self, path: Path, card: Card, cards: Collection[Card]) -> bool:
        """Return whether ``card`` may lie where ``path`` leads: it is one of ``cards``, and in no other place."""
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
        """The part of ``path`` that the setup has: cards may be one text. What it lacks altogether the seed dealt."""
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
        """Raise ``SetupError`` with every problem found, if there is any."""
        if self.problems:
            raise SetupError(self.problems)


def _place(path: Path) -> str:
    key = str(path[0])
    return f"the hand of {path[1]}" if key == "hands" else f"the {key}"


def begin_play(position: Position, given: SetupReader, leader: int, size: int, players: Sequence[int] = ()) -> None:
    """Put a position into the play, led by ``leader`` where neither the setup nor the trick tells.

    ``size``     the cards that each player is dealt
    ``players``  the seats that play, clockwise, where that isn't everybody
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
    """Check a position in a phase before the play: nothing is played, and every hand is given, of the same size.

    ``size``     the cards that each player may hold
    ``more``     how many cards more than the others who is to act may hold; None where all may differ
    ``leader``   who will lead: a setup may say so, but needn't
    ``players``  the seats that play, clockwise, where that isn't everybody
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
    """Whichever piles still count as their owners' cards: those for an exchange do, those that are put away for good don't."""
    return (dict(some) for count in range(len(apart) + 1) for some in combinations(apart.items(), count))


def _sizes_before_play(position: Position, players: Sequence[int], more: int, apart: Apart) -> dict[int, int]:
    """By seat, the cards that it has, those in some piles too; of who is to act those that it may have more are left out."""
    sizes = {seat: size + sum(lying[seat] for lying in apart.values()) for seat, size in sizes_of(position, players).items()}
    if position.to_act is not None:
        sizes[position.to_act] -= min(more, max(0, sizes[position.to_act] - min(sizes.values())))
    return sizes


def check_order(position: Position, given: SetupReader, order: Sequence[int]) -> None:
    """Check that the cards of a trick lie in the order of play, and one is missing at least. Who leads is the first in
    that order."""
    names = position.table.names
    if position.leader not in order:
        given.add_problem(f"{position.name(position.leader)} doesn't play this hand, and so can't lead", "leader")
    for place, (laid, seat) in enumerate(zip(position.trick, order, strict=False)):
        if laid.seat != seat:
            given.add_problem(f"{names[seat]} comes at this place of the trick, not {names[laid.seat]}", "trick", place)
    if len(position.trick) >= len(order):
        given.add_problem("a trick on the table lacks at least one card", "trick")


def check_even(position: Position, given: SetupReader, players: Sequence[int]) -> None:
    """Check that every seat holds the same number of cards, those on the table counted in."""
    sizes = sizes_of(position, players)
    if not _even(sizes, position, given):
        _tell_uneven(sizes, position, given, {})


def _even(sizes: Mapping[int, int], position: Position, given: SetupReader) -> bool:
    return len({sizes[seat] for seat in _told(sizes, position, given)}) < 2


def _told(sizes: Iterable[int], position: Position, given: SetupReader) -> list[int]:
    """Those of some seats whose cards are known."""
    return [seat for seat in sizes if not (given.uneven and given.filled(position.table.names[seat]))]


def _tell_uneven(sizes: Mapping[int, int], position: Position, given: SetupReader, apart: Apart) -> None:
    """Note how many cards each seat has, and where those lie that aren't in its hand."""
    names = position.table.names
    told = [f"{names[seat]} {sizes[seat]}{_where(position, seat, apart)}" for seat in _told(sizes, position, given)]
    given.add_problem(f"every seat's cards, in hand and on the table, must come to the same number: {listed(told)}", "hands")


def _where(position: Position, seat: int, apart: Apart) -> str:
    lying = [f"{sizes[seat]} in {name}" for name, sizes in apart.items() if sizes[seat]]
    return f" ({', '.join([f'{len(position.hands[seat])} in hand', *lying])})" if lying else ""


def check_size(position: Position, given: SetupReader, size: int, players: Sequence[int]) -> None:
    """Check that somebody holds a card, and nobody more than were dealt, the tricks taken counted in."""
    held, taken = max(len(position.hands[seat]) for seat in players), sum(position.tricks)
    if not held:
        given.add_problem("no seat holds a card: there is nothing to play", "hands")
    if taken + held > size:
        given.add_problem(f"{taken} tricks taken and {held} cards in hand are more than the {size} cards that each player "
                    "is dealt", "tricks")


def check_all_hands(position: Position, given: SetupReader, players: Sequence[int] = ()) -> None:
    """Check that a hand that starts before the play names the cards of every seat that plays, and of each that holds any."""
    for seat, hand in enumerate(position.hands):
        if (hand or seat in players) and given.left_out(position.table.names[seat]):
            given.add_problem(f"{position.table.names[seat]} is left out: a hand that starts before the play gives every "
                        "seat's cards", "hands")


def sizes_of(position: Position, players: Sequence[int]) -> dict[int, int]:
    """Return, by seat, the cards in hand and on the table."""
    laid = [laid.seat for laid in position.trick]
    return {seat: len(position.hands[seat]) + laid.count(seat) for seat in players}


def _laid_apart(position: Position) -> Apart:
    """The piles that nobody but their owners see, by name: how many cards lie in that of each seat."""
    piles = {field.key: getattr(position, name) for name, field in position.fields.items()
             if field.hidden and isinstance(field.kind, BySeat)}
    return {name: [*map(len, pile)] for name, pile in piles.items()}

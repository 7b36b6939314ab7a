"""Seats around a table, always listed clockwise from the reader's."""

from __future__ import annotations

from collections.abc import Sequence

from rules_engine.core.model.errors import LARGEST, TextError
from rules_engine.text.message import Seats

DEFAULT_SEATS = {
    2: ("South", "North"),
    3: ("South", "West", "East"),
    4: ("South", "West", "North", "East"),
    5: ("South", "West", "Northwest", "Northeast", "East"),
    6: ("South", "Southwest", "Northwest", "North", "Northeast", "Southeast"),
    7: ("South", "Southwest", "West", "Northwest", "Northeast", "East", "Southeast"),
    8: ("South", "Southwest", "West", "Northwest", "North", "Northeast", "East", "Southeast"),
}
"""Maps numbers of players to the default seat names, clockwise from the reader's seat."""

FIRST_NAMES = {"South": "Sam", "Southwest": "Stella", "West": "Wilma", "Northwest": "Norman", "North": "Nora",
               "Northeast": "Nina", "East": "Emil", "Southeast": "Simon"}
"""Maps default seat names to the first names of the players there in a hand that the reader plays. Both begin with the same
letter, so that one recalls the other, also in translations."""

MAX_SEATS = max(DEFAULT_SEATS)

RESERVED_SEATS = frozenset({"note", "legal", "illegal", "expect", "ask", "choices", "deal"})
"""Names not allowed for seats, because they are keys of a scenario step."""


def as_text(value: object, expected: str = "a text") -> str:
    """Return a string, number or boolean as it was written, because a seat may be called 1 or true.

    Raises ``TextError`` for any other value.
    """
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, str) or (isinstance(value, int) and abs(value) <= LARGEST):
        return str(value)
    raise TextError(value, expected)


Who = int | Sequence[int]
"""A seat, or the seats on a side."""


class Table:
    """The seats at a table, clockwise. Inside the engine a seat is an index, 0 for the reader's.

    ``names`` are the names of the seats in setups, saves and scenarios. Sentences use ``called``: these names, but "you" for the
    seat ``reader``, if any. Raises ``TextError`` if a name is invalid or occurs twice.
    """

    def __init__(self, names: Sequence[str], reader: int | None = None) -> None:
        self.reader = reader
        self.names = tuple(_check_name(name) for name in names)
        if len(set(self.names)) != len(self.names):
            raise TextError(list(names), "a different name for each seat")
        self.size = len(self.names)
        self.seats = range(self.size)
        self.left_of = tuple((seat + 1) % self.size for seat in self.seats)
        self._around = [[(seat + step) % self.size for step in self.seats] for seat in self.seats]
        self._places = {name: seat for seat, name in enumerate(self.names)}

    def __eq__(self, other: object) -> bool:
        return self is other or (isinstance(other, Table) and (self.names, self.reader) == (other.names, other.reader))

    def __hash__(self) -> int:
        return hash((self.names, self.reader))

    def read_seat(self, value: object) -> int:
        """Return the index of the seat named ``value``. Raises ``TextError`` if there is none."""
        try:
            return self._places[as_text(value)]
        except (KeyError, TextError):
            raise TextError(value, f"a seat: {', '.join(self.names)}", self.names) from None

    def clockwise_from(self, seat: int) -> list[int]:
        """Return all seats clockwise, starting with ``seat``."""
        return self._around[seat % self.size][:]

    def read_by(self, reader: int) -> Table:
        """Return this table with sentences addressed to the player in a seat."""
        return Table(self.names, reader)

    def read_side(self, name: str) -> tuple[int, ...]:
        """Parse a side's name, as formatted by ``side_name``, and return the side's seats."""
        return tuple(self._places[each] for each in name.split("+"))

    def side_name(self, seats: Sequence[int]) -> str:
        """Return a side's name: the names of its seats joined by ``+``, clockwise from the reader's seat."""
        return "+".join(self.names[seat] for seat in sorted(seats))

    # ---- sentences

    def called(self, who: Who) -> Seats:
        """Return one or several seats as they appear in a sentence: ``West``, ``you``, ``you and North``."""
        seats = sorted([who] if isinstance(who, int) else who)
        return Seats([self.names[seat] for seat in seats if seat != self.reader], you=self.reader in seats)


def _check_name(value: object) -> str:
    name = as_text(value, "a seat's name: a text")
    if not name or "+" in name or any(letter.isspace() for letter in name):
        raise TextError(value, "a seat's name without spaces or +")
    if name in RESERVED_SEATS:
        raise TextError(value, "a seat's name that isn't the key of a step")
    return name

"""Seats round a table, always clockwise, the reader first."""

from __future__ import annotations

from collections.abc import Sequence

from rules_engine.core.cards import listed
from rules_engine.core.errors import TextError

DEFAULT_SEATS = {
    3: ("South", "West", "East"),
    4: ("South", "West", "North", "East"),
    5: ("South", "West", "Northwest", "Northeast", "East"),
    6: ("South", "Southwest", "Northwest", "North", "Northeast", "Southeast"),
    7: ("South", "Southwest", "West", "Northwest", "Northeast", "East", "Southeast"),
}
"""The seats' names by number of players, clockwise from the reader."""

ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh")
NUMBERS = ("one", "two", "three", "four", "five", "six", "seven")
"""As many as there are seats at the largest table."""

RESERVED_SEATS = frozenset({"note", "legal", "illegal", "expect", "ask", "choices", "deal"})
"""Names that a step of a scenario uses itself."""


def as_text(value: object, expected: str = "a text") -> str:
    """A plain value as it was written: seats may be called 1 or true. Raises ``TextError``."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, (str, int)):
        return str(value)
    raise TextError(value, expected)


Who = int | Sequence[int]
"""A seat, or the seats of a side."""


class Table:
    """The seats of one table, clockwise. Inside the engine a seat is its place, 0 for the reader's.

    ``names`` are what setups, saves and scenarios call the seats. What is told calls them by ``called``, ``does`` and
    ``whose``: the same names, but "you" for the seat that reads, if one does.
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

    def read_seat(self, value: object) -> int:
        """The place of the seat named ``value``. Raises ``TextError``."""
        try:
            return self._places[as_text(value)]
        except (KeyError, TextError):
            raise TextError(value, f"a seat: {', '.join(self.names)}", self.names) from None

    def clockwise_from(self, seat: int) -> list[int]:
        """All seats, ``seat`` first."""
        return self._around[seat % self.size][:]

    def read_by(self, reader: int) -> Table:
        """The same table, told to the player of a seat."""
        return Table(self.names, reader)

    def read_side(self, name: str) -> tuple[int, ...]:
        """The seats of the side that ``side_name`` calls so."""
        return tuple(self._places[each] for each in name.split("+"))

    def side_name(self, seats: Sequence[int]) -> str:
        """A side's name: its seats' names joined by ``+``, clockwise from the reader's seat."""
        return "+".join(self.names[seat] for seat in sorted(seats))

    # ---- in sentences

    def called(self, who: Who) -> str:
        """A seat, or some, as a sentence calls them: ``West``, ``you``, ``you and North``."""
        return listed("you" if seat == self.reader else self.names[seat] for seat in self._reader_first(who))

    def does(self, who: Who, verb: str) -> str:
        """Who does what, the verb first in it and agreeing: ``does(1, "takes it")`` is ``West takes it`` or ``you take it``."""
        first, space, rest = verb.partition(" ")
        seats = self._reader_first(who)
        one = len(seats) == 1 and seats[0] != self.reader
        return f"{self.called(seats)} {first if one else plural(first)}{space}{rest}"

    def whose(self, who: Who) -> str:
        """Whose something is: ``West's``, ``your``, ``your and North's``.

        >>> Table(["South", "West", "North", "East"], reader=0).whose((0, 2))
        "your and North's"
        """
        *first, last = self._reader_first(who)
        if last == self.reader:
            return "your"
        return listed([*("your" if seat == self.reader else self.names[seat] for seat in first), f"{self.names[last]}'s"])

    def _reader_first(self, who: Who) -> list[int]:
        seats = [who] if isinstance(who, int) else who
        return sorted(seats, key=lambda seat: (seat != self.reader, seat))


_PLURALS = {"is": "are", "isn't": "aren't", "was": "were", "wasn't": "weren't", "has": "have", "hasn't": "haven't",
            "does": "do", "doesn't": "don't", "goes": "go", "lies": "lie"}
_HISSING = ("sses", "shes", "ches", "xes")


def singular(verb: str) -> str:
    """A verb as it goes with *West*, from what one is asked to do.

    >>> [singular(verb) for verb in ("take", "pass", "see", "sit out", "carry")]
    ['takes', 'passes', 'sees', 'sits out', 'carries']
    """
    first, space, rest = verb.partition(" ")
    if first.endswith("y") and first[-2] not in "aeiou":
        return f"{first[:-1]}ies{space}{rest}"
    return f"{first}{'es' if f'{first}es'.endswith(_HISSING) else 's'}{space}{rest}"


def plural(verb: str) -> str:
    """A verb as it goes with *you* and *they*.

    >>> [plural(verb) for verb in ("takes", "passes", "has", "may", "took")]
    ['take', 'pass', 'have', 'may', 'took']
    """
    if verb in _PLURALS:
        return _PLURALS[verb]
    if verb.endswith("ies"):
        return f"{verb.removesuffix('ies')}y"
    return verb.removesuffix("es" if verb.endswith(_HISSING) else "s")


def _check_name(value: object) -> str:
    name = as_text(value, "a seat's name: a text")
    if not name or "+" in name or any(letter.isspace() for letter in name):
        raise TextError(value, "a seat's name without spaces or +")
    if name in RESERVED_SEATS:
        raise TextError(value, "a seat's name that isn't the key of a step")
    return name

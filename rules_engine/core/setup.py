"""Reading a setup: a mapping of plain values, as scenario files and links hold it, that describes a position.

The reader collects every problem, each with the path to its value, so that an author sees all faults of a file
at once. A fault never raises before the whole setup has been looked at.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from rules_engine.core.cards import Card, listed
from rules_engine.core.errors import Problem, SetupError, TextError
from rules_engine.core.position import Laid

if TYPE_CHECKING:
    from rules_engine.core.game import Game

T = TypeVar("T")

GENERAL_KEYS = ("seats", "dealer", "leader", "hands", "seed", "score", "tricks", "trick", "phase")
"""The keys that every game's setup may have, beside the settable facts that its contract names."""


class SetupReader:
    """Takes values out of one setup; ``finish`` raises ``SetupError`` if any was wrong or unknown."""

    def __init__(self, game: Game[Any], setup: Mapping[str, Any]) -> None:
        self.game = game
        self.setup = setup
        self.problems: list[Problem] = []
        self.uneven = False
        """Whether the hands of seats that the setup leaves out may have other sizes."""
        self._left_out: set[str] = set()
        self._where: dict[Card, str] = {}
        settable = {fact.name for fact in game.facts if fact.settable}
        known = (set(GENERAL_KEYS) - game.without_facts) | settable | set(game.setup_keys)
        for key in setup:
            if key not in known:
                self.fault(key, f"unknown key {key!r}; a setup of {game.id} has {', '.join(sorted(known))}")

    def fault(self, *path_and_message: str | int) -> None:
        """Note a problem: the path to the value, then what is wrong."""
        *path, message = path_and_message
        self.problems.append(Problem(tuple(path), str(message)))

    def given(self, key: str) -> bool:
        """Whether the setup gives ``key`` a value."""
        return self.setup.get(key) is not None

    def take(self, key: str, default: T, read: Callable[[Any], T]) -> T:
        """The value of ``key`` as ``read`` reads it, or ``default`` where it is missing or wrong."""
        return self._try((key,), self.setup.get(key), default, read)

    def number(self, key: str, default: int, least: int | None = None, most: int | None = None) -> int:
        """A whole number within bounds."""
        return self.within((key,), self.setup.get(key), default, least, most)

    def flag(self, key: str, default: bool) -> bool:
        """true or false."""
        value = self.setup.get(key)
        if value is None or isinstance(value, bool):
            return default if value is None else value
        self.fault(key, f"{value!r} is not true or false")
        return default

    def seat(self, key: str, default: int) -> int:
        """A seat."""
        return self.take(key, default, self.game.table.read_seat)

    def maybe_seat(self, key: str) -> int | None:
        """A seat, or None where the setup has none."""
        return self.seat(key, 0) if self.given(key) else None

    def suit(self, key: str, default: str = "") -> str:
        """A suit's letter."""
        return self.take(key, default, self.game.pack.read_suit)

    def suits(self, key: str) -> list[str]:
        """A list of suits' letters, in the order given, none twice."""
        def read(value: Any) -> list[str]:
            parts = value.split() if isinstance(value, str) else value
            if not isinstance(parts, (list, tuple)):
                raise TextError(value, "a list of suits")
            found = [self.game.pack.read_suit(part) for part in parts]
            if len(set(found)) != len(found):
                raise TextError(value, "each suit once")
            return found
        return self.take(key, [], read)

    def word(self, key: str, default: str, words: tuple[str, ...]) -> str:
        """One of a few texts."""
        value = self.setup.get(key, default)
        if value in words:
            return str(value)
        if value is not None:
            self.fault(key, f"{value!r} is not one of {', '.join(words)}")
        return default

    def seats_where(self, key: str) -> list[int]:
        """A list of seats."""
        def read(value: Any) -> list[int]:
            if not isinstance(value, (list, tuple)):
                raise TextError(value, "a list of seats")
            return [self.game.table.read_seat(part) for part in value]
        return self.take(key, [], read)

    def by_seat(self, key: str, least: int | None = 0, most: int | None = None, default: int = 0) -> list[int]:
        """A whole number for each seat; one left out counts ``default``."""
        return self.by_names(key, list(self.game.table.names), "seat", least, most, default)

    def by_side(self, key: str, least: int | None = None, most: int | None = None, default: int = 0) -> list[int]:
        """A whole number for each scoring side; one left out counts ``default``."""
        return self.by_names(key, self.game.score_names, "side", least, most, default)

    def by_names(self, key: str, names: list[str], what: str, least: int | None, most: int | None,
                 default: int) -> list[int]:
        """A whole number for each of ``names``; one left out counts ``default``."""
        values = dict.fromkeys(names, default)
        for name, value in self.mapping(key, names, what).items():
            values[name] = self.within((key, name), value, default, least, most)
        return list(values.values())

    def mapping(self, key: str, names: list[str], what: str = "seat") -> dict[str, Any]:
        """A mapping whose keys are all among ``names``."""
        value = self.setup.get(key)
        if value is None:
            return {}
        if not isinstance(value, Mapping):
            self.fault(key, f"{value!r} is not a mapping with a value for each {what}")
            return {}
        for name in value:
            if name not in names:
                self.fault(key, str(name), f"{name!r} is no {what} here: expected {', '.join(names)}")
        return {name: each for name, each in value.items() if name in names}

    def cards(self, key: str) -> list[Card]:
        """A list of cards of the game, in the order given; each may lie in one place only."""
        return self.claim((key,), self.setup.get(key), key)

    def claim(self, path: tuple[str | int, ...], value: Any, place: str) -> list[Card]:
        """The cards at ``path``, noted as lying in ``place``; a card that lies elsewhere already is a problem."""
        if value is None:
            return []
        parts = [(path, value)]
        if isinstance(value, (list, tuple)):
            parts = [((*path, number), [part]) for number, part in enumerate(value)]
        found = [(where, card) for where, part in parts
                 for card in self._try(where, part, list[Card](), self.game.pack.read_cards)]
        return [card for where, card in found if self.claim_one(where, card, place)]

    def claim_one(self, path: tuple[str | int, ...], card: Card, place: str) -> bool:
        """Note that ``card`` lies in ``place``."""
        if card not in self.game.cards:
            self.fault(*path, f"{card.text} is not in this game's pack of {len(self.game.cards)} cards")
            return False
        if card in self._where:
            self.fault(*path, f"{card.text} is in two places: {self._where[card]} and {place}")
            return False
        self._where[card] = place
        return True

    def hands(self, position_hands: list[list[Card]], filled: Mapping[int, list[Card]]) -> None:
        """Read every hand; a seat left out gets the cards in ``filled``."""
        names = self.game.table.names
        given = self.mapping("hands", list(names))
        self._left_out = set(names).difference(given)
        for seat, name in enumerate(names):
            if name in given:
                hand = self.claim(("hands", name), given[name], f"the hand of {name}")
            else:
                hand = [card for card in filled.get(seat, []) if self.claim_one(("hands",), card, f"the hand of {name}")]
            position_hands[seat] = hand

    def trick(self) -> list[Laid]:
        """What lies on the table; its seats follow each other clockwise where the game has nobody sit out."""
        value = self.setup.get("trick")
        if value is None:
            return []
        if not isinstance(value, (list, tuple)):
            self.fault("trick", f'{value!r} is not a list like ["South 4D", "West 3S"]')
            return []
        laid = []
        for place, part in enumerate(value):
            one = self._try(("trick", place), part, None, self.game.read_laid)
            if one is not None and self.claim_one(("trick", place), one.move.played, "the trick"):
                laid.append(one)
        return laid

    def even(self, sizes: dict[str, int]) -> None:
        """Every seat holds the same number of cards, those on the table counted in."""
        if self.uneven:
            sizes = {name: size for name, size in sizes.items() if name not in self._left_out}
        if len(set(sizes.values())) > 1:
            told = listed([f"{name} {size}" for name, size in sizes.items()])
            self.fault("hands", f"every seat's cards, in hand and on the table, must come to the same number: {told}")

    def finish(self) -> None:
        """Raise ``SetupError`` with every problem found, if there is any."""
        if self.problems:
            raise SetupError(self.problems)

    def within(self, path: tuple[str | int, ...], value: Any, default: int, least: int | None,
               most: int | None) -> int:
        """The whole number ``value`` at ``path`` if it lies within bounds; else a problem, and ``default``."""
        def read(given: Any) -> int:
            if not isinstance(given, int) or isinstance(given, bool):
                raise TextError(given, "a whole number")
            if (least is not None and given < least) or (most is not None and given > most):
                raise TextError(given, _bounds(least, most))
            return given
        return self._try(path, value, default, read)

    def _try(self, path: tuple[str | int, ...], value: Any, default: T, read: Callable[[Any], T]) -> T:
        if value is None:
            return default
        try:
            return read(value)
        except TextError as error:
            self.fault(*path, str(error))
            return default


def _bounds(least: int | None, most: int | None) -> str:
    if most is None:
        return f"{least} or more"
    return f"{most} or less" if least is None else f"a number from {least} to {most}"



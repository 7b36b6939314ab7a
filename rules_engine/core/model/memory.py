"""What a seat has learned in a hand and its view doesn't show any more: cards that are gone, cards known, and voids."""

from __future__ import annotations

from typing import Self

from rules_engine.core.model.cards import Card


class Memory:
    """What one seat remembers of a hand.

    ``gone``    cards that lie in finished tricks, and those that the seat put away itself
    ``known``   by seat the cards that it is known to hold, though its view shows them face down
    ``barred``  by seat the cards that it can't hold, as its moves have shown
    ``least``   by seat sets of cards, and how many of each it is known to hold or more, though nobody knows which
    """

    __slots__ = ("barred", "gone", "known", "least")

    def __init__(self, seats: int) -> None:
        self.gone: list[Card] = []
        self.known: list[list[Card]] = [[] for _ in range(seats)]
        self.barred: list[set[Card]] = [set() for _ in range(seats)]
        self.least: list[dict[frozenset[Card], int]] = [{} for _ in range(seats)]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Memory) and all(getattr(self, name) == getattr(other, name) for name in self.__slots__)

    __hash__ = None  # type: ignore[assignment]  # its seat adds to it

    def copy(self) -> Self:
        """Return the same memory, to go on from."""
        twin = type(self)(0)
        twin.gone = self.gone[:]
        twin.known = [cards[:] for cards in self.known]
        twin.barred = [cards.copy() for cards in self.barred]
        twin.least = [sets.copy() for sets in self.least]
        return twin

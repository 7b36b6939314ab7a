"""Knowledge that a seat has gained earlier in a hand and that its view no longer shows: cards played, cards located, and
voids."""

from __future__ import annotations

from typing import Self

from rules_engine.core.model.cards import Card


class Memory:
    """One seat's memory of a hand in play.

    ``gone``    the cards in finished tricks, and those that the seat itself has put away
    ``known``   for each seat, the cards that it is known to hold although the view shows them face down
    ``barred``  for each seat, the cards that its moves have ruled out
    ``least``   for each seat, maps sets of cards to the minimum number of these cards that it is known to hold
    """

    __slots__ = ("barred", "gone", "known", "least")

    def __init__(self, seats: int) -> None:
        self.gone: list[Card] = []
        self.known: list[list[Card]] = [[] for _ in range(seats)]
        self.barred: list[set[Card]] = [set() for _ in range(seats)]
        self.least: list[dict[frozenset[Card], int]] = [{} for _ in range(seats)]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Memory) and all(getattr(self, name) == getattr(other, name) for name in self.__slots__)

    __hash__ = None  # type: ignore[assignment]  # mutable

    def copy(self) -> Self:
        """Return an independent copy."""
        twin = type(self)(0)
        twin.gone = self.gone[:]
        twin.known = [cards[:] for cards in self.known]
        twin.barred = [cards.copy() for cards in self.barred]
        twin.least = [sets.copy() for sets in self.least]
        return twin

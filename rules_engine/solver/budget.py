"""How much a search may do: it counts the moves that it makes, and stops where its share is used up."""

from __future__ import annotations


class BudgetExhausted(Exception):
    """The share of moves is used up: no error, the search can be taken up again."""


class NodeBudget:
    """``nodes`` moves have been made, about ``share`` may be made."""

    __slots__ = ("nodes", "share")

    def __init__(self) -> None:
        self.nodes = 0
        self.share = 0

    def more(self, share: int) -> None:
        """Allow so many more moves."""
        self.share = self.nodes + share

    def check(self) -> None:
        """Raise ``BudgetExhausted`` when the share is used up."""
        if self.nodes > self.share:
            raise BudgetExhausted

"""The limit on the number of moves that a search makes."""

from __future__ import annotations


class BudgetExhausted(Exception):
    """Raised when the budget is used up. This isn't an error: the search can be resumed."""


class NodeBudget:
    """A counter of the moves made and their limit.

    ``nodes``  the number of moves made so far
    ``share``  the value of ``nodes`` at which the search must pause
    """

    __slots__ = ("nodes", "share")

    def __init__(self) -> None:
        self.nodes = 0
        self.share = 0

    def more(self, share: int) -> None:
        """Allow ``share`` more moves."""
        self.share = self.nodes + share

    def check(self) -> None:
        """Raise ``BudgetExhausted`` if more moves have been made than the budget allows."""
        if self.nodes > self.share:
            raise BudgetExhausted

"""The limit on the number of moves that a search makes."""

from __future__ import annotations


class BudgetExhausted(Exception):
    """The budget is used up. This is not an error: the search can be resumed."""


class NodeBudget:
    """A counter of the moves made and their limit.

    ``nodes``  the number of moves made so far
    ``share``  the value of ``nodes`` up to which the search may go on
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

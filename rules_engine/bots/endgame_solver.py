"""Endings: if few cards are left, a world is solved instead of played out.

All cards of a world are known, so the solver finds the guaranteed value of each move, and the line that shows it. A world that
takes too much work is played out like any other. The solver is imported when the first ending is reached.
"""

from __future__ import annotations

from collections.abc import Generator, Mapping, Sequence
from typing import NamedTuple, TypeVar

from rules_engine.core.game.game import Game
from rules_engine.core.model.moves import Move
from rules_engine.core.positions.position import Position

P = TypeVar("P", bound=Position)
SHARE, LIMIT = 500, 3_000
"""Maximum number of moves the solver makes before it yields, and in one world in all."""
Lines = Mapping[Move, Sequence[Move]]
"""For each move, the moves after it to the end of the hand."""


class EndgameSettings(NamedTuple):
    """The conditions under which worlds are solved.

    ``cards``   the maximum number of cards in the longest hand
    ``worlds``  the maximum number of consistent worlds for which each one is tried once
    ``sides``   the maximum number of sides. Two sides play against each other, but three or more don't all play against one
    """

    cards: int
    worlds: int
    sides: int = 2

    def reached(self, game: Game[P], position: P) -> bool:
        """Return whether the position has few enough cards and sides."""
        return 0 < max(map(len, position.hands)) <= self.cards and len(game.sides(position)) <= self.sides

    def lines(self, game: Game[P], world: P, moves: Sequence[Move]) -> Generator[None, None, Lines | None]:
        """Return, for each move, the line of best play after it. The seat's side plays its best, and all others play against it.

        The generator yields after each share of the work. It returns None if the world takes too much work or a line ends without
        a score.
        """
        from rules_engine.solver.budget import BudgetExhausted
        from rules_engine.solver.search import Search, Undecided

        search, lines = Search(game, world), dict[Move, Sequence[Move]]()
        try:
            while not search.work(SHARE, moves):
                if search.nodes >= LIMIT:
                    return None
                yield
            for move in moves:
                lines[move] = [made for _, made in search.line(move, SHARE)[1:]]
                yield
        except (BudgetExhausted, Undecided):
            return None
        return lines

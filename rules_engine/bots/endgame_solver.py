"""Endings: if few cards are left, a world (a deal of the hidden cards) is solved instead of played out.

All cards in a world are known, so the solver finds the guaranteed value of each move, and the line that shows it. A world that
takes too much work is played out as usual. The solver is imported when the first ending is reached.
"""

from __future__ import annotations

from collections.abc import Generator, Mapping, Sequence
from typing import NamedTuple, TypeVar

from rules_engine.core.game.game import Game
from rules_engine.core.model.moves import Move
from rules_engine.core.positions.position import Position

P = TypeVar("P", bound=Position)
SHARE, LIMIT = 500, 3_000
"""Maximum number of solver moves before it yields, and in total for one world."""
Lines = Mapping[Move, Sequence[Move]]
"""Maps each move to the moves that follow it, up to the end of the hand."""


class EndgameSettings(NamedTuple):
    """The conditions under which worlds are solved.

    ``cards``   the maximum number of cards in the longest hand
    ``worlds``  the maximum number of consistent worlds for which every world is tried once
    ``sides``   the maximum number of sides. The solver assumes that all other sides play against one, which is wrong for three or
                more
    """

    cards: int
    worlds: int
    sides: int = 2

    def reached(self, game: Game[P], position: P) -> bool:
        """Return whether the position has few enough cards and sides."""
        return 0 < max(map(len, position.hands)) <= self.cards and len(game.sides(position)) <= self.sides

    def lines(self, game: Game[P], world: P, moves: Sequence[Move]) -> Generator[None, None, Lines | None]:
        """Map each move to the line of best play after it, in which all others play against the seat's side.

        The generator yields after each share of the work. It returns None if the world takes too much work or if a line ends
        without a score.
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

"""Endings: where few cards are left, a world is solved instead of played out.

In a world all cards lie open, so the solver finds what each move is sure of there, and the line that shows it. It does
no guessing: a world that takes too much work is played out like any other. The solver is loaded when the first ending comes.
"""

from __future__ import annotations

from collections.abc import Generator, Mapping, Sequence
from typing import NamedTuple, TypeVar

from rules_engine.core.game.game import Game
from rules_engine.core.model.moves import Move
from rules_engine.core.positions.position import Position

P = TypeVar("P", bound=Position)
SHARE, LIMIT = 500, 3_000
"""So many cards the solver looks at before the clock is asked, and in one world altogether."""
Lines = Mapping[Move, Sequence[Move]]
"""By move those that come after it, to the end of the hand."""


class EndgameSettings(NamedTuple):
    """When worlds are solved.

    ``cards``   with so many cards left in the longest hand, or fewer
    ``worlds``  where no more worlds than this fit, each is tried once
    ``sides``   with no more sides than so many: of two, one plays against the other, of more, not all against one
    """

    cards: int
    worlds: int
    sides: int = 2

    def reached(self, game: Game[P], position: P) -> bool:
        """Tell whether so few cards are left, and so few sides play."""
        return 0 < max(map(len, position.hands)) <= self.cards and len(game.sides(position)) <= self.sides

    def lines(self, game: Game[P], world: P, moves: Sequence[Move]) -> Generator[None, None, Lines | None]:
        """Yield what all play after each move: what is best for the seat's side, and the worst for it by the others.

        It comes to a halt after each share of the work. None where it takes too much, or some line ends without a score.
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

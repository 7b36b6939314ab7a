"""Trying every legal move in the same worlds: what each brings on average, and how sure it is which one is better.

A world is drawn that fits all that the seat has seen; each move is made in it, and bots play the hand to its end. What
one move brings in a world is compared with what another brings in the same world, so the luck of the deal falls out:
the standard error is that of the difference.

In an ending a world may be solved instead (``endings``): all play their best there, with open cards.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from math import inf, sqrt
from typing import Generic, NamedTuple, TypeVar

from rules_engine.bots.bot import Bot
from rules_engine.bots.endings import Ending
from rules_engine.bots.worlds import NoWorldFits, Worlds
from rules_engine.core.game.game import Game, View
from rules_engine.core.model.moves import Move
from rules_engine.core.positions.position import Position

P = TypeVar("P", bound=Position)
ENOUGH = 2.0
"""A move is known to be worse when it is so many standard errors behind."""
FEWEST = 8
"""No move is given up on after fewer worlds."""
MANY = 12
"""More numbers than this aren't tried one by one."""


class Tried(NamedTuple):
    """What came of a move.

    ``mean``    by how many points its seat's side ends ahead of the others, on average over its worlds
    ``behind``  how much less that is than what the best move brings in the same worlds
    ``error``   the standard error of ``behind``: 0 for the best move, infinite after one world
    """

    move: Move
    mean: float
    behind: float
    error: float

    @property
    def clearly_worse(self) -> bool:
        """Whether the difference to the best is more than chance."""
        return self.behind > ENOUGH * self.error


class Trials(Generic[P]):
    """The legal moves of a view's seat, and what each brought so far. Raises ``NoWorldFits``.

    ``usual``   what the bot would do without trying
    ``worlds``  in how many worlds the moves that are still in question were tried
    ``taken``   in how many of its worlds each move ended in the seat taking the trick
    ``ending``  what worlds are solved by, where they are
    """

    def __init__(self, view: View[P], player: Bot[P], rng: random.Random, usual: Move, ending: Ending | None = None) -> None:
        assert view.seat is not None, "somebody's moves are tried"
        self.game, self.seat, self.player, self.rng = view.game, view.seat, player, rng
        self.fits = Worlds(view)
        self.usual = usual
        self.brought: dict[Move, list[float]] = {move: [] for move in worth_trying(self.game.legal(view.position), usual)}
        self.taken = dict.fromkeys(self.brought, 0)
        self.asked = [*self.brought]
        self.ending = ending if ending is not None and ending.reached(view.game, view.position) else None
        self._all = self._every()
        self._solved = True

    @property
    def worlds(self) -> int:
        """In how many worlds the best moves were tried."""
        return max(map(len, self.brought.values()))

    @property
    def settled(self) -> bool:
        """Whether one move is known to be better than every other, or nothing is left to try."""
        return len(self.asked) == 1 or self.complete

    @property
    def complete(self) -> bool:
        """Whether every world that fits was solved, so that nothing is left to chance."""
        return self._all == [] and self._solved

    def run(self) -> None:
        """Try the moves that are still in question in one more world."""
        for _ in self.steps():
            pass

    def steps(self) -> Iterator[None]:
        """Yield the same, a move at a time; what came of a world counts once all moves were tried in it."""
        world, luck = self._all[-1] if self._all else self.fits.draw(self.rng), self.rng.random()
        lines = (yield from self.ending.lines(self.game, world, self.asked)) if self.ending is not None else None
        found = []
        for move in self.asked:
            after = world.copy()
            goes_on = self._by_bots(random.Random(luck)) if lines is None else _along(lines[move])
            takes = self._play_out(after, move, goes_on)
            found.append((move, ahead(self.game, after, self.seat), takes))
            yield
        for move, points, takes in found:
            self.brought[move].append(points)
            self.taken[move] += takes
        self._solved = self._solved and lines is not None
        if self._all:
            self._all.pop()
        if self.worlds >= FEWEST and not self._all:
            self.asked = [tried.move for tried in self.results() if not tried.clearly_worse]

    def _every(self) -> list[P] | None:
        """Every world that fits, where an ending has so few that each can be tried; else None."""
        return (self.fits.every(self.ending.worlds, self.rng) or None) if self.ending is not None else None

    def _by_bots(self, rng: random.Random) -> Callable[[P], Move]:
        game, player = self.game, self.player

        def chosen(position: P) -> Move:
            legal = game.legal(position)
            return legal[0] if len(legal) == 1 else player.move(game.view(position, game.decides(position)), rng)
        return chosen

    def _play_out(self, position: P, move: Move, goes_on: Callable[[P], Move]) -> bool:
        """Make the move, and have the hand played to its end; whether the seat took the trick that the move went to."""
        game, before, first = self.game, position.last_trick, None
        while True:
            game.advance(position, move)
            if first is None and position.last_trick is not before:
                first = position.last_trick
            if position.to_act is None:
                return first is not None and self.seat in first.winners.values()
            move = goes_on(position)

    def advised(self, results: Sequence[Tried], usual: Move | None = None) -> Tried:
        """Return the best move of these results; but where that may be chance, the usual one, for which the bot has a reason."""
        own = next((tried for tried in results if tried.move is (usual or self.usual)), results[0])
        return own if own.behind <= own.error else results[0]

    def results(self) -> list[Tried]:
        """Return what came of each move, the best first; those that were tried longest before those given up."""
        means = {move: mean(brought) for move, brought in self.brought.items()}
        best = max(self.asked, key=means.__getitem__)
        tried = [Tried(move, means[move], *_difference(self.brought[best], brought)) if move is not best
                 else Tried(move, means[move], 0.0, 0.0) for move, brought in self.brought.items()]
        if self.complete:
            tried = [each._replace(error=0.0) for each in tried]
        return sorted(tried, key=lambda each: (each.move is not best, each.behind))


def _along(line: Sequence[Move]) -> Callable[[Position], Move]:
    """The moves of a line, one after the other."""
    moves = iter(line)
    return lambda position: next(moves)


def _difference(best: Sequence[float], other: Sequence[float]) -> tuple[float, float]:
    """By how much the one is better on average in the worlds that both were tried in, and its standard error."""
    apart = [one - two for one, two in zip(best, other, strict=False)]
    count, middle = len(apart), mean(apart)
    return middle, sqrt(sum((each - middle) ** 2 for each in apart) / (count - 1) / count) if count > 1 else inf


def mean(values: Sequence[float]) -> float:
    """Return the mean. (The module ``statistics`` takes a browser longer to load than the first hint may take.)"""
    return sum(values) / len(values)


def worth_trying(legal: Sequence[Move], usual: Move) -> list[Move]:
    """Return the legal moves, but of many numbers to bid only so many, evenly apart, and the usual one."""
    numbers = [move for move in legal if move.number is not None]
    if len(numbers) <= MANY:
        return [*legal]
    apart = {id(numbers[place * (len(numbers) - 1) // (MANY - 1)]) for place in range(MANY)}
    return [move for move in legal if move.number is None or id(move) in apart or move is usual]


def ahead(game: Game[P], position: P, seat: int) -> float:
    """Return by how many points a seat's side is ahead of the others in a hand that is over, each side's mean being taken.

    Raises ``NoWorldFits`` where the hand comes to no score.
    """
    if position.hand_score is None:
        raise NoWorldFits("the hand comes to no score")
    side = next((side for side in game.sides(position) if seat in side), (seat,))
    own, others = list[int](), list[int]()
    for points, seats in zip(position.hand_score, game.score_sides(), strict=True):
        (others if set(side).isdisjoint(seats) else own).append(points)
    return mean(own) - mean(others) if others else mean(own)

"""Trials of all legal moves in the same worlds: the average result of each move, and the significance of the differences.

Each move is made in a world consistent with the seat's information, and bots play the hand to its end. Moves are compared within
the same world, which removes the luck of the deal: the standard error is that of the difference.

Moves that fall behind are dropped step by step, so that the work is spent on the remaining moves (sequential halving). The work
is counted in moves made, not in seconds, so the result is the same on every machine.

In an ending, a world may be solved instead (``endgame_solver``). All seats then play their best with all cards face up.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from math import inf, sqrt
from typing import Generic, NamedTuple, TypeVar

from rules_engine.bots.bot import Bot
from rules_engine.bots.endgame_solver import EndgameSettings
from rules_engine.bots.worlds import NoConsistentDeal, Worlds
from rules_engine.core.game.game import Game, View
from rules_engine.core.model.moves import Move
from rules_engine.core.model.table_talk import Remark
from rules_engine.core.positions.position import Position

P = TypeVar("P", bound=Position)
ENOUGH = 2.0
"""Number of standard errors by which a move must be behind to count as worse."""
FEWEST = 16
"""Minimum number of worlds before a move is dropped. With fewer, a rare (one in ten) but costly event would often be missed."""
GIVES_UP = 3.0
"""Number of standard errors by which a move must be behind to be dropped. Two would often occur by chance, because there is a
check after each world."""
CUTS = {8: 6, 16: 4, 24: 3}
"""Maps numbers of worlds to the maximum number of moves still tried after them."""
LISTENS = 15
"""Maximum number of worlds rejected because a partner would have made other remarks in them."""
DOUBTS = 40
"""Maximum number of draws in search of a plausible world."""
MANY = 12
"""Maximum number of numeric bids to try."""


class MoveEstimate(NamedTuple):
    """The estimated result of a move.

    ``mean``    the average margin of the seat's side over the others, in points
    ``behind``  the average difference to the best move in the same worlds, in points
    ``error``   the standard error of ``behind``: 0 for the best move, infinite after one world
    """

    move: Move
    mean: float
    behind: float
    error: float

    @property
    def clearly_worse(self) -> bool:
        """True if the difference to the best move is significant."""
        return self.behind > ENOUGH * self.error


class MoveTrials(Generic[P]):
    """Trials of the moves available to a view's seat, with the results so far. Raises ``NoConsistentDeal``.

    ``usual``    the bot's choice without trials
    ``brought``  maps each move to its results in points, one for each world
    ``asked``    the moves that are still tried
    ``drawn``    the worlds so far, each with the seed of the bots' random numbers
    ``made``     the number of moves made in the worlds
    ``ending``   the settings for solving worlds; None if worlds are played out

    The parameter ``moves`` replaces the moves to try.
    """

    def __init__(self, view: View[P], player: Bot[P], rng: random.Random, usual: Move, ending: EndgameSettings | None = None,
                 moves: Sequence[Move] | None = None, heard: Sequence[Remark] = ()) -> None:
        assert view.seat is not None, "somebody's moves are tried"
        self.view, self.game, self.seat, self.player, self.rng = view, view.game, view.seat, player, rng
        self.fits = Worlds(view)
        mates = next((side for side in view.game.sides(view.position) if view.seat in side), ())
        self.heard = [remark for remark in heard if remark.seat in mates]
        self.usual = usual
        self.brought: dict[Move, list[float]] = {move: [] for move in moves or is_promising(player.considers(view), usual)}
        self.asked = [*self.brought]
        self.drawn: list[tuple[P, float]] = []
        self.made = 0
        self.ending = ending if ending is not None and ending.reached(view.game, view.position) else None
        self._all = self._every()
        self._solved = True

    @property
    def worlds(self) -> int:
        """The number of worlds tried so far."""
        return max(map(len, self.brought.values()))

    @property
    def settled(self) -> bool:
        """True if only one move is left, or if there is nothing more to try."""
        return len(self.asked) == 1 or self.complete

    @property
    def complete(self) -> bool:
        """True if every consistent world was solved, so that nothing depends on chance."""
        return self._all == [] and self._solved

    def run(self) -> None:
        """Try the remaining moves in one more world."""
        for _ in self.steps():
            pass

    def steps(self) -> Iterator[None]:
        """Try one more world, and yield after each move. Results are recorded when all moves have been tried."""
        world, luck = self._all[-1] if self._all else self._draw(), self.rng.random()
        lines = (yield from self.ending.lines(self.game, world, self.asked)) if self.ending is not None else None
        found = []
        for move in self.asked:
            found.append((move, self._brings(world, luck, move, None if lines is None else lines[move])))
            yield
        for move, points in found:
            self.brought[move].append(points)
        self.drawn.append((world, luck))
        self._solved = self._solved and lines is not None
        if self._all:
            self._all.pop()
        elif not self._all:
            self._leave_out()

    def also(self, move: Move) -> Iterator[None]:
        """Try a move that was dropped or not considered in all worlds drawn so far, and yield after each world."""
        brought = self.brought.setdefault(move, [])
        for world, luck in self.drawn[len(brought):]:
            brought.append(self._brings(world, luck, move, None))
            yield

    def _draw(self) -> P:
        """Draw a consistent world. Up to a limited number of draws, prefer a world in which partners would have made the remarks
        heard.
        """
        world = self._believed()
        for _ in range(LISTENS):
            if all(self._says(world, remark) for remark in self.heard):
                break
            world = self._believed()
        return world

    def _believed(self) -> P:
        """Draw a consistent world, weighted by its likelihood given the other players' moves."""
        for _ in range(DOUBTS):
            world = self.fits.draw(self.rng)
            likely = self.player.believes(self.view, world)
            if likely >= 1 or self.rng.random() < likely:
                break
        return world

    def _says(self, world: P, remark: Remark) -> bool:
        return any(said.phrase == remark.phrase for said in self.player.says(self.game.view(world, remark.seat)))

    def _leave_out(self) -> None:
        """Drop the moves that are significantly worse, and all but a limited number of the best. Keep the usual move for
        comparison."""
        left = self.results()[:len(self.asked)]
        if self.worlds >= FEWEST:
            left = [tried for tried in left if tried.behind <= GIVES_UP * tried.error]
        most = CUTS.get(self.worlds, len(left))
        self.asked = [tried.move for place, tried in enumerate(left) if place < most or tried.move is self.usual]

    def _brings(self, world: P, luck: float, move: Move, line: Sequence[Move] | None) -> float:
        """Make a move in a world, play the hand out by bots or along ``line``, and return the margin for the seat's side in
        points."""
        after = world.copy()
        goes_on = self._by_bots(random.Random(luck)) if line is None else _along(line)
        while True:
            self.game.advance(after, move)
            self.made += 1
            if after.to_act is None:
                return margin(self.game, after, self.seat)
            move = goes_on(after)

    def _every(self) -> list[P] | None:
        """Return all consistent worlds if there are few enough to try each one, otherwise None."""
        return (self.fits.every(self.ending.worlds, self.rng) or None) if self.ending is not None else None

    def _by_bots(self, rng: random.Random) -> Callable[[P], Move]:
        game, player = self.game, self.player

        def chosen(position: P) -> Move:
            legal = game.legal(position)
            if len(legal) == 1:
                return legal[0]
            evident = player.evident(position, legal)
            return player.move(game.view(position, game.decides(position)), rng) if evident is None else evident
        return chosen

    def results(self) -> list[MoveEstimate]:
        """Return the estimates for all moves, the best first. Moves that are still tried precede those that were dropped."""
        means = {move: mean(brought) for move, brought in self.brought.items()}
        best = max(self.asked, key=means.__getitem__)
        tried = [MoveEstimate(move, means[move], *_difference(self.brought[best], brought)) if move is not best
                 else MoveEstimate(move, means[move], 0.0, 0.0) for move, brought in self.brought.items()]
        if self.complete:
            tried = [each._replace(error=0.0) for each in tried]
        asked = {id(move) for move in self.asked}
        return sorted(tried, key=lambda each: (each.move is not best, id(each.move) not in asked, each.behind))


def _along(line: Sequence[Move]) -> Callable[[Position], Move]:
    """Return a function that returns the next move of a line at each call."""
    moves = iter(line)
    return lambda position: next(moves)


def _difference(best: Sequence[float], other: Sequence[float]) -> tuple[float, float]:
    """Return the mean difference in the worlds in which both moves were tried, and its standard error."""
    apart = [one - two for one, two in zip(best, other, strict=False)]
    count, middle = len(apart), mean(apart)
    return middle, sqrt(sum((each - middle) ** 2 for each in apart) / (count - 1) / count) if count > 1 else inf


def mean(values: Sequence[float]) -> float:
    """Return the mean. (Importing ``statistics`` in a browser takes longer than the first hint should.)"""
    return sum(values) / len(values)


def is_promising(legal: Sequence[Move], usual: Move) -> list[Move]:
    """Return the legal moves, with numeric bids reduced to at most ``MANY`` evenly spaced ones and the usual move."""
    numbers = [move for move in legal if move.number is not None]
    if len(numbers) <= MANY:
        return [*legal]
    apart = {id(numbers[place * (len(numbers) - 1) // (MANY - 1)]) for place in range(MANY)}
    return [move for move in legal if move.number is None or id(move) in apart or move is usual]


def margin(game: Game[P], position: P, seat: int) -> float:
    """Return the margin for a seat's side at the end of a hand: the difference between its mean points and the mean of the other
    sides, positive if its side has done better.

    Raises ``NoConsistentDeal`` if the hand isn't scored.
    """
    if position.hand_score is None:
        raise NoConsistentDeal("the hand comes to no score")
    side = next((side for side in game.sides(position) if seat in side), (seat,))
    own, others = list[int](), list[int]()
    for points, seats in zip(position.hand_score, game.score_sides(), strict=True):
        (others if set(side).isdisjoint(seats) else own).append(game.value(points))
    return mean(own) - mean(others) if others else mean(own)

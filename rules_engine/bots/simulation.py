"""Trying every legal move in the same worlds: what each brings on average, and how sure it is which one is better.

A world is drawn that fits all that the seat has seen; each move is made in it, and bots play the hand to its end. What
one move brings in a world is compared with what another brings in the same world, so the luck of the deal falls out:
the standard error is that of the difference.

Moves that fall behind are left out by and by, so that the work goes to those in question (sequential halving); how much
work there is counts in moves made, not in seconds, and so the same is found on every machine.

In an ending a world may be solved instead (``endings``): all play their best there, with open cards.
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
"""A move is known to be worse when it is so many standard errors behind."""
FEWEST = 16
"""No move is given up on after fewer worlds: what comes about in one of ten, and costs most, would often be missing."""
GIVES_UP = 3.0
"""One is that is so many standard errors behind: with few worlds, asked after each, two come about by chance too often."""
CUTS = {8: 6, 16: 4, 24: 3}
"""After so many worlds so many moves are still tried at most, the best of them."""
LISTENS = 15
"""So many worlds are turned down at most because a partner wouldn't have said there what was heard."""
DOUBTS = 40
"""So many worlds are drawn at most until one is believed."""
MANY = 12
"""More numbers than this aren't tried one by one."""


class MoveEstimate(NamedTuple):
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


class MoveTrials(Generic[P]):
    """The moves that a view's seat may think of, and what each brought so far. Raises ``NoConsistentDeal``.

    ``usual``   what the bot would do without trying
    ``moves``   what is tried, where that is settled
    ``worlds``  in how many worlds the moves that are still in question were tried
    ``drawn``   these worlds, each with the luck that the bots have in it
    ``made``    how many moves were made in them
    ``ending``  what worlds are solved by, where they are
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
        """Yield while a move that was left out, or never thought of, is tried in every world so far."""
        brought = self.brought.setdefault(move, [])
        for world, luck in self.drawn[len(brought):]:
            brought.append(self._brings(world, luck, move, None))
            yield

    def _draw(self) -> P:
        """A world that fits; one in which partners would have said what they said, where that isn't looked for too long."""
        world = self._believed()
        for _ in range(LISTENS):
            if all(self._says(world, remark) for remark in self.heard):
                break
            world = self._believed()
        return world

    def _believed(self) -> P:
        """A world that fits, drawn the more often the better what others did goes with it."""
        for _ in range(DOUBTS):
            world = self.fits.draw(self.rng)
            likely = self.player.believes(self.view, world)
            if likely >= 1 or self.rng.random() < likely:
                break
        return world

    def _says(self, world: P, remark: Remark) -> bool:
        return any(said.phrase == remark.phrase for said in self.player.says(self.game.view(world, remark.seat)))

    def _leave_out(self) -> None:
        """Ask no more about moves that are known to be worse, or behind many others; the usual one is kept to be compared."""
        left = self.results()[:len(self.asked)]
        if self.worlds >= FEWEST:
            left = [tried for tried in left if tried.behind <= GIVES_UP * tried.error]
        most = CUTS.get(self.worlds, len(left))
        self.asked = [tried.move for place, tried in enumerate(left) if place < most or tried.move is self.usual]

    def _brings(self, world: P, luck: float, move: Move, line: Sequence[Move] | None) -> float:
        """By how many points the seat's side ends ahead after a move in a world: played out by bots, or along a line."""
        after = world.copy()
        goes_on = self._by_bots(random.Random(luck)) if line is None else _along(line)
        while True:
            self.game.advance(after, move)
            self.made += 1
            if after.to_act is None:
                return margin(self.game, after, self.seat)
            move = goes_on(after)

    def _every(self) -> list[P] | None:
        """Every world that fits, where an ending has so few that each can be tried; else None."""
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
        """Return what came of each move, the best first; those that were tried longest before those given up."""
        means = {move: mean(brought) for move, brought in self.brought.items()}
        best = max(self.asked, key=means.__getitem__)
        tried = [MoveEstimate(move, means[move], *_difference(self.brought[best], brought)) if move is not best
                 else MoveEstimate(move, means[move], 0.0, 0.0) for move, brought in self.brought.items()]
        if self.complete:
            tried = [each._replace(error=0.0) for each in tried]
        asked = {id(move) for move in self.asked}
        return sorted(tried, key=lambda each: (each.move is not best, id(each.move) not in asked, each.behind))


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


def is_promising(legal: Sequence[Move], usual: Move) -> list[Move]:
    """Return the legal moves, but of many numbers to bid only so many, evenly apart, and the usual one."""
    numbers = [move for move in legal if move.number is not None]
    if len(numbers) <= MANY:
        return [*legal]
    apart = {id(numbers[place * (len(numbers) - 1) // (MANY - 1)]) for place in range(MANY)}
    return [move for move in legal if move.number is None or id(move) in apart or move is usual]


def margin(game: Game[P], position: P, seat: int) -> float:
    """Return by how many points a seat's side is ahead of the others in a hand that is over, each side's mean being taken.

    Raises ``NoConsistentDeal`` where the hand comes to no score.
    """
    if position.hand_score is None:
        raise NoConsistentDeal("the hand comes to no score")
    side = next((side for side in game.sides(position) if seat in side), (seat,))
    own, others = list[int](), list[int]()
    for points, seats in zip(position.hand_score, game.score_sides(), strict=True):
        (others if set(side).isdisjoint(seats) else own).append(points)
    return mean(own) - mean(others) if others else mean(own)

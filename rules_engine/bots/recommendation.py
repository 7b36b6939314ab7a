"""The best move for a seat, given its information: a recommendation used by the coach's hints, the review and the strong bot.

The method is determinised Monte Carlo: moves are tried in sampled deals (``simulation``), and endings are solved if the game's
bot asks for it. The amount of work is measured in moves made, not in seconds, so every call for the same turn gets the same
result. Moves are level if their difference is within the noise; rules of thumb decide between level moves.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from math import sqrt
from typing import Generic, Literal, NamedTuple, TypeVar

from rules_engine.bots.bot import Bot
from rules_engine.bots.endgame_solver import EndgameSettings
from rules_engine.bots.simulation import MoveEstimate, MoveTrials, mean
from rules_engine.core.game.game import View
from rules_engine.core.model.moves import Move
from rules_engine.core.model.table_talk import Remark
from rules_engine.core.positions.position import Position
from rules_engine.text.message import NOTHING, Text

P = TypeVar("P", bound=Position)
Sure = Literal["clearly", "probably", "even"]
LEVEL = 1.0
"""Maximum number of standard errors by which a move may be behind the best move and still count as level with it."""
TRIFLE = 0.05
"""A move is also level if it is behind by less than this fraction of the standard deviation of the results."""
FEWEST = 4
"""Minimum number of worlds for a recommendation."""
MOST = 60
"""Maximum number of worlds to try; moves still level after this many count as level."""
MATTERS = 0.2
"""Minimum cost of a mistake, as a fraction of the standard deviation of the results."""
STOPS = 0.5
"""Minimum cost of a mistake that is worth interrupting the player, as a fraction of the same deviation."""


COMPARED = 20
"""Minimum number of worlds for comparing moves in words. With fewer, only the recommended move is named."""
HARDLY, CLEARLY = 0.1, 0.3
"""A move that is behind by less than the first fraction of the same deviation is called hardly worse. The best move is called
clearly best if it is ahead by at least the second fraction."""


class Recommendation(NamedTuple):
    """The recommendation for one turn.

    ``move``    the recommended move
    ``reason``  the reason for it, as a sentence
    ``tried``   maps each move tried to its estimate, in which ``behind`` is never negative
    ``level``   the moves that can't be distinguished from the best, including the recommended move
    ``rival``   the best move that isn't level; None if all are level
    ``sure``    the confidence that no move is better than the recommended one
    ``same``    True if it makes no difference which move is made
    ``spread``  the standard deviation of hand results, in points
    ``worlds``  the number of worlds in which moves were tried
    """

    move: Move
    reason: Text
    tried: Mapping[Move, MoveEstimate]
    level: Sequence[Move]
    rival: MoveEstimate | None
    sure: Sure
    same: bool
    spread: float
    worlds: int

    @property
    def is_clear(self) -> bool:
        """True if the recommended move is the best for certain, by an amount that deserves the word *clearly*."""
        return self.sure == "clearly" and self.rival is not None and self.rival.behind >= CLEARLY * self.spread

    @property
    def is_close(self) -> bool:
        """True if the best move that isn't level is hardly worse than the recommended one."""
        return self.rival is not None and self.rival.behind < HARDLY * self.spread

    def loses(self, tried: MoveEstimate) -> bool:
        """Return whether a move is a mistake, which means that it is significantly worse than the recommended move, by a relevant
        amount."""
        return tried.move not in self.level and tried.clearly_worse and tried.behind >= MATTERS * self.spread

    def is_grave(self, tried: MoveEstimate) -> bool:
        """Return whether a move is a mistake that costs so much that the player should think again."""
        return self.loses(tried) and tried.behind >= STOPS * self.spread


class TurnSimulation(Generic[P]):
    """The simulation for one turn. Raises ``NoConsistentDeal``.

    ``name``   the random seed for the worlds
    ``share``  the amount of work as a fraction of the bot's ``pace``
    """

    def __init__(self, view: View[P], player: Bot[P], name: str, heard: Sequence[Remark] = (), *, share: float = 1.0,
                 ending: EndgameSettings | None = None, worlds: int | None = None) -> None:
        rng = random.Random(name)
        self.view, self.player, self.heard, self.most = view, player, heard, worlds or MOST
        self.usual = player.choose(view, rng, heard)
        self.work = share * player.pace
        self.trials = MoveTrials(view, player, rng, self.usual.move, ending, heard=heard)

    @property
    def done(self) -> bool:
        """True if no more worlds need to be tried. A single candidate is also tried, to estimate its value."""
        trials = self.trials
        if trials.worlds < min(FEWEST, self.most) and not trials.complete:
            return False
        return trials.settled or trials.worlds >= self.most or trials.made >= self.work

    @property
    def part(self) -> float:
        """The fraction of the work done so far."""
        return min(1.0, max(self.trials.made / self.work, self.trials.worlds / self.most))

    def steps(self) -> Iterator[None]:
        """Try all moves, and yield after each move."""
        while not self.done:
            yield from self.trials.steps()

    def also(self, move: Move) -> Iterator[None]:
        """Try another move in all worlds so far, and yield after each world."""
        yield from self.trials.also(move)

    @cached_property
    def _advised(self) -> tuple[Move, Text]:
        asked = self._asked
        level = [move for move in self._level(self.trials.results()) if id(move) in asked]
        choice = self.usual
        if choice.move not in level:
            choice = self.player.among(self.view, level, random.Random(0), self.heard)
        return choice.move, choice.reason if self.player.has_reasons else NOTHING

    @property
    def _asked(self) -> set[int]:
        """The identities of the moves that are still being tried."""
        return {id(move) for move in self.trials.asked}

    def _level(self, results: Sequence[MoveEstimate]) -> list[Move]:
        """Return the moves that are level with the best one. A move that was dropped is level only if it is behind by at most a
        trifle. Bids between two level bids are level as well."""
        asked, trifle = self._asked, self._trifle(results)
        level = [tried.move for tried in results
                 if tried.behind <= trifle or (id(tried.move) in asked and tried.behind <= LEVEL * tried.error)]
        bids = sorted(move.number for move in level if move.number is not None)
        return [tried.move for tried in results if tried.move in level or (
            tried.move.number is not None and bids and bids[0] < tried.move.number < bids[-1])]

    def _trifle(self, results: Sequence[MoveEstimate]) -> float:
        return TRIFLE * distribution(self.trials.brought[results[0].move])

    def judged(self) -> Recommendation:
        """Return the recommendation. Call it after the simulation is done."""
        results, (move, reason) = self.trials.results(), self._advised
        level = [move, *(each for each in self._level(results) if each is not move)]
        others = [tried for tried in results if tried.move not in level]
        rival = min(others, key=lambda tried: tried.behind, default=None)
        same = all(tried.behind <= self._trifle(results) for tried in results)
        return Recommendation(move, reason, {tried.move: tried for tried in results}, level, rival, _sure(level, others), same,
                      distribution(self.trials.brought[results[0].move]), self.trials.worlds)


def _sure(level: Sequence[Move], others: Sequence[MoveEstimate]) -> Sure:
    if len(level) > 1:
        return "even"
    return "clearly" if all(tried.clearly_worse for tried in others) else "probably"


def distribution(values: Sequence[float]) -> float:
    """Return the standard deviation of two or more values."""
    middle = mean(values)
    return sqrt(sum((value - middle) ** 2 for value in values) / max(len(values) - 1, 1))

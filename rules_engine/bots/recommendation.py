"""What a seat had best do, as far as it can know: one judgement for the coach's hint, for the review and for the strong bot.

The method is determinised Monte Carlo: moves are tried in deals that fit what was seen (``trials``), with the solver in
endings where a game's bot says so. How much is tried hangs on the moves made, not on a clock, so whoever asks about the same
turn gets the same answer. Between moves that are level the plain rules of the game decide, never the best of the noise.
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
from rules_engine.text.message import Text

P = TypeVar("P", bound=Position)
Sure = Literal["clearly", "probably", "even"]
LEVEL = 1.0
"""A move that is no more standard errors than this behind the best one is level with it."""
TRIFLE = 0.05
"""So is one that brings less by a smaller part of what hands differ by."""
FEWEST = 4
"""Nothing is told of fewer worlds."""
MOST = 60
"""In more worlds than this nothing is tried: what is level then stays so."""
MATTERS = 0.2
"""A mistake costs so much of what hands differ by, or more (their standard deviation)."""


class Recommendation(NamedTuple):
    """What was found out of a turn.

    ``move``    what is advised
    ``reason``  what speaks for it, in a player's words
    ``tried``   by move how it fared; how far behind it is, is never less than 0
    ``level``   the moves that do as well as what is advised, as far as can be told, this one among them
    ``rival``   the best of the others; None where all are level
    ``sure``    how sure it is that nothing does better than what is advised
    ``same``    whether it is all one which move is made
    ``spread``  by how much the ends of hands differ
    ``worlds``  in how many deals moves were tried
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

    def loses(self, tried: MoveEstimate) -> bool:
        """Tell whether a move is a mistake: known to be worse than what is advised, and by something."""
        return tried.move not in self.level and tried.clearly_worse and tried.behind >= MATTERS * self.spread


class TurnSimulation(Generic[P]):
    """The thinking about one turn. Raises ``NoWorldFits``.

    ``name``   says which worlds are drawn: the same name brings the same
    ``share``  what part of the work is done that the bot's ``pace`` allows
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
        """Whether all is tried that is to be tried. Where only one move is thought of, what it brings is told too."""
        trials = self.trials
        if trials.worlds < min(FEWEST, self.most) and not trials.complete:
            return False
        return trials.settled or trials.worlds >= self.most or trials.made >= self.work

    @property
    def part(self) -> float:
        """What part of the work is done."""
        return min(1.0, max(self.trials.made / self.work, self.trials.worlds / self.most))

    def steps(self) -> Iterator[None]:
        """Yield a move at a time until all is tried."""
        while not self.done:
            yield from self.trials.steps()

    def also(self, move: Move) -> Iterator[None]:
        """Yield while a move is tried wherever the best one was."""
        yield from self.trials.also(move)

    @cached_property
    def _advised(self) -> tuple[Move, Text]:
        asked = self._asked
        level = [move for move in self._level(self.trials.results()) if id(move) in asked]
        if self.usual.move in level:
            return self.usual.move, self.usual.reason
        choice = self.player.among(self.view, level, random.Random(0), self.heard)
        return choice.move, choice.reason

    @property
    def _asked(self) -> set[int]:
        """The moves that are still tried, each by its identity."""
        return {id(move) for move in self.trials.asked}

    def _level(self, results: Sequence[MoveEstimate]) -> list[Move]:
        """The moves that do as well as the best one, as far as can be told; of what was left out, what brings no less."""
        asked, trifle = self._asked, self._trifle(results)
        return [tried.move for tried in results
                if tried.behind <= trifle or (id(tried.move) in asked and tried.behind <= LEVEL * tried.error)]

    def _trifle(self, results: Sequence[MoveEstimate]) -> float:
        return TRIFLE * distribution(self.trials.brought[results[0].move])

    def judged(self) -> Recommendation:
        """Return what was found out, once it is done."""
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
    """Return the standard deviation of some values, two or more."""
    middle = mean(values)
    return sqrt(sum((value - middle) ** 2 for value in values) / max(len(values) - 1, 1))

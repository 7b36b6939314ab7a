"""The sampling bot: it tries its moves in worlds that fit what it has seen, and another bot plays them out.

It plays every game. With the random bot to play out, it is what a game has that brings no bot of its own; with the game's
own it is the strong one.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from time import perf_counter

from rules_engine.bots.bot import ONLY_MOVE, Bot, Choice, Leaning, P
from rules_engine.bots.endings import Ending
from rules_engine.bots.random_bot import RandomBot
from rules_engine.bots.trials import Trials
from rules_engine.core.game.game import View
from rules_engine.core.model.moves import Move
from rules_engine.core.model.remarks import Remark
from rules_engine.core.words.sentences import say

WORLDS = 30
"""In so many worlds it tries its moves, unless told otherwise."""


class SamplingBot(Leaning[P]):
    """A player that tries before it plays.

    ``player``   who plays the worlds out; its own choice stands unless another move does better by a standard error
    ``worlds``   in how many worlds it tries, at most
    ``seconds``  after how long it stops as well; then what it plays hangs on the machine, so matches don't set it
    ``ending``   with so many cards in a hand, or fewer, worlds are solved in place of being played out: as its player has it,
                 unless told otherwise
    """

    name = "strong"
    remembers = True

    def __init__(self, player: Bot[P], worlds: int | None = None, seconds: float | None = None,
                 ending: int | None = None) -> None:
        super().__init__(player)
        self.worlds, self.seconds = worlds or WORLDS, seconds
        self.solving = Ending(player.ending if ending is None else ending, self.worlds)

    def choose(self, view: View[P], rng: random.Random, heard: Sequence[Remark] = ()) -> Choice:
        """Return the move that brings most on average."""
        begun, legal = perf_counter(), view.game.legal(view.position)
        if len(legal) == 1:
            return Choice(legal[0], ONLY_MOVE)
        usual = self.player.choose(view, rng, heard)
        if self._gives(view, legal):
            return usual
        trials = Trials(view, self.player, rng, usual.move, self.solving)
        self._try(trials, begun)
        if not trials.worlds:
            return usual
        best = trials.advised(trials.results()).move
        if best is usual.move:
            return usual
        return Choice(best, say("I tried my {n} moves in {worlds} {worlds:deal that fits|deals that fit} what I have seen, and "
                                "this one brought most.", n=len(legal), worlds=trials.worlds))

    def _try(self, trials: Trials[P], begun: float) -> None:
        """Try the moves until one is known to be best, in so many worlds, or for so long; a world half done doesn't count."""
        while trials.worlds < self.worlds and not trials.settled:
            for _ in trials.steps():
                if self.seconds is not None and perf_counter() - begun > self.seconds:
                    return

    def _gives(self, view: View[P], legal: Sequence[Move]) -> bool:
        """Whether cards are given away one by one, by a player that knows how: many choices, each of little weight."""
        plainly = view.position.phase != "play" and all(move.card is not None and move.other is None for move in legal)
        return plainly and not isinstance(self.player, RandomBot)

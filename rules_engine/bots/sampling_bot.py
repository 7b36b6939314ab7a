"""The sampling bot: it tries its moves in worlds that fit what it has seen, and another bot plays them out.

It plays every game. With the random bot to play out, it is what a game has that brings no bot of its own; with the game's
own it is the strong one.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from rules_engine.bots.bot import ONLY_MOVE, Bot, BotMove, DelegatingBot, P
from rules_engine.bots.random_bot import RandomBot
from rules_engine.core.game.game import View
from rules_engine.core.model.moves import Move
from rules_engine.core.model.table_talk import Remark
from rules_engine.text.message import Text, joined, say

if TYPE_CHECKING:
    from rules_engine.bots.endgame_solver import EndgameSettings

WORLDS = 30
"""In so many worlds it tries its moves, unless told otherwise."""
SHARE = 1.3
"""What part of a coach's work it does: some more, since nobody reads along."""


class SamplingBot(DelegatingBot[P]):
    """A player that tries before it plays.

    ``player``   who plays the worlds out; its own choice stands unless another move is known to do better
    ``worlds``   in how many worlds it tries, at most
    ``ending``   with so many cards in a hand, or fewer, worlds are solved in place of being played out: as its player has it,
                 unless told otherwise
    """

    name = "strong"
    remembers = True

    def __init__(self, player: Bot[P], worlds: int | None = None, ending: int | None = None) -> None:
        super().__init__(player)
        self.worlds = worlds or WORLDS
        self.ended = player.ending if ending is None else ending

    @cached_property
    def solving(self) -> EndgameSettings:
        """What solves its worlds towards the end of a hand."""
        from rules_engine.bots.endgame_solver import EndgameSettings

        return EndgameSettings(self.ended, self.worlds)

    def choose(self, view: View[P], rng: random.Random, heard: Sequence[Remark] = ()) -> BotMove:
        """Return the move that brings most on average; of moves that are level, the plain one."""
        legal = view.game.legal(view.position)
        if len(legal) == 1:
            return BotMove(legal[0], ONLY_MOVE)
        if self._gives(view, legal) or len(self.player.considers(view)) == 1:
            return self.player.choose(view, rng, heard)
        from rules_engine.bots.recommendation import TurnSimulation  # a hand is dealt without

        thinking = TurnSimulation(
            view, self.player, str(rng.random()), heard, share=SHARE, ending=self.solving, worlds=self.worlds
        )
        for _ in thinking.steps():
            pass
        judged = thinking.judged()
        if judged.move is thinking.usual.move:
            return thinking.usual
        tried = say("I tried my {n} moves in {worlds} {worlds:deal that fits|deals that fit} what I have seen, and "
                    "this one brought most.", n=len(judged.tried), worlds=judged.worlds)
        own = judged.reason if self._has_a_plan else Text("")
        return BotMove(judged.move, _both(own, tried))

    def _gives(self, view: View[P], legal: Sequence[Move]) -> bool:
        """Whether cards are given away one by one, by a player that knows how: many choices, each of little weight."""
        plainly = view.position.phase != "play" and all(move.card is not None and move.other is None for move in legal)
        return plainly and self._has_a_plan

    @property
    def _has_a_plan(self) -> bool:
        """True unless the player moves at random, and so has no reasons of its own."""
        return not isinstance(self.player, RandomBot)


def _both(reason: Text, tried: Text) -> Text:
    return joined([reason, tried]) if reason else tried

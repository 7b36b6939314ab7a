"""The sampling bot: it tries its moves in worlds, which are deals consistent with its view, and another bot plays them out.

It plays every game. With the random bot it is the default for games without a bot of their own. With the game's own bot it is the
strong level.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from rules_engine.bots.bot import ONLY_MOVE, Bot, BotMove, DelegatingBot, P
from rules_engine.core.game.game import View
from rules_engine.core.model.moves import Move
from rules_engine.core.model.table_talk import Remark
from rules_engine.text.message import joined, say

if TYPE_CHECKING:
    from rules_engine.bots.endgame_solver import EndgameSettings

WORLDS = 30
"""Default maximum number of worlds in which moves are tried."""
SHARE = 1.3
"""The amount of work relative to the coach's. It is higher because no reader is waiting for an explanation."""


class SamplingBot(DelegatingBot[P]):
    """A bot that tries its moves in sampled worlds before it chooses.

    ``player``  the bot that plays the worlds out; its choice is kept unless another move is known to be better
    ``worlds``  the maximum number of worlds
    ``ending``  the maximum number of cards in a hand at which worlds are solved instead of played out; by default that of
                ``player``
    """

    name = "strong"
    remembers = True

    def __init__(self, player: Bot[P], worlds: int | None = None, ending: int | None = None) -> None:
        super().__init__(player)
        self.worlds = worlds or WORLDS
        self.ended = player.ending if ending is None else ending

    @cached_property
    def solving(self) -> EndgameSettings:
        """The settings for solving worlds near the end of a hand."""
        from rules_engine.bots.endgame_solver import EndgameSettings

        return EndgameSettings(self.ended, self.worlds)

    def choose(self, view: View[P], rng: random.Random, heard: Sequence[Remark] = ()) -> BotMove:
        """Return the move with the best average result. If several are level, follow the choice of ``player``."""
        legal = view.game.legal(view.position)
        if len(legal) == 1:
            return BotMove(legal[0], ONLY_MOVE)
        if self._gives(view, legal) or len(self.player.considers(view)) == 1:
            return self.player.choose(view, rng, heard)
        from rules_engine.bots.recommendation import TurnSimulation  # deferred: dealing a hand doesn't need it

        thinking = TurnSimulation(
            view, self.player, str(rng.random()), heard, share=SHARE, ending=self.solving, worlds=self.worlds
        )
        for _ in thinking.steps():
            pass
        judged = thinking.judged()
        if judged.move is thinking.usual.move and self.player.has_reasons:
            return thinking.usual
        tried = say("I tried my {n} moves in {worlds} {worlds:deal that fits|deals that fit} what I have seen, and "
                    "{alone:this one did best|none did better}.", n=len(judged.tried), worlds=judged.worlds,
                    alone=len(judged.level) == 1)
        return BotMove(judged.move, joined([judged.reason, tried]))

    def _gives(self, view: View[P], legal: Sequence[Move]) -> bool:
        """Return whether the choice is left to ``player``, because moves are single cards to give away: many choices, each with a
        small effect."""
        plainly = view.position.phase != "play" and all(move.card is not None and move.other is None for move in legal)
        return plainly and self.player.has_reasons

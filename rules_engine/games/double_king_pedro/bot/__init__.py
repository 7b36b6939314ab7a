"""A bot for Double King Pedro: it counts what a hand is worth in trumps, and what each card of a trick may bring.

It sees what its seat sees: its hand, the calls, the trick, the last trick, and the points taken. Earlier tricks it
has forgotten, but the points tell much of what fell in them. ``bidding`` has what comes before the first lead and
``playing`` the tricks; ``docs/design/bots.md`` has the figures.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import ClassVar

from rules_engine.bots import ONLY_MOVE, Bot, BotMove
from rules_engine.core.game.game import View
from rules_engine.core.model.moves import Move
from rules_engine.core.model.table_talk import Remark
from rules_engine.games.double_king_pedro.bot import bidding, playing
from rules_engine.games.double_king_pedro.position import DoubleKingPedroPosition as Position


class DoubleKingPedroBot(Bot[Position]):
    """A player that bids what its trumps are worth, and leaves points to its partner's tricks."""

    name = "heuristic"
    remembers = True
    ending = 3
    pace = 8_000
    plans: ClassVar[dict[str, Callable[[View[Position], Sequence[Move]], BotMove]]] = {
        "toss": bidding.toss,
        "bid": bidding.bid,
        "trump": bidding.name_trumps,
        "pass-trumps": bidding.give,
        "discard": bidding.discard,
        "play": playing.play_card,
    }
    """Phase to what is done in it."""
    chosen: ClassVar[dict[str, Callable[[View[Position], Sequence[Move]], Move]]] = {
        "bid": bidding.best_call,
        "pass-trumps": bidding.best_gift,
        "play": playing.best_card,
    }
    """The same without a reason, in the phases that take longest."""

    def choose(self, view: View[Position], rng: random.Random, heard: Sequence[Remark] = ()) -> BotMove:
        """Return what the phase's plan says of the view; it needs no luck."""
        legal = view.game.legal(view.position)
        return BotMove(legal[0], ONLY_MOVE) if len(legal) == 1 else self.plans[view.position.phase](view, legal)

    def move(self, view: View[Position], rng: random.Random) -> Move:
        """Give the same move, where that takes less without a reason."""
        legal, phase = view.game.legal(view.position), view.position.phase
        return self.chosen[phase](view, legal) if phase in self.chosen and len(legal) > 1 else super().move(view, rng)

    def evident(self, position: Position, moves: Sequence[Move]) -> Move | None:
        """Give the card that is thrown away: half of a hand's moves, which nobody has to look around for."""
        return bidding.lowest(moves) if position.phase == "discard" else None

    def considers(self, view: View[Position]) -> Sequence[Move]:
        """Return the calls worth a thought, and any other legal move."""
        return bidding.thought_of(view) if view.position.phase == "bid" else super().considers(view)

    def among(self, view: View[Position], moves: Sequence[Move], rng: random.Random, heard: Sequence[Remark] = ()) -> BotMove:
        """Return what the plan says of these moves alone."""
        return self.plans[view.position.phase](view, moves)

    def believes(self, view: View[Position], world: Position) -> float:
        """Return how likely the others would have bid as they did, or the declarer named trumps, with what they hold there."""
        assert view.seat is not None, "a bot plays for a seat"
        return (bidding.believed if world.phase == "bid" else playing.believed)(view.seat, world)


bot = DoubleKingPedroBot

"""A bot for Double King Pedro that estimates the value of a hand's trumps, and the points that each card may win in a trick.

It uses only what its seat can see: its hand, the calls, the trick, the last trick, and the points taken. It doesn't remember
earlier tricks, but can infer many of their cards from the points. ``bidding`` covers the phases before the first lead, and
``playing`` the tricks; ``docs/design/bots.md`` has measurements.
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
    """A bot that bids the value of its trumps, and plays its cards with points to its partner's tricks."""

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
    """The function that chooses a move and its reason, by phase."""
    chosen: ClassVar[dict[str, Callable[[View[Position], Sequence[Move]], Move]]] = {
        "bid": bidding.best_call,
        "pass-trumps": bidding.best_gift,
        "play": playing.best_card,
    }
    """The function that chooses a move without a reason, for the phases that take longest."""

    def choose(self, view: View[Position], rng: random.Random, heard: Sequence[Remark] = ()) -> BotMove:
        """Return the choice planned for the present phase. The random generator is never used."""
        legal = view.game.legal(view.position)
        return BotMove(legal[0], ONLY_MOVE) if len(legal) == 1 else self.plans[view.position.phase](view, legal)

    def move(self, view: View[Position], rng: random.Random) -> Move:
        """Return the move that ``choose`` returns, but without a reason if that is faster."""
        legal, phase = view.game.legal(view.position), view.position.phase
        return self.chosen[phase](view, legal) if phase in self.chosen and len(legal) > 1 else super().move(view, rng)

    def evident(self, position: Position, moves: Sequence[Move]) -> Move | None:
        """Return the discard, which depends only on the seat's own cards; None in other phases. Half of all moves in a hand are
        discards."""
        return bidding.lowest(moves) if position.phase == "discard" else None

    def considers(self, view: View[Position]) -> Sequence[Move]:
        """Return the calls to consider in the auction, the plays that risk no King or Joker, and all legal moves in other
        phases."""
        legal = super().considers(view)
        if view.position.phase == "play":
            return playing.sensible(playing.DoubleKingPedroKnowledge(view), legal)
        return bidding.thought_of(view) if view.position.phase == "bid" else legal

    def among(self, view: View[Position], moves: Sequence[Move], rng: random.Random, heard: Sequence[Remark] = ()) -> BotMove:
        """Return the choice planned for the present phase, among the given moves."""
        return self.plans[view.position.phase](view, moves)

    def believes(self, view: View[Position], world: Position) -> float:
        """Return the relative likelihood of a world, given the other players' bids or the trump suit that the declarer named."""
        assert view.seat is not None, "a bot plays for a seat"
        return (bidding.believed if world.phase == "bid" else playing.believed)(view.seat, world)


bot = DoubleKingPedroBot

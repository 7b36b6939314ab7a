"""Analyses of the reader's turns, shared by the hint, the review and the warning after a mistake.

The cache key is the turn's save, so that a later request reuses or continues an earlier analysis.
"""

from __future__ import annotations

import random
from collections.abc import Generator
from contextlib import suppress
from functools import cached_property

from rules_engine.api.bounded_cache import BoundedCache
from rules_engine.api.saves import write_save
from rules_engine.api.session import Session
from rules_engine.bots import BotMove, who_plays_out
from rules_engine.bots.recommendation import Recommendation, TurnSimulation
from rules_engine.bots.simulation import MoveEstimate, MoveTrials
from rules_engine.bots.worlds import NoConsistentDeal
from rules_engine.core.model.moves import Move
from rules_engine.core.positions.position import Position

KEPT = 64
"""Maximum number of cached turns; a hand has fewer."""
RIVALS, GLANCE, DOUBT = 2, 5, 0.7
"""Limits for the quick check: the number of other moves, the number of deals, and the minimum loss, in standard errors, to
suspect a mistake."""


class TurnAnalysis:
    """The analysis of one of the reader's turns. Raises ``NoConsistentDeal`` if no deal is consistent with the cards and moves
    that the reader has seen.
    """

    def __init__(self, session: Session) -> None:
        game, position, seat, place = session.game, session.position, session.position.actor, len(session.moves)
        self.view = game.view(position, seat, session.memory(seat, place))
        self.name, self.heard, self.player = f"{session.setup.get('seed')}/{place}", session.remarks(place), who_plays_out(game)
        self.judgement: TurnSimulation[Position] = TurnSimulation(self.view, self.player, self.name, self.heard)
        self._work = self.judgement.steps()

    def think(self) -> bool:
        """Perform the next step of the analysis; return whether there was one."""
        return next(self._work, self) is not self

    def of(self, move: Move) -> MoveEstimate | None:
        """Return the estimate for a move; None if it wasn't tried."""
        return self.judged.tried.get(move)

    @property
    def done(self) -> bool:
        """True if the analysis is complete."""
        return self.judgement.done

    @cached_property
    def judged(self) -> Recommendation:
        """The recommendation; valid when the analysis is complete."""
        return self.judgement.judged()

    def fared(self, move: Move) -> Generator[None, None, MoveEstimate]:
        """Try a move in every deal in which the best move was tried, yielding between steps; return the move's estimate."""
        yield from self.judgement.also(move)
        self.__dict__.pop("judged", None)
        return self.judged.tried[move]

    def seems(self, move: Move) -> Generator[None, None, float]:
        """Compare a move quickly with moves that a bot prefers, yielding between steps; return its estimated loss, or 0.

        With this cheap check, only suspicious moves need a full analysis.
        """
        rivals, rng = [move], random.Random(self.name)
        while len(rivals) <= RIVALS and (others := [each for each in self.judgement.trials.brought if each not in rivals]):
            rivals.append(self.player.among(self.view, others, rng, self.heard).move)
        if len(rivals) == 1:
            return 0.0
        trials: MoveTrials[Position] = MoveTrials(self.view, self.player, rng, move, moves=rivals, heard=self.heard)
        for _ in range(GLANCE):
            yield from trials.steps()
        own = next(tried for tried in trials.results() if tried.move is move)
        return own.behind if own.behind > DOUBT * own.error else 0.0


_TURNS = BoundedCache[str, TurnAnalysis | None](KEPT)
"""Cache of turns by save. A value is None if only one move is legal or no deal is consistent."""


def turn_of(session: Session) -> TurnAnalysis | None:
    """Return the cached or new analysis of the turn; None if only one move is legal or no deal is consistent."""
    save = write_save(session)
    if save not in _TURNS:
        _TURNS[save] = None
        if len(session.game.legal(session.position)) > 1:
            with suppress(NoConsistentDeal):
                _TURNS[save] = TurnAnalysis(session)
    return _TURNS[save]


def usual_choice(session: Session) -> BotMove:
    """Return the choice of the game's own bot for the seat to act, with its reason."""
    position, place = session.position, len(session.moves)
    view = session.game.view(position, position.actor, session.memory(position.actor, place))
    return who_plays_out(session.game).choose(view, random.Random(f"{session.setup.get('seed')}/{place}"), session.remarks(place))

"""The reader's turns judged, once each: what the hint says of one, the review and a word after a mistake rest on the same.

A turn is known by its save, so whoever asks again gets what was found, and goes on from where others left off.
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
"""So many turns are kept in mind: more than a hand has."""
RIVALS, GLANCE, DOUBT = 2, 5, 0.7
"""So many other moves are glanced at, in so many deals; what is behind by more of a standard error is looked into."""


class TurnAnalysis:
    """One turn of the reader's, thought about. Raises ``NoConsistentDeal``."""

    def __init__(self, session: Session) -> None:
        game, position, seat, place = session.game, session.position, session.position.actor, len(session.moves)
        self.view = game.view(position, seat, session.memory(seat, place))
        self.name, self.heard, self.player = f"{session.setup.get('seed')}/{place}", session.remarks(place), who_plays_out(game)
        self.judgement: TurnSimulation[Position] = TurnSimulation(self.view, self.player, self.name, self.heard)
        self._work = self.judgement.steps()

    def think(self) -> bool:
        """Try one move more; tell whether there was one to try."""
        return next(self._work, self) is not self

    def of(self, move: Move) -> MoveEstimate | None:
        """Tell how a move fared; None where it wasn't tried."""
        return self.judged.tried.get(move)

    @property
    def done(self) -> bool:
        """Whether all was thought that is to be thought."""
        return self.judgement.done

    @cached_property
    def judged(self) -> Recommendation:
        """What was found out, once it is done."""
        return self.judgement.judged()

    def fared(self, move: Move) -> Generator[None, None, MoveEstimate]:
        """Yield while it is found out how a move fared wherever the best one was tried, and return that."""
        yield from self.judgement.also(move)
        self.__dict__.pop("judged", None)
        return self.judged.tried[move]

    def seems(self, move: Move) -> Generator[None, None, float]:
        """Yield while a move is tried beside those that a plain player would rather make; return by how much it seems worse.

        That takes little time, and only what seems worse is then thought about in earnest.
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
"""The turns of the latest saves; None where no deal fits, since the hand wasn't begun from its deal."""


def turn_of(session: Session) -> TurnAnalysis | None:
    """Return the turn as far as it was thought about; None where only one move is legal, or no deal fits."""
    save = write_save(session)
    if save not in _TURNS:
        _TURNS[save] = None
        if len(session.game.legal(session.position)) > 1:
            with suppress(NoConsistentDeal):
                _TURNS[save] = TurnAnalysis(session)
    return _TURNS[save]


def usual_choice(session: Session) -> BotMove:
    """Return what the game's own bot would do for the seat to act, and why."""
    position, place = session.position, len(session.moves)
    view = session.game.view(position, position.actor, session.memory(position.actor, place))
    return who_plays_out(session.game).choose(view, random.Random(f"{session.setup.get('seed')}/{place}"), session.remarks(place))

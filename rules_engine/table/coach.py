"""The coach: what the reader's moves bring in deals that fit all that the reader has seen, and how sure that is.

It thinks in slices, so that whatever the reader presses is answered at once. Before the first one it says what the game's
bot would do, and why. It stops when one move is known to be better than every other, and else after ``LONGEST``.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from time import perf_counter as clock

from rules_engine.bots import who_plays_out
from rules_engine.bots.trials import Trials, Tried
from rules_engine.bots.worlds import NoWorldFits
from rules_engine.core.cards import Card
from rules_engine.core.moves import Move
from rules_engine.core.position import Position
from rules_engine.core.telling import counted
from rules_engine.table.session import Session
from rules_engine.view.slip import Slip

SLICE = 0.08
"""Seconds of thinking in a row, more or less: a hand that is being played out is finished."""
FIRST = 4
"""Nothing is told of fewer worlds."""
LONGEST = 2.0
AT_ONCE, MOST = 200, 300
"""Hands played out in a slice, and worlds of a position, at most: a clock may stand still."""


class Coach:
    """What was found out so far for the reader's turn in one position. Raises ``NoWorldFits``."""

    def __init__(self, session: Session) -> None:
        game, position, seat = session.game, session.position, session.position.actor
        rng, player = random.Random(f"{session.setup.get('seed')}/{len(session.moves)}"), who_plays_out(game)
        view = game.view(position, seat, session.memory(seat, len(session.moves)))
        self.usual = player.choose(view, rng, session.remarks(len(session.moves)))
        self.trials: Trials[Position] = Trials(view, player, rng, self.usual.move)
        self.world: Iterator[None] = iter(())
        self.spent = 0.0

    @property
    def done(self) -> bool:
        """Whether thinking on brings nothing."""
        return self.trials.settled or self.spent >= LONGEST or self.trials.worlds >= MOST

    def think(self) -> None:
        """Try the moves for a while."""
        begun, now = clock(), 0.0
        for _ in range(AT_ONCE):
            if next(self.world, self) is self:
                if self.done:
                    break
                self.world = self.trials.steps()
            now = clock() - begun
            if now > SLICE:
                break
        self.spent += now

    def told(self, session: Session) -> Slip:
        """The advice, and what it rests on."""
        lead = f"I would {session.telling.call(session.position, self.best)}."
        reason = [(self.usual.reason, "")] if self.usual.move is self.best else []
        if self.trials.worlds < FIRST:
            trying = "There was no time to try your moves in enough deals." if self.done else (
                "I am trying your moves in deals that fit what you have seen …")
            return Slip(lead, [(trying, ""), *reason], "coach")
        best = self.trials.advised
        others = [tried for tried in self.trials.results() if tried.move is not best.move]
        return Slip(lead, [(f"{self._fares(best)} {_rival(session, best, others)}", ""), *reason], "coach")

    @property
    def best(self) -> Move:
        """What it would do, as far as it knows now."""
        return self.usual.move if self.trials.worlds < FIRST else self.trials.advised.move

    def _fares(self, best: Tried) -> str:
        """How the best move fares in the worlds tried."""
        told = f"{points(best.mean)} on average of {counted(self.trials.worlds, 'deal')}"
        taken = self.trials.taken[best.move]
        often = best.move.verb == "play" and 2 * taken > self.trials.worlds
        return f"{told}; you take the trick in {taken} of them." if often else f"{told}."

    def badges(self, position: Position) -> dict[Card, str]:
        """By card what the best way to play it brings."""
        found: dict[Card, float] = {}
        if self.trials.worlds < FIRST:
            return {}
        for tried in self.trials.results():
            card = tried.move.other or tried.move.card
            if card is not None and card in position.hands[position.actor]:
                found[card] = max(tried.mean, found.get(card, tried.mean))
        return {card: _signed(mean) for card, mean in found.items()}


def _rival(session: Session, best: Tried, others: Sequence[Tried]) -> str:
    """How far the next best is behind, or that nobody can tell."""
    close = [tried for tried in others if not tried.clearly_worse]
    if len(close) > 1:
        return f"Too close to call: {len(close)} other moves do as well."
    rival = others[0]
    how = _apart(rival.behind - best.behind, rival.error or best.error)
    if close:
        return f"Too close to call: {named(session, rival.move, small=True)} is {how}."
    return f"{named(session, rival.move)} comes next, {how}."


def _apart(apart: float, error: float) -> str:
    """How far a move is from the one that is advised, with twice the standard error."""
    if not apart and not error:
        return "just as far ahead"
    size = f"{abs(apart):.1f} ± {2 * error:.1f}" if abs(apart) >= 0.05 else "less than 0.1"
    return f"{size} {'behind' if apart >= 0 else 'better'}"


def named(session: Session, move: Move, small: bool = False, at: int = -1) -> str:
    """A move in the middle of a sentence, or at its beginning; made now, or after the first ``at`` moves."""
    if move.card is not None and move.verb == "play":
        way = f" as {{{move.suit}}}" if move.suit else ""
        return f"{'the' if small else 'The'} {{{move.card.text}}}{way}"
    told = session.telling.call(session.line[at].position, move)
    return f"to {told}" if small else f"To {told}"


def points(mean: float) -> str:
    """How far ahead or behind that is."""
    if abs(mean) < 0.05:
        return "Level with the others"
    return f"{abs(mean):.1f} {'ahead of' if mean > 0 else 'behind'} the others"


def _signed(mean: float) -> str:
    """A mean with its sign, as scores are written."""
    size = f"{abs(mean):.0f}" if abs(mean) >= 10 else f"{abs(mean):.1f}"
    return size if float(size) == 0 else f"{'+' if mean > 0 else '−'}{size}"


_COACHES: dict[str, Coach | None] = {}
"""The coaches of the latest saves; None where no deal fits, since the hand wasn't begun from its deal."""


def coach_for(session: Session, save: str) -> Coach | None:
    """Who thinks about a position, from where they left off; nobody where only one move is legal, or no deal fits."""
    if save not in _COACHES:
        while len(_COACHES) >= 3:
            del _COACHES[next(iter(_COACHES))]
        try:
            _COACHES[save] = Coach(session) if len(session.game.legal(session.position)) > 1 else None
        except NoWorldFits:
            _COACHES[save] = None
    return _COACHES[save]

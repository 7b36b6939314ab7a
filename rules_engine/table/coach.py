"""The coach: what the reader's moves bring in deals that fit all that the reader has seen, and how sure that is.

It thinks in slices, so that whatever the reader presses is answered at once. Before the first one it says what the game's
bot would do, and why. It stops when one move is known to be better than every other, and else after ``LONGEST``.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from time import perf_counter as clock

from rules_engine.bots import who_plays_out
from rules_engine.bots.trials import Trials, Tried
from rules_engine.bots.worlds import NoWorldFits
from rules_engine.core.model.cards import Card
from rules_engine.core.model.moves import Move
from rules_engine.core.positions.position import Position
from rules_engine.core.telling.telling import Telling
from rules_engine.core.words.sentences import NOTHING, NumberText, Text, declared, joined, say
from rules_engine.table.latest import Latest
from rules_engine.table.reply import Reply
from rules_engine.table.session import Session
from rules_engine.view.face import move_named
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

    def reply(self, session: Session) -> Reply:
        """Return the advice, what it rests on, and what each card brings."""
        if self.trials.worlds < FIRST:
            trying = say("There was no time to try your moves in enough deals.") if self.done else (
                say("I am trying your moves in deals that fit what you have seen …"))
            return advice(session, self.usual.move, [self.usual.reason, trying])
        results = self.trials.results()
        best = self.trials.advised(results)
        rival = _rival(session, best, [tried for tried in results if tried.move is not best.move])
        reason = [self.usual.reason] if self.usual.move is best.move else []
        badges = _badges(session.position, results)
        return advice(session, best.move, [*reason, joined([self._takes(best), rival]), self._rests_on(session, badges)],
                      badges)

    def _takes(self, best: Tried) -> Text:
        """How often the best move takes the trick, or leaves it to another card."""
        taken, worlds = self.trials.taken[best.move], self.trials.worlds
        if best.move.verb != "play":
            return NOTHING
        if 2 * taken > worlds:
            return say("It takes the trick in {n} of {deals} deals.", n=taken, deals=worlds)
        return say("Another card takes the trick in {n} of {deals} deals.", n=worlds - taken, deals=worlds)

    def _rests_on(self, session: Session, badges: Mapping[Card, Text]) -> Text:
        """What the advice rests on, and what the numbers are."""
        tried = say("Tried in {n} {n:deal|deals} that fit what you have seen", n=self.trials.worlds)
        if not badges:
            return say("{tried}.", tried=tried)
        unit = declared(session.game.unit, "unit")
        return say("{tried}; on each card, by how many {unit} you end ahead of the others, or behind (−).", tried=tried,
                   unit=unit)


def advice(session: Session, move: Move, more: Sequence[Text], badges: Mapping[Card, Text] | None = None) -> Reply:
    """Return what the coach would do, and sentences on it."""
    slip = Slip(say("I would {call}.", call=session.telling.call(session.position, move)), [(text, "") for text in more], "coach")
    return Reply(slip, hint=move.other or move.card, badges=badges or {}, number=move.number)


def _badges(position: Position, results: Sequence[Tried]) -> dict[Card, Text]:
    """By card what the best way to play it brings."""
    found: dict[Card, float] = {}
    for tried in results:
        card = tried.move.other or tried.move.card
        if card is not None and card in position.hands[position.actor]:
            found[card] = max(tried.mean, found.get(card, tried.mean))
    return {card: _signed(mean) for card, mean in found.items()}


def _rival(session: Session, best: Tried, others: Sequence[Tried]) -> Text:
    """How far the next best is behind, or that nobody can tell."""
    close = [tried for tried in others if not tried.clearly_worse]
    if len(close) == len(others) > 1:
        return say("It hardly matters: every move does about as well.")
    if len(close) > 1:
        return say("Too close to call: {n} other moves do about as well.", n=len(close))
    rival = others[0]
    name, apart = named(session, rival.move), rival.behind - best.behind
    if close:
        return say("{move} does about as well: too close to call.", move=name)
    return say("{move} comes next: {amount} worse.", move=name, amount=about(apart, session.telling))


def named(session: Session, move: Move, at: int = -1) -> Text:
    """Return a move in the middle of a sentence; one to make now, or after the first ``at`` moves."""
    if move.card is not None and move.verb == "play":
        return say("the {move}", move=move_named(move))
    return say("to {call}", call=session.telling.call(session.line[at].position, move))


def about(size: float, telling: Telling[Position]) -> Text:
    """Return a difference as it is told: ``about 6 points``, ``about 0.4 points``. How sure it is, is settled before it is
    told."""
    if size < 0.05:
        return say("less than {amount}", amount=telling.amount("0.1"))
    return say("about {amount}", amount=telling.amount(rounded(size)))


def rounded(size: float, tenths: float = 2) -> str:
    """Return a size as it is told: with tenths where it is below ``tenths``, so 5.8 is 6 and 0.41 is 0.4."""
    return f"{size:.0f}" if size >= tenths - 0.05 else f"{size:.1f}".removesuffix(".0")


def _signed(mean: float) -> Text:
    """A mean with its sign, as scores are written."""
    size = rounded(abs(mean), tenths=10)
    return NumberText(size if size == "0" else f"{'+' if mean > 0 else '−'}{size}")


_COACHES = Latest[str, Coach | None](3)
"""The coaches of the latest saves; None where no deal fits, since the hand wasn't begun from its deal."""


def coach_for(session: Session, save: str) -> Coach | None:
    """Return who thinks about a position, from where they left off; nobody where only one move is legal, or no deal fits."""
    if save not in _COACHES:
        try:
            _COACHES[save] = Coach(session) if len(session.game.legal(session.position)) > 1 else None
        except NoWorldFits:
            _COACHES[save] = None
    return _COACHES[save]

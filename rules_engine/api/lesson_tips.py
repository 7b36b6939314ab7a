"""Tips in a course: a comment when a rule that was taught affects a turn for the first time."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from rules_engine.api.hand_view import Reply
from rules_engine.api.session import Session
from rules_engine.core.positions.position import Position
from rules_engine.html.slip import Slip
from rules_engine.narration.phrasebook import RuleFinding
from rules_engine.text.message import NOTHING


def learnt(session: Session, taught: Collection[str]) -> Reply | None:
    """Return a comment on the first of the ``taught`` rules that affects the reader's turn and hasn't affected an earlier one in
    the hand; None if there is none, or if it isn't the reader's turn."""
    if not taught or session.seat is None or not session.readers_turn:
        return None
    *before, here = (step.position for step in session.line if step.position.to_act == session.seat)
    found = [finding for finding in _deciding(session, here) if finding.rule in taught]
    said = {finding.rule for position in before for finding in _deciding(session, position)} if found else set()
    fresh = next((finding for finding in found if finding.rule not in said), None)
    if fresh is None:
        return None
    return Reply(Slip(fresh.sentence, [(NOTHING, fresh.rule)], "coach"), fresh.cards)


def _deciding(session: Session, position: Position) -> Iterator[RuleFinding]:
    """Yield findings for the rules that affect a turn: those that forbid a move, then the one that decides the trick so far."""
    game, narrator, moves = session.game, session.narrator, session.game.candidates(position)
    for rule in game.asked(position):
        left = moves if rule.offers else rule(position, moves)
        if len(left) < len(moves):
            refused = next(move for move in moves if move not in left)
            finding = narrator.refusal(position, game.judge(position, refused))
            if finding is not None:
                yield finding
        moves = left
    if len(position.trick) > 1:
        yield narrator.trick_explanation(position, position.trick)[-1]

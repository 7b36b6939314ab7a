"""The part of a hand in a scenario that a question is about: the moves before it, a trick, or the end of the hand."""

from __future__ import annotations

from rules_engine.core.positions.position import Position
from rules_engine.quiz.open_trick import OpenTrick
from rules_engine.quiz.question import Unanswerable
from rules_engine.scenarios.replay import Replay, ReplayStep


def hand_before(run: Replay, place: int) -> tuple[Position, list[ReplayStep]]:
    """Return the start of the hand in which the step at index ``place`` is made, and the moves made in it before that step."""
    begun = max((at + 1 for at in range(place) if run.moments[at].step.deal is not None), default=0)
    start = run.moments[begun - 1].after if begun else run.start
    return start, [moment for moment in run.moments[begun:place] if moment.move is not None]


def trick_at(run: Replay, place: int) -> tuple[OpenTrick, int, ReplayStep | None]:
    """Return the trick that a question is about: the next one finished in the script, otherwise the one on the table, otherwise
    the last one. Return also the index of the step at which the question is asked, and the step with the trick's last card if it
    is in the script.
    """
    here = run.moments[place].before
    if here.trick or run.scenario.script[place].move is not None:
        for at, moment in enumerate(run.moments[place:], place):
            if moment.step.deal is not None:
                break
            if moment.finished:
                return finished_trick(moment), at, moment
        if here.trick:
            return OpenTrick(here, tuple(here.trick)), place, None
    for at in range(place - 1, -1, -1):
        if run.moments[at].finished:
            return finished_trick(run.moments[at]), at, run.moments[at]
    raise Unanswerable("no trick is on the table here, and none was finished before: ask at a step that plays to one")


def finished_trick(moment: ReplayStep) -> OpenTrick:
    """Return the trick that a step finishes."""
    assert moment.finished is not None
    return OpenTrick(moment.before, moment.finished.laid, moment.events)


def unfinished_trick(kind: str) -> Unanswerable:
    """Return the error for a question whose trick isn't finished in the script."""
    return Unanswerable(f"{kind}: the script never finishes this trick; play its last card in the script")


def end_of_hand(run: Replay, place: int, kind: str) -> int:
    """Return the index of the step that ends the hand in which the step at ``place`` is made. Raises ``Unanswerable``."""
    for at, moment in enumerate(run.moments[place:], place):
        if moment.step.deal is not None:
            break
        if moment.after.hand_over:
            return at
    raise Unanswerable(f"{kind}: the script never finishes this hand; play it to its end in the script")

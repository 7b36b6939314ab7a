"""Questions in a scenario. Answers aren't stored: the engine derives each one, with its reasons."""

from __future__ import annotations

from rules_engine.quiz.kinds import KINDS
from rules_engine.quiz.question import Question, Unanswerable
from rules_engine.quiz.scenario_tricks import hand_before
from rules_engine.scenarios.replay import Replay


def answer(run: Replay, place: int) -> Question:
    """Return the question in the step at index ``place``, with its answer. Raises ``Unanswerable``."""
    ask = run.scenario.script[place].ask
    assert ask is not None
    if place >= len(run.moments):
        raise Unanswerable("the script stops before this step")
    question, made = KINDS[ask.kind].at_step(run, place, ask.choices)
    start, steps = hand_before(run, made)
    return question._replace(start=start, line=tuple(step.move for step in steps if step.move is not None))

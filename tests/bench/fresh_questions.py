"""The time to make a fresh question for each step of each course, and the share of questions about the step's own rules.

    python -m tests.bench.fresh_questions [SEEDS]

Times are CPU times. A browser takes about three times as long, so 50 ms correspond to 150 ms. If a step asks about its own
rules in one kind of question, only that kind is varied, as in a course.
"""

from __future__ import annotations

import statistics
import sys
import time
from functools import cache
from pathlib import Path

from rules_engine.authoring.checks.check import check_file
from rules_engine.quiz.generator import NoQuestion, fresh_question, template_from
from rules_engine.quiz.kinds import KINDS
from rules_engine.quiz.questions import answer
from rules_engine.scenarios.replay import Replay
from rules_engine.site.model.course_coverage import courses_in

ROOT = Path(__file__).resolve().parents[2]


@cache
def steps() -> list[tuple[str, str, Replay, list[str]]]:
    """Return each quiz step: its game, its id, its scenario, and the rules taught so far."""
    found = []
    taught: dict[str, list[str]] = {}
    for course in courses_in(ROOT / "docs/games").values():
        before = taught.setdefault(course.game, [])
        for step in course.steps:
            run = check_file(ROOT / "examples" / step.file).run
            assert run is not None
            before += run.scenario.rules
            if run.scenario.kind == "quiz":
                found.append((course.game, step.id, run, [*before]))
    return found


def asked_afresh(run: Replay) -> list[str]:
    """Return the kinds of questions that a course varies in a step: those about the step's own rules or, without any, all."""
    asked = [(each.ask.kind, not answer(run, place).rules.isdisjoint(run.scenario.rules))
             for place, each in enumerate(run.scenario.script) if each.ask is not None]
    kinds = [kind for kind, own in asked if own] or [kind for kind, _ in asked]
    return [kind for kind in dict.fromkeys(kinds) if KINDS[kind].can_be_fresh]


def measure(seeds: int) -> None:
    """Print a line for each kind of question in each step."""
    for game, step, run, taught in steps():
        for kind in asked_afresh(run):
            like = template_from(run, kind)
            took, about, none = list[float](), 0, 0
            for seed in range(seeds):
                begun = time.process_time()
                try:
                    question = fresh_question(run.game, kind, seed, run.scenario.rules, taught, like)
                    about += not question.rules.isdisjoint(run.scenario.rules)
                except NoQuestion:
                    none += 1
                took.append(1000 * (time.process_time() - begun))
            print(f"{game:18} {step:14} {kind:12} median {statistics.median(took):5.0f} ms  most {max(took):5.0f}  "
                  f"own rules {about}/{seeds}  none {none}", flush=True)


if __name__ == "__main__":
    measure(int(sys.argv[1]) if len(sys.argv) > 1 else 20)

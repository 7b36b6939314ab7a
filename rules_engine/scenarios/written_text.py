"""The texts in a scenario that were written by its author, and their translation."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from rules_engine.scenarios.model import Scenario
from rules_engine.scenarios.replay import Replay


def texts_of(scenario: Scenario) -> list[str]:
    """Return all non-empty texts in a scenario that are shown to readers."""
    said = scenario.puzzle.said if scenario.puzzle else ()
    return [text for text in (scenario.title, scenario.intro, *(step.note for step in scenario.script), *said) if text]


def reworded(run: Replay, put: Callable[[str], str]) -> Replay:
    """Return a copy of the replay with each text replaced with ``put(text)``. Cached solutions are kept."""
    scenario = run.scenario
    script = tuple(replace(step, note=put(step.note)) for step in scenario.script)
    puzzle = scenario.puzzle and scenario.puzzle._replace(
        plan=put(scenario.puzzle.plan), why_not={move: put(text) for move, text in scenario.puzzle.why_not.items()})
    told = replace(scenario, title=put(scenario.title), intro=put(scenario.intro), puzzle=puzzle, script=script)
    moments = [moment._replace(step=step) for moment, step in zip(run.moments, script, strict=False)]
    return replace(run, scenario=told, moments=moments)

"""Scenarios: a position, a script of moves, and what must be true along the way.

``read_scenario`` turns plain values (what YAML and JSON hold) into a ``Scenario``, ``replay`` lets the engine play
it, ``answer`` works out the questions it puts, ``write_scenario`` gives the plain values back. Files are not known here,
and YAML is written but not read: the browser makes scenarios too.

Each is imported when it is first asked for: whoever deals a hand in the browser needs no questions.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rules_engine.scenario.ask import answer
    from rules_engine.scenario.model import Ask, Scenario, Step, write_scenario
    from rules_engine.scenario.question import Option, Part, Question, Reason
    from rules_engine.scenario.read import ScenarioUnreadable, read_scenario
    from rules_engine.scenario.run import Moment, Replay, replay

__all__ = ["Ask", "Moment", "Option", "Part", "Question", "Reason", "Replay", "Scenario", "ScenarioUnreadable",
           "Step", "answer", "read_scenario", "replay", "write_scenario"]

_PLACES = {"answer": "ask", **dict.fromkeys(("Ask", "Scenario", "Step", "write_scenario"), "model"),
           **dict.fromkeys(("Option", "Part", "Question", "Reason"), "question"),
           **dict.fromkeys(("ScenarioUnreadable", "read_scenario"), "read"),
           **dict.fromkeys(("Moment", "Replay", "replay"), "run")}


def __getattr__(name: str) -> Any:
    if name not in _PLACES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_PLACES[name]}"), name)

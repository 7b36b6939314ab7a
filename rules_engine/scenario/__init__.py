"""Scenarios: a position, a script of moves, and what must be true along the way.

``read_scenario`` turns plain values (what YAML and JSON hold) into a ``Scenario``, ``replay`` lets the engine play
it, ``answer`` works out the questions it puts, ``write_scenario`` gives the plain values back. Files are not known here,
and YAML is written but not read: the browser makes scenarios too.
"""

from rules_engine.scenario.ask import answer
from rules_engine.scenario.model import Ask, Scenario, Step, write_scenario
from rules_engine.scenario.question import Option, Part, Question, Reason
from rules_engine.scenario.read import ScenarioUnreadable, read_scenario
from rules_engine.scenario.run import Moment, Replay, replay

__all__ = ["Ask", "Moment", "Option", "Part", "Question", "Reason", "Replay", "Scenario", "ScenarioUnreadable",
           "Step", "answer", "read_scenario", "replay", "write_scenario"]

"""Checks for one scenario text: it is parsed and replayed, and its questions are answered. Each problem has a line number.

The module accesses no files and needs no package other than PyYAML, because a site's playground runs it in the browser.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from rules_engine.authoring.yaml_text import InvalidYaml, LocatedValue, read_yaml
from rules_engine.core.model.errors import FailedStep, Problem, shortened
from rules_engine.core.model.errors import Path as Way
from rules_engine.quiz.question import Unanswerable
from rules_engine.quiz.questions import answer
from rules_engine.scenarios.model import Scenario
from rules_engine.scenarios.read import InvalidScenario, read_scenario
from rules_engine.scenarios.replay import GameCodeError, Replay, replay

Raised = Callable[[BaseException], str]
"""A function that describes an exception raised by a game's rules."""


def name_and_message(error: BaseException) -> str:
    """Return the class name and the message of an exception."""
    return f"{type(error).__name__}: {error}"


@dataclass
class CheckResult:
    """The result of checking a scenario text.

    ``path``      the file that contains the text, for messages
    ``problems``  the problems found
    ``scenario``  the scenario, if it could be read
    ``run``       its replay, if the rules raised no error
    ``source``    the parsed YAML with its line numbers
    """

    path: str
    problems: list[Problem] = field(default_factory=list)
    scenario: Scenario | None = None
    run: Replay | None = None
    source: LocatedValue | None = None


def replay_checked(text: str, path: str = "", first_line: int = 1, raised: Raised = name_and_message) -> CheckResult:
    """Replay one scenario without checking its questions; ``first_line`` is the line in ``path`` at which the text begins."""
    checked = CheckResult(path)
    offset = first_line - 1
    try:
        source = checked.source = read_yaml(text)
        scenario = checked.scenario = read_scenario(source.value)
        run = checked.run = replay(scenario)
    except InvalidYaml as error:
        checked.problems.append(Problem(f"this isn't YAML: {error.message}", file=path, line=error.line + offset))
        return checked
    except InvalidScenario as error:
        assert checked.source is not None
        checked.problems += [_placed(problem, checked.source, path, offset) for problem in error.problems]
        return checked
    except GameCodeError as error:
        assert checked.source is not None
        checked.problems.append(_placed(_stumbled(error.error, error.path, scenario, raised), checked.source, path, offset))
        return checked
    checked.problems += [_placed(problem, source, path, offset) for problem in run.problems]
    return checked


def _stumbled(error: Exception, path: Way, scenario: Scenario, raised: Raised) -> Problem:
    """Return the problem for an exception that a game's rules raised at a step or in the setup."""
    cause = raised(error)
    message = f"the rules failed: {cause}"
    if path[0] != "script":
        return Problem(message, path, cause=cause)
    place = int(path[1])
    step = scenario.script[place]
    broken = FailedStep(place + 1, step.seat, step.move, None, "rules that go on", str(error))
    return Problem(message, path, broken=broken, cause=cause)


def _placed(problem: Problem, source: LocatedValue, path: str, offset: int) -> Problem:
    """Return a problem with its file and line, and a message that names its step."""
    message, step = str(problem), problem.broken
    if step is not None:
        who = f" ({step.seat} {shortened(str(step.move))})" if step.seat else ""
        message = f"step {step.step}{who}: {problem.message}"
    return problem._replace(message=message, file=path, line=source.line(problem.path) + offset)


def unanswered_questions(checked: CheckResult, first_line: int = 1, raised: Raised = name_and_message) -> Iterator[Problem]:
    """Yield a problem for each question in a script that has no answer; ``first_line`` is the line at which the text begins."""
    if checked.run is not None and checked.source is not None:
        for problem in _questions(checked.run, raised):
            yield _placed(problem, checked.source, checked.path, first_line - 1)


def _questions(run: Replay, raised: Raised) -> Iterator[Problem]:
    for place, step in enumerate(run.scenario.script[:len(run.moments)]):
        if step.ask is None:
            continue
        path = ("script", place, "ask")
        try:
            answer(run, place)
        except Unanswerable as error:
            broken = FailedStep(place + 1, step.seat, step.move, None, "a question with an answer", str(error))
            yield Problem(f"ask: {error}", path, broken=broken)
        except Exception as error:  # noqa: BLE001  (whatever an author's rules raise)
            yield _stumbled(error, path, run.scenario, raised)

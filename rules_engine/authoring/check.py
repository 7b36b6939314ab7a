"""Checking scenario files: read, replay, tell what is wrong. ``followsuit check`` and the site's build both do it here."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from rules_engine.authoring.proofs import Proofs
from rules_engine.authoring.stats import FILE as STATS
from rules_engine.authoring.tracing import raised
from rules_engine.authoring.yaml_text import Located, YamlUnreadable, read_yaml
from rules_engine.core.errors import Broken, Problem
from rules_engine.core.errors import Path as Way
from rules_engine.scenario.ask import answer
from rules_engine.scenario.model import Scenario
from rules_engine.scenario.question import Unanswerable
from rules_engine.scenario.read import ScenarioUnreadable, read_scenario
from rules_engine.scenario.run import Replay, Stumbled, replay

SUFFIXES = (".yml", ".yaml", ".json")


@dataclass
class Checked:
    """A scenario text that was looked at: what was read and played as far as it went, and what is wrong."""

    path: str
    problems: list[Problem] = field(default_factory=list)
    scenario: Scenario | None = None
    run: Replay | None = None
    source: Located | None = None


def check_text(text: str, path: str, first_line: int = 1, proofs: Proofs | None = None) -> Checked:
    """Check one scenario, its questions too; ``first_line`` is the line of ``path`` at which the text begins.

    ``proofs`` are those that are known already; new ones are kept there.
    """
    checked = replay_text(text, path, first_line)
    if checked.run is not None and checked.source is not None:
        if proofs is not None:
            proofs.bring(text, checked.run)
        checked.problems += [_placed(problem, checked.source, path, first_line - 1) for problem in _questions(checked.run)]
        if proofs is not None:
            proofs.keep(text, checked.run)
    return checked


def replay_text(text: str, path: str, first_line: int = 1) -> Checked:
    """Replay one scenario without asking its questions."""
    checked = Checked(path)
    offset = first_line - 1
    try:
        source = checked.source = read_yaml(text)
        scenario = checked.scenario = read_scenario(source.value)
        run = checked.run = replay(scenario)
    except YamlUnreadable as error:
        checked.problems.append(Problem(f"this is no YAML: {error.message}", file=path, line=error.line + offset))
        return checked
    except ScenarioUnreadable as error:
        assert checked.source is not None
        checked.problems += [_placed(problem, checked.source, path, offset) for problem in error.problems]
        return checked
    except Stumbled as error:
        assert checked.source is not None
        checked.problems.append(_placed(_stumbled(error.error, error.path, scenario), checked.source, path, offset))
        return checked
    checked.problems += [_placed(problem, source, path, offset) for problem in run.problems]
    return checked


def _stumbled(error: Exception, path: Way, scenario: Scenario) -> Problem:
    """What a game's rules raised, on the way to a step or to the setup."""
    message = f"the rules stumbled: {raised(error)}"
    if path[0] != "script":
        return Problem(message, path)
    place = int(path[1])
    step = scenario.script[place]
    return Problem(message, path, broken=Broken(place + 1, step.seat, step.move, None, "rules that go on", str(error)))


def _placed(problem: Problem, source: Located, path: str, offset: int) -> Problem:
    """A problem of a scenario with its file and line, and what it is about in its message."""
    message, step = str(problem), problem.broken
    if step is not None:
        who = f" ({step.seat} {step.move})" if step.seat else ""
        message = f"step {step.step}{who}: {problem.message}"
    return problem._replace(message=message, file=path, line=source.line(problem.path) + offset)


def check_file(path: Path, proofs: Proofs | None = None) -> Checked:
    """Check one scenario file."""
    return _looked_at(path, partial(check_text, proofs=proofs))


def read_file(path: Path) -> Scenario | None:
    """A scenario file as it is written, if it can be read; nothing is replayed."""
    try:
        return read_scenario(read_yaml(path.read_text(encoding="utf-8")).value)
    except (OSError, UnicodeDecodeError, YamlUnreadable, ScenarioUnreadable):
        return None


def replay_file(path: Path) -> Checked:
    """Replay one scenario file without asking its questions."""
    return _looked_at(path, replay_text)


def _looked_at(path: Path, looks: Callable[[str, str], Checked]) -> Checked:
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        why = "is not UTF-8 text" if isinstance(error, UnicodeDecodeError) else error.strerror or str(error)
        return Checked(str(path), [Problem(f"can't be read: {why}", file=str(path), line=1)])
    return looks(text, str(path))


def check_paths(paths: Iterable[Path], jobs: int = 1) -> Iterator[list[Problem]]:
    """The problems of every scenario file in ``paths`` (files or folders), file by file."""
    files = list(scenario_files(paths))
    if jobs <= 1 or len(files) < 2:
        yield from map(_problems, files)
        return
    with ProcessPoolExecutor(jobs) as pool:
        yield from pool.map(_problems, files, chunksize=max(1, min(64, len(files) // (4 * jobs))))


def scenario_files(paths: Iterable[Path]) -> Iterator[Path]:
    """Each path that is a file, and each scenario file below a path that is a folder, sorted.

    What ``followsuit stats`` wrote beside them is none.
    """
    for path in paths:
        if path.is_dir():
            yield from sorted(file for file in path.rglob("*")
                              if file.suffix in SUFFIXES and file.name != STATS and file.is_file())
        else:
            yield path


def _problems(path: Path) -> list[Problem]:
    return check_file(path).problems


def _questions(run: Replay) -> Iterator[Problem]:
    """The questions of a script that have no answer."""
    for place, step in enumerate(run.scenario.script[:len(run.moments)]):
        if step.ask is None:
            continue
        path = ("script", place, "ask")
        try:
            answer(run, place)
        except Unanswerable as error:
            broken = Broken(place + 1, step.seat, step.move, None, "a question with an answer", str(error))
            yield Problem(f"ask: {error}", path, broken=broken)
        except Exception as error:  # noqa: BLE001  (whatever an author's rules raise)
            yield _stumbled(error, path, run.scenario)

"""Checking scenario files: read, replay, report. ``followsuit check`` and the site's build both do it here."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from rules_engine.authoring.yaml_text import Located, YamlUnreadable, read_yaml
from rules_engine.scenario.ask import Unanswerable, answer
from rules_engine.scenario.model import Scenario
from rules_engine.scenario.read import ScenarioUnreadable, read_scenario
from rules_engine.scenario.run import Replay, replay

SUFFIXES = (".yml", ".yaml", ".json")


class Report(NamedTuple):
    """One thing wrong with one file, and a hint how to mend it.

    ``line`` is None where the file as a whole is wrong. ``readable`` is false where it can't be read as a scenario.
    """

    path: str
    line: int | None
    step: int | None = None
    seat: str | None = None
    move: str | None = None
    rule: str | None = None
    expected: Any = None
    got: Any = None
    message: str = ""
    readable: bool = True
    hint: str = ""

    def told(self) -> str:
        """The report as one line for people."""
        place = self.path if self.line is None else f"{self.path}:{self.line}"
        return f"{place}: {self.message}" + (f" — {self.hint}" if self.hint else "")

    def plain(self) -> dict[str, Any]:
        """The report as ``--json`` prints it."""
        return {name: value for name, value in self._asdict().items() if name not in ("readable", "hint")}


@dataclass
class Checked:
    """A scenario text that was looked at: what was read and played as far as it went, and what is wrong."""

    path: str
    reports: list[Report] = field(default_factory=list)
    scenario: Scenario | None = None
    run: Replay | None = None
    source: Located | None = None


def check_text(text: str, path: str, first_line: int = 1) -> Checked:
    """Check one scenario; ``first_line`` is the line of ``path`` at which the text begins."""
    checked = Checked(path)
    offset = first_line - 1
    try:
        source = checked.source = read_yaml(text)
        scenario = checked.scenario = read_scenario(source.value)
        run = checked.run = replay(scenario)
    except YamlUnreadable as error:
        checked.reports.append(_unreadable(path, error.line + offset, f"this is no YAML: {error.message}"))
        return checked
    except ScenarioUnreadable as error:
        assert checked.source is not None
        checked.reports += [_unreadable(path, checked.source.line(problem.path) + offset,
                                        ".".join(map(str, problem.path)) + ": " + problem.message)
                            for problem in error.problems]
        return checked
    for failure in run.failures:
        what = f"step {failure.step}" + (f" ({failure.seat} {failure.move})" if failure.seat else "")
        checked.reports.append(Report(path, source.line(failure.path) + offset, failure.step, failure.seat, failure.move,
                                      failure.rule, failure.expected, failure.got, f"{what}: {failure.message}", True))
    checked.reports += _questions(run, source, path, offset)
    return checked


def check_file(path: Path) -> Checked:
    """Check one scenario file."""
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        why = "is not UTF-8 text" if isinstance(error, UnicodeDecodeError) else error.strerror or str(error)
        return Checked(str(path), [_unreadable(str(path), 1, f"can't be read: {why}")])
    return check_text(text, str(path))


def check_paths(paths: Iterable[Path], jobs: int = 1) -> Iterator[list[Report]]:
    """The reports of every scenario file in ``paths`` (files or folders), file by file."""
    files = list(scenario_files(paths))
    if jobs <= 1 or len(files) < 2:
        yield from map(_reports, files)
        return
    with ProcessPoolExecutor(jobs) as pool:
        yield from pool.map(_reports, files, chunksize=max(1, min(64, len(files) // (4 * jobs))))


def scenario_files(paths: Iterable[Path]) -> Iterator[Path]:
    """Each path that is a file, and each scenario file below a path that is a folder, sorted."""
    for path in paths:
        if path.is_dir():
            yield from sorted(file for file in path.rglob("*") if file.suffix in SUFFIXES and file.is_file())
        else:
            yield path


def _reports(path: Path) -> list[Report]:
    return check_file(path).reports


def _unreadable(path: str, line: int, message: str) -> Report:
    return Report(path, line, message=message, readable=False)


def _questions(run: Replay, source: Located, path: str, offset: int) -> Iterator[Report]:
    for place, step in enumerate(run.scenario.script[:len(run.moments)]):
        if step.ask is None:
            continue
        try:
            answer(run, place)
        except Unanswerable as error:
            yield Report(path, source.line(("script", place, "ask")) + offset, place + 1, step.seat, step.move, None,
                         "a question with an answer", str(error), f"step {place + 1}: ask: {error}", True)

"""Daily puzzles: one list in each game's examples folder, which ``followsuit days`` extends.

Each line has a date, the puzzle's file relative to the game's folder, and a digest of the puzzle:

    2026-11-25 puzzles/31.yml 5f0c2a91

The dates are consecutive, and the first day is number 1. Past days never change: if a puzzle was changed or deleted, the page
reports that for its day, and no replacement is chosen. A retired puzzle keeps its days and gets no new ones. Puzzles get harder
from Monday to Sunday.
"""

from __future__ import annotations

import hashlib
import json
import random
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import date, timedelta
from pathlib import Path
from typing import NamedTuple

from rules_engine.authoring.checks.check import read_file, scenario_files
from rules_engine.authoring.files import read_text
from rules_engine.core.model.errors import Problem, RulesEngineError, quoted
from rules_engine.scenarios.model import Scenario, write_scenario

FILE = "days.txt"
HEAD = """\
# A puzzle for each day. `followsuit days` adds to the end; a day that was given keeps its puzzle for good.
"""
WEEK = 7
DAY = timedelta(days=1)


class InvalidDays(RulesEngineError):
    """Raised if a list of daily puzzles can't be read; ``problem`` has the file, the line and the reason."""

    def __init__(self, file: Path, line: int, why: str) -> None:
        self.problem = Problem(why, file=str(file), line=line)
        super().__init__(self.problem.told())


class Day(NamedTuple):
    """A day in the list: its date, the puzzle's file, and the puzzle's digest on that day."""

    date: date
    puzzle: str
    mark: str


class DatedPuzzle(NamedTuple):
    """A puzzle that may be assigned to a day: its difficulty rating and its digest."""

    rating: int
    mark: str


def is_retired(puzzle: Scenario) -> bool:
    """Return whether a puzzle is retired, so that it is shown only on the days that already have it."""
    return puzzle.puzzle is not None and puzzle.puzzle.retired


def mark_of(puzzle: Scenario) -> str:
    """Return a digest of a puzzle's task; titles, texts and ratings don't affect it."""
    asked = write_scenario(replace(puzzle, title="", intro="", puzzle=None, rules=(), script=()))
    return hashlib.sha256(json.dumps(asked, sort_keys=True).encode()).hexdigest()[:8]


def puzzles_in(folder: Path) -> dict[str, DatedPuzzle]:
    """Return the puzzles below a game's folder that may be assigned to days, by file."""
    read = {file.relative_to(folder).as_posix(): read_file(file) for file in scenario_files([folder])}
    return {name: DatedPuzzle(each.puzzle.rating if each.puzzle else 0, mark_of(each))
            for name, each in read.items() if each is not None and each.kind == "puzzle" and not is_retired(each)}


def read_days(file: Path) -> list[Day]:
    """Return the days in a list of daily puzzles; empty if the file doesn't exist.

    Raises ``InvalidDays`` if a line is wrong or missing.
    """
    days = list[Day]()
    for place, line in enumerate(_lines_of(file), start=1):
        if line and not line.startswith("#"):
            days.append(_day(file, place, line))
            if len(days) > 1 and days[-1].date != days[-2].date + DAY:
                raise InvalidDays(file, place, f"{days[-1].date} after {days[-2].date}: each day has its line, in their order")
    return days


def _lines_of(file: Path) -> list[str]:
    try:
        return read_text(file).splitlines() if file.exists() else []
    except UnicodeDecodeError:
        raise InvalidDays(file, 1, "it is not UTF-8 text") from None


def _day(file: Path, place: int, line: str) -> Day:
    try:
        day, puzzle, mark = line.split()
        return Day(date.fromisoformat(day), puzzle, mark)
    except ValueError:
        raise InvalidDays(file, place, f"expected a date, a puzzle's file and its mark: {quoted(line)}") from None


def written(days: Iterable[Day]) -> str:
    """Serialize a list of daily puzzles."""
    return HEAD + "".join(f"{day.date} {day.puzzle} {day.mark}\n" for day in days)


def continued(game: str, days: Sequence[Day], puzzles: Mapping[str, DatedPuzzle], today: date, until: date) -> list[Day]:
    """Return the list extended to the day ``until``.

    Days up to ``today`` don't change. A later day gets another puzzle if the assigned one was changed or deleted.
    """
    found = {day.date: day for day in days if day.date <= today or _is_there(day, puzzles)}
    first, last = min(found, default=today), max([until, *(day.date for day in days)])
    for each in (first + place * DAY for place in range((last - first).days + 1)):
        if each not in found:
            name = _chosen(game, each, found.values(), puzzles)
            found[each] = Day(each, name, puzzles[name].mark)
    return [found[each] for each in sorted(found)]


def _is_there(day: Day, puzzles: Mapping[str, DatedPuzzle]) -> bool:
    return day.puzzle in puzzles and puzzles[day.puzzle].mark == day.mark


def _chosen(game: str, day: date, given: Iterable[Day], puzzles: Mapping[str, DatedPuzzle]) -> str:
    """Return the puzzle for a day, chosen at random.

    Candidates are the puzzles with the weekday's difficulty, restricted to the half whose other days are farthest away.
    """
    ranked = sorted(puzzles, key=lambda name: (puzzles[name].rating, name))
    at, count = day.weekday(), len(ranked)
    fitting = ranked[at * count // WEEK:(at + 1) * count // WEEK] or ranked
    away = dict.fromkeys(fitting, date.max - date.min)
    for each in given:
        if each.puzzle in away:
            away[each.puzzle] = min(away[each.puzzle], abs(each.date - day))
    waiting = sorted(fitting, key=lambda name: (-away[name], name))
    return random.Random(f"{game}/{day}").choice(waiting[:(len(waiting) + 1) // 2])

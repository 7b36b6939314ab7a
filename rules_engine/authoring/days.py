"""Daily puzzles: one list in each game's examples folder, which ``followsuit days`` extends.

Each line has a date, the puzzle's file relative to the game's folder or the name of a stored question, and a digest:

    2026-11-25 puzzles/31.yml 5f0c2a91
    2026-11-26 holder/1000017 0c9be2d4

The dates are consecutive, and the first day is number 1. Past days never change: if a puzzle was changed or deleted, the page
reports that for its day, and no replacement is chosen. A retired puzzle keeps its days and gets no new ones.

Each weekday has its own pool of puzzles, so with 26 in each nothing comes back within half a year. Without stored questions the
puzzles get harder from Monday to Sunday. With them, Sunday has a puzzle, Wednesday too if there are many, and the other weekdays
have questions of one kind each.
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
from rules_engine.authoring.turn_questions import FILE as QUESTIONS
from rules_engine.authoring.turn_questions import read_questions
from rules_engine.core.model.errors import Problem, RulesEngineError, quoted
from rules_engine.quiz.turn_questions import TurnQuestion
from rules_engine.scenarios.model import Scenario, write_scenario

FILE = "days.txt"
HEAD = """\
# A puzzle for each day. `followsuit days` adds to the end; a day that was given keeps its puzzle for good.
"""
WEEK = 7
DAY = timedelta(days=1)
REST = 180 * DAY
"""The time after which a puzzle may come back."""
PUZZLE = "puzzle"
"""The kind of a puzzle, in contrast to the kinds of questions."""
PUZZLE_DAYS = (2, 6)
"""The weekdays with puzzles in a game that also has questions, counted from Monday; only the last one if it has few."""
MANY = 48
"""Minimum number of puzzles for all weekdays in ``PUZZLE_DAYS``."""


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
    """A puzzle or question that may be assigned to a day.

    ``rating``  a puzzle's difficulty; 0 for a question
    ``mark``    its digest
    ``kind``    ``PUZZLE``, or the kind of question
    """

    rating: int
    mark: str
    kind: str = PUZZLE


def is_retired(puzzle: Scenario) -> bool:
    """Return whether a puzzle is retired, so that it is shown only on the days that already have it."""
    return puzzle.puzzle is not None and puzzle.puzzle.retired


def mark_of(puzzle: Scenario) -> str:
    """Return a digest of a puzzle's task; titles, texts and ratings don't affect it."""
    return _digest(write_scenario(replace(puzzle, title="", intro="", puzzle=None, rules=(), script=())))


def mark_of_question(asked: TurnQuestion) -> str:
    """Return a digest of a question's task; what its moves cost doesn't affect it."""
    return _digest([asked.kind, asked.deal, *asked.moves, asked.about])


def _digest(plain: object) -> str:
    return hashlib.sha256(json.dumps(plain, sort_keys=True).encode()).hexdigest()[:8]


def puzzles_in(folder: Path) -> dict[str, DatedPuzzle]:
    """Return the puzzles and questions below a game's folder that may be assigned to days, by file or name.

    Raises ``InvalidDays`` if the file with the questions can't be read.
    """
    read = {file.relative_to(folder).as_posix(): read_file(file) for file in scenario_files([folder])}
    puzzles = {name: DatedPuzzle(each.puzzle.rating if each.puzzle else 0, mark_of(each))
               for name, each in read.items() if each is not None and each.kind == "puzzle" and not is_retired(each)}
    return puzzles | {each.name: DatedPuzzle(0, mark_of_question(each), each.kind) for each in questions_in(folder)}


def questions_in(folder: Path) -> Sequence[TurnQuestion]:
    """Return the stored questions in a game's folder; empty if there are none. Raises ``InvalidDays``."""
    file = folder / QUESTIONS
    try:
        return read_questions(file).questions if file.exists() else ()
    except (OSError, ValueError) as error:
        raise InvalidDays(file, 1, str(error)) from None


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
    pools = weekday_pools(puzzles)
    first, last = min(found, default=today), max([until, *(day.date for day in days)])
    for each in (first + place * DAY for place in range((last - first).days + 1)):
        if each not in found:
            name = _chosen(game, each, found.values(), pools[each.weekday()] or [*puzzles], puzzles)
            found[each] = Day(each, name, puzzles[name].mark)
    return [found[each] for each in sorted(found)]


def _is_there(day: Day, puzzles: Mapping[str, DatedPuzzle]) -> bool:
    return day.puzzle in puzzles and puzzles[day.puzzle].mark == day.mark


def _chosen(game: str, day: date, given: Iterable[Day], pool: Sequence[str], puzzles: Mapping[str, DatedPuzzle]) -> str:
    """Return the puzzle for a day, chosen at random among those in the weekday's pool that have rested.

    If none has, it is a question of another weekday's that has; otherwise one of the pool's half that has rested longest.
    """
    rested = dict.fromkeys(puzzles, date.max - date.min)
    for each in given:
        if each.puzzle in rested:
            rested[each.puzzle] = min(rested[each.puzzle], abs(each.date - day))
    questions = sorted(name for name in puzzles if puzzles[name].kind != PUZZLE)
    ready = [found for among in (pool, questions) if (found := [each for each in among if rested[each] >= REST])]
    waiting = sorted(pool, key=lambda name: (-rested[name], name))
    return random.Random(f"{game}/{day}").choice(ready[0] if ready else waiting[:(len(waiting) + 1) // 2])


def weekday_pools(puzzles: Mapping[str, DatedPuzzle]) -> list[Sequence[str]]:
    """Return the puzzles for each weekday from Monday on, easier ones on earlier weekdays."""
    by_kind: dict[str, list[str]] = {}
    for name in sorted(puzzles, key=lambda name: (puzzles[name].rating, name)):
        by_kind.setdefault(puzzles[name].kind, []).append(name)
    kinds = _kinds_of_weekdays({kind: len(names) for kind, names in by_kind.items()})
    pools = list[Sequence[str]]()
    for weekday, kind in enumerate(kinds):
        names, place, days = by_kind[kind], kinds[:weekday].count(kind), kinds.count(kind)
        pools.append(names[place * len(names) // days:(place + 1) * len(names) // days])
    return pools


def _kinds_of_weekdays(stock: Mapping[str, int]) -> list[str]:
    """Return the kind for each weekday. Each kind of question has one, and together they last about equally long."""
    questions = {kind: count for kind, count in sorted(stock.items()) if kind != PUZZLE}
    if not questions:
        return [PUZZLE] * WEEK
    puzzle_days = () if PUZZLE not in stock else PUZZLE_DAYS if stock[PUZZLE] >= MANY else PUZZLE_DAYS[-1:]
    kinds = list[str]()
    for weekday in range(WEEK):
        kinds.append(PUZZLE if weekday in puzzle_days else max(
            questions, key=lambda kind: (kind not in kinds, questions[kind] / (kinds.count(kind) + 1))))
    return kinds

"""Daily puzzles: the existing lists, and the command that extends one."""

from __future__ import annotations

import hashlib
import shutil
from collections import Counter
from datetime import date
from pathlib import Path

import pytest

from rules_engine.authoring.checks.check import read_file, scenario_files
from rules_engine.authoring.days import (
    DAY,
    FILE,
    MANY,
    PUZZLE,
    PUZZLE_DAYS,
    REST,
    DatedPuzzle,
    Day,
    InvalidDays,
    continued,
    is_retired,
    mark_of,
    puzzles_in,
    read_days,
    weekday_pools,
    written,
)
from rules_engine.cli import main
from rules_engine.site.model.daily_puzzles import days_of
from tests.ours import OURS, looks_at_examples

EXAMPLES = Path(__file__).parents[2] / "examples"
NEW_YEAR, CHRISTMAS = date(2027, 1, 1), date(2026, 12, 24)
PUZZLES = {f"puzzles/{number:02}.yml": DatedPuzzle(1000 + 10 * number, f"mark{number}") for number in range(1, 51)}
MIXED = date(2026, 12, 2)
"""The last day before the lists had questions too."""
GIVEN = 28
"""Number of days to which a puzzle was assigned on 28 November 2026, when the test was written."""
AS_GIVEN = {
    "double-decker": "8c00fd7468f4ad6f", "double-king-pedro": "b13a4abcc79ddd8a", "double-knot": "2d5d1c7fc5d8f4c1",
    "knueffeln": "a0f2beeb5f875096", "snakebit": "4f3b06cf35f171d7"}
BEGAN = dict.fromkeys(("hearts", "spades", "euchre"), date(2026, 11, 30))
"""The first days of lists that didn't begin on 1 November 2026."""


def assigned(game: str) -> list[Day]:
    """Return the days to which a puzzle was assigned when the test was written; none for a game added later."""
    return read_days(EXAMPLES / game / FILE)[:GIVEN if game in AS_GIVEN else 0]


@looks_at_examples(*OURS)
@pytest.mark.parametrize("game", AS_GIVEN)
def test_days_that_were_given_never_change(game: str) -> None:
    assert hashlib.sha256(written(assigned(game)).encode()).hexdigest()[:16] == AS_GIVEN[game]


@looks_at_examples(*OURS)
@pytest.mark.parametrize("game", OURS)
def test_each_day_that_comes_has_a_puzzle_that_is_there(game: str) -> None:
    puzzles, days = puzzles_in(EXAMPLES / game), read_days(EXAMPLES / game / FILE)
    bare = [day for day in days[len(assigned(game)):] if day.puzzle not in puzzles or puzzles[day.puzzle].mark != day.mark]
    assert bare == [], "`followsuit days` gives these days another puzzle"
    assert days[0].date == BEGAN.get(game, date(2026, 11, 1))
    assert days[-1].date >= date(2027, 12, 31)


@looks_at_examples(*OURS)
@pytest.mark.parametrize("game", OURS)
def test_each_day_that_was_given_has_its_puzzle_still_and_only_those_are_retired(game: str) -> None:
    folder = EXAMPLES / game
    there = {file.relative_to(folder).as_posix(): read for file in scenario_files([folder]) if (read := read_file(file))}
    given = {day.puzzle: day.mark for day in assigned(game)}
    assert {name: mark_of(there[name]) for name in given} == given
    assert {name for name, puzzle in there.items() if is_retired(puzzle)} <= given.keys(), "it may simply be dropped"


@looks_at_examples(*OURS)
@pytest.mark.parametrize("game", OURS)
def test_weeks_rise_and_nothing_comes_back_within_two_weeks(game: str) -> None:
    puzzles = {name: each for name, each in puzzles_in(EXAMPLES / game).items() if each.kind == PUZZLE}
    days = continued(game, [], puzzles, NEW_YEAR, date(2027, 12, 31))
    mean = [sum(found) / len(found) for weekday in range(7)
            for found in [[puzzles[day.puzzle].rating for day in days if day.date.weekday() == weekday]]]
    assert mean == sorted(mean)
    last = dict[str, date]()
    for day in days:
        assert day.date - last.get(day.puzzle, date.min) > 14 * DAY
        last[day.puzzle] = day.date


@looks_at_examples(*OURS)
@pytest.mark.parametrize("game", OURS)
def test_nothing_comes_back_within_half_a_year(game: str) -> None:
    days = [day for day in read_days(EXAMPLES / game / FILE) if day.date > MIXED]
    last = dict[str, date]()
    for day in days:
        assert day.date - last.get(day.puzzle, date.min) >= REST, day
        last[day.puzzle] = day.date
    puzzles = puzzles_in(EXAMPLES / game)
    assert {day.date.weekday() for day in days if puzzles[day.puzzle].kind == PUZZLE} <= {*PUZZLE_DAYS}


def test_weekdays_share_the_kinds_of_questions() -> None:
    questions = {f"{kind}/{number}": DatedPuzzle(0, "mark", kind) for kind, count in (("holder", 16), ("still-out", 78))
                 for number in range(count)}
    pools = weekday_pools({**PUZZLES, **questions})
    kinds = [{{**PUZZLES, **questions}[name].kind for name in pool} for pool in pools]
    assert kinds == [{"still-out"}, {"holder"}, {PUZZLE}, {"still-out"}, {"still-out"}, {"still-out"}, {PUZZLE}]
    assert sorted(name for pool in pools for name in pool) == sorted({**PUZZLES, **questions})
    few = dict([*PUZZLES.items()][:MANY - 1])
    assert [bool({*pool} & few.keys()) for pool in weekday_pools({**few, **questions})] == [False] * 6 + [True]
    assert [len(pool) for pool in weekday_pools(PUZZLES)] == [7, 7, 7, 7, 7, 7, 8]
    assert not {*weekday_pools(questions)[6]} & PUZZLES.keys()


def test_a_weekday_whose_puzzles_have_not_rested_takes_a_question_that_has() -> None:
    questions = {f"still-out/{number}": DatedPuzzle(0, "mark", "still-out") for number in range(200)}
    few = dict([*PUZZLES.items()][:2])
    sundays = [day.puzzle for day in continued("whist", [], {**few, **questions}, CHRISTMAS, date(2027, 3, 31))
               if day.date.weekday() == PUZZLE_DAYS[-1]]
    assert {*sundays[:2]} == few.keys()
    assert not few.keys() & {*sundays[2:]}


def test_a_list_goes_on_and_what_was_given_stays() -> None:
    first = continued("whist", [], PUZZLES, CHRISTMAS, NEW_YEAR)
    assert [day.date for day in first] == [CHRISTMAS + place * DAY for place in range(9)]
    longer = continued("whist", first, PUZZLES, NEW_YEAR, date(2027, 6, 30))
    assert longer[:len(first)] == first
    assert continued("whist", longer, PUZZLES, NEW_YEAR, NEW_YEAR) == longer
    counts = Counter(day.puzzle for day in longer)
    assert counts.keys() == PUZZLES.keys()


def test_the_puzzle_of_a_day_that_comes_is_changed_where_it_is_gone_and_no_other() -> None:
    days = continued("whist", [], PUZZLES, CHRISTMAS, date(2027, 3, 31))
    gone = days[2].puzzle
    left = {name: puzzle for name, puzzle in PUZZLES.items() if name != gone}
    after = continued("whist", days, left, CHRISTMAS + 3 * DAY, NEW_YEAR)
    assert after[2] == days[2]
    changed = [(before, now) for before, now in zip(days, after, strict=True) if before != now]
    assert changed
    assert all(before.puzzle == gone and now.puzzle != gone for before, now in changed)


@pytest.mark.parametrize(("text", "why"), [
    ("2026-11-01 puzzles/01.yml abc\n2026-11-03 puzzles/02.yml abc\n", "2026-11-03 after 2026-11-01"),
    ("2026-11-01 puzzles/01.yml\n", "expected a date, a puzzle's file and its mark"),
    ("1st puzzles/01.yml abc\n", "expected a date, a puzzle's file and its mark"),
])
def test_a_list_that_can_t_be_read_says_where(tmp_path: Path, text: str, why: str) -> None:
    (tmp_path / "whist").mkdir()
    (tmp_path / "whist" / FILE).write_text(text, encoding="utf-8")
    with pytest.raises(InvalidDays, match=why):
        read_days(tmp_path / "whist" / FILE)
    days, problems = days_of(tmp_path, ["whist", "none"])
    assert not days
    assert [problem.line for problem in problems] == [text.count("\n")]


@looks_at_examples("snakebit")
def test_the_command_writes_lists_and_tells_what_is_new(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    shutil.copytree(EXAMPLES / "snakebit" / "puzzles", tmp_path / "snakebit" / "puzzles")
    (tmp_path / "bare").mkdir()
    command = ["days", "--examples", str(tmp_path), "--today", "2026-12-24", "--until", "2026-12-31"]
    assert main(command) == 0
    assert "2026-12-24 to 2026-12-31, 8 days, 8 of them new" in capsys.readouterr().out
    days = read_days(tmp_path / "snakebit" / FILE)
    assert {day.puzzle.partition("/")[0] for day in days} == {"puzzles"}
    assert main(command) == 0
    assert "0 of them new" in capsys.readouterr().out
    assert main([*command, "bare"]) == 2
    assert "bare has no puzzles" in capsys.readouterr().err


def test_a_day_is_a_line() -> None:
    assert written([Day(CHRISTMAS, "puzzles/01.yml", "abc")]).splitlines()[1:] == ["2026-12-24 puzzles/01.yml abc"]

"""The lists of daily puzzles for a site's games."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from rules_engine.authoring.days import FILE, Day, InvalidDays, read_days
from rules_engine.core.model.errors import Problem


def days_of(examples: Path, games: Iterable[str]) -> tuple[dict[str, Sequence[Day]], list[Problem]]:
    """Return the list of daily puzzles for each game that has one, and a problem for each list that can't be read."""
    found, problems = dict[str, Sequence[Day]](), list[Problem]()
    for game in games:
        try:
            if days := read_days(examples / game / FILE):
                found[game] = days
        except InvalidDays as error:
            problems.append(error.problem)
    return found, problems

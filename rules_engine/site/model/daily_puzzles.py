"""The lists of daily puzzles for a site's games, and the questions in them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from rules_engine.authoring.days import FILE, Day, InvalidDays, read_days
from rules_engine.authoring.turn_questions import FILE as QUESTIONS
from rules_engine.authoring.turn_questions import read_questions
from rules_engine.core.game.game import Game
from rules_engine.core.model.errors import Problem, RulesEngineError
from rules_engine.core.positions.position import Position
from rules_engine.games import make_game
from rules_engine.quiz.turn_questions import TurnQuestion


class DailyQuestions(NamedTuple):
    """A game's stored questions that have days; ``game`` is the game at their table."""

    game: Game[Position]
    questions: Sequence[TurnQuestion]


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


def questions_of(examples: Path, days: Mapping[str, Sequence[Day]]) -> tuple[dict[str, DailyQuestions], list[Problem]]:
    """Return the stored questions that have days, by game, and a problem for each file that can't be used."""
    found, problems = dict[str, DailyQuestions](), list[Problem]()
    for game, given in days.items():
        file, names = examples / game / QUESTIONS, {day.puzzle for day in given}
        if not file.exists():
            continue
        try:
            stored = read_questions(file)
            found[game] = DailyQuestions(make_game(stored.game, stored.variant, stored.players),
                                         [each for each in stored.questions if each.name in names])
        except (OSError, ValueError, RulesEngineError) as error:
            problems.append(Problem(str(error), file=str(file)))
    return found, problems

"""The stored questions about turns of a game, with the commands that find them again."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from rules_engine.authoring.stored_results import as_line, results_text
from rules_engine.quiz.turn_questions import TurnQuestion

FILE = "questions.json"
"""The name of the file with the questions in a game's examples folder."""


class StoredQuestions(NamedTuple):
    """Questions about turns of hands in one variant of a game; ``commands`` finds them again."""

    commands: Sequence[str]
    game: str
    variant: str
    players: int
    questions: Sequence[TurnQuestion]

    def text(self) -> str:
        """Return the questions as JSON, with one line for each."""
        lines = [as_line({name: value for name, value in {**each._asdict(), "moves": ", ".join(each.moves)}.items() if value})
                 for each in self.questions]
        return results_text(self._asdict(), "questions", "[\n  " + ",\n  ".join(lines) + "]")


def read_questions(file: Path) -> StoredQuestions:
    """Return the questions in a file. Raises ``OSError``, and ``ValueError`` if the content isn't valid."""
    plain = json.loads(file.read_text(encoding="utf-8"))
    try:
        found = [TurnQuestion(**{**each, "moves": tuple(each["moves"].split(", ")) if each.get("moves") else ()})
                 for each in plain.pop("questions")]
        return StoredQuestions(**plain, questions=found)
    except (TypeError, KeyError, AttributeError) as error:
        raise ValueError(f"it isn't as `followsuit questions --write` makes it: {error}") from error

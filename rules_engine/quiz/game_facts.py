"""Questions that exist only in some games. These games answer them with functions registered with ``Phrasebook.asks``.

All are multiple choice, and every option has a reason.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from rules_engine.core.game.game import Game
from rules_engine.core.model.events import signed
from rules_engine.core.positions.position import Position
from rules_engine.narration.narrator import narrator_for
from rules_engine.narration.phrasebook import NumberQuestion, RuleFinding
from rules_engine.quiz.question import AnswerField, Option, Unanswerable
from rules_engine.quiz.question_kind import QuestionKind
from rules_engine.text.message import Text

MOST = 6
"""Maximum number of options in a numeric question."""


class GameFactKind(QuestionKind):
    """A kind of question that the game's phrasebook answers."""

    def is_asked_in(self, game: Game[Position]) -> bool:
        """Return whether the game's phrasebook answers it."""
        return self._answers(game) is not None

    def _answers(self, game: Game[Position]) -> Callable[..., Any] | None:
        return narrator_for(game).words.asked.get(self.name)

    def is_known(self, game: Game[Position], *about: object) -> bool:
        """Return whether the game can answer it in this position."""
        answers = self._answers(game)
        return answers is not None and bool(answers(*about))

    def known(self, game: Game[Position], *about: object) -> Any:
        """Return the game's answer. Raises ``Unanswerable``."""
        answers = self._answers(game)
        if answers is None:
            raise Unanswerable(
                f"{self.name}: {game.name} has no answer to that; its phrases.py can give one, with @words.asks({self.name!r})")
        found = answers(*about)
        if not found:
            raise Unanswerable(f"{self.name}: there is nothing to ask of that kind here")
        return found


def numeric_field(label: Text, asked: NumberQuestion, among: Sequence[int]) -> AnswerField:
    """Return an answer field with a choice of numbers."""
    numbers = sorted(sorted({asked.right, *among}, key=lambda number: (abs(number - asked.right), number))[:MOST])
    return AnswerField(label, tuple(named_option(str(each), each == asked.right, asked.why, signed(each)) for each in numbers))


def named_option(value: str, right: bool, why: RuleFinding, called: Text) -> Option:
    """Return an option. The reason for the right option is also the reason against the others."""
    return Option(value, right, why._replace(permits=right), called=called)

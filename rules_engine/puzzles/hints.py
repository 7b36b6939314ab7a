"""Stepwise hints to the best move: the idea, then the consequences of the tempting move. The last step shows the move itself,
which needs no text. Hints don't mention interchangeable cards, because that would be trivial or reveal the answer.
"""

from __future__ import annotations

from typing import NamedTuple

from rules_engine.core.positions.position import Position
from rules_engine.narration.narrator import Narrator
from rules_engine.puzzles.themes import IDEAS
from rules_engine.puzzles.themes.alternatives import refuted
from rules_engine.puzzles.themes.explanation import natural
from rules_engine.quiz.best_move import Proof, consequence_text, why_not
from rules_engine.scenarios.model import PuzzleInfo
from rules_engine.text.message import Sentence, Text, joined, say
from rules_engine.text.template import is_whole

IDEA, THREAT, CARD = 1, 2, 4
"""Amount of the solution revealed by a hint, in quarters."""
NO_IDEA = "card"
"""The idea whose title adds nothing to the question."""


class Hint(NamedTuple):
    """A hint and the amount of the solution that it reveals."""

    told: Text
    much: int


def hints(narrator: Narrator[Position], position: Position, proof: Proof, puzzle: PuzzleInfo | None = None) -> list[Hint]:
    """Return the hints that precede the best move. Pass ``puzzle`` if its idea hasn't been shown yet."""
    found, idea = list[Hint](), puzzle.idea if puzzle else ""
    if idea in IDEAS and idea != NO_IDEA:
        found.append(Hint(say("The idea: {idea}", idea=with_stop(IDEAS[idea])), IDEA))
    for fails in refuted(narrator.game, position, proof, natural(narrator.game, position, proof, puzzle))[:1]:
        told = why_not(narrator, position, fails), consequence_text(narrator, position, proof, fails)
        found.append(Hint(joined(told), THREAT))
    return found


def with_stop(title: Text) -> Text:
    """Return a title with a full stop, unless it is already a sentence; some titles are questions."""
    return title if isinstance(title, Sentence) and is_whole(title.template) else say("{title}.", title=title)

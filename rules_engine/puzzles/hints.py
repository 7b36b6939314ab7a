"""Hints in steps for who looks for the best move: the idea, what becomes of the move that tempts. The last step is the move
itself, which needs no words. Which cards are alike is no hint: they are all wrong, or they are the answer.
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
"""How much a hint tells, in quarters."""
NO_IDEA = "card"
"""The idea that says nothing more than the question."""


class Hint(NamedTuple):
    """What is told, and how much that is."""

    told: Text
    much: int


def hints(narrator: Narrator[Position], position: Position, proof: Proof, puzzle: PuzzleInfo | None = None) -> list[Hint]:
    """Return what may be told before the best move itself; ``puzzle`` is known where its idea is still to be found."""
    found, idea = list[Hint](), puzzle.idea if puzzle else ""
    if idea in IDEAS and idea != NO_IDEA:
        found.append(Hint(say("The idea: {idea}", idea=with_stop(IDEAS[idea])), IDEA))
    for fails in refuted(narrator.game, position, proof, natural(narrator.game, position, proof, puzzle))[:1]:
        told = why_not(narrator, position, fails), consequence_text(narrator, position, proof, fails)
        found.append(Hint(joined(told), THREAT))
    return found


def with_stop(title: Text) -> Text:
    """Return a title as a sentence; some are questions."""
    return title if isinstance(title, Sentence) and is_whole(title.template) else say("{title}.", title=title)

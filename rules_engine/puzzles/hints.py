"""Stepwise hints for the best move: the idea, then the consequences of the tempting move.

The last step is the move itself, which needs no text. Hints don't say which cards are interchangeable, since that would be
trivial or give the answer away.
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
"""Amount that a hint gives away, in quarters."""
NO_IDEA = "card"
"""The idea that adds nothing to the question."""


class Hint(NamedTuple):
    """A hint and the amount that it gives away."""

    told: Text
    much: int


def hints(narrator: Narrator[Position], position: Position, proof: Proof, puzzle: PuzzleInfo | None = None) -> list[Hint]:
    """Return the hints before the best move itself. ``puzzle`` is given if its idea is still to be found."""
    found, idea = list[Hint](), puzzle.idea if puzzle else ""
    if idea in IDEAS and idea != NO_IDEA:
        found.append(Hint(say("The idea: {idea}", idea=with_stop(IDEAS[idea])), IDEA))
    for fails in refuted(narrator.game, position, proof, natural(narrator.game, position, proof, puzzle))[:1]:
        told = why_not(narrator, position, fails), consequence_text(narrator, position, proof, fails)
        found.append(Hint(joined(told), THREAT))
    return found


def with_stop(title: Text) -> Text:
    """Return a title as a sentence. Some titles are questions."""
    return title if isinstance(title, Sentence) and is_whole(title.template) else say("{title}.", title=title)

"""Hints in steps for who looks for the best move: the idea, the cards that are equal, what becomes of the move that tempts. The
last step is the move itself, which needs no words.
"""

from __future__ import annotations

from typing import NamedTuple

from rules_engine.core.positions.position import Position
from rules_engine.core.telling.deeds import the
from rules_engine.core.telling.telling import Telling
from rules_engine.core.words.sentences import Sentence, Text, any_of, joined, say
from rules_engine.core.words.templates import is_whole
from rules_engine.scenario.best import Proof, comes_of, why_not
from rules_engine.scenario.ideas import IDEAS
from rules_engine.scenario.ideas.rivals import refuted
from rules_engine.scenario.ideas.thought import natural
from rules_engine.scenario.model import Puzzling
from rules_engine.solver.search import Search

IDEA, EQUAL, THREAT, CARD = 1, 2, 3, 4
"""How much a hint tells."""
NO_IDEA = "card"
"""The idea that says nothing more than the question."""


class Hint(NamedTuple):
    """What is told, and how much that is."""

    told: Text
    much: int


def hints(telling: Telling[Position], position: Position, proof: Proof, puzzle: Puzzling | None = None) -> list[Hint]:
    """Return what may be told before the best move itself; ``puzzle`` is known where its idea is still to be found."""
    found, idea = list[Hint](), puzzle.idea if puzzle else ""
    if idea in IDEAS and idea != NO_IDEA:
        found.append(Hint(say("The idea: {idea}", idea=with_stop(IDEAS[idea])), IDEA))
    if alike := _alike(telling, position):
        found.append(Hint(joined(say("It makes no difference whether you play {cards}.", cards=cards) for cards in alike), EQUAL))
    for fails in refuted(telling.game, position, proof, natural(telling.game, position, proof, puzzle))[:1]:
        told = why_not(telling, position, fails), comes_of(telling, position, proof, fails)
        found.append(Hint(joined(told), THREAT))
    return found


def with_stop(title: Text) -> Text:
    """Return a title as a sentence; some are questions."""
    return title if isinstance(title, Sentence) and is_whole(title.template) else say("{title}.", title=title)


def _alike(telling: Telling[Position], position: Position) -> list[Text]:
    """The cards that are as good as one another whatever comes, group by group; not where all are."""
    groups = Search(telling.game, position).groups()
    cards = [list(dict.fromkeys(move.card for move in group if move.card is not None)) for group in groups]
    return [any_of(map(the, group)) for group in cards if len(group) > 1] if len(groups) > 1 else []

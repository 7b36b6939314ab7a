"""Questions about the end of a hand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rules_engine.core.game.game import Game, View
from rules_engine.core.positions.position import Position
from rules_engine.narration.narrator import narrator_for
from rules_engine.narration.phrasebook import RuleFinding
from rules_engine.quiz.open_trick import title_of
from rules_engine.quiz.question import AnswerField, Option, Question
from rules_engine.quiz.question_context import as_context, variant
from rules_engine.text.message import NOTHING, Text, say


def question_of_end(game: Game[Position], over: Position, kind: str, rule: str, prompt: Text,
                    why: Mapping[Sequence[int], RuleFinding], known: Text = NOTHING) -> Question:
    """Return a question about the end of a hand, with an empty table and known scores. ``known`` is an additional fact to
    show."""
    seen = over.copy()
    seen.to_act, seen.hands, seen.trick, seen.last_trick = None, [[] for _ in game.table.seats], [], None
    options = tuple(Option(game.table.side_name(seats), finding.permits, finding, seat=seats[0], seats=tuple(seats))
                    for seats, finding in why.items())
    many = sum(option.right for option in options) > 1
    return Question(game, kind, title_of(game, rule), as_context(variant(game), _ended(over), known), prompt, many,
                    (AnswerField(NOTHING, options),), View(game, None, seen), (), narrator_for(game).labels_to_hide("hand-score"),
                    over)


def _ended(over: Position) -> Text:
    """Return a sentence about a hand that is over, which may have been tossed in without a score."""
    if not type(over).fields["number"].settable:
        return say("The hand is over, and scored.") if any(over.hand_score or ()) else say("The hand is over. Nobody scored.")
    return (say("Hand {n} is over, and scored.", n=over.number) if any(over.hand_score or ()) else
            say("Hand {n} is over. Nobody scored.", n=over.number))

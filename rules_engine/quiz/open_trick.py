"""The trick that a question is about, and the reader's view of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from rules_engine.core.game.game import Game, View
from rules_engine.core.model.tricks import PlayedCard
from rules_engine.core.positions.position import Position
from rules_engine.narration.narrator import narrator_for
from rules_engine.narration.phrasebook import EventText, RuleFinding
from rules_engine.quiz.question import AnswerField, Option, Question
from rules_engine.quiz.question_context import of_trick
from rules_engine.text.message import Text


class OpenTrick(NamedTuple):
    """A trick to ask about.

    ``before``    the position before the trick's last card; if the trick isn't finished, the position with the trick on the table
    ``laid``      all cards of the trick, in order of play
    ``events``    the events of the last card; empty if the trick isn't finished
    ``is_first``  whether the trick is known to be the first of the hand
    """

    before: Position
    laid: tuple[PlayedCard, ...]
    events: Sequence[EventText] = ()
    is_first: bool = False


def title_of(game: Game[Position], rule: str) -> Text:
    """Return the topic for a question: the title of a rule."""
    return next(each.title for each in game.rules if each.id == rule)


def question_of_trick(game: Game[Position], trick: OpenTrick, kind: str, rule: str, prompt: Text,
                      parts: tuple[AnswerField, ...]) -> Question:
    """Return a question about a trick on the table."""
    seen = open_table(game, trick)
    known = of_trick(seen, trick.laid, kind, trick.is_first, bool(trick.events))
    hides = narrator_for(game).labels_to_hide(kind)
    return Question(game, kind, title_of(game, rule), known, prompt, False, parts, seen, trick.laid, hides, trick.before)


def seat_options(game: Game[Position], trick: OpenTrick, why: Mapping[int, RuleFinding], right: int) -> tuple[Option, ...]:
    """Return one option for each player in a trick, with the card played and its finding. ``right`` is the seat of the correct
    option.
    """
    cards = {laid.seat: laid.card for laid in trick.laid}
    return tuple(Option(game.table.names[seat], seat == right, why[seat], cards[seat], seat=seat) for seat in sorted(cards))


def open_table(game: Game[Position], trick: OpenTrick) -> View[Position]:
    """Return the view of the table before the last card of a trick, without hands. Cards that only the dealer has seen are
    hidden."""
    seen = game.view(trick.before, game.table.left_of[trick.before.dealer]).position.copy()
    seen.to_act, seen.hands = None, [[] for _ in game.table.seats]
    return View(game, None, seen)

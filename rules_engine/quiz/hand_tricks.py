"""The tricks of a played hand that a fresh question can be about."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial

from rules_engine.core.game.game import Game
from rules_engine.core.positions.position import Position
from rules_engine.narration.narrator import narrator_for
from rules_engine.quiz.open_trick import OpenTrick
from rules_engine.quiz.question import Question, Unanswerable
from rules_engine.quiz.question_kind import Candidates, QuestionCandidate, with_line
from rules_engine.scenarios.hand_history import MovePlayed

FEWEST = 3
"""Minimum number of cards in a trick that a question is about."""


def finished_tricks(game: Game[Position], hand: list[MovePlayed]) -> Iterator[tuple[int, OpenTrick]]:
    """Yield the hand's tricks with enough cards, each with the index of its last step."""
    for place, step in enumerate(hand):
        if step.finishes:
            trick = open_trick(game, hand, place)
            if len(trick.laid) >= FEWEST:
                yield place, trick


def open_trick(game: Game[Position], hand: list[MovePlayed], place: int) -> OpenTrick:
    """Return the trick finished by the step at index ``place``."""
    step = hand[place]
    assert step.after.last_trick is not None
    return OpenTrick(step.before, step.after.last_trick.laid, narrator_for(game).events(step.after, step.events),
                     is_first_trick(hand, place))


def is_first_trick(hand: Sequence[MovePlayed], place: int) -> bool:
    """Return whether the step is made in the first trick of a dealt hand. Questions don't number later tricks, because no answer
    depends on it."""
    return hand[0].from_deal and not any(step.finishes for step in hand[:place])


def about_trick(
    game: Game[Position], trick: OpenTrick, hand: list[MovePlayed], place: int, ask: Callable[[], Question]
) -> QuestionCandidate:
    """Return a possible question about a trick, with the rules that explain the trick and its events."""
    rules = {finding.rule for finding in narrator_for(game).trick_explanation(trick.before, trick.laid)}
    rules |= {told.event.rule for told in trick.events if told.event.kind in ("trick", "lead")}
    return QuestionCandidate(rules, lambda: with_line(ask(), hand, place))


def if_answerable(ask: Callable[[], Question], hand: list[MovePlayed], place: int) -> Candidates:
    """Yield the question if it has an answer, with right and wrong options."""
    try:
        question = ask()
    except Unanswerable:
        return
    if len({option.right for option in question.parts[0].options}) > 1:
        yield QuestionCandidate(question.rules, partial(with_line, question, hand, place))

"""The explanation after a puzzle: the plan, and the reasons why the natural move and its rival fail.

The puzzle's author writes the texts; the value of each move is added from the proof. For a puzzle without such texts, such as a
generated one, the explanation shows the results of the best move and of the moves that fail.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from rules_engine.core.game.game import Game
from rules_engine.core.model.moves import Move
from rules_engine.core.positions.position import Position
from rules_engine.narration.narrator import Narrator
from rules_engine.puzzles.themes.alternatives import refuted
from rules_engine.quiz.best_move import (
    Proof,
    answer_text,
    consequence_text,
    naive_move,
    remaining_tricks_text,
    trick_result_text,
    value_text,
    why_not,
)
from rules_engine.scenarios.model import PuzzleInfo
from rules_engine.text.message import Text, as_text, capital, joined, say


class ExplanationParagraph(NamedTuple):
    """A paragraph of the explanation: its heading and its text."""

    about: Text
    told: Text


PLAN = say("The plan:")


def explanation(narrator: Narrator[Position], position: Position, proof: Proof,
                puzzle: PuzzleInfo | None) -> list[ExplanationParagraph]:
    """Return the explanation of a puzzle: the plan, and the moves that fail. It is empty if no move fails."""
    if puzzle and puzzle.plan:
        call, sure = answer_text(narrator, position, proof), _sure_of(narrator, proof, proof.most, is_best=True)
        answers = [*_answers(narrator, position, proof, puzzle)] or [*_refutations(narrator, position, proof, puzzle)]
        return [ExplanationParagraph(PLAN, joined([call, as_text(puzzle.plan), sure])), *answers]
    failing, best = [*_refutations(narrator, position, proof, puzzle)], proof.best[0]
    plan = [answer_text(narrator, position, proof), trick_result_text(narrator, position, proof, best),
            remaining_tricks_text(narrator, position, proof, best)]
    return [ExplanationParagraph(PLAN, joined(plan)), *failing] if failing else []


def _refutations(narrator: Narrator[Position], position: Position, proof: Proof,
                 puzzle: PuzzleInfo | None) -> Iterator[ExplanationParagraph]:
    """Yield the results of the natural move and of its rival, the more valuable move first."""
    for move in refuted(narrator.game, position, proof, natural(narrator.game, position, proof, puzzle)):
        yield ExplanationParagraph(why_not(narrator, position, move), consequence_text(narrator, position, proof, move))


def _answers(narrator: Narrator[Position], position: Position, proof: Proof,
             puzzle: PuzzleInfo) -> Iterator[ExplanationParagraph]:
    """Yield the author's explanations of moves that fail, with the value of each move, the most valuable move first."""
    for move in sorted(proof.values, key=proof.values.__getitem__, reverse=True):
        if told := puzzle.why_not.get(move.text):
            sure = _sure_of(narrator, proof, proof.values[move], is_best=False)
            yield ExplanationParagraph(why_not(narrator, position, move), joined([as_text(told), sure]))


def _sure_of(narrator: Narrator[Position], proof: Proof, value: int, is_best: bool) -> Text:
    """Return the guaranteed value of a move as a sentence. (An author's text may describe more than one line.)"""
    side = narrator.table.called(proof.side)
    if proof.goal.yes:
        return say("The others can't stop it.") if is_best else say("The others can stop it.")
    if is_best and narrator.game.low_wins and not value:
        sure = say("{side} {side:is|are} {worth}", side=side, worth=value_text(narrator, proof.goal, value))
        return capital(say("{sure}.", sure=sure))
    if is_best:
        least = say("{limits:no more than |}{n}", n=narrator.value_amount(value), limits=narrator.game.low_wins and value < 0)
        return capital(say("{side} {side:is|are} sure of {n}.", side=side, n=least))
    return say("At best {side} {side:gets|get} {n}.", side=side, n=narrator.value_amount(value))


def natural(game: Game[Position], position: Position, proof: Proof, puzzle: PuzzleInfo | None) -> Move | None:
    """Return a puzzle's natural move or, if it isn't stored, the plain bot's choice."""
    named = puzzle.natural if puzzle else ""
    kept = next((move for move in proof.values if move.text == named and move not in proof.best), None)
    return kept or naive_move(game, position, proof)

"""The question about the best move, which the solver answers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rules_engine.narration.narrator import narrator_for
from rules_engine.quiz.fewer_options import shorten
from rules_engine.quiz.question_kind import PlacedQuestion, QuestionKind
from rules_engine.scenarios.replay import Replay
from rules_engine.text.message import as_text

if TYPE_CHECKING:
    from rules_engine.solver.search import Solution


class BestMove(QuestionKind):
    """The move that guarantees most."""

    name = "best-move"
    can_be_fresh = False
    shows_hand = about_judgement = True

    def at_step(self, run: Replay, place: int, choices: int | None) -> PlacedQuestion:
        """Return the question about the seat to act at the step."""
        from rules_engine.quiz import best_move  # deferred: imports the solver

        proof, position = proven(run, place), run.moments[place].before
        if run.scenario.kind == "puzzle":
            best_move.check_puzzle(narrator_for(run.game), proof)
        if run.scenario.puzzle:
            best_move.check_words(run.game, proof, run.scenario.puzzle)
        moves = [*proof.values] if choices is None else shorten(choices, [*proof.values], proof.best)
        about = as_text(run.scenario.title) or best_move.puzzle_title(position)
        return PlacedQuestion(best_move.ask_best(run.game, position, proof, moves, about, run.scenario.puzzle), place)


def proven(run: Replay, place: int) -> Solution:
    """Return the solution for the position before the step at index ``place``; it is cached in the replay. Raises
    ``Unanswerable``."""
    from rules_engine.quiz import best_move

    if place not in run.proofs:
        run.proofs[place] = best_move.prove(run.game, run.moments[place].before, best_move.goal_of(run.game, run.scenario))
    found: Solution = run.proofs[place]
    return found

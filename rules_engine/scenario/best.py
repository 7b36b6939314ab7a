"""The question for the best move: what a side is sure of with each of its moves, all cards open.

It stands apart from the other questions since it needs the solver, which is loaded when it is first asked for.
"""

from __future__ import annotations

from collections.abc import Sequence

from rules_engine.core.game import Game, View
from rules_engine.core.goals import SCORE, Goal, goal_named
from rules_engine.core.happened import signed
from rules_engine.core.moves import Move
from rules_engine.core.position import Position
from rules_engine.core.telling import Finding, Told, telling_of
from rules_engine.scenario.model import Scenario
from rules_engine.scenario.question import Option, Part, Question, Unanswerable
from rules_engine.solver.search import Line, Search, Solution, Undecided, Unsolved

LIMIT = 2_000_000
"""So many cards a puzzle may take to be solved: some ten seconds."""

Proof = Solution
"""A solution with the lines that show it."""


def goal_of(game: Game[Position], scenario: Scenario) -> Goal:
    """What a scenario's best move is best for."""
    return goal_named(scenario.goal or SCORE.name, game.goals)


def prove(game: Game[Position], position: Position, goal: Goal, limit: int = LIMIT) -> Proof:
    """What the position is worth, with the lines that show it. Raises ``Unanswerable``."""
    if position.to_act is None:
        raise Unanswerable("best-move: nobody is to move here; ask before a seat's move")
    search = Search(game, position, goal)
    try:
        found = search.run(limit)
    except (Unsolved, Undecided) as error:
        raise Unanswerable(f"best-move: {error}") from None
    return found._replace(lines={move: search.line(move) for move in found.values})


def check_puzzle(proof: Proof) -> None:
    """Whether it is a puzzle at all. Raises ``Unanswerable``."""
    if len(proof.values) == 1:
        raise Unanswerable("best-move: this is no puzzle: there is one legal move")
    if len(proof.best) == len(proof.values):
        raise Unanswerable(f"best-move: this is no puzzle: every legal move is as good, {worth(proof.goal, proof.most)}")


def ask_best(game: Game[Position], position: Position, proof: Proof, moves: Sequence[Move], title: str) -> Question:
    """Which move is best? ``moves`` are the options."""
    right = set(proof.best)
    options = tuple(Option(move.text, move in right, why(game, position, proof, move), move.card, move, worth=proof.values[move])
                    for move in moves)
    return Question(game, "best-move", title, stands(game, position, proof), wanted(position, proof), False, (Part("", options),),
                    View(game, None, position), tuple(position.trick), frozenset(), (), position)


def wanted(position: Position, proof: Proof) -> str:
    """What is asked: ``South leads: which card is sure to score 2?``"""
    does = position.does(position.to_act, "plays" if position.trick else "leads")
    if proof.goal.yes:
        return f"{does}. {proof.goal.words}: which move is sure to?"
    return f"{does}: which move is {worth(proof.goal, proof.most)}?"


def stands(game: Game[Position], position: Position, proof: Proof) -> str:
    """Who plays against whom."""
    others = [seat for seat in game.table.seats if seat not in proof.side]
    against = "everybody else plays" if len(proof.side) == 1 else f"{position.name(others)} play"
    return f"All cards are open; {against} against {position.name(proof.side)}."


def worth(goal: Goal, value: int) -> str:
    """What a move is sure of: ``sure to score −1``, ``sure to do it``."""
    if goal.yes:
        return "sure to do it" if value else "not sure to do it"
    return f"sure to score {signed(value)}"


def why(game: Game[Position], position: Position, proof: Proof, move: Move) -> Finding:
    """What a move is worth, and who takes the first trick of the line that shows it."""
    told = [each for each in shown(game, position, proof.lines[move])
            if each.event.kind == "trick" and each.event.seat is not None]
    rule = told[0].event.rule if told else game.asked(position)[-1].id
    told = [each for each in told if each.event.rule == rule]
    sentences = dict.fromkeys([f"{worth(proof.goal, proof.values[move]).capitalize()}.", *(each.sentence for each in told)])
    return Finding(rule, move in proof.best, " ".join(sentences), () if move.card is None else (move.card,))


def shown(game: Game[Position], position: Position, line: Line) -> list[Told]:
    """What happens in a line, in words, up to the end of its first trick."""
    telling, told = telling_of(game), list[Told]()
    for _, move in line:
        after, events = game.make(position, move)
        told += telling.events(after, events)
        if after.last_trick is not position.last_trick or after.hand_over:
            break
        position = after
    return told

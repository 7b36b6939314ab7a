"""The question for the best move: what a side is sure of with each of its moves, all cards open.

It stands apart from the other questions since it needs the solver, which is loaded when it is first asked for.
"""

from __future__ import annotations

import random
import re
from collections.abc import Generator, Sequence

from rules_engine.bots import who_plays_out
from rules_engine.core.cards import listed
from rules_engine.core.game import Game, View
from rules_engine.core.goals import SCORE, Goal, goal_named
from rules_engine.core.happened import signed
from rules_engine.core.moves import Move
from rules_engine.core.position import Position
from rules_engine.core.telling import Finding, Telling, Told, capital, counted, telling_of
from rules_engine.scenario.model import Scenario
from rules_engine.scenario.question import Option, Part, Question, Unanswerable
from rules_engine.solver.search import Line, Search, Solution, Undecided, Unsolved

LIMIT = 2_000_000
"""So many cards a puzzle may take to be solved: some ten seconds."""

SHARE, WHILE = 4_000, 60_000
"""So many cards at a time, and in all, may a choice take that is looked back upon."""

_MARK = re.compile(r"\{[^{}]*\}")

Proof = Solution
"""A solution with the lines that show it."""


class TooDeep(Unanswerable):
    """A position that isn't solved within the limit."""


def goal_of(game: Game[Position], scenario: Scenario) -> Goal:
    """What a scenario's best move is best for."""
    return goal_named(scenario.goal or SCORE.name, game.goals)


def prove(game: Game[Position], position: Position, goal: Goal, limit: int = LIMIT) -> Proof:
    """What the position is worth, with the lines that show it. Raises ``Unanswerable``."""
    search = _solved(game, position, goal, limit)
    return search.solution._replace(lines={move: search.line(move) for move in search.values})


def valued(game: Game[Position], position: Position, goal: Goal, limit: int) -> Solution:
    """What the position is worth, without lines. Raises ``Unanswerable``: ``TooDeep`` where it takes more than ``limit``."""
    return _solved(game, position, goal, limit).solution


def _solved(game: Game[Position], position: Position, goal: Goal, limit: int) -> Search[Position]:
    if position.to_act is None:
        raise Unanswerable("best-move: nobody is to move here; ask before a seat's move")
    search = Search(game, position, goal)
    try:
        search.run(limit)
    except Unsolved as error:
        raise TooDeep(f"best-move: {error}") from None
    except Undecided as error:
        raise Unanswerable(f"best-move: {error}") from None
    return search


def opened(game: Game[Position], position: Position) -> Generator[None, None, Proof | None]:
    """What each move is sure of with all cards open, found out a share at a time, with the line of a best move.

    None where that takes too long, or some line ends without a score.
    """
    search = Search(game, position)
    try:
        while not search.work(SHARE):
            if search.nodes >= WHILE:
                return None
            yield
    except Undecided:
        return None
    found = search.solution
    return found._replace(lines={move: search.line(move) for move in found.best[:1]})


def check_puzzle(proof: Proof) -> None:
    """Whether it is a puzzle at all. Raises ``Unanswerable``."""
    if len(proof.values) == 1:
        raise Unanswerable("best-move: this is no puzzle: there is one legal move")
    if len(proof.best) == len(proof.values):
        raise Unanswerable(f"best-move: this is no puzzle: every legal move is as good, {worth(proof.goal, proof.most)}")


def ask_best(game: Game[Position], position: Position, proof: Proof, moves: Sequence[Move], title: str) -> Question:
    """Which move is best? ``moves`` are the options."""
    right, telling = set(proof.best), telling_of(game)
    options = tuple(Option(move.text, move in right, why(telling, position, proof, move), move.card, move,
                           worth=proof.values[move]) for move in moves)
    return Question(game, "best-move", title, stands(telling, position, proof), wanted(telling, position, proof), False,
                    (Part("", options),), View(game, None, position), tuple(position.trick), frozenset(), position)


def wanted(telling: Telling[Position], position: Position, proof: Proof) -> str:
    """What is asked: ``South leads: which move is sure to score 2 in this hand?``"""
    does = capital(telling.table.does(position.actor, "plays" if position.trick else "leads"))
    if proof.goal.yes:
        return f"{does}. {proof.goal.words}: which move is sure to?"
    return f"{does}: which move is {worth(proof.goal, proof.most)} in this hand?"


def stands(telling: Telling[Position], position: Position, proof: Proof) -> str:
    """Who plays against whom, and what a single player has so far: of sides the table says it.

    Who has neither a card nor one on the table, as who sits out, doesn't play.
    """
    table, laid = telling.table, {each.seat for each in position.trick}
    others = [seat for seat in table.seats if seat not in proof.side and (position.hands[seat] or seat in laid)]
    against = "everybody else plays" if len(proof.side) == 1 else table.does(others, "plays")
    has = telling.tally(position, position.actor) if len(proof.side) == 1 else ""
    so_far = f" {telling.name(position.actor)}: {has}." if has else ""
    return f"All cards are open; {against} against {table.called(proof.side)}.{so_far}"


def worth(goal: Goal, value: int) -> str:
    """What a move is sure of: ``sure to score −1``, ``sure to do it``."""
    if goal.yes:
        return "sure to do it" if value else "not sure to do it"
    return f"sure to score {signed(value)}"


def why(telling: Telling[Position], position: Position, proof: Proof, move: Move) -> Finding:
    """What a move is worth, and who takes the first trick of the line that shows it."""
    told = [each for each in shown(telling, position, proof.lines[move])
            if each.event.kind == "trick" and each.event.seat is not None]
    rule = told[0].event.rule if told else telling.game.asked(position)[-1].id
    told = [each for each in told if each.event.rule == rule]
    sentences = dict.fromkeys([f"{worth(proof.goal, proof.values[move]).capitalize()}.", *(each.sentence for each in told)])
    return Finding(rule, move in proof.best, " ".join(sentences), () if move.card is None else (move.card,))


def reasons(telling: Telling[Position], position: Position, proof: Proof) -> dict[Move, Finding]:
    """What each move is worth and why, the best first: what the side ends with, and how the first trick falls, unless that is the
    same after moves that aren't worth the same.
    """
    found = {move: why(telling, position, proof, move) for move in sorted(proof.values, key=lambda move: -proof.values[move])}
    falls = {move: _MARK.sub("", finding.sentence.partition(". ")[2]) for move, finding in found.items()}
    values: dict[str, set[int]] = {}
    for move, fallen in falls.items():
        values.setdefault(fallen, set()).add(proof.values[move])

    def told(move: Move) -> Finding:
        end = ends(telling, position, proof.side, [made for _, made in proof.lines[move]])
        first = found[move].sentence.partition(". ")[2] if len(values[falls[move]]) == 1 else ""
        return found[move]._replace(sentence=f"{capital(worth(proof.goal, proof.values[move]))}: {end}. {first}".rstrip())

    return {move: told(move) for move in found}


def goes_on(telling: Telling[Position], position: Position, moves: Sequence[Move]) -> str:
    """Who takes the tricks that some moves finish: ``West takes the next trick with the {9M} and you take the last``.

    Nothing where they finish none; a trick whose colours are taken apart has no one card that takes it.
    """
    taken = list[str]()
    for move in moves:
        position, before = telling.game.make(position, move)[0], position.last_trick
        trick = position.last_trick
        if trick is not None and trick is not before:
            takers = [*dict.fromkeys(trick.winners.values())]
            cards = [f" with the {{{laid.move.played.text}}}" for laid in trick.laid if takers == [laid.seat]]
            which = "the next trick" if not taken else "the last" if position.hand_over else "one"
            verb = "takes" if len(takers) == 1 else "shares"
            taken.append(telling.table.does(takers, f"{verb} {which}") + "".join(cards))
    return listed(taken)


def tempts(game: Game[Position], position: Position, proof: Proof) -> Move | None:
    """What the plain bot would play, which doesn't see the other hands, where that isn't as good; else None."""
    move = who_plays_out(game).choose(game.view(position, position.actor), random.Random(0)).move
    return None if move in proof.best else move


def why_not(telling: Telling[Position], position: Position, proof: Proof, move: Move) -> str:
    """What comes of a move that isn't as good, as question and answer."""
    then = comes_of(telling, position, proof, move)
    return f"Why not {telling.call(position, move)}? {then}"


def comes_of(telling: Telling[Position], position: Position, proof: Proof, move: Move) -> str:
    """How it goes on after a move to the end of its line, and what the side ends with."""
    moves, value = [made for _, made in proof.lines[move]], worth(proof.goal, proof.values[move])
    rest = goes_on(telling, position, moves)
    return f"Then {rest}: {ends(telling, position, proof.side, moves)}, {value}." if rest else f"{capital(value)}."


def ends(telling: Telling[Position], position: Position, side: Sequence[int], moves: Sequence[Move]) -> str:
    """What a side has at the end of some moves: ``you end with 6 tricks``."""
    for move in moves:
        position, _ = telling.game.make(position, move)
    seat, *partners = side
    stand = next((stand for stand in telling.standing(position) if seat in stand.seats), None)
    told = telling.taken(position, seat) if not partners or stand is None else counted(stand.number, telling.unit)
    return telling.table.does(side, f"ends with {told or 'nothing'}")


def shown(telling: Telling[Position], position: Position, line: Line) -> list[Told]:
    """What happens in a line, in words, up to the end of its first trick."""
    told = list[Told]()
    for _, move in line:
        after, events = telling.game.make(position, move)
        told += telling.events(after, events)
        if after.last_trick is not position.last_trick or after.hand_over:
            break
        position = after
    return told

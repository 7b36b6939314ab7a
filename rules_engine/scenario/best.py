"""The question for the best move: what a side is sure of with each of its moves, all cards open.

It stands apart from the other questions since it needs the solver, which is loaded when it is first asked for.
"""

from __future__ import annotations

from collections.abc import Sequence

from rules_engine.core.game import Game, View
from rules_engine.core.goals import Goal, goal_named
from rules_engine.core.happened import signed
from rules_engine.core.moves import Move
from rules_engine.core.position import Position
from rules_engine.core.telling import Finding, Told, telling_of
from rules_engine.scenario.model import Scenario
from rules_engine.scenario.question import Option, Part, Question, Unanswerable
from rules_engine.solver.search import Search, Undecided, Unsolved

LIMIT = 2_000_000
"""So many cards a puzzle may take to be solved: some ten seconds."""


def goal_of(game: Game[Position], scenario: Scenario) -> Goal:
    """What a scenario's best-move is best for."""
    return goal_named(scenario.goal or "score", game.goals)


def solved(game: Game[Position], position: Position, goal: Goal, limit: int = LIMIT) -> Search[Position]:
    """The position, solved. Raises ``Unanswerable``."""
    if position.to_act is None:
        raise Unanswerable("best-move: nobody is to move here; ask before a seat's move")
    search = Search(game, position, goal)
    try:
        search.run(limit)
    except (Unsolved, Undecided) as error:
        raise Unanswerable(f"best-move: {error}") from None
    return search


def check_puzzle(search: Search[Position]) -> None:
    """Whether it is a puzzle at all. Raises ``Unanswerable``."""
    values = search.values
    if len(values) == 1:
        raise Unanswerable("best-move: this is no puzzle: there is one legal move")
    if len(search.solution.best) == len(values):
        raise Unanswerable(f"best-move: this is no puzzle: every legal move is as good, "
                           f"{worth(search.goal, search.solution.most)}")


def ask_best(search: Search[Position], moves: Sequence[Move], title: str, intro: str) -> Question:
    """Which move is best? ``moves`` are the options."""
    game, position, solution = search.game, search.start, search.solution
    right = set(solution.best)
    options = tuple(Option(move.text, move in right, why(search, move), move.card, move, worth=solution.values[move])
                    for move in moves)
    seen = View(game, None, position)
    whom = position.whose(search.side) if len(search.side) > 1 else position.whose(search.seat)
    prompt = f"{search.goal.words}: what does {position.name(search.seat)} {'lead' if not position.trick else 'play'}?"
    told = intro or f"All cards are open, and everybody else plays against {whom} side."
    return Question(game, "best-move", title, told, prompt, False, (Part("", options),), seen, tuple(position.trick),
                    frozenset(), (), position)


def worth(goal: Goal, value: int) -> str:
    """What somebody is sure of: ``sure of −1``, ``sure of it``."""
    if goal.yes:
        return "sure of it" if value else "not sure of it"
    return f"sure of {signed(value)}"


def why(search: Search[Position], move: Move) -> Finding:
    """What a move is worth, and the line that shows it as far as it is told in a few sentences."""
    line = search.line(move)
    told = shown(search.game, search.start, line)
    rule = next((each.event.rule for each in told if each.event.kind == "trick"), told[-1].event.rule if told else
                search.game.asked(search.start)[-1].id)
    sentence = " ".join(dict.fromkeys(each.sentence for each in told if each.event.kind == "trick"))
    told_worth = worth(search.goal, search.values[move]).capitalize()
    cards = () if move.card is None else (move.card,)
    return Finding(rule, move in search.solution.best, f"{told_worth}. {sentence}".strip(), cards)


def shown(game: Game[Position], position: Position, line: Sequence[tuple[int, Move]]) -> list[Told]:
    """What happens in a line, in words, up to the end of its first trick."""
    telling, told = telling_of(game), list[Told]()
    for _, move in line:
        after, events = game.make(position, move)
        told += telling.events(after, events)
        if after.last_trick is not position.last_trick or after.hand_over:
            break
        position = after
    return told

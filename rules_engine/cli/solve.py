"""``followsuit solve PATH…``: compute the guaranteed result of each move where a scenario asks for the best move.

Exit status 0 if every position is solved, 1 if one isn't, 2 if a scenario can't be read or doesn't hold.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from rules_engine.authoring.checks.check import CheckResult, replay_file
from rules_engine.cli.errors import CommandError
from rules_engine.cli.paths import scenarios_in
from rules_engine.cli.table_options import count
from rules_engine.cli.terminal import as_json as as_json_text
from rules_engine.core.game.game import Game
from rules_engine.core.model.errors import RulesEngineError
from rules_engine.core.model.goals import SCORE, Goal
from rules_engine.core.positions.position import Position
from rules_engine.narration.narrator import Narrator, narrator_for
from rules_engine.quiz.best_move import goal_of, value_text
from rules_engine.scenarios.replay import Replay
from rules_engine.solver.search import Search, Solution, Undecided, Unsolved

LIMIT = 20_000_000


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    parser.add_argument("paths", nargs="+", type=Path, metavar="PATH", help="scenario files, or folders of them")
    parser.add_argument("--json", action="store_true", help="print one JSON object a position, each on a line of its own")
    parser.add_argument("--step", type=count(1, "steps"), metavar="N",
                        help="solve the position before step N, counted from 1, instead")
    parser.add_argument("--goal", choices=["score", "stated"], default="score",
                        help="play for the score of the hand (the default), or for the goal that a puzzle states")
    parser.add_argument("--limit", type=count(1, "cards", 10**12), default=LIMIT, metavar="CARDS",
                        help="give up after this number of card plays (%(default)s)")


def run(chosen: argparse.Namespace) -> int:
    """Solve the positions and print the results. Raises ``CommandError`` if there is nothing to solve."""
    status, asked = 0, 0
    for path in scenarios_in(chosen.paths):
        checked = replay_file(path)
        for problem in checked.problems:
            print(problem.told(), file=sys.stderr)
            status = 2
        if checked.run is None:
            continue
        goal = SCORE if chosen.goal == "score" else goal_of(checked.run.game, checked.run.scenario)
        for place in _places(checked, chosen.step):
            asked += 1
            try:
                _print(path, place, checked.run.game, _solved(checked.run, place, goal, chosen.limit), chosen.json)
            except (NothingToSolve, Unsolved, Undecided) as error:
                print(f"{path}: step {place + 1}: {error}", file=sys.stderr)
                status = status or 1
    if not asked and not status:
        raise CommandError("Nothing is solved: no scenario asks for the best move. With --step N the position before a step is.")
    return status


def _places(checked: CheckResult, step: int | None) -> Sequence[int]:
    assert checked.run is not None
    if step is not None:
        return [step - 1]
    return checked.run.scenario.proved_steps


class NothingToSolve(RulesEngineError):
    """Raised if a step doesn't exist, or no player is to act at that step."""


def _solved(run: Replay, place: int, goal: Goal, limit: int) -> Solution:
    positions = [*(moment.before for moment in run.moments), run.end]
    if not 0 <= place < len(positions):
        raise NothingToSolve(f"there is no such step: the script can be played for {len(run.moments)} steps")
    if positions[place].to_act is None:
        raise NothingToSolve("nobody is to move here")
    return Search(run.game, positions[place], goal).run(limit)


def _print(path: Path, place: int, game: Game[Position], found: Solution, as_json: bool) -> None:
    table, told = game.table, narrator_for(game)
    values = {move.text: value for move, value in found.values.items()}
    best = [move.text for move in found.best]
    if as_json:
        points = values if found.goal.yes else {move: game.value(value) for move, value in values.items()}
        print(as_json_text({"path": str(path), "step": place + 1, "seat": table.names[found.seat],
                            "side": table.side_name(found.side), "moves": points, "best": best, "nodes": found.nodes}))
        return
    print(f"{path}: step {place + 1}: {table.names[found.seat]} plays for {table.side_name(found.side)}; "
          f"{found.nodes} cards looked at")
    print("\n".join(_lines(told, values, best, found.goal)))


def _lines(told: Narrator[Position], values: dict[str, int], best: Sequence[str], goal: Goal) -> Iterator[str]:
    width = max(map(len, values))
    for move, value in sorted(values.items(), key=lambda each: -each[1]):
        yield f"  {move:<{width}}  {value_text(told, goal, value)}{'  best' if move in best else ''}"

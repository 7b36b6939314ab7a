"""``followsuit puzzles GAME``: generate puzzles from hands played by bots, each with a proof of its solution.

With ``--gap``, the endings of these hands are improved first. With ``--twin FILE``, find twins of the position in a file instead:
positions that differ from it by one card, and in which another move is right.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import Executor
from functools import partial
from itertools import count, islice
from pathlib import Path

from rules_engine.authoring.checks.check import replay_file
from rules_engine.authoring.files import write_text
from rules_engine.cli import table_options
from rules_engine.cli.errors import CommandError
from rules_engine.core.game.game import Game
from rules_engine.core.positions.position import Position
from rules_engine.games import game_class, make_game
from rules_engine.html.puzzle_html import difficulty
from rules_engine.puzzles.endgames import search_endgames
from rules_engine.puzzles.generator import GeneratedPuzzle, search_hands
from rules_engine.puzzles.themes import PLAIN
from rules_engine.puzzles.themes.surprises import Theme
from rules_engine.puzzles.twins import find_twins
from rules_engine.quiz.best_move import goal_of
from rules_engine.scenarios.model import PuzzleInfo, Scenario, write_scenario
from rules_engine.scenarios.yaml_writer import write_yaml


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    parser.add_argument("game", metavar="GAME", nargs="?", help="a game's id")
    parser.add_argument("--twin", type=Path, metavar="FILE",
                        help="find twins of the position in a scenario file, in which one card differs and another move is right")
    parser.add_argument("--variant", help="a variant's id (default: the usual one)")
    parser.add_argument("--players", type=int, metavar="N", help="number of players (default: all possible numbers, in turn)")
    parser.add_argument("--count", type=table_options.count(1, "puzzles"), default=10, metavar="N",
                        help="number of puzzles (%(default)s)")
    parser.add_argument("--of", type=table_options.count(1, "puzzles"), metavar="N",
                        help="number of candidates, of which the best are kept (default: keep the first ones)")
    parser.add_argument("--hands", type=table_options.count(1, "hands"), default=IN_VAIN, metavar="N",
                        help="give up after this number of hands in a row without a puzzle (%(default)s)")
    parser.add_argument("--gap", type=table_options.count(1, "points"), metavar="POINTS",
                        help="improve endings until the best card scores this many points more than the next one "
                             "(default: take hands as they are)")
    parser.add_argument("--seed", type=int, default=1, metavar="S", help="another seed gives other puzzles (%(default)s)")
    table_options.add_workers(parser)
    table_options.add_keep(parser)
    parser.add_argument("--into", type=Path, metavar="FOLDER", help="folder for a file for each puzzle (default: print them)")


def run(chosen: argparse.Namespace) -> int:
    """Generate the puzzles, and write or list them; the exit status is 1 if there are too few.

    Raises ``SetupError``, and ``CommandError`` if there is nothing to generate.
    """
    if chosen.twin is not None:
        return _run_twins(chosen)
    if chosen.game is None:
        raise CommandError("Name a game, or a file with --twin.")
    tables = _tables(chosen.game, chosen.variant, chosen.players)
    if chosen.of is not None:
        return _run_best(chosen, tables)
    about = f"puzzles {chosen.game} {chosen.variant} {chosen.players} {chosen.gap} --seed {chosen.seed}"
    with (table_options.long_form(chosen, about, chosen.count, "puzzles") as (kept, _),
          table_options.progress_of(chosen) as executor):
        done, firsts = kept.found or (0, [0] * len(tables))
        turns = islice(_in_turn(tables, firsts, chosen, executor, done), max(0, chosen.count - done))
        for table, made in turns:
            done += 1
            _put(chosen, done, tables[table], made)
            firsts[table] = made.attempt + 1
            kept.keep(partial(_so_far, done, firsts))
    return int(done < chosen.count)


def _run_best(chosen: argparse.Namespace, tables: Sequence[Game[Position]]) -> int:
    """Generate as many puzzles as ``--of`` requests, and write or list the best ones."""
    with table_options.progress_of(chosen) as executor:
        found = [*islice(_in_turn(tables, [0] * len(tables), chosen, executor, 0), chosen.of)]
    table_of = {id(made): table for table, made in found}
    kept = best_of([made for _, made in found], chosen.count)
    for number, made in enumerate(kept, start=1):
        _put(chosen, number, tables[table_of[id(made)]], made)
    return int(len(kept) < chosen.count)


def _run_twins(chosen: argparse.Namespace) -> int:
    """Find twins, and write or list them; the exit status is 1 if there are none, and 2 if the file doesn't hold."""
    checked = replay_file(chosen.twin)
    for problem in checked.problems:
        print(problem.told(), file=sys.stderr)
    if checked.run is None or checked.problems:
        return 2
    run = checked.run
    places = run.scenario.proved_steps
    if not places:
        raise CommandError(f"{chosen.twin} doesn't ask for the best move.")
    number = 0
    twins = find_twins(run.game, run.moments[places[0]].before, goal_of(run.game, run.scenario))
    for number, twin in enumerate(islice(twins, chosen.count), start=1):
        name = f"{chosen.twin.stem}-twin-{number:02d}"
        print(f"{name}: {twin.added} for {twin.removed}, then {', '.join(twin.best)}, by {twin.gap}")
        _write(chosen.into, name, twin.scenario(run.scenario))
    return int(not number)


def _write(folder: Path | None, name: str, scenario: Scenario) -> None:
    """Write a scenario into a folder, if one is given."""
    if folder is not None:
        folder.mkdir(parents=True, exist_ok=True)
        write_text(folder / f"{name}.yml", write_yaml(write_scenario(scenario)))


def _so_far(done: int, firsts: Sequence[int]) -> list[object]:
    """Return the contents of the checkpoint: the number of finished puzzles, and each table's next attempt number."""
    return [done, [*firsts]]


def _put(chosen: argparse.Namespace, number: int, game: Game[Position], made: GeneratedPuzzle) -> None:
    """Print a summary of a puzzle, and write it to a file if requested."""
    name = f"{game.variant}-{number:02d}" if chosen.variant else f"{number:02d}"
    about = _about(made)
    print(f"{name}: {', '.join((about.idea, *made.stings))}, {about.rating}; {game.table.size} players, "
          f"{', '.join(made.best)} for {made.tempting}, {made.nodes} cards looked at")
    _write(chosen.into, name, made.scenario)


def best_of(found: Sequence[GeneratedPuzzle], count: int) -> list[GeneratedPuzzle]:
    """Return the best ``count`` puzzles.

    Puzzles with a sting, a surprising feature of the solution, come first. No theme occurs in more than a fifth of the puzzles.

    The selection prefers ideas with enough puzzles for a course of five, and about as many easy puzzles as hard ones. At least
    half of the puzzles have several critical choices if possible.
    """
    kept, left, known = list[GeneratedPuzzle](), [*found], Counter(_about(each).idea for each in found)
    themes, most = Counter[Theme](), max(1, count // FIFTH)
    while left and len(kept) < count:
        chosen = max(left, key=PuzzleDemand(kept, known).so_much)
        kept.append(chosen)
        themes[chosen.theme] += 1
        left = [each for each in left if each is not chosen and themes[each.theme] < most]
    return kept


def _about(made: GeneratedPuzzle) -> PuzzleInfo:
    assert made.scenario.puzzle is not None
    return made.scenario.puzzle


class PuzzleDemand:
    """The priority of further puzzles, given those already ``kept``; ``known`` is the number of candidates for each idea."""

    def __init__(self, kept: Sequence[GeneratedPuzzle], known: Counter[str]) -> None:
        self.known = known
        self.ideas = Counter(_about(each).idea for each in kept)
        self.levels = Counter(difficulty(_about(each).rating) for each in kept)
        self.once_is_enough = 2 * sum(_about(each).critical == 1 for each in kept) >= len(kept)

    def so_much(self, made: GeneratedPuzzle) -> tuple[bool, bool, float]:
        """Return the sort key of a puzzle: whether its number of critical choices fits, whether it has a sting, and its score."""
        about = _about(made)
        level = difficulty(about.rating)
        own = 4 * (about.idea not in PLAIN) + len(made.stings) + (about.key is not None) + min(about.critical, MANY) / 2
        wanted = own + self._course(about.idea) - self.levels[level] / 4
        return not (self.once_is_enough and about.critical == 1), bool(made.stings), wanted

    def _course(self, idea: str) -> float:
        """Return the score for a puzzle's idea.

        It rises with each puzzle on the idea until a course is complete and then falls. Ideas on which enough candidates for a
        course exist score one point more.
        """
        there = self.ideas[idea]
        return there - 2 * (there >= COURSE) * (there - COURSE + 3) + (self.known[idea] >= COURSE)


FIFTH = 5
"""Divisor for the number of puzzles that may have the same theme: at most one fifth of all."""
COURSE = 5
"""Number of puzzles in a course on one idea."""
MANY = 3
"""Maximum number of critical choices that raise a puzzle's score; further choices make it longer, not better."""


def _tables(game_id: str, variant: str | None, players: int | None) -> Sequence[Game[Position]]:
    counts = [players] if players is not None else game_class(game_id)(variant).players_allowed()
    return [make_game(game_id, variant, count) for count in counts]


def _in_turn(tables: Sequence[Game[Position]], firsts: Sequence[int], chosen: argparse.Namespace,
             executor: Executor | None, done: int) -> Iterator[tuple[int, GeneratedPuzzle]]:
    """Yield puzzles for all tables in turn, each with the index of its table, starting after ``done`` puzzles.

    ``firsts`` has the number of the first attempt for each table. The iterator ends if too many consecutive hands give no puzzle.
    """
    look = search_hands if chosen.gap is None else partial(search_endgames, gap=chosen.gap)
    makers = [look(game, seed=chosen.seed, executor=executor, first=first) for game, first in zip(tables, firsts, strict=True)]
    looked = SearchProgress()
    for table in (number % len(tables) for number in count(done)):
        looked.in_vain = 0
        made = next((each for each in islice(makers[table], chosen.hands) if looked.at(each)), None)
        if not isinstance(made, GeneratedPuzzle):
            print(f"gave up after {looked.in_vain} hands in a row: {looked.count()}. {looked.reasons()}.", file=sys.stderr)
            return
        yield table, made


class SearchProgress:
    """Counts of the hands searched and of the reasons why they gave no puzzle, reported at intervals."""

    def __init__(self) -> None:
        self.hands, self.in_vain, self.fell = 0, 0, Counter[str]()
        self._told = time.monotonic()

    def at(self, found: GeneratedPuzzle | str) -> bool:
        """Count a searched hand, and return whether it gives a puzzle; ``found`` is the puzzle or the reason why there is
        none."""
        self.hands += 1
        if isinstance(found, str):
            self.in_vain += 1
            self.fell[found] += 1
        if time.monotonic() - self._told >= OFTEN:
            self._told = time.monotonic()
            print(f"still searching: {self.count()}", file=sys.stderr, flush=True)
        return not isinstance(found, str)

    def count(self) -> str:
        """Return the numbers of hands and puzzles."""
        found = self.hands - sum(self.fell.values())
        return f"{self.hands} hand{'s' * (self.hands != 1)}, {found} puzzle{'s' * (found != 1)}"

    def reasons(self) -> str:
        """Return the reasons why hands gave no puzzle, the most frequent first."""
        return "; ".join(f"{number} × {why}" for why, number in self.fell.most_common())


IN_VAIN = 400
"""Default maximum number of consecutive hands without a puzzle. In Snakebit and Double King Pedro, about one hand in ten gives a
puzzle."""
OFTEN = 10.0
"""Interval between progress reports, in seconds."""

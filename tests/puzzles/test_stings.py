"""Stings (a puzzle's surprise) and themes, each tested with two moves for which it holds, and with others for which it
doesn't."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

from rules_engine.authoring.checks.check import check_file
from rules_engine.cli.puzzles import best_of
from rules_engine.core.game.setups import read_setup
from rules_engine.core.positions.json_values import JsonValue
from rules_engine.games import make_game
from rules_engine.html.puzzle_html import asked_at
from rules_engine.puzzles.generator import GeneratedPuzzle
from rules_engine.puzzles.themes.analysis import PuzzleAnalysis
from rules_engine.puzzles.themes.surprises import STINGS, Theme, stings_of, theme_of
from rules_engine.scenarios.model import PuzzleInfo, Scenario
from rules_engine.solver.search import Search
from tests.ours import OURS, looks_at_examples
from tests.puzzles.test_ideas import EXAMPLES, told


class Where(NamedTuple):
    """A position with its game, variant and number of players."""

    game: str
    variant: str | None
    players: int
    setup: Mapping[str, JsonValue]

    def case(self, best: str, natural: str) -> PuzzleAnalysis:
        """Return the analysis that compares two moves in this position."""
        game = make_game(self.game, self.variant, self.players)
        search = Search(game, read_setup(game, self.setup))
        search.run(1_000_000)
        moves = {move.text: move for move in search.values}
        return PuzzleAnalysis(search, moves[best], moves[natural])


OPEN = ["M", "S", "W", "L", "Y", "K"]
TRUMPED = Where("snakebit", None, 4, {
    "dealer": "East", "leader": "West", "cursed": "W", "trump": "S", "broken": ["M", "W", "L", "Y", "K"],
    "hands": {"South": ["4MS", "8MS", "7SK", "5YK"], "West": ["6MW", "6SY", "7WY"], "North": ["9MS", "2SY", "9WY"],
              "East": ["3MW", "5SW", "4YK"]},
    "trick": ["West 3LY as L", "North 5ML", "East 7ML"]})
"""The 4MS, the 7SK and the 8MS all trump the trick."""
LOW = Where("snakebit", None, 3, {
    "dealer": "East", "leader": "South", "cursed": "K", "trump": "L", "broken": OPEN,
    "hands": {"South": ["5SW", "4WL", "8WL"], "West": ["3SK", "2WL", "4YK"], "East": ["9WY", "6LK", "8YK"]}})
WANTED = Where("double-knot", None, 3, {
    "dealer": "East", "leader": "West", "trick": ["West 2WL", "East Excuse"], "tricks": {"South": 4, "West": 4, "East": 2},
    "bids": {"South": 6, "West": 5, "East": 4},
    "hands": {"South": ["XM", "2SY", "5SW", "6SY", "XY"], "West": ["AM", "4MS", "CSLK", "AW"],
              "East": ["3MW", "5ML", "7ML", "CMLY"]}})
"""South needs two more tricks, one of which a Crown will win."""
BLOCKED = Where("knueffeln", "bernhard-1924", 4, {
    "dealer": "East", "leader": "North", "chosen": ["H", "D"], "turnups": ["5H", "5D"],
    "hands": {"South": ["4H", "9D", "4C", "AC"], "West": ["2H", "JH", "3D", "KC"], "North": ["8D", "JD", "AD"],
              "East": ["9H", "KH", "AH"]},
    "trick": ["North 6D", "East 5C"], "tricks": {"South": 1, "West": 1, "North": 2, "East": 1},
    "stock": ["7D", "2D", "KD", "2S", "8S", "3C", "7C", "AS", "QH", "8H"], "turns": {"South+North": 1, "West+East": 1}})
NAMED = Where("snakebit", None, 4, {
    "dealer": "East", "leader": "South", "cursed": "Y", "trump": "W", "broken": OPEN,
    "hands": {"South": ["4MS", "8MS", "5YK"], "West": ["2MK", "2SY", "7SK"], "North": ["7WY", "3LY", "8YK"],
              "East": ["5ML", "9WY", "4YK"]}})
CURSED = Where("snakebit", None, 4, {
    "dealer": "East", "leader": "North", "cursed": "Y", "trump": "Y", "broken": OPEN,
    "hands": {"South": ["5SW", "7WY", "5YK"], "West": ["6SY", "2WL", "3LY"], "North": ["9WY", "4YK"], "East": ["2SY", "8YK"]},
    "trick": ["North 3MW as M", "East 4WL"]})
"""Wyrms are trumps and cursed: every player who trumps takes a cursed card."""
PEDRO = Where("double-king-pedro", None, 4, {
    "dealer": "East", "leader": "South", "declarer": "South", "contract": 55, "trump": "S", "opening": False,
    "hands": {"South": ["10H", "JH", "KD", "5C"], "West": ["3S", "8S", "9S", "9C"], "North": ["2S", "4S", "JC", "KC"],
              "East": ["KS", "QH", "AH", "AD"]},
    "tricks": {"South": 2}, "points": {"South+North": 26, "West+East": 0}})
"""The 5C is a Pedro; East's singleton King takes it."""
PASSED = Where("double-decker", None, 7, {
    "dealer": "Southeast", "leader": "West",
    "hands": {"South": ["R16", "B18", "G12"], "Southwest": ["R2", "R4", "R5"], "West": ["B5", "G5"], "Northwest": ["G3", "G8"],
              "Northeast": ["B6", "B9"], "East": ["R7", "R12"], "Southeast": ["G0", "G1"]},
    "trick": ["West G13", "Northwest B14", "Northeast B4", "East pass R3", "Southeast B12"],
    "captured": {"South": {"G": 2}, "Southwest": {"R": 8, "B": 4}, "West": {"G": 8}, "Northwest": {"B": 4, "G": 1},
                 "Northeast": {"R": 4, "B": 6}, "East": {"R": 2}, "Southeast": {"G": 3}}})
LEVEL = Where("double-decker", None, 5, {
    "dealer": "East", "leader": "South",
    "hands": {"South": ["B15", "G10", "G11"], "West": ["R5", "R10", "B6"], "Northwest": ["R2", "R7", "B11"],
              "Northeast": ["B18", "G9", "G12"], "East": ["B9", "B10", "B14"]},
    "captured": {"South": {"B": 3, "G": 6}, "West": {"R": 8}, "Northwest": {"R": 5, "B": 3, "G": 4},
                 "Northeast": {"R": 1, "G": 6}, "East": {"R": 2, "B": 6}}, "passed": {"East": ["B7"]}})
"""The G11 meets Northwest's B11, the G10 East's B10."""
ACES = Where("knueffeln", "gruenberg-1938", 4, {
    "dealer": "East", "leader": "North", "chosen": ["C", "S"], "turnups": ["10C", "8C", "10S"],
    "hands": {"South": ["AS", "9H", "4C"], "West": ["2S", "9S", "JS"], "North": ["9C", "JC"], "East": ["8S", "QD"]},
    "trick": ["North AC", "East QH"], "tricks": {"South": 0, "West": 2, "North": 2, "East": 2},
    "stock": ["AD", "4D", "9D", "10D", "KH", "KS", "AH", "3H", "QC"], "turns": {"South+North": 0, "West+East": 2}})
"""Both Aces are in chosen suits, so the first one wins."""
LED = Where("knueffeln", None, 5, {
    "dealer": "East", "leader": "West", "chosen": ["S", "H"], "turnups": ["10S", "10H"],
    "hands": {"South": ["JH", "AD", "4C", "KC"], "West": ["8S", "9H", "AH"], "Northwest": ["9S", "JS", "9D"],
              "Northeast": ["6H", "10C", "AC"], "East": []},
    "trick": ["West turn KH", "Northwest 2S", "Northeast 6C"], "tricks": {"South": 0, "West": 2, "Northwest": 2, "Northeast": 1},
    "stock": ["JD", "KD", "9C", "8D", "8H", "8C", "3H", "3S", "2H", "AS"],
    "turns": {"South+Northwest": 2, "West+Northeast": 2}})
"""The partner is winning the trick."""
STRONG = Where("snakebit", None, 4, {
    "dealer": "East", "leader": "South", "cursed": "Y", "trump": "L", "broken": ["M", "S", "W", "L", "K"],
    "hands": {"South": ["3MW", "9WY", "3LY", "5YK"], "West": ["2MK", "5SW", "7WY", "4YK"], "North": ["2SY", "6SY", "7SK", "8YK"],
              "East": ["6MW", "8MS", "3SK", "2WL"]}})
"""North has two Knots above the 5YK."""


@pytest.mark.parametrize(("name", "where", "best", "natural"), [
    ("middle", TRUMPED, "7SK", "4MS"), ("dear card", TRUMPED, "7SK", "4MS"), ("dear card", LOW, "8WL as W", "4WL as W"),
    ("winner given up", WANTED, "XY", "6SY"), ("unblock", BLOCKED, "9D", "4H"), ("same card", NAMED, "5YK as K", "5YK as Y"),
    ("costly trick", CURSED, "7WY", "5SW"), ("sacrifice", CURSED, "7WY", "5SW"), ("sacrifice", PEDRO, "5C", "10H"),
    ("paid pass", PASSED, "pass R16", "B18"), ("tie", LEVEL, "G11", "G10"), ("tie", ACES, "AS", "4C"),
    ("over the partner", LED, "JH", "KC"), ("into strength", STRONG, "5YK as K", "3MW as M")])
def test_a_sting_is_there(name: str, where: Where, best: str, natural: str) -> None:
    assert name in stings_of(where.case(best, natural))


@pytest.mark.parametrize(("name", "where", "best", "natural", "why"), [
    ("middle", TRUMPED, "8MS", "5YK", "it is the highest"), ("middle", TRUMPED, "4MS", "5YK", "it is the lowest"),
    ("middle", STRONG, "5YK as K", "3MW as M", "the others are of other suits"),
    ("dear card", LOW, "8WL as W", "5SW as W", "another takes the trick"),
    ("winner given up", NAMED, "5YK as K", "8MS as M", "it wins nothing after any move"),
    ("unblock", BLOCKED, "9D", "AC", "it wasn't in the way"), ("same card", NAMED, "5YK as K", "4MS as M", "it is another card"),
    ("costly trick", STRONG, "9WY as W", "3MW as M", "somebody else takes the trick"),
    ("sacrifice", STRONG, "5YK as K", "3MW as M", "another lead costs more at once"),
    ("paid pass", PASSED, "B18", "G12", "it is played"), ("tie", LEVEL, "G11", "B15", "there is one after both"),
    ("over the partner", LED, "JH", "4C", "the natural move takes it too"),
    ("into strength", STRONG, "9WY as W", "3MW as M", "nobody has two cards over it"),
])
def test_a_sting_is_not_there(name: str, where: Where, best: str, natural: str, why: str) -> None:
    assert name not in stings_of(where.case(best, natural)), why


def test_every_sting_says_when_it_is_there() -> None:
    assert all(condition.__doc__ for condition in STINGS.values())


# ---- themes

@pytest.mark.parametrize(("where", "best", "natural", "theme"), [
    (STRONG, "5YK as K", "3MW as M", Theme("throw-in", "play", leads=True, taker="others")),
    (PASSED, "pass R16", "B18", Theme("cheap-price", "pass", leads=False, taker="others")),
    (LED, "JH", "KC", Theme("right-lead", "play", leads=False, taker="own")),
    (LED, "KC", "JH", Theme("card", "play", leads=False, taker="partner")),
])
def test_a_theme_is_an_idea_and_what_the_answer_looks_like(where: Where, best: str, natural: str, theme: Theme) -> None:
    assert theme_of(where.case(best, natural), theme.idea) == theme


def made(attempt: int, idea: str, *stings: str) -> GeneratedPuzzle:
    """Return a generated puzzle."""
    scenario = Scenario("snakebit", puzzle=PuzzleInfo(idea, 1000, critical=2))
    return GeneratedPuzzle(attempt, scenario, ("2MK",), "3MW", 100, stings, Theme(idea, "play", leads=False, taker="own"))


def test_of_those_that_are_found_no_theme_fills_more_than_a_fifth() -> None:
    found = [made(number, "duck", "tie") for number in range(20)] + [made(number, "order") for number in range(20, 25)]
    assert Counter(each.theme.idea for each in best_of(found, 10)) == {"duck": 2, "order": 2}


def test_those_with_a_sting_come_first() -> None:
    found = [made(1, "duck"), made(2, "duck", "tie"), made(3, "duck")]
    assert best_of(found, 5) == [found[1]]


@cache
def shipped(game_id: str) -> list[tuple[tuple[str, ...], Theme]]:
    """Return the stings and theme of each puzzle in a game's list."""
    cases = [(case_of(path, puzzle), puzzle.idea) for path, puzzle in told(game_id)]
    return [(stings_of(case), theme_of(case, idea)) for case, idea in cases]


@pytest.mark.thorough
@looks_at_examples(*OURS)
@pytest.mark.parametrize("game_id", OURS)
def test_in_a_games_list_no_theme_fills_more_than_a_fifth(game_id: str) -> None:
    themes = Counter(theme for _, theme in shipped(game_id))
    assert max(themes.values()) <= themes.total() / 5


@pytest.mark.thorough
@looks_at_examples(*OURS)
@pytest.mark.parametrize("game_id", OURS)
def test_the_docs_count_the_stings_that_are_shipped(game_id: str) -> None:
    text = (EXAMPLES.parent / "docs" / "design" / "solver.md").read_text(encoding="utf-8")
    table = "| Sting | Snakebit"
    lines = (table + text.partition(table)[2].partition("\n\n")[0]).splitlines()
    head, _, *rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]
    column = head.index(make_game(game_id).name)
    counted = {row[0].lower(): int(row[column]) for row in rows if row[column]}
    found = Counter(name for stings, _ in shipped(game_id) for name in stings)
    found["puzzles with a sting"] = sum(bool(stings) for stings, _ in shipped(game_id))
    assert counted == found


def case_of(path: Path, puzzle: PuzzleInfo) -> PuzzleAnalysis:
    """Return the analysis of a shipped puzzle."""
    run = check_file(path).run
    assert run is not None
    moment = run.moments[asked_at(run)]
    search = Search(run.game, moment.before)
    search.run(1_000_000)
    assert moment.move is not None
    return PuzzleAnalysis(search, moment.move, next(move for move in search.values if move.text == puzzle.natural))

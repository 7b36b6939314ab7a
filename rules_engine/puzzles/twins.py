"""Twins of a puzzle: positions that differ from it by one card, in which another move is right.

Two such positions side by side show what an idea depends on: the reader has to look, and can't follow a rule of thumb.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import combinations, product
from typing import NamedTuple

from rules_engine.core.game.game import Game
from rules_engine.core.game.setups import read_setup, write_setup
from rules_engine.core.model.cards import Card
from rules_engine.core.model.errors import RulesEngineError
from rules_engine.core.model.goals import SCORE, Goal
from rules_engine.core.positions.json_values import JsonValue
from rules_engine.core.positions.position import Position
from rules_engine.narration.narrator import narrator_for
from rules_engine.puzzles.generator import script_of
from rules_engine.quiz.line_tricks import final_position
from rules_engine.scenarios.model import Scenario
from rules_engine.solver.search import Search

LIMIT = 2_000_000
"""Maximum number of solver moves for the puzzle itself."""
EFFORT = 20_000
"""Maximum number of solver moves for a position that may be a twin; a puzzle has hundreds of candidates."""

Setup = Mapping[str, JsonValue]


class PuzzleTwin(NamedTuple):
    """A twin of a puzzle, as a solved search.

    ``removed``  the card of the puzzle that is replaced
    ``added``    the card in its place; if it is in play, the two cards are exchanged
    """

    search: Search[Position]
    removed: Card
    added: Card

    @property
    def best(self) -> list[str]:
        """The best moves."""
        return [move.text for move in self.search.solution.best]

    @property
    def gap(self) -> int:
        """The difference between the best move and the next, in the unit of the values."""
        values = self.search.solution.values.values()
        return max(values) - max(value for value in values if value != max(values))

    def scenario(self, puzzle: Scenario) -> Scenario:
        """Return the twin as a scenario of the same kind as its puzzle, without texts."""
        game, start = self.search.game, self.search.start
        script = script_of(game, start, self.search.line(self.search.solution.best[0]))
        return replace(puzzle, setup=write_setup(game, start), script=script, title="", intro="", puzzle=None)


def find_twins(game: Game[Position], position: Position, goal: Goal = SCORE) -> Iterator[PuzzleTwin]:
    """Yield the twins of a puzzle: those with a card replaced by one that is out of play, then those with two cards exchanged,
    each time the most similar cards first.

    None of the moves that are best in a twin is best in the puzzle, but each can be made there. Raises ``Unsolved`` or
    ``Undecided`` if the puzzle itself can't be solved.
    """
    setup = write_setup(game, position)
    puzzle = Search(game, read_setup(game, setup), goal)
    solution = puzzle.run(LIMIT)
    total, best, others = _total(puzzle), {move.text for move in solution.best}, {move.text for move in solution.values}
    for removed, added in _exchanges(game, position):
        try:
            search = Search(game, read_setup(game, _exchanged(setup, removed.text, added.text)), goal)
            found = search.run(EFFORT)
        except RulesEngineError:    # the card can't be there, or the search is too long
            continue
        right = {move.text for move in found.best}
        if right <= others - best and len(right) < len(found.values) and _total(search) == total:
            yield PuzzleTwin(search, removed, added)


def _total(search: Search[Position]) -> int:
    """Return the sum of what all sides have taken at the end of a best line.

    If it isn't the puzzle's, the tricks taken before can't be the same: they would contain the card that is out of play.
    """
    end = final_position(search.game, search.start, search.line(search.solution.best[0]))
    return sum(total.number for total in narrator_for(search.game).side_totals(end))


def _exchanges(game: Game[Position], position: Position) -> list[tuple[Card, Card]]:
    """Return the pairs of a card in play and another one: first those out of play, then those in play elsewhere."""
    places = [*position.hands, *([laid.card] for laid in position.trick)]
    here = [card for place in places for card in place]
    gone = [card for card in game.pack.cards if card not in here]
    swaps = [(card, other) for one, two in combinations(places, 2) for card in one for other in two]
    return [pair for pairs in (product(here, gone), swaps) for pair in sorted(pairs, key=lambda pair: _distance(*pair))]


def _distance(card: Card, other: Card) -> tuple[int, int]:
    """Return a sort key for two cards: the number of suits that only one of them has, and the difference in rank."""
    return len({*card.suits} ^ {*other.suits}), abs(card.value - other.value)


def _exchanged(setup: Setup, one: str, other: str) -> Setup:
    """Return a setup with two cards exchanged in the hands and on the table; one of them may be out of play."""
    def exchanged(text: str) -> str:
        return " ".join({one: other, other: one}.get(word, word) for word in text.split())
    hands, trick = setup["hands"], setup.get("trick", [])
    changed: dict[str, JsonValue] = {**setup, "hands": {seat: [*map(exchanged, cards)] for seat, cards in hands.items()}}
    return {**changed, "trick": [*map(exchanged, trick)]} if trick else changed

"""Puzzles made by the engine: positions from hands that bots play, in which one idea is better than the bot's choice.

A puzzle has several distinct moves, one of them clearly best, and the plain bot, which doesn't see the other hands, chooses
another. The script of a puzzle is its proof: the best move and the line that shows its value.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from rules_engine.bots import Bot, bot_for, who_plays_out
from rules_engine.bots.parallel import map_ordered
from rules_engine.core.game.game import Game
from rules_engine.core.game.game_options import unusual_options
from rules_engine.core.game.setups import read_setup, write_setup
from rules_engine.core.model.cards import Card
from rules_engine.core.model.moves import Move
from rules_engine.core.positions.json_values import JsonValue
from rules_engine.core.positions.position import Position
from rules_engine.puzzles.themes import PLAIN
from rules_engine.puzzles.themes.analysis import PuzzleAnalysis
from rules_engine.puzzles.themes.classify import idea_of
from rules_engine.puzzles.themes.difficulty import beginners, critical, missed, rating, tempting
from rules_engine.puzzles.themes.plays import takes
from rules_engine.puzzles.themes.registry import ThemeEvidence
from rules_engine.puzzles.themes.surprises import Theme, stings_of, theme_of
from rules_engine.scenarios.model import Ask, Evidence, PuzzleInfo, Scenario, Step
from rules_engine.solver.principal_variation import MoveLine
from rules_engine.solver.search import Search, Undecided, Unsolved

if TYPE_CHECKING:
    from concurrent.futures import Executor

SOLVER = 0
"""The seat of the player who solves the puzzle."""
CARDS = (3, 4, 5)
"""Numbers of cards a hand that a puzzle may have."""
EFFORT = 12_000
"""Maximum number of moves that the solver makes for a puzzle (less than 0.1 s)."""
FEWEST = 3
"""Minimum number of distinct moves to choose from."""
CLEARLY = 20
"""The best move must be better than the next by at least its own value divided by this number."""
MANY = 3
"""Minimum number of choices with something to lose, for a puzzle whose idea isn't proved."""
FEW = 5
"""Number of attempts by a fast bot."""
PLAIN_BOT, STRONG = "plain", "strong"
OFTEN = 8
"""Number of attempts by the strong bot."""
OWN = 60_000
"""Maximum number of moves that the solver makes to turn a reader's choice into a puzzle, as for the review of the choice."""
HARDLY = 12
"""Maximum percentage of attempts in which the strong bot misses an obvious best move: once in eight."""
TRIES = 20_000
NO_CHOICE = f"nobody has {CARDS[0]} to {CARDS[-1]} cards and {FEWEST} moves to choose from"
ALIKE = f"fewer than {FEWEST} moves differ"
AT_ONCE = "the bot finds the best move, or none is better"
TOO_LONG = "it can't be solved in short time, or nobody can be sure"
SEVERAL = "several moves are best, or hardly any better than the next"
PLAINLY = "it is seen at a glance"
"""Reasons why a hand gives no puzzle."""
WAITING = 16
"""Maximum number of hands submitted to workers in advance; more might be wasted."""


class PuzzleCandidate(NamedTuple):
    """A puzzle position with its search, the line of its best move, and its properties."""

    search: Search[Position]
    line: MoveLine
    info: PuzzleInfo

    @property
    def is_plain(self) -> bool:
        """True if there is only one choice with something to lose, and bots that see only their own hand hardly ever miss it."""
        return self.info.critical == 1 and self.info.missed.get(STRONG, HARDLY + 1) <= HARDLY


def puzzles(game: Game[Position], seed: int) -> Iterator[PuzzleCandidate]:
    """Yield puzzles, each from another hand. The sequence depends only on the game and the seed."""
    for attempt in range(TRIES):
        found = from_hand(game, seed, attempt)
        if found is not None:
            yield found


class GeneratedPuzzle(NamedTuple):
    """A puzzle as a scenario, with its best moves, its natural move and its theme. ``attempt`` is the number of its hand."""

    attempt: int
    scenario: Scenario
    best: tuple[str, ...]
    tempting: str
    nodes: int
    stings: tuple[str, ...]
    theme: Theme


def search_hands(
    game: Game[Position], seed: int, executor: Executor | None = None, first: int = 0
) -> Iterator[GeneratedPuzzle | str]:
    """Yield the puzzle from each hand, or the reason why it gave none. ``first`` is the number of the first attempt."""
    yield from map_ordered(partial(_made, game, seed), range(first, TRIES), executor, WAITING)


def _made(game: Game[Position], seed: int, attempt: int) -> GeneratedPuzzle | str:
    found = _sought(game, seed, attempt)
    if isinstance(found, str):
        return found
    asked = with_bot(found, STRONG, bot_for(game, STRONG), OFTEN)
    return PLAINLY if asked.is_plain else generate_puzzle(game, attempt, asked)


def generate_puzzle(game: Game[Position], attempt: int, found: PuzzleCandidate) -> GeneratedPuzzle:
    """Return a puzzle as a scenario with its properties. ``attempt`` is the number of its hand."""
    search, info = found.search, found.info
    case = PuzzleAnalysis(search, found.line[0][1], next(move for move in search.values if move.text == info.natural), found.line)
    best = tuple(move.text for move in search.solution.best)
    return GeneratedPuzzle(attempt, written(game, found), best, info.natural, search.nodes, stings_of(case),
                           theme_of(case, info.idea))


def written(game: Game[Position], found: PuzzleCandidate) -> Scenario:
    """Return a puzzle as a scenario: its position, the question, and the line that proves the answer."""
    search, names, line = found.search, game.table.names, found.line
    steps = [Step(names[seat], move.text, ask=Ask("best-move") if place == 0 else None)
             for place, (seat, move) in enumerate(line)]
    position = search.start
    for _, move in line:
        position, _ = game.make(position, move)
    if position.hand_score is not None:
        expected: dict[str, JsonValue] = {"hand_score": dict(zip(game.score_names, position.hand_score, strict=True))}
        steps[-1] = replace(steps[-1], expect=expected)
    usual = next(iter(game.variants))
    return Scenario(
        game.id, None if game.variant == usual else game.variant, game.table.size, unusual_options(game), kind="puzzle",
        puzzle=found.info, setup=write_setup(game, search.start), script=tuple(steps))


def from_hand(game: Game[Position], seed: int, attempt: int) -> PuzzleCandidate | None:
    """Return the first puzzle of a hand that bots play, or None. Some hands are examined only near their end."""
    found = _sought(game, seed, attempt)
    return None if isinstance(found, str) else found


def _sought(game: Game[Position], seed: int, attempt: int) -> PuzzleCandidate | str:
    """Return the first puzzle of a hand, or the reason why the last position examined is none."""
    fell = NO_CHOICE
    rng = random.Random(f"puzzle/{game.id}/{game.variant}/{game.table.size}/{seed}/{attempt}")
    bot, cards = who_plays_out(game), rng.choice(CARDS)
    position = game.deal(rng.randrange(10**9))
    while position.to_act is not None:
        seat = position.to_act
        choice = bot.choose(game.view(position, seat), rng)
        if _fits(game, position, cards):
            found = _puzzle(game, position, choice.move, rng)
            if not isinstance(found, str):
                return found
            fell = found
        position, _ = game.make(position, choice.move)
    return fell


def _fits(game: Game[Position], position: Position, cards: int) -> bool:
    if position.to_act != SOLVER or position.leader is None:
        return False
    return CARDS[0] <= len(position.hands[SOLVER]) <= cards and len(game.legal(position)) >= FEWEST


def _puzzle(game: Game[Position], position: Position, natural: Move, rng: random.Random) -> PuzzleCandidate | str:
    groups = Search(game, position).groups()
    if len(groups) < FEWEST:
        return ALIKE
    search = searched(game, position)
    try:
        if not 1 <= len(Search(game, position).beaten(natural, EFFORT)) < len(groups):
            return AT_ONCE
        values = search.run(EFFORT).values
    except (Unsolved, Undecided):
        return TOO_LONG
    right = [group for group in groups if values[group[0]] == search.solution.most]
    if len(right) > 1 or not is_clear(search):
        return SEVERAL
    case = PuzzleAnalysis(search, right[0][0], natural)
    known = puzzle_info(case)
    return candidate_from(case, known, rng) if _has_thought(case, known) else PLAINLY


def searched(game: Game[Position], position: Position) -> Search[Position]:
    """Return a new search of the position as its file stores it, with sorted hands, so that later checks find the same line."""
    return Search(game, read_setup(game, write_setup(game, position)))


def from_choice(game: Game[Position], position: Position, made: Move) -> PuzzleCandidate | None:
    """Return the puzzle in which ``made`` was a wrong move, or None if it was a best move or the position can't be solved."""
    search = searched(game, position)
    try:
        values = search.run(OWN).values
    except (Unsolved, Undecided):
        return None
    if values[made] == search.solution.most:
        return None
    case = PuzzleAnalysis(search, search.solution.best[0], made)
    return candidate_from(case, puzzle_info(case), random.Random(0))


def puzzle_info(case: PuzzleAnalysis) -> PuzzleInfo:
    """Return the properties of a puzzle, except how tempting its wrong moves are."""
    return puzzle_summary(
        case, {"beginner": beginners(case.search), PLAIN_BOT: missed(case.search, who_plays_out(case.game), FEW) or 0}
    )


def _has_thought(case: PuzzleAnalysis, known: PuzzleInfo) -> bool:
    """Return whether a puzzle is more than a card that is obvious at a glance."""
    return not (known.idea in PLAIN and known.critical < MANY) and not is_seen(case)


def candidate_from(case: PuzzleAnalysis, known: PuzzleInfo, rng: random.Random) -> PuzzleCandidate:
    """Return a puzzle with the number of tempting wrong moves and its rating."""
    return _rated(PuzzleCandidate(case.search, case.moves, known._replace(tempting=tempting(case.search, rng))))


def puzzle_summary(case: PuzzleAnalysis, by_bots: Mapping[str, int]) -> PuzzleInfo:
    """Return the proved properties of a puzzle and how often bots miss it, without a rating."""
    name, shown = idea_of(case)
    key = case.key_card()
    threat = None if key else case.threat()
    return PuzzleInfo(name, 0, case.tempting.text, _witness(case, shown), _culprit(case, key), _culprit(case, threat), by_bots,
                    critical(case.game, case.search, case.moves))


def _rated(found: PuzzleCandidate) -> PuzzleCandidate:
    start, known = found.search.start, found.info
    cards = round(sum(map(len, start.hands)) / found.search.game.table.size)
    return found._replace(info=known._replace(rating=rating(cards, known.missed, known.critical, known.tempting)))


def is_seen(case: PuzzleAnalysis) -> bool:
    """Return whether only the best card takes the trick, so that it is played without a thought."""
    others = [move for move, value in case.search.values.items() if value < case.most and move.card is not None]
    return (not case.leads and case.best.card is not None and takes(case, case.best)
            and not any(takes(case, move) for move in others))


def _witness(case: PuzzleAnalysis, shown: ThemeEvidence) -> Evidence:
    seat = "" if shown.seat is None else case.game.table.names[shown.seat]
    return Evidence(seat, *("" if card is None else card.text for card in (shown.card, shown.instead)))


def _culprit(case: PuzzleAnalysis, found: tuple[int, Card, Card] | None) -> Evidence | None:
    return None if found is None else _witness(case, ThemeEvidence(found[1], found[0], found[2]))


def with_bot(found: PuzzleCandidate, level: str, bot: Bot[Position], tries: int) -> PuzzleCandidate:
    """Return a puzzle with the share of attempts in which a bot of some level misses it."""
    share = missed(found.search, bot, tries)
    if share is None:
        return found
    return _rated(found._replace(info=found.info._replace(missed={**found.info.missed, level: share})))


def is_clear(search: Search[Position]) -> bool:
    """Return whether the second-best move is clearly worse, by more than a point of seventy."""
    second = max(value for value in search.values.values() if value != search.solution.most)
    return (search.solution.most - second) * CLEARLY >= abs(search.solution.most)

"""Generated puzzles: positions from hands between bots in which an idea leads to a better move than the bot's choice.

In a puzzle, one of several distinct moves is clearly best, and the plain bot, which doesn't see the other hands, chooses another
one. A puzzle's script is its proof: the best move and the line that shows its value.
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
"""The seat for which the reader solves the puzzle."""
CARDS = (3, 4, 5)
"""Possible hand sizes in a puzzle."""
EFFORT = 12_000
"""Maximum number of solver moves for a puzzle (less than 0.1 s)."""
FEWEST = 3
"""Minimum number of distinct moves to choose from."""
CLEARLY = 20
"""The best move must be better than the next one by at least its value divided by this number."""
MANY = 3
"""Minimum number of choices in the solution with a losing move, for a puzzle whose idea isn't proved."""
FEW = 5
"""Number of attempts by a fast bot, to measure the difficulty of a puzzle."""
PLAIN_BOT, STRONG = "plain", "strong"
OFTEN = 8
"""Number of attempts by the strong bot, to measure the difficulty of a puzzle."""
OWN = 60_000
"""Maximum number of solver moves for creating a puzzle from a reader's mistake, as in the review."""
HARDLY = 12
"""Maximum percentage of attempts in which the strong bot misses an obvious best move: once in eight."""
TRIES = 20_000
NO_CHOICE = f"nobody has {CARDS[0]} to {CARDS[-1]} cards and {FEWEST} moves to choose from"
ALIKE = f"fewer than {FEWEST} moves differ"
AT_ONCE = "the bot finds the best move, or none is better"
TOO_LONG = "it can't be solved in short time, or nobody can be sure"
SEVERAL = "several moves are best, or hardly any better than the next"
PLAINLY = "it is seen at a glance"
"""Reasons why a hand gave no puzzle."""
WAITING = 16
"""Maximum number of hands submitted to workers in advance; more could be wasted work."""


class PuzzleCandidate(NamedTuple):
    """A possible puzzle: the search of its position, the line after its best move, and its properties."""

    search: Search[Position]
    line: MoveLine
    info: PuzzleInfo

    @property
    def is_plain(self) -> bool:
        """True if there is only one choice with a losing move, and bots that see only their own hand rarely miss the best
        move."""
        return self.info.critical == 1 and self.info.missed.get(STRONG, HARDLY + 1) <= HARDLY


def puzzles(game: Game[Position], seed: int) -> Iterator[PuzzleCandidate]:
    """Yield puzzles, each from a different hand. The sequence depends only on the game and the seed."""
    for attempt in range(TRIES):
        found = from_hand(game, seed, attempt)
        if found is not None:
            yield found


class GeneratedPuzzle(NamedTuple):
    """A puzzle as a scenario, with its best moves, its natural move, and its theme (see `surprises.Theme`). ``attempt`` is the
    number of its hand.
    """

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
    """Yield a puzzle from each hand, or the reason why the hand gave none. ``first`` is the number of the first attempt."""
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
    search = found.search
    usual = next(iter(game.variants))
    return Scenario(
        game.id, None if game.variant == usual else game.variant, game.table.size, unusual_options(game), kind="puzzle",
        puzzle=found.info, setup=write_setup(game, search.start), script=script_of(game, search.start, found.line))


def script_of(game: Game[Position], start: Position, line: MoveLine) -> tuple[Step, ...]:
    """Return the steps of a puzzle: the question, the line that proves its answer, and the score at the end."""
    steps = [Step(game.table.names[seat], move.text, ask=Ask("best-move") if place == 0 else None)
             for place, (seat, move) in enumerate(line)]
    position = start
    for _, move in line:
        position, _ = game.make(position, move)
    if position.hand_score is not None:
        expected: dict[str, JsonValue] = {"hand_score": dict(zip(game.score_names, position.hand_score, strict=True))}
        steps[-1] = replace(steps[-1], expect=expected)
    return tuple(steps)


def from_hand(game: Game[Position], seed: int, attempt: int) -> PuzzleCandidate | None:
    """Play a hand with bots, and return the first puzzle in it, or None. Some hands are examined only near their end."""
    found = _sought(game, seed, attempt)
    return None if isinstance(found, str) else found


def _sought(game: Game[Position], seed: int, attempt: int) -> PuzzleCandidate | str:
    """Return the first puzzle in a hand, or the reason why the last position examined isn't one."""
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
    """Return a new search of the position as stored in a file, with sorted hands, so that later checks find the same line."""
    return Search(game, read_setup(game, write_setup(game, position)))


def from_choice(game: Game[Position], position: Position, made: Move) -> PuzzleCandidate | None:
    """Return a puzzle in which ``made`` is a wrong move; None if it is a best move, or if the position can't be solved."""
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
    """Return the properties of a puzzle, except the number of tempting wrong moves."""
    return puzzle_summary(
        case, {"beginner": beginners(case.search), PLAIN_BOT: missed(case.search, who_plays_out(case.game), FEW) or 0}
    )


def _has_thought(case: PuzzleAnalysis, known: PuzzleInfo) -> bool:
    """Return whether a puzzle requires thought, which means that its best card isn't obvious at a glance."""
    return not (known.idea in PLAIN and known.critical < MANY) and not is_seen(case)


def candidate_from(case: PuzzleAnalysis, known: PuzzleInfo, rng: random.Random) -> PuzzleCandidate:
    """Return a possible puzzle with the number of tempting wrong moves and its difficulty rating."""
    return _rated(PuzzleCandidate(case.search, case.moves, known._replace(tempting=tempting(case.search, rng))))


def puzzle_summary(case: PuzzleAnalysis, by_bots: Mapping[str, int]) -> PuzzleInfo:
    """Return the proved properties of a puzzle, and the percentages of attempts in which bots miss it; the rating is 0."""
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
    """Return whether only the best card takes the trick, so that it is an obvious choice."""
    others = [move for move, value in case.search.values.items() if value < case.most and move.card is not None]
    return (not case.leads and case.best.card is not None and takes(case, case.best)
            and not any(takes(case, move) for move in others))


def _witness(case: PuzzleAnalysis, shown: ThemeEvidence) -> Evidence:
    seat = "" if shown.seat is None else case.game.table.names[shown.seat]
    return Evidence(seat, *("" if card is None else card.text for card in (shown.card, shown.instead)))


def _culprit(case: PuzzleAnalysis, found: tuple[int, Card, Card] | None) -> Evidence | None:
    return None if found is None else _witness(case, ThemeEvidence(found[1], found[0], found[2]))


def with_bot(found: PuzzleCandidate, level: str, bot: Bot[Position], tries: int) -> PuzzleCandidate:
    """Return the puzzle with the percentage of attempts in which a bot at some level misses it added."""
    share = missed(found.search, bot, tries)
    if share is None:
        return found
    return _rated(found._replace(info=found.info._replace(missed={**found.info.missed, level: share})))


def is_clear(search: Search[Position]) -> bool:
    """Return whether the second-best move is clearly worse: by more than a trifle, such as one point in seventy."""
    second = max(value for value in search.values.values() if value != search.solution.most)
    return (search.solution.most - second) * CLEARLY >= abs(search.solution.most)

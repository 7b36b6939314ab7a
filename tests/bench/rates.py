"""Measures of the rules engine, taken in turn in short slices of CPU time.

Absolute rates say little on a shared machine. So every rate is divided by that of ``plain_hand`` in the adjacent slice:
one loop with everything inlined that plays the simplest trick-taking game. A ratio of 0.5 is half the speed that Python
allows for such a loop. OpenSpiel (its hearts) and python-chess run in the same rounds if they are installed.

This module imports only the standard library, ``core`` and ``games``, because ``engine.py`` also runs its source in
Pyodide.
"""

from __future__ import annotations

import gc
import random
import time
from collections.abc import Callable, Iterator
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any, NamedTuple

from rules_engine.core.game.game import Game
from rules_engine.games import make_game

Run = Callable[[int], int]
"""A callable that does one piece of work for a seed and returns the number of units done."""

processor_time = time.process_time
"""The CPU clock. It is replaced in Pyodide, where Python's clock includes the time of other processes."""

PLAIN = "plain loop"
HEARTS = "OpenSpiel hearts"
CHESS = "python-chess perft"
SETTINGS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("snakebit", {"players": 3}),
    ("double-knot", {"players": 5}),
    ("knueffeln", {"variant": "bernhard-1924"}),
    ("double-decker", {"players": 7}),
)
"""Variants and numbers of players that are measured in addition to each game's default, because they affect the speed."""


class Measured(NamedTuple):
    """A row of results: the name and, for each measure, the best rate per second and the median ratio to the plain loop.

    ``hands`` and ``moves`` are measured in random hands including the deal, ``legal`` and ``copies`` in positions of such hands,
    and ``nodes`` in trees of moves made on copies. The ratio of ``hands`` refers to the plain loop's hands, the others to its
    cards.
    """

    name: str
    rates: dict[str, float]
    ratios: dict[str, float]


def plain_hand(seed: int) -> int:
    """Play a random hand with trumps for four players with thirteen cards each, and return the number of cards played.

    All code is inlined, so that its speed can serve as a baseline.
    """
    draw = random.Random(seed).random
    deck = sorted(range(52), key=lambda _: draw())
    hands = [deck[seat::4] for seat in range(4)]
    leader, won = 0, [0] * 4
    for _ in range(13):
        led = best = -1
        winner = seat = leader
        for _ in range(4):
            hand = hands[seat]
            choice = ([card for card in hand if card // 13 == led] or hand) if led >= 0 else hand
            card = choice[int(draw() * len(choice))]
            hand.remove(card)
            suit = card // 13
            if led < 0:
                led, best = suit, card
            elif suit == best // 13:
                if card > best:
                    best, winner = card, seat
            elif not suit:          # a trump beats other suits
                best, winner = card, seat
            seat = (seat + 1) & 3
        won[winner] += 1
        leader = winner
    return 52


any_number = random.Random(0).random
"""The random generator that chooses moves. A hand's seed determines only its deal."""


def random_hand(game: Game[Any], seed: int) -> int:
    """Play a random hand of a game, from its deal to its end, and return the number of moves."""
    position, draw, moves = game.deal(seed), any_number, 0
    legal, advance = game.legal, game.advance
    while position.to_act is not None:
        choice = legal(position)
        advance(position, choice[int(draw() * len(choice))])
        moves += 1
    return moves


def measures_of(game: Game[Any]) -> dict[str, Run]:
    """Return the measures for a game, by name."""
    positions = list(_on_the_way(game, 40))

    def legal(seed: int) -> int:
        for position in positions:
            game.legal(position)
        return len(positions)

    def copies(seed: int) -> int:
        for position in positions:
            position.copy()
        return len(positions)

    def nodes(seed: int) -> int:
        return _nodes(game, positions[seed * 7 % len(positions)], 3, 60)
    return {"moves": lambda seed: random_hand(game, seed), "legal": legal, "copies": copies, "nodes": nodes}


def _on_the_way(game: Game[Any], count: int) -> Iterator[Any]:
    """Yield a random position from each of ``count`` random hands."""
    draw = random.Random(1).random
    for seed in range(count):
        line, position = [], game.deal(seed)
        while position.to_act is not None:
            line.append(position.copy())
            choice = game.legal(position)
            game.advance(position, choice[int(draw() * len(choice))])
        if line:
            yield line[int(draw() * len(line))]


def _nodes(game: Game[Any], position: Any, depth: int, most: int) -> int:
    """Count the positions within ``depth`` moves of a position, trying at most ``most`` moves in each."""
    count = 0
    for move in game.legal(position)[:most]:
        after = position.copy()
        game.advance(after, move)
        count += 1
        if depth > 1:
            count += _nodes(game, after, depth - 1, most)
    return count


# ---- other libraries

def hearts_measures() -> dict[str, Run]:
    """Return the measures for OpenSpiel's hearts driven from Python, if installed. Each card dealt is a chance move there."""
    if find_spec("pyspiel") is None:
        return {}
    pyspiel: Any = import_module("pyspiel")
    game = pyspiel.load_game("hearts")

    def hand(seed: int) -> int:
        draw, state, moves = random.Random(seed).random, game.new_initial_state(), 0
        while not state.is_terminal():
            choice = state.legal_actions()
            if not state.is_chance_node():
                moves += 1
            state.apply_action(choice[int(draw() * len(choice))])
        return moves

    state, draw = game.new_initial_state(), random.Random(1).random
    for _ in range(80):
        choice = state.legal_actions()
        state.apply_action(choice[int(draw() * len(choice))])

    def legal(seed: int) -> int:
        for _ in range(20):
            state.legal_actions()
        return 20

    def copies(seed: int) -> int:
        for _ in range(20):
            state.clone()
        return 20
    return {"moves": hand, "legal": legal, "copies": copies}


def chess_measures() -> dict[str, Run]:
    """Return the measures for python-chess in its initial position, if it is installed."""
    if find_spec("chess") is None:
        return {}
    chess: Any = import_module("chess")
    board = chess.Board()

    def nodes(depth: int) -> int:
        count = 0
        for move in list(board.legal_moves):
            board.push(move)
            count += 1 + (nodes(depth - 1) if depth > 1 else 0)
            board.pop()
        return count

    def legal(seed: int) -> int:
        for _ in range(5):
            list(board.legal_moves)
        return 5

    def copies(seed: int) -> int:
        for _ in range(5):
            board.copy(stack=False)
        return 5
    return {"nodes": lambda seed: nodes(2), "legal": legal, "copies": copies}


# ---- measuring

def measure(games: list[str], rounds: int, seconds: float, others: bool = True) -> list[Measured]:
    """Measure all rows in turn. In each round, every measure is timed directly after the plain loop."""
    rows = {name: measures_of(make_game(game, **choices)) for name, game, choices in _settings(games)}
    if others:
        rows |= {name: found for name, found in ((HEARTS, hearts_measures()), (CHESS, chess_measures())) if found}
    rates: dict[str, dict[str, list[float]]] = {name: {} for name in (PLAIN, *rows)}
    ratios: dict[str, dict[str, list[float]]] = {name: {} for name in (PLAIN, *rows)}
    for each in range(rounds):
        for name, runs in rows.items():
            for what, run in runs.items():
                cards, hands = _rate(plain_hand, seconds, each)
                units, pieces = _rate(run, seconds, each)
                _note(rates, ratios, PLAIN, "moves", cards, 1.0)
                _note(rates, ratios, name, what, units, units / cards)
                if what == "moves":
                    _note(rates, ratios, PLAIN, "hands", hands, 1.0)
                    _note(rates, ratios, name, "hands", pieces, pieces / hands)
    return [Measured(name, {what: max(found) for what, found in rates[name].items()},
                     {what: _median(found) for what, found in ratios[name].items()}) for name in rates]


def _settings(games: list[str]) -> Iterator[tuple[str, str, dict[str, Any]]]:
    for game in games:
        yield game, game, {}
        for of, choices in SETTINGS:
            if of == game:
                yield f"{game} {' '.join(map(str, choices.values()))}", game, choices


def _rate(run: Run, seconds: float, seed: int) -> tuple[float, float]:
    """Return units and pieces of work per second over a slice of CPU time, which other processes hardly affect.

    The clock is read after 1, 3, 7 ... pieces, because reading it is slow in Pyodide.
    """
    units, pieces, start = 0, 0, processor_time()
    while True:
        for piece in range(pieces, 2 * pieces + 1):
            units += run(1000 * seed + piece)
        pieces = 2 * pieces + 1
        taken = processor_time() - start
        if taken >= seconds and taken:
            return units / taken, pieces / taken


def _note(rates: dict[str, dict[str, list[float]]], ratios: dict[str, dict[str, list[float]]], name: str, what: str,
          rate: float, ratio: float) -> None:
    rates[name].setdefault(what, []).append(rate)
    ratios[name].setdefault(what, []).append(ratio)


def _median(numbers: list[float]) -> float:
    """Return the median. Importing ``statistics`` for this would take a quarter of a second in the browser."""
    return sorted(numbers)[len(numbers) // 2]


# ---- memory

def resident() -> int:
    """Return the resident memory of this process in bytes, or 0 if the system doesn't report it."""
    try:
        import resource
        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
        return pages * resource.getpagesize()
    except (ImportError, OSError):
        return 0


def memory(game: Game[Any], hands: int, steps: int = 10) -> list[tuple[int, int]]:
    """Play ``hands`` random hands in ``steps`` parts. Return the number of hands and the memory in bytes after each part."""
    found = []
    for step in range(steps):
        for seed in range(hands * step // steps, hands * (step + 1) // steps):
            random_hand(game, seed)
        gc.collect()
        found.append((hands * (step + 1) // steps, resident()))
    return found

"""Proofs of best moves, kept from one build to the next: for the same position and goal under the same code.

A proof depends on the position, the goal, and what the rules and the solver do; so its key is a digest of these. Sentences and
how the position came about are no part of it.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from functools import cache
from importlib import import_module
from pathlib import Path
from pickle import PickleError
from types import BuiltinFunctionType, FunctionType

from rules_engine.authoring.cache import MADE, Cache, read_cached, write_cached
from rules_engine.authoring.code_digest import CodeChangedError, code_digest, engine_digest
from rules_engine.core.game.game import Game
from rules_engine.core.model.cards import Card
from rules_engine.core.model.errors import RulesEngineError
from rules_engine.core.model.moves import Move, PlayedCard
from rules_engine.core.positions.json_values import JsonValue
from rules_engine.core.positions.position import Position
from rules_engine.quiz.best_move import LIMIT, goal_of
from rules_engine.scenarios.replay import Replay
from rules_engine.solver.principal_variation import MoveLine
from rules_engine.solver.search import Solution

FORMAT = "1"
"""What proofs look like as plain values; another number means that older files are of no use."""
SOLVER = "rules_engine.solver.search"
HEURISTICS = "heuristics"
"""The module beside a game's own that the solver imports by its name."""
IMPORTERS = ("rules_engine", "rules_engine.games", "rules_engine.core.game.game_modules")
"""The modules of the engine that import others by names made at run time. Of these a proof needs the game and its heuristics."""
Written = dict[str, JsonValue]
"""A proof as plain values."""


class _NoKeyError(Exception):
    """A value that can't be told from others by its parts."""


class Proofs:
    """Proofs by their keys. ``file`` is where they are kept; without one, nothing is."""

    def __init__(self, file: Path | None = None) -> None:
        self.file = file
        self._rules: dict[str, str] = {}
        self.known = {} if file is None else _read_file(file)
        self.used: dict[str, Written] = {}
        self._stored = self.known.copy()

    def keys_of(self, run: Replay | None) -> dict[int, str]:
        """Return the keys of the proofs that a replay asks for, by the steps' places. A proof without a key isn't kept."""
        if run is None:
            return {}
        asks = [place for place, step in enumerate(run.scenario.script[:len(run.moments)])
                if step.ask is not None and step.ask.kind == "best-move"]
        return {place: key for place in asks if (key := _key(run, place, self._rules_of(run.game)))}

    def _rules_of(self, game: Game[Position]) -> str:
        """A digest of the code by which positions of a game are solved; it is kept for as long as no code changes at all."""
        if game.id not in self._rules:
            module = type(game).__module__
            self._rules[game.id] = self.results(game.id).once(["rules", module], lambda: _rules(module).encode()).decode()
        return self._rules[game.id]

    def results(self, game: str) -> Cache:
        """Return the results that are kept for as long as no code of the engine and of this game changes."""
        return Cache(self.file.with_name(MADE), engine_digest((game,))) if self.file else Cache()

    def lack(self, keys: Mapping[int, str]) -> bool:
        """Return whether one of these keys has no proof."""
        return any(key not in self.known for key in keys.values())

    def bring(self, run: Replay, keys: Mapping[int, str]) -> None:
        """Give a replay the proofs that are known of its positions, whose keys these are."""
        for place, key in keys.items():
            if key in self.known:
                run.proofs.setdefault(place, _read(run, place, self.known[key]))

    def keep(self, run: Replay, keys: Mapping[int, str]) -> None:
        """Keep what was proved of a replay, by these keys."""
        for place, key in keys.items():
            if place in run.proofs:
                self.known[key] = self.used[key] = _written(run.proofs[place])

    def write(self) -> None:
        """Write the file, with what was used alone. One that can't be written is left as it is."""
        if self.file is not None and self.used != self._stored:
            write_cached(self.file, json.dumps(self.used, separators=(",", ":")).encode())


def _read_file(file: Path) -> dict[str, Written]:
    try:
        known = json.loads(read_cached(file) or b"{}")
    except ValueError:
        return {}
    return known if isinstance(known, dict) else {}


def _key(run: Replay, place: int, rules: str) -> str:
    """The key of a proof under rules with this digest; empty where there is none."""
    try:
        parts = rules, _described(run.game), _described(run.moments[place].before), goal_of(run.game, run.scenario).name
    except (_NoKeyError, RecursionError, RulesEngineError):
        return ""
    return hashlib.sha256("\0".join((FORMAT, str(LIMIT), *parts)).encode()).hexdigest() if rules else ""


def proving_modules(game: str) -> list[str]:
    """Return the modules that prove positions of the game in a module, but for what they import."""
    return [SOLVER, game, f"{game.rpartition('.')[0]}.{HEURISTICS}"]


@cache
def _rules(module: str) -> str:
    """A digest of the code by which positions of the game in a module are solved; empty where it can't be known."""
    try:
        return code_digest(proving_modules(module), IMPORTERS)
    except (CodeChangedError, OSError, SyntaxError):
        return ""


# ---- values told apart by their parts

def _described(value: object) -> str:
    """A text that equal values of a position have in common, and no others. Raises ``_NoKeyError``."""
    if value is None or type(value) in (bool, int, float, str, bytes):
        return repr(value)
    if type(value) is list or type(value) is tuple:
        return f"{type(value).__name__}({_all(value)})"
    if type(value) is dict:
        return f"dict({_all(value.items())})"
    if type(value) is set or type(value) is frozenset:
        return f"set({','.join(sorted(map(_described, value)))})"
    if isinstance(value, Card | Move | PlayedCard):
        return _interned(value)
    if isinstance(value, type | FunctionType | BuiltinFunctionType):
        return _named(value)
    return _reduced(value)


@cache
def _interned(value: Card | Move | PlayedCard) -> str:
    """A card, move or contribution: there is one object for each, and it doesn't change."""
    return hashlib.sha256(_reduced(value).encode()).hexdigest()[:16]


def _all(values: Iterable[object]) -> str:
    return ",".join(map(_described, values))


@cache
def _named(value: type | FunctionType | BuiltinFunctionType) -> str:
    """A class or function by its name. Raises ``_NoKeyError`` for one that has none of its own, such as a lambda."""
    return _global(value, value.__qualname__)


def _global(value: object, name: str) -> str:
    """An object by the name under which a module has it, as `pickle` writes one that is there once."""
    module = value.__module__       # an instance has that of its class
    place: object = import_module(module)
    for each in name.split("."):
        place = getattr(place, each, None)
    if place is not value:
        raise _NoKeyError(value)
    return f"{module}.{name}"


def _reduced(value: object) -> str:
    """Another object by what `pickle` would make it of."""
    try:
        reduced = value.__reduce_ex__(4)
    except (TypeError, PickleError) as error:
        raise _NoKeyError(value) from error
    if isinstance(reduced, str):
        return _global(value, reduced)
    made, arguments, state, *items = (*reduced, None, None, None)[:5]
    return f"({_all([made, arguments, state, *(list(each) if each else None for each in items)])})"


# ---- as plain values

def _written(proof: Solution) -> Written:
    lines = {move.text: [[seat, each.text] for seat, each in line] for move, line in proof.lines.items()}
    return {"values": {move.text: value for move, value in proof.values.items()}, "lines": lines, "side": [*proof.side],
            "nodes": proof.nodes}


def _read(run: Replay, place: int, plain: Written) -> Solution:
    read = run.game.notation.read_move
    lines: dict[Move, MoveLine] = {
        read(move): tuple((seat, read(each)) for seat, each in line) for move, line in plain["lines"].items()}
    values = {read(move): value for move, value in plain["values"].items()}
    seat = run.moments[place].before.actor
    return Solution(seat, tuple(plain["side"]), goal_of(run.game, run.scenario), values, plain["nodes"], lines)

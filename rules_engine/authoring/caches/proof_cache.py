"""A cache, persistent between builds, of proofs that a move is the best one.

A proof depends on the position, the goal, and the code of the rules and the solver; its key is a digest of these. Texts and the
position's history aren't part of the key.
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

from rules_engine.authoring.caches.cache import MADE, Cache, read_cached, write_cached
from rules_engine.authoring.caches.code_digest import CodeChangedError, code_digest, engine_digest
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
"""Version of the serialized proofs; a change invalidates older files."""
SOLVER = "rules_engine.solver.search"
HEURISTICS = "heuristics"
"""The module in a game's package that the solver imports dynamically."""
IMPORTERS = ("rules_engine._lazy_names", "rules_engine.games", "rules_engine.core.game.game_modules")
"""The engine's modules with dynamic imports. Of the modules that these import, a proof needs only the game and its heuristics."""
Written = dict[str, JsonValue]
"""A proof as a JSON value."""


class _NoKeyError(Exception):
    """Raised if no canonical text can be derived from a value."""


class Proofs:
    """The cached proofs by key, stored in ``file``, or without a file in memory only."""

    def __init__(self, file: Path | None = None) -> None:
        self.file = file
        self._rules: dict[str, str] = {}
        self.known = {} if file is None else _read_file(file)
        self.used: dict[str, Written] = {}
        self._stored = self.known.copy()

    def keys_of(self, run: Replay | None) -> dict[int, str]:
        """Return the keys of the proofs that a replay needs, by the index of the step. A proof without a key isn't cached."""
        if run is None:
            return {}
        asks = run.scenario.proved_steps
        return {place: key for place in asks if place < len(run.moments) and (key := _key(run, place, self._rules_of(run.game)))}

    def _rules_of(self, game: Game[Position]) -> str:
        """Return a digest of the code that solves positions of a game, cached until any code changes."""
        if game.id not in self._rules:
            module = type(game).__module__
            self._rules[game.id] = self.results(game.id).once(["rules", module], lambda: _rules(module).encode()).decode()
        return self._rules[game.id]

    def results(self, game: str) -> Cache:
        """Return a cache for results that are valid until the engine's or this game's code changes."""
        return Cache(self.file.with_name(MADE), engine_digest((game,))) if self.file else Cache()

    def lack(self, keys: Mapping[int, str]) -> bool:
        """Return whether a proof is missing for one of these keys."""
        return any(key not in self.known for key in keys.values())

    def bring(self, run: Replay, keys: Mapping[int, str]) -> None:
        """Add the known proofs to a replay; ``keys`` are those returned by `keys_of`."""
        for place, key in keys.items():
            if key in self.known:
                run.proofs.setdefault(place, _read(run, place, self.known[key]))

    def keep(self, run: Replay, keys: Mapping[int, str]) -> None:
        """Store the proofs of a replay; ``keys`` are those returned by `keys_of`."""
        for place, key in keys.items():
            if place in run.proofs:
                self.known[key] = self.used[key] = _written(run.proofs[place])

    def write(self) -> None:
        """Write the file, keeping only the proofs used in this run. File system errors are ignored."""
        if self.file is not None and self.used != self._stored:
            write_cached(self.file, json.dumps(self.used, separators=(",", ":")).encode())


def _read_file(file: Path) -> dict[str, Written]:
    try:
        known = json.loads(read_cached(file) or b"{}")
    except ValueError:
        return {}
    return known if isinstance(known, dict) else {}


def _key(run: Replay, place: int, rules: str) -> str:
    """Return the key of a proof; ``rules`` is the digest of the code. Return "" if the proof can't be cached."""
    try:
        parts = rules, _described(run.game), _described(run.moments[place].before), goal_of(run.game, run.scenario).name
    except (_NoKeyError, RecursionError, RulesEngineError):
        return ""
    return hashlib.sha256("\0".join((FORMAT, str(LIMIT), *parts)).encode()).hexdigest() if rules else ""


def proving_modules(game: str) -> list[str]:
    """Return the modules that solve positions of a game, without their imports; ``game`` is the module of the game's class."""
    return [SOLVER, game, f"{game.rpartition('.')[0]}.{HEURISTICS}"]


@cache
def _rules(module: str) -> str:
    """Return a digest of the code that solves positions of the game in a module, or "" if it can't be computed."""
    try:
        return code_digest(proving_modules(module), IMPORTERS)
    except (CodeChangedError, OSError, SyntaxError):
        return ""


# ---- canonical descriptions of values

def _described(value: object) -> str:
    """Return a canonical text for a value: equal values have equal texts, and different values have different texts.

    Raises ``_NoKeyError``.
    """
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
    """Return the description of a card, move or played card. It is cached because these objects are interned and immutable."""
    return hashlib.sha256(_reduced(value).encode()).hexdigest()[:16]


def _all(values: Iterable[object]) -> str:
    return ",".join(map(_described, values))


@cache
def _named(value: type | FunctionType | BuiltinFunctionType) -> str:
    """Return the qualified name of a class or function. Raises ``_NoKeyError`` if it has none, such as a lambda."""
    return _global(value, value.__qualname__)


def _global(value: object, name: str) -> str:
    """Return the qualified name of a module's global object. Raises ``_NoKeyError`` if the name refers to another object."""
    module = value.__module__       # instances inherit ``__module__`` from their class
    place: object = import_module(module)
    for each in name.split("."):
        place = getattr(place, each, None)
    if place is not value:
        raise _NoKeyError(value)
    return f"{module}.{name}"


def _reduced(value: object) -> str:
    """Return a description of any other object, based on the parts that `pickle` would store."""
    try:
        reduced = value.__reduce_ex__(4)
    except (TypeError, PickleError) as error:
        raise _NoKeyError(value) from error
    if isinstance(reduced, str):
        return _global(value, reduced)
    made, arguments, state, *items = (*reduced, None, None, None)[:5]
    return f"({_all([made, arguments, state, *(list(each) if each else None for each in items)])})"


# ---- serialization

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

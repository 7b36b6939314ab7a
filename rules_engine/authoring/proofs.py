"""What best moves were proved to be worth, kept from one build to the next: for the same text and the same engine."""

from __future__ import annotations

import hashlib
import json
import sys
from functools import cache
from pathlib import Path

import rules_engine
from rules_engine.core.model.moves import Move
from rules_engine.core.positions.values import Plain
from rules_engine.scenario.best import goal_of
from rules_engine.scenario.run import Replay
from rules_engine.solver.lines import MoveLine
from rules_engine.solver.search import Solution

PROVING = ("core", "games", "solver", "scenario")
"""The parts of the engine that a proof hangs on."""


class Proofs:
    """Proofs by the text of the scenario that asks for them. ``file`` is where they are kept."""

    def __init__(self, file: Path) -> None:
        self.file = file
        try:
            kept = json.loads(file.read_text(encoding="utf-8"))
        except (OSError, ValueError):
            kept = {}
        self.proved: dict[str, dict[str, Plain]] = kept.get("proved", {}) if kept.get("engine") == _engine() else {}
        self.asked: dict[str, dict[str, Plain]] = {}

    def bring(self, text: str, run: Replay) -> None:
        """Give a replay the proofs that are kept for its text."""
        for place, plain in self.proved.get(_name(text, run), {}).items():
            run.proofs[int(place)] = _read(run, int(place), plain)

    def keep(self, text: str, run: Replay) -> None:
        """Keep what was proved of a scenario."""
        if run.proofs:
            self.asked[_name(text, run)] = {str(place): _written(proof) for place, proof in run.proofs.items()}

    def write(self) -> None:
        """Write the file, with what was asked for alone."""
        if self.asked != self.proved:
            self.file.parent.mkdir(parents=True, exist_ok=True)
            kept = {"engine": _engine(), "proved": self.asked}
            self.file.write_text(json.dumps(kept, separators=(",", ":")), encoding="utf-8")


@cache
def _engine() -> str:
    """A digest of all that a proof hangs on beside its scenario."""
    root, digest = Path(rules_engine.__file__).parent, hashlib.sha256()
    for part in PROVING:
        for module in sorted((root / part).rglob("*.py")):
            digest.update(module.read_bytes())
    return digest.hexdigest()


def _name(text: str, run: Replay) -> str:
    """A name for a scenario's text under the rules of its game."""
    return hashlib.sha256(f"{_rules(type(run.game).__module__)}\0{text}".encode()).hexdigest()[:24]


@cache
def _rules(module: str) -> str:
    """A digest of the modules beside a game's own: those of games from outside aren't part of the engine."""
    place, digest = Path(str(sys.modules[module].__file__)), hashlib.sha256()
    for file in sorted(place.parent.glob("*.py")):
        digest.update(file.read_bytes())
    return digest.hexdigest()


def _written(proof: Solution) -> Plain:
    lines = {move.text: [[seat, each.text] for seat, each in line] for move, line in proof.lines.items()}
    return {"values": {move.text: value for move, value in proof.values.items()}, "lines": lines, "side": [*proof.side],
            "nodes": proof.nodes}


def _read(run: Replay, place: int, plain: Plain) -> Solution:
    read = run.game.notation.read_move
    lines: dict[Move, MoveLine] = {
        read(move): tuple((seat, read(each)) for seat, each in line) for move, line in plain["lines"].items()}
    values = {read(move): value for move, value in plain["values"].items()}
    seat = run.moments[place].before.actor
    return Solution(seat, tuple(plain["side"]), goal_of(run.game, run.scenario), values, plain["nodes"], lines)

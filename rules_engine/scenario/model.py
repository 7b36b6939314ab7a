"""What a scenario is made of, and its plain form. The keys named here are the format; nothing else lists them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from rules_engine.core.plain import Plain

FORMAT = 1
KINDS = ("example", "quiz", "puzzle", "practice")
ASKS = ("legal-moves", "trick-winner", "next-leader", "hand-score", "best-move")
SCENARIO_KEYS = ("format", "game", "variant", "players", "options", "kind", "goal", "puzzle", "title", "rules", "intro",
                 "setup", "script")
STEP_KEYS = ("note", "legal", "illegal", "expect", "ask", "choices", "deal")
"""A step's keys beside the seat that moves."""
DEAL_KEYS = ("note", "expect", "deal")
"""What a step that deals may hold."""
ASK_KEYS = ("kind", "choices")
PUZZLE_KEYS = ("idea", "rating")


@dataclass(frozen=True)
class Ask:
    """A question put before a step; ``choices`` shortens a long list of options, None leaves it whole."""

    kind: str
    choices: int | None = None


@dataclass(frozen=True)
class Step:
    """One step of a script. ``seat`` and ``move`` are texts as written, None where the step makes no move."""

    seat: str | None = None
    move: str | None = None
    note: str = ""
    legal: tuple[str, ...] | None = None
    illegal: Mapping[str, str] = field(default_factory=dict)
    expect: Mapping[str, Plain] = field(default_factory=dict)
    ask: Ask | None = None
    deal: Mapping[str, Plain] | None = None


class Puzzling(NamedTuple):
    """What is known of a puzzle: its idea, one of ``IDEAS`` in ``puzzle``, and how hard it is, as ratings in chess."""

    idea: str
    rating: int


@dataclass(frozen=True)
class Scenario:
    """A scenario as read: its choices of game, its setup as plain values, and its script."""

    game: str
    variant: str | None = None
    players: int | None = None
    options: Mapping[str, str] = field(default_factory=dict)
    kind: str = "example"
    goal: str = ""
    puzzle: Puzzling | None = None
    title: str = ""
    rules: tuple[str, ...] = ()
    intro: str = ""
    setup: Mapping[str, Plain] = field(default_factory=dict)
    script: tuple[Step, ...] = ()


def write_scenario(scenario: Scenario) -> dict[str, Plain]:
    """The plain form of a scenario: reading it gives an equal scenario."""
    plain: dict[str, Plain] = {"format": FORMAT, "game": scenario.game}
    for key in ("variant", "players", "kind", "goal", "puzzle", "title", "intro"):
        if getattr(scenario, key):
            plain[key] = getattr(scenario, key)
    plain |= {"puzzle": scenario.puzzle._asdict()} if scenario.puzzle else {}
    plain |= {"options": dict(scenario.options)} if scenario.options else {}
    plain |= {"rules": list(scenario.rules)} if scenario.rules else {}
    plain["setup"] = dict(scenario.setup)
    plain["script"] = [_write_step(step) for step in scenario.script]
    return plain


def _write_step(step: Step) -> dict[str, Plain]:
    plain: dict[str, Plain] = {step.seat: step.move} if step.seat else {}
    if step.deal is not None:
        plain["deal"] = dict(step.deal)
    if step.note:
        plain["note"] = step.note
    if step.legal is not None:
        plain["legal"] = list(step.legal)
    if step.illegal:
        plain["illegal"] = dict(step.illegal)
    if step.expect:
        plain["expect"] = dict(step.expect)
    if step.ask is not None:
        plain["ask"] = {"kind": step.ask.kind, "choices": step.ask.choices} if step.ask.choices else step.ask.kind
    return plain

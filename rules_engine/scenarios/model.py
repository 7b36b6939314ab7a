"""What a scenario is made of, and its plain form. The keys named here are the format; nothing else lists them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, NamedTuple, TypedDict, get_args

from rules_engine.core.positions.json_values import JsonValue

FORMAT = 1
ScenarioKind = Literal["example", "quiz", "puzzle", "practice"]
KINDS: tuple[ScenarioKind, ...] = get_args(ScenarioKind)
ASKS = ("legal-moves", "what-beats", "trick-winner", "next-leader", "suit-led", "suits", "card-worth", "bid-brings", "hand-over",
        "own-score", "hand-score", "next-dealer", "match-winner", "best-move")
SCENARIO_KEYS = ("format", "game", "variant", "players", "options", "kind", "goal", "puzzle", "title", "rules", "intro",
                 "setup", "script")
STEP_KEYS = ("note", "legal", "illegal", "expect", "ask", "choices", "deal")
"""A step's keys beside the seat that moves."""
DEAL_KEYS = ("note", "expect", "deal")
"""What a step that deals may hold."""
ASK_KEYS = ("kind", "choices")
MIN_CHOICES = 2
"""The smallest number of options that a long list can be shortened to."""
PUZZLE_KEYS = ("idea", "rating", "natural", "shown", "key", "threat", "missed", "critical", "tempting", "retired",
               "plan", "why_not")
WITNESS_KEYS = ("seat", "card", "instead")


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
    expect: Mapping[str, JsonValue] = field(default_factory=dict)
    ask: Ask | None = None
    deal: Mapping[str, JsonValue] | None = None


class Evidence(NamedTuple):
    """What shows something of a puzzle, each as text or empty: a seat, a card, and a lesser one that it was proved with in its
    place."""

    seat: str = ""
    card: str = ""
    instead: str = ""


class PuzzleInfo(NamedTuple):
    """What is known of a puzzle, found out when it was made.

    ``idea``      what it is about, one of ``IDEAS``
    ``rating``    how hard it is, in numbers as ratings in chess
    ``natural``   the move that one would make without seeing the other hands
    ``shown``     what shows the idea
    ``key``       the card by which the natural move fails, and whose it is
    ``threat``    where no card does so alone, one without which the natural move would bring more
    ``missed``    how often bots miss the best move, in a hundred, by their level
    ``critical``  in how many of the choices on the way something could be given away
    ``tempting``  how many of the wrong moves do better than the best one where everybody goes on at random
    ``retired``   whether it is no longer among its game's puzzles: the days that had it keep it
    ``plan``      what its author says of the best move, in place of what is found in its tricks
    ``why_not``   what its author says of moves that aren't as good, by the move
    """

    idea: str
    rating: int
    natural: str = ""
    shown: Evidence | None = None
    key: Evidence | None = None
    threat: Evidence | None = None
    missed: Mapping[str, int] = {}
    critical: int = 0
    tempting: int = 0
    retired: bool = False
    plan: str = ""
    why_not: Mapping[str, str] = {}

    @property
    def said(self) -> tuple[str, ...]:
        """Everything that its author says of its moves."""
        return (self.plan, *self.why_not.values())


@dataclass(frozen=True)
class Scenario:
    """A scenario as read: its choices of game, its setup as plain values, and its script."""

    game: str
    variant: str | None = None
    players: int | None = None
    options: Mapping[str, str] = field(default_factory=dict)
    kind: ScenarioKind = "example"
    goal: str = ""
    puzzle: PuzzleInfo | None = None
    title: str = ""
    rules: tuple[str, ...] = ()
    intro: str = ""
    setup: Mapping[str, JsonValue] = field(default_factory=dict)
    script: tuple[Step, ...] = ()


class EvidenceJson(TypedDict, total=False):
    """``Evidence`` as plain values, without what is empty."""

    seat: str
    card: str
    instead: str


class PuzzleFindingsJson(TypedDict, total=False):
    """What was found out of a puzzle when it was made, as plain values."""

    natural: str
    shown: EvidenceJson
    key: EvidenceJson
    threat: EvidenceJson
    missed: dict[str, int]
    critical: int
    tempting: int
    retired: bool
    plan: str
    why_not: dict[str, str]


class PuzzleInfoJson(PuzzleFindingsJson):
    """``PuzzleInfo`` as plain values."""

    idea: str
    rating: int


class ScenarioInfoJson(TypedDict, total=False):
    """What a scenario may have beside its setup and script, as plain values."""

    variant: str
    players: int
    kind: ScenarioKind
    goal: str
    puzzle: PuzzleInfoJson
    title: str
    intro: str
    options: dict[str, str]
    rules: list[str]


class ScenarioJson(ScenarioInfoJson):
    """A scenario as plain values, which files, links and pages hold."""

    format: int
    game: str
    setup: dict[str, JsonValue]
    script: list[dict[str, JsonValue]]


def write_scenario(scenario: Scenario) -> ScenarioJson:
    """Return the plain form of a scenario: reading it gives an equal scenario."""
    return {"format": FORMAT, "game": scenario.game, **_write_about(scenario), "setup": dict(scenario.setup),
            "script": [_write_step(step) for step in scenario.script]}


def _write_about(scenario: Scenario) -> ScenarioInfoJson:
    plain: ScenarioInfoJson = {}
    if scenario.variant:
        plain["variant"] = scenario.variant
    if scenario.players:
        plain["players"] = scenario.players
    plain["kind"] = scenario.kind
    if scenario.goal:
        plain["goal"] = scenario.goal
    if scenario.puzzle:
        plain["puzzle"] = _write_puzzling(scenario.puzzle)
    if scenario.title:
        plain["title"] = scenario.title
    if scenario.intro:
        plain["intro"] = scenario.intro
    if scenario.options:
        plain["options"] = dict(scenario.options)
    if scenario.rules:
        plain["rules"] = list(scenario.rules)
    return plain


def _write_puzzling(puzzle: PuzzleInfo) -> PuzzleInfoJson:
    plain: PuzzleInfoJson = {"idea": puzzle.idea, "rating": puzzle.rating}
    if puzzle.natural:
        plain["natural"] = puzzle.natural
    if puzzle.shown:
        plain["shown"] = _write_witness(puzzle.shown)
    if puzzle.key:
        plain["key"] = _write_witness(puzzle.key)
    if puzzle.threat:
        plain["threat"] = _write_witness(puzzle.threat)
    if puzzle.missed:
        plain["missed"] = dict(puzzle.missed)
    if puzzle.critical:
        plain["critical"] = puzzle.critical
    if puzzle.tempting:
        plain["tempting"] = puzzle.tempting
    if puzzle.retired:
        plain["retired"] = True
    return _with_words(plain, puzzle)


def _with_words(plain: PuzzleInfoJson, puzzle: PuzzleInfo) -> PuzzleInfoJson:
    if puzzle.plan:
        plain["plan"] = puzzle.plan
    if puzzle.why_not:
        plain["why_not"] = dict(puzzle.why_not)
    return plain


def _write_witness(witness: Evidence) -> EvidenceJson:
    plain: EvidenceJson = {}
    if witness.seat:
        plain["seat"] = witness.seat
    if witness.card:
        plain["card"] = witness.card
    if witness.instead:
        plain["instead"] = witness.instead
    return plain


def _write_step(step: Step) -> dict[str, JsonValue]:
    plain: dict[str, JsonValue] = {step.seat: step.move} if step.seat else {}
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

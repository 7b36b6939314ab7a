"""The parts of a scenario, and its plain form. The keys defined here are the file format; they are listed nowhere else."""

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
"""Keys of a step, in addition to the names of seats."""
DEAL_KEYS = ("note", "expect", "deal")
"""Keys of a step that deals."""
ASK_KEYS = ("kind", "choices")
MIN_CHOICES = 2
"""Minimum number of options to which a long list can be shortened."""
PUZZLE_KEYS = ("idea", "rating", "natural", "shown", "key", "threat", "missed", "critical", "tempting", "retired",
               "plan", "why_not")
WITNESS_KEYS = ("seat", "card", "instead")


@dataclass(frozen=True)
class Ask:
    """A question before a step. ``choices`` limits the number of options; None lists all."""

    kind: str
    choices: int | None = None


@dataclass(frozen=True)
class Step:
    """One step of a script. ``seat`` and ``move`` are texts as written, or None if the step makes no move."""

    seat: str | None = None
    move: str | None = None
    note: str = ""
    legal: tuple[str, ...] | None = None
    illegal: Mapping[str, str] = field(default_factory=dict)
    expect: Mapping[str, JsonValue] = field(default_factory=dict)
    ask: Ask | None = None
    deal: Mapping[str, JsonValue] | None = None


class Evidence(NamedTuple):
    """Evidence for a finding about a puzzle: a seat, its card, and the lower card that replaced it in the proof; or empty."""

    seat: str = ""
    card: str = ""
    instead: str = ""


class PuzzleInfo(NamedTuple):
    """Information about a puzzle, mostly computed when it was created.

    ``idea``      its theme, one of ``IDEAS``
    ``rating``    its difficulty, on the scale of chess ratings
    ``natural``   the move that a player would make without seeing the other hands
    ``shown``     the evidence for the theme
    ``key``       the card that refutes the natural move, and its holder
    ``threat``    if no single card refutes it, a card without which the natural move would score more
    ``missed``    level of a bot to how often it misses the best move, in percent
    ``critical``  number of choices on the way in which something could be given away
    ``tempting``  number of wrong moves that score more than the best one if everyone continues at random
    ``retired``   whether it has been withdrawn from its game's puzzles; it stays the puzzle of its past days
    ``plan``      the author's explanation of the best move, which replaces the generated one
    ``why_not``   move to the author's explanation of why it is worse
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
        """All of the author's explanations."""
        return (self.plan, *self.why_not.values())


@dataclass(frozen=True)
class Scenario:
    """A scenario: the game with its choices, the setup as plain values, and the script."""

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
    """``Evidence`` as plain values, without empty ones."""

    seat: str
    card: str
    instead: str


class PuzzleFindingsJson(TypedDict, total=False):
    """The optional fields of ``PuzzleInfo`` as plain values."""

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
    """The optional fields of a scenario as plain values."""

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
    """A scenario as plain values, for files, links and pages."""

    format: int
    game: str
    setup: dict[str, JsonValue]
    script: list[dict[str, JsonValue]]


def write_scenario(scenario: Scenario) -> ScenarioJson:
    """Return the plain form of a scenario. Reading it results in an equal scenario."""
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

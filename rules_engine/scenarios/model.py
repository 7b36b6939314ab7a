"""The parts of a scenario, and its plain (JSON-compatible) form. The keys defined in this module are the only specification of
the file format."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, NamedTuple, TypedDict, get_args

from rules_engine.core.positions.json_values import JsonValue

FORMAT = 1
ScenarioKind = Literal["example", "quiz", "puzzle", "practice"]
KINDS: tuple[ScenarioKind, ...] = get_args(ScenarioKind)
ASKS = ("legal-moves", "what-beats", "trick-winner", "next-leader", "suit-led", "suits", "card-worth", "bid-brings", "hand-over",
        "still-out", "own-score", "hand-score", "next-dealer", "match-winner", "best-move")
SCENARIO_KEYS = ("format", "game", "variant", "players", "options", "kind", "goal", "puzzle", "title", "rules", "intro",
                 "setup", "script")
STEP_KEYS = ("note", "legal", "illegal", "expect", "ask", "choices", "deal")
"""Keys allowed in a step, in addition to seat names."""
DEAL_KEYS = ("note", "expect", "deal")
"""Keys allowed in a step that deals."""
ASK_KEYS = ("kind", "choices")
MIN_CHOICES = 2
"""Minimum value of ``choices``, the number of options to which a long list is shortened."""
PUZZLE_KEYS = ("idea", "rating", "natural", "shown", "key", "threat", "missed", "critical", "tempting", "retired",
               "plan", "why_not")
WITNESS_KEYS = ("seat", "card", "instead")


@dataclass(frozen=True)
class Ask:
    """A question before a step. ``choices`` limits the number of options; None lists all."""

    kind: str
    choices: int | None = None

    @property
    def needs_proof(self) -> bool:
        """True if the solver answers the question."""
        return self.kind == "best-move"

    @property
    def explains_moves(self) -> bool:
        """True if the answer explains every move that could be made."""
        return self.kind == "legal-moves"


@dataclass(frozen=True)
class Step:
    """One step of a script. ``seat`` and ``move`` are strings as written, or None if the step makes no move."""

    seat: str | None = None
    move: str | None = None
    note: str = ""
    legal: tuple[str, ...] | None = None
    illegal: Mapping[str, str] = field(default_factory=dict)
    expect: Mapping[str, JsonValue] = field(default_factory=dict)
    ask: Ask | None = None
    deal: Mapping[str, JsonValue] | None = None


class Evidence(NamedTuple):
    """Evidence for a statement about a puzzle: a seat, its card, and the weaker card that replaced it in the proof. All parts may
    be empty."""

    seat: str = ""
    card: str = ""
    instead: str = ""


class PuzzleInfo(NamedTuple):
    """Information about a puzzle, mostly computed when it was created.

    ``idea``      the name of the idea that its best move shows, one of ``IDEAS``
    ``rating``    its difficulty, on the scale of chess ratings
    ``natural``   the natural move: the move that a player would make without seeing the other hands
    ``shown``     the evidence for the idea
    ``key``       the card that defeats the natural move, and its holder
    ``threat``    if no single card defeats the natural move, a card without which it would score more
    ``missed``    maps bot levels to the percentage of attempts in which the bot misses the best move
    ``critical``  number of choices in the solution in which a wrong move loses something
    ``tempting``  number of wrong moves that score more than the best one if all seats continue at random
    ``retired``   whether it has been withdrawn from its game's puzzles; past puzzles of the day still refer to it
    ``plan``      the author's explanation of the best move, which replaces the generated one
    ``why_not``   maps moves to the author's explanation of why they are worse
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
        """All explanations written by the author."""
        return (self.plan, *self.why_not.values())


@dataclass(frozen=True)
class Scenario:
    """A scenario: the game with its variant, players and options, the setup as plain values, and the script."""

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

    @property
    def proved_steps(self) -> list[int]:
        """The indices of the steps with a question that the solver answers."""
        return [place for place, step in enumerate(self.script) if step.ask is not None and step.ask.needs_proof]


class EvidenceJson(TypedDict, total=False):
    """``Evidence`` as plain values, without empty parts."""

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
    """Return the plain form of a scenario. Reading it returns an equal scenario."""
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

"""Replay of scenarios: the engine plays the script and records every mismatch with the scenario's expectations."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from rules_engine.core.game.game import Game
from rules_engine.core.game.setups import fact_kinds, facts_of, read_setup
from rules_engine.core.model.cards import Card
from rules_engine.core.model.errors import FailedStep, Path, Problem, RulesEngineError, SetupError, TextError, quoted, shortened
from rules_engine.core.model.moves import Move
from rules_engine.core.model.rules import GENERAL_RULES, Verdict
from rules_engine.core.model.tricks import Trick
from rules_engine.core.positions.field_types import same
from rules_engine.core.positions.json_values import JsonValue, did_you_mean
from rules_engine.core.positions.position import Position
from rules_engine.narration.narrator import narrator_for
from rules_engine.narration.phrasebook import EventText, RuleFinding
from rules_engine.scenarios.model import Scenario, Step
from rules_engine.scenarios.read import InvalidScenario, game_of

if TYPE_CHECKING:
    from rules_engine.solver.search import Solution


class GameCodeError(RulesEngineError):
    """Raised if a game's rules raise an unexpected Python ``error``, so that the scenario can't be replayed. ``path`` is the path
    to the step, or to the setup.
    """

    def __init__(self, path: Path, error: Exception) -> None:
        self.path, self.error = path, error
        super().__init__(f"the rules failed at {'.'.join(map(str, path))}")


@contextmanager
def _stumbling(*path: str | int) -> Iterator[None]:
    """Context manager that converts unexpected errors to ``GameCodeError`` with this path."""
    try:
        yield
    except RulesEngineError:
        raise
    except Exception as error:
        raise GameCodeError(path, error) from error


class ReplayStep(NamedTuple):
    """One step as played by the engine.

    ``seat``, ``move``  the step's seat and move; None for a step without a move
    ``findings``        the rules' explanations for the move
    ``events``          the events caused by the move or deal
    ``refused``         the refusals for the moves in the step's ``illegal``
    """

    step: Step
    before: Position
    after: Position
    seat: int | None = None
    move: Move | None = None
    findings: tuple[RuleFinding, ...] = ()
    events: tuple[EventText, ...] = ()
    refused: tuple[RuleFinding, ...] = ()

    @property
    def finished(self) -> Trick | None:
        """The trick that this step finished, or None."""
        return self.after.last_trick if self.after.last_trick is not self.before.last_trick else None


@dataclass
class Replay:
    """A replayed scenario: ``start`` is the first position, and ``moments`` the steps played before the first impossible one."""

    scenario: Scenario
    game: Game[Position]
    start: Position
    announced: tuple[EventText, ...]
    moments: list[ReplayStep] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)
    """Mismatches with the scenario's expectations, in the order of the steps."""
    doubts: list[InvalidScenario] = field(default_factory=list)
    """Problems with setups that may be caused by errors in the script, from which missing hands are filled."""

    proofs: dict[int, Solution] = field(default_factory=dict)
    """Cache of solver results for the positions before steps, by step index."""

    @property
    def end(self) -> Position:
        """The last position reached."""
        return self.moments[-1].after if self.moments else self.start

    @property
    def shown(self) -> set[str]:
        """Ids of the rules applied in the deal, to a move or in its events."""
        return {told.event.rule for told in self.announced} | self.spoken

    @property
    def spoken(self) -> set[str]:
        """Ids of the rules applied in the script's steps."""
        narrator, spoken = narrator_for(self.game), set[str]()
        for moment in self.moments:
            spoken |= {told.event.rule for told in moment.events} | {finding.rule for finding in moment.findings}
            if moment.step.ask is not None and moment.step.ask.explains_moves:
                spoken |= {finding.rule for move in self.game.candidates(moment.before)
                           for finding in narrator.findings(moment.before, move)}
        return spoken | self.refusing

    @property
    def refusing(self) -> set[str]:
        """Ids of the rules that forbid a move in the scenario."""
        return {finding.rule for moment in self.moments for finding in moment.refused}

    @property
    def permitting(self) -> set[str]:
        """Ids of the rules that explain why a move in the scenario is permitted."""
        return {finding.rule for moment in self.moments for finding in moment.findings}


def replay(scenario: Scenario) -> Replay:
    """Replay a scenario.

    Raises ``InvalidScenario`` if its setup, or that of a ``deal``, can't be read, and ``GameCodeError``.
    """
    game = game_of(scenario)
    doubts: list[InvalidScenario] = []
    with _stumbling("setup"):
        position = start = _start(game, scenario.setup, scenario.script, ("setup",), doubts)
        run = Replay(scenario, game, start, tuple(narrator_for(game).deal(start)), doubts=doubts)
    for place, step in enumerate(scenario.script):
        with _stumbling("script", place):
            game.check_filters(position)
            moment = _Run(run, place, step, position).play()
        if moment is None:
            break
        run.moments.append(moment)
        position = moment.after
    if run.doubts and not run.problems:
        raise run.doubts[0]
    return run


def _start(game: Game[Position], setup: Mapping[str, JsonValue], script: tuple[Step, ...], path: Path,
           doubts: list[InvalidScenario], before: Position | None = None) -> Position:
    """Return the first position of a hand.

    If the hands are uneven only because of errors in the script, adds a doubt and continues, because the script's errors are more
    helpful.
    """
    played = _cards_played(game, script)
    try:
        return read_setup(game, setup, before, played)
    except SetupError as error:
        unread = InvalidScenario([problem.below(path) for problem in error.problems])
    try:
        start = read_setup(game, setup, before, played, uneven=True)
    except SetupError:
        raise unread from None
    doubts.append(unread)
    return start


def _cards_played(game: Game[Position], script: tuple[Step, ...]) -> dict[int, list[Card]]:
    """Map each seat to the cards that it plays before the next deal."""
    played: dict[int, list[Card]] = {seat: [] for seat in game.table.seats}
    for step in script:
        if step.deal is not None:
            break
        if step.seat is None or step.move is None:
            continue
        try:
            move = game.notation.read_move(step.move)
        except TextError:
            continue
        if move.verb in game.notation.laying and move.card is not None:
            played[game.table.read_seat(step.seat)].append(move.card)
    return played


LONGEST_LIST = 2000
"""Maximum length of a list quoted in a message, in characters; enough for a hundred bids."""
OF_A_TRICK = ("last_trick_winner", "leader", "to_act", "tricks")
"""Facts that depend on the winner of a trick."""


class _Run:
    """The replay of one step."""

    def __init__(self, run: Replay, place: int, step: Step, position: Position) -> None:
        self.run, self.game, self.place, self.step, self.before = run, run.game, place, step, position
        self.narrator = narrator_for(run.game)
        self.seat = self.game.table.read_seat(step.seat) if step.seat else None

    def play(self) -> ReplayStep | None:
        if self.step.deal is not None:
            return self.deal(self.step.deal)
        refused = self.check_illegal()
        self.check_legal()
        if self.step.move is None:
            self.check_facts(self.before)
            return ReplayStep(self.step, self.before, self.before, refused=refused)
        return self.move(self.game.judge(self.before, self.step.move, self.seat), refused)

    def move(self, verdict: Verdict, refused: tuple[RuleFinding, ...]) -> ReplayStep | None:
        findings = self.narrator.explain(self.before, verdict, typed=True)
        if verdict.move is None or verdict.rule is not None:
            self.fail("move", "a legal move", self.told(findings[-1]), rule=findings[-1].rule)
            return None
        after, events = self.game.make(self.before, verdict.move)
        told = tuple(self.narrator.events(after, events))
        self.check_facts(after, told)
        return ReplayStep(self.step, self.before, after, self.seat, verdict.move, findings, told, refused)

    def deal(self, setup: Mapping[str, JsonValue]) -> ReplayStep | None:
        if self.game.next_dealer(self.before) is None:
            self.fail("deal", "a hand that is over, in a game that isn't",
                      "game over" if self.before.game_over else f"phase {self.before.phase}")
            return None
        rest = self.run.scenario.script[self.place + 1:]
        after = _start(self.game, setup, rest, ("script", self.place, "deal"), self.run.doubts, self.before)
        self.check_facts(after)
        return ReplayStep(self.step, self.before, after, events=tuple(self.narrator.deal(after)))

    def check_illegal(self) -> tuple[RuleFinding, ...]:
        shown = []
        for move, rule in self.step.illegal.items():
            refusal = self.narrator.refusal(self.before, self.game.judge(self.before, move, self.seat))
            if refusal is None or refusal.rule != rule:
                got = self.told(refusal) if refusal else f"{move} is legal"
                known = [*(each.id for each in self.game.rules), *(each.id for each in GENERAL_RULES)]
                self.fail("illegal", f"{move} refused by {rule}", got, "illegal", move, rule=refusal.rule if refusal else None,
                          move=move,
                          hint="" if rule in known else did_you_mean(rule, known) or f"{self.game.id} has no rule {rule}")
            else:
                shown.append(refusal)
        return tuple(shown)

    def check_legal(self) -> None:
        if self.step.legal is None:
            return
        legal = {move.text for move in self.game.legal(self.before)}
        expected = {self.canonical(move) for move in self.step.legal}
        if legal != expected:
            self.fail("legal", sorted(expected), sorted(legal), "legal",
                      beside=_difference(expected - legal, legal - expected), hint=self.why_not(expected - legal))

    def why_not(self, moves: Collection[str]) -> str:
        """Explain why the first of ``moves`` is illegal."""
        for move in sorted(moves):
            verdict = self.game.judge(self.before, move)
            refusal = self.told(self.narrator.explain(self.before, verdict, typed=True)[-1])
            return "" if verdict.legal else f"{move} is refused by {refusal}"
        return ""

    def check_facts(self, after: Position, told: Sequence[EventText] = ()) -> None:
        """Check the facts expected after the step. If the winner of a trick is wrong, the hint contains the sentences about the
        trick's events."""
        if not self.step.expect:
            return
        facts, kinds = facts_of(self.game, after), fact_kinds(self.game)
        for name, expected in self.step.expect.items():
            if not same(kinds[name], expected, facts[name], self.game.notation):
                known = self.game.phases if name == "phase" else kinds[name].choices(self.game.notation)
                slip = did_you_mean(expected, known) if isinstance(expected, str) and expected not in known else ""
                why = [self.game.pack.plain(each.sentence) for each in told if each.event.kind == "trick" and name in OF_A_TRICK]
                self.fail(name, expected, facts[name], "expect", name, hint=slip or " ".join(why))

    def canonical(self, text: str) -> str:
        try:
            return self.game.notation.read_move(text).text
        except TextError:
            return text

    def told(self, finding: RuleFinding) -> str:
        return f"{finding.rule}: {self.game.pack.plain(finding.sentence)}"

    def fail(self, what: str, expected: JsonValue, got: JsonValue, *path: str, rule: str | None = None, move: str | None = None,
             beside: str = "", hint: str = "") -> None:
        step = FailedStep(self.place + 1, self.step.seat, move or self.step.move, rule, expected, got)
        below = path or ((self.step.seat,) if self.step.seat else ())
        where: Path = ("script", self.place, *below)
        shown = [shortened(_show(value), LONGEST_LIST) for value in (expected, got)]
        message = f"{what}: expected {shown[0]}, got {shown[1]}{shortened(beside, LONGEST_LIST)}"
        self.run.problems.append(Problem(message, where, hint, broken=step))


def _difference(missing: set[str], surplus: set[str]) -> str:
    parts = [f"not legal: {', '.join(sorted(missing))}"] if missing else []
    parts += [f"legal but not listed: {', '.join(sorted(surplus))}"] if surplus else []
    return f" ({'; '.join(parts)})"


def _show(value: JsonValue) -> str:
    if value is None:
        return "null"
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, str) and (value in ("", "null", "true", "false") or value.lstrip("-").isdecimal()):
        return f'"{value}"'
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{key}: {_show(each)}" for key, each in value.items()) + "}"
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(_show(each) for each in value) + "]"
    return shortened(str(value)) if isinstance(value, str) else quoted(value)

"""Replaying a scenario: the engine plays the script and tells everything that doesn't hold."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from rules_engine.core.cards import Card
from rules_engine.core.errors import Problem, SetupError, TextError
from rules_engine.core.facts import same
from rules_engine.core.game import Game
from rules_engine.core.position import Event
from rules_engine.core.rules import Finding, Verdict
from rules_engine.scenario.model import Scenario, Step
from rules_engine.scenario.read import ScenarioUnreadable, game_of

Path = tuple[str | int, ...]


class Failure(NamedTuple):
    """One thing of a script that doesn't hold.

    ``path`` leads to it in the file, ``step`` counts from 1; ``rule`` is the rule that refused, if one did.
    """

    path: Path
    step: int
    seat: str | None
    move: str | None
    rule: str | None
    expected: Any
    got: Any
    message: str


class Moment(NamedTuple):
    """One step as the engine played it. ``verdict`` is None for a step without a move."""

    step: Step
    before: Any
    after: Any
    verdict: Verdict | None
    events: tuple[Event, ...]
    refused: tuple[Finding, ...]
    """The refusals that the step's ``illegal`` shows."""


@dataclass
class Replay:
    """A scenario played through: ``start`` is the first position, ``moments`` the steps as far as they could go."""

    scenario: Scenario
    game: Game[Any]
    start: Any
    announced: tuple[Event, ...]
    moments: list[Moment] = field(default_factory=list)
    failures: list[Failure] = field(default_factory=list)
    doubts: list[ScenarioUnreadable] = field(default_factory=list)
    """Setups that hold only if the script that fills their hands doesn't."""

    @property
    def end(self) -> Any:
        """The last position reached."""
        return self.moments[-1].after if self.moments else self.start

    @property
    def shown(self) -> set[str]:
        """The rules that spoke, for a move or of what happened."""
        spoken = {event.rule for event in self.announced}
        for moment in self.moments:
            spoken |= {event.rule for event in moment.events}
            spoken |= {finding.rule for finding in moment.verdict.findings} if moment.verdict else set()
            if moment.step.ask is not None and moment.step.ask.kind == "legal-moves":
                spoken |= {finding.rule for move in self.game.candidates(moment.before)
                           for finding in self.game.judge(moment.before, move).findings}
        return spoken | self.refusing

    @property
    def refusing(self) -> set[str]:
        """The rules shown forbidding a move."""
        return {finding.rule for moment in self.moments for finding in moment.refused}

    @property
    def permitting(self) -> set[str]:
        """The rules shown speaking for a move that is made."""
        return {finding.rule for moment in self.moments if moment.verdict for finding in moment.verdict.findings
                if finding.permits}


def replay(scenario: Scenario) -> Replay:
    """Play a scenario through. Raises ``ScenarioUnreadable`` where its setup, or that of a ``deal``, can't be read."""
    game = game_of(scenario)
    doubts: list[ScenarioUnreadable] = []
    position = start = _start(game, scenario.setup, scenario.script, ("setup",), doubts)
    run = Replay(scenario, game, start, tuple(game.announce(start)), doubts=doubts)
    for place, step in enumerate(scenario.script):
        moment = _Run(run, place, step, position).play()
        if moment is None:
            break
        run.moments.append(moment)
        position = moment.after
    if run.doubts and not run.failures:
        raise run.doubts[0]
    return run


def _start(game: Game[Any], setup: Mapping[str, Any], script: tuple[Step, ...], path: Path,
           doubts: list[ScenarioUnreadable], before: Any = None) -> Any:
    """A hand's first position. Hands that come out uneven because the script doesn't hold are a doubt: it tells more."""
    played = _cards_played(game, script)
    try:
        return game.start(setup, before, played)
    except SetupError as error:
        unread = ScenarioUnreadable([Problem((*path, *problem.path), problem.message) for problem in error.problems])
    try:
        start = game.start(setup, before, played, uneven=True)
    except SetupError:
        raise unread from None
    doubts.append(unread)
    return start


def _cards_played(game: Game[Any], script: tuple[Step, ...]) -> dict[int, list[Card]]:
    """The cards that each seat plays, or leads with ``turn``, before the next deal."""
    played: dict[int, list[Card]] = {seat: [] for seat in game.table.seats}
    for step in script:
        if step.deal is not None:
            break
        if step.seat is None or step.move is None:
            continue
        try:
            move = game.read_move(step.move)
        except TextError:
            continue
        if move.verb in ("play", "turn") and move.card is not None:
            played[game.table.read_seat(step.seat)].append(move.card)
    return played


class _Run:
    """One step being played."""

    def __init__(self, run: Replay, place: int, step: Step, position: Any) -> None:
        self.run, self.game, self.place, self.step, self.before = run, run.game, place, step, position

    def play(self) -> Moment | None:
        if self.step.deal is not None:
            return self.deal(self.step.deal)
        refused = self.check_illegal()
        self.check_legal()
        verdict, after = None, self.before
        events: tuple[Event, ...] = ()
        if self.step.move is not None:
            verdict = self.game.judge(self.before, self.step.move, self.game.table.read_seat(self.step.seat))
            if verdict.refusal is not None or verdict.move is None:
                self.fail("move", "a legal move", self.told(verdict), rule=_rule(verdict))
                return None
            after, told = self.game.play(self.before, verdict.move)
            events = tuple(told)
        self.check_facts(after)
        return Moment(self.step, self.before, after, verdict, events, refused)

    def deal(self, setup: Mapping[str, Any]) -> Moment | None:
        if self.game.next_dealer(self.before) is None:
            self.fail("deal", "a hand that is over, in a game that isn't",
                      "game over" if self.before.game_over else f"phase {self.before.phase}")
            return None
        rest = self.run.scenario.script[self.place + 1:]
        after = _start(self.game, setup, rest, ("script", self.place, "deal"), self.run.doubts, self.before)
        self.check_facts(after)
        return Moment(self.step, self.before, after, None, tuple(self.game.announce(after)), ())

    def check_illegal(self) -> tuple[Finding, ...]:
        seat = self.game.table.read_seat(self.step.seat) if self.step.seat else None
        shown = []
        for move, rule in self.step.illegal.items():
            verdict = self.game.judge(self.before, move, seat)
            if verdict.refusal is None or verdict.refusal.rule != rule:
                got = self.told(verdict) if verdict.refusal else f"{move} is legal"
                self.fail("illegal", f"{move} refused by {rule}", got, "illegal", move, rule=_rule(verdict), move=move)
            else:
                shown.append(verdict.refusal)
        return tuple(shown)

    def check_legal(self) -> None:
        if self.step.legal is None:
            return
        legal = {move.text for move in self.game.legal(self.before)}
        expected = {self.canonical(move) for move in self.step.legal}
        if legal != expected:
            self.fail("legal", sorted(expected), sorted(legal), "legal",
                      hint=_difference(expected - legal, legal - expected))

    def check_facts(self, after: Any) -> None:
        if not self.step.expect:
            return
        told = self.game.tell(after)
        for name, expected in self.step.expect.items():
            if not same(self.game.fact_kinds[name], expected, told[name], self.game):
                self.fail(name, expected, told[name], "expect", name)

    def canonical(self, text: str) -> str:
        try:
            return self.game.read_move(text).text
        except TextError:
            return text

    def told(self, verdict: Verdict) -> str:
        finding = verdict.refusal
        return f"{finding.rule}: {self.game.pack.plain(finding.sentence)}" if finding else "a legal move"

    def fail(self, what: str, expected: Any, got: Any, *path: str, rule: str | None = None, move: str | None = None,
             hint: str = "") -> None:
        message = f"{what}: expected {_show(expected)}, got {_show(got)}{hint}"
        self.run.failures.append(Failure(
            ("script", self.place, *(path or ((self.step.seat,) if self.step.seat else ()))), self.place + 1,
            self.step.seat, move or self.step.move, rule, expected, got, message))


def _rule(verdict: Verdict) -> str | None:
    return verdict.refusal.rule if verdict.refusal else None


def _difference(missing: set[str], surplus: set[str]) -> str:
    parts = [f"not legal: {', '.join(sorted(missing))}"] if missing else []
    parts += [f"legal but not listed: {', '.join(sorted(surplus))}"] if surplus else []
    return f" ({'; '.join(parts)})"


def _show(value: Any) -> str:
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
    return str(value)

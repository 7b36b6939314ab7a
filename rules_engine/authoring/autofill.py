"""Autofill for scenario drafts: inserts the values that the engine can compute into the author's text.

It fills the moves of an empty ``legal`` or ``illegal``, the rule of a forbidden move, the value of an empty fact below
``expect``, the winner of each trick, the scores, and the list of rules that applied. Values that the author has written are
never changed, even if they are wrong.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from copy import deepcopy
from typing import NamedTuple

from rules_engine.authoring.yaml_edit import Draft
from rules_engine.authoring.yaml_text import InvalidYaml, read_yaml
from rules_engine.core.game.setups import facts_of
from rules_engine.core.model.errors import Path as Way
from rules_engine.core.model.errors import Problem
from rules_engine.core.positions.json_values import JsonValue
from rules_engine.scenarios.read import InvalidScenario, read_scenario
from rules_engine.scenarios.record import RESULTS, rules_in_order, telling_facts
from rules_engine.scenarios.replay import Replay, ReplayStep, replay
from rules_engine.scenarios.yaml_writer import write_flow

BEFORE_RULES = ("format", "game", "variant", "players", "options", "kind", "goal", "puzzle", "title")
"""The keys that precede ``rules`` in a scenario file."""
UNKNOWN = "?"
"""Placeholder for the missing rule of a forbidden move, since the scenario reader requires a rule for each."""


class FilledText(NamedTuple):
    """A completed text, and a message with a line number for each addition."""

    text: str
    added: list[Problem]


def fill_text(text: str, path: str = "") -> FilledText:
    """Fill in the missing values in a scenario's text; return the text unchanged if it isn't a valid scenario.

    ``path`` is the file name in the messages. Raises ``NotEditable`` if a value can't be inserted.
    """
    try:
        draft = Draft(text)
        run = replay(read_scenario(_readable(draft.value)))
    except (InvalidYaml, InvalidScenario):
        return FilledText(text, [])
    put = [*_put(draft, run)]
    whole = draft.edited() if put else text
    lines = read_yaml(whole)
    return FilledText(whole, [Problem(told, file=path, line=lines.line(way)) for way, told in put])


def _readable(plain: JsonValue) -> JsonValue:
    """Return a draft's values with ``UNKNOWN`` as the rule of each forbidden move that lacks one."""
    plain = deepcopy(plain)
    for step in _steps(plain):
        illegal = step.get("illegal")
        if isinstance(illegal, dict):
            illegal |= {move: UNKNOWN for move, rule in illegal.items() if rule is None}
    return plain


def _steps(plain: JsonValue) -> list[dict[str, JsonValue]]:
    script = plain.get("script") if isinstance(plain, dict) else None
    return [step if isinstance(step, dict) else {} for step in script] if isinstance(script, list) else []


def _put(draft: Draft, run: Replay) -> Iterator[tuple[Way, str]]:
    """Insert all missing values into a draft, and yield the path and the message for each."""
    steps = _steps(deepcopy(draft.value))
    wanted: list[tuple[Way, JsonValue]] = []
    for place, (step, moment) in enumerate(zip(steps, run.moments, strict=False)):
        wanted += _of_moves(step, run, moment, ("script", place))
        wanted += _of_facts(draft, step, run, place)
    for way, value in wanted:
        draft.put(way, value)
        yield way, _told(way, value)
    if not draft.value.get("rules") and run.moments and len(run.moments) == len(steps):
        rules = rules_in_order(run.game, run.shown)
        draft.put(("rules",), rules, BEFORE_RULES)
        yield ("rules",), _told(("rules",), rules)


def _told(way: Way, value: JsonValue) -> str:
    step = f"step {int(way[1]) + 1}: " if way[0] == "script" else ""
    return f"{step}added {write_flow({str(way[-1]): value})[1:-1]}"


def _of_moves(step: Mapping[str, JsonValue], run: Replay, moment: ReplayStep, way: Way) -> Iterator[tuple[Way, JsonValue]]:
    """Yield the moves and rules for the empty ``legal`` and ``illegal`` entries of a step."""
    game, before = run.game, moment.before
    if "legal" in step and step["legal"] is None:
        yield (*way, "legal"), [move.text for move in game.legal(before)]
    if "illegal" in step and step["illegal"] is None:
        verdicts = [game.judge(before, move) for move in game.candidates(before)]
        yield (*way, "illegal"), {str(each.move): each.rule.id for each in verdicts if each.rule is not None}
    elif isinstance(step.get("illegal"), Mapping):
        for move, given in step["illegal"].items():
            rule = game.judge(before, move, moment.seat).rule
            if given is None and rule is not None:
                yield (*way, "illegal", move), rule.id


def _of_facts(draft: Draft, step: Mapping[str, JsonValue], run: Replay, place: int) -> Iterator[tuple[Way, JsonValue]]:
    """Yield the facts that a step names without a value, and the unstated results of a trick or hand that ends with the step."""
    moment, way = run.moments[place], ("script", place, "expect")
    facts, said = facts_of(run.game, moment.after), step.get("expect")
    if isinstance(said, Mapping):
        for name in said:
            if draft.empty((*way, name)) and facts.get(name) is not None:
                yield (*way, name), facts[name]
    new = {name: facts[name] for name in telling_facts(moment.before, moment.after)
           if name in RESULTS and not _said(run, place, name)} if moment.move is not None else {}
    if said is None and "expect" in step and not new:
        new = {"to_act": facts["to_act"]}
    if new and not said:
        yield way, new
    elif new:
        yield from (((*way, name), value) for name, value in new.items())


def _said(run: Replay, place: int, name: str) -> bool:
    """Return whether the script states a fact at a step, or at one of the steps without a move directly after it."""
    script = run.scenario.script
    if name in script[place].expect:
        return True
    after = place + 1
    if after == len(script) or script[after].move is not None or script[after].deal is not None:
        return False
    return _said(run, after, name)

"""Filling drafts of scenarios: what the engine knows and the author left out, put into the author's text.

What is filled: the legal moves and the forbidden ones where a step names ``legal``, ``illegal`` or a forbidden move and says no
more, a fact that ``expect`` names without a value, who took each trick, the scores, and the rules that spoke. What the
author has said stays, right or wrong.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from copy import deepcopy
from typing import NamedTuple

from rules_engine.authoring.yaml_edit import Draft
from rules_engine.authoring.yaml_text import InvalidYaml, read_yaml
from rules_engine.authoring.yaml_text import Path as Way
from rules_engine.core.game.setups import facts_of
from rules_engine.core.model.errors import Problem
from rules_engine.core.positions.json_values import JsonValue
from rules_engine.scenarios.read import InvalidScenario, read_scenario
from rules_engine.scenarios.record import RESULTS, rules_in_order, telling_facts
from rules_engine.scenarios.replay import Replay, ReplayStep, replay
from rules_engine.scenarios.yaml_writer import write_flow

BEFORE_RULES = ("format", "game", "variant", "players", "options", "kind", "goal", "puzzle", "title")
UNKNOWN = "?"
"""The rule of a forbidden move for which the author has written none: a scenario that is read has one for each."""
"""The keys that stand before ``rules``."""


class FilledText(NamedTuple):
    """A text with what was added to it, each with its line."""

    text: str
    added: list[Problem]


def fill_text(text: str, path: str = "") -> FilledText:
    """Fill a text; as it was where it is no scenario. Raises ``NotEditable``."""
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
    """The values of a draft, with a text where a forbidden move has no rule yet."""
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
    """Put everything into a draft, and tell of each what and where."""
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
    """The moves that a step asks for."""
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
    """The facts that a step asks for, and those of a trick or hand that ends with it and of which nothing is said yet."""
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
    """Whether a fact after a step is said there, or by a step without a move behind it."""
    script = run.scenario.script
    if name in script[place].expect:
        return True
    after = place + 1
    if after == len(script) or script[after].move is not None or script[after].deal is not None:
        return False
    return _said(run, after, name)

"""Tests that results from worker processes arrive intact: exceptions, hands, answers and figures can be pickled and copied."""

from __future__ import annotations

import copy
import importlib
import inspect
import multiprocessing
import os
import pickle
import pkgutil
import random
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import rules_engine
from rules_engine import View, begin, bot_for, deal, make_game, match, simulate, solve
from rules_engine.bots.inference import remembered
from rules_engine.bots.stats import SimulationTally, questions_of
from rules_engine.bots.stats import simulate as simulate_hands
from rules_engine.core.model.errors import FailedStep, Problem
from rules_engine.core.model.goals import SCORE, goal_named
from rules_engine.core.model.moves import make_move
from rules_engine.core.model.packs import FRENCH
from rules_engine.core.model.rules import GENERAL_RULES, MoveRefused
from rules_engine.library.hand import Hand
from tests.site.tiny import ROOT
from tests.some import A_TABLE_OF_EACH_VARIANT

HAND = deal("snakebit", 7)
PROBLEM = Problem(
    "wrong", ("hands", "South", 2), "do this", "x.yml", 3, FailedStep(1, "South", "7S", "follow-suit", [1], {"a": 2})
)
SAMPLES: dict[str, Callable[[], tuple[Any, ...]]] = {
    "TextError": lambda: ("qq", "a card", ["one", "two"]),
    "UnknownCard": lambda: ("qq", FRENCH.cards),
    "NotInPlay": lambda: ("5H", make_move("play", FRENCH.cards[0]), FRENCH.cards[0]),
    "MoveRefused": lambda: (HAND.why("9WY").verdict, "because"),
    "SetupError": lambda: ([PROBLEM, PROBLEM],),
    "FaultyRule": lambda: ("follow-suit", ("rules.py", 7, "follow_suit"), "leaves no move"),
    "InvalidScenario": lambda: ([PROBLEM],),
    "DoesNotHold": lambda: ([PROBLEM],),
    "GameCodeError": lambda: (("script", 2), KeyError("missing")),
    "InvalidYaml": lambda: (4, "a tab"),
    "InvalidDays": lambda: (Path("days.txt"), 4, "no day"),
    "RecordError": lambda: ("no card", 3, 4),
    "Unsolved": lambda: (1000,),
    "Undecided": lambda: (),
    "GamesNotShipped": lambda: ({"whist": ["a", "b"]},),
}
"""Arguments for the exceptions that don't take just a message."""
WAYS: list[Callable[[Any], Any]] = [lambda value: pickle.loads(pickle.dumps(value)), copy.copy, copy.deepcopy]


def _exceptions() -> list[type[BaseException]]:
    """Return every exception class in the package."""
    found: dict[type[BaseException], None] = {}
    for module in pkgutil.walk_packages(rules_engine.__path__, "rules_engine."):
        if module.name.rpartition(".")[2] != "__main__" and "inside" not in module.name:
            for value in vars(importlib.import_module(module.name)).values():
                if inspect.isclass(value) and issubclass(value, BaseException) and value.__module__.startswith("rules_engine"):
                    found[value] = None
    return [*found]


def _fields(error: BaseException) -> dict[str, str]:
    """Return the attributes of an exception; nested exceptions compare by their text."""
    return {name: repr(value) for name, value in vars(error).items()}


@pytest.mark.parametrize("kind", _exceptions(), ids=lambda kind: kind.__name__)
def test_every_exception_arrives_with_its_type_text_and_fields(kind: type[BaseException]) -> None:
    error = kind(*SAMPLES.get(kind.__name__, lambda: ("a message",))())
    error.add_note("on a worker")
    for way in WAYS:
        again = way(error)
        assert (type(again), str(again), again.args) == (kind, str(error), error.args)
        assert _fields(again) == _fields(error)


def _refused(seed: int) -> Hand:
    return deal("snakebit", seed).play("9WY")


def test_a_worker_that_refuses_a_move_hands_the_refusal_over() -> None:
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        asked = pool.apply_async(_refused, (7,))
        with pytest.raises(MoveRefused) as found:
            asked.get(timeout=120)
    with pytest.raises(MoveRefused) as here:
        _refused(7)
    assert (str(found.value), found.value.verdict) == (str(here.value), here.value.verdict)


@pytest.mark.parametrize("rule", GENERAL_RULES, ids=lambda rule: rule.id)
def test_a_general_refusal_is_told_by_whoever_gets_it(rule: Any) -> None:
    assert all(way(rule) == rule and hash(way(rule)) == hash(rule) for way in WAYS)


def _results() -> dict[str, Any]:
    """Return an example of every type of result that a worker process may return, by name."""
    game = make_game("snakebit")
    bot, hand = bot_for(game, "random"), deal(game, 7)
    over, refused = hand.played_by(bot), hand.why("9WY")
    ending = begin("snakebit", {"trump": "K", "cursed": "Y", "leader": "South", "hands": {
        "South": "2SY 5SW", "West": "9WY 3LY", "North": "6LK 4YK", "East": "6SY 8MS"}})
    memory = remembered(game, 1, over.start, list(zip(over.moves, over.positions()[1:], strict=True)))
    return {
        "game": game, "hand": hand, "hand that is over": over, "position": over.position, "last trick": over.position.last_trick,
        "contribution": ending.play("2SY as S").position.trick[0], "seen": hand.seen_by("West"), "view": hand.view("West"),
        "view with memory": View(game, 1, over.position, memory), "why": refused, "verdict": refused.verdict,
        "findings": refused.findings, "sheet": over.sheet, "moves": hand.legal, "card": over.start.hands[0][0],
        "facts": over.facts, "setup": over.setup, "choice": bot.choose(hand.view("South"), random.Random(1)),
        "solution": solve(ending), "solution of a goal": solve(ending, goal_named("at least 1")),
        "match": match(game, bot, bot, 4, 1), "answers": simulate(game, hands=20, level="random"),
        "tally": simulated(game, 5), "problem": PROBLEM}


def simulated(game: Any, hands: int) -> SimulationTally:
    """Return the tally from some simulated hands, before its evaluation."""
    tally = SimulationTally()
    simulate_hands(game, questions_of(game), hands, 1, "random", begun=tally)
    return tally


@pytest.mark.parametrize("way", WAYS, ids=["pickled", "copied", "copied deep"])
def test_every_result_arrives_equal_and_hashes_alike(way: Callable[[Any], Any]) -> None:
    for name, value in _results().items():
        again = way(value)
        assert type(again) is type(value), name
        assert again == value, name
        assert " at 0x" in repr(value) or repr(again) == repr(value), name
        assert name not in HASHABLE or hash(again) == hash(value), name


HASHABLE = ("game", "hand", "hand that is over", "position", "last trick", "seen", "view", "why", "verdict", "sheet", "card",
            "match")


def test_an_unpickled_solution_keeps_the_identity_of_its_goal() -> None:
    """The search compares the score goal by identity, which pickling must preserve."""
    assert pickle.loads(pickle.dumps(SCORE)) == SCORE
    assert goal_named("at least 3") == goal_named("at least 3") != goal_named("at least 4")


@pytest.mark.parametrize("name", ["card", "contribution", "moves", "last trick", "verdict", "hand", "view", "solution"])
def test_a_new_process_unpickles_what_it_has_never_heard_of(name: str, tmp_path: Path) -> None:
    file = tmp_path / "value"
    value = _results()[name]
    file.write_bytes(pickle.dumps(value))
    code = "import pickle, sys; print(repr(pickle.load(open(sys.argv[1], 'rb'))))"
    told = subprocess.run([sys.executable, "-c", code, str(file)], capture_output=True, encoding="utf-8", check=True, cwd=ROOT,
                          env=os.environ | {"PYTHONIOENCODING": "utf-8"})
    assert told.stdout == f"{value!r}\n"


@A_TABLE_OF_EACH_VARIANT
def test_refusals_can_be_pickled(game: Any) -> None:
    """Every refused move in part of a hand in each variant is tested. The rule that refuses it is a function in the game's
    module."""
    rng, hand = random.Random(1), deal(game, 1)
    for _ in range(12):
        if hand.over or not hand.legal:
            break
        for move in game.candidates(hand.position):
            verdict = game.judge(hand.position, move)
            assert pickle.loads(pickle.dumps(verdict)) == verdict
        assert pickle.loads(pickle.dumps(hand)) == hand
        hand = hand.play(rng.choice(hand.legal))

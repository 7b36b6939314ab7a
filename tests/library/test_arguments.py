"""Tests that every public function refuses invalid arguments with one of our errors, which states what was expected."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

import rules_engine
from rules_engine import (
    Bot,
    BotMove,
    MoveRefused,
    begin,
    bot_for,
    deal,
    known_games,
    make_game,
    match,
    read_scenario,
    simulate,
    solve,
    write_scenario,
)
from rules_engine.core.game.setups import readable
from rules_engine.core.model.errors import RulesEngineError, SetupError, TextError, WrongArgument
from rules_engine.library.files import DoesNotHold
from rules_engine.solver.search import NobodyActs
from tests.some import A_TABLE_OF_EACH_GAME, some

GAME, HAND = make_game("snakebit"), deal("snakebit", 7)
BOT = bot_for(GAME, "random")
OVER = HAND.played_by(BOT)


class Odd:
    """An object whose methods fail."""

    def __repr__(self) -> str:
        raise RuntimeError("no repr")


def _itself() -> list[Any]:
    found: list[Any] = []
    found.append(found)
    return found


HOSTILE: list[Any] = [
    None, True, 0, -1, 10**5000, 1.5, float("nan"), "", "snakebite", "٧", "5" * 100_000, "\0", "\udcff", "−", b"7", b"", [],
    [None], {}, {"hands": 5}, {1: 2}, set(), object(), Odd(), int, Odd, len, Path("nowhere.yml"), Path(), (1, "a"), range(3),
    _itself(),
    Exception("x"), HAND, GAME, BOT, OVER, lambda: 0]
CALLS: Mapping[str, Callable[[Any], object]] = {
    "make_game": lambda odd: make_game(odd),
    "make_game variant": lambda odd: make_game("snakebit", variant=odd),
    "make_game players": lambda odd: make_game("snakebit", players=odd),
    "make_game seats": lambda odd: make_game("snakebit", seats=odd),
    "make_game options": lambda odd: make_game("double-knot", options=odd),
    "make_game option": lambda odd: make_game("double-knot", options={"pack": odd}),
    "deal game": lambda odd: deal(odd),
    "deal seed": lambda odd: deal(GAME, odd),
    "deal dealer": lambda odd: deal(GAME, 1, odd),
    "begin game": lambda odd: begin(odd, {"seed": 1}),
    "begin setup": lambda odd: begin(GAME, odd),
    "begin hand": lambda odd: begin(GAME, {**HAND.setup, "hands": {**HAND.setup["hands"], "South": odd}}),
    "bot_for game": lambda odd: bot_for(odd),
    "bot_for level": lambda odd: bot_for(GAME, odd),
    "why": lambda odd: str(HAND.why(odd)),
    "why seat": lambda odd: HAND.why("2MK", odd),
    "play": lambda odd: HAND.play(odd),
    "played_by": lambda odd: HAND.played_by(odd),
    "next": lambda odd: OVER.next(odd),
    "view": lambda odd: HAND.view(odd),
    "seen_by": lambda odd: str(HAND.seen_by(odd)),
    "match game": lambda odd: match(odd, BOT, BOT, 2, 1),
    "match one": lambda odd: match(GAME, odd, BOT, 2, 1),
    "match others": lambda odd: match(GAME, BOT, odd, 2, 1),
    "match deals": lambda odd: match(GAME, BOT, BOT, min(odd, 4) if isinstance(odd, int) else odd, 1),
    "match seed": lambda odd: match(GAME, BOT, BOT, 2, odd),
    "simulate game": lambda odd: simulate(odd, hands=1),
    "simulate questions": lambda odd: simulate(GAME, odd, hands=1, level="random"),
    "simulate hands": lambda odd: simulate(GAME, hands=min(odd, 4) if isinstance(odd, int) else odd, level="random"),
    "simulate seed": lambda odd: simulate(GAME, hands=1, seed=odd, level="random"),
    "simulate level": lambda odd: simulate(GAME, hands=1, level=odd),
    "solve": lambda odd: solve(odd, limit=10),
    "solve goal": lambda odd: solve(HAND, odd, limit=10),
    "solve limit": lambda odd: solve(OVER, limit=odd),
    "read_scenario": lambda odd: read_scenario(odd),
    "write_scenario": lambda odd: write_scenario(odd),
    "write_scenario title": lambda odd: write_scenario(HAND.play("8WL as W"), title=odd),
    "write_scenario intro": lambda odd: write_scenario(HAND.play("8WL as W"), intro=odd),
}


@pytest.mark.parametrize("call", some([*CALLS], [*CALLS]))
def test_hostile_arguments_are_refused_with_an_error_of_ours(call: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for odd in HOSTILE:
        error = _raised(CALLS[call], odd)
        if isinstance(error, OSError):
            assert (call, isinstance(odd, Path)) == ("read_scenario", True), "a path that leads nowhere"
        assert error is None or 0 < len(str(error)) < 3000


def _raised(call: Callable[[Any], object], odd: Any) -> RulesEngineError | OSError | None:
    """Return the exception that a call raises if it is one of our errors."""
    try:
        call(odd)
    except (RulesEngineError, OSError) as error:
        return error
    return None


@A_TABLE_OF_EACH_GAME
def test_invalid_setup_values_raise_our_own_errors(game: Any) -> None:
    """Each value of a setup, and each value nested in a mapping, is replaced during a hand and at its end."""
    begun, rng = deal(game, 2), random.Random(2)
    while begun.legal and len(begun.moves) < 9:
        begun = begun.play(rng.choice(begun.legal))
    for hand in (deal(game, 2), begun, deal(game, 2).played_by(bot_for(game, "random"))):
        setup = hand.setup
        for key in (*readable(game), *game.positions.setup_keys, "seats", "seed", "x"):
            for odd in HOSTILE:
                _raised(lambda value: begin(game, value), {**setup, key: odd})
                if isinstance(inner := setup.get(key), dict):
                    for name in inner:
                        _raised(lambda value: begin(game, value), {**setup, key: {**inner, name: odd}})


def test_each_name_of_the_library_is_tried() -> None:
    tried = {call.partition(" ")[0] for call in CALLS}
    told_nothing = {"Bot", "BotMove", "Hand", "MoveRefused", "View", "known_games"}
    assert set(rules_engine.__all__) - told_nothing <= tried
    assert known_games()


@pytest.mark.parametrize(("call", "said"), [
    (lambda: deal(None), "None can't be taken here: expected a game, as make_game gives it, or its id"),  # type: ignore[arg-type]
    (lambda: deal("snakebit", "7"), "'7' can't be taken here: expected a seed: a whole number"),  # type: ignore[arg-type]
    (lambda: begin(GAME, []), "[] can't be taken here: expected a setup: a mapping with the hands, or a seed"),  # type: ignore[arg-type]
    (lambda: solve(HAND.position), "expected a hand, as deal gives it"),  # type: ignore[arg-type]
    (lambda: HAND.played_by(), "None can't be taken here: expected a bot: an object of a class that extends Bot"),
    (lambda: HAND.played_by(Bot), "expected a bot: an object of a class that extends Bot"),  # type: ignore[arg-type]
    (lambda: match(GAME, BOT, BOT, 1, 1), "1 deals have no interval: play 2 or more"),
    (lambda: simulate(GAME, hands=0), "0 hands have no results: play one or more"),
    (lambda: make_game("double-knot", options=["pack"]), "expected options by name, as in {'pack': 'basic'}"),  # type: ignore[arg-type]
])
def test_it_is_said_what_was_expected(call: Callable[[], object], said: str) -> None:
    with pytest.raises(WrongArgument) as error:
        call()
    assert said in str(error.value)
    assert isinstance(error.value, TypeError)


def test_other_refusals_are_errors_of_ours_too() -> None:
    with pytest.raises(TextError, match="'expert' can't be read here: expected a level: random, beginner, plain or strong"):
        bot_for(GAME, "expert")
    with pytest.raises(NobodyActs):
        solve(OVER)
    with pytest.raises(RulesEngineError, match="the hand isn't over: South is to act"):
        _ = HAND.sheet
    with pytest.raises(SetupError, match="is for 3 or 4 players, not 0"):
        make_game("snakebit", players=0)


class Cheat(Bot[Any]):
    """A bot that plays cards that it doesn't hold."""

    name = "cheat"

    def __init__(self, answer: Any) -> None:
        self.answer = answer

    def choose(self, view: Any, rng: random.Random, heard: Any = ()) -> BotMove:
        answer: BotMove = self.answer
        return answer


def test_a_bot_that_breaks_the_rules_is_told_so() -> None:
    with pytest.raises(MoveRefused, match="'9WY' is refused by the rule not-held"):
        HAND.played_by(Cheat(BotMove(GAME.notation.read_move("9WY"), "why not")))    # type: ignore[arg-type]
    with pytest.raises(WrongArgument, match="expected a BotMove from the bot Cheat"):
        HAND.played_by(Cheat("9WY"))


@pytest.mark.parametrize("path", ["examples/snakebit/break.yml", "x.YAML", "C:\\cards\\x.json"])
def test_a_path_given_as_a_text_is_told_from_a_scenario(path: str) -> None:
    with pytest.raises(DoesNotHold) as error:
        read_scenario(path)
    assert "is a path, not the text of a scenario — to read the file give a Path" in str(error.value)


def test_a_file_that_is_no_text_is_told(tmp_path: Path) -> None:
    (tmp_path / "x.yml").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(DoesNotHold, match=r"x\.yml:1: is not UTF-8 text"):
        read_scenario(tmp_path / "x.yml")
    with pytest.raises(OSError, match="directory"):
        read_scenario(tmp_path)

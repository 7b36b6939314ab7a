"""Scenario files recorded at a table, and their YAML."""

from __future__ import annotations

import textwrap
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules_engine.authoring.checks.check import scenario_files
from rules_engine.authoring.yaml_text import read_yaml
from rules_engine.core.game.setups import read_setup
from rules_engine.games import make_game
from rules_engine.scenarios.record import Play, write_example, write_quiz
from rules_engine.scenarios.yaml_writer import write_flow, write_yaml
from tests.ours import looks_at_examples

HANDS = {"South": "5SW 2MK", "West": "9WY 4MS", "North": "6MW 3SK", "East": "2SY 7ML"}
MOVES = ["5SW as W", "9WY", "6MW", "2SY", "4MS as S", "3SK", "7ML", "2MK"]
TEXTS = st.text(max_size=20) | st.sampled_from(["Y", "no", "null", "12", "1.5", "- a", "a: b", "a #b", "x:", "''",
                                                      "…", "2026-01-02"])
PLAINS: Any = st.recursive(TEXTS | st.integers() | st.booleans() | st.none(),
                           lambda part: st.lists(part, max_size=4) | st.dictionaries(TEXTS, part, max_size=4), max_leaves=12)


def play() -> Play:
    game = make_game("snakebit")
    start = read_setup(game, {"trump": "K", "cursed": "Y", "hands": HANDS})
    return Play(game, start, [game.notation.read_move(move) for move in MOVES])


def test_an_example_holds_what_the_engine_knows_and_asks_for_the_rest() -> None:
    assert write_example(play().last_tricks(1)) == textwrap.dedent("""\
        format: 1
        game: snakebit
        kind: example
        title: What does this trick show?
        intro: What should the reader look at?
        rules: [two-suits, name-suit, break, follow-suit, win-trick, score-tricks, score-cursed, next-dealer]
        setup:
          dealer: East
          leader: West
          tricks:
            South: 0
            West: 1
            North: 0
            East: 0
          cursed: Y
          trump: K
          broken: [M, S, W, Y]
          cursed_taken:
            South: 0
            West: 2
            North: 0
            East: 0
          hands:
            South: 2MK
            West: 4MS
            North: 3SK
            East: 7ML
        script:
        - West: 4MS as S
        - North: 3SK
        - East: 7ML
        - South: 2MK
          note: Why?
          expect:
            last_trick_winner: North
            hand_score:
              South: 0
              West: -1
              North: 1
              East: 0
        """)


def test_a_quiz_begins_with_the_trick_and_asks_before_the_decision() -> None:
    text = write_quiz(play(), 1)
    assert "kind: quiz" in text
    assert text.endswith("script:\n- South: 5SW as W\n- West: 9WY\n  ask: legal-moves\n")
    assert write_quiz(play(), 4).endswith("script:\n- West: 4MS as S\n  ask: legal-moves\n")


def test_choices_of_the_game_are_written_where_they_are_not_the_usual_ones() -> None:
    game = make_game("double-knot", None, 3, ["Ann", "12", "null"], {"pack": "extended"})
    start = game.deal(5)
    text = write_example(Play(game, start, game.legal(start)[:1]))
    assert "players: 3" in text
    assert "seats: [Ann, '12', 'null']" in text
    usual = game.option_values["pack"][0]
    assert ("pack: extended" in text) == (usual != "extended")


@looks_at_examples("snakebit", "double-knot", "knueffeln")
def test_puzzles_are_written_as_those_that_are_shipped() -> None:
    for game_id in ("snakebit", "knueffeln"):
        for path in [*scenario_files([Path("examples") / game_id / "puzzles"])][:10]:
            text = path.read_text(encoding="utf-8")
            assert write_yaml(read_yaml(text).value) == text


@settings(deadline=None)
@given(st.dictionaries(TEXTS, PLAINS, min_size=1, max_size=4))
def test_yaml_reads_back_as_it_was(plain: dict[str, Any]) -> None:
    assert read_yaml(write_yaml(plain)).value == plain
    assert read_yaml(f"a: {write_flow(plain)}").value == {"a": plain}


@pytest.mark.parametrize("text", ["a\nb", "\x85", "\u2028", "😀", "\ufeff", "tab\there", "\x00"])
def test_letters_that_yaml_would_lose_are_kept(text: str) -> None:
    assert read_yaml(write_yaml({"note": text})).value == {"note": text}

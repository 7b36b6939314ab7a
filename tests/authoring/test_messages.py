"""Messages about authors' mistakes: the error, its location, the likely intention, and why an expectation failed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from rules_engine.authoring.checks.check import check_text
from rules_engine.core.model.tricks import PlayedCard
from rules_engine.core.positions.json_values import closest_match, did_you_mean
from rules_engine.core.positions.position import Position
from rules_engine.games.snakebit.game import Snakebit
from rules_engine.html.figure import FIGURES

TEXT = """\
format: 1
game: snakebit
title: Follow suit
rules: [follow-suit]
setup:
  dealer: East
  cursed: K
  trump: S
  hands: {South: 4WL 5SW, West: 7ML 9MS, North: 6LK 2SY, East: 8YK 3SK}
script:
  - South: 4WL as L
    note: Leaves are led
  - West: 7ML
    legal: [7ML]
    illegal: {9MS: follow-suit}
  - North: 6LK
  - East: 8YK
    expect: {last_trick_winner: West}
"""


def told(text: str) -> list[str]:
    return [problem.told() for problem in check_text(text, "draft.yml").problems]


def test_rules_that_stumble_are_told_with_step_and_place(monkeypatch: pytest.MonkeyPatch) -> None:
    def winning(position: Position, laid: Sequence[PlayedCard]) -> PlayedCard:
        return laid[len(position.hands)]

    wins: Any = winning
    monkeypatch.setattr(Snakebit, "course", replace(Snakebit.course, trick_winner=wins))
    (problem,) = told(TEXT)
    assert problem.startswith("draft.yml:17: step 4 (East 8YK): the rules failed: IndexError: list index out of range, in ")
    assert problem.endswith(" winning")
    assert "tests/authoring/test_messages.py:" in problem


def test_the_draft_itself_holds() -> None:
    assert told(TEXT) == []


@pytest.mark.parametrize(("right", "wrong", "line", "hint"), [
    ("game: snakebit", "game: snakebite", 2, "did you mean snakebit?"),
    ("rules: [follow-suit]", "rules: [folow-suit]", 4, "did you mean follow-suit?"),
    ("  cursed: K", "  curssed: K", 7, "did you mean cursed?"),
    ("hands: {South", "hands: {Suoth", 9, "did you mean South?"),
    ("  - West: 7ML", "  - Wset: 7ML", 13, "did you mean West?"),
    ("    legal:", "    leagl:", 14, "did you mean legal?"),
    ("last_trick_winner", "last_trick_winer", 18, "did you mean last_trick_winner?"),
    ("format: 1", "format: 1\ntitel: x", 2, "did you mean title?"),
    ("dealer: East", "dealer: Eats", 6, "did you mean East?"),
    ("cursed: K", "cursed: Knotts", 7, "did you mean Knots?"),
    ("  dealer: East", "  phase: plya", 6, "did you mean play?"),
    ("game: snakebit", "game: snakebit\nvariant: standart", 3, "did you mean standard?"),
    ("title: Follow suit", "kind: exmple", 3, "did you mean example?"),
    ("    legal: [7ML]", "    ask: legal-move", 14, "did you mean legal-moves?"),
    ("{9MS: follow-suit}", "{9MS: folow-suit}", 15, "did you mean follow-suit?"),
    ("{9MS: follow-suit}", "{9MS: no-cheating}", 15, "snakebit has no rule no-cheating"),
    ("{last_trick_winner: West}", "{last_trick_winner: Wset}", 18, "did you mean West?"),
    ("{last_trick_winner: West}", "{phase: pley}", 18, "did you mean play?"),
])
def test_a_word_that_is_misspelt_leads_to_the_one_that_was_meant(right: str, wrong: str, line: int, hint: str) -> None:
    found = told(TEXT.replace(right, wrong))
    assert any(each.startswith(f"draft.yml:{line}: ") and each.endswith(f" — {hint}") for each in found)


@pytest.mark.parametrize(("right", "wrong", "line", "words"), [
    ("title: Follow suit", "title: Follow: suit", 3,
     "a text contains a colon followed by a space: put the text in quotes"),
    ("title: Follow suit", "title: @home", 3, "a text can't begin like this: put the text in quotes"),
    ("title: Follow suit", "title: *home", 3, r"a text can't begin with * or &: put the text in quotes"),
    ("note: Leaves", 'note: "Leaves', 12, "the quote that opens here is never closed"),
    ("  cursed: K", "\tcursed: K", 7, "there is a tab in column 1: indent with spaces"),
    ("  cursed: K", " cursed: K", 7, "this line isn't indented like its neighbours"),
    ("rules: [follow-suit]", "rules: [follow-suit", 5,
     "a list or mapping that opens with a bracket is not closed, or lacks a comma"),
    ("title: Follow suit", "title Follow suit", 4, "a key has no colon behind it, or a text goes on without being indented"),
])
def test_what_is_no_yaml_is_told_in_words_where_it_is(right: str, wrong: str, line: int, words: str) -> None:
    assert told(TEXT.replace(right, wrong)) == [f"draft.yml:{line}: this isn't YAML: {words}"]


def test_what_was_expected_and_isnt_so_is_told_with_the_reason() -> None:
    (winner,) = told(TEXT.replace("last_trick_winner: West", "last_trick_winner: North"))
    assert winner.startswith("draft.yml:18: step 4 (East 8YK): last_trick_winner: expected North, got West — ")
    assert "West" in winner.partition(" — ")[2]
    (legal,) = told(TEXT.replace("legal: [7ML]", "legal: [7ML, 9MS]"))
    assert "(not legal: 9MS) — 9MS is refused by follow-suit: Leaves were led" in legal


@pytest.mark.parametrize(("word", "known", "hint"), [
    ("trik", ["trick", "tricks"], "did you mean trick?"),
    ("tirck", ["trick"], "did you mean trick?"),
    ("Trick", ["trick"], "did you mean trick?"),
    ("hearts", ["trick", "dealer"], ""),
    ("x", ["y"], ""),
    ("trick", [], ""),
    ("no-such-thing-at-all", ["no-such-thing-as-that"], ""),
])
def test_only_a_near_word_is_meant(word: str, known: list[str], hint: str) -> None:
    assert did_you_mean(word, known) == hint


def test_a_text_that_is_no_move_is_told_the_moves_of_its_phase() -> None:
    bids = TEXT.replace("game: snakebit", "game: double-knot").partition("rules:")[0] + (
        "setup: {seed: 3}\nscript:\n  - South: bit 3\n")
    (found,) = told(bids)
    assert "“bit 3” can't be read here: expected a move of this phase: “bid NUMBER”" in found
    assert "CARD" not in found


@pytest.mark.parametrize("language", [
    "bash", "c", "css", "console", "diff", "html", "json", "markdown", "python", "sh", "text", "toml", "yaml",
])
def test_a_language_is_no_misspelt_fence(language: str) -> None:
    assert not closest_match(language, FIGURES)

"""Tests that the authors' reference pages agree with the docstrings of the authors' API, and that its examples run."""

from __future__ import annotations

import doctest
import inspect
import re
from importlib import import_module
from typing import Any

import pytest

from rules_engine.core.game.game import Game
from rules_engine.core.model.packs import FRENCH
from rules_engine.core.model.seats import DEFAULT_SEATS, Table
from rules_engine.core.positions import field_types
from rules_engine.core.positions.field_types import FieldType, PerName
from rules_engine.core.positions.json_values import ValueReader
from rules_engine.core.positions.notation import Notation
from tests.authoring.reference import PAGES, SAMPLES, TABLE, members, renewed
from tests.site.tiny import ROOT

TEXT, BESIDE = (page.read_text(encoding="utf-8") for page in PAGES)
ASKED = [(found[2], found[3] or "", found[4]) for found in TABLE.finditer(TEXT + BESIDE)]
WHOLE = ("core.model.cards.Card", "core.model.moves.Move", "core.positions.position.Position", "core.model.events.Event",
         "core.game.trick_game.HandFlow", "core.game.trick_game.Stage", "narration.phrasebook.Phrasebook", "bots.bot.Bot")
SHOWN = ("core/game/game", "core/model/cards", "core/model/errors", "core/model/events", "core/model/moves", "core/model/rules",
         "core/model/tricks", "core/positions/field_types", "core/positions/position", "narration/quantities",
         "narration/move_phrases", "site/model/addresses", "site/model/puzzle_pages", "site/previews/tags", "text/locale",
         "text/lookalikes", "text/message")
"""The modules whose docstrings contain examples."""


def test_the_pages_say_what_the_docstrings_say() -> None:
    for text in (TEXT, BESIDE):
        assert renewed(text) == text, "a page is behind the docstrings: run python -m tests.authoring.reference"
    stale = TEXT.replace("| `played: Card` |", "| `played: Cord` |")
    assert stale != TEXT
    assert renewed(stale) == TEXT


def test_nothing_that_a_game_is_written_with_is_left_out() -> None:
    for place in WHOLE:
        assert (f"rules_engine.{place}", "", "") in ASKED, place
    parts = {each.part for each in members("rules_engine.core.game.game.Game")}
    told = {which for place, how, which in ASKED if place == "rules_engine.core.game.game.Game" and how == " #"}
    assert {part.removeprefix("for the game's author: ") for part in parts} == told


def test_what_a_game_must_declare_is_what_has_no_default() -> None:
    said = TEXT.partition("There is no default for\n")[2].partition(".")[0]
    declared = {each.name for each in members("rules_engine.core.game.game.Game") if each.part == "what a game declares"}
    assert set(re.findall(r"`(\w+)`", said)) == {name for name in declared - {"unit"} if not hasattr(Game, name)} | {"positions"}


def test_every_kind_is_there_with_a_value_that_reads_back() -> None:
    table = Table(DEFAULT_SEATS[4])
    notation = Notation(FRENCH, table, {"play": ("CARD",)}, FRENCH.cards, table.names)
    ready = {name for name, each in vars(field_types).items() if isinstance(each, FieldType) and name.isupper()}
    assert ready <= SAMPLES.keys()
    classes = {each for each in vars(field_types).values() if inspect.isclass(each) and issubclass(each, FieldType)} - {FieldType,
                                                                                                                        PerName}
    assert classes == {type(kind) for kind, _ in SAMPLES.values()}
    for written, (kind, value) in SAMPLES.items():
        assert written.isupper() or written.partition("(")[0] == type(kind).__name__
        plain = ValueReader(value)
        assert kind.write(kind.read(plain, notation), notation) == value, written
        assert not plain.problems, written


def test_the_modules_beside_a_game_are_those_that_are_looked_for() -> None:
    looked_for = {"phrases": "words"}
    for path in (ROOT / "rules_engine").rglob("*.py"):
        code = path.read_text(encoding="utf-8")
        looked_for |= dict(re.findall(r'game_module\([\w()]+, "(\w+)"\).*?\bmodule\.(\w+)', code, re.DOTALL))
    table = BESIDE.partition("\n## ")[0]
    assert dict(re.findall(r"^\| `(\w+)` \| `(\w+)` \|", table, re.MULTILINE)) == looked_for


@pytest.mark.parametrize("name", SHOWN)
def test_the_examples_in_docstrings_hold(name: str) -> None:
    module: Any = import_module(f"rules_engine.{name.replace('/', '.')}")
    ran = doctest.testmod(module)
    assert ran.attempted
    assert not ran.failed


def test_no_docstring_has_an_example_that_nobody_runs() -> None:
    with_examples = {path.relative_to(ROOT / "rules_engine").as_posix() for path in (ROOT / "rules_engine").rglob("*.py")
                     if re.search(r"^ *>>> ", path.read_text(encoding="utf-8"), re.MULTILINE)}
    assert with_examples == {f"{name}.py" for name in SHOWN}

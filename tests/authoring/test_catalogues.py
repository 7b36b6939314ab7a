"""Catalogues: whole, with the same open places, and enough for whole hands; what is missing is added and told."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from rules_engine.authoring.catalogues import (
    CatalogueUnreadable,
    add_to_catalogue,
    engine_words,
    of_client,
    of_engine,
    of_examples,
    of_game,
    read_catalogue,
)
from rules_engine.authoring.check import check_file
from rules_engine.cli.said import said_of, said_of_scenario
from rules_engine.core.choices import every_choice
from rules_engine.core.language import Language
from rules_engine.games import game_class, make_game
from rules_engine.scenario.wording import reworded, texts_of
from tests.site.tiny import ROOT

EXAMPLES = ROOT / "examples"
GERMAN = {"engine": of_engine("de"), "client": of_client("de"), "knueffeln": of_game("knueffeln", "de"),
          "examples": of_examples(EXAMPLES, "de")}
PLACE = re.compile(r"\{\w+\}")


@pytest.mark.parametrize("catalogue", GERMAN)
def test_every_sentence_is_translated_with_its_open_places(catalogue: str) -> None:
    text = GERMAN[catalogue].read_text(encoding="utf-8")
    words = read_catalogue(GERMAN[catalogue])
    assert len(words) == len(re.findall(r"^msgid ", text, re.MULTILINE))
    odd = {english: german for english, german in words.items() if not set(PLACE.findall(german)) <= set(PLACE.findall(english))}
    assert odd == {}
    ended = {english: german for english, german in words.items() if english[-1] in ".:;?!" and len(english) > 1}
    assert {english: german for english, german in ended.items() if german.rstrip("“")[-1] != english[-1]} == {}


def test_a_hand_of_knueffeln_is_german_from_the_deal_to_the_review() -> None:
    language = Language("de", engine_words("de", ["knueffeln"]))
    said_of([make_game("knueffeln")], language, 1)
    assert language.missing == {}


@pytest.mark.thorough
def test_hands_of_all_tables_of_knueffeln_are_german() -> None:
    language = Language("de", engine_words("de", ["knueffeln"]))
    said_of(every_choice(game_class("knueffeln")), language, 4)
    assert language.missing == {}


@pytest.mark.parametrize("file", ["first-trick.yml", "puzzles/01.yml"])
def test_what_is_tried_with_an_example_is_german(file: str) -> None:
    run = check_file(EXAMPLES / "knueffeln" / file).run
    assert run is not None
    language = Language("de", engine_words("de", ["knueffeln"]) | read_catalogue(GERMAN["examples"]))
    said_of_scenario(reworded(run, language.put_whole), language)
    assert language.missing == {}
    assert language.unwritten == {}


def test_what_authors_wrote_is_whole() -> None:
    language = Language("de", read_catalogue(GERMAN["examples"]))
    for file in (EXAMPLES / "knueffeln").glob("*.yml"):
        scenario = check_file(file).scenario
        for text in texts_of(scenario) if scenario else ():
            language.put_whole(text)
    assert language.unwritten == {}


def test_what_is_missing_is_added_once_and_stays_to_be_translated(tmp_path: Path) -> None:
    file = tmp_path / "languages" / "de.po"
    assert read_catalogue(file) == {}
    assert add_to_catalogue(file, "de", {"{seat} leads.": "West leads.", "Pass": "Pass"}) == 2
    assert read_catalogue(file) == {}
    written = file.read_text(encoding="utf-8")
    assert "#. West leads." in written
    file.write_text(written.replace('msgid "Pass"\nmsgstr ""', 'msgid "Pass"\nmsgstr "Weiter"'), encoding="utf-8")
    assert add_to_catalogue(file, "de", {"Pass": "Pass", "Bid": "Bid"}) == 1
    assert read_catalogue(file) == {"Pass": "Weiter"}


def test_a_damaged_catalogue_is_told_with_its_file(tmp_path: Path) -> None:
    file = tmp_path / "de.po"
    file.write_text("Pass = Weiter\n", encoding="utf-8")
    with pytest.raises(CatalogueUnreadable, match=re.escape(str(file))):
        read_catalogue(file)

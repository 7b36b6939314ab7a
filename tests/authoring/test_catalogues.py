"""Translation catalogues: they contain every sentence, with the same placeholders; missing sentences are added and reported."""

from __future__ import annotations

import ast
import re
import shutil
from pathlib import Path

import pytest

from rules_engine.authoring.checks.check import check_file
from rules_engine.authoring.translations.catalogues import (
    InvalidCatalogue,
    engine_words,
    faults,
    of_client,
    of_engine,
    of_examples,
    of_game,
    of_pages,
    places_of,
    plural_forms,
    read_catalogue,
    update_catalogue,
)
from rules_engine.authoring.translations.extract_messages import (
    BUILT,
    ENGINE,
    MESSAGE_FOLDERS,
    client_messages,
    engine_messages,
    game_messages,
    page_messages,
    scenario_messages,
)
from rules_engine.site.runtime.engine_archive import AT_HOME
from rules_engine.text.locale import ABOUT, key_of
from rules_engine.text.template import places
from tests.site.tiny import ROOT

EXAMPLES = ROOT / "examples"
GERMAN = {"engine": of_engine("de"), "pages": of_pages("de"), "client": of_client("de"), "knueffeln": of_game("knueffeln", "de"),
          "examples": of_examples(EXAMPLES, "de")}


@pytest.mark.parametrize("catalogue", GERMAN)
def test_every_entry_is_translated(catalogue: str) -> None:
    words = read_catalogue(GERMAN[catalogue])
    assert len(words) == len(re.findall(r"^msgid ", GERMAN[catalogue].read_text(encoding="utf-8"), re.MULTILINE))
    sentences = {english.rpartition(ABOUT)[2]: german for english, german in words.items()}
    ended = {english: german for english, german in sentences.items() if english[-1] in ".:;?!" and len(english) > 1}
    assert {english: german for english, german in ended.items() if german.rstrip("“")[-1] != english[-1]} == {}
    forms = {german: len(place.forms) for english, german in sentences.items() for place in places(german)
             if place.forms and not any(len(own.forms) > 2 for own in places(english) if own.name == place.name)}
    assert {german: count for german, count in forms.items() if count not in (2, 4)} == {}, "one and several, or all four"


def test_german_catalogues_contain_exactly_the_messages_of_the_tables() -> None:
    """The sentences are extracted from the source code, without playing a hand."""
    said = {"engine": engine_messages(), "pages": page_messages(), "knueffeln": game_messages("knueffeln")}
    for name, entries in said.items():
        words = read_catalogue(GERMAN[name])
        assert sorted(entries.keys() - words.keys()) == []
        assert sorted(words.keys() - entries.keys()) == []


def test_sentences_occur_only_where_they_can_be_extracted() -> None:
    """Babel can't extract sentences from f-strings."""
    lost = [f"{file.name}:{one.lineno}" for folder in (*MESSAGE_FOLDERS, "games") for file in (ENGINE / folder).rglob("*.py")
            for text in ast.walk(ast.parse(file.read_text(encoding="utf-8"))) if isinstance(text, ast.JoinedStr)
            for one in ast.walk(text) if isinstance(one, ast.Call) and getattr(one.func, "id", "") in ("say", "template")]
    assert lost == []


def test_all_that_authors_wrote_is_translated() -> None:
    scenarios = {file.name: check_file(file).scenario for file in (EXAMPLES / "knueffeln").glob("*.yml")}
    written = scenario_messages({name: scenario for name, scenario in scenarios.items() if scenario is not None})
    assert sorted(written.keys() - read_catalogue(GERMAN["examples"]).keys()) == []


def test_what_is_gathered_is_said_declared_and_put_together() -> None:
    engine, snakebit = engine_messages(), game_messages("snakebit")
    assert {"Left of the dealer, {seat} {seat:leads|lead}.", "{n} {n:trick|tricks}", key_of("North", "seat"),
            key_of("and", "between"), key_of("D", "dealer")} <= engine.keys()
    assert {"{n} cursed", "to −13", "play {card} as {suit}", "the Lunatic", "Moons",
            key_of("X", "rank")} <= snakebit.keys()
    assert not engine.keys() & snakebit.keys()


def test_what_is_missing_is_added_and_what_is_not_said_any_more_is_set_aside(tmp_path: Path) -> None:
    file = tmp_path / "languages" / "de.po"
    assert read_catalogue(file) == {}
    assert update_catalogue(file, "de", {"{seat} {seat:leads|lead}.": "phrases.py", "Pass": "", key_of("Pass", "seat"): ""}) == 3
    assert read_catalogue(file) == {}
    written = file.read_text(encoding="utf-8")
    assert "#: phrases.py" in written
    file.write_text(written.replace('msgid "Pass"\nmsgstr ""', 'msgid "Pass"\nmsgstr "Weiter"'), encoding="utf-8")
    assert update_catalogue(file, "de", {"Bid": ""}) == 1
    assert read_catalogue(file) == {}
    assert '#~ msgstr "Weiter"' in file.read_text(encoding="utf-8")
    assert update_catalogue(file, "de", {"Bid": "", "Pass": ""}) == 1
    assert read_catalogue(file)["Pass"] == "Weiter"


@pytest.mark.parametrize(("german", "fault"), [
    ("{card} {seat:gewinnt|gewinnen}.", "{card}"), ("{seat's} Sieg.", "is English"), ("{seat} {seat:gewinnt}.", "has 1 form:"),
    ("{seat} {seat:1|2|3|4|5}.", "has 5 forms: write two to 4"), ("{seat gewinnt.", "two braces"),
    ("{ seat } gewinnt.", "two braces")])
def test_what_can_t_be_filled_in_is_told(german: str, fault: str, tmp_path: Path) -> None:
    assert fault in next(faults("{seat} {seat:wins|win}.", german))
    file = tmp_path / "de.po"
    file.write_text(f'msgid "{{seat}} {{seat:wins|win}}."\nmsgstr "{german}"\n', encoding="utf-8")
    with pytest.raises(InvalidCatalogue, match=re.escape(str(file))):
        read_catalogue(file)


@pytest.mark.parametrize(("german", "fault"), [
    ("{n:erster|zweiter|letzter}", ""), ("{n:erster|letzter}", "has 2 forms: write 3"), ("{n:a|b|c|d}", "has 4 forms: write 3")])
def test_of_several_each_has_its_form(german: str, fault: str) -> None:
    assert fault in next(faults("{n:first|second|last}", german), "")
    assert bool(fault) == any(faults("{n:first|second|last}", german))


def test_what_the_browser_does_not_run_is_in_the_catalogue_of_pages() -> None:
    speaking = [file for file in AT_HOME if any(file.startswith(f"{folder}/") for folder in MESSAGE_FOLDERS)]
    silent = ("bots/match.py", "core/game/reference_card.py", "narration/claims.py", "scenarios/written_text.py",
              "api/referee/phases.py", "api/referee/samples.py", "api/referee/unasked_facts.py")
    assert sorted(BUILT) == sorted({"site", *speaking} - {*silent})
    assert not any("say(" in (ENGINE / file).read_text(encoding="utf-8") for file in silent)


def test_a_language_has_as_many_forms_as_its_numbers_need(tmp_path: Path) -> None:
    entry = 'msgid "{n} {n:trick|tricks}"\nmsgstr "{n} {n:a|b|c|d|e|f}"\n'
    arabic, german = tmp_path / "ar.po", tmp_path / "de.po"
    arabic.write_text(entry, encoding="utf-8")
    german.write_text(entry, encoding="utf-8")
    assert len(read_catalogue(arabic)) == 1
    with pytest.raises(InvalidCatalogue, match="has 6 forms: write two to 4"):
        read_catalogue(german)


@pytest.mark.parametrize("code", ["xx", "de-XX", "French", "", "../de"])
def test_what_is_no_language_is_told(code: str) -> None:
    with pytest.raises(InvalidCatalogue, match=re.escape(f"{code!r} is no language")):
        engine_words(code, [])


def test_a_language_of_a_country_is_one(tmp_path: Path) -> None:
    file = tmp_path / "pt-BR.po"
    assert update_catalogue(file, "pt-BR", {"Bid": ""}) == 1
    assert read_catalogue(file) == {}
    assert [plural_forms(code)[:3] for code in ("pt-BR", "pt")] == ["001", "101"]


@pytest.mark.parametrize("catalogue", GERMAN)
def test_catalogues_are_formatted_as_the_command_writes_them(catalogue: str, tmp_path: Path) -> None:
    """A translator's diff then contains only the translator's changes."""
    file = tmp_path / "de.po"
    shutil.copy(GERMAN[catalogue], file)
    assert update_catalogue(file, "de", places_of(file)) == 0
    assert file.read_text(encoding="utf-8") == GERMAN[catalogue].read_text(encoding="utf-8")


def test_a_new_language_gets_what_the_page_itself_says() -> None:
    assert client_messages().keys() == read_catalogue(of_client("de")).keys()
    assert client_messages()["Next trick"] == "table/hand-mode.js"


def test_a_damaged_catalogue_is_told_with_its_file(tmp_path: Path) -> None:
    file = tmp_path / "de.po"
    file.write_text("Pass = Weiter\n", encoding="utf-8")
    with pytest.raises(InvalidCatalogue, match=re.escape(str(file))):
        read_catalogue(file)


def test_forms_after_numbers_come_from_gettext_s_rules() -> None:
    assert plural_forms("de").startswith("1011")
    assert [plural_forms("pl")[number] for number in (1, 3, 5, 22, 112)] == ["0", "1", "2", "1", "2"]
    assert engine_words("de", [])[""] == plural_forms("de")


def test_every_template_is_written_out_where_it_is_said_with_all_it_lacks() -> None:
    """Otherwise Babel would miss the template, or a reader would get a `KeyError`."""
    odd: list[str] = []
    for file in sorted(file for folder in (*MESSAGE_FOLDERS, "games") for file in (ENGINE / folder).rglob("*.py")):
        for call in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if not isinstance(call, ast.Call) or not isinstance(call.func, ast.Name) or call.func.id not in ("say", "template"):
                continue
            literal = call.args[0] if call.args else None
            where = f"{file.relative_to(ROOT)}:{call.lineno}"
            if not isinstance(literal, ast.Constant) or not isinstance(literal.value, str):
                odd.append(f"{where}: the template isn't written out")
            elif call.func.id == "say" and not any(given.arg is None for given in call.keywords):
                wanted, given = {place.name for place in places(literal.value)}, {given.arg for given in call.keywords}
                odd += [f"{where}: {sorted(wanted ^ given, key=str)}"] if wanted != given else []
    assert odd == []


def test_french_cards_and_plain_play_are_words_of_the_engine() -> None:
    german = read_catalogue(of_engine("de"))
    for message in ("Ace", "Hearts", "{rank} of {suit}", key_of("Q", "rank"), "play {card}", "Follow suit if you can",
                    "{seat} {seat:takes|take} the trick with {card}, {how}."):
        assert message in engine_messages()
        assert german[message]
        assert message not in game_messages("knueffeln")

"""Pages in another language: built with the originals, checked by the same rules, and missing translations reported."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from pathlib import Path

import pytest

from rules_engine.authoring.translations.catalogues import engine_words, of_client, read_catalogue
from rules_engine.core.model.rules import GENERAL_RULES, AnyRule, EngineRefusal
from rules_engine.games import game_class
from rules_engine.site.files.assets import CLIENT, STYLES, client_files
from rules_engine.site.model.addresses import edition
from rules_engine.site.zensical.config import read_site
from rules_engine.site.zensical.render import render
from rules_engine.text.locale import Catalogue
from tests.ours import without_their_pages
from tests.site.tiny import MKDOCS_YML, ROOT, Built, TinySite, headings

GERMAN = """\
msgid "West plays 9 of Wyrms"
msgstr ""

msgid "Rules"
msgstr "Regeln"

msgid "Who holds the suit must follow"
msgstr "Wer die Farbe hat, bedient"
"""


class GermanSite(TinySite):
    """A site with German rules for its only game."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self.write("mkdocs.yml", MKDOCS_YML.replace("{games: [snakebit]}", "{games: [snakebit], languages: [de]}")
                   + 'copyright: "Texts: ours"\nextra: {copyrights: {de: "Texte: unsere"}}\n')
        self.write("docs/de/games/index.md", f"# Spiele\n\n```games\n```\n\n{headings(GENERAL_RULES)}\n")
        rules = headings(game_class("snakebit").book.rules)
        links = "[Hier](index.md), [da](../../first.md) und [dort](../first.md#of-all)"
        self.write("docs/de/games/snakebit.md",
                   f"# Snakebit\n\n{links}\n\n```example\nsnakebit/follow-suit.yml\n```\n\n{rules}\n")
        self.write("docs/first.md", "# First\n\n## Of all { #of-all }\n")


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Built:
    site = GermanSite(tmp_path_factory.mktemp("german"))
    title = next(line for line in site.read("examples/snakebit/follow-suit.yml").splitlines() if line.startswith("title: "))
    english = title.removeprefix("title: ").strip("'\"")
    site.write("examples/languages/de.po", f'msgid "{english}"\nmsgstr "Bekennen"\n')
    return site.build("--strict")


def test_a_page_speaks_its_language_and_the_others_theirs(built: Built) -> None:
    assert built.status == 0, built.said
    german, english = built.page("de/games/snakebit"), built.page("games/snakebit")
    assert '<html lang="de"' in german
    assert '<html lang="en"' in english
    assert "Beispiel" in german
    assert "Bekennen" in german
    assert "In Worten" in german
    assert 'id="fs-words"' in german
    assert 'id="fs-words"' not in english
    assert "In words" in built.page()


def test_the_footer_is_in_the_pages_language(built: Built) -> None:
    assert "Texts: ours" in built.page("games/snakebit")
    assert "Texte: unsere" in built.page("de/games/snakebit")
    assert "Texts: ours" not in built.page("de/games/snakebit")


def test_who_finds_no_page_is_told_where_to_go_on(built: Built) -> None:
    lost = (built.folder / "404.html").read_text(encoding="utf-8")
    assert "No page has this address." in lost
    assert 'href="/book/games/snakebit/"' in lost
    assert "<h1>This card isn't in the pack.</h1>".replace("'", "&#39;") in lost
    german = lost.partition('<div class="fs-empty fs-front" lang="de" dir="ltr">')[2]
    assert german.startswith("<h2>Diese Karte ist nicht im Spiel.</h2><p>Unter dieser Adresse")
    assert 'href="/book/de/games/snakebit/"' in lost


@pytest.mark.thorough                                           # tests/chromium checks this in its own build
@pytest.mark.skipif(bool(without_their_pages()), reason=without_their_pages())
def test_all_that_our_german_pages_say_is_german() -> None:
    pages = render(read_site(ROOT / "mkdocs.yml"), "de/").open.book
    assert len([page for page in pages.pages if page.startswith("de/")]) > 5
    assert pages.untranslated() == {"de": []}


@pytest.mark.skipif(bool(without_their_pages()), reason=without_their_pages())
@pytest.mark.parametrize(("page", "rules"), [
    ("knueffeln/rules.md", game_class("knueffeln").book.rules), ("refusals.md", GENERAL_RULES)])
def test_a_link_calls_a_rule_what_its_german_page_calls_it(page: str, rules: Sequence[AnyRule | EngineRefusal]) -> None:
    text = (ROOT / "docs/de/games" / page).read_text(encoding="utf-8")
    called = {rule: title for title, rule in re.findall(r"^#+ (.*?) \{ #rule-([\w-]+)", text, re.MULTILINE)}
    german = Catalogue("de", engine_words("de", ["knueffeln"]))
    assert {rule.id: german.translate(rule.title) for rule in rules} == called


@pytest.mark.skipif(bool(without_their_pages()), reason=without_their_pages())
def test_our_german_pages_have_a_first_address() -> None:
    home = (ROOT / "docs/de/index.md").read_text(encoding="utf-8")
    assert all((ROOT / "docs/de" / target).is_file() for target in re.findall(r"\]\(([^#)]*\.md)", home))


def test_its_links_stay_in_the_language(built: Built) -> None:
    german = built.page("de/games/snakebit")
    assert 'data-general-page="../"' in german
    assert 'href="snakebit/"' in built.page("de/games")


def test_a_link_to_a_page_that_the_language_lacks_leads_to_the_original(built: Built) -> None:
    text = built.page("de/games/snakebit")
    assert '<a href="../">Hier</a>, <a href="../../../first/">da</a> und <a href="../../../first/#of-all">dort</a>' in text


def test_what_no_catalogue_has_is_told_and_the_rest_travels(built: Built) -> None:
    assert "Not in the catalogues of 'de', so in English:" in built.said
    assert "Bekennen" not in built.said
    files = {name: data for name, data in built.files().items() if "/words/de-" in name}
    (data,) = files.values()
    words = json.loads(data)
    assert words["Undo"] == "Rückgängig"
    assert "Bekennen" not in words.values()
    sections = json.loads(built.files()["search/sections.json"])
    assert {each.get("language", "") for each in sections if each["location"].startswith("de/")} == {"de"}


def test_an_edition_is_held_to_its_rules(tmp_path: Path) -> None:
    site = GermanSite(tmp_path)
    rules = game_class("snakebit").book.rules
    site.write("docs/de/games/snakebit.md", f"# Snakebit\n\n{headings(rules[1:])}\n\n## Mehr {{ #rule-more }}\n")
    site.write("examples/languages/de.po", 'msgid = "unquoted"\n')
    result = site.build("--strict")
    assert result.status == 1
    assert "examples/languages/de.po" in result.said
    assert "Traceback" not in result.said
    site.write("examples/languages/de.po", "")
    result = site.build("--strict")
    assert f"docs/de/games/snakebit.md:1: the rule {rules[0].id} has no heading on this page" in result.said
    assert "no rule is called more" in result.said


@pytest.mark.parametrize(("page", "found"), [
    ("de/games/index.md", ("de", "games/index.md")), ("games/de/index.md", ("", "games/de/index.md")), ("de.md", ("", "de.md"))])
def test_an_edition_has_a_folder(page: str, found: tuple[str, str]) -> None:
    assert edition(page, ["de"]) == found


TEXT = re.compile(r'"((?:[^"\\\n]|\\.)*)"')
COMMENT = re.compile(r"/\*.*?\*/|^\s*//[^\n]*", re.DOTALL | re.MULTILINE)
SENTENCE = re.compile(r"[A-Z][a-z]+ [a-z(]")
ENGLISH_ALONE = {"playground", "eslint.config.mjs"}
"""Folders and files whose text is used only in English."""


def test_every_sentence_of_the_page_s_scripts_is_in_its_catalogue() -> None:
    german = {sentence.strip() for sentence in read_catalogue(of_client("de"))}
    scripts = [file for file in CLIENT.rglob("*.js") if ENGLISH_ALONE.isdisjoint(file.relative_to(CLIENT).parts)]
    texts = {text for file in scripts for text in TEXT.findall(COMMENT.sub("", file.read_text(encoding="utf-8")))}
    said = {text for text in texts - german if SENTENCE.match(text)}
    assert len(texts & german) > 60
    assert {text for text in said if not german.issuperset(re.split(r"(?<=[.!?…]) ", text))} == set()


def test_text_in_style_sheets_is_translated() -> None:
    """Text in a style's `content` is read from a variable, which translated pages set at their root."""
    styles = "".join(file.read_text(encoding="utf-8") for file in (*CLIENT.rglob("*.css"), *(ROOT / "docs").rglob("*.css")))
    shown = {text for value in re.findall(r"(?<![-\w])content:([^;}]*)", styles) for text in re.findall(r'"([^"]*)"', value)}
    words = {text for text in shown if re.search(r"[^\W\d_]", re.sub(r"\\[\da-f]+", "", text))}
    assert {(text.replace(" ", "-"), text) for text in words} == set(re.findall(r'var\(--fs-says-([\w-]+), "([^"]*)"\)', styles))
    german = read_catalogue(of_client("de"))
    (sent,) = [file.read().decode() for file in client_files(["knueffeln"], ["de"]) if file.path == STYLES]
    (said,) = re.findall(r":root:lang\(de\)\{([^{}]*)\}", sent)
    assert dict(re.findall(r'--fs-says-([\w-]+):"([^"]*)"', said)) == {text.replace(" ", "-"): german[text] for text in words}

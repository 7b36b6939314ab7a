"""Consistent terms: pages, examples and engine messages follow the table of terms in docs/design/words.md."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest

from rules_engine.authoring.translations.extract_messages import engine_messages, game_messages, page_messages
from rules_engine.core.model.rules import GENERAL_RULES
from rules_engine.games import game_class
from tests.ours import OURS

ROOT = Path(__file__).resolve().parents[1]
TERMS = ROOT / "docs" / "design" / "words.md"
PAGES = [*ROOT.glob("docs/*.md"), *ROOT.glob("docs/games/**/*.md")]
HEARD = re.compile(r'data-words="[^"]*"|`[^`\n]*`|<[^>]*>|^ *[a-z-]+/[a-z0-9-]+\.yml$', re.MULTILINE)
"""Parts of a page that readers don't see: search keywords, code and URLs."""


def not_said() -> list[str]:
    """Return the words to avoid, from the last column of the table."""
    table = TERMS.read_text(encoding="utf-8").partition("## Terms {")[2]
    cells = [line.strip("| ").split(" | ") for line in table.splitlines() if line.startswith("| ")][2:]
    return [word.strip() for _, _, *words in cells for cell in words for word in cell.split(";") if word.strip()]


@cache
def read() -> list[tuple[str, str]]:
    """Return every English text that readers see, each with its source."""
    pages = [(path.name, HEARD.sub("", path.read_text(encoding="utf-8"))) for path in PAGES]
    examples = [(path.name, " ".join(re.findall(r"(?:title|intro|note): .*", path.read_text(encoding="utf-8"))))
                for path in sorted(ROOT.glob("examples/*/**/*.yml"))]
    gathered = (engine_messages(), page_messages(), *map(game_messages, OURS))
    return [*pages, *examples, *(("the engine", key) for key in {key: None for entries in gathered for key in entries})]


def test_the_table_names_what_is_not_said() -> None:
    assert {"it is no trump", "start closed", "bidding side"} <= set(not_said())


@pytest.mark.parametrize("word", not_said())
def test_one_thing_has_one_name(word: str) -> None:
    looked_for = re.compile(rf"\b{word}\b".replace(" ", r"\s+"), re.IGNORECASE)
    found = [f"{where}: {text[max(0, hit.start() - 40):hit.end() + 20]}" for where, text in read()
             for hit in looked_for.finditer(text)]
    assert not found, found


def test_a_sentence_begins_with_whoever_and_not_with_who() -> None:
    """*Who leads has the choice* is not idiomatic: in English, "who" begins a question."""
    told = re.compile(r"(?:^|[.:;!?*] |\n)Who\s[^.?!|:#]*\.(?=\s|$)")
    found = [f"{where}: {hit.group().strip()}" for where, text in read() for hit in told.finditer(text)]
    assert not found, found


# ---- titles of rules

def headings(page: Path) -> dict[str, str]:
    """Return the headings of the rules on a page, by rule id."""
    found = re.findall(r"^#+ (.*?) \{ #rule-([\w-]+)", page.read_text(encoding="utf-8"), re.MULTILINE)
    return {rule: title for title, rule in found}


@pytest.mark.parametrize("game", OURS)
def test_a_link_to_a_rule_reads_as_its_heading(game: str) -> None:
    written = headings(ROOT / "docs" / "games" / game / "rules.md")
    assert written == {rule.id: rule.title for rule in game_class(game).book.rules}


def test_a_link_to_a_rule_of_every_game_reads_as_its_heading() -> None:
    assert headings(ROOT / "docs" / "games" / "refusals.md") == {rule.id: rule.title for rule in GENERAL_RULES}

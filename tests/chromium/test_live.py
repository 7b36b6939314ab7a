"""`followsuit serve`: saved changes appear in the open page, errors are reported, and the server keeps running."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Locator, Page

from rules_engine.cli.new_site import new_site
from tests.chromium.expecting import expect
from tests.chromium.hands import SLOW, deal, press
from tests.chromium.living import Author, living
from tests.chromium.pages import OpenPage
from tests.site.tiny import ROOT

GAME = "plain-trump"
PAGE, EXAMPLE = f"docs/games/{GAME}/rules.md", f"examples/{GAME}/follow-suit.yml"
PACKAGE = "written_games"
RULES, PHRASES = f"{PACKAGE}/plain_trump/rules.py", f"{PACKAGE}/plain_trump/phrases.py"


@pytest.fixture(scope="module")
def author(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Author]:
    """Serve a new site while it is being edited."""
    folder = tmp_path_factory.mktemp("live") / "written-games"
    new_site(folder, GAME, "")
    (folder / "node_modules").symlink_to(ROOT / "node_modules")
    with living(folder, PYTHONPATH=str(ROOT)) as author:
        yield author


def faults(page: Page) -> Locator:
    """Return the element that reports errors on the page."""
    return page.locator("#fs-faults")


@pytest.mark.thorough
def test_a_sentence(author: Author, open_page: OpenPage) -> None:
    page = open_page(f"{author.url}games/{GAME}/rules/")
    author.change(PAGE, "Plain Trump is a", "Plain Trump is now a")
    expect(page.locator("article")).to_contain_text("Plain Trump is now a")


@pytest.mark.thorough
def test_an_example_and_where_the_reader_was(author: Author, open_page: OpenPage) -> None:
    page = open_page(f"{author.url}games/{GAME}/rules/")
    page.locator(f"#example-{GAME}-follow-suit .fs-put").click()
    page.locator("#fs-do-on").click()
    expect(page.locator(".fs-count")).to_have_text("1 / 4")
    author.change(EXAMPLE, "title: Clubs are led", "title: Clubs are led out")
    expect(page.locator("article")).to_contain_text("Clubs are led out")
    expect(page.locator("fs-table .fs-title")).to_have_text("Clubs are led out")
    expect(page.locator(".fs-count")).to_have_text("1 / 4")


def test_a_fault_stands_where_the_figure_would_be(author: Author, open_page: OpenPage) -> None:
    page = open_page(f"{author.url}games/{GAME}/rules/")
    for _each_time in range(2):
        author.change(EXAMPLE, "\ntitle:", "\ntitel:")
        expect(page.locator(".fs-fault")).to_contain_text(f"{EXAMPLE}:3: titel: unknown key")
        expect(page.locator(".fs-fault")).to_contain_text("did you mean title?")
        expect(faults(page)).to_contain_text(f"{EXAMPLE}:3")
        expect(faults(page)).to_have_attribute("open", "")
        author.change(EXAMPLE, "\ntitel:", "\ntitle:")
        expect(page.locator(".fs-fault")).to_have_count(0)
        expect(faults(page)).to_be_hidden()


@pytest.mark.thorough
def test_a_rule_and_the_hand_that_is_played(author: Author, open_page: OpenPage) -> None:
    page = open_page(f"{author.url}games/{GAME}/rules/")
    deal(page)
    press(page)
    held = page.locator(".fs-hand > .fs-card")
    expect(held).to_have_count(12)
    with page.expect_event("load", timeout=SLOW):
        author.change(PHRASES, '"""', '"""Now. ')
    expect(page.locator("fs-table[data-playing]")).to_be_attached(timeout=SLOW)
    expect(held).to_have_count(12)


@pytest.mark.thorough
def test_many_faults_leave_the_table_free(author: Author, open_page: OpenPage) -> None:
    page = open_page(f"{author.url}games/{GAME}/rules/")
    author.change(PAGE, "```example", "```exmple\nx\n```\n\n" * 8 + "```example")
    expect(faults(page)).to_contain_text("faults in the pages built so far")
    expect(faults(page)).not_to_have_attribute("open", "")
    author.change(PAGE, "```exmple\nx\n```\n\n" * 8, "")
    expect(faults(page)).to_be_hidden()


@pytest.mark.thorough
def test_a_rule_that_python_cannot_read(author: Author, open_page: OpenPage) -> None:
    page = open_page(f"{author.url}games/{GAME}/rules/")
    author.change(RULES, "def deal(", "def deal((")
    expect(faults(page)).to_contain_text("The site can't be built")
    expect(faults(page)).to_contain_text("SyntaxError")
    expect(faults(page)).to_contain_text("rules.py")
    expect(page.locator("h1")).to_contain_text("Rules")  # the page still shows its last valid version
    author.change(RULES, "def deal((", "def deal(")
    expect(faults(page)).to_be_hidden()


@pytest.mark.thorough
def test_rules_that_end_python(author: Author, open_page: OpenPage) -> None:
    page = open_page(f"{author.url}games/{GAME}/rules/")
    author.change(RULES, "TARGET =", "import os; os._exit(3)\nTARGET =")
    expect(faults(page)).to_contain_text("The process that builds has ended")
    author.change(RULES, "import os; os._exit(3)\n", "")
    expect(faults(page)).to_be_hidden()


@pytest.mark.thorough
def test_settings_that_are_none(author: Author, open_page: OpenPage) -> None:
    page = open_page(author.url)
    author.change("mkdocs.yml", "plugins:", "plugins: {")
    expect(faults(page)).to_contain_text("mkdocs.yml")
    author.change("mkdocs.yml", "plugins: {", "plugins:")
    expect(faults(page)).to_be_hidden()


def test_what_is_not_there(author: Author, open_page: OpenPage) -> None:
    open_page.expect_problem("404")
    page = open_page(f"{author.url}games/none/")
    expect(page.locator("h1")).to_contain_text("This card isn't in the pack.")

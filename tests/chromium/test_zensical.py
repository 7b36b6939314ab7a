"""A site built by Zensical: the buttons for its game work, its search finds rules, and a phone can store it offline."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest

from tests.chromium.expecting import expect
from tests.chromium.hands import play_one
from tests.chromium.pages import OpenPage
from tests.chromium.server import BASE, Site, served
from tests.site.outside import GAME
from tests.site.zensical import ZensicalSite

pytestmark = pytest.mark.thorough
PAGE = f"games/{GAME}/"


@pytest.fixture(scope="module")
def author(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """Serve the author's site."""
    made = ZensicalSite(tmp_path_factory.mktemp("zensical"))
    figures = [f"```example\n{GAME}/{name}.yml\n```\n" for name in ("score", "trump")]
    made.write("docs/index.md", "# Home\n\n" + "\n".join(figures))
    with served(made.finished(PATH=os.environ["PATH"], SITE_URL=f"http://localhost{BASE}")) as running:
        yield running


def test_deal_and_play(author: Site, open_page: OpenPage) -> None:
    fetched = play_one(open_page(author.at("")), author.at(PAGE))
    assert "snapshot.zip" in fetched
    assert "rules.zip" not in fetched


def test_from_another_page_by_instant_navigation(author: Site, open_page: OpenPage) -> None:
    page = open_page(author.at("games/"))
    page.evaluate("window.same = true")
    page.locator(f'.md-content a[href$="{GAME}/"]').first.click()
    expect(page.locator("fs-table .fs-bar > #fs-do-new")).to_be_visible()
    assert page.evaluate("window.same") is True


@pytest.mark.thorough
def test_a_link_within_the_page_puts_its_figure_on_the_table(author: Site, open_page: OpenPage) -> None:
    page = open_page(author.at(""))
    page.evaluate("document.querySelector('article').insertAdjacentHTML('beforeend',"
                  f"'<a href=\"#fs:example:example-{GAME}-trump\">To the trumps</a>')")
    expect(page.locator("fs-figure[data-on]")).to_have_id(f"example-{GAME}-score")
    page.get_by_role("link", name="To the trumps").click()
    expect(page.locator("fs-figure[data-on]")).to_have_id(f"example-{GAME}-trump")


@pytest.mark.thorough
def test_a_table_in_the_dark_on_a_phone_stays_within_the_page(author: Site, open_page: OpenPage) -> None:
    page = open_page(author.at(PAGE), phone=True, dark=True)
    expect(page.locator("fs-table")).to_be_attached()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")

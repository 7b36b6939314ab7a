"""The site that `new-site` makes: the buttons of its game work, from the snapshot."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from tests.chromium.hands import SLOW, press
from tests.chromium.pages import OpenPage
from tests.chromium.server import Site, served
from tests.site.outside import GAME, OutsideSite


@pytest.fixture(scope="module")
def author(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """The author's site, served."""
    site = OutsideSite(tmp_path_factory.mktemp("outside"))
    built = site.build("--strict", PYTHONPATH=site.path, PATH=os.environ["PATH"], SITE_URL="https://example.org/book/")
    assert built.status == 0, built.said
    assert list(built.folder.glob("assets/followsuit/snapshot-*/snapshot.bin"))
    with served(built.folder, "/book/") as running:
        yield running


def test_deal_and_play(author: Site, open_page: OpenPage) -> None:
    page = open_page(author.at(f"games/{GAME}/"))
    fetched: list[str] = []
    page.on("requestfinished", lambda request: fetched.append(request.url))
    page.locator("#fs-do-new").click()
    expect(page.locator("fs-table[data-playing]")).to_be_visible(timeout=SLOW)
    page.locator("#fs-do-hint").click()
    expect(page.locator(".fs-slip[data-kind=coach]")).to_contain_text("I would", timeout=SLOW)
    held = page.locator(".fs-hand > .fs-card")
    before = held.count()
    press(page)
    expect(held).to_have_count(before - 1, timeout=SLOW)
    assert any(url.endswith("/snapshot.bin") for url in fetched)
    assert not any(url.endswith("/rules.zip") for url in fetched)

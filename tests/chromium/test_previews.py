"""Link previews of the built site, as a messenger's crawler and a browser see them."""

from __future__ import annotations

import re
import struct
from html.parser import HTMLParser
from pathlib import Path
from urllib.request import urlopen

import pytest

from rules_engine.site.previews.descriptions import MAX_DESCRIPTION
from tests.chromium.axe import violations
from tests.chromium.expecting import expect
from tests.chromium.pages import OpenPage, Viewport
from tests.chromium.server import Site

CRAWLED = ("", "games/", "games/snakebit/", "games/snakebit/rules/", "games/euchre/learn/", "games/spades/puzzles/", "puzzles/",
           "games/hearts/puzzles/02/", "de/", "de/games/knueffeln/", "de/games/knueffeln/puzzles/01/", "authors/start/")
NEEDED = {"description", "og:title", "og:description", "og:type", "og:url", "og:image", "og:image:width", "og:image:height",
          "og:image:alt", "og:locale", "og:site_name", "twitter:card", "twitter:image"}
MAX_BYTES = 40_000
"""Maximum size of a preview picture; some messengers don't fetch large ones."""
PUZZLE = "games/snakebit/puzzles/01/"


class Crawler(HTMLParser):
    """A reader of a page's head, which stops at the body. It runs no script."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.tags: dict[str, str] = {}
        self.title, self.lang = "", ""
        self._in_title = False
        self.feed(html.partition("<body")[0])

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        self._in_title = tag == "title"
        if tag == "html":
            self.lang = given.get("lang", "")
        if tag == "meta" and (name := given.get("property") or given.get("name")):
            self.tags.setdefault(name, given.get("content", ""))

    def handle_data(self, data: str) -> None:
        self.title += data if self._in_title else ""


def fetched(url: str) -> bytes:
    with urlopen(url, timeout=60) as answer:
        return bytes(answer.read())


def size_of(png: bytes) -> tuple[int, int]:
    """Return the width and height in the header of a PNG file."""
    assert png.startswith(b"\x89PNG\r\n\x1a\n")
    wide, high = struct.unpack(">II", png[16:24])
    return wide, high


def root_of(site: Site) -> str:
    """Return the URL for which the site was built."""
    return Crawler((site.directory / "index.html").read_text(encoding="utf-8")).tags["og:url"]


@pytest.mark.parametrize("path", CRAWLED)
def test_a_crawler_finds_a_text_and_a_picture(path: str, site: Site) -> None:
    page, root = Crawler(fetched(site.at(path)).decode()), root_of(site)
    assert page.tags.keys() >= NEEDED
    assert page.tags["og:url"] == f"{root}{path}"
    assert page.title.startswith(page.tags["og:title"])
    assert page.tags["og:locale"].startswith(page.lang)
    assert page.tags["og:image"].startswith(root)
    picture = fetched(site.at(page.tags["og:image"].removeprefix(root)))
    assert size_of(picture) == (1200, 630) == (int(page.tags["og:image:width"]), int(page.tags["og:image:height"]))
    assert len(picture) <= MAX_BYTES


def test_every_page_has_tags_and_a_picture(any_site: Site) -> None:
    root, pictures, described = root_of(any_site), set[Path](), dict[str, str]()
    for path in [*any_site.pages(), *any_site.puzzle_pages()]:
        file = any_site.directory / (f"{path}index.html" if not path or path.endswith("/") else path)
        page = Crawler(file.read_text(encoding="utf-8"))
        assert page.tags.keys() >= NEEDED, path
        assert 1 <= len(page.tags["description"]) <= MAX_DESCRIPTION, path
        assert page.tags["description"] == page.tags["og:description"], path
        assert page.title, path
        assert page.tags["og:url"] == f"{root}{path}", path
        pictures.add(any_site.directory / page.tags["og:image"].removeprefix(root))
        described[path] = page.tags["description"]
    assert [each.name for each in pictures if not each.is_file()] == []
    assert [each.name for each in pictures if each.stat().st_size > MAX_BYTES] == []
    assert {*(any_site.directory / "assets" / "followsuit" / "previews").iterdir()} == pictures


def test_structured_data_runs_nothing_and_follows_the_reader(open_page: OpenPage) -> None:
    page = open_page("games/snakebit/")
    kinds = "[...document.querySelectorAll('script[type=\"application/ld+json\"]')].map(each => " \
            "JSON.parse(each.text)['@graph'].map(thing => thing['@type']).join())"
    assert page.evaluate(kinds) == ["Game,BreadcrumbList"]
    page.locator(".fs-game-tabs a", has_text="Rules").click()
    expect(page).to_have_url(re.compile("/rules/$"))
    expect(page.locator("h1")).to_have_text(re.compile("Rules of Snakebit"))
    page.wait_for_function(f"{kinds}.join() === 'HowTo,BreadcrumbList'")
    expect(page.locator("meta[property='og:title']")).to_have_attribute("content", "Rules of Snakebit")


def test_a_puzzles_page_is_complete_without_javascript(open_page: OpenPage) -> None:
    page = open_page(PUZZLE, javascript=False)
    expect(page.locator("h1")).to_contain_text("The Merchant at the Castle gate")
    expect(page.locator(".fs-hands .fs-card")).to_have_count(9)
    answer = page.locator(".fs-solution li").first
    expect(answer).to_be_hidden()
    page.locator("summary").click()
    expect(answer).to_be_visible()


def test_a_puzzles_page_fits_and_is_accessible(open_page: OpenPage, look: Viewport) -> None:
    page = open_page(PUZZLE, **look)
    page.locator("summary").click()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert violations(page) == []
    dark = page.evaluate("getComputedStyle(document.documentElement).backgroundColor") != "rgb(253, 252, 249)"
    assert dark == look.get("dark", False)


def test_a_puzzles_page_leads_to_the_table_and_to_the_next(open_page: OpenPage) -> None:
    page = open_page(PUZZLE)
    page.get_by_role("link", name="Play it").click()
    expect(page).to_have_url(re.compile("/games/snakebit/puzzles/#puzzle-snakebit-puzzles-01$"))
    expect(page.locator("fs-table .fs-title")).to_contain_text("The Merchant at the Castle gate")
    page.go_back()
    page.locator("a[rel=next]").click()
    expect(page).not_to_have_url(re.compile(PUZZLE))
    expect(page.locator("h1")).not_to_be_empty()
    page.get_by_role("link", name="Snakebit").click()
    expect(page.locator("h1")).to_have_text(re.compile("Snakebit"))

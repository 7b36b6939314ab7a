"""The pages' security policy blocks nothing that an author's page uses: everything runs as it does without our plugin."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page

from tests.chromium.everything import MERMAID, PRESSED, OtherHost, write
from tests.chromium.pages import OpenPage, until
from tests.chromium.server import running, served
from tests.site.tiny import MKDOCS_YML, TinySite
from tests.some import some

OURS = "  - followsuit: {games: [snakebit]}\n"
SETTINGS = MKDOCS_YML + """\
use_directory_urls: false
hooks: [everything.py]
extra_javascript: [{path: own.js, type: module}]
repo_url: https://github.com/somebody/cards
"""
ASKED_ELSEWHERE = r"unpkg\.com|api\.github\.com|ERR_|127\.0\.0\.1|[Ff]ont|[Mm]edia|MIME|EventSource|mermaid"
VIOLATIONS = """addEventListener("securitypolicyviolation", (event) =>
  (window.violations ??= []).push([event.effectiveDirective, event.blockedURI, event.sample].join(" ")))"""


@pytest.fixture(scope="module")
def elsewhere(tmp_path_factory: pytest.TempPathFactory) -> Iterator[OtherHost]:
    with OtherHost(tmp_path_factory.mktemp("elsewhere")) as server, running(server):
        yield server


@pytest.fixture(scope="module", params=some(
    ["", "features: [navigation.instant]"], ["features: [navigation.instant]"], lambda each: "brought in" if each else "loaded"))
def sites(request: pytest.FixtureRequest, elsewhere: OtherHost, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """Build a site with everything that a policy may block, with and without our plugin and instant navigation."""
    folders = {}
    for name, settings in {"without": SETTINGS.replace(OURS, ""), "with": SETTINGS}.items():
        site = TinySite(tmp_path_factory.mktemp(name))
        site.write("mkdocs.yml", settings.replace("font: false", ", ".join(filter(None, ["font: false", request.param]))))
        write(site, elsewhere.origin)
        built = site.build()
        assert built.status == 0, built.said
        folders[name] = built.folder
    return folders


def ran(page: Page, elsewhere: OtherHost, address: str) -> tuple[set[str], set[str]]:
    """Return the names of the parts that ran in the page and the paths requested from the other host, when both are stable."""
    elsewhere.asked.clear()
    page.route("https://unpkg.com/**", lambda route: route.fulfill(content_type="text/javascript", body=MERMAID))
    page.route("https://api.github.com/**", lambda route: route.fulfill(json={}))
    page.add_init_script(VIOLATIONS)
    page.goto(address)
    until(page, "Boolean(window.document$)")
    page.evaluate("window.stays = true")
    page.get_by_role("link", name="All").first.click()
    until(page, "document.querySelector('h1')?.textContent.startsWith('All') && document.readyState === 'complete'")
    for selector in PRESSED:
        page.locator(selector).evaluate("each => each.click()")
        page.wait_for_timeout(100)
    before: tuple[int, int] = (-1, -1)
    while before != (before := (page.evaluate("window.ran.size"), len(elsewhere.asked))):
        page.wait_for_timeout(1500)
    return set(page.evaluate("[...window.ran]")), set(elsewhere.asked)


def test_all_that_an_author_uses_runs_as_it_does_without_us(
        sites: dict[str, Path], elsewhere: OtherHost, open_page: OpenPage) -> None:
    open_page.expect_problem(ASKED_ELSEWHERE)
    found = {}
    for name, folder in sites.items():
        with served(folder) as site:
            sitemap = folder / "sitemap.xml"    # instant navigation works only for pages in the sitemap
            named = sitemap.read_text(encoding="utf-8").replace("https://example.org/book/", site.url)
            sitemap.write_text(named, encoding="utf-8")
            page = open_page(None)
            found[name] = ran(page, elsewhere, site.at("index.html"))
            assert page.evaluate("Boolean(window.stays)") == ("navigation.instant" in (folder / "index.html").read_text("utf-8"))
            if name == "with":
                assert page.evaluate("window.violations ?? []") == []
    assert found["with"][0] == found["without"][0]
    assert found["with"][1] == found["without"][1]
    assert len(found["with"][0]) > 15
    assert len(found["with"][1]) > 30

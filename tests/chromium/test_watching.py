"""The monitoring on which other browser tests rely: it detects external requests and errors in pages."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from tests.chromium.axe import violations
from tests.chromium.pages import LOOKS, OpenPage, Readers, wait_for
from tests.chromium.server import Outside, Site, served

PAGE = """<!doctype html><html lang="en"><title>A page</title>
<meta name="viewport" content="width=device-width"><link rel="icon" href="data:,">
<main><h1>A page</h1>%s</main></html>"""

TinySite = Callable[..., Site]


@pytest.fixture
def tiny_site(tmp_path: Path) -> Iterator[TinySite]:
    """Return a function that serves a site with further files and one page, given its body."""
    with ExitStack() as stack:

        def make(body: str = "<p>Hello</p>", **files: str) -> Site:
            (tmp_path / "index.html").write_text(PAGE % body, encoding="utf-8")
            for name, text in files.items():
                (tmp_path / name.replace("_", ".")).write_text(text, encoding="utf-8")
            return stack.enter_context(served(tmp_path))

        yield make


def test_requests_that_leave_the_site_are_seen(open_page: OpenPage, tiny_site: TinySite) -> None:
    body = """<img alt="" src="http://image.invalid/a.png">
        <script>
        new Worker("worker.mjs", {type: "module"});
        navigator.sendBeacon("https://beacon.invalid/");
        new WebSocket("wss://socket.invalid/");
        </script>"""
    page = open_page(tiny_site(body, worker_mjs='fetch("https://worker.invalid/a").catch(() => 0)').url)
    hosts = [f"{name}.invalid" for name in ("image", "worker", "beacon", "socket")]
    wait_for(page, lambda: all(any("left the site" in problem and host in problem for problem in open_page.problems())
                               for host in hosts))
    open_page.expect_problem(r"\.invalid")


def test_errors_in_a_page_are_seen(open_page: OpenPage, tiny_site: TinySite) -> None:
    body = """<img alt="" src="gone.svg">
        <script>console.error("no such card")</script>
        <script>Promise.reject(new Error("no such game"))</script>
        <script>throw new Error("no such seat")</script>"""
    page = open_page(tiny_site(body).url)
    page.wait_for_load_state("networkidle")
    wanted = ("console: no such card", "script: no such game", "script: no such seat", "404")
    assert [problem for problem in wanted if not any(problem in seen for seen in open_page.problems())] == []
    for problem in wanted:
        open_page.expect_problem(problem)
    assert open_page.problems() == []


def test_each_look_is_what_it_says(open_page: OpenPage, tiny_site: TinySite) -> None:
    address = tiny_site("<noscript>Without</noscript>").url
    for look in LOOKS.values():
        page = open_page(address, **look)
        assert page.evaluate("matchMedia('(prefers-color-scheme: dark)').matches") == look.get("dark", False)
        assert page.evaluate("innerWidth") == (390 if look.get("phone") else 1280)
        assert page.evaluate("navigator.maxTouchPoints > 0") == look.get("phone", False)
    assert "Without" in open_page(address, javascript=False).locator("main").inner_text()
    assert open_page(address, reduced_motion=True).evaluate("matchMedia('(prefers-reduced-motion: reduce)').matches")


def test_who_reads_for_the_next_test_finds_nothing_stored(readers: Readers, internet: Outside, tiny_site: TinySite) -> None:
    site = tiny_site()
    stored = "[localStorage.card, sessionStorage.card, document.cookie, (await caches.keys()).length]"
    keep = "localStorage.card = sessionStorage.card = document.cookie = 'card=2'; await caches.open('cards');"
    found = []
    for before in (keep, ""):
        opener = OpenPage(readers, internet, lambda: site)
        page = opener("", dark=True, reduced_motion=True)
        found.append((page.context, page.evaluate(f"async () => {{ {before} return {stored} }}")))
        opener.close()
    assert found[0] == (found[1][0], ["card=2", "card=2", "card=2", 1])
    assert found[1][1] == [None, None, "", 0]


def test_axe_names_what_is_wrong_and_where(open_page: OpenPage, tiny_site: TinySite) -> None:
    assert violations(open_page(tiny_site().url)) == []
    found = violations(open_page(tiny_site('<img id="card" src="data:,">').url))
    assert [line.split(":")[0] for line in found] == ["image-alt (critical) at #card"]
    assert open_page.problems() == []

"""The watch that the other tests rely on: it sees what leaves a page and what breaks in it."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from tests.chromium.axe import violations
from tests.chromium.pages import Look, OpenPage
from tests.chromium.server import Site, served

PAGE = """<!doctype html><html lang="en"><title>A page</title>
<meta name="viewport" content="width=device-width"><link rel="icon" href="data:,">
<main><h1>A page</h1>%s</main></html>"""

TinySite = Callable[..., Site]


@pytest.fixture
def tiny_site(tmp_path: Path) -> Iterator[TinySite]:
    """A site of one page with the given body, and files beside it."""
    with ExitStack() as stack:

        def make(body: str = "<p>Hello</p>", **files: str) -> Site:
            (tmp_path / "index.html").write_text(PAGE % body, encoding="utf-8")
            for name, text in files.items():
                (tmp_path / name.replace("_", ".")).write_text(text, encoding="utf-8")
            return stack.enter_context(served(tmp_path))

        yield make


def test_a_quiet_page_has_no_problems(open_page: OpenPage, tiny_site: TinySite) -> None:
    page = open_page(tiny_site().url)
    assert page.locator("h1").inner_text() == "A page"
    assert open_page.problems() == []


@pytest.mark.parametrize(
    "body",
    [
        '<img alt="" src="http://pictures.invalid/a.png">',
        '<img alt="" src="https://pictures.invalid/a.png">',
        '<script>fetch("http://data.invalid/a.json").catch(() => 0)</script>',
        '<script>new Worker("worker.mjs", {type: "module"})</script>',
        '<script>navigator.sendBeacon("https://counter.invalid/")</script>',
        '<script>new WebSocket("wss://chat.invalid/")</script>',
    ],
    ids=["image", "secure-image", "fetch", "worker", "beacon", "socket"],
)
def test_a_request_that_leaves_the_site_is_seen(open_page: OpenPage, tiny_site: TinySite, body: str) -> None:
    worker = 'fetch("https://worker.invalid/a").catch(() => 0).finally(() => postMessage(1))'
    page = open_page(tiny_site(body, worker_mjs=worker).url)
    for _ in range(40):
        if any("left the site" in problem for problem in open_page.problems()):
            break
        page.wait_for_timeout(50)
    assert [p for p in open_page.problems() if "left the site" in p and ".invalid" in p]
    open_page.expect_problem(r"\.invalid")


@pytest.mark.parametrize(
    ("body", "problem"),
    [
        ('<script>console.error("no such card")</script>', "console: no such card"),
        ('<script>throw new Error("no such seat")</script>', "script: no such seat"),
        ('<script>Promise.reject(new Error("no such game"))</script>', "script: no such game"),
        ('<img alt="" src="gone.svg">', "404"),
    ],
)
def test_an_error_in_a_page_is_seen(open_page: OpenPage, tiny_site: TinySite, body: str, problem: str) -> None:
    page = open_page(tiny_site(body).url)
    page.wait_for_load_state("networkidle")
    assert any(problem in seen for seen in open_page.problems())
    open_page.expect_problem(problem)
    assert open_page.problems() == []


def test_each_look_is_what_it_says(open_page: OpenPage, tiny_site: TinySite, look: Look) -> None:
    page = open_page(tiny_site().url, **look)
    dark = page.evaluate("matchMedia('(prefers-color-scheme: dark)').matches")
    assert dark == look.get("dark", False)
    assert page.evaluate("innerWidth") == (390 if look.get("phone") else 1280)
    assert page.evaluate("navigator.maxTouchPoints > 0") == look.get("phone", False)


def test_a_reader_without_javascript_or_motion(open_page: OpenPage, tiny_site: TinySite) -> None:
    body = "<noscript>Without</noscript><p id=p></p><script>p.textContent = 'With'</script>"
    address = tiny_site(body).url
    assert open_page(address, javascript=False).locator("main").inner_text().split() == [
        "A",
        "page",
        "Without",
    ]
    still = open_page(address, reduced_motion=True)
    assert still.evaluate("matchMedia('(prefers-reduced-motion: reduce)').matches")


def test_axe_names_what_is_wrong_and_where(open_page: OpenPage, tiny_site: TinySite) -> None:
    assert violations(open_page(tiny_site().url)) == []
    found = violations(open_page(tiny_site('<img id="card" src="data:,">').url))
    assert [line.split(":")[0] for line in found] == ["image-alt (critical) at #card"]

"""The site offline: visited pages, used features or everything is cached; versions are updated; damage is detected."""

from __future__ import annotations

import json
import os
import re
import shutil
import socket
import threading
from collections.abc import Iterator
from datetime import datetime, timedelta
from functools import partial
from io import BytesIO
from pathlib import Path
from typing import BinaryIO
from urllib.parse import urljoin

import pytest
from playwright.sync_api import Error as PlaywrightError
from playwright.sync_api import Page

from rules_engine.authoring.days import Day, puzzles_in, written
from rules_engine.site.files.offline import MANIFEST
from rules_engine.site.serving.serve import SiteHandler, SiteServer
from tests.chromium.axe import violations
from tests.chromium.expecting import expect
from tests.chromium.hands import SLOW, python_is_there
from tests.chromium.pages import OpenPage, Viewport
from tests.chromium.pages import until as became
from tests.chromium.server import BASE, Site, lasting_port
from tests.site.tiny import MKDOCS_YML, ROOT, TinySite

PLAY = "play/"
TURN = ".fs-own[data-turn] .fs-hand[data-active]"
"""Selector that matches when it is the reader's turn to play a card."""
NETWORK = r"ERR_CONNECTION_REFUSED|ERR_FAILED|ERR_EMPTY_RESPONSE|ERR_CONNECTION_RESET|Failed to fetch|503"


class Host(SiteServer):
    """A static host that tests can disconnect, switch between versions of the site, and make fail."""

    def __init__(self, directory: Path, port: int = 0) -> None:
        super().__init__(directory, port=port, base=BASE)
        self.RequestHandlerClass = partial(OfflineHandler, directory=str(directory), base=BASE, quiet=False)
        self.answers: dict[str, tuple[int, str, bytes]] = {}
        self.held = threading.Event()
        self.held.set()
        self.lines: list[socket.socket] = []
        threading.Thread(target=self.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True).start()

    def process_request(self, request: object, client_address: object) -> None:
        assert isinstance(request, socket.socket)
        self.lines.append(request)
        super().process_request(request, client_address)

    def cut(self) -> None:
        """Stop responding, also on open connections."""
        self.held.set()
        self.shutdown()
        self.server_close()
        for line in self.lines:
            try:
                line.shutdown(socket.SHUT_RDWR)
            except OSError:
                continue  # the browser closed it first


class OfflineHandler(SiteHandler):
    """A request handler that sends a prepared response if there is one, or otherwise the file."""

    def send_head(self) -> BytesIO | BinaryIO | None:
        assert isinstance(self.server, Host)
        self.server.held.wait()
        told = self.server.answers.get(self.path.removeprefix(BASE))
        if told is None:
            return super().send_head()
        status, kind, body = told
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        return BytesIO(body)


@pytest.fixture(scope="module")
def versions(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """Build two versions of a small site, each with its own scripts and runtime; the new one is built without Node."""
    port = lasting_port()
    site = TinySite(tmp_path_factory.mktemp("tiny"))
    settings = MKDOCS_YML.replace("https://example.org/book/", f"http://127.0.0.1:{port}{BASE}")
    settings = settings.replace("font: false", "font: false, features: [navigation.instant]")
    site.write("mkdocs.yml", f"{settings}extra_css: [own.css]\n")
    site.write("docs/own.css", ".md-typeset h1 { letter-spacing: 1px }\n")
    site.write("docs/offline.md", "# Keep it\n\n<div><fs-offline>Needs JavaScript.</fs-offline></div>\n")
    site.write("docs/play.md", "# Play\n\n```practice\nsnakebit/practice.yml\n```\n")
    old = site.build("--strict", into="old", path=os.environ["PATH"])
    assert old.status == 0, old.said
    for file in old.folder.rglob("*"):
        os.utime(file, (1e9, 1e9))  # servers compare modification times in seconds
    site.write("docs/index.md", site.read("docs/index.md").replace("# Home", "# Home, renewed"))
    site.write("docs/own.css", ".md-typeset h1 { letter-spacing: 2px }\n")
    new = site.build("--strict", into="new")
    assert new.status == 0, new.said
    return {"old": old.folder, "new": new.folder, "port": Path(str(port))}


@pytest.fixture
def host(versions: dict[str, Path], tmp_path: Path) -> Iterator[Host]:
    """Serve the old version; `publish` replaces it with the new one."""
    folder = shutil.copytree(versions["old"], tmp_path / "site")
    host = Host(folder, int(versions["port"].name))
    yield host
    host.cut()


def publish(host: Host, version: Path) -> None:
    """Deploy a version. The old files are deleted immediately."""
    folder = Path(host.RequestHandlerClass.keywords["directory"])  # type: ignore[attr-defined]
    shutil.rmtree(folder)
    shutil.copytree(version, folder)


def visit(open_page: OpenPage, host: Host, path: str = "") -> Page:
    """Open a page for a reader whose browser caches the site, and wait until everything loaded is cached."""
    page = open_page(host.url + path, keeps=True)
    until(
        page,
        """async () => {
          const names = performance.getEntriesByType("resource").map(({ name }) => name);
          const loaded = [location.href, ...names.filter((name) => /[.](js|css)($|[?])/.test(name))];
          const kept = await Promise.all(loaded.map((name) => caches.match(name)));
          return navigator.serviceWorker.controller && kept.every(Boolean);
        }""",
    )
    return page


def until(page: Page, condition: str, arg: object = None) -> None:
    """Wait for an async condition."""
    page.evaluate(
        f"""async (arg) => {{
          for (let tries = 0; !(await ({condition})(arg)); tries++) {{
            if (tries > 6000) throw new Error("This never came: " + {json.dumps(condition)} + arg);
            await new Promise((resolve) => setTimeout(resolve, 50));
          }}
        }}""",
        arg,
    )


def until_kept(page: Page, name: str) -> None:
    """Wait until a URL with this ending is cached."""
    until(
        page,
        """async (wanted) => {
          for (const name of await caches.keys())
            if ((await (await caches.open(name)).keys()).some(({ url }) => url.endsWith(wanted))) return true;
        }""",
        name,
    )


def kept(page: Page) -> list[str]:
    """Return the cached paths, relative to the site's root."""
    found: list[str] = page.evaluate(
        """async () => (await Promise.all((await caches.keys()).map(async (name) =>
             (await (await caches.open(name)).keys()).map(({ url }) => url)))).flat()"""
    )
    return sorted(url.split(BASE, 1)[1] for url in found)


def dealt(page: Page) -> None:
    """Deal or resume a practice hand and play a card while Python is loading."""
    page.evaluate("localStorage.setItem('follow-suit-speed', 'none')")
    page.locator(".fs-bar").get_by_role("button", name=re.compile("^(Deal and play|Resume your hand)$")).click()
    expect(page.locator("fs-table[data-playing]")).to_be_visible(timeout=SLOW)
    go_on, turn = page.locator("#fs-do-next:not([aria-disabled])"), page.locator(TURN)
    expect(go_on.or_(turn).first).to_be_visible()
    if go_on.count():
        go_on.click()
    expect(turn).to_be_visible()
    stage = page.locator("fs-table > .fs-stage")
    before = stage.inner_html()
    turn.locator("button.fs-card:not(.fs-shut)").first.click()
    expect(stage).not_to_have_js_property("innerHTML", before)
    python_is_there(page)


def stepped(page: Page) -> None:
    """Show the page's example on the table and step through it."""
    page.locator("fs-figure .fs-put").first.click()
    page.locator("#fs-do-on").click()
    expect(page.locator(".fs-count")).to_have_text("1 / 4")


def keep_all(page: Page) -> None:
    """Click the button that saves the entire site, and wait until the site is saved."""
    page.locator("fs-offline").get_by_role("button", name="Keep it for the table").click()
    expect(page.locator("fs-offline")).to_contain_text("The whole site is kept", timeout=SLOW)


def paths(site: Path) -> list[str]:
    return [file.relative_to(site).as_posix() for file in site.rglob("*") if file.is_file()]


# -- offline -------------------------------------------------------------------------------------


def test_a_visited_page_is_read_and_another_is_told_to_be_missing(open_page: OpenPage, host: Host) -> None:
    open_page.expect_problem(NETWORK)
    page = visit(open_page, host)
    stepped(page)
    until_kept(page, page.locator("fs-figure").get_attribute("data-src") or "none")
    host.cut()
    page.reload()
    expect(page.locator("h1")).to_have_css("letter-spacing", "1px")
    expect(page.locator(".fs-count")).to_have_text("1 / 4")
    page.locator("#fs-do-on").click()
    expect(page.locator(".fs-count")).to_have_text("2 / 4")
    page.goto(f"{host.url}?h=any#top")
    expect(page.locator("h1")).to_contain_text("Home")
    page.goto(f"{host.url}games/")
    expect(page.locator("h1")).to_have_text("This page is not kept here")
    assert violations(page) == []
    page.locator("main").get_by_role("link", name="Tiny").click()
    expect(page).to_have_url(host.url)


@pytest.mark.thorough
def test_a_figure_that_nobody_used_says_that_it_is_not_kept(open_page: OpenPage, host: Host) -> None:
    open_page.expect_problem(NETWORK)
    page = visit(open_page, host)
    host.cut()
    page.reload()
    page.locator("fs-figure .fs-put").click()
    expect(page.locator(".fs-fault")).to_contain_text("you seem to be offline")
    expect(page.get_by_role("button", name="Try again")).to_be_visible()


def test_a_hand_is_played_once_it_was_played_before(open_page: OpenPage, host: Host) -> None:
    open_page.expect_problem(NETWORK)
    page = visit(open_page, host, PLAY)
    dealt(page)
    until_kept(page, "snapshot.zip")
    assert [path for path in kept(page) if re.search(r"stdlib|rules\.zip", path)] == [], "nobody needs what nobody used"
    host.cut()
    page.reload()
    dealt(page)


@pytest.mark.thorough
def test_a_hand_that_was_begun_before_the_service_worker_is_kept_too(open_page: OpenPage, host: Host) -> None:
    open_page.expect_problem(NETWORK)
    page = open_page(f"{host.url}{PLAY}", keeps=True)
    page.evaluate("navigator.serviceWorker.ready")
    page.evaluate("async () => { for (const name of await caches.keys()) await caches.delete(name) }")
    dealt(page)
    for name in ("snapshot.zip", "pyodide.asm.wasm", "pyodide.js", "worker.js", "runtime.json"):
        until_kept(page, name)


def test_the_whole_site_is_kept_for_the_table(open_page: OpenPage, host: Host, versions: dict[str, Path]) -> None:
    open_page.expect_problem(NETWORK)
    page = visit(open_page, host, "offline/")
    control = page.locator("fs-offline")
    expect(control).to_contain_text(re.compile(r"Kept on this device: \d+ of \d+ files, \d+\.\d of 1\d\.\d MB\."))
    keep_all(page)
    expect(control.get_by_role("button")).to_have_text(["Check what is kept", "Remove all that is kept"])
    host.cut()
    for path in (PLAY, "games/snakebit/", "games/", ""):
        page.goto(host.url + path)
        expect(page.locator("h1")).not_to_have_text("This page is not kept here")
    page.goto(f"{host.url}{PLAY}")
    dealt(page)
    missing = {path for path in paths(versions["old"]) if path.endswith("index.html")} - {
        re.sub(r"(^|/)$", r"\1index.html", path) for path in kept(page)}
    assert missing == set()
    page.goto(f"{host.url}offline/")
    page.locator("fs-offline").get_by_role("button", name="Remove").click()
    expect(page.locator("fs-offline")).to_contain_text("All that was kept is gone")
    assert [path for path in kept(page) if "wasm" in path] == []


def test_who_plays_a_game_has_its_rules_without_a_network(open_page: OpenPage, site: Site) -> None:
    """Rules, reference card, rules shown over the table and the message about uncached pages are available in German."""
    open_page.expect_problem(NETWORK)
    host = Host(site.directory)
    try:
        page = open_page(f"{host.url}de/games/knueffeln/play/", keeps=True)
        until(page, "async () => navigator.serviceWorker.controller && (await navigator.serviceWorker.ready).active")
        page.evaluate("localStorage.setItem('follow-suit-speed', 'none')")
        page.locator("#fs-do-new").click()
        expect(page.locator("fs-table[data-playing]")).to_be_visible(timeout=SLOW)
        for path in ("de/games/knueffeln/rules/", "de/games/knueffeln/card/", "offline/", "keep-whole-site.js", "sections.json"):
            until_kept(page, path)
        expect(page.locator(".fs-slip a.fs-rule").first).to_be_visible()
    finally:
        host.cut()
    page.locator(".fs-slip a.fs-rule").first.click()
    expect(page.locator("dialog.fs-rule-sheet p").first).to_be_visible()
    page.goto(f"{host.url}de/games/knueffeln/rules/")
    expect(page.locator("h1")).to_have_text(re.compile("Die Regeln von Knüffeln"))
    page.goto(f"{host.url}de/games/knueffeln/never/")
    expect(page.locator("h1")).to_have_text("Diese Seite ist hier nicht gespeichert")
    expect(page.get_by_role("link", name="Spickzettel: Knüffeln")).to_be_visible()
    page.goto(f"{host.url}offline/")
    expect(page.locator("fs-offline")).to_contain_text("Kept on this device")


@pytest.mark.thorough                                           # downloads over a thousand files in sequence: a minute
def test_the_whole_published_site_is_kept(open_page: OpenPage) -> None:
    page = open_page("offline/", keeps=True)
    until(page, "async () => navigator.serviceWorker.controller && (await navigator.serviceWorker.ready).active")
    page.locator("fs-offline").get_by_role("button", name=re.compile("Keep it for the table|Keep the rest")).click()
    expect(page.locator("fs-offline")).to_contain_text("The whole site is kept", timeout=SLOW)
    assert {"de/", "games/snakebit/play/", "puzzles/"} <= set(kept(page))


@pytest.mark.thorough
def test_one_file_that_differs_stops_no_other(open_page: OpenPage, host: Host) -> None:
    open_page.expect_problem(NETWORK)
    page = visit(open_page, host, "offline/")
    host.answers["games/"] = (200, "text/html", b"<!doctype html><title>A page of the host's own</title>")
    page.locator("fs-offline").get_by_role("button", name="Keep it for the table").click()
    expect(page.locator("fs-offline")).to_contain_text("Not everything could be kept. games/ is not of this", timeout=SLOW)
    assert "games/snakebit/" in kept(page), "pages behind it are kept all the same"
    assert "games/" not in kept(page)


@pytest.mark.thorough
def test_a_slow_network_is_not_waited_for(open_page: OpenPage, host: Host) -> None:
    open_page.expect_problem(NETWORK)
    page = visit(open_page, host)
    host.held.clear()
    page.goto(host.url)
    expect(page.locator("h1")).to_contain_text("Home")


# -- versions ------------------------------------------------------------------------------------


TAKEN_OVER = """async () => {
  const { active, waiting, installing } = await navigator.serviceWorker.ready;
  return active.state === "activated" && !waiting && !installing;
}"""
"""Expression that is true if the newest service worker is active and has cleared old caches."""
ELSEWHERE = "/elsewhere"
"""A page on the same origin, outside our service worker's scope."""
FOLLOWED = """async (scope) => {
  const { active, waiting, installing } = await navigator.serviceWorker.getRegistration(scope);
  return active?.state === "activated" && !waiting && !installing;
}"""
"""Expression for that page that is true if the newest service worker has replaced the previous one."""


def folders(addresses: list[str]) -> set[str]:
    """Return the folders in these paths whose names contain a content hash."""
    return {found[0] for path in addresses if (found := re.search(r"(page|rules|snapshot)-[0-9a-f]{16}", path))}


def test_versions_never_mix(open_page: OpenPage, host: Host, versions: dict[str, Path]) -> None:
    open_page.expect_problem(NETWORK)
    new = folders(paths(versions["new"]))
    page = visit(open_page, host, PLAY)
    dealt(page)
    until_kept(page, "snapshot.zip")
    publish(host, versions["new"])
    other = page.context.new_page()
    asked: list[str] = []
    other.on("request", lambda request: asked.append(request.url))
    other.goto(f"{host.url}{PLAY}")
    dealt(other)
    assert folders(asked)
    assert folders(asked) <= new
    engine = """async () => {
      const client = document.querySelector("script[src*='follow-suit.js']").src;
      const { Engine } = await import(new URL("python/engine.js", client));
      const question = { op: "practice", game: "snakebit", seed: 1, widget: "w", links: { game: "", general: "" } };
      return (await new Engine(new URL(".", client).href).call(question)).html;
    }"""
    assert page.evaluate(engine), "the open page starts its own version again"
    page.goto("about:blank")
    host.answers = {ELSEWHERE: (200, "text/html", b"<!doctype html><link rel='icon' href='data:,'>")}
    other.goto(urljoin(host.url, ELSEWHERE))
    until(other, FOLLOWED, host.url)  # if a page is requested while one worker replaces the other, Chromium may never load it
    other.goto(host.url)
    until(other, TAKEN_OVER)
    assert folders(kept(other)) <= new
    host.cut()
    other.goto(f"{host.url}{PLAY}")
    expect(other.locator(".fs-bar").get_by_role("button", name=re.compile("^(Deal and play|Resume your hand)$"))).to_be_visible()


@pytest.mark.thorough
def test_a_page_that_the_theme_brings_in_is_loaded_whole_if_it_is_newer(
    open_page: OpenPage, host: Host, versions: dict[str, Path]
) -> None:
    open_page.expect_problem(NETWORK)  # from requests in flight when the page was reloaded
    page = visit(open_page, host, "games/")
    publish(host, versions["new"])
    page.locator("a.md-logo").first.click()
    expect(page.locator("h1")).to_contain_text("Home, renewed")
    expect(page.locator("h1")).to_have_css("letter-spacing", "2px")
    became(page, "performance.getEntriesByType('navigation')[0].type === 'reload'")
    (scripts,) = versions["new"].glob("assets/followsuit/page-*")
    assert scripts.name in page.evaluate("document.querySelector(\"script[src*='follow-suit.js']\").src")


@pytest.mark.thorough
def test_what_was_kept_is_renewed_before_the_next_version_takes_over(
    open_page: OpenPage, host: Host, versions: dict[str, Path]
) -> None:
    open_page.expect_problem(NETWORK)
    page = visit(open_page, host, "offline/")
    keep_all(page)
    publish(host, versions["new"])
    page.reload()
    until(page, "async () => (await navigator.serviceWorker.ready).waiting")
    expect(page.locator("fs-offline")).to_contain_text("The whole site is kept", timeout=SLOW)
    host.cut()
    page.goto(host.url)
    expect(page.locator("h1")).to_contain_text("Home, renewed")
    page.goto(f"{host.url}{PLAY}")
    dealt(page)


@pytest.fixture(scope="module")
def grown(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """Build two versions of a site; the new one adds a picture, a tool, today's puzzle and another figure."""
    site = TinySite(tmp_path_factory.mktemp("grown"))
    site.write("docs/puzzles.md", "# Puzzles\n")
    old = site.build("--strict", into="old")
    puzzles = ROOT / "examples" / "snakebit"
    name, puzzle = next(iter(puzzles_in(puzzles).items()))
    today = datetime.now().astimezone().date()
    site.write(f"examples/snakebit/{name}", (puzzles / name).read_text(encoding="utf-8"))
    site.write("examples/snakebit/days.txt",
               written(Day(today + timedelta(ahead), name, puzzle.mark) for ahead in range(-1, 3)))
    example = site.read("examples/snakebit/follow-suit.yml")
    site.write("examples/snakebit/follow-suit.yml", example.replace("title: ", "title: New ", 1))
    site.write("docs/picture.svg", "<svg xmlns='http://www.w3.org/2000/svg' width='7' height='7'/>\n")
    site.write("docs/puzzles.md", "# Puzzles\n\n```puzzles\nsnakebit\n```\n\n```puzzles\ntoday\n```\n")
    site.write("docs/index.md", f"{site.read('docs/index.md')}\n![A picture](picture.svg)\n\n```score\nsnakebit\n```\n")
    new = site.build(into="new")
    assert (old.status, new.status) == (0, 0), old.said + new.said
    return old.folder, new.folder


@pytest.mark.thorough
def test_after_an_update_a_visited_page_has_the_parts_that_its_new_version_asks_for(
        open_page: OpenPage, grown: tuple[Path, Path], tmp_path: Path) -> None:
    open_page.expect_problem(NETWORK)
    old, new = grown
    host = Host(shutil.copytree(old, tmp_path / "site"))
    page = visit(open_page, host, "puzzles/")
    page.goto(host.url)
    stepped(page)
    until_kept(page, page.locator("fs-figure").get_attribute("data-src") or "none")
    publish(host, new)
    page.goto(f"{host.url}games/")
    until_kept(page, "picture.svg")
    until(page, "async () => !(await navigator.serviceWorker.ready).installing")
    page.goto("about:blank")
    host.cut()
    page.goto(host.url)
    expect(page.locator("fs-score button").first).to_be_visible()
    became(page, "document.querySelector('img[src=\"picture.svg\"]').naturalWidth === 7")
    stepped(page)
    page.goto(f"{host.url}puzzles/")
    expect(page.locator("fs-table .fs-stage .fs-card").first).to_be_visible()


def test_a_site_below_ours_is_left_alone(open_page: OpenPage, host: Host) -> None:
    open_page.expect_problem(NETWORK)
    below = Path(host.RequestHandlerClass.keywords["directory"], "other")  # type: ignore[attr-defined]
    (below / "assets" / "javascripts").mkdir(parents=True)
    (below / "assets" / "javascripts" / "bundle.0a1b2c3d.min.js").write_text("document.title += '!'", encoding="utf-8")
    (below / "index.html").write_text(
        "<!doctype html><title>Other</title><script src=assets/javascripts/bundle.0a1b2c3d.min.js></script>", encoding="utf-8")
    page = visit(open_page, host)
    for _ in range(2):
        page.goto(f"{host.url}other/")
    expect(page).to_have_title("Other!")
    assert [path for path in kept(page) if path.startswith("other/")] == []
    host.cut()
    with pytest.raises(PlaywrightError, match="ERR_CONNECTION_REFUSED"):
        page.goto(f"{host.url}other/")


# -- damage --------------------------------------------------------------------------------------

DAMAGE = """async (names) => {
  const cache = await caches.open((await caches.keys())[0]);
  for (const { url } of await cache.keys()) {
    if (names.some((name) => url.endsWith(name))) {
      const { headers } = await cache.match(url);
      await cache.put(url, new Response("damaged", { headers }));
    }
  }
}"""
TEXT = """async (name) => {
  const cache = await caches.open((await caches.keys())[0]);
  const found = (await cache.keys()).find(({ url }) => url.endsWith(name));
  return (await cache.match(found)).text();
}"""


@pytest.mark.thorough
def test_damaged_and_missing_files_of_python_are_fetched_again(open_page: OpenPage, host: Host) -> None:
    page = visit(open_page, host, PLAY)
    dealt(page)
    until_kept(page, "snapshot.zip")
    page.evaluate(DAMAGE, ["snapshot.zip", "pyodide.asm.wasm"])
    page.reload()
    dealt(page)
    for name in ("snapshot.zip", "pyodide.asm.wasm"):
        assert len(page.evaluate(TEXT, name)) > 100_000


@pytest.mark.thorough
def test_a_site_that_is_kept_whole_starts_python_without_the_snapshot_too(open_page: OpenPage, host: Host) -> None:
    open_page.expect_problem(NETWORK)
    page = visit(open_page, host, "offline/")
    keep_all(page)
    page.evaluate(DAMAGE, ["snapshot.zip"])
    host.cut()
    page.goto(f"{host.url}{PLAY}")
    dealt(page)


@pytest.mark.thorough
def test_the_check_mends_what_is_kept(open_page: OpenPage, host: Host) -> None:
    page = visit(open_page, host, "offline/")
    keep_all(page)
    page.evaluate(DAMAGE, ["games/", "follow-suit.css", "snapshot.zip"])
    page.locator("fs-offline").get_by_role("button", name="Check what is kept").click()
    expect(page.locator("fs-offline progress")).to_have_count(0, timeout=SLOW)
    expect(page.locator("fs-offline")).to_contain_text("The whole site is kept", timeout=SLOW)
    for name in ("games/", "follow-suit.css", "snapshot.zip"):
        assert page.evaluate(TEXT, name) != "damaged"


@pytest.mark.thorough
def test_what_the_browser_dropped_is_fetched_again_at_the_next_visit(open_page: OpenPage, host: Host) -> None:
    page = visit(open_page, host, "offline/")
    keep_all(page)
    page.evaluate(
        """async () => {
          const cache = await caches.open((await caches.keys())[0]);
          for (const request of await cache.keys()) if (/games|wasm/.test(request.url)) await cache.delete(request);
        }"""
    )
    assert [path for path in kept(page) if "games" in path or "wasm" in path] == []
    page.reload()
    until_kept(page, "games/snakebit/")
    until_kept(page, "wasm")


@pytest.mark.thorough
def test_no_error_and_no_page_in_the_place_of_a_file_is_kept(open_page: OpenPage, host: Host) -> None:
    open_page.expect_problem("404|500|JSON|not valid")
    host.answers = {
        "search/search_index.json": (200, "text/html", b"<h1>Please pay for the network</h1>"),
        "games/": (500, "text/html", b"<h1>Broken</h1>"),
    }
    page = visit(open_page, host)
    page.evaluate("fetch('search/search_index.json').then((answer) => answer.text())")
    for path in ("games/", "nothing/"):
        page.goto(host.url + path)
    assert [path for path in kept(page) if re.search("search_index|games|nothing", path)] == []


@pytest.mark.thorough
def test_a_page_that_breaks_is_shown_as_it_was(open_page: OpenPage, host: Host) -> None:
    page = visit(open_page, host)
    host.answers = {"": (503, "text/html", b"<h1>Broken</h1>")}
    page.reload()
    expect(page.locator("h1")).to_contain_text("Home")


@pytest.mark.thorough
def test_storage_that_is_full_is_told(open_page: OpenPage, host: Host) -> None:
    page = visit(open_page, host, "offline/")
    page.context.new_cdp_session(page).send("Storage.overrideQuotaForOrigin", {"origin": host.origin, "quotaSize": 4_000_000})
    page.locator("fs-offline").get_by_role("button", name="Keep it for the table").click()
    expect(page.locator("fs-offline")).to_contain_text("There is no more room", timeout=SLOW)
    expect(page.locator("fs-offline")).to_contain_text("Kept on this device")
    page.goto(f"{host.url}{PLAY}")
    dealt(page)


@pytest.mark.thorough
def test_a_line_that_breaks_leaves_what_has_arrived(open_page: OpenPage, host: Host) -> None:
    open_page.expect_problem(NETWORK)
    page = visit(open_page, host, "offline/")
    host.answers = {"games/": (500, "text/plain", b"")}
    page.locator("fs-offline").get_by_role("button", name="Keep it for the table").click()
    expect(page.locator("fs-offline")).to_contain_text("Not everything could be kept", timeout=SLOW)
    expect(page.locator("fs-offline")).to_contain_text("games/ (500)")
    host.answers = {}
    page.locator("fs-offline").get_by_role("button", name="Keep the rest").click()
    expect(page.locator("fs-offline")).to_contain_text("The whole site is kept", timeout=SLOW)


@pytest.mark.thorough
@pytest.mark.parametrize("fault", ["caches.open = () => Promise.reject(new Error('forbidden'));", "throw new Error('broken');"])
def test_a_service_worker_that_fails_leaves_the_page_as_it_is(open_page: OpenPage, host: Host, fault: str) -> None:
    open_page.expect_problem("ServiceWorker|broken|forbidden")
    script = Path(host.RequestHandlerClass.keywords["directory"], "service-worker.js")  # type: ignore[attr-defined]
    host.answers = {"service-worker.js": (200, "text/javascript", fault.encode() + script.read_bytes())}
    page = open_page(f"{host.url}{PLAY}", keeps=True)
    page.wait_for_timeout(500)
    page.reload()
    dealt(page)


@pytest.mark.thorough
def test_a_site_that_stops_to_be_kept_is_let_go(open_page: OpenPage, host: Host) -> None:
    open_page.expect_problem("404|ServiceWorker")
    page = visit(open_page, host)
    host.answers = {"service-worker.js": (404, "text/plain", b"")}
    page.reload()
    until(page, "async () => !(await caches.keys()).length")
    page.goto("about:blank")  # the browser stops the worker when its last page is closed
    page.goto(host.url)
    until(page, "async () => !(await navigator.serviceWorker.getRegistration())")
    assert kept(page) == []


@pytest.mark.thorough
def test_a_browser_without_service_workers_does_all_else(open_page: OpenPage, host: Host) -> None:
    page = open_page(f"{host.url}games/", keeps=True)
    page.add_init_script("delete Navigator.prototype.serviceWorker")
    page.goto(f"{host.url}offline/")
    expect(page.locator("fs-offline")).to_contain_text("This browser can't keep the site")
    page.goto(f"{host.url}{PLAY}")
    dealt(page)


@pytest.mark.thorough
def test_a_browser_that_forbids_service_workers_is_told_so(open_page: OpenPage, host: Host) -> None:
    page = open_page(f"{host.url}offline/")
    expect(page.locator("fs-offline")).to_contain_text("This browser can't keep the site")


def test_the_control_is_for_everybody(open_page: OpenPage, look: Viewport) -> None:
    keeping: Viewport = {**look, "keeps": True}
    page = open_page("offline/", **keeping)
    expect(page.locator("fs-offline").get_by_role("button").first).to_be_visible()
    assert violations(page) == []
    wide = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    assert wide <= 0


@pytest.mark.thorough
def test_without_javascript_the_page_says_so(open_page: OpenPage, host: Host) -> None:
    page = open_page(f"{host.url}offline/", javascript=False)
    expect(page.locator("fs-offline")).to_have_text("Needs JavaScript.")


def test_a_phone_can_install_it(open_page: OpenPage, host: Host) -> None:
    page = visit(open_page, host, PLAY)
    session = page.context.new_cdp_session(page)
    manifest = session.send("Page.getAppManifest")
    assert manifest["errors"] == []
    assert manifest["url"] == host.url + MANIFEST
    problems = session.send("Page.getInstallabilityErrors")["installabilityErrors"]
    assert [problem["errorId"] for problem in problems if problem["errorId"] != "in-incognito"] == []
    assert json.loads(manifest["data"])["scope"] == "../../"

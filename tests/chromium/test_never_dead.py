"""Whatever fails, the page lives: rules and answers stay readable, what went wrong is told, a hand on the table is kept.

The faults are real ones: the browser is told to have no memory, the worker is ended, the game's code never comes back.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Locator, Page, Worker, expect

from rules_engine.site.policy import DIRECTIVES, policy
from tests.chromium.chromium import FLAGS, find_chromium
from tests.chromium.server import ROOT, Site
from tests.pyodide.start import MISSING, Fault, chromium, served

GAME = "games/snakebit/"
HAND = "#practice-snakebit-practice"
EXAMPLE = "#example-snakebit-follow-suit"
QUESTION = "#quiz-snakebit-quiz-follow-q2"
SLOW = 60_000
WASM = "pyodide.asm.wasm"
"""Python itself, which nothing can take the place of."""
ANSWER = re.compile("may be played|allowed")
POOR = "--js-flags=--wasm-max-mem-pages=720"
"""45 MB for Python."""

#: Runs in the reader's Python before the first hand: something in the code of one game goes wrong at one card.
SPOILT = """
from rules_engine.games.snakebit import Snakebit

judge, leak = Snakebit.judge, []

def spoilt(self, position, text, seat=None):
    if isinstance(text, str) and position.to_act == 0 and text.startswith(min(card.text for card in position.hands[0])):
        {trouble}
    return judge(self, position, text, seat)

Snakebit.judge = spoilt
"""
ENDLESS = "while True: pass"
LEAK = "leak.append(bytearray(4 << 20))"
GREED = "bytearray(64 << 20)"


def spoilt(trouble: str) -> dict[str, Fault]:
    """Pyodide's loader, which spoils the game once Python is started."""
    source = json.dumps(SPOILT.format(trouble=trouble))

    def change(loader: bytes) -> bytes:
        text, found = re.subn(r"export\s*\{(\w+) as loadPyodide,", r"""
            const spoilt = async (options) => {
                const python = await \1(options);
                python.runPython(SOURCE);
                return python;
            };
            export {spoilt as loadPyodide,""", loader.decode())
        assert found == 1
        return text.replace("SOURCE", source).encode()
    return {"pyodide.mjs": Fault(change=change)}


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """A browser of this module's own, since some of its tests need other ones."""
    with chromium("--host-resolver-rules=MAP cards.test 127.0.0.1") as running:
        yield running


@contextmanager
def another(browser: Browser, *flags: str) -> Iterator[Browser]:
    """A browser beside the first, with flags of its own."""
    running = browser.browser_type.launch(executable_path=find_chromium(), args=[*FLAGS, *flags])
    yield running
    running.close()


@contextmanager
def opened(
    browser: Browser, site: Site, faults: Mapping[str, Fault] | None = None, rules: str = "", before: str = "", page: str = GAME
) -> Iterator[Page]:
    """A page of the whole site, for a reader who was never here; `before` runs before its scripts."""
    with served(site.directory, rules, faults) as url, browser.new_context(service_workers="block") as context:
        if before:
            context.add_init_script(before)
        yield visited(context, url.removesuffix("page/") + page)


def visited(context: BrowserContext, url: str) -> Page:
    context.set_default_timeout(SLOW)
    page = context.new_page()
    page.goto(url)
    return page


def patience(page: Page, **longest: int) -> None:
    """Sets the engine's clocks."""
    page.evaluate("""async (longest) => {
        const script = document.querySelector("script[src*='follow-suit.js']").src;
        const { engine } = await import(new URL("engine.js", script));
        Object.assign(engine, longest);
    }""", longest)


def deal(page: Page) -> Locator:
    """Asks for a hand, and gives the widget."""
    widget = page.locator(HAND)
    widget.get_by_role("button", name="Deal and play").click()
    return widget


def dealt(page: Page) -> Locator:
    widget = deal(page)
    expect(widget.locator(".fs-status")).to_be_visible(timeout=SLOW)
    expect(page.locator(f"{HAND}[aria-busy]")).to_have_count(0)
    return widget


def python_worker(page: Page) -> Worker:
    """The one that Python lives in; the theme's search has another."""
    (worker,) = (each for each in page.workers if each.url.endswith("/worker.js"))
    return worker


def own_cards(widget: Locator) -> list[str]:
    """The reader's cards, as the rules name them."""
    cards: list[str] = widget.locator(".fs-own button.fs-card").evaluate_all("cards => cards.map((card) => card.dataset.card)")
    return cards


def bad_card(widget: Locator) -> Locator:
    """The card that the spoilt game goes wrong at."""
    return widget.locator(f".fs-own [data-card='{min(own_cards(widget))}']")


def ask_why(card: Locator) -> None:
    card.focus()
    card.press("?")


def expect_fault(page: Page, message: str, retry: bool = True) -> None:
    """The widget says what is wrong, what works and what to do; it is said too; nothing is waited for."""
    widget = page.locator(HAND)
    fault = widget.locator(".fs-fault")
    expect(fault).to_contain_text(message, timeout=SLOW)
    expect(fault).to_contain_text("Everything else on this page works as before.")
    expect(page.locator("#fs-live")).to_contain_text(message)
    expect(widget.get_by_role("button", name="Try again")).to_have_count(int(retry))
    expect(page.locator(f"{HAND}[aria-busy]")).to_have_count(0)


def expect_readable(page: Page) -> None:
    """The rules, the worked examples and the answers need nothing but the page."""
    expect(page.get_by_role("heading", name="Follow suit", exact=False).first).to_be_visible()
    example = page.locator(EXAMPLE)
    example.get_by_role("button", name="Step on").click()
    expect(example.locator(".fs-where")).to_have_text("Step 1 of 4")
    expect(example.locator(".fs-table")).to_be_visible()
    answer = page.locator(f"{QUESTION} details.fs-answer")
    answer.locator("summary").click()
    expect(answer.locator(".fs-reason").first).to_be_visible()


# ---- Python can't be had

@pytest.mark.parametrize(
    ("before", "message", "retry"),
    [
        ("delete globalThis.WebAssembly", "it lacks web workers or WebAssembly", False),
        ("delete globalThis.Worker", "it lacks web workers or WebAssembly", False),
        ("globalThis.Worker = class { constructor() { throw new DOMException('no', 'SecurityError') } }", "didn't run", True),
    ],
    ids=["no-webassembly", "no-workers", "workers-refused"],
)
def test_a_browser_that_cant_run_python_says_so(browser: Browser, site: Site, before: str, message: str, retry: bool) -> None:
    with opened(browser, site, before=before) as page:
        deal(page)
        expect_fault(page, message, retry)
        expect_readable(page)


@pytest.mark.parametrize(
    ("limit", "message"),
    [
        ("--wasm-max-mem-pages=300", "There is not enough memory for Python here."),
        ("--wasm-max-module-size=1000000", "pyodide.asm.wasm could not be compiled"),
    ],
)
def test_a_browser_without_room_for_python_says_so(browser: Browser, site: Site, limit: str, message: str) -> None:
    """It is told to give WebAssembly less memory than Python begins with, or to compile nothing so big."""
    with another(browser, f"--js-flags={limit}") as poor, opened(poor, site) as page:
        deal(page)
        expect_fault(page, message)
        expect_readable(page)


def test_a_question_and_a_what_if_that_cant_be_had_say_so_and_come_after_all(browser: Browser, site: Site) -> None:
    faults = {WASM: MISSING}
    with opened(browser, site, faults) as page:
        example, question = page.locator(EXAMPLE), page.locator(QUESTION)
        question.get_by_role("button", name="Another like this").click()
        quiz = page.locator("fs-widget").filter(has=question)
        expect(quiz.locator(".fs-fault")).to_contain_text("pyodide.asm.wasm is missing from this site")
        expect_readable(page)
        example.get_by_role("button", name="What if…").click()
        expect(example.locator(".fs-fault")).to_contain_text("pyodide.asm.wasm is missing from this site")
        expect(example.locator(".fs-where")).to_have_text("Step 1 of 4")
        faults.clear()
        example.get_by_role("button", name="Try again").press("Enter")
        expect(example).to_have_attribute("data-varied", "", timeout=SLOW)
        expect(example.locator(":focus")).to_have_count(1)
        quiz.get_by_role("button", name="Try again").press("Enter")
        expect(page.locator(f"{QUESTION}[data-seed]")).to_be_visible()
        expect(question.locator(":focus")).to_have_count(1)


def test_a_link_to_a_line_is_kept_until_python_can_be_had(browser: Browser, site: Site) -> None:
    faults = {WASM: MISSING}
    with opened(browser, site, faults, page=f"{GAME}#fs:whatif:{EXAMPLE[1:]}:1,9WY") as page:
        example = page.locator(EXAMPLE)
        expect(example.locator(".fs-fault")).to_contain_text("is missing", timeout=SLOW)
        faults.clear()
        example.get_by_role("button", name="Try again").click()
        expect(example).to_have_attribute("data-varied", "", timeout=SLOW)
        expect(example.locator(".fs-table [data-card='9WY']")).to_be_visible()


# ---- Python is lost in the middle of a hand

def test_a_worker_that_is_ended_is_replaced_and_the_hand_goes_on(browser: Browser, site: Site) -> None:
    with opened(browser, site) as page:
        widget = dealt(page)
        patience(page, longestDeafness=300)
        cards = own_cards(widget)
        worker = python_worker(page)
        worker.evaluate("self.close()")
        playable = widget.locator(".fs-own button.fs-card:not([aria-disabled])").first
        playable.focus()
        playable.press("?")
        expect(page.locator("#fs-live")).to_contain_text("The browser has ended Python. It is being started again", timeout=SLOW)
        expect(widget.locator(".fs-verdict")).to_contain_text(ANSWER, timeout=SLOW)
        expect(playable).to_be_focused()
        assert own_cards(widget) == cards
        assert worker not in page.workers


def test_a_worker_that_crashes_is_replaced_at_once(browser: Browser, site: Site) -> None:
    with opened(browser, site) as page:
        widget = dealt(page)
        cards = own_cards(widget)
        worker = python_worker(page)
        with page.expect_event("worker"):
            worker.evaluate("() => { setTimeout(() => { throw new Error('crashed') }) }")
        ask_why(widget.locator(".fs-own button.fs-card").last)
        expect(widget.locator(".fs-verdict")).to_contain_text(ANSWER, timeout=SLOW)
        assert own_cards(widget) == cards


def test_a_game_that_never_comes_back_is_given_up_and_the_hand_goes_on(browser: Browser, site: Site) -> None:
    with opened(browser, site, spoilt(ENDLESS)) as page:
        widget = dealt(page)
        patience(page, longestAnswer=6500)
        cards = own_cards(widget)
        bad = bad_card(widget)
        ask_why(bad)
        expect(widget.locator(".fs-engine")).to_contain_text("still thinking")
        expect_readable(page)
        expect_fault(page, "The rules did not answer in time and were started afresh.")
        expect(bad.or_(page.locator("summary:focus"))).not_to_have_count(0)
        widget.get_by_role("button", name="Hint").click()
        expect(widget.locator(".fs-verdict")).to_contain_text("The coach", timeout=SLOW)
        expect(widget.locator(".fs-fault")).to_have_count(0)
        assert own_cards(widget) == cards


def test_memory_that_runs_out_is_made_anew_and_the_hand_goes_on(browser: Browser, site: Site) -> None:
    """A leak in a game's code."""
    with another(browser, POOR) as poor, opened(poor, site, spoilt(LEAK)) as page:
        widget = dealt(page)
        cards = own_cards(widget)
        first = python_worker(page)
        for _ in range(12):
            ask_why(bad_card(widget))
            expect(widget.locator(".fs-verdict")).to_contain_text(ANSWER, timeout=SLOW)
            expect(page.locator(f"{HAND}[aria-busy]")).to_have_count(0, timeout=SLOW)
            assert widget.locator(".fs-fault").all_inner_texts() == []
        assert python_worker(page) is not first, "the memory never ran out"
        assert own_cards(widget) == cards


def test_a_card_that_no_memory_suffices_for_is_given_up(browser: Browser, site: Site) -> None:
    with another(browser, POOR) as poor, opened(poor, site, spoilt(GREED)) as page:
        widget = dealt(page)
        cards = own_cards(widget)
        bad = bad_card(widget)
        ask_why(bad)
        expect_fault(page, "Python ran out of memory.")
        expect(bad).to_be_focused()
        widget.get_by_role("button", name="Try again").press("Enter")
        expect(widget.locator(".fs-again, .fs-engine").and_(page.locator(":focus"))).to_have_count(1)
        expect_fault(page, "Python ran out of memory.")
        ask_why(widget.locator(f".fs-own [data-card='{max(cards)}']"))
        expect(widget.locator(".fs-verdict")).to_contain_text(ANSWER, timeout=SLOW)
        assert own_cards(widget) == cards


# ---- policies

WATCH = """
globalThis.violations = [];
document.addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI, sourceFile }) =>
    violations.push(`${violatedDirective} ${blockedURI} ${sourceFile}`));
"""


def sitemap_of(root: str) -> Fault:
    """The sitemap as if the site had been built for this address: the theme turns only to pages that it names."""
    def change(sitemap: bytes) -> bytes:
        built_for = min(re.findall(rb"<loc>(.*?)</loc>", sitemap), key=len)
        return sitemap.replace(built_for, root.encode())
    return Fault(change=change)


def test_the_whole_site_works_under_its_policy(browser: Browser, site: Site) -> None:
    """The policy that docs/design/robustness.md names, on every file; turning pages and searching included."""
    rules = policy(site.directory)
    assert "unsafe-inline" not in rules
    assert "unsafe-eval" not in rules.replace("wasm-unsafe-eval", "")
    faults: dict[str, Fault] = {}
    with served(site.directory, rules, faults) as url, browser.new_context() as context:
        root = url.removesuffix("page/")
        faults["sitemap.xml"] = sitemap_of(root)
        context.add_init_script(WATCH)
        page = visited(context, root)
        problems: list[str] = []
        page.on("console", lambda message: problems.append(message.text) if message.type == "error" else None)
        for path in [*site.pages(), GAME]:
            page.goto(root + path, wait_until="domcontentloaded")
            problems += page.evaluate("violations")
        dealt(page)
        expect_readable(page)
        page.locator(".md-header__option label:visible").first.click()
        page.locator(".md-search__input").press_sequentially("trump")
        expect(page.locator(".md-search-result__item").first).to_be_visible(timeout=SLOW)
        page.keyboard.press("Escape")
        page.evaluate("globalThis.stays = true")
        page.locator(".md-tabs__link", has_text="Home").click()
        expect(page).to_have_url(root)
        expect(page.locator("fs-widget[data-alive]").first).to_be_visible()
        assert page.evaluate("globalThis.stays"), "the theme turns pages without loading them anew"
        problems += page.evaluate("violations")
        assert problems == []


def test_the_notes_show_the_policy_as_it_is(site: Site) -> None:
    """All but the digests, which change with the theme."""
    shown = (ROOT / "docs" / "design" / "robustness.md").read_text(encoding="utf-8")
    for name, sources in DIRECTIVES.items():
        assert f"\n{name} {sources}" in shown


def test_a_policy_without_webassembly_is_told_at_once(browser: Browser, site: Site) -> None:
    rules = policy(site.directory).replace(" 'wasm-unsafe-eval'", "")
    with opened(browser, site, rules=rules) as page:
        deal(page)
        expect_fault(page, "WebAssembly, which Python needs, is blocked here")
        expect_readable(page)


def test_a_policy_in_the_page_itself_will_do(browser: Browser, site: Site) -> None:
    """A host that sets no headers. The worker is not under the page's policy."""
    rules = policy(site.directory).replace("; frame-ancestors 'none'", "")  # which only a header can say
    meta = f'<head><meta http-equiv="Content-Security-Policy" content="{rules}">'.encode()
    within = {GAME.removesuffix("/") + "/": Fault(change=lambda page: page.replace(b"<head>", meta))}
    with opened(browser, site, within, before=WATCH) as page:
        assert page.locator("meta[http-equiv=Content-Security-Policy]").count() == 1
        dealt(page)
        expect_readable(page)
        assert page.evaluate("violations") == []


# ---- what a browser may refuse beside

def test_a_browser_that_keeps_nothing_can_play(browser: Browser, site: Site, tmp_path: Path) -> None:
    """Cookies are blocked, and with them all storage."""
    preferences = tmp_path / "Default" / "Preferences"
    preferences.parent.mkdir()
    preferences.write_text(json.dumps({"profile": {"default_content_setting_values": {"cookies": 2}}}), encoding="utf-8")
    with served(site.directory) as url:
        context = browser.browser_type.launch_persistent_context(tmp_path, executable_path=find_chromium(), args=list(FLAGS))
        page = visited(context, url.removesuffix("page/") + GAME)
        for storage in ("localStorage", "sessionStorage"):
            assert page.evaluate(f"() => {{ try {{ return {storage}.length }} catch (error) {{ return error.name }} }}") == (
                "SecurityError"
            )
        widget = dealt(page)
        widget.get_by_label("Next trick").select_option("after 1 second")
        widget.get_by_role("button", name="Hint").click()
        expect(widget.locator(".fs-verdict")).to_contain_text("The coach")
        expect_readable(page)
        context.close()


def test_a_site_without_tls_has_checked_files_too(browser: Browser, site: Site) -> None:
    """Outside a secure context there are no digests, nor a clipboard."""
    faults = {WASM: Fault(change=lambda whole: whole[:5000] + bytes(10) + whole[5010:])}
    with served(site.directory, faults=faults) as url, browser.new_context() as context:
        page = visited(context, url.removesuffix("page/").replace("127.0.0.1", "cards.test") + GAME)
        assert page.evaluate("isSecureContext || Boolean(crypto.subtle)") is False
        deal(page)
        expect_fault(page, "pyodide.asm.wasm")
        faults.clear()
        page.locator(HAND).get_by_role("button", name="Try again").click()
        expect(page.locator(f"{HAND} .fs-status")).to_be_visible(timeout=SLOW)
        page.locator(HAND).get_by_role("button", name="Copy link").click()
        expect(page).to_have_url(re.compile("#fs:hand:"))

"""Failures never disable a page: rules and answers stay readable, the error is reported, and a hand on the table is kept.

The failures are real: the browser has no memory left, the worker is terminated, or the game's code never returns.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager

import pytest
from playwright.sync_api import Browser, BrowserContext, Locator, Page, Worker

from rules_engine.site.serving.policy import DIRECTIVES, policy
from tests.chromium.chromium import FLAGS, find_chromium
from tests.chromium.expecting import expect
from tests.chromium.hands import SLOW, python_is_there
from tests.chromium.pages import ONE_COMPILER, PHONE, settle, until
from tests.chromium.server import ROOT, Site
from tests.pyodide.start import MISSING, NetworkFault, chromium, served
from tests.some import some

PLAY = "games/snakebit/play/"
RULES = "games/snakebit/rules/"
TABLE = "fs-table"
HAND = "practice-snakebit-practice"
EXAMPLE = "#example-snakebit-follow-suit"
QUESTION = "#quiz-snakebit-quiz-follow"
FIGURES = re.compile(r"/figures/[0-9a-f]+\.json$")
WASM = "pyodide.asm.wasm"
"""The file with Python itself, which no fallback can replace."""
ANSWER = re.compile("Yes: you may|You can't")
TURN = ".fs-own[data-turn] .fs-hand[data-active]"
"""Selector that matches when it is the reader's turn to play a card."""
AT_ONCE = """try {
  localStorage.setItem('follow-suit-speed', 'none');
  localStorage.setItem('follow-suit-coach', 'ask');
} catch { /* nothing is kept here */ }"""
"""Script that disables card animations."""
POOR = "--js-flags=--wasm-max-mem-pages=720"
"""Flag that limits WebAssembly to 45 MB of memory."""

#: Runs in the reader's Python before the first hand, and makes one game's code fail at one card.
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


def spoilt(trouble: str) -> dict[str, NetworkFault]:
    """Return a fault in Pyodide's loader that breaks the game after Python has started."""
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
    return {"pyodide.js": NetworkFault(change=change)}


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Start the browser that most tests in this module share; the others start their own."""
    with chromium("--host-resolver-rules=MAP cards.test 127.0.0.1", ONE_COMPILER) as running:
        yield running


@contextmanager
def another(browser: Browser, *flags: str) -> Iterator[Browser]:
    """Start a second browser with its own flags."""
    running = browser.browser_type.launch(executable_path=find_chromium(), args=[*FLAGS, *flags], timeout=SLOW)
    yield running
    running.close()


@contextmanager
def opened(browser: Browser, site: Site, faults: Mapping[str, NetworkFault] | None = None, rules: str = "", before: str = "",
           page: str = PLAY) -> Iterator[Page]:
    """Open a page on the complete site for a new reader; `before` runs before the page's scripts."""
    with served(site.directory, rules, faults) as url, browser.new_context(service_workers="block") as context:
        if before:
            context.add_init_script(before)
        yield visited(context, url.removesuffix("page/") + page)


def visited(context: BrowserContext, url: str) -> Page:
    context.set_default_timeout(SLOW)
    context.add_init_script(AT_ONCE)
    page = context.new_page()
    page.goto(url)
    return page


def patience(page: Page, **longest: int) -> None:
    """Set the engine's timeouts."""
    page.evaluate("""async (longest) => {
        const script = document.querySelector("script[src*='follow-suit.js']").src;
        const { engine } = await import(new URL("python/engine.js", script));
        Object.assign(engine, longest);
    }""", longest)


def deal(page: Page) -> Locator:
    """Request a hand, and return the table."""
    page.locator("#fs-do-new").click()
    return page.locator(TABLE)


def dealt(page: Page) -> Locator:
    """Return the table at the reader's turn, with Python ready."""
    table = deal(page)
    expect(page.locator(f"{TABLE}[data-playing]")).to_be_visible(timeout=SLOW)
    expect(table.locator(TURN)).to_be_visible(timeout=SLOW)
    expect(page.locator(f"{TABLE}[aria-busy]")).to_have_count(0)
    python_is_there(page)
    return table


def put(page: Page, figure: str) -> Locator:
    """Show a figure on the table, and return the table."""
    page.locator(f"{figure} .fs-put").first.click()
    expect(page.locator(f"{figure}[data-on]")).to_be_visible()
    return page.locator(TABLE)


def python_worker(page: Page) -> Worker:
    """Return the worker that runs Python; the theme's search has another worker."""
    (worker,) = (each for each in page.workers if each.url.endswith("/worker.js"))
    return worker


def own_cards(table: Locator) -> list[str]:
    """Return the reader's cards in notation."""
    cards: list[str] = table.locator(".fs-own button.fs-card").evaluate_all("cards => cards.map((card) => card.dataset.card)")
    return cards


def bad_card(table: Locator) -> Locator:
    """Return the card that makes the broken game fail."""
    return table.locator(f".fs-own [data-card='{min(own_cards(table))}']")


def ask_why(card: Locator) -> None:
    card.focus()
    card.press("?")


def expect_fault(page: Page, message: str, retry: bool = True) -> None:
    """Assert that the table shows and announces the error with advice, and isn't busy."""
    table = page.locator(TABLE)
    fault = table.locator(".fs-engine .fs-fault")
    expect(fault).to_contain_text(message, timeout=SLOW)
    expect(fault).to_be_in_viewport()
    expect(fault).to_contain_text("Everything else on this page works as before.")
    expect(page.locator("#fs-live")).to_contain_text(message)
    expect(table.locator(".fs-again")).to_have_count(int(retry))
    expect(page.locator(f"{TABLE}[aria-busy]")).to_have_count(0)


def expect_readable(page: Page) -> None:
    """Assert that the page still responds, and that rules, examples and answers work without Python."""
    before = page.locator(":focus").count()
    page.keyboard.press("f")
    expect(page.locator(f"{TABLE}[data-full]")).to_be_visible()
    page.keyboard.press("f")
    expect(page.locator(f"{TABLE}[data-full]")).to_have_count(0)
    assert page.locator(":focus").count() == before
    if RULES in page.url:
        expect_rules(page)
        return
    rules = page.context.new_page()
    rules.goto(re.sub(r"games/snakebit/.*|$", RULES, page.url, count=1))
    expect_rules(rules)
    rules.close()
    page.bring_to_front()


def expect_rules(page: Page) -> None:
    """Assert that the rules page works."""
    expect(page.get_by_role("heading", name="Follow suit", exact=False).first).to_be_visible()
    table = put(page, EXAMPLE)
    table.locator("#fs-do-on").click()
    expect(table.locator(".fs-count")).to_have_text("1 / 4")
    expect(table.locator(".fs-laid .fs-card").first).to_be_visible()
    answer = page.locator(f"{QUESTION} details.fs-words")
    if answer.get_attribute("open") is None:
        answer.locator("summary").click()
    expect(answer.locator(".fs-reason").first).to_be_visible()
    put(page, QUESTION).locator(".fs-option").first.click()
    expect(table.locator("#fs-do-check:not([aria-disabled]), #fs-do-again:not([aria-disabled])").first).to_be_visible()


# ---- Python can't be loaded

@pytest.mark.parametrize(
    ("before", "message", "retry"),
    [
        ("delete globalThis.WebAssembly", "it lacks web workers or WebAssembly", False),
        pytest.param("delete globalThis.Worker", "it lacks web workers or WebAssembly", False, marks=pytest.mark.thorough),
        pytest.param("globalThis.Worker = class { constructor() { throw new DOMException('no', 'SecurityError') } }",
                     "didn't run", True, marks=pytest.mark.thorough),
    ],
    ids=["no-webassembly", "no-workers", "workers-refused"],
)
def test_a_browser_that_cant_run_python_says_so(browser: Browser, site: Site, before: str, message: str, retry: bool) -> None:
    with opened(browser, site, before=before) as page:
        deal(page)
        expect_fault(page, message, retry)
        expect_readable(page)


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("limit", "message"),
    [
        ("--wasm-max-mem-pages=300", "There is not enough memory for Python here."),
        pytest.param("--wasm-max-module-size=1000000", "pyodide.asm.wasm could not be compiled", marks=pytest.mark.thorough),
    ],
)
def test_a_browser_without_room_for_python_says_so(browser: Browser, site: Site, limit: str, message: str) -> None:
    """Flags limit WebAssembly's memory to less than Python needs at its start, or limit the size of compiled modules."""
    with another(browser, f"--js-flags={limit}") as poor, opened(poor, site) as page:
        deal(page)
        expect_fault(page, message)
        expect_readable(page)


@pytest.mark.thorough
def test_a_question_and_a_what_if_that_cant_be_had_say_so_and_come_after_all(browser: Browser, site: Site) -> None:
    faults = {WASM: MISSING}
    with opened(browser, site, faults, page=RULES) as page:
        table = put(page, QUESTION)
        table.locator("#fs-do-another").click()
        expect_fault(page, "pyodide.asm.wasm is missing from this site")
        expect_readable(page)
        put(page, EXAMPLE)
        expect(table.locator(".fs-engine")).to_be_empty()
        table.locator("#fs-do-on").click()
        table.locator("#fs-do-whatif").click()
        expect_fault(page, "pyodide.asm.wasm is missing from this site")
        expect(table.locator(".fs-count")).to_have_text("1 / 4")
        faults.clear()
        table.locator(".fs-again").press("Enter")
        expect(table.locator("#fs-do-book")).to_be_visible(timeout=SLOW)
        expect(table.locator(":focus")).to_have_count(1)


@pytest.mark.thorough
def test_a_fresh_question_comes_after_all(browser: Browser, site: Site) -> None:
    faults = {WASM: MISSING}
    with opened(browser, site, faults, page=RULES) as page:
        table = put(page, QUESTION)
        table.locator("#fs-do-another").click()
        expect_fault(page, "pyodide.asm.wasm is missing from this site")
        faults.clear()
        table.locator(".fs-again").press("Enter")
        until(page, "typeof document.querySelector('fs-table').mode.seed === 'number'")
        expect(table.locator(".fs-engine")).to_be_empty()
        expect(table.locator(".fs-option").first).to_be_visible()
        expect(table.locator(":focus")).to_have_count(1)


@pytest.mark.thorough
def test_a_link_to_a_line_is_kept_until_python_can_be_had(browser: Browser, site: Site) -> None:
    faults = {WASM: MISSING}
    with opened(browser, site, faults, page=f"{RULES}#fs:whatif:{EXAMPLE[1:]}:1,9WY") as page:
        table = page.locator(TABLE)
        expect_fault(page, "is missing")
        expect(page.locator(f"{EXAMPLE}[data-on]")).to_be_visible()
        expect(table.locator(".fs-count")).to_have_text("1 / 4")
        faults.clear()
        table.locator(".fs-again").click()
        expect(table.locator("#fs-do-book")).to_be_visible(timeout=SLOW)
        expect(table.locator(".fs-laid [data-card='9WY']")).to_be_visible()


def test_a_link_to_a_hand_is_kept_until_python_can_be_had(browser: Browser, site: Site) -> None:
    with opened(browser, site) as page:
        dealt(page)
        save = page.evaluate("document.querySelector('fs-table').mode.save")
        cards = own_cards(page.locator(TABLE))
    faults = {WASM: MISSING}
    with opened(browser, site, faults, page=f"{PLAY}#fs:hand:{HAND}:{save}") as page:
        expect_fault(page, "is missing")
        expect(page.locator(".fs-bar #fs-do-new")).to_be_visible()
        faults.clear()
        page.locator(".fs-again").click()
        expect(page.locator(TURN)).to_be_visible(timeout=SLOW)
        assert own_cards(page.locator(TABLE)) == cards


# ---- a failure in one part doesn't affect others

@pytest.mark.parametrize("page", some(
    [f"{PLAY}#50%", f"{RULES}#rule-50%-x", f"{RULES}#f%FCr", f"{PLAY}#fs:hand:{HAND}:%"], [f"{RULES}#rule-50%-x"]))
def test_a_stray_percent_in_the_address_harms_nothing(browser: Browser, site: Site, page: str) -> None:
    with opened(browser, site, page=page) as there:
        expect(there.locator(".fs-bar .fs-main")).to_be_visible()
        there.evaluate("location.hash = '#100%'")
        expect(there.locator(".fs-bar .fs-main")).to_be_visible()
        expect(there.locator(".fs-late")).to_be_hidden()


@pytest.mark.thorough
def test_a_damaged_link_to_a_draft_is_told(browser: Browser, site: Site) -> None:
    with opened(browser, site, page="authors/playground/#draft:!!!!") as page:
        expect(page.locator(".fs-damaged")).to_contain_text("The link to a draft is damaged")
        page.goto(page.url.partition("#")[0])
        expect(page.locator(".fs-writing")).to_be_visible()
        expect(page.locator(".fs-damaged")).to_have_count(0)


LONG_AGO = """
  const Now = Date;
  globalThis.Date = class extends Now {
    constructor(...told) { super(...(told.length ? told : [-1e11])); }
    static now() { return -1e11; }
  };
"""


@pytest.mark.thorough
def test_puzzles_are_there_where_the_clock_stands_before_1970(browser: Browser, site: Site) -> None:
    with opened(browser, site, before=LONG_AGO, page="puzzles/") as page:
        expect(page.locator(".fs-day-how").first).to_contain_text("The first puzzle of the day")
        expect(page.locator(".fs-game-name > a").first).to_have_attribute("href", re.compile(r"/puzzles/$"))


NO_CHANNEL = """
  Object.defineProperty(globalThis, "BroadcastChannel",
    { value: class { constructor() { throw new DOMException("The operation is insecure.", "SecurityError"); } } });
"""
"""Script that imitates Firefox when all cookies are blocked."""


@pytest.mark.thorough
def test_without_channels_between_tabs_all_else_works(browser: Browser, site: Site) -> None:
    with opened(browser, site, before=NO_CHANNEL) as page:
        dealt(page)
        page.locator(".md-search__input").focus()
        expect(page.locator("label[for=__search]").first).to_be_attached()


@pytest.mark.parametrize("part", some(
    ["old-addresses.js", "light-or-dark.js", "page-chrome.js", "rule-preview.js", "registration.js"], ["page-chrome.js"]))
def test_a_part_of_the_page_that_is_missing_takes_nothing_along(browser: Browser, site: Site, part: str) -> None:
    with opened(browser, site, {part: MISSING}, page=RULES) as page:
        put(page, EXAMPLE)
        page.locator("#fs-do-on").click()
        expect(page.locator(".fs-count")).to_have_text("1 / 4")


def test_a_table_that_never_comes_alive_says_what_to_do(browser: Browser, site: Site) -> None:
    with opened(browser, site, {"figure.js": MISSING}) as page:
        expect(page.locator(".fs-late")).to_be_hidden()
        expect(page.locator(".fs-late")).to_be_visible(timeout=SLOW)
        expect(page.locator(".fs-late")).to_contain_text("Reload the page.")
        expect(page.locator(".md-content li").first).to_be_visible()


OLD = """
  const { Worker } = globalThis;
  globalThis.Worker = class extends Worker {
    constructor(address, { name }) {
      super(address, { name });
    }
  };
"""
"""Script that imitates Firefox before 114, which lacks module workers."""


@pytest.mark.thorough
def test_a_browser_too_old_to_play_is_told_so_and_has_its_examples(browser: Browser, site: Site) -> None:
    with opened(browser, site, before=OLD) as page:
        deal(page)
        expect(page.locator(".fs-fault")).to_contain_text("This browser is too old to play here; examples and quizzes work.")
        expect(page.locator(".fs-again")).to_have_count(0)
        page.goto(page.url.replace(PLAY, RULES))
        put(page, QUESTION)
        expect(page.locator(".fs-option").first).to_be_visible()


@pytest.mark.thorough
def test_a_loader_that_an_old_browser_cant_read_is_no_riddle(browser: Browser, site: Site) -> None:
    """The test simulates Safari before 16.4."""
    faults = {"pyodide.asm.js": NetworkFault(change=lambda _: b"class A { what is this }"),
              "worker.js": NetworkFault(change=lambda script: b"delete self.OffscreenCanvas;\n" + script)}
    with opened(browser, site, faults) as page:
        deal(page)
        expect(page.locator(".fs-fault")).to_contain_text("This browser is too old to play here", timeout=SLOW)


# ---- separate files can't be loaded

@pytest.mark.parametrize(("phone", "answer", "message"), [
    (False, None, "offline"),
    pytest.param(False, (404, "gone"), "Reload", marks=pytest.mark.thorough),
    (False, (200, "<h1>Pay</h1>"), "Reload"),
    pytest.param(True, None, "offline", marks=pytest.mark.thorough),
    pytest.param(True, (404, "gone"), "Reload", marks=pytest.mark.thorough),
    pytest.param(True, (200, "<h1>Pay</h1>"), "Reload", marks=pytest.mark.thorough),
])
def test_a_figure_that_cant_be_had_says_so_and_comes_after_all(
    browser: Browser, site: Site, phone: bool, answer: tuple[int, str] | None, message: str
) -> None:
    with opened(browser, site, page=RULES) as page:
        if phone:
            page.set_viewport_size(PHONE)
        page.route(FIGURES, lambda route: route.abort() if answer is None else route.fulfill(status=answer[0], body=answer[1]))
        page.locator(f"{EXAMPLE} .fs-put").click()
        expect_fault(page, message)
        ends = "requestfinished" if answer else "requestfailed"
        with page.expect_event(ends, lambda request: bool(FIGURES.search(request.url))):
            page.locator(".fs-again").press("Enter")
        expect_fault(page, message)
        expect(page.locator(".fs-again")).to_be_focused()
        page.unroute(FIGURES)
        page.locator(".fs-again").press("Enter")
        expect(page.locator(f"{EXAMPLE}[data-on]")).to_be_visible()
        expect(page.locator(f"{TABLE} .fs-engine")).to_be_empty()
        expect(page.locator("#fs-lead")).to_be_focused()
        page.locator("#fs-do-on").click()
        expect(page.locator(".fs-count")).to_have_text("1 / 4")


@pytest.mark.thorough
def test_a_page_that_is_opened_again_without_its_figures_has_a_table_to_begin(browser: Browser, site: Site) -> None:
    with opened(browser, site, page=RULES) as page:
        put(page, EXAMPLE)
        page.route(FIGURES, lambda route: route.abort())
        page.reload()
        page.locator("#fs-do-begin").click()
        expect_fault(page, "offline")
        page.unroute(FIGURES)
        page.locator(".fs-again").click()
        expect(page.locator("#fs-do-on")).to_be_visible()


# ---- Python is lost in the middle of a hand

@pytest.mark.thorough
def test_a_worker_that_is_ended_is_replaced_and_the_hand_goes_on(browser: Browser, site: Site) -> None:
    with opened(browser, site) as page:
        table = dealt(page)
        patience(page, longestDeafness=300)
        cards = own_cards(table)
        worker = python_worker(page)
        worker.evaluate("self.close()")
        playable = table.locator(".fs-own button.fs-card:not(.fs-shut)").first
        playable.focus()
        playable.press("?")
        expect(page.locator("#fs-live")).to_contain_text("The browser has ended Python. It is being started again", timeout=SLOW)
        expect(table.locator(".fs-slip")).to_contain_text(ANSWER, timeout=SLOW)
        expect(playable).to_be_focused()
        assert own_cards(table) == cards
        assert worker not in page.workers


def test_a_worker_that_crashes_is_replaced_at_once(browser: Browser, site: Site) -> None:
    with opened(browser, site) as page:
        table = dealt(page)
        cards = own_cards(table)
        worker = python_worker(page)
        with page.expect_event("worker"):
            worker.evaluate("() => { setTimeout(() => { throw new Error('crashed') }) }")
        ask_why(table.locator(".fs-own button.fs-card").last)
        expect(table.locator(".fs-slip")).to_contain_text(ANSWER, timeout=SLOW)
        assert own_cards(table) == cards


@pytest.mark.thorough
def test_a_game_that_never_comes_back_is_given_up_and_the_hand_goes_on(browser: Browser, site: Site) -> None:
    with opened(browser, site, spoilt(ENDLESS)) as page:
        table = dealt(page)
        patience(page, longestAnswer=6500)
        cards = own_cards(table)
        bad = bad_card(table)
        ask_why(bad)
        expect(table.locator(".fs-engine")).to_contain_text("still thinking")
        expect_readable(page)
        expect_fault(page, "The rules did not answer in time and were started afresh.")
        expect(bad).to_be_focused()
        table.locator("#fs-do-hint").click()
        expect(table.locator(".fs-slip[data-kind=coach]")).to_contain_text("I would", timeout=SLOW)
        expect(table.locator(".fs-fault")).to_have_count(0)
        assert own_cards(table) == cards


@pytest.mark.thorough
def test_memory_that_runs_out_is_made_anew_and_the_hand_goes_on(browser: Browser, site: Site) -> None:
    with another(browser, POOR) as poor, opened(poor, site, spoilt(LEAK)) as page:
        table = dealt(page)
        cards = own_cards(table)
        first = python_worker(page)
        for _ in range(12):
            ask_why(bad_card(table))
            expect(table.locator(".fs-slip")).to_contain_text(ANSWER, timeout=SLOW)
            expect(page.locator(f"{TABLE}[aria-busy]")).to_have_count(0, timeout=SLOW)
            assert table.locator(".fs-fault").all_inner_texts() == []
        assert python_worker(page) is not first, "the memory never ran out"
        assert own_cards(table) == cards


@pytest.mark.thorough
def test_a_card_that_no_memory_suffices_for_is_given_up(browser: Browser, site: Site) -> None:
    with another(browser, POOR) as poor, opened(poor, site, spoilt(GREED)) as page:
        table = dealt(page)
        cards = own_cards(table)
        bad = bad_card(table)
        ask_why(bad)
        expect_fault(page, "Python ran out of memory.")
        expect(bad).to_be_focused()
        table.locator(".fs-again").press("Enter")
        expect(table.locator(".fs-again, .fs-engine").and_(page.locator(":focus"))).to_have_count(1)
        expect_fault(page, "Python ran out of memory.")
        ask_why(table.locator(f".fs-own [data-card='{max(cards)}']"))
        expect(table.locator(".fs-slip")).to_contain_text(ANSWER, timeout=SLOW)
        assert own_cards(table) == cards


# ---- policies

WATCH = """
globalThis.violations = [];
document.addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI, sourceFile }) =>
    violations.push(`${violatedDirective} ${blockedURI} ${sourceFile}`));
"""


def sitemap_of(root: str) -> NetworkFault:
    """Return a network fault that moves the sitemap's URLs to this root, because the theme navigates only to listed pages."""
    def change(sitemap: bytes) -> bytes:
        built_for = min(re.findall(rb"<loc>(.*?)</loc>", sitemap), key=len)
        return sitemap.replace(built_for, root.encode())
    return NetworkFault(change=change)


def test_playing_and_searching_work_under_the_policy(browser: Browser, site: Site) -> None:
    """The policy in docs/design/robustness.md applies while playing and searching; test_pages opens all pages under it."""
    rules = policy(site.directory)
    assert "unsafe-inline" not in rules
    assert "unsafe-eval" not in rules.replace("wasm-unsafe-eval", "")
    faults: dict[str, NetworkFault] = {}
    with served(site.directory, rules, faults) as url, browser.new_context() as context:
        root = url.removesuffix("page/")
        faults["sitemap.xml"] = sitemap_of(root)
        context.add_init_script(WATCH)
        page = visited(context, root)
        problems: list[str] = []
        page.on("console", lambda message: problems.append(message.text) if message.type == "error" else None)
        for path in ("", PLAY):
            page.goto(root + path, wait_until="domcontentloaded")
            problems += page.evaluate("violations")
        dealt(page)
        expect_readable(page)
        page.locator(".md-header__option label:visible").first.click()
        page.locator(".md-search__input").press_sequentially("trump")
        expect(page.locator(".md-search-result__item").first).to_be_visible(timeout=SLOW)
        page.keyboard.press("Escape")
        page.evaluate("globalThis.stays = true")
        page.locator(".md-header .md-logo").click()
        expect(page).to_have_url(root)
        settle(page)
        expect(page.locator(".fs-home .md-button--primary")).to_be_visible()
        assert page.evaluate("globalThis.stays"), "the theme turns pages without loading them anew"
        problems += page.evaluate("violations")
        assert problems == []


@pytest.mark.thorough
def test_the_notes_show_the_policy_as_it_is(site: Site) -> None:
    """The policy's script hashes are excluded, because they change with the theme."""
    shown = (ROOT / "docs" / "design" / "robustness.md").read_text(encoding="utf-8")
    for name, sources in DIRECTIVES.items():
        assert f"\n{name} {sources}" in shown


@pytest.mark.thorough
def test_a_policy_without_webassembly_is_told_at_once(browser: Browser, site: Site) -> None:
    rules = policy(site.directory).replace(" 'wasm-unsafe-eval'", "")
    with opened(browser, site, rules=rules) as page:
        deal(page)
        expect_fault(page, "WebAssembly, which Python needs, is blocked here")
        expect_readable(page)


def test_the_policy_in_each_page_will_do(browser: Browser, site: Site) -> None:
    """The host sets no headers. The page's policy doesn't apply to the worker; injected scripts don't run."""
    with opened(browser, site, before=WATCH) as page:
        assert page.locator("meta[http-equiv=Content-Security-Policy]").count() == 1
        dealt(page)
        expect_readable(page)
        assert page.evaluate("violations") == []
        page.evaluate("document.body.append(Object.assign(document.createElement('script'), { text: 'globalThis.ran = 1' }))")
        assert page.evaluate("globalThis.ran") is None
        assert len(page.evaluate("violations")) == 1


# ---- other features that a browser may refuse

NO_STORAGE = """
  for (const name of ["localStorage", "sessionStorage", "indexedDB", "caches"])
    Object.defineProperty(globalThis, name, { get() { throw new DOMException("The user denied it.", "SecurityError"); } });
"""
"""Script that raises the errors that occur in a page when cookies, and with them all storage, are blocked."""


def test_a_browser_that_keeps_nothing_can_play(browser: Browser, site: Site) -> None:
    with opened(browser, site, before=NO_STORAGE) as page:
        table = dealt(page)
        table.get_by_text("Settings").click()
        table.get_by_label("Next trick").select_option("after 1 second")
        table.locator("#fs-do-hint").click()
        expect(table.locator(".fs-slip[data-kind=coach]")).to_contain_text("I would", timeout=SLOW)
        expect_readable(page)


@pytest.mark.thorough
def test_a_site_without_tls_has_checked_files_too(browser: Browser, site: Site) -> None:
    """Hashing and the clipboard need a secure context."""
    faults = {WASM: NetworkFault(change=lambda whole: whole[:5000] + bytes(10) + whole[5010:])}
    with served(site.directory, faults=faults) as url, browser.new_context() as context:
        page = visited(context, url.removesuffix("page/").replace("127.0.0.1", "cards.test") + PLAY)
        assert page.evaluate("isSecureContext || Boolean(crypto.subtle)") is False
        deal(page)
        expect_fault(page, "pyodide.asm.wasm")
        faults.clear()
        page.locator(".fs-again").click()
        expect(page.locator(TURN)).to_be_visible(timeout=SLOW)
        page.get_by_role("button", name="Copy a link to this").click()
        expect(page.locator(".fs-slip .fs-copy")).to_contain_text(f"{PLAY}#fs:hand:{HAND}:")

"""The start of the engine in a real browser. If it fails, the page explains the reason, and a retry succeeds."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from tests.pyodide.start import (
    ASSETS,
    BROKEN,
    BYTES,
    CLOSED,
    DAMAGED,
    ERROR,
    LONG,
    MISSING,
    PLAIN,
    SHORT,
    SLOW,
    WEB_PAGE,
    NetworkFault,
    ask,
    chromium,
    reader,
    served,
    write_site,
)
from tests.some import some

pytestmark = pytest.mark.browser

POLICY = "default-src 'none'; script-src 'self' 'unsafe-inline'{wasm}; connect-src 'self'; worker-src {worker}"
WASM = " 'wasm-unsafe-eval'"
SCRIPTS = ["worker.js", "boot.js", "fetch-files.js", "start-python.js", "pyodide.js", "pyodide.asm.js"]
NEEDED = ["runtime.json", "pyodide.asm.wasm", *SCRIPTS]
"""Files needed by both ways of starting Python."""
OF_THE_LAST_WAY = ("python_stdlib.zip", "rules.zip")
"""Files requested only if the snapshot is missing too."""


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Write the minimal site."""
    return write_site(tmp_path_factory.mktemp("made") / "site")


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Start one Chromium, in which each reader has a separate context."""
    with chromium() as running:
        yield running


def manifest_of(site: Path, *ways: str) -> dict[str, Any]:
    """Return the contents of `runtime.json` with only these ways of starting Python, in this order."""
    manifest: dict[str, Any] = json.loads((site / ASSETS / "runtime.json").read_text(encoding="utf-8"))
    described = {each["name"]: each for each in manifest["ways"]}
    return {**manifest, "ways": [described[way] for way in ways]}


def instead(manifest: dict[str, Any]) -> NetworkFault:
    """Return a network fault that replaces the manifest."""
    return NetworkFault(change=lambda _: json.dumps(manifest).encode())


def ways(page: Page) -> list[str]:
    """Return the ways of starting Python that were tried since the call of `listen`."""
    told: list[str] = page.evaluate("ways")
    return told


def listen(page: Page) -> None:
    """Make the page record the ways of starting Python as it tries them."""
    page.evaluate("""() => {
        globalThis.ways = [];
        const { Worker } = globalThis;
        globalThis.Worker = class extends Worker {
            constructor(...asked) {
                super(...asked);
                this.addEventListener("message", ({ data }) => data.type === "way" && ways.push(data.name));
            }
        };
    }""")


def stages(page: Page) -> dict[str, list[float]]:
    """Return the progress fractions reported in each stage."""
    heard: list[dict[str, Any]] = page.evaluate("heard")
    told: dict[str, list[float]] = {}
    for status in heard:
        if status["state"] == "starting":
            told.setdefault(status["stage"], []).append(status["fraction"])
    return told


@pytest.mark.parametrize("way", some(["snapshot", "stock"], ["snapshot"]))
def test_nothing_is_fetched_before_a_wish_and_progress_has_a_name(made: Path, browser: Browser, way: str) -> None:
    policy = POLICY.format(wasm=WASM, worker="'self'")
    faults = {"runtime.json": instead(manifest_of(made, way))}
    with served(made, policy, faults) as url, reader(browser, url) as page:
        requests: list[str] = []
        page.context.on("request", lambda request: requests.append(request.url))
        page.wait_for_timeout(200)
        assert requests == []
        listen(page)
        assert "value" in ask(page)
        assert ways(page) == [way]
        told = stages(page)
        assert list(told) == ["Fetching Python", "Starting Python"]
        for fractions in told.values():
            assert fractions == sorted(fractions)
            assert fractions[0] < 0.1
            assert fractions[-1] > 0.99
        assert len(told["Starting Python"]) > 5
        assert page.evaluate("heard.at(-1)") == {"state": "ready"}
        assert [url for url in requests if not url.startswith(page.url.removesuffix("page/"))] == []
        assert len(requests) == len(set(requests)), "a file was fetched twice"


def test_without_an_intact_snapshot_stock_pyodide_starts(made: Path, browser: Browser) -> None:
    """The fallback starts immediately in the same worker, and files that both ways need are fetched only once."""
    with served(made, faults={"snapshot.zip": DAMAGED}) as url, reader(browser, url) as page:
        requests: list[str] = []
        page.context.on("request", lambda request: requests.append(request.url))
        listen(page)
        assert "value" in ask(page)
        assert ways(page)[-1] == "stock"
        assert page.evaluate("heard.every(({ message }) => !message)"), "nobody is told but the console"
        (_,) = page.workers
        asked = [url for url in requests if not url.endswith("snapshot.zip")]  # a damaged file is requested again
        assert len(asked) == len(set(asked))


@pytest.mark.thorough
def test_any_fault_of_the_snapshot_starts_the_fallback(made: Path, browser: Browser) -> None:
    """At first, a file that only the fallback needs is missing, so the message is about it. At the end, it is available."""
    (snapshot,) = manifest_of(made, "snapshot")["ways"]
    assert "library" not in snapshot["files"]
    faults: dict[str, NetworkFault] = {}
    with served(made, faults=faults) as url, reader(browser, url) as page:
        for fault in (MISSING, ERROR, CLOSED, BROKEN, DAMAGED, SHORT, WEB_PAGE):
            faults |= {"snapshot.zip": fault, OF_THE_LAST_WAY[0]: MISSING}
            assert OF_THE_LAST_WAY[0] in ask(page)["message"], fault
        del faults[OF_THE_LAST_WAY[0]]
        assert "value" in ask(page)


@pytest.mark.thorough
def test_a_start_that_fails_leads_to_another_in_a_new_worker(made: Path, browser: Browser) -> None:
    """The files are undamaged, but the manifest has a wrong size, which makes the start fail."""
    manifest = manifest_of(made, "snapshot", "stock")
    manifest["ways"][0]["unpacked"] -= 4
    with served(made, faults={"runtime.json": instead(manifest)}) as url, reader(browser, url) as page:
        listen(page)
        with page.expect_event("worker") as first:
            assert "value" in ask(page)
        assert ways(page) == ["snapshot", "stock"]
        (at_work,) = page.workers
        assert at_work is not first.value, "the memory of the first is given up"


def test_a_faulty_file_is_reported_and_a_retry_succeeds(made: Path, browser: Browser) -> None:
    """A single reader gets all faults in succession, and no earlier message reappears."""
    trouble = [
        *((name, MISSING, f"{name}") for name in NEEDED),
        ("runtime.json", WEB_PAGE, "different versions, or one is damaged: reload the page"),
        ("runtime.json", ERROR, "did not hand out runtime.json (500)"),
        *((name, CLOSED, f"{name} could not be fetched") for name in ("runtime.json", "pyodide.js", "pyodide.asm.wasm")),
        ("worker.js", PLAIN, "sent worker.js as text/plain"),
        ("boot.js", BROKEN, "boot.js, a file of this site, is missing, damaged or blocked."),
        ("pyodide.js", PLAIN, "pyodide.js could not be run (text/plain)"),
        ("pyodide.js", SHORT, "pyodide.js could not be run"),
        ("pyodide.asm.js", WEB_PAGE, "sent a web page in the place of pyodide.asm.js"),
        ("pyodide.asm.js", BROKEN, "pyodide.asm.js"),
        ("pyodide.asm.wasm", BROKEN, "The connection broke while pyodide.asm.wasm arrived"),
        ("pyodide.asm.wasm", DAMAGED, "pyodide.asm.wasm is not the file that this site was built with."),
        ("pyodide.asm.wasm", LONG, "pyodide.asm.wasm is not the file that this site was built with."),
        ("pyodide.asm.wasm", SHORT, "pyodide.asm.wasm arrived incomplete"),
        ("pyodide.asm.wasm", WEB_PAGE, "sent a web page in the place of pyodide.asm.wasm"),
        ("pyodide.asm.wasm", ERROR, "did not hand out pyodide.asm.wasm (500)"),
        ("python_stdlib.zip", SHORT, "python_stdlib.zip arrived incomplete: 1272818 of 2545637 bytes"),
        ("rules.zip", DAMAGED, "rules.zip is not the file that this site was built with."),
    ]
    faults: dict[str, NetworkFault] = {}
    with served(made, faults=faults) as url, reader(browser, url) as page:
        for name, fault, message in trouble:
            faults.clear()
            if name in OF_THE_LAST_WAY:
                faults["snapshot.zip"] = MISSING
            faults[name] = fault
            answer = ask(page)
            assert message in answer.get("message", "no trouble at all")
            assert answer["retry"] is True
            assert page.evaluate("engine.state") == "failed"
        faults.clear()
        assert "value" in ask(page)


@pytest.mark.thorough
def test_a_host_that_doesnt_know_webassembly_does_no_harm(made: Path, browser: Browser) -> None:
    with served(made, faults={"pyodide.asm.wasm": BYTES}) as url, reader(browser, url) as page:
        assert "value" in ask(page)


@pytest.mark.thorough
def test_a_slow_file_is_waited_for_as_long_as_it_comes(made: Path, browser: Browser) -> None:
    with served(made, faults={"pyodide.asm.wasm": SLOW}) as url, reader(browser, url) as page:
        page.evaluate("engine.longestSilence = 1400")  # each part takes 0.1 s, the complete file at least 1.6 s
        assert "value" in ask(page)
        assert len(set(stages(page)["Fetching Python"])) > 8


@pytest.mark.thorough
def test_a_file_that_stops_coming_is_not_waited_for_without_end(made: Path, browser: Browser) -> None:
    faults = {"pyodide.asm.wasm": NetworkFault(pause=3)}
    with served(made, faults=faults) as url, reader(browser, url) as page:
        page.evaluate("engine.longestSilence = 1000")
        assert "Fetching Python: nothing has happened for 1 seconds" in ask(page)["message"]
        faults.clear()
        page.evaluate("engine.longestSilence = 20000")
        assert "value" in ask(page)


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("wasm", "worker", "message"),
    [("", "'self'", "WebAssembly, which Python needs, is blocked"), (WASM, "'none'", "The browser didn't run Python's worker")],
)
def test_a_policy_that_forbids_python_is_told_at_once(made: Path, browser: Browser, wasm: str, worker: str, message: str) -> None:
    policy = POLICY.format(wasm=wasm, worker=worker)
    with served(made, policy) as url, reader(browser, url) as page:
        answer = ask(page)
        assert answer["message"].startswith(message)
        assert answer["took"] < 5000

"""The rules start in a real browser; and when they can't, the page says why, and a retry mends it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page

from tests.pyodide.start import (
    ASSETS,
    BROKEN,
    BYTES,
    DAMAGED,
    ERROR,
    MISSING,
    PLAIN,
    SHORT,
    SLOW,
    WEB_PAGE,
    Fault,
    ask,
    served,
    visit,
    write_site,
)

pytestmark = pytest.mark.browser

POLICY = "default-src 'none'; script-src 'self' 'unsafe-inline'{wasm}; connect-src 'self'; worker-src {worker}"
WASM = " 'wasm-unsafe-eval'"
STAGES = ["Fetching Python", "Starting Python"]
SCRIPTS = ["worker.js", "boot.js", "fetching.js", "starting.js", "pyodide.mjs", "pyodide.asm.mjs"]
NEEDED = ["runtime.json", "pyodide.asm.wasm", *SCRIPTS]
"""What every way of starting Python needs."""


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The bare site."""
    return write_site(tmp_path_factory.mktemp("made") / "site")


def way(page: Page) -> str:
    """How Python was started in the end, as the page's engine heard it."""
    told: str = page.evaluate("globalThis.ways.at(-1)")
    return told


def listen(page: Page) -> None:
    """Notes the ways as they are begun."""
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
    """The fractions that were told of each stage."""
    heard: list[dict[str, Any]] = page.evaluate("heard")
    told: dict[str, list[float]] = {}
    for status in heard:
        if status["state"] == "starting":
            told.setdefault(status["stage"], []).append(status["fraction"])
    return told


@pytest.mark.parametrize("name", ["snapshot", "archive", "stock"])
def test_nothing_of_python_is_fetched_before_a_wish_and_progress_has_a_name(made: Path, tmp_path: Path, name: str) -> None:
    policy = POLICY.format(wasm=WASM, worker="'self'")
    with served(made, policy, only(made, name)) as url, visit(url, tmp_path) as page:
        requests: list[str] = []
        page.context.on("request", lambda request: requests.append(request.url))
        page.wait_for_timeout(200)
        assert requests == []
        listen(page)
        assert "value" in ask(page)
        assert way(page) == name
        told = stages(page)
        assert list(told) == STAGES
        for fractions in told.values():
            assert fractions == sorted(fractions)
            assert fractions[0] < 0.1
            assert fractions[-1] > 0.99
        assert len(told["Starting Python"]) > 5
        assert page.evaluate("heard.at(-1)") == {"state": "ready"}
        assert [url for url in requests if not url.startswith(page.url.removesuffix("page/"))] == []
        assert len(requests) == len(set(requests)), "a file was fetched twice"


def only(site: Path, *names: str) -> dict[str, Fault]:
    """A manifest that knows these ways alone."""
    manifest = json.loads((site / ASSETS / "runtime.json").read_text(encoding="utf-8"))
    manifest["ways"] = [each for each in manifest["ways"] if each["name"] in names]
    return {"runtime.json": Fault(change=lambda _: json.dumps(manifest).encode())}


@pytest.mark.parametrize("fault", [MISSING, ERROR, BROKEN, DAMAGED, SHORT, WEB_PAGE], ids="404 500 broken damaged short html".split())
def test_a_snapshot_that_cant_be_had_leads_to_the_archive(made: Path, tmp_path: Path, fault: Fault) -> None:
    with served(made, faults={"snapshot.bin": fault}) as url, visit(url, tmp_path) as page:
        listen(page)
        assert "value" in ask(page)
        assert way(page) == "archive"


def test_without_either_python_starts_as_pyodide_has_it(made: Path, tmp_path: Path) -> None:
    with served(made, faults={"snapshot.bin": SHORT, "archive.bin": MISSING}) as url, visit(url, tmp_path) as page:
        listen(page)
        assert "value" in ask(page)
        assert way(page) == "stock"


def test_a_start_that_fails_leads_to_another_in_a_new_worker(made: Path, tmp_path: Path) -> None:
    """The files are as they were made; it is what is in them that fails."""
    manifest = json.loads((made / ASSETS / "runtime.json").read_text(encoding="utf-8"))
    manifest["ways"][0]["unpacked"] -= 4
    faults = {"runtime.json": Fault(change=lambda _: json.dumps(manifest).encode())}
    with served(made, faults=faults) as url, visit(url, tmp_path) as page:
        listen(page)
        hired: list[object] = []
        page.on("worker", hired.append)
        assert "value" in ask(page)
        assert page.evaluate("ways") == ["snapshot", "archive"]
        assert len(hired) == 2
        assert len(page.workers) == 1, "the memory of the first is given up"


@pytest.mark.parametrize("name", [*NEEDED, "python_stdlib.zip", "rules.zip"])
def test_a_missing_file_is_named_and_asking_again_mends_it(made: Path, tmp_path: Path, name: str) -> None:
    """The library and the rules as sources are missed when no other way is left."""
    faults = only(made, "stock") if name.endswith(".zip") else {}
    faults[name] = MISSING
    with served(made, faults=faults) as url, visit(url, tmp_path) as page:
        assert f"{name}" in ask(page)["message"]
        assert page.evaluate("engine.state") == "failed"
        assert page.workers == []
        del faults[name]
        assert "value" in ask(page)


@pytest.mark.parametrize(
    ("name", "fault", "message"),
    [
        ("runtime.json", WEB_PAGE, "different versions, or one is damaged: reload the page"),
        ("runtime.json", ERROR, "did not hand out runtime.json (500)"),
        ("worker.js", PLAIN, "sent worker.js as text/plain"),
        ("boot.js", BROKEN, "boot.js, a file of this site, is missing, damaged or blocked."),
        ("pyodide.mjs", PLAIN, "pyodide.mjs could not be run (text/plain)"),
        ("pyodide.mjs", SHORT, "pyodide.mjs could not be run"),
        ("pyodide.asm.mjs", WEB_PAGE, "sent a web page in the place of pyodide.asm.mjs"),
        ("pyodide.asm.mjs", BROKEN, "pyodide.asm.mjs"),
        ("pyodide.asm.wasm", BROKEN, "The connection broke while pyodide.asm.wasm arrived"),
        ("pyodide.asm.wasm", DAMAGED, "pyodide.asm.wasm is not the file that this site was built with."),
        ("pyodide.asm.wasm", SHORT, "pyodide.asm.wasm arrived incomplete"),
        ("pyodide.asm.wasm", WEB_PAGE, "sent a web page in the place of pyodide.asm.wasm"),
        ("pyodide.asm.wasm", ERROR, "did not hand out pyodide.asm.wasm (500)"),
    ],
)
def test_what_is_wrong_with_a_file_is_told_and_asking_again_mends_it(
    made: Path, tmp_path: Path, name: str, fault: Fault, message: str
) -> None:
    faults = {name: fault}
    with served(made, faults=faults) as url, visit(url, tmp_path) as page:
        answer = ask(page)
        assert message in answer["message"]
        assert answer["retry"] is True
        faults.clear()
        assert "value" in ask(page)


def test_a_host_that_doesnt_know_webassembly_does_no_harm(made: Path, tmp_path: Path) -> None:
    with served(made, faults={"pyodide.asm.wasm": BYTES}) as url, visit(url, tmp_path) as page:
        assert "value" in ask(page)


def test_a_slow_file_is_waited_for_as_long_as_it_comes(made: Path, tmp_path: Path) -> None:
    with served(made, faults={"pyodide.asm.wasm": SLOW}) as url, visit(url, tmp_path) as page:
        page.evaluate("engine.longestSilence = 1400")  # each part comes in 0.1 s, all of it in 1.6 s and more
        assert "value" in ask(page)
        assert len(set(stages(page)["Fetching Python"])) > 8


def test_a_file_that_stops_coming_is_not_waited_for_without_end(made: Path, tmp_path: Path) -> None:
    faults = {"pyodide.asm.wasm": Fault(pause=3)}
    with served(made, faults=faults) as url, visit(url, tmp_path) as page:
        page.evaluate("engine.longestSilence = 1000")
        assert "Fetching Python: nothing has happened for 1 seconds" in ask(page)["message"]
        faults.clear()
        page.evaluate("engine.longestSilence = 20000")
        assert "value" in ask(page)


@pytest.mark.parametrize(
    ("wasm", "worker", "message"),
    [("", "'self'", "WebAssembly, which Python needs, is blocked"), (WASM, "'none'", "The browser didn't run Python's worker")],
)
def test_a_policy_that_forbids_python_is_told_at_once(
    made: Path, tmp_path: Path, wasm: str, worker: str, message: str
) -> None:
    policy = POLICY.format(wasm=wasm, worker=worker)
    with served(made, policy) as url, visit(url, tmp_path) as page:
        answer = ask(page)
        assert answer["message"].startswith(message)
        assert answer["took"] < 5000

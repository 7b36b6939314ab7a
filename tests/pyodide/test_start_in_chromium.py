"""The rules start in a real browser; and when they can't, the page says why, and a retry mends it."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.pyodide.start import ASSETS, ask, served, visit, write_site

pytestmark = pytest.mark.browser

POLICY = "default-src 'none'; script-src 'self' 'unsafe-inline'{wasm}; connect-src 'self'; worker-src {worker}"
WASM = " 'wasm-unsafe-eval'"
STAGES = ["Fetching Python", "Starting Python", "Loading the rules"]


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The bare site, not to be changed."""
    return write_site(tmp_path_factory.mktemp("made") / "site")


@pytest.fixture
def site(made: Path, tmp_path: Path) -> Path:
    """The bare site, to be spoilt."""
    return shutil.copytree(made, tmp_path / "site")


def _file(site: Path, name: str) -> Path:
    (found,) = (site / ASSETS).rglob(name)
    return found


def test_nothing_of_python_is_fetched_before_a_wish_and_progress_has_a_name(made: Path, tmp_path: Path) -> None:
    policy = POLICY.format(wasm=WASM, worker="'self'")
    with served(made, policy) as url, visit(url, tmp_path) as page:
        requests: list[str] = []
        page.context.on("request", lambda request: requests.append(request.url))
        page.wait_for_timeout(200)
        assert requests == []
        assert "value" in ask(page)
        heard = page.evaluate("heard")
        assert list(dict.fromkeys(status["stage"] for status in heard[:-1])) == STAGES
        assert heard[-1] == {"state": "ready"}
        for stage in STAGES:
            fractions = [status["fraction"] for status in heard[:-1] if status["stage"] == stage]
            assert fractions == sorted(fractions)
            assert fractions[0] < 0.1
            assert fractions[-1] > 0.99
        assert sum(status["stage"] == "Starting Python" for status in heard[:-1]) > 50
        assert [url for url in requests if not url.startswith(page.url.removesuffix("page/"))] == []
        assert len(requests) == len(set(requests)), "a file was fetched twice"


@pytest.mark.parametrize(
    "name",
    [
        "runtime.json",
        "worker.js",
        "boot.js",
        "pyodide.mjs",
        "pyodide.asm.mjs",
        "pyodide.asm.wasm",
        "python_stdlib.zip",
        "rules.zip",
    ],
)
def test_a_missing_file_is_named_and_a_retry_answers_what_was_asked(site: Path, tmp_path: Path, name: str) -> None:
    missing = _file(site, name)
    away = missing.rename(tmp_path / name)
    with served(site) as url, visit(url, tmp_path / "profile") as page:
        assert f"{name}" in ask(page)["message"]
        assert page.evaluate("engine.state") == "failed"
        away.rename(missing)
        page.evaluate("engine.retry()")
        page.wait_for_function("engine.state === 'ready'")
        assert "value" in ask(page)


@pytest.mark.parametrize("name", ["pyodide.asm.wasm", "python_stdlib.zip", "rules.zip"])
def test_a_damaged_file_is_never_run_nor_kept(site: Path, tmp_path: Path, name: str) -> None:
    damaged = _file(site, name)
    whole = damaged.read_bytes()
    damaged.write_bytes(whole[:2000] + bytes(100) + whole[2100:])
    with served(site) as url, visit(url, tmp_path / "profile") as page:
        assert ask(page)["message"] == f"{name} is not the file that this site was built with."
        damaged.write_bytes(whole)
        page.evaluate("engine.retry()")
        page.wait_for_function("engine.state === 'ready'")


def test_a_file_cut_short_is_told_with_its_size(site: Path, tmp_path: Path) -> None:
    short = _file(site, "python_stdlib.zip")
    short.write_bytes(short.read_bytes()[:1000])
    with served(site) as url, visit(url, tmp_path / "profile") as page:
        assert "python_stdlib.zip arrived incomplete: 1000 of 2545637 bytes" in ask(page)["message"]


@pytest.mark.parametrize(
    ("wasm", "worker", "message"),
    [("", "'self'", "WebAssembly is blocked here"), (WASM, "'none'", "The browser blocked Python's worker")],
)
def test_a_policy_that_forbids_python_is_told_at_once(
    made: Path, tmp_path: Path, wasm: str, worker: str, message: str
) -> None:
    policy = POLICY.format(wasm=wasm, worker=worker)
    with served(made, policy) as url, visit(url, tmp_path) as page:
        answer = ask(page)
        assert answer["message"].startswith(message)
        assert answer["took"] < 5000

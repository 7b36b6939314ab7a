"""Tests that the start benchmark runs, and that its connection, server and tables are correct. No test asserts a time."""

from __future__ import annotations

import gzip
import http.client
import json
from pathlib import Path
from typing import Any

import pytest

from tests.bench.boot import main
from tests.bench.figures import BEGIN, END, Aim, Figures, aims_table, put_between, tables
from tests.bench.measuring import FIRST, SECOND, Held, VisitTimes
from tests.bench.server import BenchSite, Connection, served
from tests.bench.subjects import EARLY, PLAIN, SITE, UNKEPT
from tests.chromium.server import ROOT
from tests.chromium.server import Site as BuiltSite

SCRIPT = b"const answer = 42;\n" * 50


def measured(site: BuiltSite, capsys: pytest.CaptureFixture[str], *options: str) -> Any:
    """Return the results of a small measurement."""
    main(["--site", str(site.directory), "--rounds", "1", "--clicks", "1", "--hands", "5", *options, "--json"])
    return json.loads(capsys.readouterr().out)


@pytest.mark.thorough
@pytest.mark.browser
def test_each_page_is_visited_and_measured(site: BuiltSite, capsys: pytest.CaptureFixture[str]) -> None:
    told = measured(site, capsys, "--only", "*/full")
    assert [seen for seen in told["visits"] if seen["problem"]] == []
    assert {seen["subject"] for seen in told["visits"]} == {PLAIN, SITE, EARLY, UNKEPT, "snapshot only", "stock only"}


@pytest.mark.thorough
@pytest.mark.browser
def test_a_site_is_visited_and_measured(site: BuiltSite, capsys: pytest.CaptureFixture[str]) -> None:
    """A visit doesn't resume the hand from an earlier visit: Python deals a new one each time."""
    told = measured(site, capsys, "--only", "site/full", "--only", "first trick/full")
    first, second, offline, early, later = told["visits"]
    assert [(seen["visit"], seen["way"], seen["problem"]) for seen in told["visits"][:3]] == [
        (visit, "snapshot", "") for visit in ("first", "second", "offline")]
    assert [(seen["visit"], seen["problem"]) for seen in (early, later)] == [("first", ""), ("second", "")]
    assert not any(path.endswith("snapshot.zip") for path in early["start"]), "the first trick waits for no Python"
    assert any(path.endswith("snapshot.zip") for path in first["start"])
    assert not any(path.endswith(("snapshot.zip", ".wasm")) for path in first["before"]), "Python was fetched before the click"
    assert not any(path.endswith(("snapshot.zip", ".wasm")) for path in [*second["start"], *second["later"]]), "nothing was kept"
    assert offline["start"] == {}
    assert [len(seen["clicks"]) for seen in told["visits"]] == [1, 0, 0, 0, 0]
    assert told["memory"][-1]["hands"] == 5
    assert told["memory"][-1]["process"] > told["memory"][-1]["python"] >= 30 * 2**20


def test_what_is_missing_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CHROMIUM", "true")
    with pytest.raises(SystemExit, match="No built site"):
        main(["--site", str(tmp_path)])


def test_all_that_is_sent_shares_the_line() -> None:
    now = 10.0
    line = Connection(bits=8_000, clock=lambda: now)
    assert line.due(1_000) == 11.0
    assert line.due(500) == 11.5
    now = 20.0
    assert line.due(1_000) == 21.0, "what the line could have carried while it was idle is gone"


def asked(site: BenchSite, path: str, **fields: str) -> tuple[http.client.HTTPResponse, bytes]:
    connection = http.client.HTTPConnection("127.0.0.1", site.server_port)
    connection.request("GET", path, headers={"Accept-Encoding": "gzip", **fields})
    response = connection.getresponse()
    body = response.read()
    connection.close()
    return response, body


def test_files_are_sent_as_pages_sends_them_and_counted(tmp_path: Path) -> None:
    for name in ("script.js", "packed.bin", "gone.js"):
        (tmp_path / name).write_bytes(SCRIPT)
    with served(tmp_path, {"gone.js": None}, Connection()) as site:
        script, body = asked(site, "/script.js")
        assert gzip.decompress(body) == SCRIPT
        assert asked(site, "/packed.bin")[1] == SCRIPT
        assert asked(site, "/gone.js")[0].status == 404
        again, nothing = asked(site, "/script.js", **{"If-None-Match": script.headers["ETag"]})
        assert (again.status, nothing) == (304, b"")
        assert site.take() == {"script.js": len(body), "packed.bin": len(SCRIPT)}
        site.offline = True
        with pytest.raises(http.client.RemoteDisconnected):
            asked(site, "/script.js")


def seen(subject: str, visit: str, answer: float, problem: str = "", clicks: tuple[float, ...] = ()) -> VisitTimes:
    return VisitTimes(subject, "full", visit, 500, answer, "snapshot", {"assets/followsuit/a/b.js": 9_000, "theme.js": 80_000},
                {"python.wasm": int(answer * 1000)}, {"snapshot.zip": 2_460_000}, clicks, problem)


FIGURES = Figures(
    [seen(PLAIN, FIRST, 8_000), seen(PLAIN, FIRST, 4_000), seen(PLAIN, FIRST, 6_000), seen(PLAIN, SECOND, 5_000),
     seen(SITE, FIRST, 3_000, clicks=(10.0,) * 30), seen(SITE, FIRST, 0, problem="no answer"), seen(SITE, SECOND, 1_000)],
    [Held(SITE, 0, 1000, 5 * 2**20), Held(SITE, 10, 2000, 0), Held(SITE, 20, 2500, 0)])


def test_medians_stand_beside_their_ratio_to_plain_pyodide() -> None:
    lines = tables(FIGURES)
    assert "| plain Pyodide, first visit | 6.00 (1.00) |" in lines
    assert "| site, first visit | 3.00 (0.50); 1 without an answer |" in lines
    assert "| site, second visit | 1.00 (0.20) |" in lines
    assert "| site, first visit | snapshot 3.00 (0.50), then 2.46 |" in lines
    assert "| full speed | 30 | 10 | 10 |" in lines


@pytest.mark.parametrize(("reached", "told"), [(0.2, ["0.20", "yes"]), (0.204, ["just over 0.20", "**no**"]),
                                              (0.21, ["0.21", "**no**"]), (None, ["–", "not measured"])])
def test_an_aim_that_is_just_missed_does_not_read_as_reached(reached: float | None, told: list[str]) -> None:
    assert Aim("a start", 0.2, reached).cells() == ["a start", "at most 0.20", *told]


def test_aims_are_reached_or_not_or_were_not_measured() -> None:
    lines = aims_table(FIGURES)
    assert "| the site's second visit, to plain Pyodide's first | at most 0.25 | 0.17 | yes |" in lines
    assert "| our scripts before any click, compressed bytes | at most 40,000 | 9,000 | yes |" in lines
    assert "| a click's painted answer, 95 of 100, ms | below 50 | 10 | yes |" in lines
    assert "| growth of Python's memory over all hands but the first fifth, bytes | at most 0 | 500 | **no** |" in lines
    assert "| the same with the processor ÷ 4, ms | below 100 | – | not measured |" in lines


def test_the_tables_are_put_between_the_marks_of_their_page() -> None:
    page = (ROOT / "docs" / "design" / "start.md").read_text(encoding="utf-8")
    once = put_between(page, ["new"])
    assert f"{BEGIN}\n\nnew\n{END}" in once
    assert put_between(once, ["new"]) == once
    with pytest.raises(ValueError, match="the page needs the lines"):
        put_between("# Title\n", ["new"])

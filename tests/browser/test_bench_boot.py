"""``followsuit bench boot`` in a real browser, and the page that lets readers measure. No test here asks for a time."""

from __future__ import annotations

import json
import re

import pytest
from playwright.sync_api import expect

from rules_engine.cli import main
from tests.browser.pages import OpenPage
from tests.browser.server import ROOT, Site

SLOW = 60_000


def test_one_subject_is_measured(site: Site, capsys: pytest.CaptureFixture[str]) -> None:
    given = ["--site", str(site.directory), "--pyodide", str(ROOT / "node_modules" / "pyodide")]
    assert main(["bench", "boot", *given, "--quick", "--only", "snapshot only/full", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    first, second = told["visits"]
    assert [first["visit"], second["visit"]] == ["first", "second"]
    for seen in (first, second):
        assert seen["problem"] == ""
        assert seen["way"] == "snapshot"
        assert seen["answer"] > 0
    assert any(path.endswith("snapshot.bin") for path in first["start"])
    assert not any(path.endswith((".bin", ".wasm")) for path in first["before"]), "Python was fetched before the wish"
    assert not any(path.endswith((".bin", ".wasm")) for path in [*second["start"], *second["later"]]), "the browser kept nothing"
    [held] = told["memory"]
    assert held["python"] >= 30 * 2**20
    assert held["process"] > held["python"]


@pytest.mark.parametrize("way", ["snapshot", "stock"])
def test_a_reader_measures_each_way(open_page: OpenPage, way: str) -> None:
    page = open_page("design/start/")
    widget = page.locator("measured-start")
    widget.get_by_label("Way").select_option(way)
    widget.get_by_role("button").click()
    expect(widget.locator("output")).to_have_text(re.compile(rf"seconds .* by way of the {way}\."), timeout=SLOW)


def test_a_reader_hears_why_nothing_was_measured(open_page: OpenPage) -> None:
    page = open_page("design/start/")
    page.route("**/runtime.json", lambda route: route.abort())
    open_page.expect_problem("ERR_FAILED")
    widget = page.locator("measured-start")
    widget.get_by_role("button").click()
    expect(widget.locator("output")).to_contain_text("It didn't start")

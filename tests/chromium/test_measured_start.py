"""The page on which readers measure how fast Python starts. No test in this module asserts a time."""

from __future__ import annotations

import re

import pytest

from tests.chromium.expecting import expect
from tests.chromium.hands import SLOW
from tests.chromium.pages import OpenPage

PAGE = "design/start/"


@pytest.mark.thorough
def test_a_reader_measures_each_way(open_page: OpenPage) -> None:
    widget = open_page(PAGE).locator("measured-start")
    ways = [way.inner_text() for way in widget.locator("option:not([value])").all()]
    assert {"snapshot", "stock"} <= set(ways)
    for way in ways:
        widget.get_by_label("Way").select_option(way)
        widget.get_by_role("button").click()
        expect(widget.locator("output")).to_have_text(re.compile(rf"seconds .* by way of the {way}\."), timeout=SLOW)


@pytest.mark.thorough
def test_a_reader_hears_why_nothing_was_measured(open_page: OpenPage) -> None:
    page = open_page(PAGE)
    page.route("**/runtime.json", lambda route: route.abort())
    open_page.expect_problem("ERR_FAILED")
    widget = page.locator("measured-start")
    widget.get_by_role("button").click()
    expect(widget.locator("output")).to_contain_text("It didn't start")

"""The formatter behind the fences: a widget for each, and no error that superfences could swallow."""

from __future__ import annotations

from typing import Any

import markdown
import pytest
from pymdownx.superfences import SuperFencesException

from rules_engine.authoring.check import check_text
from rules_engine.site import fences
from rules_engine.site.fences import Formatter, Placed
from rules_engine.site.markdown_source import read_markdown
from rules_engine.view.links import Links

EVIL = "</script><script>alert(1)</script><img src=x onerror=alert(1)>"
SCENARIO = "format: 1\ngame: snakebit\nkind: practice\nsetup: {seed: 7}\n"


def rendered(text: str, formatter: Formatter) -> str:
    return markdown.markdown(
        text,
        extensions=["pymdownx.superfences"],
        extension_configs={"pymdownx.superfences": {"custom_fences": formatter.custom_fences()}},
    )


def opened(text: str) -> Formatter:
    formatter = Formatter()
    found = read_markdown(text, "a.md").fences
    placed = [Placed(each, check_text(each.body, "a.md").run, f"w{place}") for place, each in enumerate(found)]
    formatter.open_page(placed, lambda game: Links(f"games/{game}/", "games/"))
    return formatter


def test_a_fence_becomes_its_widget() -> None:
    text = f"Before\n\n```practice\n{SCENARIO}```\n\nAfter\n"
    formatter = opened(text)
    html = rendered(text, formatter)
    assert html.startswith("<p>Before</p>\n<fs-widget ")
    assert html.endswith("</fs-widget>\n<p>After</p>")
    assert 'id="w0"' in html
    assert 'data-game-page="games/snakebit/"' in html
    assert formatter.faults(html) == []


def test_a_page_may_render_twice() -> None:
    text = f"```practice\n{SCENARIO}```\n"
    formatter = opened(text)
    assert rendered(text, formatter) == rendered(text, opened(text))


def test_a_fence_within_a_list() -> None:
    inside = SCENARIO.replace("\n", "\n    ").rstrip()
    text = f"- one\n\n    ```practice\n    {inside}\n    ```\n"
    html = rendered(text, opened(text))
    assert "<p><fs-widget" not in html
    assert html.count("<fs-widget ") == 1


def test_a_fence_that_was_not_checked_is_told() -> None:
    formatter = Formatter()
    html = rendered("```quiz\nx.yml\n```\n", formatter)
    assert formatter.faults(html) == ["1: a fence became a widget that wasn't checked"]


def test_a_fence_that_did_not_render_is_told() -> None:
    formatter = opened(f"\n```practice\n{SCENARIO}```\n")
    assert formatter.faults("<p>nothing</p>") == ["2: this fence didn't become a widget; is it part of another block?"]


def test_an_error_in_a_view_is_not_swallowed(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: Any) -> str:
        raise ValueError("no such thing")

    monkeypatch.setitem(fences.WIDGETS, "practice", broken)
    text = f"```practice\n{SCENARIO}```\n"
    with pytest.raises(SuperFencesException, match="line 1: ValueError: no such thing"):
        rendered(text, opened(text))


def test_texts_of_a_scenario_are_escaped() -> None:
    names = "seats: ['<b>x', '<i>y', '\"z']"
    scenario = (
        f"format: 1\ngame: snakebit\nsetup: {{seed: 7, {names}}}\n"
        f"title: '{EVIL}'\nintro: |\n  {EVIL} [x](javascript:alert(1))\nscript:\n  - note: |\n      {EVIL}\n"
    )
    text = f"```example\n{scenario}```\n"
    html = rendered(text, opened(text))
    assert "<fs-widget" in html
    for harm in ("<script>alert", "<img src=x", 'href="javascript', "<b>x", "<i>y", 'id=""z'):
        assert harm not in html


@pytest.mark.parametrize("kind", ["example", "practice"])
def test_widgets_hold_no_script(kind: str) -> None:
    """Material's instant navigation makes every script of a page anew, without its attributes: JSON would be run."""
    text = f"```{kind}\n{SCENARIO.replace('practice', kind)}```\n"
    assert "<script" not in rendered(text, opened(text))

"""English text in right-to-left pages, and right-to-left names in English pages: signs and full stops keep their positions."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.chromium.expecting import expect
from tests.chromium.pages import OpenPage, settle
from tests.chromium.server import Site, served
from tests.site.tiny import MKDOCS_YML, TinySite

MOVED = r"""() => {
  const leftOf = (node, at) => {
    const range = document.createRange();
    range.setStart(node, at);
    range.setEnd(node, at + 1);
    const { left, top, width } = range.getBoundingClientRect();
    return width ? { left, top } : null;
  };
  const moved = [];
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    const own = node.parentElement.closest("fs-table, fs-figure, fs-score, fs-referee, .fs-games, .fs-stats, [lang=en]");
    if (!own || node.parentElement.closest("script, style, svg, [hidden]")) continue;
    for (const found of node.data.matchAll(/[+−]\d|[A-Za-z0-9][.?!:](?=\s|$)/g)) {
      const [one, other] = [leftOf(node, found.index), leftOf(node, found.index + 1)];
      if (one && other && one.top === other.top && one.left > other.left) moved.push(node.data.trim());
    }
  }
  return moved;
}"""
"""Expression for the texts in which a sign is displayed after its number, or a full stop before its sentence."""
HEBREW = "דנה"


@pytest.fixture(scope="module", params=[
    "he", "en", *(pytest.param(code, marks=pytest.mark.thorough) for code in ("ar", "fa", "ur"))])
def site(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    made = TinySite(tmp_path_factory.mktemp("tiny"))
    made.write("mkdocs.yml", MKDOCS_YML.replace("font: false", f"font: false, language: {request.param}"))
    shown = "```example\nsnakebit/last-trick-and-score.yml\n```\n\n```quiz\nsnakebit/quiz-score.yml\n```\n"
    made.write("docs/index.md", f"# {HEBREW}\n\n{shown}")
    made.write("docs/score.md", f"# {HEBREW}\n\n```score\nsnakebit\n```\n")
    made.write("docs/list.md", f"# {HEBREW}\n\n```games\n```\n")
    built = made.build()
    assert built.status == 0, built.said
    with served(built.folder) as running:
        yield running


def test_english_reads_from_left_to_right(site: Site, open_page: OpenPage) -> None:
    page = open_page(site.at(""))
    settle(page)
    mirrored = page.evaluate("document.documentElement.lang !== 'en'")
    assert page.evaluate("getComputedStyle(document.body).direction") == ("rtl" if mirrored else "ltr")
    assert page.evaluate(MOVED) == []
    page.locator("fs-figure .fs-put").first.click()
    for _ in range(4):
        page.locator("#fs-do-on").click()
        assert page.evaluate(MOVED) == []
    for path in ("score/", "list/"):
        page.goto(site.at(path))
        settle(page)
        assert page.evaluate(MOVED) == []
    assert bool(page.locator("[dir=ltr][lang=en]").count()) == mirrored


def test_names_in_other_letters_move_nothing(site: Site, open_page: OpenPage) -> None:
    page = open_page(site.at("score/"))
    for place, name in enumerate((HEBREW, "محمد", "Ann", "12")):
        page.locator("fs-score input").nth(place).fill(name)
    page.get_by_role("button", name="Begin").click()
    expect(page.locator("fs-score")).to_contain_text(f"\u2068{HEBREW}\u2069")
    assert page.evaluate(MOVED) == []

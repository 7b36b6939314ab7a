"""Pages without our content look exactly as they would without the plugin, in any window and on paper."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, ViewportSize

from tests.chromium.pages import OpenPage, until
from tests.chromium.server import Site, served
from tests.site.tiny import MKDOCS_YML, TinySite
from tests.some import some

OURS = "  - followsuit: {games: [snakebit]}\n"
TEXT = """\
# Plain

A paragraph with [a link](index.md), `code`, **bold** and a footnote.[^1] A [link to a rule](#rule-of-ours) that is none of ours.

## A rule of ours { #rule-of-ours }

| one | two | three | four | five | six |
|-----|----:|:-----:|------|------|-----|
| `1` | 2 | 3 | 4 | 5 | [a link](index.md) |

```python
print("a line of code that is longer than a phone is wide, so that it has to be scrolled to be read by anybody at all")
```

!!! note
    A note with a list:

    - one [link](index.md)
    - two

??? tip "Folded"
    Words that are folded.

Term
:   What it means, with a [link](index.md).

1. one
2. two

> Said by somebody.

- [x] done
- [ ] to do

### Deeper

<button class="md-button">A button</button> <abbr title="An abbreviation">abbr</abbr>

[^1]: A note at the foot.
"""
SETTINGS = MKDOCS_YML.replace("[attr_list, admonition]", "[abbr, admonition, attr_list, def_list, footnotes, md_in_html, tables,"
                              " {toc: {permalink: true}}, pymdownx.details, pymdownx.highlight, pymdownx.superfences,"
                              " {pymdownx.tasklist: {custom_checkbox: true}}]")
PALETTE = ("palette: [{media: '(prefers-color-scheme: light)', scheme: default, primary: teal,"
           " toggle: {icon: material/eye, name: D}},"
           " {media: '(prefers-color-scheme: dark)', scheme: slate, toggle: {icon: material/eye, name: L}}]")
THEMES = {
    "material": f"name: material, font: false, {PALETTE}, features: [navigation.footer, navigation.top]",
    "tabs": f"name: material, font: false, {PALETTE}, features: [navigation.tabs, navigation.sections, toc.integrate]",
    "readthedocs": "name: readthedocs",
    "mkdocs": "name: mkdocs, highlightjs: false",
}
WIDTHS = (1600, 1280, 800, 390)


@pytest.fixture(scope="module", params=[
    pytest.param(name, marks=() if name == "material" else pytest.mark.thorough) for name in THEMES])
def sites(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, Site]]:
    """Serve a site with and without our plugin."""
    built = {}
    for name, settings in {"without": SETTINGS.replace(OURS, ""), "with": SETTINGS}.items():
        site = TinySite(tmp_path_factory.mktemp(name))
        site.write("mkdocs.yml", settings.replace("name: material, font: false", THEMES[request.param]))
        for page in ("plain", "another"):
            site.write(f"docs/{page}.md", TEXT)
        made = site.build()
        assert made.status == 0, made.said
        built[name] = made.folder
    with served(built["without"]) as without, served(built["with"]) as with_ours:
        yield {"without": without, "with": with_ours}


LOOKS = """() => {
  const closed = ".md-search__output, .md-search__output *, .md-search__overlay, .md-overlay"
    + (innerWidth < 1220 ? ", .md-sidebar--primary, .md-sidebar--primary *" : "");
  const names = [...getComputedStyle(document.body)].filter((name) => !/^--|inline|block|color-scheme/.test(name));
  const styleOf = (element, part) => {
    const style = getComputedStyle(element, part);
    if (part && style.content === "none") return "";
    return names.map((name) => `${name}: ${style.getPropertyValue(name)}`).join("; ").replaceAll(location.origin, "");
  };
  return [...document.querySelectorAll("body, body *")]
    .filter((each) => !each.matches(`script, link, style, .fs-unseen, ${closed}`))
    .map((each) => {
      const { x, y, width, height } = each.getBoundingClientRect();
      const styles = [null, "::before", "::after"].map((part) => styleOf(each, part));
      return [`${each.localName}.${each.className}`, [x, y, width, height].map(Math.round).join(" "), ...styles];
    });
}"""
"""Expression for the position and all styles of every visible element, with property names that don't depend on the writing
direction. The theme declares its colour scheme in a `meta` element, which isn't part of the styles. The contents of a
closed search or menu are excluded: our plugin makes them unreachable by keyboard, and they are invisible without it too."""


def looks(page: Page, width: int) -> list[list[str]]:
    """Wait until the layout is stable at this window width, and return the position and style of all elements."""
    size: ViewportSize = {"width": width, "height": 900}
    page.set_viewport_size(size)
    until(page, "document.readyState === 'complete' && document.fonts.status === 'loaded'")
    before: list[list[str]] = []
    while before != (before := page.evaluate(LOOKS)):
        page.wait_for_timeout(300)
    return before


def difference(pages: dict[str, Page], width: int) -> list[str]:
    """Return a description of each element that our plugin changes."""
    found = {name: looks(page, width) for name, page in pages.items()}
    assert [each[0] for each in found["with"]] == [each[0] for each in found["without"]]
    changed = []
    for ours, theirs in zip(found["with"], found["without"], strict=True):
        for mine, other in zip(ours, theirs, strict=True):
            if mine != other:
                parts = set(mine.split("; ")) ^ set(other.split("; "))
                changed.append(f"{ours[0]} at {width}: {sorted(parts)[:6]}")
    return changed


@pytest.mark.parametrize("dark", some([False, True], [False], lambda dark: "dark" if dark else "light"))
def test_a_page_without_anything_of_ours_looks_as_before(sites: dict[str, Site], open_page: OpenPage, dark: bool) -> None:
    pages = {name: open_page(site.at("plain/"), dark=dark) for name, site in sites.items()}
    for width in WIDTHS:
        assert difference(pages, width) == []
    for page in pages.values():
        page.emulate_media(media="print")
    assert difference(pages, 794) == []


def test_it_scrolls_to_its_places_as_before(sites: dict[str, Site], open_page: OpenPage) -> None:
    tops = {}
    for name, site in sites.items():
        page = open_page(site.at("plain/#deeper"))
        page.set_viewport_size({"width": 1280, "height": 500})
        page.locator(".md-content p > a[href='#rule-of-ours']").click()
        before = None
        while before != (before := page.evaluate("document.getElementById('rule-of-ours').getBoundingClientRect().top")):
            page.wait_for_timeout(300)
        tops[name] = before
    assert tops["with"] == tops["without"]

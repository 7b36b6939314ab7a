"""Other plugins and hooks before and after ours: their changes to pages are seen, and our output survives them."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from tests.site.tiny import MKDOCS_YML, Built, TinySite

ADDS = """\
def on_post_page(output, page, config):
    return output.replace("</body>", {text!r} + "</body>")
"""
MINIFIES = """\
import re


def on_post_page(output, page, config):
    return re.sub(r'="([\\w./:#-]+)"', r"=\\1", re.sub(r">\\s+<", "><", output))
"""
"""A hook that minifies pages: it drops spaces between tags, and optional quotes."""
FIRST = "from mkdocs.plugins import event_priority\n\non_post_page = event_priority(200)(on_post_page)\n"


def built(folder: Path, hook: str, page: str = "", settings: str = MKDOCS_YML) -> Built:
    """Build the small site with a hook."""
    folder.mkdir(exist_ok=True)
    site = TinySite(folder)
    site.write("mkdocs.yml", f"{settings}hooks: [theirs.py]\n")
    site.write("theirs.py", hook)
    site.write("docs/plain.md", f"# Plain\n\n{page}\n")
    made = site.build("--strict")
    assert made.status == 0, made.said
    return made


def bundle(html: str) -> str:
    """Return the tag that loads the theme's script."""
    (tag,) = re.findall(r"<script[^>]*javascripts/bundle\.[^>]*>", html)
    return str(tag)


@pytest.mark.parametrize("text", [
    "<script>document$.subscribe(() => {})</script>", '<script src="theirs.js"></script>',
    '<script type="text/javascript">document$.subscribe(() => {})</script>'])
def test_a_script_that_comes_behind_finds_what_the_themes_script_brings(text: str, tmp_path: Path) -> None:
    html = built(tmp_path, ADDS.format(text=text)).page("plain")
    assert text in html
    assert "defer" not in bundle(html)


@pytest.mark.parametrize("text", [
    '<script type="application/json">{}</script>', '<script defer src="theirs.js"></script>',
    "<script type=module>go()</script>"])
def test_the_themes_script_waits_where_none_needs_it_before(text: str, tmp_path: Path) -> None:
    assert "defer" in bundle(built(tmp_path, ADDS.format(text=text)).page("plain"))


def test_a_script_that_waits_before_the_themes_stays_behind_it(tmp_path: Path) -> None:
    hook = ADDS.replace('"</body>"', '"</head>"').replace('+ "</body>"', '+ "</head>"')
    html = built(tmp_path, hook.format(text='<script defer src="theirs.js"></script>')).page("plain")
    assert html.index("theirs.js") < html.index(bundle(html))
    assert "defer" not in bundle(html)


@pytest.mark.parametrize("hook", [MINIFIES, MINIFIES + FIRST], ids=["behind", "before"])
def test_pages_are_mended_though_they_are_minified(hook: str, tmp_path: Path) -> None:
    table = "| a | b |\n|---|---|\n| 1 | 2 |\n\n    code\n"
    site = built(tmp_path, hook, f"{table}\n<p id=own>Own</p>\n")
    home, plain = site.page(), site.page("plain")
    assert "<html lang=en" in plain, "the hook did its work"
    for html in (home, plain):
        assert html.count("Content-Security-Policy") == 1
        assert "defer" in bundle(html)
        assert "page/search-worker.js" in html
        if hook == MINIFIES:
            assert len(re.findall(r'for="?__(?:drawer|search)"? tabindex="?0', html)) == 2
    assert re.search(r'<body[^>]*data-holds="book side frame"', home)
    assert "data-holds" not in plain


def test_what_others_add_is_allowed_by_the_policy(tmp_path: Path) -> None:
    text = '<script src="https://else.example.org/a.js"></script><img src="https://pictures.example.org/a.png">'
    html = built(tmp_path, ADDS.format(text=text)).page("plain")
    told = re.findall(r'Content-Security-Policy" content="([^"]*)"', html)[0]
    assert "script-src" in told
    assert "https://else.example.org" in told
    assert "https://pictures.example.org" in told


def test_what_a_page_may_not_do_is_told_and_no_reason_to_fail(tmp_path: Path) -> None:
    made = built(tmp_path, ADDS.format(text="<script>eval(text)</script>"))
    assert "INFO    -  followsuit: index.html: a script runs a text, which the policy of the pages forbids" in made.said


def test_files_that_an_author_wrote_as_pages_stay_as_they_are(tmp_path: Path) -> None:
    site = TinySite(tmp_path)
    own = "<!doctype html><title>Own</title><table><tr><td>1</td></tr></table><script>one()</script>"
    site.write("docs/demo.html", own)
    made = site.build("--strict")
    assert made.files()["demo.html"].decode() == own


def test_the_trail_between_pages_without_anything_of_ours_stays(tmp_path: Path) -> None:
    site = TinySite(tmp_path)
    nav = "nav: [index.md, {Part: [one.md, two.md]}, three.md, {Snakebit: [games/snakebit.md, games/index.md]}]\n"
    site.write("mkdocs.yml", MKDOCS_YML.replace("font: false", "font: false, features: [navigation.footer]") + nav)
    for name in ("one", "two", "three"):
        site.write(f"docs/{name}.md", f"# {name.title()}\n")
    made = site.build("--strict")
    assert made.status == 0, made.said
    trail = {name: re.findall(r'aria-label="(Previous|Next): ([^"]*)"', made.page(name)) for name in ("two", "three")}
    assert trail == {"two": [("Previous", "One"), ("Next", "Three")], "three": [("Previous", "Two"), ("Next", "Snakebit")]}
    assert re.findall(r'aria-label="(Previous|Next): ([^"]*)"', made.page("games/snakebit")) == [("Next", "Games")]


def test_a_script_that_asks_for_the_themes_palette_finds_it(tmp_path: Path) -> None:
    palette = ("font: false, palette: [{scheme: default, toggle: {icon: material/brightness-7, name: Dark}},"
               " {scheme: slate, toggle: {icon: material/brightness-4, name: Light}}]")
    asks = "<script>document.querySelector(\"[data-md-component=palette]\").addEventListener(\"change\", go)</script>"
    settings = MKDOCS_YML.replace("font: false", palette)
    assert 'data-md-component="palette"' not in built(tmp_path / "a", ADDS.format(text=""), "", settings).page("plain")
    assert 'data-md-component="palette"' in built(tmp_path / "b", ADDS.format(text=""), asks, settings).page("plain")


@pytest.mark.parametrize("theme", ["mkdocs", "readthedocs"])
def test_a_theme_with_a_search_of_its_own_keeps_its_index(theme: str, tmp_path: Path) -> None:
    settings = MKDOCS_YML.replace("name: material, font: false", f"name: {theme}")
    files = built(tmp_path, "", "Words of the author", settings).files()
    listed = json.loads(files["search/search_index.json"])["docs"]
    assert "Words of the author" in {each["text"] for each in listed}
    assert "search/sections.json" not in files

"""Themes other than Material: their pages load the table, and our figures are styled."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from rules_engine.site.pages.theme_patches import mend, mend_whole
from tests.site.outside import GAME, OutsideSite
from tests.some import some

THEMES = ["mkdocs", "readthedocs"]


def in_theme(folder: Path, theme: str) -> OutsideSite:
    """Return a `new-site` site in a theme, with a page whose table is next to the text."""
    site = OutsideSite(folder)
    site.without_hand()
    before, _, after = site.read("mkdocs.yml").partition("theme:\n")
    site.write("mkdocs.yml", f"{before}theme: {theme}\n\nmarkdown_extensions:{after.partition('markdown_extensions:')[2]}")
    site.write("docs/index.md", f"# Home\n\n```games\n```\n\n```example\n{GAME}/score.yml\n```\n")
    return site


@pytest.mark.parametrize("theme", some(THEMES, ["mkdocs"]))
def test_pages_are_whole(tmp_path: Path, theme: str) -> None:
    built = in_theme(tmp_path, theme).build_apart("--strict")
    assert built.status == 0, built.said
    files = built.files()
    for address, base in (("", ""), (f"games/{GAME}/rules", "../../../")):
        page = built.page(address)
        loaded = re.findall(r'(?:href|src)="((?:\.\./)*)(assets/followsuit/page-[^"]*)"', page)
        assert [(seen, path.rpartition("/")[2]) for seen, path in loaded] == [(base, "follow-suit.css"), (base, "follow-suit.js")]
        assert {path for _, path in loaded} <= files.keys()
        assert "fs-strip" in page
        assert "<fs-table" in page
        assert re.search(r'<body[^>]* class="[^"]*\bmd-typeset"', page)


def test_a_body_keeps_what_it_has() -> None:
    figure = "<fs-figure></fs-figure>"
    assert mend(f"<body>{figure}").startswith('<body class="md-typeset">')
    assert mend(f'<body class="a b" role="document">{figure}').startswith('<body class="a b md-typeset" role="document">')
    assert mend(f'<body id="x" class="a">{figure}').startswith('<body id="x" class="a md-typeset">')
    assert mend('<body class="a">').startswith('<body class="a"><script>'), "a page without anything of ours"
    assert mend('<body><div class="md-typeset">').startswith("<body><script>")


@pytest.mark.parametrize(("columns", "said"), [(1, "few"), (3, "few"), (4, "some"), (5, "some"), (6, "many")])
def test_a_table_of_the_text_stands_in_a_box_that_says_how_wide_it_is(columns: int, said: str) -> None:
    table = f"<table>\n<thead><tr>{'<th>a</th>' * columns}</tr></thead><tr><th>b</th></tr></table>"
    ours = '<table class="fs-points"><tr><th>a</th></tr></table>'
    boxed = f'<div class="fs-columns" data-columns="{said}">{table}</div>'
    assert mend_whole(f"{table}<p>{ours}{table}", everywhere=True) == f"{boxed}<p>{ours}{boxed}"
    assert mend_whole(table) == table, "a page without anything of ours"


def test_style_sheets_of_the_text_have_whole_addresses_before_what_follows_them() -> None:
    sheet, early = '<link rel="stylesheet" href="../a.css">', "<script>for(let e of document.querySelectorAll("
    mended = mend_whole(f'<head>{sheet}</head><body class="md-typeset"><p>{sheet}<p>{sheet}<b>')
    assert mended.count(early) == 2
    assert f"{sheet}</head>" in mended
    assert f"<p>{sheet}{early}" in mended
    assert mended.endswith("</script><p><b>"), "the text has a sheet once"


def test_a_page_says_what_it_has() -> None:
    table = '<fs-table class="fs-table" id="fs-table" data-place="side">'
    page = f'<body class="md-typeset"><div class="md-container"><div class="fs-book">{table}</fs-table></div></div>'
    mended = mend_whole(page)
    assert mended.count(' data-holds="book side frame"') == 2
    assert '<body class="md-typeset" data-holds="book side frame">' in mended
    assert '<div class="md-container" data-holds="book side frame">' in mended
    assert "data-holds" not in mend_whole('<body class="md-typeset"><div class="md-container"></div>')


def test_contents_of_a_course_follow_no_step() -> None:
    contents = '<ul class="md-nav__list" data-md-component="toc">'
    assert contents in mend(f'<body>{contents}</ul><div class="fs-book">')
    assert contents not in mend(f'<body>{contents}</ul><div class="fs-book fs-lesson">')


@pytest.mark.parametrize(("first", "given"), [
    ("(prefers-color-scheme)", True), ("(prefers-color-scheme: light)", False), ("", False)])
def test_colours_are_chosen_by_our_script_where_the_theme_has_its_own_in_the_page(first: str, given: bool) -> None:
    form = f'<form data-md-component="palette">\n<input class="x" data-md-color-media="{first}"></form>'
    early = '<script>var palette=__md_get("__palette")</script>'
    mended = mend(f'<body class="md-typeset">{form}{early}')
    assert "<form data-fs-palette>" in mended
    assert ('<script>__md_get("__palette")||' in mended) == given
    assert mend(f'<body class="md-typeset">{form}').endswith(form)


@pytest.mark.parametrize(("behind", "waits"), [
    ("", True), ('<script src="own.js" type="module"></script>', True), ('<script src="own.js" defer></script>', True),
    ('<script src="own.js"></script>', False), ("<script>document$.subscribe(go)</script>", False)])
def test_the_themes_script_waits_for_the_page_unless_one_behind_it_needs_it(behind: str, waits: bool) -> None:
    theme = '<script id="__config" type="application/json">{}</script><script src="a/javascripts/bundle.x.js"></script>'
    late = theme.replace("<script src", "<script defer src")
    assert mend_whole(f'<body class="md-typeset">{theme}{behind}').endswith((late if waits else theme) + behind)

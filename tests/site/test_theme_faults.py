"""The reasons for the fixes in `rules_engine/site/pages/theme_patches.py`: the installed theme still has each defect.

If a test fails, the theme has fixed the defect. Remove the theme from the fix's list, and the fix itself if no theme is
left.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import NamedTuple

import pytest

from rules_engine.site.pages import theme_patches
from rules_engine.site.pages.theme_patches import REPAIRS, Repair

BUILDERS = {"material": "mkdocs", "zensical": "zensical", "readthedocs": "mkdocs"}
"""Maps each theme to the program that builds its site."""
SETTINGS = """\
site_name: Plain
site_url: https://example.org/
nav: [{Home: index.md}, {Part: [part/one.md, part/two.md]}]
markdown_extensions: [tables, pymdownx.highlight, pymdownx.superfences]
plugins: [search]
"""
MATERIAL = """\
theme:
  name: material
  font: false
  features: [navigation.instant]
  palette:
    - {media: "(prefers-color-scheme)", toggle: {icon: material/brightness-auto, name: Light}}
    - {media: "(prefers-color-scheme: light)", scheme: default, toggle: {icon: material/brightness-7, name: Dark}}
    - {media: "(prefers-color-scheme: dark)", scheme: slate, toggle: {icon: material/brightness-4, name: System}}
"""
HOME = "# Home\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n```python\nx = 1\n```\n"


class Plain(NamedTuple):
    """The first page of a plain site in a theme, and the theme's script."""

    html: str
    script: str


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Plain]:
    """Return a cached function that builds the page with a theme."""
    known: dict[str, Plain] = {}

    def of(name: str) -> Plain:
        if name not in known:
            known[name] = _built(tmp_path_factory.mktemp(name), name)
        return known[name]
    return of


def _built(folder: Path, name: str) -> Plain:
    (folder / "docs" / "part").mkdir(parents=True)
    for path, text in (("index", HOME), ("part/one", "# One\n"), ("part/two", "# Two\n")):
        (folder / "docs" / f"{path}.md").write_text(text, encoding="utf-8")
    chosen = "theme: readthedocs\n" if name == "readthedocs" else MATERIAL
    (folder / "mkdocs.yml").write_text(SETTINGS + chosen, encoding="utf-8")
    subprocess.run([sys.executable, "-m", BUILDERS[name], "build"], cwd=folder, check=True, capture_output=True,
                   env={**os.environ, "NO_MKDOCS_2_WARNING": "1"})
    scripts = (folder / "site" / "assets" / "javascripts").glob("bundle.*.js")
    return Plain((folder / "site" / "index.html").read_text(encoding="utf-8"),
                 "".join(path.read_text(encoding="utf-8") for path in scripts))


def tags(page: Plain, name: str, having: str) -> list[str]:
    """Return the opening tags with this name that contain the given string."""
    return [tag for tag in re.findall(rf"<{name}\b[^>]*>", page.html) if having in tag]


def text_is_unmarked(page: Plain) -> bool:
    """Return whether the article lacks the class that our styles use."""
    return "md-typeset" not in page.html


def signs_are_out_of_reach(page: Plain) -> bool:
    """Return whether menu and search are opened by labels that can't be focused."""
    signs = [tag for sign in ("drawer", "search") for tag in tags(page, "label", f'md-header__button md-icon" for="__{sign}"')]
    return len(signs) == 2 and not any("tabindex" in tag for tag in signs)


def search_has_no_name(page: Plain) -> bool:
    """Return whether the search box is a dialog without a name."""
    dialogs = tags(page, "div", 'role="dialog"')
    return bool(dialogs) and not any("aria-label" in tag for tag in dialogs)


def found_is_not_told(page: Plain) -> bool:
    return re.search(r'<div class="md-search-result__meta"(?! role)', page.html) is not None


def sections_are_named_by_what_is_hidden(page: Plain) -> bool:
    """Return whether a navigation section is named by a label that is hidden on wide screens."""
    return any(f'id="{named}"' in page.html for tag in tags(page, "nav", "data-md-level")
               for named in re.findall(r'aria-labelledby="([^"]*_label)"', tag))


def colours_are_chosen_twice(page: Plain) -> bool:
    """Return whether the theme's script sets colours that a script in the page has already set."""
    return "<script>var palette=__md_get(" in page.html and '("palette")' in page.script


def scripts_are_told_late(page: Plain) -> bool:
    """Return whether the theme's script signals that JavaScript is enabled through classes on the root element."""
    said = ('.classList.remove("no-js")', '.classList.add("js")', '.classList.add("js-focus-visible")')
    return 'class="no-js"' in page.html and all(each in page.script for each in said)


def addresses_change_late(page: Plain) -> bool:
    """Return whether the theme's script reassigns the URLs of elements, which reloads style sheets."""
    return bool(re.search(r'"\[href\], \[src\]".{0,250}?(\w)\[(\w)\]=\1\[\2\];break', page.script))


def the_page_is_fetched_again(page: Plain) -> bool:
    """Return whether the theme's script fetches the current page at the first URL event."""
    return bool(re.search(r'\.pipe\(\w+\("pathname"\),\w+\((\w+)=>\w+\(\1,\{progress\$', page.script))


def script_holds_the_page_up(page: Plain) -> bool:
    """Return whether the theme's script runs before the page has been parsed."""
    (tag,) = tags(page, "script", "javascripts/bundle.") or [" defer"]
    return not re.search(r" (defer|async)|type=.module", tag)


def tables_are_boxed_late(page: Plain) -> bool:
    """Return whether the theme's script wraps each table in the text."""
    return "<table>" in page.html and "table:not([class])" in page.script and '"md-typeset__scrollwrap"' in page.script


def code_is_out_of_reach(page: Plain) -> bool:
    """Return whether a code block can't be focused."""
    return bool(re.search(r"<pre\b(?![^>]*tabindex)[^>]*>(?:<span></span>)?<code(?![^>]*tabindex)", page.html))


NEEDED: Mapping[Repair, tuple[Callable[[Plain], bool], tuple[str, ...]]] = {
    theme_patches.dress_text: (text_is_unmarked, ("readthedocs",)),
    theme_patches.reach_signs: (signs_are_out_of_reach, ("material", "zensical")),
    theme_patches.name_search: (search_has_no_name, ("material",)),
    theme_patches.tell_found: (found_is_not_told, ("material",)),
    theme_patches.name_sections: (sections_are_named_by_what_is_hidden, ("material", "zensical")),
    theme_patches.choose_colours: (colours_are_chosen_twice, ("material", "zensical")),
    theme_patches.say_that_scripts_run: (scripts_are_told_late, ("material", "zensical")),
    theme_patches.whole_addresses: (addresses_change_late, ("material", "zensical")),
    theme_patches.stay_on_page: (the_page_is_fetched_again, ("material",)),
    theme_patches.script_waits: (script_holds_the_page_up, ("material", "zensical")),
    theme_patches.box_tables: (tables_are_boxed_late, ("material", "zensical")),
    theme_patches.reach_code: (code_is_out_of_reach, ("material", "zensical", "readthedocs")),
}
"""Maps each fix to the check for its defect and the themes that have the defect."""
LATER = (theme_patches.choose_colours, theme_patches.say_that_scripts_run, theme_patches.whole_addresses,
         theme_patches.stay_on_page, theme_patches.box_tables)
"""Fixes that change the page before the theme's script does. tests/site/test_themes.py and tests/chromium cover them."""
CASES = [pytest.param(repair, name, id=f"{repair.__name__}-{name}") for repair, (_, names) in NEEDED.items() for name in names]


def test_every_repair_is_known() -> None:
    assert set(NEEDED) == set(REPAIRS)


@pytest.mark.parametrize(("repair", "name"), CASES)
def test_the_theme_still_needs_the_repair(repair: Repair, name: str, built: Callable[[str], Plain]) -> None:
    page, (has_fault, _) = built(name), NEEDED[repair]
    assert has_fault(page), (
        f"{name} no longer has the fault that {repair.__name__} mends: take it out of NEEDED, and drop the repair if none has it")
    assert repair(page.html) != page.html, f"{repair.__name__} no longer finds what it mends in {name}"


@pytest.mark.parametrize(("repair", "name"), [case for case in CASES if case.values[0] not in LATER])
def test_it_is_mended_then(repair: Repair, name: str, built: Callable[[str], Plain]) -> None:
    page, (has_fault, _) = built(name), NEEDED[repair]
    assert not has_fault(page._replace(html=repair(page.html)))


@pytest.mark.parametrize("name", BUILDERS)
def test_repairs_change_only_pages_of_themes_that_need_them(name: str, built: Callable[[str], Plain]) -> None:
    """Two harmless repairs are exempt: the one that makes URLs absolute early, and the one that wraps tables, which our styles
    need in any theme.
    """
    changed = {repair for repair in REPAIRS if repair(built(name).html) != built(name).html}
    needed = {repair for repair, (_, names) in NEEDED.items() if name in names}
    assert changed - {theme_patches.whole_addresses, theme_patches.box_tables} <= needed


@pytest.mark.parametrize("name", ["material", "zensical"])
def test_the_theme_still_leaves_its_script_to_be_compiled_piece_by_piece(
        name: str, built: Callable[[str], Plain], tmp_path: Path) -> None:
    hint, script = "//# allFunctionsCalledOnLoad\n", tmp_path / "assets" / "javascripts" / "bundle.1.js"
    plain = built(name).script
    assert plain
    assert not plain.startswith(hint), "then compile_at_once is no longer needed"
    script.parent.mkdir(parents=True)
    script.write_text(plain, encoding="utf-8")
    for _ in range(2):
        theme_patches.compile_at_once(tmp_path)
        assert script.read_text(encoding="utf-8") == hint + plain


def test_only_the_theme_patches_know_the_themes_html() -> None:
    """Our HTML may contain two of the theme's names elsewhere: button classes and the colour-scheme attribute."""
    package = Path(theme_patches.__file__).parents[2]
    of_theme = re.compile(r"\bmd-(?!button|color-scheme)[a-z]|__md_|data-md-(?!color-scheme)")
    knowing = {path.relative_to(package).as_posix() for path in package.rglob("*.py")
               if of_theme.search(path.read_text(encoding="utf-8"))}
    assert knowing == {f"site/pages/{name}.py" for name in ("theme_patches", "game_nav", "rail", "site_menu")}

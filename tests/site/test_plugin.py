"""Complete sites, built by MkDocs as an author would."""

from __future__ import annotations

import json
import re
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import urljoin, urlsplit

import pytest
from mkdocs.config.base import ValidationError

from rules_engine.authoring.npm import INSTALL_RUNTIME
from rules_engine.games import known_games
from rules_engine.site.files.assets import faces_folder, site_files
from rules_engine.site.mkdocs.config import GamePages
from rules_engine.site.pages.theme_patches import TITLE_FONT
from rules_engine.site.runtime import Source
from tests.site.tiny import MKDOCS_YML, ROOT, Built, TinySite

PRACTICE = "format: 1\ngame: snakebit\nkind: practice\nsetup: {seed: 7}\n"
BASE = "https://example.org/book/"


@pytest.fixture
def tiny(tmp_path: Path) -> TinySite:
    return TinySite(tmp_path)


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Built:
    """Build a valid site with every type of widget."""
    site = TinySite(tmp_path_factory.mktemp("tiny"))
    quiz = "# Deeper\n\n```quiz\nsnakebit/quiz-follow.yml\n```\n\n- x\n\n    ```example\n    snakebit/break.yml\n    ```\n"
    site.write("docs/a/deeper.md", quiz)
    site.write("docs/games/snakebit.md", site.read("docs/games/snakebit.md") + "\n```practice\nsnakebit/practice.yml\n```\n")
    return site.build("--strict")


class PageReferences(HTMLParser):
    """A parser that collects every link and resource in a page."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[tuple[str, str]] = []
        self.ids: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            if name in ("src", "href", "srcset", "action", "data-game-page", "data-general-page") and value is not None:
                self.found.append((tag, value))
            if name == "id" and value:
                self.ids.add(value)


def read(html: str) -> PageReferences:
    links = PageReferences()
    links.feed(html)
    return links


def test_a_whole_site_builds_strictly(built: Built) -> None:
    assert built.status == 0, built.said
    assert "WARNING" not in built.said
    assert "Scenario files that no page shows: snakebit/" in built.said
    assert "Rules whose section shows nothing: deal (docs/games/snakebit.md:3), " in built.said
    assert '<fs-figure class="fs-figure" id="example-snakebit-follow-suit"' in built.page()
    assert 'id="practice-snakebit-practice"' in built.page("games/snakebit")
    assert 'id="quiz-snakebit-quiz-follow"' in built.page("a/deeper")
    assert 'id="example-snakebit-break"' in built.page("a/deeper")


def test_every_problem_is_told_in_one_run(tiny: TinySite) -> None:
    tiny.write("docs/index.md", f"# Home\n\n```example\nno/such.yml\n```\n\n```practice\n{PRACTICE}nothing: 1\n```\n")
    page = tiny.read("docs/games/snakebit.md")
    page = page.replace("{ #rule-break }", "{ #rule-braek }")
    tiny.write("docs/games/snakebit.md", page)
    example = tiny.read("examples/snakebit/follow-suit.yml")
    tiny.write("examples/snakebit/bad.yml", example.replace("expect:", "expekt:", 1) + "nothing: 1\n")
    for file in (tiny.folder / "examples" / "snakebit").rglob("*.yml"):
        if "six-hands" in file.read_text(encoding="utf-8"):
            file.unlink()
    result = tiny.build()
    assert result.status == 1
    heading = 1 + page[: page.index("#rule-braek")].count("\n")
    last = 1 + page[: page.index("#rule-six-hands")].count("\n")
    for wanted in (
        "docs/index.md:4: there is no scenario no/such.yml in the examples folder — ",
        "docs/index.md:12: nothing: unknown key 'nothing'",
        "docs/games/snakebit.md:1: snakebit's rule break has no heading on this page — ",
        f"docs/games/snakebit.md:{heading}: no rule is called braek — did you mean break?",
        "examples/snakebit/bad.yml:",
    ):
        assert wanted in result.said
    assert result.said.count("followsuit found") == 1
    assert "Traceback" not in result.said
    assert not (result.folder / "index.html").exists()
    assert "has no example" not in result.said, "the file that can't be read may be the example"
    (tiny.folder / "examples" / "snakebit" / "bad.yml").unlink()
    said = tiny.build().said
    assert f"docs/games/snakebit.md:{last}: the rule six-hands has no example — " in said
    assert f"docs/games/snakebit.md:{last}: the rule six-hands has no quiz — " in said


def test_what_a_scenario_expects_must_hold(tiny: TinySite) -> None:
    tiny.write(
        "docs/index.md",
        f"# Home\n\n```example\n{PRACTICE.replace('practice', 'example')}script:\n  - expect: {{to_act: Nobody}}\n```\n",
    )
    result = tiny.build()
    assert result.status == 1
    assert re.search(r"^docs/index\.md:9: step 1: to_act: expected Nobody, got \w+$", result.said, re.MULTILINE)


@pytest.mark.parametrize(("lock", "command"), [
    pytest.param("", "npm install --save-exact --ignore-scripts idiomorph@", id="nothing", marks=pytest.mark.thorough),
    pytest.param("{}", "npm install", id="a lock", marks=pytest.mark.thorough),
    pytest.param((ROOT / "package-lock.json").read_text(encoding="utf-8"), "npm ci --ignore-scripts` in ", id="our lock")])
def test_the_runtime_must_be_there(tiny: TinySite, lock: str, command: str) -> None:
    tiny.write("mkdocs.yml", MKDOCS_YML.replace("games:", "pyodide: not/node_modules/pyodide, games:"))
    if lock:
        tiny.write("not/package-lock.json", lock)
    result = tiny.build()
    assert result.status == 1
    assert f"not/node_modules/pyodide/package.json is missing: run `{command}" in result.said
    assert f"` in {tiny.folder / 'not'}, or `{INSTALL_RUNTIME}`\n" in result.said


def test_an_unknown_game_is_a_fault_of_the_configuration(tiny: TinySite) -> None:
    tiny.write("mkdocs.yml", MKDOCS_YML.replace("[snakebit]", "[snakebite]"))
    result = tiny.build()
    assert result.status == 1
    assert "snakebite" in result.said


def test_the_rules_of_a_game_may_be_on_another_page(tiny: TinySite) -> None:
    """The headings get their ids even though the author forgot `attr_list`."""
    settings = MKDOCS_YML.replace("[snakebit]", "[snakebit: rules/the-game.md]").replace("attr_list, ", "")
    tiny.write("mkdocs.yml", settings)
    tiny.write("docs/rules/the-game.md", tiny.read("docs/games/snakebit.md"))
    tiny.write("docs/games/snakebit.md", "# Snakebit\n")
    result = tiny.build()
    assert result.status == 0, result.said
    assert 'data-game-page="rules/the-game/"' in result.page()


def test_a_build_of_what_changed_misses_no_other_page(tiny: TinySite) -> None:
    result = tiny.build()
    assert result.status == 0, result.said
    tiny.write("docs/index.md", "# Home\n\n```example\nno.yml\n```\n")
    result = tiny.build("--dirty")
    assert result.status == 1
    assert "followsuit found 1 problem:\ndocs/index.md:4: there is no scenario no.yml" in result.said


@pytest.mark.thorough
def test_serving_outlives_a_fault(tiny: TinySite) -> None:
    whole = tiny.read("docs/index.md")
    with tiny.served() as read_up_to:
        read_up_to("Serving on")
        tiny.write("docs/index.md", "# Home\n\n```example\nno.yml\n```\n")
        read_up_to("docs/index.md:4: there is no scenario")
        tiny.write("docs/index.md", whole)
        read_up_to("Reloading browsers")


def test_games_are_listed_with_or_without_their_page() -> None:
    assert GamePages().validate(["snakebit", {"knueffeln": "rules/k.md"}]) == {
        "snakebit": "",
        "knueffeln": "rules/k.md",
    }
    assert list(GamePages().validate(None)) == list(known_games())
    with pytest.raises(ValidationError, match="a list of games"):
        GamePages().validate("snakebit")


def test_fences_of_the_author_stay(tiny: TinySite) -> None:
    fences = (
        "  - pymdownx.superfences:\n      custom_fences:\n"
        "        - {name: mine, class: mine, format: !!python/name:pymdownx.superfences.fence_div_format }\n"
    )
    tiny.write(
        "mkdocs.yml",
        MKDOCS_YML.replace("[attr_list, admonition]\n", f"\n  - attr_list\n{fences}"),
    )
    tiny.write("docs/index.md", "# Home\n\n```mine\nx\n```\n\n```example\nsnakebit/break.yml\n```\n")
    result = tiny.build()
    assert result.status == 0, result.said
    assert '<div class="mine">x</div>' in result.page()
    assert "<fs-figure" in result.page()


@pytest.mark.thorough
def test_two_builds_give_the_same_bytes(tiny: TinySite) -> None:
    first, second = tiny.build(into="one"), tiny.build_apart(into="two", PYTHONHASHSEED="7")
    assert first.status == second.status == 0, first.said + second.said
    assert first.files() == second.files()
    assert b"<lastmod>1980-01-01</lastmod>" in first.files()["sitemap.xml"]


@pytest.mark.thorough
def test_properdocs_builds_the_same_site(tiny: TinySite) -> None:
    ours, theirs = (tiny.build_apart("--strict", "-f", "mkdocs.yml", program=program, into=program)
                    for program in ("mkdocs", "properdocs"))
    assert theirs.status == 0, theirs.said
    assert _but_for_the_maker(theirs.files()) == _but_for_the_maker(ours.files())
    tiny.write("docs/index.md", "# Home\n\n```example\nsnakebit/none.yml\n```\n")
    failed = tiny.build_apart("--strict", "-f", "mkdocs.yml", program="properdocs")
    assert failed.status != 0
    assert "docs/index.md:4: there is no scenario snakebit/none.yml" in failed.said


def _but_for_the_maker(files: dict[str, bytes]) -> dict[str, bytes]:
    """Return files without the generator's name, and without the service worker, which contains hashes of the pages."""
    pages = {name: re.sub(rb'<meta name="generator"[^>]*>', b"", content) for name, content in files.items()}
    return pages | {"service-worker.js": b""}


def test_the_files_of_the_widgets(built: Built) -> None:
    files = built.files()
    modules = ROOT / "node_modules"
    packages = modules / "pyodide", modules / "idiomorph"
    expected = site_files(["snakebit"], Source(*packages), None, ROOT / ".cache" / "followsuit")
    for file in expected:
        assert files[f"assets/followsuit/{file.path}"] == file.read()
    page = page_folder(built)
    for name in ("follow-suit.js", "follow-suit.css", "runtime.json", "vendor/idiomorph.esm.js", "vendor/idiomorph-LICENSE.txt",
                 "vendor/ts-fsrs.js", "vendor/ts-fsrs-LICENSE.txt", "vendor/glicko2-lite.js", "vendor/glicko2-lite-LICENSE.txt",
                 TITLE_FONT, "fraunces-LICENSE.txt"):
        assert f"{page}/{name}" in files
    assert b"[data-suit=decktet-M]" in files[f"{page}/follow-suit.css"]
    faces = faces_folder(expected)
    assert sorted(path for path in files if path.startswith(faces)) == [f"{faces}/decktet.svg", f"{faces}/heads.svg"]
    assert b'<symbol id="back"' in files[f"{faces}/decktet.svg"]
    runtime = json.loads(files[f"{page}/runtime.json"])
    for path in (runtime["worker"], *(file["path"] for file in runtime["files"].values())):
        assert urljoin(f"{page}/", path) in files


@pytest.mark.parametrize("address", ["", "a/deeper/"])
def test_a_page_asks_for_the_font_of_its_titles_before_its_styles(built: Built, address: str) -> None:
    html = built.page(address)
    found = r'<link rel="preload" href="([^"]+)" as="font" type="font/woff2" crossorigin><link rel="stylesheet"'
    (preload,) = re.findall(found, html)
    assert urljoin(f"{BASE}{address}", preload) == f"{BASE}{page_folder(built)}/{TITLE_FONT}"
    assert re.search(r"Content-Security-Policy[^>]* font-src 'self'", html)


def test_scripts_import_only_what_is_there(built: Built) -> None:
    for path, content in built.files().items():
        if path.startswith("assets/followsuit/") and path.endswith(".js"):
            for wanted in re.findall(r'^(?:import|export)(?: .*? from)? "(\.[^"]+)"', content.decode(), re.MULTILINE):
                assert urljoin(path, wanted) in built.files(), f"{path} imports {wanted}"


@pytest.mark.parametrize("address", ["", "games/", "games/snakebit/", "a/deeper/"])
def test_links_stay_below_the_sub_path_and_lead_somewhere(built: Built, address: str) -> None:
    files = built.files()
    for tag, link in read(built.page(address)).found:
        target = urlsplit(urljoin(BASE + address, link))
        if tag == "a" and target.hostname not in ("example.org",):
            continue
        assert target.geturl().startswith(BASE), link
        path = target.path.removeprefix("/book/")
        assert (f"{path}index.html" if path.endswith("/") or not path else path) in files, link


def test_links_to_rules_lead_to_their_headings(built: Built) -> None:
    links = [link for _, link in read(built.page("a/deeper")).found if "#rule-" in link]
    assert links
    for link in links:
        target = urlsplit(urljoin(f"{BASE}a/deeper/", link))
        address = target.path.removeprefix("/book/")
        assert target.fragment in read(built.page(address)).ids
    assert all(link.startswith("#") for _, link in read(built.page("games/snakebit")).found if "#rule-b" in link)


def test_links_without_directory_addresses(tiny: TinySite) -> None:
    tiny.write("mkdocs.yml", f"use_directory_urls: false\n{MKDOCS_YML}")
    result = tiny.build()
    assert result.status == 0, result.said
    assert 'data-game-page="games/snakebit.html"' in result.page()


def test_search_finds_no_cards(built: Built) -> None:
    texts = [f"{entry['title']} {entry['text']}" for entry in json.loads(built.files()["search/sections.json"])]
    assert any("Follow suit if you can" in text for text in texts)
    assert not any(re.search(r"of (Moons|Suns|Waves|Leaves|Wyrms) and", text) for text in texts)


def test_the_search_box_asks_our_script(built: Built) -> None:
    for address in ("", "games/snakebit", "a/deeper"):
        (worker,) = re.findall(r'"search": "([^"]*)"', built.page(address))
        assert urljoin(f"{BASE}{address}/" if address else BASE, worker) == f"{BASE}{page_folder(built)}/page/search-worker.js"
    not_found = (built.folder / "404.html").read_text(encoding="utf-8")
    assert f'"search": "/book/{page_folder(built)}/page/search-worker.js"' in not_found
    assert not [path for path in built.files() if "lunr" in path or "workers/" in path]


def test_the_search_may_stay_the_themes(tiny: TinySite) -> None:
    tiny.write("mkdocs.yml", MKDOCS_YML.replace("games:", "search: false, games:"))
    tiny.write("docs/index.md", "# Home\n\n## Here { #here data-words=\"yonder\" }\n")
    result = tiny.build()
    assert result.status == 0, result.said
    assert "yonder" not in result.page()
    assert len(json.loads(result.files()["search/search_index.json"])["docs"]) > 2
    assert "search/sections.json" not in result.files()


def test_the_client_is_a_module_on_every_page(built: Built) -> None:
    for address in ("", "games", "games/snakebit", "a/deeper"):
        html = built.page(address)
        assert re.search(rf'<script src="[./]*{page_folder(built)}/follow-suit\.js" type="module"></script>', html)
        assert re.search(rf'<link rel="stylesheet" href="[./]*{page_folder(built)}/follow-suit\.css">', html)


def test_shipped_scripts_contain_no_jsdoc(built: Built) -> None:
    """Only developers need the JSDoc."""
    scripts = [script.read_text(encoding="utf-8") for script in (built.folder / page_folder(built)).rglob("*.js")
               if script.parent.name != "vendor"]
    assert len(scripts) > 20
    assert not any("@param" in script for script in scripts)


def page_folder(built: Built) -> str:
    """Return the folder that contains the page's scripts and styles, and whose name has a content hash."""
    (styles,) = built.folder.glob("assets/followsuit/page-*/follow-suit.css")
    return styles.parent.relative_to(built.folder).as_posix()

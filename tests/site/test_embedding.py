"""The pages that show one table alone, in a frame of another site."""

from __future__ import annotations

import json
import re
from html import escape
from pathlib import Path
from urllib.parse import unquote, urljoin, urlsplit

import pytest

from rules_engine.site.files.assets import CLIENT, minified
from rules_engine.site.model.addresses import embed_folder
from rules_engine.site.pages.markup import tags
from rules_engine.site.serving.policy import DIRECTIVES, frame_policy
from tests.site.tiny import MKDOCS_YML, Built, TinySite

BOOK = "https://example.org/book/"
EXAMPLE = "embed/games/snakebit/example-snakebit-break.html"
QUIZ = "embed/deep/er/quiz-snakebit-quiz-follow.html"
HAND = "embed/deep/er/practice-snakebit-practice.html"
HOME = "embed/example-snakebit-follow-suit.html"
TITLE = 'A "suit" & <b>bold'
LIMIT = 20_000
"""Maximum size of such a page in bytes. The median on our site is 8 kB."""


def with_figures(site: TinySite) -> None:
    """Set a title with special characters, and add an example with links to rules, a quiz and a practice hand, on pages at
    different depths."""
    example = re.sub("(?m)^title: .*$", f"title: '{TITLE}'", site.read("examples/snakebit/follow-suit.yml"))
    site.write("examples/snakebit/follow-suit.yml", example)
    rules = site.read("docs/games/snakebit.md")
    site.write("docs/games/snakebit.md", f"{rules}\n```example\nsnakebit/break.yml\n```\n")
    site.write("docs/deep/er.md", "# Deep\n\n```quiz\nsnakebit/quiz-follow.yml\n```\n\n```practice\nsnakebit/practice.yml\n```\n")


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Built:
    site = TinySite(tmp_path_factory.mktemp("tiny"))
    with_figures(site)
    return site.build("--strict")


def page(built: Built, path: str) -> str:
    return (built.folder / path).read_text(encoding="utf-8")


def test_every_figure_has_a_page_of_its_own(built: Built) -> None:
    assert built.status == 0, built.said
    found = {path for path in built.files() if path.startswith("embed/") and path.endswith(".html")}
    assert found == {EXAMPLE, QUIZ, HAND, HOME}


@pytest.mark.parametrize("path", [EXAMPLE, QUIZ, HAND, HOME])
def test_everything_that_the_page_names_is_there(built: Built, path: str) -> None:
    files, told = built.files(), []
    for tag in tags(page(built, path)):
        for name in ("href", "xlink:href", "src", "data-src", "data-home", "data-game-page", "data-general-page"):
            if value := tag.attributes.get(name):
                told.append(name)
                address = urlsplit(urljoin(BOOK + path, value))
                assert f"{address.scheme}://{address.netloc}" == "https://example.org", (name, value)
                target = unquote(address.path).removeprefix("/book/")
                target += "index.html" if not target or target.endswith("/") else ""
                assert target in files, (name, value)
                rule = address.fragment if address.fragment.startswith("rule-") else ""
                assert f'id="{rule}"' in files[target].decode() if rule else True, (name, value)
    assert {"href", "src", "data-home", "data-game-page"} <= {*told}


def test_the_page_has_no_theme_no_inline_script_and_a_strict_policy(built: Built) -> None:
    html = page(built, EXAMPLE)
    assert "md-header" not in html
    assert all(tag.attributes.get("src") for tag in tags(html, "script"))
    assert not any(name.startswith("on") or name == "style" for tag in tags(html) for name in tag.attributes)
    assert f'content="{frame_policy()}"' in html
    told = {each.split(" ")[0]: each.split(" ")[1:] for each in frame_policy().split("; ")}
    assert {name: told[name] for name in DIRECTIVES if name != "frame-ancestors"} == {
        name: sources.split() for name, sources in DIRECTIVES.items() if name != "frame-ancestors"}
    assert told["font-src"] == ["'self'"]


def test_the_strip_and_its_description_are_in_the_page_and_the_page_is_small(built: Built) -> None:
    for path in (EXAMPLE, QUIZ, HAND, HOME):
        html = page(built, path)
        assert re.search(r'<fs-figure [^>]*>.*class="fs-caption"', html), path
        assert "<noscript>" in html or 'class="fs-words"' in html, path
        assert len(html.encode()) < LIMIT, path


def test_links_open_in_a_new_tab_and_lead_to_the_full_page(built: Built) -> None:
    html = page(built, EXAMPLE)
    assert '<base target="_blank">' in html
    (back,) = re.findall(r'<footer class="fs-from"><a href="([^"]*)" rel="noopener"', html)
    assert urljoin(BOOK + EXAMPLE, back) == f"{BOOK}games/snakebit/#fs:example:example-snakebit-break:0"


def test_an_oembed_description_lies_beside_and_is_discovered(built: Built) -> None:
    described = json.loads(page(built, EXAMPLE.replace(".html", ".json")))
    assert {"version": "1.0", "type": "rich", "provider_name": "Tiny", "provider_url": BOOK}.items() <= described.items()
    (frame,) = tags(described["html"], "iframe")
    assert frame.attributes["src"] == BOOK + EXAMPLE
    assert frame.attributes["width"] == str(described["width"])
    assert frame.attributes["title"] == described["title"] == "Worked example: How Knots are broken – Tiny"
    for html in (page(built, EXAMPLE), built.page("games/snakebit")):
        (link,) = (tag for tag in tags(html, "link") if tag.attributes.get("type") == "application/json+oembed")
        assert link.attributes["href"] == BOOK + EXAMPLE.replace(".html", ".json")
        assert "alternate" in link.attributes["rel"].split()
    assert link.attributes["rel"] != "alternate", "Material would ask for a sitemap there"


def test_a_page_with_several_figures_has_no_description_of_its_own(built: Built) -> None:
    assert "json+oembed" not in built.page("deep/er")
    assert "json+oembed" not in built.page("games")


def test_the_table_of_a_full_page_knows_its_pages_for_frames(built: Built) -> None:
    (table,) = tags(built.page("deep/er"), "fs-table")
    assert urljoin(f"{BOOK}deep/er/", table.attributes["data-embeds"]) == f"{BOOK}{embed_folder('deep/er/')}"
    (table,) = tags(page(built, HAND), "fs-table")
    assert table.attributes["data-place"] == "embed"
    assert "data-embeds" not in table.attributes


def test_browsers_do_not_keep_these_pages_and_search_engines_leave_them_out(built: Built) -> None:
    assert '"embed/' not in page(built, "service-worker.js")
    assert "embed/" not in page(built, "sitemap.xml")
    assert '<meta name="robots" content="noindex">' in page(built, EXAMPLE)


def test_the_script_for_other_sites_is_small(built: Built) -> None:
    script = built.files()["embed/embed.js"]
    assert script == minified(CLIENT / "embed" / "embed.js")
    assert len(script) <= 2_000


def test_without_an_address_there_is_no_description(tmp_path: Path) -> None:
    site = TinySite(tmp_path)
    site.write("mkdocs.yml", MKDOCS_YML.replace("site_url: https://example.org/book/\n", "use_directory_urls: false\n"))
    index = HOME.replace("embed/", "embed/index/")
    built = site.build("--strict")
    assert built.status == 0, built.said
    assert index in built.files()
    assert not [path for path in built.files() if path.startswith("embed/") and path.endswith(".json")]
    assert "json+oembed" not in page(built, "index.html") + page(built, index)
    assert 'href="../../index.html#fs:example:example-snakebit-follow-suit:0"' in page(built, index)


def test_one_setting_turns_them_off(tmp_path: Path) -> None:
    site = TinySite(tmp_path)
    site.write("mkdocs.yml", MKDOCS_YML.replace("games:", "embed: false, games:"))
    built = site.build("--strict")
    assert built.status == 0, built.said
    assert not [path for path in built.files() if path.startswith("embed/")]
    assert "data-embeds" not in built.page()
    assert "json+oembed" not in built.page()


def test_titles_are_escaped(built: Built) -> None:
    html = page(built, HOME)
    assert f"<title>Worked example: {escape(TITLE)} – Tiny</title>" in html
    assert "<b>bold" not in html
    described = json.loads(page(built, HOME.replace(".html", ".json")))
    (frame,) = tags(described["html"], "iframe")
    assert frame.attributes["title"] == f"Worked example: {TITLE} – Tiny"

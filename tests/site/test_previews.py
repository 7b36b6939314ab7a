"""Link previews of a small site: descriptions, tags, structured data, pictures, and a page for each puzzle."""

from __future__ import annotations

import base64
import hashlib
import io
import json
import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from PIL import Image

from rules_engine.authoring.caches.cache import Cache
from rules_engine.core.positions.json_values import JsonValue
from rules_engine.games import game_class
from rules_engine.html.elements import Html
from rules_engine.html.puzzle_page import PuzzleArticle
from rules_engine.site.model import painter as painting
from rules_engine.site.model.painter import Painter
from rules_engine.site.pages.markup import tags
from rules_engine.site.previews import structured_data
from rules_engine.site.previews.descriptions import MAX_DESCRIPTION, first_paragraph, fitted
from rules_engine.site.previews.structured_data import PageFacts
from rules_engine.site.previews.tags import PagePreview, PreviewPicture, data_html, with_tags
from tests.site import schema_org
from tests.site.tiny import MKDOCS_YML, ROOT, Built, TinySite

URL = "https://example.org/book/"
PUZZLES = ("01", "03")
PAGE = "# Snakebit puzzles\n\nAll cards are open.\n\n```puzzles\nsnakebit\n```\n"
SQUARE = '<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="630"><rect width="{}" height="9" fill="#123456"/></svg>'


class PuzzleSite(TinySite):
    """A site with a page of two puzzles, and a page without Follow Suit's elements."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        (folder / "examples" / "snakebit" / "puzzles").mkdir()
        for name in PUZZLES:
            shutil.copy(ROOT / "examples" / "snakebit" / "puzzles" / f"{name}.yml", folder / "examples" / "snakebit" / "puzzles")
        self.write("docs/games/snakebit/puzzles.md", PAGE)
        self.write("docs/plain.md", "# Plain\n\nNothing of ours.\n")
        self.write("docs/told.md", '---\ndescription: "Told <by> hand."\n---\n# Told\n\n```games\n```\n')


@pytest.fixture
def site(tmp_path: Path) -> PuzzleSite:
    return PuzzleSite(tmp_path)


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Built:
    made = PuzzleSite(tmp_path_factory.mktemp("previews")).build("--strict")
    assert made.status == 0, made.said
    return made


def tags_of(html: str) -> dict[str, str]:
    """Return the tags in a page's head by name, each of which must occur once."""
    found = [(tag.attributes.get("property") or tag.attributes.get("name", ""), tag.attributes.get("content", ""))
             for tag in tags(html.partition("</head>")[0], "meta")]
    named = [each for each in found if re.match("og:|twitter:|description$", each[0])]
    assert len({name for name, _ in named}) == len(named), named
    return dict(named)


def data_of(html: str) -> list[dict[str, JsonValue]]:
    """Return the structured data of a page."""
    texts = [tag.text for tag in tags(html, "script") if tag.attributes.get("type") == "application/ld+json"]
    whole = [json.loads(text) for text in texts]
    assert [each["@context"] for each in whole] == ["https://schema.org"] * len(whole)
    return [thing for each in whole for thing in each["@graph"]]


# ---- descriptions

def test_a_long_description_ends_after_a_sentence_otherwise_after_a_word() -> None:
    sentence = "This sentence, with more than eighty characters, is here three times and fits only twice. "
    assert fitted(sentence * 3) == (sentence * 2).strip()
    words = fitted("word " * 100)
    assert len(words) <= MAX_DESCRIPTION
    assert words.endswith("word …")
    assert fitted("  two\n lines ") == "two lines"
    assert len(fitted("あ" * 400)) <= MAX_DESCRIPTION


def test_a_description_is_the_first_paragraph_of_text() -> None:
    html = ("<h1>T</h1><p></p><p hidden>no</p><details><p>no</p></details><div data-search-exclude><div></div><p>no</p></div>"
            "<fs-figure><p>no</p></fs-figure><p>A <em>short</em><br>text &amp; more.</p><p>no</p>")
    assert first_paragraph(html) == "A short text & more."
    assert first_paragraph("<h1>Only a title</h1>") == ""


# ---- tags

def test_a_page_keeps_the_tags_of_its_author() -> None:
    html = '<html><head><meta name=description content="theme\'s"><meta property="og:title" content="Mine"></head><body></body>'
    preview = PagePreview("Title", 'A "text"', "a/", picture=PreviewPicture("p.png", "alt"))
    found = tags_of(with_tags(html, preview, "Site", URL))
    assert (found["og:title"], found["description"], found["og:image"]) == ("Mine", 'A "text"', f"{URL}p.png")


def test_pages_tell_what_they_are_with_absolute_urls(built: Built) -> None:
    found = tags_of(built.page("games/snakebit"))
    assert found["og:url"] == f"{URL}games/snakebit/"
    assert found["og:site_name"] == "Tiny"
    assert found["og:title"] == "Snakebit"
    assert found["og:locale"] == "en_US"
    assert (found["og:type"], tags_of(built.page())["og:type"]) == ("article", "website")
    assert tags_of(built.page("told"))["description"] == tags_of(built.page("told"))["og:description"] == "Told <by> hand."
    assert tags_of(built.page("games/snakebit/puzzles"))["description"] == "All cards are open."
    assert tags_of(built.page())["description"] == "Tiny"       # the page has no text, and the site no description


def test_every_picture_is_there_and_small(built: Built) -> None:
    pages = ["", "games", "games/snakebit", "games/snakebit/puzzles", *(f"games/snakebit/puzzles/{name}" for name in PUZZLES)]
    paths = set()
    for page in pages:
        found = tags_of(built.page(page))
        file = built.folder / found["og:image"].removeprefix(URL)
        with Image.open(file) as picture:
            assert (picture.size, picture.mode) == ((1200, 630), "P"), page
        assert (found["og:image:width"], found["og:image:height"]) == ("1200", "630")
        assert file.stat().st_size <= 40_000, page
        assert found["og:image:alt"]
        assert found["twitter:card"] == "summary_large_image"
        paths.add(file)
    assert len(paths) == 5, "the home page and the list of games share the site's picture"
    assert {*(built.folder / "assets" / "followsuit" / "previews").iterdir()} == paths


def test_a_page_without_anything_of_ours_stays_as_it_was(built: Built, site: PuzzleSite) -> None:
    site.write("mkdocs.yml", MKDOCS_YML.replace("[snakebit]", "[snakebit], previews: false"))
    without = site.build("--strict")
    assert without.status == 0, without.said
    assert re.sub("page-[0-9a-f]+", "", without.page("plain")) == re.sub("page-[0-9a-f]+", "", built.page("plain"))


def test_one_setting_turns_previews_off(site: PuzzleSite) -> None:
    site.write("mkdocs.yml", MKDOCS_YML.replace("[snakebit]", "[snakebit], previews: false"))
    made = site.build("--strict")
    assert made.status == 0, made.said
    assert not [path for path in made.files() if "/previews/" in path or path.startswith("games/snakebit/puzzles/0")]
    html = made.page("games/snakebit/puzzles")
    assert "og:" not in html
    assert "ld+json" not in html
    assert "data-page" not in html
    assert "puzzles/01" not in made.files()["sitemap.xml"].decode()


def test_without_a_site_url_there_are_no_urls_in_tags(site: PuzzleSite) -> None:
    site.write("mkdocs.yml", MKDOCS_YML.replace(f"site_url: {URL}\n", ""))
    made = site.build("--strict")
    assert made.status == 0, made.said
    for page in ("games/snakebit", "games/snakebit/puzzles/01"):
        found = tags_of(made.page(page))
        assert found["og:title"]
        assert not {"og:url", "og:image", "twitter:image"} & found.keys()
        assert data_of(made.page(page)) == []


# ---- structured data

FACTS = PageFacts("Name", "Description.", URL, "en", f"{URL}p.png")


def things() -> Iterator[dict[str, JsonValue]]:
    """Yield one of each kind of structured data."""
    kind = game_class("snakebit")
    yield structured_data.site_data(FACTS)
    yield structured_data.game_data(FACTS, kind)
    yield structured_data.rules_data(FACTS, kind, ["follow-suit", "no-such-rule", "follow-suit"])
    yield structured_data.puzzles_data(FACTS, kind)
    yield structured_data.puzzle_data(FACTS, kind, PuzzleArticle("T", "Which card?", "Play it.", Html(""), Html("")))
    yield structured_data.breadcrumbs([("Site", URL), ("Page", f"{URL}page/")])


def test_structured_data_is_in_the_vocabulary() -> None:
    assert [fault for thing in things() for fault in schema_org.faults(thing)] == []


@pytest.mark.parametrize(("wrong", "told"), [
    ({"@type": "Gam"}, "no type 'Gam'"), ({"@type": "Game", "step": "x"}, "Game has no property step"),
    ({"@type": "Game", "url": "games/"}, "Game.url is 'games/'"),
    ({"@type": "Quiz", "hasPart": {"@type": "ListItem"}}, "is no ListItem")])
def test_faults_in_structured_data_are_found(wrong: dict[str, JsonValue], told: str) -> None:
    assert told in "; ".join(schema_org.faults(wrong))


def test_a_games_data_follows_from_the_game() -> None:
    site, game, rules, *_ = things()
    assert game["numberOfPlayers"] == {"@type": "QuantitativeValue", "minValue": 3, "maxValue": 4}
    assert [step["url"] for step in rules["step"]] == [f"{URL}#rule-follow-suit"]
    assert site["@type"] == "WebSite"


def test_pages_have_structured_data(built: Built) -> None:
    kinds = {page: [thing["@type"] for thing in data_of(built.page(page))] for page in
             ("", "games", "games/snakebit", "games/snakebit/puzzles", "games/snakebit/puzzles/01")}
    assert kinds == {"": ["WebSite"], "games": ["BreadcrumbList"], "games/snakebit": ["Game", "HowTo", "BreadcrumbList"],
                     "games/snakebit/puzzles": ["LearningResource", "BreadcrumbList"],
                     "games/snakebit/puzzles/01": ["Quiz", "BreadcrumbList"]}
    found = [fault for page in kinds for thing in data_of(built.page(page)) for fault in schema_org.faults(thing, page)]
    assert found == []


def test_structured_data_ends_no_script() -> None:
    html = data_html([{"@type": "Game", "name": "</script><b>"}])
    assert html.count("<") == 2
    assert data_of(html)[0]["name"] == "</script><b>"


# ---- the pages of puzzles

def test_each_puzzle_has_a_page(built: Built) -> None:
    first, second = (built.page(f"games/snakebit/puzzles/{name}") for name in PUZZLES)
    assert "<h1>The Merchant at the Castle gate" in first
    assert re.search('<details class="fs-solution"><summary>Answer</summary>.*Lead the', first)
    assert 'rel="next" href="../03/"' in first
    assert 'rel="prev"' not in first
    assert 'rel="prev" href="../01/"' in second
    (figure,) = re.findall(r'href="\.\./#([\w-]+)">Play it<', first)
    assert f'id="{figure}"' in built.page("games/snakebit/puzzles")
    assert 'data-page="01/"' in built.page("games/snakebit/puzzles")
    for tag in tags(first):
        address = tag.attributes.get("href") or tag.attributes.get("src") or ""
        if not re.match("#|https:|$", address):
            target = (built.folder / "games/snakebit/puzzles/01" / address.partition("#")[0]).resolve()
            assert target.exists(), address


def test_the_only_script_of_a_puzzles_page_is_in_its_policy(built: Built) -> None:
    html = built.page("games/snakebit/puzzles/01")
    (policy,) = [tag.attributes["content"] for tag in tags(html, "meta") if "http-equiv" in tag.attributes]
    (script,) = [tag.text for tag in tags(html, "script") if "type" not in tag.attributes]
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    assert f"script-src 'sha256-{digest}'" in policy
    assert "unsafe" not in policy
    assert ' style="' not in html


def test_puzzles_are_in_the_sitemap_but_not_stored_offline(built: Built) -> None:
    files = built.files()
    sitemap = files["sitemap.xml"].decode()
    assert [sitemap.count(f"<loc>{URL}games/snakebit/puzzles/{name}/</loc>") for name in PUZZLES] == [1, 1]
    worker = files["service-worker.js"].decode()
    assert "games/snakebit/puzzles/" in worker
    assert "games/snakebit/puzzles/01" not in worker
    assert "/previews/" not in worker


def test_puzzles_have_pages_without_directory_urls(site: PuzzleSite) -> None:
    site.write("mkdocs.yml", f"{MKDOCS_YML}use_directory_urls: false\n")
    made = site.build("--strict")
    assert made.status == 0, made.said
    html = (made.folder / "games/snakebit/puzzles/01.html").read_text(encoding="utf-8")
    assert tags_of(html)["og:url"] == f"{URL}games/snakebit/puzzles/01.html"
    assert 'href="../puzzles.html#puzzle-snakebit-puzzles-01"' in html
    assert 'data-page="puzzles/01.html"' in (made.folder / "games/snakebit/puzzles.html").read_text(encoding="utf-8")


def test_two_puzzles_with_one_url_are_a_problem(site: PuzzleSite) -> None:
    shutil.copy(ROOT / "examples" / "snakebit" / "puzzles" / "01.yml", site.folder / "examples" / "snakebit" / "01.yml")
    made = site.build("--strict")
    assert made.status == 1
    assert "would have the same URL — rename one of them" in made.said


# ---- painting

def test_a_second_build_draws_and_paints_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    cache = Cache(tmp_path / "made", "code")
    first = Painter(cache, tmp_path / "previews", 1200)
    path = first.queue("a", lambda: SQUARE.format(5))
    assert [*first.pictures()] == [path]

    def refuse(*_: object) -> str:
        raise AssertionError("this was painted before")

    monkeypatch.setattr(painting, "paint", refuse)
    again = Painter(cache, tmp_path / "previews", 1200)
    assert again.queue("a", refuse) == path
    assert again.pictures() == first.pictures()


def test_a_changed_code_paints_only_changed_drawings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = Painter(Cache(tmp_path / "made", "old"), tmp_path / "previews", 1200)
    first.queue("a", lambda: SQUARE.format(5))
    first.pictures()
    painted = list[str]()

    def paint(svg: str, width: int) -> bytes:
        painted.append(svg)
        return f"{width}".encode()

    monkeypatch.setattr(painting, "paint", paint)
    second = Painter(Cache(tmp_path / "made", "new"), tmp_path / "previews", 1200)
    for wide in (5, 6):
        second.queue(wide, lambda wide=wide: SQUARE.format(wide))      # type: ignore[misc]
    assert len(second.pictures()) == 2
    assert painted == [SQUARE.format(6)]


def test_pictures_are_painted_without_a_cache(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("no folder", encoding="utf-8")
    for folder in (None, tmp_path / "file" / "previews"):
        painter = Painter(Cache(folder, "code"), folder, 1200)
        painter.queue("a", lambda: SQUARE.format(5))
        (picture,) = painter.pictures().values()
        assert Image.open(io.BytesIO(picture)).size == (1200, 630)


def test_many_pictures_are_painted_by_other_processes(tmp_path: Path) -> None:
    painter = Painter(Cache(), None, 120)
    paths = [painter.queue(wide, lambda wide=wide: SQUARE.format(wide)) for wide in range(1, 16)]      # type: ignore[misc]
    found = painter.pictures()
    assert {*found} == {*paths}
    assert len({*found.values()}) > 1

"""The bar and the rail of a game's pages, and the site's menu and footer, as HTML."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import partial
from pathlib import Path
from types import MappingProxyType

import pytest

from rules_engine.site.model.addresses import seen_from
from rules_engine.site.model.settings import SettingsError
from rules_engine.site.pages.game_nav import GameTabs, NavigationPart, PageLink, games_in
from rules_engine.site.pages.rail import with_game_frame
from rules_engine.site.pages.site_menu import MenuEntry, footer_columns, site_menu, with_menu
from rules_engine.text.message import Text, say
from tests.site.tiny import MKDOCS_YML, TinySite

MAIN = '<main class="md-main">'
TOC = '<ul class="md-nav__list" data-md-component="toc"><li><a href="#x" class="md-nav__link">X</a><ul></ul></li></ul>'
THEMES = ('<nav class="md-nav md-nav--primary" data-md-level="0"><nav class="md-nav"></nav>'
          f'<nav class="md-nav md-nav--secondary"><label>Contents</label>{TOC}</nav></nav>')
WHIST = ["index", "learn", "learn-more", "play", "puzzles", "rules", "card", "history", "at-your-table", "score"]


def game(name: str, files: list[str]) -> GameTabs:
    pages = [PageLink(f"games/{name}/{file}.md", f"games/{name}/{'' if file == 'index' else f'{file}/'}", file.title())
             for file in files]
    (found,) = games_in(NavigationPart(name.title(), pages), {f"games/{name}/rules.md": name})
    return found


def framed(file: str, files: list[str], *others: GameTabs, contents: bool = False,
           courses: Mapping[str, Text] = MappingProxyType({})) -> str:
    page, games = f"games/whist/{file}.md", [game("whist", files), *others]
    return with_game_frame(f"{THEMES}{MAIN}", page, games, [MenuEntry("Games", "games/", [page])], courses, contents)


def links(html: str, part: str) -> list[tuple[str, str | None, str]]:
    """Return the links in an element of a class: URL, `aria-current` and text."""
    found = re.search(rf'<(ul|nav|span|details) class="{part}".*?</\1>', html, re.DOTALL)
    return [] if found is None else [
        (url, current or None, text)
        for url, current, text in re.findall(r'<a[^>]* href="([^"]*)"(?: aria-current="([^"]*)")?[^>]*>([^<]*)', found[0])]


@pytest.mark.parametrize(("file", "current"), [
    ("learn", "Learn"), ("learn-more", "Learn"), ("play", "Play"), ("puzzles", "Puzzles"), ("rules", "Rules"), ("card", "Rules"),
    ("history", "Rules"), ("at-your-table", "At the table"), ("score", "At the table"), ("index", "")])
def test_each_page_of_a_game_has_five_tabs_one_of_them_current(file: str, current: str) -> None:
    tabs = links(framed(file, WHIST), "fs-game-tabs")
    assert [text for _, _, text in tabs] == ["Learn", "Play", "Puzzles", "Rules", "At the table"]
    assert [text for _, marked, text in tabs if marked] == ([current] if current else [])
    own = {"learn", "play", "puzzles", "rules", "at-your-table"}
    assert {marked for _, marked, _ in tabs if marked} == ({"page" if file in own else "true"} if current else set())


def test_a_game_with_fewer_pages_has_fewer_tabs_and_its_name_leads_to_the_rules() -> None:
    html = framed("rules", ["rules", "play"])
    assert [text for _, _, text in links(html, "fs-game-tabs")] == ["Play", "Rules"]
    assert links(html, "fs-whose") == [("./", "page", "Whist")]


def test_games_in_one_section_have_a_bar_each() -> None:
    paths = ["games/index.md", "games/whist.md", "games/whist/learn.md", "games/hearts.md", "games/hearts/score.md",
             "games/old.md"]
    pages = [PageLink(path, path, path.split("/")[1].removesuffix(".md").title()) for path in paths]
    found = [*games_in(NavigationPart("Games", pages), {f"games/{each}.md": each for each in ("whist", "hearts", "old")})]
    assert [(each.name, each.overview.page, [*each.tabs]) for each in found] == [
        ("Whist", "games/whist.md", ["learn", "rules"]), ("Hearts", "games/hearts.md", ["rules", "at-your-table"])]
    (alone,) = games_in(NavigationPart("Games", pages[:3]), {"games/whist.md": "whist"})
    assert (alone.name, [each.page for each in alone.pages]) == ("Whist", ["games/whist.md", "games/whist/learn.md"])


def test_the_switcher_keeps_the_page_or_the_tab_or_leads_to_the_overview() -> None:
    hearts, spades = game("hearts", ["index", "rules", "at-your-table", "score"]), game("spades", ["index", "rules"])
    assert links(framed("score", WHIST, hearts, spades), "fs-switch") == [
        ("../../hearts/score/", None, "Hearts"), ("../../spades/", None, "Spades")]
    assert links(framed("history", WHIST, hearts), "fs-switch") == [("../../hearts/rules/", None, "Hearts")]
    assert links(framed("index", WHIST, hearts), "fs-switch") == [("../hearts/", None, "Hearts")]
    assert "fs-switch" not in framed("index", WHIST)


def test_pages_below_a_tab_are_listed_at_its_head_or_in_the_rail() -> None:
    assert links(framed("score", WHIST), "fs-within") == [
        ("../at-your-table/#fs:table:trick", None, "Who takes it?"), ("../at-your-table/#fs:table:turn", None, "May I play it?"),
        ("./", "page", "Score"), ("../card/", None, "In brief")]
    assert links(framed("learn", WHIST), "fs-within") == [("./", "page", "Learn"), ("../learn-more/", None, "Learn-More")]
    for file in ("at-your-table", "rules", "play"):
        assert "fs-within" not in framed(file, WHIST)
    assert links(framed("history", WHIST), "fs-rail-pages") == [
        ("../card/", None, "In brief, to print"), ("../rules/", None, "Rules"), ("./", "page", "History")]


def test_the_rail_has_the_themes_contents_where_there_are_several() -> None:
    html = framed("rules", WHIST, contents=True)
    assert TOC in html
    assert "md-nav--primary" not in html
    assert html.index("fs-rail-site") < html.index(">Rules</a>") < html.index(TOC) < html.index(">History</a>")
    assert TOC not in framed("rules", WHIST)
    assert " data-rail" in html
    assert " data-rail" not in framed("play", WHIST)
    lesson = framed("learn", WHIST, contents=True, courses={"games/whist/learn.md": say("10 steps")})
    assert '<p class="fs-rail-title">Lesson</p>' in lesson
    assert "fs-contents" not in lesson, "a course lists its steps itself"
    assert '<a href="./" aria-current="page">Learn<small>10 steps</small></a>' in lesson


def test_the_footer_takes_its_sections_out_of_the_tabs() -> None:
    tab = '<li class="md-tabs__item"> <a href="{}" class="md-tabs__link"> {} </a> </li>'
    html = "".join([tab.format("..", "Home"), tab.format("./", "Games"), tab.format("../about/", "About"),
                    '<div class="md-footer-meta">'])
    urls = {"about.md": "about/", "de/a.md": "de/a/"}
    columns = footer_columns([{"Site": [{"Licences": "about.md#licence"}]}, {"Seite": [{"Wörter": "de/a.md"}]}])
    entries = [MenuEntry("Home", "./", ["index.md"]), MenuEntry("Games", "games/", ["games/index.md"]),
               MenuEntry("About", "about/", ["about.md", "more.md"])]
    menu = site_menu(entries, columns, urls.get, "", ["de"])
    shown = with_menu(html, menu, partial(seen_from, "games/"))
    assert [each.title for each in menu.entries] == ["Home", "Games"]
    assert re.findall(r"> (\w+) <", shown) == ["Games"]
    assert '<h2>Site</h2><ul><li><a href="../about/#licence">Licences</a></li></ul>' in shown
    assert "Seite" not in shown
    assert with_menu(html, site_menu(entries, [], urls.get, "", ["de"]), partial(seen_from, "games/")) == html
    with pytest.raises(SettingsError, match=r"'lost\.md', which is no page"):
        site_menu(entries, footer_columns([{"Site": [{"Lost": "lost.md"}]}]), urls.get, "", [])
    with pytest.raises(SettingsError, match="expected a list of columns"):
        footer_columns([{"Site": ["about.md"]}])


def test_a_site_has_the_bar_and_the_footer_without_templates(tmp_path: Path) -> None:
    site = TinySite(tmp_path)
    nav = "nav: [index.md, {Snakebit: [games/snakebit.md, games/play.md]}]\n"
    footer = "- followsuit: {games: [snakebit], footer: [{Site: [{Home: index.md}]}]}"
    site.write("mkdocs.yml", MKDOCS_YML.replace("- followsuit: {games: [snakebit]}", footer) + nav)
    site.write("docs/games/play.md", "# Play\n")
    made = site.build("--strict")
    assert made.status == 0, made.said
    page = made.page("games/play")
    assert [text for _, _, text in links(page, "fs-game-tabs")] == ["Play", "Rules"]
    assert '<nav class="fs-footer"' in page

"""The elements around a page's text: search, links between a game's pages, contents, drawer, old URLs, and rule headings."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, Route

from rules_engine.games import known_games, make_game
from tests.chromium.expecting import expect
from tests.chromium.pages import OpenPage, settle, still, until
from tests.chromium.server import Site
from tests.some import some

RULES = "games/snakebit/rules/"
TABS = ["Learn", "Play", "Puzzles", "Rules", "At the table"]
GERMAN_TABS = ["Lernen", "Spielen", "Aufgaben", "Regeln", "Am Tisch"]
ACTIVE = ".md-nav--secondary .md-nav__link--active"


def focused(page: Page) -> str:
    """Return the class or the tag name of the focused element."""
    return str(page.evaluate("document.activeElement.className || document.activeElement.tagName"))


def test_enter_leads_to_the_rule_that_was_searched(open_page: OpenPage) -> None:
    page = open_page("games/double-knot/")
    settle(page)
    page.locator(".md-search__input").click()
    page.keyboard.type("must I follow suit", delay=20)
    first = page.locator(".md-search-result__item").first
    expect(first.locator("h1")).to_have_text("Rules of Double Knot")
    expect(first.locator("h2").first).to_contain_text("Follow suit")
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile(r"/games/double-knot/rules/#rule-follow-suit$"))


def test_a_question_leads_to_its_answer_on_a_phone(open_page: OpenPage) -> None:
    """The reader is faster than the search: a query entered before its script has loaded applies to the current game."""
    page = open_page(None, phone=True)
    held: list[Route] = []
    page.route("**/search-worker.js", lambda route: held.append(route))
    page.goto(open_page.site_at(RULES))
    settle(page)
    page.locator(".md-header__button[for=__search]").click()
    page.locator(".md-search__input").press_sequentially("may I lead a trump")
    (search,) = held
    search.continue_()
    first = page.locator(".md-search-result__item").first
    expect(first.locator("h1")).to_have_text("Rules of Snakebit")
    expect(first.locator("h2").first).to_have_text("May I lead trumps at the start of a hand?")
    expect(first).to_contain_text("No. The trump suit and the cursed suit have to be broken first.")
    first.locator("h2").first.click()
    expect(page).to_have_url(re.compile(r"/games/snakebit/rules/.*#question-may-i-lead-trumps-at-the-start-of-a-hand$"))
    question = page.locator("dt:target")
    expect(question).to_be_in_viewport()
    until(page, """() => {  // the search goes away slowly, and nothing of ours may lie over the question then
        const question = document.querySelector("dt:target");
        return document.elementFromPoint(20, question.getBoundingClientRect().y + 5) === question;
    }""")


@pytest.mark.parametrize("phone", [False, True])
def test_a_game_has_five_tabs(open_page: OpenPage, phone: bool) -> None:
    page = open_page(RULES, phone=phone)
    row = page.locator(".fs-pages")
    expect(row.locator(".fs-game-tabs a")).to_have_text(TABS)
    expect(row.locator("[aria-current=page]")).to_have_text("Rules")
    expect(row).to_have_accessible_name("Snakebit")
    row.get_by_text("Play", exact=True).click()
    expect(page).to_have_url(re.compile(r"/games/snakebit/play/$"))
    expect(page.locator(".fs-pages [aria-current]")).to_have_text("Play")
    expect(page).to_have_title(re.compile(r"^Play Snakebit\b"))


@pytest.mark.thorough
def test_contents_name_the_section_that_was_jumped_to(open_page: OpenPage) -> None:
    page = open_page(f"{RULES}#rule-follow-suit")
    settle(page)
    expect(page.locator(ACTIVE)).to_have_text("Follow suit if you can")
    still(page)  # the theme has measured the sections
    page.locator(".md-nav--secondary").get_by_role("link", name="Who takes the trick").press("Enter")
    expect(page.locator(ACTIVE)).to_have_text("Who takes the trick")


def test_contents_follow_the_reader(open_page: OpenPage) -> None:
    page = open_page("games/double-knot/rules/")
    page.set_viewport_size({"width": 1280, "height": 720})
    page.locator("#disputes").scroll_into_view_if_needed()
    expect(page.locator(".md-nav--secondary .md-nav__link--active").last).to_be_in_viewport()
    until(page, "document.querySelector('.md-sidebar--primary .md-sidebar__scrollwrap').scrollTop > 0")


def test_contents_open_from_the_row_on_a_phone(open_page: OpenPage) -> None:
    page = open_page(RULES, phone=True)
    settle(page)
    page.locator(".fs-contents").click()
    page.locator(".md-nav--secondary").get_by_text("Who takes the trick").click()
    expect(page).to_have_url(re.compile("#rule-win-trick$"))
    expect(page.locator("#rule-win-trick")).to_be_in_viewport()


@pytest.mark.parametrize("phone", some([False, True], [True]))
def test_what_is_closed_takes_no_focus(open_page: OpenPage, phone: bool) -> None:
    page = open_page("games/knueffeln/rules/", phone=phone)
    settle(page)
    for _ in range(12):
        page.keyboard.press("Tab")
        left, right = page.evaluate("(({left, right}) => [left, right])(document.activeElement.getBoundingClientRect())")
        assert right > 0, focused(page)
        assert left < page.evaluate("innerWidth"), focused(page)
        assert not phone or "md-search__input" not in focused(page)


def test_the_table_is_five_presses_away(open_page: OpenPage) -> None:
    page = open_page(RULES)
    settle(page)
    for key in ("Tab", "Tab", "Enter"):
        page.keyboard.press(key)
    expect(page).to_have_url(re.compile("#fs-table$"))
    expect(page.locator("#fs-table")).to_be_focused()
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.closest('fs-table') !== null")


@pytest.mark.thorough
def test_what_was_found_on_a_phone_is_gone_to_even_if_its_page_comes_at_once(open_page: OpenPage) -> None:
    """The theme unlocks the page after a search with a delay, lengthened here so that it surely fires after the navigation."""
    page = open_page(None, phone=True)
    page.add_init_script("""const real = setInterval;
      globalThis.setInterval = (deed, ms, ...more) => real(deed, [100, 125].includes(ms) ? 700 : ms, ...more);""")
    page.goto(open_page.site_at("games/double-king-pedro/"))
    settle(page)
    page.locator(".md-header__button[for=__search]").click()
    page.locator(".md-search__input").press_sequentially("both sides reach 500")
    until(page, "document.body.hasAttribute('data-md-scrolllock')")
    page.locator(".md-search-result__link[href*='#rule-game-end']").first.click()
    expect(page).to_have_url(re.compile("#rule-game-end$"))
    until(page, "!document.body.hasAttribute('data-md-scrolllock')")
    expect(page.locator("#rule-game-end")).to_be_in_viewport()


def test_menu_and_search_open_by_keyboard_on_a_phone(open_page: OpenPage) -> None:
    page = open_page(RULES, phone=True)
    settle(page)
    page.locator(".md-header__button[for=__search]").focus()
    page.keyboard.press("Enter")
    expect(page.locator(".md-search__input")).to_be_focused()


@pytest.mark.parametrize(("old", "new"), [
    pytest.param("games/snakebit/#rule-break", "games/snakebit/rules/#rule-break", marks=pytest.mark.thorough),
    ("games/knueffeln/#fs:hand:practice-knueffeln-practice:x", "games/knueffeln/play/"),
    pytest.param("games/snakebit/#fs:step:example-snakebit-break:2", "games/snakebit/rules/", marks=pytest.mark.thorough),
])
def test_old_addresses_arrive(open_page: OpenPage, old: str, new: str) -> None:
    page = open_page(old)
    expect(page).to_have_url(re.compile(f"/{re.escape(new)}"))


@pytest.mark.thorough
def test_what_is_on_the_page_is_not_sent_on(open_page: OpenPage) -> None:
    page = open_page("games/refusals/#rule-not-now")
    settle(page)
    assert page.url.endswith("games/refusals/#rule-not-now")


def test_a_linked_rule_shows_how_it_begins(open_page: OpenPage) -> None:
    page = open_page(RULES)
    settle(page)
    link = page.locator(".md-content td a[href$='#rule-unbroken']").first
    link.hover()
    preview = page.locator(".fs-preview")
    expect(preview).to_contain_text("Two suits must be broken first")
    page.mouse.move(0, 0)
    expect(preview).to_have_count(0)
    link.focus()
    expect(preview).to_be_visible()
    expect(link).to_have_attribute("aria-describedby", "fs-preview")
    page.keyboard.press("Escape")
    expect(preview).to_have_count(0)


def test_a_word_of_the_glossary_is_explained_to_pointers_keys_and_fingers(open_page: OpenPage) -> None:
    page = open_page(RULES)
    settle(page)
    term, told = page.locator(".md-content .fs-term", has_text="trick").first, page.locator(".fs-preview")
    sentence = term.get_attribute("title")
    assert sentence
    assert sentence.startswith("trick: ")
    for way in ("hover", "focus", "click"):
        {"hover": term.hover, "focus": term.focus, "click": term.click}[way]()
        expect(told).to_have_text(sentence)
        expect(term).to_have_attribute("title", "")     # otherwise the browser would show it too
        page.keyboard.press("Escape")
        expect(told).to_have_count(0)
        expect(term).to_have_attribute("title", sentence)
        page.mouse.move(0, 0)


@pytest.mark.thorough
def test_a_rule_is_shown_for_a_pointer_that_goes_there_and_as_long_as_its_link_is(open_page: OpenPage) -> None:
    page = open_page(RULES)
    settle(page)
    link, preview = page.locator(".md-content td a[href$='#rule-unbroken']").first, page.locator(".fs-preview")
    link.hover()
    expect(preview).to_be_visible()
    link.evaluate("link => link.remove()")
    expect(preview).to_have_count(0)
    page.mouse.move(640, 400)
    page.clock.install()
    page.evaluate("""() => {
      const link = document.querySelector(".md-content td a[href*='#rule-']").cloneNode(true);
      link.id = "below";
      link.style = "position: fixed; z-index: 9; inset: 380px auto auto 600px; width: 90px; height: 40px; background: white";
      document.querySelector(".md-content").append(link);
    }""")
    page.evaluate("() => new Promise((done) => document.getElementById('below').matches(':hover') && done() || "
                  "document.getElementById('below').addEventListener('pointerover', done))")
    page.clock.fast_forward(2_000)
    expect(preview).to_have_count(0)
    page.mouse.move(645, 400)
    page.clock.fast_forward(2_000)
    expect(preview).to_be_visible()


TAB_OF = {"learn": 0, "learn-money": 0, "learn-well": 0, "learn-test": 0, "play": 1, "puzzles": 2, "rules": 3, "card": 3,
          "talk": 3, "versions": 3, "history": 3, "glossary": 3, "at-your-table": 4, "score": 4}
"""The tab of each page of a game, by the last part of its URL."""
FORMER = {"snakebit": ["", "learn", "rules", "card", "play", "puzzles", "at-your-table", "score"],
          "knueffeln": ["learn-money", "talk", "versions", "history", "glossary"]}
"""Pages that readers have bookmarked since they had tabs of their own."""


def test_every_page_of_every_game_has_the_tabs_and_its_own_is_current(site: Site) -> None:
    pages = [page for page in site.pages() if re.fullmatch(r"(de/)?games/[a-z-]+/([a-z-]+/)?", page)
             and "games/refusals/" not in page]
    assert {f"games/{game}/{page}/" if page else f"games/{game}/" for game, of in FORMER.items() for page in of} <= {*pages}
    for page in pages:
        html, name = (site.directory / page / "index.html").read_text(encoding="utf-8"), page.split("/")[-2]
        (row,) = re.findall(r'<ul class="fs-game-tabs">.*?</ul>', html)
        tabs = re.findall(r'<a href="[^"]*"( aria-current="[^"]*")?>([^<]*)', row)
        names = GERMAN_TABS if page.startswith("de/") else TABS
        assert [text for _, text in tabs] == names, page
        assert [text for current, text in tabs if current] == ([names[TAB_OF[name]]] if name in TAB_OF else []), page
        for address in re.findall(r'href="([^"]*)"', row):
            assert (site.directory / page / address / "index.html").is_file(), (page, address)


def test_the_name_opens_the_other_games_and_keeps_the_page(open_page: OpenPage) -> None:
    page = open_page("games/snakebit/score/")
    settle(page)
    page.locator(".fs-switch > summary").press("Enter")
    others = sorted(make_game(game).name for game in known_games() if game != "snakebit")
    expect(page.locator(".fs-switch a")).to_have_text(others)
    page.keyboard.press("Escape")
    expect(page.locator(".fs-switch a").first).to_be_hidden()
    page.locator(".fs-switch > summary").click()
    page.locator(".fs-switch").get_by_text("Knüffeln").click()
    expect(page).to_have_url(re.compile("/games/knueffeln/score/$"))
    expect(page.locator(".fs-whose")).to_have_text("Knüffeln")
    page.locator(".fs-whose > a").click()
    expect(page).to_have_url(re.compile("/games/knueffeln/$"))


def test_the_switcher_opens_without_scripts(open_page: OpenPage) -> None:
    page = open_page("games/snakebit/puzzles/", javascript=False)
    page.locator(".fs-switch > summary").click()
    page.locator(".fs-switch").get_by_text("Double Knot").click()
    expect(page).to_have_url(re.compile("/games/double-knot/puzzles/$"))


@pytest.mark.parametrize("width", [390, 820, 1280])
def test_the_bar_stays_in_view_and_covers_no_target(open_page: OpenPage, width: int) -> None:
    page = open_page(None, phone=width < 600)
    page.set_viewport_size({"width": width, "height": 800})
    page.goto(open_page.site_at(f"{RULES}#rule-win-trick"))
    settle(page)
    until(page, "scrollY > 500")
    still(page)
    header, bar, target = (page.locator(each).bounding_box() for each in (".md-header", ".fs-pages", "#rule-win-trick"))
    assert header
    assert bar
    assert target
    assert abs(bar["y"] - header["y"] - header["height"]) < 1
    assert bar["height"] < 50
    assert bar["y"] + bar["height"] <= target["y"] < bar["y"] + bar["height"] + 40
    if width == 1280:
        expect(page.locator(ACTIVE)).to_have_text("Who takes the trick")


def test_a_hand_begins_below_the_bar(open_page: OpenPage) -> None:
    page = open_page("games/snakebit/play/")
    settle(page)
    expect(page.get_by_role("heading", level=1)).to_contain_text("Play Snakebit")
    page.locator("#fs-do-new").click()
    expect(page.locator("fs-table[data-playing]")).to_be_attached()
    bar = page.locator(".fs-pages").bounding_box()
    assert bar
    end = bar["y"] + bar["height"]
    until(page, f"""() => {{
      const {{ top, bottom }} = document.querySelector("fs-table").getBoundingClientRect();
      return top >= {end} && top < {end} + 30 && bottom <= innerHeight;
    }}""")


@pytest.mark.parametrize("width", some([390, 360], [360]))
@pytest.mark.parametrize("path", ["games/double-king-pedro/score/", "games/knueffeln/learn/", "de/games/knueffeln/rules/"])
def test_the_bar_is_one_row_on_a_phone_with_the_current_tab_in_sight(open_page: OpenPage, path: str, width: int) -> None:
    page = open_page(None, phone=True)
    page.set_viewport_size({"width": width, "height": 640})
    page.goto(open_page.site_at(path))
    settle(page)
    box, name = page.locator(".fs-pages").bounding_box(), page.locator(".fs-whose > a").bounding_box()
    assert box
    assert name
    assert box["height"] < 50, "more than one row"
    assert name["x"] < 20
    assert name["height"] >= 44
    row = page.locator(".fs-game-tabs")
    until(page, """() => {
      const row = document.querySelector(".fs-game-tabs").getBoundingClientRect();
      const tab = document.querySelector(".fs-game-tabs [aria-current]").getBoundingClientRect();
      return tab.left >= row.left - 1 && tab.right <= row.right + 1;
    }""")
    cut = str(row.get_attribute("data-cut") or "").split()
    assert ("end" in cut) == row.evaluate("row => row.scrollLeft + row.clientWidth < row.scrollWidth - 1")
    assert ("start" in cut) == row.evaluate("row => row.scrollLeft > 1")


def test_the_drawer_begins_with_the_site_s_menu(open_page: OpenPage) -> None:
    page = open_page(RULES, phone=True)
    settle(page)
    page.locator(".md-header__button[for=__drawer]").click()
    expect(page.locator(".fs-rail-site a")).to_have_text(["Home", "Games", "Daily puzzle", "Practice", "At the table"])
    expect(page.locator(".fs-rail-site a").first).to_be_in_viewport()
    expect(page.locator(".fs-rail-site [aria-current]")).to_have_text("Games")
    expect(page.locator(".fs-rail").get_by_text("Puzzles", exact=True)).to_have_count(0)


@pytest.mark.parametrize("path", ["", "games/snakebit/play/", "about/"])
def test_every_page_ends_with_three_columns(open_page: OpenPage, path: str) -> None:
    page = open_page(path)
    settle(page)    # the daily puzzles are fetched relative to the page on which they begin
    expect(page.locator(".fs-footer h2")).to_have_text(["Cards and words", "Follow Suit", "For authors"])
    expect(page.locator(".md-tabs__link")).to_have_text(["Games", "Daily puzzle", "Practice", "At the table"])
    page.locator(".fs-footer").get_by_text("Licences").click()
    expect(page).to_have_url(re.compile("/about/#licence$"))


@pytest.mark.thorough
@pytest.mark.parametrize("game_id", some(known_games(), ["knueffeln"]))
def test_the_trail_at_a_page_s_end_stays_within_the_game(open_page: OpenPage, game_id: str) -> None:
    page = open_page(f"games/{game_id}/")
    row = page.locator(".fs-pages").evaluate(
        "({ dataset }) => dataset.pages.split(' ').map((url) => new URL(url, location).href)")
    trail, following = [page.url], page.locator(".md-footer__link--next")
    assert page.locator(".md-footer__link--prev").count() == 0
    while following.count():
        page.goto(following.evaluate("({ href }) => href"))
        trail.append(page.url)
        assert page.locator(".md-footer__link--prev").evaluate("({ href }) => href") == trail[-2]
    assert trail == row


@pytest.mark.thorough
@pytest.mark.parametrize("path", some(["", "games/", "puzzles/"], ["games/"]))
def test_what_is_no_part_of_a_row_has_no_trail(open_page: OpenPage, path: str) -> None:
    assert open_page(path).locator(".md-footer__link").count() == 0


LEFT = """() => {
  const selectors = [".md-header .md-logo svg", ".fs-whose", ".md-sidebar--primary .md-nav__link", "article h1",
    ".md-copyright__highlight"];
  const shown = selectors.map((each) => [...document.querySelectorAll(each)].find((found) => found.checkVisibility()));
  const beside = shown[2] ? [shown[2]] : [shown[3]];
  const range = document.createRange();
  return [shown[0], shown[1], ...beside, shown[4]].filter((each) => each?.checkVisibility()).map((each) => {
    range.selectNodeContents(each);
    return Math.round((each.matches("svg") ? each : range).getBoundingClientRect().left);
  });
}"""


@pytest.mark.parametrize("width", some([1280, 1920, 390], [390]))
def test_head_row_text_and_foot_have_one_left_edge(open_page: OpenPage, width: int) -> None:
    page = open_page("", phone=width < 600)
    page.set_viewport_size({"width": width, "height": 800})
    edges = {}
    for path in ("", "games/", "puzzles/", "about/", "games/snakebit/", RULES, "games/snakebit/card/", "games/snakebit/play/"):
        page.goto(open_page.site_at(path))
        edges[path] = page.evaluate(LEFT)
    assert len({edge for each in edges.values() for edge in each}) == 1, edges
    assert min(map(len, edges.values())) > 1


def test_on_a_phone_contents_and_search_are_under_the_thumb(open_page: OpenPage) -> None:
    page = open_page(RULES, phone=True)
    reach = page.locator(".fs-reach")
    expect(reach.locator("label")).to_have_text(["Contents", "Search this game"])
    box = reach.bounding_box()
    assert box
    assert box["height"] >= 44
    assert box["y"] > 740
    reach.get_by_text("Search this game").click()
    page.locator(".md-search__input").press_sequentially("who leads")
    found = page.locator(".md-search-result__link").first
    expect(found).to_have_attribute("href", re.compile(r"snakebit/rules/.*#rule-first-lead"))


@pytest.mark.thorough
@pytest.mark.parametrize("dark", [False, True])
def test_colours_are_those_of_the_system_until_others_are_chosen(open_page: OpenPage, dark: bool) -> None:
    page = open_page(None, dark=dark)
    page.add_init_script("addEventListener('DOMContentLoaded', () => globalThis.early = document.body.dataset.mdColorScheme)")
    page.goto(open_page.site_at(RULES))
    settle(page)
    systems = "slate" if dark else "default"
    assert page.evaluate("early") == systems
    for scheme in ("default", "slate", systems):
        page.locator("[data-fs-palette] label:not([hidden])").click()
        expect(page.locator("body")).to_have_attribute("data-md-color-scheme", scheme)
        expect(page.locator("[data-fs-palette] label:not([hidden])")).to_have_count(1)
        assert page.evaluate("getComputedStyle(document.documentElement).colorScheme.includes('dark')") == (scheme == "slate")
    page.locator("[data-fs-palette] input").first.press("Enter")
    page.reload()
    expect(page.locator("body")).to_have_attribute("data-md-color-scheme", "default")
    page.emulate_media(color_scheme="dark")
    expect(page.locator("body")).to_have_attribute("data-md-color-scheme", "default")


def test_colours_follow_the_system(open_page: OpenPage) -> None:
    page = open_page(RULES)
    settle(page)
    page.emulate_media(color_scheme="dark")
    expect(page.locator("body")).to_have_attribute("data-md-color-scheme", "slate")


@pytest.mark.thorough
def test_the_head_knows_what_the_page_has_after_instant_navigation(open_page: OpenPage) -> None:
    page = open_page(RULES)
    settle(page)
    for name, holds in (("Play", "page"), ("Rules", "book side")):
        page.locator(".fs-pages").get_by_text(name, exact=True).click()
        expect(page.locator("body")).to_have_attribute("data-holds", f"{holds} frame")

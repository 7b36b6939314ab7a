"""Data from links, files, other tabs and other sites: valid data is shown, invalid data is reported, and nothing is lost."""

from __future__ import annotations

import json
import re
from base64 import urlsafe_b64encode
from pathlib import Path

import pytest
from playwright.sync_api import Page

from tests.chromium.expecting import expect
from tests.chromium.hands import SLOW
from tests.chromium.keeping import CLIENT, answers, ask, put, storage
from tests.chromium.pages import OpenPage, settle, until
from tests.chromium.server import Site, served
from tests.some import some

PLAY, TABLE, SCORE = "games/snakebit/play/", "games/snakebit/at-your-table/", "games/snakebit/score/"
HAND = "practice-snakebit-practice"
DAMAGED = "The link is damaged: part of it is missing or changed."
TURN = ".fs-own[data-turn] .fs-hand[data-active]"


def letters(value: object) -> str:
    """Encode a link's data in the old format without a checksum."""
    return urlsafe_b64encode(json.dumps(value).encode()).decode()


def go(page: Page, address: str) -> None:
    """Open a URL like a reader who follows a link in a message."""
    page.goto("about:blank")
    page.goto(address)


# ---- the referee

def entered(open_page: OpenPage) -> Page:
    """Open the referee, and enter two cards."""
    page = open_page(TABLE)
    settle(page)
    until(page, "customElements.get('fs-referee') !== undefined")
    page.locator("[data-tool=trick]").click()
    for card in ("4WL", "8WL"):
        page.locator(f".fs-key[data-card='{card}']").click()
    expect(page.locator(".fs-lain li")).to_have_count(2)
    return page


WHOLE = {"variant": "standard", "players": 4, "cards": ["3SK"], "leader": 1}
POISON: dict[str, object] = {
    "cards-5": {**WHOLE, "cards": 5}, "cards-null": {**WHOLE, "cards": None}, "cards-objects": {**WHOLE, "cards": [{}]},
    "no-such-card": {**WHOLE, "cards": ["ZZ"]}, "tricks-objects": {**WHOLE, "tricks": [{}]},
    "tricks-null": {**WHOLE, "tricks": [None]}, "hand-text": {**WHOLE, "hand": "abc"}, "told-null": {**WHOLE, "told": None},
    "told-number": {**WHOLE, "told": {"cursed": 5}}, "leader-far": {**WHOLE, "leader": 9},
    "players-many": {**WHOLE, "players": 40}, "null": None, "number": 5, "text": "x", "list": [],
    "tool": {**WHOLE, "tool": "hammer"}, "calls": {**WHOLE, "calls": [7]}}


@pytest.mark.parametrize("name", some(POISON, ["tricks-objects"]))
def test_a_link_that_holds_no_table_leaves_what_lies_there(open_page: OpenPage, name: str) -> None:
    page = entered(open_page)
    before = storage(page)
    go(page, open_page.site_at(f"{TABLE}#fs:table:trick:{letters(POISON[name])}"))
    expect(page.locator(".fs-ruling")).to_contain_text("The link is damaged")
    expect(page.locator(".fs-lain li")).to_have_count(2)
    assert storage(page) == before
    page.locator(".fs-key[data-card='3SK']").click()
    expect(page.locator(".fs-lain li")).to_have_count(3)
    expect(page.locator(".fs-ruling")).not_to_contain_text("damaged")


def test_a_table_that_a_link_brings_can_be_put_back(open_page: OpenPage) -> None:
    page = entered(open_page)
    go(page, open_page.site_at(f"{TABLE}#fs:table:trick:{letters(WHOLE)})."))     # with the punctuation that a messenger appends
    expect(page.locator(".fs-lain li")).to_have_count(1)
    page.locator("[data-do=more]").click()
    page.get_by_role("button", name="The hand before").click()
    expect(page.locator(".fs-lain li")).to_have_count(2)


def test_a_kept_table_that_is_damaged_is_put_aside_and_told(open_page: OpenPage) -> None:
    page = entered(open_page)
    bad = json.dumps({**WHOLE, "cards": 5})
    put(page, ":at-table-snakebit", bad)
    page.reload()
    settle(page)
    until(page, "customElements.get('fs-referee') !== undefined")
    page.locator("[data-tool=trick]").click()
    expect(page.locator(".fs-ruling")).to_contain_text("What lay here can't be read any more. It was put aside.")
    page.locator(".fs-key[data-card='3SK']").click()
    expect(page.locator(".fs-lain li")).to_have_count(1)
    assert bad in storage(page).values()


# ---- the score

EVIL = "https://evil.example/"
HANDS = [{"tricks": [2, 2, 1, 1], "cursed_taken": [2, 2, 2, 2]}]
FORGED = {"format": 1, "id": "abc123", "game": "snakebit", "variant": "standard", "options": {}, "dealer": 0, "hands": HANDS,
          "players": ["Ann", "Bob", "Cy", "Di"], "draft": {}, "at": 1, "before": []}
POINTS = [99, 0, 0, 0]
LINES = [{"label": "x", "means": "", "rule": EVIL, "points": POINTS}]
ANSWER = {"hands": [{"dealer": 0, "lines": LINES, "points": POINTS, "totals": POINTS}], "dealer": 1, "leads": 2,
          "facts": [["A", "B"]], "over": False, "winners": [],
          "told": [{"text": "Your session has ended:", "title": "sign in again", "rule": EVIL},
                   {"text": "or", "title": "here", "rule": "javascript:document.title='ran'"}]}
SCORED = {**FORGED, "scored": {"of": json.dumps(HANDS, separators=(",", ":")), "answer": ANSWER}}


def no_words_of_theirs(page: Page) -> None:
    """Assert that the page shows no foreign text and no foreign link."""
    text = page.locator("fs-score").inner_text()
    assert "Your session has ended" not in text
    own = page.evaluate("[...document.querySelectorAll('fs-score a')].every(({ href }) => href.startsWith(location.origin))")
    assert own, page.locator("fs-score a").evaluate_all("links => links.map(({ href }) => href)")


def test_a_link_to_a_score_brings_no_sums_and_no_sentences(open_page: OpenPage) -> None:
    page = open_page(f"{SCORE}#fs:score:match:{letters(SCORED)}")
    settle(page)
    expect(page.locator(".fs-score-sheet")).to_be_visible()
    no_words_of_theirs(page)
    assert "99" not in page.locator(".fs-score-sheet").inner_text()
    sum_of_ours = page.locator(".fs-score-sheet tfoot td").first
    expect(sum_of_ours).to_have_text(re.compile("^−?[0-9]+$"), timeout=SLOW)
    no_words_of_theirs(page)
    assert EVIL not in json.dumps(storage(page))


@pytest.mark.parametrize("change", [{"options": {"x": "y"}}, {"dealer": "0"}, {"players": ["Ann"]}, {"hands": [5]}], ids=str)
def test_a_link_to_a_score_that_this_game_cannot_have_is_refused(open_page: OpenPage, change: dict[str, object]) -> None:
    page = open_page(f"{SCORE}#fs:score:match:{letters({**SCORED, **change})}")
    settle(page)
    expect(page.locator(".fs-score-note")).to_have_text(re.compile("damaged|another game"))
    no_words_of_theirs(page)
    assert [name for name in storage(page) if ":score-" in name] == []


def test_a_forged_score_in_storage_has_numbers_alone_and_a_damaged_one_takes_no_other_with_it(open_page: OpenPage) -> None:
    page = open_page(f"{SCORE}#fs:score:match:{letters(FORGED)}")
    settle(page)
    expect(page.locator(".fs-score-sheet")).to_be_visible()
    put(page, ":score-abc123", json.dumps(SCORED))
    name = next(name for name in storage(page) if name.endswith(":score-abc123"))
    page.evaluate("(name) => localStorage.setItem(name, '{\"format\": 1, \"scored\": {}}')", name.replace("abc123", "bad"))
    page.reload()
    settle(page)
    expect(page.locator(".fs-score-sheet")).to_be_visible()
    no_words_of_theirs(page)
    page.goto(open_page.site_at("at-your-table/"))
    expect(page.locator(".fs-kept a")).to_have_count(1)
    expect(page.locator("fs-evenings")).to_contain_text("One score that was kept here can't be read.")


def test_names_of_another_shape_are_told_and_kill_nothing(open_page: OpenPage) -> None:
    page = open_page(None)
    page.add_init_script("""if (!localStorage.getItem("follow-suit-names"))
        localStorage.setItem("follow-suit-names", '{"rounds": null, "names": "Ann"}')""")
    page.goto(open_page.site_at(SCORE))
    settle(page)
    expect(page.locator(".fs-unreadable")).to_be_visible()
    page.get_by_role("button", name="Forget it").click()
    expect(page.locator(".fs-unreadable")).to_have_count(0)
    page.get_by_role("button", name="Begin", exact=True).click()
    expect(page.locator(".fs-score-verdict")).to_be_visible()


# ---- a hand, and the reader's settings

def test_a_level_that_this_version_lacks_is_the_usual_one(open_page: OpenPage) -> None:
    page = open_page(None)
    page.add_init_script("""const kept = { level: "expert", speed: "constructor", suits: "seven", wait: "x", coach: "shout",
        others: "gone" };
        for (const [name, value] of Object.entries(kept)) localStorage.setItem(`follow-suit-${name}`, value)""")
    page.goto(open_page.site_at(PLAY))
    page.locator("#fs-do-new").click()
    expect(page.locator(f"{TURN} button").first).to_be_visible(timeout=SLOW)
    page.get_by_text("Settings").click()
    for label, shown in {"Others play": "as usual", "Next trick": "when I press", "Cards move": "normally"}.items():
        expect(page.get_by_label(label).locator("option:checked")).to_have_text(shown)


@pytest.mark.parametrize("kept", some(["{}", '{"index": 7, "color": {}}', '{"index": "x", "color": {}}', "5"],
                                       ['{"index": 7, "color": {}}', "5"]))
def test_colours_that_this_version_lacks_are_the_usual_ones(open_page: OpenPage, kept: str) -> None:
    page = open_page("know/")
    page.evaluate("(text) => __md_set('__palette', JSON.parse(text))", kept)
    page.reload()
    expect(page.locator("[data-fs-palette] label:not([hidden])")).to_have_count(1)
    page.locator("[data-fs-palette] label:not([hidden])").click()
    expect(page.locator("[data-fs-palette] label:not([hidden])")).to_have_count(1)


@pytest.fixture
def save(open_page: OpenPage) -> str:
    """Return the serialized hand of a friend."""
    page = open_page(PLAY)
    page.locator("#fs-do-new").click()
    expect(page.locator(TURN)).to_be_visible(timeout=SLOW)
    save: str = page.evaluate("document.querySelector('fs-table').mode.save")
    return save


def test_a_hand_link_with_the_end_of_a_sentence_behind_it_opens(open_page: OpenPage, save: str) -> None:
    page = open_page(f"{PLAY}#fs:hand:{HAND}:{save}).")
    expect(page.locator(".fs-guest")).to_be_visible()
    expect(page.locator(TURN)).to_be_visible(timeout=SLOW)


@pytest.mark.parametrize("damage", some(["cut", "changed", "another-figure"], ["changed"]))
def test_a_damaged_hand_link_says_so_and_leaves_ones_own(open_page: OpenPage, save: str, damage: str) -> None:
    link = {"cut": f"{HAND}:{save[:-12]}", "changed": f"{HAND}:{save[:-8]}AAAA{save[-4:]}",
            "another-figure": f"practice-gone:{save}"}
    page = open_page(PLAY)
    page.locator("#fs-do-new").click()
    expect(page.locator(TURN)).to_be_visible(timeout=SLOW)
    own = page.evaluate("document.querySelector('fs-table').mode.save")
    page.evaluate("sessionStorage.clear()")
    go(page, open_page.site_at(f"{PLAY}#fs:hand:{link[damage]}"))
    expect(page.locator("fs-table")).to_contain_text(re.compile("[Tt]he link is damaged"))
    expect(page.locator("fs-table")).not_to_contain_text("It comes in a moment")
    expect(page.locator("#fs-do-resume")).to_be_visible()
    assert own in storage(page).values()
    page.locator("#fs-do-resume").click()
    expect(page.locator(TURN)).to_be_visible(timeout=SLOW)
    until(page, "(own) => document.querySelector('fs-table').mode.save === own", own)


def test_html_that_another_site_put_in_storage_is_not_shown(open_page: OpenPage) -> None:
    page = open_page(PLAY)
    page.locator("#fs-do-new").click()
    expect(page.locator(TURN)).to_be_visible(timeout=SLOW)
    page.evaluate("sessionStorage.clear()")
    seen = json.loads(next(text for name, text in storage(page).items() if name.endswith(":seen")))
    page.reload()
    expect(page.locator(".fs-stage[data-left]")).to_be_visible()      # the stored position is shown
    for forged in (f'<a href="{EVIL}forged">sign in</a>', '<form><input name="forged"></form>',
                   '<img src="forged">', "<iframe name='forged'></iframe>"):
        put(page, ":seen", json.dumps({**seen, "html": seen["html"].replace("</div>", f"{forged}</div>", 1)}))
        page.reload()
        expect(page.locator("#fs-do-resume")).to_be_visible()
        assert "forged" not in page.locator("fs-table").inner_html()


# ---- other URLs

def test_addresses_arrive_as_messengers_and_mail_filters_send_them(open_page: OpenPage) -> None:
    open_page.expect_problem("404")
    page = open_page("games/snakebit/rules/#rule-follow-suit).")
    until(page, "location.hash === '#rule-follow-suit'")
    page.goto(open_page.site_at("games/snakebit/rules/%23rule-follow-suit"))
    page.wait_for_url("**/rules/#rule-follow-suit")


@pytest.mark.parametrize("draft", some(["abc", "fs1.00000000.YWJj", "fs1.12", "a!b", "a%b"], ["fs1.00000000.YWJj"]))
def test_a_damaged_draft_is_told_and_ones_own_is_there(open_page: OpenPage, draft: str) -> None:
    page = open_page(f"authors/playground/#draft:{draft}")
    expect(page.locator(".fs-damaged")).to_contain_text("The link to a draft is damaged")
    expect(page.locator(".fs-writing")).to_be_visible()


# ---- tabs and sites

WRITES = f"""async ([who, gap, many]) => {{
  const from = (script) => import(new URL(script, {CLIENT}));
  const [memory, record, days, courses, names] = await Promise.all(
    ["shared/answer-log.js", "table/puzzle-history.js", "shared/days.js", "shared/progress.js", "shared/names.js"].map(from));
  const how = {{ solved: true, told: 0, hard: 900, seconds: 3, again: false }};
  for (let place = 0; place < many; place++) {{
    memory.note("snakebit", [`rule-${{who}}-${{place}}`, "shared"], {{ right: true }});
    record.noteTry(`snakebit/p${{who}}-${{place}}`, how);
    days.noteDay("snakebit", new Date(Date.UTC(2026, 0, 1 + who + 3 * place)).toISOString().slice(0, 10),
      {{ how: "first", squares: "g", seconds: 1 }});
    courses.keepCourse("snakebit", "/learn/", {{ done: [`step-${{who}}-${{place}}`], at: place, of: 999 }});
    names.rememberRound(`game-${{who}}-${{place}}`, {{ variant: "", players: [`Ann ${{who}}`], options: {{}} }}, []);
    await new Promise((resolve) => setTimeout(resolve, Math.random() * 2 * gap));
  }}
}}"""


@pytest.mark.parametrize(("gap", "many"), [
    (2, 40), *(pytest.param(gap, many, marks=pytest.mark.thorough) for gap, many in ((4, 40), (50, 12)))])
def test_three_tabs_that_write_at_once_lose_nothing(open_page: OpenPage, gap: int, many: int) -> None:
    first = open_page("games/snakebit/rules/")
    tabs = [first, first.context.new_page(), first.context.new_page()]
    for tab in tabs[1:]:
        tab.goto(first.url)
    for who, tab in enumerate(tabs):
        tab.evaluate(f"([...about]) => {{ globalThis.written = ({WRITES})(about).then(() => true); }}", [who, gap, many])
    for tab in tabs:
        assert tab.evaluate("globalThis.written")
    late = first.context.new_page()
    late.goto(first.url)
    noted = answers(late)
    assert len(noted) == 3 * many + 1
    assert len(noted["snakebit/shared"]) == min(3 * many, 100)
    assert len(ask(late, "table/puzzle-history.js", "it.puzzleRecord().tried")) == 3 * many
    assert ask(late, "table/puzzle-history.js", "it.ofGame('snakebit').row") == 3 * many
    assert ask(late, "shared/days.js", "Object.keys(it.resultsOf('snakebit')).length") == 3 * many
    assert ask(late, "shared/progress.js", "it.courseRecord('snakebit', '/learn/').done.length") == 3 * many
    assert ask(late, "shared/names.js", "Object.keys(it.known().rounds).length") == 3 * many


def test_two_sites_of_one_origin_keep_what_is_theirs(open_page: OpenPage, built: Path, tmp_path: Path) -> None:
    for name in ("one", "two"):
        (tmp_path / name).symlink_to(built.resolve(), target_is_directory=True)
    with served(tmp_path, "/") as origin:
        page = open_page(f"{origin.url}one/know/")
        note = "it.note('snakebit', ['follow-suit'], { right: true })"
        for site in ("one", "two"):
            page.goto(f"{origin.url}{site}/know/")
            expect(page.locator(".fs-know-bar")).to_be_visible()
            ask(page, "shared/answer-log.js", note)
            assert len(answers(page)) == 1
        page.reload()
        page.locator("#fs-know-erase").click()
        expect(page.locator("#fs-know-sure")).to_have_text("Erase all of it? Answers: 1.")
        page.get_by_role("button", name="Erase").click()
        expect(page.locator(".fs-know-news")).to_contain_text("All of it is erased.")
        page.goto(f"{origin.url}one/know/")
        expect(page.locator(".fs-know-bar")).to_be_visible()
        assert len(answers(page)) == 1


def test_answers_that_two_sites_shared_are_counted_and_erased_by_each_for_its_games(open_page: OpenPage, site: Site) -> None:
    page = open_page("know/")
    now = "Math.floor(Date.now() / 1000)"
    page.evaluate(f"""localStorage.setItem("follow-suit-memory", JSON.stringify({{ format: 1, rules: {{
        "plain-trump/follow-suit": [[{now} - 864000, 1, 1, 5], [{now} - 764000, 1, 1, 5]],
        "snakebit/follow-suit": [[{now} - 864000, 1, 1, 5]] }} }}))""")
    page.reload()
    expect(page.locator(".fs-know-games")).to_contain_text("Answers in the last four weeks: 1.")
    page.locator("#fs-know-erase").click()
    expect(page.locator("#fs-know-sure")).to_have_text("Erase all of it? Answers: 1.")
    page.get_by_role("button", name="Erase").click()
    expect(page.locator(".fs-know-news")).to_contain_text("All of it is erased.")
    left = json.loads(storage(page)["follow-suit-memory"])["rules"]
    assert list(left) == ["plain-trump/follow-suit"]
    page.reload()
    expect(page.locator(".fs-empty")).to_be_visible()

"""For typical queries, the first result is the section about the rule."""

from __future__ import annotations

import json
import re
import subprocess
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from markdown import Markdown
from mkdocs.utils.meta import get_data

from rules_engine.site.files.assets import client_files
from rules_engine.site.model.addresses import edition
from rules_engine.site.pages.search import INDEX, SCRIPT, SearchIndex, sections, with_question_ids, with_row_ids, without_words
from tests.ours import without_their_pages
from tests.site.tiny import ROOT

DOCS = ROOT / "docs"
OURS = re.compile(r"^```(?:example|quiz|practice|stats)\n.*?^```$", re.DOTALL | re.MULTILINE)
ASK = Path(__file__).with_name("search.mjs")

GAMES = ("double-king-pedro", "double-decker", "double-knot", "snakebit", "knueffeln", "hearts", "spades", "euchre")
PEDRO, DECKER, KNOT, SNAKEBIT, KNUEFFELN, HEARTS, SPADES, EUCHRE = (f"games/{game}/rules/" for game in GAMES)
GERMAN_RULES = "de/games/knueffeln/rules/"
PLAYGROUND = "authors/playground/"

FIRST = [
    ("off-5", "", f"{PEDRO}#rule-(trumps|rank)"),
    ("off five", "", f"{PEDRO}#rule-(trumps|rank)"),
    ("Off-Five?", "", f"{PEDRO}#rule-(trumps|rank)"),
    ("double king pedro off five", "", f"{PEDRO}#rule-(trumps|rank)"),
    ("both sides reach 500", "", f"{PEDRO}#rule-game-end"),
    ("both sides reach five hundred", "games/snakebit/", f"{PEDRO}#rule-game-end"),
    ("may I pass", "", f"{DECKER}#question-may-i-pass"),
    ("may I pass", DECKER, f"{DECKER}#question-may-i-pass"),
    ("double decker pass", "", f"{DECKER}#rule-pass"),
    ("may I pass", "games/double-king-pedro/rules/", f"{PEDRO}#rule-bid"),
    ("court led", "", f"{KNOT}#rule-trump-suits"),
    ("double knot court led trumps", "", f"{KNOT}#rule-trump-suits"),
    ("must I follow suit", "games/snakebit/", f"{SNAKEBIT}#rule-follow-suit"),
    ("must I follow suit", "games/double-knot/play/", f"{KNOT}#rule-follow-suit"),
    ("folow suit", "games/snakebit/play/", f"{SNAKEBIT}#rule-follow-suit"),
    ("Knuffeln", "", "games/knueffeln/"),
    ("Knueffeln", "", "games/knueffeln/"),
    ("knüff", "", "games/knueffeln/"),
    ("Hühnerleiter", "", "games/knueffeln/glossary/#term-hönerledder-hühnerleiter"),
    ("huehnerleiter", "", "games/knueffeln/glossary/#term-hönerledder-hühnerleiter"),
    ("Jann", "", f"{KNUEFFELN}#rule-jann"),
    ("no card of the suit", KNOT, f"{KNOT}#rule-must-trump"),
    ("is the excuse a trump", KNOT, f"{KNOT}#question-is-the-excuse-a-trump"),
    *((asked, here, "games/refusals/#rule-turn-order") for asked in ("out of turn", "played out of turn")
      for here in ("", "games/", SNAKEBIT, DECKER, KNOT)),
    *((asked, rules, f"{rules}#what-the-rules-leave-open") for asked in ("out of turn", "played out of turn")
      for rules in (PEDRO, KNUEFFELN)),
    # the game: the one named in the query, or the open page's game if its results are about as good
    ("may I lead a trump", SNAKEBIT, f"{SNAKEBIT}#question-may-i-lead-trumps-at-the-start-of-a-hand"),
    ("snakebit may I lead a trump", "", f"{SNAKEBIT}#question-may-i-lead-trumps-at-the-start-of-a-hand"),
    ("may I lead a trump", "games/double-king-pedro/", f"{PEDRO}#rule-opening-lead"),
    ("may I lead a trump", KNOT, f"{KNOT}#question-may-i-lead-any-card"),
    ("double knot follow suit", SNAKEBIT, f"{KNOT}#rule-follow-suit"),
    ("is the ace high", SNAKEBIT, f"{SNAKEBIT}#question-is-the-ace-the-highest-card"),
    ("is the ace high", KNOT, f"{KNOT}#(question-is-the-ace-the-highest-card-of-its-suit|rule-rank)"),
    ("is there a trump", DECKER, f"{DECKER}#question-is-one-colour-trump"),
    ("how many points march", KNUEFFELN, f"{KNUEFFELN}#question-does-a-march-score-points"),
    ("how many points march", "", f"{KNUEFFELN}#question-does-a-march-score-points"),
    ("march", SNAKEBIT, f"{KNUEFFELN}#rule-march"),
    # stop words are ignored, and questions in sentences are answered
    ("what is a chosen suit", KNUEFFELN, f"{KNUEFFELN}#rule-turn-up"),
    ("what does drehen mean", KNUEFFELN, f"{KNUEFFELN}#rule-turn"),
    ("how much is the march", KNUEFFELN, f"{KNUEFFELN}#question-does-a-march-score-points"),
    ("must I beat", KNUEFFELN, f"{KNUEFFELN}#question-must-i-beat-the-best-card-so-far-if-i-can"),
    ("how do I score", SNAKEBIT, f"{SNAKEBIT}#rule-score-tricks"),
    ("how many cards do I get", KNOT, f"{KNOT}#rule-deal"),
    ("how many trumps are there", PEDRO, f"{PEDRO}#rule-trumps"),
    ("may I pass", PEDRO, f"{PEDRO}#rule-bid"),
    ("off five", PEDRO, f"{PEDRO}#rule-(trumps|rank)"),
    ("may I bid again", PEDRO, f"{PEDRO}#(question-may-i-bid-again-after-i-passed|rule-bid)"),
    ("may I pass a lead", DECKER, f"{DECKER}#question-may-i-pass-when-i-lead"),
    ("who wins if two same cards are played", DECKER, f"{DECKER}#question-can-two-players-play-the-same-card"),
    ("what does a pass cost", DECKER, f"{DECKER}#rule-score-passed"),
    ("order of trumps", "games/double-king-pedro/", f"{PEDRO}#rule-rank"),
    # questions that apply to any game: if no game is open, the result is the playground, which judges the reader's card
    ("can I play this card", "", f"{PLAYGROUND}#can-i-play-this-card"),
    ("is this card legal in my position", "", f"{PLAYGROUND}#can-i-play-this-card"),
    *(("can I play this card", rules, f"{rules}#rule-{rule}") for rules, rule in (
        (SNAKEBIT, "follow-suit"), (DECKER, "two-colours"), (PEDRO, "follow-trump"), (KNOT, "follow-suit"),
        (KNUEFFELN, "free-play"), (HEARTS, "follow-suit"), (SPADES, "follow-suit"), (EUCHRE, "follow-suit"))),
    *(("how many players", f"games/{game}/", f"games/{game}/rules/#(rule-deal|the-players)") for game in GAMES),
    *(("who leads first", f"games/{game}/", f"games/{game}/rules/#rule-((first|opening)-lead|two-first)") for game in GAMES),
    *(("what beats what", rules, f"{rules}#{section}") for rules, section in (
        (SNAKEBIT, "rule-win-trick"), (DECKER, "rule-win-colour"), (PEDRO, "rule-rank"), (KNOT, "rule-win-trick"),
        (KNUEFFELN, "who-beats-whom"), (HEARTS, "rule-win-trick"), (SPADES, "rule-trumps"), (EUCHRE, "rule-bowers"))),
]
DISPUTES = [
    # queries from testers
    ("Must I trump in Knüffeln?", "must trump knuffeln", f"{KNUEFFELN}#(rule-free-play|question-must-i-follow-suit)"),
    ("Who won in Snakebit: the 7 was led as Leaves, the 9 of Waves and Wyrms fell, and Wyrms are trumps?",
     "who wins trick snakebit trump", f"{SNAKEBIT}#(rule-win-trick|question-can-a-card-be-a-trump.*)"),
    ("How much is the Ten of trumps worth in Pedro?", "ten of trumps pedro", f"{PEDRO}#rule-points"),
    ("May I lead the Joker?", "joker lead pedro", f"{PEDRO}#(rule-opening-lead|question-may-i-lead-the-joker)"),
    ("When is the game over in Double Decker?", "double decker end", f"{DECKER}#rule-game-end"),
    ("Can five players play Double Knot in teams?", "five players teams double knot",
     f"{KNOT}#(rule-teams|question-can-five-play-as-partners)"),
    ("What is a bid of zero worth in Double Knot?", "zero bid double knot", f"{KNOT}#rule-zero-or-all"),
    ("May I lead a card of the cursed suit in Snakebit while it is closed?", "snakebit lead closed suit",
     f"{SNAKEBIT}#(rule-unbroken|question-may-i-lead-.*)"),
    ("Does the card led break a suit?", "card led breaks suit",
     f"{SNAKEBIT}#(rule-break|question-does-the-card-led-break-a-suit)"),
    ("Can an Ole beat a chosen Seven that was led?", "chosen seven led",
     f"{KNUEFFELN}#(rule-seven|question-does-an-ole-beat-a-chosen-seven)"),
    ("What do we pay if we lost after two turns?", "lost after two turns", f"{KNUEFFELN}#rule-pay"),
    ("I hold three trumps in Pedro. How many cards do I pass?", "three trumps pass how many cards", f"{PEDRO}#rule-pass-trumps"),
    # twelve more queries
    ("Is the off-Five higher than the Five?", "off five higher five",
     f"{PEDRO}#(rule-rank|question-is-the-off-five-higher-than-the-five)"),
    ("May I discard trumps in Double King Pedro?", "discard trumps", f"{PEDRO}#(rule-discard|question-may-i-discard-trumps)"),
    ("May I pass in Double Decker when I lead?", "pass lead double decker", f"{DECKER}#question-may-i-pass-when-i-lead"),
    ("Who leads in Double Decker when the winning cards are equal?", "double decker equal winning cards",
     f"{DECKER}#rule-next-lead-tie"),
    ("Do I have to show the card that I pass?", "show passed card", f"{DECKER}#(rule-pass|question-must-i-show-the-card-i-pass)"),
    ("May I play the Excuse although I could follow suit?", "excuse could follow",
     f"{KNOT}#(rule-excuse|question-may-i-play-the-excuse.*)"),
    ("Is the Ace high in Double Knot?", "ace high double knot",
     f"{KNOT}#(rule-rank|question-is-the-ace-the-highest-card-of-its-suit)"),
    ("When does a game of Snakebit finish?", "snakebit finish", f"{SNAKEBIT}#rule-game-end"),
    ("We lost a trick on the march. Is the Jann lost too?", "lost march jann",
     f"{KNUEFFELN}#(rule-march|question-we-lost-a-trick-on-the-march.*)"),
    ("Who owns the kitty in Pedro, and must it be shown?", "kitty pedro", f"{PEDRO}#rule-kitty"),
    ("Must I follow suit in Knueffeln?", "follow suit knueffeln", f"{KNUEFFELN}#(rule-free-play|question-must-i-follow-suit)"),
    ("Is Double Knot over if two share the highest total?", "double knot tie over",
     f"{KNOT}#(rule-game-end|question-two-players-share.*)"),
]
"""Queries as a full sentence and in short form, with the expected section. No page is open that would indicate the game."""

CLASSICS = [
    # what people ask on forums and in search engines; no page is open
    ("can I lead hearts", HEARTS, "question-when-can-i-lead-hearts"),
    ("does the Queen of Spades break hearts", HEARTS, "question-does-the-queen-of-spades-break-hearts"),
    ("can I play the Queen of Spades on the first trick", HEARTS, "rule-clean-first"),
    ("points on the first trick", HEARTS, "rule-clean-first"),
    ("do I have to lead the two of clubs", HEARTS, "rule-two-first"),
    ("which way do we pass in hearts", HEARTS, "rule-pass-direction"),
    ("shoot the moon", HEARTS, "rule-moon"),
    ("do you have to take every trick to shoot the moon", HEARTS, "question-do-i-need-every-trick-to-shoot-the-moon"),
    ("hearts three players which card is left out", HEARTS, "rule-deal"),
    ("is it over at exactly 100", HEARTS, "(rule-game-end|question-does-exactly-100-end-the-game)"),
    ("Jack of Diamonds worth", HEARTS, "rule-omnibus"),
    ("hearts tie who wins", HEARTS, "rule-game-end"),
    ("when can spades be led", SPADES, "rule-spades-closed"),
    ("can I lead spades", SPADES, "rule-spades-closed"),
    ("when do bags cost 100", SPADES, "rule-bags"),
    ("does a broken nil help the bid", SPADES, "rule-failed-nil"),
    ("are the tricks of a broken nil bags", SPADES, "(rule-failed-nil|question-.*)"),
    ("blind nil", SPADES, "rule-blind-nil"),
    ("do we swap cards after blind nil", SPADES, "rule-exchange"),
    ("who leads first in spades", SPADES, "rule-first-lead"),
    ("must I trump spades", SPADES, "(rule-trumps|question-must-i-trump-if-i-cant-follow)"),
    ("spades three players", SPADES, "rule-cutthroat"),
    ("is a bid of zero nil", SPADES, "question-may-i-bid-0-instead-of-nil"),
    ("are bags kept after the hand", SPADES, "(rule-bags|question-do-bags-expire-after-a-hand)"),
    ("bowers", EUCHRE, "rule-bowers"),
    ("must the left bower follow its printed suit", EUCHRE, "question-must-the-left-bower-follow-its-printed-suit"),
    ("what beats what euchre", EUCHRE, "rule-bowers"),
    ("stick the dealer", EUCHRE, "rule-stick"),
    ("can I go alone", EUCHRE, "rule-alone"),
    ("who leads against a loner", EUCHRE, "rule-first-lead"),
    ("does the dealer pick up when partner goes alone", EUCHRE, "question-my-partner-plays-alone-.*"),
    ("can the dealer discard the card picked up", EUCHRE, "rule-discard"),
    ("do I need a trump to call", EUCHRE, "rule-order-up"),
    ("can I order up my partner", EUCHRE, "question-may-i-order-up-the-card-if-my-partner-deals"),
    ("benny", EUCHRE, "rule-benny"),
    ("farmer's hand", EUCHRE, "question-what-is-a-farmers-hand"),
]
"""Queries about Hearts, Spades and Euchre, twelve for each game, with the page and the section that are expected first."""

GERMAN = [
    ("muss ich bedienen", f"{GERMAN_RULES}#(rule-free-play|question-muss-ich-bedienen.*)"),
    ("wer spielt aus", f"{GERMAN_RULES}#rule-first-lead"),
    ("die fünf Olen", f"{GERMAN_RULES}#rule-ole"),
    ("was schlägt ein Steker", f"{GERMAN_RULES}#rule-beater"),
    ("wann darf ich drehen", f"{GERMAN_RULES}#rule-turn"),
    ("Jann", f"{GERMAN_RULES}#rule-jann"),
    ("gewählte Sieben", f"{GERMAN_RULES}#rule-seven"),
    ("schlagen", f"{GERMAN_RULES}#.*"),
    ("Dame gegen Ole tauschen", f"{GERMAN_RULES}#rule-take-ole"),
    ("wie viel kostet der Durchmarsch", f"{GERMAN_RULES}#(rule-(march|pay)|question-.*)"),
    ("außer der Reihe", f"{GERMAN_RULES}#what-the-rules-leave-open"),
    ("wie viele Spieler", f"{GERMAN_RULES}#die-spieler"),
    ("wer spielt zuerst aus", f"{GERMAN_RULES}#rule-first-lead"),
    ("was schlägt was", f"{GERMAN_RULES}#who-beats-whom"),
    ("darf ich diese Karte spielen", f"{GERMAN_RULES}#rule-free-play"),
]
BEGINS = [
    ("may I lead a trump", SNAKEBIT, "No. The trump suit and the cursed suit have to be broken first."),
    ("two suits must be broken first", SNAKEBIT,
     "The trump suit and the cursed suit can't be led at the start of a hand: a leader can't name them until they are broken. "
     "The other suits need no breaking."),
    ("must I follow suit", SNAKEBIT, "If you hold a card of the suit led, you must play one. "),
    ("is the excuse a trump", KNOT, "No. It belongs to no suit."),
    ("how many players", KNOT, "Shuffle and deal all the cards, the same number to each of the three to five players."),
    ("how many players", DECKER,
     "Shuffle the pack and deal all of it, the same number of cards to each of the four to seven players."),
]


def rendered(page: Path, search: SearchIndex) -> None:
    """Add a page to the search index as the site does, but without its figures."""
    text, meta = get_data(page.read_text(encoding="utf-8"))
    html = Markdown(extensions=["attr_list", "def_list", "footnotes", "md_in_html", "tables", "toc"]).convert(OURS.sub("", text))
    url = re.sub(r"(^|/)index$", r"\1", page.relative_to(DOCS).with_suffix("").as_posix())
    language, _ = edition(url, ["de"])
    search.take(html, f"{url}/" if url and not url.endswith("/") else url, page.stem, meta.get("search") or {}, language)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with the index of all docs and the built worker."""
    folder = tmp_path_factory.mktemp("site")
    (folder / "search").mkdir()
    search = SearchIndex()
    for page in sorted(DOCS.rglob("*.md")):
        rendered(page, search)
    search.write(folder)
    worker = next(file for file in client_files(["snakebit"]) if file.path == SCRIPT)
    (folder / "worker.js").write_bytes(worker.read())
    return folder


def shown(site: Path, *asked: tuple[str, str]) -> list[list[list[dict[str, Any]]]]:
    """Return the results for each query: the sections found, grouped by page."""
    if why := without_their_pages():
        pytest.skip(why)
    return searched(site, *asked)


def searched(site: Path, *asked: tuple[str, str]) -> list[list[list[dict[str, Any]]]]:
    """Return the results for each query from the search worker in a folder."""
    command = ["node", str(ASK), str(site / "worker.js"), str(site), json.dumps(asked)]
    said = subprocess.run(command, capture_output=True, encoding="utf-8", check=True).stdout
    answers: list[list[list[dict[str, Any]]]] = json.loads(said)
    return answers


def test_what_players_ask_finds_the_rule(site: Path) -> None:
    answers = shown(site, *((query, here) for query, here, _ in FIRST))
    firsts = [pages[0][0]["location"] if pages else None for pages in answers]
    wrong = [(query, here, first) for (query, here, wanted), first in zip(FIRST, firsts, strict=True)
             if first is None or not re.fullmatch(wanted, first)]
    assert wrong == []


@pytest.mark.parametrize("written", [0, 1], ids=["sentence", "short"])
def test_a_dispute_is_settled_by_the_first_that_is_shown(site: Path, written: int) -> None:
    answers = shown(site, *((row[written], "") for row in DISPUTES))
    firsts = [pages[0][0]["location"] if pages else "nothing" for pages in answers]
    assert len(DISPUTES) == 24
    wrong = [(row[written], first) for row, first in zip(DISPUTES, firsts, strict=True) if not re.fullmatch(row[2], first)]
    assert wrong == []


@pytest.mark.parametrize("rules", [HEARTS, SPADES, EUCHRE])
def test_what_people_ask_about_the_classics_finds_the_rule(rules: str, site: Path) -> None:
    asked = [(query, f"{page}#{section}") for query, page, section in CLASSICS if page == rules]
    answers = shown(site, *((query, "") for query, _ in asked))
    firsts = [pages[0][0]["location"] if pages else "nothing" for pages in answers]
    assert len(asked) == 12
    assert [(query, first) for (query, wanted), first in zip(asked, firsts, strict=True) if not re.fullmatch(wanted, first)] == []


@pytest.mark.parametrize("asked", ["Is Snakebit over at thirteen below zero?", "When does Snakebit end?", "snakebit finish"])
def test_the_game_that_is_named_comes_before_the_one_that_is_open(site: Path, asked: str) -> None:
    (pages,) = shown(site, (asked, DECKER))
    assert pages[0][0]["location"] == f"{SNAKEBIT}#rule-game-end"


@pytest.mark.parametrize("asked", ["Hühnerleiter", "Huehnerleiter", "Huhnerleiter", "gruenberg", "Grünberg", "Grunberg"])
def test_letters_with_dots_are_found_however_they_are_written(site: Path, asked: str) -> None:
    (same, pages) = shown(site, ("Hühnerleiter" if asked[0] == "H" else "Grünberg", ""), (asked, ""))
    assert [page[0]["location"] for page in pages] == [page[0]["location"] for page in same] != []


def test_what_other_games_say_comes_below_what_the_open_one_does(site: Path) -> None:
    for rules, pages in zip((SNAKEBIT, KNOT), shown(site, ("follow suit", SNAKEBIT), ("what is trump", KNOT)), strict=True):
        first, *below = [page[0]["location"].partition("#")[0] for page in pages]
        assert first == rules
        assert len({page for page in below if page.endswith("/rules/")}) > 2, below


def test_a_page_in_german_is_searched_in_german(site: Path) -> None:
    answers = shown(site, *((query, "de/games/knueffeln/") for query, _ in GERMAN))
    firsts = [[each["location"] for each in pages[0][:3]] if pages else [] for pages in answers]
    wrong = [(query, first) for (query, wanted), first in zip(GERMAN, firsts, strict=True)
             if not any(re.fullmatch(wanted, each) for each in first)]
    assert wrong == []
    others = [each["location"] for pages in answers for page in pages for each in page if not each["location"].startswith("de/")]
    assert others == []


def test_a_page_in_the_sites_language_finds_no_other(site: Path) -> None:
    found = [each["location"] for pages in shown(site, ("Olen", ""), ("Steker", KNUEFFELN)) for page in pages for each in page]
    assert found
    assert not any(each.startswith("de/") for each in found)


def test_search_excerpts_begin_and_end_with_sentences(site: Path) -> None:
    """A result shows the beginning of its section: its first sentence, if the section has one."""
    texts = {entry["location"]: entry["text"] for entry in json.loads((site / INDEX).read_text(encoding="utf-8"))}
    queries = [(query, here) for query, here, _ in FIRST]
    seen = [section for pages in shown(site, *queries) for page in pages for section in page if section["text"]]
    assert len(seen) > 500
    for section in seen:
        text = re.sub(r"&#(\d+);", lambda sign: chr(int(sign[1])), re.sub(r"</?mark>", "", section["text"]))
        lines = texts[section["location"]].split("\n")
        told = [line for line in lines if re.search(r"[.!?:…][”\"’)]?$", line)]
        assert re.search(r"[.!?…][”\"’)]?$", text), text
        assert text.split(" … ")[0][:20].rstrip(" …") in (told or lines)[0], text



def test_the_first_that_is_shown_says_the_rule(site: Path) -> None:
    answers = shown(site, *((query, here) for query, here, _ in BEGINS))
    for pages, (_, _, begins) in zip(answers, BEGINS, strict=True):
        assert re.sub(r"</?mark>", "", pages[0][0]["text"]).startswith(begins)


def test_pages_for_developers_are_not_found(site: Path) -> None:
    answers = shown(site, ("pyodide snapshot", ""), ("bot weights", ""), ("mypy", ""))
    found = [section["location"] for pages in answers for page in pages for section in page]
    assert not [each for each in found if each.startswith(("design/", "authors/"))]


def test_the_row_for_a_page_links_to_its_best_section(site: Path) -> None:
    """The theme adds a row for the page itself, made from the last entry if none has the page's URL. Entries with the same
    score as the first are visible without unfolding.
    """
    (pages,) = shown(site, ("follow suit", ""))
    assert any("#" in page[0]["location"] for page in pages)
    for page in pages:
        best, heading = page[0]["location"], page[-1]
        assert heading["location"] == best or "#" not in best
        assert not [section for section in page[1:] if "#" not in section["location"]]
        assert len([section for section in page if section["score"] == page[0]["score"]]) <= 4


def test_what_is_shown_is_marked_and_safe(site: Path) -> None:
    (pages,) = shown(site, ("follow suit", "games/snakebit/"))
    assert pages[0][0]["title"] == "<mark>Follow</mark> <mark>suit</mark> if you can"
    assert pages[0][-1]["title"] == "Rules of Snakebit"
    assert shown(site, ("<qqqq>", ""), ("", ""), ("?", "")) == [[], [], []]


def test_sections_hold_text_words_and_captions() -> None:
    page = (
        '<h1 id="a">Rules<a class="headerlink" href="#a">¶</a></h1><p>Take <em>tricks</em>.</p>'
        '<h2 id="rule-b" data-words="void revoke">Follow &amp; win</h2><p>One</p>'
        '<fs-widget data-search-exclude><p class="fs-kind">Quiz</p><p class="fs-title">May it go? <svg><text>x</text></svg></p>'
        "<p>Ten cards</p></fs-widget><table><tr><th>Card</th><th>Worth</th></tr><tr><td>Nine</td><td></td></tr></table>"
        "<p>Two<br>three</p>"
    )
    first, second = sections(page)
    assert (first.title, first.text) == ("Rules", ["Take tricks."])
    assert (second.id, second.title, second.words) == ("rule-b", "Follow & win", "void revoke")
    assert (second.text, second.figures) == (["One", "Card – Worth", "Nine", "Two", "three"], ["May it go?"])
    assert "data-words" not in without_words(page)


def test_questions_are_found_one_by_one() -> None:
    page = (
        '<h2 id="disputes" data-words="quarrel">Disputes</h2><p>Ask.</p><dl><dt data-words="skip">Mayn’t I <em>pass</em>?</dt>'
        "<dd><p><strong>No.</strong> Never.</p><p>Play.</p></dd><dt>Trick</dt><dd>Cards.</dd>"
        '<dt id="own">Why?</dt><dd>Oh.</dd></dl><p>Bye</p>'
    )
    linked = with_question_ids(page)
    assert '<dt id="question-maynt-i-pass" data-words="skip">' in linked
    around, first, second = sections(linked)
    assert (around.id, around.words, around.text) == ("disputes", "quarrel", ["Ask.", "Trick", "Cards.", "Bye"])
    assert (first.id, first.title, first.words) == ("question-maynt-i-pass", "Mayn’t I pass?", "skip")
    assert (first.text, second.id, second.text) == (["No. Never.", "Play."], "own", ["Oh."])
    assert "data-words" not in without_words(linked)


def test_a_question_is_linked_once() -> None:
    twice = "<dl><dt>Why?</dt><dd>Oh.</dd><dt>Why?</dt><dd>So.</dd><dt>?</dt><dd>!</dd></dl>"
    assert with_question_ids(twice).count(" id=") == 1


def test_rows_are_found_one_by_one() -> None:
    table = "<table><tr><th>Term</th></tr><tr><td>Drein, <i>Drehen</i></td><td>to turn</td></tr></table><p>Bye</p>"
    first, row = sections(table, rows=True)
    assert (row.id, row.title, row.text) == ("term-drein-drehen", "Drein, Drehen", ["Drein, Drehen – to turn"])
    assert first.text == ["Bye"]
    assert '<tr id="term-drein-drehen"><td>' in with_row_ids(table)


def test_a_word_that_two_games_explain_has_two_rows() -> None:
    tables = "<table><tr><td>Broken</td><td>of hearts</td></tr></table><table><tr><td>Broken</td><td>of spades</td></tr></table>"
    rows = sections(tables, rows=True)
    assert [(row.id, row.text) for row in rows] == [
        ("term-broken", ["Broken – of hearts"]), ("term-broken-2", ["Broken – of spades"])]
    assert re.findall(r'<tr id="([^"]*)">', with_row_ids(tables)) == ["term-broken", "term-broken-2"]


INHERITED = ("constructor", "toString", "valueOf", "hasOwnProperty", "__proto__", "__defineGetter__", "isPrototypeOf", "length")
"""Property names that every JavaScript object or array inherits."""


def searches(folder: Path, *texts: str) -> Path:
    """Return a folder with the worker and an index of pages, each with one of these texts."""
    (folder / "search").mkdir()
    listed = [{"location": f"{place}/#{text[:20]}", "page": text, "title": text, "words": text, "text": text, "figures": text,
               "language": text[:9]} | ({} if place % 2 else {"language": ""}) for place, text in enumerate(texts)]
    (folder / INDEX).write_text(json.dumps(listed), encoding="utf-8")      # escaped, so that lone surrogates are kept
    (folder / "worker.js").write_bytes(next(file for file in client_files(["snakebit"]) if file.path == SCRIPT).read())
    return folder


@pytest.mark.parametrize("word", INHERITED)
def test_a_word_that_every_object_answers_is_a_word_like_others(word: str, tmp_path: Path) -> None:
    pages = searched(searches(tmp_path, f"The class has a {word}.", "Another page, of trumps."), (word, ""), ("trumps", ""))
    assert [len(each) for each in pages] == [1, 0]      # the second page is in another language
    (found,) = pages[0]
    assert found[0]["location"].startswith("0/")


@given(st.lists(st.text(max_size=60) | st.sampled_from(INHERITED), min_size=1, max_size=12),
       st.lists(st.text(max_size=20) | st.sampled_from(INHERITED), min_size=1, max_size=6))
@settings(max_examples=15)
def test_no_text_of_a_page_and_no_query_ends_the_search(texts: list[str], queries: list[str]) -> None:
    with TemporaryDirectory() as folder:
        site = searches(Path(folder), *texts, "Trumps are ranked.")
        answers = searched(site, *((query, "") for query in queries), ("ranked", ""))
    assert len(answers) == len(queries) + 1

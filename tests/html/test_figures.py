"""Figures in a page, and the table that opens them: complete without scripts, escaped, with stable ids."""

from __future__ import annotations

import json
import re
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from rules_engine.authoring.checks.check import CheckResult, check_file, check_text, scenario_files
from rules_engine.core.model.packs import DECKTET, DOUBLE_DECKER, FRENCH
from rules_engine.games import make_game
from rules_engine.html.elements import Html, el
from rules_engine.html.figure import FIGURES, Figure, FigureContent, Frame, table_html, variants_html
from rules_engine.html.links import Links
from rules_engine.narration.narrator import narrator_for
from rules_engine.quiz.questions import answer
from rules_engine.site.fences.markdown.safe_markdown import safe_html
from rules_engine.site.files.sprites import signs_css
from tests.dom import Node, read
from tests.ours import looks_at_examples

EXAMPLES = Path(__file__).parents[2] / "examples"
LINKS = Links("../snakebit/", "../", "../faces")
FILES = [path for path in scenario_files([EXAMPLES]) if path.parent.name != "puzzles" or path.stem.endswith("01")]
"""Every example, and the first puzzle in each variant, because all puzzles are rendered alike."""
EVERY_FILE = pytest.mark.parametrize("path", FILES, ids=[path.relative_to(EXAMPLES).as_posix() for path in FILES])


class MadeFigure(NamedTuple):
    """A figure with the contents of the file that it loads when it opens on the table."""

    figure: Figure
    file: dict[str, Any]
    checked: CheckResult

    @property
    def html(self) -> Node:
        return read(self.figure.html)

    @property
    def steps(self) -> list[Node]:
        """The rendered table after each step, or with each question."""
        return [read(step["html"]) for step in self.file["steps"]]


def made(checked: CheckResult) -> MadeFigure:
    assert checked.run is not None
    assert checked.scenario is not None
    files = list[dict[str, Any]]()

    def stored(content: FigureContent) -> str:
        files.append({**content})
        return "figures/x.json"

    frame = Frame("fs-x", LINKS, lambda text: safe_html(text, LINKS.rule), stored)
    figure = FIGURES[checked.scenario.kind](checked.run, frame)
    assert len(files) == (checked.scenario.kind != "practice")
    return MadeFigure(figure, files[0] if files else {"steps": []}, checked)


@cache
def shown_in(path: Path) -> MadeFigure:
    return made(check_file(path))


def example(name: str) -> MadeFigure:
    return shown_in(EXAMPLES / f"{name}.yml")


# ---- every scenario

@EVERY_FILE
def test_a_figure_and_its_table_are_well_formed_together(path: Path) -> None:
    """The figure and the table share a page, and each step replaces the previous one."""
    shown = shown_in(path)
    assert len(read(shown.figure.html + table_html(shown.figure, "side")).all("fs-figure")) == 1
    for step in shown.file["steps"]:
        on_it = shown.figure._replace(stage=Html(step["html"]))
        read(shown.figure.html + table_html(on_it, "side")).one("fs-table .fs-stage")


@EVERY_FILE
def test_what_goes_into_a_file_is_what_the_figure_promises(path: Path) -> None:
    shown = shown_in(path)
    run, figure = shown.checked.run, shown.html.one("fs-figure")
    assert run is not None
    if run.scenario.kind == "practice":
        assert json.loads(figure.one(".fs-source").text)["kind"] == "practice"
        assert "data-src" not in figure
        return
    assert figure["data-src"] == "figures/x.json"
    assert not figure.all(".fs-source")
    asked = [step for step in run.scenario.script if step.ask is not None]
    assert len(shown.file["steps"]) == {"quiz": len(asked), "puzzle": 1}.get(run.scenario.kind, 1 + len(run.moments))
    assert shown.figure.stage == shown.file["steps"][0]["html"], "the table opens with the first step, and with no request"
    assert shown.file["source"]["game"] == run.game.id


@EVERY_FILE
def test_every_step_has_text_and_speech(path: Path) -> None:
    """Each step has text on the table and below the strip (the static drawing), and speech without markup."""
    shown = shown_in(path)
    for step, stage in zip(shown.file["steps"], shown.steps, strict=True):
        told = [bool(part.text.strip()) for part in stage.all("#fs-slip") + stage.all("#fs-ending")]
        assert told.count(True) == 1, "the message is on the slip or on the panel"
        assert step["say"]
        assert not re.search(r"[{}<>]|&\w+;", step["say"])
    assert all(line.text.strip() for line in shown.html.all(".fs-words li"))


@looks_at_examples("snakebit", "double-king-pedro", "knueffeln", "double-decker")
def test_an_authors_note_is_heard_with_its_step() -> None:
    shown = example("snakebit/follow-suit")
    assert shown.checked.run is not None
    said = [step["say"] for step in shown.file["steps"]]
    assert shown.checked.run.scenario.intro in said[0]
    for moment, each in zip(shown.checked.run.moments, said[1:], strict=True):
        assert moment.step.note in each


def own_seat(stage: Node) -> str:
    """Return the seat whose hand is below the table."""
    return str(stage.one("#fs-own .fs-plate")["id"]).removeprefix("fs-plate-")


@EVERY_FILE
def test_every_table_has_each_part_once(path: Path) -> None:
    """Each part that the style sheet and the client expect exists exactly once, such as the slip (message panel)."""
    for stage in shown_in(path).steps:
        for part in (".fs-felt", ".fs-facts", ".fs-ring", "#fs-slip", "#fs-own", ".fs-bar"):
            stage.one(part)
        felt = stage.one(".fs-felt")
        at = [seat["data-at"] for seat in felt.all(".fs-seat")]
        places = int(felt["data-players"])
        assert len(set(at)) == len(at) <= places
        empty = [seat for seat in felt.all(".fs-seat") if not seat.all(".fs-tabs") + seat.all(".fs-fan")]
        assert len(at) < places or any(seat["id"] == "fs-seat-" + own_seat(stage) for seat in empty), "its cards lie below"


# ---- worked examples

@looks_at_examples("snakebit", "double-king-pedro", "knueffeln", "double-decker")
def test_the_strip_shows_the_decisive_trick_with_who_takes_it() -> None:
    tiles = example("snakebit/follow-suit").html.all(".fs-strip .fs-one")
    assert [(tile.one(".fs-card")["data-card"], tile.one("small").text.strip()) for tile in tiles] == [
        ("5SW", "South"), ("9WY", "West"), ("6MW", "North"), ("2SY", "East")]
    assert [tile.text.strip() for tile in tiles if "fs-won" in tile.classes] == ["West"]


@looks_at_examples("snakebit", "double-king-pedro", "knueffeln", "double-decker")
def test_what_was_done_with_a_card_lies_over_it_and_its_name_stays_short() -> None:
    tiles = example("double-decker/pass-third-colour").html.all(".fs-run .fs-one")
    passed = [tile for tile in tiles if tile.all(".fs-note")]
    assert [tile.one(".fs-note").text for tile in passed] == ["passed"] * len(passed) != []
    assert all(tile.one("small").text in ("South", "West", "North", "East") for tile in tiles)


@looks_at_examples("snakebit", "double-king-pedro", "knueffeln", "double-decker")
def test_every_step_stands_below_in_words_with_its_note_and_its_reasons() -> None:
    shown = example("snakebit/follow-suit")
    words = shown.html.one("details.fs-words")
    assert len(words.all("ol li")) == 4
    assert shown.checked.run is not None
    for moment in shown.checked.run.moments:
        assert moment.step.note in words.text
        for finding in moment.refused:
            assert all(part in words.text for part in re.split(r"\{.*?\}", finding.sentence))
    assert shown.html.all("a[href=../snakebit/#rule-follow-suit]")


@looks_at_examples("snakebit", "double-king-pedro", "knueffeln", "double-decker")
def test_the_same_reason_for_a_move_stands_once_in_the_words() -> None:
    words = example("knueffeln/no-power").html.one("details.fs-words").text
    assert words.count("Any card may be led") == 1
    assert words.count("Any card may be played") == 1


@looks_at_examples("snakebit", "double-king-pedro", "knueffeln", "double-decker")
def test_the_table_shows_the_trick_described_by_the_step() -> None:
    """The cards in a trick are in front of their players. When the trick is taken, trumps and the suit led remain visible."""
    shown = example("snakebit/follow-suit")
    laid = [[card.one(".fs-card")["data-card"] for card in stage.all(".fs-laid")] for stage in shown.steps]
    assert laid == [[], ["5SW"], ["5SW", "9WY"], ["5SW", "9WY", "6MW"], ["5SW", "9WY", "6MW", "2SY"]]
    assert [len(stage.all(".fs-laid.fs-won")) for stage in shown.steps] == [0, 1, 1, 1, 1]
    assert [stage.all(".fs-fact")[2].text for stage in shown.steps[1:]] == ["Suit led Waves"] * 4
    assert "takes the trick" in shown.steps[-1].one(".fs-won .fs-card")["aria-label"]


@looks_at_examples("snakebit", "double-king-pedro", "knueffeln", "double-decker")
def test_an_example_about_the_score_ends_with_the_sheet() -> None:
    shown = example("snakebit/last-trick-and-score")
    assert [bool(stage.all(".fs-sheet")) for stage in shown.steps][-2:] == [False, True]
    assert [tile.one(".fs-call").text for tile in shown.html.all(".fs-strip .fs-one")]


@looks_at_examples("double-decker")
def test_a_strip_about_a_match_shows_the_totals() -> None:
    tiles = example("double-decker/game-end").html.all(".fs-strip .fs-one")
    assert [tile.one(".fs-call").text for tile in tiles] == ["−9", "−3", "−2", "−1"]


# ---- questions in the text

@EVERY_FILE
def test_a_strip_asks_and_does_not_answer(path: Path) -> None:
    shown = shown_in(path)
    if shown.figure.kind == "quiz":
        strip, = shown.html.all(".fs-strip")
        assert not strip.all(".fs-run .fs-won")
        assert strip.one(".fs-caption").text.strip()
        assert not strip.one(".fs-caption").all(".fs-reason")


@looks_at_examples("snakebit", "double-king-pedro", "knueffeln", "double-decker")
def test_every_answer_stands_in_the_page_with_a_reason_for_each_option() -> None:
    shown = example("snakebit/quiz-follow")
    run = shown.checked.run
    assert run is not None
    asked = [answer(run, place) for place, step in enumerate(run.scenario.script) if step.ask is not None]
    lines = shown.html.one("details.fs-words").one("ol").inside
    assert len(lines) == len(asked) > 1
    for line, question in zip(lines, asked, strict=True):
        assert isinstance(line, Node)
        told = {node["data-card"] for node in line.all(".fs-reason b .fs-tag")}
        assert told == {option.value for part in question.parts for option in part.options}
        for reason in line.all(".fs-reason"):
            assert ("data-right" in reason) == bool(reason.all(".fs-yes"))


# ---- practice

@looks_at_examples("snakebit", "double-king-pedro", "knueffeln", "double-decker")
def test_a_practice_figure_shows_the_readers_cards_and_no_other() -> None:
    shown = example("snakebit/practice")
    run, stage = shown.checked.run, read(shown.figure.stage)
    assert run is not None
    assert {card["data-card"] for card in stage.all("[data-card]")} == {card.text for card in run.start.hands[0]}
    assert [int(fan["data-n"]) for fan in stage.all(".fs-fan")] == [len(hand) for hand in run.start.hands[1:]]
    shown.html.one("noscript")
    assert {option["value"] for option in shown.html.all("option")} >= {*run.game.variants, "3", "4"}


# ---- the page's choice of a variant

def test_the_page_tells_which_variants_have_a_rule_that_not_all_have() -> None:
    variants = variants_html(make_game("snakebit"))
    assert variants is not None
    game = make_game("snakebit")
    partly = json.loads(read(variants).one("fs-variant")["data-rules"])
    assert partly
    for rule in game.book.rules:
        having = [name for name in game.variants if rule.id in {each.id for each in make_game("snakebit", name).rules}]
        assert partly.get(rule.id, list(game.variants)) == having
    assert variants_html(make_game("double-king-pedro")) is None


@looks_at_examples("snakebit", "double-king-pedro", "knueffeln", "double-decker")
def test_the_variant_is_named_where_it_is_not_the_usual_one() -> None:
    for name, named in (("knueffeln/jann-gruenberg", True), ("snakebit/follow-suit", False)):
        shown = example(name)
        assert shown.checked.run is not None
        game = shown.checked.run.game
        assert [node.text for node in shown.html.all(".fs-variant-name")] == [game.variants[game.variant]] * named
        assert shown.html.one("fs-figure")["data-variant"] == game.variant


# ---- texts

def test_general_refusals_link_to_the_page_of_all_games() -> None:
    assert LINKS.rule("turn-order") == "../#rule-turn-order"
    assert LINKS.rule("follow-suit") == "../snakebit/#rule-follow-suit"


def test_texts_of_a_scenario_are_escaped() -> None:
    nasty = "<script>alert(1)</script>"
    text = f"""format: 1
game: snakebit
title: "{nasty}"
intro: "{nasty}"
setup:
  seats: ["<i>a</i>", b, c, d]
  trump: K
  cursed: Y
  hands: {{"<i>a</i>": 5SW, b: 9WY, c: 6MW, d: 2SY}}
script:
  - "<i>a</i>": 5SW as W
    note: "{nasty}"
"""
    checked = check_text(text, "x")
    assert checked.problems == []
    shown = made(checked)
    for html in (shown.figure.html, table_html(shown.figure, "side"), *(step["html"] for step in shown.file["steps"])):
        tree = read(html)
        assert not tree.all("script")
        assert "<i>a" not in html
        assert nasty in tree.text


def test_el_escapes_all_but_what_is_html() -> None:
    assert el("p", {"title": '"<'}, "a & b", Html("<b>c</b>")) == '<p title="&quot;&lt;">a &amp; b<b>c</b></p>'
    assert el("input", {"hidden": True, "value": None}) == "<input hidden>"


def test_each_suit_of_each_pack_has_a_sign() -> None:
    css = signs_css((FRENCH, DECKTET, DOUBLE_DECKER))
    for suit in ("decktet-M", "decktet-K", "french-S", "double-decker-G"):
        assert f'[data-suit="{suit}"]' in css
    assert css.count("--fs-sign") == 13 + 2, "and of the Joker and the Excuse"


@looks_at_examples("snakebit", "double-king-pedro", "knueffeln", "double-decker")
def test_cards_in_sentences_are_spoken_by_name() -> None:
    """A card within text is a picture with a name; its notation is neither shown nor spoken."""
    shown = example("snakebit/follow-suit")
    assert shown.checked.run is not None
    narrator = narrator_for(shown.checked.run.game)
    for tag in shown.html.all(".fs-tag"):
        assert tag["role"] == "img"
        assert tag["aria-label"] == narrator.game.pack.card(tag["data-card"]).name
    assert "{" not in shown.html.text

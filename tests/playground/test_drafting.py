"""Scenario drafts in an editor: problems, preview, filling in, and completion."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml

from rules_engine.authoring import yaml_text
from rules_engine.authoring.checks.check import check_text
from rules_engine.games import known_games, make_game
from rules_engine.playground.complete import complete
from rules_engine.playground.draft_html import MEANS, paragraphs
from rules_engine.playground.starter_examples import start_of
from rules_engine.scenarios.model import SCENARIO_KEYS, STEP_KEYS
from tests.api.reader import answered, ask
from tests.ours import skip_without_examples
from tests.sketches.bridge_records import DEAL

skip_without_examples("snakebit", "double-knot", "knueffeln", whole_module=True)

STORY = Path("examples/snakebit/follow-suit.yml").read_text(encoding="utf-8")
KINDS = sorted(Path("examples").glob("*/quiz-*.yml"))[::9] + sorted(Path("examples").glob("*/puzzles/*.yml"))[::60]
LEGAL = "legal: [5SW as S, 5SW as W, 2MK as M]"


def check(text: str) -> dict[str, object]:
    return answered(op="draft", do="check", text=text, game="snakebit")


def faults(text: str) -> list[tuple[int, str]]:
    found = check(text)["faults"]
    assert isinstance(found, list)
    return [(each["line"], each["message"]) for each in found]


def options(before: str, after: str = "") -> list[str]:
    return [option.text for option in complete(before, after, "snakebit").options]


@pytest.mark.parametrize("game_id", known_games())
def test_every_game_has_a_small_draft_that_holds(game_id: str) -> None:
    text = start_of(make_game(game_id))
    assert check_text(text, "draft.yml").problems == []
    assert len(text.splitlines()) < 60
    answer = answered(op="draft", do="check", text=text, game=game_id)
    assert answer["faults"] == []
    assert len(answer["lines"]) == len(answer["content"]["steps"]) - 1


def test_a_hand_of_bridge_in_another_format_is_rewritten() -> None:
    record = f'[Dealer "E"]\n[Deal "{DEAL}"]\n[Contract "1N"]\n[Declarer "N"]\n[Play "E"]\nSA S4 S2 S3\n'
    written = check(record)["rewritten"]
    assert isinstance(written, str)
    assert faults(written) == []
    assert faults(record.replace("SA S4", "SA HK")) == [(6, "'HK' isn't legal here: The King of Hearts isn't in South's hand.")]


def test_what_holds_comes_as_a_figure_of_a_page_brings_it_to_the_table() -> None:
    answer = check(STORY)
    content = answer["content"]
    assert isinstance(content, dict)
    assert (content["kind"], content["title"]) == ("example", "Follow suit, even with a cursed card")
    assert len(content["steps"]) == 5
    assert [STORY.splitlines()[line - 1][:9] for line in answered(op="draft", do="check", text=STORY, game="")["lines"]] == [
        "  - South", "  - West:", "  - North", "  - East:"]
    varied = answered(op="whatif", scenario=content["source"], step=1, moves=[], do="")
    assert "fs-stage" in varied["html"]


@pytest.mark.parametrize("file", KINDS, ids=lambda file: f"{file.parts[1]}/{file.stem}")
def test_quizzes_and_puzzles_come_as_what_they_are(file: Path) -> None:
    content = check(file.read_text(encoding="utf-8"))["content"]
    assert isinstance(content, dict)
    assert content["kind"] in ("quiz", "puzzle")
    assert content["steps"]


def test_a_hand_to_practise_lies_there_as_dealt() -> None:
    content = check(Path("examples/snakebit/practice.yml").read_text(encoding="utf-8"))["content"]
    assert isinstance(content, dict)
    assert len(content["steps"]) == 1


@pytest.mark.parametrize(("right", "wrong"), [
    ("game: snakebit", "game: snakebite"), ("  trump: K", "  trumpp: K"), ("  trump: K", "\ttrump: K"),
    ("rules: [", "rules: [nothing, "),
    ("  - West: 9WY", "  - West: 4MS"), ("expect: {to_act: West", "expect: {to_act: East"), ("South: 5SW 2MK", "South: 5SW"),
    ("title: Follow suit", "title: Follow: suit"), ("- North: 6MW", "- North: 6M"), (LEGAL, "legal: [5SW as S]")])
def test_the_faults_are_those_of_followsuit_check(right: str, wrong: str) -> None:
    text = STORY.replace(right, wrong, 1)
    assert text != STORY
    told = [(each.line, each.message + (f" — {each.hint}" if each.hint else "")) for each in check_text(text, "").problems]
    assert faults(text) == sorted(told, key=lambda each: each[0] or 0)
    assert told


def test_a_puzzle_that_takes_long_is_left_to_the_command() -> None:
    hands = {"South": "2MK 6SY 8MS 4YK 2WL 6LK", "West": "7ML 6MW 5SW 3LY 9WY 2SY", "North": "4MS 4WL 8YK 8WL 9MS 3SK",
             "East": "5YK 7SK 5ML 7WY 9LK 3MW"}
    lines = "\n".join(f"    {seat}: {cards}" for seat, cards in hands.items())
    text = (f"format: 1\ngame: snakebit\nkind: puzzle\nsetup:\n  trump: W\n  cursed: Y\n  dealer: East\n  hands:\n{lines}\n"
            "script:\n- South: 2MK as M\n  ask: best-move\n")
    (line, told), *_ = faults(text)
    assert line == 15
    assert "let `followsuit check` look at it" in told


def test_what_the_engine_knows_is_filled_in() -> None:
    text = STORY.replace(LEGAL, "legal:").replace("last_trick_winner: West", "last_trick_winner:")
    answer = answered(op="draft", do="fill", text=text, game="snakebit")
    assert LEGAL in answer["text"]
    assert faults(answer["text"]) == []
    assert [each["line"] for each in answer["added"]] == [17, 32]
    assert "legal" in answer["added"][0]["message"]


def test_what_cannot_be_filled_in_is_told() -> None:
    text = STORY.replace("  - West: 9WY\n    legal: [9WY]", "  - &west {West: 9WY, legal: }", 1).split("    illegal: {4MS")[0]
    answer = answered(op="draft", do="fill", text=text, game="snakebit")
    assert answer["text"] == text or faults(answer["text"]) == []
    assert isinstance(answer["fault"], str)


# ---- completion

@pytest.mark.parametrize(("before", "wanted"), [
    ("", "format: "), ("ru", "rules: []"), ("game: ", "snakebit"), ("game: snakebit\nkind: q", "quiz"),
    ("game: snakebit\nrules: [fol", "follow-suit"), ("game: snakebit\nrules:\n- fol", "follow-suit"),
    ("game: snakebit\nsetup:\n  cu", "cursed: "), ("game: snakebit\nsetup:\n  dealer: ", "South"),
    ("game: snakebit\nsetup:\n  trump: ", "K"), ("game: snakebit\nsetup:\n  hands: {", "South: "),
    ("game: snakebit\nsetup:\n  hands:\n    ", "East: "), ("game: snakebit\nsetup:\n  hands:\n    South: 5SW 9L", "9LK"),
    ("game: knueffeln\nsetup:\n  hands: {South: 1", "10S"), ("game: double-knot\nvariant: t", "teams"),
    ("game: double-knot\noptions: {", "pack: "), ("game: double-knot\noptions: {pack: b", "basic"),
    ("game: snakebit\nscript:\n- ", "South: "), ("game: snakebit\nscript:\n", "- South: ")])
def test_keys_rules_seats_suits_and_cards(before: str, wanted: str) -> None:
    assert wanted in options(before)


def until(mark: str) -> tuple[str, str]:
    before, found, after = STORY.partition(mark)
    assert found
    return before, after


@pytest.mark.parametrize(("mark", "typed", "wanted"), [
    ("5SW as W\n    legal", "", ["5SW as S", "5SW as W", "2MK as M"]), ("9WY\n    legal", "", ["9WY"]),
    ("- South: 5SW as W", "- ", ["South: "]), ("- West: 9WY", "- ", ["West: "])])
def test_whose_turn_it_is_and_what_may_be_done(mark: str, typed: str, wanted: list[str]) -> None:
    before, after = until(mark)
    found = options(before + typed, after)
    assert found[:len(wanted)] == wanted
    assert not {"South: ", "West: ", "North: ", "East: "} - {*wanted} & {*found}


def test_forbidden_moves_and_the_rules_that_forbid() -> None:
    before, after = until("{4MS: follow-suit}")
    assert options(f"{before}{{", after) == ["4MS: "]
    assert "follow-suit" in options(f"{before}{{4MS: fol", after)


def test_facts_and_what_they_may_be() -> None:
    before, after = until("{broken: [W, Y]}")
    assert "last_trick_winner: " in options(f"{before}{{last", after)
    assert options(f"{before}{{to_act: N", after) == ["North"]
    assert "tricks: {}" in options(f"{before}{{tri", after)
    assert options(f"{before}{{tricks: {{No", after) == ["North: "]


def test_the_questions_of_a_quiz() -> None:
    assert "legal-moves" in options(f"{STORY}    ask: le")


def test_a_card_in_a_hand_is_not_offered_again_and_what_stands_there_is_no_offer() -> None:
    before, after = until("North: 6MW 3SK")
    assert "9WY" not in options(f"{before}North: 6MW 9", after)
    assert options("game: snakebit") == []
    assert options("title: Some words of ") == []
    assert options("game: snakebit\nscript:\n- South: x\n  note: Why ") == []


def test_no_text_trips_it() -> None:
    for at in range(0, len(STORY), 7):
        complete(STORY[:at], STORY[at:], "snakebit")
    for text in ("[", "{", "- - -", ": ", '"', "a: [b, {c: 'd", "}]", "\t", "game: nothing\nsetup:\n  ", "players: many\n", "# "):
        complete(text, "", "snakebit")


def test_every_key_of_the_format_says_what_it_is_for() -> None:
    assert MEANS.keys() >= {*SCENARIO_KEYS, *STEP_KEYS}


def test_an_authors_words_are_never_markup() -> None:
    assert paragraphs("One *two* **three** `four` <b>\n\nFive") == (
        "<p>One <em>two</em> <strong>three</strong> <code>four</code> &lt;b&gt;</p><p>Five</p>")


def test_an_unknown_deed_is_an_error() -> None:
    assert ask(op="draft", do="nothing", game="snakebit")["kind"] == "damaged"


@pytest.mark.parametrize(("right", "wrong"), [
    ("title: Follow suit", "title: Follow: suit"), ("title: Follow suit", "title: @home"), ("title: Follow suit", "title: *home"),
    ("note: South", 'note: "South'), ("  trump: K", "\ttrump: K"), ("  trump: K", " trump: K"), ("rules: [", "rules: [["),
    ("    North: 6MW 3SK", "    North"), ("  trump: K", "  trump: K\n  trump: M")])
def test_slips_are_told_alike_by_the_reader_that_browsers_have(right: str, wrong: str, monkeypatch: pytest.MonkeyPatch) -> None:
    text = STORY.replace(right, wrong, 1)
    found = faults(text)
    monkeypatch.setattr(yaml_text, "_Loader", yaml.BaseLoader)
    assert faults(text) == found
    assert found

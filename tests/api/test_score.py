"""Scores for games with real cards, as the page requests them: names, next steps, and the data available before Python has
started."""

from __future__ import annotations

import json
from typing import Any

import pytest

from rules_engine.api.handlers.score import form_plain, score_offer
from rules_engine.core.game.score_form import ChoiceField, ChoiceOption, Form
from rules_engine.core.model.packs import FRENCH
from rules_engine.games import GAMES, game_class
from rules_engine.html.links import Links
from rules_engine.text.message import say, suit_mark
from tests.api.reader import LINKS, ask

NAMES = ["Anna", "Ben", "Cem", "Dora"]
HAND = {"tricks": [2, 1, 3, 0], "cursed_taken": [2, 4, 2, 0]}


def score(**told: Any) -> dict[str, Any]:
    return ask(op="score", **{"game": "snakebit", "seats": NAMES, "dealer": 3, "hands": [], **told})


def test_before_the_first_hand_it_is_known_who_deals_and_leads() -> None:
    answer = score()
    assert (answer["hands"], answer["dealer"], answer["leads"], answer["over"]) == ([], 3, 0, False)
    assert answer["facts"] == [["Hand", "1"], ["Ends at", "−13"]]


def test_the_lines_are_those_of_the_sheet_with_their_rules() -> None:
    [hand] = score(hands=[HAND])["hands"]
    assert [(line["label"], line["points"]) for line in hand["lines"]] == [
        ("For tricks", [2, 1, 3, 0]), ("For cursed cards", [-2, -4, -2, 0])]
    assert hand["lines"][0]["rule"] == f"{LINKS['game']}#rule-score-tricks"
    assert hand["points"] == [0, -3, 1, 0]


def test_mending_an_earlier_hand_moves_all_totals_and_who_deals() -> None:
    passing = {"R": [5, 5, 5, 1], "B": [5, 5, 5, 4], "G": [4, 4, 4, 4], "passed": [2, 1, 1, 1]}
    mended = {**passing, "passed": [1, 2, 1, 1]}
    before, after = (score(game="double-decker", hands=[first, passing]) for first in (passing, mended))
    assert before["dealer"] == 0
    assert [hand["totals"] for hand in before["hands"]] == [[-8, -6, -6, -3], [-16, -12, -12, -6]]
    assert [hand["totals"] for hand in after["hands"]] == [[-6, -8, -6, -3], [-14, -14, -12, -6]]
    assert (before["hands"][1]["dealer"], after["hands"][1]["dealer"]) == (0, 1)


def test_the_end_is_told_with_its_winner_and_its_rule() -> None:
    worst = {"tricks": [0, 6, 0, 0], "cursed_taken": [0, 8, 0, 0]}
    answer = score(hands=[worst] * 9)
    assert len(answer["hands"]) == 7
    assert (answer["over"], answer["winners"], answer["dealer"]) == (True, [0, 2, 3], None)
    [told] = answer["consequences"]
    assert "Anna" in told["text"]
    assert told["title"] == "The game ends at −13"


def test_names_that_no_seat_can_have_are_left_out() -> None:
    assert "South" in score(seats=["Anna Lena", "Ben", "Cem", "Cem"], hands=[HAND], dealer=3)["consequences"][0]["text"]


@pytest.mark.parametrize("game", GAMES)
def test_a_page_knows_every_way_to_play_a_game(game: str) -> None:
    offer = score_offer(game, Links("../rules/"))
    assert json.loads(json.dumps(offer))["links"]["game"] == "../rules/"
    assert {choice["variant"] for choice in offer["choices"]} == set(game_class(game).variants)
    assert sorted({place for choice in offer["choices"] for place in choice["forms"]}) == [*range(len(offer["forms"]))]
    assert all(form not in offer["forms"][:place] for place, form in enumerate(offer["forms"])), "each form once"
    for choice in offer["choices"]:
        assert len(choice["forms"]) == len(choice["seats"])
        answer = score(game=game, seats=choice["seats"], dealer=0, variant=choice["variant"], options=choice["options"],
                       players=len(choice["seats"]))
        assert answer["dealer"] == 0


def test_a_suit_in_an_answer_is_told_by_its_name_and_shown_by_its_sign() -> None:
    form = Form([ChoiceField("game", say("Game"), [ChoiceOption("C", suit_mark("C"))])])
    [asked] = form_plain(form, FRENCH)["asks"]
    assert "html" not in asked
    assert asked["options"][0]["label"] == "Clubs"
    assert asked["options"][0]["html"] == '<span class="fs-suit" data-first="french-C">Clubs</span>'


def test_a_score_has_its_unit_and_a_choice_its_words() -> None:
    units = {game: score_offer(game, Links("../rules/"))["choices"][0]["unit"] for game in ("double-decker", "knueffeln")}
    assert units == {"double-decker": "points", "knueffeln": "cents"}
    assert score_offer("double-knot", Links("../rules/"))["options"] == {"pack": "Pack", "extended": "Extended", "basic": "Basic"}

"""The prebuilt first trick on a page: the reader's options, and Python's responses to them."""

from __future__ import annotations

import gzip
import json
from itertools import pairwise

import pytest

from rules_engine.api import handle
from rules_engine.authoring.checks.check import check_file
from rules_engine.core.model.rules import Verdict
from rules_engine.games import GAMES
from rules_engine.games.snakebit import Snakebit
from rules_engine.html.links import Links
from rules_engine.scenarios.model import Scenario, write_scenario
from rules_engine.site.fences.first_trick import OpeningError, PrebuiltAnswer, _answers, opening_file, opening_of
from tests.chromium.server import ROOT

LINKS = Links("../rules/", "../", "faces", "")
MOST_BYTES = 60_000


def hand(game: str) -> Scenario:
    """Return the practice hand for a game."""
    scenario = check_file(ROOT / "examples" / game / "practice.yml").scenario
    assert scenario is not None
    return scenario


@pytest.fixture(params=GAMES)
def opening(request: pytest.FixtureRequest) -> list[PrebuiltAnswer]:
    return opening_of(hand(request.param), LINKS, None)


def first_trick(opening: list[PrebuiltAnswer]) -> list[PrebuiltAnswer]:
    """Return the responses seen by a reader who always takes the first option that hasn't been taken, preferring moves."""
    seen = [opening[0]]
    while ways := [opening[place] for place in seen[-1]["then"].values() if opening[place] not in seen]:
        seen.append(next((way for way in ways if way["save"] != seen[-1]["save"]), ways[0]))
    return seen


def test_a_page_fetches_little(opening: list[PrebuiltAnswer]) -> None:
    assert len(gzip.compress(json.dumps(opening_file(opening)).encode())) < MOST_BYTES / 2


def test_a_reader_comes_to_the_end_of_the_trick_or_to_another_choice(opening: list[PrebuiltAnswer]) -> None:
    if 'data-do="mark"' in opening[0]["html"]:
        assert len(opening) == 1, "which cards to pass together is answered by Python"
        return
    seen = first_trick(opening)
    moved = [after for before, after in pairwise(seen) if after["save"] != before["save"]]
    assert len(moved) >= 4, "the reader and all others have moved"
    assert seen[-1]["waiting"] or seen[-1]["turn"]


def test_whatever_can_be_pressed_at_first_was_made(opening: list[PrebuiltAnswer]) -> None:
    assert opening[0]["turn"]
    for deed in ("play", "pick", "bid"):
        offered = f'data-do="{deed}" data-value' in opening[0]["html"]
        assert offered == any(way.startswith(f"{deed} ") for way in opening[0]["then"])
    assert all(opening[place]["then"] for place in opening[0]["then"].values())


def test_after_each_card_the_others_answer(opening: list[PrebuiltAnswer]) -> None:
    assert [answer for answer in opening if answer["running"] and not answer["then"]] == []


def test_answers_are_those_of_the_rules(opening: list[PrebuiltAnswer]) -> None:
    for answer in [*opening[:8], *opening[::40]]:
        for deed, place in list(answer["then"].items())[:4]:
            do, _, value = deed.partition(" ")
            message = {"op": "do", "do": do, "value": value, "save": answer["save"], "picked": answer["picked"],
                       "links": LINKS._asdict()}
            assert {**json.loads(handle(json.dumps(message))), "then": opening[place]["then"]} == opening[place]


def test_the_deal_is_the_one_that_the_page_asks_for() -> None:
    source = write_scenario(hand("snakebit"))
    asked = {"op": "practice", "game": "snakebit", "seed": source["setup"]["seed"], "setup": source["setup"],
             "links": LINKS._asdict()}
    dealt = opening_of(hand("snakebit"), LINKS, None)[0]
    assert {**json.loads(handle(json.dumps(asked))), "then": dealt["then"]} == dealt


def test_the_same_hand_has_the_same_opening() -> None:
    before = opening_of(hand("knueffeln"), LINKS, None)
    _answers.cache_clear()
    assert opening_of(hand("knueffeln"), LINKS, None) == before


def test_refusals_are_among_the_answers() -> None:
    assert any("can't" in answer["say"] for answer in opening_of(hand("snakebit"), LINKS, None))


def test_pieces_make_the_answers_again(opening: list[PrebuiltAnswer]) -> None:
    file = json.loads(json.dumps(opening_file(opening)))
    for cut, answer in zip(file["answers"], opening, strict=True):
        assert "".join(file["pieces"][piece] for piece in cut["html"]) == answer["html"]
        assert "".join(file["pieces"][piece] for piece in cut["side"]) == answer["side"]


def test_an_error_in_the_first_trick_names_the_action(monkeypatch: pytest.MonkeyPatch) -> None:
    """Instead of letting the table show the error, the build reports it to the game's author."""
    monkeypatch.setattr(Snakebit, "judge", _stumbles)
    with pytest.raises(OpeningError, match=r"^where a reader presses '\w+', the table says: .*LookupError: no words"):
        opening_of(hand("snakebit"), LINKS, {"Deal": "Dealt"})    # a different translation, to bypass the cache


def _stumbles(*_: object) -> Verdict:
    raise LookupError("no words")

"""The panel at the end of a hand: its headline and figures agree with the engine's values, at every table of every game."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

from rules_engine.core.game.game import Game
from rules_engine.games.double_king_pedro import rules as pedro
from rules_engine.html.score import MAX_COLUMNS, gained
from tests.api.reader import Answer, Deed, answered, does, goes_on, seated, session_of
from tests.api.test_review import played
from tests.dom import read
from tests.some import A_TABLE_OF_EACH_GAME

ENDS = 3
"""Number of hands played at each table."""


def ended(game: Game[Any], seed: int) -> Answer:
    """Return the answer that shows the result of a hand played at random."""
    rng = random.Random(seed)
    answer = seated(game=game.id, seed=seed, variant=game.variant, players=game.table.size)
    while not answer["over"]:
        answer = goes_on(answer, rng)
    return does(answer, Deed("next")) if answer["waiting"] else answer


def bid_and_taken(position: Any, side: list[int]) -> str:
    bid, taken = sum(position.bids[seat] for seat in side), sum(position.tricks[seat] for seat in side)
    if bid == taken:
        return f"made it: {bid} bid, {taken} taken"
    off = abs(bid - taken)
    return f"missed by {'one' if off == 1 else off}: {bid} bid, {taken} taken"


def knot(position: Any) -> str:
    """Return the expected end of the headline in Double Knot."""
    return bid_and_taken(position, next([*side] for side in position.sides if 0 in side))


def king_pedro(position: Any) -> str:
    if position.declarer is None:
        return "The hand was tossed"
    side = position.declarer % 2
    taken, bid = position.points[side], position.contract
    made = position.hand_score[side] > 0
    assert made == (taken >= (100 if pedro.double(bid) else bid))
    if pedro.double(bid):
        return f"{'made' if made else 'missed'} double: {taken} of 100 taken"
    return f"made it: {bid} bid, {taken} taken" if made else f"missed by {bid - taken}: {bid} bid, {taken} taken"


def spades(position: Any) -> str:
    """Return the expected headline in Spades; a side that bid only nil has none of its own."""
    side = next([*side] for side in position.sides if 0 in side)
    nils = [seat for seat in side if not isinstance(position.bids[seat], int)]
    bid = sum(position.bids[seat] for seat in side if seat not in nils)
    taken = sum(position.tricks[seat] for seat in side if seat not in nils or not position.apart)
    if len(nils) == len(side):
        return ""
    return f"set: {bid} bid, {taken} taken" if taken < bid else f"made it: {bid} bid, {taken} taken"


def place_among_all(position: Any, low_wins: bool = False) -> str:
    """Return the expected end of the headline in a game without bids: the reader's points and rank."""
    mine, score = position.hand_score[0], position.hand_score
    better, alike = sum(each < mine if low_wins else each > mine for each in score), [*score].count(mine)
    number = str(mine).replace("-", "−")
    if alike == len(score):
        return f"scored {number}, like everybody else"
    if not better and alike == 1:
        return f"{'got off best' if low_wins else 'won the hand'} with {number} point{'' if mine == 1 else 's'}"
    if better + alike == len(score):
        return f"scored {number}: last of"
    return f"scored {number}: {['first', 'second', 'third', 'fourth', 'fifth', 'sixth'][better]} of"


def makers(position: Any) -> str:
    """Return the expected end of the headline in Euchre."""
    if position.maker is None:
        return "The hand was thrown in"
    taken = sum(position.tricks[position.maker % 2::2])
    return f"{'made it' if taken >= 3 else 'were euchred'} with {taken} trick{'' if taken == 1 else 's'}"


HEADLINES: dict[str, Callable[[Any], str]] = {
    "double-knot": knot, "double-king-pedro": king_pedro, "snakebit": place_among_all, "double-decker": place_among_all,
    "euchre": makers, "spades": spades, "hearts": partial(place_among_all, low_wins=True)}


@A_TABLE_OF_EACH_GAME
def test_the_headline_and_the_figure_of_every_hand_are_true(game: Game[Any]) -> None:
    for seed in range(ENDS):
        answer = ended(game, seed)
        position: Any = session_of(answer).position
        page = read(answer["html"])
        lead = page.one("#fs-ending #fs-lead").text
        own = next(place for place, side in enumerate(game.score_sides()) if 0 in side)
        if position.game_over:
            assert re.search("wins? the game", lead)
            assert page.one(".fs-gain").text == str(gained(position.totals[own])).removeprefix("+")
            continue
        figure = [str(gained(position.hand_score[own]))] if session_of(answer).narrator.outcome(position) else []
        assert [each.text for each in page.all(".fs-gain")] == figure, "a headline that has the points is enough"
        assert not lead.endswith(".")
        remarks = [said.text for said in page.all("#fs-slip .fs-said")]
        assert page.one("#fs-slip").text == "".join(remarks), "the result is said once"
        if game.id in HEADLINES:
            assert HEADLINES[game.id](position) in lead.replace("\u2060", "")
        else:
            check_knueffeln(position, lead, own)


def check_knueffeln(position: Any, lead: str, own: int) -> None:
    """Check that the headline names the reader as a winner or loser according to the score."""
    if position.void:
        assert lead == "The hand is void"
        return
    mine, won = position.hand_score[own], lead.startswith("You")
    if "lost the march" in lead:
        assert won == (mine < 0), lead
    elif len(position.hand_score) == 2:
        assert won == (mine > 0 or position.ended.side == own), lead
    else:
        assert won == (mine > 0), lead
    if found := re.search(r"with (\d+) tricks?$", lead):
        assert int(found[1]) == position.won(position.ended.side)


@A_TABLE_OF_EACH_GAME
def test_up_to_four_sides_are_columns_and_more_are_rows(game: Game[Any]) -> None:
    sides, page = len(game.score_sides()), read(ended(game, 1)["html"])
    sheet = page.one("#fs-ending .fs-sheet")
    if sides <= MAX_COLUMNS:
        assert len(sheet.all("thead th")) == sides
        assert not sheet.all(".fs-turned")
    else:
        assert len(sheet.all("tbody tr")) == sides
        assert sheet.all(".fs-turned")


@pytest.mark.parametrize("game", ["snakebit", "double-knot"])
def test_the_coach_adds_one_sentence_that_agrees_with_the_review(game: str) -> None:
    save = played(game, 3)
    told = answered(op="do", save=save, do="judge")
    while told["thinking"]:
        assert not read(told["html"]).all(".fs-coach")
        told = answered(op="do", save=save, do="judge", value="more")
    coach = read(told["html"]).one("#fs-ending[data-kind=end] .fs-coach").text
    review = read(answered(op="do", save=save, do="review")["html"])
    found = review.all("#fs-ending[data-kind=coach] [data-do=choice]")
    assert coach.startswith("Nothing was") == (not found), coach
    if len(found) == 1:
        assert re.match("(One choice|At least one choice) could have been better", coach)


def test_the_totals_are_told_with_the_target_and_what_stood_before() -> None:
    rng = random.Random(4)
    answer = answered(op="practice", game="double-king-pedro", seed=4, setup={"score": {"South+North": 64, "West+East": 36}})
    while not answer["over"]:
        answer = goes_on(answer, rng)
    answer = does(answer, Deed("next")) if answer["waiting"] else answer
    page, position = read(answer["html"]), session_of(answer).position
    assert [cell.text for cell in page.one("tr.fs-before").all("td")] == ["64", "36"]
    assert page.one("tr.fs-total th").text == "Total To 500"
    assert position.totals != [64, 36]

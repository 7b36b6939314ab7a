"""The result of a hand as shown to the reader: the rank or outcome, the score sheet's headings, and the counts on seat
plates."""

from __future__ import annotations

from typing import Any

import pytest

from rules_engine.api.coach.coach import margin_text
from rules_engine.api.result import result_told
from rules_engine.api.saves import read_save
from rules_engine.api.session import Session, new_session
from rules_engine.authoring.translations.catalogues import engine_words
from rules_engine.games import make_game
from rules_engine.html.score import score_names
from rules_engine.narration.narrator import narrator_for
from rules_engine.text.locale import Catalogue
from tests.api.reader import answered, seated
from tests.api.test_review import played
from tests.dom import read
from tests.ours import OURS


def ended(game: str, score: list[int], *, before: int = 0, **choices: Any) -> Session:
    """Return a finished hand with this score, before which each side had a total of ``before`` points."""
    session = new_session(game, 1, **choices)
    position = session.position
    position.phase, position.to_act, position.hand_over = "over", None, True
    position.hand_score, position.score = score, [before] * len(score)
    return session


@pytest.mark.parametrize(("score", "told"), [
    ([7, 0, -1, 2], "You won the hand with 7 points."),
    ([1, 0, -1, 0], "You won the hand with 1 point."),
    ([3, 7, -1, 2], "You scored 3: second of four."),
    ([3, 7, 3, 2], "You scored 3: second of four, level with North."),
    ([2, 2, 2, 0], "You scored 2: first of four, level with West and North."),
    ([-3, 7, 4, 2], "You scored −3: last of four."),
    ([-3, 7, 4, -3], "You scored −3: last of four, level with East."),
    ([0, 0, 0, 0], "You scored 0, like everybody else."),
])
def test_who_plays_alone_is_told_the_place_among_all(score: list[int], told: str) -> None:
    assert result_told(ended("snakebit", score)) == told


def test_the_total_is_told_from_the_second_hand_on() -> None:
    assert result_told(ended("snakebit", [3, 7, -1, 2], before=4)) == "You scored 3: second of four. Your total is 7."


def test_a_table_of_seven_has_seven_places() -> None:
    session = ended("double-decker", [1, 9, 8, 7, 6, 5, -2], players=7)
    assert result_told(session) == "You scored 1: sixth of seven."


def test_sides_are_told_both_scores() -> None:
    assert result_told(ended("double-king-pedro", [40, 25])) == "Your side scored 40, West and East 25."
    assert result_told(ended("knueffeln", [0, 2], variant="bernhard-1924")) == "Your side scored 0 rungs, West and East 2."


@pytest.mark.parametrize(("score", "told"), [
    ([60, -60, 60, -60], "You and North won 60 cents each."),
    ([-100, 100, -100, 100], "You and North lost 100 cents each."),
    ([0, 0, 0, 0], "You neither won nor lost."),
])
def test_where_others_pay_it_is_told_what_was_won_or_lost(score: list[int], told: str) -> None:
    assert result_told(ended("knueffeln", score)) == told


@pytest.mark.parametrize(("game", "score", "winner", "told"), [
    ("snakebit", [3, 7, -1, 2], 1, "West wins the game with 7. You finished second of four, with 3."),
    ("snakebit", [7, 3, -1, 2], 0, "You win the game with 7."),
    ("double-king-pedro", [40, 65], 1, "West and East win the game with 65. Your side has 40."),
    ("double-king-pedro", [65, 40], 0, "You and North win the game with 65."),
    ("knueffeln", [-60, 60, -60, 60], 1, "West wins the game."),
])
def test_the_end_of_a_match_is_told_with_its_winner_and_where_one_finished(game: str, score: list[int], winner: int,
                                                                           told: str) -> None:
    session = ended(game, score)
    session.position.game_over, session.position.winners = True, [session.game.score_names[winner]]
    assert result_told(session) == told


@pytest.mark.parametrize("players", [4, 5, 6, 7])
def test_the_sheet_calls_its_reader_you_at_every_number_of_players(players: int) -> None:
    narrator = narrator_for(make_game("double-decker", players=players), reader=0)
    assert score_names(narrator) == ["You", *narrator.game.table.names[1:]]


def test_the_reader_is_you_on_the_score_sheet() -> None:
    """This also holds when the reader moves for every seat, as in exploring a puzzle."""
    assert score_names(narrator_for(make_game("snakebit"), reader=2)) == ["South", "West", "You", "East"]
    assert score_names(narrator_for(make_game("double-king-pedro"), reader=1)) == ["Them", "Us"]
    assert score_names(narrator_for(make_game("double-king-pedro"))) == ["South and North", "West and East"]


def test_totals_stand_on_the_plates_with_their_unit_and_beside_the_table_under_their_name() -> None:
    """A bare number next to the trick count would be ambiguous."""
    setup = {"score": {"South": -4, "East": 37}}
    answer = seated(game="snakebit", seed=1, setup=setup)
    marks = sorted(mark.text for mark in read(answer["html"]).all(".fs-plate em"))
    assert marks == ["0 points", "0 points", "37 points", "your turn", "−4 points"]
    totals = read(answer["side"]).all(".fs-totals tr")
    assert [row.text for row in totals] == ["YouWestNorthEast", "Total−40037"]


@pytest.mark.parametrize("game", OURS)
def test_nothing_is_told_of_a_trick_once_the_score_is_there(game: str) -> None:
    facts = [fact.text for fact in read(answered(op="resume", save=played(game, 5))["html"]).all(".fs-fact")]
    assert facts
    assert not any(fact.startswith(("Colours in the trick", "Suit led")) for fact in facts)


def test_double_decker_says_which_colour_counted_up() -> None:
    save = played("double-decker", 5)
    position: Any = read_save(save).position
    facts = [fact.text.replace("\u2060", "") for fact in read(answered(op="resume", save=save)["html"]).all(".fs-fact")]
    assert f"Your largest colour blue, {max(position.captured[0])} cards" in facts
    assert position.positive[0] == "B"


@pytest.mark.parametrize(("score", "told"), [
    ([1, -1, 1, -1], "You and North won 1 cent each."), ([-1, 1, -1, 1], "You and North lost 1 cent each."),
    ([30, -10, -10, -10], "You won 30 cents."), ([-10, -10, -10, 30], "You and North lost 10 cents each."),
    ([0, 0, 0, 0], "You neither won nor lost.")])
def test_money_is_won_with_a_partner_or_alone(score: list[int], told: str) -> None:
    """An opponent who lost the same amount isn't mentioned."""
    assert result_told(ended("knueffeln", score)) == told


@pytest.mark.parametrize(("variant", "told", "apart"), [
    ("bohmstedt", "Du und Nord habt je 10 Cent gewonnen.", "etwa 47 Cent"),
    ("gruenberg-1938", "Du und Nord habt je 10 Pfennig gewonnen.", "etwa 47 Pfennig"),
    ("bernhard-1924", "Dieses Spiel bringt deiner Partei 0 Sprossen, West und Ost 2.", "etwa 47 Sprossen")])
def test_results_and_differences_are_german_in_german(variant: str, told: str, apart: str) -> None:
    german = Catalogue("de", engine_words("de", ["knueffeln"]))
    score = [0, 2] if variant == "bernhard-1924" else [10, -10, 10, -10]
    assert german.translate(result_told(ended("knueffeln", score, variant=variant))) == told
    assert german.translate(margin_text(47, narrator_for(make_game("knueffeln", variant)))) == apart

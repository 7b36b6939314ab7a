"""Hand reviews: the cost of each choice, and continuing the hand from a choice."""

from __future__ import annotations

import random
import re
from types import SimpleNamespace
from typing import Any, cast

import pytest

from rules_engine.api.coach import turn_analysis
from rules_engine.api.coach.coach import margin_text
from rules_engine.api.coach.review import Review
from rules_engine.api.saves import read_save
from rules_engine.bots import recommendation
from rules_engine.games import GAMES, make_game
from rules_engine.narration.narrator import narrator_for
from rules_engine.quiz.best_move import Proof
from rules_engine.solver.search import Search
from tests.api.reader import answered
from tests.dom import read
from tests.some import some


def played(game: str, seed: int) -> str:
    """Return the save of a finished hand in which the reader made random moves."""
    save: str = answered(op="practice", game=game, seed=seed)["save"]
    rng = random.Random(seed)
    while not (session := read_save(save)).position.hand_over:
        if session.readers_turn:
            save = answered(op="do", save=save, do="play", value=rng.choice(session.game.legal(session.position)).text)["save"]
        else:
            save = answered(op="do", save=save, do="go")["save"]
    return save


def reviewed(save: str) -> list[dict[str, Any]]:
    said = [answered(op="do", save=save, do="review")]
    while said[-1]["thinking"]:
        said.append(answered(op="do", save=save, do="review", value="more"))
        assert len(said) < 3000
    return said


@pytest.mark.parametrize(("game", "seed"), [
    ("snakebit", 1), ("double-king-pedro", 8),
    *(pytest.param(game, 11, marks=pytest.mark.thorough) for game in ("double-knot", "knueffeln", "double-decker"))])
def test_it_names_what_gave_most_away_and_one_can_play_on_from_there(game: str, seed: int, monkeypatch: pytest.MonkeyPatch
                                                                     ) -> None:
    monkeypatch.setattr(recommendation, "MOST", 16)
    save = played(game, seed)
    first, *_, last = reviewed(save)
    assert first["say"].startswith("I am looking at your choices: ")
    found = re.match(r"(?:At least )?(\d+) of your (\d+) choices gave something away, as far as you could know\.", last["say"])
    assert found, last["say"]
    session = read_save(save)
    assert int(found[2]) == sum(session.chose(place) for place in range(len(session.moves)))
    assert "With bots in all seats this deal ends with you " in last["say"]
    buttons = read(last["html"]).all("button[data-do=choice]")
    assert 1 <= len(buttons) <= 3
    assert len(buttons) == int(found[1])
    assert "<progress" in first["html"]
    assert f"Press {'one' if len(buttons) > 1 else 'it'} to see it again." in last["say"]
    worse = [re.search(r"better: .*, by (about \d+ \w+?s?(?: in \d+ such hands)?)", button.text)[1]  # type: ignore[index]
             for button in buttons]
    seen = answered(op="do", save=save, do="choice", value=buttons[0]["data-value"])
    assert seen["save"] == save         # viewing a choice doesn't undo any moves
    assert seen["back"]
    assert f", by {worse[0]}" in seen["say"]
    bar = read(seen["html"]).all(".fs-bar button")
    assert [button["data-do"] for button in bar if button["data-do"] != "own"] == ["now", "review", "retry"]
    back = answered(op="do", save=save, do="retry", value=bar[-1]["data-value"])
    assert back["turn"]
    assert read_save(back["save"]).moves == session.moves[:int(buttons[0]["data-value"])]


@pytest.mark.parametrize("game", some(GAMES, ["snakebit", "knueffeln"]))
def test_a_choice_looked_at_shows_the_trick_it_was_made_for_with_both_cards_marked(game: str) -> None:
    save = played(game, {"snakebit": 13, "double-decker": 11}.get(game, 5))
    session, leads = read_save(save), 0
    for button in read(reviewed(save)[-1]["html"]).all("button[data-do=choice]"):
        place = int(button["data-value"])
        before, made = session.line[place].position, session.moves[place]
        page = read(answered(op="do", save=save, do="choice", value=str(place))["html"])
        assert len(page.all(".fs-laid")) == len(before.trick)
        leads += not before.trick and before.last_trick is not None
        if made.verb == "play":
            marks = {card["data-worth"]: card for card in page.all("#fs-hand .fs-card") if card.get("data-worth")}
            assert {*marks} == {"you", "best"}
            assert marks["you"]["data-card"] == made.played.text
            assert "fs-hint" in marks["best"]["class"]
    assert leads or game != "double-decker", "no lead was looked at"


def test_a_choice_says_why_its_better_move_is_better() -> None:
    save = played("double-king-pedro", 4)
    button = next(each for each in read(reviewed(save)[-1]["html"]).all("button[data-do=choice]") if "name Hearts" in each.text)
    said = answered(op="do", save=save, do="choice", value=button["data-value"])["say"]
    assert re.search(r"With Hearts I hold \d trumps, ", said)


@pytest.mark.parametrize(("size", "told"), [
    (5.8, "about 6 points"), (1.02, "about 1 point"), (0.41, "about 0.4 points"), (1.96, "about 2 points"),
    (141.2, "about 141 points"), (0.04, "less than 0.1 points")])
def test_a_difference_is_a_plain_number(size: float, told: str) -> None:
    assert margin_text(size, narrator_for(make_game("snakebit"))) == told


def test_opening_an_unknown_choice_starts_the_review() -> None:
    """A page whose Python was restarted during a review sends this request."""
    answer = answered(op="do", save=played("snakebit", 6), do="choice", value="1")
    assert answer["thinking"] == "review"


def test_it_is_there_when_the_hand_is_over_and_not_before() -> None:
    fresh = answered(op="practice", game="snakebit", seed=2)
    assert 'data-do="review"' not in fresh["html"]
    assert answered(op="do", save=fresh["save"], do="review")["say"] == "The hand isn't over yet."
    over = answered(op="resume", save=played("snakebit", 2))
    assert 'data-do="review"' in over["html"]
    assert 'data-do="hint"' not in over["html"]


def test_the_review_reports_a_hand_without_mistakes(monkeypatch: pytest.MonkeyPatch) -> None:
    """When each choice is tried in only one deal, no choice can be proved worse than another."""
    monkeypatch.setattr(turn_analysis, "GLANCE", 1)
    last = reviewed(played("snakebit", 4))[-1]
    assert re.match(r"Nothing was clearly given away in your \d+ choices\.", last["say"]), last["say"]


@pytest.mark.parametrize(("game", "seed"), [("double-king-pedro", 8)])
def test_what_was_given_away_with_all_cards_open_is_told_apart_with_the_best_line(game: str, seed: int) -> None:
    save = played(game, seed)
    last = reviewed(save)[-1]
    session = read_save(save)
    button = next(button for button in read(last["html"]).all("button[data-do=choice]") if "yours cost you" in button.text)
    place = int(button["data-value"])
    seen = answered(op="do", save=save, do="choice", value=str(place))
    told = re.search(r"With all cards open, the (.*?) was best: .*? takes? this trick .* the last with", seen["say"])
    assert told, seen["say"]
    solution = Search(session.game, session.line[place].position).run(1_000_000)
    lost = solution.most - solution.values[session.moves[place]]
    assert f"as the cards lay, yours cost you {lost} point" in button.text
    assert told[1] in {move.played.name + (f" as {session.game.pack.suit_name(move.suit)}" if move.suit else "")
                       for move in solution.best}


@pytest.mark.parametrize(("phase", "most", "sets"), [("play", 3, True), ("play", 2, False), ("bid", 3, False)])
def test_only_a_losing_choice_in_play_becomes_a_puzzle(phase: str, most: int, sets: bool) -> None:
    """A bid isn't offered as a puzzle even if its outcome is proved, because puzzles begin with a card."""
    review = Review(read_save(played("double-king-pedro", 8)))
    session = review.session
    place = next(place for place in review.places if session.line[place].position.phase == phase)
    assert not review.sets(place), "nothing was proved of it"
    proof = SimpleNamespace(most=most, values={session.moves[place]: 2})
    review.opened[place] = cast(Proof, proof)
    assert review.sets(place) is sets

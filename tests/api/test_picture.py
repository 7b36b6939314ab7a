"""Pictures of what is on the reader's table: they show what the table shows, and no card that it hides."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from rules_engine.api.saves import write_save
from rules_engine.api.session import new_session
from rules_engine.authoring.yaml_text import read_yaml
from rules_engine.core.model.cards import FACE_DOWN
from rules_engine.games import game_class, known_games
from tests.api.reader import answered, ask
from tests.dom import read
from tests.ours import skip_without_examples
from tests.pictures.seen import cards, texts

skip_without_examples("snakebit", "spades", whole_module=True)

STORY = read_yaml(Path("examples/snakebit/follow-suit.yml").read_text(encoding="utf-8")).value
PUZZLE = read_yaml(Path("examples/spades/puzzles/01.yml").read_text(encoding="utf-8")).value


@pytest.mark.parametrize("game", known_games())
def test_a_practice_hand_shows_the_cards_of_its_table_and_hides_the_rest(game: str) -> None:
    session = new_session(game, 5).others_play()
    for _ in range(8):
        if session.position.hand_over:
            break
        shown = answered(op="do", save=write_save(session), do="now")
        picture = answered(op="picture", save=write_save(session), theme="light")
        assert picture["name"] == game
        drawn = cards(picture["svg"], session.game.pack)
        table = read(shown["html"])
        seen = {each["data-card"] for kind in (".fs-card", ".fs-tab") for each in table.all(kind)} - {FACE_DOWN.text}
        assert {each.card.text for each in drawn if each.card is not FACE_DOWN} == seen
        hidden = [card for seat, hand in enumerate(session.position.hands) if seat for card in hand]
        assert not [card for card in hidden if re.search(rf"\b{re.escape(card.text)}\b", picture["svg"])]
        session = session.rest() if session.waiting else session.play(session.game.legal(session.position)[0]).others_play()


def test_a_finished_hand_shows_its_score() -> None:
    session = new_session("hearts", 5)
    while not session.position.hand_over:
        session = session.rest() if session.waiting else session.play(session.game.legal(session.position)[0]).others_play()
    assert "Score of this hand" in texts(answered(op="picture", save=write_save(session), theme="dark")["svg"])


def test_an_example_shows_its_step_and_the_moves_tried() -> None:
    pack = game_class("snakebit").pack
    book = answered(op="picture", scenario=STORY, step=1, moves=[], theme="light")
    tried = answered(op="picture", scenario=STORY, step=1, moves=["9WY"], theme="light")
    assert book["name"] == "snakebit-example"
    laid = {each.card.text for each in cards(tried["svg"], pack) if not each.is_edge and each.y < 300}
    assert "9WY" in laid
    assert "9WY" not in {each.card.text for each in cards(book["svg"], pack) if not each.is_edge and each.y < 300}


def test_a_puzzle_shows_its_question_and_then_its_moves() -> None:
    assert any("which card" in text for text in texts(answered(op="picture", scenario=PUZZLE, theme="print")["svg"]))
    shown = answered(op="puzzle", scenario=PUZZLE, moves=[], do="show")
    moves = shown["moves"]
    assert moves
    pack = game_class("spades").pack
    tried = answered(op="picture", scenario=PUZZLE, moves=moves[:1], theme="light")["svg"]
    assert moves[0] in {each.card.text for each in cards(tried, pack) if not each.is_edge}


@pytest.mark.parametrize("message", [
    {"scenario": STORY, "step": 99, "theme": "light"}, {"scenario": STORY, "step": 1, "moves": ["9WY", "9WY"], "theme": "light"},
    {"scenario": STORY, "step": 99, "moves": ["9WY"], "theme": "light"}, {"save": "nonsense", "theme": "light"},
    {"scenario": PUZZLE, "theme": "sepia"}])
def test_what_cant_be_drawn_is_told(message: dict[str, object]) -> None:
    assert ask(op="picture", **message)["error"]

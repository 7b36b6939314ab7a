"""Questions about a turn: those that are stored, those that are found, and damaged files."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from rules_engine.authoring.turn_questions import FILE, StoredQuestions, read_questions
from rules_engine.bots.decisions import turn_at
from rules_engine.bots.worlds import Worlds
from rules_engine.cli import main
from rules_engine.core.game.game import Game
from rules_engine.games import make_game
from rules_engine.quiz.question import Unanswerable
from rules_engine.quiz.turn_questions import TURN_QUESTIONS, TurnQuestion, ask_at_turn, find_turn_questions
from rules_engine.quiz.who_holds import UNKNOWN
from tests.ours import OURS, looks_at_examples

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"


def stored_of(game: str) -> tuple[StoredQuestions, Game[Any]]:
    stored = read_questions(EXAMPLES / game / FILE)
    return stored, make_game(stored.game, stored.variant, stored.players)


def of_kind(game_id: str, kind: str) -> Iterator[tuple[TurnQuestion, Game[Any]]]:
    stored, game = stored_of(game_id)
    yield from ((each, game) for each in stored.questions if each.kind == kind)


@looks_at_examples(*OURS)
@pytest.mark.parametrize("game_id", OURS)
def test_each_stored_question_has_one_right_answer_with_a_reason(game_id: str) -> None:
    stored, game = stored_of(game_id)
    assert len({each.name for each in stored.questions}) == len(stored.questions) > 0
    for each in stored.questions:
        (part,) = ask_at_turn(game, each).parts
        (right,) = (option for option in part.options if option.right)
        assert len(part.options) > 1, each.name
        assert str(right.why.sentence).endswith("."), each.name


@looks_at_examples("hearts", "spades", "double-knot", "snakebit")
@pytest.mark.parametrize("game_id", ["hearts", "spades", "double-knot", "snakebit"])
def test_the_holder_holds_the_card_in_every_deal_that_fits(game_id: str) -> None:
    answers = set[bool]()
    for asked, game in of_kind(game_id, "holder"):
        turn, card = turn_at(game, asked.deal, asked.moves), game.pack.card(asked.about)
        (right,) = (option for option in ask_at_turn(game, asked).parts[0].options if option.right)
        rng, worlds = random.Random(asked.name), Worlds(turn.view)
        found = {seat for _ in range(60) for seat, hand in enumerate(worlds.draw(rng).hands) if card in hand}
        found |= {seat for seat, hand in enumerate(turn.position.hands) if card in hand}
        assert found == {*right.seats} if right.value != UNKNOWN else len(found) > 1, asked.name
        answers.add(right.value == UNKNOWN)
    assert answers == {True, False}


@looks_at_examples("hearts", "spades")
@pytest.mark.parametrize("game_id", ["hearts", "spades"])
def test_the_plays_alone_show_the_holder(game_id: str) -> None:
    """A seat that didn't follow suit has no card of the suit led; in Spades spades led are followed like any suit."""
    for asked, game in of_kind(game_id, "holder"):
        turn = turn_at(game, asked.deal, asked.moves)
        positions, void = [turn.start, *(after for _, after in turn.made)], [set[str]() for _ in game.table.seats]
        for (before, _), (move, _) in zip(pairwise(positions), turn.made, strict=True):
            if before.trick and move.card and before.trick[0].card.suits != move.card.suits:
                void[before.actor].add(before.trick[0].card.suits)
        may = {seat for seat in (1, 2, 3) if asked.about[-1] not in void[seat]}
        (right,) = (option for option in ask_at_turn(game, asked).parts[0].options if option.right)
        assert may == {*right.seats} if right.value != UNKNOWN else len(may) > 1, asked.name


@pytest.mark.parametrize("kind", TURN_QUESTIONS)
def test_the_same_questions_are_found_again(kind: str) -> None:
    """A decision takes seconds in other games."""
    game = make_game("euchre" if kind == "closed-move" else "snakebit")
    found = [*find_turn_questions(game, kind, 1, 2)]
    assert found == [*find_turn_questions(game, kind, 1, 2)]
    assert [each.kind for each in found] == [kind]


def test_a_game_in_which_plays_show_nothing_has_no_questions_about_holders(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rules_engine.quiz.turn_questions.HANDS_TRIED", 5)
    assert not [*find_turn_questions(make_game("knueffeln"), "holder", 1, 1)]


def test_a_question_that_has_no_answer_says_why() -> None:
    game = make_game("snakebit")
    (asked,) = find_turn_questions(game, "holder", 1, 2)
    held = turn_at(game, asked.deal, asked.moves).position.hands[0][0]
    with pytest.raises(Unanswerable, match=f"the plays don't show who can't hold {held.text}"):
        ask_at_turn(game, asked._replace(about=held.text))
    with pytest.raises(ValueError, match="expected closed-move, still-out, holder"):
        ask_at_turn(game, asked._replace(kind="other"))
    with pytest.raises(ValueError, match="is no legal move after"):
        ask_at_turn(game, asked._replace(moves=("XX", *asked.moves)))


def test_the_command_replaces_the_questions_of_a_kind(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / FILE
    command = ["questions", "snakebit", "--write", str(file), "--kind"]
    assert main([*command, "still-out", "--count", "3"]) == 0
    assert main([*command, "holder", "--count", "1"]) == 0
    assert main([*command, "still-out", "--count", "2", "--seed", "5"]) == 0
    stored = read_questions(file)
    assert [each.kind for each in stored.questions] == ["holder", "still-out", "still-out"]
    assert [*stored.commands] == ["followsuit questions snakebit --kind holder --count 1 --seed 1",
                                  "followsuit questions snakebit --kind still-out --count 2 --seed 5"]
    assert StoredQuestions(*stored).text() == file.read_text(encoding="utf-8")
    capsys.readouterr()
    assert main(["questions", "euchre", "--kind", "still-out", "--count", "1", "--write", str(file)]) == 2
    assert "has questions about snakebit" in capsys.readouterr().err
    file.write_text("[]", encoding="utf-8")
    assert main([*command, "still-out", "--count", "1"]) == 2
    assert "Mend it, or name a new file." in capsys.readouterr().err


@pytest.mark.parametrize("damaged", ["{", "[]", '{"questions": [{}]}', '{"questions": 1}', '{"questions": [{"kind": 1}]}'])
def test_a_damaged_file_is_refused(tmp_path: Path, damaged: str) -> None:
    (tmp_path / FILE).write_text(damaged, encoding="utf-8")
    with pytest.raises(ValueError, match=r".+"):
        read_questions(tmp_path / FILE)

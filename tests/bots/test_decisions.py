"""Decisions of strategy tests: those that are stored, those that are found, and damaged files."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from rules_engine.authoring.decisions import FILE, StoredDecisions, read_decisions
from rules_engine.bots import PLAIN, bot_for
from rules_engine.bots.decisions import LEAST, MOST_ALIKE, Decision, find_decisions, measured, points_given_away, sort_of, turn_at
from rules_engine.core.game.game import Game
from rules_engine.core.model.cards import FACE_DOWN
from rules_engine.core.positions.position import Position
from rules_engine.games import make_game
from rules_engine.quiz.strategy_test import ask_decision
from tests.ours import OURS, looks_at_examples

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
QUICK_SEED = 2
"""A seed with which the first deal of Snakebit has a decision."""


def stored_of(game: str) -> tuple[StoredDecisions, Game[Position]]:
    stored = read_decisions(EXAMPLES / game / FILE)
    return stored, make_game(stored.game, stored.variant, stored.players)


@looks_at_examples(*OURS)
@pytest.mark.parametrize("game_id", OURS)
def test_a_test_has_twenty_decisions_of_several_sorts_with_one_best_move(game_id: str) -> None:
    stored, game = stored_of(game_id)
    turns = [turn_at(game, each.deal, each.moves) for each in stored.decisions]
    assert len({each.deal for each in stored.decisions}) == len(turns) == 20
    assert max(Counter(sort_of(game, turn.position) for turn in turns).values()) <= MOST_ALIKE * 20
    for decision, turn in zip(stored.decisions, turns, strict=True):
        assert {*decision.lost} == {move.text for move in game.legal(turn.position)}
        best, second, *_ = sorted(decision.lost.values())
        assert (best, second >= LEAST) == (0, True)


@looks_at_examples(*OURS)
@pytest.mark.parametrize("game_id", OURS)
def test_a_question_hides_the_other_hands_and_has_a_reason_for_each_move(game_id: str) -> None:
    stored, game = stored_of(game_id)
    for decision in stored.decisions:
        question = ask_decision(game, decision)
        assert all({*hand} <= {FACE_DOWN} for hand in question.seen.position.hands[1:])
        (part,) = question.parts
        assert [option.value for option in part.options if option.right] == [decision.best]
        for option in part.options:
            assert str(option.why.sentence).endswith(".")
            assert option.right or "costs about" in str(option.why.sentence) or decision.lost[option.value] < 0.05


@looks_at_examples(*OURS)
@pytest.mark.parametrize("game_id", OURS)
def test_bots_give_away_what_the_file_says(game_id: str) -> None:
    stored, game = stored_of(game_id)
    plain = points_given_away(game, stored.decisions, bot_for(game, PLAIN))
    assert round(plain, 1) == stored.bots[PLAIN]
    assert stored.bots["strong"] < min(stored.bots["beginner"], stored.bots[PLAIN])


@pytest.mark.thorough
@looks_at_examples(*OURS)
@pytest.mark.parametrize("game_id", OURS)
def test_measuring_again_gives_the_same_values(game_id: str) -> None:
    stored, game = stored_of(game_id)
    for decision in stored.decisions:
        assert measured(game, decision.deal, turn_at(game, decision.deal, decision.moves)) == decision


def test_a_decision_is_found_and_found_again() -> None:
    game = make_game("snakebit")
    (found,) = find_decisions(game, 1, QUICK_SEED)
    assert [*find_decisions(game, 1, QUICK_SEED)] == [found]
    assert min(found.lost, key=found.lost.__getitem__) == found.best
    assert points_given_away(game, [found], bot_for(game, "strong")) in found.lost.values()


def test_moves_that_lead_to_no_decision_are_refused() -> None:
    game = make_game("snakebit")
    first = game.legal(game.deal(1))[0].text
    with pytest.raises(ValueError, match=f"1X is no legal move after {first}"):
        turn_at(game, 1, [first, "1X"])
    with pytest.raises(ValueError, match=f"it isn't the reader's turn after {first}"):
        turn_at(game, 1, [first])


def test_decisions_are_read_as_they_were_written(tmp_path: Path) -> None:
    decisions = [Decision(7, (), {"pass": 0.0, "order up": 1.5}), Decision(8, ("pass", "name H"), {"JH": 0.0, "9S": 2.25})]
    stored = StoredDecisions("followsuit decisions euchre", "euchre", "standard", 4, {"plain": 0.6}, decisions)
    file = tmp_path / FILE
    file.write_text(stored.text(), encoding="utf-8")
    assert read_decisions(file) == stored


@pytest.mark.parametrize("text", ["{", "[]", "{}", '{"decisions": [{}]}', '{"decisions": []}'])
def test_a_damaged_file_is_a_fault_in_words(tmp_path: Path, text: str) -> None:
    file = tmp_path / FILE
    file.write_text(text, encoding="utf-8")
    with pytest.raises(ValueError, match=r"Expecting|it isn't as `followsuit decisions --write` makes it"):
        read_decisions(file)

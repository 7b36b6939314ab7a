"""Problems that authors meet on their first day with Follow Suit, and the messages that they get."""

from __future__ import annotations

from pathlib import Path

import pytest

from rules_engine.authoring.check import check_text
from rules_engine.cli import main
from rules_engine.core.game.setups import read_setup
from rules_engine.core.model.cards import Card, Pack, Suit
from rules_engine.core.model.errors import SetupError
from rules_engine.core.model.moves import make_move
from rules_engine.games.snakebit.game import Snakebit
from rules_engine.html.tray import numbers_html
from tests.site.tiny import ROOT
from tests.sketches.skat import Skat


def test_a_wrong_score_of_a_hand_is_told_with_what_it_is() -> None:
    text = (ROOT / "examples" / "snakebit" / "last-trick-and-score.yml").read_text(encoding="utf-8")
    right = next(line.strip() for line in text.splitlines() if "hand_score" in line)
    wrong = "hand_score: {South: 9, West: 9, North: 9, East: 9}"
    (problem,) = check_text(text.replace(right, wrong), "score.yml").problems
    assert "hand_score: expected {South: 9, West: 9, North: 9, East: 9}, got {South: " in problem.told()


@pytest.mark.parametrize(("value", "told"), [
    ("7", "7 is not a mapping with a value for each side"), ("{Nobody: 1}", "'Nobody' is no side here"),
    ("{South: 9}", "expected {South: 9}, got {South: ")])
def test_a_score_that_is_no_score_is_told_too(value: str, told: str) -> None:
    text = (ROOT / "examples" / "snakebit" / "last-trick-and-score.yml").read_text(encoding="utf-8")
    right = next(line.strip() for line in text.splitlines() if "hand_score" in line)
    found = " ".join(problem.told() for problem in check_text(text.replace(right, f"hand_score: {value}"), "score.yml").problems)
    assert "stumbled" not in found
    assert "hand_score: expected" in found or told in found


def test_the_stepper_skips_impossible_numbers() -> None:
    """Not every number is a possible bid in Skat."""
    values = [18, 20, 22, 23, 24, 27, 30, 33, 35, 36, 40, 44, 45, 46]
    moves = [make_move("bid", number=value) for value in values]
    for chosen, steps in ((18, [18, 18, 20, 27]), (24, [18, 23, 27, 33]), (45, [35, 44, 46, 46]), (46, [36, 45, 46, 46])):
        html = str(numbers_html(moves, chosen))
        found = [int(part.partition('"')[0]) for part in html.partition("fs-number-keys")[0].split('data-value="')[1:]]
        assert found == steps, chosen


def test_a_table_that_nobody_has_seats_for_is_refused_with_what_there_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Snakebit, "player_counts", (9,))
    with pytest.raises(SetupError, match="a table has from 2 to 8 seats, not 9: mend `player_counts` of snakebit"):
        Snakebit()


def test_a_pack_with_two_cards_of_one_text_is_refused() -> None:
    cards = [Card("twice", "10S", "10", "S", 0, "10 of Spades") for _ in range(2)]
    with pytest.raises(ValueError, match=r"the pack 'twice' has two cards written 10S: make equal cards with doubled\(\)"):
        Pack("twice", [Suit("S", "Spades", "♠")], cards)


def test_hints_name_cards_of_the_game() -> None:
    """The Skat pack has no 2 and no Joker."""
    with pytest.raises(SetupError, match=r"expected a card of the pack, such as 7S or AC$"):
        read_setup(Skat(), {"hands": {"South": "XX"}})
    with pytest.raises(SetupError, match=r"such as 7S or AC$"):
        read_setup(Skat(), {"skat": "ZZ"})


def test_a_copy_with_a_bot_of_its_own_lacks_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
                                                 capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["new-site", "cards"]) == 0
    capsys.readouterr()
    for like, lacks in (["--like", "double-knot"], False), ([], True):
        name = f"like-{like[-1]}" if like else "plain"
        assert main(["new-game", name, *like, "--root", "cards"]) == 0
        assert ("a bot that knows it" in capsys.readouterr().out) == lacks, name

"""The length of a match whose rules determine it."""

import pytest

from rules_engine.games import known_games, make_game
from tests.bench.lengths import Length, length_of, main


def test_poison_nonesuch_takes_six_hands_of_all_cards() -> None:
    assert length_of(make_game("snakebit", "poison-nonesuch"), 1) == Length(6 * 24, 6)


def test_every_game_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    main(["--matches", "1"])
    told = capsys.readouterr().out.splitlines()
    assert [line.partition(":")[0] for line in told] == list(known_games())
    assert all("minutes" in line for line in told)

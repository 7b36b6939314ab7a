"""Statistics about hands played by bots: correct sums, equal results with any executor, and stored numbers that still hold."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from math import sqrt
from pathlib import Path
from typing import Any, cast

import pytest
from distributed import Client, LocalCluster

from rules_engine.authoring.stats import FILE, read_stored
from rules_engine.bots.stats import FEWEST, WHO_PROFITS, Group, PlayedHand, Statistic, Sums, questions_of, simulate
from rules_engine.cli import main
from rules_engine.core.positions.position import Position
from rules_engine.games import GAMES, make_game
from rules_engine.text.message import NOTHING
from tests.some import some

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
SOME = 40
"""Number of hands in each simulation."""


@pytest.mark.parametrize("game_id", some(GAMES, ["snakebit", "double-decker"]))
def test_every_hand_is_counted_and_two_processes_find_what_one_does(game_id: str) -> None:
    game = make_game(game_id)
    asked = questions_of(game)
    alone = simulate(game, asked, SOME, 1)
    assert SOME - 3 <= max(mean.hands for means in alone.values() for mean in means) <= SOME, "few deals are void"
    with ProcessPoolExecutor(2) as executor:
        assert simulate(game, asked, SOME, 1, executor=executor) == alone
    assert simulate(game, asked, SOME, 2) != alone, "another seed"


def test_dask_finds_the_same() -> None:
    """This is the sample code in docs/design/numbers.md."""
    game = make_game("snakebit")
    cluster_of, client_of = cast(Callable[..., Any], LocalCluster), cast(Callable[..., Any], Client)  # dask has no type hints
    with (cluster_of(n_workers=2, threads_per_worker=1, host="127.0.0.1", dashboard_address=None) as cluster,
          client_of(cluster) as client):
        found = simulate(game, questions_of(game), hands=SOME, seed=1, executor=client.get_executor())
    assert found == simulate(game, questions_of(game), hands=SOME, seed=1)


def test_the_interval_takes_hands_for_the_sample() -> None:
    """Two perfectly correlated values per hand carry no more information than one."""
    single, double = Sums(), Sums()
    for value in (3, 5, 4, 8):
        single.add([value])
        double.add([value, value])
    one, two = single.mean("one"), double.mean("two")
    assert one.mean == two.mean == 5
    assert one.half_width == two.half_width == pytest.approx(1.96 * sqrt((4 + 0 + 1 + 9) / 3) / sqrt(4))


def test_hands_of_many_values_weigh_more() -> None:
    sums = Sums()
    sums.add([1, 1, 1])
    sums.add([5])
    mean = sums.mean("")
    assert (mean.mean, mean.values, mean.hands) == (2, 4, 2)
    assert mean.half_width == pytest.approx(1.96 * sqrt(((3 - 2 * 3) ** 2 + (5 - 2) ** 2) * 2 / 1) / 4)


def test_what_never_happened_may_still_happen() -> None:
    sums = Sums()
    for _hand in range(60):
        sums.add([0])
    assert sums.mean("", "%").half_width == 5
    assert sums.mean("", "points").half_width == 0


def test_a_group_of_few_hands_is_left_out_and_numbers_come_in_order() -> None:
    def number(hand: PlayedHand[Position]) -> Iterator[tuple[Group, int]]:
        cards = sum(sum(card.value for card in cards) for cards in hand.dealt.hands[:1])
        yield cards % 15, 1

    game = make_game("snakebit")
    fives = Statistic("number", NOTHING, NOTHING, "", number, 5)
    found = simulate(game, [fives], 90, 1)["number"]
    assert [mean.group for mean in found] == [0, 5, 10]
    assert [fives.named(mean.group) for mean in found] == ["0 to 4", "5 to 9", "10 to 14"]
    assert simulate(game, [fives], FEWEST - 1, 1)["number"] == []


def test_in_a_game_for_all_against_all_every_seat_is_told_and_of_sides_the_dealers() -> None:
    seats = simulate(make_game("snakebit", players=3), [WHO_PROFITS], FEWEST, 1)["seat"]
    assert [mean.group for mean in seats] == ["first after the dealer", "second after the dealer", "the dealer"]
    sides = simulate(make_game("double-king-pedro"), [WHO_PROFITS], FEWEST, 1)["seat"]
    assert {mean.group for mean in sides} == {"the dealer’s side", "the other side"}


@pytest.mark.parametrize("game_id", some(
    [game_id for game_id in GAMES if (EXAMPLES / game_id / FILE).is_file()], ["snakebit", "double-decker"]))
def test_stored_statistics_agree_with_new_hands(game_id: str) -> None:
    """The mean of a few hands is within four standard errors of the stored mean."""
    stored = read_stored(EXAMPLES / game_id / FILE)
    assert (stored.game, stored.command.split()[:3]) == (game_id, ["followsuit", "stats", game_id])
    game = make_game(game_id, stored.variant, stored.players)
    assert set(stored.means) == {question.id for question in questions_of(game)}
    again = simulate(game, questions_of(game), 100, 1, stored.level)
    for question, means in again.items():
        known = {mean.group: mean for mean in stored.means[question]}
        for mean in means:
            assert abs(mean.mean - known[mean.group].mean) <= 2.1 * mean.half_width + 1e-9, (question, mean, known[mean.group])


def test_the_command_prints_writes_and_says_how_to_find_the_same(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "new" / FILE
    arguments = ["stats", "double-knot", "bid", "--players", "3", "--option", "pack=basic", "--hands", "40", "--seed", "3"]
    assert main([*arguments, "--write", str(file)]) == 0
    told = capsys.readouterr().out
    assert "3 players, 40 hands, seed 3, plain bots" in told
    assert "What does a bid earn? (bid)" in told
    assert "\n  tricks bid: " in told
    stored = read_stored(file)
    assert stored.command == " ".join(["followsuit", *arguments])
    assert [*stored.means] == ["bid"]
    game = make_game("double-knot", players=3, options={"pack": "basic"})
    assert [mean[:3] for mean in stored.means["bid"]] == [
        mean[:3] for mean in simulate(game, questions_of(game)[:1], 40, 3)["bid"]]


def test_a_question_that_is_not_there_is_told_with_those_that_are(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["stats", "snakebit", "hearts"]) == 2
    assert "no question 'hearts'; it has cursed, trumps, seat" in capsys.readouterr().err


def test_a_file_that_no_command_wrote_is_refused(tmp_path: Path) -> None:
    file = tmp_path / FILE
    file.write_text('{"game": "snakebit"}', encoding="utf-8")
    with pytest.raises(ValueError, match="it isn't as `followsuit stats --write` makes it"):
        read_stored(file)

"""Tests that any table on the site can be opened in the referee, which then agrees with the engine about the position."""

from __future__ import annotations

import base64
import json
import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from rules_engine.api.messages import handle
from rules_engine.api.referee.import_link import Entered, entered
from rules_engine.api.saves import write_save
from rules_engine.api.session import begin_session
from rules_engine.authoring.yaml_text import read_yaml
from rules_engine.core.game.game import Game
from rules_engine.core.game.game_options import every_choice
from rules_engine.core.positions.position import Position
from rules_engine.games import game_class, known_games, make_game
from rules_engine.scenarios.record import Play
from rules_engine.testing import choice_name
from tests.api.hands import rows_told
from tests.some import pairwise

EXAMPLES = Path(__file__).parents[2] / "examples"
EVERY = [game for kind in map(game_class, known_games()) for game in every_choice(kind)]
GAMES = [game for game in EVERY if game == make_game(game.id, game.variant, game.table.size)]
"""The games with the usual options. The referee knows no others."""


def asked(game: Game[Position], told: Entered) -> dict[str, object]:
    """Return the answer to the message that the referee's page would send."""
    use = (["winner"] if told["tool"] == "trick" else [told["phase"]] if told["phase"] != "play"
           else ["follow", "winner"] if told["cards"] else ["lead"])
    form = rows_told(make_game(game.id, game.variant, game.table.size))
    rows, values = [key for key, row in form.items() if {*row.uses} & {*use}], {key: row.values for key, row in form.items()}
    pressed = {key: [each for each in told["told"][key] if each in values[key]] for key in rows}
    answer: dict[str, object] = json.loads(handle(json.dumps(
        {"op": "referee", "game": game.id, **told, "rows": rows, "entered": pressed})))
    return answer


def lines(game: Game[Position], seeds: int) -> Iterator[tuple[Play, Position]]:
    """Yield the play and the position after each move in ``seeds`` random hands."""
    for seed in range(seeds):
        chance, position, moves = random.Random(seed), game.deal(seed), []
        start = position
        while position.to_act is not None:
            moves.append(chance.choice(game.legal(position)))
            position = game.make(position, moves[-1])[0]
            yield Play(game, start, [*moves]), position


def agrees(game: Game[Position], line: Play, now: Position) -> str:
    """Assert that the referee agrees with the engine, and return the type of question that it was asked."""
    told = entered(line, None)
    answer = asked(game, told)
    assert answer.get("impossible") is None, (told, answer)
    assert "error" not in answer, (told, answer)
    if told["tool"] == "trick" and not told["cards"]:
        assert now.to_act is None       # the hand ended during a trick
        return "over"
    if told["tool"] == "trick":
        winners = now.last_trick.winners if now.last_trick else {}
        seats: list[int] = answer["seats"]      # type: ignore[assignment]
        won: list[int] = answer["won"]      # type: ignore[assignment]
        assert answer["whole"], (told, answer)
        assert {seats[place] for place in won} == {*winners.values()}, (told, answer)
        return "trick"
    if told["phase"] == "play":
        allowed = {card.text for move in game.legal(now) if (card := move.other or move.card)}
        cards: dict[str, dict[str, object]] = answer["cards"]       # type: ignore[assignment]
        assert {card for card, each in cards.items() if each["legal"]} == allowed, (told, answer)
    return told["phase"]


@pytest.mark.parametrize("game", [make_game("snakebit"), make_game("double-decker")], ids=str)
def test_the_referee_opens_a_table_with_its_cards(game: Game[Position]) -> None:
    """At sampled points in a hand, the referee's winner and legal moves agree with the engine's."""
    for line, now in random.Random(1).sample([*lines(game, 1)], 3):
        agrees(game, line, now)


@pytest.mark.thorough
@pytest.mark.parametrize("game", GAMES, ids=choice_name)
def test_at_any_moment_it_does(game: Game[Position]) -> None:
    moments = [*lines(game, 4)]
    kinds = {agrees(game, line, now) for line, now in random.Random(2).sample(moments, min(60, len(moments)))}
    assert {"trick", "play"} <= kinds


@pytest.mark.parametrize("game", pairwise(game for game in EVERY if game not in GAMES), ids=choice_name)
def test_a_hand_with_another_option_is_not_opened(game: Game[Position]) -> None:
    session = begin_session(game, {"seed": 1}, None)
    answer = json.loads(handle(json.dumps({"op": "record", "kind": "table", "save": write_save(session)})))
    assert (answer["text"], answer["say"]) == (
        "", "This hand is played with an option that “At your table” doesn't know.")


def test_the_referee_gets_the_readers_hand_only_on_the_readers_turn() -> None:
    """On another player's turn, the referee doesn't get the reader's hand. On the reader's turn, it is asked for the legal
    moves."""
    game = make_game("snakebit")
    for line, now in lines(game, 1):
        told = entered(line, 0)
        assert told["hand"] == ([card.text for card in now.hands[0]] if now.to_act == 0 else [])
        assert (told["tool"] == "turn") == (now.to_act == 0)
        assert len(told["tricks"]) == len(line.moves) // 4 - (not told["hand"] and not now.trick)


def test_the_referee_asks_for_trumps_before_the_declarers_first_lead() -> None:
    """The referee must ask for trumps even for the first lead, which is restricted for the player who declared them."""
    game = make_game("double-king-pedro")
    assert "lead" in rows_told(game)["trump"].uses
    for leader in game.table.seats:
        about = {"tool": "turn", "rows": ["trump", "opening"], "entered": {"trump": ["D"], "opening": ["true"]}, "leader": leader}
        answer = json.loads(handle(json.dumps({"op": "referee", "game": game.id, "cards": [], "hand": ["3D", "3S"], **about})))
        assert {card: told["legal"] for card, told in answer["cards"].items()} == {"3D": True, "3S": False}


def test_player_names_are_mapped_to_the_referees_seats() -> None:
    """Practice hands use player names, whereas the referee uses seat names."""
    game = make_game("double-king-pedro", None, 4, ["Anna", "Ben", "Cem", "Dora"])
    line, _ = next((line, now) for line, now in lines(game, 9) if now.phase == "play" and now.out)      # type: ignore[attr-defined]
    assert {*entered(line, None)["told"]["out"]} < {"South", "West", "North", "East"}


def test_any_step_of_an_example_opens_in_the_referee() -> None:
    """The link ends with the tool and the base64-encoded entries."""
    scenario = read_yaml((EXAMPLES / "snakebit" / "follow-suit.yml").read_text(encoding="utf-8")).value
    answer = json.loads(handle(json.dumps({"op": "record", "kind": "table", "scenario": scenario, "step": 2, "moves": []})))
    tool, _, letters = answer["text"].partition(":")
    told = json.loads(base64.urlsafe_b64decode(letters))
    assert (tool, len(told["cards"])) == ("turn", 2)
    assert asked(make_game("snakebit"), told)["certain"]


def test_so_does_a_hand_before_its_first_move() -> None:
    save = write_save(begin_session(make_game("double-knot", "teams"), {"seed": 3}))
    answer = json.loads(handle(json.dumps({"op": "record", "kind": "table", "save": save})))
    told = json.loads(base64.urlsafe_b64decode(answer["text"].partition(":")[2]))
    assert (told["variant"], told["phase"], told["calls"]) == ("teams", "bid", [])

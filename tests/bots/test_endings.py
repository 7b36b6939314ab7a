"""The strong bot in endings: it solves worlds (possible deals), all of them if only a few fit, and uses no hidden
information."""

from __future__ import annotations

import random
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import pytest

from rules_engine.bots import bot_for, who_plays_out
from rules_engine.bots.endgame_solver import EndgameSettings
from rules_engine.bots.sampling_bot import WORLDS, SamplingBot
from rules_engine.bots.simulation import MoveTrials
from rules_engine.bots.worlds import Worlds
from rules_engine.games import GAMES, make_game
from rules_engine.solver.search import Search, solve
from tests.bots.test_worlds import PlayedPosition, fitting, moments
from tests.some import some

SOLVED = [("double-king-pedro", None), ("knueffeln", None), ("double-knot", "teams")]
"""Games and variants with two sides."""
ENDING = 3
"""Maximum hand size in an ending, used in place of the setting in the game's bot."""
ENOUGH = 12
"""Number of positions after which no further deals are searched."""


def endings(game_id: str, variant: str | None = None, players: int = 4) -> Iterator[PlayedPosition]:
    """Yield positions in random hands in which few cards are left and the seat to act has a choice."""
    game, found = make_game(game_id, variant, players), 0
    for deal in range(400):
        for moment in moments(game, deal):
            position = moment.position
            few = max(map(len, position.hands)) <= ENDING
            if few and position.phase == "play" and len(game.legal(position)) > 1:
                yield moment
                found += 1
        if found >= ENOUGH:
            return
    raise AssertionError(f"only {found} endings")


def hands(world: Any) -> tuple[tuple[Any, ...], ...]:
    """Return all hands, each sorted by card index."""
    return tuple(tuple(sorted(hand, key=lambda card: card.index)) for hand in world.hands)


@pytest.mark.parametrize("game_id", some(GAMES, ["snakebit", "double-king-pedro"]))
def test_the_strong_bot_does_not_depend_on_hidden_cards(game_id: str) -> None:
    """The strong bot makes the same choice when the cards that it can't see are dealt again."""
    rng, bot = random.Random(3), SamplingBot(who_plays_out(make_game(game_id)), ending=ENDING)
    for moment in endings(game_id):
        seat, game = moment.position.actor, moment.game
        choice = bot.choose(moment.view(seat), random.Random(5))
        world = Worlds(moment.view(seat)).draw(rng)
        assert bot.choose(game.view(world, seat, moment.memories[seat]), random.Random(5)) == choice


@pytest.mark.parametrize(("game_id", "variant"), SOLVED)
def test_who_knows_every_hand_plays_a_move_that_the_solver_calls_best(game_id: str, variant: str | None) -> None:
    for moment in endings(game_id, variant):
        game, position, seat = moment.game, moment.position, moment.position.actor
        memory = moment.memories[seat].copy()
        memory.known = [[*hand] if other != seat else [] for other, hand in enumerate(position.hands)]
        view = game.view(position, seat, memory)
        worlds = Worlds(view).every(1, random.Random(1))
        assert worlds is not None, "whatever else is hidden lies in one place"
        assert [hands(world) for world in worlds] == [hands(position)]
        bot = SamplingBot(who_plays_out(game), ending=ENDING)
        assert bot.choose(view, random.Random(2)).move in solve(game, position).best


@pytest.mark.parametrize(("game_id", "players"), [("snakebit", 3), ("snakebit", 4), ("double-knot", 3), ("double-decker", 4)])
def test_every_consistent_world_is_enumerated_once(game_id: str, players: int) -> None:
    """The expected worlds are all deals of the hidden cards in which the moves made so far would have been legal."""
    looked = 0
    for moment in endings(game_id, None, players):
        seat = moment.position.actor
        worlds = Worlds(moment.view(seat)).every(WORLDS, random.Random(1))
        if worlds is None:
            continue
        others = [tuple(hand for other, hand in enumerate(hands(world)) if other != seat) for world in worlds]
        assert len(others) == len({*others})
        assert {*others} == fitting(moment)
        looked += len(others) > 1
    assert looked, "nothing to choose from"


@pytest.mark.parametrize(("game_id", "variant"), SOLVED)
def test_a_world_that_takes_too_long_to_solve_is_played_out(game_id: str, variant: str | None,
                                                            monkeypatch: pytest.MonkeyPatch) -> None:
    """Worlds that take too long are never reported as solved. They are drawn and tried as often as without the solver."""
    monkeypatch.setattr(Search, "work", lambda search, share, moves: False)
    monkeypatch.setattr("rules_engine.bots.endgame_solver.LIMIT", 0)
    for moment in endings(game_id, variant):
        seat, game = moment.position.actor, moment.game
        view, player = moment.view(seat), who_plays_out(moment.game)
        usual = player.choose(view, random.Random(1)).move
        found = []
        for ending in (None, EndgameSettings(ENDING, 0)):
            trials = MoveTrials(view, player, random.Random(1), usual, ending)
            for _ in range(3):
                trials.run()
            found.append(trials.results())
            assert not trials.complete
        assert found[0] == found[1]
        every = MoveTrials(view, player, random.Random(1), game.legal(moment.position)[0], EndgameSettings(ENDING, WORLDS))
        for _ in range(WORLDS + 1):
            every.run()
        assert every.worlds == WORLDS + 1
        assert not every.complete


def test_what_is_broken_off_in_the_last_world_is_not_complete() -> None:
    looked = 0
    for moment in endings("double-knot", "teams"):
        view, player = moment.view(moment.position.actor), who_plays_out(moment.game)
        usual = player.choose(view, random.Random(1)).move
        trials = MoveTrials(view, player, random.Random(1), usual, EndgameSettings(ENDING, WORLDS))
        count = len(Worlds(view).every(WORLDS, random.Random(1)) or ())
        for tried in range(count):
            next(trials.steps())
            assert trials.worlds == tried
            assert not trials.complete
            trials.run()
        assert trials.complete == (count > 0)
        assert trials.settled or not count
        looked += count > 1
    assert looked


@pytest.mark.parametrize("game_id", GAMES)
def test_the_strong_bot_solves_endings_only_if_the_plain_bot_declares_it(game_id: str) -> None:
    """Only in Double King Pedro did solving not weaken the bot (docs/design/worlds.md)."""
    strong: Any = bot_for(make_game(game_id), "strong")
    assert strong.solving == EndgameSettings(3 if game_id == "double-king-pedro" else 0, WORLDS)
    for moment in endings(game_id):
        assert strong.solving.reached(moment.game, moment.position) == (game_id == "double-king-pedro")


@pytest.mark.parametrize("game_id", ["snakebit", "double-knot", "double-decker"])
def test_endings_with_more_than_two_sides_are_not_solved(game_id: str) -> None:
    """With more than two sides, the solver assumes that all others play against one. The bot then played worse, so it doesn't
    solve."""
    for moment in endings(game_id):
        assert not EndgameSettings(ENDING, WORLDS).reached(moment.game, moment.position)


def test_the_solver_is_loaded_with_the_first_ending() -> None:
    """Pages that don't need the solver don't load it."""
    told = subprocess.run([sys.executable, "-c", """
import random, sys
import rules_engine.api
from rules_engine.bots import bot_for
from rules_engine.bots.match import play_hand
from rules_engine.games import make_game
def there(): return any(name.startswith("rules_engine.solver") for name in sys.modules)
game = make_game("double-king-pedro")
strong, plain = bot_for(game, "strong"), bot_for(game)
strong.worlds = 1
def seen(position, move):
    few = max(map(len, position.hands)) <= strong.solving.cards
    assert few or not there(), position.hands
play_hand(game, 2, [strong, plain, plain, plain], "1", seen)
assert there()
"""], capture_output=True, encoding="utf-8", check=False)
    assert told.returncode == 0, told.stderr

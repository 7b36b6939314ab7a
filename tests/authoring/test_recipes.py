"""Tests that a game made by an authors' recipe satisfies the contract for games, and that its examples pass."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from rules_engine.cli.new_site import new_site
from tests.authoring.recipes import GAME, IN_THE_PLAY, NEED_IT, PAGE, RECIPES, follow
from tests.site.tiny import ROOT, WITHOUT_NODE, python_in
from tests.some import some

HANDS = """
import random
from rules_engine.bots import bot_for
from rules_engine.bots.inference import note_position, watch
from rules_engine.bots.worlds import Worlds
from rules_engine.core.model.cards import FACE_DOWN
from rules_engine.core.model.memory import Memory
from rules_engine.games import make_game

game, rng = make_game("plain-trump"), random.Random(7)
position = game.deal(7)
memories = [Memory(game.table.size) for _ in game.table.seats]
bot, phases = bot_for(game), set()
while position.to_act is not None:
    seat = position.to_act
    view = game.view(position, seat, memories[seat])
    world = Worlds(view).draw(rng)
    piles = [*world.hands, getattr(world, "stock", []), *getattr(world, "passed", [])]
    assert FACE_DOWN not in [card for pile in piles for card in pile], position.phase
    assert [*map(len, world.hands)] == [*map(len, position.hands)]
    phases.add(position.phase)
    move = bot.choose(view, rng).move
    after, _ = game.play(position, move)
    for each in game.table.seats:
        watch(game, memories[each], each, position, move, after)
    position = after
assert position.hand_over
print(*sorted(phases))
"""
"""Script in which bots play a complete hand, drawing possible deals at every turn."""


def run(site: Path, *arguments: str) -> str:
    """Run Python in the site's folder, without Node.js, and return its output."""
    return python_in(site, *arguments, PATH=WITHOUT_NODE).stdout


FOLLOWED = {first for recipe in RECIPES.values() for first in recipe.first}
LONGEST = max(sorted(RECIPES.keys() - FOLLOWED), key=lambda name: len(RECIPES[name].pieces))
"""The longest recipe that isn't a prerequisite for another one. Its own prerequisites are followed first."""


@pytest.mark.parametrize("name", some(RECIPES, []))
def test_a_recipe_makes_a_whole_game(tmp_path: Path, mypy_cache: str, name: str) -> None:
    site = tmp_path / "my-games"
    new_site(site)
    follow(site, name)
    run(site, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-n", "0")
    run(site, "-m", "ruff", "check", "--no-cache", "--ignore", "I001,F401,E501", "--config", str(ROOT / "pyproject.toml"),
        "my_games")
    run(site, "-m", "mypy", "--cache-dir", mypy_cache, "--strict", "my_games")
    stages = set(re.findall(r'Stage\(phase="([\w-]+)"', (site / "my_games/plain_trump/game.py").read_text(encoding="utf-8")))
    assert {*run(site, "-c", HANDS).split()} == {*stages, "play"}
    for shared in ("node_modules", ".cache"):
        (site / shared).symlink_to(ROOT / shared)
    run(site, "-m", "mkdocs", "build", "--strict")


def test_the_page_names_what_is_there() -> None:
    assert len(RECIPES) == len(re.findall(r"^\| \[", PAGE, re.MULTILINE)) == 13
    assert all(recipe.pieces for recipe in RECIPES.values())
    assert NEED_IT == ["bids", "passing-cards"]
    assert len(IN_THE_PLAY) == 5
    for path, names in re.findall(r"((?:`\w+`(?:, | and )?)+) in\s+`(rules_engine/[\w/]+\.py)`", PAGE):
        code = (ROOT / names).read_text(encoding="utf-8")
        for each in re.findall(r"`(\w+)`", path):
            assert f"def {each}(" in code, f"{names} has no {each}"
    assert GAME in PAGE

"""Positions for bot tests: hands that a bot plays, and redeals of the cards that it can't see."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from rules_engine.bots import BotMove, bot_for
from rules_engine.core.game.game import Game


def moments(game: Game[Any], hands: int) -> Iterator[tuple[Any, BotMove]]:
    """Yield every position in some hands with the bot's choice. Some of the moves then made are random instead."""
    player = bot_for(game)
    for seed in range(hands):
        position, rng = game.deal(seed), random.Random(seed)
        while position.to_act is not None:
            choice = player.choose(game.view(position, position.to_act), random.Random(seed))
            yield position.copy(), choice
            wanders = rng.random() < 0.3
            game.advance(position, rng.choice(game.legal(position)) if wanders else choice.move)


def other_world(position: Any, rng: random.Random) -> Any:
    """Return the position after redistributing the cards that the seat to act can't see."""
    world = position.copy()
    others = [seat for seat in range(len(world.hands)) if seat != world.to_act]
    hidden = [card for seat in others for card in world.hands[seat]]
    rng.shuffle(hidden)
    for seat in others:
        size = len(world.hands[seat])
        world.hands[seat], hidden = hidden[:size], hidden[size:]
    return world

"""What the engine tells of scenarios and of random matches, as one text each: run natively and, its source sent there,
inside Pyodide. It imports what ships to the browser and nothing else of ours.
"""

from __future__ import annotations

import hashlib
import json
import random
from typing import Any

from rules_engine.core.setups import facts_of
from rules_engine.core.telling import telling_of
from rules_engine.games import make_game
from rules_engine.scenario import read_scenario, replay
from rules_engine.scenario.ask import answer

MOST_HANDS = 6
"""A match is left after so many hands; most are over before."""


def digest(text: str) -> str:
    """A short name of a text: two texts with the same one are the same, byte for byte."""
    return hashlib.sha256(text.encode()).hexdigest()


def scenario_told(text: str) -> str:
    """All that a scenario's replay tells: facts and events after every step, verdicts, answers, failures."""
    run = replay(read_scenario(json.loads(text)))
    told: list[Any] = [facts_of(run.game, run.start), run.announced]
    for place, moment in enumerate(run.moments):
        told.append(
            [
                facts_of(run.game, moment.after),
                moment.refused,
                moment.events,
                moment.findings,
                answer(run, place)._replace(game=None, position=None) if moment.step.ask else None,
            ]
        )
    return _text([told, run.problems])


def match_told(choices: list[Any], seed: int) -> str:
    """A match between players who draw lots: its log, and the facts after every move of two hands and every other hand."""
    game = make_game(*choices)
    rng = random.Random(f"{choices}/{seed}")
    position = game.deal(seed)
    told: list[Any] = []
    for hand in range(MOST_HANDS):
        told.append([telling_of(game).deal(position), facts_of(game, position)])
        while position.to_act is not None:
            move = rng.choice(game.legal(position))
            position, events = game.play(position, move)
            facts = facts_of(game, position) if hand < 2 or position.hand_over else None
            told.append([move.text, telling_of(game).events(position, events), facts])
        if position.game_over:
            break
        position = game.deal(seed * MOST_HANDS + hand, before=position)
    return _text([told, position.game_over])


def _text(told: Any) -> str:
    return json.dumps(told, ensure_ascii=False, default=str)

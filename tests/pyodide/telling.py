"""What the engine tells of scenarios and of random matches, as one text each: run natively and, its source sent there,
inside Pyodide. It imports what ships to the browser and nothing else of ours.
"""

from __future__ import annotations

import hashlib
import json
import random
from typing import Any

from rules_engine.core.rules import Verdict
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
    told: list[Any] = [run.game.tell(run.start), run.announced]
    for place, moment in enumerate(run.moments):
        told.append(
            [
                run.game.tell(moment.after),
                moment.refused,
                _events(moment.events),
                _findings(moment.verdict),
                answer(run, place)._replace(position=None) if moment.step.ask else None,
            ]
        )
    return _text([told, run.failures])


def match_told(choices: list[Any], seed: int) -> str:
    """A match between players who draw lots: its log, and the facts after every move of two hands and every other hand."""
    game = make_game(*choices)
    rng = random.Random(f"{choices}/{seed}")
    position = game.deal(seed)
    told: list[Any] = []
    for hand in range(MOST_HANDS):
        told.append([_events(game.announce(position)), game.tell(position)])
        while position.to_act is not None:
            move = rng.choice(game.legal(position))
            position, events = game.play(position, move)
            told.append([move.text, _events(events), game.tell(position) if hand < 2 or position.hand_over else None])
        if position.game_over:
            break
        position = game.deal(seed * MOST_HANDS + hand, before=position)
    return _text([told, position.game_over])


def _findings(verdict: Verdict | None) -> list[Any] | None:
    return None if verdict is None else list(verdict.findings)


def _events(events: Any) -> list[Any]:
    return list(events)


def _text(told: Any) -> str:
    return json.dumps(told, ensure_ascii=False, default=str)

"""Transcripts of scenarios, random matches and the engine's responses to a page, one string each. This module runs
natively and inside Pyodide, to which tests send its source. It imports only modules that are shipped.
"""

from __future__ import annotations

import hashlib
import json
import random
import re
from typing import Any

from rules_engine.api import handle
from rules_engine.core.game.setups import facts_of
from rules_engine.games import make_game
from rules_engine.narration.narrator import narrator_for
from rules_engine.quiz.generator import FRESH
from rules_engine.quiz.questions import answer
from rules_engine.scenarios.read import read_scenario
from rules_engine.scenarios.replay import replay

MOST_HANDS = 6
"""Maximum number of hands per match; most matches are over before that."""

OFFERED = re.compile(r'data-do="(play|pick|next|say|mark|bid|number)"(?: data-value="([^"]*)")?')
"""Pattern for the buttons and cards on a practice table that continue the hand."""


def digest(text: str) -> str:
    """Return the SHA-256 digest of a string."""
    return hashlib.sha256(text.encode()).hexdigest()


def scenario_told(text: str) -> str:
    """Return everything that replaying a scenario reports: facts and events after every step, verdicts, answers and failures."""
    run = replay(read_scenario(json.loads(text)))
    told: list[Any] = [facts_of(run.game, run.start), run.announced]
    for place, moment in enumerate(run.moments):
        told.append(
            [
                facts_of(run.game, moment.after),
                moment.refused,
                moment.events,
                moment.findings,
                answer(run, place)[2:7] if moment.step.ask else None,
            ]
        )
    return _text([told, run.problems])


def match_told(choices: list[Any], seed: int) -> str:
    """Return the log of a random match, with facts after every move in two hands and at the end of the others."""
    game = make_game(*choices)
    rng = random.Random(f"{choices}/{seed}")
    position = game.deal(seed)
    told: list[Any] = []
    for hand in range(MOST_HANDS):
        told.append([narrator_for(game).deal(position), facts_of(game, position)])
        while position.to_act is not None:
            move = rng.choice(game.legal(position))
            position, events = game.play(position, move)
            facts = facts_of(game, position) if hand < 2 or position.hand_over else None
            told.append([move.text, narrator_for(game).events(position, events), facts])
        if position.game_over:
            break
        position = game.deal(seed * MOST_HANDS + hand, before=position)
    return _text([told, position.game_over])


def page_told(choices: list[Any], seed: int) -> str:
    """Return the responses to a page that plays a hand with random requests in between, and then asks each type of question."""
    game, variant, players, _, options = choices
    table = {"game": game, "variant": variant, "players": players, "options": options, "seed": seed}
    rng = random.Random(f"{choices}/{seed}")
    answer = _asked(op="practice", **table)
    told = [answer]
    while not answer["over"]:
        here = {"op": "do", "save": answer["save"], "picked": answer["picked"]}
        if answer["running"]:
            answer = _asked(**here, do="go")
            told.append(answer)
            continue
        deed, value = rng.choice(OFFERED.findall(answer["html"]))
        # A card that can be selected with others can also be played alone. Python in the browser has no html.unescape.
        deed, value = "play" if deed == "mark" else deed, value.replace("&#39;", "'")
        told.append(_asked(**here, do=rng.choice(("hint", "because", "last", "undo"))))
        if deed == "play":
            told.append(_asked(**here, do="why", value=value))
        answer = _asked(**here, do=deed, value=value)
        told.append(answer)
    told.append(_asked(op="resume", save=answer["save"]))
    told.append(_asked(op="do", save=answer["save"], do="deal", seed=seed))
    return _text([told, [_asked(op="quiz", kind=kind, **table) for kind in FRESH]])


def what_if_told(text: str) -> str:
    """Return the responses to a page that asks for a variation at each step of a scenario."""
    example = json.loads(text)
    steps = range(len(example.get("script", ())) + 1)
    return _text([_asked(op="whatif", scenario=example, step=step, do="bots") for step in steps])


def _asked(**question: Any) -> Any:
    return json.loads(handle(json.dumps({"links": {"game": "../", "general": "../../", "faces": "faces"}, **question})))


def _text(told: Any) -> str:
    return json.dumps(told, ensure_ascii=False, default=str)

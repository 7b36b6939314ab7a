"""Everything that a table says of a game: seeded hands are played through it, and every button pressed on the way."""

from __future__ import annotations

import json
import random
from collections.abc import Iterable
from typing import Any

from rules_engine.core.game import Game
from rules_engine.core.language import Language, reading
from rules_engine.scenario.model import ASKS, write_scenario
from rules_engine.scenario.run import Replay
from rules_engine.table.messages import handle
from rules_engine.table.session import read_save

OFTEN, SELDOM = 0.3, 0.1
"""How often a reader looks back or asks."""
MOST = 500
"""Moves of a hand: none takes so many."""


def said_of(games: Iterable[Game[Any]], language: Language, hands: int) -> None:
    """Play ``hands`` of each game, and ask questions: what was said and isn't in the language's catalogue is ``missing`` there
    afterwards.
    """
    with reading(language):
        for game in games:
            for seed in range(hands):
                _Reader(game, seed).play()
            for kind in ASKS:
                _ask({"op": "quiz", "game": game.id, "variant": game.variant, "players": game.table.size, "kind": kind,
                      "seed": hands})


class _Reader:
    """Somebody who plays at random, and presses everything that there is."""

    def __init__(self, game: Game[Any], seed: int) -> None:
        self.rng = random.Random(seed)
        self.answer = _ask({"op": "practice", "game": game.id, "seed": seed, "variant": game.variant,
                            "players": game.table.size, "options": dict(game.options)})

    def do(self, deed: str, value: str = "") -> dict[str, Any]:
        """Press something, and look at what comes."""
        return _ask({"op": "do", "do": deed, "value": value, "save": self.answer["save"], "seed": 1})

    def play(self) -> None:
        """The hand to its end, its review, and the next one."""
        for _ in range(MOST):
            if self.answer["over"] and not self.answer["waiting"]:
                break
            if self.answer["turn"]:
                self._look_round()
                self.answer = self.do("play", self._move())
            else:
                self.answer = self.do("go")
        review = self.do("review")
        while review.get("thinking"):
            review = self.do("review", "more")
        for deed in ("choice", "retry"):
            self.do(deed, "1")
        for deed in ("undo", "now", "because", "hint", "again", "deal"):
            self.do(deed)

    def _move(self) -> str:
        session = read_save(self.answer["save"])
        return self.rng.choice([move.text for move in session.game.legal(session.position)])

    def _look_round(self) -> None:
        session = read_save(self.answer["save"])
        tried = [move.text for move in session.game.candidates(session.position)]
        for move in self.rng.sample(tried, min(3, len(tried))):
            self.do("why", move)
        barred = sorted({*tried} - {move.text for move in session.game.legal(session.position)})
        for move in self.rng.sample(barred, min(3, len(barred))):
            self.do("play", move)
        hand = [*session.position.hands[session.position.to_act or 0]]
        for card in self.rng.sample(hand, min(2, len(hand))):
            self.do("pick", card.text)
        for deed, share in (("because", OFTEN), ("last", OFTEN), ("hint", SELDOM)):
            if self.rng.random() < share:
                self.do(deed)
        if session.moves and self.rng.random() < OFTEN:
            self.do("look", str(self.rng.randrange(len(session.moves)) + 1))


def _ask(message: dict[str, Any]) -> dict[str, Any]:
    answer: dict[str, Any] = json.loads(handle(json.dumps({**message, "links": {}})))
    return answer


def said_of_scenario(run: Replay, language: Language) -> None:
    """Try a worked example in other ways, or solve a puzzle rightly, wrongly and with help."""
    with reading(language):
        if run.scenario.kind == "example":
            _vary(run)
        elif run.scenario.kind == "puzzle":
            _solve(run)


def _vary(run: Replay) -> None:
    """At the beginning and in the midst: what can be played, what can't, what the bots would do, and back again."""
    about = {"op": "whatif", "scenario": write_scenario(run.scenario)}
    for step in {0, len(run.moments) // 2}:
        position = run.moments[step].before if run.moments else run.start
        tries = [move.text for move in run.game.candidates(position)] if position.to_act is not None else []
        for text in tries[:6]:
            answer = _ask({**about, "step": step, "moves": [], "do": "play", "value": text})
            for deed in ("bots", "undo"):
                _ask({**about, "step": step, "moves": answer.get("moves", []), "do": deed})


def _solve(run: Replay) -> None:
    about = {"op": "puzzle", "scenario": write_scenario(run.scenario)}
    position = next(moment.before for moment in run.moments if moment.step.ask is not None)
    first = [move.text for move in run.game.legal(position)]
    for text in first:
        answer = _ask({**about, "moves": [], "do": "play", "value": text})
        while not answer["over"] and not answer["wrong"]:
            moves = answer["moves"]
            answer = _ask({**about, "moves": moves, "do": "go"})
            answer = answer if len(answer["moves"]) > len(moves) else _ask({**about, "moves": moves, "do": "show"})
        for deed in ("values", "back"):
            _ask({**about, "moves": answer["moves"], "do": deed})
    _ask({**about, "moves": [], "do": "show"})
    _ask({**about, "moves": [], "explored": [], "do": ""})
    _ask({**about, "moves": [], "explored": [], "do": "play", "value": first[0]})

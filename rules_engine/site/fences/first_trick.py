"""The prebuilt first trick in a page's practice hand, which can be played while Python is still loading.

Each click leads from one response to the next. Each response is the one that the engine (`handle`) returns for the same message.
It also contains the saved hand, from which Python continues when it has started.
"""

from __future__ import annotations

import json
import re
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from html.parser import HTMLParser
from typing import cast

from rules_engine.api import handle
from rules_engine.api.protocol import HandAnswer
from rules_engine.html.links import Links
from rules_engine.scenarios.model import Scenario, write_scenario

OPENINGS = "openings/"
"""The folder of the prebuilt first tricks below `assets/followsuit/`."""
DECISIONS = 2
"""Maximum number of the reader's prebuilt moves; the first trick may have fewer."""
MOST = 400
"""Maximum number of prebuilt responses in a hand, about 20 kB compressed. Responses reached with the fewest clicks are generated
first."""
PRESSED = ("play", "pick", "bid", "number")
"""The actions that work in a prebuilt first trick. Other actions require Python."""


_PIECE = re.compile(r"(?=<(?:button|div|li|p|span)\b)")
"""Boundaries at which HTML is split into pieces. Most pieces occur in several responses, so each is stored once."""


class OpeningError(Exception):
    """Raised if the game's code fails at an action in the first trick. The message is the one that the table would show."""


class PrebuiltAnswer(HandAnswer):
    """A response of the engine. ``then`` maps each action with its value (``play 7S``) to the index of the next response."""

    then: dict[str, int]


def opening_file(answers: Sequence[PrebuiltAnswer]) -> dict[str, object]:
    """Return responses in the file's format, in which their HTML is a list of indexes into a list of distinct pieces."""
    pieces: dict[str, int] = {}

    def cut(html: str) -> list[int]:
        return [pieces.setdefault(piece, len(pieces)) for piece in _PIECE.split(html)]
    cuts = [{**answer, "html": cut(answer["html"]), "side": cut(answer["side"])} for answer in answers]
    return {"answers": cuts, "pieces": list(pieces)}


def opening_of(scenario: Scenario, links: Links, words: Mapping[str, str] | None) -> list[PrebuiltAnswer]:
    """Return the responses for a prebuilt first trick, starting with the response to the deal.

    ``words`` are the translations for the page's language, or None. Raises ``OpeningError`` if the game fails.
    """
    source = write_scenario(scenario)
    asked = {"links": links._asdict(), **({"words": words} if words else {})}
    deal = {"op": "practice", "seed": source["setup"].get("seed"),
            **{name: source.get(name) for name in ("game", "setup", "variant", "players", "options")}}
    return list(_answers(json.dumps({**asked, **deal}, sort_keys=True), json.dumps(asked, sort_keys=True)))


@lru_cache(maxsize=32)
def _answers(deal: str, asked: str) -> tuple[PrebuiltAnswer, ...]:
    """Return the responses to a deal and to all following actions; ``asked`` holds the JSON fields common to all messages."""
    first = _answer(deal)
    answers, places, waiting = [first], {_key(first): 0}, deque([(0, 0)])
    while waiting:
        place, decisions = waiting.popleft()
        at = answers[place]
        if len(answers) >= MOST and not at["running"]:
            break
        for do, value in _presses(at):
            message = {"op": "do", "do": do, "value": value, "save": at["save"], "picked": at["picked"]}
            answer = _answer(json.dumps({**json.loads(asked), **message}))
            decided = decisions + (do != "go" and answer["save"] != at["save"])
            if _key(answer) not in places:
                places[_key(answer)] = len(answers)
                answers.append(answer)
                if answer["running"]:
                    waiting.appendleft((len(answers) - 1, decided))  # continues without an action by the reader
                elif decided < DECISIONS:
                    waiting.append((len(answers) - 1, decided))
            at["then"][f"{do} {value}"] = places[_key(answer)]
    return tuple(answers)


def _answer(message: str) -> PrebuiltAnswer:
    answer = json.loads(handle(message))
    if "error" in answer:
        pressed = json.loads(message).get("value", "")
        raise OpeningError((f"where a reader presses {pressed!r}, the table says: " if pressed else "") + answer["error"])
    return cast(PrebuiltAnswer, {**answer, "then": {}})


def _key(answer: PrebuiltAnswer) -> str:
    return json.dumps({**answer, "then": None}, sort_keys=True)


def _presses(answer: PrebuiltAnswer) -> Iterator[tuple[str, str]]:
    """Yield the actions and values that a response offers, in order; none after the trick."""
    if answer["running"]:
        yield "go", ""
    elif not (answer["waiting"] or answer["over"]):
        buttons = _Buttons()
        buttons.feed(answer["html"])
        yield from dict.fromkeys(buttons.found)


class _Buttons(HTMLParser):
    """A parser that collects the buttons in a table's HTML."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[tuple[str, str]] = []

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        """Record a button with its action and value. A button without a value can't be pressed yet."""
        told = dict(attributes)
        do, value = told.get("data-do"), told.get("data-value")
        if tag == "button" and do and do in PRESSED and value:
            self.found.append((do, value))

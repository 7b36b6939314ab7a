"""The first trick of a page's own hand, made with the page: it can be played while Python is still being fetched.

What is pressed leads from one answer to the next, and each answer is the one that the reader's Python would give to the same
message (`handle`). It holds the hand's save too, so Python goes on from wherever the reader has come to.
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
"""Where they lie, in a site's folder of ours."""
DECISIONS = 2
"""So many moves of the reader's can be made, or as many as belong to the first trick."""
MOST = 400
"""Answers of one opening; those of the fewest presses are made first. Compressed they are some 20 kB."""
PRESSED = ("play", "pick", "bid", "number")
"""What a reader may press in an opening. Whatever else is pressed waits for Python."""


_PIECE = re.compile(r"(?=<(?:button|div|li|p|span)\b)")
"""Before what each piece of HTML begins with: most pieces are those of the answer before."""


class OpeningError(Exception):
    """The game fails at what a reader may press in the first trick; the message is what the table would tell."""


class PrebuiltAnswer(HandAnswer):
    """An answer, with the places of those that each press leads to, by what it does and its value."""

    then: dict[str, int]


def opening_file(answers: Sequence[PrebuiltAnswer]) -> dict[str, object]:
    """Return answers as a page fetches them: their HTML is put together of pieces, each of which is there once."""
    pieces: dict[str, int] = {}

    def cut(html: str) -> list[int]:
        return [pieces.setdefault(piece, len(pieces)) for piece in _PIECE.split(html)]
    cuts = [{**answer, "html": cut(answer["html"]), "side": cut(answer["side"])} for answer in answers]
    return {"answers": cuts, "pieces": list(pieces)}


def opening_of(scenario: Scenario, links: Links, words: Mapping[str, str] | None) -> list[PrebuiltAnswer]:
    """Return the answers from the deal on, the deal's own first; ``words`` are those of the page's language.

    Raises ``OpeningError``.
    """
    source = write_scenario(scenario)
    asked = {"links": links._asdict(), **({"words": words} if words else {})}
    deal = {"op": "practice", "seed": source["setup"].get("seed"),
            **{name: source.get(name) for name in ("game", "setup", "variant", "players", "options")}}
    return list(_answers(json.dumps({**asked, **deal}, sort_keys=True), json.dumps(asked, sort_keys=True)))


@lru_cache(maxsize=32)
def _answers(deal: str, asked: str) -> tuple[PrebuiltAnswer, ...]:
    """The answers to the message of a deal, and to all that is pressed after it; ``asked`` is what every message has."""
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
                    waiting.appendleft((len(answers) - 1, decided))  # nobody presses: what follows belongs to it
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
    """What leads on from an answer, in its order; once the trick is over, nothing."""
    if answer["running"]:
        yield "go", ""
    elif not (answer["waiting"] or answer["over"]):
        buttons = _Buttons()
        buttons.feed(answer["html"])
        yield from dict.fromkeys(buttons.found)


class _Buttons(HTMLParser):
    """What a reader may press on a table."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[tuple[str, str]] = []

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        """Note a button."""
        told = dict(attributes)
        if tag == "button" and (do := told.get("data-do")) in PRESSED and do is not None:
            self.found.append((do, told.get("data-value") or ""))

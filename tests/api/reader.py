"""A simulated reader at the practice table, who sends messages and activates only the buttons on the page."""

from __future__ import annotations

import json
import random
from base64 import urlsafe_b64decode
from dataclasses import replace
from typing import Any, NamedTuple

from rules_engine.api import handle
from rules_engine.api.saves import read_save, replayed, write_save
from rules_engine.api.session import Session
from tests.dom import Node, read

LINKS = {"game": "../snakebit/", "general": "../", "faces": "../faces"}
FORWARD = ("play", "pick", "bid", "say", "next", "deal")
"""The button actions that continue a hand, besides ``give``, which gives selected cards away."""
Answer = dict[str, Any]


def ask(**message: Any) -> Answer:
    """Return the engine's answer to a message."""
    answer: Answer = json.loads(handle(json.dumps({"links": LINKS} | message)))
    return answer


def answered(**message: Any) -> Answer:
    """Return the engine's answer to a message, asserting that it isn't an error."""
    answer = ask(**message)
    assert "error" not in answer, answer
    return answer


class Deed(NamedTuple):
    """A button's action and value."""

    do: str
    value: str = ""


def offered(html: str) -> list[Deed]:
    """Return the actions of the enabled buttons."""
    return [_deed(button) for button in read(html).all("button[data-do]") if "aria-disabled" not in button]


def _deed(button: Node) -> Deed:
    return Deed(button["data-do"], button.get("data-value"))


def does(answer: Answer, deed: Deed, seed: int = 0) -> Answer:
    """Return the engine's answer after the reader activates a button in the HTML of the given answer."""
    return ask(op="do", save=answer["save"], picked=answer["picked"], seed=seed, **deed._asdict())


def hinted(answer: Answer) -> Answer:
    """Return the answer with the coach's final advice for the reader's turn."""
    told = does(answer, Deed("hint"))
    while told.get("thinking"):
        told = does(answer, Deed("hint", "more"))
    return told


_LATEST: list[tuple[Answer, Session]] = []
"""Cache for the save that was read last: its start and its session."""


def session_of(answer: Answer) -> Session:
    """Return the session in an answer's save. During a hand, continue the cached session if it has the same start."""
    save = answer["save"]
    if answer["over"]:
        return read_save(save)
    start = json.loads(urlsafe_b64decode(save.rpartition(".")[2] + "==="))
    moves, said = start.pop("m"), {int(place): phrase for place, phrase in start.pop("t", {}).items()}
    texts = moves.split(",") if moves else []
    if _LATEST and _LATEST[0][0] == start:
        known = _LATEST[0][1]
        same = [move.text == text for move, text in zip(known.moves, texts, strict=False)]
        hand = known.at(same.index(False) if False in same else len(same))
        hand = replace(replayed(hand, texts[len(hand.moves):]), said=said)
        hand.check_said()
    else:
        hand = read_save(save)
    assert write_save(hand) == save
    _LATEST[:] = [(start, hand)]
    return hand


def seated(**table: Any) -> Answer:
    """Deal a hand, let the bots move one by one, and return the answer at the reader's first turn."""
    return settled(ask(op="practice", **table))


def settled(answer: Answer) -> Answer:
    """Let the bots move until the hand pauses or the reader has to decide, and return the last answer."""
    while answer["running"]:
        answer = does(answer, Deed("go"))
    return answer


def goes_on(answer: Answer, rng: random.Random) -> Answer:
    """Continue the hand by a random reader action, or by ``go`` while a bot is to move, and return the answer."""
    if answer["running"]:
        return does(answer, Deed("go"))
    page, deeds = read(answer["html"]), offered(answer["html"])
    numbers = [deed for deed in deeds if deed.do == "number"]
    forward = [deed for deed in deeds if deed.do in FORWARD]
    if numbers and (not forward or rng.random() < 0.8):
        return does(answer, rng.choice(numbers))
    if give := page.all("[data-do=give]"):
        marks = [deed.value for deed in deeds if deed.do == "mark"]
        return does(answer, Deed("give", ",".join(rng.sample(marks, int(give[0]["data-count"])))))
    if answer["picked"]:    # the tray shows the selected card's moves; other buttons deselect it
        forward = [deed for deed in offered_in_the_tray(page) if deed.do == "play"]
    return does(answer, rng.choice(forward), rng.randrange(1 << 20))


def offered_in_the_tray(page: Node) -> list[Deed]:
    """Return the actions of the enabled buttons in the tray above the hand."""
    return [_deed(button) for button in page.all("#fs-tray button[data-do]") if "aria-disabled" not in button]

"""A reader at the practice table: sends messages, and does only what the picture offers."""

from __future__ import annotations

import json
import random
from html.parser import HTMLParser
from typing import Any, NamedTuple

from rules_engine.table import handle

LINKS = {"game": "../snakebit/", "general": "../"}
FORWARD = ("play", "pick", "say", "next", "deal")
"""What takes a hand further, of all that buttons do."""


def ask(**message: Any) -> dict[str, Any]:
    """The answer to a message."""
    answer: dict[str, Any] = json.loads(handle(json.dumps({"links": LINKS} | message)))
    return answer


class Deed(NamedTuple):
    """What a button does, and what with."""

    do: str
    value: str


class _Buttons(HTMLParser):
    """The deeds that a picture's buttons offer, those that are shut left out; a field stands for each of its values."""

    def __init__(self) -> None:
        super().__init__()
        self.deeds: list[Deed] = []
        self._field = ""
        self._options: dict[str, list[str]] = {}

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = {name: value or "" for name, value in attrs}
        if tag == "select":
            self._field = found["id"]
        elif tag == "option":
            self._options.setdefault(self._field, []).append(found["value"])
        elif tag == "button" and "aria-disabled" not in found:
            values = self._options[found["data-from"]] if "data-from" in found else [found.get("data-value", "")]
            self.deeds += [Deed(found["data-do"], value) for value in values]


def offered(html: str) -> list[Deed]:
    """What the picture's buttons do."""
    buttons = _Buttons()
    buttons.feed(html)
    return buttons.deeds


def does(answer: dict[str, Any], deed: Deed, seed: int = 0) -> dict[str, Any]:
    """The answer to pressing a button of an answer's picture."""
    return ask(op="do", save=answer["save"], picked=answer["picked"], seed=seed, **deed._asdict())


def goes_on(answer: dict[str, Any], rng: random.Random) -> dict[str, Any]:
    """The answer to something the reader does to go on, whatever is offered."""
    deeds = [deed for deed in offered(answer["html"]) if deed.do in FORWARD]
    if answer["picked"]:    # a second press on the card would only close the choice again
        deeds = [deed for deed in deeds if deed.do == "play" and deed.value.split()[0] != "bid"]
    return does(answer, rng.choice(deeds), rng.randrange(1 << 20))

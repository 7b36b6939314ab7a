"""The fullest tables that occur in hands, as HTML from the engine, so that pages can show them without starting Python.

For each type of situation, such as a bid, a refused move, table talk or a score, the table with the most text is used.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple

from rules_engine.authoring.translations.catalogues import engine_words
from tests.api import reader
from tests.api.reader import Answer, Deed, ask, does, goes_on, hinted, offered, settled
from tests.dom import read

LONGEST_HAND = 150
"""Maximum number of actions per hand."""
HINTS = 1
"""Maximum number of hints per hand, because the coach is slow."""


class TableMoment(NamedTuple):
    """A point in a hand: its type of situation, and the HTML of the table."""

    kind: str
    html: str


def fullest_moments(links: dict[str, str], seeds: int = 1, **table: Any) -> list[TableMoment]:
    """Return the fullest table for each type of situation in some random hands; ``links`` has the page's links and language."""
    with _read_at(links):
        return _fullest(seeds, links, table)


def _fullest(seeds: int, links: dict[str, str], table: dict[str, Any]) -> list[TableMoment]:
    words = {"words": engine_words(links["language"], [table["game"]])} if links.get("language") else {}
    found = dict[str, TableMoment]()
    for seed in range(1, seeds + 1):
        for moment in _met(settled(ask(op="practice", seed=seed, **words, **table)), random.Random(seed)):
            best = found.get(moment.kind)
            if best is None or _letters(moment) > _letters(best):
                found[moment.kind] = moment
    return list(found.values())


@contextmanager
def _read_at(links: dict[str, str]) -> Iterator[None]:
    """Context manager that sets the links and the language in the messages that the tests send."""
    before, reader.LINKS = reader.LINKS, links
    yield
    reader.LINKS = before


def _met(answer: Answer, chance: random.Random) -> Iterator[TableMoment]:
    hints = 0
    for _ in range(LONGEST_HAND):
        yield _moment(answer)
        shut = [Deed("play", card["data-value"]) for card in read(answer["html"]).all("button.fs-shut[data-do=play]")]
        if shut:
            yield _moment(does(answer, chance.choice(shut)), "refused ")
        if hints < HINTS and Deed("hint") in offered(answer["html"]):
            hints += 1
            yield _moment(hinted(answer), "advised ")
        if "fs-ending" in answer["html"]:
            return
        answer = settled(goes_on(answer, chance))


def _moment(answer: Answer, kind: str = "") -> TableMoment:
    """Return the table in a response. Its type names the phase, the number of answers and the elements that need space."""
    html = answer["html"]
    phase = re.search(r'data-phase="([^"]*)"', html)
    answers = html.count('data-do="play"', html.index('id="fs-slip"'), html.index('id="fs-own"'))
    beside = [name for name in ("fs-numbers", "fs-talk", "fs-ending", "fs-do-give") if name in html]
    return TableMoment(f"{kind}{phase[1] if phase else ''} {answers} {' '.join(beside)}".strip(), html)


def _letters(moment: TableMoment) -> int:
    return len(re.sub("<[^>]*>", "", moment.html))

"""Transcripts of sessions at the table: all text that a reader sees in a hand, from the deal to the review, and in a puzzle,
on the table and on paper.

A translated game has a transcript in that language too, with the catalogue's seat names and with players' own names.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from unittest.mock import patch

from rules_engine.api import messages
from rules_engine.api.coach import turn_analysis
from rules_engine.authoring.checks.check import check_file
from rules_engine.authoring.translations.catalogues import engine_words
from rules_engine.bots import recommendation
from rules_engine.html.puzzle_html import words
from rules_engine.scenarios.model import write_scenario
from rules_engine.text.locale import Catalogue, use_language
from tests.api import reader
from tests.api.reader import Answer, Deed, ask, does, goes_on, hinted, offered
from tests.dom import read

EXAMPLES = Path(__file__).parents[2] / "examples"
OWN_NAMES = ("Anna", "Ben", "Carla", "Dora", "Emil")
TABLES: Mapping[str, Mapping[str, list[tuple[str, int, bool]]]] = {
    "en": {"snakebit": [("standard", 4, False)], "double-knot": [("teams", 4, False)], "double-decker": [("standard", 4, False)],
           "double-king-pedro": [("standard", 4, False)], "knueffeln": [("bohmstedt", 4, False)]},
    "de": {"knueffeln": [("bohmstedt", 4, False), ("bernhard-1924", 4, True), ("bohmstedt", 5, True)]}}
"""The hands to play, by language and game: the variant, the number of players, and whether the players have names."""
DEALS = 6
"""Number of deals in which the coach tries the moves on a turn."""
LOOKS = 5
"""Number of turns on which the reader asks for advice and tries an illegal card."""


def transcript(code: str, game: str) -> Iterator[str]:
    """Yield the transcript of a game in a language: a hand for each kind of table, and a puzzle."""
    with _spoken(code, game), patch.object(recommendation, "MOST", DEALS):
        turn_analysis._TURNS.clear()
        for variant, players, own in TABLES[code][game]:
            yield from _hand(game, variant, players, OWN_NAMES[:players] if own else ())
        yield from _puzzle(game)


@contextmanager
def _spoken(code: str, game: str) -> Iterator[None]:
    """Context manager that sets the language for answers."""
    if code == "en":
        yield
        return
    language = Catalogue(code, engine_words(code, [game]))
    with patch.dict(messages._LANGUAGES, {code: language}), patch.dict(reader.LINKS, language=code), use_language(language):
        yield


def _hand(game: str, variant: str, players: int, names: tuple[str, ...]) -> Iterator[str]:
    yield f"\n{game}, {variant}, {', '.join(names) or players}"
    setup = {"setup": {"seats": [*names]}} if names else {}
    rng, answer, turns = random.Random(game), ask(op="practice", game=game, seed=7, variant=variant, players=players, **setup), 0
    while not answer["over"] or answer["waiting"]:
        yield answer["say"]
        if answer["turn"] and not answer["picked"]:
            turns += 1
            yield from _asked(answer) if turns <= LOOKS else ()
        answer = goes_on(answer, rng)
    yield answer["say"]
    yield from (line.text for line in read(answer["side"]).all(".fs-log li"))
    yield from _review(answer)


def _asked(answer: Answer) -> Iterator[str]:
    barred = [card for card in read(answer["html"]).all("#fs-hand button") if "aria-disabled" in card]
    for deed in [Deed("hint"), *(Deed("why", card["data-value"]) for card in barred[:1])]:
        told = hinted(answer) if deed.do == "hint" else does(answer, deed)
        yield from (f"  {deed.do}: {each}" for each in [told.get("say")] if each)


def _review(answer: Answer) -> Iterator[str]:
    told = does(answer, Deed("review"))
    while told["thinking"]:
        told = does(answer, Deed("review", "more"))
    yield f"  review: {told['say']}"
    for choice in offered(told["html"]):
        if choice.do == "choice":
            yield f"  choice: {does(answer, choice)['say']}"


def _puzzle(game: str) -> Iterator[str]:
    run = check_file(EXAMPLES / game / "puzzles" / "01.yml").run
    assert run is not None
    yield f"\n{game}, a puzzle"
    yield from (read(line).text for line in words(run))
    about, moves = {"op": "puzzle", "scenario": write_scenario(run.scenario)}, list[str]()
    for do in ("", "show", "values", "go", "show", "go", "show", "go"):
        answer = ask(**about, moves=moves, do=do)
        yield f"  {do or 'asked'}: {answer['say']}"
        moves = answer["moves"]

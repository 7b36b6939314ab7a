"""Extracts the translatable messages in the engine and in games from their sources.

Babel finds sentences in ``say("…")``, rule titles in rule books, and other templates in ``template("…")``. Messages derived from
declarations, such as moves and the names of cards and seats, come from the game's class.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path

import rules_engine
from rules_engine.authoring.files import files_below
from rules_engine.authoring.translations.catalogues import joined, of_client, places_of
from rules_engine.bots import LEVELS
from rules_engine.core.game.game import AnyGame
from rules_engine.core.game.game_options import option_labels, option_named
from rules_engine.core.game.setups import settable
from rules_engine.core.model.cards import Pack
from rules_engine.core.model.packs import FRENCH
from rules_engine.core.model.seats import DEFAULT_SEATS, FIRST_NAMES
from rules_engine.core.positions.field_types import SEAT
from rules_engine.games import game_class
from rules_engine.narration.move_phrases import short_templates, usual_templates
from rules_engine.narration.narrator import words_of
from rules_engine.narration.quantities import UNITS
from rules_engine.scenarios.model import Scenario
from rules_engine.scenarios.written_text import texts_of
from rules_engine.text.locale import key_of
from rules_engine.text.message import templates_of
from rules_engine.text.template import has_words

ENGINE = Path(rules_engine.__file__).resolve().parent
MESSAGE_FOLDERS = ("api", "bots", "core", "html", "narration", "puzzles", "quiz", "scenarios", "site/fences", "site/mkdocs",
                   "site/pages", "site/previews", "text")
"""The packages, besides the games, that contain messages shown to readers."""
BUILT = ("bots/decisions.py", "bots/stats.py", "core/game/cover.py", "site", "html/chart.py", "html/daily_question.py",
         "html/puzzle_page.py", "html/reference_card.py", "html/strategy_test.py", "html/tiles.py", "quiz/strategy_test.py",
         "quiz/turn_questions.py", "quiz/who_holds.py")
"""The folders and modules in `MESSAGE_FOLDERS` whose messages are needed during the build but not in the browser."""
PACKS = ENGINE / "core" / "model" / "packs.py"
"""The module that defines the packs of cards, which is skipped because each game's catalogue has the names of its cards and
suits. The names of French cards are in the engine's catalogue."""
PLAIN_GAME = ENGINE / "authoring" / "new_game" / "game"
"""The modules of the plain game made by ``followsuit new-game``, of whose sentences new games keep many."""
PLAIN_FORM = "CARD"
"""The form of the moves in the plain game."""
KEYWORDS = {"say": None, "template": None, "rule": (2,), "forbids": (2,), "offers": (2,)}
"""The functions with translatable arguments, in Babel's format: the position of the argument, or None for the first."""
WORDS = [("you", ""), ("play", ""), ("Dealer", ""), ("and", "between"), ("or", "between"), (".", "number"), (",", "number"),
         ("D", "dealer"), ("“", "quote"), ("”", "quote"),
         *((level, "bot") for level in LEVELS), *((unit, "unit") for unit in UNITS)]
"""Words and punctuation from which sentences are composed, each with its context."""

Entries = dict[str, str]
"""Maps the key of each catalogue entry to its source file, or "" if unknown."""


@cache
def engine_messages() -> Entries:
    """Return the engine's messages that games need in the browser: its own, the names of French cards, and the sentences of
    plain play."""
    seats = {name for names in DEFAULT_SEATS.values() for name in names}
    names = [*((seat, "seat") for seat in sorted(seats)), *((name, "player") for name in sorted(FIRST_NAMES.values()))]
    entries = {key_of(*word): "" for word in [*WORDS, *names]}
    return plain_messages() | entries | _said(file for file in _speaking() if not _is_built(file))


@cache
def plain_messages() -> Entries:
    """Return the names of French cards and the sentences of plain play, which many games share."""
    cards, moves = dict.fromkeys(_cards(FRENCH), PACKS.name), dict.fromkeys(_moves(PLAIN_FORM), "")
    return cards | moves | _said(PLAIN_GAME.glob("*.py.txt"))


@cache
def page_messages() -> Entries:
    """Return the messages that are needed only during the build of pages, not in the browser."""
    engine = engine_messages()
    return {key: place for key, place in _said(filter(_is_built, _speaking())).items() if key not in engine}


def client_messages() -> Entries:
    """Return the JavaScript client's messages, collected from its existing catalogues."""
    return joined([places_of(file) for file in files_below(of_client("").parent, ".po")])


def game_messages(game: str) -> Entries:
    """Return a game's messages that aren't among the engine's. Raises ``SetupError`` for an unknown game."""
    engine = engine_messages()
    return {key: place for key, place in messages_of(game).items() if key not in engine}


def messages_of(game: str) -> Entries:
    """Return a game's messages: its own, and those of the engine that it uses. Raises ``SetupError`` for an unknown game."""
    kind = game_class(game)
    file = sys.modules[kind.__module__].__file__
    assert file is not None
    return dict.fromkeys(_declared(kind), "") | _said(files_below(Path(file).parent, ".py"))


def scenario_messages(scenarios: Mapping[str, Scenario]) -> Entries:
    """Return the texts that authors wrote into scenarios; ``scenarios`` maps file names to scenarios."""
    return {text: name for name, scenario in scenarios.items() for text in texts_of(scenario)}


def _speaking() -> Iterator[Path]:
    return (file for folder in MESSAGE_FOLDERS for file in files_below(ENGINE / folder, ".py") if file != PACKS)


def _is_built(file: Path) -> bool:
    return any(file.is_relative_to(ENGINE / part) for part in BUILT)


def _declared(kind: type[AnyGame]) -> Iterator[str]:
    """Yield the message keys derived from a game's declarations: variants, options, the referee's form, moves and cards."""
    yield from (each for name in kind.variants.values() for each in dict.fromkeys([name, name.partition(":")[0]]))
    yield from (option_named(kind, name, value) for name, values in kind.option_values.items() for value in values[1:])
    yield from option_labels(kind).values()
    yield from (field.label for field in settable(kind()).values()
                if field.name != "leader" and (field.kind is SEAT or field.matters_for))
    yield from kind.mechanisms
    yield from (key_of(unit, "unit") for unit in kind.units.values())
    told = words_of(kind)
    for forms in kind.forms.values():
        yield from (each for form in forms if form not in told.deeds for each in _moves(form))
        yield from (each for form in forms for each in short_templates(form))
    of_cards = [form for forms in kind.forms.values() for form in forms if form.endswith(" CARD") and form.count("CARD") == 1]
    verbs = {form.partition(" CARD")[0] for form in of_cards}
    yield from (key_of(verb, "may") for verb in sorted(verbs))
    yield from _cards(kind.pack)


def _moves(form: str) -> Iterator[str]:
    """Yield the default templates for moves of a form."""
    return filter(has_words, usual_templates(form))


def _cards(pack: Pack) -> Iterator[str]:
    """Yield the message keys of a pack's ranks, suits and cards."""
    for rank in dict.fromkeys(card.rank for card in pack):
        if not rank.isdigit():
            yield key_of(rank, "rank")
    for name in dict.fromkeys([*map(pack.suit_name, pack.suits), *(card.full_name for card in pack)]):
        yield from filter(has_words, templates_of(name))


def _said(files: Iterable[Path]) -> Entries:
    from babel.messages.extract import extract_from_file

    found: Entries = {}
    for file in sorted(files):
        for _, text, _, _ in extract_from_file("python", file, keywords=KEYWORDS):
            for template in [text] if isinstance(text, str) else text:
                if has_words(template):
                    found.setdefault(template, file.name)
    return found

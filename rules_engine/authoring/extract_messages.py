"""What the engine and a game can say, gathered from their sources: every entry that a catalogue needs, without playing a hand.

Sentences stand in the sources as ``say("…")``, titles of rules in the rule books, and templates that are data as
``template("…")``: Babel finds them. What follows from a declaration is asked of what declares it: how moves are told, and the
names of cards and seats.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path

import rules_engine
from rules_engine.authoring.catalogues import joined, of_client, places_of
from rules_engine.authoring.files import files_below
from rules_engine.bots import LEVELS
from rules_engine.core.game.game import AnyGame
from rules_engine.core.game.game_options import option_labels, option_named
from rules_engine.core.game.setups import settable
from rules_engine.core.model.seats import DEFAULT_SEATS
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
ROOMS = ("api", "bots", "core", "html", "narration", "puzzles", "quiz", "scenarios", "site/fences", "site/mkdocs", "site/pages",
         "text")
"""What speaks to readers, beside the games."""
BUILT = ("bots/stats.py", "site", "html/chart.py", "html/reference_card.py", "html/tiles.py")
"""What of it speaks where pages are built, and not in the reader's browser: folders, and modules of the others."""
PACKS = ENGINE / "core" / "model" / "packs.py"
"""Names of cards and suits are each game's own: a game with other cards doesn't need them."""
KEYWORDS = {"say": None, "template": None, "rule": (2,), "forbids": (2,), "offers": (2,)}
"""Whose texts readers read: of the functions' first argument, or the one named."""
WORDS = [("you", ""), ("play", ""), ("Dealer", ""), ("and", "between"), ("or", "between"), (".", "number"), (",", "number"),
         ("D", "dealer"), ("“", "quote"), ("”", "quote"),
         *((level, "bot") for level in LEVELS), *((unit, "unit") for unit in UNITS)]
"""What sentences are put together with."""

Entries = dict[str, str]
"""The keys of a catalogue, each with the file that says it, or nothing."""


@cache
def engine_messages() -> Entries:
    """Gather what every game's table says."""
    seats = {name for names in DEFAULT_SEATS.values() for name in names}
    entries = {key_of(*word): "" for word in [*WORDS, *((seat, "seat") for seat in sorted(seats))]}
    return entries | _said(file for file in _speaking() if not _is_built(file))


@cache
def page_messages() -> Entries:
    """Gather what is said where pages are built, beside that: no reader's browser needs it."""
    engine = engine_messages()
    return {key: place for key, place in _said(filter(_is_built, _speaking())).items() if key not in engine}


def client_messages() -> Entries:
    """Gather what the page itself says. Scripts find these texts on the page, so it is what other languages have."""
    return joined([places_of(file) for file in files_below(of_client("").parent, ".po")])


def game_messages(game: str) -> Entries:
    """Gather what a game says beside that. Raises ``SetupError`` for a game that isn't there."""
    kind = game_class(game)
    file = sys.modules[kind.__module__].__file__
    assert file is not None
    said, engine = dict.fromkeys(_declared(kind), "") | _said(files_below(Path(file).parent, ".py")), engine_messages()
    return {key: place for key, place in said.items() if key not in engine}


def scenario_messages(scenarios: Mapping[str, Scenario]) -> Entries:
    """Gather what authors wrote into scenarios, by their files."""
    return {text: name for name, scenario in scenarios.items() for text in texts_of(scenario)}


def _speaking() -> Iterator[Path]:
    return (file for room in ROOMS for file in files_below(ENGINE / room, ".py") if file != PACKS)


def _is_built(file: Path) -> bool:
    return any(file.is_relative_to(ENGINE / part) for part in BUILT)


def _declared(kind: type[AnyGame]) -> Iterator[str]:
    """What a game's class, its forms of moves, its fields of seats and its pack declare."""
    yield from (each for name in kind.variants.values() for each in dict.fromkeys([name, name.partition(":")[0]]))
    yield from (option_named(kind, name, value) for name, values in kind.option_values.items() for value in values[1:])
    yield from option_labels(kind).values()
    seats = [field.key for field in settable(kind()).values() if field.kind is SEAT]
    yield from (key.replace("_", " ").capitalize() for key in seats if key != "leader")        # who leads, every table tells
    yield from filter(None, [kind.length, *kind.mechanisms])
    yield from (key_of(unit, "unit") for unit in kind.units.values())
    told = words_of(kind)
    for forms in kind.forms.values():
        yield from (each for form in forms if form not in told.deeds for each in usual_templates(form) if has_words(each))
        yield from (each for form in forms for each in short_templates(form))
    of_cards = [form for forms in kind.forms.values() for form in forms if form.endswith(" CARD") and form.count("CARD") == 1]
    verbs = {form.partition(" CARD")[0] for form in of_cards}
    yield from (key_of(verb, "may") for verb in sorted(verbs))
    for rank in dict.fromkeys(card.rank for card in kind.pack):
        if not rank.isdigit():
            yield key_of(rank, "rank")
    for name in dict.fromkeys([*map(kind.pack.suit_name, kind.pack.suits), *(card.full_name for card in kind.pack)]):
        yield from (each for each in templates_of(name) if has_words(each))


def _said(files: Iterable[Path]) -> Entries:
    from babel.messages.extract import extract_from_file

    found: Entries = {}
    for file in sorted(files):
        for _, text, _, _ in extract_from_file("python", file, keywords=KEYWORDS):
            for template in [text] if isinstance(text, str) else text:
                if has_words(template):
                    found.setdefault(template, file.name)
    return found

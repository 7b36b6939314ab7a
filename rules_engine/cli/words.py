"""``followsuit words de``: gather what the games and examples of an edition say, for who translates it.

The site's `mkdocs.yml` names the language under ``languages``, and the edition's pages lie in the folder of its code. Their games
are played and their pages rendered; what no catalogue has is added to the catalogues, untranslated. What another game says too
is the engine's, whose catalogue is written with ``--engine`` alone: it belongs to Follow Suit.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from rules_engine.authoring.catalogues import add_to_catalogue, of_engine, of_examples, of_game
from rules_engine.cli.pages import add_config, rendered
from rules_engine.cli.refused import Refused
from rules_engine.cli.said import said_of
from rules_engine.core.language import Language
from rules_engine.games import game_class, known_games


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The command's arguments."""
    parser.add_argument("language", metavar="LANGUAGE", help="its code, such as de; one of the site's `languages`")
    parser.add_argument("--hands", type=int, default=3, metavar="N", help="play so many hands of each table of a game (3)")
    parser.add_argument("--engine", action="store_true", help="add what every game says to the engine's own catalogue as well")
    add_config(parser)


def run(chosen: argparse.Namespace) -> int:
    """Add what is missing to the catalogues, and say how much that is. Exit status 1 if anything is."""
    code = chosen.language
    found = rendered(chosen.config)
    book = found.open.book
    if code not in book.languages:
        raise Refused(f"{code!r} isn't among `languages` of the plugin: add it there, and pages in a folder {code}/")
    language = book.languages[code]
    counts: dict[Path, int] = {}
    left = dict(language.missing)
    for game in book.listed(code):
        played = Language(code, language.words)
        said_of(game_class(game), played, chosen.hands)
        common = _said_elsewhere(game)
        own = {sentence: met for sentence, met in played.missing.items() if sentence not in common}
        left = {sentence: met for sentence, met in (left | played.missing).items() if sentence not in own}
        file = of_game(game, code)
        counts[file] = add_to_catalogue(file, code, own)
    counts[of_engine(code)] = add_to_catalogue(of_engine(code), code, left) if chosen.engine else len(left)
    written = of_examples(book.examples, code)
    counts[written] = add_to_catalogue(written, code, language.unwritten)
    for file, count in counts.items():
        print(f"{count:5} to translate in {file}")
    return int(any(counts.values()))


def _said_elsewhere(game: str) -> set[str]:
    """What another game says, as a catalogue has it."""
    other = next((each for each in known_games() if each != game), None)
    heard = Language("", {})
    if other is not None:
        said_of(game_class(other), heard, 1)
    return set(heard.missing)

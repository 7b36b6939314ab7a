"""``followsuit words de``: gather what the games and examples of an edition say, for who translates it.

The site's `mkdocs.yml` names the language under ``languages``, and the edition's pages lie in the folder of its code. Their games
are played and their pages rendered; what no catalogue has is added to the catalogues, untranslated. What another game says too
is the engine's, whose catalogue is written with ``--engine`` alone: it belongs to Follow Suit.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from rules_engine.authoring.catalogues import add_to_catalogue, of_engine, of_examples, of_game
from rules_engine.cli.pages import add_config, rendered
from rules_engine.cli.refused import Refused
from rules_engine.cli.said import said_of, said_of_scenario
from rules_engine.core.choices import every_choice
from rules_engine.core.language import Language, reading
from rules_engine.games import game_class, known_games
from rules_engine.scenario.run import Replay
from rules_engine.scenario.wording import reworded
from rules_engine.view.figure import FIGURES, Frame
from rules_engine.view.links import Links

if TYPE_CHECKING:
    from rules_engine.site.checks import Book

PUZZLES = 12
"""So many of a game's puzzles are solved."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The command's arguments."""
    parser.add_argument("language", metavar="LANGUAGE", help="its code, such as de; one of the site's `languages`")
    parser.add_argument("--hands", type=int, default=3, metavar="N", help="play so many hands of each table of a game (3)")
    parser.add_argument("--engine", action="store_true", help="add what every game says to the engine's own catalogue as well")
    add_config(parser)


def run(chosen: argparse.Namespace) -> int:
    """Add what is missing to the catalogues, and say how much that is. Exit status 1 if anything is."""
    code = chosen.language
    book = rendered(chosen.config).open.book
    if code not in book.languages:
        raise Refused(f"{code!r} isn't among `languages` of the plugin: add it there, and pages in a folder {code}/")
    language = book.languages[code]
    games = book.listed(code)
    common = _said_elsewhere(book, games)
    counts: dict[Path, int] = {}
    left = dict(language.missing)
    for game in games:
        said = Language(code, language.words)
        said_of(every_choice(game_class(game)), said, chosen.hands)
        _shown(said, book, game)
        _tried(said, book, game)
        own = {sentence: met for sentence, met in said.missing.items() if sentence not in common}
        left = {sentence: met for sentence, met in (left | said.missing).items() if sentence not in own}
        counts[of_game(game, code)] = add_to_catalogue(of_game(game, code), code, own)
    counts[of_engine(code)] = add_to_catalogue(of_engine(code), code, left) if chosen.engine else len(left)
    written = of_examples(book.examples, code)
    counts[written] = add_to_catalogue(written, code, language.unwritten)
    for file, count in counts.items():
        print(f"{count:5} to translate in {file}")
    return int(any(counts.values()))


def _said_elsewhere(book: Book, games: Sequence[str]) -> set[str]:
    """What other games say, as a catalogue has it."""
    heard = Language("", {})
    others = [game for game in known_games() if game not in games]
    for game in others[:1]:
        said_of(every_choice(game_class(game)), heard, 1)
        _tried(heard, book, game)
    for game in others:
        _shown(heard, book, game)
    return set(heard.missing)


def _shown(language: Language, book: Book, game: str) -> None:
    """Show every scenario of a game: what is said there and in no catalogue is missing afterwards."""
    frame = Frame("", Links(), str, lambda content: "")
    for run in _runs_of(book, game):
        with reading(language):
            FIGURES[run.scenario.kind](reworded(run, language.put_whole), frame)


def _runs_of(book: Book, game: str) -> list[Replay]:
    """The scenarios of a game that have no fault, as they run."""
    runs = [checked.run for checked in book.scenarios.values() if checked.run is not None and not checked.problems]
    return [run for run in runs if run.game.id == game]


def _tried(language: Language, book: Book, game: str) -> None:
    """Try the scenarios of a game as readers do; a few of its puzzles, which take time."""
    runs = _runs_of(book, game)
    puzzles = [run for run in runs if run.scenario.kind == "puzzle"]
    for run in [*(run for run in runs if run.scenario.kind != "puzzle"), *puzzles[::max(1, len(puzzles) // PUZZLES)]]:
        said_of_scenario(reworded(run, language.put_whole), language)

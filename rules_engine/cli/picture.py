"""``followsuit picture FILE -o PICTURE``: draw a scenario as SVG, PNG or PDF, by the suffix of the picture's name."""

from __future__ import annotations

import argparse
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path

from rules_engine.authoring.checks.check import replay_text
from rules_engine.authoring.picture_options import add_picture_options, shot_of
from rules_engine.authoring.render import SUFFIXES, WIDTH, suffix_of, write_picture
from rules_engine.authoring.translations.catalogues import engine_words
from rules_engine.cli.errors import CommandError
from rules_engine.cli.read import read_scenario
from rules_engine.core.model.errors import RulesEngineError, quoted
from rules_engine.games.registry import look_in
from rules_engine.pictures.scenario import scenario_svg
from rules_engine.scenarios.replay import Replay
from rules_engine.text.locale import PLURALS, Catalogue, use_language
from rules_engine.text.message import listed


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    parser.add_argument("file", type=Path, metavar="FILE", help="a scenario file, or a hand of Bridge in a PBN or LIN file")
    parser.add_argument("-o", "--output", type=Path, required=True, metavar="PICTURE",
                        help=f"the file to write, which ends in {listed(SUFFIXES, 'or')}")
    add_picture_options(parser)
    parser.add_argument("--width", type=int, default=WIDTH, metavar="PX", help=f"the width of a PNG in pixels ({WIDTH})")
    parser.add_argument("--language", default="", metavar="CODE", help="the language of what the engine says, as in de")


def run(chosen: argparse.Namespace) -> int:
    """Write the picture. Raises ``RulesEngineError`` if there is no such picture, and ``OSError`` if it can't be written."""
    suffix_of(chosen.output)
    look_in(chosen.file)
    run = _replayed(chosen.file)
    with _language(chosen.language, run.game.id):
        svg = _svg(chosen, run)
    write_picture(svg, chosen.output, chosen.width)
    return 0


def _svg(chosen: argparse.Namespace, run: Replay) -> str:
    try:
        return scenario_svg(run, shot_of(chosen))
    except RulesEngineError as error:
        raise CommandError(f"{chosen.file}: {error}") from error


def _replayed(file: Path) -> Replay:
    checked = replay_text(read_scenario(file), str(file))
    if checked.problems or checked.run is None:
        raise CommandError("\n".join(problem.told() for problem in checked.problems))
    return checked.run


def _language(code: str, game: str) -> AbstractContextManager[None]:
    """Return a context manager that selects the engine's language. Raises ``RulesEngineError`` if there is no catalogue for it.
    """
    if not code:
        return nullcontext()
    words = engine_words(code, [game])
    if words.keys() <= {PLURALS}:
        raise CommandError(f"--language: Follow Suit has no words in {quoted(code)}.")
    return use_language(Catalogue(code, words))

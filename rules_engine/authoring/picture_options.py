"""The options for the contents of a picture, of the command ``followsuit picture`` and the fence ``picture``."""

from __future__ import annotations

import argparse
import shlex
from typing import NoReturn

from rules_engine.core.model.errors import RulesEngineError
from rules_engine.pictures.scenario import KINDS, OPEN, PictureError, Shot
from rules_engine.pictures.themes import THEMES


def add_picture_options(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument("--kind", choices=KINDS, default="table", help="what to draw (%(default)s); a card needs --card")
    parser.add_argument("--step", type=int, metavar="N",
                        help="after N steps, 0 for the start; if left out, an example's end, or what is asked")
    cards = parser.add_mutually_exclusive_group()
    cards.add_argument("--seat", default="", help="show what this seat sees")
    cards.add_argument("--open", dest="seat", action="store_const", const=OPEN, help="show every hand face up")
    parser.add_argument("--card", default="", metavar="CARD", help="draw this card alone, as in QS")
    parser.add_argument("--no-message", dest="message", action="store_false", help="leave out the message below the trick")
    parser.add_argument("--theme", choices=THEMES, default="light", help="the colours (%(default)s)")


def shot_of(chosen: argparse.Namespace) -> Shot:
    """Return the picture that the parsed options describe."""
    return Shot("card" if chosen.card else chosen.kind, chosen.step, chosen.seat, chosen.card, chosen.message, chosen.theme)


def read_options(text: str) -> tuple[str, Shot]:
    """Return the scenario's file and the picture that a fence names: ``hearts/win-trick.yml --kind trick``. Raises
    ``RulesEngineError``."""
    parser = _Parser(add_help=False, allow_abbrev=False)
    parser.add_argument("file")
    add_picture_options(parser)
    try:
        words = shlex.split(text)
    except ValueError as error:
        raise PictureError(str(error)) from None
    chosen = parser.parse_args(words)
    return chosen.file, shot_of(chosen)


class _Parser(argparse.ArgumentParser):
    """A parser that raises its errors."""

    def error(self, message: str) -> NoReturn:
        raise RulesEngineError(message)

"""``followsuit read FILE``: a hand of Bridge from a PBN or LIN file as a scenario, and a scenario as PBN.

The format is recognized by the content, and the format of the output by its suffix.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from rules_engine.authoring.checks.check_text import replay_checked
from rules_engine.authoring.files import read_text, write_text
from rules_engine.cli.errors import CommandError
from rules_engine.cli.table_options import count
from rules_engine.core.model.errors import RulesEngineError, quoted
from rules_engine.sketches.bridge_files.pbn import write_pbn
from rules_engine.sketches.bridge_files.read import is_bridge_record, scenario_of

PBN = ".pbn"
SUFFIXES = (".yml", ".yaml", PBN)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    parser.add_argument("file", type=Path, metavar="FILE", help="a PBN or LIN file, or a scenario file of the game bridge")
    parser.add_argument("--record", type=count(1, "records"), default=1, metavar="N",
                        help="the hand, if the file has several (1)")
    parser.add_argument("-o", "--output", type=Path, metavar="FILE", help="the file to write, which ends in .yml or .pbn; "
                        "without it, the scenario is printed")


def run(chosen: argparse.Namespace) -> int:
    """Read the hand and write it. Raises ``RulesEngineError`` if it can't be read, and ``OSError``."""
    if chosen.output is not None and chosen.output.suffix not in SUFFIXES:
        raise CommandError(f"{quoted(str(chosen.output))} can't be written: expected a name that ends in .yml or .pbn")
    text = read_scenario(chosen.file, chosen.record)
    if chosen.output is None:
        print(text, end="")
    else:
        write_text(chosen.output, _as_pbn(chosen.file, text) if chosen.output.suffix == PBN else text)
    return 0


def read_scenario(file: Path, number: int = 1) -> str:
    """Return the text of a scenario file; a record of PBN or LIN is rewritten as one. Raises ``CommandError``."""
    try:
        text, is_text = read_text(file), True
    except UnicodeDecodeError:
        text, is_text = file.read_text(encoding="latin-1"), False       # the encoding that PBN prescribes
    except OSError as error:
        raise CommandError(f"{quoted(str(file))} can't be read: {error.strerror or error}") from error
    if not is_bridge_record(text):
        if is_text:
            return text
        raise CommandError(f"{quoted(str(file))} can't be read: it is not UTF-8 text")
    try:
        return scenario_of(text, number)
    except RulesEngineError as error:
        raise CommandError(f"{file}: {error}") from error


def _as_pbn(file: Path, text: str) -> str:
    checked = replay_checked(text, str(file))
    if checked.run is None or checked.problems:
        raise CommandError("\n".join(problem.told() for problem in checked.problems))
    try:
        return write_pbn(checked.run)
    except RulesEngineError as error:
        raise CommandError(f"{file}: {error}") from error

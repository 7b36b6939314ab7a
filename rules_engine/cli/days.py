"""``followsuit days``: assign a puzzle to each day in a game's list of daily puzzles. Days up to today don't change."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from datetime import UTC, date, datetime
from pathlib import Path

from rules_engine.authoring.days import FILE, Day, InvalidDays, continued, puzzles_in, read_days, written
from rules_engine.authoring.files import is_written_by_nobody, write_text
from rules_engine.cli.errors import CommandError
from rules_engine.cli.paths import site_of
from rules_engine.core.model.errors import quoted
from rules_engine.games.registry import look_in

MAX_YEARS = 10
"""Maximum number of years that a list can be extended by."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    parser.add_argument("games", nargs="*", metavar="GAME", help="folders of games among the examples (all that have puzzles)")
    parser.add_argument("--until", type=_day, metavar="DATE",
                        help="the last day that gets a puzzle (the end of the year after this one)")
    parser.add_argument("--today", type=_day, metavar="DATE",
                        help="days up to this one stay as they are, and a new list begins with it (today)")
    parser.add_argument("--examples", type=Path, metavar="FOLDER",
                        help="the examples; those of the site here, or examples, if left out")


def run(chosen: argparse.Namespace) -> int:
    """Extend the lists of games, and print a summary of each. Raises ``CommandError``."""
    today = chosen.today or datetime.now(tz=UTC).date()
    until = chosen.until or date(today.year + 1, 12, 31)
    if until > today.replace(year=today.year + MAX_YEARS, day=1):
        raise CommandError(f"--until {until} is too far ahead: {MAX_YEARS} years are the most, and the lists can go on later.")
    examples = chosen.examples or _examples()
    look_in(examples)
    told = [line for folder in _folders(examples, chosen.games)
            if (line := _go_on(folder, today, until, named=bool(chosen.games)))]
    if not told:
        raise CommandError(f"No folder of {examples} has puzzles: `followsuit puzzles GAME --into {examples}/GAME/puzzles` makes "
                      "some.")
    print("\n".join(told))
    return 0


def _day(text: str) -> date:
    """Parse a date. Raises ``ArgumentTypeError``."""
    try:
        day = date.fromisoformat(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{quoted(text)} is no date: expected one such as 2026-12-31") from None
    if day.year > date.max.year - 2 * MAX_YEARS:
        raise argparse.ArgumentTypeError(f"{day} is too far ahead")
    return day


def _examples() -> Path:
    """Return the examples folder of the site that contains the current folder, or ``examples`` if there is no site."""
    site = site_of(Path())
    if site is None:
        return Path("examples")
    folder = site.settings.folder(site.settings.examples)
    return folder.relative_to(Path.cwd()) if folder.is_relative_to(Path.cwd()) else folder


def _folders(examples: Path, games: Sequence[str]) -> list[Path]:
    """Return the example folders of some games, or of all games if ``games`` is empty. Raises ``CommandError``."""
    if not examples.is_dir():
        raise CommandError(f"There is no folder {examples}: go to the folder of your site, or name the examples with --examples.")
    below = [folder for folder in sorted(examples.iterdir()) if folder.is_dir() and not is_written_by_nobody(folder)]
    return [examples / game for game in games] or below


def _go_on(folder: Path, today: date, until: date, named: bool) -> str:
    """Extend one game's list and return its summary, or "" if the game has no puzzles.

    Raises ``CommandError`` if the game was ``named`` by the user and has no puzzles, or if its list or questions can't be read.
    """
    try:
        puzzles, before = puzzles_in(folder), read_days(folder / FILE)
    except InvalidDays as error:
        raise CommandError(str(error)) from None
    if not puzzles:
        if named:
            raise CommandError(f"{folder} has no puzzles: `followsuit puzzles {folder.name} --into {folder}/puzzles` makes some")
        return ""
    after = continued(folder.name, before, puzzles, today, until)
    write_text(folder / FILE, written(after))
    return f"{folder / FILE}: {_told(before, after)}"


def _told(before: list[Day], after: list[Day]) -> str:
    changed = len({*after} - {*before})
    return f"{after[0].date} to {after[-1].date}, {len(after)} days, {changed} of them new"

"""``followsuit days``: a puzzle for each day, written into a list beside a game's examples; what was given stays."""

from __future__ import annotations

import argparse
from datetime import UTC, date, datetime
from pathlib import Path

from rules_engine.authoring.days import FILE, Day, DaysUnreadable, continued, puzzles_in, read_days, written
from rules_engine.cli.refused import Refused


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    parser.add_argument("games", nargs="*", metavar="GAME", help="folders of games among the examples (all that have puzzles)")
    parser.add_argument("--until", type=date.fromisoformat, metavar="DATE",
                        help="the last day that gets a puzzle (the end of the year after this one)")
    parser.add_argument("--today", type=date.fromisoformat, metavar="DATE",
                        help="days up to this one stay as they are, and a new list begins with it (today)")
    parser.add_argument("--examples", type=Path, default=Path("examples"), metavar="FOLDER", help="the examples (%(default)s)")


def run(chosen: argparse.Namespace) -> int:
    """Go on with the lists of games, and say what each holds by then. Raises ``Refused``."""
    today = chosen.today or datetime.now(tz=UTC).date()
    until = chosen.until or date(today.year + 1, 12, 31)
    folders = [chosen.examples / game for game in chosen.games] or sorted(filter(Path.is_dir, chosen.examples.iterdir()))
    told = [line for folder in folders if (line := _go_on(folder, today, until, named=bool(chosen.games)))]
    print("\n".join(told) or f"no folder of {chosen.examples} has puzzles")
    return 0


def _go_on(folder: Path, today: date, until: date, named: bool) -> str:
    """Write one game's list; what it holds, and nothing where there are no puzzles."""
    puzzles = puzzles_in(folder)
    if not puzzles:
        if named:
            raise Refused(f"{folder} has no puzzles: `followsuit puzzles {folder.name} --into {folder}/puzzles` makes some")
        return ""
    try:
        before = read_days(folder / FILE)
    except DaysUnreadable as error:
        raise Refused(str(error)) from None
    after = continued(folder.name, before, puzzles, today, until)
    (folder / FILE).write_text(written(after), encoding="utf-8")
    return f"{folder / FILE}: {_told(before, after)}"


def _told(before: list[Day], after: list[Day]) -> str:
    changed = len({*after} - {*before})
    return f"{after[0].date} to {after[-1].date}, {len(after)} days, {changed} of them new"

"""``followsuit record GAME FILE``: play a hand as with ``play``, and write it as an example or a quiz.

The file is rewritten after each action, so that the hand is saved even if the user leaves early.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from rules_engine.api.handlers.recording import played_in
from rules_engine.api.session import Session
from rules_engine.authoring.files import write_text
from rules_engine.cli import play
from rules_engine.cli.errors import INTERRUPTED, CommandError
from rules_engine.cli.table_options import count
from rules_engine.scenarios.record import write_example, write_quiz

SUFFIXES = (".yml", ".yaml")
DONE = """\
{path} holds {what}. Its title, intro and notes are questions to you: answer them, then
  followsuit check {path}
"""
NOTHING = "Nothing is written: {why}."


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    play.add_arguments(parser)
    parser.add_argument("file", type=Path, metavar="FILE", help="the file to write, which ends in .yml")
    parser.add_argument("--tricks", type=count(1, "tricks"), metavar="N",
                        help="write the last N tricks alone, from the position before them")
    parser.add_argument("--quiz", action="store_true", help="write your last decision as a quiz")
    parser.add_argument("--force", action="store_true", help="overwrite the file if it exists")


def run(chosen: argparse.Namespace) -> int:
    """Play a hand and write it to a file; the exit status after Ctrl+C is 130. Raises ``SetupError`` or ``CommandError``."""
    record = Record(chosen.file, chosen.force, chosen.tricks, chosen.quiz)
    record.check()
    begun, seed = play.sit_down(chosen)
    latest = begun
    print(f"{begun.game.name}, deal {seed}, recorded into {chosen.file}. {play.HELP}\n")
    try:
        for latest in play.hand(begun):
            record.keep(latest)
    except KeyboardInterrupt:
        print("\n\n" + record.told(latest))
        return INTERRUPTED
    print("\n" + record.told(latest))
    return 0


class Record:
    """The recording of a hand in a file.

    ``force``   whether an existing file may be overwritten
    ``tricks``  the number of final tricks to record, or None for all
    ``quiz``    whether to write the last decision as a quiz instead of an example
    """

    def __init__(self, path: Path, force: bool, tricks: int | None, quiz: bool) -> None:
        self.path, self.force, self.tricks, self.quiz = path, force, tricks, quiz
        self.begun = False

    def check(self) -> None:
        """Check, before the hand is played, that the file can be written. Raises ``CommandError``."""
        if self.path.suffix not in SUFFIXES:
            raise CommandError(f"{self.path}: a scenario's file ends in {' or '.join(SUFFIXES)}.")
        if self.path.exists() and not self.force:
            raise self._there_already()
        if not self.path.parent.is_dir():
            raise CommandError(f"{self.path}: there is no folder {self.path.parent}. Make it first.")

    def _there_already(self) -> CommandError:
        return CommandError(f"{self.path} already exists: choose another name, or overwrite it with --force.")

    def keep(self, session: Session) -> None:
        """Write the hand so far. Raises ``CommandError`` if the file can't be written; the message contains the file's text."""
        text = self.text(session)
        if not text:
            self._forget()
            return
        try:
            if self.path.exists() and not (self.begun or self.force):
                raise self._there_already()
            write_text(self.path, text)
        except (OSError, CommandError) as error:
            why = str(error) if isinstance(error, CommandError) else f"{self.path}: {error.strerror}"
            raise CommandError(f"{why}\nThis is what it would hold:\n\n{text}") from None
        self.begun = True

    def _forget(self) -> None:
        """Delete the file after every move has been undone."""
        if self.begun:
            self.path.unlink(missing_ok=True)
            self.begun, self.force = False, False

    def text(self, session: Session) -> str:
        """Return the text of the file, or "" if there is no move or decision yet."""
        play = played_in(session)
        if self.quiz:
            place = play.last_decision(session.seat)
            return "" if place is None else write_quiz(play, place)
        if not play.moves:
            return ""
        return write_example(play.last_tricks(self.tricks) if self.tricks else play)

    def told(self, session: Session) -> str:
        """Return the user message about the recorded file."""
        if not self.begun:
            return NOTHING.format(why="you have decided nothing yet" if self.quiz else "no move was made")
        what = "a quiz about your last decision" if self.quiz else f"{self._moves(session)}"
        return DONE.format(path=self.path, what=what)

    def _moves(self, session: Session) -> str:
        count = len(played_in(session).last_tricks(self.tricks).moves if self.tricks else session.moves)
        return f"an example of {count} move{'s' * (count != 1)}"

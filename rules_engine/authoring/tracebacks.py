"""Descriptions of Python exceptions for authors of games, with the location in the author's own files."""

from __future__ import annotations

import traceback
from functools import cache
from pathlib import Path
from types import FrameType

import rules_engine
from rules_engine.core.model.rules import FaultyRule

ENGINE = Path(rules_engine.__file__).parent
GAMES = ENGINE / "games"
LIBRARY = Path(traceback.__file__).parent
INSTALLED = {"site-packages", "dist-packages"}


def describe_exception(error: BaseException) -> str:
    """Return an exception's class, message and location: the innermost frame in one of the author's or a game's files,
    otherwise the innermost frame.

    An example is ``IndexError: list index out of range, in my_games/plain_trump/rules.py:75 name_trump``.
    """
    if isinstance(error, SyntaxError) and error.filename:
        return f"{type(error).__name__}: {error.msg}, in {shown(error.filename)}:{error.lineno}"
    if isinstance(error, FaultyRule):
        file, line, name = error.place
        return f"{error}, in {shown(file)}:{line} {name}"
    frame = (author_frames(error) or traceback.extract_tb(error.__traceback__))[-1]
    return f"{type(error).__name__}: {error}, in {shown(frame.filename)}:{frame.lineno} {frame.name}"


def outermost_own_frame(frame: FrameType | None, base: FrameType | None = None) -> FrameType | None:
    """Return the outermost frame of a stack in files of games and of the author, or None if there is none. Frames from ``base``
    outwards are left out."""
    found = None
    while frame is not None and frame is not base:
        if is_own_code(frame):
            found = frame
        frame = frame.f_back
    return found


def is_own_code(frame: FrameType) -> bool:
    """Return whether a frame runs code in a file of a game or of the author."""
    return _is_own(Path(frame.f_code.co_filename))


def author_frames(error: BaseException) -> list[traceback.FrameSummary]:
    """Return the traceback frames in files of games and of the author, excluding the engine, Python and installed libraries."""
    return [frame for frame in traceback.extract_tb(error.__traceback__) if _is_own(Path(frame.filename))]


def shown(filename: str) -> str:
    """Return a file's path for messages, relative to the current folder if it is below it."""
    file, here = Path(filename), Path.cwd()
    return file.relative_to(here).as_posix() if file.is_relative_to(here) else file.as_posix()


@cache
def _is_own(file: Path) -> bool:
    if file.is_relative_to(ENGINE):
        return file.is_relative_to(GAMES)
    return file.is_file() and not file.is_relative_to(LIBRARY) and INSTALLED.isdisjoint(file.parts)

"""Where an error came up, as the author of a game wants to know it: in their own files."""

from __future__ import annotations

import traceback
from pathlib import Path

import rules_engine

ENGINE = Path(rules_engine.__file__).parent
GAMES = ENGINE / "games"


def place_of(error: BaseException) -> str:
    """The innermost place in a game's own files, else in any: ``my_games/plain_trump/rules.py:75 name_trump``."""
    frames = traceback.extract_tb(error.__traceback__)
    own = [frame for frame in frames if _is_games(Path(frame.filename))]
    frame = (own or frames)[-1]
    file, here = Path(frame.filename), Path.cwd()
    shown = file.relative_to(here).as_posix() if file.is_relative_to(here) else file.as_posix()
    return f"{shown}:{frame.lineno} {frame.name}"


def _is_games(file: Path) -> bool:
    """Whether a file belongs to a game: one of ours, or any that isn't the engine's, Python's or an installed library's."""
    if file.is_relative_to(ENGINE):
        return file.is_relative_to(GAMES)
    return file.is_file() and not file.is_relative_to(Path(traceback.__file__).parent)

"""The error if a game can't be loaded, with its line and a hint."""

from __future__ import annotations

import importlib
import re
from importlib import import_module
from pathlib import Path

from rules_engine.core.model.errors import Problem, SetupError
from rules_engine.core.positions.json_values import did_you_mean

HERE = Path(__file__).parent


def load_error(game_id: str, error: Exception) -> SetupError:
    """Return the error for a game whose import raised ``error``."""
    is_import = isinstance(error, ImportError)
    cause = str(error) if is_import else f"{type(error).__name__}: {error}"
    why = f"the game {game_id!r} can't be loaded: {cause}, in {_line_of(error)}"
    return SetupError([Problem(why, ("game",), _similar_name(str(error)) if is_import else "")])


def _line_of(error: Exception) -> str:
    """Return the file and line that Python can't parse, or the innermost one in a game that was being run when an error was
    raised."""
    if isinstance(error, SyntaxError):
        return f"{error.filename}:{error.lineno}"
    place, trace = "an unknown file", error.__traceback__
    while trace is not None:
        file = trace.tb_frame.f_code.co_filename
        if _is_of_game(file):
            place = f"{file}:{trace.tb_lineno}"
        trace = trace.tb_next
    return place


def _is_of_game(file: str) -> bool:
    """Return whether a file with code is of a game, neither of the engine nor of Python's imports."""
    folder = Path(file).parent
    is_of_python = file.startswith("<") or file == importlib.__file__
    return HERE in folder.parents or not (is_of_python or folder.is_relative_to(HERE.parent))


def _similar_name(message: str) -> str:
    """Return the hint that names the closest name in a module, for a name that couldn't be imported from it."""
    wrong = re.match(r"cannot import name '(\w+)' from '([\w.]+)'", message)
    return did_you_mean(wrong[1], dir(import_module(wrong[2]))) if wrong else ""

"""What is said at a table where talk is part of the game. It is no move, and no rule asks for it."""

from __future__ import annotations

from typing import NamedTuple

from rules_engine.text.message import Text


class Remark(NamedTuple):
    """What a seat says to the whole table, in words of the game, and what it means by it in the reader's language."""

    seat: int
    phrase: str
    meaning: Text
    language: str = ""
    """The phrase's language, where it isn't the reader's."""

"""Remarks at a table where talk is part of the game. A remark is not a move, and no rule depends on it."""

from __future__ import annotations

from typing import NamedTuple

from rules_engine.text.message import Text


class Remark(NamedTuple):
    """A remark of a seat to everyone at the table: its words, and its meaning in the reader's language."""

    seat: int
    phrase: str
    meaning: Text
    language: str = ""
    """The language of the phrase, if it isn't the reader's."""

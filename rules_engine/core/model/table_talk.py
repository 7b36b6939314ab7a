"""Remarks, in games in which table talk is allowed. A remark isn't a move, and no rule depends on it."""

from __future__ import annotations

from typing import NamedTuple

from rules_engine.text.message import Text


class Remark(NamedTuple):
    """A remark by a seat to all players: the phrase spoken, and its meaning in the reader's language."""

    seat: int
    phrase: str
    meaning: Text
    language: str = ""
    """The language of the phrase, if it isn't the reader's."""

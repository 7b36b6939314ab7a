"""Exceptions that abort a command, with their exit status."""

from __future__ import annotations

from rules_engine.core.model.errors import RulesEngineError

REFUSED, INTERRUPTED = 2, 130
"""Exit statuses for invalid input and for Ctrl+C; the latter is the one that shells report."""


class CommandError(RulesEngineError):
    """Raised if a command can't be carried out. The message gives the reason and a remedy."""

    status = REFUSED


class Interrupted(CommandError):
    """Raised if the user presses Ctrl+C during long work. The message describes how to resume it."""

    status = INTERRUPTED

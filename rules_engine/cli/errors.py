"""What ends a command before it has done what was asked for, with its exit status."""

from __future__ import annotations

from rules_engine.core.model.errors import RulesEngineError

REFUSED, INTERRUPTED = 2, 130
"""Exit statuses: for what is refused, and for Ctrl+C, as shells report it."""


class CommandError(RulesEngineError):
    """Nothing was made; the message says why and what to do."""

    status = REFUSED


class Interrupted(CommandError):
    """The author pressed Ctrl+C; the message says how to go on from there."""

    status = INTERRUPTED

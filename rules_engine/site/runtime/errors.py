"""What can go wrong when the runtime is put together."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rules_engine.core.model.errors import RulesEngineError


class RuntimeFilesError(RulesEngineError):
    """The runtime can't be put together; the message says what to do about it."""


class GamesNotShipped(RuntimeFilesError):
    """Games can't go to the reader's browser; ``reasons`` has for each what is in its way."""

    def __init__(self, reasons: Mapping[str, Sequence[str]]) -> None:
        self.reasons = reasons
        super().__init__("\n".join(f"{game}: {reason}" for game, each in reasons.items() for reason in each))

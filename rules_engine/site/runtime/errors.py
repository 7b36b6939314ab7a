"""Exceptions raised while building the runtime."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rules_engine.core.model.errors import RulesEngineError


class RuntimeFilesError(RulesEngineError):
    """Raised if the runtime can't be built. The message describes a remedy."""


class GamesNotShipped(RuntimeFilesError):
    """Raised if games can't run in the browser; ``reasons`` has the reasons for each game."""

    def __init__(self, reasons: Mapping[str, Sequence[str]]) -> None:
        self.reasons = reasons
        super().__init__("\n".join(f"{game}: {reason}" for game, each in reasons.items() for reason in each))

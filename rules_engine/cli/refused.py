"""What a command says where it made nothing."""

from __future__ import annotations

from rules_engine.core.model.errors import RulesEngineError


class Refused(RulesEngineError):
    """Nothing was made; the message says why and what to do."""

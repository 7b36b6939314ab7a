"""Where a view's links lead."""

from __future__ import annotations

from typing import NamedTuple

from rules_engine.core.rules import GENERAL_RULES

_GENERAL = frozenset(rule.id for rule in GENERAL_RULES)


class Links(NamedTuple):
    """The URLs, relative to the page shown, of the game's rules, of the refusals of every game, and of the card faces."""

    game: str = ""
    general: str = ""
    faces: str = ""

    def rule(self, rule: str) -> str:
        """The address of a rule's heading."""
        return f"{self.general if rule in _GENERAL else self.game}#rule-{rule}"

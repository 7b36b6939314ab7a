"""Where a view's links lead, and in which language it is read."""

from __future__ import annotations

from typing import NamedTuple

from rules_engine.core.model.rules import GENERAL_RULES

_GENERAL = frozenset(rule.id for rule in GENERAL_RULES)


class Links(NamedTuple):
    """The URLs, relative to the page shown, of the game's rules, of the refusals of every game, and of the card faces.

    ``language``  the code of the page's language, empty for English
    """

    game: str = ""
    general: str = ""
    faces: str = ""
    language: str = ""

    def rule(self, rule: str) -> str:
        """Return the address of a rule's heading."""
        return f"{self.general if rule in _GENERAL else self.game}#rule-{rule}"

"""The URLs for the links in a view, and the view's language."""

from __future__ import annotations

from typing import NamedTuple

from rules_engine.core.model.rules import GENERAL_RULES

_GENERAL = frozenset(rule.id for rule in GENERAL_RULES)


class Links(NamedTuple):
    """URLs relative to the page: the game's rules, the general rules, and the folder of card faces.

    ``language``  the code of the page's language; empty for English
    """

    game: str = ""
    general: str = ""
    faces: str = ""
    language: str = ""

    def rule(self, rule: str) -> str:
        """Return the URL of a rule's heading."""
        return f"{self.general if rule in _GENERAL else self.game}#rule-{rule}"

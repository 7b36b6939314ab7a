"""The stored decisions of a strategy test, with the command that finds them again."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from rules_engine.authoring.stored_results import as_line, results_text
from rules_engine.bots.decisions import Decision

FILE = "decisions.json"
"""The name of the file with the decisions in a game's examples folder."""


class StoredDecisions(NamedTuple):
    """The decisions of a strategy test.

    ``command``    the command that finds them again
    ``bots``       maps the levels of bots to the points that they give away in all decisions together
    """

    command: str
    game: str
    variant: str
    players: int
    bots: Mapping[str, float]
    decisions: Sequence[Decision]

    def text(self) -> str:
        """Return the decisions as JSON, with one line for each."""
        lines = [as_line({**each._asdict(), "moves": ", ".join(each.moves)}) for each in self.decisions]
        return results_text(self._asdict(), "decisions", "[\n  " + ",\n  ".join(lines) + "]")


def read_decisions(file: Path) -> StoredDecisions:
    """Return the decisions in a file. Raises ``OSError``, and ``ValueError`` if the content isn't valid."""
    plain = json.loads(file.read_text(encoding="utf-8"))
    try:
        found = [Decision(each["deal"], tuple(each["moves"].split(", ")) if each["moves"] else (), each["lost"])
                 for each in plain.pop("decisions")]
        return StoredDecisions(**plain, decisions=found)
    except (TypeError, KeyError, AttributeError) as error:
        raise ValueError(f"it isn't as `followsuit decisions --write` makes it: {error}") from error

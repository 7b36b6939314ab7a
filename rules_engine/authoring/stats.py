"""The stored results of ``followsuit stats``, with the command that reproduces them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import NamedTuple

from rules_engine.authoring.stored_results import as_line, results_text
from rules_engine.bots.stats import Mean

FILE = "stats.json"
"""The name of the statistics file in a game's examples folder."""
DIGITS = 4


class StoredStatistics(NamedTuple):
    """Statistics on hands of a game, played by bots.

    ``command``   the command that reproduces them
    ``hands``     the number of hands
    ``level``     the level of the bots
    ``means``     the mean of each group of hands, by the id of the question
    """

    command: str
    game: str
    variant: str
    players: int
    hands: int
    level: str
    means: dict[str, list[Mean]]

    def text(self) -> str:
        """Return the statistics as JSON, with one line for each mean."""
        tables = []
        for question, found in self.means.items():
            rows = [as_line([*mean[:3], round(mean.mean, DIGITS), round(mean.half_width, DIGITS)]) for mean in found]
            tables.append(f"  {as_line(question)}: [\n    " + ",\n    ".join(rows) + "]")
        return results_text(self._asdict(), "means", "{\n" + ",\n".join(tables) + "}")


def read_stored(file: Path) -> StoredStatistics:
    """Return the statistics in a file. Raises ``OSError``, and ``ValueError`` if the content isn't valid."""
    plain = json.loads(file.read_text(encoding="utf-8"))
    try:
        means = {question: [Mean(*row) for row in rows] for question, rows in plain.pop("means").items()}
        return StoredStatistics(**plain, means=means)
    except (TypeError, KeyError, AttributeError) as error:
        raise ValueError(f"it isn't as `followsuit stats --write` makes it: {error}") from error

"""Sketches of classic games: rules and phrases without pages, in files of at most about 200 lines. They show which games the
library can express (``docs/authors/what-can-be-told.md``), and ``tests/peers`` compares them with OpenSpiel.
"""

from rules_engine import games

_KINDS = {"whist": "Whist", "oh_hell": "OhHell",
          "skat": "Skat", "german_whist": "GermanWhist", "schnapsen": "Schnapsen",
          "doppelkopf": "Doppelkopf", "pinochle": "Pinochle", "crew": "Crew"}
SKETCHES = {**games.SKETCHES,
            **{name.replace("_", "-"): f"tests.sketches.{name}:{kind}" for name, kind in _KINDS.items()}}
"""Maps the id of each sketch to the import path of its class."""

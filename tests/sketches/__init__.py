"""Classic games as sketches: their rules and words without pages, each a file of about 200 lines at most.

They show what the kit can say (docs/authors/what-can-be-told.md), and ``tests/peers`` plays them against OpenSpiel.
"""

_KINDS = {"whist": "Whist", "hearts": "Hearts", "spades": "Spades", "euchre": "Euchre", "oh_hell": "OhHell", "bridge": "Bridge",
          "skat": "Skat", "german_whist": "GermanWhist", "schnapsen": "Schnapsen",
          "doppelkopf": "Doppelkopf", "pinochle": "Pinochle", "crew": "Crew"}
SKETCHES = {name.replace("_", "-"): f"tests.sketches.{name}:{kind}" for name, kind in _KINDS.items()}
"""Each sketch's id, with the place of its class."""

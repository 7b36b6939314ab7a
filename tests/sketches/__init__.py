"""Sketches of classic games: rules and words without pages, in files of about 200 lines at most.

They show the expressive power of the kit (``docs/authors/what-can-be-told.md``), and ``tests/peers`` compares them with
OpenSpiel.
"""

_KINDS = {"whist": "Whist", "hearts": "Hearts", "spades": "Spades", "euchre": "Euchre", "oh_hell": "OhHell", "bridge": "Bridge",
          "skat": "Skat", "german_whist": "GermanWhist", "schnapsen": "Schnapsen",
          "doppelkopf": "Doppelkopf", "pinochle": "Pinochle", "crew": "Crew"}
SKETCHES = {name.replace("_", "-"): f"tests.sketches.{name}:{kind}" for name, kind in _KINDS.items()}
"""The import path of each sketch's class, by id."""

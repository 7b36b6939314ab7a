"""A game's reference card, as data that the engine can be asked about."""

"""Sentences about positions, moves and scores: the phrasebooks that define them, and the narrators that select them."""

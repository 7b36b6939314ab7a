"""Sentences of a game about its positions, and their readers."""

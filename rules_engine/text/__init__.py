"""Sentences as values, and their translation into the reader's language."""

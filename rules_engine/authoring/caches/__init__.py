"""Caches and checkpoints that persist between runs, and the digests that are their keys."""

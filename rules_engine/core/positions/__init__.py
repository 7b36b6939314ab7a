"""Positions: what they hold, slot by slot, and how each part is read and written."""

"""Positions: what they hold, field by field, and how each part is read and written."""

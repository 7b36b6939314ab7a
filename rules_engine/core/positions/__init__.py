"""Positions: their fields, and how each field is read and written."""

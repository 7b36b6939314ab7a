"""Positions, and the parsing and formatting of their fields."""

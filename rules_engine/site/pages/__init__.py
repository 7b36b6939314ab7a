"""Additions to finished pages: repairs of the theme, search, and the row of a game's pages."""

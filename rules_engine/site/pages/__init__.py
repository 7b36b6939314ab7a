"""What a finished page gets: repairs of the theme, search, the row of a game's pages."""

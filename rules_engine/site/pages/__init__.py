"""Post-processing of rendered pages: fixes for the theme, search, and the row of links to a game's pages."""

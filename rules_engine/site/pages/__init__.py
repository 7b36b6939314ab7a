"""Post-processing of rendered pages: fixes for the theme, search, menus, and the bar and rail of a game's pages."""

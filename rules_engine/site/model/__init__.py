"""A site as a book of pages and scenarios: all that can be wrong with it, whichever generator builds it."""

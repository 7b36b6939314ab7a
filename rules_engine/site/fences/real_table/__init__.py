"""The fences for games with real cards: the referee, the score keeper, and sheets to print."""

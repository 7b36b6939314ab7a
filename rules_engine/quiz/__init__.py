"""Questions about a position or hand: their types, the answers with reasons, and the generator for fresh questions."""

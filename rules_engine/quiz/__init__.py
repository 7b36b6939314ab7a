"""Questions about a position or a hand: their kinds, their answers with reasons, and the generator of fresh questions."""

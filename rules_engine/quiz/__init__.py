"""Questions about a position or a hand: what can be asked, the right answer with its reason, and fresh ones by the seed."""

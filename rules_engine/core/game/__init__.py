"""Games: the rules applied to a hand, from the deal to the score."""

"""Games: rules at work, from the deal to the score."""

"""What who imports ``rules_engine`` works with: a hand to play and ask, bots, numbers, files; each says and shows what it is."""

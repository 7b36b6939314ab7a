"""What lies on a table and what is said of it, as values: cards, moves, tricks, seats, rules, events."""

"""Value types: cards, moves, tricks, seats, rules, events and errors."""

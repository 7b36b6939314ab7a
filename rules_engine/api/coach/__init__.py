"""The coach of a practice hand: hints, warnings about mistakes, the bots' reasons, and the review of the hand."""

"""The coach of a practice hand: its doubts, its reasons, and the review of what was played."""

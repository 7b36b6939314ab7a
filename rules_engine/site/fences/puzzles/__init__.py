"""The fences for puzzles: lists, daily puzzles, their own pages, and ideas."""

"""Puzzles, which are found in hands between bots, proved by the solver, and classified by idea."""

"""Puzzles: found in played hands, proved by the solver, and named by their theme."""

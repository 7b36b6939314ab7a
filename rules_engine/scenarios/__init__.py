"""Scenarios: a position, a script of moves, and what must be true along the way.

`read` turns plain values (what YAML and JSON hold) into a scenario, `replay` lets the engine play it, and `model` gives the plain
values back. Nothing here reads files. YAML is written but not read: the browser makes scenarios too.
"""

"""Scenarios: a position, a script of moves, and the facts expected along the way.

`read` converts plain values (the contents of YAML and JSON) to a scenario, `replay` plays it with the engine, and `model`
converts it back. Nothing here reads files. YAML is written but not parsed, since the browser also creates scenarios.
"""

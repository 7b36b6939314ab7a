"""Scenarios: a position, a script of moves, and the facts expected along the way.

`read` converts plain values (the contents of YAML and JSON) to a scenario, `replay` plays it with the engine, and `model`
converts it back. This package doesn't read files. It writes YAML, because scenarios are also created in the browser, but doesn't
parse it.
"""

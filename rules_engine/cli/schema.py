"""``followsuit schema``: print the JSON Schema of scenario files, for editors."""

from __future__ import annotations

import argparse

from rules_engine.authoring.schema import scenario_schema
from rules_engine.cli.terminal import as_json


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare no arguments; the command takes none."""


def run(chosen: argparse.Namespace) -> int:
    """Print the schema."""
    print(as_json(scenario_schema(), indent=2))
    return 0

"""``followsuit schema``: the JSON Schema of scenario files, for editors."""

from __future__ import annotations

import argparse
import json

from rules_engine.authoring.schema import scenario_schema


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare no arguments: the command takes none."""


def run(chosen: argparse.Namespace) -> int:
    """Print the schema."""
    print(json.dumps(scenario_schema(), indent=2, ensure_ascii=False))
    return 0

"""Files with the results of long commands, as JSON that a person can compare line by line."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any


def as_line(value: object) -> str:
    """Return a value as JSON, on one line."""
    return json.dumps(value, ensure_ascii=False)


def results_text(fields: Mapping[str, Any], name: str, results: str) -> str:
    """Return the text of a file: one line for each field except ``name``, and then that field with its text ``results``."""
    lines = [f"{as_line(field)}: {as_line(value)}" for field, value in fields.items() if field != name]
    return "{" + ",\n".join([*lines, f"{as_line(name)}: {results}"]) + "}\n"

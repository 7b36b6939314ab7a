"""Markdown tables for docs/design."""

from __future__ import annotations

from collections.abc import Sequence


def table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> list[str]:
    """Return the lines of a Markdown table, with an empty line before and after it."""
    return ["", *(f"| {' | '.join(row)} |" for row in (heads, ["---"] * len(heads), *rows)), ""]


def number(value: float | None, form: str = "{:.2f}") -> str:
    """Return a cell, with a dash for a missing value."""
    return "–" if value is None else form.format(value)

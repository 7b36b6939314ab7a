"""Tables as the pages of docs/design hold them."""

from __future__ import annotations

from collections.abc import Sequence


def table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> list[str]:
    """The lines of a Markdown table, with an empty line before and after it."""
    return ["", *(f"| {' | '.join(row)} |" for row in (heads, ["---"] * len(heads), *rows)), ""]


def number(value: float | None, form: str = "{:.2f}") -> str:
    """A cell; what was not measured is a dash."""
    return "–" if value is None else form.format(value)

"""Results as HTML tables, which notebooks show in their own style."""

from __future__ import annotations

from collections.abc import Iterable, Sequence


def html_table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return a table with a heading and rows of plain texts."""
    from html import escape  # needed only in notebooks, not in the reader's browser

    cells = ["".join(f"<th>{escape(text)}</th>" for text in head),
             *("".join(f"<td>{escape(text)}</td>" for text in row) for row in rows)]
    return f"<table>{''.join(f'<tr>{row}</tr>' for row in cells)}</table>"

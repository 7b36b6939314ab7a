"""The HTML pages of a built site. They may include an author's own HTML files in any encoding."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path


def built_pages(site: Path) -> Iterator[tuple[Path, str]]:
    """Yield each HTML page in a built site and its text with the original line endings. Pages that aren't UTF-8 are skipped."""
    for file in sorted(site.rglob("*.html")):
        html = page_text(file.read_bytes()) if file.is_file() else None
        if html is not None:
            yield file, html


def page_text(content: bytes) -> str | None:
    """Return the text of a page, or None if it isn't UTF-8."""
    try:
        return content.decode()
    except UnicodeDecodeError:
        return None


def write_page(file: Path, html: str) -> None:
    """Write a page without converting its line endings."""
    file.write_text(html, encoding="utf-8", newline="")

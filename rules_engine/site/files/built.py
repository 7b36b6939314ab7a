"""The pages of a built site. Some aren't ours: an author's old page of HTML may lie among them, in whatever encoding it has."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path


def built_pages(site: Path) -> Iterator[tuple[Path, str]]:
    """Yield each page of a built site with its text, line ends as they are. One that isn't UTF-8 is nobody's to change."""
    for file in sorted(site.rglob("*.html")):
        html = page_text(file.read_bytes()) if file.is_file() else None
        if html is not None:
            yield file, html


def page_text(content: bytes) -> str | None:
    """Return the text of a page; None for one that isn't UTF-8."""
    try:
        return content.decode()
    except UnicodeDecodeError:
        return None


def write_page(file: Path, html: str) -> None:
    """Write a page with the line ends that it has."""
    file.write_text(html, encoding="utf-8", newline="")

"""A page's description for search engines and link previews: the author's, or the beginning of the page's text."""

from __future__ import annotations

import re
from html.parser import HTMLParser

MAX_DESCRIPTION = 200
"""Maximum number of characters in a description; search engines and messengers cut longer ones."""
_SENTENCE = re.compile(r"[.!?…][\"'”’»)\]]*(?= +[\"'“„«(\[]*[^\W\d_a-zß-ÿ])")
"""The end of a sentence that another sentence follows."""
_CUT = " …"
_MUTE = frozenset({"script", "style", "svg", "template", "details", "table", "nav", "aside"})
_VOID = frozenset({"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"})


def fitted(text: str, limit: int = MAX_DESCRIPTION) -> str:
    """Return a text as one line of at most ``limit`` characters.

    A longer text is cut after the last sentence that fits, otherwise after the last word that fits.
    """
    text = " ".join(text.split())
    if len(text) <= limit:
        return text
    ends = [found.end() for found in _SENTENCE.finditer(text) if found.end() <= limit]
    if ends:
        return text[:ends[-1]]
    room = text[:limit - len(_CUT) + 1]
    return (room.rpartition(" ")[0] or room[:-1]).rstrip(" ,;:–-") + _CUT


def first_paragraph(html: str) -> str:
    """Return the text of the first paragraph of a page's content, or "" if it has none.

    Paragraphs in figures, tables, collapsed sections and hidden elements don't count.
    """
    reader = _ParagraphReader()
    reader.feed(html)
    return reader.found


class _ParagraphReader(HTMLParser):
    """A parser that stops collecting text at the end of the first paragraph that has any."""

    def __init__(self) -> None:
        super().__init__()
        self.found = ""
        self._text: list[str] | None = None
        self._skipped, self._depth = "", 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if self._skipped:
            self._depth += tag == self._skipped
        elif tag not in _VOID and (tag in _MUTE or tag.startswith("fs-") or {"hidden", "data-search-exclude"} & given.keys()):
            self._skipped, self._depth = tag, 1
        elif tag == "p" and not self.found:
            self._text = []
        elif tag == "br" and self._text is not None:
            self._text.append(" ")

    def handle_endtag(self, tag: str) -> None:
        if self._skipped:
            self._depth -= tag == self._skipped
            self._skipped = self._skipped if self._depth else ""
        elif tag == "p" and self._text is not None:
            self.found, self._text = " ".join("".join(self._text).split()), None

    def handle_data(self, data: str) -> None:
        if self._text is not None and not self._skipped:
            self._text.append(data)

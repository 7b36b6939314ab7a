"""Markdown that authors of scenarios write (intro, notes), as HTML that can do no harm.

Python-Markdown passes raw HTML and any link on. So its output is read once more, and only a few plain elements are
written out again; every other tag comes out as the text it was, and a link that leads to anything but a page is dropped.
"""

from __future__ import annotations

from collections.abc import Callable
from html import escape
from html.parser import HTMLParser
from urllib.parse import urlsplit

import markdown

ELEMENTS = frozenset(
    {"p", "em", "strong", "code", "pre", "ul", "ol", "li", "blockquote", "br", "hr"}
    | {"table", "thead", "tbody", "tr", "th", "td"}
)
VOID = frozenset({"br", "hr"})
SCHEMES = frozenset({"http", "https", "mailto"})
RULE = "#rule-"


def safe_html(text: str, rule_link: Callable[[str], str] = RULE.__add__) -> str:
    """Return the HTML of a note. A link to ``#rule-ID`` becomes ``rule_link(ID)``."""
    writer = _Writer(rule_link)
    writer.feed(_plain_markdown().convert(text))
    writer.close()
    return writer.html()


def _plain_markdown() -> markdown.Markdown:
    """Markdown that takes tags for text."""
    plain = markdown.Markdown(extensions=["sane_lists", "tables"], output_format="html")
    plain.preprocessors.deregister("html_block")
    plain.inlinePatterns.deregister("html")
    return plain


class _Writer(HTMLParser):
    def __init__(self, rule_link: Callable[[str], str]) -> None:
        super().__init__(convert_charrefs=True)
        self.rule_link = rule_link
        self.parts: list[str] = []
        self.links: list[bool] = []

    def html(self) -> str:
        return "".join(self.parts)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "a":
            address = self.address(dict(attrs).get("href") or "")
            self.links.append(bool(address))
            self.parts.append(f'<a href="{escape(address)}">' if address else "")
        elif tag in ELEMENTS:
            self.parts.append(f"<{tag}>")
        elif tag == "img":
            self.parts.append(escape(dict(attrs).get("alt") or ""))

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)

    def handle_endtag(self, tag: str) -> None:
        if tag == "a":
            self.parts.append("</a>" if self.links and self.links.pop() else "")
        elif tag in ELEMENTS - VOID:
            self.parts.append(f"</{tag}>")

    def handle_data(self, data: str) -> None:
        self.parts.append(escape(data))

    def address(self, wanted: str) -> str:
        """Return where a link may lead: to a rule, or to a page anywhere; else nowhere."""
        if wanted.startswith(RULE):
            return self.rule_link(wanted.removeprefix(RULE))
        if any(letter <= " " for letter in wanted):
            return ""
        try:
            return wanted if urlsplit(wanted).scheme.lower() in SCHEMES else ""
        except ValueError:
            return ""

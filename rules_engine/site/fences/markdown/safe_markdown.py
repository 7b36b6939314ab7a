"""Safe rendering of the Markdown in scenarios (intro, notes).

Python-Markdown doesn't sanitize raw HTML and links. So its output is parsed again, and only a few simple elements are kept; raw
HTML is shown as text, and links are removed unless their scheme is for web pages or e-mail.
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
    """Return the sanitized HTML of a note. The URL ``#rule-ID`` is replaced by ``rule_link(ID)``."""
    writer = _Writer(rule_link)
    writer.feed(_plain_markdown().convert(text))
    writer.close()
    return writer.html()


def _plain_markdown() -> markdown.Markdown:
    """Return a Markdown converter that treats raw HTML as text."""
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
        """Return the URL of a link to a rule or a page, or "" if it isn't allowed."""
        if wanted.startswith(RULE):
            return self.rule_link(wanted.removeprefix(RULE))
        if any(letter <= " " for letter in wanted):
            return ""
        try:
            return wanted if urlsplit(wanted).scheme.lower() in SCHEMES else ""
        except ValueError:
            return ""

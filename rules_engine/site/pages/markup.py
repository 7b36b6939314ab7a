"""A tag scanner for finished pages. It handles minified HTML, attributes without quotes, and upper or lower case."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from html import unescape
from typing import NamedTuple

_ATTRIBUTES = r"""(?:[^>"']|"[^"]*"|'[^']*')*"""
_TAG = re.compile(rf"<!--.*?-->|<(script|style|textarea|title)(?=[\s/>])({_ATTRIBUTES})>(.*?)(?=</\1[\s/>]|\Z)"
                  rf"|<([a-z][^\s/>]*)({_ATTRIBUTES})>", re.DOTALL | re.IGNORECASE)
_ATTRIBUTE = re.compile(r"""([^\s=/>"']+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>]+)))?""")

_RUN = re.compile(r"(?:module|importmap|speculationrules|(?:text|application)/(?:x-)?(?:java|ecma)script"
                  r"|text/(?:livescript|jscript|javascript1\.[0-5]))?", re.IGNORECASE)
"""The types of scripts that browsers execute. Scripts of any other type are data."""


class Tag(NamedTuple):
    """An opening tag: name and attributes in lower case, text of a raw element (`script`, `style` …), offset in the page, and
    source."""

    name: str
    attributes: Mapping[str, str]
    text: str
    begin: int
    source: str


def tags(html: str, only: str = "") -> Iterator[Tag]:
    """Yield the opening tags of a page in order, except in comments and raw text; ``only`` restricts them to one tag name."""
    for found in _TAG.finditer(html):
        raw, raw_attributes, text, name, attributes = found.groups()
        if (raw or name) and only in ("", (raw or name).lower()):
            yield Tag((raw or name).lower(), _read(raw_attributes or attributes or ""), text or "", found.start(), found[0])


def is_run(given: Mapping[str, str]) -> bool:
    """Return whether browsers run a script element with these attributes."""
    language = given.get("language", "")
    kind = given.get("type", f"text/{language}" if language else "")
    return _RUN.fullmatch(kind.strip()) is not None


@lru_cache(maxsize=50_000)      # cached because most tags occur on every page of a site
def _read(written: str) -> Mapping[str, str]:
    read: dict[str, str] = {}
    for name, *values in _ATTRIBUTE.findall(written):
        read.setdefault(name.lower(), unescape("".join(values)))
    return read

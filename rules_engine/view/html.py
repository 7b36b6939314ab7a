"""A small element builder that escapes by default. Only ``Html`` is taken as markup, and only this package makes it.

What is read is put into the reader's language here: texts, and the attributes that hold some.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from rules_engine.core.language import put


class Html(str):
    """Text that is markup already."""

    __slots__ = ()


Child = str | None | Iterable["Child"]
Attribute = str | int | bool | None

_ESCAPES = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;"})
_WRITTEN = {"amp": "&", "lt": "<", "gt": ">", "quot": '"', "#39": "'", "#x27": "'"}
_VOID = frozenset({"br", "input", "hr", "link", "wbr"})
_READ = frozenset({"aria-label", "title", "placeholder", "data-worth"})
"""Attributes that hold what is read."""


def escape(text: str) -> Html:
    """``text`` with every letter that means something in HTML written out."""
    return Html(text.translate(_ESCAPES))


def el(tag: str, attributes: dict[str, Attribute] | str | None = None, *children: Child) -> Html:
    """An element. A text for ``attributes`` is its class; an attribute that is None or False is left out."""
    if isinstance(attributes, str):
        attributes = {"class": attributes}
    parts = [f"<{tag}"]
    for name, value in (attributes or {}).items():
        if value is True:
            parts.append(f" {name}")
        elif value is not None and value is not False:
            told = put(str(value)) if name in _READ else str(value)
            parts.append(f' {name}="{told.translate(_ESCAPES)}"')
    parts.append(">")
    if tag not in _VOID:
        parts += [join(children), f"</{tag}>"]
    return Html("".join(parts))


def join(children: Child) -> Html:
    """Children one after the other; texts put into the reader's language and escaped, None left out."""
    if children is None:
        return Html("")
    if isinstance(children, Html):
        return children
    if isinstance(children, str):
        return escape(put(children))
    return Html("".join(join(child) for child in children))


def unseen(text: str) -> Html:
    """Text for readers who hear the page."""
    return el("span", "fs-unseen", text)


def heard(html: Html) -> str:
    """What is read in some markup, as one line."""
    text = re.sub(r"<[^>]*>", "", html)
    return " ".join(re.sub(r"&([a-z]+|#39|#x27);", lambda found: _WRITTEN[found[1]], text).split())


def in_two(name: str) -> list[Child]:
    """A seat's name, which may go on in a second line after its first half: North-west."""
    found = re.fullmatch(r"(\w+)(west|east|ost)", name)
    return [found[1], el("wbr"), found[2]] if found else [name]

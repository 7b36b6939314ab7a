"""A small element builder that escapes by default. Only ``Html`` is taken as markup, and only this package makes it.

What is read is put into the reader's language here. Its type says what that is: a ``Text`` is put, in an element as in an
attribute; a mere ``str`` reads the same in every language, as a name or a number of the page does.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from rules_engine.text.locale import translate
from rules_engine.text.message import Seats, Text


class Html(str):
    """Text that is markup already."""

    __slots__ = ()


Child = Html | Text | str | None | Iterable["Child"]
Attribute = Text | str | int | bool | None

_ESCAPES = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;"})
_WRITTEN = {"amp": "&", "lt": "<", "gt": ">", "quot": '"', "#39": "'", "#x27": "'"}
_VOID = frozenset({"br", "col", "input", "hr", "link", "wbr"})
_FIRST_HALVES = {"Northwest": "North", "Northeast": "North", "Southwest": "South", "Southeast": "South"}
"""The seats between two winds, with the one that their names begin with."""


def escape(text: str) -> Html:
    """Return ``text`` with every letter that means something in HTML written out."""
    return Html(text.translate(_ESCAPES))


def el(tag: str, attributes: dict[str, Attribute] | str | None = None, *children: Child) -> Html:
    """Return an element. A text for ``attributes`` is its class; an attribute that is None or False is left out."""
    if isinstance(attributes, str):
        attributes = {"class": attributes}
    parts = [f"<{tag}"]
    for name, value in (attributes or {}).items():
        if value is True:
            parts.append(f" {name}")
        elif value is not None and value is not False:
            told = translate(value) if isinstance(value, str) else str(value)
            parts.append(f' {name}="{told.translate(_ESCAPES)}"')
    parts.append(">")
    if tag not in _VOID:
        parts += [join(children), f"</{tag}>"]
    return Html("".join(parts))


def join(children: Child) -> Html:
    """Return children one after the other; texts put into the reader's language and escaped, None left out."""
    if children is None:
        return Html("")
    if isinstance(children, Html):
        return children
    if isinstance(children, str):
        return escape(translate(children))
    return Html("".join(join(child) for child in children))


def icon(name: str, told: Text | None = None) -> Html:
    """Return an icon, which styles draw; ``told`` is its name for screen readers, which skip it without one."""
    read: dict[str, Attribute] = {"role": "img", "aria-label": told} if told else {"aria-hidden": "true"}
    return el("i", {"data-icon": name, **read})


def visually_hidden(*read: Child) -> Html:
    """Return what is there for readers who hear the page."""
    return el("span", "fs-unseen", read)


def screen_reader_only(html: Html) -> str:
    """Return what is read in some markup, as one line."""
    text = re.sub(r"<[^>]*>", "", html)
    return " ".join(re.sub(r"&([a-z]+|#39|#x27);", lambda found: _WRITTEN[found[1]], text).split())


def split_in_two(name: str) -> list[Child]:
    """Give a seat's name, which may go on in a second line after the wind that it begins with: North-west, Nord-west."""
    whole, first = translate(name), translate(Seats([_FIRST_HALVES[name]])) if name in _FIRST_HALVES else ""
    if first and whole.startswith(first):
        return [first, el("wbr"), whole.removeprefix(first)]
    return [whole]

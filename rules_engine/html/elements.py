"""A small HTML builder that escapes by default. Only ``Html`` is treated as markup, and only this package creates it.

It also translates content and attributes into the page's language: a ``Text`` is translated, but not a plain ``str``, such as a
name or a number.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from rules_engine.text.locale import translate
from rules_engine.text.message import Seats, Text


class Html(str):
    """A string of HTML markup, which isn't escaped again."""

    __slots__ = ()


Child = Html | Text | str | None | Iterable["Child"]
Attribute = Text | str | int | bool | None

_ESCAPES = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;"})
_WRITTEN = {"amp": "&", "lt": "<", "gt": ">", "quot": '"', "#39": "'", "#x27": "'"}
_VOID = frozenset({"br", "col", "hr", "img", "input", "link"})
_FIRST_HALVES = {"Northwest": "North", "Northeast": "North", "Southwest": "South", "Southeast": "South"}
"""Maps each seat with an intercardinal name to the direction with which the name begins."""


def escape(text: str) -> Html:
    """Return ``text`` with the characters that are special in HTML escaped."""
    return Html(text.translate(_ESCAPES))


def el(tag: str, attributes: dict[str, Attribute] | str | None = None, *children: Child) -> Html:
    """Return an element. A string for ``attributes`` is its class; attributes that are None or False are omitted."""
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
    """Return the children as a single piece of markup. Strings are escaped, and translated if they are a ``Text``; None is
    omitted."""
    if children is None:
        return Html("")
    if isinstance(children, Html):
        return children
    if isinstance(children, str):
        return escape(translate(children))
    return Html("".join(join(child) for child in children))


def icon(name: str, told: Text | None = None) -> Html:
    """Return an icon, drawn by the style sheet. ``told`` is its name for screen readers; without one, they skip it."""
    read: dict[str, Attribute] = {"role": "img", "aria-label": told} if told else {"aria-hidden": "true"}
    return el("i", {"data-icon": name, **read})


def visually_hidden(*read: Child) -> Html:
    """Return an element that is hidden visually, but available to screen readers."""
    return el("span", "fs-unseen", read)


def screen_reader_only(html: Html) -> str:
    """Return the text content of markup, without tags, as one line."""
    text = re.sub(r"<[^>]*>", "", html)
    return " ".join(re.sub(r"&([a-z]+|#39|#x27);", lambda found: _WRITTEN[found[1]], text).split())


def separated(children: Iterable[Child], separator: str = ", ") -> list[Child]:
    """Return the children with a separator between them."""
    return [part for child in children for part in (separator, child)][1:]


def split_in_two(name: str) -> list[Child]:
    """Return a seat's name that may be broken into two lines after its first direction, with a hyphen: North-|west.

    The style sheet adds the soft hyphen, so that it isn't part of the text."""
    whole, first = translate(name), translate(Seats([_FIRST_HALVES[name]])) if name in _FIRST_HALVES else ""
    if first and whole.startswith(first):
        return [first, el("i", "fs-shy"), whole.removeprefix(first)]
    return [whole]

"""Icons for suit symbols, arrows and stars in a page's text, since few fonts contain them.

The character stays in the page for copying, searching and screen readers, and is hidden by the icon's mask.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from xml.etree.ElementTree import Element

ICONS = {"♠": "spade", "♥": "heart", "♦": "diamond", "♣": "club", "★": "star", "☆": "star-line", "●": "dot", "○": "ring",
         "✓": "check", "✗": "cross", "▮": "trick", "←": "left", "→": "right"}
"""Icon names by character."""
_SIGN = re.compile(f"([{''.join(ICONS)}])")
_MUTE = {"code", "pre", "script", "style"}


def draw_signs(element: Element) -> None:
    """Replace each character that has an icon, in an element and its descendants except code."""
    if element.tag in _MUTE:
        return
    children = list(element)
    element[:0] = _put(element, "text")
    for child in children:
        draw_signs(child)
        at = list(element).index(child) + 1
        element[at:at] = _put(child, "tail")


def _put(element: Element, where: str) -> Iterator[Element]:
    """Cut a text before its first character that has an icon, and yield an icon for each such character, with the following text
    as its tail."""
    text, *rest = _SIGN.split(getattr(element, where) or "")
    if rest:
        setattr(element, where, text)
    for sign, after in zip(rest[::2], rest[1::2], strict=True):
        drawn = Element("i", {"data-icon": ICONS[sign]})
        drawn.text, drawn.tail = sign, after
        yield drawn

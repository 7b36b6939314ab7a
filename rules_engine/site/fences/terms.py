"""Words of a glossary are explained where they first stand in a section: on hover, focus and tap.

Each is an `abbr` with its sentence as a title: a browser shows that by itself, `client/page/rule-preview.js` to keys and fingers
too.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from xml.etree.ElementTree import Element

_SECTIONS = {"h1", "h2", "h3", "h4", "h5", "h6"}
_TEXTS = {"p", "li", "dd"}
_MUTE = {"a", "abbr", "button", "code", "dt", "figure", "pre", "q", "summary", "table"}
"""Where nothing is explained: what is pressed, quoted or laid out in cells."""


class TermExplainer:
    """Explains words in a page's tree; ``terms`` are sentences by the form of the word, small."""

    def __init__(self, terms: Mapping[str, str]) -> None:
        self.terms = terms
        self.seen = set[str]()
        forms = "|".join(map(re.escape, sorted(terms, key=len, reverse=True)))
        self.form = re.compile(rf"(?<![\w-])(?:{forms})(?![\w-])", re.IGNORECASE)

    def explain(self, element: Element, within: bool = False) -> None:
        """Explain each word in a part of the tree where it stands first in its section."""
        within = within or element.tag in _TEXTS
        children = list(element)
        if within and element.text:
            element.text, found = self._marked(element.text)
            element[0:0] = found
        for child in children:
            if child.tag in _SECTIONS:
                self.seen.clear()
            elif child.tag not in _MUTE:
                self.explain(child, within)
            if within and child.tail:
                child.tail, found = self._marked(child.tail)
                after = list(element).index(child) + 1
                element[after:after] = found

    def _marked(self, text: str) -> tuple[str, list[Element]]:
        """A text up to the first word that is explained, and each of them with the text behind it."""
        parts = [""]
        found = list[Element]()
        at = 0
        for word in self.form.finditer(text):
            told = self.terms[word[0].casefold()]
            if told not in self.seen:
                self.seen.add(told)
                parts[-1] += text[at:word.start()]
                found.append(Element("abbr", {"class": "fs-term", "tabindex": "0", "title": told}))
                found[-1].text = word[0]
                parts.append("")
                at = word.end()
        parts[-1] += text[at:]
        for each, tail in zip(found, parts[1:], strict=True):
            each.tail = tail
        return parts[0], found

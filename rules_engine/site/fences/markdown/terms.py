"""Explanations of glossary words at their first occurrence in a section, shown on hover, focus and tap.

Each word is an `abbr` with the explanation as its title, which browsers show on hover; `client/page/rule-preview.js` shows it on
focus and tap.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from xml.etree.ElementTree import Element

_SECTIONS = {"h1", "h2", "h3", "h4", "h5", "h6"}
_TEXTS = {"p", "li", "dd"}
_MUTE = {"a", "abbr", "button", "code", "dt", "figure", "pre", "q", "summary", "table"}
"""Elements in which no words are explained: controls, quotations, code and tables."""


class TermExplainer:
    """A transformer that explains words in a page's tree; ``terms`` maps lower-case word forms to explanations."""

    def __init__(self, terms: Mapping[str, str]) -> None:
        self.terms = terms
        self.seen = set[str]()
        forms = "|".join(map(re.escape, sorted(terms, key=len, reverse=True)))
        self.form = re.compile(rf"(?<![\w-])(?:{forms})(?![\w-])", re.IGNORECASE)

    def explain(self, element: Element, within: bool = False) -> None:
        """Explain the first occurrence of each word in a section; if ``within`` is true, the element is inside a text block."""
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
        """Return the text before the first explained word, and an element for each such word with the text after it."""
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

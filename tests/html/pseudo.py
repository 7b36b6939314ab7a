"""An artificial language for tests: English with every letter in its full-width form.

Text shown with plain letters in it was never translated: it is a hard-coded string that would stay English in every
language.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator

from rules_engine.core.model.cards import Pack
from rules_engine.text.locale import Catalogue
from rules_engine.text.template import Placeholder, parts
from tests.dom import Node, read

SHAPES = {letter: chr(letter + 0xFEE0) for letter in range(ord("A"), ord("z") + 1) if chr(letter).isalpha()}
"""The full-width form of each ASCII letter."""
QUOTES = {"“": "‹", "”": "›"}
READ = ("aria-label", "title", "placeholder", "data-worth", "data-only", "data-called")
"""Attributes whose values readers see or hear."""
_TYPED = re.compile(r"‹[^›]*›")
_AS_OR_FOR = re.compile(r"\b(\w+) (?:as|for) (\w+)\b")
_WORDS = re.compile(r"[^\s,.;:()+*–]*[A-Za-z][^\s,.;:()+*–]*")


class Pseudo(Catalogue):
    """A catalogue for the artificial language, which translates every sentence."""

    def __init__(self) -> None:
        super().__init__("xx", {})

    def template(self, english: str, about: str = "") -> str:
        """Return a template with its words in full-width letters. Its placeholders and all their forms are kept."""
        if about == "quote":
            return QUOTES[english]
        return "".join(shaped(part) if isinstance(part, str) else _place(part) for part in parts(english))

    def plural(self, number: int) -> int:
        """Return the index of the word form to use after a number, as in English."""
        return int(number != 1)

    def translate_exact(self, text: str) -> str:
        """Return an author's text in full-width letters, except for marks in braces."""
        return re.sub(r"\{[^{}]*\}|[^{}]+", lambda found: found[0] if found[0][0] == "{" else shaped(found[0]), text)


def shaped(text: str) -> str:
    """Return the text in full-width letters."""
    return text.translate(SHAPES)


def _place(place: Placeholder) -> str:
    if place.whose:     # a possessive apostrophe would be English
        your = shaped("your")
        return f"{{{place.name}:@~|{your}|@~|{your}}}"
    return f"{{{place.name}:{'|'.join(map(shaped, place.forms))}}}" if place.forms else f"{{{place.name}}}"


def left_english(html: str, pack: Pack, names: Collection[str]) -> list[str]:
    """Return all text in HTML that readers see or hear and that was never translated.

    Some text is the same in every language: names of games, cards in notation, user input, code, and text marked with its
    own language.
    """
    same = {*names, *(card.text for card in pack), *(f"{shaped(card.rank)}{card.suits}" for card in pack), *pack.suits}
    return [text for text in _read(read(html)) if unput(text, same)]


def unput(text: str, same: Collection[str] = ()) -> list[str]:
    """Return the untranslated words in a text, except those that are the same in every language."""
    told = _TYPED.sub("", text)
    told = _AS_OR_FOR.sub(lambda move: "" if {*move.groups()} <= {*same} else move[0], told)
    for name in same:
        told = told.replace(name, "") if " " in name else told
    return [word for word in _WORDS.findall(told) if word not in same]


def _read(node: Node) -> Iterator[str]:
    """Yield the strings that readers see or hear in an element and its descendants."""
    if node.tag == "code" or "lang" in node or node.classes & {"fs-source", "fs-draft"}:
        return
    yield from filter(None, map(node.get, READ))
    for each in node.inside:
        if isinstance(each, str):
            yield each
        else:
            yield from _read(each)

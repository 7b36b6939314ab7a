"""A language that nobody speaks: English with each letter of ours in another shape, and what stands in a sentence in its place.

What is shown in it with plain letters was never put: it is mere letters somewhere, and would stay English in every language.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator

from rules_engine.core.model.cards import Pack
from rules_engine.text.locale import Catalogue
from rules_engine.text.template import Placeholder, parts
from tests.dom import Node, read

SHAPES = {letter: chr(letter + 0xFEE0) for letter in range(ord("A"), ord("z") + 1) if chr(letter).isalpha()}
"""Each letter of ours, to its wide shape."""
QUOTES = {"“": "‹", "”": "›"}
READ = ("aria-label", "title", "placeholder", "data-worth", "data-only")
"""Attributes that hold what is read."""
_TYPED = re.compile(r"‹[^›]*›")
_AS_OR_FOR = re.compile(r"\b(\w+) (?:as|for) (\w+)\b")
_WORDS = re.compile(r"[^\s,.;:()+*–]*[A-Za-z][^\s,.;:()+*–]*")


class Pseudo(Catalogue):
    """That language: it has every sentence."""

    def __init__(self) -> None:
        super().__init__("xx", {})

    def template(self, english: str, about: str = "") -> str:
        """Give a template with its words in another shape, its places, and as many forms as they have."""
        if about == "quote":
            return QUOTES[english]
        return "".join(shaped(part) if isinstance(part, str) else _place(part) for part in parts(english))

    def plural(self, number: int) -> int:
        """Give the form after a number, as in English."""
        return int(number != 1)

    def translate_exact(self, text: str) -> str:
        """Give what an author wrote in another shape, but for its marks."""
        return re.sub(r"\{[^{}]*\}|[^{}]+", lambda found: found[0] if found[0][0] == "{" else shaped(found[0]), text)


def shaped(text: str) -> str:
    """Give a text in another shape."""
    return text.translate(SHAPES)


def _place(place: Placeholder) -> str:
    if place.whose:     # an apostrophe would be English
        your = shaped("your")
        return f"{{{place.name}:@~|{your}|@~|{your}}}"
    return f"{{{place.name}:{'|'.join(map(shaped, place.forms))}}}" if place.forms else f"{{{place.name}}}"


def left_english(html: str, pack: Pack, names: Collection[str]) -> list[str]:
    """Give all that is read in some markup and was never put.

    Some is the same in every language: names of games, cards as they are typed, what somebody typed, code, and what is said in a
    language of its own.
    """
    same = {*names, *(card.text for card in pack), *(f"{shaped(card.rank)}{card.suits}" for card in pack), *pack.suits}
    return [text for text in _read(read(html)) if unput(text, same)]


def unput(text: str, same: Collection[str] = ()) -> list[str]:
    """Give the words of a text that were never put, but for those that are the same in every language."""
    told = _TYPED.sub("", text)
    told = _AS_OR_FOR.sub(lambda move: "" if {*move.groups()} <= {*same} else move[0], told)
    for name in same:
        told = told.replace(name, "") if " " in name else told
    return [word for word in _WORDS.findall(told) if word not in same]


def _read(node: Node) -> Iterator[str]:
    """What is read of an element, and of all in it."""
    if node.tag == "code" or "lang" in node or node.classes & {"fs-source", "fs-draft"}:
        return
    yield from filter(None, map(node.get, READ))
    for each in node.inside:
        if isinstance(each, str):
            yield each
        else:
            yield from _read(each)

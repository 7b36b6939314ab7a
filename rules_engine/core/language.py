"""The reader's language: what the engine says in English is put into another one where somebody reads it.

Rules, words and views know nothing of it. A text goes through ``put`` at the doors only: where a view writes HTML, where
marks are spoken, where an answer leaves for the page. A ``Language`` has a catalogue, English sentences and what they are
in it. What differs from hand to hand is left open in both, and comes back in the order that the language wants:

    {seat} takes the trick with the {card}.     {seat} nimmt den Stich mit der {card}.

    {seat}, {seats}    one player's name, or several
    {card}, {cards}    the mark of a card, or several
    {suit}, {suits}    the mark of a suit, or several
    {quote}, {quotes}  what stands in quotation marks, with them
    {n}                a number

The second of a kind is ``{seat2}``, whatever came before it. A text is looked up whole, then sentence by sentence, then by its
clauses: what comes before a colon is found with it (``{seat} leads:``), and a label part by part between its commas. What is in
no catalogue stays as it is, and ``missing`` knows it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar

from rules_engine.core.seats import DEFAULT_SEATS

_NAMES = "|".join(sorted({name for names in DEFAULT_SEATS.values() for name in names}, key=len, reverse=True))


def _several(one: str, between: str = ", | and | or ") -> str:
    return rf"{one}(?:(?:{between}){one})*"


_THINGS = {
    "card": _several(r"{[^{}\s]{2,5}}"),
    "suit": _several("{[A-Z]}"),
    "seat": rf"\b{_several(f'(?:{_NAMES})', ', | and | or |[+]')}\b",
    "quote": _several("“[^”]*”"),
    "n": r"[+−-]?\d+(?:[.,]\d+)*",
}
_OPEN = re.compile("|".join(f"(?P<{kind}>{thing})" for kind, thing in _THINGS.items()))
"""What a catalogue leaves open."""
_BETWEEN = re.compile(r", | and | or |\+")
_SENTENCES = re.compile(r"(?<=[.!?…]) (?=[\w{“])")
_WORD = re.compile(r"[^\W\d_](?=[^\W\d_A-Z])")
"""What makes a text one to be put: signs, numbers and the short texts of cards need no words."""
_CLAUSES, _LABELS = ("; ", ": "), (" · ", ", ")
"""What stands between the clauses of a sentence, and between the parts of a label."""
_FILLS = re.compile(r"\{(\w+)\}")
_SIGNS = {"quote": "“”", "n": ".,"}
"""Those that a language may write in another way."""
_MARKUP = re.compile(r"[*_`\[]|\]\([^)]*\)")
_MOST = 20_000
"""So many texts are kept as they were put; a hand says some hundreds, a build some thousands."""


def opened(text: str) -> tuple[str, dict[str, str]]:
    """A text as a catalogue has it, and what it leaves open there: ``{seat} leads.``, ``{"seat": "West"}``."""
    found: dict[str, str] = {}
    counts: dict[str, int] = {}

    def leave_open(match: re.Match[str]) -> str:
        kind, value = str(match.lastgroup), match[0]
        counts[kind] = counts.get(kind, 0) + 1
        several = kind != "n" and _BETWEEN.search(value)
        name = f"{kind}{'s' if several else ''}{counts[kind] if counts[kind] > 1 else ''}"
        found[name] = value
        return f"{{{name}}}"

    return _OPEN.sub(leave_open, text), found


class Language:
    """A language other than English: its ``code`` as in HTML, and its catalogue."""

    def __init__(self, code: str, words: Mapping[str, str]) -> None:
        self.code = code
        self.words = words
        self.missing: dict[str, str] = {}
        """What the engine said that was in no catalogue, as a catalogue would have it, each with a text that it was met in."""
        self.unwritten: dict[str, str] = {}
        """What authors wrote that was in none."""
        self._put: dict[str, str] = {}
        self._kept: set[str] = set()
        self._authored: list[str] = []

    def put(self, text: str) -> str:
        """A text in this language; as it is where that isn't known."""
        known = text if text in self._kept else self._put.get(text)
        if known is None:
            if len(self._put) >= _MOST:
                self._put.clear()
            known = self._put[text] = self._whole(text)
            self.keep(known)            # put once, it isn't put again
        return known

    def keep(self, text: str) -> None:
        """Let a text that is in this language already stay as it is, and its sentences."""
        if len(self._kept) >= _MOST:
            self._kept.clear()
        self._kept.update((text, *_SENTENCES.split(text)))

    def put_whole(self, text: str) -> str:
        """What an author wrote, in this language: a catalogue has it as a whole or not at all."""
        told = self._known(text) if text else text
        if told is None:
            self.unwritten.setdefault(opened(text)[0], text)
        self.keep(told or text)
        self._authored.append(" ".join(_MARKUP.sub("", told or text).split()))
        return told or text

    def _whole(self, text: str) -> str:
        bare = text.strip()
        if not _WORD.search(bare):
            return self._filled(*opened(text))
        before, after = text[:text.index(bare)], text[text.index(bare) + len(bare):]
        told = self._known(bare) or self._in_parts(bare)
        return f"{before}{told}{after}"

    def _known(self, text: str) -> str | None:
        """What the catalogue has for a text, with what it leaves open filled in."""
        key, found = opened(text)
        words = self.words.get(key)
        if words is None:
            return None if _WORD.search(_FILLS.sub("", key)) else self._filled(key, found)
        return self._filled(words, found)

    def _filled(self, words: str, found: Mapping[str, str]) -> str:
        return _FILLS.sub(lambda place: self._value(place[1], found.get(place[1], place[0])), words)

    def _value(self, name: str, value: str) -> str:
        """What stands in an open place: names of players, and what joins several things, are words too."""
        if signs := _SIGNS.get(name.rstrip("s0123456789"), ""):
            return "".join(self.words.get(sign, sign) if sign in signs else sign for sign in value)
        parts, joins = _BETWEEN.split(value), _BETWEEN.findall(value)
        if name.startswith("seat"):
            parts = [self._word(part) for part in parts]
        joins = [*map(self._word, joins), ""]
        return "".join(part + join for part, join in zip(parts, joins, strict=True))

    def _word(self, word: str) -> str:
        """A player's name, or what joins several things."""
        if word not in self.words and _WORD.search(word):
            self.missing.setdefault(word, word)
        return self.words.get(word, word)

    def _in_parts(self, text: str) -> str:
        """A text that isn't known as a whole: its sentences, their clauses at colons and semicolons, the parts of a label."""
        sentences = _SENTENCES.split(text)
        if len(sentences) > 1:
            return " ".join(map(self.put, sentences))
        label = text[-1] not in ".!?…:;"
        for sign in _CLAUSES + (_LABELS if label else ()):
            head, found, rest = text.partition(sign)
            if found and head and head.count("(") == head.count(")"):
                return f"{self._part(head, '' if label else sign[0])}{sign}{self.put(rest)}"
        parts = text[:-1].split(", ")
        if text[-1] in ".:;" and all(map(self._met, parts)):
            return f"{', '.join(map(self._part, parts))}{text[-1]}"
        if text[-1] in ":;" and self._met(text[:-1]):
            return f"{self._part(text[:-1])}{text[-1]}"
        if not any(text.removesuffix(".") in each for each in self._authored):
            self.missing.setdefault(opened(text)[0], text)
        return text

    def _met(self, part: str) -> bool:
        """Whether a part of a text is one that is known, or was met, by itself."""
        return any(self._known(each) is not None or each in self._put or each in self._kept for each in (part, f"{part}."))

    def _part(self, part: str, sign: str = "") -> str:
        """A part of a text, in the words for it with its ``sign``, for it alone, or for it as a sentence."""
        for ending in (sign, "", "."):
            if self._known(part + ending) is not None or part + ending in self._put:
                return self.put(part + ending).removesuffix(ending)
        return self.put(part + sign).removesuffix(sign)


_reading: ContextVar[Language | None] = ContextVar("reading", default=None)


@contextmanager
def reading(language: Language | None) -> Iterator[None]:
    """Let all that is put within be put into a language; None is English, as it was written."""
    before = _reading.set(language)
    try:
        yield
    finally:
        _reading.reset(before)


def put(text: str) -> str:
    """A text in the reader's language."""
    language = _reading.get()
    return text if language is None else language.put(text)


def as_put(text: str) -> str:
    """A text that is in the reader's language already, though it may come to another door."""
    language = _reading.get()
    if language is not None:
        language.keep(text)
    return text


def read_in() -> str:
    """The code of the reader's language; an empty text for English."""
    language = _reading.get()
    return "" if language is None else language.code

"""The reader's language: what the engine says in English is put into another one where somebody reads it.

Rules, words and views know nothing of it. A text goes through ``translate`` at the doors only: where a view writes HTML, where
marks are spoken, where an answer leaves for the page. A ``Catalogue`` has a catalogue: the templates of sentences (``sentences``
tells how they are written), and what they are in it. Places may come in another order there, and more forms be told apart:

    {seat} {seat:takes|take} the trick with {card}.     {seat} {seat:nimmt|nimmst|nehmen|nehmt} den Stich mit der {card}.

A text that is a mere ``str`` reads the same in every language: a name that somebody chose, a move as it is typed. What authors
write is put by ``put_whole``, by the page that shows it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar

from rules_engine.text.message import Text

ABOUT = "\x04"
"""Stands between what a text is about and the text, in the keys of a catalogue, as gettext has it."""
PLURALS = ""
"""The key of a language's forms after numbers: a digit for each number from 0 to 199; from 100 on they come again."""


def key_of(text: str, about: str = "") -> str:
    """Give the key of a text in a catalogue."""
    return f"{about}{ABOUT}{text}" if about else text


def display_key(key: str) -> str:
    """Give a key of a catalogue for people to read: ``'D' (dealer)``.

    >>> told_key(key_of("D", "dealer"))
    "'D' (dealer)"
    """
    about, _, text = key.rpartition(ABOUT)
    return f"{text!r} ({about})" if about else repr(text)


class Catalogue:
    """A language other than English: its ``code`` as in HTML, and its catalogue."""

    def __init__(self, code: str, words: Mapping[str, str]) -> None:
        self.code = code
        self.words = words
        self.missing: set[str] = set()
        """The keys that were looked up and weren't there."""
        self.unwritten: set[str] = set()
        """What authors wrote that is in no catalogue."""

    def template(self, english: str, about: str = "") -> str | None:
        """Give what the catalogue has for a template or word; None, and it is ``missing``, where it has nothing.

        Names of seats need not be there: people choose their own.
        """
        key = key_of(english, about)
        found = self.words.get(key)
        if found is None and about != "seat":
            self.missing.add(key)
        return found

    def plural(self, number: int) -> int:
        """Give the form of a word after a number."""
        forms = self.words.get(PLURALS)
        if forms is None:
            return int(number != 1)
        return int(forms[number if number < len(forms) else 100 + number % 100])

    def translate(self, text: str) -> str:
        """Give a text in this language, as far as its catalogue goes."""
        return text.render(self) if isinstance(text, Text) else text

    def translate_exact(self, text: str) -> str:
        """Give what an author wrote in this language: a catalogue has it as it was written, or not at all."""
        if text and text not in self.words:
            self.unwritten.add(text)
        return self.words.get(text, text) if text else text


_reading: ContextVar[Catalogue | None] = ContextVar("reading", default=None)


@contextmanager
def use_language(language: Catalogue | None) -> Iterator[None]:
    """Let all that is put within be put into a language; None is English, as it was written."""
    before = _reading.set(language)
    try:
        yield
    finally:
        _reading.reset(before)


def translate(text: str) -> str:
    """Give a text in the reader's language."""
    language = _reading.get()
    return text if language is None else language.translate(text)


def current_language() -> str:
    """Give the code of the reader's language; an empty text for English."""
    language = _reading.get()
    return "" if language is None else language.code

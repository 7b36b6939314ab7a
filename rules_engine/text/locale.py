"""Translation of the engine's English sentences into the reader's language, on output.

Rules, phrases and views don't depend on the language. Text passes through ``translate`` only at the boundaries: where a view
renders HTML, where marks are replaced by names, where a response is sent to the page. A ``Catalogue`` maps the templates of
sentences (see ``text.message`` for their syntax) to translations, which may reorder placeholders and distinguish more forms:

    {seat} {seat:takes|take} the trick with {card}.     {seat} {seat:nimmt|nimmst|nehmen|nehmt} den Stich mit der {card}.

A plain ``str``, such as a player's name or a move as typed, isn't translated. The page translates texts written by authors with
``translate_exact``.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar

from rules_engine.text.message import Text

ABOUT = "\x04"
"""Separator between context and text in the keys of a catalogue, as in gettext."""
PLURALS = ""
"""The key of a language's plural rule: a string with the index of the plural form for each number from 0 to 199. From 200 on, the
forms for 100 to 199 repeat."""


def key_of(text: str, about: str = "") -> str:
    """Return the catalogue key for a text in the context ``about``."""
    return f"{about}{ABOUT}{text}" if about else text


def display_key(key: str) -> str:
    """Format a catalogue key for display: ``'D' (dealer)``.

    >>> display_key(key_of("D", "dealer"))
    "'D' (dealer)"
    """
    about, _, text = key.rpartition(ABOUT)
    return f"{text!r} ({about})" if about else repr(text)


class Catalogue:
    """The translations into a language other than English. ``code`` is the HTML language code; ``words`` maps keys to
    translations."""

    def __init__(self, code: str, words: Mapping[str, str]) -> None:
        self.code = code
        self.words = words
        self.missing: set[str] = set()
        """Keys that were looked up but have no translation."""
        self.unwritten: set[str] = set()
        """Authors' texts that were looked up but have no translation."""

    def template(self, english: str, about: str = "") -> str | None:
        """Return the translation of a template or word. If there is none, return None and add the key to ``missing``.

        Seat names are never added, because users choose them.
        """
        key = key_of(english, about)
        found = self.words.get(key)
        if found is None and about != "seat":
            self.missing.add(key)
        return found

    def plural(self, number: int) -> int:
        """Return the index of the plural form for a number."""
        forms = self.words.get(PLURALS)
        if forms is None:
            return int(number != 1)
        return int(forms[number if number < len(forms) else 100 + number % 100])

    def translate(self, text: str) -> str:
        """Translate a text into this language. Parts without a translation remain in English."""
        return text.render(self) if isinstance(text, Text) else text

    def translate_exact(self, text: str) -> str:
        """Translate an author's text. If there is no translation for exactly this text, return it unchanged and add it to
        ``unwritten``."""
        if text and text not in self.words:
            self.unwritten.add(text)
        return self.words.get(text, text) if text else text


_reading: ContextVar[Catalogue | None] = ContextVar("reading", default=None)


@contextmanager
def use_language(language: Catalogue | None) -> Iterator[None]:
    """Context manager that sets the reader's language; None is English."""
    before = _reading.set(language)
    try:
        yield
    finally:
        _reading.reset(before)


def translate(text: str) -> str:
    """Translate a text into the reader's language."""
    language = _reading.get()
    return text if language is None else language.translate(text)


def current_language() -> str:
    """Return the code of the reader's language; an empty string for English."""
    language = _reading.get()
    return "" if language is None else language.code

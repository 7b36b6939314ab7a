"""Fallbacks for characters that the output encoding doesn't support.

The program can't choose the output encoding: Windows uses a code page for files and pipes, and containers are often limited to
ASCII.
"""

from __future__ import annotations

import codecs
import sys

HANDLER = "followsuit.lookalikes"
"""Name of the codec error handler that substitutes the fallbacks."""
LOOKALIKES = {
    "−": "-", "–": "-", "—": "-", "‐": "-", "‑": "-", "…": "...", "“": '"', "”": '"', "„": '"', "‘": "'", "’": "'",
    "×": "x", "±": "+-", "·": "-", "•": "*", "→": "->", "←": "<-", "≤": "<=", "≥": ">=", "§": "par. ", "€": "EUR",
    "♠": "S", "♥": "H", "♦": "D", "♣": "C", "Ä": "Ae", "Ö": "Oe", "Ü": "Ue", "ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss"}


def lookalike(character: str) -> str:
    """Return an ASCII fallback for a character: a similar one, the letter without its accent, or an escape sequence.

    >>> [lookalike(each) for each in "−üé日"]
    ['-', 'ue', 'e', '\\\\u65e5']
    """
    import unicodedata  # Imported on first use: its table takes half a megabyte and is never needed in a browser.

    plain = unicodedata.normalize("NFKD", character).encode("ascii", "ignore").decode()
    return LOOKALIKES.get(character) or plain or character.encode("ascii", "backslashreplace").decode()


def _replace(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return "".join(map(lookalike, error.object[error.start:error.end])), error.end


codecs.register_error(HANDLER, _replace)


def printable(text: str) -> str:
    """Replace the characters in a text that the encoding of standard output doesn't support."""
    encoding = getattr(sys.stdout, "encoding", None) or "utf-8"
    try:
        text.encode(encoding)
    except UnicodeEncodeError:
        return text.encode(encoding, HANDLER).decode(encoding)
    return text

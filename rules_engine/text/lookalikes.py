"""Text in encodings that lack some of its characters: what looks like them stands in their place.

Where output goes is not ours to choose: Windows gives a file or a pipe its code page, and containers often have none but ASCII.
"""

from __future__ import annotations

import codecs
import sys

HANDLER = "followsuit.lookalikes"
"""The name of the error handler of codecs that puts them there."""
LOOKALIKES = {
    "−": "-", "–": "-", "—": "-", "‐": "-", "‑": "-", "…": "...", "“": '"', "”": '"', "„": '"', "‘": "'", "’": "'",
    "×": "x", "±": "+-", "·": "-", "•": "*", "→": "->", "←": "<-", "≤": "<=", "≥": ">=", "§": "par. ", "€": "EUR",
    "♠": "S", "♥": "H", "♦": "D", "♣": "C", "Ä": "Ae", "Ö": "Oe", "Ü": "Ue", "ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss"}


def lookalike(character: str) -> str:
    """Return what stands for a character where only ASCII is left: the letter without its accent, or the character's number.

    >>> [lookalike(each) for each in "−üé日"]
    ['-', 'ue', 'e', '\\\\u65e5']
    """
    import unicodedata  # a table of half a megabyte, which no reader's browser ever asks for

    plain = unicodedata.normalize("NFKD", character).encode("ascii", "ignore").decode()
    return LOOKALIKES.get(character) or plain or character.encode("ascii", "backslashreplace").decode()


def _replace(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return "".join(map(lookalike, error.object[error.start:error.end])), error.end


codecs.register_error(HANDLER, _replace)


def printable(text: str) -> str:
    """Return a text as `print` can write it now: in the encoding of standard output, which may lack some characters."""
    encoding = getattr(sys.stdout, "encoding", None) or "utf-8"
    try:
        text.encode(encoding)
    except UnicodeEncodeError:
        return text.encode(encoding, HANDLER).decode(encoding)
    return text

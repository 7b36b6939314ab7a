"""Texts as outlines: their widths, their division into lines, and the glyphs to draw.

A letter without an outline is written as text in one of the machine's fonts, and its width is estimated.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from typing import NamedTuple

from rules_engine.core.model.cards import Card, Pack, Suit
from rules_engine.html.card_html import rank_sign
from rules_engine.pictures.outlines import BOLD, REGULAR
from rules_engine.text.locale import translate

EM = 1000
"""The font size to which outlines and widths refer."""
UNKNOWN = 700
"""The estimated width of a letter without an outline, with room for wide fonts."""
SIGN, SIGN_ROOM, GAP = 800, 1100, 260
"""Widths of a suit symbol, of the room for it, and of the gap between two words."""
_SAME = {"\u2060": "", "\u00a0": " ", "\u202f": " ", "\u2011": "-", "\t": " ", "\n": " "}
"""Characters that are drawn like others, or not at all."""


class Outline(NamedTuple):
    """A letter: the distance to the next one, its path, and the letters of which it consists instead of a path."""

    width: int
    path: str
    parts: Sequence[tuple[str, int, int]] = ()


@cache
def outlines(bold: bool) -> dict[str, Outline]:
    """Return the letters of a weight by character; parts of letters that are no characters have names."""
    return dict(_read(line) for line in (BOLD if bold else REGULAR).strip("\n").split("\n"))


def _read(line: str) -> tuple[str, Outline]:
    name, rest = line[0], line[2:]
    if line[1] != " ":
        name, _, rest = line.partition(" ")
    width, _, path = rest.partition(" ")
    if not path.startswith("="):
        return name, Outline(int(width), path)
    words = path[1:].split(" ")
    parts = [(part, int(x), int(y)) for part, x, y in zip(words[::3], words[1::3], words[2::3], strict=True)]
    return name, Outline(int(width), "", parts)


def drawn(text: str) -> str:
    """Return a text with only the characters that are drawn."""
    return "".join(_SAME.get(letter, letter) for letter in text)


def has_outlines(text: str, bold: bool) -> bool:
    """Return whether all letters in a text have outlines."""
    return all(letter in outlines(bold) for letter in drawn(text))


def text_width(text: str, size: float, bold: bool = False) -> float:
    """Return the width of a text in the given font size."""
    letters = outlines(bold)
    return sum(letters[each].width if each in letters else UNKNOWN for each in drawn(text)) * size / EM


class Word(NamedTuple):
    """A part of a line: a text, a card, or a suit symbol; ``glued`` if no space or line break may precede it."""

    text: str
    bold: bool = False
    card: Card | None = None
    suit: str = ""
    glued: bool = False

    def width(self, pack: Pack, size: float) -> float:
        """Return the width in a font size."""
        if self.card is not None:
            signs = max(1, len(self.card.suits))
            rank = "" if self.card.rank in pack.look.wild else rank_label(pack, self.card)
            return text_width(rank, size, bold=True) + (signs * SIGN + 2 * GAP) * size / EM
        return SIGN_ROOM * size / EM if self.suit else text_width(self.text, size, self.bold)


def rank_label(pack: Pack, card: Card) -> str:
    """Return a card's rank as it is written in a line of text."""
    return translate(rank_sign(pack, card))


def words(pack: Pack, text: str, bold: bool = False, names: bool = True) -> list[Word]:
    """Return a sentence in the current language as words, cards and suits; without ``names``, suits are only symbols."""
    made, glued = list[Word](), True
    for part, mark in pack.parts(translate(text)):
        if mark is not None:
            first, *others = _marked(pack, mark, bold, names)
            made += [first._replace(glued=glued), *others]
            glued = True
            continue
        for place, each in enumerate(part.split(" ")):
            if each:
                made.append(Word(drawn(each), bold, glued=glued and not place))
        glued = not part.endswith(" ")
    return made


def _marked(pack: Pack, mark: Card | Suit, bold: bool, names: bool) -> list[Word]:
    if isinstance(mark, Card):
        return [Word("", bold, card=mark)]
    return [Word("", bold, suit=mark.letter), *(words(pack, pack.suit_name(mark.letter), bold) if names else [])]


def joined_words(*parts: Iterable[Word]) -> list[Word]:
    """Return the words of several texts, separated by spaces."""
    return [each._replace(glued=each.glued and bool(place)) for part in parts for place, each in enumerate(part)]


class LineOfWords(NamedTuple):
    """A line: its words with their horizontal positions, and its width."""

    words: Sequence[tuple[float, Word]]
    width: float


def lines(pack: Pack, parts: Sequence[Word], size: float, width: float = float("inf")) -> list[LineOfWords]:
    """Return words as lines that are at most ``width`` wide, if no single word is wider."""
    return list(_lines(pack, parts, size, width))


def _lines(pack: Pack, parts: Sequence[Word], size: float, width: float) -> Iterator[LineOfWords]:
    line, end = list[tuple[float, Word]](), 0.0
    for group in _groups(parts):
        wide = sum(each.width(pack, size) for each in group)
        if line and end + GAP * size / EM + wide > width:
            yield LineOfWords(line, end)
            line, end = [], 0.0
        end += GAP * size / EM if line else 0
        for each in group:
            line.append((end, each))
            end += each.width(pack, size)
    if line:
        yield LineOfWords(line, end)


def _groups(parts: Sequence[Word]) -> list[list[Word]]:
    """Return the words in groups that stay on one line."""
    groups = list[list[Word]]()
    for each in parts:
        if each.glued and groups:
            groups[-1].append(each)
        else:
            groups.append([each])
    return groups

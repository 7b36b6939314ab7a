"""Our own suit signs, drawn as SVG in a square of 24 and told apart by shape, and their colours on paper.

They reach the page twice: in the sprites that hold the card faces, and as masks in the style sheet, so that a sign in the
text is one small element. A pack that isn't listed here needs nothing: its suits show their letters.
"""

from __future__ import annotations

from math import cos, pi, sin
from typing import Any, NamedTuple

from rules_engine.core.cards import Pack
from rules_engine.core.game import Game
from rules_engine.view.faces import plain


class Mark(NamedTuple):
    """An outline that is filled, or a line of some ``width``."""

    path: str
    width: float = 0


def _rays(count: int, inner: float, outer: float) -> str:
    """Straight rays round the middle."""
    angles = [2 * pi * ray / count for ray in range(count)]
    return "".join(f"M{12 + inner * sin(a):.1f} {12 - inner * cos(a):.1f}L{12 + outer * sin(a):.1f} "
                   f"{12 - outer * cos(a):.1f}" for a in angles)


_WAVE = "M2 {0}c2.5-3.6 5-3.6 7.5-.6s5 3 7.5 0 3.6-2.5 5-1.4"

SIGNS = {
    "decktet": {
        "M": [Mark("M14.5 2.2A10 10 0 1 0 22 16.5 8.8 8.8 0 0 1 14.5 2.2z")],
        "S": [Mark("M12 7.2a4.8 4.8 0 1 0 .01 0z"), Mark(_rays(8, 7.6, 10.6), 2.2)],
        "W": [Mark(_WAVE.format(height), 2.4) for height in (7.6, 13.4, 19.2)],
        "L": [Mark("M21.5 2.5C9 2.5 2.5 8.5 3.2 17L2 21.8l1.6.4 1-3.6C6 13.5 9.5 9.8 15 7.2c-4 3.6-7.2"
                   " 7-8.6 11.9C16 20.5 22 14 21.5 2.5z")],
        "Y": [Mark("M18.5 6.2C15.5 2.8 7 3.4 7 8c0 5.2 10.5 3.2 10.5 8.5 0 5-8.5 6-12.5 2.4", 3), Mark("M16 3l6.5 1.2L19.5 9z")],
        "K": [Mark("M7.5 8.3a3.7 3.7 0 1 0 0 7.4c4 0 5-7.4 9-7.4a3.7 3.7 0 1 1 0 7.4c-4 0-5-7.4-9-7.4z"
                   "M8.3 7.5a3.7 3.7 0 1 1 7.4 0c0 4-7.4 5-7.4 9a3.7 3.7 0 1 0 7.4 0c0-4-7.4-5-7.4-9z", 2)],
    },
    "french": {
        "S": [Mark("M12 1.5c5.5 6 9 8.5 9 12.7a4.6 4.6 0 0 1-7.7 3.3c.2 2 1 3.5 2.4 4.7H8.3c1.4-1.2 2.2-2.7"
                   " 2.4-4.7A4.6 4.6 0 0 1 3 14.2c0-4.2 3.5-6.7 9-12.7z")],
        "H": [Mark("M12 22C6 16.5 2 12.8 2 8.3A5.3 5.3 0 0 1 12 5.8a5.3 5.3 0 0 1 10 2.5c0 4.5-4 8.2-10 13.7z")],
        "D": [Mark("M12 1.5 20 12l-8 10.5L4 12z")],
        "C": [Mark("M12 1.8a4.6 4.6 0 0 1 3.5 7.6 4.6 4.6 0 1 1-2.3 7.7c.2 2.3 1 3.9 2.4 5.1H8.4c1.4-1.2"
                   " 2.2-2.8 2.4-5.1a4.6 4.6 0 1 1-2.3-7.7A4.6 4.6 0 0 1 12 1.8z")],
    },
    "double-decker": {
        "R": [Mark("M12 2l10 10-10 10L2 12z")],
        "B": [Mark("M12 2.5a9.5 9.5 0 1 0 .01 0z")],
        "G": [Mark("M12 3l10.5 18h-21z")],
    },
}
"""Pack id and suit letter to the marks that draw the sign."""

INKS = {
    "decktet": {"M": "#4a4775", "S": "#ad4c05", "W": "#0a6bb3", "L": "#a0286f", "Y": "#0b6f4e", "K": "#7a6100"},
    "french": {"S": "#20242c", "H": "#c2222b", "D": "#1b5fc1", "C": "#187239"},
    "double-decker": {"R": "#c0392b", "B": "#1d63b8", "G": "#1a7542"},
}
"""Pack id and suit letter to the suit's colour on paper."""

_OTHER_INKS = ("#20242c", "#c2222b", "#1b5fc1", "#187239", "#a0286f", "#7a6100", "#0a6b75", "#ad4c05")

TWO_COLOURS = {"french": {"D": "H", "C": "S"}}
"""Where a pack is known in two colours: the suit whose colour each of the others takes."""


def suit_colours(kind: type[Game[Any]]) -> str | None:
    """In how many colours a game's suits are shown, where its pack is known in two: ``two`` or ``four``."""
    if kind.pack.id not in TWO_COLOURS:
        return None
    return "two" if kind.two_colours else "four"


def sign(pack: Pack, letter: str) -> list[Mark]:
    """The marks of a suit's sign; none, if nobody has drawn one."""
    return SIGNS.get(pack.id, {}).get(letter, [])


def ink_name(pack: Pack, letter: str) -> str:
    """The custom property that a page may set to another colour."""
    return f"--fs-ink-{pack.id}-{plain(letter)}"


def printed_ink(pack: Pack, letter: str) -> str:
    """A suit's colour; where nobody has chosen one, by its place in the pack."""
    place = list(pack.suits).index(letter)
    return INKS.get(pack.id, {}).get(letter) or _OTHER_INKS[place % len(_OTHER_INKS)]


def ink(pack: Pack, letter: str) -> str:
    """A suit's colour as the page wants it, or else as it is printed."""
    return f"var({ink_name(pack, letter)},{printed_ink(pack, letter)})"


def signs_css() -> str:
    """The style rules that give each suit its shape and colour."""
    return "".join(f'[data-suit="{pack}-{letter}"], [data-first="{pack}-{letter}"]::before, '
                   f'[data-second="{pack}-{letter}"]::after {{ --fs-suit: var(--fs-ink-{pack}-{letter}); '
                   f'--fs-sign: url("data:image/svg+xml,{_encoded(marks)}"); }}\n'
                   for pack, signs in SIGNS.items() for letter, marks in signs.items())


def _encoded(marks: list[Mark]) -> str:
    drawn = "".join(f"<path {_paint(mark.width)} d='{mark.path}'/>" for mark in marks)
    svg = f"<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 24 24'>{drawn}</svg>"
    return svg.replace("#", "%23").replace("<", "%3C").replace(">", "%3E")


def _paint(width: float) -> str:
    if not width:
        return "fill-rule='evenodd'"
    return f"fill='none' stroke='#000' stroke-linecap='round' stroke-linejoin='round' stroke-width='{width}'"

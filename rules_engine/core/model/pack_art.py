"""Artwork for packs, as data: suit signs and colours, and figures for ranks.

`rules_engine/pictures/faces.py` draws a pack's cards and the suit signs in text from this data. For a pack without artwork it
shows suit letters, in colours chosen by the order of suits in the pack.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import cos, pi, sin
from types import MappingProxyType
from typing import NamedTuple, Never

_NONE: Mapping[str, Never] = MappingProxyType({})


class Stroke(NamedTuple):
    """An SVG path: a filled outline, or a line if it has a ``width``."""

    path: str
    width: float = 0


class UnsuitedArt(NamedTuple):
    """The artwork for a card without a suit: a ``text`` for use in sentences, and the ``marks`` on the card, in a 24 by 24
    box."""

    text: str
    marks: Sequence[Stroke]


class PackArt(NamedTuple):
    """The artwork for a pack. Every part is optional.

    ``signs``    maps suit letters to the strokes of their signs, in a 24 by 24 box
    ``inks``     maps suit letters to the colour in which the suit and its ranks are printed
    ``figures``  maps ranks to the outline of a figure, in a 60 by 36 box
    ``wild``     maps ranks of cards without a suit to their artwork
    ``twos``     for two-colour display, maps suit letters to the suit whose colour to use
    ``edged``    whether cards are fully coloured, with the picture in a window ``ordinary`` how to substitute French packs for
                 the pack: maps suit letters to a French suit, ``H``, or ``H2`` for the suit in a second pack
    """

    signs: Mapping[str, Sequence[Stroke]] = _NONE
    inks: Mapping[str, str] = _NONE
    figures: Mapping[str, str] = _NONE
    wild: Mapping[str, UnsuitedArt] = _NONE
    twos: Mapping[str, str] = _NONE
    edged: bool = False
    ordinary: Mapping[str, str] = _NONE


NO_LOOK = PackArt()
"""The default for packs without artwork."""


def _rays(count: int, inner: float, outer: float) -> str:
    """Return an SVG path with ``count`` straight rays around the centre."""
    angles = [2 * pi * ray / count for ray in range(count)]
    return "".join(f"M{12 + inner * sin(a):.1f} {12 - inner * cos(a):.1f}L{12 + outer * sin(a):.1f} "
                   f"{12 - outer * cos(a):.1f}" for a in angles)


_WAVE = "M2 {0}c2.5-3.6 5-3.6 7.5-.6s5 3 7.5 0 3.6-2.5 5-1.4"

_BAND = "M10 30h40a2 2 0 0 1 2 2v2a2 2 0 0 1-2 2H10a2 2 0 0 1-2-2v-2a2 2 0 0 1 2-2z"
_CROWN = ("M28 0h4v3.5h4v3.6h-4V11c10-6 25-1 24 9-.3 3-1.5 5.5-3 7.5H7c-1.5-2-2.7-4.5-3-7.5C3 10 18 5 28 11V7.1h-4"
          "V3.5h4zM28.5 14.5v9h3v-9zM12 18l2 5.5h3L15 16.5zM48 18l-2 5.5h-3l2-7z" + _BAND)
_TIARA = ("M9 27.5 4.3 11.8a3.3 3.3 0 1 1 2.8-1.1l5.6 7.1 3-9.3a3.3 3.3 0 1 1 3.2-.2l5 9 4.7-11a3.3 3.3 0 1 1 "
          "2.8 0l4.7 11 5-9a3.3 3.3 0 1 1 3.2.2l3 9.3 5.6-7.1a3.3 3.3 0 1 1 2.8 1.1L51 27.5z" + _BAND)
_CAP = ("M8 27.5C4 16 13 9 27 9c3.5 0 6.7.4 9.5 1.2C34 13.5 33 17 33.5 21c10 .5 15-2.5 18.2-8.5 2.5 4.3 2.5 9.5.3 15z"
        "M37 18C37 8 46 .5 59 1c-1 3-2.5 4.5-4.5 5.5 0 3-2.5 5-5 5.5-2 4-6 6.3-12.5 6z" + _BAND)
_PAWN = "M30 2a8 8 0 0 1 5 14.2h4v3.6h-3.8c.4 4.2 2.3 7 5.8 9.2V34H19v-5c3.5-2.2 5.4-5 5.8-9.2H21v-3.6h4A8 8 0 0 1 30 2z"
_COURT = "M30 1 54 13v3H6v-3zM11 18h6v11h-6zM27 18h6v11h-6zM43 18h6v11h-6zM6 31h48v4H6z"

_STAR = "M12 1.5 15.2 8.6 23 9.4 17.2 14.7 18.8 22.4 12 18.5 5.2 22.4 6.8 14.7 1 9.4 8.8 8.6z"
_FLOWER = "M12 12V2.5M12 12l8.2-4.75M12 12l8.2 4.75M12 12v9.5M12 12l-8.2 4.75M12 12L3.8 7.25"

FRENCH = PackArt(
    signs={
        "S": [Stroke("M12 1.5c5.5 6 9 8.5 9 12.7a4.6 4.6 0 0 1-7.7 3.3c.2 2 1 3.5 2.4 4.7H8.3c1.4-1.2 2.2-2.7"
                   " 2.4-4.7A4.6 4.6 0 0 1 3 14.2c0-4.2 3.5-6.7 9-12.7z")],
        "H": [Stroke("M12 22C6 16.5 2 12.8 2 8.3A5.3 5.3 0 0 1 12 5.8a5.3 5.3 0 0 1 10 2.5c0 4.5-4 8.2-10 13.7z")],
        "D": [Stroke("M12 1.5 20 12l-8 10.5L4 12z")],
        "C": [Stroke("M12 1.8a4.6 4.6 0 0 1 3.5 7.6 4.6 4.6 0 1 1-2.3 7.7c.2 2.3 1 3.9 2.4 5.1H8.4c1.4-1.2"
                   " 2.2-2.8 2.4-5.1a4.6 4.6 0 1 1-2.3-7.7A4.6 4.6 0 0 1 12 1.8z")],
    },
    inks={"S": "#20242c", "H": "#c2222b", "D": "#1b5fc1", "C": "#187239"},
    figures={"K": _CROWN, "Q": _TIARA, "J": _CAP},
    wild={"Joker": UnsuitedArt("★", [Stroke(_STAR)])},
    twos={"D": "H", "C": "S"},
)

DOUBLE_DECKER = PackArt(
    signs={"R": [Stroke("M12 2l10 10-10 10L2 12z")], "B": [Stroke("M12 2.5a9.5 9.5 0 1 0 .01 0z")],
           "G": [Stroke("M12 3l10.5 18h-21z")]},
    inks={"R": "#c0392b", "B": "#1d63b8", "G": "#1a7542"},
    edged=True,
    ordinary={"R": "H", "B": "S", "G": "C"},
)

DECKTET = PackArt(
    signs={
        "M": [Stroke("M14.5 2.2A10 10 0 1 0 22 16.5 8.8 8.8 0 0 1 14.5 2.2z")],
        "S": [Stroke("M12 7.2a4.8 4.8 0 1 0 .01 0z"), Stroke(_rays(8, 7.6, 10.6), 2.2)],
        "W": [Stroke(_WAVE.format(height), 2.4) for height in (7.6, 13.4, 19.2)],
        "L": [
            Stroke(
                "M21.5 2.5C9 2.5 2.5 8.5 3.2 17L2 21.8l1.6.4 1-3.6C6 13.5 9.5 9.8 15 7.2c-4 3.6-7.2"
                " 7-8.6 11.9C16 20.5 22 14 21.5 2.5z"
            )
        ],
        "Y": [Stroke("M18.5 6.2C15.5 2.8 7 3.4 7 8c0 5.2 10.5 3.2 10.5 8.5 0 5-8.5 6-12.5 2.4", 3),
              Stroke("M16 3l6.5 1.2L19.5 9z")],
        "K": [
            Stroke(
                "M7.5 8.3a3.7 3.7 0 1 0 0 7.4c4 0 5-7.4 9-7.4a3.7 3.7 0 1 1 0 7.4c-4 0-5-7.4-9-7.4z"
                "M8.3 7.5a3.7 3.7 0 1 1 7.4 0c0 4-7.4 5-7.4 9a3.7 3.7 0 1 0 7.4 0c0-4-7.4-5-7.4-9z",
                2,
            )
        ],
    },
    inks={"M": "#4a4775", "S": "#ad4c05", "W": "#0a6bb3", "L": "#a0286f", "Y": "#0b6f4e", "K": "#7a6100"},
    figures={"X": _CROWN, "P": _PAWN, "C": _COURT},
    wild={"Excuse": UnsuitedArt("✳", [Stroke(_FLOWER, 3.4)])},
    ordinary={"M": "S", "S": "H", "W": "C", "L": "D", "Y": "S2", "K": "H2"},
)

"""A game's cover, the picture by which readers recognize it: a colour, an emblem and a few of its cards.

A game declares its cover in the module ``cover`` of its package, as a ``Cover`` called ``cover``. Without that module, the colour
is derived from the game's id, and the cover has no emblem.
"""

from __future__ import annotations

from colorsys import hls_to_rgb, rgb_to_hls
from typing import NamedTuple
from zlib import crc32

from rules_engine.core.game.game import Game
from rules_engine.core.game.game_modules import game_module
from rules_engine.core.positions.position import Position

SIZE = 120
"""The width and height of an emblem."""
_LIGHTNESS, _SATURATION = 0.27, 0.42
"""Lightness and saturation of a derived colour: the emblem and white text have a contrast of at least 4.5 : 1 on every hue."""
_LIGHTER = 0.05
"""The increase in lightness for dark pages, on which the colour would otherwise look black."""


class Cover(NamedTuple):
    """A game's cover.

    ``ground``  its colour, as ``#rrggbb``
    ``emblem``  SVG elements in a box of 120 by 120 units. ``currentColor`` is a light colour for lines and areas, and the
                variables ``--fs-ground`` and ``--fs-now`` are the ground and the accent colour.
    ``cards``   the texts of the cards shown; by default, high cards of several suits
    """

    ground: str
    emblem: str = ""
    cards: tuple[str, ...] = ()

    @property
    def ground_on_dark(self) -> str:
        """The colour on pages with the dark colour scheme, slightly lighter."""
        hue, lightness, saturation = rgb_to_hls(*(int(self.ground[at:at + 2], 16) / 255 for at in (1, 3, 5)))
        return _written(hue, lightness + _LIGHTER, saturation)


def cover_of(kind: type[Game[Position]]) -> Cover:
    """Return the cover of a game."""
    module = game_module(kind, "cover")
    if module is None:
        return Cover(_written(crc32(kind.id.encode()) / 2**32, _LIGHTNESS, _SATURATION))
    cover: Cover = module.cover
    return cover


def _written(hue: float, lightness: float, saturation: float) -> str:
    return "#" + "".join(f"{round(part * 255):02x}" for part in hls_to_rgb(hue, lightness, saturation))

"""The suit symbols in a pack and their colours, as defined in the pack's ``look``. `rules_engine/pictures/faces.py` draws
them."""

from __future__ import annotations

from collections.abc import Sequence

from rules_engine.core.game.game import Game
from rules_engine.core.model.cards import Pack
from rules_engine.core.model.pack_art import Stroke
from rules_engine.core.positions.position import Position
from rules_engine.html.sprites import plain

_OTHER_INKS = ("#20242c", "#c2222b", "#1b5fc1", "#187239", "#a0286f", "#7a6100", "#0a6b75", "#ad4c05")


def suit_colours(kind: type[Game[Position]]) -> str | None:
    """Return the number of suit colours as ``two`` or ``four``; None if the pack has no two-colour version."""
    if not kind.pack.look.twos:
        return None
    return "two" if kind.two_colours else "four"


def sign(pack: Pack, letter: str) -> Sequence[Stroke]:
    """Return the strokes of a suit's symbol; empty if it has none."""
    return pack.look.signs.get(letter, ())


def ink_name(pack: Pack, letter: str) -> str:
    """Return the name of the CSS custom property with which a page can override a suit's colour."""
    return f"--fs-ink-{pack.id}-{plain(letter)}"


def printed_ink(pack: Pack, letter: str) -> str:
    """Return the printed colour of a suit: the one in the pack's ``look`` or, without one, a colour chosen by the suit's
    index."""
    place = list(pack.suits).index(letter)
    return pack.look.inks.get(letter) or _OTHER_INKS[place % len(_OTHER_INKS)]


def ink(pack: Pack, letter: str) -> str:
    """Return a CSS value for a suit's colour: the page's override, with the printed colour as the fallback."""
    return f"var({ink_name(pack, letter)},{printed_ink(pack, letter)})"

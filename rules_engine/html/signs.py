"""The signs of suits and their colours on paper, as a pack's look has them. `rules_engine/site/files/sprites.py` draws both."""

from __future__ import annotations

from collections.abc import Sequence

from rules_engine.core.game.game import Game
from rules_engine.core.model.cards import Pack
from rules_engine.core.model.pack_art import Stroke
from rules_engine.core.positions.position import Position
from rules_engine.html.sprites import plain

_OTHER_INKS = ("#20242c", "#c2222b", "#1b5fc1", "#187239", "#a0286f", "#7a6100", "#0a6b75", "#ad4c05")


def suit_colours(kind: type[Game[Position]]) -> str | None:
    """Return in how many colours a game's suits are shown, where its pack is known in two: ``two`` or ``four``."""
    if not kind.pack.look.twos:
        return None
    return "two" if kind.two_colours else "four"


def sign(pack: Pack, letter: str) -> Sequence[Stroke]:
    """Return the marks of a suit's sign; none, if nobody has drawn one."""
    return pack.look.signs.get(letter, ())


def ink_name(pack: Pack, letter: str) -> str:
    """Return the custom property that a page may set to another colour."""
    return f"--fs-ink-{pack.id}-{plain(letter)}"


def printed_ink(pack: Pack, letter: str) -> str:
    """Return a suit's colour; where nobody has chosen one, by its place in the pack."""
    place = list(pack.suits).index(letter)
    return pack.look.inks.get(letter) or _OTHER_INKS[place % len(_OTHER_INKS)]


def ink(pack: Pack, letter: str) -> str:
    """Return a suit's colour as the page wants it, or else as it is printed."""
    return f"var({ink_name(pack, letter)},{printed_ink(pack, letter)})"

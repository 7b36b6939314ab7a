"""The themes of pictures: the site's light and dark colour schemes, and black and white for print."""

from __future__ import annotations

from typing import NamedTuple

from rules_engine.core.model.cards import Pack
from rules_engine.core.model.errors import RulesEngineError, quoted
from rules_engine.html.signs import printed_ink
from rules_engine.text.message import listed


class Theme(NamedTuple):
    """The colours of a picture.

    ``felt``, ``felt_edge``, ``felt_ink``  the middle of the table, its border if it differs, and text on it
    ``well``                               plates and the bar of facts
    ``now``, ``now_ink``, ``ring``         the seat to act, and the ring around the winning card
    ``slip``, ``slip_ink``, ``soft``       the message, and lesser text on paper
    ``line``                               outlines of plates, messages and sheets; empty without outlines
    ``paper``, ``back``, ``back_line``     the cards
    ``greys``                              whether suits are printed in greys
    """

    name: str
    felt: str
    felt_edge: str
    felt_ink: str
    well: str
    now: str
    now_ink: str
    ring: str
    slip: str
    slip_ink: str
    soft: str
    line: str
    paper: str
    card_line: str
    back: str = "#2b4f76"
    back_line: str = "#9dbcdd"
    greys: bool = False


LIGHT = Theme("light", felt="#24694f", felt_edge="#164437", felt_ink="#f3f7f4", well="#143f32", now="#f2bc3e", now_ink="#2a2000",
              ring="#f2bc3e", slip="#fbfaf7", slip_ink="#1f2328", soft="#58606b", line="", paper="#fffefa", card_line="#c6c1b5")
DARK = LIGHT._replace(name="dark", felt="#1c4a3c", felt_edge="#11302a", felt_ink="#e9f0ec", well="#0d2721", slip="#14181c",
                      slip_ink="#e6e9ec", soft="#a3acb6", paper="#efebe0")
PRINT = Theme("print", felt="#fff", felt_edge="", felt_ink="#000", well="#fff", now="#000", now_ink="#fff", ring="#000",
              slip="#fff", slip_ink="#000", soft="#333", line="#777", paper="#fff", card_line="#555", back="#fff",
              back_line="#333", greys=True)
THEMES = {theme.name: theme for theme in (LIGHT, DARK, PRINT)}

_GREYS = ("#000", "#6e6e6e", "#424242", "#585858")


def theme_named(name: str) -> Theme:
    """Return a theme by its name. Raises ``RulesEngineError`` if there is none with this name."""
    if name not in THEMES:
        raise RulesEngineError(f"{quoted(name)} is no theme: expected {listed(THEMES, 'or')}")
    return THEMES[name]


def suit_ink(pack: Pack, letter: str, theme: Theme, two_colours: bool) -> str:
    """Return the colour of a suit in a theme."""
    if theme.greys:
        return grey(pack, letter)
    return printed_ink(pack, pack.look.twos.get(letter, letter) if two_colours else letter)


def grey(pack: Pack, letter: str) -> str:
    """Return a grey with sufficient contrast to white, both as text and as background."""
    kinds = list(dict.fromkeys(pack.look.twos.get(each, each) for each in pack.suits))
    told = pack.look.edged or bool(pack.look.twos)
    return _GREYS[kinds.index(pack.look.twos.get(letter, letter)) % len(_GREYS)] if told else _GREYS[0]

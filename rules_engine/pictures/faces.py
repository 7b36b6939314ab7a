"""The faces of a pack's cards and its suit symbols, drawn as SVG for sprite files and for pictures.

Faces are 100 by 140 units. The left edge, 34 wide, shows rank and suits, so that cards in a fan are readable; the rest is the
picture. A `Pen` supplies the colours and the letters. A pack needs no code for its drawing: every card has its rank, suits and
name. The pack's `look` provides additional details.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from rules_engine.core.model.cards import Card, Pack
from rules_engine.core.model.pack_art import Stroke
from rules_engine.html.signs import sign
from rules_engine.html.sprites import EDGE, HEIGHT, SIGN_PITCH, SIGNS_BELOW, rank_written
from rules_engine.pictures.svg_paths import in_place, painted
from rules_engine.text.locale import translate

SuitPlace = tuple[float, float, float]
"""The position of a suit symbol: left, top and width."""

_PLACES: dict[int, list[SuitPlace]] = {2: [(40, 14, 40), (51, 70, 40)], 3: [(38, 13, 31), (61, 48, 31), (38, 83, 31)]}
"""Positions of the large symbols, by number of suits."""

_MIDDLE: SuitPlace = (37, 43, 57)
"""The position of the single large symbol on a card whose rank isn't a number."""

_WILD: SuitPlace = (3, 7, 28)
"""The position on the edge of the symbol of a card without a suit."""

_TINTS = {2: ["M36 8h47a9 9 0 0 1 9 9v25L36 102z", "M92 42v81a9 9 0 0 1-9 9H36v-30z"],
          3: ["M36 8h47a9 9 0 0 1 9 9v16L36 59z", "M92 33v70L36 68v-9z", "M92 103v20a9 9 0 0 1-9 9H36V68z"]}
"""Outlines of the areas in the picture that are tinted in the suits' colours, by number of suits."""


class Pen(Protocol):
    """The colours of cards as SVG values, and the functions that draw letters.

    ``paper``, ``ink``, ``soft``, ``line``  the card, its letters, its figures without a suit's colour, and its outline
    ``on_edge``, ``wild``                   letters on a coloured edge, and symbols of cards without a suit
    ``back``, ``back_line``                 the back and its pattern
    """

    paper: str
    ink: str
    soft: str
    line: str
    on_edge: str
    wild: str
    back: str
    back_line: str

    def suit(self, pack: Pack, letter: str) -> str:
        """Return the colour of a suit."""

    def whole(self, pack: Pack, letter: str) -> str:
        """Return the colour of a fully coloured card of a suit."""

    def letters(self, x: float, y: float, size: float, text: str, colour: str, width: float = 0) -> str:
        """Return a bold text centred at ``x`` on the baseline ``y``; if ``width`` isn't 0, the text is fitted to it."""

    def repeated(self, marks: str) -> str:
        """Return marks that repeat in the picture what is on the left edge."""


def face(pack: Pack, card: Card, pen: Pen) -> str:
    """Return the full face of a card."""
    edged = is_coloured(pack, card)
    places = [*edge_places(card), *([(50, 92, 28)] if edged else _places(pack, card))]
    return "".join([_paper(pack, card, edged, pen), "" if edged else _tints(pack, card, pen),
                    _suits(pack, card, places, edged, pen), _ranks(pack, card, edged, pen)])


def edge_rank(pack: Pack, card: Card, pen: Pen) -> str:
    """Return the rank on the left edge of a card, or the symbol of a card without a suit."""
    if wild := pack.look.wild.get(card.rank):
        return painted(in_place(wild.marks, *_WILD), pen.wild)
    return _number(EDGE / 2, 33, 34, 29, *_rank(pack, card, pen), pen)


def edge_paper(pack: Pack, card: Card, pen: Pen) -> str:
    """Return the colour of a card's left edge."""
    return pen.whole(pack, card.suits) if is_coloured(pack, card) else pen.paper


def is_coloured(pack: Pack, card: Card) -> bool:
    """Return whether a card is fully coloured, with its picture in a window."""
    return pack.look.edged and len(card.suits) == 1


def _paper(pack: Pack, card: Card, edged: bool, pen: Pen) -> str:
    """Return the card's background with its outline and, on a fully coloured card, the light window for the picture."""
    window = f"<rect x='{EDGE + 2}' y='8' width='56' height='124' rx='6' fill='{pen.paper}'/>" if edged else ""
    fill = edge_paper(pack, card, pen)
    return f"<rect x='.5' y='.5' width='99' height='139' rx='8.5' fill='{fill}' stroke='{pen.line}'/>{window}"


def _tints(pack: Pack, card: Card, pen: Pen) -> str:
    return "".join(f"<path d='{part}' fill='{pen.suit(pack, letter)}' opacity='.1'/>"
                   for part, letter in zip(_TINTS.get(len(card.suits), []), card.suits, strict=False))


def edge_places(card: Card) -> list[SuitPlace]:
    """Return the positions of the small symbols below the rank."""
    high = min(SIGN_PITCH, (HEIGHT - SIGNS_BELOW - 3) / max(1, len(card.suits)))
    return [(5, SIGNS_BELOW + high * place, high - 3) for place in range(len(card.suits))]


def _places(pack: Pack, card: Card) -> list[SuitPlace]:
    """Return the positions of the large symbols."""
    count = len(card.suits)
    if count == 1:
        return [(44, 70, 44) if _figure(pack, card) else (42, 72, 48) if card.rank.isdigit() else _MIDDLE]
    return _PLACES.get(count) or [(38 + 28 * (place % 2), 14 + 28 * (place // 2), 24) for place in range(count)]


def _suits(pack: Pack, card: Card, places: Sequence[SuitPlace], edged: bool, pen: Pen) -> str:
    """Return a card's suit symbols and figure; all shapes with the same colour share elements."""
    if edged:
        small, large = places
        return (suit_marks(pack, card.suits, pen, small, colour=pen.on_edge)
                + pen.repeated(suit_marks(pack, card.suits, pen, large)))
    figure = _figure(pack, card)
    own = len(card.suits) == 1 and bool(sign(pack, card.suits))
    lie = list(zip(card.suits * 2, places, strict=True))
    signs = [suit_marks(pack, letter, pen, *(place for each, place in lie if each == letter), more=figure if own else [])
             for letter in dict.fromkeys(card.suits)]
    return "".join([*signs, "" if own else painted(figure, pen.soft)])


def suit_marks(pack: Pack, letter: str, pen: Pen, *places: SuitPlace, colour: str = "", more: Sequence[Stroke] = ()) -> str:
    """Return a suit's symbol at some positions, in its own colour or in ``colour``, with ``more`` strokes in the same colour."""
    colour = colour or pen.suit(pack, letter)
    if marks := sign(pack, letter):
        return painted([*(mark for place in places for mark in in_place(marks, *place)), *more], colour)
    return "".join(_number(x + size / 2, y + size * .81, size * .87, size, letter, colour, pen) for x, y, size in places)


def _figure(pack: Pack, card: Card) -> list[Stroke]:
    outline = pack.look.figures.get(card.rank)
    place = (38, 28, 56) if len(card.suits) == 1 else (68, 10, 27)
    return list(in_place([Stroke(outline)], *place, of=60)) if outline else []


def _ranks(pack: Pack, card: Card, edged: bool, pen: Pen) -> str:
    """Return the rank, or a wild card's symbol, on the left edge, and again in the picture if the picture would be empty."""
    if wild := pack.look.wild.get(card.rank):
        return painted([mark for place in (_WILD, _MIDDLE) for mark in in_place(wild.marks, *place)], pen.wild)
    rank, colour = _rank(pack, card, pen)
    again = ""
    if edged or not card.suits:
        again = pen.repeated(_number(64, 78, 46, 48, rank, pen.suit(pack, card.suits) if edged else colour, pen))
    return _number(EDGE / 2, 33, 34, 29, rank, colour, pen) + again


def _rank(pack: Pack, card: Card, pen: Pen) -> tuple[str, str]:
    """Return a card's rank in the current language, and its colour on the left edge."""
    one_colour = len(card.suits) == 1 and all(len(each.suits) < 2 for each in pack)
    colour = pen.on_edge if is_coloured(pack, card) else pen.suit(pack, card.suits) if one_colour else pen.ink
    return translate(rank_written(card)), colour


def back(pen: Pen) -> str:
    """Return the back of the cards."""
    diamonds = "".join(f"M{50 + 16 * x} {61 + 18 * y}l6 9-6 9-6-9z" for x in range(-2, 3) for y in range(-3, 4))
    return (f"<rect x='.5' y='.5' width='99' height='139' rx='8.5' fill='{pen.back}' stroke='{pen.line}'/>"
            f"<rect x='6' y='6' width='88' height='128' rx='5' fill='none' stroke='{pen.back_line}' stroke-width='2'/>"
            f"<path d='{diamonds}' fill='none' stroke='{pen.back_line}' stroke-width='1.6' opacity='.7'/>")


def _number(x: float, y: float, size: float, width: float, rank: str, colour: str, pen: Pen) -> str:
    """Return a rank centred at ``x``. A rank with several letters is fitted to ``width``."""
    return pen.letters(x, y, size * min(1, 1.8 / len(rank)), rank, colour, 0 if len(rank) == 1 else width)

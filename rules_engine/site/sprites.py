"""Draws the cards of a pack as one SVG file of symbols, and the style rules that tell which colours they take.

Faces are 100 by 140. The left edge, 34 wide, tells rank and suits, so a fan can be read; the rest is picture. Colours are
custom properties of the page with the printed colour behind them: properties reach into a file that `use` points to,
style rules don't. Everything else about a symbol stands in attributes, so no policy against inline styles can spoil it.

A pack needs no code of its own: any card has its rank, its suits' signs and its name. What a pack has beyond that stands
in the tables `FIGURES` and `EDGED`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rules_engine.core.cards import Card, Pack
from rules_engine.site.paths import in_place, painted
from rules_engine.view.faces import BACK, EDGE, HEIGHT, SIGN_PITCH, SIGNS_BELOW, WIDTH, face_id, suit_id
from rules_engine.view.html import escape
from rules_engine.view.signs import TWO_COLOURS, Mark, ink, ink_name, printed_ink, sign

FONTS = "system-ui,-apple-system,Segoe UI,Roboto,Noto Sans,sans-serif"
PAPER, INK, SOFT = "var(--fs-card-paper,#fffefa)", "var(--fs-card-ink,#20242c)", "var(--fs-card-soft,#4c5460)"
LINE = "var(--fs-card-edge,#c6c1b5)"
ON_EDGE = "var(--fs-card-on-edge,#fffefa)"
WILD = "var(--fs-card-wild,#6a3ea1)"
BACK_PAPER, BACK_LINE = "var(--fs-card-back,#2b4f76)", "var(--fs-card-back-line,#9dbcdd)"

Place = tuple[float, float, float]
"""Left, top, width."""

EDGED = {"double-decker"}
"""Packs whose cards are coloured all over, with the picture in a window."""

_BAND = "M10 30h40a2 2 0 0 1 2 2v2a2 2 0 0 1-2 2H10a2 2 0 0 1-2-2v-2a2 2 0 0 1 2-2z"
_CROWN = ("M28 0h4v3.5h4v3.6h-4V11c10-6 25-1 24 9-.3 3-1.5 5.5-3 7.5H7c-1.5-2-2.7-4.5-3-7.5C3 10 18 5 28 11V7.1h-4"
          "V3.5h4zM28.5 14.5v9h3v-9zM12 18l2 5.5h3L15 16.5zM48 18l-2 5.5h-3l2-7z" + _BAND)
_TIARA = ("M9 27.5 4.3 11.8a3.3 3.3 0 1 1 2.8-1.1l5.6 7.1 3-9.3a3.3 3.3 0 1 1 3.2-.2l5 9 4.7-11a3.3 3.3 0 1 1 "
          "2.8 0l4.7 11 5-9a3.3 3.3 0 1 1 3.2.2l3 9.3 5.6-7.1a3.3 3.3 0 1 1 2.8 1.1L51 27.5z" + _BAND)
_CAP = ("M8 27.5C4 16 13 9 27 9c3.5 0 6.7.4 9.5 1.2C34 13.5 33 17 33.5 21c10 .5 15-2.5 18.2-8.5 2.5 4.3 2.5 9.5.3 15z"
        "M37 18C37 8 46 .5 59 1c-1 3-2.5 4.5-4.5 5.5 0 3-2.5 5-5 5.5-2 4-6 6.3-12.5 6z" + _BAND)
_PAWN = "M30 2a8 8 0 0 1 5 14.2h4v3.6h-3.8c.4 4.2 2.3 7 5.8 9.2V34H19v-5c3.5-2.2 5.4-5 5.8-9.2H21v-3.6h4A8 8 0 0 1 30 2z"
_COURT = "M30 1 54 13v3H6v-3zM11 18h6v11h-6zM27 18h6v11h-6zM43 18h6v11h-6zM6 31h48v4H6z"

FIGURES = {
    "french": {"K": _CROWN, "Q": _TIARA, "J": _CAP},
    "decktet": {"X": _CROWN, "P": _PAWN, "C": _COURT},
}
"""Pack id and rank to the figure's outline, in 60 by 36."""

_STAR = "M12 1.5 15.2 8.6 23 9.4 17.2 14.7 18.8 22.4 12 18.5 5.2 22.4 6.8 14.7 1 9.4 8.8 8.6z"
_FLOWER = "M12 12V2.5M12 12l8.2-4.75M12 12l8.2 4.75M12 12v9.5M12 12l-8.2 4.75M12 12L3.8 7.25"
WILD_SIGNS = {
    "Joker": [Mark(_STAR)],
    "Excuse": [Mark(_FLOWER, 3.4)],
}
"""What stands for the rank of a card that has none."""

_PLACES: dict[int, list[Place]] = {2: [(40, 14, 40), (51, 70, 40)], 3: [(38, 13, 31), (61, 48, 31), (38, 83, 31)]}
"""Number of suits to where their large signs lie: left, top, size."""

_MIDDLE: Place = (37, 43, 57)
"""Where a single one lies that is no number's."""

_TINTS = {2: ["M36 8h47a9 9 0 0 1 9 9v25L36 102z", "M92 42v81a9 9 0 0 1-9 9H36v-30z"],
          3: ["M36 8h47a9 9 0 0 1 9 9v16L36 59z", "M92 33v70L36 68v-9z", "M92 103v20a9 9 0 0 1-9 9H36V68z"]}
"""Number of suits to the parts of the picture that have their colours."""


def sprite(pack: Pack) -> str:
    """The file with every face of a pack, its back and its signs."""
    symbols = [_symbol(face_id(card), WIDTH, HEIGHT, _face(pack, card)) for card in pack]
    symbols.append(_symbol(BACK, WIDTH, HEIGHT, _back()))
    symbols += [_symbol(suit_id(letter), 24, 24, _painted_suit(pack, letter, (0, 0, 24))) for letter in pack.suits]
    return "\n".join(['<svg xmlns="http://www.w3.org/2000/svg">', *symbols, "</svg>\n"])


def _symbol(name: str, width: int, height: int, marks: str) -> str:
    return f'<symbol id="{name}" viewBox="0 0 {width} {height}" font-family="{FONTS}">{marks}</symbol>'


def _face(pack: Pack, card: Card) -> str:
    edged = pack.id in EDGED and len(card.suits) == 1
    places = [*_on_edge(card), *([(50, 92, 28)] if edged else _places(pack, card))]
    return "".join([_paper(pack, card, edged), "" if edged else _tints(pack, card), _suits(pack, card, places, edged),
                    _ranks(pack, card, edged), _name(card)])


def _paper(pack: Pack, card: Card, edged: bool) -> str:
    """The card itself, and the window of one that is coloured all over; the line around it is inside its measures."""
    fill = f"var(--fs-card-all,{ink(pack, card.suits)})" if edged else PAPER
    window = f"<rect x='{EDGE + 2}' y='8' width='56' height='124' rx='6' fill='{PAPER}'/>" if edged else ""
    return f"<rect x='.5' y='.5' width='99' height='139' rx='8.5' fill='{fill}' stroke='{LINE}'/>{window}"


def _tints(pack: Pack, card: Card) -> str:
    return "".join(f"<path d='{part}' fill='{ink(pack, letter)}' opacity='.1'/>"
                   for part, letter in zip(_TINTS.get(len(card.suits), []), card.suits, strict=False))


def _on_edge(card: Card) -> list[Place]:
    """The places of the small signs below the rank."""
    high = min(SIGN_PITCH, (HEIGHT - SIGNS_BELOW - 3) / max(1, len(card.suits)))
    return [(5, SIGNS_BELOW + high * place, high - 3) for place in range(len(card.suits))]


def _places(pack: Pack, card: Card) -> list[Place]:
    """The places of the large signs."""
    count = len(card.suits)
    if count == 1:
        return [(44, 70, 44) if _figure(pack, card) else (42, 72, 48) if card.rank.isdigit() else _MIDDLE]
    return _PLACES.get(count) or [(38 + 28 * (place % 2), 14 + 28 * (place // 2), 24) for place in range(count)]


def _suits(pack: Pack, card: Card, places: Sequence[Place], edged: bool) -> str:
    """All signs of a card; those of one colour are painted at once, with the figure if it has that colour."""
    if edged:
        small, large = places
        return _painted_suit(pack, card.suits, small, colour=ON_EDGE) + _painted_suit(pack, card.suits, large)
    figure = _figure(pack, card)
    own = len(card.suits) == 1 and bool(sign(pack, card.suits))
    lie = list(zip(card.suits * 2, places, strict=True))
    signs = [_painted_suit(pack, letter, *(place for each, place in lie if each == letter), more=figure if own else [])
             for letter in dict.fromkeys(card.suits)]
    return "".join([*signs, "" if own else painted(figure, SOFT)])


def _painted_suit(pack: Pack, letter: str, *places: Place, colour: str = "", more: Sequence[Mark] = ()) -> str:
    """A suit's sign at each of some places, in its colour or another, and more that has that colour."""
    colour = colour or ink(pack, letter)
    if marks := sign(pack, letter):
        return painted([*(mark for place in places for mark in in_place(marks, *place)), *more], colour)
    return "".join(_number(x + size / 2, y + size * .81, size * .87, size, letter, colour) for x, y, size in places)


def _figure(pack: Pack, card: Card) -> list[Mark]:
    outline = FIGURES.get(pack.id, {}).get(card.rank)
    place = (38, 28, 56) if len(card.suits) == 1 else (68, 10, 27)
    return list(in_place([Mark(outline)], *place, of=60)) if outline else []


def _ranks(pack: Pack, card: Card, edged: bool) -> str:
    """The rank on the edge, or the sign of a card that has none, and once more where nothing else fills the picture."""
    if card.rank in WILD_SIGNS:
        return painted([mark for place in ((3, 7, 28), _MIDDLE) for mark in in_place(WILD_SIGNS[card.rank], *place)], WILD)
    one_colour = len(card.suits) == 1 and all(len(each.suits) < 2 for each in pack)
    colour = ink(pack, card.suits) if one_colour else INK
    again = _number(64, 78, 46, 48, card.rank, colour) if edged or not card.suits else ""
    return _number(EDGE / 2, 33, 34, 29, card.rank, ON_EDGE if edged else colour) + again


def _name(card: Card) -> str:
    """The printed name, which the page shows where a card is wide enough."""
    name = card.name if card.rank in WILD_SIGNS else card.title
    if not name:
        return ""
    pressed = " textLength='86' lengthAdjust='spacingAndGlyphs'" if len(name) > 12 else ""
    return (f"<text class='name' display='var(--fs-card-name,none)' x='94' y='133' font-size='13' font-weight='500' "
            f"text-anchor='end' fill='{SOFT}'{pressed}>{escape(name)}</text>")


def _back() -> str:
    diamonds = "".join(f"M{50 + 16 * x} {61 + 18 * y}l6 9-6 9-6-9z" for x in range(-2, 3) for y in range(-3, 4))
    return (f"<rect x='.5' y='.5' width='99' height='139' rx='8.5' fill='{BACK_PAPER}' stroke='{LINE}'/>"
            f"<rect x='6' y='6' width='88' height='128' rx='5' fill='none' stroke='{BACK_LINE}' stroke-width='2'/>"
            f"<path d='{diamonds}' fill='none' stroke='{BACK_LINE}' stroke-width='1.6' opacity='.7'/>")


def _number(x: float, y: float, size: float, width: float, rank: str, colour: str) -> str:
    """A rank, its middle at ``x``; one of more than a letter is as wide as ``width``, whatever the reader's font."""
    fitted = "" if len(rank) == 1 else f" textLength='{width:g}' lengthAdjust='spacingAndGlyphs'"
    size *= min(1, 1.8 / len(rank))
    return (f"<text x='{x:g}' y='{y:g}' font-size='{size:g}' font-weight='700' text-anchor='middle' fill='{colour}'{fitted}>"
            f"{escape(rank)}</text>")


def inks_css(packs: Iterable[Pack]) -> str:
    """The style rules for suits in two colours, for cards in the dark, and for readers who have colours of their own."""
    packs = list(packs)
    printed = {ink_name(pack, letter): printed_ink(pack, letter) for pack in packs for letter in pack.suits}
    two = {ink_name(pack, letter): printed_ink(pack, other)
           for pack in packs for letter, other in TWO_COLOURS.get(pack.id, {}).items()}
    own = _OWN_COLOURS | dict.fromkeys(printed, "CanvasText")
    return "\n".join([
        _rule(':root, [data-suit-colours="four"]', printed),
        _rule('[data-suit-colours="two"]', two),
        f"@media not print {{ {_rule(_DARK, {'--fs-card-paper': '#efebe0'})} }}",
        f"@media (forced-colors: active) {{ {_rule(':root, [data-md-color-scheme], [data-suit-colours]', own)} }}",
        ""])


_DARK = '[data-md-color-scheme="slate"]'
_OWN_COLOURS = {"--fs-card-paper": "Canvas", "--fs-card-all": "Canvas", "--fs-card-back": "Canvas"} | {
    f"--fs-card-{part}": "CanvasText" for part in ("ink", "soft", "edge", "on-edge", "wild", "back-line")}


def _rule(selector: str, properties: dict[str, str]) -> str:
    return f"{selector} {{ {' '.join(f'{name}: {value};' for name, value in properties.items())} }}"

"""Draws the cards of a pack as one SVG file of symbols, and generates style rules for its suit symbols in text.

Faces are 100 by 140 units. The left edge, 34 wide, shows rank and suits, so that cards in a fan are readable; the rest is the
picture. Colours are custom properties of the page with the printed colour as fallback, because a file referenced by `use`
inherits properties but no style rules. Everything else is in attributes, which policies against inline styles don't affect.

A pack needs no code for its drawing: every card has its rank, suits and name. The pack's `look` provides additional details.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from urllib.parse import quote

from rules_engine.core.game.cover import Cover, cover_of
from rules_engine.core.model.cards import Card, Pack
from rules_engine.core.model.pack_art import Stroke
from rules_engine.games import game_class
from rules_engine.html.elements import escape
from rules_engine.html.signs import ink, ink_name, printed_ink, sign
from rules_engine.html.sprites import BACK, EDGE, HEIGHT, SIGN_PITCH, SIGNS_BELOW, WIDTH, face_id, rank_written, suit_id, wild_id
from rules_engine.site.files.svg_paths import in_place, painted
from rules_engine.text.locale import translate

FONTS = "var(--fs-card-font,system-ui,-apple-system,Segoe UI,Roboto,Noto Sans,sans-serif)"
PAPER, INK, SOFT = "var(--fs-card-paper,#fffefa)", "var(--fs-card-ink,#20242c)", "var(--fs-card-soft,#4c5460)"
LINE = "var(--fs-card-edge,#c6c1b5)"
ON_EDGE = "var(--fs-card-on-edge,#fffefa)"
WILD = "var(--fs-card-wild,#6a3ea1)"
BACK_PAPER, BACK_LINE = "var(--fs-card-back,#2b4f76)", "var(--fs-card-back-line,#9dbcdd)"

SuitPlace = tuple[float, float, float]
"""The position of a suit symbol: left, top and width."""

_PLACES: dict[int, list[SuitPlace]] = {2: [(40, 14, 40), (51, 70, 40)], 3: [(38, 13, 31), (61, 48, 31), (38, 83, 31)]}
"""Positions of the large symbols, by number of suits."""

_MIDDLE: SuitPlace = (37, 43, 57)
"""The position of the single large symbol on a card whose rank isn't a number."""

_TINTS = {2: ["M36 8h47a9 9 0 0 1 9 9v25L36 102z", "M92 42v81a9 9 0 0 1-9 9H36v-30z"],
          3: ["M36 8h47a9 9 0 0 1 9 9v16L36 59z", "M92 33v70L36 68v-9z", "M92 103v20a9 9 0 0 1-9 9H36V68z"]}
"""Outlines of the areas in the picture that are tinted in the suits' colours, by number of suits."""


def sprite(pack: Pack) -> str:
    """Return the SVG file with the faces, the back and the suit symbols of a pack, in the current language."""
    symbols = [_symbol(face_id(card), WIDTH, HEIGHT, _face(pack, card)) for card in pack]
    symbols.append(_symbol(BACK, WIDTH, HEIGHT, _back()))
    symbols += [_symbol(suit_id(letter), 24, 24, _painted_suit(pack, letter, (0, 0, 24))) for letter in pack.suits]
    return "\n".join(['<svg xmlns="http://www.w3.org/2000/svg">', *symbols, "</svg>\n"])


def _symbol(name: str, width: int, height: int, marks: str) -> str:
    return f'<symbol id="{name}" viewBox="0 0 {width} {height}" font-family="{FONTS}">{marks}</symbol>'


def _face(pack: Pack, card: Card) -> str:
    edged = pack.look.edged and len(card.suits) == 1
    places = [*_on_edge(card), *([(50, 92, 28)] if edged else _places(pack, card))]
    return "".join([_paper(pack, card, edged), "" if edged else _tints(pack, card), _suits(pack, card, places, edged),
                    _ranks(pack, card, edged), _name(pack, card), _letters(pack, card)])


def _paper(pack: Pack, card: Card, edged: bool) -> str:
    """Return the card's background with its outline and, on a fully coloured card, the light window for the picture."""
    fill = f"var(--fs-card-all,{ink(pack, card.suits)})" if edged else PAPER
    window = f"<rect x='{EDGE + 2}' y='8' width='56' height='124' rx='6' fill='{PAPER}'/>" if edged else ""
    return f"<rect x='.5' y='.5' width='99' height='139' rx='8.5' fill='{fill}' stroke='{LINE}'/>{window}"


def _tints(pack: Pack, card: Card) -> str:
    return "".join(f"<path d='{part}' fill='{ink(pack, letter)}' opacity='.1'/>"
                   for part, letter in zip(_TINTS.get(len(card.suits), []), card.suits, strict=False))


def _on_edge(card: Card) -> list[SuitPlace]:
    """Return the positions of the small symbols below the rank."""
    high = min(SIGN_PITCH, (HEIGHT - SIGNS_BELOW - 3) / max(1, len(card.suits)))
    return [(5, SIGNS_BELOW + high * place, high - 3) for place in range(len(card.suits))]


def _places(pack: Pack, card: Card) -> list[SuitPlace]:
    """Return the positions of the large symbols."""
    count = len(card.suits)
    if count == 1:
        return [(44, 70, 44) if _figure(pack, card) else (42, 72, 48) if card.rank.isdigit() else _MIDDLE]
    return _PLACES.get(count) or [(38 + 28 * (place % 2), 14 + 28 * (place // 2), 24) for place in range(count)]


def _suits(pack: Pack, card: Card, places: Sequence[SuitPlace], edged: bool) -> str:
    """Return a card's suit symbols and figure; all shapes with the same colour share elements."""
    if edged:
        small, large = places
        return _painted_suit(pack, card.suits, small, colour=ON_EDGE) + _picture(_painted_suit(pack, card.suits, large))
    figure = _figure(pack, card)
    own = len(card.suits) == 1 and bool(sign(pack, card.suits))
    lie = list(zip(card.suits * 2, places, strict=True))
    signs = [_painted_suit(pack, letter, *(place for each, place in lie if each == letter), more=figure if own else [])
             for letter in dict.fromkeys(card.suits)]
    return "".join([*signs, "" if own else painted(figure, SOFT)])


def _painted_suit(pack: Pack, letter: str, *places: SuitPlace, colour: str = "", more: Sequence[Stroke] = ()) -> str:
    """Return a suit's symbol at some positions, in its own colour or in ``colour``, with ``more`` strokes in the same colour."""
    colour = colour or ink(pack, letter)
    if marks := sign(pack, letter):
        return painted([*(mark for place in places for mark in in_place(marks, *place)), *more], colour)
    return "".join(_number(x + size / 2, y + size * .81, size * .87, size, letter, colour) for x, y, size in places)


def _figure(pack: Pack, card: Card) -> list[Stroke]:
    outline = pack.look.figures.get(card.rank)
    place = (38, 28, 56) if len(card.suits) == 1 else (68, 10, 27)
    return list(in_place([Stroke(outline)], *place, of=60)) if outline else []


def _ranks(pack: Pack, card: Card, edged: bool) -> str:
    """Return the rank, or a wild card's symbol, on the left edge, and again in the picture if the picture would be empty."""
    if wild := pack.look.wild.get(card.rank):
        return painted([mark for place in ((3, 7, 28), _MIDDLE) for mark in in_place(wild.marks, *place)], WILD)
    one_colour = len(card.suits) == 1 and all(len(each.suits) < 2 for each in pack)
    colour = ink(pack, card.suits) if one_colour else INK
    rank = translate(rank_written(card))
    again = _picture(_number(64, 78, 46, 48, rank, colour)) if edged or not card.suits else ""
    return _number(EDGE / 2, 33, 34, 29, rank, ON_EDGE if edged else colour) + again


def _picture(marks: str) -> str:
    """Return a picture that repeats what is on the left edge. The page hides it where another card would cut it."""
    return f"<g display='var(--fs-card-picture,inline)'>{marks}</g>"


def _name(pack: Pack, card: Card) -> str:
    """Return the printed name, which the page shows on cards that are wide enough. Long names are smaller, so that they fit."""
    name = translate(card.name if card.rank in pack.look.wild else card.title)
    if not name:
        return ""
    pressed = " textLength='86' lengthAdjust='spacingAndGlyphs'" if len(name) > 12 else ""
    return (f"<text class='name' display='var(--fs-card-name,none)' x='94' y='133' font-size='{min(13, 165 / len(name)):.3g}' "
            f"font-weight='500' text-anchor='end' fill='{SOFT}'{pressed}>{escape(name[0].upper() + name[1:])}</text>")


def _letters(pack: Pack, card: Card) -> str:
    """Return the letter of each suit, below its symbol on the left edge. Pages can show or hide the letters.

    French suits have no letters, since every player knows their shapes.
    """
    if pack.look.twos or not card.suits:
        return ""
    places = [(x + size, y + size + 1) for x, y, size in _on_edge(card)]
    xs, ys = (" ".join(f"{place:g}" for place in each) for each in zip(*places, strict=True))
    halo, colour = (ink(pack, card.suits), ON_EDGE) if pack.look.edged else (PAPER, INK)
    return (f"<text display='var(--fs-card-letters,none)' x='{xs}' y='{ys}' font-size='11' font-weight='700' "
            f"text-anchor='middle' fill='{colour}' stroke='{halo}' stroke-width='3' paint-order='stroke'>"
            f"{escape(card.suits)}</text>")


def _back() -> str:
    diamonds = "".join(f"M{50 + 16 * x} {61 + 18 * y}l6 9-6 9-6-9z" for x in range(-2, 3) for y in range(-3, 4))
    return (f"<rect x='.5' y='.5' width='99' height='139' rx='8.5' fill='{BACK_PAPER}' stroke='{LINE}'/>"
            f"<rect x='6' y='6' width='88' height='128' rx='5' fill='none' stroke='{BACK_LINE}' stroke-width='2'/>"
            f"<path d='{diamonds}' fill='none' stroke='{BACK_LINE}' stroke-width='1.6' opacity='.7'/>")


def _number(x: float, y: float, size: float, width: float, rank: str, colour: str) -> str:
    """Return a rank centred at ``x``. A rank with several letters is fitted to ``width`` in any font."""
    fitted = "" if len(rank) == 1 else f" textLength='{width:g}' lengthAdjust='spacingAndGlyphs'"
    size *= min(1, 1.8 / len(rank))
    return (f"<text x='{x:g}' y='{y:g}' font-size='{size:g}' font-weight='700' text-anchor='middle' fill='{colour}'{fitted}>"
            f"{escape(rank)}</text>")


def signs_css(packs: Iterable[Pack]) -> str:
    """Return style rules with the mask and the colour of each suit symbol in text."""
    rules = []
    for pack in packs:
        for letter in pack.suits:
            drawn = _painted_suit(pack, letter, (0, 0, 24), colour="black")
            rules.append(_sign_rule(pack, letter, f"var({ink_name(pack, letter)})", drawn))
        rules += [_sign_rule(pack, wild_id(rank), WILD, painted(wild.marks, "black")) for rank, wild in pack.look.wild.items()]
    return "\n".join([*rules, ""])


def _sign_rule(pack: Pack, name: str, colour: str, drawn: str) -> str:
    """Return the style rule for the symbol of a suit or a wild rank."""
    quoted = f"{pack.id}-{name}".replace("\\", "\\\\").replace('"', '\\"')
    selector = f'[data-suit="{quoted}"], [data-first="{quoted}"]::before, [data-second="{quoted}"]::after'
    return _rule(selector, {"--fs-suit": colour, "--fs-sign": f'url("data:image/svg+xml,{_mask(drawn)}")'})


def _mask(drawn: str) -> str:
    """Return the drawing of a symbol as the content of a data URL."""
    svg = f"<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 24 24' font-family='sans-serif'>{drawn}</svg>"
    return quote(svg, safe=" '=:/,")


def inks_css(packs: Iterable[Pack]) -> str:
    """Return style rules for the suit colours, with four or two colours, in the light and dark colour schemes and with forced
    colours."""
    packs = list(packs)
    printed = {ink_name(pack, letter): printed_ink(pack, letter) for pack in packs for letter in pack.suits}
    two = {ink_name(pack, letter): printed_ink(pack, other)
           for pack in packs for letter, other in pack.look.twos.items()}
    own = _OWN_COLOURS | dict.fromkeys(printed, "CanvasText")
    return "\n".join([
        _rule(':root, [data-suit-colours="four"]', printed),
        _rule('[data-suit-colours="two"]', two),
        f"@media not print {{ {_rule(_DARK, {'--fs-card-paper': '#efebe0'})} }}",
        f"@media (forced-colors: active) {{ {_rule(':root, [data-md-color-scheme], [data-suit-colours]', own)} }}",
        ""])


def grounds_css(games: Iterable[str]) -> str:
    """Return style rules for the colours of the games' covers, on light and on dark pages."""
    return "\n".join(each for game in games for each in _grounds(f'[data-ground="{game}"]', cover_of(game_class(game))))


def _grounds(place: str, cover: Cover) -> tuple[str, str]:
    dark = _rule(f"{_DARK} {place}, {_DARK}{place}", {"--fs-ground": cover.ground_on_dark})
    return _rule(place, {"--fs-ground": cover.ground}), f"@media not print {{ {dark} }}"


_DARK = '[data-md-color-scheme="slate"]'
_OWN_COLOURS = {"--fs-card-paper": "Canvas", "--fs-card-all": "Canvas", "--fs-card-back": "Canvas"} | {
    f"--fs-card-{part}": "CanvasText" for part in ("ink", "soft", "edge", "on-edge", "wild", "back-line")}


def greys_css(packs: Iterable[Pack]) -> str:
    """Return style rules for cards printed in black and white.

    The symbols distinguish suits. Fully coloured cards also get different greys. With two suit colours, red becomes grey.
    """
    inks = {ink_name(pack, letter): _grey(pack, letter) for pack in packs for letter in pack.suits}
    return _rule("[data-grey]", inks | {"--fs-card-back": "#fff", "--fs-card-back-line": "#333", "--fs-card-wild": "#000"})


_GREYS = ("#000", "#6e6e6e", "#424242", "#585858")


def _grey(pack: Pack, letter: str) -> str:
    """Return a grey with sufficient contrast to white, both as text and as background."""
    kinds = list(dict.fromkeys(pack.look.twos.get(each, each) for each in pack.suits))
    told = pack.look.edged or bool(pack.look.twos)
    return _GREYS[kinds.index(pack.look.twos.get(letter, letter)) % len(_GREYS)] if told else _GREYS[0]


def _rule(selector: str, properties: dict[str, str]) -> str:
    return f"{selector} {{ {' '.join(f'{name}: {value};' for name, value in properties.items())} }}"

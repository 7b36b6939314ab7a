"""The cards of a pack as one SVG file of symbols, and style rules for its suit symbols in text.

`rules_engine/pictures/faces.py` draws the faces. Colours are custom properties of the page with the printed colour as fallback,
because a file referenced by `use` inherits properties but no style rules. Everything else is in attributes, which policies
against inline styles don't affect.
"""

from __future__ import annotations

from collections.abc import Iterable
from urllib.parse import quote

from rules_engine.core.game.cover import Cover, cover_of
from rules_engine.core.model.cards import Card, Pack
from rules_engine.games import game_class
from rules_engine.html.elements import escape
from rules_engine.html.signs import ink, ink_name, printed_ink
from rules_engine.html.sprites import BACK, HEIGHT, WIDTH, face_id, suit_id, wild_id
from rules_engine.pictures.faces import back, edge_places, face, suit_marks
from rules_engine.pictures.svg_paths import painted
from rules_engine.pictures.themes import grey
from rules_engine.text.locale import translate

FONTS = "var(--fs-card-font,system-ui,-apple-system,Segoe UI,Roboto,Noto Sans,sans-serif)"
PAPER, INK, SOFT = "var(--fs-card-paper,#fffefa)", "var(--fs-card-ink,#20242c)", "var(--fs-card-soft,#4c5460)"
LINE = "var(--fs-card-edge,#c6c1b5)"
ON_EDGE = "var(--fs-card-on-edge,#fffefa)"
WILD = "var(--fs-card-wild,#6a3ea1)"
BACK_PAPER, BACK_LINE = "var(--fs-card-back,#2b4f76)", "var(--fs-card-back-line,#9dbcdd)"


class PagePen:
    """The colours of cards in a page: custom properties of the page, with the printed colour as the fallback."""

    paper, ink, soft, line = PAPER, INK, SOFT, LINE
    on_edge, wild = ON_EDGE, WILD
    back, back_line = BACK_PAPER, BACK_LINE

    def suit(self, pack: Pack, letter: str) -> str:
        return ink(pack, letter)

    def whole(self, pack: Pack, letter: str) -> str:
        return f"var(--fs-card-all,{ink(pack, letter)})"

    def letters(self, x: float, y: float, size: float, text: str, colour: str, width: float = 0) -> str:
        fitted = f" textLength='{width:g}' lengthAdjust='spacingAndGlyphs'" if width else ""
        return (f"<text x='{x:g}' y='{y:g}' font-size='{size:g}' font-weight='700' text-anchor='middle' fill='{colour}'{fitted}>"
                f"{escape(text)}</text>")

    def repeated(self, marks: str) -> str:
        """Return marks that the page hides where another card would cut them."""
        return f"<g display='var(--fs-card-picture,inline)'>{marks}</g>"


PEN = PagePen()


def sprite(pack: Pack) -> str:
    """Return the SVG file with the faces, the back and the suit symbols of a pack, in the current language."""
    symbols = [_symbol(face_id(card), WIDTH, HEIGHT, face(pack, card, PEN) + _name(pack, card) + _letters(pack, card))
               for card in pack]
    symbols.append(_symbol(BACK, WIDTH, HEIGHT, back(PEN)))
    symbols += [_symbol(suit_id(letter), 24, 24, suit_marks(pack, letter, PEN, (0, 0, 24))) for letter in pack.suits]
    return "\n".join(['<svg xmlns="http://www.w3.org/2000/svg">', *symbols, "</svg>\n"])


def _symbol(name: str, width: int, height: int, marks: str) -> str:
    return f'<symbol id="{name}" viewBox="0 0 {width} {height}" font-family="{FONTS}">{marks}</symbol>'


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
    places = [(x + size, y + size + 1) for x, y, size in edge_places(card)]
    xs, ys = (" ".join(f"{place:g}" for place in each) for each in zip(*places, strict=True))
    halo, colour = (ink(pack, card.suits), ON_EDGE) if pack.look.edged else (PAPER, INK)
    return (f"<text display='var(--fs-card-letters,none)' x='{xs}' y='{ys}' font-size='11' font-weight='700' "
            f"text-anchor='middle' fill='{colour}' stroke='{halo}' stroke-width='3' paint-order='stroke'>"
            f"{escape(card.suits)}</text>")


def signs_css(packs: Iterable[Pack]) -> str:
    """Return style rules with the mask and the colour of each suit symbol in text."""
    rules = []
    for pack in packs:
        for letter in pack.suits:
            drawn = suit_marks(pack, letter, PEN, (0, 0, 24), colour="black")
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
    inks = {ink_name(pack, letter): grey(pack, letter) for pack in packs for letter in pack.suits}
    return _rule("[data-grey]", inks | {"--fs-card-back": "#fff", "--fs-card-back-line": "#333", "--fs-card-wild": "#000"})


def _rule(selector: str, properties: dict[str, str]) -> str:
    return f"{selector} {{ {' '.join(f'{name}: {value};' for name, value in properties.items())} }}"

"""Card faces in a page: small SVG images that reference the symbols in a pack's sprite file.

Each pack has one sprite file, `PACK.svg`, with a symbol for each card, for the back and for each suit.
`rules_engine/site/files/sprites.py` writes the built-in sprites. A language in which the ranks have other letters has its own
file, such as `PACK.de.svg`. Pages depend only on the ids defined here and on the left third of a face, which has to identify the
card. To replace the faces, provide a file with the same name, ids and dimensions.

`heads.svg`, in the same folder, has a symbol for the head of the player in each seat.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from rules_engine.core.model.cards import FACE_DOWN, Card, Pack
from rules_engine.html.elements import Attribute, Html, el
from rules_engine.text.locale import current_language, translate
from rules_engine.text.message import Text, as_text, declared

WIDTH, HEIGHT, EDGE = 100, 140, 34
"""Dimensions of a card face: its width, its height, and the width of the edge that is visible in a fanned hand."""

BACK = "back"
HEADS = "heads.svg"
MUTE: Mapping[str, Attribute] = {"aria-hidden": "true"}
HEAD = 48
"""Width and height of a player's head."""
SIGNS_BELOW, SIGN_PITCH = 41, 27
"""Vertical position of the first suit symbol on the edge, and the distance between suit symbols."""


def face_id(card: Card) -> str:
    """Return the id of a card's symbol: the card's text with special characters escaped."""
    return BACK if card is FACE_DOWN else plain(card.text)


def suit_id(letter: str) -> str:
    """Return the id of a suit's symbol."""
    return f"suit-{plain(letter)}"


def wild_id(rank: str) -> str:
    """Return the id of the symbol for a rank that is drawn instead of written."""
    return f"wild-{plain(rank)}"


def sprite_file(pack: Pack) -> str:
    """Return the name of the pack's sprite file in the page's language."""
    own = current_language() and any(translate(rank_written(card)) != card.rank for card in _lettered(pack))
    return f"{pack.id}.{current_language()}.svg" if own else f"{pack.id}.svg"


@cache
def _lettered(pack: Pack) -> list[Card]:
    """Return one card of each rank that is written with letters."""
    return [*{card.rank: card for card in pack if not card.rank.isdigit() and card.rank not in pack.look.wild}.values()]


def rank_written(card: Card) -> Text:
    """Return a card's rank in the notation of the page's language: ``Q``, or ``D`` in German."""
    return as_text(card.rank) if card.rank.isdigit() else declared(card.rank, "rank")


def face_svg(pack: Pack, card: Card, sprites: str) -> Html:
    """Return the full face of a card. ``sprites`` is the URL of the folder with the sprite files, relative to the page."""
    return _shown("fs-face", f"0 0 {WIDTH} {HEIGHT}", f"{sprites}/{sprite_file(pack)}#{face_id(card)}")


def tab_svg(pack: Pack, card: Card, sprites: str) -> Html:
    """Return the left edge of a card, just tall enough to show its suit symbols."""
    high = min(HEIGHT, SIGNS_BELOW + 5 + SIGN_PITCH * max(1, len(card.suits)))
    return _shown("fs-edge", f"0 0 {EDGE} {high}", f"{sprites}/{sprite_file(pack)}#{face_id(card)}", width=WIDTH, height=HEIGHT)


def suit_svg(pack: Pack, letter: str, sprites: str) -> Html:
    """Return a suit's symbol."""
    return _shown("fs-sign", "0 0 24 24", f"{sprites}/{sprite_file(pack)}#{suit_id(letter)}")


def head_svg(seat: str, first: Text, sprites: str) -> Html:
    """Return the head of the player in the default seat with this name; screen readers read the player's first name."""
    address = f"{sprites}/{HEADS}#{seat.lower()}"
    return _shown("fs-portrait", f"0 0 {HEAD} {HEAD}", address, {"role": "img", "aria-label": first})


def _shown(name: str, box: str, address: str, read: Mapping[str, Attribute] = MUTE, **measures: int) -> Html:
    # The theme's instant navigation rewrites plain `href` attributes, which breaks `use`; it ignores `xlink:href`.
    return el("svg", {"class": name, "viewBox": box, **read}, el("use", {"xlink:href": address, **measures}))


def plain(text: str) -> str:
    """Escape ``text`` reversibly for use in a URL, so that it never equals the id of the back."""
    plain = "".join(letter if letter.isascii() and letter.isalnum() else f"_{ord(letter):x}_" for letter in text)
    return f"_{plain}" if plain == BACK else plain

"""Card faces in a page: small pictures that point into a pack's sprite.

A sprite is one SVG file a pack, `PACK.svg`, with a symbol for each card, for the back and for each suit's sign; our own are
drawn by `rules_engine/site/files/sprites.py`. For a language that writes the pack's ranks in other letters there is one more,
`PACK.de.svg`. The ids given here, and the left third of a face that alone tells the whole card,
are all that a page relies on: a file of that name with the same ids and measures shows other faces.
"""

from __future__ import annotations

from functools import cache

from rules_engine.core.model.cards import FACE_DOWN, Card, Pack
from rules_engine.html.elements import Html, el
from rules_engine.text.locale import current_language, translate
from rules_engine.text.message import Text, as_text, declared

WIDTH, HEIGHT, EDGE = 100, 140, 34
"""The measures of a face, and of the part of it that is read in a fan."""

BACK = "back"
SIGNS_BELOW, SIGN_PITCH = 41, 27
"""Where the suits on the edge begin, and how far one lies below the other."""


def face_id(card: Card) -> str:
    """Return the id of a card's symbol: its text, with all that isn't a plain letter or digit written out."""
    return BACK if card is FACE_DOWN else plain(card.text)


def suit_id(letter: str) -> str:
    """Return the id of a suit's sign."""
    return f"suit-{plain(letter)}"


def wild_id(rank: str) -> str:
    """Return the id of the sign of a rank that has one; `suit_id` is that of a suit."""
    return f"wild-{plain(rank)}"


def sprite_file(pack: Pack) -> str:
    """Return the name of the pack's sprite in the reader's language."""
    own = current_language() and any(translate(rank_written(card)) != card.rank for card in _lettered(pack))
    return f"{pack.id}.{current_language()}.svg" if own else f"{pack.id}.svg"


@cache
def _lettered(pack: Pack) -> list[Card]:
    """A card of each rank that is no number, and that its sprite writes."""
    return [*{card.rank: card for card in pack if not card.rank.isdigit() and card.rank not in pack.look.wild}.values()]


def rank_written(card: Card) -> Text:
    """Give a card's rank as a language writes it: ``Q``, in German ``D``."""
    return as_text(card.rank) if card.rank.isdigit() else declared(card.rank, "rank")


def face_svg(pack: Pack, card: Card, sprites: str) -> Html:
    """Return a whole card; ``sprites`` is the address of the folder with the sprites, as seen from the page."""
    return _shown("fs-face", f"0 0 {WIDTH} {HEIGHT}", f"{sprites}/{sprite_file(pack)}#{face_id(card)}")


def tab_svg(pack: Pack, card: Card, sprites: str) -> Html:
    """Return a card's left edge alone, as high as its suits need."""
    high = min(HEIGHT, SIGNS_BELOW + 5 + SIGN_PITCH * max(1, len(card.suits)))
    return _shown("fs-edge", f"0 0 {EDGE} {high}", f"{sprites}/{sprite_file(pack)}#{face_id(card)}", width=WIDTH, height=HEIGHT)


def suit_svg(pack: Pack, letter: str, sprites: str) -> Html:
    """Return a suit's sign."""
    return _shown("fs-sign", "0 0 24 24", f"{sprites}/{sprite_file(pack)}#{suit_id(letter)}")


def _shown(name: str, box: str, address: str, **measures: int) -> Html:
    # `xlink:href`, for the theme's instant navigation writes to every element with a plain `href`, which `use` doesn't bear.
    return el("svg", {"class": name, "viewBox": box, "aria-hidden": "true"}, el("use", {"xlink:href": address, **measures}))


def plain(text: str) -> str:
    """Return ``text`` as a part of an address, one to one; never the id of the back."""
    plain = "".join(letter if letter.isascii() and letter.isalnum() else f"_{ord(letter):x}_" for letter in text)
    return f"_{plain}" if plain == BACK else plain

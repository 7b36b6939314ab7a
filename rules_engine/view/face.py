"""Cards, suits and sentences as HTML. A suit is told by shape, and its name is there for those who hear the page."""

from __future__ import annotations

import re

from rules_engine.core.cards import FACE_DOWN, Card, Pack, Suit
from rules_engine.core.game import Game
from rules_engine.core.language import as_put, put
from rules_engine.core.moves import Move
from rules_engine.core.position import Position
from rules_engine.core.rules import GENERAL_RULES
from rules_engine.view.faces import face_svg, tab_svg
from rules_engine.view.html import Attribute, Html, el, escape
from rules_engine.view.links import Links

WORD_JOINER = "\u2060"
CLOSES = re.compile(r"^(?=[.,:;!?)])")
"""Where a text begins with a sign that belongs to the card before it."""

_TITLES = {rule.id: rule.title for rule in GENERAL_RULES}


def suit_sign(pack: Pack, letter: str) -> Html:
    """A suit's sign, beside its name: the style sheet gives it its shape and colour."""
    return el("i", {"data-suit": f"{pack.id}-{letter}", "aria-hidden": "true"})


def card_html(pack: Pack, card: Card, links: Links, *classes: str, note: str = "", **attributes: Attribute) -> Html:
    """A card: a button where ``attributes`` make it one, else a picture; ``note`` is spoken after its name."""
    button = "data_do" in attributes
    named = card.full_name + (f", {note}" if note else "")
    own: dict[str, Attribute] = {"type": "button"} if button else {"role": "img"}
    own |= {"class": " ".join(["fs-card", *classes]), "data-card": card.text, "aria-label": named,
            "title": None if card is FACE_DOWN else card.full_name}
    own |= {name.replace("_", "-"): value for name, value in attributes.items()}
    return el("button" if button else "span", own, face_svg(pack, card, links.faces))


def tab_html(pack: Pack, card: Card, links: Links, *classes: str) -> Html:
    """The left edge of a card, which tells all of it: for the open hands of others."""
    return el("span", {"class": " ".join(["fs-tab", *classes]), "role": "img", "aria-label": card.full_name,
                       "title": card.full_name, "data-card": card.text}, tab_svg(pack, card, links.faces))


def sentence(pack: Pack, text: str) -> list[Html]:
    """A sentence in the reader's language, its marks turned into small cards and suit names with their sign.

    No line ends behind a bracket opened, or before what closes a part of the sentence.
    """
    return [_mark(pack, mark) if mark else escape(CLOSES.sub(WORD_JOINER, part.replace("(", f"({WORD_JOINER}")))
            for part, mark in pack.parts(put(text))]


def spoken(pack: Pack, text: str) -> str:
    """A sentence in the reader's language, its marks spoken: ``{5ML}`` becomes the card's name."""
    return as_put("".join(put(mark.name) if mark else part for part, mark in pack.parts(put(text))))


def move_named(move: Move) -> str:
    """A move as a sentence names it, with marks for its cards and suit; only the verb of a plain play is left out."""
    words = [] if move.verb == "play" else [move.verb]
    words += [" for ".join(f"{{{card.text}}}" for card in (move.card, move.other) if card is not None)]
    words += [f"as {{{move.suit}}}" if move.card is not None else f"{{{move.suit}}}"] if move.suit else []
    words += [] if move.number is None else [str(move.number)]
    return " ".join(word for word in words if word)


def _mark(pack: Pack, mark: Card | Suit) -> Html:
    return suit_named(pack, mark.letter) if isinstance(mark, Suit) else tag(pack, mark)


def suit_named(pack: Pack, letter: str) -> Html:
    """A suit in a line of text: its sign and its name."""
    return el("span", {"class": "fs-suit", "data-first": f"{pack.id}-{letter}"}, pack.suit_name(letter))


def tag(pack: Pack, card: Card, *classes: str) -> Html:
    """A card in a line of text. Its first two suits are no elements: a page has many hundreds of these."""
    first, second, *others = [*(f"{pack.id}-{suit}" for suit in card.suits), None, None][:max(2, len(card.suits))]
    return el("span", {"class": " ".join(["fs-tag", *classes]), "role": "img", "aria-label": card.name, "title": card.full_name,
                       "data-card": card.text, "data-first": first, "data-second": second},
              rank_sign(pack, card), [suit_sign(pack, card.suits[2]) for _ in others])


def rank_sign(pack: Pack, card: Card) -> str:
    """A card's rank, or what stands for one that it hasn't."""
    wild = pack.look.wild.get(card.rank)
    return wild.text if wild else card.rank


def rule_title(game: Game[Position], rule: str) -> str:
    """A rule's title, the game's own or one that every game has."""
    return next((each.title for each in game.book.rules if each.id == rule), _TITLES.get(rule, rule))


def rule_link(game: Game[Position], rule: str, links: Links) -> Html:
    """A link to the rule's paragraph."""
    return el("a", {"class": "fs-rule", "href": links.rule(rule)}, rule_title(game, rule))

"""HTML for cards, suits and sentences. Suits are distinguished by shape, and have names for screen readers."""

from __future__ import annotations

import re

from rules_engine.core.game.game import Game
from rules_engine.core.model.cards import FACE_DOWN, Card, Pack, Suit
from rules_engine.core.model.moves import Move
from rules_engine.core.model.rules import GENERAL_RULES
from rules_engine.core.positions.position import Position
from rules_engine.html.elements import Attribute, Child, Html, el, escape, visually_hidden
from rules_engine.html.links import Links
from rules_engine.html.sprites import face_svg, rank_written, tab_svg, wild_id
from rules_engine.narration.move_phrases import default_request, form_of
from rules_engine.text.locale import translate
from rules_engine.text.message import NOTHING, Place, Sentence, Text, all_of, as_text, as_texts, joined, say, suit_mark

WORD_JOINER = "\u2060"
CLOSES = re.compile(r"^(?=[.,:;!?)])")
"""Matches the start of text that begins with closing punctuation, which must stay on the line of the card before it."""

_TITLES = {rule.id: rule.title for rule in GENERAL_RULES}


def suit_sign(pack: Pack, letter: str) -> Html:
    """Return a suit symbol without its name; the style sheet supplies its shape and colour."""
    return el("i", {"data-suit": f"{pack.id}-{letter}", "aria-hidden": "true"})


def card_html(pack: Pack, card: Card, links: Links, *classes: str, kind: Text = NOTHING, note: Text = NOTHING,
              **attributes: Attribute) -> Html:
    """Return a card: a button if ``attributes`` contain ``data_do``, otherwise an image.

    ``kind``  the players' name for the card, in addition to its full name
    ``note``  additional text for screen readers
    """
    button = "data_do" in attributes
    own: dict[str, Attribute] = {"type": "button"} if button else {"role": "img"}
    name = joined([card.full_name, kind], ", ")
    own |= {"class": " ".join(["fs-card", *classes]), "data-card": card.text, "aria-label": joined([name, note], ", "),
            "title": None if card is FACE_DOWN else name}
    own |= {name.replace("_", "-"): value for name, value in attributes.items()}
    return el("button" if button else "span", own, face_svg(pack, card, links.faces))


def tab_html(pack: Pack, card: Card, links: Links, *classes: str, kind: Text = NOTHING) -> Html:
    """Return a face-up card in another player's hand: its left edge, which identifies it, or a text tag where space is short."""
    name = joined([card.full_name, kind], ", ")
    return _tag(pack, card, "fs-tab", *classes, name=name, title=name, edge=tab_svg(pack, card, links.faces))


def sentence(pack: Pack, text: str) -> list[Html]:
    """Return a sentence in the page's language, in which marks such as ``{5ML}`` become small cards and suit names.

    Word joiners prevent line breaks after an opening bracket and before closing punctuation.
    """
    return [_mark(pack, mark) if mark else escape(CLOSES.sub(WORD_JOINER, part.replace("(", f"({WORD_JOINER}")))
            for part, mark in pack.parts(translate(text))]


def spoken(pack: Pack, text: str) -> str:
    """Return a sentence in the page's language as plain text, in which a mark such as ``{5ML}`` becomes the card's name."""
    return "".join(translate(mark.name) if mark else part for part, mark in pack.parts(translate(text)))


def move_named(move: Move) -> Text:
    """Return a move in words, with marks for its cards and suit; the verb is omitted for a plain play."""
    given: dict[str, Place] = {} if move.card is None else {"card": move.card}
    given |= {} if move.other is None else {"other": move.other}
    given |= {"cards": all_of(move.cards)} if move.cards else {}
    given |= {"suit": suit_mark(move.suit)} if move.suit else {}
    given |= {} if move.number is None else {"n": move.number}
    if move.verb != "play":
        return Sentence(default_request(form_of(move)), as_texts(**given))
    return say("{card} as {suit}", **given) if move.suit else as_text(move.played)


def _mark(pack: Pack, mark: Card | Suit) -> Html:
    return suit_named(pack, mark.letter) if isinstance(mark, Suit) else tag(pack, mark)


def suit_named(pack: Pack, letter: str) -> Html:
    """Return a suit for use within text: its symbol and its name."""
    return el("span", {"class": "fs-suit", "data-first": f"{pack.id}-{letter}"}, pack.suit_name(letter))


def tag(pack: Pack, card: Card, *classes: str) -> Html:
    """Return a small card for use within text. Up to two of its suit symbols are drawn with CSS, to save elements on pages with
    hundreds of cards."""
    return _tag(pack, card, "fs-tag", *classes, name=card.name, title=card.full_name)


def _tag(pack: Pack, card: Card, *classes: str, name: Text, title: Text, edge: Html | None = None) -> Html:
    is_wild = card.rank in pack.look.wild
    signs = list(card.suits) or ([wild_id(card.rank)] if is_wild else [])
    rank = rank_sign(pack, card)
    first, second, *others = [*(f"{pack.id}-{sign}" for sign in signs), None, None][:max(2, len(signs))]
    return el("span", {"class": " ".join(classes), "role": "img", "aria-label": name, "title": title,
                       "data-card": card.text, "data-first": first, "data-second": second},
              edge, visually_hidden(rank) if is_wild else rank, [suit_sign(pack, card.suits[2]) for _ in others])


def rank_sign(pack: Pack, card: Card) -> Text:
    """Return a card's rank in the page's language; for a card with a symbol instead of a rank, the symbol's text."""
    if wild := pack.look.wild.get(card.rank):
        return Text(wild.text)
    return rank_written(card)


def rank_shown(pack: Pack, card: Card) -> Child:
    """Return a card's rank for a list of ranks, or its symbol if it has one instead."""
    if card.rank not in pack.look.wild:
        return rank_sign(pack, card)
    return el("i", {"data-suit": f"{pack.id}-{wild_id(card.rank)}"}, visually_hidden(rank_sign(pack, card)))


def rule_title(game: Game[Position], rule: str) -> Text:
    """Return the title of a rule in the game or of a general rule."""
    return next((each.title for each in game.book.rules if each.id == rule), _TITLES.get(rule, Text(rule)))


def rule_link(game: Game[Position], rule: str, links: Links) -> Html:
    """Return a link to the heading of a rule."""
    return el("a", {"class": "fs-rule", "href": links.rule(rule)}, rule_title(game, rule))

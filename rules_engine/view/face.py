"""Cards, suits and sentences as HTML. A suit is told by shape and letter, never by colour alone."""

from __future__ import annotations

from collections.abc import Iterable

from rules_engine.core.cards import FACE_DOWN, Card, Pack, Suit
from rules_engine.core.game import Game
from rules_engine.core.moves import Move
from rules_engine.core.position import Position
from rules_engine.core.rules import GENERAL_RULES
from rules_engine.core.telling import Finding
from rules_engine.view.html import Html, el, unseen
from rules_engine.view.links import Links

RANK_SIGNS = {"Joker": "★", "Excuse": "✳"}
"""What stands on a card that has no rank."""

WORD_JOINER = "\u2060"

_TITLES = {rule.id: rule.title for rule in GENERAL_RULES}


def suit_sign(pack: Pack, letter: str) -> Html:
    """A suit's sign: its letter, to which the style sheet adds the shape. Readers who hear the page get names instead."""
    return el("i", {"data-suit": f"{pack.id}-{letter}", "aria-hidden": "true"}, letter)


def card_face(pack: Pack, card: Card) -> list[Html]:
    """What is printed on a card: rank, suits and, small, its name."""
    if card is FACE_DOWN:
        return [el("span", {"class": "fs-back", "aria-hidden": "true"})]
    return [el("span", {"class": "fs-face", "aria-hidden": "true"}, el("b", None, RANK_SIGNS.get(card.rank, card.rank)),
               [el("i", {"data-suit": f"{pack.id}-{suit}"}, suit) for suit in card.suits])]


def card_classes(card: Card, *more: str) -> str:
    """The classes of a card's element."""
    return " ".join(["fs-card", *more, *(["fs-down"] if card is FACE_DOWN else [])])


def shown_card(pack: Pack, card: Card, *more: str, note: str = "") -> Html:
    """A card that lies there to be looked at; ``note`` is spoken after its name."""
    name = card.full_name + (f", {note}" if note else "")
    return el("span", {"class": card_classes(card, *more), "data-card": card.text},
              card_face(pack, card), unseen(name))


def sentence(pack: Pack, text: str) -> list[str]:
    """A sentence with its marks turned into small cards and suit names with their sign; no line ends behind a bracket opened."""
    return [part.replace("(", f"({WORD_JOINER}") if mark is None else _mark(pack, mark) for part, mark in pack.parts(text)]


def move_named(move: Move) -> str:
    """A move as a sentence names it, with marks for its cards and suit; only the verb of a plain play is left out."""
    words = [] if move.verb == "play" else [move.verb]
    words += [" for ".join(f"{{{card.text}}}" for card in (move.card, move.other) if card is not None)]
    words += [f"as {{{move.suit}}}" if move.card is not None else f"{{{move.suit}}}"] if move.suit else []
    words += [] if move.number is None else [str(move.number)]
    return " ".join(word for word in words if word)


def _mark(pack: Pack, mark: Card | Suit) -> Html:
    if isinstance(mark, Suit):
        return el("span", "fs-suit-name", suit_sign(pack, mark.letter), " ", mark.name)
    return el("span", {"class": "fs-mention", "data-card": mark.text, "title": mark.full_name},
              el("b", {"aria-hidden": "true"}, RANK_SIGNS.get(mark.rank, mark.rank)),
              [suit_sign(pack, suit) for suit in mark.suits], unseen(mark.name))


def rule_link(game: Game[Position], rule: str, links: Links) -> Html:
    """A link to the rule's paragraph."""
    titles = _TITLES | {each.id: each.title for each in game.book.rules}
    return el("a", {"class": "fs-rule", "href": links.rule(rule)}, titles.get(rule, rule))


def finding_html(game: Game[Position], finding: Finding, links: Links) -> Html:
    """What a rule says, with a link to the rule and the cards that bind named for the client."""
    kind = "fs-permits" if finding.permits else "fs-refuses"
    return el("p", {"class": f"fs-finding {kind}", "data-rule": finding.rule,
                    "data-binds": " ".join(card.text for card in finding.cards) or None},
              sentence(game.pack, finding.sentence), " ", rule_link(game, finding.rule, links))


def findings_html(game: Game[Position], findings: Iterable[Finding], links: Links) -> list[Html]:
    """Several findings, in order."""
    return [finding_html(game, finding, links) for finding in findings]

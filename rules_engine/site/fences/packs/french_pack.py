"""Substitutes for the cards of a special pack: cards of two ordinary (French) packs.

The `look` of a pack maps each of its suits to an ordinary suit. A number up to ten is represented by the same number, and a
higher one by ten less in the second pack. Other ranks are represented by Jack, Queen and King in ascending order. A card with
several suits gets the first of them that no other card of its rank uses. A card without a suit is represented by a Joker.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rules_engine.core.model.cards import Card, Pack
from rules_engine.core.model.packs import FRENCH
from rules_engine.html.card_html import rank_shown, tag
from rules_engine.html.elements import Html, el, icon
from rules_engine.site.fences.markdown.icons import ICONS
from rules_engine.text.message import as_text, say

Ordinary = tuple[Card, bool]
"""A card in an ordinary pack, and whether it belongs to the second pack."""
_SUITS = "HSCD"
"""The suits in the order of the table's columns."""
_COURT, _TEN, _MOST = "JQK", 10, 20
_JOKER = FRENCH.card("Joker")


def ordinary_html(pack: Pack) -> Html:
    """Return a table of two ordinary packs by rank and suit, which shows the special card that each ordinary card represents."""
    found = {place: card for card, place in ordinary(pack).items()}
    columns = sorted(dict.fromkeys((second, card.suits) for card, second in found if card.suits),
                     key=lambda column: (column[0], _SUITS.index(column[1])))
    ranks = ["A", *(rank for rank in dict.fromkeys(card.rank for card in FRENCH if card.suits) if rank != "A")]
    rows = [(rank, [found.get((FRENCH.card(rank + suit), second)) for second, suit in columns]) for rank in ranks]
    return el("table", "fs-ordinary", el("thead", None, el("tr", None, el("td"), [_head(*column) for column in columns])),
              el("tbody", None, [_row(pack, rank, cards) for rank, cards in rows if any(cards)],
                 _jokers(pack, len(columns))))


def ordinary(pack: Pack) -> Mapping[Card, Ordinary]:
    """Return the ordinary card that replaces each card in a pack."""
    by_rank: dict[str, list[Card]] = {}
    for card in sorted(pack, key=lambda card: card.value):
        if card.suits:
            by_rank.setdefault(card.rank, []).append(card)
    named = [rank for rank in by_rank if rank != "A" and not (rank.isdigit() and 0 < int(rank) <= _MOST)]
    court = dict(zip(named, _COURT, strict=False))
    found: dict[Card, Ordinary] = {card: (_JOKER, False) for card in pack if not card.suits}
    for rank, cards in by_rank.items():
        for card, suit in zip(cards, _homes(cards), strict=True):
            found[card] = _stands(court.get(rank, rank), pack.look.ordinary[suit])
    assert len({*found.values()}) == len(pack), f"two cards of {pack.id} would be the same ordinary one"
    return found


def _homes(cards: Sequence[Card], taken: str = "") -> list[str]:
    """Return a different suit for each card of one rank, the card's first suit if possible.

    Raises ``LookupError`` if impossible.
    """
    if not cards:
        return []
    for suit in cards[0].suits:
        if suit not in taken:
            try:
                return [suit, *_homes(cards[1:], taken + suit)]
            except LookupError:
                continue
    raise LookupError(cards[0].text)


def _stands(rank: str, serves: str) -> Ordinary:
    number = int(rank) if rank.isdigit() else 0
    second = number > _TEN or serves.endswith("2")
    number -= _TEN * (number > _TEN)
    return FRENCH.card(("A" if number == 1 else str(number) if number else rank) + serves[0]), second


def _head(second: bool, suit: str) -> Html:
    which = say("second pack") if second else say("first pack")
    return el("th", {"scope": "col"}, tag_of_suit(suit), " ", el("small", None, which))


def tag_of_suit(suit: str) -> Html:
    """Return an ordinary suit as an icon, since the page may not have the card faces of an ordinary pack."""
    named = FRENCH.suits[suit]
    return el("span", f"fs-ordinary-{suit}", icon(ICONS[named.sign], as_text(named.name)))


def _row(pack: Pack, rank: str, cards: Sequence[Card | None]) -> Html:
    named = rank_shown(FRENCH, FRENCH.card(f"{rank}S"))
    return el("tr", None, el("th", {"scope": "row"}, named),
              [el("td", None, tag(pack, card) if card else None) for card in cards])


def _jokers(pack: Pack, columns: int) -> list[Html]:
    return [el("tr", None, el("th", {"scope": "row"}, _JOKER.name), el("td", {"colspan": columns}, tag(pack, card)))
            for card in pack if not card.suits]

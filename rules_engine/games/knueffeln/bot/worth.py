"""The value of each card in Knüffeln, in tricks: rough estimates, set by hand from the card's powers."""

from __future__ import annotations

from functools import cache

from rules_engine.core.model.cards import Card
from rules_engine.games.knueffeln import rules
from rules_engine.games.knueffeln.cards import Ranking

OLE_WORTH = dict(zip(rules.OLEN, (0.95, 0.92, 0.88, 0.84, 0.80), strict=True))
BEATER_WORTH = {"A": 0.70, "J": 0.60, "6": 0.42, "2": 0.28, "3": 0.22, "4": 0.16}
ROLE_WORTH = {rules.seven: 0.55, rules.free_card: 0.42, rules.unchosen_ace: 0.42}
RANK_WORTH = {"K": 0.12, "Q": 0.08, "J": 0.05}
LITTLE = 0.03
BY_RANK = 0.001
"""Value of one step in rank. It breaks ties, so that the lower card is played first."""


@cache
def worth_in(order: Ranking) -> dict[Card, float]:
    """Return the value of every card under a ranking."""
    return {card: _worth(card, order) + BY_RANK * card.value for card in order.role if card.suits}


@cache
def beaters_in(order: Ranking) -> dict[Card, list[Card]]:
    """Return, for each card, the cards that beat it, cheapest first."""
    worth = worth_in(order)
    return {card: sorted(order.beaten_by[card], key=lambda other: (worth[other], other.index)) for card in worth}


def _worth(card: Card, order: Ranking) -> float:
    role = order.role[card]
    if role is rules.ole:
        return OLE_WORTH[card]
    if role is rules.beater:
        return BEATER_WORTH[card.rank]
    return ROLE_WORTH.get(role) or RANK_WORTH.get(card.rank, LITTLE)

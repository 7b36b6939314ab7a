"""The cards of Knüffeln, the moves made with them, and what is known of every card once two suits are chosen."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from rules_engine.core.model.cards import FACE_DOWN, Card
from rules_engine.core.model.moves import Move, make_move, play
from rules_engine.core.model.packs import FRENCH
from rules_engine.core.model.rules import AnyRule

PLAYERS = 4
"""Who are dealt cards; with five at the table the dealer is not."""
HAND_SIZE = 9
LEFT_AFTER_DEAL = 12
LARGEST_STOCK = LEFT_AFTER_DEAL - 2
"""The cards of the stock once two are turned up."""

SUITED = tuple(card for card in FRENCH if card.suits)
BY_RANK = {rank: {suit: FRENCH.card(rank + suit) for suit in FRENCH.suits} for rank in ("A", "K", "Q", "10", "5")}

PLAYS = {card: play(card) for card in SUITED}
TURNS = {card: make_move("turn", card) for card in SUITED}
TURNED = frozenset(TURNS.values())
FACE_DOWN_LEAD = make_move("turn", FACE_DOWN)
PASS, CLAIM, SEE, RUN, SOLO, SIT_OUT = map(make_move, ("pass", "claim", "see", "run", "solo", "sit out"))


@dataclass(frozen=True, eq=False)
class Ranking:
    """Who beats whom in a deal.

    ``role``       card to the rule that tells what it can do
    ``beaten_by``  card to the cards that beat it where it leads the trick so far
    ``against``    the same card, and another, to the rule by which that one beats it or doesn't: its own, unless a
                   Seven that was led speaks for itself
    """

    role: Mapping[Card, AnyRule]
    beaten_by: Mapping[Card, frozenset[Card]]
    against: Mapping[Card, Mapping[Card, AnyRule]]
    made_by: tuple[Callable[..., Ranking], frozenset[str], bool] | None = None
    """What makes it, and of what: so it is pickled and copied, for there is one of each. None where nothing is chosen."""

    def __reduce__(self) -> str | tuple[object, ...]:
        if self.made_by is None:
            return "NO_ORDER"
        make, *choices = self.made_by
        return make, tuple(choices)


NO_ORDER = Ranking({}, {}, {})
"""Before two suits are chosen no card beats another."""


def given_for(move: Move) -> Card:
    """Give the card that a trade gives for another."""
    assert move.other is not None, "only trades give a card"
    return move.other

"""The cards of Knüffeln, the moves made with them, and the ranking of cards after two suits are chosen."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from rules_engine.core.model.cards import FACE_DOWN, Card
from rules_engine.core.model.moves import Move, make_move, play
from rules_engine.core.model.packs import FRENCH
from rules_engine.core.model.rules import AnyRule

PLAYERS = 4
"""Number of players who are dealt cards. With five players, the dealer gets none."""
HAND_SIZE = 9
LEFT_AFTER_DEAL = 12
LARGEST_STOCK = LEFT_AFTER_DEAL - 2
"""Maximum number of cards in the stock, after two are turned up."""

SUITED = tuple(card for card in FRENCH if card.suits)
BY_RANK = {rank: {suit: FRENCH.card(rank + suit) for suit in FRENCH.suits} for rank in ("A", "K", "Q", "10", "5")}

PLAYS = {card: play(card) for card in SUITED}
TURNS = {card: make_move("turn", card) for card in SUITED}
TURNED = frozenset(TURNS.values())
FACE_DOWN_LEAD = make_move("turn", FACE_DOWN)
PASS, CLAIM, SEE, RUN, SOLO, SIT_OUT = map(make_move, ("pass", "claim", "see", "run", "solo", "sit out"))


@dataclass(frozen=True, eq=False)
class Ranking:
    """The ranking of cards in a deal.

    ``role``       the rule for each card's powers
    ``beaten_by``  the cards that beat each card if it leads the trick so far
    ``against``    for each card that leads the trick, and each other card, the rule that decides whether the other card beats it:
                   that card's own rule, or the rule for Sevens if a Seven leads
    """

    role: Mapping[Card, AnyRule]
    beaten_by: Mapping[Card, frozenset[Card]]
    against: Mapping[Card, Mapping[Card, AnyRule]]
    made_by: tuple[Callable[..., Ranking], frozenset[str], bool] | None = None
    """The factory and its arguments, used by pickle and copy to return the only ranking for these suits. None if no suits are
    chosen."""

    def __reduce__(self) -> str | tuple[object, ...]:
        if self.made_by is None:
            return "NO_ORDER"
        make, *choices = self.made_by
        return make, tuple(choices)


NO_ORDER = Ranking({}, {}, {})
"""The ranking before two suits are chosen: no card beats another."""


def given_for(move: Move) -> Card:
    """Return the card given away in an exchange. Raises ``AssertionError`` for any other move."""
    assert move.other is not None, "only trades give a card"
    return move.other

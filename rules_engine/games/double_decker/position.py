"""Positions in Double Decker."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from rules_engine.core.model.cards import Card
from rules_engine.core.model.tricks import Trick
from rules_engine.core.positions.field_types import CARD, HAND, SEAT, SUIT, SUITS, BySeat, BySuit, MappingOf, Nullable, Number
from rules_engine.core.positions.position import Position, field, inner
from rules_engine.games.double_decker.cards import HANDS


class DoubleDeckerPosition(Position):
    """A position in a hand of Double Decker.

    ``colours``        letters of the colours on the table, in the order they entered
    ``captured``       number of cards of each colour captured in this hand, by seat
    ``passed``         cards passed in this hand, including those in the trick on the table, by seat
    ``set_aside``      the card that each seat didn't play; None until the hand is over
    ``positive``       the colour that scores points, ``""`` for none, by seat; None until the hand is over
    """

    number: int = field(Number(least=1, most=HANDS, blank=1), settable=True, key="round")
    tricks: list[int] = inner(lambda notation: [])      # tricks are not counted in this game
    colours: tuple[str, ...] = field(SUITS)
    captured: list[list[int]] = field(BySeat(BySuit(Number(least=0))), settable=True, shared=True)
    passed: list[list[Card]] = field(BySeat(HAND), settable=True, gives="passed_before", shared=True)
    set_aside: list[Card] | None = field(Nullable(BySeat(CARD)), ended=True)
    positive: list[str] | None = field(Nullable(BySeat(SUIT)))

    derived: ClassVar = {"last_trick_winner": MappingOf(SEAT)}

    @property
    def last_trick_winner(self) -> Mapping[str, int] | None:
        """The seat that took each colour of the last trick, by the colour's letter; None before the first trick ends."""
        return None if self.last_trick is None else self.last_trick.winners

    @property
    def passed_before(self) -> list[list[Card]]:
        """The cards passed to earlier tricks of this hand, by seat."""
        there = [laid.card for laid in self.trick]
        return [[card for card in cards if card not in there] for cards in self.passed]

    @property
    def finished(self) -> Trick:
        """The last finished trick. At least one trick must be finished."""
        assert self.last_trick is not None, "no trick is finished yet"
        return self.last_trick

    @property
    def points(self) -> list[int]:
        """The points for the hand, by seat. The hand must be over."""
        assert self.hand_score is not None, "the hand isn't over"
        return self.hand_score

"""A four-player game in which one rule depends on a condition that can't be entered in the referee."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar

from rules_engine.core.game.game import best
from rules_engine.core.game.trick_game import HandFlow
from rules_engine.core.model.cards import Card
from rules_engine.core.model.events import EventSink, Line
from rules_engine.core.model.rules import RuleBook
from rules_engine.core.model.tricks import PlayedCard
from rules_engine.core.positions.field_types import NUMBER, PILE, BySeat, Number
from rules_engine.core.positions.position import field
from rules_engine.sketches.classic import ClassicGame, ClassicPosition, classic_rules, classic_words, ends, printed_rank
from rules_engine.text.message import say

FOLLOW, WIN = "follow", "win"
GOAL, FREE = 20, 3


class HiddenPosition(ClassicPosition):
    """A position whose ``rule`` depends on a ``condition``.

    ``away`` are the cards set aside; ``taken`` is the number of hearts taken by each seat.
    """

    number: int = field(Number(least=1, blank=1), settable=True, key="hand_number")
    away: list[Card] = field(PILE, settable=True)
    taken: list[int] = field(BySeat(NUMBER), settable=True)
    rule: ClassVar[str]
    condition: ClassVar[str]

    @property
    def is_met(self) -> bool:
        """True if the rule's condition is met."""
        return HIDDEN[self.condition](self)


HIDDEN: Mapping[str, Callable[[Any], bool]] = {
    "first-trick": lambda now: not any(now.tricks),
    "trick-before": lambda now: now.last_trick is None,
    "after-six": lambda now: sum(now.tricks) >= 6,
    "few-cards": lambda now: min(map(len, now.hands)) < 6,
    "hand-number": lambda now: now.number > 1,
    "pile": lambda now: not now.away,
    "points": lambda now: max(now.taken) > 2,
    "who-has-more": lambda now: now.tricks[0] > now.tricks[1],
    "total": lambda now: max(now.score) > 1,
}
"""Conditions that the referee's form doesn't ask for, by name."""


def _positions(of_rule: str, name: str) -> type[HiddenPosition]:
    class OfVariant(HiddenPosition):
        """A position in one variant."""

        rule, condition = of_rule, name

    return OfVariant


POSITIONS = {f"{rule}-{name}": _positions(rule, name) for rule in (FOLLOW, WIN) for name in HIDDEN}
"""The position class for each variant.

The variant's condition decides whether players must follow suit, or whether the lowest card wins.
"""

book = RuleBook()


def strict(position: HiddenPosition) -> bool:
    """Return whether players must follow suit."""
    return position.rule == WIN or position.is_met


def rank(position: HiddenPosition, card: Card) -> int:
    """Return the rank of a card, negated if the lowest card wins."""
    upside_down = position.rule == WIN and position.is_met
    return -printed_rank(position, card) if upside_down else printed_rank(position, card)


CLASSIC = classic_rules(book, rank=rank, strict=strict)


def took(position: HiddenPosition, seat: int, laid: Sequence[PlayedCard], note: EventSink) -> None:
    """A spade that was led is set aside until the end of the next trick. Each seat's hearts are counted."""
    position.taken[seat] += sum(one.card.suits == "H" for one in laid)
    position.away = [one.card for one in laid[:1] if one.card.suits == "S"]


@book.rule("score", "A point for each trick above three")
def score(position: HiddenPosition) -> Line:
    """The first three tricks score nothing; each further trick scores a point."""
    return score.line([max(0, tricks - FREE) for tricks in position.tricks])


@book.rule("game-end", "The end at twenty")
def end(position: HiddenPosition) -> list[int]:
    """The game ends when a player has twenty points."""
    return best(position.totals) if max(position.totals) >= GOAL else []


class Hidden(ClassicGame[HiddenPosition]):
    """The game, with a variant for each combination of rule and condition."""

    id, name = "hidden", "Hidden"
    variants: ClassVar = {name: name for name in POSITIONS}
    phases = ("play", "over")
    forms: ClassVar = {"play": ("CARD",)}
    book = book
    course = HandFlow(**CLASSIC.course(), on_trick_taken=took, scores=[score], match_end=[end])

    @property
    def positions(self) -> type[HiddenPosition]:
        """The position class for the variant."""
        return POSITIONS[self.variant]

    def deal_out(self, position: HiddenPosition, seed: int) -> None:
        """Deal all cards; the seed determines the trump suit."""
        super().deal_out(position, seed)
        position.trump = "CDHS"[seed % 4]


words = classic_words(CLASSIC)
words.line(score, say("Tricks"), say("1 each"))
ends(words, end)

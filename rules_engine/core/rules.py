"""Rules, the findings they return, and the verdict on a move.

A rule is a small function with an id. It looks at a position, a seat and a move and returns a finding, or None
where it has nothing to say: which rule spoke, whether it permits or refuses, one sentence about *this* hand and
the cards that bind. The id is at once a heading in the game's page, a test obligation and the link under a
refusal. In sentences ``{5ML}`` marks a card and ``{M}`` a suit; ``Pack.plain`` and the views turn marks into
names or pictures.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from rules_engine.core.cards import Card
from rules_engine.core.moves import Move

if TYPE_CHECKING:
    from rules_engine.core.position import Position

    Judge = Callable[[Any, int, Move], "Finding | None"]


class Finding(NamedTuple):
    """What one rule says of one move or result.

    ``sentence`` may hold card and suit marks; ``cards`` are the cards that bind, in hand or on the table.
    """

    rule: str
    permits: bool
    sentence: str
    cards: tuple[Card, ...] = ()


def permits(rule: str, sentence: str, cards: tuple[Card, ...] | list[Card] = ()) -> Finding:
    """A finding that speaks for a move, or explains a result."""
    return Finding(rule, True, sentence, tuple(cards))


def refuses(rule: str, sentence: str, cards: tuple[Card, ...] | list[Card] = ()) -> Finding:
    """A finding that forbids a move."""
    return Finding(rule, False, sentence, tuple(cards))


@dataclass(frozen=True)
class Rule:
    """One rule of a game.

    ``id``        its id in the contract, the page and every refusal
    ``title``     a few words for lists
    ``judge``     what it says of a move; None for a rule that says nothing of moves
    ``variants``  the variants that have it; empty for all
    ``can_refuse``  whether it forbids moves: then examples must show it refusing
    """

    id: str
    title: str
    judge: Judge | None = None
    variants: frozenset[str] = frozenset()
    can_refuse: bool = True

    def __post_init__(self) -> None:
        if self.judge is None:
            object.__setattr__(self, "can_refuse", False)


class Verdict(NamedTuple):
    """What the rules say of a move by a seat: their findings in teaching order, up to the first refusal."""

    position: Position
    seat: int | None
    text: str
    move: Move | None
    findings: tuple[Finding, ...]

    @property
    def refusal(self) -> Finding | None:
        """The finding that forbids the move, or None."""
        return self.findings[-1] if self.findings and not self.findings[-1].permits else None

    @property
    def legal(self) -> bool:
        """Whether the move may be made."""
        return self.refusal is None


GENERAL_RULES = (
    Rule("not-a-move", "No move of this game"),
    Rule("turn-order", "Not this seat's turn"),
    Rule("not-now", "A move of another phase"),
    Rule("not-held", "The card isn't in the hand"),
)
"""The refusals that no game's rules name, in the order they are asked."""

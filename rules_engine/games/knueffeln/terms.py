"""What the four variants differ in: the pack, turning, the order of unchosen suits, and what things cost."""

from __future__ import annotations

from typing import NamedTuple

from rules_engine.narration.quantities import amount
from rules_engine.text.message import Sentence


class VariantTerms(NamedTuple):
    """The terms of one variant.

    ``game``, ``turn``, ``jann``, ``march``  what each is worth
    ``unit``         what is counted: cents, Pfennig, or rungs of the ladder
    ``missing``      the rank that the pack lacks
    ``trade_rank``   the rank whose holder may exchange it for a turn-up
    ``suit_order``   whether unchosen cards beat lower ones of their suit
    ``turn_after``   tricks a side needs for its first, second ... turn; None where any lead may be turned
    ``shows_three``  whether the stock's bottom three cards are shown at once
    """

    game: int
    turn: int
    jann: int
    march: int
    unit: str = "cents"
    missing: str = "5"
    trade_rank: str = "10"
    suit_order: bool = True
    turn_after: tuple[int, ...] | None = None
    shows_three: bool = False

    def priced(self, number: int) -> Sentence:
        """Say an amount with its unit: ``20 cents``, ``1 rung``."""
        return amount(str(number), self.unit)

    @property
    def ladder(self) -> bool:
        """Whether the score is rungs taken off a ladder."""
        return self.unit == "rungs"


RUNGS = 4
"""The rungs of each side's ladder."""

TERMS = {
    "bohmstedt": VariantTerms(10, 10, 100, 300, suit_order=False),
    "hattstedt": VariantTerms(10, 0, 20, 40, turn_after=()),
    "bernhard-1924": VariantTerms(1, 1, 2, 2, "rungs", missing="10", trade_rank="5", turn_after=(2, 4), shows_three=True),
    "gruenberg-1938": VariantTerms(5, 1, 10, 20, "Pfennig", shows_three=True),
}
"""The terms by variant."""

"""The terms of the four variants: the pack, leads made face down, the order of unchosen suits, and prices."""

from __future__ import annotations

from typing import NamedTuple

from rules_engine.narration.quantities import amount
from rules_engine.text.message import Sentence


class VariantTerms(NamedTuple):
    """The terms of one variant.

    ``game``, ``turn``, ``jann``, ``march``  the value of each, in ``unit``
    ``unit``         the unit of the score: cents, Pfennig, or rungs of the ladder
    ``missing``      the rank missing from the pack
    ``trade_rank``   the rank of the cards that may be exchanged for a turn-up
    ``suit_order``   True if unchosen cards beat lower ones of their suit
    ``turn_after``   number of tricks that a side needs for its first, second, … face-down lead; None if any lead may be face down
    ``shows_three``  True if the bottom three cards of the stock are shown together
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
        """Return an amount with its unit: ``20 cents``, ``1 rung``."""
        return amount(str(number), self.unit)

    @property
    def ladder(self) -> bool:
        """True if the score counts rungs taken off a ladder."""
        return self.unit == "rungs"


RUNGS = 4
"""Number of rungs on each side's ladder."""

TERMS = {"bohmstedt": VariantTerms(10, 10, 100, 300, suit_order=False), "hattstedt": VariantTerms(10, 0, 20, 40, turn_after=()),
         "bernhard-1924": VariantTerms(1, 1, 2, 2, "rungs", missing="10", trade_rank="5", turn_after=(2, 4), shows_three=True),
         "gruenberg-1938": VariantTerms(5, 1, 10, 20, "Pfennig", shows_three=True)}
"""The terms of each variant."""

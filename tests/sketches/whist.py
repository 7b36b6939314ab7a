"""Whist: thirteen cards each, the dealer's last one shows trumps, partners score each trick above six; to five points."""

from __future__ import annotations

from typing import ClassVar

from rules_engine.core.game.game import best, deal_evenly
from rules_engine.core.game.trick_game import HandFlow
from rules_engine.core.model.events import Line
from rules_engine.core.model.rules import RuleBook
from rules_engine.sketches.classic import ClassicGame, ClassicPosition, classic_rules, classic_words, ends
from rules_engine.text.message import say

book = RuleBook()
CLASSIC = classic_rules(book)
BOOK, GOAL = 6, 5


@book.rule("odd-tricks", "A point for each trick above six")
def odd_tricks(position: ClassicPosition) -> Line:
    """The first six tricks score nothing; each further trick scores a point for the side."""
    return odd_tricks.line([max(0, sum(position.tricks[seat] for seat in side) - BOOK) for side in ((0, 2), (1, 3))])


@book.rule("game-end", "Five points win")
def end(position: ClassicPosition) -> list[int]:
    """The side with five points or more wins; only one side can have them."""
    return best(position.totals) if max(position.totals) >= GOAL else []


class Whist(ClassicGame[ClassicPosition]):
    """Short whist without honours."""

    id, name = "whist", "Whist"
    variants: ClassVar = {"short": "to five"}
    phases: ClassVar[tuple[str, ...]] = ("play", "over")
    forms: ClassVar = {"play": ("CARD",)}
    book, partners = book, True
    positions = ClassicPosition
    mechanisms = ("trumps", "partners")
    course = HandFlow(**CLASSIC.course(), scores=[odd_tricks], match_end=[end])

    def deal_out(self, position: ClassicPosition, seed: int) -> None:
        """Deal all cards; the dealer's last card makes trumps."""
        deal_evenly(position, self.shuffled(self.deck, seed, "deal"))
        position.trump = position.hands[position.dealer][-1].suits


words = classic_words(CLASSIC)
words.line(odd_tricks, say("Tricks above six"), say("1 each"))
ends(words, end)

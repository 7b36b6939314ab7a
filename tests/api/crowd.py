"""A plain trick game for two to eight seats; in the variant ``pairs``, opposite seats score together."""

from __future__ import annotations

from typing import ClassVar

from rules_engine.core.game.game import best, deal_evenly
from rules_engine.core.game.trick_game import HandFlow
from rules_engine.core.model.events import Line
from rules_engine.core.model.rules import RuleBook
from rules_engine.core.model.seats import DEFAULT_SEATS
from rules_engine.sketches.classic import ClassicGame, ClassicPosition, classic_rules, classic_words, ends
from rules_engine.text.message import say

book = RuleBook()
CLASSIC = classic_rules(book)
GOAL = 7


@book.rule("score", "A point a trick")
def score(position: ClassicPosition) -> Line:
    """Each player or pair scores a point per trick."""
    size = position.table.size
    alone = len(position.score) == size
    return score.line([taken if alone else taken + position.tricks[seat + size // 2]
                       for seat, taken in enumerate(position.tricks[:len(position.score)])])


@book.rule("game-end", "Seven points win")
def end(position: ClassicPosition) -> list[int]:
    """The game ends when a side has seven points; the highest total wins."""
    return best(position.totals) if max(position.totals) >= GOAL else []


class Crowd(ClassicGame[ClassicPosition]):
    """The game, with the variants ``alone`` and ``pairs``."""

    id, name = "crowd", "Crowd"
    variants: ClassVar = {"alone": "alone", "pairs": "in pairs"}
    player_counts = (*DEFAULT_SEATS,)
    variant_players: ClassVar = {"pairs": (4, 6, 8)}
    phases = ("play", "over")
    forms: ClassVar = {"play": ("CARD",)}
    book = book
    positions = ClassicPosition
    course = HandFlow(**CLASSIC.course(), scores=[score], match_end=[end])

    def hand_size(self) -> int:
        """Return the largest hand size that fits eight players."""
        return 6

    def score_sides(self) -> list[tuple[int, ...]]:
        """Return the pairs of opposite seats, or each seat as a side."""
        half = self.table.size // 2
        return [(seat, seat + half) for seat in range(half)] if self.variant == "pairs" else super().score_sides()

    def deal_out(self, position: ClassicPosition, seed: int) -> None:
        """Deal six cards to each player; the next card determines the trump suit."""
        cards, dealt = self.shuffled(self.deck, seed, position.number), self.hand_size() * self.table.size
        deal_evenly(position, cards[:dealt])
        position.trump = cards[dealt].suits


words = classic_words(CLASSIC)
words.line(score, say("Tricks taken"), say("1 each"))
ends(words, end)

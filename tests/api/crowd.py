"""A plain trick game for any table, of two seats to eight; in pairs, those who sit opposite score together."""

from __future__ import annotations

from typing import ClassVar

from rules_engine.core.game.game import best, deal_evenly
from rules_engine.core.game.trick_game import HandFlow
from rules_engine.core.model.events import Line
from rules_engine.core.model.rules import RuleBook
from rules_engine.core.model.seats import DEFAULT_SEATS
from rules_engine.text.message import say
from tests.sketches.classic import ClassicGame, ClassicPosition, classic_rules, classic_words, ends

book = RuleBook()
CLASSIC = classic_rules(book)
GOAL = 7


@book.rule("score", "A point a trick")
def score(position: ClassicPosition) -> Line:
    """For everybody, or for each pair."""
    size = position.table.size
    alone = len(position.score) == size
    return score.line([taken if alone else taken + position.tricks[seat + size // 2]
                       for seat, taken in enumerate(position.tricks[:len(position.score)])])


@book.rule("game-end", "Seven points win")
def end(position: ClassicPosition) -> list[int]:
    """Once somebody has seven points, the highest total wins."""
    return best(position.totals) if max(position.totals) >= GOAL else []


class Crowd(ClassicGame[ClassicPosition]):
    """Alone, or in pairs."""

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
        """Return as many as there are for eight."""
        return 6

    def score_sides(self) -> list[tuple[int, ...]]:
        """Return those who sit opposite each other, or each seat."""
        half = self.table.size // 2
        return [(seat, seat + half) for seat in range(half)] if self.variant == "pairs" else super().score_sides()

    def deal_out(self, position: ClassicPosition, seed: int) -> None:
        """Six cards to each; the next one shows trumps."""
        cards, dealt = self.shuffled(self.deck, seed, position.number), self.hand_size() * self.table.size
        deal_evenly(position, cards[:dealt])
        position.trump = cards[dealt].suits


words = classic_words(CLASSIC)
words.line(score, say("Tricks taken"), say("1 each"))
ends(words, end)

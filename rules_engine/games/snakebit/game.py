"""The game itself: what Snakebit declares, and how a hand runs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from rules_engine.core.cards import Card
from rules_engine.core.happened import unnoted
from rules_engine.core.moves import Move
from rules_engine.core.packs import DECKTET
from rules_engine.core.structure import Given
from rules_engine.core.trick_game import Course, TrickGame
from rules_engine.games.snakebit import rules
from rules_engine.games.snakebit.cards import LEADS, NUMBER_CARDS, PLAYS, SUITS_IN_ORDER
from rules_engine.games.snakebit.position import SnakebitPosition


class Snakebit(TrickGame[SnakebitPosition]):
    """The game; see the package's docstring for its source and the choices made."""

    id = "snakebit"
    name = "Snakebit"
    pack = DECKTET
    variants: ClassVar = {"standard": "to −13", "poison-nonesuch": "Poison Nonesuch: six hands"}
    player_counts = (3, 4)
    phases = ("play", "over")
    forms: ClassVar = {"play": ("CARD", "CARD as SUIT")}
    book = rules.book
    length = "about 30 minutes"
    mechanisms = ("cards of two suits", "trumps", "avoiding cards")
    positions = SnakebitPosition
    goals = (rules.NO_CURSED,)
    course = Course(rules.leader, rules.winning, (rules.score_tricks, rules.score_cursed), rules.next_dealer,
                    (rules.end, rules.six_hands), rules.breaks, rules.take_curse)

    def dealt_cards(self) -> Sequence[Card]:
        """The 24 number cards."""
        return NUMBER_CARDS

    def deal_out(self, position: SnakebitPosition, seed: int) -> None:
        """Deal, and turn up an Ace and a Crown from the piles of this round of six hands."""
        rules.deal(position, self.shuffled(NUMBER_CARDS, seed, position.number))
        since = (position.number - 1) // rules.HANDS_IN_A_ROUND
        drawing = self.drawing(seed, f"piles {since}")
        rules.turn_up(position, sorted(SUITS_IN_ORDER, key=drawing), sorted(SUITS_IN_ORDER, key=drawing))

    def hangs_on(self, position: SnakebitPosition) -> Move | str:
        """The lead, or the suits that it may not name."""
        return position.trick[0].move if position.trick else position.shut

    def resume(self, position: SnakebitPosition, given: Given) -> None:
        """Go on with the trick on the table, which has broken its suits, or with a lead."""
        super().resume(position, given)
        for place, laid in enumerate(position.trick):
            if laid.move not in (LEADS[laid.card] if place == 0 else (PLAYS[laid.card],)):
                given.fault(f"{laid.move.text!r}: the lead, and only the lead, names one of its card's suits, like "
                            "5ML as L", "trick", place)
        for laid in position.trick[1:]:
            rules.breaks(position, laid.seat, laid.card, unnoted)
        if self.variant == "poison-nonesuch" and position.number > rules.HANDS_IN_A_ROUND:
            given.fault(f"Poison Nonesuch has {rules.HANDS_IN_A_ROUND} hands", "hand_number")

"""The game class for Snakebit: its declarations, and the course of a hand."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from rules_engine.core.game.setup_checks import SetupReader
from rules_engine.core.game.trick_game import HandFlow, TrickGame
from rules_engine.core.model.cards import Card
from rules_engine.core.model.packs import DECKTET
from rules_engine.games.snakebit import rules
from rules_engine.games.snakebit.cards import NUMBER_CARDS, SUITS_IN_ORDER, TURNED_UP
from rules_engine.games.snakebit.position import SnakebitPosition


class Snakebit(TrickGame[SnakebitPosition]):
    """The game of Snakebit. The package's docstring has its source and the modelling decisions."""

    id = "snakebit"
    name = "Snakebit"
    pack = DECKTET
    variants: ClassVar = {"standard": "to −13", "poison-nonesuch": "Poison Nonesuch: six hands"}
    player_counts = (3, 4)
    phases = ("play", "over")
    forms: ClassVar = {"play": ("CARD", "CARD as SUIT")}
    book = rules.book
    cards_beside = TURNED_UP
    minutes = 30
    mechanisms = ("cards of two suits", "trumps", "avoiding cards")
    positions = SnakebitPosition
    goals = (rules.NO_CURSED,)
    course = HandFlow(
        leader=rules.leader,
        trick_winner=rules.winning,
        scores=[rules.score_tricks, rules.score_cursed],
        next_dealer=rules.next_dealer,
        match_end=[rules.end, rules.six_hands],
        played=rules.breaks,
        on_trick_taken=rules.take_curse,
    )

    def dealt_cards(self) -> Sequence[Card]:
        """Return the 24 number cards."""
        return NUMBER_CARDS

    def deal_out(self, position: SnakebitPosition, seed: int) -> None:
        """Deal the cards, and turn up an Ace and a Crown from the piles for this round of six hands."""
        rules.deal(position, self.shuffled(NUMBER_CARDS, seed, position.number))
        since = (position.number - 1) // rules.HANDS_IN_A_ROUND
        drawing = self.drawing(seed, f"piles {since}")
        rules.turn_up(position, sorted(SUITS_IN_ORDER, key=drawing), sorted(SUITS_IN_ORDER, key=drawing))

    def resume(self, position: SnakebitPosition, given: SetupReader) -> None:
        """Resume the trick on the table, or start with a lead. Report a problem if a setup has a seventh hand in Poison
        Nonesuch."""
        super().resume(position, given)
        if self.variant == "poison-nonesuch" and position.number > rules.HANDS_IN_A_ROUND:
            given.add_problem(f"Poison Nonesuch has {rules.HANDS_IN_A_ROUND} hands", "hand_number")

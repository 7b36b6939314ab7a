"""The game class for Double Decker: its declarations and the course of a hand."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from rules_engine.core.game.setup_checks import SetupReader
from rules_engine.core.game.trick_game import HandFlow, TrickGame
from rules_engine.core.model.cards import Card
from rules_engine.core.model.events import ignore_events
from rules_engine.core.model.packs import DOUBLE_DECKER
from rules_engine.games.double_decker import rules
from rules_engine.games.double_decker.cards import pack_for
from rules_engine.games.double_decker.position import DoubleDeckerPosition
from rules_engine.games.double_decker.setup import check_position


class DoubleDecker(TrickGame[DoubleDeckerPosition]):
    """Double Decker: the two colours in a trick are won separately. A player's largest colour scores points, and the others cost
    points."""

    id = "double-decker"
    name = "Double Decker"
    pack = DOUBLE_DECKER
    variants: ClassVar = {"standard": "five hands"}
    player_counts = (4, 5, 6, 7)
    phases = ("play", "over")
    forms: ClassVar = {"play": ("CARD", "pass CARD")}
    book = rules.book
    minutes = 25
    mechanisms = ("two winners a trick", "avoiding cards", "no duty to follow", "passing")
    positions = DoubleDeckerPosition
    course = HandFlow(
        leader=rules.first_leader,
        next_leader=rules.next_lead,
        tries=rules.to_try,
        played=rules.lay,
        on_trick_complete=rules.complete,
        split_trick=rules.by_colour,
        trick_winner=rules.winning,
        on_trick_taken=rules.capture,
        over=rules.down_to_last_card,
        before_scoring=rules.close,
        settles=lambda position, *_: rules.tied_largest(position, ignore_events),
        scores=(rules.score_positive, rules.score_negative, rules.score_passed),
        next_dealer=rules.next_dealer,
        match_end=[rules.end],
    )

    def dealt_cards(self) -> Sequence[Card]:
        """Return all 63 cards for seven players, 1 to 20 for fewer."""
        return pack_for(self.table.size)

    def deal_out(self, position: DoubleDeckerPosition, seed: int) -> None:
        """Deal out the whole pack."""
        rules.deal(position, self.shuffled(self.deck, seed, position.number))

    def resume(self, position: DoubleDeckerPosition, given: SetupReader) -> None:
        """Resume the trick on the table, or start with a lead."""
        super().resume(position, given)
        check_position(position, given)

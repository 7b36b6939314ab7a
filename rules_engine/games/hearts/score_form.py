"""The score form for Hearts: the numbers that players count in a hand."""

from __future__ import annotations

from rules_engine.core.game.game import Game
from rules_engine.core.game.score_form import ChoiceField, ChoiceOption, Counted, Counting, Form, NumberField, Sum
from rules_engine.games.hearts import rules
from rules_engine.games.hearts.game import Hearts
from rules_engine.games.hearts.position import ALL, HeartsPosition
from rules_engine.text.message import say

HEARTS = ALL - rules.QUEEN_POINTS
"""The number of hearts in the pack."""


class HeartsCounting(Counting[HeartsPosition]):
    """The counts for a hand: the hearts taken, and the takers of the Queen of Spades and, in Omnibus, the Jack of Diamonds."""

    def form(self, game: Hearts, dealer: int) -> Form:
        """Return a form with the hearts of each player, and a choice of player for each of the other cards."""
        players = [ChoiceOption(seat, seats=(seat,)) for seat in game.table.seats]
        jack = [ChoiceField("jack", say("Jack of Diamonds"), players)] if rules.omnibus in game.rules else []
        return Form([NumberField("hearts", say("Hearts"), HEARTS, game.score_sides()),
                     ChoiceField("queen", say("Queen of Spades"), players), *jack], [Sum(("hearts",), HEARTS, say("hearts"))])

    def settle(self, position: HeartsPosition, told: Counted) -> None:
        """Set the points, and the seats that took the Queen and the Jack."""
        position.queen, position.jack = told["queen"], told.get("jack")
        position.points = [hearts + rules.QUEEN_POINTS * (seat == position.queen) for seat, hearts in enumerate(told["hearts"])]

    def tell(self, game: Hearts, position: HeartsPosition) -> Counted:
        """Return the counts for a finished hand."""
        told = {"hearts": rules.hearts_taken(position), "queen": position.queen}
        return told | ({"jack": position.jack} if position.counts_jack else {})

    def leads(self, game: Game[HeartsPosition], position: HeartsPosition) -> None:
        """Return None: the leader holds the lowest club, which isn't known in advance."""


counting = HeartsCounting()

"""What a table counts of a hand of Double Decker."""

from __future__ import annotations

from rules_engine.core.game.score_form import Counted, Counting, Form, NumberField, Sum
from rules_engine.core.model.cards import FACE_DOWN
from rules_engine.games.double_decker.cards import COLOURS, LEFT_OVER
from rules_engine.games.double_decker.game import DoubleDecker
from rules_engine.games.double_decker.position import DoubleDeckerPosition
from rules_engine.text.message import say, suit_mark

CAPTURED = {"R": say("red cards"), "B": say("blue cards"), "G": say("green cards")}


class DoubleDeckerCounting(Counting[DoubleDeckerPosition]):
    """The cards of each colour that were captured, and those that were passed, which lie face down: only how many counts."""

    def form(self, game: DoubleDecker, dealer: int) -> Form:
        """Ask for each player's; the card that stays out is none of them."""
        seats, tricks = game.score_sides(), game.hand_size() - LEFT_OVER
        most = len(game.deck) // len(COLOURS)
        return Form(
            [*(NumberField(colour, suit_mark(colour), most, seats) for colour in COLOURS),
             NumberField("passed", say("Passed"), tricks, seats)],
            [*(Sum((colour,), most, CAPTURED[colour], exact=False) for colour in COLOURS),
             Sum((*COLOURS, "passed"), tricks * len(seats), say("cards"))])

    def settle(self, position: DoubleDeckerPosition, told: Counted) -> None:
        """Lay the cards out by player."""
        position.captured = [*map(list, zip(*(told[colour] for colour in COLOURS), strict=True))]
        position.passed = [[FACE_DOWN] * number for number in told["passed"]]

    def tell(self, game: DoubleDecker, position: DoubleDeckerPosition) -> Counted:
        """Return them by colour."""
        captured = zip(COLOURS, zip(*position.captured, strict=True), strict=True)
        return {**dict(captured), "passed": [*map(len, position.passed)]}


counting = DoubleDeckerCounting()

"""The score form for Double Decker: the numbers that players count in a hand."""

from __future__ import annotations

from rules_engine.core.game.score_form import Counted, Counting, Form, NumberField, Sum
from rules_engine.core.model.cards import FACE_DOWN
from rules_engine.games.double_decker.cards import COLOURS, LEFT_OVER
from rules_engine.games.double_decker.game import DoubleDecker
from rules_engine.games.double_decker.position import DoubleDeckerPosition
from rules_engine.text.message import say, suit_mark

CAPTURED = {"R": say("red cards"), "B": say("blue cards"), "G": say("green cards")}


class DoubleDeckerCounting(Counting[DoubleDeckerPosition]):
    """The counts for a hand: the captured cards of each colour and the number of passed cards."""

    def form(self, game: DoubleDecker, dealer: int) -> Form:
        """Return a form with each player's captured and passed cards, without the card set aside."""
        seats, tricks = game.score_sides(), game.hand_size() - LEFT_OVER
        most = len(game.deck) // len(COLOURS)
        return Form(
            [*(NumberField(colour, suit_mark(colour), most, seats) for colour in COLOURS),
             NumberField("passed", say("Passed"), tricks, seats)],
            [*(Sum((colour,), most, CAPTURED[colour], exact=False) for colour in COLOURS),
             Sum((*COLOURS, "passed"), tricks * len(seats), say("cards"))])

    def settle(self, position: DoubleDeckerPosition, told: Counted) -> None:
        """Set the position's captured and passed cards from the counts. The passed cards are face down."""
        position.captured = [*map(list, zip(*(told[colour] for colour in COLOURS), strict=True))]
        position.passed = [[FACE_DOWN] * number for number in told["passed"]]

    def tell(self, game: DoubleDecker, position: DoubleDeckerPosition) -> Counted:
        """Return the counts for a hand: the captured cards by colour, and the passed cards."""
        captured = zip(COLOURS, zip(*position.captured, strict=True), strict=True)
        return {**dict(captured), "passed": [*map(len, position.passed)]}


counting = DoubleDeckerCounting()

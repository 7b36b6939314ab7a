"""The score form for Double Knot: the numbers that players count in a hand."""

from __future__ import annotations

from rules_engine.core.game.score_form import Counted, Counting, Form, NumberField, Sum
from rules_engine.core.model.events import ignore_events
from rules_engine.games.double_knot import rules
from rules_engine.games.double_knot.game import DoubleKnot
from rules_engine.games.double_knot.position import DoubleKnotPosition
from rules_engine.text.message import say


class DoubleKnotCounting(Counting[DoubleKnotPosition]):
    """The counts for a hand: bids and tricks. Partners count their tricks together."""

    def form(self, game: DoubleKnot, dealer: int) -> Form:
        """Return a form with the bid of each player and the tricks of each side."""
        size = game.hand_size()
        return Form(
            [NumberField("bids", say("Bid"), size, [(seat,) for seat in game.table.seats]),
             NumberField("tricks", say("Tricks"), size, game.score_sides())],
            [Sum(("tricks",), size, say("tricks"))])

    def settle(self, position: DoubleKnotPosition, told: Counted) -> None:
        """Set the bids, the tricks and the result of each side. A side's tricks are stored at its first player's seat."""
        position.bids = [*told["bids"]]
        for side, tricks in zip(position.sides, told["tricks"], strict=True):
            position.tricks[side[0]] = tricks
        rules.settle(position, ignore_events)

    def tell(self, game: DoubleKnot, position: DoubleKnotPosition) -> Counted:
        """Return the counts for a hand: each seat's bid and each side's tricks."""
        tricks = [sum(position.tricks[seat] for seat in side) for side in position.sides]
        return {"bids": position.declared, "tricks": tricks}


counting = DoubleKnotCounting()

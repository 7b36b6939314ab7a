"""The score form for Double King Pedro: the numbers that players count in a hand."""

from __future__ import annotations

from rules_engine.core.game.game import Game
from rules_engine.core.game.score_form import ChoiceField, ChoiceOption, Counted, Counting, Form, NumberField, Sum
from rules_engine.games.double_king_pedro.cards import ALL_POINTS
from rules_engine.games.double_king_pedro.game import DoubleKingPedro
from rules_engine.games.double_king_pedro.position import DoubleKingPedroPosition
from rules_engine.text.message import say

TOSSED = "tossed"
DOUBLE = "double"


class DoubleKingPedroCounting(Counting[DoubleKingPedroPosition]):
    """The counts for a hand: the declarer, the bid, and the points that each side took."""

    def form(self, game: DoubleKingPedro, dealer: int) -> Form:
        """Return a form that asks for the declarer first, and for nothing more if the hand was tossed."""
        seats = tuple(game.table.seats)
        return Form(
            [
                ChoiceField("declarer", say("Won the bid"),
                            [*(ChoiceOption(seat, seats=(seat,)) for seat in seats), ChoiceOption(TOSSED, say("Hand tossed"))]),
                ChoiceField("how", say("Bid"),
                            [ChoiceOption("number", say("A number")), ChoiceOption(DOUBLE, say("Hundred and double it!"))],
                            {"declarer": seats}),
                NumberField("contract", say("Points bid"), ALL_POINTS, least=1, when={"how": ("number",)}),
                NumberField("points", say("Points taken"), ALL_POINTS, game.score_sides(), when={"declarer": seats}),
            ],
            [Sum(("points",), ALL_POINTS, say("points"))],
        )

    def leads(self, game: Game[DoubleKingPedroPosition], position: DoubleKingPedroPosition) -> None:
        """Return None: the leader is the declarer, who isn't known before the auction."""

    def settle(self, position: DoubleKingPedroPosition, told: Counted) -> None:
        """Set the declarer, the points and the contract; leave a tossed hand unchanged."""
        if told["declarer"] != TOSSED:
            position.declarer, position.points = told["declarer"], [*told["points"]]
            position.contract = told.get("contract", DOUBLE)

    def tell(self, game: DoubleKingPedro, position: DoubleKingPedroPosition) -> Counted:
        """Return the counts for a hand: the declarer, contract and points, or an entry for a tossed hand."""
        if position.declarer is None:
            return {"declarer": TOSSED}
        told = {"declarer": position.declarer, "points": position.points}
        return told | ({"how": DOUBLE} if position.contract == DOUBLE else {"how": "number", "contract": position.contract})


counting = DoubleKingPedroCounting()

"""The score form for Spades: the bids and tricks of each player."""

from __future__ import annotations

from rules_engine.core.game.score_form import ChoiceField, ChoiceOption, Counted, Counting, Form, NumberField, Sum
from rules_engine.games.spades.game import Spades
from rules_engine.games.spades.position import BLIND, NIL, SpadesPosition
from rules_engine.text.message import say


def blind_bidders(position: SpadesPosition) -> list[tuple[int, ...]]:
    """Return the choices for a blind nil: nobody, one player or one side."""
    return [(), *((seat,) for seat in position.table.seats), *position.sides]


class SpadesCounting(Counting[SpadesPosition]):
    """The counts for a hand: each player's bid, with 0 for nil, and tricks; and who bid blind nil, where it is played."""

    def form(self, game: Spades, dealer: int) -> Form:
        """Return a form with the bid and the tricks of each player."""
        size, seats = game.hand_size(), [(seat,) for seat in game.table.seats]
        asks = [NumberField("bids", say("Bid (0 for nil)"), size, seats), NumberField("tricks", say("Tricks"), size, seats)]
        nobody, *who = [ChoiceOption(place, seats=each) for place, each in enumerate(blind_bidders(game.blank()))]
        blind = ChoiceField("blind", say("Blind nil"), [nobody._replace(label=say("nobody")), *who])
        return Form([*asks, blind] if game.options["blind-nil"] != "none" else asks, [Sum(("tricks",), size, say("tricks"))])

    def settle(self, position: SpadesPosition, told: Counted) -> None:
        """Set the bids and the tricks."""
        blind = blind_bidders(position)[told.get("blind", 0)]
        position.bids = [said or (BLIND if seat in blind else NIL) for seat, said in enumerate(told["bids"])]
        position.tricks = [*told["tricks"]]

    def tell(self, game: Spades, position: SpadesPosition) -> Counted:
        """Return the counts for a hand."""
        told = {"bids": [said if isinstance(said, int) else 0 for said in position.bids], "tricks": position.tricks}
        blind = blind_bidders(position).index(tuple(seat for seat, said in enumerate(position.bids) if said == BLIND))
        return told if game.options["blind-nil"] == "none" else told | {"blind": blind}


counting = SpadesCounting()

"""The score form for Euchre: the maker, whether alone or not, and the makers' tricks."""

from __future__ import annotations

from rules_engine.core.game.score_form import ChoiceField, ChoiceOption, Counted, Counting, Form, NumberField
from rules_engine.games.euchre.game import Euchre
from rules_engine.games.euchre.position import EuchrePosition
from rules_engine.games.euchre.rules import HAND
from rules_engine.text.message import say

THROWN_IN = "thrown in"


class EuchreCounting(Counting[EuchrePosition]):
    """The counts for a hand."""

    def form(self, game: Euchre, dealer: int) -> Form:
        """Return a form that asks for the maker first, and for nothing more if the hand was thrown in."""
        seats = tuple(game.table.seats)
        thrown = [] if game.variant == "stick-the-dealer" else [ChoiceOption(THROWN_IN, say("Thrown in"))]
        ways = {"together": say("No"), "alone": say("Yes")}
        lone = [ChoiceOption(value, label) for value, label in ways.items()]
        against = [ChoiceField("defended", say("Defended alone"), lone, {"how": ("alone",)})] if game.blank().may_defend else []
        return Form([
            ChoiceField("maker", say("Made trumps"), [*(ChoiceOption(seat, seats=(seat,)) for seat in seats), *thrown]),
            ChoiceField("how", say("Alone"), lone, {"maker": seats}), *against,
            NumberField("tricks", say("Tricks of the makers"), HAND, when={"maker": seats})])

    def settle(self, position: EuchrePosition, told: Counted) -> None:
        """Set the maker, the tricks and the lone players."""
        if told["maker"] == THROWN_IN:
            position.passes = 8
            return
        maker, tricks = told["maker"], [0] * position.table.size
        tricks[maker], tricks[position.table.left_of[maker]] = told["tricks"], HAND - told["tricks"]
        position.maker, position.tricks = maker, tricks
        position.alone = maker if told["how"] == "alone" else None
        position.defends_alone = position.table.left_of[maker] if told.get("defended") == "alone" else None

    def tell(self, game: Euchre, position: EuchrePosition) -> Counted:
        """Return the counts for a hand."""
        if position.maker is None:
            return {"maker": THROWN_IN}
        lone, against = ("together" if seat is None else "alone" for seat in (position.alone, position.defends_alone))
        return {"maker": position.maker, "how": lone, "defended": against, "tricks": position.made}

    def leads(self, game: Euchre, position: EuchrePosition) -> None:     # type: ignore[override]
        """Return None: with a lone player, the first leader may be sitting out."""


counting = EuchreCounting()

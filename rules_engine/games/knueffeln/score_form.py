"""The score form for Knüffeln: the numbers that players count in a deal."""

from __future__ import annotations

from collections.abc import Sequence

from rules_engine.core.game.game import Game
from rules_engine.core.game.score_form import ChoiceField, ChoiceOption, Counted, Counting, Form, NumberField, When
from rules_engine.core.model.packs import FRENCH
from rules_engine.games.knueffeln.cards import HAND_SIZE
from rules_engine.games.knueffeln.game import Knueffeln
from rules_engine.games.knueffeln.position import KnueffelnPosition, Result, sides_of
from rules_engine.text.message import say

VOID = "void"
VOIDED = ChoiceOption(VOID, say("Nobody: four cards of one suit turned up"))
ALONE, SAT_OUT = "alone", "out"


class KnueffelnCounting(Counting[KnueffelnPosition]):
    """The counts for a deal: the winning side, the way it won, and the number of accepted turns."""

    def form(self, game: Knueffeln, dealer: int) -> Form:
        """Return a form for the result of the deal; with five players it first asks whether the dealer played alone."""
        played: When = {"won": (0, 1)}
        turns = game.positions.terms.turn_after
        return Form(
            [*self._winner(game, dealer), ChoiceField("how", say("How"), _ways(turns != ()), played), *_turns(turns, played)]
        )

    def _winner(self, game: Knueffeln, dealer: int) -> list[ChoiceField]:
        with_whom, against = (sides_of(game.table, dealer, soloist) for soloist in (None, dealer))
        together = [ChoiceOption(place, seats=_seats(with_whom.side, place)) for place in (0, 1)]
        won = say("Won the hand")
        if not game.blank().five:
            return [ChoiceField("won", won, [*together, VOIDED])]
        apart = [ChoiceOption(place, seats=_seats(against.side, place)) for place in (0, 1)]
        dealt = [ChoiceOption(SAT_OUT, say("Sat out")), ChoiceOption(ALONE, say("Played alone")),
                 ChoiceOption(VOID, say("Void: four cards of one suit turned up"))]
        return [ChoiceField("dealer", say("The dealer"), dealt), ChoiceField("won", won, together, {"dealer": (SAT_OUT,)}),
                ChoiceField("won", won, apart, {"dealer": (ALONE,)})]

    def leads(self, game: Game[KnueffelnPosition], position: KnueffelnPosition) -> int | None:
        """Return the first leader; None with five players, because it depends on whether the dealer plays alone."""
        return None if position.five else game.leads_first(position)

    def settle(self, position: KnueffelnPosition, told: Counted) -> None:
        """Set the sides and the result. All accepted turns are assigned to one side, because the price depends only on their
        number."""
        if VOID in (told.get("won"), told.get("dealer")):
            position.turnups = [card for card in FRENCH if card.suits == FRENCH.card("AC").suits][:4]
            return
        position.soloist = position.dealer if told.get("dealer") == ALONE else None
        position.make_sides()
        position.turns[position.side_names[0]] = told.get("turns", 0)
        position.result = Result(told["won"], told["how"])

    def tell(self, game: Knueffeln, position: KnueffelnPosition) -> Counted:
        """Return the counts for a deal: its result, or an entry for a void deal."""
        five = {"dealer": SAT_OUT if position.soloist is None else ALONE} if position.five else {}
        if position.void:
            return {"dealer": VOID} if position.five else {"won": VOID}
        turns = {"turns": sum(position.turns.values())} if position.terms.turn_after != () else {}
        return {**five, "won": position.ended.side, "how": position.ended.how, **turns}


def _seats(side: Sequence[int], place: int) -> tuple[int, ...]:
    return tuple(seat for seat, own in enumerate(side) if own == place)


def _ways(turning: bool) -> list[ChoiceOption]:
    ways = [ChoiceOption("game", say("By tricks")), ChoiceOption("jann", say("Jann")), ChoiceOption("march", say("March")),
            ChoiceOption("failed", say("The others' march failed"))]
    return [*ways, ChoiceOption("run", say("The others ran"))] if turning else ways


def _turns(after: Sequence[int] | None, played: When) -> list[NumberField]:
    """Return a field for the number of face-down leads accepted from both sides; an empty list if the variant has none. ``after``
    has one entry for each that a side may make, or is None if any lead may be face down."""
    most = HAND_SIZE if after is None else 2 * len(after)
    return [NumberField("turns", say("Accepted turns"), most, when=played)] if most else []


counting = KnueffelnCounting()

"""What no deal of Double Decker can reach: a setup may leave out what was captured before, but not give too much."""

from __future__ import annotations

from rules_engine.core.cards import Card
from rules_engine.core.structure import Given, check_all_hands, sizes_of
from rules_engine.games.double_decker.cards import COLOURS, PASS, pack_for
from rules_engine.games.double_decker.position import DoubleDeckerPosition as Position
from rules_engine.games.double_decker.rules import HANDS, LEFT_OVER


def check_position(position: Position, given: Given) -> None:
    """Note what can't be so, in the number of the hand, the cards held, and what was captured and passed."""
    if position.number > HANDS:
        given.fault(f"{position.number}: a match has {HANDS} hands", "round")
    check_all_hands(position, given)
    sizes = sizes_of(position, position.table.seats).values()
    if min(sizes) <= LEFT_OVER:
        given.fault("each seat needs two cards or more, what it has on the table counted in: the last card is set aside",
                    "hands")
    tricks = len(pack_for(position.table.size)) // position.table.size - max(sizes)
    if tricks >= 0:     # a hand that is too large is noted already
        _check_taken(position, given, tricks)
    _check_colours(position, given)


def _check_taken(position: Position, given: Given, tricks: int) -> None:
    """No more can be captured and passed than the tricks played before this one had cards."""
    table, passed = position.table, [len(cards) for cards in position.passed_before]
    captured = sum(map(sum, position.captured))
    told = f"at most {tricks} tricks can have been played before this one"
    for seat, count in enumerate(passed):
        if count > tricks:
            given.fault(f"{count} cards passed, but {told}", "passed", table.names[seat])
    if sum(passed) > (table.size - 2) * tricks:
        given.fault(f"{sum(passed)} cards passed in all, but {told}, each with two cards played", "passed")
    if captured + sum(passed) > table.size * tricks:
        given.fault(f"{captured} cards captured and {sum(passed)} passed, but {told}, of {table.size} cards each",
                    "captured")


def _check_colours(position: Position, given: Given) -> None:
    """The cards of a colour, captured or still to be seen, are no more than the pack has."""
    seen: list[Card] = [card for cards in (*position.hands, *position.passed) for card in cards]
    seen += [laid.card for laid in position.trick if laid.move.verb != PASS]
    most = len(pack_for(position.table.size)) // len(COLOURS)
    for place, colour in enumerate(COLOURS):
        captured = sum(counts[place] for counts in position.captured)
        elsewhere = sum(card.suits == colour for card in seen)
        if captured + elsewhere > most:
            given.fault(f"{captured} of {colour} captured and {elsewhere} in hand, on the table or passed are more than "
                        f"the {most} in the pack", "captured")

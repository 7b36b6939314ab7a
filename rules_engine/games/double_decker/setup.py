"""Checks for positions that no deal of Double Decker can reach. A setup may leave out earlier captures, but must not contain too
many."""

from __future__ import annotations

from rules_engine.core.game.setup_checks import SetupReader, check_all_hands, sizes_of
from rules_engine.core.model.cards import Card
from rules_engine.games.double_decker.cards import COLOURS, LEFT_OVER, PASS, pack_for
from rules_engine.games.double_decker.position import DoubleDeckerPosition as Position


def check_position(position: Position, given: SetupReader) -> None:
    """Report contradictions between the cards held, captured and passed."""
    check_all_hands(position, given)
    sizes = sizes_of(position, position.table.seats).values()
    if min(sizes) <= LEFT_OVER:
        given.add_problem("each seat needs two cards or more, what it has on the table counted in: the last card is set aside",
                    "hands")
    tricks = len(pack_for(position.table.size)) // position.table.size - max(sizes)
    captured, passed = sum(map(sum, position.captured)), sum(map(len, position.passed_before))
    if captured + passed > position.table.size * max(tricks, 0):
        given.add_problem(
            f"{captured} cards captured and {passed} passed, but at most {tricks} tricks can have been played before this one",
            "captured",
        )
    _check_colours(position, given)


def _check_colours(position: Position, given: SetupReader) -> None:
    """Report a colour with more cards, captured or visible, than the pack has."""
    seen: list[Card] = [card for cards in (*position.hands, *position.passed) for card in cards]
    seen += [laid.card for laid in position.trick if laid.move.verb != PASS]
    most = len(pack_for(position.table.size)) // len(COLOURS)
    for place, colour in enumerate(COLOURS):
        captured = sum(counts[place] for counts in position.captured)
        elsewhere = sum(card.suits == colour for card in seen)
        if captured + elsewhere > most:
            given.add_problem(f"{captured} of {colour} captured and {elsewhere} in hand, on the table or passed are more than "
                        f"the {most} in the pack", "captured")

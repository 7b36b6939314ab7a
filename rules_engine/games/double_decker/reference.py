"""What Double Decker's reference card says."""

from __future__ import annotations

from rules_engine.core.reference import Order, Reference, Row, Said, Worth
from rules_engine.games.double_decker import rules

IN_A_COLOUR = 21
"""The cards of a colour, the 0 of seven players counted in."""
RED = " ".join(f"R{value}" for value in reversed(range(IN_A_COLOUR)))

reference = Reference(
    dealt=rules.deal,
    ranking=(
        Said(rules.deal, "Red, blue and green cards from 1 to 20. Seven players add the 0 of each colour.", "The pack"),
        Order(rules.winning, (Row("Each colour", RED, shown="20 is the highest, 1 the lowest; with seven players, 0."),)),
        Said(rules.winning, "A card beats lower cards of its own colour, and no others.", "No trumps")),
    deal=(
        Said(rules.last_card, "Each player's last card is set aside and doesn't score.", "The last card"),
        Said(rules.next_dealer, "The lowest total; of equal ones, the lowest score of this hand.", "Next dealer")),
    turn=(
        Said(rules.first_leader, "The dealer leads the first trick, with any card.", "Who leads"),
        Said(rules.two_colours, "Play any card, of that colour or of a second one.", "One colour lies"),
        Said(rules.may_pass, "Play a card of one of the two, or pass.", "Two colours lie"),
        Said(rules.pass_third_colour, "Show a card of the third colour, then lay it face down in front of you.", "To pass"),
        Said(rules.winning, "Each colour is won separately: its highest card takes all cards of that colour.", "The trick"),
        Said(rules.next_lead, "The winner; of two winners, the one with the higher card.", "Next leader"),
        Said(rules.next_lead_tie, "Compare the next cards down. The colour that runs out first loses; if neither does, red goes "
             "before blue, and blue before green.", "Equal cards")),
    score=(
        Worth(rules.score_positive, "+1 for each card of it.", range(1, IN_A_COLOUR + 1)),
        Worth(rules.score_negative, "−1 for each card of them.", range(-2 * IN_A_COLOUR, 0)),
        Worth(rules.score_passed, "−2 each.", range(-2 * IN_A_COLOUR, 0, 2)),
        Said(rules.end, f"After {rules.HANDS} hands. The highest total wins.", "The end")))

"""What Double Decker's reference card says."""

from __future__ import annotations

from rules_engine.core.reference import Order, Reference, Row, Said, Worth
from rules_engine.games.double_decker import rules

MOST = 21
"""As many cards as a colour has."""

reference = Reference(
    dealt=rules.deal,
    ranking=(
        Order(rules.winning, (
            Row("Each colour", " ".join(f"R{value}" for value in range(20, -1, -1)), shown="20, the highest, down to 1; with "
                "seven players down to 0"),)),
        Said(rules.winning, "A card beats lower cards of its own colour, and no others.", "No trumps")),
    deal=(
        Said(rules.next_dealer, "the lowest total; of equal ones the lowest score of the round.", "Deals next"),
        Said(rules.last_card, "The last card of each player stays out and doesn't score.", "The last card")),
    turn=(
        Said(rules.first_leader, "The dealer.", "Leads first"),
        Said(rules.two_colours, "Play any card, of that colour or of a second one. You lead? Play any card.", "One colour lies"),
        Said(rules.may_pass, "Play a card of these two, or pass.", "Two colours lie"),
        Said(rules.pass_third_colour, "Show a card of the third colour and lay it face down before you.", "To pass"),
        Said(rules.winning, "Each colour is won apart: its highest card takes all cards of that colour.", "The trick"),
        Said(rules.next_lead, "Who won; of two winners, the one with the higher card.", "Leads next"),
        Said(rules.next_lead_tie, "Compare the next highest cards of the two colours, and so on; a colour that runs out loses. "
             "Else red before blue before green.", "Equal cards")),
    score=(
        Worth(rules.score_positive, "+1 for each card of the colour that you took most of", range(MOST + 1)),
        Worth(rules.score_negative, "−1 for each card of any other colour that you took", range(-2 * MOST, 1)),
        Worth(rules.score_passed, "−2 for each", range(-2 * MOST, 1, 2)),
        Said(rules.end, f"{rules.ROUNDS} rounds; the highest total wins.", "The end")))

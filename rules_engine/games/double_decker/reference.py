"""The reference card for Double Decker."""

from __future__ import annotations

from rules_engine.core.game.reference_card import Order, RankRow, Reference, Statement, Worth
from rules_engine.games.double_decker import rules
from rules_engine.games.double_decker.cards import HANDS
from rules_engine.text.message import say

IN_A_COLOUR = 21
"""Number of cards of a colour, including the 0 used with seven players."""
RED = " ".join(f"R{value}" for value in reversed(range(IN_A_COLOUR)))

reference = Reference(
    dealt=rules.deal,
    ranking=(
        Statement(rules.deal, say("Red, blue and green cards from 1 to 20. Seven players add the 0 of each colour."),
                  say("The pack")),
        Order(rules.winning, (
            RankRow(say("Each colour"), RED, shown=say("20 is the highest, 1 the lowest; with seven players, 0.")),)),
        Statement(rules.winning, say("A card beats lower cards of its own colour, and no others."), say("No trumps"))),
    deal=(
        Statement(rules.last_card, say("Each player's last card is set aside and doesn't score."), say("The last card")),
        Statement(rules.next_dealer, say("The lowest total; of equal ones, the lowest score of this hand."), say("Next dealer"))),
    turn=(
        Statement(rules.first_leader, say("The dealer leads the first trick, with any card."), say("Who leads")),
        Statement(rules.two_colours, say("Play any card, of that colour or of a second one."), say("One colour on the table")),
        Statement(rules.may_pass, say("Play a card of one of the two, or pass."), say("Two colours on the table")),
        Statement(rules.pass_third_colour, say("Show a card of the third colour, then lay it face down in front of you."),
                  say("To pass")),
        Statement(rules.winning, say("Each colour is won separately: its highest card takes all cards of that colour."),
                  say("The trick")),
        Statement(rules.next_lead, say("The winner; of two winners, the one with the higher card."), say("Leads next")),
        Statement(rules.next_lead_tie, say(
            "Compare the next cards down. The colour that runs out first loses; if neither does, red goes before blue, and blue "
            "before green."), say("Equal cards"))),
    score=(
        Worth(rules.score_positive, say("+1 for each card of it."), range(1, IN_A_COLOUR + 1)),
        Worth(rules.score_negative, say("−1 for each card of them."), range(-2 * IN_A_COLOUR, 0)),
        Worth(rules.score_passed, say("−2 each."), range(-2 * IN_A_COLOUR, 0, 2)),
        Statement(rules.end, say("After {n} hands. The highest total wins.", n=HANDS), say("The end"))))

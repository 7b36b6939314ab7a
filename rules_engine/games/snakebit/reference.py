"""What Snakebit's reference card says."""

from __future__ import annotations

from rules_engine.core.happened import signed
from rules_engine.core.reference import Order, Reference, Row, Said, Worth
from rules_engine.games.snakebit import rules

reference = Reference(
    dealt=rules.deal,
    ranking=(
        Order(rules.winning, (
            Row("Trumps", "9WY 8YK 7WY 6SY 5YK 4YK 3LY 2SY"),
            Row("Suit led", "9MS 8MS 7ML 6MW 5ML 4MS 3MW 2MK"),
            Row("Other cards", "9LK", shown="take nothing")), {"trump": "Y", "cursed": "K"}, "2MK as M"),
        Said(rules.bearing, "Every card belongs to both its suits. One of the trump suit is a trump, whatever was named.",
             "Two suits")),
    deal=(
        Said(rules.turn_up, "The Ace turned up curses its suit, the Crown turned up makes its suit trump. The piles last "
             f"{rules.HANDS_IN_A_ROUND} hands.", "Before it"),
        Said(rules.next_dealer, "The dealer's left deals the next hand.", "Next")),
    turn=(
        Said(rules.name_suit, "Play any card and name one of its two suits, the suit led.", "You lead"),
        Said(rules.leader, "The dealer's left leads first; then who took the last trick.", "First"),
        Said(rules.unbroken, "The trump suit and the cursed suit can't be named until they are broken, unless you could name "
             "nothing else.", "Closed"),
        Said(rules.breaks, "A card that isn't led breaks both its suits.", "Broken"),
        Said(rules.follow_suit, "Play a card of the suit led if you have one; if not, any card.", "You follow"),
        Said(rules.winning, "The highest trump takes it; without a trump, the highest card of the suit led.", "The trick")),
    score=(
        Worth(rules.score_tricks, "+1 for each", range(9)),
        Worth(rules.score_cursed, "−1 for each", range(-8, 1)),
        Said(rules.end, f"somebody's total is {signed(rules.LOSING_TOTAL)} or lower; the highest total wins.", "The end"),
        Said(rules.six_hands, f"{rules.HANDS_IN_A_ROUND} hands; the highest total wins.", "The end")))

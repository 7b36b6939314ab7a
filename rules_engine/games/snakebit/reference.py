"""What Snakebit's reference card says."""

from __future__ import annotations

from rules_engine.core.happened import signed
from rules_engine.core.reference import Order, Reference, Row, Said, Worth
from rules_engine.games.snakebit import rules

reference = Reference(
    dealt=rules.deal,
    ranking=(
        Said(rules.deal, "The number cards of a Decktet. Aces and Crowns are only turned up.", "The pack"),
        Order(rules.winning, (
            Row("Trumps", "9WY 8YK 7WY 6SY 5YK 4YK 3LY 2SY"),
            Row("Suit led", "9MS 8MS 7ML 6MW 5ML 4MS 3MW 2MK"),
            Row("Other cards", "9LK", shown="Take nothing.")), {"trump": "Y", "cursed": "K"}, "2MK as M"),
        Said(rules.bearing, "Every card belongs to both its suits. If one of them is trump, it is a trump, whatever was named.",
             "Two suits")),
    deal=(
        Said(rules.turn_up, "Turn up an Ace: its suit is cursed. Turn up a Crown: its suit is trump. Shuffle both piles again "
             f"after {rules.HANDS_IN_A_ROUND} hands.", "Before each hand"),
        Said(rules.next_dealer, "The player on the dealer's left.", "Next dealer")),
    turn=(
        Said(rules.leader, "The dealer's left leads first. After that, whoever took the last trick.", "Who leads"),
        Said(rules.name_suit, "Play any card and name one of its two suits: the suit led.", "You lead"),
        Said(rules.unbroken, "The trump suit and the cursed suit can't be named until they are broken, unless you could name "
             "no suit at all.", "Closed suits"),
        Said(rules.breaks, "A card that isn't led breaks both its suits, until the end of the hand.", "Broken suits"),
        Said(rules.follow_suit, "Play a card of the suit led if you have one. If not, play any card.", "You follow"),
        Said(rules.winning, "The highest trump takes it. Without a trump, the highest card of the suit led.", "The trick")),
    score=(
        Worth(rules.score_tricks, "+1 each.", range(1, 9)),
        Worth(rules.score_cursed, "−1 each.", range(-8, 0)),
        Said(rules.end, f"somebody is at {signed(rules.LOSING_TOTAL)} or lower after a hand. The highest total wins.", "The end"),
        Said(rules.six_hands, f"after {rules.HANDS_IN_A_ROUND} hands. The highest total wins.", "The end")))

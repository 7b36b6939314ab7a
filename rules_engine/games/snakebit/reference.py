"""The reference card for Snakebit."""

from __future__ import annotations

from rules_engine.core.game.reference_card import Order, RankRow, Reference, Statement, Worth
from rules_engine.games.snakebit import rules
from rules_engine.text.message import say

reference = Reference(
    dealt=rules.deal,
    ranking=(
        Statement(rules.deal, say("The number cards of a Decktet. Aces and Crowns are only turned up."), say("The pack")),
        Order(rules.winning, (
            RankRow(say("Trumps"), "9WY 8YK 7WY 6SY 5YK 4YK 3LY 2SY"),
            RankRow(say("Suit led"), "9MS 8MS 7ML 6MW 5ML 4MS 3MW 2MK"),
            RankRow(say("Other cards"), "9LK", shown=say("They can't take the trick."))),
              {"trump": "Y", "cursed": "K"}, "2MK as M"),
        Statement(rules.bearing, say(
            "Every card belongs to both its suits. If one of them is the trump suit, it is a trump, whatever was named."),
            say("Two suits"))),
    deal=(
        Statement(rules.turn_up, say(
            "Turn up an Ace: its suit is cursed. Turn up a Crown: its suit is trumps. Shuffle both piles again after {n} hands.",
            n=rules.HANDS_IN_A_ROUND), say("Before each hand")),
        Statement(rules.next_dealer, say("The player on the dealer's left."), say("Next dealer"))),
    turn=(
        Statement(rules.leader, say("The player on the dealer's left leads first. After that, whoever took the last trick."),
                  say("Who leads")),
        Statement(rules.name_suit, say("Play any card and name one of its two suits: the suit led."), say("You lead")),
        Statement(rules.unbroken, say(
            "The trump suit and the cursed suit can't be named until they are broken, unless you could name no suit at all."),
            say("Not yet broken")),
        Statement(rules.breaks, say("A card that isn't led breaks both its suits, until the end of the hand."),
                  say("Broken suits")),
        Statement(rules.follow_suit, say("Play a card of the suit led if you have one. If not, play any card."),
                  say("You follow")),
        Statement(rules.winning, say("The highest trump takes it. Without a trump, the highest card of the suit led."),
                  say("The trick"))),
    score=(
        Worth(rules.score_tricks, say("+1 each."), range(1, 9)),
        Worth(rules.score_cursed, say("−1 each."), range(-8, 0)),
        Statement(rules.end, say("Somebody is at {n} or lower after a hand. The highest total wins.", n=rules.LOSING_TOTAL),
                  say("The end")),
        Statement(rules.six_hands, say("After {n} hands. The highest total wins.", n=rules.HANDS_IN_A_ROUND),
                  say("The end"))))

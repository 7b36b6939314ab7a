"""The reference card for Hearts."""

from __future__ import annotations

from rules_engine.core.game.reference_card import Order, RankRow, Reference, Statement, Worth
from rules_engine.games.hearts import rules
from rules_engine.text.message import say

reference = Reference(
    dealt=rules.deal,
    ranking=(
        Statement(rules.deal, say("52 cards. Three players leave out the 2 of Diamonds; five, the 2 of Clubs as well."),
                  say("The pack")),
        Order(rules.winning, (
            RankRow(say("Suit led"), "AS KS QS JS 10S 9S 8S 7S 6S 5S 4S 3S 2S"),
            RankRow(say("Other suits"), "AC", shown=say("They can't take the trick."))), {}, "2S")),
    deal=(
        Statement(rules.pass_cards, say("Pass three cards face down; then pick up yours."), say("Passing")),
        Statement(rules.pass_direction, say(
            "To the left, to the right, across, and in the fourth hand not at all. Never across with three or five players."),
            say("Where they go")),
        Statement(rules.next_dealer, say("The player on the dealer's left."), say("Next dealer"))),
    turn=(
        Statement(rules.leader, say("The holder of the lowest club leads first. After that, whoever took the last trick."),
                  say("Who leads")),
        Statement(rules.two_first, say("The lowest club: the 2, with five players the 3."), say("The first lead")),
        Statement(rules.hearts_closed, say("No heart until hearts are broken, unless you have nothing else."), say("You lead")),
        Statement(rules.breaks, say("The first heart played to a trick breaks hearts."), say("Broken hearts")),
        Statement(rules.follow_suit, say("Play a card of the suit led if you have one. If not, play any card."),
                  say("You follow")),
        Statement(rules.clean_first, say("No heart and no Queen of Spades, unless you have nothing else."),
                  say("The first trick")),
        Statement(rules.winning, say("The highest card of the suit led takes it. There are no trumps."), say("The trick"))),
    score=(
        Worth(rules.score_hearts, say("1 each."), range(14)),
        Worth(rules.score_queen, say("13."), (0, 13)),
        Worth(rules.moon, say("All 26 points: 0 for you, 26 for each of the others; or, if agreed, 26 off for you."),
              (0, 26, -26)),
        Worth(rules.omnibus, say("−10."), (0, -10)),
        Statement(rules.end, say("Somebody has {n} or more after a hand. The lowest total wins.", n=rules.LIMIT),
                  say("The end"))))

"""The reference card for Euchre."""

from __future__ import annotations

from rules_engine.core.game.reference_card import Order, RankRow, Reference, Statement, Worth
from rules_engine.games.euchre import rules
from rules_engine.text.message import say, suit_mark

MADE = {"dealer": "East", "maker": "South", "trump": "H"}
"""The setup of the example on the card."""

reference = Reference(
    dealt=rules.deal,
    ranking=(
        Order(rules.rank, (
            RankRow(say("Trumps"), "Joker JH JD AH KH QH 10H 9H 8H 7H", signs=True),
            RankRow(say("Other suits"), "AS KS QS JS 10S 9S 8S 7S", shown=say("Ace down, without a Jack that is a trump."))),
            MADE),
        Statement(rules.suit, say("With {suit} as trumps, the other red Jack is one.", suit=suit_mark("H")), say("Left bower")),
        Statement(rules.benny, say("The Joker is a trump, above the bowers."), say("Benny"))),
    deal=(
        Statement(rules.benny_up, say("The dealer names trumps before seeing any card, and takes the Benny."), say("Benny up")),
        Statement(rules.next_dealer, say("To the left."), say("Next deal"))),
    turn=(
        Statement(rules.order_up, say("From the dealer's left: pass, or order the card up. Its suit is trumps."), say("First")),
        Statement(rules.name_suit, say("All passed? Pass again, or name another suit."), say("Second")),
        Statement(rules.turned_down, say("Not the suit turned down."), say("Barred")),
        Statement(rules.stick, say("The dealer may not pass last.")),
        Statement(rules.alone, say("The maker may play without the partner."), say("Alone")),
        Statement(rules.is_ordered_alone, say("The dealer's partner who orders up plays alone."), say("Option")),
        Statement(rules.defend_alone, say("Against a lone maker, an opponent may play alone too."), say("Option")),
        Statement(rules.discard, say("The dealer takes the card ordered up, and lays one away."), say("Discard")),
        Statement(rules.leader, say("The dealer's left leads; then whoever took the trick."), say("You lead")),
        Statement(rules.follow_suit, say("Play the suit led if you hold it, otherwise any card."), say("You follow")),
        Statement(rules.winning, say("The highest trump takes it, or the highest of the suit led."), say("The trick"))),
    score=(
        Worth(rules.score_made, say("Three or four tricks."), {1}, label=say("Makers")),
        Worth(rules.score_march, say("All five tricks."), {2}, label=say("March")),
        Worth(rules.score_march, say("All five tricks, alone."), {4}, "alone", label=say("Alone")),
        Worth(rules.score_euchre, say("The makers took fewer than three."), {2}, label=say("Too few")),
        Worth(rules.score_euchre, say("By a lone defender."), {4}, "alone", label=say("Alone")),
        Statement(rules.throw_in, say("All pass twice: no points."), say("Thrown in")),
        Statement(rules.end, say("10 points; in the British game 21."), say("The end"))))

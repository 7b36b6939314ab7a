"""The reference card for Spades."""

from __future__ import annotations

from rules_engine.core.game.reference_card import Order, RankRow, Reference, Statement, Worth
from rules_engine.games.spades import rules
from rules_engine.text.message import say, suit_mark

reference = Reference(
    dealt=rules.deal,
    ranking=(
        Order(rules.winning, (RankRow(suit_mark("S"), "AS KS QS JS 10S 9S 8S 7S 6S 5S 4S 3S 2S"),
                              RankRow(say("Suit led"), "AH KH QH JH 10H 9H 8H 7H 6H 5H 4H 3H 2H")), {"phase": "play"}, "2H"),
        Statement(rules.is_trump, say("Spades are trumps in every hand. Cards of a third suit can't win."), say("Trumps"))),
    deal=(Statement(rules.next_dealer, say("The player on the dealer's left."), say("Next dealer")),),
    turn=(
        Statement(rules.bid, say("From the dealer's left, each once: a number of tricks from 1 up, or nil."), say("Bid")),
        Statement(rules.is_nil, say("No trick at all for the bidder. The partner bids and plays as usual."), say("Nil")),
        Statement(rules.blind_nil, say("As an option, nil before looking, if your side is {n} or more behind.", n=rules.BEHIND),
                  say("Blind nil")),
        Statement(rules.exchange, say("As an option, the blind bidder gives the partner two cards and gets two back."),
                  say("Exchange")),
        Statement(rules.leader, say("The player on the dealer's left leads first. After that, whoever took the last trick."),
                  say("Who leads")),
        Statement(rules.spades_closed, say("Not a spade, until they are broken or you have nothing else."), say("You lead")),
        Statement(rules.breaks, say("The first spade played breaks spades for the rest of the hand."), say("Broken")),
        Statement(rules.follow_suit, say("Play the suit led if you have it. If not, play any card."), say("You follow")),
        Statement(rules.winning, say("The highest spade takes it. Without a spade, the highest card of the suit led."),
                  say("The trick"))),
    score=(
        Worth(rules.score_contract, say("10 for each trick bid; partners add their bids."), range(0, 261, 10)),
        Worth(rules.score_set, say("−10 for each trick bid."), range(-260, 1, 10)),
        Worth(rules.bags, say("1 for each trick above the bid."), range(18)),
        Worth(rules.bags, say("−100 for every tenth bag."), range(-200, 1, 100), "penalty"),
        Worth(rules.score_nil, say("100, or −100 if the bidder takes a trick. Blind: 200."), (-200, -100, 0, 100, 200),
              label=say("Nil")),
        Statement(rules.failed_nil, say("They don't help the partner's bid; they are bags. As an option they help it."),
                  say("A broken nil's tricks")),
        Statement(rules.end, say("A side has {n} or more after a hand. The highest total wins; if it is shared, play on.",
                                 n=rules.WINNING_TOTAL), say("The end"))))

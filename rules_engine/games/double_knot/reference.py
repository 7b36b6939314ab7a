"""The reference card for Double Knot."""

from __future__ import annotations

from rules_engine.core.game.reference_card import Order, RankRow, Reference, Statement, Worth
from rules_engine.games.double_knot import rules
from rules_engine.games.double_knot.cards import SUITS_IN_ORDER
from rules_engine.text.message import all_of, joined, say, suit_mark

SUITS = joined(map(suit_mark, SUITS_IN_ORDER), ", ")
TARGETS = all_of(say("{n} points with {players} players", n=target, players=players)
                 for players, target in rules.TARGETS.items())
MOST = 1 + max(rules.TARGETS)
"""A number above the points for any bid made exactly."""
MOONS, SUNS = suit_mark("M"), suit_mark("S")

reference = Reference(
    dealt=rules.deal,
    ranking=(
        Statement(rules.deal, say(
            "The extended Decktet, for four players without the Excuse; or the basic one, without Pawns, Courts and Excuse."),
            say("The pack")),
        Order(rules.winning, (
            RankRow(suit_mark("K"), "XK AK"),
            RankRow(suit_mark("Y"), "XY 8YK 5YK 4YK AY"),
            RankRow(suit_mark("L"), "XL 9LK 6LK 3LY AL"),
            RankRow(suit_mark("W"), "XW PWLY 9WY 8WL 7WY 4WL 2WL AW"),
            RankRow(SUNS, "XS CSWY=CSLK PSWK 7SK 6SY 5SW 3SK 2SY AS"),
            RankRow(MOONS, "XM CMWK=CMLY PMSL=PMYK 9MS 8MS 7ML 6MW 5ML 4MS 3MW 2MK AM"),
            RankRow(say("The Excuse"), "Excuse", shown=say("Takes nothing."))), {"phase": "play"}, "AM"),
        Statement(rules.trump_suits, say(
            "This is the order when the Ace or Crown of {suit} is led. Then all other suits are trumps, and the lowest wins.",
            suit=MOONS), say("From the top")),
        Statement(rules.rank, say(
            "A is the Ace, P a Pawn, C a Court, X the Crown. {moons} have two Pawns and two Courts, {suns} two Courts. Of two "
            "equal cards, the first played is higher.", moons=MOONS, suns=SUNS), say("Ranks")),
        Statement(rules.top_suit, say("A card belongs to its top suit alone."), say("One suit"))),
    deal=(),
    turn=(
        Statement(rules.bid_once, say("From the dealer's left, each once: a number of tricks, from none to all."), say("Bid")),
        Statement(rules.leader, say("The player on the dealer's left leads first. After that, whoever took the last trick."),
                  say("Who leads")),
        Statement(rules.trump_suits, say(
            "Play any card. Its top suit is led, its bottom suits are trumps for this trick. An Ace or Crown makes every suit "
            "below its own trumps: {suits}.", suits=SUITS), say("You lead")),
        Statement(rules.follow_suit, say("Play the suit led if you have it."), say("You follow")),
        Statement(rules.must_trump, say("Play a trump, of any trump suit. If you have none either, play any card."),
                  say("If you can't")),
        Statement(rules.excuse, say(
            "Lead it, or play it if you have neither the suit led nor a trump. If it was led, the next card counts as the card "
            "led."), say("The Excuse")),
        Statement(rules.winning, say(
            "The highest card of the lowest trump suit takes it. Without a trump, the highest card of the suit led."),
            say("The trick"))),
    score=(
        Worth(rules.exact, say("1, and 1 more for each player who missed."), range(1, MOST + 1)),
        Worth(rules.within_one, say("1. Further off: 0."), (1,)),
        Worth(rules.zero_or_all, say("{n} for a bid of none or all, made; 0 if not.", n=rules.ZERO_OR_ALL_POINTS),
              (rules.ZERO_OR_ALL_POINTS,)),
        Worth(rules.partners, say("Add up your bids and your tricks; each of you scores."), range(1, MOST + 1),
              label=say("Partners")),
        Statement(rules.end, say("{targets}. The highest total wins; if it is shared, play on.", targets=TARGETS),
                  say("The end"))))

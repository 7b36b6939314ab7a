"""What Double Knot's reference card says."""

from __future__ import annotations

from rules_engine.core.cards import listed
from rules_engine.core.reference import Order, Reference, Row, Said, Worth
from rules_engine.games.double_knot import rules

ENDS = listed(f"{target} with {players} players" for players, target in rules.TARGETS.items())

reference = Reference(
    dealt=rules.deal,
    ranking=(
        Order(rules.winning, (
            Row("{K}", "XK AK"),
            Row("{Y}", "XY 8YK 5YK 4YK AY"),
            Row("{L}", "XL 9LK 6LK 3LY AL"),
            Row("{W}", "XW PWLY 9WY 8WL 7WY 4WL 2WL AW"),
            Row("{S}", "XS CSWY=CSLK PSWK 7SK 6SY 5SW 3SK 2SY AS"),
            Row("{M}, led", "XM CMWK=CMLY PMSL=PMYK 9MS 8MS 7ML 6MW 5ML 4MS 3MW 2MK AM"),
            Row("{Excuse}", "Excuse", shown="takes nothing")), {"phase": "play"}, "AM"),
        Said(rules.winning, "The rows stand as they win when an Ace or Crown of {M} was led: the lowest trump suit first, then the suit "
             "led. Of two equal cards, the first played.", "Read it so"),
        Said(rules.top_suit, "A card belongs to its top suit alone.", "One suit")),
    deal=(
        Said(rules.next_dealer, "The dealer's left deals the next hand.", "Next"),
        Said(rules.partners, "Those who sit opposite add their bids and their tricks.", "Partners")),
    turn=(
        Said(rules.bid_once, "From the dealer's left, once: a number of tricks, from none to all.", "Bid"),
        Said(rules.leader, "The dealer's left leads first; then who took the last trick.", "First"),
        Said(rules.trump_suits, "Any card. Its bottom suits are trumps for this trick; after an Ace or Crown, all suits below its "
             "own: {M}, {S}, {W}, {L}, {Y}, {K}.", "You lead"),
        Said(rules.excuse, "Lead it, or play it when you have neither the suit led nor a trump.", "The Excuse"),
        Said(rules.follow_suit, "Play the suit led if you have it.", "You follow"),
        Said(rules.must_trump, "If not, play a trump of any trump suit; if you have none, any card.", "If you can't"),
        Said(rules.card_led, "After an Excuse led, the next card is the one that counts as led.", "Excuse led"),
        Said(rules.winning, "The highest card of the lowest trump suit takes it; without a trump, the highest of the suit led.",
             "The trick")),
    score=(
        Worth(rules.exact, "1, and 1 more for each player who missed", (0, *range(1, 6))),
        Worth(rules.within_one, "1; further off, nothing", (0, 1)),
        Worth(rules.zero_or_all, f"{rules.ZERO_OR_ALL_POINTS} for a bid of none or all, else nothing", (0, rules.ZERO_OR_ALL_POINTS)),
        Worth(rules.partners, "each scores for both", range(6)),
        Said(rules.end, f"{ENDS}. Who leads alone wins.", "The end")))

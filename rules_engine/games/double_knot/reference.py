"""What Double Knot's reference card says."""

from __future__ import annotations

from rules_engine.core.cards import listed
from rules_engine.core.reference import Order, Reference, Row, Said, Worth
from rules_engine.games.double_knot import rules
from rules_engine.games.double_knot.cards import SUITS_IN_ORDER

SUITS = ", ".join(f"{{{suit}}}" for suit in SUITS_IN_ORDER)
TARGETS = listed(f"{target} points with {players} players" for players, target in rules.TARGETS.items())
MOST = 1 + max(rules.TARGETS)
"""What a bid made exactly can bring, and more."""

reference = Reference(
    dealt=rules.deal,
    ranking=(
        Said(rules.deal, "The extended Decktet, for four players without the Excuse; or the basic one, without Pawns, Courts "
             "and Excuse.", "The pack"),
        Order(rules.winning, (
            Row("{K}", "XK AK"),
            Row("{Y}", "XY 8YK 5YK 4YK AY"),
            Row("{L}", "XL 9LK 6LK 3LY AL"),
            Row("{W}", "XW PWLY 9WY 8WL 7WY 4WL 2WL AW"),
            Row("{S}", "XS CSWY=CSLK PSWK 7SK 6SY 5SW 3SK 2SY AS"),
            Row("{M}", "XM CMWK=CMLY PMSL=PMYK 9MS 8MS 7ML 6MW 5ML 4MS 3MW 2MK AM"),
            Row("The Excuse", "Excuse", shown="Takes nothing.")), {"phase": "play"}, "AM"),
        Said(rules.trump_suits,
             "This is the order when the Ace or Crown of {M} is led. Then all other suits are trumps, and the lowest wins.",
             "From the top"),
        Said(rules.rank,
             "A is the Ace, P a Pawn, C a Court, X the Crown. {M} have two Pawns and two Courts, {S} two Courts. Of two equal "
             "cards, the first played is higher.", "Ranks"),
        Said(rules.top_suit, "A card belongs to its top suit alone.", "One suit")),
    deal=(),
    turn=(
        Said(rules.bid_once, "From the dealer's left, each once: a number of tricks, from none to all.", "Bid"),
        Said(rules.leader, "The dealer's left leads first. After that, whoever took the last trick.", "Who leads"),
        Said(rules.trump_suits,
             "Play any card. Its top suit is led, its bottom suits are trumps for this trick. An Ace or Crown makes "
             f"every suit below its own trumps: {SUITS}.", "You lead"),
        Said(rules.follow_suit, "Play the suit led if you have it.", "You follow"),
        Said(rules.must_trump, "Play a trump, of any trump suit. If you have none either, play any card.", "If you can't"),
        Said(rules.excuse,
             "Lead it, or play it if you have neither the suit led nor a trump. If it was led, the next card counts as "
             "the card led.", "The Excuse"),
        Said(rules.winning,
             "The highest card of the lowest trump suit takes it. Without a trump, the highest card of the suit led.",
             "The trick")),
    score=(
        Worth(rules.exact, "1, and 1 more for each player who missed.", range(1, MOST + 1)),
        Worth(rules.within_one, "1. Further off: 0.", (1,)),
        Worth(rules.zero_or_all, f"{rules.ZERO_OR_ALL_POINTS} for a bid of none or all, made; 0 if not.",
              (rules.ZERO_OR_ALL_POINTS,)),
        Worth(rules.partners, "Add up your bids and your tricks; each of you scores.", range(1, MOST + 1), label="Partners"),
        Said(rules.end, f"{TARGETS}. The highest total wins; if it is shared, play on.", "The end")))

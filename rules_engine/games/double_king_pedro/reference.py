"""What Double King Pedro's reference card says."""

from __future__ import annotations

from rules_engine.core.packs import FRENCH
from rules_engine.core.reference import Order, Reference, Row, Said, Worth
from rules_engine.games.double_king_pedro import rules
from rules_engine.games.double_king_pedro.cards import ALL_POINTS, KITTY_SIZE, PLAY_SIZE

SHOWN = "H"
"""The trump suit that the card takes as its instance."""
PLAIN = sorted((card for card in FRENCH if card not in rules.TRUMPS[SHOWN]), key=rules.STRENGTH[SHOWN].__getitem__, reverse=True)
WORTH = [(card, worth) for card, worth in rules.POINTS[SHOWN].items() if worth]

reference = Reference(
    dealt=rules.deal,
    ranking=(
        Order(rules.rank, (
            Row(f"Trumps, {{{SHOWN}}} named", " ".join(card.text for card in rules.RANKED[SHOWN]), signs=True),
            Row("Other cards", " ".join(card.text for card in PLAIN), shown="Ace down to Two, whatever the suit")),
            {"dealer": "East", "declarer": "South", "contract": 60, "trump": SHOWN}),
        Said(rules.tie_order, "first the suit of the trumps' colour; then hearts before diamonds, spades before clubs.", "Of equals"),
        Said(rules.points, " · ".join(f"{{{card.text}}} {worth}" for card, worth in WORTH) + f" · together {ALL_POINTS}",
             "Points")),
    deal=(
        Said(rules.deal, f"The last {KITTY_SIZE} cards are the kitty.", "Kitty"),
        Said(rules.toss, "No King, Queen or Jack dealt? You may toss: the deal is void, and the dealer's left deals.", "Toss")),
    turn=(
        Said(rules.bid, f"From the dealer's left: higher than the last bid, 1 to {ALL_POINTS}, or pass for good.", "Bid"),
        Said(rules.double, f"“Hundred and double it!” is above them all, for all {ALL_POINTS} points.", "Double"),
        Said(rules.kitty, "The highest bidder, the declarer, takes it.", "Kitty"),
        Said(rules.name_trumps, "The declarer names a suit that gives at least one trump.", "Name trumps"),
        Said(rules.is_trump, "The suit named, the Joker, and the King, Nine and Five of the other suit of its colour.", "Trumps"),
        Said(rules.pass_trumps, f"Hold more than {PLAY_SIZE} trumps? Give the rest to your partner; what is too many there goes "
             "on to the left.", "Pass on"),
        Said(rules.discard, f"Everybody, down to {PLAY_SIZE} cards, but never a trump.", "Discard"),
        Said(rules.opening_lead, "The declarer, with a trump. Later leads are free, by who took the trick.", "Lead"),
        Said(rules.follow_trump, "To a trump, play a trump.", "Follow"),
        Said(rules.out, "Have none? Lay your hand down; you are out until the next deal.", "Out"),
        Said(rules.throw_off, "To a lead that is no trump, play any card.", "Throw-off"),
        Said(rules.winning, "The highest trump takes it; without a trump, the highest card of any suit.", "The trick")),
    score=(
        Worth(rules.score_made, "your side adds all points it took", range(1, ALL_POINTS + 1), label="Bid made"),
        Worth(rules.score_set, "your side loses its bid", range(-ALL_POINTS, 0), label="Bid missed"),
        Worth(rules.score_double, f"±{rules.DOUBLED} instead", (rules.DOUBLED, -rules.DOUBLED), label="Double"),
        Worth(rules.score_defenders, "always adds the points it took", range(ALL_POINTS + 1), label="The other side"),
        Said(rules.end, f"a side has {rules.WINNING_TOTAL}. If both have, the higher total wins; equal totals play on.", "The end")))

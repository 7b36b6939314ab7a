"""What Double King Pedro's reference card says."""

from __future__ import annotations

from rules_engine.core.packs import FRENCH
from rules_engine.core.reference import Order, Reference, Row, Said, Worth
from rules_engine.games.double_king_pedro import rules
from rules_engine.games.double_king_pedro.cards import ALL_POINTS, KITTY_SIZE, PLAY_SIZE

TRUMP = "H"
"""The trump suit that the card shows."""
PLAIN = sorted((card for card in FRENCH if card not in rules.TRUMPS[TRUMP]), key=rules.STRENGTH[TRUMP].__getitem__, reverse=True)
WORTH = " · ".join(f"{{{card.text}}} {worth}" for card, worth in rules.POINTS[TRUMP].items() if worth)

reference = Reference(
    dealt=rules.deal,
    ranking=(
        Said(rules.deal, "52 cards and one Joker.", "The pack"),
        Order(rules.rank, (
            Row("Trumps", " ".join(card.text for card in rules.RANKED[TRUMP]), signs=True),
            Row("Other cards", " ".join(card.text for card in PLAIN), shown="Ace down to Two, of any suit.")),
            {"dealer": "East", "declarer": "South", "contract": 60, "trump": TRUMP}),
        Said(rules.is_trump,
             f"Here {{{TRUMP}}} are named. The King, Nine and Five of the other suit of the same colour are trumps "
             "as well, and so is the Joker.", "Off-cards"),
        Order(rules.tie_order, (
            Row("Equal cards", "QC QH QD",
                shown="The suit of the trumps' colour wins. Else hearts beat diamonds, and spades clubs."),),
            {"dealer": "East", "declarer": "South", "contract": 60, "trump": "S"}),
        Said(rules.points, f"{WORTH}: {ALL_POINTS} in all.", "Points")),
    deal=(
        Said(rules.toss, "You may toss a hand with no King, Queen or Jack. Then nobody scores, and the dealer's left deals.",
             "Toss"),
        Said(rules.kitty, f"The {KITTY_SIZE} cards left over go to the declarer, before trumps are named.", "Kitty")),
    turn=(
        Said(rules.bid,
             f"From the dealer's left, higher than the last bid, from 1 to {ALL_POINTS}; or pass for good. The highest "
             "bidder is the declarer.", "Bid"),
        Said(rules.double, f"A bid above all others, for all {ALL_POINTS} points."),
        Said(rules.name_trumps, "The declarer names any suit that gives at least one trump.", "Trumps"),
        Said(rules.pass_trumps, f"Hold more than {PLAY_SIZE} trumps? Give the rest to your partner. What is too many there goes "
             "on to your partner's left.", "Pass on"),
        Said(rules.discard, f"Everyone discards to {PLAY_SIZE} cards, but never a trump.", "Discard"),
        Said(rules.opening_lead, "The declarer's first lead is a trump. Whoever took the last trick leads any card.", "You lead"),
        Said(rules.follow_trump, "To a trump, play a trump.", "You follow"),
        Said(rules.out, "If you have none, lay down your hand: you are out until the next deal.", "Out"),
        Said(rules.throw_off, "To any other lead, play what you like.", "Throw-off"),
        Said(rules.winning, "The highest trump takes it. Without a trump, the highest card of any suit.", "The trick")),
    score=(
        Worth(rules.score_made, "The declarer's side scores what it took.", range(1, ALL_POINTS + 1), label="Bid made"),
        Worth(rules.score_set, "The declarer's side loses its bid.", range(-ALL_POINTS, 0), label="Bid missed"),
        Worth(rules.score_double, f"+{rules.DOUBLED} with all {ALL_POINTS} points, else −{rules.DOUBLED}.",
              (rules.DOUBLED, -rules.DOUBLED), label="Doubled"),
        Worth(rules.score_defenders, "Always scores what it took.", range(1, ALL_POINTS + 1), label="Other side"),
        Said(rules.end, f"A side has {rules.WINNING_TOTAL}. If both have it, the higher total wins; if they are equal, play "
             "another hand.", "The end")))

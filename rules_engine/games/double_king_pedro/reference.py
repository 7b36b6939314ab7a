"""The reference card for Double King Pedro."""

from __future__ import annotations

from rules_engine.core.game.reference_card import Order, RankRow, Reference, Statement, Worth
from rules_engine.core.model.packs import FRENCH
from rules_engine.games.double_king_pedro import rules
from rules_engine.games.double_king_pedro.cards import ALL_POINTS, KITTY_SIZE, PLAY_SIZE
from rules_engine.text.message import joined, say, suit_mark

TRUMP = "H"
"""The trump suit of the example on the card."""
PLAIN = sorted((card for card in FRENCH if card not in rules.TRUMPS[TRUMP]), key=rules.STRENGTH[TRUMP].__getitem__, reverse=True)
WORTH = joined([say("{card} {n}", card=card, n=worth) for card, worth in rules.POINTS[TRUMP].items() if worth], " · ")

reference = Reference(
    dealt=rules.deal,
    ranking=(
        Statement(rules.deal, say("52 cards and one Joker."), say("The pack")),
        Order(rules.rank, (
            RankRow(say("Trumps"), " ".join(card.text for card in rules.RANKED[TRUMP]), signs=True),
            RankRow(say("Other cards"), " ".join(card.text for card in PLAIN), shown=say("Ace down to Two, of any suit."))),
            {"dealer": "East", "declarer": "South", "contract": 60, "trump": TRUMP}),
        Statement(rules.is_trump, say(
            "Here {suit} are named. The King, Nine and Five of the other suit of the same colour are trumps as well, and so is "
            "the Joker.", suit=suit_mark(TRUMP)), say("Off-cards")),
        Order(rules.tie_order, (
            RankRow(say("Equal cards"), "QC QH QD", shown=say(
                "The card of the same colour as trumps wins. Otherwise hearts beat diamonds, and spades beat clubs.")),),
            {"dealer": "East", "declarer": "South", "contract": 60, "trump": "S"}),
        Statement(rules.points, say("{worth}: {n} in all.", worth=WORTH, n=ALL_POINTS), say("Points"))),
    deal=(
        Statement(rules.toss, say(
            "You may toss a hand with no King, Queen or Jack. Then nobody scores, and the player on the dealer's left deals."),
            say("Toss")),
        Statement(rules.kitty, say("The {n} cards left over go to the declarer, before trumps are named.", n=KITTY_SIZE),
                  say("Kitty"))),
    turn=(
        Statement(rules.bid, say(
            "From the dealer's left, higher than the last bid, from 1 to {n}; or pass for good. The highest bidder is the "
            "declarer.", n=ALL_POINTS), say("Bid")),
        Statement(rules.double, say("A bid above all others, for all {n} points.", n=ALL_POINTS)),
        Statement(rules.name_trumps, say("The declarer names any suit that gives at least one trump."), say("Trumps")),
        Statement(rules.pass_trumps, say(
            "Hold more than {n} trumps? Give the rest to your partner. If that is too many there, the rest go on to the left.",
            n=PLAY_SIZE), say("Pass on")),
        Statement(rules.discard, say("Everyone discards to {n} cards, but never a trump.", n=PLAY_SIZE), say("Discard")),
        Statement(rules.opening_lead, say(
            "The declarer's first lead is a trump. Whoever took the last trick leads any card."), say("You lead")),
        Statement(rules.follow_trump, say("To a trump, play a trump."), say("You follow")),
        Statement(rules.out, say("If you have none, lay down your hand: you are out until the next deal."), say("Out")),
        Statement(rules.throw_off, say("To any other lead, play what you like."), say("Throw-off")),
        Statement(rules.winning, say("The highest trump takes it. Without a trump, the highest card of any suit."),
                  say("The trick"))),
    score=(
        Worth(rules.score_made, say("The declarer's side scores what it took."), range(1, ALL_POINTS + 1), label=say("Bid made")),
        Worth(rules.score_set, say("The declarer's side loses its bid."), range(-ALL_POINTS, 0), label=say("Bid missed")),
        Worth(rules.score_double, say("+{worth} with all {n} points, otherwise −{worth}.", worth=rules.DOUBLED, n=ALL_POINTS),
              (rules.DOUBLED, -rules.DOUBLED), label=say("Doubled")),
        Worth(rules.score_defenders, say("They always score what they took."), range(1, ALL_POINTS + 1), label=say("Defenders")),
        Statement(rules.end, say(
            "A side has {n}. If both have it, the higher total wins; if they are equal, play another hand.",
            n=rules.WINNING_TOTAL), say("The end"))))

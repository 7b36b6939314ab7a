"""The reference card for Knüffeln."""

from __future__ import annotations

from rules_engine.core.game.reference_card import Order, RankRow, Reach, Reference, Statement, Worth
from rules_engine.core.positions.json_values import JsonValue
from rules_engine.games.knueffeln import rules
from rules_engine.games.knueffeln.cards import PLAYERS
from rules_engine.games.knueffeln.terms import RUNGS, TERMS
from rules_engine.narration.quantities import amount
from rules_engine.text.message import Text, joined, say

HEARTS_AND_SPADES: dict[str, JsonValue] = {"chosen": ["H", "S"]}
OLEN = " ".join(ole.text for ole in rules.OLEN)
PAYS = {"Bohmstedt": TERMS["bohmstedt"], "Hattstedt": TERMS["hattstedt"], "Grünberg": TERMS["gruenberg-1938"]}
LADDER = TERMS["bernhard-1924"]


def _price(what: str) -> Text:
    """Return the price of an item in each variant that is played for money."""
    prices = {name: (getattr(terms, what), terms.unit) for name, terms in PAYS.items()}
    return joined([say("{place} {amount}", place=name, amount=amount(str(price), unit))
                   for name, (price, unit) in prices.items() if price], ", ")


def _paid(what: str, times: int = 1) -> frozenset[int]:
    """Return the amounts that a player can win or lose for an item. A soloist settles with all four opponents."""
    prices = {getattr(terms, what) * count for terms in PAYS.values() for count in range(1, times + 1)}
    return frozenset(sign * price * players for price in prices for sign in (1, -1) for players in (1, PLAYERS))


reference = Reference(
    dealt=rules.deal,
    ranking=(
        Statement(rules.deal, say("52 cards without the Fives; in Bernhard's game without the Tens."), say("The pack")),
        Order(rules.ole, (
            RankRow(say("Olen"), OLEN, signs=True),
            RankRow(say("Chosen beaters"), "AS=AH JS=JH 6S=6H 2S 3S=3H 4S=4H")), HEARTS_AND_SPADES),
        Statement(rules.beater, say("Of two equal beaters, the first played stays ahead."), say("Equal beaters")),
        Reach(rules.winning, say("Lowest card that beats a"), f"{OLEN} AS JS 6S 2S 3S 4S", (
            RankRow(say("chosen Seven, led"), "7S 7H"),
            RankRow(say("chosen Eight or Nine (no Ole), led"), "9S 8H"),
            RankRow(say("unchosen Ace"), "AC AD"),
            RankRow(say("King"), "KC KD KS KH"),
            RankRow(say("Queen"), "QC QD QS QH"),
            RankRow(say("any other card"), "JC 10S 10D 7C 3C")), HEARTS_AND_SPADES),
        Statement(rules.unchosen_ace, say("Also beats the other cards of its suit."), say("Unchosen Ace")),
        Statement(rules.no_power, say(
            "All other cards beat nothing, nor does a Seven, Eight or Nine that isn't led (Olen excepted)."),
            say("The rest")),
        Order(rules.suit_order, (
            RankRow(say("Unchosen suit"), "AC KC QC JC 10C 9C 8C 7C 6C 5C 3C 2C", shown=say(
                "A higher card also beats a lower one.")),),
            HEARTS_AND_SPADES)),
    deal=(
        Statement(rules.turn_up, say(
            "Turn up two cards of the stock: their suits are chosen. If they are of one suit, turn up a third, then a fourth. "
            "Four of one suit: deal again."), say("Chosen suits")),
        Statement(rules.take_ole, say(
            "An Ole at the bottom of the stock goes to the Queen of its suit, or to the King if no player has her."),
            say("An Ole")),
        Statement(rules.take_turnup, say("A chosen Ten (Bernhard: Five) goes for the card turned up in its suit."),
                  say("A Ten")),
        Statement(rules.solo, say("The dealer sits out, or plays the stock alone against four."), say("Five players"))),
    turn=(
        Statement(rules.leader, say("The player left of the dealer leads first; after that, whoever took the last trick."),
                  say("Who leads")),
        Statement(rules.free_play, say("Play any card."), say("Your turn")),
        Statement(rules.winning, say("Whoever beats the best card so far is ahead. Whoever is ahead at the end takes the trick."),
                  say("The trick")),
        Statement(rules.five_tricks, say("Five tricks win the hand; four win it for a soloist."), say("The hand")),
        Statement(rules.jann, say("The first five in a row. Claim it, or lead on for the march."), say("Jann")),
        Statement(rules.march, say("All nine tricks. The first one lost ends it, and you pay."), say("March")),
        Statement(rules.turn, say(
            "Lead a card face down. The others see it and the stake rises, or they run and you win the game as it stood. "
            "Hattstedt: never. Bernhard: with two tricks, and again with four."), say("Raise"))),
    score=(
        Worth(rules.pay, say("{prices}.", prices=_price("game")), _paid("game"), "game", say("Game")),
        Worth(rules.pay, say("You win a game."), _paid("game"), "run", say("Others run")),
        Worth(rules.pay, say("{prices}.", prices=_price("jann")), _paid("jann"), "jann"),
        Worth(rules.pay, say("{prices}.", prices=_price("march")), _paid("march"), "march"),
        Worth(rules.pay, say("You pay what it would have brought."), _paid("march"), "failed", say("March lost")),
        Worth(rules.pay, say("Raises the stake, whichever side turned: {prices}.", prices=_price("turn")), _paid("turn", 9),
              "turns", say("Accepted turn")),
        Worth(rules.ladder, say(
            "Take rungs off your ladder of {rungs}: game {game}, Jann {jann}, march {march}, each accepted turn {turn}. A clear "
            "ladder wins.", rungs=RUNGS, game=LADDER.game, jann=LADDER.jann, march=LADDER.march, turn=LADDER.turn),
            range(-RUNGS, RUNGS + 1), label=say("Ladder"))))

"""What Knüffeln's reference card says."""

from __future__ import annotations

from rules_engine.core.plain import Plain
from rules_engine.core.reference import Order, Reach, Reference, Row, Said, Worth
from rules_engine.games.knueffeln import rules
from rules_engine.games.knueffeln.cards import PLAYERS
from rules_engine.games.knueffeln.terms import RUNGS, TERMS

HEARTS_AND_SPADES: dict[str, Plain] = {"chosen": ["H", "S"]}
OLEN = " ".join(ole.text for ole in rules.OLEN)
PAYS = {"Bohmstedt": TERMS["bohmstedt"], "Hattstedt": TERMS["hattstedt"], "Grünberg": TERMS["gruenberg-1938"]}
LADDER = TERMS["bernhard-1924"]


def _price(what: str) -> str:
    """What something costs where it is paid in money."""
    prices = {name: (getattr(terms, what), terms.unit) for name, terms in PAYS.items()}
    return ", ".join(f"{name} {price} {unit}" for name, (price, unit) in prices.items() if price) + "."


def _paid(what: str, times: int = 1) -> frozenset[int]:
    """What a player can win or lose by it; a soloist settles with all others."""
    prices = {getattr(terms, what) * count for terms in PAYS.values() for count in range(1, times + 1)}
    return frozenset(sign * price * players for price in prices for sign in (1, -1) for players in (1, PLAYERS))


reference = Reference(
    dealt=rules.deal,
    ranking=(
        Said(rules.deal, "52 cards without the Fives; Bernhard, without the Tens.", "The pack"),
        Order(rules.ole, (
            Row("Olen", OLEN, signs=True),
            Row("Chosen beaters", "AS=AH JS=JH 6S=6H 2S 3S=3H 4S=4H")), HEARTS_AND_SPADES),
        Said(rules.beater, "Of two equal beaters, the first played stays on top.", "Equal beaters"),
        Reach(rules.beats, "Lowest card that beats a", f"{OLEN} AS JS 6S 2S 3S 4S", (
            Row("chosen Seven, led", "7S 7H"),
            Row("chosen Eight or Nine, led", "9S 8H"),
            Row("unchosen Ace", "AC AD"),
            Row("King", "KC KD KS KH"),
            Row("Queen", "QC QD QS QH"),
            Row("any other card", "JC 10S 10D 7C 3C")), HEARTS_AND_SPADES),
        Said(rules.unchosen_ace, "Also beats the other cards of its suit.", "Unchosen Ace"),
        Said(rules.no_power, "All other cards beat nothing, nor does a Seven, Eight or Nine that isn't led.", "The rest"),
        Order(rules.suit_order, (
            Row("Unchosen suit", "AC KC QC JC 10C 9C 8C 7C 6C 5C 3C 2C", shown="a higher card also beats a lower one."),),
            HEARTS_AND_SPADES)),
    deal=(
        Said(rules.turn_up,
             "Turn up two cards of the stock: their suits are chosen. If they are of one suit, turn up a third, then "
             "a fourth. Four of one suit: deal again.", "Chosen suits"),
        Said(rules.take_ole,
             "An Ole at the bottom of the stock goes to the Queen of its suit, or to the King if no player has her.", "An Ole"),
        Said(rules.take_turnup, "A chosen Ten (Bernhard: Five) goes for the card turned up in its suit.", "A Ten"),
        Said(rules.solo, "the dealer sits out, or plays the stock alone against four.", "Five players")),
    turn=(
        Said(rules.leader, "The dealer's left leads first. After that, whoever took the last trick.", "Who leads"),
        Said(rules.free_play, "Play any card.", "Your turn"),
        Said(rules.beats, "A card that beats the card on top is on top. The last one on top takes the trick.", "The trick"),
        Said(rules.five_tricks, "Five tricks win the hand; four win it for a soloist.", "The hand"),
        Said(rules.jann, "The first five in a row. Claim it, or lead on for the march.", "Jann"),
        Said(rules.march, "All nine tricks. The first one lost ends it, and you pay.", "March"),
        Said(rules.turn,
             "Lead a card face down. The others see it, and the price rises, or run, and you win the game as it stood. "
             "Hattstedt: never. Bernhard: with two tricks, and again with four.", "Raise")),
    score=(
        Worth(rules.pay, _price("game"), _paid("game"), "game", "Game"),
        Worth(rules.pay, "You win a game.", _paid("game"), "run", "Others run"),
        Worth(rules.pay, _price("jann"), _paid("jann"), "jann"),
        Worth(rules.pay, _price("march"), _paid("march"), "march"),
        Worth(rules.pay, "You pay what it would have brought.", _paid("march"), "failed", "March lost"),
        Worth(rules.pay, f"Raises the price, whichever side turned: {_price('turn')}", _paid("turn", 9), "turns", "Turn seen"),
        Worth(rules.ladder,
              f"Take rungs off your ladder of {RUNGS}: game {LADDER.game}, Jann {LADDER.jann}, march {LADDER.march}, "
              f"each turn seen {LADDER.turn}. A clear ladder wins.", range(-RUNGS, RUNGS + 1), label="Ladder")))

"""What Knüffeln's reference card says."""

from __future__ import annotations

from rules_engine.core.reference import Order, Reach, Reference, Row, Said, Worth
from rules_engine.games.knueffeln import rules
from rules_engine.games.knueffeln.terms import RUNGS, TERMS

CHOSEN = {"chosen": ["H", "S"]}
OLEN = " ".join(ole.text for ole in rules.OLEN)
MONEY = {name: terms for name, terms in TERMS.items() if not terms.ladder}
NAMES = {"bohmstedt": "", "hattstedt": "Hattstedt ", "gruenberg-1938": "Grünberg "}
UNITS = {"cents": "c", "Pfennig": "Pf"}


def _price(what: str) -> str:
    """What is won, in the variants that pay in money."""
    prices = [f"{NAMES[name]}{getattr(terms, what)} {UNITS[terms.unit]}" for name, terms in MONEY.items() if getattr(terms, what)]
    return " · ".join(prices)


def _paid(what: str, times: int = 1) -> frozenset[int]:
    """What a side can win or lose by it: a soloist settles with all four."""
    prices = {getattr(terms, what) * count for terms in MONEY.values() for count in range(1, times + 1)}
    return frozenset({0, *(sign * price * players for price in prices for sign in (1, -1) for players in (1, 4))})


def _rungs(what: str) -> str:
    count: int = getattr(TERMS["bernhard-1924"], what)
    return f"{count} rung{'s' * (count > 1)} off the ladder of {RUNGS}"


LADDER = range(-RUNGS, RUNGS + 1)

reference = Reference(
    dealt=rules.deal,
    ranking=(
        Order(rules.beater, (
            Row("Olen", OLEN, signs=True),
            Row("Beaters", "AS=AH JS=JH 6S=6H 2S 3S=3H 4S=4H")), CHOSEN),
        Reach(rules.beats, "Lowest that beats", f"{OLEN} AS JS 6S 2S 3S 4S", (
            Row("chosen Seven, led", "7S 7H"),
            Row("chosen Eight or Nine, led", "9S 8H"),
            Row("unchosen Ace", "AC AD"),
            Row("King", "KC KD KS KH"),
            Row("Queen", "QC QD QS QH"),
            Row("any other", "JC 10S 10D 7C 3C")), CHOSEN),
        Said(rules.beater, "Beaters are of both chosen suits; of two equal ones the first played stands.", "Chosen"),
        Said(rules.no_power, "All other cards beat nothing; an unchosen Ace beats its own suit.", "The rest"),
        Order(rules.suit_order, (
            Row("Unchosen suit", "AC KC QC JC 10C 9C 8C 7C 6C 5C 3C 2C", shown="a higher card beats a lower of its suit"),), CHOSEN)),
    deal=(
        Said(rules.turn_up, "Turn up two cards of the stock; of one suit, a third, then a fourth. Their suits are chosen. Four of one "
             "suit: deal again.", "Chosen suits"),
        Said(rules.take_ole, "From the bottom of the stock, for the Queen of its suit; for the King where nobody holds her.", "Take an Ole"),
        Said(rules.take_turnup, "A chosen Ten for the card turned up in its suit (1924: the Five).", "Exchange"),
        Said(rules.solo, "The dealer of five sits out, or plays the stock alone.", "Five players")),
    turn=(
        Said(rules.free_play, "Play any card, at any time.", "Your turn"),
        Said(rules.beats, "A card that beats the card on top is on top now; the last one on top takes the trick.", "The trick"),
        Said(rules.leader, "The dealer's left first; then who took the last trick.", "Leads"),
        Said(rules.five_tricks, "Five tricks end the hand.", "Win"),
        Said(rules.jann, "The first five in a row. Claim it, or lead on for the march:", "Jann"),
        Said(rules.march, "all nine tricks; the first one lost loses it.", "March"),
        Said(rules.turn, "Lead a card face down. The others see it, and the price rises, or run, and lose the game as it stood. "
             "(Hattstedt: never. 1924: with two tricks, and again with four.)", "Turn"),
        Said(rules.solo_win, "The soloist needs four tricks.", "Alone")),
    score=(
        Worth(rules.pay, _price("game"), _paid("game"), "game", "Game"),
        Worth(rules.pay, "as a game", _paid("game"), "run", "Run from"),
        Worth(rules.pay, _price("jann"), _paid("jann"), "jann"),
        Worth(rules.pay, _price("march"), _paid("march"), "march"),
        Worth(rules.pay, "as much to the others", _paid("march"), "failed"),
        Worth(rules.pay, f"{_price('turn')}, of either side", _paid("turn", 9), "turns", "Each turn seen"),
        Worth(rules.ladder, f"game {_rungs('game')}; Jann {_rungs('jann')}", LADDER, label="1924"),
        Worth(rules.turn_up, "nothing", (0,))))

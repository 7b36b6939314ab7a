"""The rules of Knüffeln: the deal and the exchanges, the play, the ranking of cards, and the ways to win a deal and their
prices.

Each rule from ``ole`` to ``suit_order`` is about one type of card. For a card of this type, it returns the cards that beat this
card while it leads the trick; for any other card, it returns None. The first rule that fits a card determines its type.
``order_of`` evaluates the rules once for each card.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache

from rules_engine.core.model.cards import FACE_DOWN, Card
from rules_engine.core.model.events import Line
from rules_engine.core.model.goals import Goal, GoalSide
from rules_engine.core.model.moves import Move, keep, make_move, moves_with
from rules_engine.core.model.packs import FRENCH
from rules_engine.core.model.rules import AnyRule, Rule, RuleBook
from rules_engine.core.model.tricks import PlayedCard
from rules_engine.games.knueffeln.cards import (
    BY_RANK,
    CLAIM,
    HAND_SIZE,
    PASS,
    PLAYERS,
    PLAYS,
    SIT_OUT,
    SOLO,
    SUITED,
    TURNED,
    Ranking,
)
from rules_engine.games.knueffeln.position import NOBODY
from rules_engine.games.knueffeln.position import KnueffelnPosition as Position
from rules_engine.games.knueffeln.terms import RUNGS
from rules_engine.text.message import say

book = RuleBook()

OLEN = tuple(map(FRENCH.card, ("2H", "4C", "8S", "9H", "9D")))
"""The five Olen (old ones), high to low. They don't count as cards of their suits."""
BEATERS = ("A", "J", "6", "2", "3", "4")
"""The ranks of the beaters, which are cards of the chosen suits, high to low."""
FREE_RANKS = ("9", "8")
PACKET = 3
"""Number of cards that are dealt to a player at a time."""
OUT_OF_REACH_OF = {"K": "3", "Q": "4"}
"""Maps the ranks of ordinary Kings and Queens to the highest beater that doesn't beat them. Every beater beats all other ordinary
cards."""
LOOKED_AT = 3
"""Maximum number of cards to look at, at the bottom of the stock."""


# ---- the deal

@book.rule("deal", "Nine cards each")
def deal(position: Position, deck: list[Card]) -> None:
    """Four players are dealt nine cards each, in three packets of three, starting with forehand. The other twelve cards are the
    stock."""
    order, dealt = position.table.clockwise_from(position.forehand)[:PLAYERS], HAND_SIZE * PLAYERS
    for number, first in enumerate(range(0, dealt, PACKET)):
        position.hands[order[number % PLAYERS]] += deck[first:first + PACKET]
    position.stock = deck[dealt:]


@book.rule("turn-up", "Two suits are chosen")
def turn_up(position: Position) -> None:
    """The first two cards of the stock choose the suits. While all cards turned up are of one suit, another one is turned up, to
    a maximum of four."""
    stock, turned = position.stock, 2
    while len(suits_of(stock[:turned])) == 1 and turned < 4:
        turned += 1
    position.turnups, position.stock = stock[:turned], stock[turned:]
    choose(position, suits_of(position.turnups))


def choose(position: Position, suits: tuple[str, ...]) -> None:
    """Set the two chosen suits, in the given order, and the ranking of cards."""
    position.chosen = suits
    position.order = order_of(frozenset(suits), position.terms.suit_order)


def suits_of(turnups: Sequence[Card]) -> tuple[str, ...]:
    """Return the suits of the cards turned up, without duplicates, in the order turned."""
    return tuple(dict.fromkeys([card.suits for card in turnups]))


def void(position: Position) -> Line:
    """Return the score line for a void deal: no player wins or pays anything."""
    return turn_up.line([0] * len(position.score))


@book.rule("next-dealer", "The deal moves on")
def next_dealer(position: Position) -> int:
    """The deal passes to the left. After a void deal the same dealer deals again."""
    return position.dealer if position.void else position.table.left_of[position.dealer]


# ---- exchanges before the play

def binding_ole(position: Position, move: Move, left: list[Move]) -> list[Card]:
    """Return the card that explains a refused exchange: the Ole on offer if another card was requested, otherwise the card that
    buys this Ole."""
    ole = position.ole_on_offer
    return [price_of(position, ole)] if move.card is ole else [ole]


@book.forbids("take-ole", "An Ole from the bottom of the stock", during=("take-ole",), binds=binding_ole)
def take_ole(position: Position, moves: list[Move]) -> list[Move]:
    """The Ole on offer may be taken for the Queen of its suit, or left. If no player holds the Queen, the King may be given
    instead."""
    ole = position.ole_on_offer
    return keep(moves, [PASS, make_move("take", ole, other=price_of(position, ole))])


def price_of(position: Position, ole: Card) -> Card:
    """Return the price of an Ole: the Queen of its suit, or the King if no player holds her."""
    queen = BY_RANK["Q"][ole.suits]
    return BY_RANK["K"][ole.suits] if position.holder(queen) is None else queen


def entitled(position: Position, ole: Card) -> int | None:
    """Return the seat that may take an Ole, or None."""
    return position.holder(price_of(position, ole))


def next_ole(position: Position) -> Card | None:
    """Return the next Ole in the stock that may be taken, from the bottom up, or None. Only the cards that may be looked at
    count."""
    for card in lowest(position):
        if card in OLEN and card not in position.declined and entitled(position, card) is not None:
            return card
        if not position.terms.shows_three and card not in position.given:
            return None                 # the next card up is looked at only if this one was exchanged
    return None


def lowest(position: Position) -> list[Card]:
    """Return the cards in the stock that may be looked at, from the bottom up."""
    return position.stock[:-LOOKED_AT - 1:-1]


def seen_in_stock(position: Position, seat: int) -> frozenset[Card]:
    """Return the cards in the stock that a seat has seen: those shown to all players, and for the dealer also those that the
    dealer looked at."""
    shown = position.shown.union(lowest(position) if position.terms.shows_three else ())
    if seat != position.dealer:
        return shown
    return shown.union(position.stock if position.five else _looked_at(position))


def _looked_at(position: Position) -> Iterator[Card]:
    for card in lowest(position):
        yield card
        if card not in position.given:
            return


def binding_ten(position: Position, move: Move, left: list[Move]) -> list[Card]:
    """Return the cards that explain a refused exchange: the Ten to decide on if another card was given, otherwise the turn-ups of
    its suit."""
    ten = trading(position)
    return turned_up(position, ten.suits) if move.other is ten else [ten]


@book.forbids("take-turnup", "A Ten for a turned-up card", during=("take-turnup",), binds=binding_ten)
def take_turnup(position: Position, moves: list[Move]) -> list[Move]:
    """Each Ten of a chosen suit, one after another, may be exchanged for a turned-up card of that suit, or kept."""
    ten = trading(position)
    return keep(moves, [PASS, *(make_move("take", up, other=ten) for up in turned_up(position, ten.suits))])


def on_trade(position: Position) -> list[Card]:
    """Return the Tens (in Bernhard's pack the Fives) that may be exchanged for a turn-up, in the order in which their suits were
    chosen, without those that were kept."""
    trades, up = BY_RANK[position.terms.trade_rank], [card.suits for card in position.turnups]
    return [trades[suit] for suit in position.chosen if suit in up and trades[suit] not in position.declined]


def next_trader(position: Position) -> int | None:
    """Return the next seat to decide on a Ten: the first holder of one, clockwise from forehand; None if there is none."""
    tens = frozenset(on_trade(position))
    for seat in position.table.clockwise_from(position.forehand) if tens else ():
        if not tens.isdisjoint(position.hands[seat]):
            return seat
    return None


def trading(position: Position) -> Card:
    """Return the Ten or Five that the seat to act decides on."""
    return next(card for card in on_trade(position) if card in position.hands[position.actor])


def turned_up(position: Position, suit: str) -> list[Card]:
    """Return the turn-ups of a suit."""
    return [card for card in position.turnups if card.suits == suit]


@book.rule("no-double-exchange", "No double exchange")
def no_double_exchange(position: Position) -> bool:
    """No Ole is on offer after Tens are exchanged, so a Queen or King received for a Ten can't buy one."""
    return position.phase != "take-turnup"


# ---- play

@book.rule("free-play", "Any card at any time")
def free_play(position: Position, hand: list[Card]) -> list[Move]:
    """Any card may be played: there is no duty to follow suit or to beat a card."""
    return moves_with(hand, PLAYS)


@book.rule("beat-led-card", "Who takes the trick")
def winning(position: Position, laid: Sequence[PlayedCard]) -> PlayedCard:
    """A card that beats the best card so far becomes the best. The best card at the end takes the trick."""
    best = laid[0]
    for one in laid:
        if beats(position, one.card, best.card):
            best = one
    return best


def beats(position: Position, card: Card, best: Card) -> bool:
    """Return whether a card beats the best card in the trick so far."""
    return card in position.order.beaten_by[best]


@book.rule("ole", "The five Olen")
def ole(card: Card, chosen: frozenset[str]) -> Sequence[Card] | None:
    """An Ole is beaten only by a higher Ole."""
    return OLEN[:OLEN.index(card)] if card in OLEN else None


@book.rule("beater", "What a beater beats")
def beater(card: Card, chosen: frozenset[str]) -> Sequence[Card] | None:
    """A beater is beaten by Olen and by higher beaters. If two are equal, the first played stays ahead."""
    return beaters_above(card.rank, chosen) if card.suits in chosen and card.rank in BEATERS else None


@book.rule("seven", "A chosen Seven")
def seven(card: Card, chosen: frozenset[str]) -> Sequence[Card] | None:
    """Nothing beats a chosen Seven that is led. A Seven beats nothing either, so it can win only as the lead."""
    return [] if card.suits in chosen and card.rank == "7" else None


@book.rule("free-card", "Free cards: a chosen Eight or Nine")
def free_card(card: Card, chosen: frozenset[str]) -> Sequence[Card] | None:
    """A chosen Eight or Nine is beaten by Olen and by chosen Aces and Jacks. It beats nothing."""
    return beaters_above("6", chosen) if card.suits in chosen and card.rank in FREE_RANKS else None


@book.rule("unchosen-ace", "An unchosen Ace")
def unchosen_ace(card: Card, chosen: frozenset[str]) -> Sequence[Card] | None:
    """An unchosen Ace is beaten by Olen and by chosen Aces, Jacks and Sixes."""
    return beaters_above("2", chosen) if card.suits not in chosen and card.rank == "A" else None


@book.rule("no-power", "Cards that beat nothing")
def no_power(card: Card, chosen: frozenset[str]) -> Sequence[Card]:
    """Any other card beats nothing. It is beaten by Olen, by the beaters strong enough for it and, if unchosen, by the Ace of its
    suit."""
    return reaching(card, chosen) if card.suits in chosen else [*reaching(card, chosen), BY_RANK["A"][card.suits]]


@book.rule("suit-order", "The order within an unchosen suit", variants=["hattstedt", "bernhard-1924", "gruenberg-1938"])
def suit_order(card: Card, chosen: frozenset[str]) -> Sequence[Card] | None:
    """An unchosen card below the Ace is beaten by Olen, by the beaters strong enough for it and by higher cards of its suit."""
    higher = [other for other in SUITED if other.suits == card.suits and other.value > card.value and other not in OLEN]
    return [*reaching(card, chosen), *higher] if card.suits not in chosen else None


def reaching(card: Card, chosen: frozenset[str]) -> list[Card]:
    """Return the Olen and the beaters that beat an ordinary card: from the Two up for a King, from the Three up for a
    Queen, and all for any other card."""
    return beaters_above(OUT_OF_REACH_OF.get(card.rank, ""), chosen)


def beaters_above(rank: str, chosen: frozenset[str]) -> list[Card]:
    """Return the Olen and the chosen beaters above a rank; if no beater has this rank, all of them."""
    above = BEATERS[:BEATERS.index(rank)] if rank in BEATERS else BEATERS
    return [*OLEN, *(card for card in SUITED if card.suits in chosen and card.rank in above and card not in OLEN)]


@cache
def order_of(chosen: frozenset[str], ordered: bool) -> Ranking:
    """Return the ranking for the given chosen suits. ``ordered`` is True if cards of unchosen suits beat lower cards of their
    suit."""
    kinds: list[Rule[[Card, frozenset[str]], Sequence[Card] | None]] = [ole, beater, seven, free_card, unchosen_ace]
    kinds += [suit_order, no_power] if ordered else [no_power]
    role: dict[Card, AnyRule] = {FACE_DOWN: no_power}
    beaten_by = {FACE_DOWN: frozenset[Card]()}
    for card in SUITED:
        found = ((kind, kind(card, chosen)) for kind in kinds)
        role[card], falls_to = next((kind, falls_to) for kind, falls_to in found if falls_to is not None)
        beaten_by[card] = frozenset(falls_to)
    by_a_seven = dict.fromkeys(role, seven)
    against = {best: by_a_seven if role[best] is seven else role for best in role}
    return Ranking(role, beaten_by, against, (order_of, chosen, ordered))


@book.rule("first-lead", "Who leads")
def leader(position: Position) -> int:
    """Forehand leads first, or against a soloist the second player to the soloist's right. The winner of each trick leads
    the next."""
    if position.last_trick is not None:
        return position.last_trick.winners[""]
    return position.forehand if position.soloist is None else lead_against(position)


def lead_against(position: Position) -> int:
    """Return the first leader if the dealer plays alone: the second player to the dealer's right, so that the soloist plays
    third."""
    return (position.dealer - 2) % position.table.size


@book.rule("five-tricks", "Five tricks win")
def five_tricks(position: Position, side: int) -> int:
    """A side wins the deal with five tricks."""
    return 5


def needed(position: Position, side: int) -> int:
    """Return the number of tricks that win the deal for a side."""
    return five_tricks(position, side) if position.soloist is None else solo_win(position, side)


@book.rule("jann", "Jann: the first five in a row")
def jann(position: Position, side: int) -> bool:
    """A side has a Jann if it has won all the tricks that it needs and its opponents have won none. Its leader may claim it."""
    return position.won(side) == needed(position, side) and not position.won(1 - side)


@book.forbids("march", "The march: all nine", during=("jann",), can_refuse=False)
def march(position: Position, moves: list[Move]) -> list[Move]:
    """A side with a Jann may lead on to win every trick, if every player has a card for the next one."""
    return moves if position.can_lead else keep(moves, [CLAIM])


def march_length(position: Position) -> int:
    """Return the number of tricks in a march: all in which both sides can play. Call this only between tricks."""
    if position.soloist is None:
        return HAND_SIZE
    return min(HAND_SIZE, len(position.hands[position.soloist]) + sum(position.tricks))


# ---- turning

def binding_lead(position: Position, move: Move, left: list[Move]) -> list[Card]:
    """Return the lead on the table, which explains a refused face-down lead; an empty list if there is none."""
    return [laid.card for laid in position.trick[:1]]


@book.forbids("turn", "A lead face down", during=("play", "answer", "jann"), binds=binding_lead)
def turn(position: Position, moves: list[Move]) -> list[Move]:
    """Only a lead may be made face down, and only if the variant permits it and the side has won enough tricks."""
    if TURNED.isdisjoint(moves) or (not position.trick and may_turn(position)):
        return moves
    return [move for move in moves if move not in TURNED]


def may_turn(position: Position) -> bool:
    """Return whether the leader's side may lead face down now."""
    wants = tricks_to_turn(position)
    return wants is not None and position.won(position.side[position.leading]) >= wants


def tricks_to_turn(position: Position) -> int | None:
    """Return the number of tricks that the leader's side must have won before its next face-down lead; None if it has none
    left."""
    after = position.terms.turn_after
    if after is None:
        return 0
    made = position.turns[position.side_of(position.leading)] if after else 0
    return after[made] if made < len(after) else None


def answerer(position: Position) -> int:
    """Return the seat that answers a face-down lead: the soloist if a defender leads, otherwise the next player after the
    leader."""
    leading, soloist = position.leading, position.soloist
    return soloist if soloist is not None and soloist != leading else position.next_player(leading)


# ---- prices

@book.rule("pay", "What the losers pay", variants=["bohmstedt", "hattstedt", "gruenberg-1938"])
def pay(position: Position) -> list[Line]:
    """Each loser pays one winner the price of the result and of every accepted turn. A soloist settles with all four
    opponents."""
    if position.void:
        return [void(position)]
    side = position.ended.side
    times = [PLAYERS if seat == position.soloist else 1 for seat in position.table.seats]
    shares = [0 if own == NOBODY else each if own == side else -each for own, each in zip(position.side, times, strict=True)]
    return [pay.line([share * amount for share in shares], word, number) for word, amount, number in _prices(position)]


def _prices(position: Position) -> list[tuple[str, int, int]]:
    """Return the result with its price and 0. If turns were accepted, also return ``turns`` with the amount they add and their
    number."""
    how, terms, raised = position.ended.how, position.terms, position.raised
    price = {"game": terms.game, "run": terms.game, "jann": terms.jann}.get(how, terms.march)
    won = (how, price, 0)
    return [won, ("turns", raised, sum(position.turns.values()))] if raised else [won]


# ---- five players

@book.offers("solo", "Sit out, or play alone", during=("solo",), variants=["bohmstedt"], can_refuse=False)
def solo(position: Position, hand: list[Card]) -> list[Move]:
    """With five players, the dealer either takes the stock as a hand and plays alone against the other four, or sits out."""
    return [SOLO, SIT_OUT]


@book.rule("solo-win", "A soloist needs four tricks", variants=["bohmstedt"])
def solo_win(position: Position, side: int) -> int:
    """A soloist wins the deal with four tricks, the defenders with five."""
    return 4 if position.soloist is not None and position.side[position.soloist] == side else 5


@book.rule("ladder", "The ladder", variants=["bernhard-1924"])
def ladder(position: Position) -> list[int]:
    """Each side has four rungs. A side that has wiped off all of them has won."""
    return [side for side, total in enumerate(position.totals) if total == RUNGS]


def rungs(position: Position) -> list[Line]:
    """Return the rungs taken off the winners' ladder: one for a game, two for a Jann, and one for each accepted turn, but
    no more than are left."""
    if position.void:
        return [void(position)]
    side, prices = position.ended.side, _prices(position)
    surplus = sum(amount for _, amount, _ in prices) - (RUNGS - position.score[side])
    if surplus > 0:
        prices.append(("beyond", -surplus, 0))
    return [ladder.line([amount if place == side else 0 for place in (0, 1)], word, number) for word, amount, number in prices]


def score(position: Position) -> list[Line]:
    """Return the lines of the score sheet, in rungs or money."""
    return rungs(position) if position.terms.ladder else pay(position)


def _wins_deal(seeker: GoalSide, now: Position) -> int | None:
    return int(now.ended.side == now.side[seeker.seats[0]]) if now.hand_over and now.result is not None else None


def _wins_march(seeker: GoalSide, now: Position) -> int | None:
    won = _wins_deal(seeker, now)
    return won if won is None else int(won and now.ended.how == "march")


DEAL = Goal("deal", say("Win the hand"), _wins_deal)
MARCH = Goal("march", say("Win every trick"), _wins_march)

"""Oh Hell: from ten cards each down to one; a turned-up card makes trumps; an exact bid scores ten."""

from __future__ import annotations

from typing import ClassVar

from rules_engine.core.game.game import best, deal_evenly
from rules_engine.core.game.trick_game import HandFlow, Stage
from rules_engine.core.model.cards import Card
from rules_engine.core.model.events import EventSink, Line
from rules_engine.core.model.moves import Move, make_move
from rules_engine.core.model.rules import RuleBook
from rules_engine.core.positions.field_types import PILE, BySeat, Nullable, Number
from rules_engine.core.positions.position import field
from rules_engine.sketches.classic import ClassicGame, ClassicPosition, classic_rules, classic_words, ends, refused, told
from rules_engine.text.message import say

book = RuleBook()
HANDS, EXACT = 10, 10


class OhHellPosition(ClassicPosition):
    """A position in Oh Hell. ``bids`` are numbers of tricks; ``turned_up`` is the card that makes trumps."""

    number: int = field(Number(least=1, most=HANDS, blank=1), settable=True, key="hand_number")
    bids: list[int | None] = field(BySeat(Nullable(Number(least=0))), settable=True)
    turned_up: list[Card] = field(PILE, settable=True)


@book.offers("bid", "Everybody bids once", during=("bid",))
def bid(position: OhHellPosition, hand: list[Card]) -> list[Move]:
    """A player may bid from no tricks to all."""
    return [make_move("bid", number=number) for number in range(len(hand) + 1)]


@book.forbids("hook", "The bids don't come out even", during=("bid",))
def hook(position: OhHellPosition, moves: list[Move]) -> list[Move]:
    """The last bid may not make the total of all bids equal to the number of tricks."""
    others = [said for said in position.bids if said is not None]
    if len(others) < position.table.size - 1:
        return moves
    return [move for move in moves if move.number != len(position.hands[position.actor]) - sum(others)]


def bidder(position: OhHellPosition) -> int | None:
    """Return the next bidder, clockwise from the dealer's left."""
    order = position.table.clockwise_from(position.dealer + 1)
    return next((seat for seat in order if position.bids[seat] is None), None)


def take_bid(position: OhHellPosition, seat: int, move: Move, note: EventSink) -> None:
    """A bid is final."""
    position.bids[seat] = move.number
    note(bid, "called", seat, (), "", (move.number or 0,))


CLASSIC = classic_rules(book)


@book.rule("score", "A point a trick")
def score(position: OhHellPosition) -> Line:
    """Each trick scores a point."""
    return score.line(position.tricks)


@book.rule("exact", "Ten for an exact bid")
def exact(position: OhHellPosition) -> Line:
    """A player who wins exactly the number of tricks bid scores a bonus."""
    return exact.line([EXACT * (took == said) for took, said in zip(position.tricks, position.bids, strict=True)])


@book.rule("game-end", "The end after ten hands")
def end(position: OhHellPosition) -> list[int]:
    """The highest total wins."""
    return best(position.totals) if position.number >= HANDS else []


class OhHell(ClassicGame[OhHellPosition]):
    """Oh Hell for three to five."""

    id, name = "oh-hell", "Oh Hell"
    variants: ClassVar = {"standard": "ten hands"}
    player_counts = (3, 4, 5)
    phases = ("bid", "play", "over")
    forms: ClassVar = {"bid": ("bid NUMBER",), "play": ("CARD",)}
    book = book
    positions = OhHellPosition
    mechanisms = ("trumps", "bidding")
    course = HandFlow(**CLASSIC.course(), scores=[score, exact], match_end=[end],
                    before=[Stage(phase="bid", next_to_act=bidder, apply=take_bid)])

    def hand_size(self) -> int:
        """Return the size of the largest hand."""
        return HANDS

    def deal_out(self, position: OhHellPosition, seed: int) -> None:
        """Deal one card fewer in each hand, and turn the next one up."""
        deck, dealt = self.shuffled(self.deck, seed, position.number), (HANDS + 1 - position.number) * self.table.size
        deal_evenly(position, deck[:dealt])
        position.turned_up = deck[dealt:dealt + 1]
        position.trump = position.turned_up[0].suits


words = classic_words(CLASSIC)
words.line(score, say("Tricks taken"), say("1 each"))
words.line(exact, say("Exact bid"))
words.wants(lambda position, seat: position.bids[seat])
refused(words, bid, "There are not so many tricks to bid for.")
refused(words, hook, "With this bid all would come to the number of tricks, which they may not.")
told(words, bid, "{seat} {seat:bids|bid} {n}.")
ends(words, end)

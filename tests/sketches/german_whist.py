"""German Whist for two: the winners of the first thirteen tricks get cards from the stock; the last thirteen tricks score."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from rules_engine.core.game.game import best
from rules_engine.core.game.trick_game import HandFlow
from rules_engine.core.model.cards import Card
from rules_engine.core.model.events import EventSink, Line
from rules_engine.core.model.rules import RuleBook
from rules_engine.core.model.tricks import PlayedCard
from rules_engine.core.positions.field_types import PILE, BySeat, Number
from rules_engine.core.positions.position import field
from rules_engine.sketches.classic import ClassicGame, ClassicPosition, classic_rules, classic_words, ends, told
from rules_engine.text.message import say

book = RuleBook()
CLASSIC = classic_rules(book)
HAND, GOAL = 13, 50


class GermanWhistPosition(ClassicPosition):
    """A position in German Whist. ``stock`` is face down, except for its top card, ``turned_up``; ``won`` counts the tricks that
    score.
    """

    stock: list[Card] = field(PILE, settable=True, hidden=True)
    turned_up: list[Card] = field(PILE, settable=True)
    won: list[int] = field(BySeat(Number(least=0)), settable=True)


@book.rule("draw", "The taker gets the card turned up, the other the next one")
def draw(position: GermanWhistPosition, seat: int, laid: Sequence[PlayedCard], note: EventSink) -> None:
    """While there is a stock, both players draw; after that, tricks score."""
    if not position.turned_up:
        position.won[seat] += 1
        return
    for taker, card in zip((seat, 1 - seat), (position.turned_up[0], position.stock[0]), strict=True):
        position.hands[taker].append(card)
    note(draw, "trick", seat, position.turned_up)
    position.turned_up, position.stock = position.stock[1:2], position.stock[2:]


@book.rule("score", "A point a trick of the last thirteen")
def score(position: GermanWhistPosition) -> Line:
    """Only tricks played without a stock score."""
    return score.line(position.won)


@book.rule("game-end", "The end at fifty")
def end(position: GermanWhistPosition) -> list[int]:
    """When a player has fifty points, the highest total wins."""
    return best(position.totals) if max(position.totals) >= GOAL else []


class GermanWhist(ClassicGame[GermanWhistPosition]):
    """German Whist for two."""

    id, name = "german-whist", "German Whist"
    variants: ClassVar = {"standard": "to 50"}
    player_counts = (2,)
    phases = ("play", "over")
    forms: ClassVar = {"play": ("CARD",)}
    book = book
    positions = GermanWhistPosition
    mechanisms = ("trumps", "stock")
    course = HandFlow(**CLASSIC.course(), on_trick_taken=draw, scores=[score], match_end=[end])

    def deal_out(self, position: GermanWhistPosition, seed: int) -> None:
        """Deal thirteen cards each; the top card of the stock makes trumps."""
        deck = self.shuffled(self.deck, seed, "deal")
        position.hands = [deck[:HAND], deck[HAND:2 * HAND]]
        position.turned_up, position.stock = deck[2 * HAND:2 * HAND + 1], deck[2 * HAND + 1:]
        position.trump = position.turned_up[0].suits


words = classic_words(CLASSIC)
words.line(score, say("Tricks of the last thirteen"), say("1 each"))
words.taken(lambda position, seat: say("{n} {n:trick|tricks} that {n:counts|count}", n=position.won[seat]))
told(words, draw, "{seat} {seat:draws|draw} {card}.")
ends(words, end)

"""What a reference card says of a game, as data, so that the engine can be asked whether it is so.

A game has a card where a module ``reference`` lies beside its own, with a ``Reference`` called ``reference`` in it. Each
part of the card names the rule that it is about. Texts are said as sentences are.
"""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping, Sequence
from itertools import pairwise, permutations, product
from typing import NamedTuple, TypeVar

from rules_engine.core.game.game import Game
from rules_engine.core.game.game_modules import game_module
from rules_engine.core.game.setups import read_setup
from rules_engine.core.model.cards import Card
from rules_engine.core.model.rules import AnyRule
from rules_engine.core.positions.json_values import JsonValue
from rules_engine.core.positions.position import Position
from rules_engine.text.message import NOTHING, Text

P = TypeVar("P", bound=Position)
Equals = tuple[Card, ...]
"""Cards of one strength: the one played first is the higher."""


class Statement(NamedTuple):
    """A line of words; its ``label`` is the rule's title unless another is given."""

    rule: AnyRule
    text: Text
    label: Text = NOTHING


class RankRow(NamedTuple):
    """Cards from the highest to the lowest, equal ones joined by ``=``: ``"XM CMWK=CMLY 9MS"``.

    They are shown as their ranks, with ``signs`` as cards; ``shown`` is a text in their place.
    """

    label: Text
    cards: str
    signs: bool = False
    shown: Text = NOTHING


class Order(NamedTuple):
    """Rows of cards, of which each takes a trick from the card behind it, in whatever order the two fall.

    ``setup``  what the order hangs on, as a setup gives it, but for the hands
    ``lead``   the move that opens the trick, where the order hangs on that too: its card is the lowest that can win
    """

    rule: AnyRule
    rows: Sequence[RankRow]
    setup: Mapping[str, JsonValue] = {}
    lead: str = ""


class Reach(NamedTuple):
    """How far down ``beaters``, given from the highest to the lowest, a card of each row still falls to them."""

    rule: AnyRule
    label: Text
    beaters: str
    rows: Sequence[RankRow]
    setup: Mapping[str, JsonValue] = {}


class Worth(NamedTuple):
    """A line of the score sheet and what it is worth.

    ``points``  what a side can get by it in a hand
    ``word``    what tells it from other lines of its rule
    ``label``   in place of the sheet's own
    """

    rule: AnyRule
    text: Text
    points: Container[int]
    word: str = ""
    label: Text = NOTHING


class Reference(NamedTuple):
    """A game's card, block by block.

    ``dealt``  the rule of the deal: how many cards everybody gets comes from the engine's own deals
    """

    dealt: AnyRule
    ranking: Sequence[Order | Reach | Statement]
    deal: Sequence[Statement]
    turn: Sequence[Statement]
    score: Sequence[Worth | Statement]

    @property
    def rules(self) -> list[AnyRule]:
        """The rules that the card is about, in its order."""
        blocks: Sequence[Sequence[Order | Reach | Statement | Worth]] = (self.ranking, self.deal, self.turn, self.score)
        return [self.dealt, *(part.rule for block in blocks for part in block)]


def reference_of(kind: type[Game[Position]]) -> Reference | None:
    """Return the card of a game, if it has one."""
    module = game_module(kind, "reference")
    found: Reference | None = None if module is None else module.reference
    return found


# ---- asking the engine

def groups(game: Game[Position], cards: str) -> list[Equals]:
    """Return the cards of a row, equal ones together, without those that this choice of the game plays without."""
    known = [tuple(map(game.pack.card, group.split("="))) for group in cards.split()]
    dealt = [tuple(card for card in group if card in game.deck) for group in known]
    return [group for group in dealt if group]


def asked_position(game: Game[P], setup: Mapping[str, JsonValue]) -> P:
    """Return a position in which the engine can be asked who takes a trick: what the setup says, two cards for all who are dealt
    any."""
    pairs = zip(game.table.names, game.deal(0).hands, game.deck[::2], game.deck[1::2], strict=False)
    hands = {name: [card.text, other.text] for name, hand, card, other in pairs if hand}
    return read_setup(game, {**setup, "hands": hands})


def takers(game: Game[P], position: P, *moves: str) -> set[str]:
    """Return the cards that take a trick in which these moves are made one after another."""
    laid = [game.notation.read_move(move).laid[seat] for seat, move in enumerate(moves)]
    return {laid[seat].card.text for seat in game.winners(position, laid).values()}


def doubts(game: Game[Position], order: Order) -> Iterator[str]:
    """Yield the tricks that the engine gives to another card than the order has it, in words; none if they agree."""
    position = asked_position(game, order.setup)
    ranked = [group for row in order.rows for group in groups(game, row.cards)]
    lead = order.lead.partition(" ")[0]
    for trick, best in _tricks(ranked):
        moves = ([order.lead] if lead else []) + [card.text for card in trick if card.text != lead]
        if takers(game, position, *moves) != {best.text}:
            yield f"the {best.name} doesn't take the trick {' · '.join(moves)}"


def _tricks(ranked: Sequence[Equals]) -> Iterator[tuple[tuple[Card, Card], Card]]:
    """Two cards as they fall, and the one that takes the trick: of neighbours the higher, of equals the first."""
    for higher, lower in pairwise(ranked):
        for high, low in product(higher, lower):
            yield (high, low), high
            yield (low, high), high
    for group in ranked:
        for first, second in permutations(group, 2):
            yield (first, second), first


def reached(game: Game[Position], reach: Reach, row: RankRow) -> list[list[Card]]:
    """Return, for each card of a row led, the beaters that take the trick from it."""
    position = asked_position(game, reach.setup)
    beaters = [card for group in groups(game, reach.beaters) for card in group]
    return [[card for card in beaters if takers(game, position, top.text, card.text) == {card.text}]
            for group in groups(game, row.cards) for top in group]

"""A game's reference card, a summary of its rules, as data that can be checked against the engine.

A game has a reference card if its package contains a module ``reference`` that defines a ``Reference`` called ``reference``. Each
part of the card names the rule that it summarizes. The texts on the card are translated like sentences.
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
"""Cards of equal strength: the first one played wins."""


class Statement(NamedTuple):
    """A line of text about a rule, labelled with the rule's title unless ``label`` is set."""

    rule: AnyRule
    text: Text
    label: Text = NOTHING


class RankRow(NamedTuple):
    """Cards from highest to lowest, with ``=`` between equal ones: ``"XM CMWK=CMLY 9MS"``.

    The row shows ranks, or cards if ``signs`` is true. If ``shown`` is set, the row shows that text instead.
    """

    label: Text
    cards: str
    signs: bool = False
    shown: Text = NOTHING


class Order(NamedTuple):
    """Rows of cards in which each card beats the next, whichever of the two is played first.

    ``setup``  the part of a setup that the order depends on, without the hands
    ``lead``   the move that leads the trick, if the order depends on it; its card is the lowest that can win. In a game for two,
               one of the two cards leads instead, in the suit of ``lead`` if either of them counts as that suit
    """

    rule: AnyRule
    rows: Sequence[RankRow]
    setup: Mapping[str, JsonValue] = {}
    lead: str = ""


class Reach(NamedTuple):
    """For each row of cards, the cards among ``beaters`` that beat them. ``beaters`` is listed from highest to lowest."""

    rule: AnyRule
    label: Text
    beaters: str
    rows: Sequence[RankRow]
    setup: Mapping[str, JsonValue] = {}


class Worth(NamedTuple):
    """A line of the score sheet and its value.

    ``points``  the possible points for this line in one hand
    ``word``    the ``word`` of the score line, if its rule has several lines
    ``label``   a label that replaces the one on the score sheet
    """

    rule: AnyRule
    text: Text
    points: Container[int]
    word: str = ""
    label: Text = NOTHING


class Reference(NamedTuple):
    """The reference card of a game, block by block.

    ``dealt``  the rule about the deal; hand sizes are measured in deals by the engine
    """

    dealt: AnyRule
    ranking: Sequence[Order | Reach | Statement]
    deal: Sequence[Statement]
    turn: Sequence[Statement]
    score: Sequence[Worth | Statement]

    @property
    def rules(self) -> list[AnyRule]:
        """The rules on the card, in the order shown."""
        blocks: Sequence[Sequence[Order | Reach | Statement | Worth]] = (self.ranking, self.deal, self.turn, self.score)
        return [self.dealt, *(part.rule for block in blocks for part in block)]


def reference_of(kind: type[Game[Position]]) -> Reference | None:
    """Return the reference card of a game, or None."""
    module = game_module(kind, "reference")
    found: Reference | None = None if module is None else module.reference
    return found


# ---- checks against the engine

def groups(game: Game[Position], cards: str) -> list[Equals]:
    """Parse a row into groups of equal cards, omitting cards that aren't in this game's deck."""
    known = [tuple(map(game.pack.card, group.split("="))) for group in cards.split()]
    dealt = [tuple(card for card in group if card in game.deck) for group in known]
    return [group for group in dealt if group]


def asked_position(game: Game[P], setup: Mapping[str, JsonValue]) -> P:
    """Return a position with this setup, for comparing cards: every seat that is dealt cards holds two."""
    pairs = zip(game.table.names, game.deal(0).hands, game.deck[::2], game.deck[1::2], strict=False)
    hands = {name: [card.text, other.text] for name, hand, card, other in pairs if hand}
    return read_setup(game, {**setup, "hands": hands})


def takers(game: Game[P], position: P, *moves: str) -> set[str]:
    """Play a trick with these moves, in this order, and return the winning cards."""
    laid = [game.notation.read_move(move).laid[seat] for seat, move in enumerate(moves)]
    return {laid[seat].card.text for seat in game.winners(position, laid).values()}


def doubts(game: Game[Position], order: Order) -> Iterator[str]:
    """Yield an error message for each trick in which the engine's winner contradicts ``order``."""
    position = asked_position(game, order.setup)
    ranked = [group for row in order.rows for group in groups(game, row.cards)]
    lead = order.lead.partition(" ")[0]
    for trick, best in _tricks(ranked):
        if lead and game.table.size == len(trick):
            suits = [game.suit_of(position, card) for card in (game.pack.card(lead), *trick)]
            if suits[2] == suits[0] != suits[1]:
                continue
            moves = [order.lead if card.text == lead else card.text for card in trick]
        else:
            moves = ([order.lead] if lead else []) + [card.text for card in trick if card.text != lead]
        if takers(game, position, *moves) != {best.text}:
            yield f"the {best.name} doesn't take the trick {' · '.join(moves)}"


def _tricks(ranked: Sequence[Equals]) -> Iterator[tuple[tuple[Card, Card], Card]]:
    """Yield pairs of adjacent cards in playing order, with the expected winner: the higher card, or the first of equals."""
    for higher, lower in pairwise(ranked):
        for high, low in product(higher, lower):
            yield (high, low), high
            yield (low, high), high
    for group in ranked:
        for first, second in permutations(group, 2):
            yield (first, second), first


def reached(game: Game[Position], reach: Reach, row: RankRow) -> list[list[Card]]:
    """Map each card in ``row`` to the beaters that win against it when it is led."""
    position = asked_position(game, reach.setup)
    beaters = [card for group in groups(game, reach.beaters) for card in group]
    return [[card for card in beaters if takers(game, position, top.text, card.text) == {card.text}]
            for group in groups(game, row.cards) for top in group]

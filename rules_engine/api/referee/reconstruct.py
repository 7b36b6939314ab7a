"""Reconstruction of a trick, card by card.

Each card is judged as if its player held no other card. If it is illegal even then, an entry must be wrong.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import cycle, islice
from typing import NamedTuple

from rules_engine.core.game.game import Game
from rules_engine.core.model.cards import Card
from rules_engine.core.model.events import Event
from rules_engine.core.model.moves import Move
from rules_engine.core.model.rules import Verdict
from rules_engine.core.model.tricks import PlayedCard
from rules_engine.core.positions.position import Position


class Reconstruction(NamedTuple):
    """A reconstructed trick.

    ``start``     the position before its first card
    ``position``  the position after its last card; after the trick if it is complete
    ``before``    the position before its last card
    ``laid``      the cards and their players
    ``events``    the events caused by the last card
    ``whole``     whether the trick is complete
    """

    start: Position
    position: Position
    before: Position
    laid: tuple[PlayedCard, ...]
    events: tuple[Event, ...]
    whole: bool


class MisplacedCard(NamedTuple):
    """A card that is impossible at its index ``place`` in the trick, whatever else its player holds. If the trick was already
    complete, there is no ``verdict``."""

    place: int
    position: Position
    verdict: Verdict | None


def replay_trick(
    game: Game[Position], start: Position, moves: Sequence[Move], gone: frozenset[Card] = frozenset()
) -> Reconstruction | MisplacedCard:
    """Return the trick after replaying its cards in order, each by the next seat, or the first card that is impossible.

    ``gone``  the cards in earlier tricks, which nobody can hold
    """
    there = gone.union(move.played for move in moves)
    free = [card for card in game.deck if card not in there]
    lying = Reconstruction(start, start, start, (), (), False)
    for place, move in enumerate(moves):
        if lying.whole or lying.position.to_act is None:
            return MisplacedCard(place, lying.position, None)
        alone = with_hand(lying.position, [move.played])
        verdict = game.judge(alone, move)
        if not verdict.legal:
            return MisplacedCard(place, alone, verdict)
        later = [each.played for each in moves[place + 1:place + 2]]
        lying = _laid(game, lying, move, later or free)
    return lying


def _laid(game: Game[Position], lying: Reconstruction, move: Move, coming: Sequence[Card]) -> Reconstruction:
    """Return the trick after its next card. The nearest player to the left who could play one of the ``coming`` cards is next to
    act."""
    before, seat = with_led_card(lying.position, move.played), lying.position.actor
    lying = _made(game, lying, before, move)
    left = game.table.left_of[seat]
    if lying.position.to_act == left and not lying.whole:
        return lying if len(coming) != 1 else _given(lying, left, coming[0])
    if len(lying.laid) == game.table.size:
        return lying
    for other in game.table.clockwise_from(left)[:-1]:
        for card in coming if before.hands[other] else ():
            tried = _made(game, lying._replace(laid=lying.laid[:-1]), _given(lying, other, card, before).position, move)
            if tried.position.to_act == other and not tried.whole:
                return tried
    return lying


def _made(game: Game[Position], lying: Reconstruction, before: Position, move: Move) -> Reconstruction:
    after, events = game.make(before, move)
    whole = after.last_trick is not before.last_trick
    return Reconstruction(lying.start, after, before, (*lying.laid, move.laid[before.actor]), tuple(events), whole)


def _given(lying: Reconstruction, seat: int, card: Card, position: Position | None = None) -> Reconstruction:
    """Return the reconstruction after replacing a card in a seat's hand with this one."""
    other = (position or lying.position).copy()
    hand = other.hands[seat]
    other.hands[seat] = [card, *(each for each in hand if each is not card)][:len(hand)]
    return lying._replace(position=other)


def with_led_card(position: Position, card: Card) -> Position:
    """Return the position after replacing a card in the hand of the seat to act with this one."""
    other, hand = position.copy(), position.hands[position.actor]
    other.hands[position.actor] = [card, *[each for each in hand if each is not card][:max(len(hand) - 1, 0)]]
    return other


def with_hand(position: Position, hand: Sequence[Card]) -> Position:
    """Return the position after replacing the hand of the seat to act."""
    other = position.copy()
    other.hands[position.actor] = [*hand]
    return other


def with_known(position: Position, cards: Sequence[Card]) -> Position:
    """Return the position after replacing the hand of the seat to act with these cards, repeated to keep the hand's size.

    For rules that count cards the number is right, and rules that look for a card find only known ones.
    """
    size = len(position.hands[position.actor])
    return with_hand(position, [*islice(cycle(cards), max(size, len(cards)))])

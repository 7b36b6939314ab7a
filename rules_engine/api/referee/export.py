"""Export of a real table as a practice hand that continues its play, or as an author's file.

The unknown cards are dealt at random, the same number to each player.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from itertools import islice

from rules_engine.api.referee.fields import FieldOptions
from rules_engine.api.referee.reconstruct import Reconstruction, replay_trick, with_hand
from rules_engine.api.referee.stages import PLAY, stages
from rules_engine.api.referee.worlds import EnteredTable, build_position
from rules_engine.api.saves import write_save
from rules_engine.api.session import READER, begin_session
from rules_engine.core.game.game import Game
from rules_engine.core.game.setups import write_setup
from rules_engine.core.model.cards import Card, in_order
from rules_engine.core.model.moves import Move
from rules_engine.core.positions.json_values import JsonValue
from rules_engine.core.positions.position import Position
from rules_engine.scenarios.record import Play, write_example

FEW, MOST = 3, 6
"""Minimum number of cards in each hand, and the number of cards if no hand was entered and the deck has enough."""


def practice_save(game: Game[Position], table: EnteredTable, rows: Mapping[str, FieldOptions], moves: Sequence[Move],
                  hand: Sequence[Card]) -> str:
    """Return the save of a practice hand in which the reader, in the first seat, is to act with these cards; empty if impossible.
    Raises ``SetupError`` if the game can't continue from that position."""
    for leader in game.table.seats:
        turned = turned_by(game, table, rows, leader - (table.leader or 0))
        lying = _laid(game, turned, moves, (), hand)
        if lying is not None and lying.position.to_act == READER:
            return write_save(begin_session(game, write_setup(game, _holding(lying.position, hand))))
    return ""


def example_text(game: Game[Position], table: EnteredTable, moves: Sequence[Move], hand: Sequence[Card]) -> str:
    """Return an author's file with an example in which the last card of the trick is played; empty if there is no card or it is
    impossible."""
    lying = _laid(game, table, moves[:-1], moves[-1:], hand)
    if not moves or lying is None or lying.position.to_act is None:
        return ""
    return write_example(Play(game, _holding(lying.position, [moves[-1].played]), [moves[-1]], dealt=False))


def _holding(position: Position, cards: Sequence[Card]) -> Position:
    """Return the position with these cards in the hand of the seat to act. Its other cards fill the hand up to its old size."""
    own = position.hands[position.actor]
    return with_hand(position, [*cards, *(card for card in own if card not in cards)][:max(len(own), len(cards))])


def turned_by(game: Game[Position], table: EnteredTable, rows: Mapping[str, FieldOptions], steps: int) -> EnteredTable:
    """Return the entries with every player moved clockwise by ``steps`` seats."""
    names = game.table.names

    def moved(value: JsonValue) -> JsonValue:
        if isinstance(value, list):
            return [moved(each) for each in value]
        return names[(names.index(value) + steps) % len(names)] if isinstance(value, str) and value in names else value

    told = {key: moved(value) if rows[key].values[:len(names)] == names else value for key, value in table.told.items()}
    return table._replace(told=told, leader=((table.leader or 0) + steps) % len(names))


def _laid(game: Game[Position], table: EnteredTable, moves: Sequence[Move], coming: Sequence[Move],
          hand: Sequence[Card]) -> Reconstruction | None:
    """Return the trick, reconstructed as the second one in a hand or, if that fails, as the first; None if both are
    impossible."""
    known = [*(move.played for move in (*moves, *coming)), *hand]
    unseen = [card for card in game.deck if card not in known and card not in table.gone]
    size = min(max(FEW, len(hand) or MOST), max(FEW, len(unseen) // game.table.size))
    hands = _dealt(game, [*random.Random(0).sample(unseen, len(unseen)), *in_order(table.gone)], size, table.leader or 0, moves)
    found = stages(game, PLAY)
    for stage in (*[each for each in found if each.finished == 1][:1], *found[:1]):
        start = build_position(game, stage, table, hands)
        lying = replay_trick(game, start, moves, table.gone) if isinstance(start, Position) else None
        if isinstance(lying, Reconstruction):
            return lying
    return None


def _dealt(game: Game[Position], cards: Sequence[Card], size: int, leader: int, moves: Sequence[Move]) -> list[list[Card]]:
    """Return hands of ``size`` cards. The leader holds the card led, because a rule may depend on it."""
    left = iter(cards)
    hands = [[*islice(left, size)] for _ in game.table.seats]
    if moves and hands[leader]:
        hands[leader][0] = moves[0].played
    return hands

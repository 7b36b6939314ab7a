"""Sample tricks and beginnings of phases from random hands, to try the referee's form on. Used only in builds and tests."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from rules_engine.api.referee.fields import FieldOptions, entered_values, entries_after_press
from rules_engine.api.referee.stages import PLAY, Snapshot, spread, stages
from rules_engine.api.referee.trick import TrickEntry
from rules_engine.api.referee.worlds import EnteredTable
from rules_engine.core.game.game import Game
from rules_engine.core.model.cards import Card, in_order
from rules_engine.core.model.moves import Move, play
from rules_engine.core.positions.position import Position

HAND = 5
"""Number of cards in a sample hand during the play."""


class Sample(NamedTuple):
    """A trick from a random hand, or the beginning of another phase, with cards for the next player.

    ``stage``  the position before it
    ``moves``  the cards played to the trick; empty in another phase
    ``hand``   the cards that the next player holds
    """

    stage: Snapshot
    moves: tuple[Move, ...]
    hand: Sequence[Card]

    def entered(self, rows: Mapping[str, FieldOptions], count: int, hand: bool, missing: str = "") -> TrickEntry:
        """Return the entries for the first ``count`` cards and, if ``hand``, the next player's hand. The field with the key
        ``missing`` isn't entered."""
        position = self.stage.position
        entries = entries_after_press(self.stage.game, rows, position)
        told = entered_values(rows, {key: values for key, values in entries.items() if key != missing})
        offered = frozenset(key for key, row in rows.items() if not row.asked)
        table = EnteredTable(told, position.actor, phase=position.phase, offered=offered)
        asked = {missing: rows[missing]} if missing else {}
        return TrickEntry(table, asked, [[move] for move in self.moves[:count]], self.hand if hand else ())


def samples(game: Game[Position], phase: str, count: int) -> Iterator[Sample]:
    """Yield samples from a phase, the most diverse first. Cards led face down are treated as face up."""
    for stage in spread(stages(game, phase), count):
        if phase != PLAY:
            yield Sample(stage, (), stage.position.hands[stage.actor])
        elif (sample := _sample_trick(stage)).moves:
            yield sample


def _sample_trick(stage: Snapshot) -> Sample:
    """Return a trick played at random, and cards that none of its players has played as a hand."""
    chance, position, moves = random.Random(stage.finished), stage.position, list[Move]()
    while position.to_act is not None and position.last_trick is stage.position.last_trick:
        move = chance.choice(stage.game.legal(position))
        if move.card is not None and position.phase == PLAY:
            moves.append(play(move.card) if move.verb == "turn" else move)
        position = stage.game.make(position, move)[0]
    others = in_order(stage.cards - {move.card for move in moves})
    return Sample(stage, tuple(moves), chance.sample(others, min(HAND, stage.size, len(others))))

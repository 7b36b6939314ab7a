"""Random hands as players at a real table would enter them in the referee, trick by trick, with the engine's winners."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from functools import cache
from typing import NamedTuple

from rules_engine.api.referee.fields import FieldOptions, entered_values, entries_after_press, entry_fields, field_values
from rules_engine.api.referee.worlds import EnteredTable
from rules_engine.core.game.game import Game
from rules_engine.core.model.cards import Card
from rules_engine.core.model.moves import Move, play
from rules_engine.core.positions.position import Position


class Played(NamedTuple):
    """A trick in a random hand.

    ``lead`` is the position before the trick, ``moves`` are the moves in it, ``moments`` are the positions before each move,
    and ``after`` is the position after the trick. ``gone`` are the cards played in earlier tricks.
    """

    lead: Position
    moves: tuple[Move, ...]
    moments: tuple[Position, ...]
    after: Position
    gone: frozenset[Card]

    @property
    def laid(self) -> list[Move]:
        """The moves as they appear at the end of the trick, when a card led face down is face up."""
        return [play(move.played) if move.verb == "turn" else move for move in self.moves]


def tricks(game: Game[Position], seed: int) -> Iterator[Played]:
    """Yield the tricks of a randomly played hand."""
    chance, position, gone = random.Random(seed), game.deal(seed), frozenset[Card]()
    made = list[tuple[Move, Position]]()
    while position.to_act is not None:
        move, before = chance.choice(game.legal(position)), position
        position = game.make(position, move)[0]
        if move.card is not None and before.phase in ("play", "jann"):
            made.append((move, before))
        if position.last_trick is not before.last_trick:
            yield Played(made[0][1], tuple(move for move, _ in made), tuple(was for _, was in made), position, gone)
            gone = gone.union(move.played for move, _ in made)
            made = []


@cache
def rows_told(game: Game[Position]) -> dict[str, FieldOptions]:
    """Return every field that can be entered in the referee for a game. Cached."""
    return entry_fields(game)


def told(game: Game[Position], trick: Played, rows: Mapping[str, FieldOptions]) -> EnteredTable:
    """Return the facts that a user could enter before a trick, including the players who drop out during it."""
    entered = entries_after_press(game, rows, trick.lead)
    entered |= {key: values for key, values in field_values(game, rows, trick.after).items() if key == "out"}
    blank = frozenset(key for key, row in rows.items() if not row.asked)
    return EnteredTable(entered_values(rows, entered), trick.lead.to_act, trick.gone, offered=blank)

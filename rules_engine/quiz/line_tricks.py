"""The tricks of a line of moves."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from rules_engine.core.game.game import Game
from rules_engine.core.model.cards import Card
from rules_engine.core.model.moves import Move, PlayedCard
from rules_engine.core.model.tricks import Trick
from rules_engine.core.positions.position import Position
from rules_engine.solver.principal_variation import MoveLine


class LineTrick(NamedTuple):
    """A trick in a line, with the positions before and after it. If the line begins within the trick, ``before`` is the start of
    the line."""

    before: Position
    trick: Trick
    after: Position

    @property
    def takers(self) -> set[int]:
        """The seats that took the trick; several, if colours are won separately."""
        return {*self.trick.winners.values()}

    def laid_by(self, seat: int) -> PlayedCard | None:
        """Return the card that a seat played to the trick, or None."""
        return next((laid for laid in self.trick.laid if laid.seat == seat), None)

    def holds(self, card: Card) -> bool:
        """Return whether a card was played to the trick."""
        return any(laid.card is card for laid in self.trick.laid)

    def is_taken_by(self, card: Card) -> bool:
        """Return whether a card, face up or face down, won the trick or a part of it."""
        return any(laid.card is card and laid.seat in self.takers for laid in self.trick.laid)

    def taken_with(self, seat: int) -> Card | None:
        """Return the card with which a seat won the trick; None if it didn't win, or if the card was played face down."""
        laid = self.laid_by(seat)
        return laid.card if laid is not None and seat in self.takers and laid.move.verb == "play" else None


def tricks_from_moves(game: Game[Position], position: Position, moves: Iterable[Move]) -> Iterator[LineTrick]:
    """Yield the tricks finished by some moves."""
    before = position
    for move in moves:
        last, position = position.last_trick, game.make(position, move)[0]
        if position.last_trick is not None and position.last_trick is not last:
            yield LineTrick(before, position.last_trick, position)
            before = position


def tricks_of_line(game: Game[Position], position: Position, line: MoveLine) -> list[LineTrick]:
    """Return the tricks in a line from a position."""
    return [*tricks_from_moves(game, position, (move for _, move in line))]


def final_position(game: Game[Position], position: Position, line: MoveLine) -> Position:
    """Return the position at the end of a line."""
    for _, move in line:
        position, _ = game.make(position, move)
    return position


THIS, SECOND, LATER, LAST = range(4)
"""Form indices for the names of a trick."""

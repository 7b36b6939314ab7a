"""The tricks that fall in a line of moves."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from rules_engine.core.game.game import Game
from rules_engine.core.model.cards import Card
from rules_engine.core.model.moves import Move, PlayedCard
from rules_engine.core.model.tricks import Trick
from rules_engine.core.positions.position import Position
from rules_engine.solver.principal_variation import MoveLine
from rules_engine.text.message import FormIndex, Text, say


class LineTrick(NamedTuple):
    """A trick of a line: where it began, or the line did, how it lay, and where it left off."""

    before: Position
    trick: Trick
    after: Position

    @property
    def takers(self) -> set[int]:
        """Who took it; several, where colours are taken apart."""
        return {*self.trick.winners.values()}

    def laid_by(self, seat: int) -> PlayedCard | None:
        """Return what a seat laid in it."""
        return next((laid for laid in self.trick.laid if laid.seat == seat), None)

    def holds(self, card: Card) -> bool:
        """Tell whether a card was laid in it."""
        return any(laid.card is card for laid in self.trick.laid)

    def is_taken_by(self, card: Card) -> bool:
        """Tell whether a card took it, or a share of it, face up or down."""
        return any(laid.card is card and laid.seat in self.takers for laid in self.trick.laid)

    def taken_with(self, seat: int) -> Card | None:
        """Return the card with which a seat took it, if it did."""
        laid = self.laid_by(seat)
        return laid.card if laid is not None and seat in self.takers and laid.move.verb == "play" else None


def tricks_from_moves(game: Game[Position], position: Position, moves: Iterable[Move]) -> Iterator[LineTrick]:
    """Yield the tricks that some moves finish."""
    before = position
    for move in moves:
        last, position = position.last_trick, game.make(position, move)[0]
        if position.last_trick is not None and position.last_trick is not last:
            yield LineTrick(before, position.last_trick, position)
            before = position


def tricks_of_line(game: Game[Position], position: Position, line: MoveLine) -> list[LineTrick]:
    """Return the tricks that fall in a line from a position."""
    return [*tricks_from_moves(game, position, (move for _, move in line))]


def final_position(game: Game[Position], position: Position, line: MoveLine) -> Position:
    """Return the position in which a line ends."""
    for _, move in line:
        position, _ = game.make(position, move)
    return position


THIS, SECOND, LATER, LAST = range(4)
"""Which trick it is, of those that fall."""


def trick_name(tricks: Sequence[LineTrick], place: int) -> Text:
    """Return what one of the tricks that fall is called: ``this trick``, ``the second trick``."""
    which = THIS if place == 0 else LAST if tricks[place].after.hand_over else min(place, LATER)
    return say("{which:this trick|the second trick|a later trick|the last trick}", which=FormIndex(which, 4))

"""The wrong moves to explain: the natural move, and a rival that a person might try."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from itertools import islice

from rules_engine.core.game.game import Game
from rules_engine.core.model.moves import Move
from rules_engine.core.positions.position import Position
from rules_engine.quiz.best_move import Proof
from rules_engine.quiz.line_tricks import tricks_of_line


def refuted(game: Game[Position], position: Position, proof: Proof, natural: Move | None) -> list[Move]:
    """Return the natural move, if any, and the first rival that fails in another way, the more valuable one first."""
    found = [] if natural is None else [natural]
    ways = {_way(game, position, proof, move) for move in found}
    others = (move for move in _rivals(game, position, proof, natural) if _way(game, position, proof, move) not in ways)
    return sorted([*found, *islice(others, 1)], key=proof.values.__getitem__, reverse=True)


def _rivals(game: Game[Position], position: Position, proof: Proof, natural: Move | None) -> Iterator[Move]:
    """Yield wrong moves in the order in which a person would try them.

    They are: the best card played in another way; the lowest card that takes the trick as it stands; the highest such card; and
    the most valuable moves that are at least as good as the natural move.
    """
    worse = sorted((move for move in proof.values if move not in proof.best), key=proof.values.__getitem__, reverse=True)
    cards = {move.card for move in proof.best}
    yield from (move for move in worse if move.card is not None and move.card in cards)
    takers = [move for move in worse if position.trick and _beats(game, position, move)]
    takers.sort(key=lambda move: sum(_beats(game, position, move, other) for other in takers if other is not move))
    yield from [*takers[:1], *takers[-1:]]
    yield from (move for move in worse if natural is None or proof.values[move] >= proof.values[natural])


def _beats(game: Game[Position], position: Position, move: Move, *others: Move) -> bool:
    """Return whether a card would take the trick as it stands, after the cards ``others`` have been played."""
    before = [each.laid[position.trick[0].seat] for each in others]
    return move.card is not None and position.actor in game.winners(
        position, [*position.trick, *before, move.laid[position.actor]]).values()


def _way(game: Game[Position], position: Position, proof: Proof, move: Move) -> Hashable:
    """Return the outcome of a move, ignoring which cards are played: its value and the winners of each trick."""
    return proof.values[move], tuple(frozenset(each.takers) for each in tricks_of_line(game, position, proof.lines[move]))

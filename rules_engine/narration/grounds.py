"""The grounds on which rules permit moves, determined by applying their filters to the moves of all possible hands."""

from __future__ import annotations

from typing import TypeVar

from rules_engine.core.game.game import Game
from rules_engine.core.model.moves import Move
from rules_engine.core.model.rules import AnyRule, Ground
from rules_engine.core.positions.position import Position

P = TypeVar("P", bound=Position)


def moves_of_any_hand(game: Game[P], position: P) -> list[Move]:
    """Return every move that the seat to act could try if it held the entire deck."""
    holding_all = position.copy()
    holding_all.hands = [[*game.deck] if seat == position.to_act else hand for seat, hand in enumerate(position.hands)]
    return game.candidates(holding_all)


def ground_of(game: Game[P], position: P, rule: AnyRule, move: Move) -> Ground:
    """Return the ground on which a rule permits a move by the seat to act. The rule's filter is applied to every move that would
    be possible with any hand. If it drops the move from these, but not from the player's own moves, the player can't comply. A
    rule that lists the moves is always complied with. A rule that doesn't apply now bars nothing.
    """
    if rule not in game.asked(position):
        return Ground.BARS_NOTHING
    if rule.offers:
        return Ground.COMPLIES
    moves = list(dict.fromkeys([*moves_of_any_hand(game, position), move]))
    left = rule(position, moves)
    if move not in left:
        return Ground.CANNOT_COMPLY
    return Ground.COMPLIES if len(left) < len(moves) else Ground.BARS_NOTHING

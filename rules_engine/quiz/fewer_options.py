"""Fewer options for a question with many moves."""

from __future__ import annotations

import random
from collections.abc import Callable, Container, Sequence

from rules_engine.core.model.moves import Move, make_move

FEW_NUMBERS = 4
"""Number of options in a numeric question if every number is legal."""
CHOICES = 6
"""Maximum number of options in a fresh question about some of the possible moves."""
Few = Callable[[Sequence[Move], Container[Move]], Sequence[Move]]
"""A function (candidates, legal moves) -> the moves to offer as options."""


def are_numbers(moves: Sequence[Move]) -> bool:
    """Return whether any of the moves has a number."""
    return any(move.number is not None for move in moves)


def around_the_limit(most: int, rng: random.Random, moves: Sequence[Move], legal: Container[Move]) -> list[Move]:
    """Return the moves without a number, and those with numbers near the legal limit. If all numbers are legal, add numbers
    beyond the highest ones.
    """
    numbers = [move for move in moves if move.number is not None]
    limit = next((place for place, move in enumerate(numbers) if move in legal), 0)
    if limit == 0 and numbers[-1] in legal:
        few = numbers[-rng.randrange(1, FEW_NUMBERS):]
        beyond = [move_after(numbers[-1], place) for place in range(1, FEW_NUMBERS + 1 - len(few))]
        return [*few, *beyond, *(move for move in moves if move.number is None)]
    room = most - (len(moves) - len(numbers))
    first = max(limit - rng.randrange(1, room), 0)
    return [move for move in moves if move.number is None or move in numbers[first:first + room]]


def move_after(last: Move, place: int) -> Move:
    """Return the move with its number increased by ``place``."""
    assert last.number is not None
    return make_move(last.verb, last.card, last.suit, last.number + place, last.other)


def shorten(most: int, moves: Sequence[Move], legal: Container[Move]) -> list[Move]:
    """Return at most ``most`` moves in order, including all legal ones. If every number is legal, return a few numbers and all
    moves without one."""
    wrong = [move for move in moves if move not in legal]
    if are_numbers(moves) and all(move.number is None for move in wrong):
        return around_the_limit(most, random.Random("choices/0"), moves, legal)
    room = max(most - (len(moves) - len(wrong)), 0)
    kept = random.Random("choices/0").sample(wrong, min(room, len(wrong)))
    return [move for move in moves if move in legal or move in kept]


def some_cards(rng: random.Random, moves: Sequence[Move], legal: Container[Move]) -> list[Move]:
    """Return some legal and some illegal cards."""
    right = [move for move in moves if move in legal]
    wrong = [move for move in moves if move not in legal]
    few = rng.sample(wrong, min(len(wrong), rng.randrange(1, CHOICES - 1)))
    kept = {*few, *rng.sample(right, min(len(right), CHOICES - len(few)))}
    return [move for move in moves if move in kept]

"""Random hands played side by side in one of our games or sketches and in OpenSpiel's implementation.

A ``Peer`` translates between the two: the start of a hand, the encoding of moves, and explained differences in the rules.
``python -m tests.peers --hands 2000`` plays many hands and counts (``make peers``).
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from rules_engine.core.game.game import Game
from rules_engine.core.model.cards import Card
from rules_engine.core.model.moves import Move

THERE = find_spec("pyspiel") is not None
"""True if OpenSpiel is installed."""


def by_rank(card: Card, suits: str = "CDHS") -> int:
    """Return a card's number when cards are sorted by rank: all Twos first, then all Threes."""
    return (card.value - 2) * 4 + suits.index(card.suits)


def by_suit(card: Card, suits: str = "CDHS") -> int:
    """Return a card's number when cards are sorted by suit."""
    return suits.index(card.suits) * 13 + card.value - 2


@dataclass(frozen=True, kw_only=True)
class Peer:
    """A game that exists both here and in OpenSpiel.

    ``name``     OpenSpiel's name of it, with its parameters
    ``game``     our game
    ``begins``   a function of a seed: our position, and OpenSpiel's moves to the same position, the deal first
    ``action``   a function of a position and a legal move: OpenSpiel's number of the move
    ``scores``   a function of our final position: OpenSpiel's returns, one number per seat
    ``ours_alone``  a function of a position and a move legal only for us: the explanation, or ``""`` if there is none
    """

    name: str
    game: Game[Any]
    begins: Callable[[Game[Any], int], tuple[Any, list[int]]]
    action: Callable[[Any, Move], int]
    scores: Callable[[Game[Any], Any], Sequence[float]]
    ours_alone: Callable[[Any, Move], str] = field(default=lambda position, move: "")


@dataclass
class PeerTally:
    """The result of a run: the number of hands and moves, and explained differences by name."""

    hands: int = 0
    moves: int = 0
    understood: dict[str, int] = field(default_factory=dict)


class Differs(AssertionError):
    """Raised for an unexplained difference between OpenSpiel's game and ours."""


def play_side_by_side(peer: Peer, seed: int, tally: PeerTally) -> None:
    """Play one random hand in both implementations. Raises ``Differs`` if they disagree."""
    rng, game = random.Random(f"{peer.name}{seed}"), peer.game
    position, chances = peer.begins(game, seed)
    state = import_module("pyspiel").load_game(peer.name).new_initial_state()
    for made in chances:
        state.apply_action(made)
    while position.to_act is not None:
        moves = _compared(peer, position, state, tally)
        action = rng.choice(sorted(moves))
        position, _ = game.make(position, moves[action])
        state.apply_action(action)
        tally.moves += 1
    tally.hands += 1
    if not state.is_terminal():
        raise Differs(f"{peer.name}, hand {seed}: it is over here, not there\n{state}")
    theirs, ours = state.returns(), [*map(float, peer.scores(game, position))]
    if theirs != ours:
        raise Differs(f"{peer.name}, hand {seed}: the score is {ours} here, {theirs} there\n{state}")


def _compared(peer: Peer, position: Any, state: Any, tally: PeerTally) -> Mapping[int, Move]:
    """Return the moves that are legal in both implementations, by OpenSpiel's numbers."""
    ours = {peer.action(position, move): move for move in peer.game.legal(position)}
    theirs = set(state.legal_actions())
    for action in ours.keys() - theirs:
        name = peer.ours_alone(position, ours[action])
        if not name:
            raise Differs(f"{peer.name}: {ours[action]} is legal here, not there\n{state}")
        tally.understood[name] = tally.understood.get(name, 0) + 1
    if theirs - ours.keys():
        told = [state.action_to_string(state.current_player(), action) for action in theirs - ours.keys()]
        raise Differs(f"{peer.name}: {told} are legal there, not here: {peer.game.legal(position)}\n{state}")
    return {action: ours[action] for action in ours.keys() & theirs}

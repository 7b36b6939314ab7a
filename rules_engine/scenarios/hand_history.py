"""Hands played from a deal or a setup, as the source of generated questions."""

from __future__ import annotations

import random
from collections.abc import Collection, Sequence
from typing import NamedTuple

from rules_engine.bots import Bot, who_plays_out
from rules_engine.core.game.game import Game
from rules_engine.core.model.events import Event
from rules_engine.core.model.moves import Move
from rules_engine.core.positions.position import Position
from rules_engine.narration.narrator import narrator_for


class MovePlayed(NamedTuple):
    """A move in a hand, with its events. ``from_deal`` is False if the hand started from a setup."""

    before: Position
    move: Move
    after: Position
    events: Sequence[Event]
    from_deal: bool = True

    @property
    def finishes(self) -> bool:
        """Return whether the move finishes a trick."""
        return self.after.last_trick is not None and self.after.last_trick is not self.before.last_trick


def play_hand(game: Game[Position], rng: random.Random, seed: int, at_random: bool,
              calls_at_random: bool = False, taught: Collection[str] = (), phase: str = "") -> list[MovePlayed]:
    """Play a hand from its deal to its end, and return the moves.

    ``seed``             the seed for the deal; ``rng`` chooses the dealer and the moves
    ``at_random``        whether moves are random when only cards can be played; if not, a bot chooses them
    ``calls_at_random``  whether calls are random, so that rare ones occur more often
    ``taught``           for learners, the rules that may determine how a card gets into a trick; empty for all
    ``phase``            the phase after which to stop, or ``""``
    """
    return play_out(game, rng, game.deal(seed, dealer=rng.randrange(game.table.size)), at_random, calls_at_random, taught,
                    phase)


def play_out(game: Game[Position], rng: random.Random, position: Position, at_random: bool,
             calls_at_random: bool = False, taught: Collection[str] = (), phase: str = "") -> list[MovePlayed]:
    """Play from a position to the end of the hand, or to the end of ``phase``, and return the moves. See ``play_hand`` for the
    arguments.

    If no move depends only on rules in ``taught``, the list ends early.
    """
    bot: Bot[Position] = who_plays_out(game)
    steps = list[MovePlayed]()
    while position.to_act is not None and not (phase and steps and steps[-1].before.phase == phase != position.phase):
        before, moves = position, game.legal(position)
        if at_random and all(move.verb == "play" for move in moves):
            move = rng.choice(moves)
        elif calls_at_random and any(move.card is None for move in moves):
            move = _any_call(rng, moves)
        else:
            move = bot.choose(game.view(position, position.to_act), rng).move
        position, events = game.make(before, move)
        if taught and not (_ways(move, events) | lead_rules(game, before, move)).issubset(taught):
            plain = [each for each in moves if each.verb == "play" and lead_rules(game, before, each).issubset(taught)]
            if not plain:
                break
            move = rng.choice(plain)
            position, events = game.make(before, move)
        steps.append(MovePlayed(before, move, position, events))
    return steps


def play_line(game: Game[Position], position: Position, line: Sequence[Move]) -> list[MovePlayed] | None:
    """Replay a line, and return its moves with their events; None if a move is illegal."""
    steps = list[MovePlayed]()
    for move in line:
        if move not in game.legal(position):
            return None
        after, events = game.make(position, move)
        steps.append(MovePlayed(position, move, after, events))
        position = after
    return steps


def _any_call(rng: random.Random, moves: Sequence[Move]) -> Move:
    """Return a move with a random verb and, if it has a number, the lowest or highest possible number."""
    verb = rng.choice(sorted({move.verb for move in moves}))
    of_kind = [move for move in moves if move.verb == verb]
    return rng.choice([of_kind[0], of_kind[-1]] if of_kind[0].number is not None else of_kind)


def lead_rules(game: Game[Position], before: Position, move: Move) -> set[str]:
    """Return a set with the rule that explains an unusual lead; empty for a usual lead."""
    if before.trick or before.phase != "play" or move.card is None:
        return set()
    rule = narrator_for(game).words.about_lead(before, move.card)
    return {rule} if rule else set()


def _ways(move: Move, events: Sequence[Event]) -> set[str]:
    """Return the rules that explain how a card got into the trick, if it wasn't simply played: it may have been passed or turned
    up."""
    return set() if move.verb == "play" else {event.rule for event in events if event.kind == "played"}

"""Hands that are played from their deal, or from a setup, to be asked about."""

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
    """A move of a hand that was played, and what happened; the hand was played ``from_deal``, or from a setup."""

    before: Position
    move: Move
    after: Position
    events: Sequence[Event]
    from_deal: bool = True

    @property
    def finishes(self) -> bool:
        """Whether a trick is finished with it."""
        return self.after.last_trick is not None and self.after.last_trick is not self.before.last_trick


def play_hand(game: Game[Position], rng: random.Random, seed: int, at_random: bool,
              calls_at_random: bool = False, taught: Collection[str] = (), phase: str = "") -> list[MovePlayed]:
    """Return a hand from its deal to its end; ``at_random``, where nothing but a card to play is to be chosen. With
    ``calls_at_random`` what is rarely called is called more often.
    """
    return play_out(game, rng, game.deal(seed, dealer=rng.randrange(game.table.size)), at_random, calls_at_random, taught,
                    phase)


def play_out(game: Game[Position], rng: random.Random, position: Position, at_random: bool,
             calls_at_random: bool = False, taught: Collection[str] = (), phase: str = "") -> list[MovePlayed]:
    """Return the rest of a hand, up to the end of a phase, where one is given. For who learns, cards come to a trick in ways
    that were ``taught``; where none can, it ends.
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
    """Return the given moves as they are made; None where one of them can't be."""
    steps = list[MovePlayed]()
    for move in line:
        if move not in game.legal(position):
            return None
        after, events = game.make(position, move)
        steps.append(MovePlayed(position, move, after, events))
        position = after
    return steps


def _any_call(rng: random.Random, moves: Sequence[Move]) -> Move:
    """Any kind of move, and of its numbers the least or the greatest."""
    verb = rng.choice(sorted({move.verb for move in moves}))
    of_kind = [move for move in moves if move.verb == verb]
    return rng.choice([of_kind[0], of_kind[-1]] if of_kind[0].number is not None else of_kind)


def lead_rules(game: Game[Position], before: Position, move: Move) -> set[str]:
    """Return the rule that explains a lead, where it is none of the usual ones."""
    if before.trick or before.phase != "play" or move.card is None:
        return set()
    rule = narrator_for(game).words.about_lead(before, move.card)
    return {rule} if rule else set()


def _ways(move: Move, events: Sequence[Event]) -> set[str]:
    """The rules by which a card came to a trick otherwise than it is simply played: passed, turned."""
    return set() if move.verb == "play" else {event.rule for event in events if event.kind == "played"}

"""The phases in which the referee can rule on a move. Used only in builds."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

from rules_engine.api.referee.legal_moves import Key, resolve_turn
from rules_engine.api.referee.stages import PLAY, is_of_cards, stages
from rules_engine.api.referee.trick import TrickEntry
from rules_engine.api.referee.worlds import EnteredTable
from rules_engine.core.game.game import Game
from rules_engine.core.model.moves import Move
from rules_engine.core.positions.position import Position
from rules_engine.narration.move_phrases import kinds_of
from rules_engine.narration.narrator import words_of
from rules_engine.text.message import Text, capital, declared

SAMPLES, HAND = 6, 5
"""Number of sample hands per phase, and number of cards in each."""


def phases_of(game: Game[Position]) -> dict[str, Text]:
    """Return the moves in each phase that the referee can rule on, in words: ``bid or pass``, ``discard a card``."""
    found = {phase: stages(game, phase) for phase in game.phases[:-1]}
    return {phase: capital(_done(game, phase, game.candidates(there[0].position))) for phase, there in found.items()
            if there and (phase == PLAY or any(_asked(game, phase)))}


def _done(game: Game[Position], phase: str, moves: Sequence[Move]) -> Text:
    """Return these moves in words. An exchange has the name of its rule, because the available cards differ between hands."""
    asked = next((rule.title for rule in game.rules if phase in rule.asked), "") if any(move.other for move in moves) else ""
    return declared(asked) if asked else kinds_of(moves, False, words_of(type(game)).deeds)


def call_phases(game: Game[Position]) -> list[str]:
    """Return the phases of calls in which the legal moves don't depend on the cards held."""
    return [phase for phase in game.phases[:-1] if not is_of_cards(game, phase) and len({*_asked(game, phase)}) == 1]


def _asked(game: Game[Position], phase: str) -> Iterator[frozenset[Key]]:
    """Yield, for some random hands, the moves in a phase that are certain to be legal; empty if a player with that hand has no
    move."""
    chance = random.Random(0)
    for _ in range(SAMPLES):
        turns = resolve_turn(game, TrickEntry(EnteredTable({}, 0, phase=phase), {}, (), chance.sample(game.deck, HAND))).turns
        yield frozenset.intersection(*(each.legal for each in turns)) if turns else frozenset()

"""Detection of the fields that matter to the referee in a game, by trying other values in random tricks. Used only in builds."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple

from rules_engine.api.referee.fields import BESIDE, ONE, FieldOptions, entered_values, entries_after_press, entry_fields, kind_of
from rules_engine.api.referee.legal_moves import Key, legal_in, resolve_turn
from rules_engine.api.referee.reconstruct import Reconstruction
from rules_engine.api.referee.stages import PLAY, Snapshot, is_of_cards, spread, stages
from rules_engine.api.referee.statements import sentences, trick_winner_statement
from rules_engine.api.referee.trick import PossibleTrick, TrickEntry, decides, look_in, outcome
from rules_engine.api.referee.worlds import EnteredTable, World
from rules_engine.core.game.game import Game
from rules_engine.core.game.setups import settable
from rules_engine.core.model.cards import Card, in_order
from rules_engine.core.model.moves import Move, play
from rules_engine.core.positions.field_types import FLAG
from rules_engine.core.positions.position import Position
from rules_engine.narration.move_phrases import kinds_of
from rules_engine.narration.narrator import narrator_for, words_of
from rules_engine.text.message import Text, capital, declared

TRICK, SAID, LEAD, FOLLOW = "trick", "said", "lead", "follow"
SAMPLES, HAND = 12, 5
"""Number of tricks to examine (for other phases, half as many hands), and number of cards in a sample hand."""


class SampleTrick(NamedTuple):
    """A trick from a hand played by the engine: the position before it, the moves, and other cards that a player may hold."""

    stage: Snapshot
    moves: tuple[Move, ...]
    hand: Sequence[Card]

    def told(self, rows: Mapping[str, FieldOptions], count: int, hand: bool, without: str = "") -> TrickEntry:
        """Return the entries for the first ``count`` cards and, if ``hand``, the next player's hand. The field with the key
        ``without`` is left out."""
        position, game = self.stage.position, self.stage.game
        entries = entries_after_press(game, rows, position)
        told = entered_values(rows, {key: values for key, values in entries.items() if key != without})
        offered = frozenset(key for key, row in rows.items() if not row.asked)
        table = EnteredTable(told, position.actor, offered=offered)
        asked = {without: rows[without]} if without else {}
        return TrickEntry(table, asked, [[move] for move in self.moves[:count]], self.hand if hand else ())


def sample_tricks(game: Game[Position], count: int = SAMPLES) -> Iterator[SampleTrick]:
    """Yield tricks from hands played at random, the most diverse first. Cards led face down are treated as face up."""
    for stage in spread(stages(game, PLAY), count):
        chance, position = random.Random(stage.finished), stage.position
        moves = list[Move]()
        while position.to_act is not None and position.last_trick is stage.position.last_trick:
            move = chance.choice(game.legal(position))
            if move.card is not None and position.phase == PLAY:
                moves.append(play(move.card) if move.verb == "turn" else move)
            position = game.make(position, move)[0]
        if moves:
            others = [card for card in stage.cards if card not in [move.card for move in moves]]
            yield SampleTrick(stage, tuple(moves), chance.sample(in_order(others), min(HAND, stage.size, len(others))))


def relevant_fields(game: Game[Position]) -> Mapping[str, list[str]]:
    """Return the uses of each field, by the field's key; fields without any use are omitted.

    A use is a result that depends on the field: the winner of a ``trick``, other statements ``said`` about it, the legal cards to
    ``lead`` or to ``follow`` with, or the legal moves in a phase, given by its id.
    """
    rows, found = entry_fields(game, empty_in_play(game)), dict[str, dict[str, None]]()
    for moment in sample_tricks(game):
        for key in rows:
            seen = found.setdefault(key, {})
            seen |= {use: None for use in (TRICK, SAID, LEAD, FOLLOW) if use not in seen and _decides(moment, rows, key, use)}
    uses = {key: [use for use in (*found[key], *_phases(game, row)) if use != SAID or TRICK not in found[key]]
            for key, row in rows.items() if key in found}
    return {key: each for key, each in uses.items() if each}


def _decides(moment: SampleTrick, rows: Mapping[str, FieldOptions], key: str, use: str) -> bool:
    """Return whether a field on its own changes a result in a trick."""
    count = {TRICK: len(moment.moves), SAID: len(moment.moves), LEAD: 0, FOLLOW: 1}[use]
    if use == FOLLOW and len(moment.moves) < 2:
        return False
    told = moment.told(rows, count, use in (LEAD, FOLLOW), key)
    world = World(moment.stage.game, moment.stage, told.table, is_loose=False, values={})
    outcomes: Mapping[str, Callable[[PossibleTrick], object]] = {
        TRICK: lambda way: outcome(look_in(told, way)), SAID: lambda way: _said(told, way)}
    return decides(
        told, [PossibleTrick(world, {}, moment.moves[:count])], key, outcomes.get(use, lambda way: legal_in(told, way))
    )


def _said(told: TrickEntry, way: PossibleTrick) -> object:
    lying = look_in(told, way).lying
    return (
        tuple(sentences(trick_winner_statement(narrator_for(way.world.game), lying)))
        if isinstance(lying, Reconstruction)
        else None
    )


def empty_in_play(game: Game[Position]) -> frozenset[str]:
    """Return the keys of suit, seat and word fields that can be empty during the play, as they are in one of the random hands."""
    fields = [field for field in settable(game).values()
             if field.name not in BESIDE and not field.needed and kind_of(field) in ONE and kind_of(field) is not FLAG]
    return frozenset(field.key for field in fields for stage in stages(game, PLAY)
                     if getattr(stage.position, field.name) in ("", None))


def _phases(game: Game[Position], row: FieldOptions) -> list[str]:
    """Return the phases other than the play in which a suit field already has a value, so that the legal moves may depend on
    it."""
    others = [phase for phase in game.phases if phase not in (PLAY, "over")] if row.suits else []
    return [phase for phase in others if any(row.key in stage.setup for stage in stages(game, phase))]


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
    for _ in range(SAMPLES // 2):
        turns = resolve_turn(game, TrickEntry(EnteredTable({}, 0, phase=phase), {}, (), chance.sample(game.deck, HAND))).turns
        yield frozenset.intersection(*(each.legal for each in turns)) if turns else frozenset()

"""The contract clauses for the referee, which answers questions about a game at a real table and knows only part of the hand."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache

from rules_engine.api.referee.fields import (
    FOLLOW,
    LEAD,
    POINTS,
    RESULTS,
    WINNER,
    FieldOptions,
    entered_values,
    entries_after_press,
    entry_fields,
)
from rules_engine.api.referee.legal_moves import legal_in, resolve_turn, rulings
from rules_engine.api.referee.reconstruct import Reconstruction
from rules_engine.api.referee.samples import Sample, samples
from rules_engine.api.referee.stages import PLAY
from rules_engine.api.referee.statements import sentences, trick_winner_statement
from rules_engine.api.referee.trick import PossibleTrick, TrickEntry, decides, find_tricks, look_in, outcome
from rules_engine.api.referee.worlds import EnteredTable, World
from rules_engine.core.game.game import Game
from rules_engine.core.model.moves import Move
from rules_engine.core.positions.position import Position
from rules_engine.narration.narrator import narrator_for

TRICKS = 12
"""Number of tricks or beginnings of phases, from random hands, to ask the referee about."""


def what_is_said_at_a_table_is_so(game: Game[Position]) -> None:
    """Check that each certain answer of the referee about a trick is true in the hand that the trick comes from. The check enters
    everything that can be entered. If a rule depends on anything more, declare that as a settable field; the referee then leaves
    the answer open."""
    for start, moves, positions in _tricks(game):
        table = _entered(game, start)
        for place, now in enumerate(positions[:-1]):
            turns = resolve_turn(game, TrickEntry(table, {}, [[move] for move in moves[:place]], now.hands[now.actor]))
            legal = {*game.legal(now)}
            for each in rulings(game, turns.turns).values():
                assert each.legal in (None, each.move in legal) or each.move.other is not None, (
                    f"{each.move.text!r} after {_texts(moves[:place])}: the referee says {each.legal}")
        result, last = find_tricks(game, TrickEntry(table, {}, [[move] for move in moves])), positions[-1].last_trick
        assert result.takers is None or last is None or dict(result.takers) == dict(last.winners), _texts(moves)


def fields_change_only_what_they_matter_for(game: Game[Position]) -> None:
    """Check the declarations ``matters_for``: in random hands, another value of a field changes the winner of a trick, its points
    or the legal moves only if the field is declared to matter for them."""
    rows, known = entry_fields(game), [*RESULTS, *game.phases]
    for key, row in rows.items():
        unknown = {*row.uses} - {*known}
        assert not unknown, f"{key} matters for {unknown}, but a field can matter for {', '.join(known)}"
        for use in _undeclared(game, row):
            for sample in _samples(game, PLAY if use in RESULTS else use):
                assert not _decides(sample, rows, key, use), (
                    f"{key} isn't declared to matter for {use!r}, but decides it in {sample.stage.position.phase!r} with "
                    f"{_texts(sample.moves)} on the table: add it to matters_for")


def _undeclared(game: Game[Position], row: FieldOptions) -> Iterator[str]:
    """Yield the results for which the form doesn't ask for a field.

    For the points of a trick and the cards to follow with, it asks for the fields that matter for these or for the winner, and
    for any other result for the fields that matter for that result.
    """
    asked = {WINNER: (WINNER,), POINTS: (POINTS, WINNER), LEAD: (LEAD,), FOLLOW: (FOLLOW, WINNER)}
    phases = [phase for phase in game.phases[:-1] if phase != PLAY] if row.suits else []
    yield from (use for use in (*RESULTS, *phases) if not {*asked.get(use, (use,))} & {*row.uses})


@lru_cache(maxsize=8)
def _samples(game: Game[Position], phase: str) -> Sequence[Sample]:
    return [*samples(game, phase, TRICKS)]


def _decides(sample: Sample, rows: Mapping[str, FieldOptions], key: str, use: str) -> bool:
    """Return whether a field on its own changes a result."""
    game, count = sample.stage.game, {LEAD: 0, FOLLOW: 1}.get(use, len(sample.moves))
    applies = len(sample.moves) > 1 if use in RESULTS else key in sample.stage.setup
    if not applies:
        return False
    told = sample.entered(rows, count, hand=use not in (WINNER, POINTS), missing=key)
    results: Mapping[str, Callable[[PossibleTrick], object]] = {
        WINNER: lambda way: outcome(look_in(told, way)), POINTS: lambda way: _sentences(told, way)}
    way = PossibleTrick(World(game, sample.stage, told.table, is_loose=False, values={}), {}, sample.moves[:count])
    return decides(told, [way], key, results.get(use, lambda way: legal_in(told, way)))


def _sentences(told: TrickEntry, way: PossibleTrick) -> object:
    """Return the sentences about a complete trick; None if the trick is impossible."""
    lying = look_in(told, way).lying
    if not isinstance(lying, Reconstruction):
        return None
    return tuple(sentences(trick_winner_statement(narrator_for(way.world.game), lying)))


def _tricks(game: Game[Position]) -> Iterator[tuple[Position, list[Move], list[Position]]]:
    """Yield random tricks, each as the position before it, its moves, and the positions before each move and after the last."""
    chance, count = random.Random(0), 0
    for seed in range(TRICKS):
        position, skipped = game.deal(seed), chance.randrange(game.hand_size())
        while position.to_act is not None and count < TRICKS:
            if position.phase == "play" and not position.trick and not skipped:
                moves, positions = _played(game, position, chance)
                if moves:
                    count += 1
                    yield position, moves, positions
                break
            skipped -= position.phase == "play" and not position.trick
            position = game.make(position, chance.choice(game.legal(position)))[0]


def _played(game: Game[Position], start: Position, chance: random.Random) -> tuple[list[Move], list[Position]]:
    """Play a trick at random, and return its moves and positions; two empty lists if a move does anything other than play a card
    face up, or changes what is entered about the table, such as the seats that are out."""
    moves, positions, told = list[Move](), [start], _entered(game, start).told
    while positions[-1].to_act is not None and positions[-1].last_trick is start.last_trick:
        move = chance.choice(game.legal(positions[-1]))
        if positions[-1].phase != "play" or move.verb not in game.notation.laying or _entered(game, positions[-1]).told != told:
            return [], []
        moves.append(move)
        positions.append(game.make(positions[-1], move)[0])
    return moves, positions


def _entered(game: Game[Position], start: Position) -> EnteredTable:
    """Return an entered table with everything that can be entered about a position."""
    rows = entry_fields(game)
    return EnteredTable(entered_values(rows, entries_after_press(game, rows, start)), start.actor)


def _texts(moves: Iterable[Move]) -> str:
    return " ".join(move.text for move in moves) or "nothing"

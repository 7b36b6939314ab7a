"""The contract clauses for the referee, which answers questions about a game at a real table and knows only part of the hand."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

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
from rules_engine.api.referee.stages import PLAY, Snapshot, spread, stages
from rules_engine.api.referee.statements import sentences, trick_winner_statement
from rules_engine.api.referee.trick import PossibleTrick, TrickEntry, decides, find_tricks, look_in, outcome
from rules_engine.api.referee.worlds import EnteredTable, World
from rules_engine.core.game.game import Game
from rules_engine.core.model.cards import Card, in_order
from rules_engine.core.model.moves import Move, play
from rules_engine.core.positions.position import Position
from rules_engine.narration.narrator import narrator_for

TRICKS = 12
"""Number of tricks or beginnings of phases, from random hands, to ask the referee about."""
HAND = 5
"""Number of cards in a sample hand."""


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
    rows = entry_fields(game)
    for key, row in rows.items():
        known = [*RESULTS, *game.phases]
        unknown = {*row.uses} - {*known}
        assert not unknown, f"{key} matters for {unknown}, but a field can matter for {', '.join(known)}"
        for use in _undeclared(game, row):
            for sample in _samples(game, PLAY if use in RESULTS else use):
                assert not _decides(sample, rows, key, use), (
                    f"{key} isn't declared to matter for {use!r}, but decides it {sample.about}: add it to matters_for")


def _undeclared(game: Game[Position], row: FieldOptions) -> Iterator[str]:
    """Yield the results for which the form doesn't ask for a field. It asks about a trick for all fields that matter for the
    winner or the points, and about following suit for those that matter for the winner too."""
    asked = {WINNER: (WINNER,), POINTS: (POINTS, WINNER), LEAD: (LEAD,), FOLLOW: (FOLLOW, WINNER)}
    phases = [phase for phase in game.phases[:-1] if phase != PLAY] if row.suits else []
    yield from (use for use in (*RESULTS, *phases) if not {*asked.get(use, (use,))} & {*row.uses})


class Sample(NamedTuple):
    """A trick from a random hand, or the beginning of another phase, with cards for the next player.

    ``stage``  the position before it, and ``moves`` the cards in it
    ``hand``   the cards that the next player holds
    """

    stage: Snapshot
    moves: tuple[Move, ...]
    hand: Sequence[Card]

    @property
    def about(self) -> str:
        """The phase and the cards, for messages."""
        return f"in {self.stage.position.phase!r} with {_texts(self.moves)} on the table"

    def entered(self, rows: Mapping[str, FieldOptions], key: str, count: int, hand: bool) -> TrickEntry:
        """Return the entries for the first ``count`` cards and, if ``hand``, the next player's hand. The field ``key`` is
        missing."""
        position = self.stage.position
        entries = entries_after_press(self.stage.game, rows, position)
        told = entered_values(rows, {each: values for each, values in entries.items() if each != key})
        offered = frozenset(each for each, row in rows.items() if not row.asked)
        table = EnteredTable(told, position.actor, phase=position.phase, offered=offered)
        return TrickEntry(table, {key: rows[key]}, [[move] for move in self.moves[:count]], self.hand if hand else ())


@lru_cache(maxsize=8)
def _samples(game: Game[Position], phase: str) -> Sequence[Sample]:
    """Return samples from hands played at random, the most diverse first. Cards led face down are treated as face up."""
    return [_sample(stage) for stage in spread(stages(game, phase), TRICKS)]


def _sample(stage: Snapshot) -> Sample:
    chance, position, moves = random.Random(stage.finished), stage.position, list[Move]()
    while position.phase == PLAY and position.to_act is not None and position.last_trick is stage.position.last_trick:
        move = chance.choice(stage.game.legal(position))
        moves += [play(move.card) if move.verb == "turn" else move] if move.card is not None else []
        position = stage.game.make(position, move)[0]
    others = in_order(stage.cards - {move.card for move in moves})
    hand = chance.sample(others, min(HAND, stage.size, len(others)))
    return Sample(stage, tuple(moves), hand if stage.position.phase == PLAY else stage.position.hands[stage.actor])


def _decides(sample: Sample, rows: Mapping[str, FieldOptions], key: str, use: str) -> bool:
    """Return whether a field on its own changes a result."""
    game, count = sample.stage.game, {LEAD: 0, FOLLOW: 1}.get(use, len(sample.moves))
    if len(sample.moves) < 2 if use in RESULTS else key not in sample.stage.setup:
        return False
    told = sample.entered(rows, key, count, hand=use not in (WINNER, POINTS))
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

"""The contract clause for the referee, which answers questions about a game at a real table and knows only part of the hand."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator

from rules_engine.api.referee.fields import entered_values, entries_after_press, entry_fields
from rules_engine.api.referee.legal_moves import resolve_turn, rulings
from rules_engine.api.referee.trick import TrickEntry, find_tricks
from rules_engine.api.referee.worlds import EnteredTable
from rules_engine.core.game.game import Game
from rules_engine.core.model.moves import Move
from rules_engine.core.positions.position import Position

TRICKS = 12
"""Number of tricks, from random hands, to ask the referee about."""


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

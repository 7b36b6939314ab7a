"""What may be done by who comes next, in any part of a hand: the moves that there are with the reader's cards, and what the
rules say of each."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice, product
from typing import NamedTuple

from rules_engine.core.game.game import Game
from rules_engine.core.model.cards import Card
from rules_engine.core.model.errors import SetupError
from rules_engine.core.model.moves import Move
from rules_engine.core.model.rules import Verdict
from rules_engine.core.positions.position import Position
from rules_engine.core.positions.values import Plain
from rules_engine.table.referee.lying import (
    FEW,
    PLAY,
    Against,
    Lying,
    Table,
    dealt,
    dealt_with,
    hidden_hands,
    lay,
    started,
    usual,
    with_hand,
)
from rules_engine.table.referee.trick import MOST, Told, loosened, told_ways, unclear, untold_of

SHUFFLES = 4
"""So often other cards are tried in hidden hands, until a phase asks whose cards are known."""


class Turn(NamedTuple):
    """The move of who comes next: the position, with that hand, and what the rules say of each move with a card of it.

    ``apart``  whether other cards lie there than at the reader's table: a stock, a kitty
    """

    position: Position
    verdicts: tuple[Verdict, ...]
    apart: bool = False

    @property
    def legal(self) -> frozenset[Move | None]:
        """The moves that may be made."""
        return frozenset(verdict.move for verdict in self.verdicts if verdict.legal)

    @property
    def cards(self) -> frozenset[Card]:
        """The cards of the hand that may be moved."""
        return frozenset(card for move in self.legal if move is not None and (card := move.other or move.card) is not None)


class NotAsked(NamedTuple):
    """With these cards nobody is asked in this part of the hand, or what they may do hangs on cards that nobody tells."""

    phase: str
    hidden: bool = False


Looked = Turn | Against | NotAsked | SetupError


def turn(game: Game[Position], told: Told, hand: Sequence[Card],
         calls: Sequence[Move] = ()) -> tuple[Looked, tuple[str | int, ...]]:
    """Return what may be done by who comes next with this hand; and what has to be told for it, as `trick.Found` has it.

    In the play the trick lies there; in any other phase these ``calls`` were made in it so far.
    """
    looked = [_looked(game, told, hand, calls, values, moves)
              for values in told_ways(told) for moves in islice(product(*told.cards), MOST)]
    turns = [each for each in looked if isinstance(each, Turn)]
    if not turns:
        return looked[0], ()
    if all(each.legal == turns[0].legal for each in turns):
        return turns[0], ()
    return turns[0], (*untold_of(told), *unclear(told))


def _looked(game: Game[Position], told: Told, hand: Sequence[Card], calls: Sequence[Move], values: Mapping[str, Plain],
            moves: Sequence[Move], loose: bool = True) -> Looked:
    table = told.table._replace(told={**told.table.told, **values})
    if table.phase != PLAY:
        return _called(game, table, hand, calls)
    known, size = [*hand, *(move.played for move in moves)], max(FEW, len(hand))
    size = min(size, (len(game.deck) - len(known)) // game.table.size)
    start = dealt(game, table, known, [size] * game.table.size, known[len(hand):] or hand)
    if isinstance(start, SetupError):
        return start
    lying = lay(game, start, moves, table.gone)
    if isinstance(lying, Against) and loose:
        again = (_looked(game, told._replace(table=each), hand, calls, values, moves, loose=False)
                 for each in loosened(game, table))
        return next((each for each in again if isinstance(each, Turn)), lying)
    return lying if isinstance(lying, Against) else _judged(game, lying, hand)


def _judged(game: Game[Position], lying: Lying, hand: Sequence[Card]) -> Looked:
    if lying.whole or lying.position.to_act is None:
        return Against(len(lying.laid), lying.position, None)
    return judged(game, with_hand(lying.position, hand))


def judged(game: Game[Position], position: Position, cards: Sequence[Card] | None = None) -> Turn:
    """Return what the rules say of each move there is, with no other cards than these."""
    moves = [move for move in game.candidates(position) if cards is None or _with(move, cards)]
    return Turn(position, tuple(game.judge(position, move) for move in moves))


def is_of_cards(game: Game[Position], phase: str) -> bool:
    """Tell whether cards are moved in a phase; in any other something is said."""
    return any("CARD" in form for form in game.forms[phase])


def _with(move: Move, cards: Sequence[Card]) -> bool:
    held = move.other or move.card
    return held is None or held in cards


def _called(game: Game[Position], table: Table, hand: Sequence[Card], calls: Sequence[Move]) -> Looked:
    """The same in a phase without tricks: other hands are tried until the phase comes to one that holds these cards."""
    base = usual(game, table.phase)
    if base is None:
        return NotAsked(table.phase)
    found: Looked = NotAsked(table.phase)
    for seat, chance in _seats(game):
        hands = hidden_hands(game, table, hand, base.sizes, chance)
        hands[seat] = [*hand, *hands[seat][len(hand):]]
        position = started(game, table, hands)
        found = position if isinstance(position, SetupError) else _after(game, position, calls, table.phase)
        if isinstance(found, Against) or (isinstance(found, Turn) and found.position.to_act == seat):
            return found if isinstance(found, Against) else judged(game, found.position, hand)
    return _in_whole_hands(game, table, hand, calls)


def _in_whole_hands(game: Game[Position], table: Table, hand: Sequence[Card], calls: Sequence[Move]) -> Looked:
    """The same with all that lies apart, in many hands, where it decides nothing; the reader is one who is asked."""
    turns = list[Turn]()
    for position in dealt_with(game, table, hand):
        found = _after(game, position, calls, table.phase)
        if isinstance(found, Against):
            return found
        turns += [judged(game, found.position, hand)] if isinstance(found, Turn) else []
    most = max(turns, key=lambda each: len(each.cards), default=None)
    if most is None or any(each.cards - most.cards for each in turns):
        return NotAsked(table.phase, hidden=bool(turns or table.told))
    return most._replace(apart=True)


def _seats(game: Game[Position]) -> Iterator[tuple[int, random.Random]]:
    for attempt in range(SHUFFLES):
        for seat in game.table.seats:
            yield seat, random.Random(attempt)


def _after(game: Game[Position], position: Position, calls: Sequence[Move], phase: str) -> Looked:
    for place, call in enumerate(calls):
        if position.to_act is None or position.phase != phase:
            return Against(place, position, None)
        verdict = game.judge(position, call)
        if not verdict.legal:
            return Against(place, position, verdict)
        position = game.make(position, call)[0]
    return Turn(position, ()) if position.phase == phase and position.to_act is not None else NotAsked(phase)

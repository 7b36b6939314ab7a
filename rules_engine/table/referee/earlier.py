"""A card that should have been played earlier: what lies there now was in the hand when something else was played."""

from __future__ import annotations

from collections.abc import Sequence

from rules_engine.core.game.game import Game
from rules_engine.core.model.cards import Card
from rules_engine.core.model.moves import Move
from rules_engine.core.positions.position import Position
from rules_engine.core.telling.telling import telling_of
from rules_engine.core.words.sentences import Text, say
from rules_engine.table.referee.lying import Lying, Table, dealt, few_cards, lay, with_hand

Tricks = Sequence[tuple[int, Sequence[Move]]]
"""Who led each trick, and its cards."""


def revoked(game: Game[Position], table: Table, tricks: Tricks) -> tuple[Text, str] | None:
    """Return what is told of the first card that its player couldn't have followed with, holding what they played later, and the
    rule. Of leads nothing is told: what may be led hangs on more than the tricks tell."""
    seats = tricks_laid(game, table, tricks)
    for number, (_, moves) in enumerate(tricks):
        for place in range(1, len(moves)):
            lying = seats[number]
            if len(lying) <= place:
                continue
            seat = lying[place].position.actor
            later = [one.card for each in seats[number:] if each for one in each[-1].laid if one.seat == seat]
            told = _against(game, lying[place].position, moves[place], later)
            if told is not None:
                return say("Trick {n}: {told}", n=number + 1, told=told[0]), told[1]
    return None


def tricks_laid(game: Game[Position], table: Table, tricks: Tricks) -> list[list[Lying]]:
    """Return each trick before each of its cards, and after the last; as far as it can have been laid so."""
    return [_laid(game, table, leader, moves) for leader, moves in tricks]


def _laid(game: Game[Position], table: Table, leader: int, moves: Sequence[Move]) -> list[Lying]:
    known: list[Card] = [move.played for move in moves]
    then = table._replace(leader=leader, gone=frozenset())
    start = dealt(game, then, known, few_cards(game, known), known)
    found = [] if not isinstance(start, Position) else [lay(game, start, moves[:place]) for place in range(len(moves) + 1)]
    return [each for each in found if isinstance(each, Lying)]


def _against(game: Game[Position], position: Position, move: Move, later: Sequence[Card]) -> tuple[Text, str] | None:
    holding = with_hand(position, [move.played, *(card for card in later if card is not move.played)])
    verdict = game.judge(holding, move)
    refusal = telling_of(game).refusal(holding, verdict)
    return None if refusal is None else (refusal.sentence, refusal.rule)

"""Detection of a revoke: a player shows a card that should have been played to an earlier trick."""

from __future__ import annotations

from collections.abc import Sequence

from rules_engine.api.referee.reconstruct import Reconstruction, replay_trick, with_known
from rules_engine.api.referee.stages import draws
from rules_engine.api.referee.trick import ImpossibleCards, TrickEntry, evaluate, possible_moves, possible_moves_per_card
from rules_engine.api.referee.worlds import consistent_worlds
from rules_engine.core.game.game import Game
from rules_engine.core.model.cards import Card
from rules_engine.core.model.errors import SetupError
from rules_engine.core.model.moves import Move
from rules_engine.core.positions.position import Position
from rules_engine.narration.consequences import Statement
from rules_engine.narration.narrator import narrator_for
from rules_engine.text.message import say

Trick = tuple[int, Sequence[Move]]
"""The leader's seat, and the moves in order of play."""


def revoked(game: Game[Position], told: TrickEntry, tricks: Sequence[Trick]) -> Statement | None:
    """Return a sentence on the first revoke, with its rule, inferred from the cards that players showed later; None if there is
    none.

    Leads aren't checked, because their legality depends on more than the tricks. Games in which players draw cards aren't checked
    either. The search uses one consistent hand, and its result is then checked in all of them.
    """
    if draws(game):
        return None
    laid = [_in_one_hand(game, _before(told, trick, number), trick[1]) for number, trick in enumerate(tricks)]
    for number, lying in enumerate(laid):
        for place in range(1, len(lying) - 1):
            moves, there = tricks[number][1], lying[place + 1]
            held = _held(laid[number:], there.laid[place].seat, moves[place].played)
            if _refusal(game, there.before, held, moves[place]) is not None:
                refused = _refused(game, _before(told, tricks[number], number), moves[:place + 1], held)
                if refused is not None:
                    return say("Trick {n}: {told}", n=number + 1, told=refused[0]), refused[1]
    return None


def laid_in(game: Game[Position], told: TrickEntry, trick: Trick, number: int) -> list[Reconstruction]:
    """Return a complete trick as reconstructed in each consistent hand; empty if it is impossible or incomplete."""
    before = _before(told, trick, number)
    ways = possible_moves_per_card(game, before, trick[1])
    looks = [] if isinstance(ways, ImpossibleCards) else evaluate(game, before._replace(cards=ways))
    return [look.lying for look in looks if isinstance(look.lying, Reconstruction) and look.lying.whole]


def _before(told: TrickEntry, trick: Trick, number: int) -> TrickEntry:
    """Return the entries with the table as it was before a trick."""
    return told._replace(table=told.table._replace(leader=trick[0], gone=frozenset(), tricks=number), cards=(), hand=())


def _in_one_hand(game: Game[Position], told: TrickEntry, moves: Sequence[Move]) -> list[Reconstruction]:
    """Return a trick before each of its cards and after the last, in the first consistent hand in which it is possible; empty if
    there is none."""
    cards = [move.played for move in moves]
    laid = (_laid(game, world.start({}, cards), moves) for world in consistent_worlds(game, told.table, cards))
    return next((lying for lying in laid if len(lying) > len(moves)), [])


def _laid(game: Game[Position], start: Position | SetupError, moves: Sequence[Move]) -> list[Reconstruction]:
    """Return the trick before each card and after the last, stopping at an impossible card. Each card is played in the first
    legal way."""
    ways, found = list[Move](), list[Reconstruction]()
    for move in (*moves, None):
        lying = replay_trick(game, start, ways) if isinstance(start, Position) else None
        if not isinstance(lying, Reconstruction) or (move is not None and (lying.whole or lying.position.to_act is None)):
            break
        found.append(lying)
        if move is not None:
            ways.append(next(iter([] if move.suit else possible_moves(game, lying.position, move.played)), move))
    return found


def _held(tricks: Sequence[Sequence[Reconstruction]], seat: int, card: Card) -> list[Card]:
    """Return the cards that a seat held, inferred from its plays in these tricks, beginning with ``card``."""
    later = [one.card for lying in tricks if lying for one in lying[-1].laid if one.seat == seat]
    return [card, *(each for each in later if each is not card)]


def _refused(game: Game[Position], told: TrickEntry, moves: Sequence[Move], hand: Sequence[Card]) -> Statement | None:
    """Return the reason why a player with this hand may not play the last card; None if the consistent hands disagree or permit
    it."""
    ways = possible_moves_per_card(game, told, moves)
    looks = [] if isinstance(ways, ImpossibleCards) else evaluate(game, told._replace(cards=ways))
    refusals = {_refusal(game, look.lying.before, hand, moves[-1]) for look in looks if isinstance(look.lying, Reconstruction)}
    return refusals.pop() if len(refusals) == 1 else None


def _refusal(game: Game[Position], position: Position, hand: Sequence[Card], move: Move) -> Statement | None:
    """Return the reason why a player with this hand may not play a card; None if there is a legal way to play it."""
    holding = with_known(position, hand)
    if any(each.card is move.card for each in game.legal(holding)):
        return None
    refusal = narrator_for(game).refusal(holding, game.judge(holding, move))
    return None if refusal is None else (refusal.sentence, refusal.rule)

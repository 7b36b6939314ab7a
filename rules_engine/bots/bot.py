"""What a bot is: a player that sees what a seat sees and says in a sentence why it chose as it did."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import ClassVar, Generic, NamedTuple, TypeVar

from rules_engine.core.game.game import View
from rules_engine.core.model.moves import Move
from rules_engine.core.model.table_talk import Remark
from rules_engine.core.positions.position import Position
from rules_engine.text.message import NOTHING, Text, say

P = TypeVar("P", bound=Position)

ONLY_MOVE = say("It is the only legal move.")
"""What any bot says of a move without choice."""


class BotMove(NamedTuple):
    """What a bot does and one sentence why; the sentence may hold card and suit marks, as findings do.

    ``aloud``  what others may hear of it before the hand is over: what follows from the move and from what lies open to all.
               As a rule a reason tells something of the cards still held, and this is empty
    """

    move: Move
    reason: Text
    aloud: Text = NOTHING


def open_choice(move: Move, reason: Text) -> BotMove:
    """Return a choice of which others may hear all."""
    return BotMove(move, reason, reason)


class Bot(Generic[P]):
    """A player of one game, who keeps nothing: the same view, random numbers and remarks bring the same choice.

    Most games are played in silence; the bot of one with table talk fills in the last two methods as well.
    """

    name: ClassVar[str]
    """The bot's name, as the match command shows it."""
    remembers: ClassVar[bool] = False
    """Whether it wants ``view.memory``: what its seat has learned in the course of the hand."""
    ending: ClassVar[int] = 0
    """With so many cards in a hand a world is better solved than played out by this bot; 0: never, as far as was measured."""
    pace: ClassVar[int] = 5_000
    """So many moves a browser makes in about a second where this bot plays hands out: how much is tried hangs on it."""

    def choose(self, view: View[P], rng: random.Random, heard: Sequence[Remark] = ()) -> BotMove:
        """Return a legal move for ``view.seat``, which is to act; hidden cards in the view are face down.

        ``heard`` is what the table says now, to everyone.
        """
        raise NotImplementedError

    def move(self, view: View[P], rng: random.Random) -> Move:
        """Give the move that ``choose`` gives: who plays out thousands of hands asks for no reasons."""
        return self.choose(view, rng).move

    def evident(self, position: P, moves: Sequence[Move]) -> Move | None:
        """Give the move that ``choose`` gives where the legal ones alone say so, with whatever lies open; else None.

        Who plays out thousands of hands then need not turn the others' cards face down. It may look at nothing hidden.
        """
        return None

    def considers(self, view: View[P]) -> Sequence[Move]:
        """Return the legal moves that a sensible player thinks of: others aren't even tried."""
        return view.game.legal(view.position)

    def among(self, view: View[P], moves: Sequence[Move], rng: random.Random, heard: Sequence[Remark] = ()) -> BotMove:
        """Return the sensible one of some moves, by the plain rules of the game, and what speaks for it."""
        own = self.choose(view, rng, heard)
        return own if own.move in moves else BotMove(moves[0], NOTHING)

    def believes(self, view: View[P], world: P) -> float:
        """Return how likely a world that fits is beside the likeliest ones, 1 at most, by what others did with such cards."""
        return 1.0

    def says(self, view: View[P]) -> Sequence[Remark]:
        """Return what the bot says now in ``view.seat``, whoever is to act."""
        return ()

    def may_say(self, view: View[P]) -> Sequence[Remark]:
        """Return what a player in ``view.seat`` could say now to be heard by the bot that is to act, true or not."""
        return ()


class DelegatingBot(Bot[P]):
    """A bot that leans on another one, its ``player``, and talks as that one does."""

    def __init__(self, player: Bot[P]) -> None:
        self.player = player

    def says(self, view: View[P]) -> Sequence[Remark]:
        """Return what the other says."""
        return self.player.says(view)

    def may_say(self, view: View[P]) -> Sequence[Remark]:
        """Return what the other heeds."""
        return self.player.may_say(view)

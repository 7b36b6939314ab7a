"""The bot interface: a player that chooses moves from one seat's view and explains each choice in a sentence."""

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
"""The reason given by all bots for the only legal move."""


class BotMove(NamedTuple):
    """A bot's move and its reason, one sentence that may contain card and suit marks.

    ``aloud``  the part of the reason that may be shown to other players during the hand. It must follow from the move and public
               information. It is usually empty, because most reasons reveal something about the cards still held
    """

    move: Move
    reason: Text
    aloud: Text = NOTHING


def open_choice(move: Move, reason: Text) -> BotMove:
    """Return a choice whose full reason may be shown to other players."""
    return BotMove(move, reason, reason)


class Bot(Generic[P]):
    """A stateless player of one game: the same view, random numbers and remarks give the same choice.

    Most games have no table talk. A bot for a game with table talk also overrides the last two methods.
    """

    name: ClassVar[str]
    """The bot's name, as shown by the ``match`` command."""
    has_reasons: ClassVar[bool] = True
    """False if the bot's moves are random, so that no reason explains them to somebody who considers the same move."""
    remembers: ClassVar[bool] = False
    """True if the bot uses ``view.memory``, the knowledge that its seat has gained during the hand."""
    ending: ClassVar[int] = 0
    """Largest hand size at which solving a world gives better results than playing it out with this bot, by measurement; 0 for
    never."""
    pace: ClassVar[int] = 5_000
    """Number of moves per second made by this bot in a browser when it plays hands out. It determines the amount of work in a
    search."""

    def choose(self, view: View[P], rng: random.Random, heard: Sequence[Remark] = ()) -> BotMove:
        """Return a legal move for ``view.seat``, the seat to act. Hidden cards in the view are face down.

        ``heard`` contains the current remarks of all players at the table.
        """
        raise NotImplementedError

    def move(self, view: View[P], rng: random.Random) -> Move:
        """Return the move chosen by ``choose``, without a reason. Subclasses can override it with a faster version for playing
        out thousands of hands."""
        return self.choose(view, rng).move

    def evident(self, position: P, moves: Sequence[Move]) -> Move | None:
        """Return the move that ``choose`` would choose if it follows from the legal moves and public information, otherwise None.

        The result must not depend on hidden cards. Callers that play out thousands of hands use it to avoid creating a view.
        """
        return None

    def considers(self, view: View[P]) -> Sequence[Move]:
        """Return the legal moves that a sensible player considers. Searches don't try other moves."""
        return view.game.legal(view.position)

    def among(self, view: View[P], moves: Sequence[Move], rng: random.Random, heard: Sequence[Remark] = ()) -> BotMove:
        """Return the most sensible of ``moves`` by rules of thumb, and the reason for it."""
        own = self.choose(view, rng, heard)
        return own if own.move in moves else BotMove(moves[0], NOTHING)

    def ducks(self, view: View[P]) -> bool:
        """Return whether it is obvious that the seat wants to lose the trick, as with exactly the tricks that it bid."""
        return False

    def believes(self, view: View[P], world: P) -> float:
        """Return the likelihood of a world given the other players' moves, relative to the likeliest world (1)."""
        return 1.0

    def says(self, view: View[P]) -> Sequence[Remark]:
        """Return the bot's current remarks when it plays in ``view.seat``. Another seat may be the seat to act."""
        return ()

    def may_say(self, view: View[P]) -> Sequence[Remark]:
        """Return the remarks, true or not, that a player in ``view.seat`` could make now to the bot that is to act."""
        return ()


class DelegatingBot(Bot[P]):
    """A bot that wraps another bot, its ``player``, and makes the same remarks."""

    def __init__(self, player: Bot[P]) -> None:
        self.player = player

    def says(self, view: View[P]) -> Sequence[Remark]:
        """Return the remarks made by ``player``."""
        return self.player.says(view)

    def may_say(self, view: View[P]) -> Sequence[Remark]:
        """Return the remarks that ``player`` reacts to."""
        return self.player.may_say(view)

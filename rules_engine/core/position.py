"""A position: everything that is so at the table at one moment, in one hand of a match.

Positions are values: nothing outside a game's ``advance`` changes one, and ``advance`` is only ever given a
copy of its caller's own. So undo is an earlier value, and what-if another one.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, Self

from rules_engine.core.cards import Card
from rules_engine.core.moves import Laid as Laid

if TYPE_CHECKING:
    from rules_engine.core.game import Game


class Event(NamedTuple):
    """Something that happened because of a move, with the rule that made it so.

    ``kind`` is one of ``dealt``, ``called``, ``played``, ``broken``, ``trick``, ``lead``, ``hand``, ``game``;
    ``sentence`` may hold card and suit marks.
    """

    kind: str
    rule: str
    sentence: str
    seat: int | None = None
    cards: tuple[Card, ...] = ()


class Trick:
    """A finished trick as it lay: the cards in order and who took it (by colour where colours are won apart)."""

    __slots__ = ("laid", "winners")

    def __init__(self, laid: tuple[Laid, ...], winners: dict[str, int]) -> None:
        self.laid = laid
        self.winners = winners


class Position:
    """What every game's position holds. Games add slots of their own.

    ``game``        the game with its variant, table and options
    ``phase``       the game's phase
    ``dealer``      seat
    ``number``      which hand of the match this is, from 1
    ``to_act``      seat to move, or None
    ``leader``      seat that led or will lead the present trick; None outside the play
    ``hands``       cards held, by seat; ``FACE_DOWN`` for a card this view doesn't show
    ``trick``       what lies on the table, in order; empty as soon as the trick is finished
    ``last_trick``  the last finished trick of this hand, or None
    ``tricks``      tricks won in this hand, by seat
    ``score``       totals before this hand, by scoring side
    ``hand_score``  points of this hand by scoring side, once it is over
    ``hand_over``   true once the hand is scored
    ``winners``     the winning sides' names once the game is over
    """

    __slots__ = ("dealer", "game", "game_over", "hand_over", "hand_score", "hands", "last_trick", "leader", "number",
                 "phase", "score", "to_act", "trick", "tricks", "winners")

    _lists: ClassVar[tuple[str, ...]] = ("trick", "tricks")
    """Slots with a list that is copied with the position; games extend it."""

    def __init__(self, game: Game[Any]) -> None:
        self.game = game
        self.phase = game.phases[0]
        self.dealer = game.table.size - 1
        self.number = 1
        self.to_act: int | None = None
        self.leader: int | None = None
        self.hands: list[list[Card]] = [[] for _ in game.table.seats]
        self.trick: list[Laid] = []
        self.last_trick: Trick | None = None
        self.tricks = [0] * game.table.size
        self.score: list[int] = []
        self.hand_score: list[int] | None = None
        self.hand_over = False
        self.game_over = False
        self.winners: list[str] = []

    def __init_subclass__(cls) -> None:
        """Write the class its ``copy``: a line for each slot, which takes a quarter of the time of a loop over them."""
        super().__init_subclass__()
        if "copy" not in cls.__dict__:
            cls.copy = _written_copy(cls)  # type: ignore[method-assign, assignment]

    def copy(self) -> Self:
        """An equal position that shares no list with this one."""
        twin: Self = _written_copy(type(self))(self)
        return twin


def _written_copy(kind: type[Position]) -> Callable[[Any], Any]:
    """The function ``copy`` of a class: slots are handed on, but for the lists, of which it makes new ones."""
    slots = [name for base in kind.__mro__ for name in getattr(base, "__slots__", ())]
    how = {name: f"self.{name}" for name in slots}
    how |= {name: f"self.{name}[:]" for name in kind._lists} | {"hands": "[hand[:] for hand in self.hands]"}
    lines = ["def copy(self):", "    twin = new(kind)", *(f"    twin.{name} = {value}" for name, value in how.items()),
             "    return twin"]
    names: dict[str, Any] = {"new": object.__new__, "kind": kind}
    exec("\n".join(lines), names)
    written: Callable[[Any], Any] = names["copy"]
    written.__doc__ = Position.copy.__doc__
    return written

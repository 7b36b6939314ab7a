"""A position: everything that is so at the table at one moment, in one hand of a match.

Positions are values: nothing outside a game's ``advance`` changes one, and ``advance`` is only ever given a
copy of its caller's own. So undo is an earlier value, and what-if another one. Positions are equal when all their fields are,
what they remember of the hand among them. The hash is that of the present cards and turn: whoever calls ``advance`` on a copy
must not have put that copy into a set.

What a position holds is declared once, as fields of its class:

    class WhistPosition(Position):
        trump: str = field(SUIT, settable=True)

From a field come its storage and blank value, its copy, the fact of its name, how a setup gives it and is written, and
the schema. What a position can work out from its fields is a property; ``derived`` names those that are facts too.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from operator import add
from typing import Any, ClassVar, Self

from rules_engine.core.model.cards import Card
from rules_engine.core.model.seats import Table, Who
from rules_engine.core.model.tricks import PlayedCard, Trick
from rules_engine.core.positions.field_types import (
    FLAG,
    HAND,
    LAST_TRICK,
    NUMBER,
    SEAT,
    SIDES,
    TEXT,
    TRICK,
    BySeat,
    BySide,
    FieldType,
    Nullable,
    Number,
)
from rules_engine.core.positions.notation import Notation
from rules_engine.text.message import Seats


class Field:
    """One thing that positions hold.

    ``kind``      the kind of its value; None for a field that is no fact, whose blank value ``makes`` gives
    ``settable``  whether a setup may give it
    ``needed``    whether a setup that gives the hands must give it too
    ``hidden``    whether nobody at the table sees it: views show its cards face down. Of piles by seat, each sees its own
    ``fact``      whether it is a fact
    ``key``       its name as a fact and in setups; that of the attribute, if left out
    ``shows``     the attribute that gives the fact's value, where it isn't the field itself
    ``gives``     the attribute that a setup gives, where it isn't the field itself; the game's ``resume`` adds what it lacks
    ``ended``     whether a setup gives it of a hand that is over: how it ended, which nothing else tells
    ``past``      whether a setup may give it though nothing that follows depends on it; it is written where the past is wanted
    ``shared``    whether copies share the lists within its list, which is faster: then rules put new ones in their place
    ``name``      the attribute
    """

    __slots__ = ("ended", "fact", "gives", "hidden", "key", "kind", "makes", "name", "needed", "past", "settable", "shared",
                 "shows")

    def __init__(self, kind: FieldType[Any] | None, makes: Callable[[Notation], Any], settable: bool = False,
                 needed: bool = False, hidden: bool = False, fact: bool = True, key: str = "", shows: str = "",
                 gives: str = "", ended: bool = False, past: bool = False, shared: bool = False) -> None:
        self.kind = kind
        self.makes = makes
        self.settable = settable
        self.needed = needed
        self.hidden = hidden
        self.fact = fact
        self.key = key
        self.shows = shows
        self.gives = gives
        self.ended = ended
        self.past = past
        self.shared = shared
        self.name = ""

    def named(self, name: str) -> Field:
        """Return the field, now that its attribute is known."""
        self.name = name
        self.key = self.key or name
        return self


def field(kind: FieldType[Any], *, settable: bool = False, needed: bool = False, hidden: bool = False, fact: bool = True,
         key: str = "", shows: str = "", gives: str = "", ended: bool = False, past: bool = False, shared: bool = False) -> Any:
    """Declare what positions hold, under the attribute's name; see ``Field``.

    >>> class WhistPosition(Position):
    ...     trump: str = field(TEXT, settable=True)
    >>> WhistPosition.fields["trump"].settable, "dealer" in WhistPosition.fields
    (True, True)
    """
    return Field(kind, kind.blank, settable, needed, hidden, fact, key, shows, gives, ended, past, shared)


def inner(makes: Callable[[Notation], Any]) -> Any:
    """Declare what positions hold beside their facts: ``makes`` gives the blank value."""
    return Field(None, makes, fact=False)


class PositionMeta(type):
    """The type of classes of positions: it turns what a class declares into Python's slots, and writes its ``copy``."""

    def __new__(cls, name: str, bases: tuple[type, ...], namespace: dict[str, Any]) -> PositionMeta:
        own = {key: value.named(key) for key, value in namespace.items() if isinstance(value, Field)}
        inherited = {key: value for base in reversed(bases) for key, value in getattr(base, "fields", {}).items()}
        kept = {key: value for key, value in namespace.items() if key not in own}
        kept["__slots__"] = tuple(key for key in own if key not in inherited)
        kept["fields"] = inherited | own
        derived = [getattr(base, "derived", {}) for base in reversed(bases)] + [namespace.get("derived", {})]
        kept["derived"] = {key: kind for each in derived for key, kind in each.items()}
        return super().__new__(cls, name, bases, kept)


class Position(metaclass=PositionMeta):
    """What every game's position holds. Games add fields of their own.

    ``phase``       the game's phase
    ``dealer``      seat
    ``number``      which hand of the match this is, from 1; a game that asks for it declares it settable, so that setups keep it
    ``to_act``      seat to move, or None
    ``leader``      seat that led or will lead the present trick; None outside the play
    ``hands``       cards held, by seat; ``FACE_DOWN`` for a card this view doesn't show
    ``trick``       what lies on the table, in order; empty as soon as the trick is finished
    ``last_trick``  the last finished trick of this hand, or None
    ``tricks``      tricks won in this hand, by seat
    ``score``       totals before this hand, by scoring side
    ``hand_score``  points of this hand by scoring side, once it is over
    ``hand_over``   true once the hand is scored
    ``game_over``   true once the match is won
    ``winners``     the winning sides' names once the game is over
    ``table``       the seats
    """

    phase: str = field(TEXT, settable=True)
    dealer: int = field(SEAT, settable=True)
    number: int = field(Number(least=1, blank=1), fact=False)
    to_act: int | None = field(SEAT)
    leader: int | None = field(SEAT, settable=True)
    hands: list[list[Card]] = field(BySeat(HAND), settable=True)
    trick: list[PlayedCard] = field(TRICK, settable=True)
    tricks: list[int] = field(BySeat(Number(least=0)), settable=True)
    score: list[int] = field(BySide(NUMBER), settable=True, shows="totals")
    hand_score: list[int] | None = field(Nullable(BySide(NUMBER)))
    hand_over: bool = field(FLAG)
    game_over: bool = field(FLAG)
    winners: list[str] = field(SIDES)
    last_trick: Trick | None = field(LAST_TRICK, fact=False, past=True)
    table: Table = inner(lambda notation: notation.table)

    fields: ClassVar[Mapping[str, Field]]
    """Every field of the class, those that all positions have first."""
    derived: ClassVar[Mapping[str, FieldType[Any]]] = {"last_trick_winner": SEAT}
    """Properties that are facts, with the kind of their value; a game's own are added to these."""
    setup_keys: ClassVar[Mapping[str, FieldType[Any]]] = {}
    """What a setup may give beside fields; the game's ``resume`` reads it."""
    _copied: ClassVar[Callable[[Any], Any] | None] = None
    """What copies positions of the class; written when the first one is made."""

    def __init__(self, notation: Notation) -> None:
        for name, each in self.fields.items():
            setattr(self, name, each.makes(notation))
        self.dealer = self.table.size - 1
        if "_copied" not in vars(type(self)):
            type(self)._copied = _written_copy(self)

    def __repr__(self) -> str:
        turn = "nobody to act" if self.to_act is None else f"{self.table.names[self.to_act]} to act"
        held = sum(map(len, self.hands))
        return f"<{type(self).__name__}: {self.phase}, {turn}, {held} cards in hand, {len(self.trick)} on the table>"

    def __str__(self) -> str:
        """The cards: a line for each hand, and what lies on the table. What a game tells beside them a ``Hand`` knows."""
        marks = [">" if seat == self.to_act else " " for seat in self.table.seats]
        hands = [" ".join(card.text for card in hand) or "no cards" for hand in self.hands]
        laid = [f"{self.table.names[one.seat]} {one.move.text}" for one in self.trick]
        return "\n".join([*(f"{mark} {name}: {hand}" for mark, name, hand in zip(marks, self.table.names, hands, strict=True)),
                          f"On the table: {', '.join(laid) or 'nothing'}"])

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        return type(self) is type(other) and all(getattr(self, name) == getattr(other, name) for name in self.fields)

    def __hash__(self) -> int:
        return hash((type(self), self.phase, self.dealer, self.to_act, *map(tuple, self.hands)))

    def copy(self) -> Self:
        """Return an equal position that shares no list with this one, but within fields that are ``shared``."""
        assert self._copied is not None
        twin: Self = self._copied()
        return twin

    @property
    def actor(self) -> int:
        """The seat to act, where somebody is."""
        assert self.to_act is not None, "nobody is to act"
        return self.to_act

    @property
    def last_trick_winner(self) -> int | Mapping[str, int] | None:
        """Who took the last trick, or None. A game in which colours are won apart says who took each."""
        return None if self.last_trick is None else self.last_trick.winners[""]

    @property
    def totals(self) -> list[int]:
        """Totals by scoring side, this hand counted in once it is over."""
        if self.hand_score is None:
            return self.score
        return [*map(add, self.score, self.hand_score)]

    @property
    def won_by(self) -> list[int]:
        """The seats of the winning sides, once the game is over."""
        return [seat for side in self.winners for seat in self.table.read_side(side)]

    def name(self, who: Who | None) -> Seats:
        """Return a seat that there is, or seats, as a sentence calls them: ``West``, ``you``, ``you and North``."""
        assert who is not None, "there is no such seat now"
        return self.table.called(who)


def _written_copy(blank: Position) -> Callable[[Any], Any]:
    """A function that copies positions like this blank one, a line for each field: a loop takes four times as long.

    What begins as a list is one in every position, and a copy has its own; ``[:]`` takes two thirds longer.
    """
    lines = ["def copy(self):", "    twin = new(kind)"]
    for name, declared in blank.fields.items():
        lines.append(f"    twin.{name} = {_copies(f'self.{name}', getattr(blank, name), declared.shared)}")
    names: dict[str, Any] = {"new": object.__new__, "kind": type(blank)}
    exec("\n".join([*lines, "    return twin"]), names)
    written: Callable[[Any], Any] = names["copy"]
    return written


def _copies(name: str, blank: object, shared: bool = False) -> str:
    """What copies the value under a name that begins so, with the lists in it unless they are shared."""
    if not isinstance(blank, (list, dict, set)):
        return name
    if shared or not isinstance(blank, list) or not blank or not isinstance(blank[0], (list, dict, set)):
        return f"{name}.copy()"
    each = f"{name.removeprefix('self.')}_"
    return f"[{_copies(each, blank[0])} for {each} in {name}]"

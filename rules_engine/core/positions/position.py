"""A position: the complete state of the table at one moment, in one hand of a match.

Positions are values: only a game's ``advance`` changes one, and its caller passes a copy of its own. So undo is an earlier
value, and a what-if is another one. Positions are equal if all their fields are, including their history of the hand. The
hash covers only the present cards and turn: a copy passed to ``advance`` must not be in a set.

The contents of a position are declared once, as fields of its class:

    class WhistPosition(Position):
        trump: str = field(SUIT, settable=True)

A field defines its storage and blank value, its copy, the fact of its name, its form in setups, and its schema. Values that a
position derives from its fields are properties; ``derived`` lists those that are facts too.
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
    """One item of a position's contents.

    ``kind``      the type of its value; None for a field that is no fact, whose blank value ``makes`` returns
    ``settable``  whether a setup may contain it
    ``needed``    whether a setup with hands must contain it too
    ``hidden``    whether nobody at the table sees it: views show its cards face down. In piles by seat, each seat sees its own
    ``fact``      whether it is a fact
    ``key``       its name as a fact and in setups; by default the name of the attribute
    ``shows``     the attribute with the fact's value, if not the field itself
    ``gives``     the attribute that a setup contains, if not the field itself; the game's ``resume`` adds the rest
    ``ended``     whether the setup of a finished hand contains it, because the result can't be derived from other fields
    ``past``      whether a setup may contain it although nothing later depends on it; it is written only on request
    ``shared``    whether copies share the lists within its list, which is faster; rules must then replace those lists
    ``name``      the name of the attribute
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
        """Set the name of the attribute, and return the field."""
        self.name = name
        self.key = self.key or name
        return self


def field(kind: FieldType[Any], *, settable: bool = False, needed: bool = False, hidden: bool = False, fact: bool = True,
         key: str = "", shows: str = "", gives: str = "", ended: bool = False, past: bool = False, shared: bool = False) -> Any:
    """Declare a field of a position, under the attribute's name; see ``Field``.

    >>> class WhistPosition(Position):
    ...     trump: str = field(TEXT, settable=True)
    >>> WhistPosition.fields["trump"].settable, "dealer" in WhistPosition.fields
    (True, True)
    """
    return Field(kind, kind.blank, settable, needed, hidden, fact, key, shows, gives, ended, past, shared)


def inner(makes: Callable[[Notation], Any]) -> Any:
    """Declare a field that is not a fact; ``makes`` returns its blank value."""
    return Field(None, makes, fact=False)


class PositionMeta(type):
    """Metaclass of positions: it converts the declared fields to slots and merges them with those of the bases."""

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
    """The fields common to the positions of all games. Games add fields of their own.

    ``phase``       the game's phase
    ``dealer``      the dealer's seat
    ``number``      the number of this hand in the match, from 1; a game that uses it declares it settable, so that setups keep it
    ``to_act``      the seat to move, or None
    ``leader``      the seat that led or will lead the present trick; None outside the play
    ``hands``       cards held, by seat; ``FACE_DOWN`` for a card that this view hides
    ``trick``       the cards on the table, in order; empty as soon as the trick is finished
    ``last_trick``  the last finished trick of this hand, or None
    ``tricks``      tricks won in this hand, by seat
    ``score``       totals before this hand, by scoring side
    ``hand_score``  points of this hand by scoring side; None until it is over
    ``hand_over``   true once the hand is scored
    ``game_over``   true once the match is won
    ``winners``     names of the winning sides once the match is won
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
    """Every field of the class, those common to all positions first."""
    derived: ClassVar[Mapping[str, FieldType[Any]]] = {"last_trick_winner": SEAT}
    """Properties that are facts, with the type of their value; those of subclasses are added to these."""
    setup_keys: ClassVar[Mapping[str, FieldType[Any]]] = {}
    """Keys of a setup that are not fields; the game's ``resume`` reads them."""
    _copied: ClassVar[Callable[[Any], Any] | None] = None
    """The copy function of the class, generated when its first position is created."""

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
        """Return the cards: a line for each hand, and the trick. For the other information at the table print a ``Hand``."""
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
        """Return an equal position that shares no list with this one, except within fields that are ``shared``."""
        assert self._copied is not None
        twin: Self = self._copied()
        return twin

    @property
    def actor(self) -> int:
        """The seat to act. Must not be read if nobody is to act."""
        assert self.to_act is not None, "nobody is to act"
        return self.to_act

    @property
    def last_trick_winner(self) -> int | Mapping[str, int] | None:
        """The winner of the last trick, or None. A game whose colours are won separately returns the winner of each."""
        return None if self.last_trick is None else self.last_trick.winners[""]

    @property
    def totals(self) -> list[int]:
        """Totals by scoring side, including this hand if it is over."""
        if self.hand_score is None:
            return self.score
        return [*map(add, self.score, self.hand_score)]

    @property
    def won_by(self) -> list[int]:
        """The seats of the winning sides, once the match is over."""
        return [seat for side in self.winners for seat in self.table.read_side(side)]

    def name(self, who: Who | None) -> Seats:
        """Return the words for a seat or seats in a sentence: ``West``, ``you``, ``you and North``. ``who`` must not be None."""
        assert who is not None, "there is no such seat now"
        return self.table.called(who)


def _written_copy(blank: Position) -> Callable[[Any], Any]:
    """Generate a copy function for positions with these fields, with a line for each field: a loop takes four times as long.

    A field whose blank value is a list always holds one, and each copy gets its own; ``[:]`` takes two thirds longer.
    """
    lines = ["def copy(self):", "    twin = new(kind)"]
    for name, declared in blank.fields.items():
        lines.append(f"    twin.{name} = {_copies(f'self.{name}', getattr(blank, name), declared.shared)}")
    names: dict[str, Any] = {"new": object.__new__, "kind": type(blank)}
    exec("\n".join([*lines, "    return twin"]), names)
    written: Callable[[Any], Any] = names["copy"]
    return written


def _copies(name: str, blank: object, shared: bool = False) -> str:
    """Return the expression that copies a value, and the lists within it unless they are shared."""
    if not isinstance(blank, (list, dict, set)):
        return name
    if shared or not isinstance(blank, list) or not blank or not isinstance(blank[0], (list, dict, set)):
        return f"{name}.copy()"
    each = f"{name.removeprefix('self.')}_"
    return f"[{_copies(each, blank[0])} for {each} in {name}]"

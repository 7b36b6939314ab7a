"""Positions. A position is the complete state of the table at one point in a hand.

Positions are treated as immutable: only a game's ``advance`` changes one, and its callers pass a private copy. So undoing a move
means returning to an earlier position, and exploring a line doesn't affect the hand. Positions are equal if all their fields are
equal, including the fields about the hand's history. The hash covers the cards and the seat to act, so a position in a set must
not be passed to ``advance``.

The contents of a position are declared as fields of its class:

    class WhistPosition(Position):
        trump: str = field(SUIT, settable=True)

The declaration defines how the field is stored, initialized and copied, its fact, its form in setups, and its schema. Values
derived from fields are properties; ``derived`` lists those that are facts.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Mapping
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
    """The declaration of one field of a position.

    ``kind``      the type of its value; None for an internal field, whose blank value ``makes`` returns
    ``settable``  whether a setup may contain it
    ``needed``    whether a setup that contains hands must also contain it
    ``hidden``    whether its cards are face down in views. If it contains a pile for each seat, each seat sees its own pile
    ``fact``      whether it is a fact
    ``key``       its name as a fact and in setups; by default the attribute's name
    ``shows``     the attribute that provides the fact's value, if not the field itself
    ``gives``     the attribute written to setups, if not the field itself; the game's ``resume`` derives the rest
    ``ended``     whether the setup of a finished hand contains it, because it can't be derived from other fields
    ``carried``   whether the next hand of a match begins with its value, or with that of ``shows`` if set, like ``dealer``,
                  ``number`` and ``score``
    ``past``      whether it is about the past: a setup may contain it, but nothing later depends on it, and it is written only on
                  request
    ``shared``    whether copies share its inner lists, which is faster; rules must then replace these lists instead of changing
                  them
    ``label``     its label in the referee's form; by default the key as a title
    ``matters_for``  the referee's answers that depend on it: the ``winner`` of a trick, its ``points``, the cards to ``lead`` or
                  to ``follow`` with, and the moves in a phase, by its name. By default, the form always asks for it
    ``can_be_none``  whether a suit or seat can be missing during the play; the form then offers "None"
    ``option``    the name and the value of the option without which it stays blank; the form asks for it only with that value
    ``name``      the name of the attribute
    ``annotation``  the type in its annotation, as text
    ``module``    the module that declares it
    """

    __slots__ = ("annotation", "can_be_none", "carried", "ended", "fact", "gives", "hidden", "key", "kind", "label", "makes",
                 "matters_for", "module", "name", "needed", "option", "past", "settable", "shared", "shows")

    def __init__(self, kind: FieldType[Any] | None, makes: Callable[[Notation], Any], settable: bool = False,
                 needed: bool = False, hidden: bool = False, fact: bool = True, key: str = "", shows: str = "",
                 gives: str = "", ended: bool = False, past: bool = False, shared: bool = False, label: str = "",
                 matters_for: Collection[str] | None = None, can_be_none: bool = True, carried: bool = False,
                 option: tuple[str, str] | None = None) -> None:
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
        self.label = label
        self.matters_for = matters_for
        self.can_be_none = can_be_none
        self.carried = carried
        self.option = option
        self.name = self.annotation = self.module = ""

    def named(self, name: str, annotation: object, module: str) -> Field:
        """Set the attribute's name, annotation and module, and return the field."""
        self.name, self.module = name, module
        self.annotation = annotation if isinstance(annotation, str) else getattr(annotation, "__name__", "")
        self.key = self.key or name
        self.label = self.label or self.key.replace("_", " ").capitalize()
        return self


def field(kind: FieldType[Any], *, settable: bool = False, needed: bool = False, hidden: bool = False, fact: bool = True,
         key: str = "", shows: str = "", gives: str = "", ended: bool = False, past: bool = False, shared: bool = False,
         label: str = "", matters_for: Collection[str] | None = None, can_be_none: bool = True, carried: bool = False,
         option: tuple[str, str] | None = None) -> Any:
    """Declare a field of a position, named after the attribute; see ``Field`` for the arguments.

    >>> class WhistPosition(Position):
    ...     trump: str = field(TEXT, settable=True)
    >>> WhistPosition.fields["trump"].settable, "dealer" in WhistPosition.fields
    (True, True)
    """
    if name := getattr(kind, "__name__", ""):    # a class
        raise TypeError(f"field({name}, …): expected a kind, such as SUIT or BySeat(NUMBER)")
    return Field(kind, kind.blank, settable, needed, hidden, fact, key, shows, gives, ended, past, shared, label, matters_for,
                 can_be_none, carried, option)


def inner(makes: Callable[[Notation], Any]) -> Any:
    """Declare an internal field, which isn't a fact; ``makes`` returns its blank value."""
    return Field(None, makes, fact=False)


_BUILTIN: Mapping[str, type] = {each.__name__: each for each in (list, tuple, dict, frozenset, int, str, bool)}
_TYPE = re.compile(rf"({'|'.join(_BUILTIN)})(?:\[(.*)\])?")


def mistyped(fields: Iterable[Field], notation: Notation) -> list[str]:
    """Return a message for each field whose kind holds values of another type than its annotation says."""
    return [f"{field.module.replace('.', '/')}.py: the field {field.name} is annotated as {field.annotation}, but its kind "
            f"begins with {blank!r}: give it a kind that holds that" for field in fields
            if (blank := field.makes(notation)) is not None and not _is_of_type(blank, field.annotation)]


def _is_of_type(value: object, annotation: str) -> bool:
    """Return whether a value fits an annotation; True for annotations other than builtin types and lists of them."""
    found = _TYPE.fullmatch(annotation)
    if found is None:
        return True
    if not isinstance(value, _BUILTIN[found[1]]) or (isinstance(value, bool) and found[1] == "int"):
        return False
    return not isinstance(value, list) or found[2] is None or all(_is_of_type(each, found[2]) for each in value)


class PositionMeta(type):
    """Metaclass for positions: converts the declared fields to slots and adds them to those of the base classes."""

    def __new__(cls, name: str, bases: tuple[type, ...], namespace: dict[str, Any]) -> PositionMeta:
        types = namespace.get("__annotations__", {})
        own = {key: value.named(key, types.get(key), namespace["__module__"]) for key, value in namespace.items()
               if isinstance(value, Field)}
        inherited = {key: value for base in reversed(bases) for key, value in getattr(base, "fields", {}).items()}
        kept = {key: value for key, value in namespace.items() if key not in own}
        kept["__slots__"] = tuple(key for key in own if key not in inherited)
        kept["fields"] = inherited | own
        derived = [getattr(base, "derived", {}) for base in reversed(bases)] + [namespace.get("derived", {})]
        kept["derived"] = {key: kind for each in derived for key, kind in each.items()}
        return super().__new__(cls, name, bases, kept)


class Position(metaclass=PositionMeta):
    """A position, with the fields common to all games. Games add their own fields in subclasses.

    ``phase``       the current phase of the hand
    ``dealer``      the dealer's seat
    ``number``      the number of this hand in the match, from 1; a game that uses it declares it settable, so that it is kept in
                    setups
    ``to_act``      the seat to move, or None
    ``leader``      the seat that led or will lead the current trick; None outside the play
    ``hands``       the cards in each seat's hand; ``FACE_DOWN`` for a card hidden in a view
    ``trick``       the cards on the table, in the order played; empty when the trick is finished
    ``last_trick``  the last finished trick in this hand, or None
    ``tricks``      the number of tricks won in this hand, for each seat
    ``score``       the totals before this hand, for each scoring side
    ``hand_score``  the points for this hand, for each scoring side; None until it is over
    ``hand_over``   true once the hand is scored
    ``game_over``   true once the match is won
    ``winners``     names of the winning sides once the match is won
    ``table``       the seats
    """

    phase: str = field(TEXT, settable=True)
    dealer: int = field(SEAT, settable=True, matters_for=(), can_be_none=False)
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
    """All fields of the class by name; those common to all games come first."""
    derived: ClassVar[Mapping[str, FieldType[Any]]] = {"last_trick_winner": SEAT}
    """Maps the names of properties that are facts to the type of their value; subclasses add to these."""
    setup_keys: ClassVar[Mapping[str, FieldType[Any]]] = {}
    """Keys allowed in a setup that aren't fields; the game's ``resume`` reads them."""
    _copied: ClassVar[Callable[[Any], Any] | None] = None
    """The class's copy function, generated when its first position is created."""

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
        """Return the cards as text: one line for each hand, and one for the trick. Print a ``Hand`` for more information."""
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
        """Return an equal position that shares no lists with this one, except inner lists in ``shared`` fields."""
        assert self._copied is not None
        twin: Self = self._copied()
        return twin

    @property
    def actor(self) -> int:
        """The seat to act. Must be read only if a seat is to act."""
        assert self.to_act is not None, "nobody is to act"
        return self.to_act

    @property
    def last_trick_winner(self) -> int | Mapping[str, int] | None:
        """The winner of the last trick, or None. Games in which colours are won separately override it with the winner of each
        colour."""
        return None if self.last_trick is None else self.last_trick.winners[""]

    @property
    def totals(self) -> list[int]:
        """The total for each scoring side, including this hand if it is over."""
        if self.hand_score is None:
            return self.score
        return [*map(add, self.score, self.hand_score)]

    @property
    def won_by(self) -> list[int]:
        """The seats on the winning sides; empty until the match is over."""
        return [seat for side in self.winners for seat in self.table.read_side(side)]

    def name(self, who: Who | None) -> Seats:
        """Return one or several seats as they appear in a sentence: ``West``, ``you``, ``you and North``. ``who`` must not be
        None."""
        assert who is not None, "there is no such seat now"
        return self.table.called(who)


def _written_copy(blank: Position) -> Callable[[Any], Any]:
    """Generate a copy function for positions with these fields. It has a line for each field, because a loop takes four times as
    long.

    A field whose blank value is a list always contains a list, and each position gets its own copy. ``.copy()`` is used because
    ``[:]`` takes two thirds longer.
    """
    lines = ["def copy(self):", "    twin = new(kind)"]
    for name, declared in blank.fields.items():
        lines.append(f"    twin.{name} = {_copies(f'self.{name}', getattr(blank, name), declared.shared)}")
    names: dict[str, Any] = {"new": object.__new__, "kind": type(blank)}
    exec("\n".join([*lines, "    return twin"]), names)
    written: Callable[[Any], Any] = names["copy"]
    return written


def _copies(name: str, blank: object, shared: bool = False) -> str:
    """Return an expression that copies a value, including its inner lists unless they are shared."""
    if not isinstance(blank, (list, dict, set)):
        return name
    if shared or not isinstance(blank, list) or not blank or not isinstance(blank[0], (list, dict, set)):
        return f"{name}.copy()"
    each = f"{name.removeprefix('self.')}_"
    return f"[{_copies(each, blank[0])} for {each} in {name}]"

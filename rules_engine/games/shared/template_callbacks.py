"""Callbacks for a phrasebook that only fill in a template.

    words.refuses(rules.stick)(fill_in("Everyone else has passed, so {seat} {seat:has|have} to name a suit."))
    words.permits(rules.exchange)(permit("Any two cards may be given to {to}.", binds="hand", to=partner))

Besides its own fields, a template may contain these placeholders:

    {seat}     the seat that moves or that the event is about; without one, the dealer
    {card}     the card of the move, or the event's first card, with its article
    {cards}    the cards that bind, or the event's cards
    {suit}     the suit that the move names, or the suit in the event's word
    {n}        the number of the move, or the event's first number
    {players}  the number of players
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal

from rules_engine.core.model.cards import FACE_DOWN, Card
from rules_engine.core.model.events import Event
from rules_engine.core.model.moves import Move
from rules_engine.core.positions.position import Position
from rules_engine.narration.move_phrases import with_article
from rules_engine.narration.phrasebook import WithCards
from rules_engine.text.message import Place, Sentence, Text, all_of, as_texts, suit_mark
from rules_engine.text.template import places

FieldValue = Place | Callable[[Any], Place]
"""A value for a placeholder, or a function that returns it for a position."""


def fill_in(template: str, *, private: bool = False, **fields: FieldValue) -> Callable[..., Sentence]:
    """Return a callback for ``happened`` or ``refuses`` that fills in a template.

    ``private``  whether the event's card is named only to the event's seat
    ``fields``   values, or functions of the position. See the module for the other placeholders
    """
    names = [place.name for place in places(template)]

    def tells(position: Position, about: Event | int, move: Move | None = None, binds: Sequence[Card] = ()) -> Sentence:
        usual = _of_event(position, about, private) if isinstance(about, Event) else _of_move(position, about, move, binds)
        given = {name: fields[name] if name in fields else usual[name]() for name in names}
        return Sentence(template, as_texts(**{name: value(position) if callable(value) else value
                                              for name, value in given.items()}))
    return tells


def permit(template: str, binds: Literal["card", "hand", ""] = "", when: Callable[[Any, Move], bool] | None = None,
               **fields: FieldValue) -> Callable[..., WithCards | None]:
    """Return a callback for ``permits`` that fills in a template.

    ``binds``   the cards that the sentence is about: the ``card`` played, the whole ``hand``, or none
    ``when``    (position, move) -> whether the sentence is used; by default, always
    ``fields``  values, or functions of the position. See the module for the other placeholders
    """
    says = fill_in(template, private=False, **fields)

    def tells(position: Position, seat: int, move: Move) -> WithCards | None:
        if when is not None and not when(position, move):
            return None
        return says(position, seat, move), [move.played] if binds == "card" else position.hands[seat] if binds else ()
    return tells


def by_word(callbacks: Mapping[str, Callable[[Any, Event], Text]]) -> Callable[[Any, Event], Text]:
    """Return a callback for ``happened`` that chooses one of ``callbacks`` by the event's word; ``""`` is the default."""
    return lambda position, event: callbacks.get(event.word, callbacks[""])(position, event)


def _of_event(position: Position, event: Event, private: bool) -> Mapping[str, Callable[[], Place]]:
    """Return the functions that return the usual fields of a sentence about an event."""
    return {"seat": lambda: position.name(position.dealer if event.seat is None else event.seat),
            "card": lambda: with_article(FACE_DOWN if private and position.table.reader != event.seat else event.cards[0]),
            "cards": lambda: all_of(event.cards), "suit": lambda: suit_mark(event.word),
            "n": lambda: event.numbers[0], "players": lambda: position.table.size}


def _of_move(position: Position, seat: int, move: Move | None, binds: Sequence[Card]) -> Mapping[str, Callable[[], Place]]:
    """Return the functions that return the usual fields of a sentence about a move."""
    assert move is not None
    return {"seat": lambda: position.name(seat), "card": lambda: with_article(move.played), "cards": lambda: all_of(binds),
            "suit": lambda: suit_mark(move.suit), "n": lambda: move.number or 0, "players": lambda: position.table.size}

"""Setups and facts: a position read from plain values, written back to them, and what it says of itself.

A setup describes a position as scenario files and links hold it. Its keys are the settable slots of the game's
positions, and ``seats`` and ``seed``. Reading collects every problem, each with the path to its value.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from rules_engine.core.game.game import AnyGame, Game
from rules_engine.core.game.setup_checks import SetupReader
from rules_engine.core.model.cards import Card
from rules_engine.core.model.errors import Path, quoted
from rules_engine.core.positions.field_types import SEAT, FieldType, Number
from rules_engine.core.positions.json_values import JsonValue, meant
from rules_engine.core.positions.position import Field, Position

P = TypeVar("P", bound=Position)
FilledHands = Mapping[int, list[Card]]

OTHER_KEYS = ("seats", "seed")
"""The keys of a setup that tell nothing of a position: the names of the seats, and the engine's own deal."""
OVER = "over"
"""The phase of a hand that is over, in every game."""
MATCH = frozenset({"dealer", "number", "score"})
"""Slots that carry over from hand to hand."""


def read_setup(game: Game[P], setup: Mapping[str, JsonValue], before: P | None = None, filled: FilledHands | None = None,
               uneven: bool = False) -> P:
    """Return the position that ``setup`` describes; with ``before``, the next hand after that position.

    ``filled`` gives the cards of seats that the setup leaves out; ``uneven`` allows those hands other sizes.
    Raises ``SetupError`` with every problem.
    """
    given, position = SetupReader(setup, uneven), game.blank()
    _known_keys(game, given)
    _read_match(game, given, position, before)
    _read_hands(game, given, position, filled or {})
    _read_slots(game, given, position)
    _check_last_trick(game, given, position)
    _fill_hands(game, given, position, filled or {})
    _claim_cards(game, given, position)
    given.finish()
    if position.phase == OVER:
        game.resume_over(position, given)
    else:
        game.resume(position, given)
    given.finish()
    return position


def settable(game: AnyGame) -> dict[str, Field]:
    """Return the slots that a setup may give, by key."""
    return {slot.key: slot for slot in game.positions.slots.values() if slot.settable}


def readable(game: AnyGame) -> dict[str, Field]:
    """Return the slots that some setup may give, by key: those of the past and of a hand that is over among them."""
    return {slot.key: slot for slot in game.positions.slots.values() if slot.settable or slot.ended or slot.past}


def _known_keys(game: AnyGame, given: SetupReader) -> None:
    known = sorted({*OTHER_KEYS, *readable(game), *game.positions.setup_keys})
    for key in given.value:
        if key not in known:
            given.fault(f"unknown key {quoted(key)}; a setup of {game.id} has {', '.join(known)}", key, hint=meant(key, known))


def _read_match(game: Game[P], given: SetupReader, position: P, before: P | None) -> None:
    if before is not None:
        game.carry(position, before)
    for slot in settable(game).values():
        if slot.name in MATCH and given.given(slot.key):
            carried, value = getattr(position, slot.name), _read(game, given, slot)
            if before is None:
                setattr(position, slot.name, value)
            elif value != carried:
                given.fault(_not_carried(game, slot, carried), slot.key)


def _not_carried(game: AnyGame, slot: Field, carried: Any) -> str:
    if slot.name == "dealer":
        return f"{game.table.names[carried]} deals next"
    return ("the totals carry over from the hand before" if slot.name == "score"
            else f"this is number {carried}: it carries over from the hand before")


def _read_hands(game: Game[P], given: SetupReader, position: P, filled: FilledHands) -> None:
    seed = Number().read(given.of("seed"), game.notation)
    if given.seed_dealt:
        game.deal_out(position, seed)
    elif not given.given("hands") and not any(filled.values()):
        given.fault("a setup needs hands, or a seed for the engine to deal", "hands")
    else:
        position.hands = _read(game, given, game.positions.slots["hands"])


def _read_slots(game: Game[P], given: SetupReader, position: P) -> None:
    """Every other slot: what the setup gives, else what the seed dealt or the blank value."""
    position.phase = given.of("phase").one_of(game.phases)
    for slot in readable(game).values():
        if slot.ended and position.phase != OVER and given.given(slot.key):
            given.fault(f"{slot.key} is of a hand that is over: leave it out, or say phase: {OVER}", slot.key)
        elif slot.name not in MATCH and slot.name not in ("hands", "phase"):
            _read_slot(game, given, position, slot)


def _check_last_trick(game: AnyGame, given: SetupReader, position: Position) -> None:
    """The last trick has cards, and the winner that its game knows: one, or one of each colour."""
    trick, apart = position.last_trick, position.derived["last_trick_winner"] is not SEAT
    won = {*game.pack.suits} if apart else {""}
    if trick is not None and not (trick.laid and trick.winners and won.issuperset(trick.winners)):
        whose = "its winner by colour" if apart else "its winner"
        given.fault(f"the last trick has its cards, and {whose}", "last_trick")


def _read_slot(game: Game[P], given: SetupReader, position: P, slot: Field) -> None:
    dealt = getattr(position, slot.name)
    if given.given(slot.key):
        setattr(position, slot.name, _read(game, given, slot))
        if dealt and given.seed_dealt and any(slot.kind.cards(dealt, game.notation) if slot.kind else ()):
            given.fault("the seed deals these cards: leave them out, or give the hands too", slot.key)
    elif slot.needed and not dealt:
        given.fault(f"a setup that gives the hands gives {slot.key} too", slot.key)


def _read(game: AnyGame, given: SetupReader, slot: Field) -> Any:
    assert slot.kind is not None
    return slot.kind.read(given.of(slot.key), game.notation)


def _fill_hands(game: Game[P], given: SetupReader, position: P, filled: FilledHands) -> None:
    """The hands of seats that the setup leaves out. What lies in a pile may come to them, but isn't in hand yet."""
    piled = {card for slot, _, card in _cards_in(game, position) if slot.name not in ("hands", "trick")}
    for seat, name in enumerate(game.table.names):
        if given.filled(name):
            position.hands[seat] = [card for card in filled.get(seat, []) if card not in piled]


def _claim_cards(game: Game[P], given: SetupReader, position: P) -> None:
    for slot, path, card in _cards_in(game, position):
        given.claim((slot.key, *path), card, game.notation.cards)


def _cards_in(game: Game[P], position: P) -> list[tuple[Field, Path, Card]]:
    """Every card of the position, with its slot and the path to it there."""
    return [(slot, path, card) for slot in position.slots.values() if slot.kind is not None
            for path, card in slot.kind.cards(getattr(position, slot.name), game.notation)]


def write_setup(game: Game[P], position: P, exact: bool = False) -> dict[str, JsonValue]:
    """Return a setup that ``read_setup`` reads back to this position, without its history and with cards in pack order.

    An ``exact`` one has the last trick too, and cards in the order held, in which moves are offered.
    """
    slots = [slot for slot in readable(game).values()
             if slot.settable or (slot.ended and position.phase == OVER) or (slot.past and exact)]
    written = {slot.key: (slot.kind.write_exactly if exact else slot.kind.write)(getattr(position, slot.gives or slot.name),
                                                                                 game.notation)
               for slot in slots if slot.kind is not None}
    return {key: value for key, value in written.items() if value not in (None, [], {})}


def write_match(game: Game[P], position: P) -> dict[str, JsonValue]:
    """Return what a setup gives of the match alone: the dealer, the totals and the number of the hand."""
    written = write_setup(game, position)
    return {slot.key: written[slot.key] for slot in settable(game).values() if slot.name in MATCH and slot.key in written}


def facts_of(game: Game[P], position: P) -> dict[str, JsonValue]:
    """Return every fact of the position, under its public name."""
    facts: dict[str, JsonValue] = {"next_dealer": SEAT.write(game.next_dealer(position), game.notation)}
    for slot in position.slots.values():
        if slot.fact and slot.kind is not None:
            facts[slot.key] = slot.kind.write(getattr(position, slot.shows or slot.name), game.notation)
    for name, kind in position.derived.items():
        value = getattr(position, name)
        facts[name] = None if value is None else kind.write(value, game.notation)
    return facts


def fact_kinds(game: AnyGame) -> dict[str, FieldType[Any]]:
    """Return every fact's name and the kind of its value."""
    positions = game.positions
    return {"next_dealer": SEAT, **positions.derived,
            **{slot.key: slot.kind for slot in positions.slots.values() if slot.fact and slot.kind is not None}}

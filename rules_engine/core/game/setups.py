"""Setups, from which positions are read, and facts, the named values of a position; both are JSON-compatible.

A setup describes a position in scenario files and links. Its keys are the settable fields of the game's position class, and
``seats`` and ``seed``. The reader collects every problem, each with the path to its value.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from rules_engine.core.game.game import AnyGame, Game
from rules_engine.core.game.setup_checks import SetupReader
from rules_engine.core.model.cards import FACE_DOWN, Card
from rules_engine.core.model.errors import Path, quoted
from rules_engine.core.positions.field_types import SEAT, FieldType, Number
from rules_engine.core.positions.json_values import JsonValue, did_you_mean
from rules_engine.core.positions.position import Field, Position

P = TypeVar("P", bound=Position)
FilledHands = Mapping[int, list[Card]]

OTHER_KEYS = ("seats", "seed")
"""Keys of a setup that aren't position fields: the names of the seats, and the seed for the deal."""
OVER = "over"
"""Name of the phase after the end of a hand, in every game."""
MATCH = frozenset({"dealer", "number", "score"})
"""Fields of all games that carry over to the next hand; a game may declare more."""


def read_setup(game: Game[P], setup: Mapping[str, JsonValue], before: P | None = None, filled: FilledHands | None = None,
               uneven: bool = False) -> P:
    """Return the position that ``setup`` describes. If ``before`` is given, it is the end of the previous hand in the match.

    ``filled`` maps seats missing from the setup to their cards; ``uneven`` allows these hands to differ in size. Raises
    ``SetupError`` with all problems found.
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
    _check_card_points(game, given, position)
    if position.phase == OVER:
        game.resume_over(position, given)
    else:
        game.resume(position, given)
    given.finish()
    return position


def settable(game: AnyGame) -> dict[str, Field]:
    """Return the fields that a setup may contain while a hand is in progress, by key."""
    return {field.key: field for field in game.positions.fields.values() if field.settable}


def readable(game: AnyGame) -> dict[str, Field]:
    """Return all fields that a setup may contain, by key, including those about the past (``past``) and about a finished hand
    (``ended``)."""
    return {field.key: field for field in game.positions.fields.values() if field.settable or field.ended or field.past}


def _known_keys(game: AnyGame, given: SetupReader) -> None:
    known = sorted({*OTHER_KEYS, *readable(game), *game.positions.setup_keys})
    for key in given.value:
        if key not in known:
            given.add_problem(
                f"unknown key {quoted(key)}; a setup of {game.id} has {', '.join(known)}", key, hint=did_you_mean(key, known)
            )


def _read_match(game: Game[P], given: SetupReader, position: P, before: P | None) -> None:
    if before is not None:
        game.carry(position, before)
    for field in settable(game).values():
        if _carries(field) and given.has(field.key):
            carried, value = getattr(position, field.name), _read(game, given, field)
            if before is None:
                setattr(position, field.name, value)
            elif value != carried:
                given.add_problem(_not_carried(game, field, carried), field.key)


def _carries(field: Field) -> bool:
    return field.carried or field.name in MATCH


def _not_carried(game: AnyGame, field: Field, carried: Any) -> str:
    if field.name == "dealer":
        return f"{game.table.names[carried]} deals next"
    if field.name == "number":
        return f"this is number {carried}: it carries over from the hand before"
    return f"the {'totals carry' if field.name == 'score' else f'{field.key} carry'} over from the hand before"


def _read_hands(game: Game[P], given: SetupReader, position: P, filled: FilledHands) -> None:
    seed = Number().read(given.get("seed"), game.notation)
    if given.seed_dealt:
        game.deal_out(position, seed)
    elif not given.has("hands") and not any(filled.values()):
        given.add_problem("a setup needs hands, or a seed for the engine to deal", "hands")
    else:
        position.hands = _read(game, given, game.positions.fields["hands"])


def _read_slots(game: Game[P], given: SetupReader, position: P) -> None:
    """Read the remaining fields from the setup; a missing field keeps the value from the seed's deal, or the blank value."""
    position.phase = given.get("phase").one_of(game.phases)
    for field in readable(game).values():
        if field.ended and position.phase != OVER and given.has(field.key):
            given.add_problem(f"{field.key} is of a hand that is over: leave it out, or say phase: {OVER}", field.key)
        elif not _carries(field) and field.name not in ("hands", "phase"):
            _read_slot(game, given, position, field)


def _check_last_trick(game: AnyGame, given: SetupReader, position: Position) -> None:
    """Check that the last trick has cards and a winner, or a winner for each colour if colours are won separately."""
    trick, apart = position.last_trick, position.derived["last_trick_winner"] is not SEAT
    won = {*game.pack.suits} if apart else {""}
    if trick is not None and not (trick.laid and trick.winners and won.issuperset(trick.winners)):
        whose = "its winner by colour" if apart else "its winner"
        given.add_problem(f"the last trick has its cards, and {whose}", "last_trick")


def _read_slot(game: Game[P], given: SetupReader, position: P, field: Field) -> None:
    dealt = getattr(position, field.name)
    if given.has(field.key):
        setattr(position, field.name, _read(game, given, field))
        if dealt and given.seed_dealt and any(field.kind.cards(dealt, game.notation) if field.kind else ()):
            given.add_problem("the seed deals these cards: leave them out, or give the hands too", field.key)
    elif field.needed and not dealt:
        given.add_problem(f"a setup that gives the hands gives {field.key} too", field.key)


def _read(game: AnyGame, given: SetupReader, field: Field) -> Any:
    assert field.kind is not None
    return field.kind.read(given.get(field.key), game.notation)


def _fill_hands(game: Game[P], given: SetupReader, position: P, filled: FilledHands) -> None:
    """Fill the hands missing from the setup, leaving out cards in piles, which seats may receive later in the script."""
    piled = {card for field, _, card in _cards_in(game, position) if field.name not in ("hands", "trick")}
    for seat, name in enumerate(game.table.names):
        if given.filled(name):
            position.hands[seat] = [card for card in filled.get(seat, []) if card not in piled]


def _claim_cards(game: Game[P], given: SetupReader, position: P) -> None:
    for field, path, card in _cards_in(game, position):
        given.claim((field.key, *path), card, game.notation.cards)


def _check_card_points(game: Game[P], given: SetupReader, position: P) -> None:
    """Check that the points of the cards taken and of those still in the position add up to at most the points of all cards, and
    to exactly as many if every other card has been taken.
    """
    for name, points_of in game.card_points.items():
        key = game.positions.fields[name].key
        if not given.has(key):
            continue
        in_sight = [card for _, _, card in _cards_in(game, position)]
        all_taken = sum(position.tricks) * game.table.size >= len(game.deck) - len(in_sight)
        taken, total = sum(getattr(position, name)), sum(points_of(position, card) for card in game.deck)
        left = sum(points_of(position, card) for card in in_sight if card is not FACE_DOWN)
        if taken + left > total or (all_taken and taken + left < total):
            given.add_problem(f"{taken} taken and {left} in hands, piles and the trick come to {taken + left}, but there are "
                              f"{total}", key)


def _cards_in(game: Game[P], position: P) -> list[tuple[Field, Path, Card]]:
    """Return every card in the position, with its field and its path within the field."""
    return [(field, path, card) for field in position.fields.values() if field.kind is not None
            for path, card in field.kind.cards(getattr(position, field.name), game.notation)]


def write_setup(game: Game[P], position: P, exact: bool = False) -> dict[str, JsonValue]:
    """Return a setup that ``read_setup`` reads back to this position, without its history and with cards in pack order.

    If ``exact`` is true, it also contains the last trick, and hands keep their order, which determines the order of moves.
    """
    fields = [field for field in readable(game).values()
             if field.settable or (field.ended and position.phase == OVER) or (field.past and exact)]
    written = {field.key: (field.kind.write_exactly if exact else field.kind.write)(getattr(position, field.gives or field.name),
                                                                                 game.notation)
               for field in fields if field.kind is not None}
    return {key: value for key, value in written.items() if value not in (None, [], {})}


def write_match(game: Game[P], position: P) -> dict[str, JsonValue]:
    """Return the match-related part of a setup: the dealer, the totals, the number of the hand and whatever else carries over."""
    written = write_setup(game, position)
    return {field.key: written[field.key] for field in settable(game).values() if _carries(field) and field.key in written}


def facts_of(game: Game[P], position: P) -> dict[str, JsonValue]:
    """Map each fact about the position, by name, to its JSON-compatible value."""
    facts: dict[str, JsonValue] = {"next_dealer": SEAT.write(game.next_dealer(position), game.notation)}
    for field in position.fields.values():
        if field.fact and field.kind is not None:
            facts[field.key] = field.kind.write(getattr(position, field.shows or field.name), game.notation)
    for name, kind in position.derived.items():
        value = getattr(position, name)
        facts[name] = None if value is None else kind.write(value, game.notation)
    return facts


def fact_kinds(game: AnyGame) -> dict[str, FieldType[Any]]:
    """Map the name of each fact to the type of its value."""
    positions = game.positions
    return {"next_dealer": SEAT, **positions.derived,
            **{field.key: field.kind for field in positions.fields.values() if field.fact and field.kind is not None}}

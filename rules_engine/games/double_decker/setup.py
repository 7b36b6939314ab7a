"""Reading what a Double Decker setup says beside the common facts, and refusing what no deal can reach."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules_engine.core.cards import Card
from rules_engine.core.errors import TextError
from rules_engine.core.position import Laid
from rules_engine.core.setup import SetupReader
from rules_engine.games.double_decker.position import (
    COLOURS,
    PASS,
    THIRD,
    DoubleDeckerPosition,
    colours_of,
)

ROUNDS = 5


def read_facts(reader: SetupReader, position: DoubleDeckerPosition) -> None:
    """Read the round, what was captured and what was passed."""
    if position.number > ROUNDS:
        reader.fault("round", f"{position.number}: a match has {ROUNDS} rounds")
    if reader.given("tricks"):
        reader.fault("tricks", "this game counts cards, not tricks: give captured")
    _check_hands_given(reader)
    _read_captured(reader, position)
    _read_passed(reader, position)


def check_position(reader: SetupReader, position: DoubleDeckerPosition) -> None:
    """Note what can't be so in a position whose cards are all read."""
    for place in range(len(position.trick)):
        fault = _fault_in_trick(position.trick[:place], position.trick[place])
        if fault:
            reader.fault("trick", place, fault)
    _check_sizes(reader, position)
    _check_colours(reader, position)


def _check_hands_given(reader: SetupReader) -> None:
    given = reader.setup.get("hands")
    if not isinstance(given, Mapping):
        return
    for name in reader.game.table.names:
        if given.get(name) is None:
            reader.fault("hands", f"{name} is left out: a setup gives every hand, two cards or more, "
                                  "for the last is set aside")


def _read_captured(reader: SetupReader, position: DoubleDeckerPosition) -> None:
    for name, value in reader.mapping("captured", list(reader.game.table.names)).items():
        if value is None:
            continue
        if not isinstance(value, Mapping):
            reader.fault("captured", name, f"{value!r} is not a mapping of colour to number, like {{R: 3}}")
            continue
        position.captured[reader.game.table.read_seat(name)] = _counts(reader, name, value)


def _counts(reader: SetupReader, name: str, value: Mapping[Any, Any]) -> tuple[int, ...]:
    counts = dict.fromkeys(COLOURS, 0)
    most = len(reader.game.cards) // len(COLOURS)
    for key, count in value.items():
        try:
            colour = reader.game.pack.read_suit(key)
        except TextError as error:
            reader.fault("captured", name, str(key), str(error))
            continue
        if isinstance(count, bool) or not isinstance(count, int) or not 0 <= count <= most:
            reader.fault("captured", name, str(key), f"{count!r} is not a number of cards from 0 to {most}")
        else:
            counts[colour] += count
    return tuple(counts.values())


def _read_passed(reader: SetupReader, position: DoubleDeckerPosition) -> None:
    """A card passed to the present trick stands in ``trick`` and is counted from there."""
    for name, value in reader.mapping("passed", list(reader.game.table.names)).items():
        seat = reader.game.table.read_seat(name)
        position.passed[seat] = tuple(reader.claim(("passed", name), value, f"the cards passed by {name}"))
    for laid in position.trick:
        if laid.move.verb == PASS:
            position.passed[laid.seat] += (laid.card,)


def _fault_in_trick(before: list[Laid], laid: Laid) -> str:
    colours, card = colours_of(before), laid.card
    if laid.move.verb != PASS:
        barred = len(colours) == 2 and card.suits not in colours
        return f"{card.text} would be a third colour: a trick holds at most two" if barred else ""
    if len(colours) < 2:
        return f"{laid.move.text!r}: nobody passes before two colours are on the table"
    third = THIRD[colours]
    fits = card.suits == third
    return "" if fits else f"{laid.move.text!r}: the card passed must be of the third colour, {third}"


def _check_sizes(reader: SetupReader, position: DoubleDeckerPosition) -> None:
    table, laid_by = position.game.table, {laid.seat for laid in position.trick}
    sizes = [len(position.hands[seat]) + (seat in laid_by) for seat in table.seats]
    dealt = len(position.game.cards) // table.size
    if min(sizes) < 2:
        reader.fault("hands", "each seat needs two cards or more, what it has on the table counted in: "
                              "the last card is set aside")
    if max(sizes) > dealt:
        reader.fault("hands", f"{max(sizes)} cards to a seat: {table.size} players are dealt {dealt} each")
        return
    _check_taken(reader, position, dealt - max(sizes))


def _check_taken(reader: SetupReader, position: DoubleDeckerPosition, tricks: int) -> None:
    """No more can be captured and passed than the tricks played before this one had cards."""
    table = position.game.table
    now = {laid.seat for laid in position.trick if laid.move.verb == PASS}
    passed = [len(cards) - (seat in now) for seat, cards in enumerate(position.passed)]
    captured = sum(map(sum, position.captured))
    told = f"at most {tricks} tricks can have been played before this one"
    for seat, count in enumerate(passed):
        if count > tricks:
            reader.fault("passed", table.names[seat], f"{count} cards passed, but {told}")
    if sum(passed) > (table.size - 2) * tricks:
        reader.fault("passed", f"{sum(passed)} cards passed in all, but {told}, each with two cards played")
    if captured + sum(passed) > table.size * tricks:
        reader.fault("captured", f"{captured} cards captured and {sum(passed)} passed, but {told}, "
                                 f"of {table.size} cards each")


def _check_colours(reader: SetupReader, position: DoubleDeckerPosition) -> None:
    """The cards of a colour, captured or still to be seen, are no more than the pack has."""
    seen: list[Card] = [card for cards in (*position.hands, *position.passed) for card in cards]
    seen += [laid.card for laid in position.trick if laid.move.verb != PASS]
    most = len(position.game.cards) // len(COLOURS)
    for place, colour in enumerate(COLOURS):
        captured = sum(counts[place] for counts in position.captured)
        elsewhere = sum(card.suits == colour for card in seen)
        if captured + elsewhere > most:
            reader.fault("captured", f"{captured} of {colour} captured and {elsewhere} in hand, on the table "
                                     f"or passed are more than the {most} in the pack")

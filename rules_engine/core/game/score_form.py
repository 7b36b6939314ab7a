"""Score entry: players enter numbers and choices after a hand with real cards, and the engine computes the score sheet.

A game's module ``score_form`` defines an instance of ``Counting`` called ``counting``. Its ``form`` declares the numbers to enter
for each seat or side and the choices, with their bounds and sums. The entries are stored in the fields of a position, which the
game then scores as usual, so no scoring rule is written twice. In a game without this module, players enter points.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Generic, NamedTuple, TypeVar

from rules_engine.core.game.game import AnyGame, Game
from rules_engine.core.game.game_modules import game_module
from rules_engine.core.model.events import Event, Line, collect_events, ignore_events
from rules_engine.core.positions.json_values import JsonValue
from rules_engine.core.positions.position import Position
from rules_engine.text.message import NOTHING, Text, say

P = TypeVar("P", bound=Position)
Answer = int | str
Counted = Mapping[str, JsonValue]
"""The entries for a hand: maps the key of a form field to a number, a word, or a number for each seat or side."""
When = Mapping[str, Sequence[Answer]]
"""Condition for showing a form field: maps keys of other fields to the entries that make it appear; empty for always."""
ALWAYS: When = MappingProxyType({})
MOST_POINTS = 9999


class NumberField(NamedTuple):
    """A number to enter for each side in ``who`` (tuples of seats), or one number for the table if ``who`` is empty."""

    key: str
    label: Text
    most: int
    who: Sequence[tuple[int, ...]] = ()
    least: int = 0
    when: When = ALWAYS


class ChoiceOption(NamedTuple):
    """An option in a ``ChoiceField``, shown as its ``label`` or as the names of ``seats``."""

    value: Answer
    label: Text = NOTHING
    seats: tuple[int, ...] = ()


class ChoiceField(NamedTuple):
    """A choice among ``options`` to enter."""

    key: str
    label: Text
    options: Sequence[ChoiceOption]
    when: When = ALWAYS


class Sum(NamedTuple):
    """A constraint on the sum of all numbers under ``keys``: equal to ``total``, or at most ``total`` unless ``exact``.

    ``what`` names the things counted, for messages.
    """

    keys: tuple[str, ...]
    total: int
    what: Text
    exact: bool = True


class Share(NamedTuple):
    """A constraint for each player: the number under ``key`` is at most ``times`` the number under ``of``.

    For example, the number of cards taken is limited by the number of tricks."""

    key: str
    of: str
    times: int


class Form(NamedTuple):
    """The fields to enter for a hand, and their constraints."""

    asks: Sequence[NumberField | ChoiceField]
    sums: Sequence[Sum] = ()
    shares: Sequence[Share] = ()

    def asked(self, told: Counted) -> list[NumberField | ChoiceField]:
        """Return the fields that apply, given the entries so far."""
        found: dict[str, NumberField | ChoiceField] = {}
        for ask in self.asks:
            if all(key in found and told.get(key) in values for key, values in ask.when.items()):
                found[ask.key] = ask
        return [*found.values()]

    def holds(self, told: Counted) -> bool:
        """Return whether all fields that apply are entered, are within bounds and meet the constraints."""
        asked = self.asked(told)
        if not all(_within(ask, told.get(ask.key)) for ask in asked):
            return False
        keys = {ask.key for ask in asked}
        sums = [each for each in self.sums if keys.issuperset(each.keys)]
        shares = [each for each in self.shares if {each.key, each.of} <= keys]
        return all(_adds_up(each, told) for each in sums) and all(_shared(each, told) for each in shares)


def _within(ask: NumberField | ChoiceField, value: object) -> bool:
    if isinstance(ask, ChoiceField):
        return any(type(value) is type(option.value) and value == option.value for option in ask.options)
    if bool(ask.who) is not isinstance(value, (list, tuple)):
        return False
    numbers: Sequence[object] = value if isinstance(value, (list, tuple)) else [value]
    return len(numbers) == (len(ask.who) or 1) and all(
        type(number) is int and ask.least <= number <= ask.most for number in numbers)


def _numbers(told: Counted, key: str) -> Sequence[int]:
    return [told[key]] if isinstance(told[key], int) else told[key]


def _adds_up(each: Sum, told: Counted) -> bool:
    come_to = sum(number for key in each.keys for number in _numbers(told, key))
    return come_to == each.total if each.exact else come_to <= each.total


def _shared(each: Share, told: Counted) -> bool:
    return all(number <= each.times * of for number, of in zip(_numbers(told, each.key), _numbers(told, each.of), strict=True))


class Counting(Generic[P]):
    """The score entry for a game. Subclasses define ``form``. By default the keys of its fields are names of position fields."""

    def form(self, game: Any, dealer: int) -> Form:
        """Return the form for a hand with this dealer."""
        raise NotImplementedError

    def settle(self, position: P, told: Counted) -> None:
        """Store the entries in a position so that it can be scored. By default each entry is stored in the field with its key."""
        for key, value in told.items():
            setattr(position, key, [*value] if isinstance(value, (list, tuple)) else value)

    def tell(self, game: Any, position: P) -> Counted:
        """Return the entries that players would make for a finished hand: by default, the values of the position's fields."""
        return {ask.key: getattr(position, ask.key) for ask in self.form(game, position.dealer).asks}

    def leads(self, game: Game[P], position: P) -> int | None:
        """Return the first leader in a hand without entries; None if it isn't known in advance."""
        return game.leads_first(position)

    def score(self, game: Game[P], position: P, told: Counted) -> list[Line]:
        """End a hand with these entries, and return the lines of its score sheet."""
        self.settle(position, told)
        game.finish_hand(position, ignore_events)
        return game.sheet(position)


class Points(Counting[Position]):
    """The default score entry: the points scored by each side. They are added to the totals and may end the match."""

    def form(self, game: Any, dealer: int) -> Form:
        """Return a form with one number for each side: its points."""
        return Form([NumberField("points", say("Points"), MOST_POINTS, game.score_sides(), -MOST_POINTS)])

    def tell(self, game: Any, position: Position) -> Counted:
        """Return the points that each side scored in the hand."""
        return {"points": position.hand_score or []}

    def leads(self, game: Game[Position], position: Position) -> None:
        """Return None: the first leader may depend on the cards."""

    def score(self, game: Game[Position], position: Position, told: Counted) -> list[Line]:
        """Add the points to the totals. Return no lines."""
        game.close_hand(position, _numbers(told, "points"))
        return []


def counting_of(kind: type[AnyGame]) -> Counting[Any]:
    """Return the score entry for a game."""
    module = game_module(kind, "score_form")
    found: Counting[Any] = Points() if module is None else module.counting
    return found


def counted_hands(game: Game[P], dealer: int, hands: Sequence[Counted]) -> Iterator[tuple[P, list[Line], list[Event]]]:
    """Yield each hand of a match at its end, with its score lines and events.

    Stops before the first invalid hand, and after the hand that ends the match.
    """
    counting, before = counting_of(type(game)), None
    for told in hands:
        position = next_hand(game, dealer, before)
        form = counting.form(game, position.dealer)
        if not form.holds(told):
            return
        asked = {ask.key: told[ask.key] for ask in form.asked(told)}
        lines, events = counting.score(game, position, asked), list[Event]()
        game.announce(position, collect_events(events))
        yield position, lines, events
        if position.game_over:
            return
        before = position


def next_hand(game: Game[P], dealer: int, before: P | None) -> P:
    """Return a hand without entries: the one after ``before``, or the first hand in the match."""
    position = game.blank()
    if before is None:
        position.dealer = dealer
    else:
        game.carry(position, before)
    return position

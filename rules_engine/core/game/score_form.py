"""What a table can count once a hand is over, so that the engine writes its sheet: declared by a game in one place.

A game's module ``counting`` holds an instance of ``Counting``. Its ``form`` says what is asked: numbers of each seat or side, and
choices, with their bounds and what they come to together. What is answered goes into the fields of a position, and then the
game's own score makes the sheet: no rule of scoring is written twice. A game without the module is asked for points.
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
"""What a table told of a hand: the key of what was asked to a number, a word, or numbers for each seat or side."""
When = Mapping[str, Sequence[Answer]]
"""Another key to its answers for which something is asked; nothing where it is asked in any case."""
ALWAYS: When = MappingProxyType({})
MOST_POINTS = 9999


class NumberField(NamedTuple):
    """A number that is asked: of each of ``who``, seats or sides by their seats; of the table where there are none."""

    key: str
    label: Text
    most: int
    who: Sequence[tuple[int, ...]] = ()
    least: int = 0
    when: When = ALWAYS


class ChoiceOption(NamedTuple):
    """An answer to choose: it has a ``label``, or is called by the names of ``seats``."""

    value: Answer
    label: Text = NOTHING
    seats: tuple[int, ...] = ()


class ChoiceField(NamedTuple):
    """A question with a few answers."""

    key: str
    label: Text
    options: Sequence[ChoiceOption]
    when: When = ALWAYS


class Sum(NamedTuple):
    """What all numbers under some keys come to together: ``total`` of ``what``; no more than it where not ``exact``."""

    keys: tuple[str, ...]
    total: int
    what: Text
    exact: bool = True


class Share(NamedTuple):
    """Nobody can have more than ``times`` so many under ``key`` as under ``of``: cards come with tricks."""

    key: str
    of: str
    times: int


class Form(NamedTuple):
    """What is asked of a hand."""

    asks: Sequence[NumberField | ChoiceField]
    sums: Sequence[Sum] = ()
    shares: Sequence[Share] = ()

    def asked(self, told: Counted) -> list[NumberField | ChoiceField]:
        """Return what is asked, after these answers."""
        found: dict[str, NumberField | ChoiceField] = {}
        for ask in self.asks:
            if all(key in found and told.get(key) in values for key, values in ask.when.items()):
                found[ask.key] = ask
        return [*found.values()]

    def holds(self, told: Counted) -> bool:
        """Tell whether everything is answered, within its bounds, and adds up."""
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
    """How the hands of a game are counted. Its author says what is asked in ``form``; keys are fields, unless said otherwise."""

    def form(self, game: Any, dealer: int) -> Form:
        """Return what is asked of a hand of this dealer's."""
        raise NotImplementedError

    def settle(self, position: P, told: Counted) -> None:
        """Put what was told into a position, so that it can be scored. By itself each answer goes into the field of its key."""
        for key, value in told.items():
            setattr(position, key, [*value] if isinstance(value, (list, tuple)) else value)

    def tell(self, game: Any, position: P) -> Counted:
        """Return what a table would tell of a hand that is over. By itself that is what stands in the fields."""
        return {ask.key: getattr(position, ask.key) for ask in self.form(game, position.dealer).asks}

    def leads(self, game: Game[P], position: P) -> int | None:
        """Return who leads first in a hand of which nothing is told yet; None where that isn't known before."""
        return game.leads_first(position)

    def score(self, game: Game[P], position: P, told: Counted) -> list[Line]:
        """End a hand of which this was told, and return the lines of its sheet."""
        self.settle(position, told)
        game.finish_hand(position, ignore_events)
        return game.sheet(position)


class Points(Counting[Position]):
    """What is asked in a game that declares nothing: the points of each side. They make the totals, and the end of the match."""

    def form(self, game: Any, dealer: int) -> Form:
        """Ask for points."""
        return Form([NumberField("points", say("Points"), MOST_POINTS, game.score_sides(), -MOST_POINTS)])

    def tell(self, game: Any, position: Position) -> Counted:
        """Return the points of the hand."""
        return {"points": position.hand_score or []}

    def leads(self, game: Game[Position], position: Position) -> None:
        """Leave it open: that may hang on the cards."""

    def score(self, game: Game[Position], position: Position, told: Counted) -> list[Line]:
        """Add the points; there are no lines."""
        game.close_hand(position, _numbers(told, "points"))
        return []


def counting_of(kind: type[AnyGame]) -> Counting[Any]:
    """Return how the hands of a game are counted."""
    module = game_module(kind, "score_form")
    found: Counting[Any] = Points() if module is None else module.counting
    return found


def counted_hands(game: Game[P], dealer: int, hands: Sequence[Counted]) -> Iterator[tuple[P, list[Line], list[Event]]]:
    """Yield each hand of a match at its end, with its lines and what follows.

    It ends before a hand that doesn't add up, and with one that ends the match.
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
    """Return a hand of which nothing is told yet: the one after ``before``, or the first."""
    position = game.blank()
    if before is None:
        position.dealer = dealer
    else:
        game.carry(position, before)
    return position

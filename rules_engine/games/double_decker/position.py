"""What lies on a Double Decker table, and how its tricks are shared out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import permutations
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

from rules_engine.core.cards import Card
from rules_engine.core.errors import TextError
from rules_engine.core.facts import NUMBER, Kind, Plain
from rules_engine.core.moves import make_move, play
from rules_engine.core.packs import DOUBLE_DECKER
from rules_engine.core.position import Laid, Position

if TYPE_CHECKING:
    from rules_engine.core.game import Game
    from rules_engine.games.double_decker.game import DoubleDecker

COLOURS = "".join(DOUBLE_DECKER.suits)
"""The colours' letters in the order that breaks ties."""
PLACES = tuple(enumerate(COLOURS))

PASS = "pass"
PLAYS = {card: play(card) for card in DOUBLE_DECKER}
PASSES = {card: make_move(PASS, card) for card in DOUBLE_DECKER}
THIRD = {one + other: "".join(set(COLOURS) - {one, other}) for one, other in permutations(COLOURS, 2)}
"""The two colours of a trick to the third, whose cards can be passed."""
WEIGHTS = {card: 1 << card.value for card in DOUBLE_DECKER}
"""What a card adds to the weight of its colour in a trick."""


class DoubleDeckerPosition(Position):
    """A position of Double Decker.

    ``colours``    letters of the colours on the table, in the order they entered
    ``captured``   cards captured in this round, by seat, then red, blue, green
    ``passed``     cards passed in this round, by seat, those of the present trick among them
    ``set_aside``  the card that each seat didn't play, once the round is over; empty before
    """

    __slots__ = ("captured", "colours", "passed", "set_aside")
    _lists: ClassVar[tuple[str, ...]] = ("trick", "tricks", "captured", "passed")

    def __init__(self, game: DoubleDecker) -> None:
        super().__init__(game)
        self.colours = ""
        self.captured: list[Sequence[int]] = [(0, 0, 0)] * game.table.size
        self.passed: list[tuple[Card, ...]] = [()] * game.table.size
        self.set_aside: tuple[Card, ...] = ()


class Captured(Kind):
    """Cards captured, by colour; a colour left out counts 0."""

    expected = "a mapping of colour to number of cards"

    def read(self, value: Plain, game: Game[Any]) -> dict[str, int]:
        """A number for each colour."""
        if not isinstance(value, Mapping):
            raise TextError(value, self.expected)
        counts = dict.fromkeys(COLOURS, 0)
        for colour, count in value.items():
            counts[DOUBLE_DECKER.read_suit(colour)] = NUMBER.read(count, game)
        return counts

    def schema(self) -> dict[str, Any]:
        """An object with the colours' letters as keys."""
        each = {"type": "integer", "minimum": 0}
        return {"type": "object", "properties": dict.fromkeys(COLOURS, each), "additionalProperties": False}


class Share(NamedTuple):
    """One colour's cards in a trick, the highest first: its first one takes them all."""

    colour: str
    laid: tuple[Laid, ...]

    @property
    def best(self) -> Laid:
        """The winning card and who played it."""
        return self.laid[0]



def colours_of(laid: Sequence[Laid]) -> str:
    """Letters of the colours in a trick, in the order they entered. A card passed is no part of it."""
    found = ""
    for one in laid:
        if one.move.verb != PASS and one.card.suits not in found:
            found += one.card.suits
    return found


def shares_of(laid: Sequence[Laid]) -> list[Share]:
    """A trick parted into its colours. No card is there twice, so each colour has one highest card."""
    parted: dict[str, list[Laid]] = {}
    for one in laid:
        if one.move.verb != PASS:
            parted.setdefault(one.card.suits, []).append(one)
    return [Share(colour, tuple(sorted(found, key=_value, reverse=True))) for colour, found in parted.items()]


def _value(one: Laid) -> int:
    return one.card.value


def weigh(laid: Sequence[Laid]) -> tuple[dict[str, int], dict[str, int]]:
    """Who takes each colour of a trick, in the order they entered; and what each colour weighs.

    A weight has a binary digit for each card. So of two colours that one is heavier whose winning card is higher, or
    else whose second card is, and so on down; and a card takes its colour if it alone outweighs what lay there.
    """
    takers: dict[str, int] = {}
    weights: dict[str, int] = {}
    for one in laid:
        if one.move.verb != PASS:
            colour, weight = one.card.suits, WEIGHTS[one.card]
            before = weights.get(colour, 0)
            if weight > before:
                takers[colour] = one.seat
            weights[colour] = before + weight
    return takers, weights


def largest(counts: Sequence[int]) -> list[str]:
    """The colours with most cards captured, several if they are level; none with nothing captured."""
    most = max(counts)
    return [colour for colour, count in zip(COLOURS, counts, strict=True) if most and count == most]

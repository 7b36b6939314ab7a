"""What lies on a Double Decker table, and how its tricks are shared out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
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

PASS = "pass"
PLAYS = {card: play(card) for card in DOUBLE_DECKER}
PASSES = {card: make_move(PASS, card) for card in DOUBLE_DECKER}
_PAIRS = [one + other for one in COLOURS for other in COLOURS if one != other]
PLAYS_INTO = {pair: {card: move for card, move in PLAYS.items() if card.suits in pair} for pair in _PAIRS}
"""The two colours of a trick to the plays that there are."""
PASSES_BESIDE = {pair: {card: move for card, move in PASSES.items() if card.suits not in pair} for pair in _PAIRS}
"""The two colours of a trick to the passes that there are."""


class DoubleDeckerPosition(Position):
    """A position of Double Decker.

    ``captured``   cards captured in this round, by seat, then red, blue, green
    ``passed``     cards passed in this round, by seat, those of the present trick among them
    ``set_aside``  the card that each seat didn't play, once the round is over; empty before
    """

    __slots__ = ("captured", "passed", "set_aside")
    _lists: ClassVar[tuple[str, ...]] = ("trick", "tricks", "captured", "passed")

    def __init__(self, game: DoubleDecker) -> None:
        super().__init__(game)
        self.captured: list[tuple[int, ...]] = [(0, 0, 0)] * game.table.size
        self.passed: list[tuple[Card, ...]] = [()] * game.table.size
        self.set_aside: tuple[Card, ...] = ()

    @property
    def colours(self) -> str:
        """Letters of the colours on the table, in the order they entered."""
        return colours_of(self.trick)


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

    @property
    def values(self) -> list[int]:
        """The numbers on its cards, highest first."""
        return [one.move.played.value for one in self.laid]


def colours_of(laid: Sequence[Laid]) -> str:
    """Letters of the colours in a trick, in the order they entered. A card passed is no part of it."""
    found = ""
    for _, move in laid:
        if move.verb != PASS and move.played.suits not in found:
            found += move.played.suits
    return found


def shares_of(laid: Sequence[Laid]) -> list[Share]:
    """A trick parted into its colours. No card is there twice, so each colour has one highest card."""
    parted: dict[str, list[Laid]] = {}
    for one in laid:
        move = one.move
        if move.verb == PASS:
            continue
        colour = move.played.suits
        if colour in parted:
            parted[colour].append(one)
        else:
            parted[colour] = [one]
    return [Share(colour, tuple(found) if len(found) == 1 else tuple(sorted(found, key=_value, reverse=True)))
             for colour, found in parted.items()]


def _value(one: Laid) -> int:
    return one.move.played.value


def leading_share(shares: Sequence[Share]) -> Share:
    """The colour whose winner leads next: the higher winning card, then the higher second card, and so on.

    A list that runs out is the lower one, as Python compares lists.
    """
    if len(shares) == 1:
        return shares[0]
    first, second = (share.laid[0].move.played.value for share in shares[:2])
    if first != second and len(shares) == 2:
        return shares[first < second]
    return max(shares, key=lambda share: (share.values, -COLOURS.index(share.colour)))


def winners_of(shares: Sequence[Share]) -> dict[str, int]:
    """Who takes each colour of a trick."""
    return {share.colour: share.laid[0].seat for share in shares}


def third_colour(colours: str) -> str:
    """The colour that isn't among the two in ``colours``."""
    return next(colour for colour in COLOURS if colour not in colours)


def largest(counts: Sequence[int]) -> list[str]:
    """The colours with most cards captured, several if they are level; none with nothing captured."""
    most = max(counts)
    return [colour for colour, count in zip(COLOURS, counts, strict=True) if most and count == most]

"""What hands played by bots tell of a question, such as *what does a bid of three bring?*: means with intervals.

    followsuit stats double-knot --hands 2000 --seed 1

A game's own questions are ``QUESTIONS`` in the module ``stats`` beside the game's; one that has none is asked who profits
from the deal. A hand hangs on its seed alone and all sums are whole numbers, so any ``concurrent.futures`` executor may play
the hands, on as many processes or machines as it has: the means are the same to the last digit.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from math import sqrt
from typing import Any, Generic, NamedTuple, TypeVar

from rules_engine.bots import PLAIN, bot_for
from rules_engine.bots.bot import Bot
from rules_engine.bots.match import NORMAL_95, TOGETHER, deals_of, play_hand
from rules_engine.core.beside import beside
from rules_engine.core.game import Game
from rules_engine.core.moves import Move
from rules_engine.core.position import Position
from rules_engine.core.seats import ORDINALS

P = TypeVar("P", bound=Position)
Group = int | str
FEWEST = 20
"""A group with values from fewer hands than this has no mean: its interval would be a guess itself."""


class Hand(NamedTuple, Generic[P]):
    """A hand that was played: each position in which a seat was to act, with its move, and the position at the end."""

    game: Game[P]
    steps: list[tuple[P, Move]]
    end: P

    @property
    def dealt(self) -> P:
        """The position after the deal."""
        return self.steps[0][0]

    def points(self, seat: int) -> int:
        """What the hand brought to the seat's side."""
        assert self.end.hand_score is not None, "a hand played to its end is scored"
        return self.end.hand_score[next(place for place, side in enumerate(self.game.score_sides()) if seat in side)]


@dataclass(frozen=True)
class Question(Generic[P]):
    """A question that hands are asked.

    ``id``      what the command and a page's fence call it
    ``asks``    the question in words
    ``groups``  what tells the groups apart: ``tricks bid``
    ``unit``    what the means count: ``points``, ``cents``, ``%``
    ``look``    the values that a hand brings, each with its group; a group is a number or a few words
    """

    id: str
    asks: str
    groups: str
    unit: str
    look: Callable[[Hand[P]], Iterable[tuple[Group, int]]]


class Mean(NamedTuple):
    """The mean of a group: so many values from so many hands, and half the width of its 95 % interval.

    The hands are the sample: values of one hand hang together.
    """

    group: Group
    values: int
    hands: int
    mean: float
    half_width: float


@dataclass
class Sums:
    """What is known of a group's values: their number and their sum, over hands, and those of squares and products."""

    hands: int = 0
    count: int = 0
    total: int = 0
    counts: int = 0
    totals: int = 0
    products: int = 0

    def add(self, values: Sequence[int]) -> None:
        """Add a hand's values."""
        count, total = len(values), sum(values)
        self.merge(Sums(1, count, total, count * count, total * total, count * total))

    def merge(self, other: Sums) -> None:
        """Add all that another one knows."""
        for name, more in vars(other).items():
            setattr(self, name, getattr(self, name) + more)

    def mean(self, group: Group, unit: str = "") -> Mean:
        """The mean, by the ratio of two sums over hands. What always or never happened may be otherwise in 3 of so many hands."""
        mean = Fraction(self.total, self.count)
        spread = self.totals - 2 * mean * self.products + mean * mean * self.counts
        error = sqrt(spread * self.hands / max(1, self.hands - 1)) / self.count
        surprise = 3 * 100 / self.hands if unit == "%" and not spread else 0.0
        return Mean(group, self.count, self.hands, float(mean), surprise or NORMAL_95 * error)


Found = dict[str, dict[Group, Sums]]
"""Sums by question and group."""


def simulate(game: Game[P], questions: Sequence[Question[P]], hands: int, seed: int, level: str = PLAIN,
             executor: Executor | None = None) -> Mapping[str, list[Mean]]:
    """The means that so many hands bring, by the ids of the questions; the same with any executor, or none.

    Groups come in order: by the number with which they begin, words as they were first met. A group that fewer than
    ``FEWEST`` hands know of is left out.
    """
    deals = deals_of(seed, hands)
    parts = [deals[first:first + TOGETHER] for first in range(0, hands, TOGETHER)]
    play = partial(_sums, game, questions, level)
    found: Found = {question.id: {} for question in questions}
    for part in (executor.map if executor else map)(play, parts):
        for question, groups in part.items():
            for group, sums in groups.items():
                found[question].setdefault(group, Sums()).merge(sums)
    return {question.id: _means(found[question.id], question.unit) for question in questions}


def _sums(game: Game[P], questions: Sequence[Question[P]], level: str, deals: Sequence[int]) -> Found:
    found: Found = {question.id: {} for question in questions}
    bots = [bot_for(game, level)] * game.table.size
    for deal in deals:
        hand = _played(game, deal, bots)
        for question in questions:
            for group, values in _by_group(question.look(hand)).items():
                found[question.id].setdefault(group, Sums()).add(values)
    return found


def _played(game: Game[P], deal: int, bots: Sequence[Bot[P]]) -> Hand[P]:
    steps: list[tuple[P, Move]] = []
    end = play_hand(game, deal, bots, str(deal), lambda position, move: steps.append((position.copy(), move)))
    return Hand(game, steps, end)


def _by_group(values: Iterable[tuple[Group, int]]) -> dict[Group, list[int]]:
    groups: dict[Group, list[int]] = {}
    for group, value in values:
        groups.setdefault(group, []).append(value)
    return groups


def _means(groups: Mapping[Group, Sums], unit: str) -> list[Mean]:
    order = sorted(groups, key=_first_number)
    return [groups[group].mean(group, unit) for group in order if groups[group].hands >= FEWEST]


def _first_number(group: Group) -> int:
    """A group's place: ``3`` comes before ``10``, ``50 to 59`` before ``100 to 109``."""
    number = re.match(r"\d+", str(group))
    return int(number[0]) if number else 0


def span(value: int, wide: int) -> Group:
    """The group of a value where so many values go together: ``50 to 59``."""
    least = value // wide * wide
    return f"{least} to {least + wide - 1}"


def by_place(hand: Hand[Any]) -> Iterator[tuple[Group, int]]:
    """What each seat's side made, by how far the seat is from the dealer; of partners, what the dealer's side made."""
    size, dealer = hand.game.table.size, hand.dealt.dealer
    if len(hand.game.score_sides()) < size:
        for side in hand.game.score_sides():
            yield "the dealer’s side" if dealer in side else "the other side", hand.points(side[0])
        return
    for away, name in enumerate([*(f"{place} after the dealer" for place in ORDINALS[:size - 1]), "the dealer"], start=1):
        yield name, hand.points((dealer + away) % size)


WHO_PROFITS = Question[Any]("seat", "Who profits from the deal?", "seat", "points", by_place)
"""What a game without questions of its own is asked."""


def questions_of(game: Game[Any]) -> Sequence[Question[Any]]:
    """The game's own questions, or the one that every game can be asked."""
    module = beside(type(game), "stats")
    own: Sequence[Question[Any]] = (WHO_PROFITS,) if module is None else module.QUESTIONS
    return own

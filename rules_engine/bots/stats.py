"""What hands played by bots tell of a question, such as *what does a bid of three bring?*: means with intervals.

    followsuit stats double-knot --hands 2000 --seed 1

A game's own questions are ``QUESTIONS`` in the module ``stats`` beside the game's; one that has none is asked who profits
from the deal. A hand hangs on its seed alone and all sums are whole numbers, so any ``concurrent.futures`` executor may play
the hands, on as many processes or machines as it has: the means are the same to the last digit.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, field
from fractions import Fraction
from functools import partial
from math import sqrt
from typing import Any, Generic, NamedTuple, TypeVar

from rules_engine.bots import PLAIN, bot_for
from rules_engine.bots.bot import Bot
from rules_engine.bots.match import NORMAL_95, TOGETHER, deals_of, play_hand
from rules_engine.bots.parallel import map_ordered
from rules_engine.core.game.game import Game
from rules_engine.core.game.game_modules import game_module
from rules_engine.core.model.moves import Move
from rules_engine.core.positions.position import Position
from rules_engine.text.message import Text, as_text, declared, say

P = TypeVar("P", bound=Position)
Group = int | str
FEWEST = 20
"""A group with values from fewer hands than this has no mean: its interval would be a guess itself."""


class PlayedHand(NamedTuple, Generic[P]):
    """A hand that was played: each position in which a seat was to act, with its move, and the position at the end."""

    game: Game[P]
    steps: list[tuple[P, Move]]
    end: P

    @property
    def dealt(self) -> P:
        """The position after the deal."""
        return self.steps[0][0]

    def points(self, seat: int) -> int:
        """Return what the hand brought to the seat's side."""
        assert self.end.hand_score is not None, "a hand played to its end is scored"
        return self.end.hand_score[next(place for place, side in enumerate(self.game.score_sides()) if seat in side)]


@dataclass(frozen=True)
class Statistic(Generic[P]):
    """A question that hands are asked.

    ``id``      what the command and a page's fence call it
    ``asks``    the question in words
    ``groups``  what tells the groups apart: ``tricks bid``
    ``unit``    what the means count: ``points``, ``cents``, ``%``
    ``look``    the values that a hand brings, each with its group; a group is a number or a few words
    ``wide``    so many numbers go together in a group: tens
    ``most``    the highest number that there is; None where there is no such limit
    """

    id: str
    asks: Text
    groups: Text
    unit: str
    look: Callable[[PlayedHand[P]], Iterable[tuple[Group, int]]] = field(compare=False)
    wide: int = 1
    most: int | None = None

    def named(self, group: Group) -> Text:
        """Say which group this is: ``3``, ``50 to 59``, ``the dealer``."""
        if isinstance(group, str):
            return declared(group)
        most = group + self.wide - 1 if self.most is None else min(self.most, group + self.wide - 1)
        return say("{least} to {most}", least=group, most=most) if most > group else as_text(group)

    def together(self, group: Group) -> Group:
        """Give the group that a value's number goes into."""
        return group if isinstance(group, str) else group // self.wide * self.wide


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
        """Return the mean, by the ratio of two sums over hands. What always or never happened may be otherwise in 3 of so many
        hands."""
        mean = Fraction(self.total, self.count)
        spread = self.totals - 2 * mean * self.products + mean * mean * self.counts
        error = sqrt(spread * self.hands / max(1, self.hands - 1)) / self.count
        surprise = 3 * 100 / self.hands if unit == "%" and not spread else 0.0
        return Mean(group, self.count, self.hands, float(mean), surprise or NORMAL_95 * error)


Tallies = dict[str, dict[Group, Sums]]
"""Sums by question and group."""


@dataclass
class SimulationTally:
    """How far a simulation has come: so many hands, and what they told. From there it goes on as if it had never stopped."""

    hands: int = 0
    found: Tallies = field(default_factory=dict)

    def add(self, hands: int, told: Tallies) -> None:
        """Add what the next hands told."""
        self.hands += hands
        for question, groups in told.items():
            for group, sums in groups.items():
                self.found.setdefault(question, {}).setdefault(group, Sums()).merge(sums)

    def plain(self) -> list[object]:
        """Return it as plain values, such as JSON has."""
        return [self.hands, [[question, [[group, [*vars(sums).values()]] for group, sums in groups.items()]]
                             for question, groups in self.found.items()]]


def read_tally(plain: Sequence[Any]) -> SimulationTally:
    """Return the tally that was written so."""
    hands, found = plain
    return SimulationTally(hands, {question: {group: Sums(*sums) for group, sums in groups} for question, groups in found})


def simulate(game: Game[P], questions: Sequence[Statistic[P]], hands: int, seed: int, level: str = PLAIN,
             executor: Executor | None = None, begun: SimulationTally | None = None,
             seen: Callable[[SimulationTally], object] = lambda tally: None) -> Mapping[str, list[Mean]]:
    """Return the means that so many hands bring, by the ids of the questions; the same with any executor, or none.

    Groups come in order: by the number with which they begin, words as they were first met. A group that fewer than
    ``FEWEST`` hands know of is left out. ``seen`` is told how far it has come; from there ``begun`` takes it up again.
    """
    tally = begun or SimulationTally()
    deals = deals_of(seed, hands)[tally.hands:]
    parts = [deals[first:first + TOGETHER] for first in range(0, len(deals), TOGETHER)]
    for part, told in zip(parts, map_ordered(partial(_sums, game, questions, level), parts, executor), strict=True):
        tally.add(len(part), told)
        seen(tally)
    return {question.id: _means(tally.found.get(question.id, {}), question.unit) for question in questions}


def _sums(game: Game[P], questions: Sequence[Statistic[P]], level: str, deals: Sequence[int]) -> Tallies:
    found: Tallies = {question.id: {} for question in questions}
    bots = [bot_for(game, level)] * game.table.size
    for deal in deals:
        hand = _played(game, deal, bots)
        for question in questions:
            for group, values in _by_group((question.together(group), value) for group, value in question.look(hand)).items():
                found[question.id].setdefault(group, Sums()).add(values)
    return found


def _played(game: Game[P], deal: int, bots: Sequence[Bot[P]]) -> PlayedHand[P]:
    steps: list[tuple[P, Move]] = []
    end = play_hand(game, deal, bots, str(deal), lambda position, move: steps.append((position.copy(), move)))
    return PlayedHand(game, steps, end)


def _by_group(values: Iterable[tuple[Group, int]]) -> dict[Group, list[int]]:
    groups: dict[Group, list[int]] = {}
    for group, value in values:
        groups.setdefault(group, []).append(value)
    return groups


def _means(groups: Mapping[Group, Sums], unit: str) -> list[Mean]:
    order = sorted(groups, key=lambda group: 0 if isinstance(group, str) else group)
    return [groups[group].mean(group, unit) for group in order if groups[group].hands >= FEWEST]


PLACES = (say("first after the dealer"), say("second after the dealer"), say("third after the dealer"),
          say("fourth after the dealer"), say("fifth after the dealer"), say("sixth after the dealer"),
          say("seventh after the dealer"))


def by_place(hand: PlayedHand[Position]) -> Iterator[tuple[Group, int]]:
    """Yield what each seat's side made, by how far the seat is from the dealer; of partners, what the dealer's side made."""
    size, dealer = hand.game.table.size, hand.dealt.dealer
    if len(hand.game.score_sides()) < size:
        for side in hand.game.score_sides():
            yield say("the dealer’s side") if dealer in side else say("the other side"), hand.points(side[0])
        return
    for away, name in enumerate([*PLACES[:size - 1], say("the dealer")], start=1):
        yield name, hand.points((dealer + away) % size)


WHO_PROFITS = Statistic[Position]("seat", say("Who profits from the deal?"), say("seat"), "points", by_place)
"""What a game without questions of its own is asked."""


def questions_of(game: Game[Position]) -> Sequence[Statistic[Position]]:
    """Return the game's own questions, or the one that every game can be asked."""
    module = game_module(type(game), "stats")
    own: Sequence[Statistic[Position]] = (WHO_PROFITS,) if module is None else module.QUESTIONS
    return own

"""Statistics from hands played by bots, such as the average score of a bid of three: means with confidence intervals.

    followsuit stats double-knot --hands 2000 --seed 1

A game's own questions are ``QUESTIONS`` in a module ``stats`` next to the game's module. Games without it use the default
question: which seat profits from the deal. A hand depends only on its seed and all sums are integers, so any
``concurrent.futures`` executor can play the hands on several processes or machines without changing a digit of the means.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, field, replace
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
"""Minimum number of hands in a group for which a mean is reported. With fewer, the confidence interval would be unreliable."""


class PlayedHand(NamedTuple, Generic[P]):
    """A complete hand: each position in which a seat was to act, with its move, and the final position."""

    game: Game[P]
    steps: list[tuple[P, Move]]
    end: P

    @property
    def dealt(self) -> P:
        """The position after the deal."""
        return self.steps[0][0]

    def points(self, seat: int) -> int:
        """Return the points that the seat's side scored."""
        assert self.end.hand_score is not None, "a hand played to its end is scored"
        return self.end.hand_score[next(place for place, side in enumerate(self.game.score_sides()) if seat in side)]


@dataclass(frozen=True)
class Statistic(Generic[P]):
    """A question answered by statistics from many hands.

    ``id``      the identifier, used on the command line and in a page's fenced block
    ``asks``    the wording of the question
    ``groups``  the criterion that divides values into groups: ``tricks bid``
    ``unit``    the unit of the means: ``points``, ``cents``, ``%``
    ``look``    the function that returns the values from a hand, each with its group: a number or a short name
    ``wide``    the number of consecutive integers combined into one group, such as 10
    ``most``    the highest possible number; None if there is no limit
    """

    id: str
    asks: Text
    groups: Text
    unit: str
    look: Callable[[PlayedHand[P]], Iterable[tuple[Group, int]]] = field(compare=False)
    wide: int = 1
    most: int | None = None

    def named(self, group: Group) -> Text:
        """Return the display name of a group: ``3``, ``50 to 59``, ``the dealer``."""
        if isinstance(group, str):
            return declared(group)
        most = group + self.wide - 1 if self.most is None else min(self.most, group + self.wide - 1)
        return say("{least} to {most}", least=group, most=most) if most > group else as_text(group)

    def together(self, group: Group) -> Group:
        """Return the combined group for a group: 50 for 57 if ``wide`` is 10."""
        return group if isinstance(group, str) else group // self.wide * self.wide


class Mean(NamedTuple):
    """A group's mean, its numbers of values and hands, and half the width of its 95 % confidence interval. The interval treats
    hands as the sample, because the values from one hand are correlated.
    """

    group: Group
    values: int
    hands: int
    mean: float
    half_width: float


@dataclass
class Sums:
    """Sums over the hands in a group.

    ``hands``     the number of hands
    ``count``     the number of values
    ``total``     the sum of the values
    ``counts``    the sum over hands of the squared number of values
    ``totals``    the sum over hands of the squared total
    ``products``  the sum over hands of the number of values times the total
    """

    hands: int = 0
    count: int = 0
    total: int = 0
    counts: int = 0
    totals: int = 0
    products: int = 0

    def add(self, values: Sequence[int]) -> None:
        """Add the values from one hand."""
        count, total = len(values), sum(values)
        self.merge(Sums(1, count, total, count * count, total * total, count * total))

    def merge(self, other: Sums) -> None:
        """Merge another group's sums into this one."""
        for name, more in vars(other).items():
            setattr(self, name, getattr(self, name) + more)

    def mean(self, group: Group, unit: str = "") -> Mean:
        """Return the mean as a ratio of two sums over hands.

        If a percentage is 0 or 100 in all hands, the interval follows the rule of three: half its width is 3 divided by the
        number of hands.
        """
        mean = Fraction(self.total, self.count)
        spread = self.totals - 2 * mean * self.products + mean * mean * self.counts
        error = sqrt(spread * self.hands / max(1, self.hands - 1)) / self.count
        surprise = 3 * 100 / self.hands if unit == "%" and not spread else 0.0
        return Mean(group, self.count, self.hands, float(mean), surprise or NORMAL_95 * error)


Tallies = dict[str, dict[Group, Sums]]
"""Maps questions to the sums for each group."""


@dataclass
class SimulationTally:
    """The state of a simulation: the number of hands and their sums. A simulation resumed from it has the same result as an
    uninterrupted one."""

    hands: int = 0
    found: Tallies = field(default_factory=dict)

    def add(self, hands: int, told: Tallies) -> None:
        """Add the results of further hands."""
        self.hands += hands
        for question, groups in told.items():
            for group, sums in groups.items():
                self.found.setdefault(question, {}).setdefault(group, Sums()).merge(sums)

    def plain(self) -> list[object]:
        """Return the tally as JSON-compatible values."""
        return [self.hands, [[question, [[group, [*vars(sums).values()]] for group, sums in groups.items()]]
                             for question, groups in self.found.items()]]


def read_tally(plain: Sequence[Any]) -> SimulationTally:
    """Create a tally from the result of ``plain``."""
    hands, found = plain
    return SimulationTally(hands, {question: {group: Sums(*sums) for group, sums in groups} for question, groups in found})


def simulate(game: Game[P], questions: Sequence[Statistic[P]], hands: int, seed: int, level: str = PLAIN,
             executor: Executor | None = None, begun: SimulationTally | None = None,
             seen: Callable[[SimulationTally], object] = lambda tally: None) -> Mapping[str, list[Mean]]:
    """Play ``hands`` hands, and map the id of each question to its means, which don't depend on the executor. Numeric groups are
    in ascending order, named groups in order of first occurrence. A group with values from fewer than ``FEWEST`` hands is
    omitted. The callback ``seen`` receives the tally after each batch; to resume, pass that tally as ``begun``.
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
        hand = played_hand(game, deal, bots)
        for question in questions:
            for group, values in _by_group((question.together(group), value) for group, value in question.look(hand)).items():
                found[question.id].setdefault(group, Sums()).add(values)
    return found


def played_hand(game: Game[P], deal: int, bots: Sequence[Bot[P]]) -> PlayedHand[P]:
    """Return the hand with the seed ``deal``, played out with one bot in each seat."""
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
    """Yield the points for each side, grouped by the seat's distance from the dealer; with partners, by whether it is the
    dealer's side."""
    size, dealer = hand.game.table.size, hand.dealt.dealer
    if len(hand.game.score_sides()) < size:
        for side in hand.game.score_sides():
            yield say("the dealer’s side") if dealer in side else say("the other side"), hand.points(side[0])
        return
    for away, name in enumerate([*PLACES[:size - 1], say("the dealer")], start=1):
        yield name, hand.points((dealer + away) % size)


WHO_PROFITS = Statistic[Position]("seat", say("Who profits from the deal?"), say("seat"), "points", by_place)
"""The default question for games that define none."""
WHO_PAYS = replace(WHO_PROFITS, asks=say("Whom does the deal cost most?"))
"""The default question for games in which the lowest total wins."""


def questions_of(game: Game[Position]) -> Sequence[Statistic[Position]]:
    """Return the game's own questions, or the default question."""
    module = game_module(type(game), "stats")
    usual = WHO_PAYS if game.low_wins else WHO_PROFITS
    own: Sequence[Statistic[Position]] = (usual,) if module is None else module.QUESTIONS
    return own

"""Duplicate matches between two bots: the difference in points per hand, and its confidence interval.

    followsuit match snakebit --players 4 --deals 3000 --seed 1

Each deal is played once for every team, with the first bot in that team's seats and copies of the second in all others, so that
both bots get the same cards. A team is a group of seats that play together from the deal on, even if they score separately. The
margin of a deal is the first bot's lead over the mean of the other teams in points, averaged over these tables. If all seats are
one side, each bot plays the deal in all seats. The confidence interval treats deals, not tables, as the sample.

A deal depends only on its seed, so any ``concurrent.futures`` executor can run a match on several processes or machines.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from functools import partial
from math import sqrt
from statistics import fmean, stdev
from typing import NamedTuple, TypeVar

from rules_engine.bots.bot import Bot
from rules_engine.bots.inference import remembered, watch
from rules_engine.bots.parallel import map_ordered
from rules_engine.core.game.game import Game
from rules_engine.core.model.errors import WrongArgument, expect, expect_number, quoted
from rules_engine.core.model.moves import Move
from rules_engine.core.positions.position import Position
from rules_engine.text.html_table import html_table
from rules_engine.text.lookalikes import printable

P = TypeVar("P", bound=Position)

BOT_EXPECTED = "a bot: an object of a class that extends Bot, as bot_for gives"
LEAST_DEALS = 2
NORMAL_95 = 1.96
TOGETHER = 5
"""Number of deals in each worker task."""
EVEN = 1e-9
"""Largest absolute margin that counts as even, to allow for rounding errors."""


class MatchResult(NamedTuple):
    """The result of a duplicate match.

    ``margin``      the mean margin, in points per hand, positive if the first bot does better
    ``half_width``  half the width of its 95 % confidence interval
    ``won``         the number of deals with a positive margin
    ``lost``        the number of deals with a negative margin
    ``even``        the number of deals with a margin of zero
    """

    margin: float
    half_width: float
    won: int
    lost: int
    even: int

    @property
    def share_won(self) -> float:
        """The fraction of deals won among those that weren't even."""
        return self.won / (self.won + self.lost) if self.won + self.lost else 0.5

    def __repr__(self) -> str:
        return f"<{self}>"

    def __str__(self) -> str:
        return printable(f"{self.margin:+.3f} ± {self.half_width:.3f} points a hand (95 %); "
                         f"{self.won} deals won, {self.lost} lost, {self.even} even; "
                         f"{self.share_won:.1%} of the decided deals won")

    def _repr_html_(self) -> str:
        return html_table(("Points a hand (95 %)", "Deals won", "Lost", "Even"),
                          [(f"{self.margin:+.3f} ± {self.half_width:.3f}", *map(str, (self.won, self.lost, self.even)))])


def teams_of(game: Game[P], deal: int) -> list[tuple[int, ...]]:
    """Return the teams at the start of a deal, or the scoring sides if the partnerships aren't known yet."""
    sides = game.sides(game.deal(deal))
    return sides if sum(map(len, sides)) == game.table.size else game.score_sides()


def play_hand(game: Game[P], deal: int, bots: Sequence[Bot[P]], seed: str,
              seen: Callable[[P, Move], object] = lambda position, move: None) -> P:
    """Play out the hand with the seed ``deal``, one bot in each seat, and return the final position.

    The callback ``seen`` is called with each position and move before the move is made.
    """
    position = game.deal(deal)
    draws = [random.Random(f"{seed}/{seat}") for seat in game.table.seats]
    memories = {seat: remembered(game, seat, position, ()) for seat in game.table.seats if bots[seat].remembers}
    while (seat := game.decides(position)) is not None:
        move = bots[seat].choose(game.view(position, seat, memories.get(seat)), draws[seat]).move
        seen(position, move)
        before = position.copy() if memories else position
        game.advance(position, move)
        for watcher, memory in memories.items():
            watch(game, memory, watcher, before, move, position)
    return position


def margin_of_deal(game: Game[P], deal: int, one: Bot[P], others: Bot[P]) -> float:
    """Return the mean margin for ``one`` over a deal's tables, one table for each team."""
    teams = teams_of(game, deal)
    if len(teams) == 1:
        mine, theirs = (fmean(_values(game, deal, [bot] * game.table.size, f"{deal}/0")) for bot in (one, others))
        return mine - theirs
    margins = []
    for own, team in enumerate(teams):
        bots = [one if seat in team else others for seat in game.table.seats]
        values = _values(game, deal, bots, f"{deal}/{own}")
        mean = [fmean(values[side] for side in sides_of(game, seats)) for seats in teams]
        margins.append(mean[own] - fmean(mean[:own] + mean[own + 1:]))
    return fmean(margins)


def _values(game: Game[P], deal: int, bots: Sequence[Bot[P]], seed: str) -> Sequence[int]:
    """Return each side's points in a hand as values to maximize."""
    points = play_hand(game, deal, bots, seed).hand_score
    assert points is not None, "a hand played to its end is scored"
    return [*map(game.value, points)]


def sides_of(game: Game[P], team: Sequence[int]) -> list[int]:
    """Return the indices of a team's entries in ``hand_score``."""
    return [side for side, seats in enumerate(game.score_sides()) if set(seats) <= set(team)]


def summary(margins: Sequence[float]) -> MatchResult:
    """Return the match result for the margins of two or more deals."""
    won = sum(margin > EVEN for margin in margins)
    lost = sum(margin < -EVEN for margin in margins)
    half_width = NORMAL_95 * stdev(margins) / sqrt(len(margins))
    return MatchResult(fmean(margins), half_width, won, lost, len(margins) - won - lost)


def deals_of(seed: int, count: int) -> Sequence[int]:
    """Return the seeds for a match's deals. Matches with different seeds have no deal in common."""
    return range(seed * 1_000_000, seed * 1_000_000 + count)


def match(game: Game[P], one: Bot[P], others: Bot[P], deals: int, seed: int,
          executor: Executor | None = None) -> MatchResult:
    """Return the result of ``one`` against copies of ``others`` over ``deals`` duplicate deals. It doesn't depend on the
    executor.

    Raises ``WrongArgument`` if there are fewer than two deals.
    """
    expect(game, Game, "a game, as make_game gives it")
    for bot in (one, others):
        expect(bot, Bot, BOT_EXPECTED)
    if expect_number(deals, "a number of deals") < LEAST_DEALS:
        raise WrongArgument(f"{quoted(deals)} deals have no interval: play {LEAST_DEALS} or more")
    seeds = deals_of(expect_number(seed), deals)
    parts = [seeds[first:first + TOGETHER] for first in range(0, deals, TOGETHER)]
    play = partial(_margins, game, one, others)
    return summary([margin for part in map_ordered(play, parts, executor) for margin in part])


def _margins(game: Game[P], one: Bot[P], others: Bot[P], deals: Sequence[int]) -> list[float]:
    return [margin_of_deal(game, deal, one, others) for deal in deals]

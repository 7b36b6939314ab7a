"""Duplicate matches of endings: the strong bot that solves worlds (possible deals) against the same bot with playouts only.

python -m tests.bench.endings GAME [--players 4] [--cards 3] [--deals 200] [--seed 1] [--opening plain]

Until the hands have ``--cards`` cards, both bots play alike, so each deal is played up to that point only once. From there,
the bot without solved worlds first plays all seats. If the other bot would have made the same choices, the deal isn't played
again. Worlds are solved for any number of sides. Besides the margin, the time per choice is printed by number of cards: mean
and 95th percentile.
"""

from __future__ import annotations

import argparse
import random
from statistics import fmean, quantiles
from time import perf_counter
from typing import Any, NamedTuple

from rules_engine.bots import LEVELS, PLAIN, bot_for, who_plays_out
from rules_engine.bots.bot import Bot
from rules_engine.bots.endgame_solver import EndgameSettings
from rules_engine.bots.inference import remembered, watch
from rules_engine.bots.match import deals_of, sides_of, summary, teams_of
from rules_engine.bots.sampling_bot import SamplingBot
from rules_engine.core.game.game import Game
from rules_engine.core.model.memory import Memory
from rules_engine.core.model.moves import Move
from rules_engine.games import known_games, make_game


class EndgamePosition(NamedTuple):
    """A point in a hand: the position, each seat's memory, and the number of moves made."""

    position: Any
    memories: list[Memory]
    made: int

    @property
    def cards(self) -> int:
        """The number of cards in the longest hand."""
        return max(map(len, self.position.hands))


class MoveDifference(NamedTuple):
    """A point in a hand, with the moves that the two bots choose."""

    moment: EndgamePosition
    solving: Move
    without: Move


class Endings:
    """Deals whose endings are played with and without solved worlds."""

    def __init__(self, game: Game[Any], opening: Bot[Any], cards: int) -> None:
        self.game, self.opening, self.cards = game, opening, cards
        self.without, self.solving = SamplingBot(who_plays_out(game), ending=0), SamplingBot(who_plays_out(game))
        self.solving.solving = EndgameSettings(cards, self.solving.worlds, sides=game.table.size)
        self.spent: dict[int, list[float]] = {}

    def margin(self, deal: int) -> float:
        """Return the average gain in points per hand from solving worlds, with the bots in both seatings."""
        moment, teams, line = self._begun(deal), teams_of(self.game, deal), list[MoveDifference]()
        while moment.position.to_act is not None:
            line.append(
                MoveDifference(moment, self._chosen(self.solving, moment, deal), self._chosen(self.without, moment, deal))
            )
            moment = self._after(moment, line[-1].without)
        margins = []
        for own, team in enumerate(teams):
            apart = next((fork for fork in line if fork.moment.position.to_act in team and fork.solving != fork.without), None)
            end = moment if apart is None else self._played(self._after(apart.moment, apart.solving), team, deal)
            points = [fmean(end.position.hand_score[side] for side in sides_of(self.game, each)) for each in teams]
            margins.append(points[own] - fmean(points[:own] + points[own + 1:]))
        return fmean(margins)

    def _begun(self, deal: int) -> EndgamePosition:
        position = self.game.deal(deal)
        moment = EndgamePosition(position, [remembered(self.game, seat, position, ()) for seat in self.game.table.seats], 0)
        while moment.position.to_act is not None and (moment.cards > self.cards or moment.position.phase == "bid"):
            moment = self._after(moment, self._chosen(self.opening, moment, deal))
        return moment

    def _played(self, moment: EndgamePosition, team: tuple[int, ...], deal: int) -> EndgamePosition:
        while (seat := moment.position.to_act) is not None:
            moment = self._after(moment, self._chosen(self.solving if seat in team else self.without, moment, deal))
        return moment

    def _chosen(self, bot: Bot[Any], moment: EndgamePosition, deal: int) -> Move:
        seat, begun = moment.position.actor, perf_counter()
        view = self.game.view(moment.position, seat, moment.memories[seat])
        move = bot.choose(view, random.Random(f"{deal}/{moment.made}")).move
        if bot is self.solving:
            self.spent.setdefault(moment.cards, []).append(1000 * (perf_counter() - begun))
        return move

    def _after(self, moment: EndgamePosition, move: Move) -> EndgamePosition:
        before, memories = moment.position, [memory.copy() for memory in moment.memories]
        position = before.copy()
        self.game.advance(position, move)
        for seat, memory in enumerate(memories):
            watch(self.game, memory, seat, before, move, position)
        return EndgamePosition(position, memories, moment.made + 1)


def main() -> None:
    """Measure and print the result."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.endings", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("game", choices=known_games())
    parser.add_argument("--variant")
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--cards", type=int, default=3, help="cards in a hand from which on worlds are solved (3)")
    parser.add_argument("--deals", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--opening", choices=LEVELS, default=PLAIN, help="who plays until then (plain)")
    chosen = parser.parse_args()
    game = make_game(chosen.game, chosen.variant, chosen.players)
    measured = Endings(game, bot_for(game, chosen.opening), chosen.cards)
    print(summary([measured.margin(deal) for deal in deals_of(chosen.seed, chosen.deals)]))
    for cards, spent in sorted(measured.spent.items()):
        print(f"{cards} cards: {fmean(spent):.0f} ms, 95 % within {quantiles(spent, n=20)[-1]:.0f}")


if __name__ == "__main__":
    main()

"""Measures the gain from table talk: partners who talk and listen play against silent partners, in duplicate deals.

    python -m rules_engine.games.knueffeln.bot.measure --variant bohmstedt --players 4 --deals 2000 --seed 1

Every seat is played by the same bot. Each deal is played once in silence, and once for each side with only that side talking. The
gain is the difference between that side's results. With five players, the dealer chooses before anyone talks.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Sequence
from statistics import fmean

from rules_engine.bots.match import MatchResult, deals_of, summary
from rules_engine.games.knueffeln import Knueffeln, KnueffelnPosition
from rules_engine.games.knueffeln.bot import KnueffelnBot
from rules_engine.games.knueffeln.bot.talk import remarks_of

SILENT = None


def play_talking(game: Knueffeln, position: KnueffelnPosition, place: int | None) -> KnueffelnPosition:
    """Return the final position of a deal played by bots. The seats on side ``place`` talk and listen."""
    player, rng = KnueffelnBot(), random.Random(0)
    while position.to_act is not None:
        seat = position.to_act
        talks = place is not None and position.side[seat] == place
        speakers = [mate for mate in position.players if position.side[mate] == place] if talks else []
        move = player.choose(game.view(position, seat), rng, remarks_of(game, position, speakers)).move
        game.advance(position, move)
    return position


def gain(game: Knueffeln, deal: int) -> float:
    """Return a side's gain from talking in one deal, in points per player, averaged over both sides."""
    gains = []
    for place in (0, 1):
        talking, silent = play_talking(game, game.deal(deal), place), play_talking(game, game.deal(deal), SILENT)
        gains.append(_lead_of(talking, place) - _lead_of(silent, place))
    return fmean(gains)


def _lead_of(position: KnueffelnPosition, place: int) -> float:
    """Return the side's mean points minus those of the other side; 0 for a void deal."""
    if position.hand_score is None or position.void:
        return 0.0
    by_seat = position.hand_score
    if position.terms.ladder:
        return by_seat[place] - by_seat[1 - place]
    own, other = (fmean(by_seat[seat] for seat in position.sides[side]) for side in (place, 1 - place))
    return own - other


def talk_match(game: Knueffeln, deals: int, seed: int) -> MatchResult:
    """Return the gain from talking over ``deals`` deals."""
    return summary([gain(game, deal) for deal in deals_of(seed, deals)])


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command."""
    parser = argparse.ArgumentParser(prog="python -m rules_engine.games.knueffeln.bot.measure",
                                     description="Partners who talk against partners who keep silent.")
    parser.add_argument("--variant")
    parser.add_argument("--players", type=int)
    parser.add_argument("--deals", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args(arguments)
    game = Knueffeln(chosen.variant, chosen.players)
    print(f"Knüffeln ({game.variant}), {game.table.size} players, {chosen.deals} deals with each side talking, "
          f"seed {chosen.seed}: talking against silent partners")
    print(talk_match(game, chosen.deals, chosen.seed))


if __name__ == "__main__":
    main()

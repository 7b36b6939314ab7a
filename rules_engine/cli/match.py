"""``followsuit match GAME``: bots of one level against bots of another, in duplicate."""

from __future__ import annotations

import argparse
from concurrent.futures import ProcessPoolExecutor
from contextlib import nullcontext

from rules_engine.bots import LEVELS, PLAIN, bot_for
from rules_engine.bots.match import deals_of, match, teams_of
from rules_engine.games import known_games, make_game


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The command's arguments."""
    parser.add_argument("game", choices=sorted(known_games()), help="the game")
    parser.add_argument("--variant", help="a variant of the game")
    parser.add_argument("--players", type=int, help="how many play")
    parser.add_argument("--option", type=_option, action="append", default=[], metavar="NAME=VALUE", help="such as pack=basic")
    parser.add_argument("--one", choices=LEVELS, default=PLAIN, help=f"the level that is measured ({PLAIN})")
    parser.add_argument("--others", choices=LEVELS, default="random", help="the level that it is measured by (random)")
    parser.add_argument("--deals", type=_at_least_two, default=1000, help="duplicate deals (1000)")
    parser.add_argument("--workers", type=int, default=1, help="processes that play (1); the figure is the same")
    parser.add_argument("--seed", type=int, default=1, help="matches with different seeds share no deal (1)")


def run(chosen: argparse.Namespace) -> int:
    """Play the match and print its figure. Raises ``SetupError``."""
    game = make_game(chosen.game, chosen.variant, chosen.players, options=dict(chosen.option))
    with ProcessPoolExecutor(chosen.workers) if chosen.workers > 1 else nullcontext() as executor:
        figure = match(game, bot_for(game, chosen.one), bot_for(game, chosen.others), chosen.deals, chosen.seed, executor)
    with_options = "".join(f", {name} {value}" for name, value in chosen.option)
    print(f"{game.name} ({game.variant}{with_options}), {game.table.size} players, {chosen.deals} duplicate deals of "
          f"{len(teams_of(game, deals_of(chosen.seed, 1)[0]))} tables, seed {chosen.seed}: {chosen.one} against {chosen.others}")
    print(figure)
    return 0


def _at_least_two(text: str) -> int:
    number = int(text)
    if not 2 <= number <= 1_000_000:
        raise argparse.ArgumentTypeError("expected a number of deals from 2 to 1000000")
    return number


def _option(text: str) -> tuple[str, str]:
    name, equals, value = text.partition("=")
    if not (name and equals and value):
        raise argparse.ArgumentTypeError("expected NAME=VALUE, such as pack=basic")
    return name, value

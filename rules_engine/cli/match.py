"""``followsuit match GAME``: play a duplicate match between bots of two levels."""

from __future__ import annotations

import argparse

from rules_engine.bots import LEVELS, PLAIN, bot_for
from rules_engine.bots.match import deals_of, match, teams_of
from rules_engine.cli import table_options


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    table_options.add_arguments(parser)
    parser.add_argument("--one", choices=LEVELS, default=PLAIN, help=f"the level that is measured ({PLAIN})")
    parser.add_argument("--others", choices=LEVELS, default="random", help="the level that it is measured by (random)")
    parser.add_argument("--deals", type=table_options.count(2, "deals"), default=1000, help="duplicate deals (1000)")


def run(chosen: argparse.Namespace) -> int:
    """Play the match and print its result. Raises ``SetupError``."""
    game = table_options.game_of(chosen)
    with table_options.progress_of(chosen) as executor:
        figure = match(game, bot_for(game, chosen.one), bot_for(game, chosen.others), chosen.deals, chosen.seed, executor)
    print(f"{table_options.told(game, chosen)}, {chosen.deals} duplicate deals of "
          f"{len(teams_of(game, deals_of(chosen.seed, 1)[0]))} tables, seed {chosen.seed}: {chosen.one} against {chosen.others}")
    print(figure)
    return 0

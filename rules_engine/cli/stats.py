"""``followsuit stats GAME [QUESTION…]``: answer questions about strategy with statistics on hands played by bots."""

from __future__ import annotations

import argparse
from pathlib import Path

from rules_engine.authoring.files import write_text
from rules_engine.authoring.stats import StoredStatistics
from rules_engine.bots import LEVELS, PLAIN
from rules_engine.bots.stats import FEWEST, Mean, SimulationTally, Statistic, questions_of, read_tally, simulate
from rules_engine.cli import table_options
from rules_engine.cli.errors import CommandError
from rules_engine.core.game.game import Game
from rules_engine.core.model.errors import quoted
from rules_engine.core.positions.position import Position


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    table_options.add_arguments(parser)
    parser.add_argument("questions", nargs="*", metavar="QUESTION", help="ids of questions (all that the game has)")
    parser.add_argument("--hands", type=table_options.count(FEWEST, "hands"), default=1000, help="hands that are played (1000)")
    parser.add_argument("--level", choices=LEVELS, default=PLAIN, help=f"the bots' level ({PLAIN})")
    table_options.add_keep(parser)
    parser.add_argument("--write", type=Path, metavar="FILE", help="write it all into a file, for the fence `stats` of a page")


def run(chosen: argparse.Namespace) -> int:
    """Play the hands, print the statistics, and write them to a file if requested. Raises ``SetupError`` or ``CommandError``."""
    game = table_options.game_of(chosen)
    asked = _asked(game, chosen.questions)
    about = _command(chosen).replace(f" --hands {chosen.hands}", "")       # the same checkpoint may be continued with more hands
    at_length = table_options.long_form(chosen, about, chosen.hands, "hands")
    with at_length as (kept, progress), table_options.progress_of(chosen) as executor:
        begun = read_tally(kept.found) if kept.found else SimulationTally()
        if begun.hands > chosen.hands:
            raise CommandError(f"{chosen.keep} holds {begun.hands} hands already: request at least as many")

        def seen(tally: SimulationTally) -> None:
            progress.tell(tally.hands)
            kept.keep(tally.plain)

        means = simulate(game, asked, chosen.hands, chosen.seed, chosen.level, executor, begun, seen)
    stored = StoredStatistics(_command(chosen), game.id, game.variant, game.table.size, chosen.hands, chosen.level,
                    {question.id: means[question.id] for question in asked})
    print(f"{table_options.told(game, chosen)}, {chosen.hands} hands, seed {chosen.seed}, {chosen.level} bots; "
          "each mean with its 95 % interval")
    for question in asked:
        print(f"\n{question.asks} ({question.id})")
        lines = [_line(question, mean) for mean in means[question.id]]
        print("\n".join(lines) or f"  no group has {FEWEST} hands: play more of them")
    if chosen.write is not None:
        chosen.write.parent.mkdir(parents=True, exist_ok=True)
        write_text(chosen.write, stored.text())
        print(f"\nwrote {chosen.write}")
    return 0


def _asked(game: Game[Position], ids: list[str]) -> list[Statistic[Position]]:
    known = {question.id: question for question in questions_of(game)}
    for each in ids:
        if each not in known:
            raise CommandError(f"{game.id} has no question {quoted(each)}; it has {', '.join(known)}")
    return [question for question in known.values() if question.id in ids or not ids]


def _line(question: Statistic[Position], mean: Mean) -> str:
    what = mean.group if isinstance(mean.group, str) else f"{question.groups}: {question.named(mean.group)}"
    return f"  {what:<36} {mean.mean:>9.3f} ± {mean.half_width:.3f} {question.unit}  ({mean.hands} hands)"


def _command(chosen: argparse.Namespace) -> str:
    """Return the command that reproduces the statistics."""
    words = ["followsuit", "stats", chosen.game, *chosen.questions, *table_options.table_words(chosen)]
    words += [f"--hands {chosen.hands}", f"--seed {chosen.seed}", *([f"--level {chosen.level}"] if chosen.level != PLAIN else [])]
    return " ".join(words)

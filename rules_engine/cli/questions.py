"""``followsuit questions GAME``: find questions for single days, about turns in hands played by bots."""

from __future__ import annotations

import argparse

from rules_engine.authoring.files import write_text
from rules_engine.authoring.turn_questions import StoredQuestions, read_questions
from rules_engine.cli import table_options
from rules_engine.cli.errors import CommandError
from rules_engine.core.game.game import Game
from rules_engine.core.positions.position import Position
from rules_engine.quiz.turn_questions import TURN_QUESTIONS, TurnQuestion, ask_at_turn, find_turn_questions

USUAL = 26
"""The usual number of questions: one a week lasts for half a year."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    table_options.add_search(parser, "questions", USUAL, 200,
                             "write them into a file, in place of those of their kind, for `followsuit days`")
    parser.add_argument("--kind", choices=[*TURN_QUESTIONS], required=True,
                        help="closed-move: the best move; still-out: how many cards of a suit; holder: who holds a card")


def run(chosen: argparse.Namespace) -> int:
    """Find questions of a kind, print them, and write them to a file if requested. Raises ``SetupError`` and ``CommandError``."""
    game = table_options.game_of(chosen)
    found = list[TurnQuestion]()
    for each in find_turn_questions(game, chosen.kind, chosen.count, chosen.seed):
        found.append(each)
        print(_line(game, each), flush=True)
    if len(found) < chosen.count:
        print(f"No more were found: {game.name} has few questions of the kind {chosen.kind}.")
    if chosen.write is not None:
        _write(chosen, game, found)
    return 0


def _line(game: Game[Position], stored: TurnQuestion) -> str:
    question = ask_at_turn(game, stored)
    right = ", ".join(option.value for option in question.parts[0].options if option.right)
    return f"{stored.deal}: {game.pack.plain(question.prompt)} {right}"


def _write(chosen: argparse.Namespace, game: Game[Position], found: list[TurnQuestion]) -> None:
    """Write questions into a file in place of those of the same kind. Raises ``CommandError`` if the file can't be used."""
    kept, commands = list[TurnQuestion](), list[str]()
    if chosen.write.exists():
        try:
            before = read_questions(chosen.write)
        except (OSError, ValueError) as error:
            raise CommandError(f"{chosen.write} can't be read: {error}. Mend it, or name a new file.") from None
        if (before.game, before.variant, before.players) != (game.id, game.variant, game.table.size):
            raise CommandError(f"{chosen.write} has questions about {before.game} ({before.variant}) with {before.players} "
                               "players: name another file for another table.")
        kept = [each for each in before.questions if each.kind != chosen.kind]
        commands = [each for each in before.commands if f"--kind {chosen.kind} " not in each]
    stored = StoredQuestions([*commands, table_options.search_command(chosen, "--kind", chosen.kind)], game.id, game.variant,
                             game.table.size, [*kept, *found])
    chosen.write.parent.mkdir(parents=True, exist_ok=True)
    write_text(chosen.write, stored.text())
    print(f"wrote {chosen.write}")

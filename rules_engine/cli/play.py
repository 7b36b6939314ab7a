"""``followsuit play GAME``: play hands in the terminal against bots, with the same explanations as on the site."""

from __future__ import annotations

import argparse
import random
from collections.abc import Iterator

from rules_engine.api.session import READER, Session, begin_session
from rules_engine.cli.errors import CommandError
from rules_engine.cli.table_options import add_table, game_of
from rules_engine.core.game.game import Game
from rules_engine.core.model.errors import quoted
from rules_engine.core.model.rules import MoveRefused
from rules_engine.core.positions.position import Position
from rules_engine.html.text import events_text, findings_text, score_text, table_text

HELP = "Type a move, ? for every move and why, hint, undo, last, or quit."
EVERY_SEAT = "all"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    add_table(parser)
    parser.add_argument("--seat", help=f"your seat; the first if left out, and {EVERY_SEAT} to move for everybody")
    parser.add_argument("--seed", type=int, help="the deal; another each time if left out")


def run(chosen: argparse.Namespace) -> int:
    """Play hands until the user stops. Raises ``SetupError`` or ``CommandError``."""
    session, seed = sit_down(chosen)
    print(f"{session.game.name}, deal {seed}. {HELP}\n")
    while True:
        *_, session = hand(session)
        if not session.position.hand_over or session.position.game_over or _ask("Next hand? [Enter, or quit] ") == "quit":
            return 0
        seed += 1
        session = session.next_hand(seed).others_play()


def sit_down(chosen: argparse.Namespace) -> tuple[Session, int]:
    """Return a session for the chosen game and seat, at the user's first turn, and the seed of its deal.

    Raises ``SetupError`` or ``CommandError``.
    """
    seed = chosen.seed if chosen.seed is not None else random.SystemRandom().randrange(1 << 31)
    game = game_of(chosen)
    return begin_session(game, {"seed": seed}, _seat(game, chosen.seat)).others_play(), seed


def _seat(game: Game[Position], name: str | None) -> int | None:
    if name == EVERY_SEAT:
        return None
    if name is not None and name not in game.table.names:
        raise CommandError(f"--seat: {quoted(name)} is no seat at this table: choose one of {', '.join(game.table.names)}, or "
                      f"{EVERY_SEAT}.")
    return game.table.names.index(name) if name else READER


def hand(session: Session) -> Iterator[Session]:
    """Play a hand in the terminal; yield the session after each action until the hand is over or the user quits."""
    dealt = events_text(session.game, session.told(0))
    print("\n".join(part for part in (dealt, _told(session, 0)) if part))
    yield session
    while not session.position.hand_over:
        shown = len(session.moves)
        later = _going_on(session) if session.waiting else _turn(session)
        if later is None:
            return
        if len(later.moves) > shown:
            print(_told(later, shown))
        session = later
        yield session
    print(score_text(session.narrator, session.position))


def _going_on(session: Session) -> Session | None:
    """Let the bots continue, after offering the user the remarks that can be made to the other players now.

    Return None if the user quits.
    """
    if not session.sayings:
        return session.rest()
    print("\nYou may say:")
    for number, remark in enumerate(session.sayings, 1):
        print(f"  {number}  “{remark.phrase}” ({remark.meaning})")
    words = _ask("A number to say it, or Enter to say nothing: ")
    if words == "quit":
        return None
    if words.isdecimal() and 0 < int(words) <= len(session.sayings):
        return session.say(session.sayings[int(words) - 1].phrase).others_play()
    return session.rest()


def _turn(session: Session) -> Session | None:
    """Prompt the user for one action and carry it out. Return None if the user quits."""
    print("\n" + table_text(session.view))
    words = _ask("Your move: ")
    if words == "quit":
        return None
    if words == "?":
        for move in session.game.candidates(session.position):
            print(f"{move.text}\n{findings_text(session.game, session.narrator.findings(session.position, move))}")
    elif words == "hint":
        choice = session.bot_choice()
        print(f"  The coach would play {choice.move.text}: {session.game.pack.plain(choice.reason)}")
    elif words == "undo":
        return session.undo()
    elif words == "last":
        trick = session.position.last_trick
        print("  " + (", ".join(f"{session.narrator.name(laid.seat)} {laid.move.text}" for laid in trick.laid)
                      if trick else "No trick has been finished yet."))
    elif words:
        try:
            return session.play(words).others_play()
        except MoveRefused as error:
            print(findings_text(session.game, session.narrator.explain(session.position, error.verdict, typed=True)))
    else:
        print(HELP)
    return session


def _told(session: Session, since: int) -> str:
    """Return a report of the remarks, moves and events, starting with the move at index ``since``."""
    name, lines = session.narrator.name, list[str]()
    for place in range(since, len(session.moves)):
        lines += [f"{name(remark.seat)}: “{remark.phrase}” ({remark.meaning})" for remark in session.remarks(place)]
        move, position = session.moves[place], session.line[place].position
        seen = move.text if session.open_to_reader(place) else f"{move.verb} a card"
        lines.append(f"{name(position.actor)}: {seen}")
        lines.append(events_text(session.game, session.told(place + 1)))
    return "\n".join(line for line in lines if line)


def _ask(prompt: str) -> str:
    try:
        return input(prompt).strip()
    except EOFError:
        print()
        return "quit"

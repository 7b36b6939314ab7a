"""What if: a worked example varied by the reader, who moves for every seat."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from rules_engine.core.cards import Card
from rules_engine.core.rules import MoveRefused
from rules_engine.scenario import Replay, read_scenario, replay
from rules_engine.table.hand import Reply, Shows, refused, status
from rules_engine.table.session import SaveUnreadable, Session, what_if
from rules_engine.view.face import spoken
from rules_engine.view.links import Links
from rules_engine.view.play import Action
from rules_engine.view.slip import Slip
from rules_engine.view.table import takers


def what_if_answer(message: dict[str, Any], links: Links) -> dict[str, Any]:
    """The example after the reader's moves, and how it differs from the book. Raises ``SaveUnreadable``."""
    run = replay(read_scenario(message["scenario"]))
    step, moves = int(message["step"]), tuple(message.get("moves", ()))
    if not 0 <= step <= len(run.moments):
        raise SaveUnreadable("This link points past the end of the example.")
    session, deed, value = what_if(run, step, moves), message.get("do", ""), str(message.get("value", ""))
    picked = value if deed == "pick" and message.get("picked") != value else ""
    reply: Reply | None = None
    try:
        session = _varied(session, deed, value)
        if picked:
            check_ways(session, session.game.pack.card(picked))
    except MoveRefused as error:
        reply, picked = refused(session, error.verdict), ""
    if reply is None and not picked:
        reply = _compare(run, step, session)
    card = session.game.pack.card(picked) if picked else None
    shows = Shows(session, links, reply, card, book=[Action("book", "Back to the example")])
    say = reply.slip.told() if reply else "Choose how to play it." if picked else status(session)
    say = spoken(session.game.pack, say)
    return {"html": shows.stage(), "say": say, "focus": _focus(session, reply, picked), "picked": picked,
            "moves": [move.text for move in session.moves], "over": session.position.hand_over}


def _focus(session: Session, reply: Reply | None, picked: str) -> str:
    if picked:
        return "fs-answers"
    if reply is not None and reply.slip.kind == "no":
        return ""
    return "fs-hand" if session.readers_turn else "fs-do-book"


def _varied(session: Session, deed: str, value: str) -> Session:
    if deed in ("play", "bid", "give"):
        return session.play_all(value)
    if deed == "undo":
        return session.undo()
    if deed == "bots" and session.readers_turn:
        return session.play(session.bot_choice().move)
    return session


def check_ways(session: Session, card: Card) -> None:
    """Raises ``MoveRefused`` for a card that can be played in none of its ways."""
    ways = session.ways(card)
    if ways and not any(way.legal for way in ways):
        raise MoveRefused(ways[0])


def _compare(run: Replay, step: int, session: Session) -> Reply | None:
    """How the trick just finished differs from the same trick of the example."""
    trick = session.position.last_trick
    if not session.moves or trick is None or session.position.trick:
        return None
    why = [(told.sentence, told.event.rule) for told in session.told(len(session.moves)) if told.event.kind == "trick"]
    count = sum(sitting.position.last_trick is not earlier.position.last_trick
                for earlier, sitting in pairwise(session.line))
    book = [moment.finished for moment in run.moments[step:] if moment.finished is not None]
    if not count:       # the hand ended with no trick
        return None
    if len(book) < count:
        return Reply(Slip("The example has no such trick.", why))
    ours, theirs = (takers(session.game, each.winners) for each in (trick, book[count - 1]))
    take = "take" if len(set(trick.winners.values())) > 1 else "takes"
    if theirs == ours:
        return Reply(Slip(f"{ours} {take} this trick, as in the example.", why))
    return Reply(Slip(f"Now {ours} {take} this trick instead of {theirs}.", why))

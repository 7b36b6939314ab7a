"""The reader's actions: handlers for a practice hand, and the picking of cards on every table."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, NamedTuple

from rules_engine.api.hand_view import HandView, Reply, refused
from rules_engine.api.lazy_modules import handler
from rules_engine.api.narration import deal_text, move_text, status_text, undo_text
from rules_engine.api.request import STRANGE, InvalidMessage, links_of, named, session_of, whole
from rules_engine.api.response import hand_answer
from rules_engine.api.session import Session, new_session
from rules_engine.bots import PLAIN
from rules_engine.core.model.cards import Card
from rules_engine.core.model.moves import Move
from rules_engine.core.model.rules import MoveRefused, Verdict
from rules_engine.html.slip import Slip
from rules_engine.text.message import NOTHING, Text, as_text, joined, say

if TYPE_CHECKING:
    from rules_engine.api.protocol import DoMessage, HandAnswer, PracticeMessage, ResumeMessage, VariationMessage

CHOOSE = say("Choose how to play it.")
"""Announcement after a card has been picked in a puzzle or an example."""


class ReaderAction(NamedTuple):
    """The reader's action: its verb, its value, and the card that was picked before it."""

    do: str = ""
    value: str = ""
    picked: Card | None = None


def pressed(session: Session, message: VariationMessage) -> ReaderAction:
    """Return the reader's action. Picking a card becomes playing it if there is nothing to choose. Raises ``MoveRefused`` if a
    picked card can't be played, or ``InvalidMessage`` if there are no moves with it."""
    deed, value = message.get("do", ""), str(message.get("value", ""))
    if deed != "pick" or value in ("", message.get("picked")):
        return ReaderAction(deed, value)
    chosen = _picked(session, value)
    return ReaderAction("play", chosen.text) if isinstance(chosen, Move) else ReaderAction(deed, value, chosen)


def _picked(session: Session, name: str) -> Card | Move:
    """Return a picked card or, if the rules have several moves with it but permit only playing it, that move. Raises
    ``MoveRefused`` if every move with the card is illegal, or ``InvalidMessage`` if there are no moves with it."""
    card = session.game.pack.card(name)
    ways = session.ways(card)
    if not ways:
        raise InvalidMessage(STRANGE)
    allowed = [way.move for way in ways if way.legal and way.move is not None]
    if not allowed:
        raise MoveRefused(ways[0])
    others = any(way.move is not None and way.move.verb != "play" for way in ways)
    return allowed[0] if others and len(allowed) == 1 and allowed[0].verb == "play" else card


# ---- operations

def practice_answer(message: PracticeMessage) -> HandAnswer:
    """Deal a new hand. Raises ``SetupError`` if there is no such game or setup."""
    session = new_session(message["game"], message["seed"], message.get("variant"), message.get("players"),
                          message.get("options"), message.get("setup")).against(message.get("level", PLAIN))
    return hand_answer(message, session, say=deal_text(session), dealt=True)


def resume_answer(message: ResumeMessage) -> HandAnswer:
    """Resume a hand saved by the reader or sent by a friend. Raises ``InvalidSave``."""
    session = session_of(message)
    if not message.get("friend"):
        return hand_answer(message, session, say=say("Your hand is back where you left it."))
    lead = say("A friend asks: what would you do?") if session.readers_turn else say("A friend shows you this hand.")
    stands = HandView(session, links_of(message)).slip
    return hand_answer(message, session, Reply(stands._replace(lead=lead, more=[(stands.lead, ""), *stands.more])))


def do_answer(message: DoMessage) -> HandAnswer:
    """Perform a reader's action. Raises ``InvalidMessage`` if the action is unknown, or ``InvalidSave`` if the save is
    corrupt."""
    return named(_DEEDS, message["do"])(message, session_of(message), str(message.get("value", "")))


# ---- actions

def _play(message: DoMessage, session: Session, value: str) -> HandAnswer:
    """Make one or more consecutive moves, separated by commas."""
    try:
        after = session.play_all(value)
    except MoveRefused as error:
        return hand_answer(message, session, refused(session, error.verdict))
    doubt: Reply | None = handler("coach.handlers.doubt_of")(session, after) if message.get("doubts") else None
    return hand_answer(message, after, doubt, before=session)


def _why(message: DoMessage, session: Session, value: str) -> HandAnswer:
    """Explain whether a card may be played, and in which ways."""
    verdict = session.game.judge(session.view.position, value, session.position.to_act)
    card = verdict.move.other or verdict.move.card if verdict.move is not None else None
    ways = (session.ways(card) if card is not None else []) or [verdict]
    allowed = [way for way in ways if way.legal]
    if not allowed:
        return hand_answer(message, session, refused(session, verdict))
    told = [say("{call}: {legal:yes|no}.", call=_asked(session, way), legal=way.legal) for way in ways] if len(ways) > 1 else []
    findings = [finding for way in (*allowed[:1], *(way for way in ways if not way.legal))
                for finding in session.narrator.explain(session.view.position, way)[-1:]]
    lead = say("Yes: you may {call}.", call=_asked(session, allowed[0]))
    more = [(joined(told), ""), *((finding.sentence, finding.rule) for finding in findings)]
    return hand_answer(message, session, Reply(Slip(lead, more)))


def _asked(session: Session, verdict: Verdict) -> Text:
    assert verdict.move is not None
    return session.narrator.move_request(session.position, verdict.move)


def _pick(message: DoMessage, session: Session, value: str) -> HandAnswer:
    """Pick a card that can be played in several ways. If it is already picked, put it back."""
    try:
        chosen = _picked(session, value)
    except MoveRefused as error:
        return hand_answer(message, session, refused(session, error.verdict))
    if isinstance(chosen, Move):
        return _play(message, session, chosen.text)
    if message.get("picked") == value:
        return hand_answer(message, session, say=NOTHING, focus=f"fs-card-{value}")
    return hand_answer(message, session, picked=chosen, focus="fs-answers")


def _number(message: DoMessage, session: Session, value: str) -> HandAnswer:
    return hand_answer(message, session, number=whole(value), say=as_text(whole(value)), focus="")


def _go(message: DoMessage, session: Session, value: str) -> HandAnswer:
    return hand_answer(message, session.go_on(), before=session)


def _say(message: DoMessage, session: Session, value: str) -> HandAnswer:
    return hand_answer(message, session.say(value), before=session)


def _undo(message: DoMessage, session: Session, value: str) -> HandAnswer:
    after = session.undo()
    return hand_answer(message, after, say=say("Nothing to take back.") if after is session else undo_text(session, after))


def _retry(message: DoMessage, session: Session, value: str) -> HandAnswer:
    """Return to one of the reader's choices and continue from there."""
    after = session.at(whole(value))
    return hand_answer(message, after, say=joined([say("Back at this choice."), status_text(after)]))


def _last(message: DoMessage, session: Session, value: str) -> HandAnswer:
    """Show the last trick."""
    trick = session.position.last_trick
    if trick is None:
        return hand_answer(message, session, say=say("No trick has been finished yet."))
    return _look(message, session, str(next(place for place, reached in enumerate(session.line)
                                            if reached.position.last_trick is trick)))


def _look(message: DoMessage, session: Session, value: str) -> HandAnswer:
    """Show the table after the first ``value`` moves, explaining which cards beat which."""
    place = min(max(whole(value), 1), len(session.moves))
    then = session.at(place)
    trick = then.position.last_trick
    lead, *more = [told.sentence for told in then.told(place)] or [move_text(then, place - 1)]
    chain = session.narrator.trick_explanation(then.line[place - 1].position, trick.laid) if then.trick_done and trick else []
    slip = Slip(lead, [*((sentence, "") for sentence in more), *((finding.sentence, finding.rule) for finding in chain)])
    return hand_answer(message, session, Reply(slip), shown=then, focus="fs-do-now")


def _now(message: DoMessage, session: Session, value: str) -> HandAnswer:
    return hand_answer(message, session, say=status_text(session))


def _deal(message: DoMessage, session: Session, value: str) -> HandAnswer:
    after = session.next_hand(message["seed"])
    return hand_answer(message, after, say=deal_text(after), dealt=True)


def _again(message: DoMessage, session: Session, value: str) -> HandAnswer:
    after = session.at(0)
    return hand_answer(message, after, say=joined([say("The same deal again."), deal_text(after)]), dealt=True)


Deed = Callable[["DoMessage", Session, str], "HandAnswer"]


def _coach(place: str) -> Deed:
    """Return a handler that imports the coach on first use, because no first response needs it."""
    return lambda message, session, value: handler(f"coach.{place}")(message, session, value)


_DEEDS: Mapping[str, Deed] = {
    "play": _play, "bid": _play, "give": _play, "say": _say, "why": _why, "pick": _pick, "number": _number, "go": _go,
    "next": _go, "undo": _undo, "retry": _retry, "last": _last, "look": _look, "now": _now, "deal": _deal, "again": _again,
    "hint": _coach("handlers.hint_answer"), "ponder": _coach("handlers.ponder_answer"),
    "because": _coach("handlers.because_answer"), "trick-because": _coach("handlers.trick_because_answer"),
    "review": _coach("review_handlers.review_answer"), "judge": _coach("review_handlers.judge_answer"),
    "choice": _coach("review_handlers.choice_answer")}

"""The response that shows a practice hand: its view, the buttons, and the record next to the table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rules_engine.api.hand_view import HandView, Reply
from rules_engine.api.lesson_tips import learnt
from rules_engine.api.narration import moves_text
from rules_engine.api.request import RECENT, links_of, taught_by
from rules_engine.api.saves import write_save
from rules_engine.api.session import Session
from rules_engine.core.model.cards import Card
from rules_engine.core.model.table_talk import Remark
from rules_engine.html.elements import Html
from rules_engine.html.hand_html import LogMove, side_html
from rules_engine.html.links import Links
from rules_engine.html.score import match_html
from rules_engine.html.tray import Action
from rules_engine.narration.phrasebook import EventText
from rules_engine.text.message import NOTHING, Text, joined, say

if TYPE_CHECKING:
    from rules_engine.api.protocol import HandAnswer, Message, Thinking


def hand_answer(message: Message, session: Session, reply: Reply | None = None, *, before: Session | None = None,
                shown: Session | None = None, picked: Card | None = None, number: int | None = None, say: Text | None = None,
                focus: str | None = None, retry: int | None = None, sets: bool = False, dealt: bool = False,
                thinking: Thinking = "", coach: Text = NOTHING) -> HandAnswer:
    """Return the response that shows a hand, and cache its session.

    ``reply``     the message for the slip; by default it describes the state of the hand
    ``before``    the session before the reader's action, to announce the moves made since
    ``shown``     an earlier state of the hand, displayed instead of the current one
    ``picked``    the card for which the reader has to choose a way to play it
    ``number``    the number selected in the number picker
    ``say``       the text for screen readers; by default it is derived from the moves or the slip
    ``focus``     the id of the element to focus; by default it depends on the view
    ``retry``     the index of the reader's choice that ``shown`` is about
    ``sets``      whether that choice can be turned into a puzzle
    ``dealt``     whether the hand has just been dealt
    ``thinking``  the action to repeat while the coach is still thinking
    ``coach``     the coach's sentence on a finished hand
    """
    gone_on = before if before is not session else None
    ended = gone_on is not None and session.position.hand_over and session.trick_done
    if say is None and gone_on is not None and not (reply or picked):
        say = moves_text(session, len(gone_on.moves), score=not ended)
    if (dealt or gone_on is not None) and not (reply or picked or shown):
        reply = learnt(session, taught_by(message))
        say = joined([say, reply.slip.lead, *(told for told, _ in reply.slip.more)]) if reply and say else say
    laid = shown.position.trick if shown and retry is not None else None
    view = HandView(shown or session, links_of(message), reply, picked, number, can_move=shown is None, ended=ended,
                    still=shown is not None and retry is None, laid=laid, coach=coach)
    actions = _toolbar(view) if shown is None else _looking_back(shown, retry, sets)
    running = session.running and shown is None
    save = write_save(session)
    RECENT[save] = session
    return {**view.answer(actions, view.slip.told() if say is None else say, _focus(view) if focus is None else focus),
            "side": "" if running else _side(session, links_of(message)), "save": save,
            "hand": session.number, "over": session.position.hand_over, "finished": session.position.game_over and not ended,
            "running": running, "back": shown is not None,
            "turn": view.turn and len(session.game.legal(session.position)) > 1,
            "waiting": ended or (session.waiting and not session.sayings and shown is None),
            "dealt": dealt, "thinking": thinking, "doubt": reply is not None and reply.doubt}


def _focus(view: HandView) -> str:
    """Return the id of the element to focus; empty to leave the focus where it is."""
    session = view.session
    if session.running or view.reply:
        return ""
    if session.waiting or session.position.hand_over:
        return f"fs-do-{_main(view).do}"
    return "fs-numbers" if view.numbers else "fs-answers" if view.moves else "fs-hand"


# ---- the buttons below the table

def _looking_back(shown: Session, retry: int | None, sets: bool) -> list[Action]:
    """Return the buttons for an earlier position: one of the reader's choices, or the position after a trick."""
    if retry is None:
        return [Action("trick-because", say("Why did they play that?"), value=str(len(shown.moves))),
                Action("now", say("Back to the hand"), main=True)]
    puzzle = [Action("own", say("As a puzzle"), value=str(retry))] if sets else []
    return [Action("now", say("Score")), Action("review", say("Review")), *puzzle,
            Action("retry", say("Play on from here"), main=True, value=str(retry))]


def _toolbar(view: HandView) -> list[Action]:
    """Return the buttons for the hand in play."""
    session, main, more = view.session, _main(view), Action("more", say("More"))
    if view.reply and view.reply.doubt:
        keeps = main if session.waiting or view.turn else Action("go", say("Play on"), main=True)
        return [Action("undo", say("Take it back")), more, keeps]
    undo = Action("undo", say("Undo"), bool(session.moves) or view.picked is not None)
    last = Action("last", say("Last trick"), session.position.last_trick is not None)
    return [_help(view), undo, last, more, main]


def _help(view: HandView) -> Action:
    """Return the button for advice. After the hand it opens the review or, from the review, the score."""
    if not view.session.position.hand_over:
        return Action("hint", say("Hint"), view.turn)
    return Action("now", say("Score")) if view.reply and view.over else Action("review", say("Review"))


def _main(view: HandView) -> Action:
    """Return the button that continues the hand."""
    session = view.session
    if view.ended:
        return Action("next", say("Score"), main=True)
    if session.position.game_over:
        return Action("new", say("New game"), main=True)
    if session.position.hand_over:
        return Action("deal", say("Next hand"), main=True)
    clears = view.turn and session.trick_done       # the reader may clear away the last trick before leading
    label = say("Go on") if session.sayings else say("Clear the table") if clears else say("Next trick")
    return view.confirmation() or Action("next", label, session.waiting or clears, True)


# ---- the record next to the table

def _side(session: Session, links: Links) -> Html:
    """Return the record of the hand: totals, tricks and log."""
    score = match_html(session.narrator, session.scores, session.position.totals)
    return side_html(session.narrator, score, _tricks(session), _log(session), links)


def _tricks(session: Session) -> list[list[LogMove]]:
    """Return the moves so far, one line for each trick; moves before the first card have their own line."""
    lines: list[list[LogMove]] = [[]]
    for place, move in enumerate(session.moves):
        before, after = session.line[place].position, session.line[place + 1].position
        if move.verb == "play" and not before.trick and lines[-1]:
            lines.append([])
        _note(lines[-1], LogMove(place, before.actor, move, session.open_to_reader(place)))
        if after.last_trick is not before.last_trick and after.last_trick is not None:
            taking = set(after.last_trick.winners.values())
            lines[-1] = [shown._replace(took=shown.seat in taking and shown.move.card is not None) for shown in lines[-1]]
            lines.append([])
    return [line for line in lines if line]


def _note(line: list[LogMove], shown: LogMove) -> None:
    """Append a move to a line. If it repeats the seat's previous hidden action, increase that action's count instead."""
    last = line[-1] if line else None
    if last is not None and not shown.open and not last.open and (last.seat, last.move.verb) == (shown.seat, shown.move.verb):
        line[-1] = last._replace(at=shown.at, times=last.times + 1)
    else:
        line.append(shown)


def _log(session: Session) -> list[EventText | Remark]:
    """Return all events and remarks in the hand, in order."""
    log: list[EventText | Remark] = []
    for place in range(len(session.line)):
        log += session.told(place)
        log += session.remarks(place)
    return log

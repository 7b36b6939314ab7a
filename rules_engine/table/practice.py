"""A practice hand: begun, brought back, and all that the reader can do in it."""

from __future__ import annotations

from collections.abc import Callable

from rules_engine.bots import PLAIN
from rules_engine.core.game.game import Game
from rules_engine.core.model.cards import Card
from rules_engine.core.model.rules import MoveRefused, Verdict
from rules_engine.core.positions.position import Position
from rules_engine.core.words.sentences import NOTHING, Text, as_text, joined, say
from rules_engine.games import make_game
from rules_engine.table.choosing import check_ways, only_way, to_give
from rules_engine.table.coach import advice, doubt, giving_advice, think
from rules_engine.table.hand_view import HandView
from rules_engine.table.judging import turn_of
from rules_engine.table.latest import Latest
from rules_engine.table.lesson import learnt
from rules_engine.table.narration import dealt_told, move_told, moves_told, status, taken_back
from rules_engine.table.protocol import (
    DoMessage,
    GameMessage,
    HandAnswer,
    Message,
    PracticeMessage,
    RecordMessage,
    ResumeMessage,
    SavedMessage,
    Thinking,
    links_of,
    taught_by,
)
from rules_engine.table.reply import Reply, refused
from rules_engine.table.review import review_of
from rules_engine.table.saves import read_save, write_save
from rules_engine.table.session import Session, new_session
from rules_engine.table.thoughts import since_a_lead, since_the_reader, thoughts
from rules_engine.view.slip import Slip

_RECENT = Latest[str, Session](8)
"""The sessions of the last few saves, so that a click doesn't replay the hand."""


def practice_answer(message: PracticeMessage) -> HandAnswer:
    """Deal a new hand."""
    session = new_session(message["game"], message["seed"], message.get("variant"), message.get("players"),
                          message.get("options"), message.get("setup")).against(message.get("level", PLAIN))
    return hand_answer(message, session, say=dealt_told(session), dealt=True)


def resume_answer(message: ResumeMessage) -> HandAnswer:
    """Bring a saved hand back: the reader's own, or one that a friend asks about."""
    session = session_of(message)
    if not message.get("friend"):
        return hand_answer(message, session, say=say("Your hand is back where you left it."))
    lead = say("A friend asks: what would you do?") if session.readers_turn else say("A friend shows you this hand.")
    stands = HandView(session, links_of(message)).slip
    return hand_answer(message, session, Reply(stands._replace(lead=lead, more=[(stands.lead, ""), *stands.more])))


def do_answer(message: DoMessage) -> HandAnswer:
    """Do what the reader wants."""
    return _DEEDS[message["do"]](message, session_of(message), str(message.get("value", "")))


def game_of(message: GameMessage) -> Game[Position]:
    """Return the game that a message asks about. Raises ``SetupError``."""
    return make_game(message["game"], message.get("variant"), message.get("players"), None, message.get("options"))


def session_of(message: SavedMessage | RecordMessage) -> Session:
    """Return the hand that a message saves. Raises ``SaveUnreadable``."""
    save = message["save"]
    if save not in _RECENT:
        _RECENT[save] = read_save(save)
    return _RECENT[save].against(message.get("level", PLAIN))


def hand_answer(message: Message, session: Session, reply: Reply | None = None, *, before: Session | None = None,
                shown: Session | None = None, picked: Card | None = None, number: int | None = None, say: Text | None = None,
                focus: str | None = None, retry: int | None = None, sets: bool = False, dealt: bool = False,
                thinking: Thinking = "") -> HandAnswer:
    """Return the answer that shows a hand; ``shown`` is what is looked back upon instead, ``retry`` the place of its choice,
    which ``sets`` a puzzle or not."""
    gone_on = before if before is not session else None
    ended = gone_on is not None and session.position.hand_over and session.trick_done
    if say is None and gone_on is not None and not (reply or picked):
        say = moves_told(session, len(gone_on.moves), score=not ended)
    if (dealt or gone_on is not None) and not (reply or picked or shown):
        reply = learnt(session, taught_by(message))
        say = joined([say, reply.slip.lead, *(told for told, _ in reply.slip.more)]) if reply and say else say
    view = HandView(shown or session, links_of(message), reply, picked, number, shown is not None, ended, retry=retry, sets=sets)
    running = session.running and shown is None
    beside = view if shown is None else HandView(session, links_of(message))
    save = write_save(session)
    _RECENT[save] = session
    return {**view.answer(say, focus), "side": "" if running else beside.side(), "save": save,
            "over": session.position.hand_over, "finished": session.position.game_over and not ended,
            "running": running, "back": shown is not None,
            "turn": session.readers_turn and shown is None and len(session.game.legal(session.position)) > 1,
            "waiting": ended or (session.waiting and not session.sayings and shown is None),
            "dealt": dealt, "thinking": thinking, "doubt": reply is not None and reply.doubt}


# ---- what can be done

def _play(message: DoMessage, session: Session, value: str) -> HandAnswer:
    """A move, or several of one kind that go together, with commas between."""
    try:
        after = session.play_all(value)
    except MoveRefused as error:
        return hand_answer(message, session, refused(session, error.verdict))
    return hand_answer(message, after, _doubt(session, after) if message.get("doubts") else None, before=session)


def _doubt(session: Session, after: Session) -> Reply | None:
    """What the coach says of a move just made, if it is a mistake and the coach had thought about the turn."""
    if len(after.moves) != len(session.moves) + 1 or after.position.hand_over:
        return None
    turn = turn_of(session)
    return None if turn is None else doubt(after, turn, after.moves[-1])


def _why(message: DoMessage, session: Session, value: str) -> HandAnswer:
    """Whether a card may be played, and why: every way in which it can be tried."""
    verdict = session.game.judge(session.view.position, value, session.position.to_act)
    card = verdict.move.other or verdict.move.card if verdict.move is not None else None
    ways = (session.ways(card) if card is not None else []) or [verdict]
    allowed = [way for way in ways if way.legal]
    if not allowed:
        return hand_answer(message, session, refused(session, verdict))
    told = [say("{call}: {legal:yes|no}.", call=_asked(session, way), legal=way.legal) for way in ways] if len(ways) > 1 else []
    findings = [finding for way in (*allowed[:1], *(way for way in ways if not way.legal))
                for finding in session.telling.explain(session.view.position, way)[-1:]]
    lead = say("Yes: you may {call}.", call=_asked(session, allowed[0]))
    more = [(joined(told), ""), *((finding.sentence, finding.rule) for finding in findings)]
    return hand_answer(message, session, Reply(Slip(lead, more)))


def _asked(session: Session, verdict: Verdict) -> Text:
    assert verdict.move is not None
    return session.telling.call(session.position, verdict.move)


def _pick(message: DoMessage, session: Session, value: str) -> HandAnswer:
    """Take up a card that can be played in several ways; put it down again if it was taken up already."""
    card = session.game.pack.card(value)
    try:
        check_ways(session, card)
    except MoveRefused as error:
        return hand_answer(message, session, refused(session, error.verdict))
    if (only := only_way(session, card)) is not None:
        return _play(message, session, only.text)
    if message.get("picked") == value:
        return hand_answer(message, session, say=NOTHING, focus=f"fs-card-{value}")
    return hand_answer(message, session, picked=card, focus="fs-answers")


def _number(message: DoMessage, session: Session, value: str) -> HandAnswer:
    return hand_answer(message, session, number=int(value), say=as_text(int(value)), focus="")


def _go(message: DoMessage, session: Session, value: str) -> HandAnswer:
    return hand_answer(message, session.go_on(), before=session)


def _say(message: DoMessage, session: Session, value: str) -> HandAnswer:
    return hand_answer(message, session.say(value), before=session)


def _undo(message: DoMessage, session: Session, value: str) -> HandAnswer:
    after = session.undo()
    return hand_answer(message, after, say=say("Nothing to take back.") if after is session else taken_back(session, after))


def _hint(message: DoMessage, session: Session, value: str) -> HandAnswer:
    if not session.readers_turn:
        return hand_answer(message, session, say=say("It isn't your turn."))
    if (count := to_give(session)) > 1:
        return hand_answer(message, session, giving_advice(session, count), focus="")
    turn = turn_of(session)
    if turn is not None and value:
        think(turn)
    thinking = turn is not None and not turn.done
    heard = NOTHING if value and thinking else None         # what is thought about is heard first and last
    return hand_answer(message, session, advice(session, turn), say=heard, focus="", thinking="hint" if thinking else "")


def _ponder(message: DoMessage, session: Session, value: str) -> HandAnswer:
    """The coach thinks about the reader's turn, and says nothing."""
    turn = turn_of(session) if session.readers_turn and to_give(session) < 2 else None
    if turn is not None:
        think(turn)
    return hand_answer(message, session, say=NOTHING, thinking="" if turn is None or turn.done else "ponder")


def _review(message: DoMessage, session: Session, value: str) -> HandAnswer:
    """What the reader's choices gave away."""
    if not session.position.hand_over:
        return hand_answer(message, session, say=say("The hand isn't over yet."))
    review = review_of(session, message["save"])
    review.think()
    heard = NOTHING if value and not review.done else None
    focus = "fs-answers" if review.done and review.given else ""
    return hand_answer(message, session, Reply(review.told()), say=heard, focus=focus, thinking="" if review.done else "review")


def _choice(message: DoMessage, session: Session, value: str) -> HandAnswer:
    """One of the reader's choices, as the table lay when it was made; the review, where nothing is known of it yet."""
    place = int(value)
    review = review_of(session, message["save"])
    reply = review.choice(place)
    if reply is None:
        return _review(message, session, "")
    return hand_answer(message, session, reply, shown=session.at(place), retry=place, sets=review.sets(place),
                       focus="fs-do-retry")


def _retry(message: DoMessage, session: Session, value: str) -> HandAnswer:
    """Back to one of the reader's choices, to play on from there."""
    after = session.at(int(value))
    return hand_answer(message, after, say=joined([say("Back at this choice."), status(after)]))


def _last(message: DoMessage, session: Session, value: str) -> HandAnswer:
    """The last trick, as it lay."""
    trick = session.position.last_trick
    if trick is None:
        return hand_answer(message, session, say=say("No trick has been finished yet."))
    return _look(message, session, str(next(place for place, reached in enumerate(session.line)
                                            if reached.position.last_trick is trick)))


def _look(message: DoMessage, session: Session, value: str) -> HandAnswer:
    """The table as it stood after so many moves, with what beat what."""
    place = min(max(int(value), 1), len(session.moves))
    then = session.at(place)
    trick = then.position.last_trick
    lead, *more = [told.sentence for told in then.told(place)] or [move_told(then, place - 1)]
    chain = session.telling.chain(then.line[place - 1].position, trick.laid) if then.trick_done and trick else []
    slip = Slip(lead, [*((sentence, "") for sentence in more), *((finding.sentence, finding.rule) for finding in chain)])
    return hand_answer(message, session, Reply(slip), shown=then, focus="fs-do-now")


def _now(message: DoMessage, session: Session, value: str) -> HandAnswer:
    return hand_answer(message, session, say=status(session))


def _because(message: DoMessage, session: Session, value: str) -> HandAnswer:
    """Why the bots played as they did since the reader's last move; where that was the last one, in its trick.

    Whether a mistake is to stand stays asked meanwhile.
    """
    places = since_the_reader(session) or since_a_lead(session, len(session.moves))
    told = thoughts(session, places, say("Nobody has moved yet."))
    asked = session.running and message.get("doubts") and _doubt(session.at(len(session.moves) - 1), session) is not None
    return hand_answer(message, session, Reply(told, doubt=bool(asked)), focus="")


def _trick_because(message: DoMessage, session: Session, value: str) -> HandAnswer:
    """Why they did in the trick that is looked back upon, which ends after so many moves."""
    end = int(value)
    told = thoughts(session, since_a_lead(session, end), say("Nobody else has moved here."))
    return hand_answer(message, session, Reply(told), focus="", shown=session.at(end))


def _deal(message: DoMessage, session: Session, value: str) -> HandAnswer:
    after = session.next_hand(message["seed"])
    return hand_answer(message, after, say=dealt_told(after), dealt=True)


def _again(message: DoMessage, session: Session, value: str) -> HandAnswer:
    after = session.again()
    return hand_answer(message, after, say=joined([say("The same deal again."), dealt_told(after)]), dealt=True)


_DEEDS: dict[str, Callable[[DoMessage, Session, str], HandAnswer]] = {
    "play": _play, "bid": _play, "give": _play, "say": _say, "why": _why, "pick": _pick, "number": _number, "go": _go,
    "next": _go, "undo": _undo, "hint": _hint, "ponder": _ponder, "review": _review, "choice": _choice, "retry": _retry,
    "last": _last,
    "look": _look, "now": _now, "because": _because, "trick-because": _trick_because, "deal": _deal, "again": _again}

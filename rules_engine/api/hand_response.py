"""The game and the hand that a message is about, and the answer that shows it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rules_engine.api.bounded_cache import BoundedCache
from rules_engine.api.hand_view import HandView
from rules_engine.api.lesson_tips import learnt
from rules_engine.api.message_fields import links_of, taught_by
from rules_engine.api.narration import moves_text
from rules_engine.api.reply import Reply
from rules_engine.api.saves import read_save, write_save
from rules_engine.api.session import Session
from rules_engine.bots import PLAIN
from rules_engine.core.game.game import Game
from rules_engine.core.model.cards import Card
from rules_engine.core.positions.position import Position
from rules_engine.games import make_game
from rules_engine.text.message import Text, joined

if TYPE_CHECKING:
    from rules_engine.api.protocol import GameMessage, HandAnswer, Message, RecordMessage, SavedMessage, Thinking

RECENT = BoundedCache[str, Session](8)
"""The sessions of the last few saves, so that a click doesn't replay the hand."""


def game_of(message: GameMessage) -> Game[Position]:
    """Return the game that a message asks about. Raises ``SetupError``."""
    return make_game(message["game"], message.get("variant"), message.get("players"), None, message.get("options"))


def session_of(message: SavedMessage | RecordMessage) -> Session:
    """Return the hand that a message saves. Raises ``SaveUnreadable``."""
    save = message["save"]
    if save not in RECENT:
        RECENT[save] = read_save(save)
    return RECENT[save].against(message.get("level", PLAIN))


def hand_answer(message: Message, session: Session, reply: Reply | None = None, *, before: Session | None = None,
                shown: Session | None = None, picked: Card | None = None, number: int | None = None, say: Text | None = None,
                focus: str | None = None, retry: int | None = None, sets: bool = False, dealt: bool = False,
                thinking: Thinking = "") -> HandAnswer:
    """Return the answer that shows a hand; ``shown`` is what is looked back upon instead, ``retry`` the place of its choice,
    which ``sets`` a puzzle or not."""
    gone_on = before if before is not session else None
    ended = gone_on is not None and session.position.hand_over and session.trick_done
    if say is None and gone_on is not None and not (reply or picked):
        say = moves_text(session, len(gone_on.moves), score=not ended)
    if (dealt or gone_on is not None) and not (reply or picked or shown):
        reply = learnt(session, taught_by(message))
        say = joined([say, reply.slip.lead, *(told for told, _ in reply.slip.more)]) if reply and say else say
    view = HandView(shown or session, links_of(message), reply, picked, number, shown is not None, ended, retry=retry, sets=sets)
    running = session.running and shown is None
    beside = view if shown is None else HandView(session, links_of(message))
    save = write_save(session)
    RECENT[save] = session
    return {**view.answer(say, focus), "side": "" if running else beside.side(), "save": save,
            "over": session.position.hand_over, "finished": session.position.game_over and not ended,
            "running": running, "back": shown is not None,
            "turn": session.readers_turn and shown is None and len(session.game.legal(session.position)) > 1,
            "waiting": ended or (session.waiting and not session.sayings and shown is None),
            "dealt": dealt, "thinking": thinking, "doubt": reply is not None and reply.doubt}

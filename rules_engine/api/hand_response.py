"""The game and the practice hand that a request refers to, and the response that shows the hand."""

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
"""Cache of sessions by save, so that a click doesn't replay the hand."""


def game_of(message: GameMessage) -> Game[Position]:
    """Return the game selected by a request. Raises ``SetupError`` if there is no such game, variant or option."""
    return make_game(message["game"], message.get("variant"), message.get("players"), None, message.get("options"))


def session_of(message: SavedMessage | RecordMessage) -> Session:
    """Return the session stored in a request as a save, with bots of the requested level. Raises ``InvalidSave``."""
    save = message["save"]
    if save not in RECENT:
        RECENT[save] = read_save(save)
    return RECENT[save].against(message.get("level", PLAIN))


def hand_answer(message: Message, session: Session, reply: Reply | None = None, *, before: Session | None = None,
                shown: Session | None = None, picked: Card | None = None, number: int | None = None, say: Text | None = None,
                focus: str | None = None, retry: int | None = None, sets: bool = False, dealt: bool = False,
                thinking: Thinking = "") -> HandAnswer:
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
    """
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

"""The other players' reasons for their moves, restricted to those that reveal no hidden cards to the reader."""

from __future__ import annotations

from collections.abc import Sequence

from rules_engine.api.narration import move_text
from rules_engine.api.session import Session
from rules_engine.html.slip import Slip
from rules_engine.text.message import NOTHING, Sentence, Text, capital, joined, say


def thoughts(session: Session, places: Sequence[int], nobody: Text) -> Slip:
    """Return a slip, a message panel, with the other players' reasons for the moves at the indices ``places``.

    Reasons that would reveal hidden cards are omitted, and a note says so. If no other player has moved, the text is ``nobody``.
    """
    found, hidden = list[tuple[Text, str]](), False
    for place in places:
        if session.repeated(place) or session.line[place].position.to_act == session.seat:
            continue
        if reason := _reason(session, place):
            found.append((_thought(move_text(session, place), reason), ""))
        else:
            hidden = True
    if not hidden:
        return Slip(say("What the others thought:") if found else nobody, found, "coach")
    untold = say("What {more:else |}the others thought stays hidden until the hand is over.", more=bool(found))
    if not found:
        return Slip(untold, kind="coach")
    return Slip(say("What the others thought:"), [*found, (untold, "")], "coach")


def _thought(deed: Text, reason: Text) -> Text:
    """Join the sentence about a move with its reason: "move: reason" if the sentence has the move as a clause, otherwise two
    sentences."""
    bare = deed.fields.get("deed") if isinstance(deed, Sentence) else None
    return joined([deed, reason]) if bare is None else capital(say("{deed}: {reason}", deed=bare, reason=reason))


def since_the_reader(session: Session) -> range:
    """Return the indices of the moves since the reader's last one."""
    last = max((place for place in range(len(session.moves)) if session.line[place].position.to_act == session.seat), default=-1)
    return range(last + 1, len(session.moves))


def since_a_lead(session: Session, end: int) -> range:
    """Return the indices of the moves before ``end`` in the same trick; outside the play, of all moves before ``end``."""
    if session.line[end - 1].position.phase != "play":
        return range(end)
    lead = next((place for place in reversed(range(end)) if not session.line[place].position.trick), 0)
    return range(lead, end)


def _reason(session: Session, place: int) -> Text:
    """Return the bot's reason for a move; empty if that would reveal cards that the reader can't see yet."""
    choice = session.bot_choice(place)
    if session.position.hand_over:
        return choice.reason
    return choice.aloud if session.open_to_reader(place) and not session.gives_away(choice.aloud) else NOTHING

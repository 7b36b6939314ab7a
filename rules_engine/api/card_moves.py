"""Checks of the moves with a card: the number of cards to discard, forced moves, and unplayable cards."""

from __future__ import annotations

from rules_engine.api.message_fields import STRANGE, InvalidMessage
from rules_engine.api.session import Session
from rules_engine.core.model.cards import Card
from rules_engine.core.model.moves import Move
from rules_engine.core.model.rules import MoveRefused


def cards_to_discard(session: Session) -> int:
    """Return the number of cards that the reader must give away one by one; 0 if other moves are possible."""
    count, verb = 0, ""
    while session.readers_turn and session.position.phase != "play":
        legal = session.game.legal(session.position)
        verbs = {move.verb for move in legal if move.card is not None and move.other is None}
        if len(verbs) != 1 or any(move.card is None or move.other is not None for move in legal) or verb not in ("", *verbs):
            break
        verb, count, session = verbs.pop(), count + 1, session.play(legal[0])
    return count


def forced_move(session: Session, card: Card) -> Move | None:
    """Return the only legal move with a card if it is a play and the rules also have other moves with the card; otherwise
    None."""
    ways = session.ways(card)
    allowed = [way.move for way in ways if way.legal and way.move is not None]
    others = any(way.move is not None and way.move.verb != "play" for way in ways)
    return allowed[0] if others and len(allowed) == 1 and allowed[0].verb == "play" else None


def require_playable(session: Session, card: Card) -> None:
    """Raise ``MoveRefused`` if every move with this card is illegal, or ``InvalidMessage`` if there are no moves with it."""
    ways = session.ways(card)
    if not ways:
        raise InvalidMessage(STRANGE)
    if not any(way.legal for way in ways):
        raise MoveRefused(ways[0])

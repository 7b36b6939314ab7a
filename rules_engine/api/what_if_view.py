"""A position in which the reader tries moves, for one seat or for all: what-if, puzzles, and puzzles explored."""

from __future__ import annotations

from typing import NamedTuple

from rules_engine.api.card_moves import forced_move, require_playable
from rules_engine.api.hand_view import HandView
from rules_engine.api.protocol import VariationMessage
from rules_engine.api.session import Session
from rules_engine.core.model.cards import Card
from rules_engine.text.message import Text, say


class ReaderAction(NamedTuple):
    """What the reader presses: what it does, and with what; then the card that is taken up."""

    do: str = ""
    value: str = ""
    picked: Card | None = None


def pressed(session: Session, message: VariationMessage) -> ReaderAction:
    """Return what the reader does; what can only be played is played. Raises ``MoveRefused`` where a card can't be taken up."""
    deed, value = message.get("do", ""), str(message.get("value", ""))
    if deed != "pick" or value in ("", message.get("picked")):
        return ReaderAction(deed, value)
    card = session.game.pack.card(value)
    require_playable(session, card)
    move = forced_move(session, card)
    return ReaderAction(deed, value, card) if move is None else ReaderAction("play", move.text)


class VariedTableView(HandView):
    """The table of such a position."""

    def shows_score(self) -> bool:
        """Tell whether the sheet lies there: with what is told of the moves."""
        return self.over and self.session.position.hand_score is not None and not self.picked

    def heard(self) -> Text:
        """Return what is heard of it."""
        return say("Choose how to play it.") if self.picked else self.slip.told()

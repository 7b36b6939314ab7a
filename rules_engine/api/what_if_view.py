"""The view shared by puzzles, their exploration, and variations of worked examples, in which the reader tries moves."""

from __future__ import annotations

from typing import NamedTuple

from rules_engine.api.card_moves import forced_move, require_playable
from rules_engine.api.hand_view import HandView
from rules_engine.api.protocol import VariationMessage
from rules_engine.api.session import Session
from rules_engine.core.model.cards import Card
from rules_engine.text.message import Text, say


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
    card = session.game.pack.card(value)
    require_playable(session, card)
    move = forced_move(session, card)
    return ReaderAction(deed, value, card) if move is None else ReaderAction("play", move.text)


class VariedTableView(HandView):
    """The table on which the reader tries moves."""

    def shows_score(self) -> bool:
        """Return whether the slip shows the score sheet: the hand is over and has a score."""
        return self.over and self.session.position.hand_score is not None and not self.picked

    def heard(self) -> Text:
        """Return the text for screen readers."""
        return say("Choose how to play it.") if self.picked else self.slip.told()

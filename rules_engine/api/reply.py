"""The response at the table to an action of the reader."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import NamedTuple

from rules_engine.api.session import Session
from rules_engine.core.model.cards import Card
from rules_engine.core.model.rules import Verdict
from rules_engine.html.slip import Slip
from rules_engine.text.message import Text, say


class Reply(NamedTuple):
    """A message on the slip, and the cards that it refers to.

    ``bound``    the cards that the player has to choose from
    ``refused``  the card that may not be played
    ``hints``    recommended cards
    ``badges``   labels on cards, such as their value
    ``number``   a recommended number
    ``doubt``    whether the reader is asked to confirm the move just made
    """

    slip: Slip
    bound: Collection[Card] = ()
    refused: Card | None = None
    hints: Collection[Card] = ()
    badges: Mapping[Card, Text] = {}
    number: int | None = None
    doubt: bool = False


def refused(session: Session, verdict: Verdict) -> Reply:
    """Return the message that explains why a move isn't allowed."""
    *_, finding = session.narrator.explain(session.view.position, verdict)
    move = verdict.move
    if move is None:
        return Reply(Slip(say("That isn't possible now."), [(finding.sentence, finding.rule)], "no"), finding.cards)
    lead = say("You can't {call}.", call=session.narrator.move_request(session.position, move))
    return Reply(Slip(lead, [(finding.sentence, finding.rule)], "no"), finding.cards, move.other or move.card)

"""What the table says to what the reader did."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import NamedTuple

from rules_engine.api.session import Session
from rules_engine.core.model.cards import Card
from rules_engine.core.model.rules import Verdict
from rules_engine.html.slip import Slip
from rules_engine.text.message import Text, say


class Reply(NamedTuple):
    """A slip, and the cards that it is about.

    ``badges``  what stands on cards: what each brings
    ``hints``   cards that are advised
    ``number``  a number that is advised
    ``doubt``   whether the reader is asked if a move just made is to stand
    """

    slip: Slip
    bound: Collection[Card] = ()
    refused: Card | None = None
    hints: Collection[Card] = ()
    badges: Mapping[Card, Text] = {}
    number: int | None = None
    doubt: bool = False


def refused(session: Session, verdict: Verdict) -> Reply:
    """Say why a move isn't allowed."""
    *_, finding = session.narrator.explain(session.view.position, verdict)
    move = verdict.move
    if move is None:
        return Reply(Slip(say("That isn't possible now."), [(finding.sentence, finding.rule)], "no"), finding.cards)
    lead = say("You can't {call}.", call=session.narrator.move_request(session.position, move))
    return Reply(Slip(lead, [(finding.sentence, finding.rule)], "no"), finding.cards, move.other or move.card)

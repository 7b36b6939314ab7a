"""What the seat to act may do, in a few words that any game's moves give."""

from __future__ import annotations

from collections.abc import Collection

from rules_engine.core.game.game import View
from rules_engine.core.model.cards import FACE_DOWN, Card
from rules_engine.core.model.moves import Move
from rules_engine.core.positions.position import Position
from rules_engine.core.telling.amounts import CARDS, counted
from rules_engine.core.telling.deeds import bare_call, the, usual_call
from rules_engine.core.words.sentences import Sentence, Text, any_of, say


def prompt(view: View[Position], cards: int = 1) -> Text:
    """Say what may be done: ``lead a card``, ``exchange a card for the {8S} or pass``: the kinds of moves that are legal now.

    ``cards``  so many cards go one after the other: ``discard 10 cards``
    """
    legal = view.game.legal(view.position)
    got = {move.card for move in legal if move.other is not None}
    deeds = dict.fromkeys(_deed(view.position, move, got, cards) for move in legal)
    return any_of(deeds)


def _deed(position: Position, move: Move, got: Collection[Card | None], cards: int) -> Text:
    if move.verb == "play":
        return say("play a card") if position.trick else say("lead a card")
    if move.other is not None:
        return say("exchange a card for {card}", card=the(move.played)) if len(got) == 1 else say("exchange a card")
    if move.card is not None:
        given = counted(cards, CARDS) if cards > 1 else the(FACE_DOWN)
        return Sentence(usual_call(f"{move.verb} CARD"), {"card": given})
    return say("name a suit") if move.suit else bare_call(move.verb)

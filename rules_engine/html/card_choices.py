"""The moves to offer for each card of a hand, as its seat sees the position."""

from __future__ import annotations

from typing import NamedTuple

from rules_engine.core.game.game import Game, View
from rules_engine.core.model.cards import FACE_DOWN, Card
from rules_engine.core.model.moves import Move, make_move
from rules_engine.core.positions.position import Position
from rules_engine.narration.move_phrases import imperative_phrase
from rules_engine.narration.narrator import Narrator
from rules_engine.text.message import Text, say


class CardChoice(NamedTuple):
    """The moves to offer for a card, and whether any is legal.

    ``only``  the verb of the legal moves if the card can't be played: ``pass``
    """

    moves: tuple[Move, ...]
    legal: bool
    only: str = ""


def playable(narrator: Narrator[Position], choice: CardChoice) -> Text:
    """Return a description of a card's possible use, for screen readers."""
    verb = choice.only or choice.moves[0].verb
    if not choice.legal:
        return say("not now")
    if verb == "play":
        return say("playable")
    if choice.moves[0].other is not None:
        return say("you may exchange it")
    own = narrator.custom_move_request(next(move for move in choice.moves if move.verb == verb), say("it"))
    return say("you may {call}", call=own) if own else say("you may {call} it", call=imperative_phrase(verb))


def choices_for(view: View[Position]) -> dict[Card, CardChoice]:
    """Return the moves to offer for each card of the seat to act, as that seat sees the position."""
    game, position = view.game, view.position
    found: dict[Card, CardChoice] = {}
    if position.to_act is None or FACE_DOWN in position.hands[position.to_act]:
        return found
    legal = set(game.legal(position))
    for card, moves in tries(game, position).items():
        allowed = {move.verb for move in legal.intersection(moves)}
        barred = {move.verb for move in moves} - allowed
        found[card] = CardChoice(tuple(moves), bool(allowed), "".join(allowed) if "play" in barred and len(allowed) == 1 else "")
    return found


def tries(game: Game[Position], position: Position) -> dict[Card, list[Move]]:
    """Return the moves to offer for each card of the seat to act.

    If the game offers moves for only some of the cards, the others get a move of the same kind, so that the rules can explain the
    refusal.
    """
    hand, found = () if position.to_act is None else position.hands[position.to_act], dict[Card, list[Move]]()
    for move in game.candidates(position):
        card = move.other or move.card
        if card is not None and card in hand:
            found.setdefault(card, []).append(move)
    if found:
        (like, *_), *_ = found.values()
        for card in hand:
            move = make_move(like.verb, card, like.suit) if like.other is None else make_move(like.verb, like.card, other=card)
            if card not in found and not game.judge(position, move).legal:
                found[card] = [move]
    return found

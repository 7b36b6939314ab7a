"""The moves offered for each card in a hand, from its player's view of the position."""

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
    """The moves offered for a card, and whether any of them is legal.

    ``only``  the verb of the legal moves if the card can't be played, such as ``pass``
    """

    moves: tuple[Move, ...]
    legal: bool
    only: str = ""


def playable(narrator: Narrator[Position], choice: CardChoice) -> Text:
    """Return a phrase for screen readers that describes whether and how a card can be used."""
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
    """Return the choices for the cards of the seat to act, from that seat's view; empty if its cards are hidden."""
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
    """Return the moves offered for each card of the seat to act.

    If the game has moves for only some of the cards, each other card gets a similar illegal move, so that the rules can explain
    why it is refused.
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

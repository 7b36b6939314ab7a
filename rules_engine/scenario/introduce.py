"""What stands above a question: the prompt, and what to know of the hand."""

from __future__ import annotations

from collections.abc import Sequence

from rules_engine.core.cards import FACE_DOWN, listed
from rules_engine.core.game import View
from rules_engine.core.moves import Move
from rules_engine.core.position import Position
from rules_engine.core.telling import telling_of
from rules_engine.core.tricks import Laid


def ask_for_moves(position: Position, moves: Sequence[Move], shortened: bool) -> str:
    """What is asked of who is to act, where these moves are the options; ``shortened`` if there were more."""
    what, does = _choosing(position, moves)
    who = position.name(position.to_act)
    return f"Choose every one of these that {who} may {does}." if shortened else f"Choose {what} that {who} may {does}."


def _choosing(position: Position, moves: Sequence[Move]) -> tuple[str, str]:
    verbs = listed(dict.fromkeys("lead" if move.verb == "play" and not position.trick else move.verb for move in moves), "or")
    if any(move.number is not None for move in moves):
        return "everything", "say"
    if all(move.card is not None and move.other is None for move in moves):
        return ("every card and suit" if any(move.suit for move in moves) else "every card"), verbs
    return ("every suit", "name") if all(move.suit for move in moves) else ("everything", "do")


def before_move(seen: View[Position], trick: int | None) -> str:
    """What to know before a move: ``trick`` is the number of the present one, where that is known."""
    position = seen.position
    told = telling_of(seen.game).setting(position, "legal-moves")
    if position.leader is None:
        return told
    which = _which(trick)
    if not position.trick:
        return _joined(told, f"{position.does(position.to_act, 'leads')}{which}.")
    lead = position.trick[0]
    who = position.does(position.to_act, "is")
    return _joined(told, f"{position.does(lead.seat, 'led')} {_card(lead)}{which}, and {who} next.")


def of_trick(seen: View[Position], laid: Sequence[Laid], kind: str, trick: int | None) -> str:
    """What to know of a trick that lies."""
    told = telling_of(seen.game).setting(seen.position, kind)
    return _joined(told, f"{seen.position.does(laid[0].seat, 'led')} {_card(laid[0])}{_which(trick)}.")


def before_score(seen: View[Position], laid: Sequence[Laid], since: Sequence[str]) -> str:
    """What to know before a hand is scored; ``since`` tells what was said after the last trick."""
    told = telling_of(seen.game).setting(seen.position, "hand-score")
    return _joined(told, "The last trick isn't counted yet." if laid else "", *since)


def _card(laid: Laid) -> str:
    if laid.move.card is None or laid.card is FACE_DOWN:
        return "a card face down"
    return f"the {{{laid.card.text}}}" + (f" as {{{laid.move.suit}}}" if laid.move.suit else "")


def _which(trick: int | None) -> str:
    return "" if trick is None else " to the first trick" if trick == 1 else f" to trick {trick}"


def _joined(*sentences: str) -> str:
    return " ".join(filter(None, sentences))

"""Explanations of the refusals that are independent of any game's rules, such as a move out of turn."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from rules_engine.core.game.game import AnyGame
from rules_engine.core.model.errors import TextError
from rules_engine.core.model.rules import NOT_A_MOVE, NOT_HELD, NOT_NOW, TURN_ORDER, EngineRefusal, Verdict
from rules_engine.core.positions.notation import NotInPlay
from rules_engine.core.positions.position import Position
from rules_engine.narration.move_phrases import Deeds, kinds_of, with_article
from rules_engine.text.message import QuotedText, Text, any_of, say

Explain = Callable[[AnyGame, Position, Verdict, Deeds], Text]


def explain_refusal(rule: EngineRefusal, game: AnyGame, position: Position, verdict: Verdict, templates: Deeds,
                    typed: bool = False) -> Text:
    """Explain a refusal by one of the engine's own rules. ``templates`` are the game's templates for moves.

    If ``typed`` is true, the user typed the move, and the explanation lists the accepted forms.
    """
    explain = (_FOR_TYPED_MOVES if typed else {}).get(rule, _BY_RULE[rule])
    return explain(game, position, verdict, templates)


def _not_a_move(game: AnyGame, position: Position, verdict: Verdict, templates: Deeds) -> Text:
    """Explain to a reader that a move doesn't exist in this game."""
    try:
        game.notation.read_move(verdict.text)
    except NotInPlay as error:
        return say("{card} {card:isn't|aren't} in play here.", card=with_article(error.card))
    except TextError:
        return say("There is no such move in this game.")
    raise AssertionError(f"{verdict.text!r} is a move")


def _unread(game: AnyGame, position: Position, verdict: Verdict, templates: Deeds) -> Text:
    """Explain to a user who typed a move that it doesn't exist in this game, and list the expected forms."""
    try:
        game.notation.read_move(verdict.text, position.phase)
    except TextError as error:
        return say("{move} can't be read here: expected {expected}.", move=QuotedText(verdict.text), expected=error.expected)
    raise AssertionError(f"{verdict.text!r} is a move")


def _turn_order(game: AnyGame, position: Position, verdict: Verdict, templates: Deeds) -> Text:
    if position.to_act is None:
        return say("Nobody is to play now.")
    turn = position.name(position.to_act)
    if verdict.seat is None:
        return say("{turn} {turn:is|are} to play.", turn=turn)
    return say("It isn't {seat's} turn: {turn} {turn:is|are} to play.", seat=position.name(verdict.seat), turn=turn)


def _not_now(game: AnyGame, position: Position, verdict: Verdict, templates: Deeds) -> Text:
    """Explain to a reader that a move belongs to another phase of the hand."""
    turn, leads = position.name(position.to_act), not position.trick
    does = kinds_of(game.legal(position), leads, templates)
    return say("{turn} {turn:is|are} to {do} now.", turn=turn, do=does)


def _not_written_now(game: AnyGame, position: Position, verdict: Verdict, templates: Deeds) -> Text:
    """Explain to a user who typed a move that it belongs to another phase, and list the expected forms."""
    forms = any_of(map(QuotedText, game.forms[position.phase]))
    return say("{move} isn't a move now: expected {forms}.", move=QuotedText(verdict.text), forms=forms)


def _not_held(game: AnyGame, position: Position, verdict: Verdict, templates: Deeds) -> Text:
    assert verdict.move is not None
    cards = verdict.move.cards or (verdict.move.other or verdict.move.played,)
    card = next((card for card in cards if card not in position.hands[verdict.seat or 0]), cards[0])
    return say("{card} isn't in {seat's} hand.", card=with_article(card), seat=position.name(verdict.seat))


_BY_RULE: Mapping[EngineRefusal, Explain] = {
    NOT_A_MOVE: _not_a_move, TURN_ORDER: _turn_order, NOT_NOW: _not_now, NOT_HELD: _not_held}
_FOR_TYPED_MOVES: Mapping[EngineRefusal, Explain] = {NOT_A_MOVE: _unread, NOT_NOW: _not_written_now}

"""Sentences about a suit that can't be led before it is broken. Positions have a flag ``broken``."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeVar

from rules_engine.core.model.cards import Card
from rules_engine.core.model.events import Event
from rules_engine.core.model.moves import Move
from rules_engine.core.model.rules import AnyRule, Ground
from rules_engine.core.positions.position import Position
from rules_engine.games.shared.template_callbacks import permit
from rules_engine.narration.phrasebook import ContextSentence, Phrasebook
from rules_engine.text.message import Text, any_of, say, suit_mark

P = TypeVar("P", bound=Position)


def broken_suit_phrases(words: Phrasebook[P], closed: AnyRule, breaks: AnyRule, letter: str) -> None:
    """Register the sentences about leading a suit and about breaking it.

    ``closed``  the rule that forbids leading the suit
    ``breaks``  the rule by which it is broken
    ``letter``  the suit's letter
    """
    mark = suit_mark(letter)
    words.permits(closed, Ground.BARS_NOTHING)(permit(
        "{suit} are broken, so {card} may be led.", "card", lambda position, move: move.played.suits == letter, suit=mark))
    words.permits(closed, Ground.CANNOT_COMPLY)(permit(
        "{seat} {seat:holds|hold} nothing but {suit} and may lead any of them.", "hand", suit=mark))

    @words.refuses(closed)
    def _(position: P, seat: int, move: Move, binds: Sequence[Card]) -> Text:
        suits = any_of(suit_mark(suit) for suit in dict.fromkeys(card.suits for card in binds))
        return say("{suit} aren't broken yet, and {seat} can lead {suits}.", suit=mark, seat=position.name(seat), suits=suits)

    @words.happened(breaks)
    def _(position: P, event: Event) -> Text:
        return say("{seat's} {card} breaks {suit}: they may be led from now on.", seat=position.name(event.seat),
                   card=event.cards[0], suit=mark)

    @words.setting("legal-moves")
    def _(position: P) -> list[ContextSentence]:
        return before_lead(position, closed, letter)


def before_lead(position: Any, closed: AnyRule, letter: str) -> list[ContextSentence]:
    """Return the context for a leader's question, whether the suit is broken; an empty list for a follower."""
    mark = suit_mark(letter)
    told = say("{suit} are broken.", suit=mark) if position.broken else say("{suit} aren't broken yet.", suit=mark)
    return [ContextSentence(closed.id, told)] if position.phase == "play" and not position.trick else []


def is_broken(position: Any) -> Text:
    """Return the words "broken" or "not broken", as public information about the suit."""
    return say("broken") if position.broken else say("not broken")

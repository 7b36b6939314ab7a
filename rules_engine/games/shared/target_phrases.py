"""Sentences about a match that the highest total wins when it reaches a target. Positions have ``sides``."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from rules_engine.core.model.events import Event
from rules_engine.core.model.rules import Rule
from rules_engine.core.positions.position import Position
from rules_engine.narration.phrasebook import Phrasebook
from rules_engine.text.message import Text, say

P = TypeVar("P", bound=Position)


def target_phrases(words: Phrasebook[P], end: Rule[[P], list[int]], target: Callable[[P], int]) -> None:
    """Register the state of the match during a hand, and the sentences about its end or continuation.

    ``end``     the rule about the end, which returns all sides in the lead (see ``HandFlow.plays_off_ties``)
    ``target``  position -> the target
    """
    words.match(lambda game, position, number: [(say("Hand"), number), (say("To"), target(position))])

    @words.happened(end, "game")
    def _(position: P, event: Event) -> Text:
        return say("{seats} {seats:wins|win} with {n}; the target was {target}.", seats=position.name(position.won_by),
                   n=max(position.totals), target=target(position))

    @words.happened(end, "hand")
    def _(position: Any, event: Event) -> Text:
        leaders, most = [position.sides[place] for place in end(position)], max(position.totals)
        if not leaders:
            return say("Nobody has {n} yet, so another hand is played.", n=target(position))
        if len(leaders[0]) > 1:
            return say("Both sides have {n}, so another hand is played.", n=most)
        return say("{seats} {seats:shares|share} the lead with {n}, so another hand is played.",
                   seats=position.name([seat for side in leaders for seat in side]), n=most)


def two_sides_phrases(words: Phrasebook[P], end: Rule[[P], list[int]], target: Callable[[P], int]) -> None:
    """Register the same sentences for a match between two sides. The arguments are those of ``target_phrases``."""
    target_phrases(words, end, target)

    @words.happened(end, "game")
    def _(position: P, event: Event) -> Text:
        return say("{seats} {seats:wins|win} the game, {more} points to {less}.", seats=position.name(position.won_by),
                   more=max(position.totals), less=min(position.totals))

    @words.happened(end, "hand")
    def _(position: P, event: Event) -> Text:
        return (say("Both sides have {n}, so another hand is played.", n=max(position.totals)) if end(position) else
                say("Neither side has {n} points yet, so another hand is played.", n=target(position)))

"""Statistics for Euchre, from hands played by bots."""

from __future__ import annotations

from collections.abc import Iterator

from rules_engine.bots.stats import Group, PlayedHand, Statistic, by_place
from rules_engine.games.euchre.position import EuchrePosition as Position
from rules_engine.games.euchre.rules import suit
from rules_engine.text.message import say

ENOUGH = 3
"""The number of tricks that the makers need."""


def made_by_trumps(hand: PlayedHand[Position]) -> Iterator[tuple[Group, int]]:
    """Yield 100 if the makers took three tricks and 0 if not, grouped by the maker's number of trumps when the play began."""
    begins = next((position for position, _ in hand.steps if position.phase == "play"), None)
    if begins is not None and begins.maker is not None:
        trumps = sum(suit(begins, card) == begins.trump for card in begins.hands[begins.maker])
        yield trumps, 100 * (hand.end.made >= ENOUGH)


def points_by_call(hand: PlayedHand[Position]) -> Iterator[tuple[Group, int]]:
    """Yield the makers' points less those of the other side, grouped by how trumps were made."""
    end = hand.end
    if end.maker is None:
        return
    how = say("played alone") if end.alone is not None else say("named") if end.turned_down else say("ordered up")
    yield how, hand.points(end.maker) - hand.points((end.maker + 1) % 4)


QUESTIONS = (
    Statistic("made", say("How many trumps does the maker need?"), say("trumps in the maker’s hand"), "%", made_by_trumps),
    Statistic("call", say("What is it worth to make trumps?"), say("how trumps were made"), "points", points_by_call),
    Statistic("seat", say("Is it better to speak first, or to deal?"), say("seat"), "points", by_place),
)

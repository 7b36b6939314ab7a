"""Statistics for Knüffeln, from hands played by bots."""

from __future__ import annotations

from collections.abc import Iterator

from rules_engine.bots.stats import Group, PlayedHand, Statistic
from rules_engine.games.knueffeln import rules
from rules_engine.games.knueffeln.position import KnueffelnPosition as Position
from rules_engine.solver.search import solve
from rules_engine.text.message import say

WAYS = {"game": say("five tricks"), "jann": say("Jann"), "march": say("march"), "failed": say("failed march"),
        "run": say("ran from a turn")}


def by_end(hand: PlayedHand[Position]) -> Iterator[tuple[Group, int]]:
    """Yield the points of each winner, grouped by the way the hand was won."""
    result = hand.end.result
    if result is not None:
        yield WAYS[result.how], max(map(hand.points, hand.end.players))


def share_of_ends(hand: PlayedHand[Position]) -> Iterator[tuple[Group, int]]:
    """Yield 100 for the way in which a hand was won and 0 for each other way."""
    if hand.end.result is not None:
        for how, name in WAYS.items():
            yield name, 100 * (hand.end.result.how == how)


def march(hand: PlayedHand[Position]) -> Iterator[tuple[Group, int]]:
    """Yield 100 if the march could be made with all cards face up and 0 if not, grouped by whether the leader still holds an
    Ole."""
    for position, _move in hand.steps:
        if position.phase == "jann":
            olen = any(position.order.role.get(card) is rules.ole for card in position.hands[position.actor])
            held = solve(hand.game, position, rules.MARCH).most
            yield say("with an Ole or more left") if olen else say("without an Ole"), 100 * held


QUESTIONS = (
    Statistic("ends", say("How do hands end?"), say("end"), "%", share_of_ends),
    Statistic("march", say("How often could the march be held, with all cards open?"), say("after five tricks in a row"), "%",
             march),
    Statistic("worth", say("What does a hand earn its winners?"), say("won by"), "cents", by_end),
)

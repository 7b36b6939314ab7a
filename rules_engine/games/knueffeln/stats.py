"""What hands of bots are asked about Knüffeln."""

from __future__ import annotations

from collections.abc import Iterator

from rules_engine.bots.stats import Group, Hand, Question
from rules_engine.games.knueffeln import rules
from rules_engine.games.knueffeln.position import KnueffelnPosition as Position
from rules_engine.solver.search import solve

WAYS = {"game": "five tricks", "jann": "Jann", "march": "march", "failed": "failed march", "run": "ran from a turn"}


def by_end(hand: Hand[Position]) -> Iterator[tuple[Group, int]]:
    """What the deal brought each winner, by how it was won."""
    result = hand.end.result
    if result is not None:
        yield WAYS[result.how], max(map(hand.points, hand.end.players))


def share_of_ends(hand: Hand[Position]) -> Iterator[tuple[Group, int]]:
    """How deals end, in per cent."""
    if hand.end.result is not None:
        for how, name in WAYS.items():
            yield name, 100 * (hand.end.result.how == how)


def march(hand: Hand[Position]) -> Iterator[tuple[Group, int]]:
    """Whether the march could have been held with all cards open, in per cent, by what who took the fifth trick still holds."""
    for position, _move in hand.steps:
        if position.phase == "jann":
            olen = any(position.order.role.get(card) is rules.ole for card in position.hands[position.actor])
            held = solve(hand.game, position, rules.MARCH).most
            yield "with an Ole or more left" if olen else "without an Ole", 100 * held


QUESTIONS = (
    Question("ends", "How do deals end?", "end", "%", share_of_ends),
    Question("march", "How often could the march be held, with all cards open?", "after five tricks in a row", "%", march),
    Question("worth", "What does a deal bring its winners?", "won by", "cents", by_end),
)

"""Numbers with their units: ``2 tricks``, ``−3 points``, ``0.4 cents``."""

from __future__ import annotations

from collections.abc import Mapping

from rules_engine.text.message import NOTHING, NumberText, Sentence, Text, as_texts, say, template

TRICKS = template("{n} {n:trick|tricks}")
CARDS = template("{n} {n:card|cards}")
POINTS = template("{n} {n:point|points}")

UNITS = {"points": POINTS, "cents": template("{n} {n:cent|cents}"), "rungs": template("{n} {n:rung|rungs}")}
"""Templates for the units of scores, by name. A game with another unit registers it with ``Phrasebook.counts_in``."""
WHOLE, MANY_HANDS = 0.75, 20
"""Minimum average that is rounded to a whole number, and maximum number of hands in a phrase such as ``1 point in 4 such
hands``."""


def counted(number: int | str, unit: str) -> Sentence:
    """Return a number with its unit. ``unit`` is a template such as ``TRICKS``; ``number`` may be already formatted.

    >>> counted(1, TRICKS), counted(-3, POINTS), counted("0.4", POINTS)
    ('1 trick', '−3 points', '0.4 points')
    """
    return Sentence(unit, as_texts(n=number if isinstance(number, int) else NumberText(number)))


def amount(number: int | str, unit: str, units: Mapping[str, str] = UNITS) -> Sentence:
    """Return a number, or a formatted number, with the unit of a score: ``1 point``, ``−3 points``, ``0.4 cents``."""
    return counted(number, units.get(unit, f"{{n}} {unit}"))


def tricks_won(count: int) -> Text:
    """Return a number of tricks: ``1 trick``, ``2 tricks``; the empty text for 0."""
    return counted(count, TRICKS) if count else NOTHING


def average_amount(size: float, unit: str, units: Mapping[str, str] = UNITS) -> Text:
    """Return an average as an amount that can be counted: ``about 3 points``, ``about 1 point in 4 such hands``."""
    if size >= WHOLE:
        return say("about {amount}", amount=amount(f"{size:.0f}", unit, units))
    return say("about {amount} in {n} such hands", amount=amount("1", unit, units), n=max(2, min(MANY_HANDS, round(1 / size))))

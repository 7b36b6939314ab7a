"""Numbers with what they count: ``2 tricks``, ``−3 points``, ``0.4 cents``."""

from __future__ import annotations

from collections.abc import Mapping

from rules_engine.text.message import NOTHING, NumberText, Sentence, Text, as_texts, template

TRICKS = template("{n} {n:trick|tricks}")
CARDS = template("{n} {n:card|cards}")
POINTS = template("{n} {n:point|points}")

UNITS = {"points": POINTS, "cents": template("{n} {n:cent|cents}"), "rungs": template("{n} {n:rung|rungs}")}
"""What scores count, by the names that games have for it. A game with another unit says in its ``Words`` what that is."""


def counted(number: int | str, unit: str) -> Sentence:
    """Say how many of something there are; ``unit`` is a template such as ``TRICKS``. A text is a number as it is written.

    >>> counted(1, TRICKS), counted(-3, POINTS), counted("0.4", POINTS)
    ('1 trick', '−3 points', '0.4 points')
    """
    return Sentence(unit, as_texts(n=number if isinstance(number, int) else NumberText(number)))


def amount(number: int | str, unit: str, units: Mapping[str, str] = UNITS) -> Sentence:
    """Say a number, a text as it is written, with the unit that a score counts in: ``1 point``, ``−3 points``, ``0.4 cents``."""
    return counted(number, units.get(unit, f"{{n}} {unit}"))


def tricks_won(count: int) -> Text:
    """Say how many tricks: ``1 trick``, ``2 tricks``; nothing for none."""
    return counted(count, TRICKS) if count else NOTHING

"""The consequences of a move as statements, in the order in which every table, worked example and puzzle reports them."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from rules_engine.narration.phrasebook import EventText
from rules_engine.text.message import Text

Statement = tuple[Text, str]
"""One or more sentences with the id of their rule; empty if no rule is to be linked."""


def consequences(told: Sequence[EventText], omitted: Collection[str] = (), results_first: int | None = None) -> list[Statement]:
    """Return the consequences of a move: the results of the trick, then the other events in order, and last the next lead, unless
    the only seat that the results name leads.

    ``omitted``        the kinds of events to omit
    ``results_first``  the number of results to put before the other events; by default all. With 0, which is for text read
                       aloud after the move, results that name no seat don't count for the lead.
    """
    results = [each for each in told if each.event.kind == "trick"]
    first, named = results[:results_first], {each.event.seat for each in results}
    obvious = named - {None} if results_first == 0 else named
    others = [each for each in told if each not in first and each.event.kind not in omitted
              and (each.event.kind != "lead" or obvious != {each.event.seat})]
    return statements([*first, *others])


def trick_results(told: Iterable[EventText], with_seat: bool | None = None) -> list[Statement]:
    """Return the results of the trick: all of them, or only those that name a seat, or those that name none."""
    return statements(each for each in told if each.event.kind == "trick" and with_seat in (None, each.event.seat is not None))


def statements(told: Iterable[EventText]) -> list[Statement]:
    """Return events as sentences with their rules."""
    return [(each.sentence, each.event.rule) for each in told]

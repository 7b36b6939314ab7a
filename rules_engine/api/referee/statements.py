"""Selection of the statements that are true in all consistent hands."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rules_engine.api.referee.reconstruct import Reconstruction
from rules_engine.core.positions.position import Position
from rules_engine.narration.consequences import Statement, statements, trick_results
from rules_engine.narration.narrator import Narrator
from rules_engine.text.message import Text, joined, say


def common(told: Sequence[Sequence[Statement]]) -> list[Statement]:
    """Return the first text, keeping only the sentences that also occur in all the others."""
    others = [sentences(parts) for parts in told[1:]]
    kept = [(joined(one for one in text.sentences if all(one in other for other in others)), rule)
            for text, rule in (told[0] if told else ())]
    return [part for part in kept if part[0]]


def sentences(parts: Iterable[Statement]) -> list[Text]:
    """Return the individual sentences in a text."""
    return [one for text, _ in parts for one in text.sentences]


def trick_winner_statement(narrator: Narrator[Position], lying: Reconstruction, by_seat: bool = True) -> list[Statement]:
    """Return sentences on the events at the end of a complete trick: those with a seat that wins something or, without
    ``by_seat``, all others."""
    events = [event for event in lying.events if event.kind == "trick"]
    return trick_results(narrator.events(lying.position, events), with_seat=by_seat)


def lead_statement(narrator: Narrator[Position], lying: Reconstruction) -> list[Statement]:
    """Return sentences on the next lead; empty if the hand is over."""
    told = narrator.events(lying.position, [event for event in lying.events if event.kind == "lead"])
    seat = next_leader(lying)
    if told or seat is None:
        return statements(told)
    return [(say("{seat} {seat:leads|lead} next.", seat=narrator.table.called(seat)), "")]


def next_leader(lying: Reconstruction) -> int | None:
    """Return the leader after a complete trick; None if the hand is over."""
    return lying.position.leader if lying.position.leader is not None else lying.position.to_act

"""Checks that the lines after the best and the natural move confirm the plan described for an idea. If they don't, the
explanation omits the plan."""

from __future__ import annotations

from collections.abc import Callable, Container, Mapping, Sequence
from typing import NamedTuple

from rules_engine.core.game.game import Game
from rules_engine.core.model.cards import Card
from rules_engine.core.positions.position import Position
from rules_engine.quiz.line_tricks import LineTrick


class ComparedLines(NamedTuple):
    """The lines after a puzzle's best and natural move, and the evidence for its idea.

    ``game``     the puzzle's game
    ``best``     the tricks after the best move
    ``natural``  the tricks after the natural move
    ``leaders``  the leaders of the next trick after moves that fail
    ``you``      the solver's seat
    ``seat``     the seat in the evidence
    ``card``     the card in the evidence
    """

    game: Game[Position]
    best: Sequence[LineTrick]
    natural: Sequence[LineTrick]
    leaders: Container[int | None]
    you: int
    seat: int
    card: Card | None

    def is_confirmed(self, idea: str) -> bool:
        """Return whether the tricks confirm the plan described for an idea."""
        shows = BORNE_OUT.get(idea)
        return shows is None or (bool(self.best and self.natural) and shows(self))


def _takes(lines: ComparedLines, tricks: Sequence[LineTrick]) -> bool:
    """Return whether the card in the evidence takes any of the tricks."""
    return lines.card is not None and any(each.is_taken_by(lines.card) for each in tricks)


def _taken(lines: ComparedLines, tricks: Sequence[LineTrick]) -> int:
    """Return the number of tricks that the solver takes."""
    return sum(lines.you in each.takers for each in tricks)


def _takes_later(lines: ComparedLines) -> bool:
    return _takes(lines, lines.best[1:])


def _is_kept(lines: ComparedLines) -> bool:
    return _takes_later(lines) and (not _takes(lines, lines.natural) or _takes_more(lines))


def _takes_more(lines: ComparedLines) -> bool:
    return _taken(lines, lines.best) > _taken(lines, lines.natural)


def _is_lost_now(lines: ComparedLines) -> bool:
    """Return whether the card is played to the first trick after the best move, and takes a later one after the natural move."""
    laid = lines.best[0].laid_by(lines.seat)
    return laid is not None and laid.card is lines.card and _takes(lines, lines.natural[1:])


def _is_opened(lines: ComparedLines) -> bool:
    """Return whether the card is led later, in a suit that is still closed after the natural move."""
    led = next((each.trick.laid[0] for each in lines.best[1:] if each.trick.laid[0].card is lines.card), None)
    if led is None:
        return False
    after = lines.natural[0].after.copy()
    after.leader = after.to_act = led.seat
    return led.move not in lines.game.legal(after)


def _leads(lines: ComparedLines) -> bool:
    """Return whether the seat has to lead a later trick."""
    return any(each.trick.laid[0].seat == lines.seat for each in lines.best[1:])


def _turns(lines: ComparedLines) -> bool:
    """Return whether the solver's seat takes tricks with different cards in the two lines."""
    now, then = ({each.taken_with(lines.you) for each in tricks} for tricks in (lines.best, lines.natural))
    return now != then


BORNE_OUT: Mapping[str, Callable[[ComparedLines], bool]] = {
    "unblock": lambda each: _takes(each, each.natural[1:]),
    "feed": lambda each: each.seat in each.best[0].takers and each.seat in each.natural[0].takers,
    "keep-entry": _takes_later,
    "hold-up": _takes_later,
    "save-beater": _is_kept,
    "keep-trump": _is_kept,
    "keep-winner": _is_kept,
    "force-out": _is_lost_now,
    "catch": _is_lost_now,
    "spare-partner": lambda each: _takes(each, each.natural[:1]) and _takes_later(each),
    "unload": lambda each: _takes(each, each.natural[1:]) and _taken(each, each.best) < _taken(each, each.natural),
    "break-early": _is_opened,
    "strip": _leads,
    "partner": lambda each: _takes(each, each.best[:1]) and each.you in each.natural[0].takers,
    "stay-off": lambda each: _takes(each, each.best[:1]),
    "partner-in": lambda each: each.seat not in each.leaders,
    "take-lead": lambda each: each.you not in each.leaders,
    "buy-lead": lambda each: each.you not in each.leaders,
    "keep-lead": lambda each: each.you not in each.leaders,
    "dump": _turns,
    "win-early": _turns,
    "order": _turns,
    "duck": lambda each: _takes_later(each) and not _takes(each, each.natural) and _takes_more(each),
    "count-suit": _takes_later,
    "right-lead": lambda each: each.natural[0].after.to_act not in (None, each.best[0].after.to_act),
    "endplay": _takes_later,
}
"""Maps ideas to checks. The plans of other ideas claim nothing about later cards."""

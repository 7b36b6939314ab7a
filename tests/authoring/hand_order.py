"""The diagram of the calls in a hand, recorded from a game that is played: ``python -m tests.authoring.hand_order`` writes it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import wraps
from pathlib import Path
from textwrap import fill
from typing import Any, ClassVar

from rules_engine.core.game.trick_game import HandFlow, Stage
from rules_engine.core.model.events import EventSink
from rules_engine.core.model.moves import Move, make_move
from rules_engine.core.positions.field_types import NUMBER
from rules_engine.core.positions.position import field
from rules_engine.sketches.classic import ClassicPosition
from tests.sketches.whist import CLASSIC, Whist, end, odd_tricks

PAGE = Path(__file__).resolve().parents[2] / "docs" / "authors" / "hand-in-order.md"
BLOCK = re.compile(r"(?<=^```text\n).*?(?=^```$)", re.MULTILINE | re.DOTALL)
TITLE, WIDTH = 34, 120
CALLS: list[str] = []
"""The callbacks called since the list was cleared."""
GO, SHOW = make_move("go"), make_move("show")


def recorded(name: str, call: Callable[..., Any]) -> Any:
    """Return a callback that records its name when it is called."""
    @wraps(call)
    def calls(*arguments: Any) -> Any:
        CALLS.append(name)
        return call(*arguments)

    return calls


def all_recorded(flow: Any, names: tuple[str, ...]) -> Any:
    """Return a stage or flow whose callbacks with these names are recorded."""
    return replace(flow, **{name: recorded(name, getattr(flow, name)) for name in names})


class Position(ClassicPosition):
    """A position that counts the moves in stages."""

    gone: int = field(NUMBER)


def go(position: Any, seat: int, move: Move, note: EventSink) -> None:
    """Count a move in a stage."""
    position.gone += 1


def pause(position: Any, seat: int, laid: object, note: EventSink) -> None:
    """Interrupt the play after the first trick."""
    position.phase = "pause" if sum(position.tricks) == 1 else position.phase


def stage(phase: str, moves: int) -> Any:
    """Return a stage that ends when ``moves`` moves have been made in stages."""
    return all_recorded(Stage(phase=phase, next_to_act=lambda position: 0 if position.gone < moves else None, apply=go),
                        ("next_to_act", "on_enter", "apply", "on_end"))


class Recorded(Whist):
    """Whist with a stage before the play, one after the first trick, and a call before a lead."""

    phases: ClassVar[tuple[str, ...]] = ("begin", "play", "pause", "over")
    positions = Position
    forms: ClassVar = {"begin": ("go",), "play": ("CARD", "show"), "pause": ("go",)}
    course = all_recorded(
        HandFlow(**CLASSIC.course(), scores=[recorded("scores", odd_tricks)], match_end=[recorded("match_end", end)],
                 before=[stage("begin", 1)], mid_hand_stages=[stage("pause", 2)], on_trick_taken=pause,
                 over=lambda position: not any(position.hands),
                 next_player=lambda position, seat, note: position.table.left_of[seat]),
        ("leader", "trick_winner", "next_dealer", "on_call", "played", "next_player", "on_trick_complete", "on_trick_taken",
         "over", "is_stuck", "before_scoring"))


def moments() -> Iterator[tuple[str, list[str]]]:
    """Yield what happens in a hand, each with the callbacks that it calls, in order."""
    game: Any = Recorded()
    CALLS.clear()
    position = game.deal(1)
    yield "the deal", [*CALLS]
    titles = ["a move in a stage", "a call before a lead", "a card that is led", "a card that follows", "a card that follows",
              "the last card of a trick", "a move in a stage amid the play"]
    for title in titles:
        CALLS.clear()
        move = {"a move in a stage": GO, "a move in a stage amid the play": GO, "a call before a lead": SHOW}.get(title)
        game.advance(position, move or game.legal(position)[0])
        yield title, [*CALLS]
    while position.to_act is not None:
        CALLS.clear()
        game.advance(position, game.legal(position)[0])
    yield "the last card of a hand", [*CALLS]


def diagram() -> str:
    """Return the diagram: a line for each moment, with its callbacks in order."""
    lines = [fill(" → ".join(_once(calls)), WIDTH, initial_indent=f"{title:<{TITLE}}", subsequent_indent=f"{'    │':<{TITLE}}")
             for title, calls in dict(moments()).items()]
    return "\n    │\n".join(lines) + "\n"


def _once(calls: list[str]) -> Iterator[str]:
    """Yield the names without repetitions in a row."""
    yield from (name for place, name in enumerate(calls) if calls[place - 1:place] != [name])


if __name__ == "__main__":
    PAGE.write_text(BLOCK.sub(lambda _: diagram(), PAGE.read_text(encoding="utf-8"), count=1), encoding="utf-8")

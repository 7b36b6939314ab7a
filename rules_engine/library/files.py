"""Hands in files: a scenario read as the hands that it goes through, and a hand written down as an example."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from rules_engine.authoring.check import check_text
from rules_engine.core.model.errors import Problem, RulesEngineError
from rules_engine.library.hand import Hand
from rules_engine.scenario.model import write_scenario as plain
from rules_engine.scenario.record import example
from rules_engine.scenario.run import Moment
from rules_engine.scenario.yaml_out import write_yaml


class DoesNotHold(RulesEngineError):
    """A scenario that can't be read, or in which the rules say otherwise; ``problems`` has each fault with its line."""

    def __init__(self, problems: list[Problem]) -> None:
        self.problems = problems
        super().__init__("\n".join(problem.told() for problem in problems))


def read_scenario(source: Path | str) -> list[Hand]:
    """Return the hands of a scenario, from a file or from its text: at its beginning, and after each step.

    Raises ``DoesNotHold``, and ``OSError`` for a file that can't be read.
    """
    path, text = ("", source) if isinstance(source, str) else (str(source), source.read_text(encoding="utf-8"))
    checked = check_text(text, path)
    if checked.problems or checked.run is None:
        raise DoesNotHold(checked.problems)
    run = checked.run
    hands = [Hand(run.game, run.start, run.start)]
    for moment in run.moments:
        hands.append(_next(hands[-1], moment))
    return hands


def _next(hand: Hand, moment: Moment) -> Hand:
    """The hand after a step, which makes a move, deals another hand, or only asks."""
    if moment.move is not None:
        return replace(hand, position=moment.after, moves=(*hand.moves, moment.move))
    return hand if moment.after is hand.position else replace(hand, start=moment.after, position=moment.after, moves=())


def write_scenario(hand: Hand, file: Path | str | None = None, title: str = "", intro: str = "") -> str:
    """Return a hand as the text of an example, and write it into a file where one is named.

    It has the hand's setup and moves, and what is so at the end of each trick and of the hand.
    """
    told = example(hand.as_played)
    bare = tuple(replace(step, note="") for step in told.script)
    text = write_yaml(plain(replace(told, title=title, intro=intro, script=bare)))
    if file is not None:
        Path(file).write_text(text, encoding="utf-8")
    return text

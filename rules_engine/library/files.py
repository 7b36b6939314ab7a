"""Scenario files: reading hands from a scenario, and writing a hand as an example."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from types import NoneType

from rules_engine.authoring.checks.check import SUFFIXES, check_text
from rules_engine.authoring.files import read_text
from rules_engine.authoring.files import write_text as write_text_file
from rules_engine.core.game.setups import write_setup
from rules_engine.core.model.errors import Problem, RulesEngineError, expect, quoted
from rules_engine.core.positions.json_values import JsonValue
from rules_engine.library.hand import Hand
from rules_engine.scenarios.model import write_scenario as plain
from rules_engine.scenarios.record import example
from rules_engine.scenarios.replay import ReplayStep
from rules_engine.scenarios.yaml_writer import write_yaml


class DoesNotHold(RulesEngineError):
    """Raised for a scenario that is invalid or contradicts the rules. ``problems`` lists each problem with its line."""

    def __init__(self, problems: list[Problem]) -> None:
        self.problems = problems
        super().__init__("\n".join(problem.told() for problem in problems))


def read_scenario(source: Path | str) -> list[Hand]:
    """Replay a scenario, and return the hand at its start and after each step.

    ``source`` is the ``Path`` of a file, or the text of a scenario. Raises ``DoesNotHold`` for an invalid scenario, ``OSError``
    if the file can't be read, and ``WrongArgument``.
    """
    expect(source, (str, Path), "a scenario: its text, or the Path of its file")
    path, text = _read(source)
    checked = check_text(text, path)
    if checked.problems or checked.run is None:
        raise DoesNotHold(checked.problems)
    run = checked.run
    hands = [Hand(run.game, run.start, run.start)]
    for moment in run.moments:
        hands.append(_next(hands[-1], moment))
    return hands


def _read(source: Path | str) -> tuple[str, str]:
    """Return a scenario's path (``""`` if it was passed as text) and its text."""
    if isinstance(source, Path):
        try:
            return str(source), read_text(source)
        except UnicodeDecodeError:
            raise DoesNotHold([Problem("is not UTF-8 text", file=str(source), line=1)]) from None
    if "\n" not in source and source.lower().endswith(SUFFIXES):
        raise DoesNotHold([Problem(f"{quoted(source)} is a path, not the text of a scenario",
                                   hint="to read the file give a Path: read_scenario(Path(…))")])
    return "", source


def _next(hand: Hand, moment: ReplayStep) -> Hand:
    """Return the hand after a step, which makes a move, deals another hand, or only asks a question."""
    if moment.move is not None:
        return replace(hand, position=moment.after, moves=(*hand.moves, moment.move))
    return hand if moment.after is hand.position else replace(hand, start=moment.after, position=moment.after, moves=())


def write_scenario(hand: Hand, file: Path | str | None = None, title: str = "", intro: str = "") -> str:
    """Return a hand as an example scenario in YAML, and write it to ``file`` if given.

    The example contains the hand's setup and moves, and the facts at the end of each trick and of the hand. Raises
    ``WrongArgument``, and ``OSError`` if the file can't be written.
    """
    expect(file, (str, Path, NoneType), "the path of a file")
    for text in (title, intro):
        expect(text, str, "a text")
    told = example(expect(hand, Hand, "a hand, as deal gives it").as_played)
    bare = tuple(replace(step, note="") for step in told.script)
    text = write_yaml(plain(replace(told, title=title, intro=intro, script=bare, setup=_with_order(told.setup, hand))))
    if file is not None:
        write_text_file(Path(file), text)
    return text


def _with_order(setup: Mapping[str, JsonValue], hand: Hand) -> dict[str, JsonValue]:
    """Return a setup with each hand's cards in their current order, which determines the order of moves. Examples written for
    people use pack order."""
    exact = write_setup(hand.game, hand.start, exact=True)
    hands = {seat: " ".join(cards) if cards else [] for seat, cards in exact["hands"].items()}
    return {key: exact.get(key, value) for key, value in setup.items()} | {"hands": hands}

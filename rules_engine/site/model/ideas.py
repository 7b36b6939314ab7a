"""Ideas: steps of a course on how to play well.

The fence ``idea`` names two quizzes about the best move: a position, and its twin, which differs from it by one card or one fact
and in which another move is right. It may also name puzzles on the idea::

    ```idea
    position: snakebit/well/name.yml
    twin: snakebit/well/name-twin.yml
    puzzles: [snakebit/puzzles/63.yml, snakebit/puzzles/92.yml]
    ```

The solver proves the answers, and this module checks that the two positions show what a pair is for.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from rules_engine.authoring.checks.check import CheckResult
from rules_engine.authoring.yaml_text import read_yaml
from rules_engine.core.game.setups import write_setup
from rules_engine.core.model.errors import RulesEngineError
from rules_engine.html.puzzle_html import asked_at
from rules_engine.quiz.kinds.best_move import proven
from rules_engine.scenarios.replay import Replay
from rules_engine.text.message import listed

IDEA = "idea"
POSITION, TWIN, PUZZLES = "position", "twin", "puzzles"
CARDS_OF_A_SWAP = 2
"""Maximum number of cards that are elsewhere in a twin."""
NEEDS = f"an idea names two scenario files, `{POSITION}` and `{TWIN}`, and may list `{PUZZLES}`"

Fault = tuple[str, str]
"""A problem, and a hint."""


class Idea(NamedTuple):
    """The scenario files of an idea: its position, its twin, and puzzles on it. The two positions are empty if they are missing
    or the fence can't be read."""

    position: str = ""
    twin: str = ""
    puzzles: tuple[str, ...] = ()


def idea_name(step: str) -> str:
    """Return the name of an idea in the reader's memory; ``step`` is the id of its step."""
    return f"{IDEA}-{step}"


def read_idea(text: str) -> Idea:
    """Return the idea in the text of a fence."""
    try:
        read = read_yaml(text).value
    except RulesEngineError:
        return Idea()
    if not isinstance(read, Mapping) or not {*read} <= {POSITION, TWIN, PUZZLES}:
        return Idea()
    puzzles = read.get(PUZZLES) or []
    return Idea(str(read.get(POSITION) or ""), str(read.get(TWIN) or ""),
                tuple(map(str, puzzles)) if isinstance(puzzles, list) else ())


def idea_faults(idea: Idea | None, game: str, scenarios: Mapping[str, CheckResult]) -> Iterator[Fault]:
    """Yield the problems of an idea in a course of ``game``; those of its scenarios alone are reported elsewhere."""
    if idea is None or not (idea.position and idea.twin):
        yield NEEDS, ""
        return
    for name in idea.puzzles:
        scenario = scenarios[name].scenario if name in scenarios else None
        if scenario is None or (scenario.kind, scenario.game) != ("puzzle", game):
            yield f"{name} is no puzzle of {game}", ""
        elif scenario.puzzle is not None and scenario.puzzle.retired:
            yield f"the puzzle {name} is retired, so its page doesn't show it", ""
    found = [scenarios[name] for name in (idea.position, idea.twin) if name in scenarios]
    runs = [checked.run for checked in found if checked.run is not None and not checked.problems]
    if len(runs) == 2:
        yield from _pair_faults(idea, *runs)


def _pair_faults(idea: Idea, position: Replay, twin: Replay) -> Iterator[Fault]:
    """Yield the problems of a position and its twin."""
    for name, run in ((idea.position, position), (idea.twin, twin)):
        kinds = [step.ask.kind for step in run.scenario.script if step.ask]
        if run.scenario.kind != "quiz" or kinds != ["best-move"]:
            yield f"{name} is to be a quiz that asks once, for the best-move", ""
            return
    here, there = _Answer(position), _Answer(twin)
    if both := here.right & there.right:
        yield f"{listed(sorted(both))} is right in the position and in its twin", "`followsuit puzzles --twin` finds twins"
    if new := there.right - here.moves:
        yield f"{listed(sorted(new))} is right in the twin, but can't be played in the position", ""
    if not _is_one_change(here, there):
        yield ("the twin differs from the position by more than one card or one fact",
               "replace a card, exchange two, or change one key of the setup")
    for name, answer, other in ((idea.position, here, there), (idea.twin, there, here)):
        if not answer.plan:
            yield f"{name} doesn't explain its best move", "write a `plan` into its `puzzle`"
        if silent := sorted((other.right & answer.moves) - answer.refuted):
            yield f"{name} doesn't explain why {listed(silent)} fails, which is right in the other position", (
                "write it into the `why_not` of its `puzzle`")


class _Answer:
    """The proved answer of a quiz, and the author's explanations."""

    def __init__(self, run: Replay) -> None:
        place = asked_at(run)
        proof, puzzle = proven(run, place), run.scenario.puzzle
        self.position = run.moments[place].before
        self.setup = write_setup(run.game, self.position)
        self.moves, self.right = ({move.text for move in moves} for moves in (proof.values, proof.best))
        self.plan, self.refuted = (puzzle.plan, {*puzzle.why_not}) if puzzle else ("", set[str]())

    @property
    def cards(self) -> set[tuple[str, int, str]]:
        """The cards in hands and on the table, each with its place."""
        hands = {("hand", seat, card.text) for seat, hand in enumerate(self.position.hands) for card in hand}
        return hands | {("table", laid.seat, laid.card.text) for laid in self.position.trick}

    @property
    def facts(self) -> dict[str, object]:
        """The keys of the setup other than hands and trick."""
        return {key: value for key, value in self.setup.items() if key not in ("hands", "trick")}


def _is_one_change(here: _Answer, there: _Answer) -> bool:
    """Return whether a twin differs by one card, by two exchanged cards, or by one fact."""
    facts = [key for key in here.facts | there.facts if here.facts.get(key) != there.facts.get(key)]
    gone, come = here.cards - there.cards, there.cards - here.cards
    if not gone and not come:
        return len(facts) == 1
    swapped = len(gone) == 1 or {card for *_, card in gone} == {card for *_, card in come}
    return not facts and len(gone) == len(come) <= CARDS_OF_A_SWAP and swapped

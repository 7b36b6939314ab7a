"""Rule coverage: the scenarios that show each rule of a game, and the ones that are missing."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from rules_engine.authoring.checks.check import CheckResult
from rules_engine.core.model.rules import AnyRule
from rules_engine.games import game_class

UNSPOKEN = "example in which it applies"
"""The entry in the list of missing items for a rule that examples list but that applies in none of them."""


@dataclass
class RuleCoverage:
    """The scenarios that cover one rule, as file paths.

    ``can_refuse``  whether the rule can forbid a move
    ``shown``       examples that list the rule and in which it applies
    ``silent``      examples that list the rule but in which it never applies
    ``refusing``    examples in which the rule forbids a move
    ``permitting``  examples in which the rule supports a move that is made
    ``quizzes``     quizzes that list the rule
    """

    game: str
    rule: str
    title: str
    can_refuse: bool
    shown: list[str] = field(default_factory=list)
    silent: list[str] = field(default_factory=list)
    refusing: list[str] = field(default_factory=list)
    permitting: list[str] = field(default_factory=list)
    quizzes: list[str] = field(default_factory=list)

    def lacks(self, quiz: bool = True) -> list[str]:
        """Return the missing items, worded to follow “the rule has no”. If ``quiz`` is true, a quiz is required."""
        return [
            what
            for what, missing in (
                (UNSPOKEN if self.silent else "example", not self.shown),
                ("example that refuses", self.can_refuse and not self.refusing),
                ("example that permits", self.can_refuse and not self.permitting),
                ("quiz", quiz and not self.quizzes),
            )
            if missing
        ]

    def plain(self) -> dict[str, object]:
        """Return the coverage as a JSON value, for ``--json``."""
        return {**vars(self), "lacks": self.lacks()}


def coverage(game_id: str, scenarios: Iterable[CheckResult]) -> list[RuleCoverage]:
    """Return the coverage of every rule in a game and its variants, in the order of its rule book.

    Scenarios with problems are ignored.
    """
    found = {rule.id: _nothing_yet(game_id, rule) for rule in game_class(game_id).book.rules}
    for checked in scenarios:
        if checked.scenario is not None and checked.scenario.game == game_id and not checked.problems:
            for rule, kind in _spoken(checked):
                if rule in found:
                    getattr(found[rule], kind).append(checked.path)
    return list(found.values())


def _nothing_yet(game_id: str, rule: AnyRule) -> RuleCoverage:
    return RuleCoverage(game_id, rule.id, rule.title, rule.can_refuse)


def _spoken(checked: CheckResult) -> Iterator[tuple[str, str]]:
    """Yield the rules that a scenario covers, each with the list in `RuleCoverage` that the scenario belongs to."""
    scenario, run = checked.scenario, checked.run
    if scenario is None or run is None:
        return
    listed = dict.fromkeys(scenario.rules)
    if scenario.kind == "quiz":
        yield from ((rule, "quizzes") for rule in listed)
    if scenario.kind == "example":
        yield from ((rule, "shown" if rule in run.shown else "silent") for rule in listed)
        yield from ((rule, "refusing") for rule in sorted(run.refusing))
        yield from ((rule, "permitting") for rule in sorted(run.permitting))

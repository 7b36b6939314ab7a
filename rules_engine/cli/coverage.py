"""``followsuit coverage PATH…``: list the scenarios that show each rule, and the course steps that teach it.

Exit status 1 if something is missing. A rule is also reported if it depends on a fact that the referee's form can't ask for, but
that doesn't count as missing.
"""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence
from pathlib import Path

from rules_engine.api.referee.unasked_facts import unasked_of
from rules_engine.authoring.checks.check import CheckResult, check_file
from rules_engine.authoring.checks.coverage import UNSPOKEN, RuleCoverage, coverage
from rules_engine.cli.paths import scenarios_in, site_of
from rules_engine.cli.terminal import as_json
from rules_engine.games import game_class, known_games
from rules_engine.site.model.course import Course
from rules_engine.site.model.course_coverage import course_lines, courses_in
from rules_engine.site.zensical.config import ConfiguredSite

COLUMNS = ("shown", "refusing", "permitting", "quizzes")
UNASKED = "{rule} depends on {what}: no field of the referee's form, so it leaves that open. Make it a settable field"
"""The message about a rule that the referee could judge if the game declared a field."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    parser.add_argument("paths", nargs="+", type=Path, metavar="PATH", help="scenario files, or folders of them")
    parser.add_argument("--pages", type=Path, metavar="FOLDER",
                        help="the folder of the pages with the courses (default: the site's own, or docs)")
    parser.add_argument("--json", action="store_true", help="print one JSON object instead of tables")


def run(chosen: argparse.Namespace) -> int:
    """Print the rule coverage of each game that has scenarios among the paths. Raises ``CommandError``."""
    site = site_of(chosen.paths[0])
    checked = [check_file(path) for path in scenarios_in(chosen.paths)]
    found = {game: coverage(game, checked) for game in _games_of(checked)}
    pages = chosen.pages or (site.settings.docs if site else Path("docs"))
    lines, holes = _courses(pages, _by_name(checked, site), [*found])
    broken = sum(bool(each.problems) for each in checked)
    unasked = {game: unasked_of(game_class(game)) for game in found}
    if chosen.json:
        plain = {game: [rule.plain() for rule in rules] for game, rules in found.items()}
        print(as_json({"files": len(checked), "not_holding": broken, "games": plain, "unasked": unasked}))
    else:
        for game, rules in found.items():
            print("\n".join([*_table(game, rules), *(UNASKED.format(rule=rule, what=what)
                                                     for rule, what in unasked[game].items())]))
        print("".join(f"{line}\n" for line in lines), end="")
        print("".join(f"{hole}\n" for hole in holes), end="")
        if broken:
            print(f"{broken} of {len(checked)} files don't hold and count for nothing: see followsuit check")
    return 1 if holes or any(rule.lacks() for rules in found.values() for rule in rules) else 0


def _by_name(checked: Sequence[CheckResult], site: ConfiguredSite | None) -> dict[str, CheckResult]:
    """Return scenarios by the names used in pages, their paths relative to the examples folder."""
    examples = site.settings.folder(site.settings.examples).resolve() if site else None
    found = {}
    for each in checked:
        path = Path(each.path).resolve()
        inside = examples is not None and path.is_relative_to(examples)
        name = path.relative_to(examples).as_posix() if examples and inside else path.as_posix().partition("examples/")[2]
        found[name] = each
    return found


def _courses(pages: Path, scenarios: Mapping[str, CheckResult], games: Sequence[str]) -> tuple[list[str], list[str]]:
    """Return the report on the courses of some games, by edition, and the report on their gaps, as lines."""
    lines, holes = list[str](), list[str]()
    editions: dict[tuple[str, Path], dict[Path, Course]] = {}
    for path, course in (courses_in(pages) if pages.is_dir() else {}).items():
        if course.game in games:
            editions.setdefault((course.game, path.parent), {})[path] = course
    for (game, _), found in editions.items():
        kind = game_class(game)
        told, lacks = course_lines(game, found, scenarios, [rule.id for rule in kind().rules],
                                   [rule.id for rule in kind.book.rules])
        lines, holes = [*lines, *told], [*holes, *lacks]
    return lines, holes


def _games_of(checked: Sequence[CheckResult]) -> list[str]:
    present = {each.scenario.game for each in checked if each.scenario is not None}
    return [game for game in known_games() if game in present]


def _table(game: str, rules: Sequence[RuleCoverage]) -> list[str]:
    width = max(len(rule.rule) for rule in rules)
    lines = [f"{game:<{width}}  {'  '.join(f'{name:>10}' for name in COLUMNS)}"]
    for rule in rules:
        lacks = "".join(f"  no {what}{_listing(rule) if what == UNSPOKEN else ''}" for what in rule.lacks())
        lines.append(f"{rule.rule:<{width}}  {'  '.join(_cell(rule, name) for name in COLUMNS)}{lacks}")
    return lines


def _listing(rule: RuleCoverage) -> str:
    return f" ({', '.join(rule.silent)} {'list' if len(rule.silent) > 1 else 'lists'} it)"


def _cell(rule: RuleCoverage, name: str) -> str:
    asked = rule.can_refuse or name in ("shown", "quizzes")
    count = len(getattr(rule, name))
    return f"{count if asked or count else '·':>10}"

"""Everything that can be wrong between the games, their scenarios and their pages, found before a page renders.

Nothing here knows MkDocs. A `Book` is what a site is made of; `problems` are all its faults, each with file, line and
a hint. Where things stand is a convention:

* a game's rules have their headings, `## Follow suit { #rule-follow-suit }`, all on one page: `games/ID.md`, or one below
  `games/ID/`;
* the refusals that all games share have theirs in `games/index.md`;
* a game's scenarios lie in the examples folder, usually below a folder with the game's id, or whole in a page's fence.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
from functools import cached_property
from pathlib import Path, PurePosixPath
from typing import NamedTuple

from rules_engine.authoring.check import SUFFIXES, Checked, check_file, check_text, scenario_files
from rules_engine.authoring.coverage import RuleCoverage, coverage
from rules_engine.core.rules import GENERAL_RULES
from rules_engine.games import game_class, known_games
from rules_engine.site.fences import Placed, name_widgets
from rules_engine.site.markdown_source import Fence, Heading, MarkdownSource

GAMES_FOLDER = "games"
GENERAL_PAGE = f"{GAMES_FOLDER}/index.md"
RULE = "rule-"


class Problem(NamedTuple):
    """One thing wrong with the site. ``line`` is 0 where a whole file is missing."""

    path: str
    line: int
    message: str
    hint: str = ""

    def told(self) -> str:
        """The problem as one line for people."""
        place = f"{self.path}:{self.line}" if self.line else self.path
        return f"{place}: {self.message}" + (f" — {self.hint}" if self.hint else "")


@dataclass
class Book:
    """What a site is made of.

    ``games``        ids of the games whose pages must be whole
    ``quizzes_for``  those of them that need a quiz for each rule
    ``pages``        each page's source by its address in the docs folder, ``games/snakebit.md``
    ``scenarios``    each scenario file, looked at, by its path below the examples folder
    ``docs``         the docs folder as people know it, for files that are missing
    """

    games: Sequence[str]
    quizzes_for: Sequence[str]
    pages: Mapping[str, MarkdownSource]
    scenarios: Mapping[str, Checked]
    docs: str = "docs"
    inline: dict[str, list[Checked]] = field(default_factory=dict)
    """The scenarios that a page holds whole; filled by ``placed``."""

    def problems(self) -> list[Problem]:
        """Everything wrong, in the order of files and lines."""
        found = [*self._scenarios(), *self._fences(), *self._headings(), *self._coverage()]
        return sorted(dict.fromkeys(found))

    @cached_property
    def placed(self) -> dict[str, list[Placed]]:
        """The fences of each page with their scenarios, ready to be rendered."""
        return {page: self._place(page, source) for page, source in self.pages.items()}

    def rules_page(self, game: str) -> str:
        """The page where most of the game's rules have their headings."""
        ours = {rule.id for rule in game_class(game).all_rules}
        pages = [page for page in self.pages if game_of_page(page) == game]
        return max(
            pages, key=lambda page: len(ours & {rule for rule, _ in self._rules_on(page)}), default=f"{GAMES_FOLDER}/{game}.md"
        )

    # ---- scenarios and the fences that show them

    def _scenarios(self) -> Iterator[Problem]:
        for checked in [*self.scenarios.values(), *self._all_inline()]:
            for report in checked.reports:
                yield Problem(report.path, report.line, report.message)

    def _all_inline(self) -> list[Checked]:
        return [checked for page in self.placed for checked in self.inline.get(page, [])]

    def _place(self, page: str, source: MarkdownSource) -> list[Placed]:
        placed, names = [], []
        for fence in source.fences:
            checked = self._scenario_of(page, fence)
            title = checked.scenario.title if checked and checked.scenario else ""
            names.append(_without_suffix(named_file(fence)) or title)
            whole = checked is not None and not checked.reports
            placed.append(Placed(fence, checked.run if checked and whole else None))
        name_widgets(placed, names)
        return placed

    def _scenario_of(self, page: str, fence: Fence) -> Checked | None:
        if fence.fault or not fence.shown or not fence.body.strip():
            return None
        name = named_file(fence)
        if name:
            return self.scenarios.get(name)
        checked = check_text(fence.body, self.pages[page].path, fence.line + 1)
        self.inline.setdefault(page, []).append(checked)
        return checked

    def _fences(self) -> Iterator[Problem]:
        for page, source in self.pages.items():
            if self._elsewhere(game_of_page(page)):
                yield Problem(source.path, 1, *_unlisted("the page's", game_of_page(page)))
                continue
            for each in self.placed[page]:
                if each.fence.shown:
                    yield from self._fence(source.path, each)

    def _elsewhere(self, game: str) -> bool:
        """Whether that is a game, but none of this site."""
        return game in known_games() and game not in self.games

    def _fence(self, path: str, placed: Placed) -> Iterator[Problem]:
        fence, run, name = placed.fence, placed.run, named_file(placed.fence)
        if fence.fault:
            yield Problem(path, fence.line, fence.fault)
        elif not fence.body.strip():
            yield Problem(
                path, fence.line, f"the {fence.kind} is empty", "name a scenario file, or write a scenario into the fence"
            )
        elif name not in self.scenarios and self._elsewhere(name.split("/")[0]):
            yield Problem(path, fence.line + 1, *_unlisted("the scenario's", name.split("/")[0]))
        elif name and name not in self.scenarios:
            yield Problem(path, fence.line + 1, f"there is no scenario {name} in the examples folder", self._near(name))
        elif run is not None and run.scenario.kind != fence.kind:
            yield Problem(
                path,
                fence.line,
                f"a fence “{fence.kind}” holds a scenario of kind “{run.scenario.kind}”",
                f"open the fence with {run.scenario.kind}, or give the scenario the kind {fence.kind}",
            )
        elif run is not None and run.game.id not in self.games:
            yield Problem(path, fence.line, *_unlisted("the scenario's", run.game.id))

    def _near(self, name: str) -> str:
        near = get_close_matches(name, self.scenarios, 1, 0.8)
        return f"did you mean {near[0]}?" if near else "write it; the path is below the examples folder, as in snakebit/break.yml"

    # ---- headings

    def _rules_on(self, page: str) -> list[tuple[str, Heading]]:
        """The rules that have a heading on the page."""
        source = self.pages.get(page)
        return [
            (heading.id.removeprefix(RULE), heading)
            for heading in (source.headings if source else [])
            if heading.id.startswith(RULE)
        ]

    def _headings(self) -> Iterator[Problem]:
        yield from self._needed([rule.id for rule in GENERAL_RULES], GENERAL_PAGE, "every game's refusal")
        for game in self.games:
            yield from self._needed([rule.id for rule in game_class(game).all_rules], self.rules_page(game), f"{game}'s rule")
        for page in self.pages:
            yield from self._claimed(page)

    def _needed(self, rules: Sequence[str], page: str, what: str) -> Iterator[Problem]:
        path = self._path(page)
        if page not in self.pages:
            yield Problem(path, 0, "the page is missing", f"it has the headings of {', '.join(rules)}")
            return
        present = {rule for rule, _ in self._rules_on(page)}
        for rule in rules:
            if rule not in present:
                yield Problem(
                    path,
                    1,
                    f"{what} {rule} has no heading on this page",
                    f"add `{{ #{RULE}{rule} }}` to the heading of its paragraph",
                )

    def _claimed(self, page: str) -> Iterator[Problem]:
        """The rule headings of one page that lead nowhere, or stand in the wrong place or twice."""
        known, where = self._rules_for(page)
        seen: set[str] = set()
        for rule, heading in self._rules_on(page):
            if not known:
                yield Problem(
                    self._path(page),
                    heading.line,
                    f"a heading with the id {heading.id} stands outside the rules of a game",
                    where,
                )
            elif rule not in known:
                near = get_close_matches(rule, known, 1)
                yield Problem(
                    self._path(page),
                    heading.line,
                    f"no rule is called {rule}",
                    f"did you mean {near[0]}?" if near else f"{where} {', '.join(sorted(known))}",
                )
            elif rule in seen:
                yield Problem(
                    self._path(page),
                    heading.line,
                    f"the rule {rule} has a second heading",
                    "links lead to the first one: give this one another id, or none",
                )
            seen.add(rule)

    def _rules_for(self, page: str) -> tuple[set[str], str]:
        """The rules that may have a heading on a page, and words for a hint."""
        if page == GENERAL_PAGE:
            return {rule.id for rule in GENERAL_RULES}, "every game has"
        game = game_of_page(page)
        if game not in known_games():
            return set(), f"the rules of a game stand in {GAMES_FOLDER}/ID.md"
        if page != self.rules_page(game):
            return set(), f"all rules of {game} have their headings on one page, {self._path(self.rules_page(game))}"
        return {rule.id for rule in game_class(game).all_rules}, f"{game} has"

    def _path(self, page: str) -> str:
        return self.pages[page].path if page in self.pages else f"{self.docs}/{page}"

    # ---- what examples owe to each rule

    def _coverage(self) -> Iterator[Problem]:
        scenarios = [*self.scenarios.values(), *self._all_inline()]
        for game in self.games:
            page = self.rules_page(game)
            lines = {rule: heading.line for rule, heading in self._rules_on(page)}
            for rule in coverage(game, scenarios):
                for lacking in rule.lacks(quiz=game in self.quizzes_for):
                    yield Problem(
                        self._path(page), lines.get(rule.rule, 1), f"the rule {rule.rule} has no {lacking}", _how(rule, lacking)
                    )


def _unlisted(whose: str, game: str) -> tuple[str, str]:
    return f"{whose} game {game} isn't among the site's games", "add it to `games` of the plugin in mkdocs.yml"


def _how(rule: RuleCoverage, lacking: str) -> str:
    if lacking == "example" and rule.silent:
        return f"{rule.silent[0]} lists it, but there it never speaks"
    return {
        "example": f"write a scenario with `rules: [{rule.rule}]` in which it speaks",
        "example that refuses": f"write a step with `illegal: {{a move: {rule.rule}}}`",
        "example that permits": "write a step with a move that the rule looks at and lets pass",
        "quiz": f"write a scenario with `kind: quiz`, `rules: [{rule.rule}]` and a step with `ask`",
    }[lacking]


def named_file(fence: Fence) -> str:
    """The scenario file that a fence names, or an empty text where it holds a scenario itself."""
    body = fence.body.strip()
    alone = "\n" not in body and not any(sign in body for sign in "{}: ")
    return body.removeprefix("./") if alone or ("\n" not in body and body.endswith(SUFFIXES)) else ""


def game_of_page(page: str) -> str:
    """The id of the game that a page is about, going by its address alone."""
    parts = PurePosixPath(page).parts
    if page == GENERAL_PAGE or len(parts) < 2 or parts[0] != GAMES_FOLDER:
        return ""
    return parts[1].removesuffix(".md")


def read_scenarios(folder: Path, games: Sequence[str], shown_as: str) -> dict[str, Checked]:
    """Every scenario file below a folder, looked at, except those of games that this site has no pages for."""
    elsewhere = set(known_games()) - set(games)
    found = {}
    for file in scenario_files([folder]) if folder.is_dir() else ():
        name = file.relative_to(folder).as_posix()
        if name.split("/")[0] in elsewhere:
            continue
        checked = _called(check_file(file), f"{shown_as}/{name}")
        if checked.scenario is None or checked.scenario.game not in elsewhere:
            found[name] = checked
    return found


def _called(checked: Checked, path: str) -> Checked:
    checked.path = path
    checked.reports = [report._replace(path=path) for report in checked.reports]
    return checked


def _without_suffix(name: str) -> str:
    return name.rsplit(".", 1)[0]

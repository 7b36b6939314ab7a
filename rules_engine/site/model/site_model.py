"""The model of a site and the checks across its games, scenarios and pages.

The module depends neither on MkDocs nor on Markdown. The contents of each page are added when it renders (see `fences`); then
`SiteModel.problems` returns the problems in the site, each with file, line and hint. The locations follow a convention:

* a game's rules have headings such as `## Follow suit { #rule-follow-suit }`, all on one page: `games/ID/rules.md`,
  `games/ID.md` if the game has no folder, or the page configured in the plugin's setting `games`;
* the refusals that all games share, such as playing out of turn, have headings on `games/index.md`, or on `games/refusals.md`
  if it exists;
* a game's scenarios are in the examples folder, usually in a folder named after the game, or inline in a page's fence.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path, PurePosixPath
from typing import NamedTuple

from rules_engine.authoring.caches.cache import Cache
from rules_engine.authoring.checks.check import CheckResult, check_text
from rules_engine.authoring.checks.coverage import UNSPOKEN, RuleCoverage, coverage
from rules_engine.authoring.days import Day, is_retired, mark_of, mark_of_question
from rules_engine.authoring.translations.catalogues import joined
from rules_engine.authoring.translations.extract_messages import engine_messages, game_messages, page_messages
from rules_engine.core.model.errors import Problem, quoted, without_repeats
from rules_engine.core.model.rules import GENERAL_RULES
from rules_engine.core.positions.json_values import closest_match, did_you_mean
from rules_engine.games import game_class
from rules_engine.scenarios.model import Scenario
from rules_engine.site.model.addresses import edition, in_edition
from rules_engine.site.model.course import Course, course_faults, lacking_rules, taught_by
from rules_engine.site.model.daily_puzzles import DailyQuestions
from rules_engine.site.model.game_pages import GAMES_FOLDER, GENERAL_PAGE, elsewhere, game_of_page, usual_page
from rules_engine.site.model.glossary import Glossary, terms_of
from rules_engine.site.model.languages import SiteLanguage
from rules_engine.site.model.page_contents import RULE, Fence, PageContents, problem
from rules_engine.site.model.painter import Painter
from rules_engine.text.locale import display_key

UNASKED = "Rules that depend on something for which the referee's form has no settable field, so it leaves open what they say"
STAYS_AT_HOME = ("only Python's own library, rules_engine and packages with games go there: do without it, or import it inside "
                 "`try` with `except ImportError`")


class GameLead(NamedTuple):
    """An author's lines about a game, from the metadata of its overview: its tagline, what it is like, and its shelf."""

    tagline: str
    like: str = ""
    shelf: str = ""


@dataclass
class SiteModel:
    """The model of a site: its games, pages and scenarios.

    ``games``        maps the id of each game, whose pages must be complete, to the page with its rules
    ``quizzes_for``  the games that need a quiz for each rule
    ``scenarios``    the checked scenario files, by path relative to the examples folder
    ``examples``     the examples folder
    ``docs``         the docs folder, as shown in messages
    ``general``      the page with the refusals that all games share
    ``leads``        the author's lines about each game by language and id; ``""`` is the site's own language
    ``peek``         a function that reads a scenario file without checking it; if None, ``scenarios`` is used
    ``pages``        the rendered pages, by path relative to the docs folder, such as ``games/snakebit/rules.md``
    ``languages``    the languages of the site's editions, by code, which is also the name of the edition's folder
    ``glossaries``   the glossaries by page
    ``courses``      the courses by page, including pages that haven't rendered
    ``name``         the site's name
    ``days``         the lists of daily puzzles by game
    ``questions``    the stored questions in these lists by game
    ``unreadable``   a problem for each list of daily puzzles, or file with their questions, that can't be read
    ``previews``     whether each puzzle has a page of its own
    ``painter``      the painter of preview pictures; None if nothing is published, as in a check
    ``made``         a cache for results that pages need, which persists between builds
    ``unasked``      for each game with a referee, the rules that depend on a fact that its form can't ask for, with the fact
    """

    games: Mapping[str, str]
    quizzes_for: Collection[str]
    scenarios: Mapping[str, CheckResult]
    examples: Path = Path("examples")
    docs: str = "docs"
    general: str = GENERAL_PAGE
    pages: dict[str, PageContents] = field(default_factory=dict)
    leads: Mapping[tuple[str, str], GameLead] = field(default_factory=dict)
    peek: Callable[[str], Scenario | None] | None = None
    languages: Mapping[str, SiteLanguage] = field(default_factory=dict)
    glossaries: Mapping[str, Glossary] = field(default_factory=dict)
    courses: Mapping[str, Course] = field(default_factory=dict)
    name: str = ""
    days: Mapping[str, Sequence[Day]] = field(default_factory=dict)
    questions: Mapping[str, DailyQuestions] = field(default_factory=dict)
    unreadable: Sequence[Problem] = ()
    previews: bool = False
    painter: Painter | None = None
    made: Cache = field(default_factory=Cache)
    unasked: dict[str, Mapping[str, str]] = field(default_factory=dict)

    def problems(self, whole: bool = True) -> list[Problem]:
        """Return all problems, causes before consequences.

        If ``whole`` is false, not all pages have rendered: the checks leave out missing pages, scenarios that no rendered page
        shows, and rules without an example or a step in a course.
        """
        found = [self.unreadable, self._scenarios(self.scenarios if whole else sorted(self._named())), self._fences(),
                 self._headings(whole)]
        if whole:
            found.append(self._coverage())
        found += [self._courses(whole), self._glossaries(whole)]
        return without_repeats(each for part in found for each in sorted(part, key=_place))

    def worth_knowing(self, whole: bool = True) -> list[str]:
        """Return a line for each type of possible oversight.

        If ``whole`` is false, not all pages have rendered, and only missing translations are reported.
        """
        found = {"Scenario files that no page shows": self.never_shown(), "Rules whose section shows nothing": self.bare_rules(),
                 "Days whose puzzle was changed or is gone (`followsuit days` gives those that come another)": self.bare_days(),
                 UNASKED: self.unasked_rules()}
        lacking = {f"Not in the catalogues of {code!r}, so in English": lacks for code, lacks in self.untranslated().items()}
        return [f"{what}: {', '.join(names)}" for what, names in ((found if whole else {}) | lacking).items() if names]

    def never_shown(self) -> list[str]:
        """Return the scenario files that neither a page nor a daily puzzle shows."""
        by_days = {f"{game}/{day.puzzle}" for game, days in self.days.items() for day in days}
        return sorted(self.scenarios.keys() - self._named() - by_days)

    def untranslated(self) -> dict[str, list[str]]:
        """Return the messages without a translation, by language, in the notation used in catalogues."""
        lacking = {code: {*self._lacking(code), *language.missing, *language.unwritten}
                   for code, language in self.languages.items()}
        return {code: [display_key(key) for key in sorted(lacks)] for code, lacks in lacking.items()}

    def _lacking(self, code: str) -> set[str]:
        """Return the message keys of the engine and of the games in an edition that are missing from its catalogues."""
        games = self.listed(code)
        said = self.made.values(["said", games], lambda: sorted(
            joined([engine_messages(), page_messages(), *map(game_messages, games)])))
        return {*said} - self.languages[code].words.keys()

    def _named(self) -> set[str]:
        """Return the scenario files that the rendered pages show."""
        return {name for page in self.pages.values() for _, name in page.shown} & self.scenarios.keys()

    def bare_rules(self) -> list[str]:
        """Return the rules whose section, up to the next rule's heading, has no figure."""
        found = []
        for page in (self.pages[name] for name in sorted({*self.games.values()} & self.pages.keys())):
            starts = [*(heading.line or 0 for heading in page.headings), float("inf")]
            for heading, (start, end) in zip(page.headings, pairwise(starts), strict=True):
                if not any(start < (line or 0) < end for line, _ in page.shown):
                    found.append(f"{heading.rule} ({page.path}:{heading.line})")
        return found

    def bare_days(self) -> list[str]:
        """Return a string for each game that has days whose puzzle was changed or deleted: their number and the first date."""
        names = [name for game in self.days for name in self.puzzles(game) + self.puzzles(game, retired=True)]
        marks = {name: mark_of(each) for name in names if (each := self._read(name))}
        marks |= {f"{game}/{each.name}": mark_of_question(each) for game, daily in self.questions.items()
                  for each in daily.questions}
        bare = {game: [day.date for day in days if marks.get(f"{game}/{day.puzzle}") != day.mark]
                for game, days in self.days.items()}
        return [f"{len(dates)} of {game} from {dates[0]} on" for game, dates in bare.items() if dates]

    def unasked_rules(self) -> list[str]:
        """Return the rules that depend on a fact for which the referee's form has no field, each with the fact."""
        return [f"{rule} of {game} ({what})" for game, rules in self.unasked.items() for rule, what in rules.items()]

    def _read(self, name: str) -> Scenario | None:
        """Return an unchecked scenario, or None if it can't be read."""
        return self.peek(name) if self.peek else self.scenarios[name].scenario

    def puzzles(self, game: str, retired: bool = False) -> list[str]:
        """Return the scenario files of a game's puzzles, easiest first; ``retired`` selects the retired ones instead."""
        found = [(each.puzzle.rating if each.puzzle else 0, name) for name in self.scenarios
                 if (each := self._read(name)) is not None and (each.kind, each.game) == ("puzzle", game)
                 and is_retired(each) == retired]
        return [name for _, name in sorted(found)]

    def rules_page(self, game: str) -> str:
        """Return the page that contains a game's rules."""
        return self.games.get(game, usual_page(game))

    def rules_pages(self) -> dict[str, str]:
        """Return the pages that contain the rules of the site's games, in every language, each with its game."""
        return {in_edition(code, page): game for code in ("", *self.languages) for game, page in self.games.items()}

    def is_of_games(self, page: str) -> bool:
        """Return whether a page is in the folder of games or contains a game's rules."""
        return self.edition(page)[1].startswith(f"{GAMES_FOLDER}/") or page in self.rules_pages()

    def terms(self, page: str) -> dict[str, str]:
        """Return the explanations of the glossary words that are marked up on a page, by inflected form."""
        return terms_of(self.glossaries, page, self.game_of(page), self.games, self.languages)

    def edition(self, page: str) -> tuple[str, str]:
        """Return a page's language code, and its path within that language's edition."""
        return edition(page, self.languages)

    def listed(self, code: str) -> list[str]:
        """Return the games that have pages in a language's edition."""
        return [game for game in self.games if not code or (code, game) in self.leads]

    def _glossaries(self, whole: bool) -> Iterator[Problem]:
        for page, found in self.glossaries.items():
            for word in found.lacking if whole or page in self.pages else ():
                yield problem(self._path(page), 1, f"{quoted(word)} is to be explained, but the glossary has no row for it",
                              "give it one, or take it out of `explained`")

    # ---- scenarios and the fences that show them

    def _scenarios(self, names: Iterable[str]) -> Iterator[Problem]:
        for name in names:
            yield from self.scenarios[name].problems

    def _fences(self) -> Iterator[Problem]:
        for page, found in self.pages.items():
            game = self.game_of(page)
            if elsewhere(game, self.games):
                yield problem(found.path, 1, *_unlisted("the page's", game))
            else:
                yield from found.problems

    def look_at(self, fence: Fence, path: str) -> tuple[CheckResult | None, list[Problem]]:
        """Return the checked scenario in a fence on the page ``path``, or None, and the problems."""
        name = fence.file
        if fault := self._no_scenario(fence):
            return None, [problem(path, fence.line, *fault)]
        if name in self.scenarios:
            checked = self.scenarios[name]
        elif name:
            return None, [problem(path, fence.line and fence.line + 1, *self._no_file(name))]
        else:
            checked = _inline(fence, path)
        misplaced = [problem(path, fence.line, *fault) for fault in self._misplaced(fence, checked)]
        return checked, [*([] if name else checked.problems), *misplaced]

    def _no_scenario(self, fence: Fence) -> tuple[str, ...]:
        if fence.words:
            return (f"only the word {fence.kind} may follow the fence's backquotes or tildes",)
        if not fence.body.strip():
            return f"the {fence.kind} is empty", "name a scenario file, or write a scenario into the fence"
        return ()

    def _no_file(self, name: str) -> tuple[str, str]:
        game = name.split("/")[0]
        if elsewhere(game, self.games):
            return _unlisted("the scenario's", game)
        folder, _, file = name.rpartition("/")
        beside = {each.rpartition("/")[2]: each for each in self.scenarios if each.rpartition("/")[0] == folder}
        near = beside.get(_named_like(file, beside)) or closest_match(name, self.scenarios.keys() - beside.values())
        as_in = next(iter(sorted(self.scenarios)), f"{next(iter(self.games), 'my-game')}/first.yml")
        hint = f"did you mean {near}?" if near else f"write it; the path is below the examples folder, as in {as_in}"
        return f"there is no scenario {name} in the examples folder", hint

    def _misplaced(self, fence: Fence, checked: CheckResult) -> Iterator[tuple[str, str]]:
        if checked.run is None or checked.problems:
            return
        kind, game = checked.run.scenario.kind, checked.run.game.id
        if kind != fence.kind:
            hint = f"open the fence with {kind}, or give the scenario the kind {fence.kind}"
            yield f"a fence “{fence.kind}” holds a scenario of kind “{kind}”", hint
        elif game not in self.games:
            yield _unlisted("the scenario's", game)

    # ---- games that can't run in the browser

    def not_shipped(self, reasons: Mapping[str, Sequence[str]]) -> Iterator[Problem]:
        """Yield a problem for each reason why a game can't run in the browser, as the buttons on its pages require."""
        for game, found in reasons.items():
            for reason in found:
                yield problem(self._path(self.rules_page(game)), 1,
                              f"the game {game} can't be played in the reader's browser: {reason}", STAYS_AT_HOME)

    # ---- headings

    def _headings(self, whole: bool) -> Iterator[Problem]:
        if whole or self.general in self.pages:
            yield from self._needed([rule.id for rule in GENERAL_RULES], self.general, "every game's refusal")
        for game, page in self.games.items():
            if whole or page in self.pages:
                yield from self._needed([rule.id for rule in game_class(game).book.rules], page, f"{game}'s rule")
        for page, found in self.pages.items():
            if self.edition(page)[0] and (needed := self._rules_for(page)[0]):
                yield from self._needed(sorted(needed), page, "the rule")
            if not elsewhere(self.game_of(page), self.games):
                yield from self._claimed(page, found)

    def game_of(self, page: str) -> str:
        """Return the id of the game that a page belongs to, or ""."""
        return game_of_page(self.edition(page)[1])

    def _needed(self, rules: Sequence[str], page: str, what: str) -> Iterator[Problem]:
        path = self._path(page)
        if page not in self.pages:
            hint = f"write it, with a heading for each of {', '.join(rules)}, as in `## Title {{ #{RULE}{rules[0]} }}`"
            yield problem(path, None, "the page is missing", hint)
            return
        present = {heading.rule for heading in self.pages[page].headings}
        for rule in rules:
            if rule not in present:
                hint = f"add `{{ #{RULE}{rule} }}` to the heading of its paragraph"
                yield problem(path, 1, f"{what} {rule} has no heading on this page", hint)

    def _claimed(self, page: str, found: PageContents) -> Iterator[Problem]:
        """Yield a problem for each rule heading on a page that is unknown, misplaced or duplicate."""
        known, where = self._rules_for(page)
        seen: set[str] = set()
        for rule, line in found.headings:
            if not known and not self._is_meant(rule, page):
                continue    # an unrelated heading by the author, such as on a page about a linter
            if not known:
                yield problem(found.path, line, f"a heading with the id {RULE}{rule} is outside the rules of a game", where)
            elif rule not in known:
                hint = did_you_mean(rule, known) or f"{where} {', '.join(sorted(known))}"
                yield problem(found.path, line, f"no rule is called {rule}", hint)
            elif rule in seen:
                hint = "links lead to the first one: give this one another id, or none"
                yield problem(found.path, line, f"the rule {rule} has a second heading", hint)
            seen.add(rule)

    def _is_meant(self, rule: str, page: str) -> bool:
        """Return whether a heading refers to a game's rule: it is on a game's page, or one of the site's games has that rule."""
        rules = [rule.id for game in self.games for rule in game_class(game).book.rules]
        return self.is_of_games(page) or rule in {*rules, *(rule.id for rule in GENERAL_RULES)}

    def _rules_for(self, page: str) -> tuple[set[str], str]:
        """Return the rules that may have a heading on a page, and the beginning of the hint shown for any other rule."""
        _, page = self.edition(page)
        if page == self.general:
            return {rule.id for rule in GENERAL_RULES}, "every game has"
        here = [game for game, rules_page in self.games.items() if rules_page == page]
        if here:
            return {rule.id for game in here for rule in game_class(game).book.rules}, f"{' and '.join(here)} has"
        game = game_of_page(page)
        if game not in self.games:
            return set(), f"the rules of a game are in {GAMES_FOLDER}/ID/rules.md"
        return set(), f"all rules of {game} have their headings on one page, {self._path(self.rules_page(game))}"

    def _path(self, page: str) -> str:
        return self.pages[page].path if page in self.pages else f"{self.docs}/{page}"

    # ---- coverage of rules by examples

    def _coverage(self) -> Iterator[Problem]:
        """Yield each kind of example that a rule lacks, except for rules that a scenario with problems lists, and for
        games with a scenario that can't be read: the missing example may be that one."""
        scenarios = [*self.scenarios.values(), *(checked for page in self.pages.values() for checked in page.inline)]
        broken = {(checked.scenario.game, rule) for checked in scenarios if checked.problems and checked.scenario
                  for rule in checked.scenario.rules}
        unread = {name.partition("/")[0] for name, checked in self.scenarios.items() if checked.scenario is None}
        for game, page in self.games.items():
            if game in unread:
                continue
            lines = dict(reversed(self.pages[page].headings)) if page in self.pages else {}
            for rule in (each for each in coverage(game, scenarios) if (game, each.rule) not in broken):
                for lacking in rule.lacks(quiz=game in self.quizzes_for):
                    message, line = f"the rule {rule.rule} has no {lacking}", lines.get(rule.rule, 1)
                    yield problem(self._path(page), line, message, _how(rule, lacking))


    # ---- courses

    def taught_before(self, page: str, course: Course) -> list[str]:
        """Return the rules taught by the courses that precede a course."""
        before = str(PurePosixPath(page).with_name(course.after)) if course.after else ""
        first = self.courses.get(before) if before != page else None
        return [*self.taught_before(before, first), *taught_by(first, self.scenarios)] if first is not None else []

    def _courses(self, whole: bool) -> Iterator[Problem]:
        """Yield the problems in each course and, if ``whole``, a problem for each rule that no course for a game teaches, in each
        edition."""
        found: dict[tuple[str, str], list[tuple[PageContents, Course]]] = {}
        for page, contents in self.pages.items():
            if (course := contents.course) is None:
                continue
            if course.game not in self.games:
                yield problem(contents.path, course.line, f"a course of {quoted(course.game)}, which is no game of this site")
                continue
            found.setdefault((self.edition(page)[0], course.game), []).append((contents, course))
            rules = {rule.id for rule in game_class(course.game).book.rules}
            for fault in course_faults(course, self.scenarios, rules, self.taught_before(page, course)):
                yield problem(contents.path, fault.line, fault.message, fault.hint)
        for (_, game), courses in found.items() if whole else ():
            courses.sort(key=lambda each: each[1].after != "")
            last, course = courses[-1]
            needed = [rule.id for rule in game_class(game)().rules]
            for rule in lacking_rules([each for _, each in courses], self.scenarios, needed):
                yield problem(last.path, course.line, f"no step of a course teaches {game}'s rule {rule}",
                              "list it among the rules of a step's scenario")


def problem_report(problems: Sequence[Problem], lacking: Sequence[str]) -> str:
    """Return a report with the number of problems and missing packages and one line for each, or "" if there are none."""
    lines = [*(each.told() for each in problems), *lacking]
    return "\n".join([f"followsuit found {len(lines)} problem{'s' * (len(lines) > 1)}:", *lines]) if lines else ""


def _place(found: Problem) -> tuple[str, int, str]:
    return found.file, found.line or 0, found.message


def _inline(fence: Fence, path: str) -> CheckResult:
    checked = check_text(fence.body, path, (fence.line or 0) + 1)
    if fence.line is None:
        checked.problems = [each._replace(line=None) for each in checked.problems]
    return checked


def _named_like(file: str, others: Iterable[str]) -> str:
    """Return the file whose stem is most similar to that of ``file``, or "" if none is similar."""
    stems = {PurePosixPath(each).stem: each for each in others}
    return stems.get(closest_match(PurePosixPath(file).stem, stems), "")


def _unlisted(whose: str, game: str) -> tuple[str, str]:
    return f"{whose} game {game} isn't among the site's games", "add it to `games` of the plugin in mkdocs.yml"


def _how(rule: RuleCoverage, lacking: str) -> str:
    return {
        UNSPOKEN: f"{(*rule.silent, '')[0]} lists it, but it never applies there",
        "example": f"write a scenario with `rules: [{rule.rule}]` in which it applies",
        "example that refuses": f"write a step with `illegal: {{a move: {rule.rule}}}`",
        "example that permits": "write a step with a move that the rule checks and permits",
        "quiz": f"write a scenario with `kind: quiz`, `rules: [{rule.rule}]` and a step with `ask`",
    }[lacking]

"""Every inconsistency between games, scenarios and pages is reported with its file, its line and a hint."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path

import pytest

from rules_engine.authoring.checks.check import CheckResult, check_text
from rules_engine.core.model.rules import GENERAL_RULES
from rules_engine.games import game_class
from rules_engine.site.model.game_pages import game_of_page
from rules_engine.site.model.scenarios import look_at_scenario, read_scenarios, scenarios_below
from rules_engine.site.model.site_model import SiteModel
from tests.ours import looks_at_examples
from tests.site.tiny import ROOT, headings, rendered

pytestmark = looks_at_examples("snakebit")

EXAMPLES = ROOT / "examples" / "snakebit"
PRACTICE = "format: 1\ngame: snakebit\nkind: practice\nsetup: {seed: 7}\n"
GAME_PAGE = f"# Snakebit\n\n{headings(game_class('snakebit').book.rules)}\n"
GENERAL = f"# Games\n\n{headings(GENERAL_RULES)}\n"


def book(pages: Mapping[str, str] | None = None, files: Mapping[str, str] | None = None, folder: Path = EXAMPLES) -> SiteModel:
    texts = {"games/snakebit.md": GAME_PAGE, "games/index.md": GENERAL, **(pages or {})}
    scenarios = dict(_scenarios(folder.parent))
    for name, text in (files or {}).items():
        scenarios[name] = check_text(text, f"examples/{name}")
    found = SiteModel({"snakebit": "games/snakebit.md"}, ["snakebit"], scenarios)
    for page, text in texts.items():
        if text:
            rendered(text, found, page)
    return found


@cache
def _scenarios(folder: Path) -> dict[str, CheckResult]:
    """Return Snakebit's scenarios, except puzzles, because checking them would require a proof."""
    return {name: look_at_scenario(file, f"examples/{name}", None) for name, file in scenarios_below(folder, ["snakebit"])
            if "puzzles" not in file.parts}


def told(found: SiteModel) -> list[str]:
    return [problem.told() for problem in found.problems()]


def without(rule: str) -> str:
    return GAME_PAGE.replace(f"{{ #rule-{rule} }}", "")


def indented_code(text: str) -> str:
    return "Write\n\n" + "".join(f"    {line}\n" for line in text.splitlines())


def line_of(rule: str) -> int:
    return next(line for line, text in enumerate(GAME_PAGE.split("\n"), 1) if f"#rule-{rule} " in text)


def test_a_whole_book_has_no_problems() -> None:
    assert told(book({"index.md": f"```example\nsnakebit/break.yml\n```\n\n```practice\n{PRACTICE}```\n"})) == []


def test_a_fence_that_names_no_file() -> None:
    assert told(book({"index.md": "Text\n\n```example\nsnakebit/braek.yml\n```\n"})) == [
        "docs/index.md:4: there is no scenario snakebit/braek.yml in the examples folder — did you mean snakebit/break.yml?"
    ]


@pytest.mark.parametrize(("name", "hint"), [
    ("snakebit/brek.yml", "did you mean snakebit/break.yml?"),
    ("snakebit/break.yaml", "did you mean snakebit/break.yml?"),
    ("snakebite/break.yml", "did you mean snakebit/break.yml?"),
    ("snakebit/x.yml", "write it; the path is below the examples folder, as in snakebit/break.yml"),
])
def test_a_file_that_is_not_there_leads_to_one_of_a_like_name(name: str, hint: str) -> None:
    assert told(book({"index.md": f"```example\n{name}\n```\n"}))[0].endswith(f" — {hint}")


def test_an_inline_scenario_that_does_not_hold() -> None:
    inside = f"{PRACTICE}nothing: here".replace("\n", "\n    ")
    text = f"---\ntitle: x\n---\n\n- item\n\n    ```practice\n    {inside}\n    ```\n"
    found = told(book({"index.md": text}))
    assert len(found) == 1
    assert found[0].startswith("docs/index.md:12: nothing: unknown key 'nothing'")


def test_a_scenario_file_that_does_not_hold() -> None:
    quiz = (EXAMPLES / "quiz-follow.yml").read_text(encoding="utf-8")
    found = told(
        book(files={"snakebit/bad.yml": "format: 1\ngame: snakebit\nsetup: {seed: 1\n", "snakebit/q.yml": quiz + "\nx: 1\n"})
    )
    assert [each.split(":")[0] for each in found] == ["examples/snakebit/bad.yml", "examples/snakebit/q.yml"]


def test_a_scenario_file_that_does_not_hold_is_told_once_however_often_it_is_shown() -> None:
    pages = {"index.md": "```example\nsnakebit/bad.yml\n```\n\n```quiz\nsnakebit/bad.yml\n```\n"}
    found = told(book(pages, {"snakebit/bad.yml": "format: 1\ngame: snakebit\nsetup: {seed: x}\n"}))
    assert [each.split(" ")[0] for each in found] == ["examples/snakebit/bad.yml:3:"]


def test_a_rule_whose_example_has_a_problem_is_not_told_as_well(tmp_path: Path) -> None:
    """The rule has its example again as soon as the file is mended."""
    (tmp_path / "snakebit").mkdir()
    text = "format: 1\ngame: snakebit\nrules: [break]\nsetup: {seed: x}\n"
    found = told(book(files={"snakebit/a.yml": text}, folder=tmp_path / "snakebit"))
    assert not [each for each in found if "the rule break has no" in each]
    assert [each for each in found if "the rule follow-suit has no" in each]
    unread = told(book(files={"snakebit/a.yml": "format: 1\nsetup: [\n"}, folder=tmp_path / "snakebit"))
    assert [each.partition(":")[0] for each in unread] == ["examples/snakebit/a.yml"]


def test_a_fence_of_the_wrong_kind() -> None:
    assert told(book({"index.md": "```quiz\nsnakebit/break.yml\n```\n"})) == [
        "docs/index.md:1: a fence “quiz” holds a scenario of kind “example” — "
        "open the fence with example, or give the scenario the kind quiz"
    ]


def test_an_empty_or_unclosed_fence() -> None:
    assert told(book({"a.md": "```quiz\n```\n", "b.md": "\n~~~example\nx.yml\n"})) == [
        "docs/a.md:1: the quiz is empty — name a scenario file, or write a scenario into the fence",
        "docs/b.md:2: “~~~example” opens no fence here — "
        "give it lines of its own, and close it, and any fence above it, with the same signs at the same column",
    ]


def test_a_fence_that_swallows_the_next_one_is_still_open() -> None:
    page = "```example\nsnakebit/break.yml\n\nText.\n\n```quiz\nsnakebit/q.yml\n```\n"
    assert told(book({"a.md": page})) == [
        "docs/a.md:1: the fence “example” is still open where “```quiz” opens another — "
        "give it lines of its own, and close it, and any fence above it, with the same signs at the same column"]


def test_a_fence_in_a_code_block_is_left_alone() -> None:
    assert told(book({"a.md": "Write\n\n    ```example\n    no/such.yml\n    ```\n\n````md\n```quiz\nx\n```\n````\n"})) == []


def test_a_rule_without_a_heading() -> None:
    assert told(book({"games/snakebit.md": without("break")})) == [
        "docs/games/snakebit.md:1: snakebit's rule break has no heading on this page — "
        "add `{ #rule-break }` to the heading of its paragraph"
    ]


def test_a_rule_of_a_variant_needs_a_heading_too() -> None:
    assert "six-hands" in told(book({"games/snakebit.md": without("six-hands")}))[0]


def test_a_general_refusal_without_a_heading() -> None:
    assert told(book({"games/index.md": GENERAL.replace("rule-not-now", "other")})) == [
        "docs/games/index.md:1: every game's refusal not-now has no heading on this page — "
        "add `{ #rule-not-now }` to the heading of its paragraph"
    ]


def test_a_heading_that_claims_no_rule() -> None:
    page = GAME_PAGE + "\n## Folow { #rule-folow-suit }\n\n## Other { #something }\n"
    last = page.rstrip().count("\n") - 1
    assert told(book({"games/snakebit.md": page})) == [
        f"docs/games/snakebit.md:{last}: no rule is called folow-suit — did you mean follow-suit?"
    ]


def test_a_rule_with_two_headings() -> None:
    page = GAME_PAGE + "\n## Again { #rule-break }\n"
    assert "the rule break has a second heading" in told(book({"games/snakebit.md": page}))[0]


def test_a_rule_heading_in_the_wrong_place() -> None:
    found = told(book({"about.md": "# A { #rule-break }\n", "games/snakebit/more.md": "\n# B { #rule-break }\n"}))
    assert found == [
        "docs/about.md:1: a heading with the id rule-break is outside the rules of a game — "
        "the rules of a game are in games/ID/rules.md",
        "docs/games/snakebit/more.md:2: a heading with the id rule-break is outside the rules of a game — "
        "all rules of snakebit have their headings on one page, docs/games/snakebit.md",
    ]


def test_the_rules_may_stand_on_the_page_that_the_site_names() -> None:
    pages = {"games/snakebit.md": "# S\n", "rules/snakebit.md": GAME_PAGE}
    found = book(pages)
    found.games = {"snakebit": "rules/snakebit.md"}
    assert told(found) == []


def test_pages_that_are_missing() -> None:
    found = told(book({"games/snakebit.md": "", "games/index.md": ""}))
    assert [each.split(" — ")[0] for each in found if "missing" in each] == [
        "docs/games/index.md: the page is missing",
        "docs/games/snakebit.md: the page is missing",
    ]


@pytest.mark.parametrize(
    ("rule", "lacks"),
    [
        ("break", ["example", "quiz"]),
        ("follow-suit", ["example", "example that permits", "example that refuses", "quiz"]),
    ],
)
def test_a_rule_without_its_examples(tmp_path: Path, rule: str, lacks: list[str]) -> None:
    (tmp_path / "snakebit").mkdir()
    found = [each for each in told(book(folder=tmp_path / "snakebit")) if f"the rule {rule} " in each]
    assert [each.split(" — ")[0] for each in found] == [
        f"docs/games/snakebit.md:{line_of(rule)}: the rule {rule} has no {lacking}" for lacking in lacks
    ]
    assert all(" — write a " in each for each in found)


def test_an_example_that_lists_a_rule_must_show_it(tmp_path: Path) -> None:
    (tmp_path / "snakebit").mkdir()
    silent = "format: 1\ngame: snakebit\nrules: [game-end]\nsetup: {seed: 1}\n"
    found = told(book(files={"snakebit/a.yml": silent}, folder=tmp_path / "snakebit"))
    wanted = f"docs/games/snakebit.md:{line_of('game-end')}: the rule game-end has no example in which it applies — "
    wanted += "examples/snakebit/a.yml lists it, but it never applies there"
    assert any(each.startswith(wanted) for each in found)


def test_quizzes_are_asked_of_some_games_only(tmp_path: Path) -> None:
    (tmp_path / "snakebit").mkdir()
    found = book(folder=tmp_path / "snakebit")
    found.quizzes_for = []
    assert not any("quiz" in each.split(" — ")[0] for each in told(found))


def test_a_scenario_of_a_game_without_pages() -> None:
    found = SiteModel({}, [], {})
    rendered(f"```practice\n{PRACTICE}```\n", found)
    rendered(GENERAL, found, "games/index.md")
    assert told(found) == [
        "docs/index.md:1: the scenario's game snakebit isn't among the site's games — "
        "add it to `games` of the plugin in mkdocs.yml"
    ]


def test_a_page_of_a_game_that_is_not_listed_is_one_problem() -> None:
    found = SiteModel({}, [], {})
    rendered("```example\nsnakebit/break.yml\n```\n", found)
    rendered(GENERAL, found, "games/index.md")
    rendered(GAME_PAGE + "```quiz\nx.yml\n```\n", found, "games/snakebit.md")
    hint = "game snakebit isn't among the site's games — add it to `games` of the plugin in mkdocs.yml"
    assert told(found) == [f"docs/games/snakebit.md:1: the page's {hint}", f"docs/index.md:2: the scenario's {hint}"]


def test_causes_are_told_before_what_follows_from_them(tmp_path: Path) -> None:
    (tmp_path / "snakebit").mkdir()
    pages = {"index.md": "```example\nx.yml\n```\n", "games/snakebit.md": without("break")}
    broken = "format: 1\ngame: snakebit\nsetup: {seed: x}\n"
    found = told(book(pages, {"snakebit/z.yml": broken}, tmp_path / "snakebit"))
    assert found[0].startswith("examples/snakebit/z.yml:3: ")
    assert found[1].startswith("docs/index.md:2: there is no scenario x.yml ")
    assert found[2].startswith("docs/games/snakebit.md:1: snakebit's rule break has no heading ")
    assert found[3:]
    assert all(" has no example" in each or " has no quiz" in each for each in found[3:])


def test_code_that_is_the_name_of_a_scenario_is_told() -> None:
    found = book({"index.md": "```text\n./snakebit/break.yml\n```\n\n```\nsnakebit/quiz-end.yml\n```\n"})
    assert told(found) == ["docs/index.md:1: the fence “text” is shown as code — did you mean example?",
                           "docs/index.md:5: the fence is shown as code — did you mean quiz?"]


def test_what_is_never_shown_is_known_and_is_no_problem() -> None:
    shown = "```example\nsnakebit/break.yml\n```\n\n"
    here = GAME_PAGE.split("\n")[line_of("break") - 1]
    found = book({"games/snakebit.md": GAME_PAGE.replace(here, f"{here}\n\n{shown}"), "index.md": indented_code(shown)})
    assert told(found) == []
    assert found.never_shown() == sorted(found.scenarios.keys() - {"snakebit/break.yml"})
    bare = found.bare_rules()
    assert len(bare) == len(game_class("snakebit").book.rules) - 1
    assert f"deal (docs/games/snakebit.md:{line_of('deal')})" in bare
    assert not any(each.startswith("break ") for each in bare)


def test_scenarios_of_games_without_pages_are_not_read(tmp_path: Path) -> None:
    for folder in ("snakebit", "other"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "a.yml").write_text("nonsense", encoding="utf-8")
    assert list(read_scenarios(tmp_path, ["snakebit"], "e")) == ["other/a.yml", "snakebit/a.yml"]
    assert list(read_scenarios(tmp_path, [], "e")) == ["other/a.yml"]
    assert read_scenarios(tmp_path / "missing", [], "e") == {}


def test_figures_have_ids_of_their_own() -> None:
    named = "```example\nsnakebit/break.yml\n```\n"
    titled = f"```practice\n{PRACTICE}title: Your First Hand!\n```\n"
    found = SiteModel({"snakebit": "games/snakebit.md"}, [], _scenarios(EXAMPLES.parent))
    html = rendered(f"{named}\n{named}\n{titled}\n```practice\n{PRACTICE}```\n", found)
    assert re.findall(r'<fs-figure [^>]*?id="([^"]+)"', html) == [
        "example-snakebit-break",
        "example-snakebit-break-2",
        "practice-your-first-hand",
        "practice",
    ]


def test_the_game_of_a_page() -> None:
    assert [game_of_page(page) for page in ("index.md", "games/index.md", "games/a.md", "games/a/b.md")] == [
        "",
        "",
        "a",
        "a",
    ]

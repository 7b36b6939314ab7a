"""The samples in README and the authors' pages: each is extracted from the page, run, and compared with the output shown."""

from __future__ import annotations

import ast
import json
import re
import shlex
import shutil
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
import yaml

from rules_engine import author
from rules_engine.authoring.checks.check import check_text
from rules_engine.cli import COMMANDS, main
from rules_engine.core.game.score_form import ChoiceField, ChoiceOption, Form
from rules_engine.core.model.goals import AnyPosition, Goal, GoalSide
from rules_engine.games import make_game
from rules_engine.scenarios.model import ASKS
from rules_engine.site.files.assets import CLIENT
from rules_engine.site.files.sprites import sprite
from rules_engine.site.mkdocs.config import FollowSuitConfig
from rules_engine.site.runtime.distribution import LIBRARY
from rules_engine.text.message import say
from tests.ours import looks_at_examples
from tests.site.tiny import WITHOUT_PUZZLES

ROOT = Path(__file__).resolve().parents[1]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
AUTHORS = (ROOT / "docs" / "authors" / "index.md").read_text(encoding="utf-8")
FORMAT = (ROOT / "docs" / "authors" / "format.md").read_text(encoding="utf-8")
NEW_GAME = (ROOT / "docs" / "authors" / "new-game.md").read_text(encoding="utf-8")
OWN_SITE = (ROOT / "docs" / "authors" / "own-site.md").read_text(encoding="utf-8")


def samples(page: str, language: str) -> list[str]:
    """Return the fenced code blocks in one language on a page."""
    return re.findall(rf"^```{language}\n(.*?)^```", page, re.DOTALL | re.MULTILINE)


def shown(page: str) -> Iterator[tuple[str, str]]:
    """Yield each command that a page shows, with the output shown below it."""
    for sample in samples(page, "console"):
        for part in sample.split("$ ")[1:]:
            command, _, output = part.partition("\n")
            yield command, output


@pytest.fixture
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a working directory with the examples that the authors' tutorial starts from."""
    shutil.copytree(ROOT / "examples" / "snakebit", tmp_path / "examples" / "snakebit", ignore=WITHOUT_PUZZLES)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def run(command: str, capsys: pytest.CaptureFixture[str]) -> tuple[int, str]:
    """Run a command and return its exit status and its output."""
    name, *arguments = shlex.split(command)
    assert name == "followsuit"
    status = main(arguments)
    told = capsys.readouterr()
    return status, told.out + told.err


def place(desk: Path) -> Path:
    """Return the path at which the tutorial puts its first example."""
    named = re.search(r"^Put this into `(.+?)`", AUTHORS, re.MULTILINE)
    assert named
    return desk / named[1]


@looks_at_examples("snakebit")
def test_the_tutorials_first_example_fails_as_shown_and_then_holds(desk: Path, capsys: pytest.CaptureFixture[str]) -> None:
    first, *_ = samples(AUTHORS, "yaml")
    (command, output), = shown(AUTHORS)
    place(desk).write_text(first, encoding="utf-8")
    assert run(command, capsys) == (2, output)

    cure = re.search(r"Give South `(.+?)`", AUTHORS)
    assert cure
    mended, count = re.subn(r"South: \w+$", f"South: {cure[1]}", first, count=1, flags=re.MULTILINE)
    assert count == 1
    place(desk).write_text(mended, encoding="utf-8")
    assert run(command, capsys) == (0, "1 file checked, 1 hold\n")


@looks_at_examples("snakebit")
def test_the_tutorials_fence_names_its_example(desk: Path) -> None:
    fences = re.findall(r"^~~~markdown\n```(\w+)\n(.+?)\n```\n~~~", AUTHORS, re.MULTILINE)
    assert fences == [("example", place(desk).relative_to(desk / "examples").as_posix())]


def test_the_schema_goes_where_the_tutorial_sends_it(capsys: pytest.CaptureFixture[str]) -> None:
    command, target = re.search(r"`(followsuit schema) > (.+?)`", AUTHORS).groups()  # type: ignore[union-attr]
    status, told = run(command, capsys)
    assert status == 0
    assert target.endswith(".json")
    assert json.loads(told)["$schema"]


@looks_at_examples("snakebit")
def test_the_format_page_lists_each_kind_of_question() -> None:
    section = FORMAT.partition("## A question")[2].partition("\n## ")[0]
    assert [*re.findall(r"^\| `([a-z-]+)` \|", section, re.MULTILINE)] == ["ask", *ASKS]


def test_the_commands_of_the_format_page_do_what_it_says(desk: Path, capsys: pytest.CaptureFixture[str]) -> None:
    plain, as_json = [command for command, _ in shown(FORMAT)]
    assert run(plain, capsys)[0] == 0
    status, told = run(as_json, capsys)
    assert status == 0
    assert json.loads(told)["failures"] == []

    wrong, *_ = samples(AUTHORS, "yaml")
    place(desk).write_text(wrong.replace("South: 5SW\n", "South: 5SW 2MK\n").replace("West}", "North}"), encoding="utf-8")
    status, told = run(plain, capsys)
    assert status == 1
    pattern = re.search(r"`(path:line: .+?)`", FORMAT.replace("\n", " "))
    assert pattern
    assert pattern[1] == "path:line: step N (Seat move): what: expected …, got …"
    line = r"^\S+my-first\.yml:\d+: step 4 \(East 2SY\): last_trick_winner: expected North, got West — West takes the trick .+$"
    assert re.search(line, told, re.MULTILINE)


def test_the_commands_of_the_page_on_new_games_work(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for path in ("rules_engine/games/registry.py", "mkdocs.yml"):
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / path, tmp_path / path)
    monkeypatch.chdir(tmp_path)
    (make, _), *then = shown(NEW_GAME)
    assert run(make, capsys)[0] == 0
    made = {word for command, _ in then for word in shlex.split(command) if word.startswith("examples/")}
    assert made
    for path in made:
        assert (tmp_path / path).is_dir(), path


def test_the_page_on_sites_names_what_is_made_and_what_to_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    (make, _), = shown(OWN_SITE)
    status, told = run(make, capsys)
    assert status == 0
    _, steps = samples(OWN_SITE, "sh")
    for step in steps.splitlines():
        assert f"\n  {step.partition('#')[0].strip()}\n" in told
    for cell in re.findall(r"^\| (`.*?) \|", OWN_SITE.partition("## Settings")[0], re.MULTILINE):
        for path in re.findall(r"`([^`]+)`", cell):
            assert (tmp_path / "my-games" / path).exists(), path


def test_the_page_on_sites_tells_each_setting_as_it_is() -> None:
    settings = {name: option.default for name, option in FollowSuitConfig._schema}
    table = dict(re.findall(r"^\| `(\w+)` \| (.+?) \|", OWN_SITE, re.MULTILINE))
    assert table.keys() == settings.keys()
    for name, default in settings.items():
        assert default is None or table[name] == f"`{default}`".lower(), name
    *_, sample = samples(OWN_SITE, "yaml")
    assert yaml.safe_load(sample)["plugins"][1]["followsuit"].keys() == settings.keys()


def test_the_page_on_sites_names_what_of_pythons_library_is_in_the_snapshot() -> None:
    listed = OWN_SITE.partition("is in the runtime's snapshot if it is one of")[2].partition(", and of many")[0]
    assert set(re.findall(r"`(\w+)`", listed)) == {name for name in LIBRARY if "." not in name}


def test_the_page_on_sites_names_colours_that_there_are() -> None:
    styles = (CLIENT / "styles" / "tokens.css").read_text(encoding="utf-8")
    defined = re.findall(r"(--fs-[\w-]+): (?:#|rgb)", styles.partition("@media")[0])
    table = OWN_SITE.partition("| Variables |")[2]
    assert set(re.findall(r"`(--fs-[\w-]+)`", table)) == set(defined)
    (sample,) = samples(OWN_SITE, "css")
    assert set(re.findall(r"(--fs-[\w-]+):", sample)) <= set(defined)


@pytest.mark.parametrize("page", PAGES, ids=lambda path: path.name)
def test_every_complete_scenario_on_a_page_is_valid(page: Path) -> None:
    """The build checks the scenarios in our own fenced blocks; this test checks those shown as plain YAML."""
    for sample in samples(page.read_text(encoding="utf-8"), "yaml"):
        if sample.startswith("format:"):
            reports = check_text(sample, str(page)).problems
            expected = page.name == "index.md" and page.parent.name == "authors"
            assert bool(reports) == expected, [report.told() for report in reports]


@pytest.mark.parametrize("page", PAGES, ids=lambda path: path.name)
def test_every_command_on_a_page_exists(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    named = re.findall(r"(?:^\$ |`)followsuit ([a-z][a-z-]*)", text, re.MULTILINE)
    assert set(named) <= set(COMMANDS), page


def test_the_pack_of_the_page_is_drawn_as_it_says() -> None:
    sample, some = samples(NEW_GAME, "python")
    made: dict[str, Any] = {"__name__": "stars"}
    exec(sample, made)
    exec(some, made)
    cards = [*made["SCHNAPSEN"]]
    assert [card.text for card in cards[:5]] == [f"{rank}{cards[0].suits}" for rank in ("J", "Q", "K", "10", "A")]
    assert sprite(made["SCHNAPSEN"]).count("<symbol") >= 20
    drawn = sprite(made["STARS"])
    assert drawn.count("<symbol") == 9 + 1 + 2
    for part in ("#8a2be2", "M12 2l9 9h-5v11h-8V11H3z", 'id="Fool"'):
        assert part in drawn


def page(name: str) -> str:
    """Return the text of one of the authors' pages."""
    return (ROOT / "docs" / "authors" / name).read_text(encoding="utf-8")


def test_the_words_for_questions_are_those_of_our_games() -> None:
    games = "".join((ROOT / "rules_engine" / "games" / name / "phrases.py").read_text(encoding="utf-8")
                    for name in ("double_king_pedro", "double_decker"))
    shown_there = [sample.partition("\n\n\n")[2] for sample in samples(page("reference.md"), "py") if "@words.asks" in sample]
    assert len(shown_there) == 2
    assert all(sample in games for sample in shown_there)


def test_what_is_asked_hangs_on_answers_as_the_page_says() -> None:
    (sample,) = (sample for sample in samples(page("beside.md"), "py") if "when=" in sample)
    form = Form(
        [eval(line, {"ChoiceField": ChoiceField, "ChoiceOption": ChoiceOption, "say": say})
         for line in sample.partition("\n\n")[2].splitlines()]
    )
    asked = [[ask.key for ask in form.asked(told)] for told in (
        {"alone": "nobody"}, {"alone": "1", "game": "H"}, {"alone": "0", "game": "null", "lost": "no"})]
    assert asked == [["alone"], ["alone", "game"], ["alone", "game", "lost"]]


def test_a_goal_of_card_points_is_written_as_the_page_says() -> None:
    (sample,) = (sample for sample in samples(page("beside.md"), "py") if "points_taken" in sample)
    names: dict[str, Any] = {"Goal": Goal, "GoalSide": GoalSide, "AnyPosition": AnyPosition, "say": say}
    names |= {"TrickGame": list, "SkatPosition": int}
    exec(sample, names)
    (goal,) = names["Skat"].goals
    now = SimpleNamespace(points=[10, 20, 40], hand_over=False)
    assert goal.settled(GoalSide(now, (0, 2), 0), now) is None
    now.hand_over = True
    assert goal.settled(GoalSide(now, (0, 2), 0), now) == 50


def test_the_turn_of_an_auction_skips_those_who_have_passed() -> None:
    (sample,) = (sample for sample in samples(page("recipes/bids-for-trumps.md"), "py") if "def speaker" in sample)
    names: dict[str, Any] = {"Position": Any}
    exec(sample, names)
    table = make_game("snakebit", players=4).table
    asked = [names["speaker"](SimpleNamespace(table=table, dealer=3, bidder=bidder, passed=passed))
             for bidder, passed in ((None, {0}), (1, {0}), (1, {0, 2, 3}), (None, {0, 1, 2, 3}))]
    assert asked == [1, 2, None, None]


WRITTEN = [(page, sample) for page in PAGES if "authors" in page.parts
           for sample in re.findall(r"^(?:```|~~~)(?:python|py)\n(.*?)^(?:```|~~~)$", page.read_text(encoding="utf-8"),
                                    re.DOTALL | re.MULTILINE)]
"""The Python samples on the authors' pages, except the pieces of recipes, whose imports are pieces too."""


@pytest.mark.parametrize(("page", "sample"), WRITTEN, ids=[f"{page.stem}-{number}" for number, (page, _) in enumerate(WRITTEN)])
def test_every_sample_shows_its_imports(page: Path, sample: str) -> None:
    tree = ast.parse(sample)
    used = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
    made = {node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.ClassDef)}
    imported = {alias.asname or alias.name for node in ast.walk(tree) if isinstance(node, ast.ImportFrom) for alias in node.names}
    assert {*author.__all__} & used - made - imported == set(), page.name
    assert all(hasattr(author, alias.name) for node in ast.walk(tree)
               if isinstance(node, ast.ImportFrom) and node.module == "rules_engine.author" for alias in node.names)

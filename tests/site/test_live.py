"""The parts of `followsuit serve`: detecting changes, selecting pages to build, reporting errors."""

from __future__ import annotations

import http.client
import json
import shutil
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from rules_engine.authoring.caches.proof_cache import Proofs
from rules_engine.authoring.checks.check import read_file
from rules_engine.authoring.days import Day, mark_of, puzzles_in
from rules_engine.site.fences.fences import FenceExtension
from rules_engine.site.model.scenarios import BuildStopped, Scenarios
from rules_engine.site.model.site_model import SiteModel
from rules_engine.site.preview.builder import Builder
from rules_engine.site.preview.server import LiveServer, whole
from rules_engine.site.preview.watcher import Change, Watcher
from tests.ours import looks_at_examples
from tests.site.tiny import ROOT, TinySite, rendered


@pytest.mark.parametrize(("name", "asks_for"), [
    ("docs/index.md", Change.PAGES), ("examples/a.yml", Change.PAGES), ("docs/own.css", Change.LOOKS),
    ("docs/faces/card.svg", Change.LOOKS), ("games/rules.py", Change.RULES), ("mkdocs.yml", Change.RULES),
    ("overrides/main.html", Change.RULES), ("pyproject.toml", Change.RULES)])
def test_a_change_says_what_it_asks_for(tmp_path: Path, name: str, asks_for: Change) -> None:
    file = tmp_path / name
    file.parent.mkdir(exist_ok=True, parents=True)
    watcher = Watcher([tmp_path])
    file.write_text("1", encoding="utf-8")
    assert watcher.look() == {file: asks_for}
    assert watcher.look() == {}
    file.write_text("12", encoding="utf-8")
    assert watcher.look() == {file: asks_for}
    file.unlink()
    assert watcher.look() == {file: asks_for}


@pytest.mark.parametrize("name", [
    ".git/index", "__pycache__/a.pyc", "node_modules/a.js", "site/index.html", ".#rules.py", "a.py~"])
def test_what_nobody_writes_by_hand_is_not_watched(tmp_path: Path, name: str) -> None:
    watcher = Watcher([tmp_path, tmp_path / "missing.yml"])
    file = tmp_path / name
    file.parent.mkdir(exist_ok=True)
    file.write_text("1", encoding="utf-8")
    assert watcher.look() == {}


def test_a_scenario_is_looked_at_when_asked_for_and_again_when_it_changed(tmp_path: Path) -> None:
    for name in ("snakebit/a.yml", "snakebit/b.yml", "double-knot/c.yml"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("format: 1\n", encoding="utf-8")
    scenarios = Scenarios(tmp_path, ["snakebit"], "examples", Proofs(tmp_path / "none.json"), threading.Event())
    scenarios.look_again()
    assert list(scenarios) == ["snakebit/a.yml", "snakebit/b.yml"]
    first = scenarios["snakebit/a.yml"]
    assert first.problems[0].file == "examples/snakebit/a.yml"
    (tmp_path / "snakebit/b.yml").unlink()
    scenarios.look_again()
    assert scenarios["snakebit/a.yml"] is first
    assert "snakebit/b.yml" not in scenarios
    (tmp_path / "snakebit/a.yml").write_text("format: 12\n", encoding="utf-8")
    scenarios.look_again()
    assert scenarios["snakebit/a.yml"] is not first


@looks_at_examples("snakebit")
def test_a_puzzle_is_named_without_being_solved(tmp_path: Path) -> None:
    puzzle = next((ROOT / "examples" / "snakebit" / "puzzles").glob("*.yml"))
    (tmp_path / "snakebit").mkdir()
    shutil.copy(puzzle, tmp_path / "snakebit")
    (tmp_path / "snakebit" / "none.yml").write_text("format: [", encoding="utf-8")
    stop = threading.Event()
    stop.set()
    scenarios = Scenarios(tmp_path, ["snakebit"], "examples", Proofs(tmp_path / "none.json"), stop)
    scenarios.look_again()
    book = SiteModel({"snakebit": ""}, (), scenarios, peek=scenarios.peek)
    assert book.puzzles("snakebit") == [f"snakebit/{puzzle.name}"]
    assert book.puzzles("double-knot") == []


@looks_at_examples("snakebit")
def test_a_retired_puzzle_stands_in_the_list_of_days_alone(tmp_path: Path) -> None:
    folder = tmp_path / "snakebit"
    folder.mkdir()
    here, gone = (folder / name for name in ("here.yml", "gone.yml"))
    for file, retired in ((here, "false"), (gone, "true")):
        text = (ROOT / "examples" / "snakebit" / "puzzles" / "01.yml").read_text(encoding="utf-8")
        file.write_text(text.replace("puzzle:\n", f"puzzle:\n  retired: {retired}\n"), encoding="utf-8")
    scenarios = Scenarios(tmp_path, ["snakebit"], "examples", Proofs(tmp_path / "none.json"), threading.Event())
    scenarios.look_again()
    puzzle = read_file(gone)
    assert puzzle is not None
    book = SiteModel({"snakebit": ""}, (), scenarios, days={"snakebit": [Day(date(2026, 11, 1), "gone.yml", mark_of(puzzle))]})
    fences = FenceExtension()
    figures = rendered("```puzzles\nsnakebit\n```\n\n```puzzles\nsnakebit days\n```\n", book, fences=fences)
    assert figures.count("data-kind=\"puzzle\"") == 1
    assert [*book.never_shown(), *book.bare_days()] == []
    assert puzzles_in(folder).keys() == {"here.yml"}
    listed, = (json.loads(content) for name, content in fences.files.items() if "days/" in name and name.endswith(".json"))
    assert [listed["puzzles"][place][0] for place in listed["days"]] == ["puzzle-snakebit-gone"]
    assert listed["puzzles"][listed["days"][0]][2]


def test_what_is_stopped_looks_at_no_further_scenario(tmp_path: Path) -> None:
    (tmp_path / "snakebit").mkdir()
    for name in "ab":
        (tmp_path / "snakebit" / f"{name}.yml").write_text("format: 1\n", encoding="utf-8")
    stop = threading.Event()
    scenarios = Scenarios(tmp_path, ["snakebit"], "examples", Proofs(tmp_path / "none.json"), stop)
    scenarios.look_again()
    assert scenarios["snakebit/a.yml"].problems
    stop.set()
    assert scenarios["snakebit/a.yml"].problems
    with pytest.raises(BuildStopped):
        scenarios["snakebit/b.yml"]


@pytest.fixture
def tiny(tmp_path: Path) -> TinySite:
    """Return a small site, next to a folder for its output."""
    for name in ("tiny", "built"):
        (tmp_path / name).mkdir()
    return TinySite(tmp_path / "tiny")


@pytest.fixture
def builder(tiny: TinySite, monkeypatch: pytest.MonkeyPatch) -> Builder:
    """Return a builder for the site's pages."""
    monkeypatch.chdir(tiny.folder)
    return Builder(str(tiny.folder / "mkdocs.yml"), str(tiny.folder.with_name("built") / "site"), "http://127.0.0.1:8000/")


def test_only_what_is_wanted_is_built(builder: Builder) -> None:
    answer = builder.answer({"pages": ["games/snakebit/"]})
    site = Path(builder.site)
    assert answer["addresses"] == ["", "games/", "games/snakebit/"]
    assert "<h1" in (site / "games/snakebit/index.html").read_text(encoding="utf-8")
    assert (site / "games/index.html").read_bytes() == b""
    assert not any("node_modules" in each for each in answer["watched"])


def test_the_menu_names_pages_that_are_not_built(builder: Builder) -> None:
    builder.answer({"pages": [""]})
    assert "Snakebit" in (Path(builder.site) / "index.html").read_text(encoding="utf-8")


def test_faults_are_those_of_the_pages_built_so_far(builder: Builder, tiny: TinySite) -> None:
    rules = tiny.read("docs/games/snakebit.md")
    tiny.write("docs/games/snakebit.md", f"# Snakebit\n\n```example\nsnakebit/none.yml\n```\n\n{rules}")
    assert builder.answer({"pages": [""]})["problems"] == []
    (problem, *_) = builder.answer({"pages": ["games/snakebit/"]})["problems"]
    assert problem.startswith("docs/games/snakebit.md:4: there is no scenario snakebit/none.yml")
    tiny.write("docs/games/snakebit.md", rules)
    assert builder.answer({"pages": ["games/snakebit/"]})["problems"] == []


def test_faults_of_headings_and_courses_are_told_before_all_pages_are_built(builder: Builder, tiny: TinySite) -> None:
    rules = tiny.read("docs/games/snakebit.md")
    tiny.write("docs/games/snakebit.md", f"{rules}\n## Again {{ #rule-deal }}\n")
    problems = builder.answer({"pages": ["games/snakebit/"]})["problems"]
    assert [problem for problem in problems if "the rule deal has a second heading" in problem]
    known = "known: {Hearts: {steps: [none], differs: Trumps.}}\nnone: A trick."
    step = "## A step { #step }\n\n```quiz\nsnakebit/quiz-follow.yml\n```"
    tiny.write("docs/games/snakebit.md", f"# Snakebit\n\n```course\ngame: snakebit\n{known}\n```\n\n{step}\n")
    problems = builder.answer({"pages": ["games/snakebit/"]})["problems"]
    assert [problem for problem in problems if "who knows Hearts may skip none, which is no step of this course" in problem]
    assert [problem for problem in problems if "snakebit's rule deal has no heading on this page" in problem]
    assert not [problem for problem in problems if "docs/games/index.md" in problem]


def test_a_site_that_is_none_is_told(builder: Builder, tiny: TinySite) -> None:
    tiny.write("mkdocs.yml", "site_name: none\nplugins: []\n")
    assert "the plugin “followsuit” isn't among `plugins`" in builder.answer({"pages": []})["fault"]
    tiny.write("mkdocs.yml", "site_name: none\nplugins:\n  - followsuit: {games: [snake]}\n")
    fault = builder.answer({"pages": []})["fault"]
    assert "'snake' is no game here" in fault
    assert "Aborted" not in fault


@contextmanager
def previewed(tiny: TinySite) -> Iterator[LiveServer]:
    """Context manager that serves the site like `followsuit serve`."""
    with LiveServer(tiny.folder / "mkdocs.yml", tiny.folder.with_name("built"), 0, "/book/") as server:
        threads = [threading.Thread(target=server.preview.run), threading.Thread(target=server.serve_forever)]
        for thread in threads:
            thread.start()
        try:
            yield server
        finally:
            server.preview.end()
            server.shutdown()
            for thread in threads:
                thread.join()


def test_pages_are_served_below_a_path_and_open_again_by_themselves(tiny: TinySite) -> None:
    with previewed(tiny) as server:
        page = got(server, "/book/games/snakebit/")
        assert page[0] == 200
        assert '<script type="module" src="/book/_followsuit/live.js" data-page="games/snakebit/" data-mark="' in page[1]
        assert got(server, "/book/_followsuit/live.js")[0] == 200
        assert got(server, "/book")[0] == 301
        assert got(server, "/book/games/none/")[0] == 404
        assert got(server, "/elsewhere/")[0] == 404
        assert "unregister" in got(server, "/book/service-worker.js")[1]


def got(server: LiveServer, path: str) -> tuple[int, str]:
    """Return the status and body of a response."""
    connection = http.client.HTTPConnection(urlsplit(server.url).netloc, timeout=120)
    try:
        connection.request("GET", path)
        answer = connection.getresponse()
        return answer.status, answer.read().decode()
    finally:
        connection.close()


def test_a_file_that_is_being_written_is_answered_whole(tmp_path: Path) -> None:
    file = tmp_path / "page.js"
    file.write_bytes(b"")  # the state between opening and writing

    def write() -> None:
        file.write_bytes(b"whole")

    writer = threading.Timer(0.03, write)
    writer.start()
    assert whole(file) == b"whole"
    writer.join()

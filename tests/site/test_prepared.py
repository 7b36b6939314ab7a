"""The package `followsuit-runtime`: found if installed, used without Node, and rejected if it doesn't match."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from rules_engine import __version__
from rules_engine.authoring.npm import INSTALL_RUNTIME, RUNTIME, RUNTIME_PACKAGE
from rules_engine.site.files.assets import PACKAGE
from rules_engine.site.runtime import GamesNotShipped, RuntimeFilesError, Source, distribution, runtime_files, source
from rules_engine.site.runtime.build_snapshot import RuntimeSnapshot
from rules_engine.site.runtime.distribution import write_runtime_project
from rules_engine.site.runtime.engine_archive import engine_alone, games_alone, stored, zipped
from rules_engine.site.runtime.runtime_wheel import ABOUT, PrebuiltRuntime, prepared
from tests.site.outside import OutsideSite, install, on_path
from tests.site.tiny import ROOT, TinySite

NPM = Path("node_modules/pyodide"), Path("node_modules/idiomorph")
MODULES = ("collections.abc", *(sys.stdlib_module_names - {"csv", "tkinter", "xml"}))
"""Standard library modules available in the fake snapshot: all but a few."""


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder in which the runtime package is installed, with a fake snapshot."""
    folder = tmp_path_factory.mktemp("runtime")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(distribution, "snapshot", lambda *_: RuntimeSnapshot(b"a snapshot", 100, 200, 50, MODULES))
        write_runtime_project(ROOT, folder, ROOT / "node_modules", "no-such-command", folder / "cache")
    return folder


@pytest.fixture
def runtime(whole: Path, tmp_path: Path) -> Iterator[Path]:
    """Return a copy of the runtime package that tests may damage. Its files are hard links."""
    for file in whole.rglob("*"):
        if file.is_file():
            target = tmp_path / "packages" / file.relative_to(whole)
            target.parent.mkdir(parents=True, exist_ok=True)
            os.link(file, target)
    with on_path(tmp_path / "packages"):
        yield tmp_path / "packages" / RUNTIME_PACKAGE


def renew(file: Path, text: str) -> None:
    """Replace a hard-linked file without changing the original."""
    file.unlink()
    file.write_text(text, encoding="utf-8")


def found() -> PrebuiltRuntime:
    """Return the installed runtime."""
    installed = prepared()
    assert installed is not None
    return installed


def manifest(games: list[str], runtime: Path) -> tuple[dict[str, object], dict[str, bytes]]:
    """Return the runtime's manifest and its files by name, from a build without Node."""
    files = runtime_files(PACKAGE, games, runtime / "pyodide", None, runtime / "cache", found())
    return json.loads(files[-1].read()), {Path(file.path).name: file.read() for file in files[:-1]}


def test_the_project_says_what_it_is(whole: Path) -> None:
    about = json.loads((whole / RUNTIME_PACKAGE / ABOUT).read_text(encoding="utf-8"))
    assert about.keys() == {"followsuit", "pyodide", "engine"}
    project = (whole / "pyproject.toml").read_text(encoding="utf-8")
    assert f'version = "{__version__}"' in project
    assert f'"followsuit=={__version__}"' in project
    assert "@" not in project + (whole / "README.md").read_text(encoding="utf-8")
    assert {"LICENSE", "THIRD-PARTY-NOTICES.md"} <= {file.name for file in whole.iterdir()}


def test_npm_comes_first_where_node_is_and_the_distribution_where_one_of_both_isn_t(runtime: Path, tmp_path: Path) -> None:
    npm = tmp_path / "pyodide", tmp_path / "idiomorph"
    ours = Source(runtime / "pyodide", runtime / "idiomorph", found())
    assert source(*npm, "node") == ours
    (tmp_path / "pyodide").mkdir()
    assert source(*npm, "node") == Source(*npm)
    assert source(*npm, None) == ours


def test_where_it_isn_t_installed_npm_is_looked_for() -> None:
    assert prepared() is None
    assert source(*NPM, None) == Source(*NPM)


def test_another_version_is_refused_with_both_named(runtime: Path) -> None:
    renew(runtime / ABOUT, json.dumps({"followsuit": "0.0.1"}))
    with pytest.raises(RuntimeFilesError, match=rf"is {__version__} but {RUNTIME} 0\.0\.1, .*: run `{INSTALL_RUNTIME}`$"):
        prepared()


@pytest.mark.parametrize("spoil", [
    lambda folder: (folder / ABOUT).unlink(),
    lambda folder: renew(folder / ABOUT, "{}"),
    lambda folder: renew(folder / "made.json", "{}"),
    lambda folder: (folder / "snapshot.bin").unlink(),
])
def test_a_damaged_one_says_so(runtime: Path, spoil: object) -> None:
    assert callable(spoil)
    spoil(runtime)
    with pytest.raises(RuntimeFilesError, match=rf"{RUNTIME} in .* is damaged .*: run `{INSTALL_RUNTIME} --force-reinstall`"):
        prepared()


def test_a_file_of_pyodide_that_was_changed_is_named_with_how_to_get_it_again(runtime: Path) -> None:
    renew(runtime / "pyodide" / "pyodide.mjs", "changed")
    with pytest.raises(RuntimeFilesError, match=f"pyodide.mjs is not the file .*: run `{INSTALL_RUNTIME} --force-reinstall`"):
        manifest(["snakebit"], runtime)


def test_games_are_apart_and_the_engine_is_there_once(runtime: Path) -> None:
    listed, files = manifest(["snakebit"], runtime)
    assert [(way["name"], way["files"]) for way in listed["ways"]] == [  # type: ignore[attr-defined]
        ("snapshot", ["snapshot", "games"]), ("stock", ["library", "rules", "games"])]
    assert files["snapshot.zip"] == stored("snapshot.bin", b"a snapshot")
    engine, games = engine_alone(PACKAGE), games_alone(PACKAGE, ["snakebit"])
    assert files["rules.zip"] == zipped(engine)
    assert json.loads(files["games.json"]) == {path: content.decode() for path, content in games.items()}
    assert not engine.keys() & games.keys()
    assert "rules_engine/games/snakebit/bot.py" in games
    assert not [path for path in engine if "snakebit" in path]


def test_an_engine_takes_games_in(tmp_path: Path) -> None:
    site = OutsideSite(tmp_path)
    with on_path(site.folder):
        install(site.folder, {"old-maids-trump": "outside_games.old_maids_trump.game:OldMaidsTrump"})
        for path, content in games_alone(PACKAGE, ["snakebit", "old-maids-trump"]).items():
            (tmp_path / "games" / path).parent.mkdir(parents=True, exist_ok=True)
            (tmp_path / "games" / path).write_bytes(content)
    (tmp_path / "rules.zip").write_bytes(zipped(engine_alone(PACKAGE)))
    told = """
import json, sys
sys.path.insert(0, "rules.zip")
from rules_engine.api import handle
from rules_engine.games import registry
registry.load("games")
for game in ("snakebit", "old-maids-trump", "whist"):
    answer = json.loads(handle(json.dumps({"op": "practice", "game": game, "seed": 1})))
    if "save" in answer:
        answer = json.loads(handle(json.dumps({"op": "do", "save": answer["save"], "do": "hint"})))
    print(answer.get("error", answer["html"] if "html" in answer else "")[:60])
"""
    command = [sys.executable, "-I", "-c", told]
    said = subprocess.run(command, cwd=tmp_path, capture_output=True, encoding="utf-8", check=True).stdout
    first, second, third = said.splitlines()
    assert first.startswith("<div")
    assert second.startswith("<div")
    assert third == "game: 'whist' is no game here: expected old-maids-trump, sna"


@pytest.fixture
def importing(runtime: Path) -> Path:
    """Return the source file of a game; tests make it import modules that the snapshot lacks."""
    packages = runtime.parent
    (packages / "mine").mkdir()
    (packages / "mine" / "game.py").write_text("", encoding="utf-8")
    install(packages, {"whist": "mine.game:Whist"}, "mine")
    return packages / "mine" / "game.py"


@pytest.mark.parametrize(("statement", "late"), [
    ("import math, typing", []),
    pytest.param("from collections import abc, deque", [], marks=pytest.mark.thorough),
    ("import csv", ["csv"]),
    pytest.param("from concurrent import futures", ["concurrent.futures"], marks=pytest.mark.thorough),
    pytest.param("import collections.abc, xml.dom.minidom", ["xml.dom.minidom"], marks=pytest.mark.thorough),
])
def test_what_the_snapshot_lacks_comes_from_the_library(importing: Path, runtime: Path, statement: str, late: list[str]) -> None:
    importing.write_text(f"from __future__ import annotations\n{statement}\n", encoding="utf-8")
    assert found().lacks(PACKAGE, ["whist"]) == [f"{importing}:2 imports {name}" for name in late]
    listed, _ = manifest(["whist"], runtime)
    assert listed["ways"][0]["files"] == ["snapshot", "games", *["library"] * bool(late)]  # type: ignore[index]


def test_what_python_hasn_t_in_a_browser_is_a_problem_of_the_game(importing: Path, runtime: Path) -> None:
    importing.write_text("import tkinter\n", encoding="utf-8")
    with pytest.raises(GamesNotShipped) as error:
        manifest(["whist"], runtime)
    assert error.value.reasons == {"whist": [f"{importing}:1 imports tkinter, which Python in a browser hasn't"]}


# -- messages from the build ------------------------------------------------------------------------


def build(tmp_path: Path, runtime: Path, *options: str) -> tuple[int, str, Path]:
    """Build a small site without npm packages, with the distribution installed."""
    (tmp_path / "tiny").mkdir()
    site = TinySite(tmp_path / "tiny")
    (site.folder / "node_modules").unlink()
    built = site.build_apart(*options, PYTHONPATH=os.pathsep.join([str(ROOT), str(runtime.parent)]))
    return built.status, built.said, built.folder


def test_a_site_is_built_with_neither_node_nor_npm(tmp_path: Path, runtime: Path) -> None:
    status, said, folder = build(tmp_path, runtime, "--strict")
    assert status == 0, said
    assert f"Python for readers comes from {RUNTIME}; the games are loaded into its snapshot" in said
    names = {file.name for file in folder.rglob("*") if file.is_file()}
    assert {"snapshot.zip", "games.json", "pyodide.asm.wasm", "idiomorph.esm.js"} <= names
    (worker,) = folder.glob("service-worker.js")
    listed = json.loads(worker.read_text(encoding="utf-8").partition("const SITE = ")[2].partition(";\n")[0])["files"]
    assert {part["part"] for path, part in listed.items() if path.endswith("/games.json")} == {"python"}


def test_an_engine_that_was_changed_starts_as_pyodide_comes_and_says_so(tmp_path: Path, runtime: Path) -> None:
    about = json.loads((runtime / ABOUT).read_text(encoding="utf-8"))
    renew(runtime / ABOUT, json.dumps({**about, "engine": "another"}))
    status, said, folder = build(tmp_path, runtime)
    assert status == 0, said
    assert "WARNING" in said
    assert "yours differs from that" in said
    assert "Install Node.js 20 or newer, which makes a snapshot of yours" in said
    assert not list(folder.rglob("snapshot.zip"))

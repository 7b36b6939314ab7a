"""The snapshot of Python's memory: made by Pyodide itself, and reproducible from the same sources."""

from __future__ import annotations

import gzip
import io
import os
import re
import zipfile
from pathlib import Path

import pytest

from rules_engine.games import GAMES
from rules_engine.site.runtime.build_snapshot import DESCRIPTION, KEPT, RuntimeSnapshot, build_snapshot
from rules_engine.site.runtime.engine_archive import engine_archive
from rules_engine.site.runtime.errors import RuntimeFilesError
from rules_engine.site.runtime.manifest import PYODIDE_FILES, WORKER_SCRIPTS
from tests.pyodide.interpreter import CACHE, PACKAGE, PYODIDE, node


@pytest.fixture(scope="module")
def runtime() -> RuntimeSnapshot:
    return build_snapshot(engine_archive(PACKAGE, GAMES), PYODIDE, PYODIDE_FILES, node(), CACHE)


@pytest.mark.thorough
def test_the_same_sources_give_the_same_bytes_and_a_cache_keeps_the_last_ones(runtime: RuntimeSnapshot, tmp_path: Path) -> None:
    for number in range(KEPT + 2):
        (tmp_path / f"{number}").mkdir()
        description = tmp_path / f"{number}" / DESCRIPTION
        description.write_text("{}")
        os.utime(description, (number, number))
    assert build_snapshot(engine_archive(PACKAGE, GAMES), PYODIDE, PYODIDE_FILES, node(), tmp_path) == runtime
    left = {folder.name for folder in tmp_path.iterdir()}
    assert len(left) == KEPT
    assert not {"0", "1", "2"} & left


def test_what_was_made_is_not_made_again(runtime: RuntimeSnapshot) -> None:
    assert build_snapshot(engine_archive(PACKAGE, GAMES), PYODIDE, PYODIDE_FILES, "no-such-command", CACHE) == runtime


def test_the_first_answer_begins_with_the_rules_it_needs(runtime: RuntimeSnapshot) -> None:
    rules = {name for name in runtime.modules if name.startswith("rules_engine.")}
    assert {"rules_engine.api.handlers.practice", "rules_engine.bots.sampling_bot"} <= rules
    assert not {name for name in rules for game in GAMES if f".{game.replace('-', '_')}" in name}
    assert not {name for name in rules if re.search(r"\.(ideas|puzzle|quiz|referee|solver|scenario)\b", name)}
    assert not {name for name in rules if re.search(r"\.(coach|judging|judgement|worlds|trials|review|protocol)$", name)}
    assert runtime.parts.keys() == {*GAMES, "pictures", "rest"}


def test_a_first_start_is_below_five_and_a_half_megabytes(runtime: RuntimeSnapshot) -> None:
    """The total includes the part for one game, and gzip level 6, as on most hosts. Headers and the page's scripts add 15 kB."""
    files = [PYODIDE / name for part, (name, *_) in PYODIDE_FILES.items() if part != "library"]
    scripts = [PACKAGE / "site" / "client" / "worker" / name for name in WORKER_SCRIPTS]
    packed = sum(len(gzip.compress(file.read_bytes(), 6)) for file in (*files, *scripts))
    assert packed + len(runtime.snapshot) + max(len(runtime.parts[game]) for game in GAMES) < 5_440_000


def test_asyncio_and_package_loading_are_not_imported(runtime: RuntimeSnapshot) -> None:
    """These modules make up half of the Python code that stock Pyodide loads at its start."""
    assert not {"asyncio", "ssl", "socket", "subprocess", "logging", "threading", "zipfile", "tempfile"} & {*runtime.modules}


@pytest.mark.thorough                                                # slow: makes two snapshots
def test_rules_that_wait_get_all_of_python(tmp_path: Path) -> None:
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w") as archive:
        archive.writestr("rules_engine/__init__.py", "")
        archive.writestr("rules_engine/games/__init__.py", "")
        archive.writestr("rules_engine/games/registry.py", "GAMES, MODULES, PARTS = {}, ['random'], {}")
        archive.writestr("rules_engine/api/lazy_modules.py", "def register_missing(parts): pass")
        for name in ("__init__", "coach/__init__", "coach/review_handlers", "handlers/__init__", "handlers/puzzle",
                     "handlers/score", "referee/__init__", "referee/answer", "referee/import_link"):
            archive.writestr(f"rules_engine/api/{name}.py", "from asyncio import run\nhandle = str")
    waiting = build_snapshot(content.getvalue(), PYODIDE, PYODIDE_FILES, node(), tmp_path)
    assert {"asyncio.events", "logging", "socket"} <= {*waiting.modules}


def test_without_the_command_the_message_says_so(tmp_path: Path) -> None:
    with pytest.raises(RuntimeFilesError, match=r"could not be made by Node .*no-such-command.*version 20"):
        build_snapshot(b"other rules", PYODIDE, PYODIDE_FILES, "no-such-command", tmp_path)


def test_rules_that_fail_are_told_with_what_python_said(tmp_path: Path) -> None:
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w") as archive:
        archive.writestr("rules_engine/__init__.py", "")
    with pytest.raises(RuntimeFilesError, match=r"ModuleNotFoundError: No module named 'rules_engine\.api'"):
        build_snapshot(content.getvalue(), PYODIDE, PYODIDE_FILES, node(), tmp_path)
    assert list(tmp_path.iterdir()) == [], "nothing half made is left behind"

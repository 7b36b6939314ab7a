"""The runtime consists only of the pinned files and our sources."""

import ast
import base64
import hashlib
import io
import json
import marshal
import os
import shutil
import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import rules_engine
from rules_engine.authoring.npm import PYODIDE_VERSION
from rules_engine.games import GAMES
from rules_engine.site.runtime import RuntimeFilesError, engine_archive, shipped_modules
from rules_engine.site.runtime import manifest as runtime
from rules_engine.site.runtime.__main__ import main
from rules_engine.site.runtime.in_pyodide import compiled_rules

PACKAGE = Path(rules_engine.__file__).parent
MINIMAL = {
    "__init__.py": "",
    "_lazy_names.py": "",
    "_version.py": "",
    "core/__init__.py": '"""Core."""\n',
    "games/__init__.py": "",
    "games/load_errors.py": "",
    "games/registry.py": "GAMES = {}\n",
    "games/own/__init__.py": "",
    "core/cards.py": "ACE = 1\n",
    "api/__init__.py": "def handle(text):\n    return text\n",
    "cli.py": "import yaml\n",
    "site/__init__.py": "",
    "site/mkdocs/plugin.py": "import mkdocs\n",
    "site/client/worker/worker.js": "// worker\n",
    "site/client/worker/boot.js": "// boot\n",
    "site/client/worker/fetch-files.js": "// fetching\n",
    "site/client/worker/start-python.js": "// starting\n",
    "core/__pycache__/cards.cpython-311.pyc": "",
    "html/notes.txt": "",
}


@pytest.fixture
def package(tmp_path: Path) -> Path:
    """Return a small package like ours, which tests may change."""
    return _written(tmp_path / "rules_engine", MINIMAL)


@pytest.fixture
def pyodide(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a folder with a fake Pyodide: four tiny files, whose hashes are pinned."""
    names = {part: name for part, (name, *_) in runtime.PYODIDE_FILES.items()}
    pinned = {part: (name, hashlib.sha256(name.encode()).hexdigest(), runtime.over_the_line(name, name.encode()))
              for part, name in names.items()}
    monkeypatch.setattr(runtime, "PYODIDE_FILES", pinned)
    lock = {"info": {"abi_version": "1"}, "packages": {"numpy": {}}}
    described = {
        "package.json": json.dumps({"version": PYODIDE_VERSION}),
        "pyodide-lock.json": json.dumps(lock),
    }
    return _written(tmp_path / "pyodide", {name: name for name in names.values()} | described)


def _written(folder: Path, files: dict[str, str]) -> Path:
    for name, text in files.items():
        file = folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(text.encode())
    return folder


def _names(archive: bytes) -> list[str]:
    return zipfile.ZipFile(io.BytesIO(archive)).namelist()


# -- the engine's archive -------------------------------------------------------------------------


def test_the_archive_holds_what_ships_and_nothing_else(package: Path) -> None:
    assert _names(engine_archive(package, [])) == [
        "rules_engine/__init__.py",
        "rules_engine/_lazy_names.py",
        "rules_engine/_version.py",
        "rules_engine/api/__init__.py",
        "rules_engine/core/__init__.py",
        "rules_engine/core/cards.py",
        "rules_engine/games/__init__.py",
        "rules_engine/games/load_errors.py",
        "rules_engine/games/registry.py",
    ]


def test_the_archive_depends_only_on_the_sources(package: Path, tmp_path: Path) -> None:
    """The archive depends neither on file times nor on the order of directory listings."""
    other = _written(tmp_path / "other" / "rules_engine", dict(reversed(MINIMAL.items())))
    for file in other.rglob("*"):
        os.utime(file, (1_000_000_000, 1_000_000_000))
        file.chmod(0o700)
    assert engine_archive(other, []) == engine_archive(package, [])


def test_the_archive_changes_with_a_source(package: Path) -> None:
    before = engine_archive(package, [])
    (package / "core" / "cards.py").write_text("ACE = 14\n")
    assert engine_archive(package, []) != before


def test_python_imports_from_the_archive_as_it_is(package: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    archive = tmp_path / "rules.zip"
    archive.write_bytes(engine_archive(package, []).replace(b"rules_engine", b"rules_bottle"))
    monkeypatch.syspath_prepend(str(archive))
    cards = __import__("rules_bottle.core.cards", fromlist=["ACE"])
    assert cards.ACE == 1
    for name in [name for name in sys.modules if name.startswith("rules_bottle")]:
        monkeypatch.delitem(sys.modules, name)


def test_functions_in_a_snapshot_dont_say_what_they_take_but_where_somebody_asks() -> None:
    source = b"def made(one: int, *more: str, by: float = 2, **all: bool) -> str: return f'{one * by}'\nclass Fields: one: int\n"
    left = _run(compiled_rules(source, "left.py"))
    assert left["made"](3) == "6"
    assert (left["made"].__annotations__, left["Fields"].__annotations__) == ({}, {"one": int})
    asked = _run(compiled_rules(source + b"from functools import singledispatch\nby_kind = singledispatch(made)\n", "asked.py"))
    assert {*asked["made"].__annotations__} == {"one", "more", "by", "all", "return"}


def _run(compiled: bytes) -> dict[str, Any]:
    """Return the names that a module defines."""
    found: dict[str, Any] = {}
    exec(marshal.loads(compiled[16:]), found)
    return found


def test_shipped_modules_import_only_shipped_modules_and_the_standard_library() -> None:
    """The shipped modules don't import modules from our package that aren't shipped either."""
    shipped = shipped_modules(PACKAGE, GAMES)
    foreign = {f"{path}: {name}" for path, content in shipped.items() for name in _imports(ast.parse(content))
               if not _may_be_imported(name)}
    assert foreign == set()
    assert "rules_engine/games/snakebit/bot.py" in shipped


def _imports(module: ast.Module) -> Iterator[str]:
    for node in ast.walk(module):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and not node.level:
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def _may_be_imported(name: str) -> bool:
    first, *others = name.split(".")
    if first == "rules_engine":
        return not others or others[0] not in ("site", "cli")
    return first in sys.stdlib_module_names


# -- the runtime's files --------------------------------------------------------------------------


def test_the_manifest_describes_every_file_that_is_fetched(package: Path, pyodide: Path) -> None:
    *files, last = runtime_files(package, pyodide)
    manifest = json.loads(last.read())
    contents = {file.path: file.read() for file in files}
    assert last.path == "runtime.json"
    assert set(manifest["files"]) == {"loader", "glue", "wasm", "library", "rules"}
    for described in manifest["files"].values():
        content = contents.pop(described["path"])
        digest = base64.b64encode(hashlib.sha256(content).digest()).decode()
        assert described["bytes"] == len(content)
        assert described["integrity"] == f"sha256-{digest}"
    assert contents.pop(manifest["worker"]) == b"// worker\n"
    assert [Path(path).name for path in contents] == ["boot.js", "fetch-files.js", "start-python.js"]
    assert [way["name"] for way in manifest["ways"]] == ["stock"]


def test_the_manifest_takes_no_package_from_pyodides_lock(package: Path, pyodide: Path) -> None:
    manifest = json.loads(runtime_files(package, pyodide)[-1].read())
    assert (manifest["pyodide"], manifest["abi"]) == (PYODIDE_VERSION, {"abi_version": "1"})
    assert "numpy" not in json.dumps(manifest)


def test_two_builds_give_the_same_files(package: Path, pyodide: Path, tmp_path: Path) -> None:
    elsewhere = shutil.copytree(package, tmp_path / "elsewhere" / "rules_engine")
    assert _by_path(runtime_files(package, pyodide)) == _by_path(runtime_files(elsewhere, pyodide))


def test_a_change_of_the_rules_leaves_pythons_addresses_alone(package: Path, pyodide: Path) -> None:
    before = set(_by_path(runtime_files(package, pyodide)))
    (package / "core" / "cards.py").write_text("ACE = 14\n")
    after = set(_by_path(runtime_files(package, pyodide)))
    assert {Path(path).name for path in before - after} == {"rules.zip", *runtime.WORKER_SCRIPTS}


def test_a_change_of_a_script_gives_it_another_address(package: Path, pyodide: Path) -> None:
    before = set(_by_path(runtime_files(package, pyodide)))
    (package / "site" / "client" / "worker" / "boot.js").write_text("// other\n")
    assert not any(path.endswith("boot.js") for path in before & set(_by_path(runtime_files(package, pyodide))))


def test_the_files_are_written_where_they_say(package: Path, pyodide: Path, tmp_path: Path) -> None:
    files = runtime_files(package, pyodide)
    runtime.write_runtime(files, tmp_path / "out")
    written = {
        file.relative_to(tmp_path / "out").as_posix(): file.read_bytes()
        for file in (tmp_path / "out").rglob("*")
        if file.is_file()
    }
    assert written == _by_path(files)


def runtime_files(package: Path, pyodide: Path) -> list[runtime.RuntimeFile]:
    """Return the files of a build without Node; tests/pyodide covers the snapshot with a real Pyodide."""
    return runtime.runtime_files(package, [], pyodide, None, package.parent / "cache")


def _by_path(files: list[runtime.RuntimeFile]) -> dict[str, bytes]:
    return {file.path: file.read() for file in files}


# -- pinned versions of Pyodide -------------------------------------------------------------------


def test_a_missing_pyodide_says_how_to_get_it(package: Path, tmp_path: Path) -> None:
    with pytest.raises(RuntimeFilesError, match=r"package\.json is missing: run `npm install .*pyodide@"):
        runtime_files(package, tmp_path / "nowhere")


def test_another_version_names_both(package: Path, pyodide: Path) -> None:
    (pyodide / "package.json").write_text('{"version": "0.1.2"}')
    with pytest.raises(RuntimeFilesError, match=rf"pyodide 0\.1\.2, but {PYODIDE_VERSION} is pinned"):
        runtime_files(package, pyodide)


@pytest.mark.parametrize("name", [name for name, *_ in runtime.PYODIDE_FILES.values()])
def test_a_changed_file_is_named(package: Path, pyodide: Path, name: str) -> None:
    (pyodide / name).write_text("changed")
    with pytest.raises(RuntimeFilesError, match=f"{name} is not the file of pyodide"):
        runtime_files(package, pyodide)


@pytest.mark.parametrize("name", [name for name, *_ in runtime.PYODIDE_FILES.values()])
def test_a_missing_file_is_named(package: Path, pyodide: Path, name: str) -> None:
    (pyodide / name).unlink()
    with pytest.raises(RuntimeFilesError, match=f"{name} is missing: run `npm install"):
        runtime_files(package, pyodide)


def test_pins_prints_new_pins(pyodide: Path) -> None:
    """The output of `pins` can be pasted into the source in place of the old pins."""
    renewed: dict[str, object] = {}
    exec(runtime.pins(pyodide), renewed)
    assert renewed["PYODIDE_VERSION"] == PYODIDE_VERSION
    assert renewed["PYODIDE_FILES"] == runtime.PYODIDE_FILES


def test_download_sizes_are_pinned_as_compressed_by_hosts() -> None:
    """The tolerance allows for differences between compressors."""
    for name, _, packed in runtime.PYODIDE_FILES.values():
        sent = runtime.over_the_line(name, (PACKAGE.parent / "node_modules" / "pyodide" / name).read_bytes())
        assert packed == pytest.approx(sent, rel=0.02)


def test_the_command_prints_the_pins(pyodide: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["pins", str(pyodide)]) == 0
    assert capsys.readouterr().out == f"{runtime.pins(pyodide)}\n"


def test_the_command_says_what_is_missing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["pins", str(tmp_path)]) == 1
    assert "package.json is missing: run `npm install" in capsys.readouterr().err

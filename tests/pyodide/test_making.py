"""The fast runtime: made by Pyodide itself, the same from the same sources, of what is used and nothing else."""

from __future__ import annotations

import base64
import io
import os
import zipfile
from pathlib import Path

import pytest

from rules_engine.site.runtime.errors import RuntimeFilesError
from rules_engine.site.runtime.files import PYODIDE_FILES, engine_archive
from rules_engine.site.runtime.making import DESCRIPTION, KEPT, Made, made
from tests.pyodide.interpreter import CACHE, PACKAGE, PYODIDE, Interpreter, node

UNPACKED = """
import base64, io, zipfile
from compression.zstd import decompress
from importlib.util import MAGIC_NUMBER
archive = zipfile.ZipFile(io.BytesIO(decompress(base64.b64decode(packed))))
{entry.filename: [entry.date_time, archive.read(entry)[:4] == MAGIC_NUMBER] for entry in archive.infolist()}
"""


@pytest.fixture(scope="module")
def runtime() -> Made:
    return made(engine_archive(PACKAGE), PYODIDE, PYODIDE_FILES, node(), CACHE)


def test_the_archive_holds_what_is_used_compiled(in_pyodide: Interpreter, runtime: Made) -> None:
    packed = base64.b64encode(dict(runtime.parts)["archive"]).decode()
    files = in_pyodide.run(UNPACKED, packed=packed)
    ours = {name for name in files if name.startswith("rules_engine/")}
    shipped = {f"{name}c" for name in zipfile.ZipFile(io.BytesIO(engine_archive(PACKAGE))).namelist()}
    assert ours == shipped
    assert {"json/decoder.pyc", "random.pyc", "_pyodide/_base.pyc"} <= files.keys()
    assert not {"argparse.pyc", "sqlite3/__init__.pyc", "unittest/__init__.pyc"} & files.keys()
    assert not {"ssl.pyc", "lzma.pyc"} & files.keys(), "who imports them can do without"
    assert all(name.endswith(".pyc") and right_magic for name, (_, right_magic) in files.items())
    assert {tuple(date) for date, _ in files.values()} == {(1980, 1, 1, 0, 0, 0)}


def test_the_same_sources_give_the_same_bytes_and_a_cache_keeps_the_last_ones(runtime: Made, tmp_path: Path) -> None:
    for number in range(KEPT + 2):
        (tmp_path / f"{number}").mkdir()
        description = tmp_path / f"{number}" / DESCRIPTION
        description.write_text("{}")
        os.utime(description, (number, number))
    assert made(engine_archive(PACKAGE), PYODIDE, PYODIDE_FILES, node(), tmp_path) == runtime
    left = {folder.name for folder in tmp_path.iterdir()}
    assert len(left) == KEPT
    assert not {"0", "1", "2"} & left


def test_what_was_made_is_not_made_again(runtime: Made) -> None:
    assert made(engine_archive(PACKAGE), PYODIDE, PYODIDE_FILES, "no-such-command", CACHE) == runtime


def test_without_the_command_the_message_says_so(tmp_path: Path) -> None:
    with pytest.raises(RuntimeFilesError, match=r"could not be made by Node .*no-such-command.*version 20"):
        made(b"other rules", PYODIDE, PYODIDE_FILES, "no-such-command", tmp_path)


def test_rules_that_fail_are_told_with_what_python_said(tmp_path: Path) -> None:
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w") as archive:
        archive.writestr("rules_engine/__init__.py", "")
    with pytest.raises(RuntimeFilesError, match=r"ModuleNotFoundError: No module named 'rules_engine\.browser'"):
        made(content.getvalue(), PYODIDE, PYODIDE_FILES, node(), tmp_path)
    assert list(tmp_path.iterdir()) == [], "nothing half made is left behind"

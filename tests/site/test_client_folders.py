"""The client's folders are layers: each imports only from the layers below it."""

from __future__ import annotations

import json
import re
import subprocess
from collections.abc import Iterator, Mapping, Set
from pathlib import Path
from posixpath import dirname, join, normpath

import pytest

from rules_engine.site.files.assets import CLIENT, PAGE_FOLDERS, SCRIPT, WITHOUT_IMPORTS, client_files

ROOT = Path(__file__).resolve().parents[2]

BELOW: dict[str, set[str]] = {
    "shared": set(),
    "worker": set(),
    "python": {"shared"},
    "offline": {"python", "shared"},
    "table": {"python", "shared"},
    "playground": {"python", "shared", "table"},
    "embed": {"shared", "table"},
    "page": {"offline", "python", "shared", "table"},
}
"""Maps each folder to the folders from which it may import. The entry point, `follow-suit.js`, is above them all."""

OF_OTHERS = "vendor"
"""The folder for third-party scripts, which the build adds."""

IMPORT = re.compile(r'(?:\bfrom |\bimport |\bimport\()"(\.[^"]+)"')
"""Pattern for static, side-effect and dynamic imports, and for imports in types."""


COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)


def imports(script: Path, types: bool = True) -> Iterator[str]:
    """Yield the scripts that a script imports, relative to the client's folder; ``types`` includes imports in type comments."""
    here, text = dirname(script.relative_to(CLIENT).as_posix()), script.read_text(encoding="utf-8")
    yield from (normpath(join(here, name)) for name in IMPORT.findall(text if types else COMMENT.sub("", text)))


def circle(imported: Mapping[str, Set[str]]) -> set[str]:
    """Return the scripts in import cycles and those that import them, or an empty set."""
    left = dict(imported)
    while ends := {name for name, others in left.items() if not others & left.keys()}:
        left = {name: others for name, others in left.items() if name not in ends}
    return {*left}


def folder_of(path: str) -> str:
    """Return the folder that contains a script."""
    return path.partition("/")[0]


@pytest.mark.parametrize(("written", "imported"), [
    ('import { a } from "./a.js";', "./a.js"),
    ('import {\n  a,\n} from "../b/a.js";', "../b/a.js"),
    ('import "./a.js";', "./a.js"),
    ('const { a } = await import("./a.js");', "./a.js"),
    ('/** @param {import("./a.js").A} a */', "./a.js"),
    ('export { a } from "./a.js";', "./a.js"),
])
def test_every_kind_of_import_is_read(written: str, imported: str) -> None:
    assert IMPORT.findall(written) == [imported]


@pytest.mark.parametrize("folder", BELOW)
def test_a_folder_imports_only_what_lies_below(folder: str) -> None:
    for script in (CLIENT / folder).rglob("*.js"):
        for path in imports(script):
            assert folder_of(path) in BELOW[folder] | {folder, OF_OTHERS}, f"{script.relative_to(CLIENT)} imports {path}"


def test_arrows_between_folders_lead_to_no_circle() -> None:
    assert circle(BELOW) == set()


def test_scripts_have_no_import_cycles() -> None:
    """Dynamic imports count; type imports in comments don't."""
    loaded = {script.relative_to(CLIENT).as_posix(): {*imports(script, types=False)} for script in CLIENT.rglob("*.js")}
    assert sum(map(len, loaded.values())) > len(loaded)
    assert circle(loaded) == set()
    assert circle(loaded | {"shared/dom.js": {"table/table.js"}}) >= {"shared/dom.js", "table/table.js"}


def test_no_arrow_is_allowed_that_nothing_needs() -> None:
    for folder, below in BELOW.items():
        used = {folder_of(path) for script in (CLIENT / folder).rglob("*.js") for path in imports(script)}
        assert below <= used, f"{folder} imports nothing of {sorted(below - used)}"


def test_every_script_is_in_a_folder_except_the_entry_point() -> None:
    scripts = {script.relative_to(CLIENT).as_posix() for script in CLIENT.rglob("*.js")}
    assert {folder_of(path) for path in scripts} == {*BELOW, SCRIPT}
    assert {*PAGE_FOLDERS, "worker"} == BELOW.keys()


def test_no_script_is_excluded_from_the_linter() -> None:
    """The linter once ignored a list of file names. It outlived the files, and hid two later files with the same names."""
    assert "ignores" not in (CLIENT / "eslint.config.mjs").read_text(encoding="utf-8")


def test_what_is_imported_is_there() -> None:
    there = {file.path for file in client_files(["snakebit"])}
    there |= {"vendor/idiomorph.esm.js", "vendor/ts-fsrs.js", "vendor/glicko2-lite.js"}
    there |= {part.relative_to(CLIENT).as_posix() for part in WITHOUT_IMPORTS.values()}  # bundled into their importers
    for script in CLIENT.rglob("*.js"):
        if folder_of(script.relative_to(CLIENT).as_posix()) != "worker":  # loaded from the folder of the rules
            assert set(imports(script)) <= there, script


LACKING = {
    "export const a = /(?<=x)y/;": "Safari 15.4",           # lookbehind
    "export const b = structuredClone(1);": "Chrome 93",
    "export class C { static { self.d = 1; } }": "static",
    "export const e = (/** @type {number[]} */ f) => f.findLast(Boolean);": "findLast",
    "export const g = Object.hasOwn({}, 1);": "Firefox 91",
}
"""Maps lines of code that older browsers don't support to a part of the linter's message."""


def test_lint_knows_what_older_browsers_lack() -> None:
    folder = ROOT / "node_modules"
    if not folder.is_dir():
        pytest.skip("needs npm's packages")
    asked = [str(folder / ".bin" / "eslint"), "--config", str(CLIENT / "eslint.config.mjs"), "--format", "json", "--stdin",
             "--stdin-filename", str(CLIENT / "page" / "some.js")]
    told = subprocess.run(asked, input="\n".join(LACKING), capture_output=True, encoding="utf-8", check=False, cwd=ROOT)
    assert told.returncode == 1
    (file,) = json.loads(told.stdout)
    for number, (line, fault) in enumerate(LACKING.items(), start=1):
        assert any(fault in each["message"] for each in file["messages"] if each["line"] == number), line

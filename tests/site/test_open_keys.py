"""No script reads a plain object by an untrusted key: plain objects inherit `constructor`, which once crashed the search.

The type checker detects such reads. In a copy of the client, each object type with arbitrary keys (`Record<string, …>`) is
replaced with a type without keys, so that the compiler reports every access with brackets. Only `shared/entries.js` may
access them, through another type.
"""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

from rules_engine.site.files.assets import CLIENT
from tests.site.tiny import ROOT

FOLDERS = (CLIENT, CLIENT.with_name("preview"), ROOT / "docs" / "assets")
ENTRIES = "shared/entries.js"
OPEN = re.compile(r"\bRecord<string,")
OTHERWISE_OPEN = re.compile(r"\[\w+: string\]:")
CLOSED = """\
declare global {
  interface Closed<Key, Value> { readonly never?: [Key, Value] }
  interface ObjectConstructor { fromEntries<T>(entries: Iterable<readonly [PropertyKey, T]>): Closed<string, T> }
}
export {};
"""
BY_KEY = "TS7053"
"""The compiler's error code for access by an unknown key."""


def by_key(folder: Path, *more: str) -> list[str]:
    """Return the compiler errors for objects read by arbitrary keys, in a copy of the client with extra lines of JavaScript."""
    for each in FOLDERS:
        shutil.copytree(each, folder / each.relative_to(ROOT))
    (folder / "node_modules").symlink_to(ROOT / "node_modules")
    client = folder / CLIENT.relative_to(ROOT)
    (client / "shared" / "more.js").write_text("\n".join(more), encoding="utf-8")
    for file in (*folder.glob("rules_engine/**/*.[jt]s"), *folder.glob("docs/**/*.js")):
        file.write_text(OPEN.sub("Closed<string,", file.read_text(encoding="utf-8")), encoding="utf-8")
    (client / "closed.d.ts").write_text(CLOSED, encoding="utf-8")
    ran = subprocess.run([str(ROOT / "node_modules" / ".bin" / "tsc"), "--project", str(client), "--pretty", "false"],
                         cwd=folder, capture_output=True, encoding="utf-8", check=False)
    assert "error TS" in ran.stdout, ran.stdout + ran.stderr      # type errors are expected
    return [line for line in ran.stdout.splitlines() if f"error {BY_KEY}" in line]


def test_no_table_is_read_by_a_key_from_outside(tmp_path: Path) -> None:
    assert by_key(tmp_path) == []


def test_one_that_is_would_be_found(tmp_path: Path) -> None:
    lines = ["all[word];", "all[word] = 1;", "delete all[word];", "Object.fromEntries([[word, 1]])[word];"]
    table = "/** @param {Record<string, number | undefined>} all @param {string} word */"
    assert len(by_key(tmp_path, table, "export function read(all, word) {", *lines, "}")) == len(lines)


def test_no_other_type_has_open_keys() -> None:
    found = {file.relative_to(CLIENT).as_posix() for file in CLIENT.rglob("*.[jt]s")
             if OTHERWISE_OPEN.search(file.read_text(encoding="utf-8"))}
    assert found == {ENTRIES}

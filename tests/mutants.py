"""Mutation testing: make one small change at a time to a module of the engine, and run the tests against each mutant.

    python -m tests.mutants rules_engine/games/snakebit/rules.py --tests tests/games/test_snakebit.py

Run it by hand: no test needs it, and it takes from minutes to hours. ``--sample`` tries only a random sample of the
mutants. It works on a copy below ``.make``, so you can interrupt it, and edit your files while it runs. If you run it again
for the same module, it continues; ``--again`` runs other or better tests against the survivors. Each mutant that survives
all tests is reported with its line. Cosmic Ray makes the mutants, in a separate virtual environment that ``make mutants``
sets up.
"""

from __future__ import annotations

import argparse
import ast
import json
import os
import random
import shlex
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
MAKE = ROOT / ".make"
COPIED = ("rules_engine", "tests", "examples", "docs", "mkdocs.yml", "pyproject.toml", "README.md", "CONTRIBUTING.md", "Makefile",
          "package.json", "requirements")
"""Files and folders that the tests need, other than `node_modules`."""
LONGEST = 300.0
"""Seconds after which a test run counts as failed: a mutant may contain an infinite loop."""
CONFIGURATION = """\
[cosmic-ray]
module-path = {module}
timeout = {longest}
excluded-modules = []
test-command = {command}

[cosmic-ray.distributor]
name = "local"
"""


def main(arguments: Sequence[str] | None = None) -> int:
    """Mutate a module, print the survivors, and return their number."""
    asked = _read(arguments)
    folder = MAKE / "mutation" / asked.module.replace("/", "-")
    session, settings = folder / "session.sqlite", folder / "settings.toml"
    new, module, begun = asked.anew or not session.exists(), ROOT / asked.module, folder / "begun"
    if not new and not _is_same(module, begun):
        raise SystemExit(f"{asked.module} has changed since it was broken: begin again with --anew")
    if new or asked.again:
        _copy([ROOT / name for name in COPIED], folder / "tree")
        if not (folder / "tree" / "node_modules").exists():
            (folder / "tree" / "node_modules").symlink_to(ROOT / "node_modules")
        command = [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", "-p", "no:xdist", *asked.tests]
        settings.write_text(CONFIGURATION.format(module=json.dumps(asked.module), longest=LONGEST,
                                                 command=json.dumps(shlex.join(command))), encoding="utf-8")
        _run(folder, "baseline", str(settings))
    if new:
        session.unlink(missing_ok=True)
        _copy([module], begun)
        _run(folder, "init", str(settings), str(session))
        _leave_annotations(session, folder / "tree")
        _sample(session, asked.sample)
    elif asked.again:
        _forget_survivors(session)
    _copy([module], (folder / "tree" / asked.module).parent)  # an interrupted run may have left the module mutated
    _run(folder, "exec", str(settings), str(session))
    found = [*_survivors(_run(folder, "dump", str(session)), folder / "tree")]
    print("\n".join([*found, f"{len(found)} live"]))
    return len(found)


def _read(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.mutants", description="Break a module, and see which tests miss it.")
    parser.add_argument("module", help="a module, or a folder of them, seen from the top")
    parser.add_argument("--tests", nargs="+", default=["tests"], help="what pytest is told")
    parser.add_argument("--again", action="store_true", help="ask the tests, as they are now, about what lived")
    parser.add_argument("--anew", action="store_true", help="begin again, with the files as they are now")
    parser.add_argument("--sample", type=int, metavar="PLACES", help="break so many places, drawn by lot, and no others")
    return parser.parse_args(arguments)


def _is_same(module: Path, begun: Path) -> bool:
    """Return whether a module, or every module in a folder, is unchanged since its mutants were generated."""
    return all(file.read_bytes() == (begun / file.relative_to(module.parent)).read_bytes()
               for file in ([module] if module.is_file() else module.rglob("*.py")))


def _copy(files: Iterable[Path], folder: Path) -> None:
    """Copy files and folders into a folder, replacing old copies. Mutants change only these copies."""
    folder.mkdir(parents=True, exist_ok=True)
    for file in files:
        if file.is_dir():
            shutil.rmtree(folder / file.name, ignore_errors=True)
            shutil.copytree(file, folder / file.name, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(file, folder)


def _forget_survivors(session: Path) -> None:
    """Delete the results of survivors, so that they are tried again."""
    with sqlite3.connect(session) as kept:
        kept.execute("DELETE FROM work_results WHERE test_outcome = 'SURVIVED'")


def _leave_annotations(session: Path, tree: Path) -> None:
    """Discard mutants in annotations: `int | None` has no effect at run time."""
    with sqlite3.connect(session) as kept:
        places = kept.execute("SELECT job_id, module_path, start_pos_row, start_pos_col FROM mutation_specs").fetchall()
        _drop(kept, [job for job, file, *place in places
                     if any(begin <= tuple(place) < end for begin, end in _annotations(tree / file))])


def _sample(session: Path, count: int | None) -> None:
    """Keep a reproducible random sample of the mutants, or all of them if no number is given."""
    with sqlite3.connect(session) as kept:
        jobs = [job for job, in kept.execute("SELECT job_id FROM mutation_specs ORDER BY module_path, start_pos_row, "
                                             "start_pos_col, operator_name, occurrence")]
        random.Random(0).shuffle(jobs)
        _drop(kept, jobs[len(jobs) if count is None else count:])


def _drop(kept: sqlite3.Connection, jobs: Iterable[str]) -> None:
    for job in jobs:
        kept.execute("DELETE FROM mutation_specs WHERE job_id = ?", (job,))
        kept.execute("DELETE FROM work_items WHERE job_id = ?", (job,))


@cache
def _annotations(file: Path) -> list[tuple[tuple[int, int], tuple[int, int]]]:
    """Return the start and end of each annotation, with rows counted from 1 and columns from 0."""
    parts = [getattr(node, name, None) for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
             for name in ("annotation", "returns")]
    return [((part.lineno, part.col_offset), (part.end_lineno or 0, part.end_col_offset or 0)) for part in parts
            if isinstance(part, ast.expr)]


def _run(folder: Path, *command: str) -> str:
    """Run Cosmic Ray in the copy and return its output. Bytecode is off: two mutants written in one second would share it."""
    ended = subprocess.run([str(MAKE / "mutants" / "bin" / "cosmic-ray"), *command], cwd=folder / "tree", check=True,
                           encoding="utf-8", stdout=subprocess.PIPE,
                           env=os.environ | {"PYTHONPATH": str(folder / "tree"), "PYTHONDONTWRITEBYTECODE": "1", "CI": "true"})
    return ended.stdout


def _survivors(dump: str, tree: Path) -> Iterator[str]:
    """Yield each survivor: file, line, mutation, and the original line."""
    for line in dump.splitlines():
        work, result = json.loads(line)
        if result is None or result["test_outcome"] != "survived":
            continue
        for place in work["mutations"]:
            file, row = place["module_path"], place["start_pos"][0]
            text = (tree / file).read_text(encoding="utf-8").splitlines()[row - 1].strip()
            yield f"{file}:{row}: {place['operator_name'].removeprefix('core/')} {place['occurrence']}: {text}"


if __name__ == "__main__":
    sys.exit(main() > 0)

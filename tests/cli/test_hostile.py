"""Tests that every command ends with a message for any arguments and output stream, without a traceback or data loss."""

from __future__ import annotations

import argparse
import errno
import os
import signal
import subprocess
import sys
from collections.abc import Iterator, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from rules_engine.cli import COMMANDS, CUT_OFF, TRACEBACK, main
from rules_engine.cli.errors import INTERRUPTED, REFUSED
from tests.site.tiny import ROOT
from tests.sketches.bridge_records import PBN
from tests.some import some

SCENARIO = """\
format: 1
game: snakebit
kind: {kind}
setup: {{trump: W, cursed: S, leader: South, hands: {{South: 7WY 3LY, West: 3SK 5YK, North: 6SY 9LK, East: 4YK 8YK}}}}
script:
  - ask: best-move
"""
SMALLEST: dict[str, list[str]] = {
    "assets": ["assets", "nowhere"],
    "check": ["check", "examples"],
    "coverage": ["coverage", "examples"],
    "days": ["days", "--examples", "examples", "--today", "2026-11-28", "--until", "2026-12-02"],
    "decisions": ["decisions", "snakebit", "--count", "1", "--seed", "2"],
    "docs": ["docs"],
    "match": ["match", "snakebit", "--deals", "2", "--one", "random"],
    "new-game": ["new-game", "mine"],
    "new-site": ["new-site", "made/cards"],
    "picture": ["picture", "examples/snakebit/puzzle.yml", "-o", "nowhere/puzzle.svg"],
    "play": ["play", "snakebit", "--seed", "1"],
    "puzzles": ["puzzles", "snakebit", "--hands", "1", "--count", "1"],
    "questions": ["questions", "snakebit", "--kind", "still-out", "--count", "1"],
    "read": ["read", "board.pbn"],
    "record": ["record", "snakebit", "--seed", "1", "recorded.yml"],
    "schema": ["schema"],
    "serve": ["serve", "--config", "nowhere.yml"],
    "solve": ["solve", "examples/snakebit/puzzle.yml"],
    "stats": ["stats", "snakebit", "--hands", "20", "--level", "random"],
    "words": ["words", "de"],
}
"""The shortest valid command line for each command, to be run in the folder made by the fixture ``folder``."""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a folder that contains a puzzle and invalid files."""
    (tmp_path / "examples" / "snakebit").mkdir(parents=True)
    (tmp_path / "examples" / "snakebit" / "puzzle.yml").write_text(SCENARIO.format(kind="puzzle"), encoding="utf-8")
    (tmp_path / "board.pbn").write_text(PBN, encoding="utf-8")
    (tmp_path / "binary.yml").write_bytes(bytes(range(256)))
    (tmp_path / "empty").mkdir()
    monkeypatch.chdir(tmp_path)
    return tmp_path


def run(folder: Path, arguments: Sequence[str], **how: Any) -> subprocess.CompletedProcess[bytes]:
    """Run a command in a subprocess."""
    known = {"PYTHONPATH": str(ROOT), **how.pop("env", {})}
    environment = {name: value for name, value in {**os.environ, **known}.items() if value is not None}
    streams = {"stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE, **how}
    return subprocess.run([sys.executable, "-m", "rules_engine", *arguments], cwd=folder, env=environment, check=False, **streams)


def said(ended: subprocess.CompletedProcess[bytes]) -> str:
    """Return a command's error output, and assert that it has no Python traceback."""
    told = (ended.stderr or b"").decode("utf-8", "replace")
    assert "Traceback" not in told + (ended.stdout or b"").decode("utf-8", "replace"), told
    assert "Exception ignored" not in told, told
    return told


def test_each_command_is_tried() -> None:
    assert SMALLEST.keys() == COMMANDS.keys()


# ---- output streams

TALKS = ["check", "coverage", "days", "decisions", "docs", "match", "new-game", "new-site", "play", "questions", "read", "record",
         "schema", "solve", "stats"]
"""Commands that print something when run with their shortest valid command line; the other commands refuse."""
QUICK = ["check", "schema", "play"]


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="only Linux has a device that is always full")
@pytest.mark.parametrize("command", some([*COMMANDS], QUICK))
def test_a_full_disk_is_told_and_fails(folder: Path, command: str) -> None:
    with Path("/dev/full").open("wb") as full:
        ended = run(folder, SMALLEST[command], stdout=full)
    told = said(ended)
    if command in {*TALKS} - {"new-game"}:
        assert (ended.returncode, "No space left on device" in told) == (1, True), told
    assert ended.returncode != 0
    if command == "schema":
        with Path("/dev/full").open("wb") as full:
            assert run(folder, ["--help"], stdout=full).returncode == 1


@pytest.mark.skipif(os.name == "nt", reason="Windows has other pipes")
@pytest.mark.parametrize("command", some(TALKS, ["check", "schema"]))
def test_whoever_stops_reading_ends_it_without_a_word(folder: Path, command: str) -> None:
    reads, writes = os.pipe()
    os.close(reads)
    try:
        ended = run(folder, SMALLEST[command], stdout=writes)
    finally:
        os.close(writes)
    if command != "new-game":
        assert (ended.returncode, said(ended)) == (CUT_OFF, "")


@pytest.mark.skipif(os.name == "nt", reason="there processes can't be started so")
@pytest.mark.parametrize("command", some([*COMMANDS], QUICK))
def test_streams_may_be_closed(folder: Path, command: str) -> None:
    for closed in (0, 1, 2):
        how = {"stdin": None, "preexec_fn": lambda closed=closed: os.close(closed)}
        ended = run(folder, SMALLEST[command], **how)
        told = said(ended)
        if closed == 1 and command in {*TALKS} - {"new-game", "new-site"}:
            assert (ended.returncode, "The output can't be written" in told) == (1, True), (command, told)
        assert ended.returncode in (0, 1, REFUSED), (closed, told)


@pytest.mark.parametrize("command", some([*COMMANDS], ["solve", "play"]))
def test_any_encoding_takes_its_output(folder: Path, command: str) -> None:
    whole = run(folder / "empty" / "..", SMALLEST[command], env={"PYTHONIOENCODING": "utf-8"})
    for name in ("made", "recorded.yml", "examples/snakebit/days.txt"):
        _forget(folder / name)
    for encoding in ("ascii", "cp1252"):
        ended = run(folder, SMALLEST[command], env={"PYTHONIOENCODING": encoding, "PYTHONUTF8": "0", "LC_ALL": "C"})
        assert ended.returncode == whole.returncode, said(ended)
        assert len(ended.stdout.splitlines()) == len(whole.stdout.splitlines())
        said(ended)
        for name in ("made", "recorded.yml", "examples/snakebit/days.txt"):
            _forget(folder / name)


def _forget(path: Path) -> None:
    for each in sorted(path.rglob("*"), reverse=True) if path.is_dir() else []:
        each.rmdir() if each.is_dir() else each.unlink()
    path.rmdir() if path.is_dir() else path.unlink(missing_ok=True)


@pytest.mark.parametrize("command", some([*COMMANDS], ["new-site", "play"]))
def test_it_needs_no_home_and_no_place_to_write(folder: Path, command: str) -> None:
    """On Linux, `/proc` is used, which accepts no files even from root; elsewhere, a folder without write permission."""
    shut = Path("/proc") if Path("/proc/self").exists() else folder / "empty"
    shut.chmod(0o555) if shut != Path("/proc") else None
    arguments = [each.replace("examples", str(folder / "examples")) for each in SMALLEST[command]]
    ended = run(shut, arguments, env={"HOME": None, "XDG_CACHE_HOME": None, "LC_ALL": "C", "PYTHONUTF8": "0"})
    assert ended.returncode in (0, 1, REFUSED), said(ended)
    assert said(ended) or ended.stdout


# ---- interruptions

def _ending(command: str, error: BaseException, monkeypatch: pytest.MonkeyPatch) -> None:
    def ends(chosen: argparse.Namespace) -> int:
        raise error

    monkeypatch.setattr(import_module(f"rules_engine.cli.{command.replace('-', '_')}"), "run", ends)


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize(("error", "status", "told"), [
    (KeyboardInterrupt(), INTERRUPTED, "interrupted\n"),
    (BrokenPipeError(errno.EPIPE, "Broken pipe"), CUT_OFF, ""),
    (OSError(errno.ENOSPC, "No space left on device"), 1, "The output can't be written: No space left on device\n"),
    (PermissionError(errno.EACCES, "Permission denied", "a/file"), 1, "a/file: Permission denied\n"),
    (FileNotFoundError(errno.ENOENT, "No such file or directory"), 1, "The current folder is gone: go to another one.\n"),
    (RecursionError("too deep"), 1, "An unexpected error, in a game's rules or in Follow Suit: RecursionError: too deep, in "),
    (MemoryError(), 1, "An unexpected error"),
], ids=lambda value: type(value).__name__ if isinstance(value, BaseException) else None)
def test_whatever_is_raised_ends_it_in_a_sentence(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str],
    command: str, error: BaseException, status: int, told: str
) -> None:
    _ending(command, error, monkeypatch)
    assert main(SMALLEST[command]) == status
    shown = capsys.readouterr()
    assert (shown.out, shown.err.startswith(told), "Traceback" in shown.err) == ("", True, False)
    assert told or not shown.err


def test_the_traceback_is_there_for_whoever_asks_for_it(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    _ending("schema", ZeroDivisionError("oh"), monkeypatch)
    monkeypatch.setenv(TRACEBACK, "1")
    with pytest.raises(ZeroDivisionError):
        main(["schema"])


def _hears_ctrl_c() -> None:
    """Restore the default SIGINT handler, because shells make background programs and their children ignore SIGINT."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


@pytest.mark.skipif(os.name == "nt", reason="Windows has no SIGINT for another process")
@pytest.mark.parametrize("command", ["play", "record"])
def test_ctrl_c_while_it_waits_for_a_move(folder: Path, command: str) -> None:
    asks = subprocess.Popen([sys.executable, "-u", "-m", "rules_engine", *SMALLEST[command]], cwd=folder, stdin=subprocess.PIPE,
                            stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=os.environ | {"PYTHONPATH": str(ROOT)},
                            preexec_fn=_hears_ctrl_c)
    assert asks.stdout is not None
    seen = b""
    while b"Your move: " not in seen:
        read = asks.stdout.read(1)
        assert read, seen
        seen += read
    asks.send_signal(signal.SIGINT)
    out, errors = asks.communicate()
    assert (asks.returncode, b"Traceback" in out + errors) == (INTERRUPTED, False)


# ---- arguments

ODD = ["", "-1", "0", "9" * 5000, "x" * 100_000, "\udcff", "..", "/dev/null", "nowhere", "empty", "binary.yml", "--", "--nothing",
       "1e9", "٧", "a\nb", "{}", "NaN", "con"]


def _options(command: str) -> Iterator[list[str]]:
    """Yield the options of a command that take a value."""
    parser = argparse.ArgumentParser(prog=command)
    import_module(f"rules_engine.cli.{command.replace('-', '_')}").add_arguments(parser)
    for action in parser._actions:
        if action.option_strings and action.nargs != 0:
            yield [action.option_strings[-1]]


CASES = [(command, option) for command in COMMANDS for option in [[], *_options(command)]]


@pytest.mark.parametrize("case", some(
    CASES, [("check", []), ("days", ["--until"]), ("solve", ["--step"]), ("stats", ["--seed"]), ("new-game", [])],
    lambda case: " ".join([case[0], *case[1]])))
def test_odd_arguments_are_refused_in_few_words(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], case: tuple[str, list[str]]
) -> None:
    command, option = case
    monkeypatch.setattr("builtins.input", lambda prompt="": "quit")
    for odd in ODD:
        words = SMALLEST[command]
        arguments = [*words, *option, odd] if option else [words[0], odd, *words[2:]]
        try:
            status = main(arguments)
        except SystemExit as end:       # argparse reports the error
            status = int(end.code or 0)
        told = capsys.readouterr()
        assert status in (0, 1, REFUSED), (odd, told.err)
        assert status == 0 or told.err or told.out, odd
        assert len(told.err) < 4000, (odd, told.err[:300])
        assert "Traceback" not in told.err
        for name in ("made", "recorded.yml", "examples/snakebit/days.txt"):
            _forget(folder / name)


@pytest.mark.parametrize(("arguments", "told"), [
    (["check", "empty"], "empty has no scenario files: expected files that end in .yml, .yaml or .json."),
    (["coverage", "empty"], "empty has no scenario files"),
    (["solve", "empty"], "empty has no scenario files"),
    (["check", "examples", "empty"], "empty has no scenario files"),
    (["solve", "asks-nothing.yml"], "Nothing is solved: no scenario asks for the best move."),
    (["days", "--examples", "empty"], "No folder of empty has puzzles"),
    (["days", "--examples", "nowhere"], "There is no folder nowhere"),
    (["days", "--until", "9999-12-31"], "is too far ahead"),
    (["days", "--until", "2090-12-31"], "--until 2090-12-31 is too far ahead: 10 years are the most"),
    (["check", "examples", "--jobs", "1000000"], "'1000000' is no number of processes: expected one from 1 to 61"),
    (["stats", "snakebit", "--workers", "0"], "'0' is no number of processes"),
    (["play", "x" * 10_000], "… (10,002 characters) (choose from"),
])
def test_nothing_found_is_no_success(folder: Path, capsys: pytest.CaptureFixture[str], arguments: list[str], told: str) -> None:
    Path("asks-nothing.yml").write_text(SCENARIO.format(kind="example").partition("script")[0], encoding="utf-8")
    try:
        status = main(arguments)
    except SystemExit as end:
        status = int(end.code or 0)
    assert status == REFUSED
    assert told in capsys.readouterr().err


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="Windows has no such files")
def test_a_pipe_or_a_device_is_no_file(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    os.mkfifo("pipe.yml")
    assert main(["check", "pipe.yml"]) == REFUSED
    assert "pipe.yml:1: can't be read: it is a device or a pipe, not a file" in capsys.readouterr().out
    assert main(["check", "/dev/null"]) == REFUSED
    os.mkfifo("examples/other.yml")
    assert main(["check", "examples"]) == 0, "among the files of a folder it is none"


def test_a_value_is_repeated_only_in_part(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = SCENARIO.format(kind="example")
    for place, (old, new) in enumerate([("trump: W", f"trump: {'9' * 4400}"), ("trump: W", f"{'x' * 10**6}: W"),
                                        ("South: 7WY 3LY", f"South: {'y' * 10**6}"), ("snakebit", "z" * 10**6),
                                        ("ask: best-move", f"South: {'w' * 10**6}"), ("ask: best-move", f"{'v' * 10**6}: 7WY"),
                                        ("ask: best-move", f"expect: {{to_act: {'u' * 10**6}}}"),
                                        ("ask: best-move", f"legal: [{', '.join(map(str, range(10**5)))}]")]):
        Path(f"{place}.yml").write_text(text.replace(old, new), encoding="utf-8")
        assert main(["check", f"{place}.yml"]) in (1, REFUSED)
        assert 0 < len(capsys.readouterr().out) < 6000, new[:40]

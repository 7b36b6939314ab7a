"""``followsuit check --watch``: each change is reported once, and the command runs until the author stops it."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from rules_engine.authoring.checks.file_watcher import FileWatcher
from rules_engine.cli import main
from tests.cli.test_check import HOLDS

GOOD, WRONG = HOLDS.replace("NEXT", "North"), HOLDS.replace("NEXT", "East")
FAULT = "7: step 2 (West 9WY): to_act: expected East, got North"


class Desk:
    """A watched folder whose files have controlled modification times."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.watch, self._clock = folder, FileWatcher([folder]), 1_700_000_000

    def write(self, name: str, text: str) -> str:
        path = self.folder / name
        path.write_text(text, encoding="utf-8")
        self._clock += 1
        os.utime(path, (self._clock, self._clock))
        return str(path)


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    return Desk(tmp_path)


def test_the_first_look_tells_all_and_the_next_nothing(desk: Desk) -> None:
    desk.write("a.yml", GOOD)
    wrong = desk.write("b.yml", WRONG)
    assert desk.watch.look() == [f"{wrong}:{FAULT}", "2 files, 1 hold"]
    assert desk.watch.look() == []


def test_a_file_is_checked_again_when_it_changes_and_told_when_it_holds(desk: Desk) -> None:
    path = desk.write("a.yml", GOOD)
    desk.watch.look()
    desk.write("a.yml", WRONG)
    assert desk.watch.look() == [f"{path}:{FAULT}", "1 file, 0 hold"]
    desk.write("a.yml", GOOD)
    assert desk.watch.look() == [f"{path}: holds", "1 file, 1 hold"]


def test_a_known_fault_is_not_told_again_wherever_it_stands(desk: Desk) -> None:
    path = desk.write("a.yml", WRONG)
    desk.watch.look()
    desk.write("a.yml", "# a word\n" + WRONG)
    assert desk.watch.look() == ["1 file, 0 hold"]
    desk.write("a.yml", WRONG.replace("to_act: East", "to_act: East, leader: East"))
    assert desk.watch.look() == [f"{path}:7: step 2 (West 9WY): leader: expected East, got South", "1 file, 0 hold"]
    desk.write("a.yml", WRONG)
    assert desk.watch.look() == [f"{path}: 1 fault mended, 1 left", "1 file, 0 hold"]


def test_files_come_and_go(desk: Desk) -> None:
    assert desk.watch.look() == ["0 files, 0 hold"]
    path = desk.write("new.yml", GOOD)
    assert desk.watch.look() == [f"{path}: holds", "1 file, 1 hold"]
    Path(path).unlink()
    assert desk.watch.look() == [f"{path}: gone", "0 files, 0 hold"]


@pytest.mark.parametrize("text", ["a: [", "", "\x00", "format: 1\ngame: [1]", "format: 1\ngame: snakebit\nscript: 3"])
def test_no_text_ends_it(desk: Desk, text: str) -> None:
    desk.write("a.yml", GOOD)
    desk.watch.look()
    desk.write("a.yml", text)
    assert desk.watch.look()[-1] == "1 file, 0 hold"


def test_no_game_ends_it(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    def stumbles(path: Path) -> None:
        raise ZeroDivisionError("division by zero")

    path = desk.write("a.yml", GOOD)
    monkeypatch.setattr("rules_engine.authoring.checks.file_watcher.check_file", stumbles)
    fault, summed_up = desk.watch.look()
    assert fault.startswith(f"{path}: the game failed at this file: ZeroDivisionError: division by zero, in ")
    assert summed_up == "1 file, 0 hold"


def test_a_folder_that_vanishes_and_comes_back_is_watched_on(tmp_path: Path) -> None:
    desk = Desk(tmp_path / "drafts")
    desk.folder.mkdir()
    path = desk.write("a.yml", GOOD)
    desk.watch.look()
    shutil.rmtree(desk.folder)
    told = desk.watch.look()
    assert f"{path}: gone" in told
    assert any("can't be read" in line for line in told)
    desk.folder.mkdir()
    desk.write("a.yml", GOOD)
    assert f"{path}: holds" in desk.watch.look()


def test_the_command_goes_on_until_ctrl_c(desk: Desk, monkeypatch: pytest.MonkeyPatch,
                                          capsys: pytest.CaptureFixture[str]) -> None:
    def edits() -> Iterator[Callable[[], object]]:
        yield lambda: desk.write("a.yml", WRONG)
        yield lambda: desk.write("a.yml", "a: [")
        yield lambda: desk.write("a.yml", GOOD)

    coming = edits()

    def sleep(seconds: float) -> None:
        edit = next(coming, None)
        if edit is None:
            raise KeyboardInterrupt
        edit()

    path = desk.write("a.yml", GOOD)
    monkeypatch.setattr("time.sleep", sleep)
    assert main(["check", "--watch", str(desk.folder)]) == 0
    told = capsys.readouterr().out
    assert told.startswith("1 file, 1 hold\n")
    assert told.index(FAULT) < told.index("this isn't YAML") < told.index(f"{path}: holds")


def test_watching_and_json_do_not_go_together(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", "--watch", "--json", str(tmp_path)]) == 2
    assert "leave it out with --fill and --watch" in capsys.readouterr().err

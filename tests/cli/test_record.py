"""Hands recorded in the terminal: the file is complete however the user quits."""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

from rules_engine.api.session import new_session
from rules_engine.authoring.checks.check import CheckResult, check_file
from rules_engine.cli import main


def moves(count: int = 1000) -> list[str]:
    """Return the first ``count`` lines to type when playing the hand with seed 4."""
    session, lines = new_session("snakebit", 4).others_play(), list[str]()
    while not session.position.hand_over:
        lines.append("" if session.waiting else session.game.legal(session.position)[0].text)
        session = session.rest() if session.waiting else session.play(lines[-1]).others_play()
    return lines[:count]


def record(monkeypatch: pytest.MonkeyPatch, lines: Iterable[str], *arguments: str) -> int:
    monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{line}\n" for line in lines)))
    return main(["record", "snakebit", "--seed", "4", *arguments])


def holds(path: Path) -> CheckResult:
    checked = check_file(path)
    assert not checked.problems
    return checked


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "hand.yml"


def test_a_whole_hand_is_written_with_its_score(file: Path, monkeypatch: pytest.MonkeyPatch,
                                                capsys: pytest.CaptureFixture[str]) -> None:
    assert record(monkeypatch, moves(), str(file)) == 0
    run = holds(file).run
    assert run is not None
    assert run.end.hand_over
    assert "hand_score" in run.scenario.script[-1].expect
    assert f"{file} holds an example of 24 moves." in capsys.readouterr().out


def test_who_leaves_in_mid_hand_finds_what_was_played(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert record(monkeypatch, [*moves(2), "quit"], str(file)) == 0
    run = holds(file).run
    assert run is not None
    assert not run.end.hand_over
    assert run.moments


def test_it_is_there_before_the_reader_leaves(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """After Ctrl-C, a closed window or a crash, the file has everything except the last line typed."""
    typed: Iterator[str] = iter(moves(3))
    held = list[int]()

    def typing(prompt: str) -> str:
        held.append(len(holds(file).scenario.script) if file.exists() else 0)  # type: ignore[union-attr]
        try:
            return next(typed)
        except StopIteration:
            raise KeyboardInterrupt from None

    monkeypatch.setattr("builtins.input", typing)
    assert main(["record", "snakebit", "--seed", "4", str(file)]) == 130
    assert held == sorted(held)
    assert len(holds(file).scenario.script) == held[-1] > 0  # type: ignore[union-attr]


def test_the_last_tricks_alone_begin_with_the_position_before_them(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert record(monkeypatch, moves(), "--tricks", "2", str(file)) == 0
    run = holds(file).run
    assert run is not None
    assert len(run.moments) == 8
    assert all(len(hand) == 2 for hand in run.start.hands)
    assert "deal" not in run.scenario.rules


def test_the_last_decision_is_a_quiz(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert record(monkeypatch, [*moves(1), "quit"], "--quiz", str(file)) == 0
    run = holds(file).run
    assert run is not None
    assert run.scenario.kind == "quiz"
    asked = run.moments[-1]
    assert asked.step.ask is not None
    assert (asked.seat, asked.step.move) == (0, moves(1)[0])


def test_a_file_that_is_there_stays_as_it_is(file: Path, monkeypatch: pytest.MonkeyPatch,
                                             capsys: pytest.CaptureFixture[str]) -> None:
    file.write_text("mine", encoding="utf-8")
    assert record(monkeypatch, moves(), str(file)) == 2
    assert file.read_text(encoding="utf-8") == "mine"
    assert "already exists: choose another name, or overwrite it with --force" in capsys.readouterr().err
    assert record(monkeypatch, ["quit"], "--force", str(file)) == 0
    assert file.read_text(encoding="utf-8") == "mine", "nothing was played: nothing is written"
    assert record(monkeypatch, moves(), "--force", str(file)) == 0
    holds(file)


def test_what_another_program_wrote_meanwhile_stays_and_the_hand_is_printed(
        file: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    def typing(prompt: str) -> str:
        file.write_text("theirs", encoding="utf-8")
        return moves(1)[0]

    monkeypatch.setattr("rules_engine.cli.record.Record.check", lambda record: None)
    file.write_text("theirs", encoding="utf-8")
    monkeypatch.setattr("builtins.input", typing)
    assert main(["record", "snakebit", "--seed", "4", str(file)]) == 2
    assert file.read_text(encoding="utf-8") == "theirs"
    assert "This is what it would hold:\n\nformat: 1\ngame: snakebit" in capsys.readouterr().err


def test_moves_that_are_all_taken_back_leave_no_file(file: Path, monkeypatch: pytest.MonkeyPatch,
                                                    capsys: pytest.CaptureFixture[str]) -> None:
    assert record(monkeypatch, [*moves(1), "undo", "quit"], "--seat", "all", str(file)) == 0
    assert not file.exists()
    assert "Nothing is written: no move was made." in capsys.readouterr().out


@pytest.mark.parametrize(("arguments", "told"), [
    (["hand.txt"], "a scenario's file ends in .yml or .yaml"),
    (["nowhere/hand.yml"], "there is no folder nowhere. Make it first."),
    (["--seat", "Ann", "hand.yml"], "'Ann' is no seat at this table: choose one of South, West, North, East, or all."),
])
def test_what_cannot_be_recorded_is_said_before_anything_is_played(
        arguments: list[str], told: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
        capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.chdir(tmp_path)
    assert record(monkeypatch, [], *arguments) == 2
    assert told in capsys.readouterr().err


@pytest.mark.parametrize("arguments", [["--tricks", "0"], ["--option", "pack"]])
def test_arguments_that_mean_nothing_are_refused(arguments: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(SystemExit):
        record(monkeypatch, [], *arguments, "hand.yml")


def test_seat_and_options_are_those_that_were_asked_for(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("bid 2\nquit\n"))
    assert main(["record", "double-knot", "--players", "3", "--option", "pack=extended", "--seat", "West", "--seed", "1",
                 str(file)]) == 0
    run = holds(file).run
    assert run is not None
    assert run.game.options["pack"] == "extended"
    assert [moment.step.move for moment in run.moments if moment.seat == 1] == ["bid 2"]

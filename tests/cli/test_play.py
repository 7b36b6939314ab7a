"""A hand in the terminal, from the first card to the score sheet."""

from __future__ import annotations

import io

import pytest

from rules_engine.browser.session import new_session
from rules_engine.cli import main


def play(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], *lines: str) -> str:
    monkeypatch.setattr("sys.stdin", io.StringIO("\n".join(lines) + "\n"))
    assert main(["play", "snakebit", "--seed", "4"]) == 0
    return capsys.readouterr().out


def whole_hand() -> list[str]:
    session, moves = new_session("snakebit", 4), list[str]()
    while not session.position.hand_over:
        if session.waiting:
            session = session.go_on()
            continue
        moves.append(session.game.legal(session.position)[0].text)
        session = session.play(moves[-1]).others_play()
    return moves


def test_a_hand_is_played_to_its_score(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    told = play(monkeypatch, capsys, *whole_hand(), "quit")
    assert "Cursed cards taken" in told
    assert "Total" in told


def test_every_word_is_answered(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    told = play(monkeypatch, capsys, "", "?", "hint", "last", "undo", "AM", "bid 4", "quit")
    for answer in ("Type a move", "yes: ", "The coach would play", "No trick has been finished", "[not-a-move]"):
        assert answer in told


def test_choices_the_game_has_not_are_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["play", "snakebit", "--players", "7"]) == 2
    assert "for 3 or 4 players" in capsys.readouterr().err

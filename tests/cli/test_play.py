"""Hands played in the terminal, from the first card to the score sheet."""

from __future__ import annotations

import io
import re

import pytest

from rules_engine.api.session import new_session
from rules_engine.cli import main


def play(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], *lines: str, game: str = "snakebit",
         seed: int = 4) -> str:
    monkeypatch.setattr("sys.stdin", io.StringIO("\n".join(lines) + "\n"))
    assert main(["play", game, "--seed", str(seed)]) == 0
    return capsys.readouterr().out


def whole_hand() -> list[str]:
    session, moves = new_session("snakebit", 4).others_play(), list[str]()
    while not session.position.hand_over:
        if session.waiting:
            session = session.rest()
            continue
        moves.append(session.game.legal(session.position)[0].text)
        session = session.play(moves[-1]).others_play()
    return moves


def test_a_hand_is_played_to_its_score(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    told = play(monkeypatch, capsys, *whole_hand(), "quit")
    assert "For cursed cards" in told
    assert "Total" in told


def test_every_word_is_answered(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    told = play(monkeypatch, capsys, "", "?", "hint", "last", "undo", "AM", "bid 4", "quit")
    for answer in ("Type a move", "yes: ", "The coach would play", "No trick has been finished", "[not-a-move]"):
        assert answer in told


def test_who_bids_is_told_no_moves_but_bids(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    told = play(monkeypatch, capsys, "bit 3", "quit", game="double-knot")
    assert "“bit 3” can't be read here: expected a move of this phase: “bid NUMBER”." in told


def test_partners_talk_and_listen(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """At each stop, the reader says the first available phrase, and otherwise makes the move that a bot would choose."""
    session, lines = new_session("knueffeln", 8).others_play(), list[str]()
    while not session.position.hand_over:
        if session.sayings:
            lines.append("1")
            session = session.say(session.sayings[0].phrase).others_play()
        elif session.waiting:
            session = session.rest()
        else:
            lines.append(session.bot_choice().move.text)
            session = session.play(lines[-1]).others_play()
    told = play(monkeypatch, capsys, *lines, "quit", game="knueffeln", seed=8)
    own = next(iter(session.said.values()))
    rest = told
    for reached, move in zip(session.line, session.moves, strict=False):    # every move is printed, in order
        name = session.narrator.name(reached.position.actor)
        _, found, rest = re.split(rf"({name}: (?:{move.text}|{move.verb} a card)\n)", rest, maxsplit=1)
        assert found
    assert "This hand" in rest
    assert "You may say:" in told
    assert f"You: “{own}” (" in told
    assert any(f"{name}: “" in told for name in ("West", "North", "East"))


def test_a_card_put_face_down_is_not_told(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    session = new_session("double-king-pedro", 4).others_play()
    lines = list[str]()
    while session.position.phase != "play":
        if session.waiting:
            session = session.rest()
        else:
            lines.append(session.bot_choice().move.text)
            session = session.play(lines[-1]).others_play()
    told = play(monkeypatch, capsys, *lines, "quit", game="double-king-pedro")
    others = [line for line in told.splitlines() if line.startswith(("West: discard", "North: discard", "East: discard"))]
    assert others
    assert all(line.endswith("discard a card") for line in others)


def test_choices_the_game_has_not_are_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["play", "snakebit", "--players", "7"]) == 2
    assert "for 3 or 4 players" in capsys.readouterr().err

"""Randomly damaged saves, messages and scenarios are refused with a sentence and have no side effects."""

from __future__ import annotations

import base64
import json
import random
import zlib
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from rules_engine.api.messages import handle
from rules_engine.api.saves import read_save, write_save
from rules_engine.api.session import InvalidSave, Session, new_session
from rules_engine.authoring.yaml_text import read_yaml
from rules_engine.core.positions.json_values import JsonValue
from rules_engine.games import known_games
from rules_engine.playground.handlers import looked_at
from tests.fuzz import MARKUP, chunks, damaged, damaged_text
from tests.ours import looks_at_examples

EXAMPLES = Path(__file__).parents[2] / "examples"
LINKS = {"game": "../rules/", "general": "../../", "faces": "../faces"}
DEEDS = {"go": "", "hint": "", "why": "x", "undo": "", "look": "2", "now": "", "review": "", "pick": "5SW", "number": "3",
         "play": "x", "say": "x", "retry": "1", "deal": "", "again": "", "last": "", "because": "", "choice": "1",
         "trick-because": "1", "give": ""}


def begun(game: str, moves: int) -> Session:
    session = new_session(game, 3)
    for _ in range(moves):
        if session.position.to_act is not None:
            session = session.after(session.game.legal(session.position)[0])
    return session


@cache
def saves() -> list[str]:
    return [write_save(begun(game, moves)) for game in known_games() for moves in (0, 8)]


def sealed(body: JsonValue) -> str:
    """Return a save that has the given content and a valid checksum."""
    return sealed_bytes(json.dumps(body).encode())


def sealed_bytes(raw: bytes) -> str:
    return f"fs1.{zlib.crc32(raw):08x}.{base64.urlsafe_b64encode(raw).decode().rstrip('=')}"


def unsealed(save: str) -> JsonValue:
    body: JsonValue = json.loads(base64.urlsafe_b64decode(f"{save.split('.')[2]}=="))
    return body


@chunks(600)
def test_a_damaged_save_is_refused_or_is_a_hand(seeds: range) -> None:
    for seed in seeds:
        chance = random.Random(seed)
        save = chance.choice(saves())
        given = damaged_text(save, chance) if chance.random() < 0.3 else sealed(damaged(unsealed(save), chance))
        with suppress(InvalidSave):
            session = read_save(given)
            assert read_save(write_save(session)).moves == session.moves, seed


@pytest.mark.parametrize("game", known_games())
def test_a_card_is_picked_in_turn_only(game: str) -> None:
    early = 0
    for moves in range(12):
        session = begun(game, moves)
        if session.readers_turn or session.position.to_act is None:
            continue
        early += 1
        for card in (session.position.hands[0] or session.game.deck)[:1]:
            answer = json.loads(handle(json.dumps({"op": "do", "do": "pick", "value": card.text, "save": write_save(session),
                                                   "seed": 4, "picked": "", "level": "plain", "links": LINKS})))
            assert answer.get("kind") != "fault", (moves, answer)
    assert early


def test_brackets_without_end_are_a_damaged_save() -> None:
    save = sealed_bytes(b'{"m": ' + b"[" * 100_000)
    with pytest.raises(InvalidSave):
        read_save(save)


def scenarios(kind: str) -> list[dict[str, Any]]:
    found = [read_yaml(file.read_text(encoding="utf-8")).value for file in sorted((EXAMPLES / "snakebit").rglob("*.yml"))]
    return [each for each in found if each.get("kind", "example") == kind][:2]


def of_game(game: str) -> list[dict[str, Any]]:
    """Return the messages that work with any game, one or more per operation."""
    save = write_save(begun(game, 8))
    deeds = [{"op": "do", "do": do, "value": value, "save": save, "seed": 4, "picked": "", "level": "plain"}
             for do, value in DEEDS.items()]
    table = {"tool": "trick", "phase": "play", "entered": {}, "rows": [], "leader": 0, "cards": [], "tricks": [], "hand": [],
             "calls": []}
    return [*deeds, {"op": "practice", "game": game, "seed": 3, "level": "plain"}, {"op": "resume", "save": save, "friend": True},
            {"op": "record", "kind": "example", "save": save}, {"op": "record", "kind": "table", "save": save},
            {"op": "ownpuzzle", "save": save, "place": 0}, {"op": "newpuzzle", "game": game, "seed": 3, "attempt": 0},
            {"op": "referee", "game": game, "variant": None, "players": None, **table}]


def of_snakebit() -> list[dict[str, Any]]:
    """Return messages that contain a Snakebit scenario, referee table or match."""
    seats = ["Ann", "Ben", "Cem", "Dora"]
    text = (EXAMPLES / "snakebit" / "follow-suit.yml").read_text(encoding="utf-8")
    tricks = [{"leader": 0, "cards": ["4WL", "8WL", "3SK", "2WL"]}]
    found: list[dict[str, Any]] = [
        {"op": "referee", "game": "snakebit", "variant": "standard", "players": 4, "tool": "turn", "phase": "play",
         "seats": seats, "entered": {"trump": ["K"]}, "rows": ["trump"], "leader": 0, "cards": ["9WY"], "tricks": tricks,
         "hand": ["3MW", "7SK"], "calls": [], "export": "practice"},
        {"op": "score", "game": "snakebit", "variant": "standard", "players": 4, "options": {}, "seats": seats, "dealer": 0,
         "hands": [{"tricks": [2, 2, 1, 1], "cursed_taken": [2, 2, 2, 2]}]},
        {"op": "draft", "do": "check", "text": text, "game": "snakebit"},
        {"op": "draft", "do": "fill", "text": text, "game": "snakebit"},
        {"op": "draft", "do": "complete", "before": "game: snakebit\nplay", "after": "", "game": "snakebit"}]
    for each in scenarios("example"):
        found += [{"op": "whatif", "scenario": each, "step": 1, "moves": [], "do": "play", "value": "9WY"},
                  {"op": "record", "kind": "quiz", "scenario": each, "step": 1, "moves": []}]
    for each in scenarios("quiz"):
        found.append({"op": "quiz", "game": "snakebit", "kind": "legal-moves", "rules": ["follow-suit"], "seed": 5,
                      "scenario": each})
    for each in scenarios("puzzle"):
        found += [{"op": "puzzle", "scenario": each, "moves": [], "do": "hint", "value": "", "hints": 0, "explored": None},
                  {"op": "puzzle", "scenario": each, "moves": [], "do": "play", "value": "x", "explored": []},
                  {"op": "record", "kind": "puzzle", "scenario": each, "moves": []}]
    return found


@cache
def messages() -> list[list[dict[str, Any]]]:
    """Return all messages, grouped by operation."""
    every = [*(each for game in known_games() for each in of_game(game)), *of_snakebit()]
    return [[each for each in every if each["op"] == op] for op in sorted({each["op"] for each in every})]


@looks_at_examples()
@chunks(80)
def test_a_damaged_message_has_an_answer_that_shows_no_markup(seeds: range) -> None:
    for seed in seeds:
        chance = random.Random(seed)
        message = damaged({"links": LINKS, **chance.choice(chance.choice(messages()))}, chance)
        answer = json.loads(handle(json.dumps(message)))
        assert answer.get("kind") != "fault", (seed, answer["error"], message)
        assert MARKUP not in answer.get("html", "") + answer.get("side", ""), (seed, message)


@looks_at_examples()
@chunks(40)
def test_a_damaged_scenario_is_looked_at_and_told(seeds: range) -> None:
    texts = [file.read_text(encoding="utf-8") for file in sorted(EXAMPLES.rglob("*.yml"))[::10] if "puzzle" not in file.name]
    for seed in seeds:
        chance = random.Random(seed)
        text = chance.choice(texts)
        as_json = chance.random() < 0.4
        looked_at(json.dumps(damaged(read_yaml(text).value, chance)) if as_json else damaged_text(text, chance))

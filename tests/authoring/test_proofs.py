"""The proof cache: each proof is computed once and stays valid until a dependency changes. Builds don't need the cache."""

from __future__ import annotations

import gc
import json
import os
import re
import sys
from collections.abc import Collection, Iterator
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

import rules_engine
from rules_engine.authoring.caches import code_digest, proof_cache
from rules_engine.authoring.caches.cache import read_cached, write_cached
from rules_engine.authoring.caches.code_digest import imported_files
from rules_engine.authoring.caches.proof_cache import Proofs
from rules_engine.authoring.checks import check, check_text
from rules_engine.authoring.checks.check import check_file, check_files, scenario_files
from rules_engine.quiz import best_move
from rules_engine.scenarios.replay import Replay
from rules_engine.site.model.scenarios import read_scenarios
from rules_engine.solver import search
from tests.ours import OURS, looks_at_examples

ENGINE = Path(rules_engine.__file__).parent
EXAMPLES = ENGINE.parent / "examples"
HANDS = {"South": ["2SY", "5SW", "8YK"], "West": ["9WY", "3LY", "7WY"], "North": ["6LK", "4YK", "7ML"],
         "East": ["6SY", "8MS", "9MS"]}
SETUP = {"dealer": "East", "leader": "South", "cursed": "Y", "trump": "K", "broken": ["Y", "K"], "hands": HANDS}


def puzzle(goal: str = "score", **changed: Any) -> dict[str, Any]:
    """Return a Snakebit puzzle; ``changed`` replaces keys in its setup."""
    return {"format": 1, "game": "snakebit", "kind": "puzzle", "goal": goal, "setup": SETUP | changed,
            "script": [{"ask": "best-move"}]}


@pytest.fixture
def examples(tmp_path: Path) -> Path:
    """Return a folder that contains three valid puzzles, an invalid one, and an example without a question."""
    folder = tmp_path / "examples" / "snakebit"
    folder.mkdir(parents=True)
    texts = {"a": puzzle(), "b": puzzle(trump="L"), "c": puzzle("trick"), "broken": puzzle(hands={}),
             "example": {"format": 1, "game": "snakebit", "setup": SETUP, "script": []}}
    for name, plain in texts.items():
        (folder / f"{name}.json").write_text(json.dumps(plain), encoding="utf-8")
    return folder.parent


@pytest.fixture
def solved(monkeypatch: pytest.MonkeyPatch) -> list[object]:
    """Return a list to which each position solved in this process is appended."""
    positions = list[object]()
    real = search.solve_with_lines

    def counted(game: Any, position: Any, goal: Any, limit: int) -> Any:
        positions.append(position)
        return real(game, position, goal, limit)

    monkeypatch.setattr(best_move, "solve_with_lines", counted)
    return positions


def read(examples: Path, cache: Path) -> dict[str, Replay]:
    """Return the replays of the valid examples, as a build reads them."""
    found = read_scenarios(examples, ["snakebit"], "examples", cache)
    return {name: checked.run for name, checked in found.items() if checked.run is not None}


@pytest.mark.parametrize("many", [2, 100], ids=["in processes", "in one process"])
def test_a_second_build_proves_nothing_again(many: int, examples: Path, tmp_path: Path, solved: list[object],
                                             monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(check, "MANY", many)
    file = tmp_path / "cache" / "proofs.json"
    first = read(examples, file)
    assert len(solved) == (0 if many == 2 else 3)
    solved.clear()
    second = read(examples, file)
    assert solved == []
    for name in ("snakebit/a.json", "snakebit/b.json", "snakebit/c.json"):
        assert [*second[name].proofs[0].values.items()] == [*first[name].proofs[0].values.items()], "moves have their order"
        assert second[name].proofs[0][:2] == first[name].proofs[0][:2]
        assert second[name].proofs[0][4:] == first[name].proofs[0][4:]


def test_what_no_file_asks_for_any_more_is_forgotten(examples: Path, tmp_path: Path) -> None:
    file = tmp_path / "proofs.json"
    read(examples, file)
    assert len(Proofs(file).known) == 3
    (examples / "snakebit" / "b.json").unlink()
    read(examples, file)
    assert len(Proofs(file).known) == 2


def key(plain: dict[str, Any], tmp_path: Path) -> str:
    """Return the cache key for a scenario's proof."""
    file = tmp_path / "p.json"
    file.write_text(json.dumps(plain), encoding="utf-8")
    [found] = Proofs().keys_of(check.replay_file(file).run).values()
    return found


def test_words_of_a_scenario_change_no_key_and_all_that_counts_does(tmp_path: Path) -> None:
    plain = key(puzzle(), tmp_path)
    step = {"ask": {"kind": "best-move", "choices": 2}, "note": "Look."}
    assert key(puzzle() | {"title": "Another", "intro": "More", "script": [step]}, tmp_path) == plain
    others = [puzzle("trick"), puzzle(trump="L"), puzzle(leader="West"), puzzle(score={"South": 1}), puzzle(dealer="West"),
              puzzle() | {"variant": "poison-nonesuch"}]
    assert len({plain, *(key(other, tmp_path) for other in others)}) == 1 + len(others)


def test_a_key_is_the_same_in_every_process_and_every_puzzle_has_its_own(tmp_path: Path) -> None:
    files = [file for game in OURS for file in [*scenario_files([EXAMPLES / game / "puzzles"])][:6]]
    known = Proofs()
    known.known |= check._proved_in_processes(files)
    here = [key for file in files for key in Proofs().keys_of(check.replay_file(file).run).values()]
    assert set(here) == known.known.keys()
    assert len(known.known) == len(files)


# ---- a useless cache

def damaged(file: Path) -> Iterator[str]:
    """Damage a cache file in several ways, one after another, and yield a name for each. Finally delete the file."""
    whole = file.read_bytes()
    turned = whole[:-9] + bytes([whole[-9] ^ 1]) + whole[-8:]
    for name, content in (("empty", b""), ("cut short", whole[:-40]), ("a bit turned", turned), ("nested", b"[" * 100_000),
                          ("older", b'{"engine": "0", "proved": {}}'), ("no text", bytes(range(256)))):
        file.write_bytes(content)
        yield name
    file.unlink()
    file.mkdir()
    yield "a folder"
    file.rmdir()
    file.symlink_to(file)
    yield "a link to itself"
    file.unlink()
    if hasattr(os, "mkfifo"):
        os.mkfifo(file)
        yield "a pipe"


def test_a_damaged_cache_is_none(examples: Path, tmp_path: Path, solved: list[object]) -> None:
    file = tmp_path / "proofs.json"
    read(examples, file)
    for name in damaged(file):
        solved.clear()
        runs = read(examples, file)
        assert len(solved) == 3, name
        assert all(0 in runs[f"snakebit/{each}.json"].proofs for each in "abc"), name


def test_a_cache_that_cannot_be_written_ends_no_build(examples: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("no folder", encoding="utf-8")
    assert "snakebit/a.json" in read(examples, tmp_path / "file" / "proofs.json")

    def full(path: Path, content: bytes) -> int:
        with path.open("wb") as stream:
            stream.write(content[:10])
        raise OSError(28, "No space left on device")

    file = tmp_path / "cache" / "proofs.json"
    write_cached(file, b"old")
    monkeypatch.setattr(Path, "write_bytes", full)
    assert "snakebit/a.json" in read(examples, file)
    assert [each for each in file.parent.rglob("*") if each.is_file()] == [file], "nothing half-written is left"
    assert read_cached(file) == b"old"


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="the superuser may write anywhere")
def test_a_folder_that_may_not_be_written_ends_no_build(examples: Path, tmp_path: Path) -> None:
    (tmp_path / "cache").mkdir(mode=0o500)
    assert "snakebit/a.json" in read(examples, tmp_path / "cache" / "proofs.json")


def test_processes_that_the_system_ends_leave_their_work_to_this_one(examples: Path, tmp_path: Path, solved: list[object],
                                                                      monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(check, "MANY", 2)

    def refused(*given: object) -> None:
        raise OSError(38, "Function not implemented")

    monkeypatch.setattr(check, "worker_pool", refused)
    assert 0 in read(examples, tmp_path / "proofs.json")["snakebit/a.json"].proofs
    assert len(solved) == 3


# ---- dependencies of a proof

FILES = {"pack/__init__.py": "",
         "pack/game.py": '"""A game."""\nfrom pack import rules\n\nclass Game:\n    """It."""\n    worth = rules.worth\n',
         "pack/rules.py": "from . import cards\n\ndef worth(card):\n    from pack.late import more\n    return more(card)\n",
         "pack/cards.py": "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    import types_only\nKING = 4\n",
         "pack/late.py": "def more(card):\n    return card + 1\n",
         "pack/telling.py": "def told():\n    return 'It is a King.'\n", "beside.py": "X = 1\n", "types_only.py": "X = 1\n"}
SAME = {
    "a comment": {"pack/rules.py": "# Why.\n" + FILES["pack/rules.py"]},
    "layout": {"pack/cards.py": FILES["pack/cards.py"].replace("4", "(\n    4\n)\n\n")},
    "a docstring": {"pack/game.py": FILES["pack/game.py"].replace("It.", "It is one.")},
    "a docstring that is gone": {"pack/game.py": FILES["pack/game.py"].replace('"""A game."""\n', "")},
    "a sentence": {"pack/telling.py": FILES["pack/telling.py"].replace("King", "Queen")},
    "a module that type checkers alone import": {"types_only.py": "X = 2\n"},
}
OTHER = {
    "the module itself": {"pack/game.py": FILES["pack/game.py"].replace("rules.worth", "rules.worth or 1")},
    "what it imports": {"pack/rules.py": FILES["pack/rules.py"].replace("more(card)\n", "more(card) + 1\n")},
    "what that imports": {"pack/cards.py": "KING = 5\n"},
    "what a function imports": {"pack/late.py": FILES["pack/late.py"].replace("1", "2")},
    "the package around it": {"pack/__init__.py": "import sys\n"},
    "a new import": {"pack/cards.py": "import beside\n" + FILES["pack/cards.py"]},
    "a sentence that may be loaded": {
        "pack/late.py": "from importlib import import_module\n" + FILES["pack/late.py"] + "import_module('pack.' + 'telling')\n",
        "pack/telling.py": FILES["pack/telling.py"].replace("King", "Queen")},
    "a docstring that is read": {"pack/game.py": FILES["pack/game.py"] + "print(Game.__doc__)\n"},
}


def digests(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *changes: dict[str, str]) -> list[str]:
    """Return the digest of ``pack.game`` after each of the changes."""
    found = []
    for number, changed in enumerate(changes):
        folder = tmp_path / str(number)
        (folder / "pack").mkdir(parents=True)
        for name, text in (FILES | changed).items():
            (folder / name).write_text(text, encoding="utf-8")
        with monkeypatch.context() as patch:
            patch.syspath_prepend(folder)
            patch.setattr(code_digest, "_STARTED", float("inf"))
            for module in [name for name in sys.modules if name.partition(".")[0] in ("pack", "beside")]:
                patch.delitem(sys.modules, module)
            found.append(code_digest.code_digest(["pack.game"]))
    return found


def test_comments_docstrings_and_sentences_change_no_digest(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    plain, *others = digests(tmp_path, monkeypatch, {}, *SAME.values())
    assert {name: digest == plain for name, digest in zip(SAME, others, strict=True)} == dict.fromkeys(SAME, True)


def test_every_change_of_the_code_is_another_digest(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    found = digests(tmp_path, monkeypatch, {}, *OTHER.values())
    assert len(set(found)) == 1 + len(OTHER), dict(zip(OTHER, found[1:], strict=True))


def test_a_docstring_that_some_code_reads_counts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    reads = FILES["pack/game.py"] + "print(Game.__doc__)\n"
    one, other = digests(tmp_path, monkeypatch, {"pack/game.py": reads}, {"pack/game.py": reads.replace("It.", "That.")})
    assert one != other


def test_code_that_changed_since_this_process_began_has_no_digest(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(code_digest, "_STARTED", 0.0)
    code_digest._code.cache_clear()
    with pytest.raises(code_digest.CodeChangedError):
        code_digest.code_digest([proof_cache.SOLVER], proof_cache.IMPORTERS)


def a_puzzle_of_each_kind(game: str) -> Collection[Path]:
    """Return the smallest puzzle for each goal in a game. Larger ones take too long to solve while traced."""
    read = [(file, scenario) for file in scenario_files([EXAMPLES / game / "puzzles"]) if (scenario := check.read_file(file))]
    read.sort(key=lambda each: -len(str(each[1].setup["hands"])))
    return {scenario.goal: file for file, scenario in read}.values()


@looks_at_examples(*OURS)
@pytest.mark.parametrize("game", OURS)
def test_all_code_that_runs_for_a_proof_is_in_its_digest(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    ran = set[str]()

    def note(frame: FrameType, event: str, argument: object) -> None:
        ran.add(frame.f_code.co_filename)

    real = search.solve_with_lines

    def watched(*given: Any) -> Any:
        gc.collect()
        gc.disable()            # code run by the garbage collector would be recorded too
        sys.settrace(note)
        try:
            return real(*given)
        finally:
            sys.settrace(None)
            gc.enable()

    monkeypatch.setattr(best_move, "solve_with_lines", watched)
    checked = check_files([*a_puzzle_of_each_kind(game)], Proofs())
    module = type(next(each.run for each in checked if each.run is not None).game).__module__
    counted = imported_files(proof_cache.proving_modules(module), proof_cache.IMPORTERS)
    assert {Path(file) for file in ran if file.startswith(str(ENGINE))} <= {*counted.values()}
    assert any(file.endswith("heuristics.py") for file in ran)
    assert not [name for name in counted if re.search(r"games.*\.(telling|bot|counting|reference|stats)\b|engine\.bots", name)]


def test_an_unknown_value_in_a_position_means_no_key() -> None:
    for value in (lambda: 1, (each for each in "ab")):
        with pytest.raises(proof_cache._NoKeyError):
            proof_cache._described([value])
    assert len({proof_cache._described(value) for value in (1, True, "1", (1,), [1], {1}, {1: 1}, None, 1.0)}) == 9


def test_a_file_that_asks_without_an_answer_is_reported_by_its_check(examples: Path) -> None:
    checked = check_file(examples / "snakebit" / "broken.json", Proofs())
    assert checked.problems


def test_only_questions_without_an_answer_are_retried(examples: Path, tmp_path: Path,
                                                      monkeypatch: pytest.MonkeyPatch) -> None:
    """Every build reports a question that has no answer."""
    unanswerable = {"format": 1, "game": "snakebit", "kind": "quiz", "setup": SETUP, "script": [{"ask": "trick-winner"}]}
    (examples / "snakebit" / "unanswerable.json").write_text(json.dumps(unanswerable), encoding="utf-8")
    asked = set[str]()
    real = check_text.unanswered_questions

    def counted(checked: check.CheckResult, *more: Any) -> Any:
        asked.add(Path(checked.path).stem)
        return real(checked, *more)

    monkeypatch.setattr(check, "unanswered_questions", counted)
    cache = tmp_path / "cache" / "proofs.json"
    for build in range(3):
        found = read_scenarios(examples, ["snakebit"], "examples", cache)
        assert len(found["snakebit/unanswerable.json"].problems) == 1
        assert "unanswerable" in asked
        assert asked.isdisjoint({"a", "b", "c", "example"}) == (build > 0)
        asked.clear()

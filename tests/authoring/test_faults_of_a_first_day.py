"""Problems that authors meet on their first day with Follow Suit, and the messages that they get."""

from __future__ import annotations

import itertools
import json
import os
import pickle
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from rules_engine.authoring.checks.check import check_text
from rules_engine.cli import main
from rules_engine.cli.new_site import new_site
from rules_engine.core.game.setups import read_setup
from rules_engine.core.model.cards import Card, Pack, Suit
from rules_engine.core.model.errors import SetupError
from rules_engine.core.model.moves import make_move
from rules_engine.core.model.rules import FaultyRule
from rules_engine.games.snakebit.game import Snakebit
from rules_engine.html.tray import numbers_html
from tests.site.tiny import ROOT, WITHOUT_NODE, rewrite
from tests.sketches.skat import Skat


def test_a_wrong_score_of_a_hand_is_told_with_what_it_is() -> None:
    text = (ROOT / "examples" / "snakebit" / "last-trick-and-score.yml").read_text(encoding="utf-8")
    right = next(line.strip() for line in text.splitlines() if "hand_score" in line)
    wrong = "hand_score: {South: 9, West: 9, North: 9, East: 9}"
    (problem,) = check_text(text.replace(right, wrong), "score.yml").problems
    assert "hand_score: expected {South: 9, West: 9, North: 9, East: 9}, got {South: " in problem.told()


@pytest.mark.parametrize(("value", "told"), [
    ("7", "7 is not a mapping with a value for each side"), ("{Nobody: 1}", "'Nobody' is no side here"),
    ("{South: 9}", "expected {South: 9}, got {South: ")])
def test_a_score_that_is_no_score_is_told_too(value: str, told: str) -> None:
    text = (ROOT / "examples" / "snakebit" / "last-trick-and-score.yml").read_text(encoding="utf-8")
    right = next(line.strip() for line in text.splitlines() if "hand_score" in line)
    found = " ".join(problem.told() for problem in check_text(text.replace(right, f"hand_score: {value}"), "score.yml").problems)
    assert "the rules failed" not in found
    assert "hand_score: expected" in found or told in found


def test_the_stepper_skips_impossible_numbers() -> None:
    """Not every number is a possible bid in Skat."""
    values = [18, 20, 22, 23, 24, 27, 30, 33, 35, 36, 40, 44, 45, 46]
    moves = [make_move("bid", number=value) for value in values]
    for chosen, steps in ((18, [18, 18, 20, 27]), (24, [18, 23, 27, 33]), (45, [35, 44, 46, 46]), (46, [36, 45, 46, 46])):
        html = str(numbers_html(moves, chosen))
        found = [int(part.partition('"')[0]) for part in html.partition("fs-number-keys")[0].split('data-value="')[1:]]
        assert found == steps, chosen


def test_a_table_that_nobody_has_seats_for_is_refused_with_what_there_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Snakebit, "player_counts", (9,))
    with pytest.raises(SetupError, match="a table has from 2 to 8 seats, not 9: mend `player_counts` of snakebit"):
        Snakebit()


def test_a_pack_with_two_cards_of_one_text_is_refused() -> None:
    cards = [Card("twice", "10S", "10", "S", 0, "10 of Spades") for _ in range(2)]
    with pytest.raises(ValueError, match=r"the pack 'twice' has two cards written 10S: make equal cards with doubled\(\)"):
        Pack("twice", [Suit("S", "Spades", "♠")], cards)


def test_hints_name_cards_of_the_game() -> None:
    """The Skat pack has no 2 and no Joker."""
    with pytest.raises(SetupError, match=r"expected a card of the pack, such as 7S or AC$"):
        read_setup(Skat(), {"hands": {"South": "XX"}})
    with pytest.raises(SetupError, match=r"such as 7S or AC$"):
        read_setup(Skat(), {"skat": "ZZ"})


def test_a_copy_with_a_bot_of_its_own_lacks_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
                                                 capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["new-site", "cards"]) == 0
    capsys.readouterr()
    for like, lacks in (["--like", "double-knot"], False), ([], True):
        name = f"like-{like[-1]}" if like else "plain"
        assert main(["new-game", name, *like, "--root", "cards"]) == 0
        assert ("a bot that knows it" in capsys.readouterr().out) == lacks, name


@pytest.fixture(scope="module")
def plain(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a new site, which tests damage and restore."""
    site = tmp_path_factory.mktemp("plain") / "my-games"
    new_site(site)
    return site


@contextmanager
def damaged(site: Path, file: str, old: str, new: str) -> Iterator[Path]:
    """Context manager within which a text in one of the game's files is replaced."""
    place = site / "my_games" / "plain_trump" / file
    before = place.read_text(encoding="utf-8")
    assert old in before
    rewrite(place, before.replace(old, new, 1))
    try:
        yield place
    finally:
        rewrite(place, before)


def followsuit(site: Path, *arguments: str, run: tuple[str, str] = ("-m", "rules_engine")) -> list[str]:
    """Run a command that fails in the site's folder, and return the lines that it prints."""
    ended = subprocess.run([sys.executable, *run, *arguments], cwd=site, capture_output=True, encoding="utf-8",
                           check=False, env={**os.environ, "PYTHONPATH": str(ROOT)})
    assert ended.returncode
    return (ended.stdout + ended.stderr).splitlines()


FOLLOWS = "return [move for move in moves if move.played.suits == position.suit_led] or moves"


def test_an_exception_of_a_rule_is_told_once(plain: Path) -> None:
    with damaged(plain, "rules.py", "led, trump = laid[0].card.suits, position.trump", "led, trump = laid[0].cord.suits, ''"):
        lines = followsuit(plain, "check", "examples")
    told = [line for line in lines if "AttributeError" in line]
    assert len(told) == 2, lines
    assert re.search(r"the rules failed: AttributeError: .+ 'cord'.*, in my_games/plain_trump/rules.py:\d+ winning$", told[0])
    assert re.match(r"\d+ more places: AttributeError: ", told[1])


def test_a_filter_that_leaves_nothing_says_so(plain: Path) -> None:
    with damaged(plain, "rules.py", FOLLOWS, "return []"):
        lines = followsuit(plain, "check", "examples/plain-trump/follow-suit.yml")
    assert re.search(r"the rules failed: the rule 'follow-suit' leaves no move: a filter returns the moves that it received if "
                     r"none would be left, in my_games/plain_trump/rules.py:\d+ follow_suit", lines[0]), lines
    error = FaultyRule("follow-suit", ("rules.py", 7, "follow_suit"), "leaves no move")
    assert str(pickle.loads(pickle.dumps(error))) == str(error)


@pytest.mark.parametrize(("file", "found", "instead", "fault"), [
    ("rules.py", FOLLOWS, "pass", "the rule 'follow-suit' returns nothing: expected a list of moves"),
    ("rules.py", "return score.line(position.tricks)", "pass",
     "the rule 'score' returns nothing: expected a line of the score sheet, or a list of lines"),
    ("rules.py", "return max(laid, ", "max(laid, ", "the rule 'win-trick' returns nothing: expected the card that wins"),
    ("rules.py", "return position.table.left_of[position.dealer] if", "position.table.left_of[position.dealer] if",
     "the rule 'first-lead' returns nothing: expected a seat"),
    ("rules.py", "    return position.table.left_of[position.dealer]\n", "    pass\n",
     "the rule 'next-dealer' returns nothing: expected a seat"),
    ("rules.py", "return best(position.totals) if", "best(position.totals) if",
     "the rule 'game-end' returns nothing: expected a list of sides, empty if the match continues"),
    ("rules.py", "return best(position.totals) if max(position.totals) >= TARGET else []", "return 3",
     "the rule 'game-end' returns int: expected a list of sides, empty if the match continues"),
    ("position.py", "field(SUIT, ", "field(str, ", "field(str, …): expected a kind, such as SUIT or BySeat(NUMBER)"),
], ids=itertools.count())
def test_a_wrong_result_names_its_rule(plain: Path, file: str, found: str, instead: str, fault: str) -> None:
    with damaged(plain, file, found, instead):
        lines = followsuit(plain, "check", "examples")
    assert any(re.search(f"{re.escape(fault)}, in \\S*my_games/plain_trump/{file}:", line) for line in lines), lines


@pytest.mark.parametrize("found", [FOLLOWS, "return score.line(position.tricks)"])
def test_pages_name_a_rule_that_returns_nothing(plain: Path, found: str) -> None:
    with damaged(plain, "rules.py", found, "pass"):
        lines = followsuit(plain, "check", "--pages")
    assert any("returns nothing: expected a li" in line and "learn.md" in line for line in lines), lines
    assert not [line for line in lines if "unexpected error" in line], lines


def test_a_field_of_the_wrong_kind_names_its_file(plain: Path) -> None:
    with damaged(plain, "position.py", "trump: str = field(SUIT, settable=True, needed=True)",
                 "trump: list[str] = field(SUIT, settable=True, needed=True)"):
        lines = followsuit(plain, "check", "examples/plain-trump/trump.yml")
    assert "my_games/plain_trump/position.py: the field trump is annotated as list[str], but its kind begins with ''" in lines[0]


@pytest.mark.parametrize("file", ["rules.py", "phrases.py"])
@pytest.mark.parametrize("command", [("check", "examples"), ("coverage", "examples"), ("play", "plain-trump")], ids=" ".join)
def test_a_syntax_error_of_a_game_is_told_in_two_lines(plain: Path, file: str, command: tuple[str, ...]) -> None:
    with damaged(plain, file, "from __future__ import annotations\n", "from __future__ import annotations\nthis is (\n"):
        lines = followsuit(plain, *command)
    told = [line for line in lines if "SyntaxError" in line]
    assert f"plain_trump/{file}:" in told[0]
    assert not [line for line in lines if "Traceback" in line]
    assert len(told) <= 2


def test_a_rule_that_never_returns_is_stopped_with_its_line(plain: Path) -> None:
    """The time limit is shortened."""
    with damaged(plain, "rules.py", FOLLOWS, f"while True: pass\n    {FOLLOWS}") as rules:
        line = rules.read_text(encoding="utf-8").splitlines().index("    while True: pass") + 1
        limited = "from rules_engine.authoring.call_watch import CallWatch; CallWatch.__init__.__defaults__ = (None, 1)\n"
        code = f"{limited}import sys; from rules_engine.site.preview import builder; builder.main(*sys.argv[1:])"
        (plain.parent / "out" / "site").mkdir(parents=True, exist_ok=True)
        running = subprocess.Popen(
            [sys.executable, "-c", code, str(plain / "mkdocs.yml"), str(plain.parent / "out" / "site"), "http://localhost/"],
            cwd=plain, stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8",
            env={**os.environ, "PYTHONPATH": str(ROOT), "PATH": WITHOUT_NODE})
        told, _ = running.communicate(json.dumps({"pages": ["games/plain-trump/rules/"]}) + "\n", timeout=120)
        code = f"{limited}import sys; from rules_engine.cli import main; sys.exit(main(sys.argv[1:]))"
        lines = followsuit(plain, "check", "examples", run=("-c", code))
    message = f"my_games/plain_trump/rules.py:{line}: follow_suit was stopped after 1 s: it never returns"
    assert json.loads(told)["fault"] == message
    assert message in lines


def test_a_misspelt_import_names_its_line_and_the_closest_name(plain: Path) -> None:
    with damaged(plain, "rules.py", "RuleBook, best,", "RulesBook, best,"):
        lines = followsuit(plain, "check", "examples")
    assert re.search(r"import name 'RulesBook' .*, in \S+/plain_trump/rules\.py:\d+ — did you mean RuleBook\?$", lines[0]), lines

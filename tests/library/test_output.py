"""Printed output of the library can be encoded in any encoding, because its readers haven't chosen one."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from rules_engine.text.lookalikes import HANDLER, LOOKALIKES, lookalike
from tests.site.tiny import ROOT

PRINTS = """
from rules_engine import MoveRefused, bot_for, deal, make_game, match, simulate, solve
for name in ("knueffeln", "snakebit"):
    game = make_game(name)
    bot, hand = bot_for(game, "random"), deal(game, 7)
    over = hand.played_by(bot)
    print(game, hand, repr(hand), hand.seen_by("West"), *hand.happened, over, over.sheet, repr(over.sheet), *over.happened)
    print(hand.why("−"), hand.why("日本"), hand.why("\\udcff"), hand.why(hand.legal[0]))
    for move in ("−", "日本", "\\udcff", "“”", None):
        try:
            hand.play(move)
        except MoveRefused as error:
            print(error)
    answers = simulate(game, hands=20, level="random")
    print(answers, *answers.values(), match(game, bot, bot, 4, 1))
"""


def run(encoding: str) -> str:
    """Return the output of a program in an encoding."""
    told = subprocess.run([sys.executable, "-W", "error", "-c", PRINTS], capture_output=True, cwd=ROOT,
                          env=os.environ | {"PYTHONIOENCODING": encoding, "PYTHONUTF8": "0"}, check=False)
    assert told.returncode == 0, told.stderr.decode("utf-8", "replace")[-2000:]
    return told.stdout.decode(encoding)


@pytest.mark.parametrize("encoding", ["ascii", "cp1252", pytest.param("latin-1", marks=pytest.mark.thorough),
                                      pytest.param("cp437", marks=pytest.mark.thorough),
                                      pytest.param("cp932", marks=pytest.mark.thorough)])
def test_everything_prints_with_what_looks_like_it(encoding: str) -> None:
    there, whole = run(encoding), run("utf-8").replace("\udcff", "\\udcff")
    assert "".join(map(_plain, there)) == "".join(map(_plain, whole))
    assert "?" not in there.replace("?\n", "").replace("? ", "")


def _plain(character: str) -> str:
    return character if character.isascii() else lookalike(character)


def test_lookalikes_are_ascii_and_say_as_much() -> None:
    assert all(each.isascii() and each for each in LOOKALIKES.values())
    assert "−3 “Über” ½ ♠".encode("ascii", HANDLER) == b"-3 \"Ueber\" 12 S"
    assert "−3 “Über” ½ ♠".encode("cp1252", HANDLER).decode("cp1252") == "-3 “Über” ½ S"
    with pytest.raises(UnicodeDecodeError):
        b"\xff".decode("ascii", HANDLER)

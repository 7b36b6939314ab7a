"""Tests that hands of Bridge in PBN and LIN become scenarios that hold, and that PBN is written as it is read."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from rules_engine.authoring.checks.check_text import replay_checked
from rules_engine.cli import main
from rules_engine.core.game.setups import write_setup
from rules_engine.core.model.errors import RulesEngineError
from rules_engine.games import make_game
from rules_engine.scenarios.model import Scenario, Step
from rules_engine.scenarios.replay import Replay, replay
from rules_engine.sketches.bridge_files.pbn import write_pbn
from rules_engine.sketches.bridge_files.read import is_bridge_record, read_bridge, scenario_of
from rules_engine.sketches.bridge_files.record import RecordError
from tests.sketches.bridge_records import DEAL, LIN, PBN


def read(text: str, number: int = 1) -> Replay:
    """Return the replay of a record. It must hold."""
    checked = replay_checked(scenario_of(text, number))
    assert checked.problems == []
    assert checked.run is not None
    return checked.run


def moves(run: Replay) -> list[str]:
    """Return the moves of a replay with their seats."""
    return [f"{step.seat} {step.move}" for step in run.scenario.script]


def test_a_record_of_pbn_becomes_a_scenario() -> None:
    run = read(PBN)
    assert run.scenario.title == 'Club "Trial", board 6'
    assert {key: run.scenario.setup[key] for key in ("board", "dealer")} == {"board": 3, "dealer": "East"}
    assert moves(run) == [
        "East bid C 1", "South pass", "West pass", "North double", "East pass", "South pass", "West pass",
        "South AD", "West 2D", "North 4D", "East 8D", "South 10D", "West 3D", "North QD", "East JD"]
    end = run.moments[-1].after
    assert (end.to_act, end.phase) == (2, "play")       # the record lacks the lead of North, who took the second trick


def test_a_record_of_lin_becomes_the_same_scenario() -> None:
    run, pbn = read(LIN), read(PBN)
    assert run.scenario.setup == pbn.scenario.setup
    assert moves(run) == [*moves(pbn), "North AC"]


def test_each_record_of_a_file_is_read() -> None:
    passed = f'[Board "2"]\n[Dealer "#"]\n[Deal "{DEAL}"]\n[Contract "Pass"]\n'
    assert [record.title for record in read_bridge(PBN + passed)] == ['Club "Trial", board 6', "Board 2"]
    run = read(PBN + passed, 2)
    assert run.scenario.setup["dealer"] == "East"       # as in the record before
    assert run.moments[-1].after.hand_over
    two = LIN + LIN.replace("Board 6", "Board 9").replace("sv|e|", "sv|b|").replace("qx|o6|", "qx|o9|")
    assert [(each.title, each.vulnerable) for each in read_bridge(two)] == [("Board 6", (1,)), ("Board 9", (0, 1))]


@pytest.mark.parametrize(("board", "sides"), [(1, ()), (2, (0,)), (3, (1,)), (4, (0, 1)), (5, (0,)), (8, ()), (13, (0, 1)),
                                              (16, (1,)), (17, ())])
def test_the_number_of_a_board_decides_who_is_vulnerable(board: int, sides: tuple[int, ...]) -> None:
    assert read_bridge(f'[Board "{board}"]\n[Deal "{DEAL}"]\n')[0].vulnerable == sides


def test_a_contract_without_an_auction_begins_with_the_lead() -> None:
    run = read(f'[Deal "{DEAL}"]\n[Contract "3NTX"]\n[Declarer "^N"]\n[Play "E"]\nSA S4 S2 S3\n')
    assert (run.start.phase, run.start.to_act) == ("play", 3)
    assert moves(run) == ["East AS", "South 4S", "West 2S", "North 3S"]
    assert run.moments[-1].after.to_act == 3


@pytest.mark.parametrize(("text", "message"), [
    (PBN.replace("DA D2", "DA DQ"), "line 13, column 4: 'DQ' isn't legal here: The Queen of Diamonds isn't in West's hand."),
    (PBN.replace("1C =1=", "8C =1="), "line 9, column 1: '8C' is no call: expected one such as 1S, 3NT, Pass, X or XX"),
    (PBN.replace("Pass Pass X", "1C Pass X"), "line 9, column 8: '1C' isn't legal here: "
     "A bid has to be higher than the last one."),
    (PBN.replace("A" + "JT9.", "KJT9."), "line 5, column 8: East and North both hold the KS"),
    (PBN.replace(" 62.876", " 6.876"), "line 5, column 8: West has 12 cards: all four hands with 13 cards each are needed"),
    (PBN.replace("8754.943.AKT.QT9", "8754.943.AKT"), "line 5, column 44: '8754.943.AKT' is no hand: expected its spades, "
     "hearts, diamonds and clubs, separated by dots"),
    (PBN.replace("QT9 ", "QTB "), "line 5, column 59: 'B' is no card: expected one such as SA, HT or D2"),
    (PBN.replace('"EW"', '"WE"'), "line 4, column 14: 'WE' is nobody's vulnerability: expected None, NS, EW or All"),
    (PBN.replace('Dealer "E"', 'Dealer "O"'), "line 3, column 22: 'O' is no seat: expected N, E, S or W"),
    (LIN.replace("ppd", "ppq"), "line 2, column 22: 'qppp' is no call: expected one such as 1S, 3N, p, d or r"),
    (LIN.replace("pc|D2|", "pc|H8|"), "line 3, column 10: 'H8' isn't legal here: Diamonds were led, "
     "and West holds 7 of Diamonds, 6 of Diamonds, 5 of Diamonds, 3 of Diamonds and 2 of Diamonds."),
    (LIN.replace("md|4", "md|5"), "line 1, column 25: '5' names no dealer: "
     "expected 1 for South, 2 for West, 3 for North or 4 for East"),
    ('[Event "x"]', "line 1, column 1: no hand is recorded here: expected a tag such as [Deal \"N:…\"]"),
])
def test_an_error_names_line_and_column(text: str, message: str) -> None:
    with pytest.raises(RecordError) as caught:
        scenario_of(text)
    assert str(caught.value) == message


def test_there_is_no_third_record() -> None:
    with pytest.raises(RulesEngineError, match="there is no record 3: the file has 1"):
        scenario_of(PBN, 3)


@pytest.mark.parametrize("seed", range(6))
def test_what_is_written_as_pbn_is_read_as_it_was(seed: int) -> None:
    game, rng = make_game("bridge"), random.Random(seed)
    position = start = game.deal(seed)
    steps = list[Step]()
    while not position.hand_over and len(steps) < (200 if seed % 2 else 9 + seed):
        legal = game.legal(position)
        low = [move for move in legal if move.verb == "pass" or (move.number or 9) < 3 or move.card]
        move = rng.choice(low)
        steps.append(Step(game.table.names[position.actor], move.text))
        position = game.make(position, move)[0]
    setup = {key: value for key, value in write_setup(game, start).items() if key in ("board", "dealer", "hands")}
    run = replay(Scenario("bridge", title="A hand", setup=setup, script=tuple(steps)))
    written = write_pbn(run)
    again = read(written)
    assert moves(again) == moves(run)
    assert [*map(set, again.start.hands)] == [*map(set, run.start.hands)]
    assert (again.start.dealer, again.start.number) == (start.dealer, start.number)
    assert is_bridge_record(written)


def test_the_command_reads_and_writes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    source, scenario, back = tmp_path / "a.pbn", tmp_path / "a.yml", tmp_path / "b.pbn"
    source.write_bytes(PBN.replace("Trial", "Zürich").encode("latin-1"))
    assert main(["read", str(source), "-o", str(scenario)]) == 0
    assert main(["check", str(scenario)]) == 0
    assert main(["read", str(scenario), "-o", str(back)]) == 0
    assert '[Event "Club \\"Zürich\\", board 6"]' in back.read_text(encoding="utf-8")
    capsys.readouterr()
    assert main(["read", str(back)]) == 0
    assert capsys.readouterr().out.startswith("format: 1\ngame: bridge\n")
    assert main(["read", str(source), "-o", str(tmp_path / "a.txt")]) == 2
    picture = tmp_path / "a.svg"
    assert main(["picture", str(source), "--open", "-o", str(picture)]) == 0
    assert "french-light-KD" in picture.read_text(encoding="utf-8")
    source.write_text(PBN.replace("DA D2", "DA DQ"), encoding="utf-8")
    assert main(["read", str(source)]) == 2
    assert f"{source}: line 13, column 4" in capsys.readouterr().err

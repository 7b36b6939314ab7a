"""`followsuit picture`, and pictures from Python."""

from __future__ import annotations

from pathlib import Path

import pytest

from rules_engine import bot_for, deal
from rules_engine.cli import main
from rules_engine.core.model.errors import RulesEngineError, WrongArgument
from tests.ours import looks_at_examples
from tests.pictures.seen import cards, texts

EXAMPLES = Path(__file__).parents[2] / "examples"
TRUMPS, SCORE = EXAMPLES / "spades" / "trumps.yml", EXAMPLES / "snakebit" / "last-trick-and-score.yml"


@looks_at_examples("spades", "snakebit")
def test_each_format_and_kind_is_written(tmp_path: Path) -> None:
    begins = {"svg": b"<svg ", "png": b"\x89PNG", "pdf": b"%PDF-"}
    for suffix, begin in begins.items():
        file = tmp_path / f"a.{suffix}"
        assert main(["picture", str(TRUMPS), "-o", str(file), "--width", "300"]) == 0
        assert file.read_bytes().startswith(begin)
    drawn = {kind: tmp_path / f"{kind}.svg" for kind in ("table", "trick", "score")}
    for kind, file in drawn.items():
        assert main(["picture", str(SCORE), "-o", str(file), "--kind", kind, "--theme", "print"]) == 0
    assert "Total" in texts(drawn["score"].read_text(encoding="utf-8"))
    assert len({file.read_text(encoding="utf-8") for file in drawn.values()}) == len(drawn)


@looks_at_examples("spades")
def test_options_choose_step_seat_message_and_language(tmp_path: Path) -> None:
    file = tmp_path / "a.svg"

    def drawn(*options: str, of: str = "trumps.yml") -> str:
        assert main(["picture", str(EXAMPLES / "spades" / of), "-o", str(file), *options]) == 0
        return file.read_text(encoding="utf-8")

    assert "West takes the trick with the" in texts(drawn())
    assert "West takes the trick with the" not in texts(drawn("--no-message"))
    assert {*texts(drawn("--language", "de"))} >= {"Nord", "Süd"}
    pack = deal("spades").game.pack
    assert len(cards(drawn("--card", "QS"), pack)) == 1
    assert len({each.card for each in cards(drawn("--open", of="practice.yml"), pack)}) == 52
    assert len({each.card for each in cards(drawn("--seat", "West", of="practice.yml"), pack)}) == 14


@looks_at_examples("spades")
@pytest.mark.parametrize(("options", "why"), [
    (["-o", "a.gif"], "'a.gif': a picture's file ends in .svg, .png or .pdf"),
    (["--step", "99"], "trumps.yml: there is no step 99"),
    (["--seat", "Bob"], "expected a seat: South, West, North, East"), (["--card", "ZZ"], "'ZZ' can't be read here"),
    (["--width", "0", "-o", "a.png"], "expected 1 to 8000 pixels"), (["--language", "fr"], "no words in 'fr'"),
    (["--kind", "fan"], "this hand has no cards at this step")])
def test_what_cant_be_drawn_is_said_in_a_sentence(options: list[str], why: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
                                                  capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["picture", str(TRUMPS), "-o", "a.svg", *options]) == 2
    assert why in capsys.readouterr().err
    assert not [*tmp_path.iterdir()]


def test_a_file_that_is_no_scenario_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "a.yml").write_text("format: 1\ngame: chess\n", encoding="utf-8")
    assert main(["picture", str(tmp_path / "a.yml"), "-o", str(tmp_path / "a.svg")]) == 2
    assert main(["picture", str(tmp_path), "-o", str(tmp_path / "a.svg")]) == 2
    said = capsys.readouterr().err
    assert "a.yml:2" in said
    assert "Is a directory" in said


def test_a_hand_draws_itself(tmp_path: Path) -> None:
    hand = deal("snakebit", 7)
    pack = hand.game.pack
    assert {each.card for each in cards(hand.svg(), pack)} == {card for cards in hand.position.hands for card in cards}
    assert hand.svg("West") == hand.seen_by("West").svg()
    assert len({each.card for each in cards(hand.svg("West"), pack)}) == 7
    hand.picture(tmp_path / "a.svg", seat="West", theme="dark")
    assert (tmp_path / "a.svg").read_text(encoding="utf-8") == hand.svg("West", "dark")
    hand.picture(str(tmp_path / "a.png"), width=300)
    with pytest.raises(WrongArgument):
        hand.picture(3)     # type: ignore[arg-type]
    with pytest.raises(RulesEngineError, match="'sepia' is no theme"):
        hand.svg(theme="sepia")
    over = hand.played_by(bot_for(hand.game, "random"))
    assert "Score of this hand" in texts(over.svg())
    assert over.svg() == over.sheet.svg()

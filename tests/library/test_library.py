"""The public names in ``rules_engine``, which are loaded lazily and have docstrings and representations."""

from __future__ import annotations

import ast
import html
import re
import subprocess
import sys
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import pytest

import rules_engine
from rules_engine import begin, bot_for, deal, make_game, match, read_scenario, simulate, solve, write_scenario
from rules_engine.authoring.caches.checkpoint import CheckpointMismatch, Progress
from rules_engine.bots.parallel import map_ordered
from rules_engine.core.model.errors import SetupError
from rules_engine.core.model.rules import MoveRefused
from rules_engine.html.elements import Html
from rules_engine.library.files import DoesNotHold
from rules_engine.library.notebook import framed
from tests.site.tiny import ROOT

HAND = deal("snakebit", 7)


def _page(shown: str) -> str:
    """Return the HTML page inside an iframe's ``srcdoc`` attribute."""
    found = re.search(r'srcdoc="([^"]*)"', shown)
    assert found
    return html.unescape(found[1])


def test_importing_the_package_loads_no_submodules() -> None:
    """Browsers run ``import rules_engine`` first, so this must be fast: it loads only the version and the lazy names."""
    code = "import sys, rules_engine; print([m for m in sys.modules if 'rules_engine.' in m])"
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, encoding="utf-8", check=True, cwd=ROOT)
    assert told.stdout == "['rules_engine._lazy_names', 'rules_engine._version']\n"


def test_the_library_needs_nothing_that_a_site_needs() -> None:
    names = ", ".join(rules_engine.__all__)
    wanted = "{'mkdocs', 'markdown', 'babel', 'lightningcss'}"
    code = f"import sys; from rules_engine import {names}; print({wanted} & {{*sys.modules}})"
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, encoding="utf-8", check=True, cwd=ROOT)
    assert told.stdout == "set()\n"


def test_names_are_those_that_types_know() -> None:
    tree = ast.parse((ROOT / "rules_engine" / "__init__.py").read_text(encoding="utf-8"))
    block = next(node for node in tree.body if isinstance(node, ast.If))
    typed = {f"{node.module}.{alias.name}" for node in block.body if isinstance(node, ast.ImportFrom) for alias in node.names}
    assert typed == {f"rules_engine.{module}.{name}" for module, names in rules_engine._PLACES.items() for name in names}
    assert sorted(name.rpartition(".")[2] for name in typed) == sorted(rules_engine.__all__)
    assert set(rules_engine.__all__) <= set(dir(rules_engine))
    with pytest.raises(AttributeError, match="no attribute 'Deck'"):
        _ = rules_engine.Deck


def test_a_hand_is_a_value() -> None:
    after = HAND.play("8WL as W", "7WY")
    assert (HAND.moves, HAND.turn, after.turn, len(after.moves)) == ((), "South", "North", 2)
    assert begin(HAND.game, after.setup).legal == after.legal
    assert after.view("North").legal == after.view().legal == after.legal
    assert after.view("West").legal == []


def test_a_refused_move_is_refused_with_its_sentence() -> None:
    with pytest.raises(MoveRefused, match="refused by the rule unbroken: Moons are trumps"):
        HAND.play("4MS as M")
    assert HAND.why("4MS as M", "West").rule == "turn-order"
    assert str(HAND.why("8WL as W")).startswith("8WL as W: yes.")


def test_bots_play_a_hand_out_and_the_match_goes_on() -> None:
    over = HAND.played_by(bot_for(HAND.game), seed=3)
    assert over.over
    assert HAND.play(*over.moves).facts == over.facts
    assert sum(over.points.values()) == sum(over.position.hand_score or ())
    assert over.next(8).position.totals == over.position.totals
    assert str(over.sheet).splitlines()[-1].startswith("Total")
    with pytest.raises(ValueError, match="South is to act"):
        _ = HAND.sheet


def test_bots_that_remember_do_so_from_the_hand_s_beginning() -> None:
    game = make_game("knueffeln")
    begun = deal(game, 3).played_by(bot_for(game))
    late = deal(game, 3).play(*begun.moves[:-8])
    assert late.played_by(bot_for(game, "strong")).over


def test_what_is_printed_says_what_it_is() -> None:
    position = HAND.position
    assert repr(position) == "<SnakebitPosition: play, South to act, 24 cards in hand, 0 on the table>"
    assert str(position).splitlines() == [
        f"{'>' if seat == 0 else ' '} {name}: {' '.join(card.text for card in position.hands[seat])}"
        for seat, name in enumerate(HAND.game.table.names)] + ["On the table: nothing"]
    assert str(HAND.play("8WL as W").position).splitlines()[-1] == "On the table: South 8WL as W"
    assert repr(HAND.game) == "<Snakebit (standard), 4 players>"
    assert repr(HAND) == "<hand of Snakebit: 0 moves, South to act>"
    assert repr(HAND.game.judge(position, "4MS as M")).startswith("<'4MS as M' by seat 0: refused by unbroken")
    assert repr(HAND.why("8WL as W")).startswith("<8WL as W: yes.")
    over = HAND.played_by(bot_for(HAND.game))
    assert repr(over).endswith("over>")
    assert repr(over.sheet).startswith("<score of Snakebit: South ")
    assert repr(HAND.game.sheet(over.position)[0]).startswith("<score-tricks: ")


@pytest.mark.parametrize("game", ["snakebit", "double-knot", "double-decker", "double-king-pedro", "knueffeln"])
def test_a_notebook_shows_the_table_of_the_page_with_its_styles_and_no_script(game: str) -> None:
    hand = deal(game, 3)
    page = _page(hand._repr_html_())
    assert "<script" not in page
    assert "fs-felt" in page
    assert "--fs-felt-1" in page
    wanted, there = set(re.findall(r'xlink:href="#([^"]+)"', page)), set(re.findall(r'<symbol id="([^"]+)"', page))
    assert wanted == there != set()
    assert not re.search(r"https?://(?!www\.w3\.org/)", page)
    assert "href=\"#rule-" not in _page(hand.why("no move")._repr_html_())
    seen = _page(hand.seen_by("West")._repr_html_())
    assert 'class="fs-fan"' in seen
    over = hand.played_by(bot_for(hand.game))
    assert "fs-points" in _page(over._repr_html_())


def test_solutions_and_matches_are_tables_in_notebooks() -> None:
    game = make_game("snakebit")
    setup = {"trump": "K", "cursed": "Y", "leader": "South",
             "hands": {"South": "5SW 2MK", "West": "9WY 4MS", "North": "6MW 3SK", "East": "2SY 7ML"}}
    solution = solve(begin(game, setup))
    html = solution._repr_html_()
    assert html.count("<tr>") == 1 + len(solution.values)
    assert f"<td>{solution.best[0].text}</td><td>{solution.most}</td><td>best</td>" in html
    result = match(game, bot_for(game, "random"), bot_for(game, "random"), deals=4, seed=1)
    assert f"<td>{result.won}</td><td>{result.lost}</td><td>{result.even}</td>" in result._repr_html_()


def test_a_misspelt_game_is_asked_about() -> None:
    with pytest.raises(SetupError, match=r"— did you mean snakebit\?$"):
        deal("snakebti")


def test_what_is_shown_stays_in_its_frame() -> None:
    shown = framed(Html('<p title="&quot;">x</p>'), HAND.game, 50)
    assert shown.startswith('<iframe srcdoc="')
    assert " sandbox " in shown
    assert shown.count('srcdoc="') == 1
    assert '<p title="&quot;">x</p>' in _page(shown)


def test_the_solver_takes_a_hand() -> None:
    end = deal("snakebit", 7).played_by(bot_for(HAND.game))
    near = HAND.play(*end.moves[:-8])
    assert set(solve(near).values) == set(near.legal)


def test_a_hand_is_written_and_read_back(tmp_path: Path) -> None:
    over = HAND.played_by(bot_for(HAND.game))
    file = tmp_path / "hand.yml"
    text = write_scenario(over, file, title="A hand")
    assert file.read_text(encoding="utf-8") == text
    hands = read_scenario(file)
    assert [hand.moves for hand in hands] == [over.moves[:count] for count in range(len(over.moves) + 1)]
    assert hands[-1].points == over.points
    file.write_text(re.sub(r"last_trick_winner: \w+", "last_trick_winner: Nobody", text, count=1), encoding="utf-8")
    with pytest.raises(DoesNotHold, match=r"hand\.yml:\d+: .*last_trick_winner"):
        read_scenario(file)


def test_a_scenario_that_deals_again_goes_on_with_another_hand() -> None:
    hands = read_scenario(ROOT / "examples" / "snakebit" / "next-hand.yml")
    assert len({id(hand.start) for hand in hands}) > 1
    assert hands[-1].start is not hands[0].start


# ---- many hands

def test_a_simulation_that_was_interrupted_goes_on_without_loss(tmp_path: Path) -> None:
    file, told = tmp_path / "below" / "kept.json", list[int]()

    class Enough(Exception):
        pass

    def stop(done: int, whole: int) -> None:
        told.append(done)
        if done == 25 and len(told) == 5:
            raise Enough
    with pytest.raises(Enough):
        simulate(HAND.game, hands=60, keep=file, progress=stop)
    with ProcessPoolExecutor(2) as executor:
        again = simulate(HAND.game, hands=60, keep=file, progress=stop, executor=executor)
    assert told == [5, 10, 15, 20, 25, 30, 35, 40, 45, 50, 55, 60]
    assert again == simulate(HAND.game, hands=60)
    assert simulate(HAND.game, hands=80, keep=file) == simulate(HAND.game, hands=80), "and to more hands"
    with pytest.raises(CheckpointMismatch, match="is kept of other work"):
        simulate(HAND.game, hands=60, seed=2, keep=file)
    file.write_text("{", encoding="utf-8")
    with pytest.raises(CheckpointMismatch, match="can't be read"):
        simulate(HAND.game, hands=60, keep=file)


def test_parts_come_in_order_and_those_that_nobody_wants_are_called_off() -> None:
    with ProcessPoolExecutor(2) as executor:
        assert list(map_ordered(abs, range(-5, 5), executor, ahead=3)) == [5, 4, 3, 2, 1, 0, 1, 2, 3, 4]
        endless = map_ordered(abs, iter(int, 1), executor, ahead=3)
        assert next(endless) == 0
        endless.close()  # type: ignore[attr-defined]


def test_progress_tells_how_long_it_may_still_take(capsys: pytest.CaptureFixture[str]) -> None:
    with Progress(1000, "hands") as progress:
        progress.tell(200)
        begun = progress._begun
        assert progress.line(200, begun) == "200 of 1,000 hands"
        assert progress.line(400, begun + 10) == "400 of 1,000 hands, 30 s left"
    assert capsys.readouterr().err == "", "only on a terminal"

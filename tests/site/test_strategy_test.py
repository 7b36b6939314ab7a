"""The fenced block `strategy-test`: a test that is complete without scripts, or a message about an error."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from rules_engine.authoring.decisions import FILE, StoredDecisions
from rules_engine.bots.decisions import find_decisions
from rules_engine.games import make_game
from rules_engine.site.model.site_model import SiteModel
from tests.site.tiny import rendered

FENCE = "# Title\n\n```strategy-test\n{}\n```\n"


@pytest.fixture
def book(tmp_path: Path) -> SiteModel:
    (tmp_path / "snakebit").mkdir()
    (tmp_path / "double-knot").mkdir()
    game = make_game("snakebit")
    found = [*find_decisions(game, 1, 2)]
    stored = StoredDecisions("", game.id, game.variant, game.table.size, {"beginner": 15.3, "plain": 7.3, "strong": 0.0}, found)
    (tmp_path / "snakebit" / FILE).write_text(stored.text(), encoding="utf-8")
    (tmp_path / "double-knot" / FILE).write_text(stored.text().replace("decisions", "positions"), encoding="utf-8")
    return SiteModel(dict.fromkeys(["snakebit", "double-knot", "hearts"], "rules.md"), (), {}, tmp_path)


def test_a_page_has_the_bots_results_the_questions_and_the_answers(book: SiteModel) -> None:
    html = rendered(FENCE.format("snakebit"), book)
    assert not book.pages["index.md"].problems
    assert re.findall(r'<th scope="row">(.*?)</th><td>(\d+)</td>', html) == [
        ("like beginners", "15"), ("as usual", "7"), ("as well as they can", "0")]
    questions, answers = html.split("<details")
    assert "What do you" in questions
    assert "costs about" not in questions
    assert "costs about" in answers


@pytest.mark.parametrize(("body", "message", "hint"), [
    ("whist", "“whist” is no game of this site", "snakebit, double-knot, hearts"),
    ("hearts", f"there is no file .*/hearts/{FILE} with decisions", f"followsuit decisions hearts --write {FILE}"),
    ("double-knot", "can't be used: it isn't as `followsuit decisions --write` makes it", "followsuit decisions double-knot"),
])
def test_what_is_wrong_is_told_with_its_line_and_a_way_out(book: SiteModel, body: str, message: str, hint: str) -> None:
    html = rendered(FENCE.format(body), book)
    (problem,) = book.pages["index.md"].problems
    assert re.search(message, problem.message)
    assert hint in problem.hint
    assert problem.line == 3
    assert "fs-fault" in html


def test_a_list_that_fails_is_a_problem_and_no_code(book: SiteModel, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*_: object) -> None:
        raise ZeroDivisionError("too few games")

    monkeypatch.setattr("rules_engine.site.fences.strategy_test.make_game", fails)
    html = rendered(FENCE.format("snakebit"), book)
    (problem,) = book.pages["index.md"].problems
    assert "this strategy-test can't be shown: ZeroDivisionError: too few games" in problem.message
    assert problem.line == 3
    assert "<code" not in html

"""Fresh questions: each written one has another like it, and each offers something to forbid."""

from __future__ import annotations

from pathlib import Path

import pytest

from rules_engine.authoring.check import Checked, check_file, scenario_files
from rules_engine.games import make_game
from rules_engine.scenario.fresh import fresh_question

WRITTEN = [checked for checked in map(check_file, scenario_files([Path("examples")]))
           if checked.scenario is not None and checked.scenario.kind == "quiz"]


@pytest.mark.parametrize("checked", WRITTEN, ids=lambda checked: Path(checked.path).stem)
def test_every_written_question_has_another_like_it(checked: Checked) -> None:
    assert checked.scenario is not None
    assert checked.run is not None
    kinds = {step.ask.kind for step in checked.scenario.script if step.ask is not None}
    for kind in kinds:
        question = fresh_question(checked.run.game, kind, 7, checked.scenario.rules)
        assert question.kind == kind


def test_a_fresh_choice_has_something_to_allow_and_something_to_forbid() -> None:
    game = make_game("double-king-pedro")
    for seed in range(30):
        options = fresh_question(game, "legal-moves", seed).parts[0].options
        assert {option.right for option in options} == {True, False}
        assert len(options) <= 8

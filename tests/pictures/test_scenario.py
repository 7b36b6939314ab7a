"""Pictures of scenarios: steps, views, tricks, hands, cards and scores, and the reasons why there is none."""

from __future__ import annotations

from pathlib import Path

import pytest

from rules_engine.authoring.checks.check import replay_file
from rules_engine.authoring.translations.catalogues import engine_words
from rules_engine.core.model.cards import FACE_DOWN
from rules_engine.core.model.errors import RulesEngineError
from rules_engine.pictures.scenario import OPEN, Shot, plain_note, scenario_svg, scenario_table
from rules_engine.scenarios.replay import Replay
from rules_engine.text.locale import Catalogue, use_language
from tests.ours import ROOT, skip_without_examples
from tests.pictures.seen import cards, parsed, texts

skip_without_examples("spades", "snakebit", "knueffeln", whole_module=True)


def run_of(name: str) -> Replay:
    run = replay_file(Path(ROOT, "examples", name)).run
    assert run is not None
    return run


TRUMPS, SCORE, PUZZLE, PRACTICE, QUIZ = map(run_of, (
    "spades/trumps.yml", "snakebit/last-trick-and-score.yml", "spades/puzzles/01.yml", "spades/practice.yml",
    "knueffeln/quiz-seven.yml"))


def shown(run: Replay, **shot: object) -> list[str]:
    """Return the cards in a picture, from back to front."""
    return [each.card.text for each in cards(scenario_svg(run, Shot(**shot)), run.game.pack)]     # type: ignore[arg-type]


def test_steps_are_counted_from_the_start() -> None:
    laid = [each.move.played.text for each in TRUMPS.moments[-1].after.last_trick.laid]     # type: ignore[union-attr]
    for step in range(len(laid) + 1):
        table = scenario_table(TRUMPS, step)
        assert [each.move.played.text for each in table.laid or ()] == laid[:step]
        assert {*shown(TRUMPS, step=step)} == {*laid}
    assert scenario_svg(TRUMPS, Shot()) == scenario_svg(TRUMPS, Shot(step=len(laid)))


def test_a_trick_is_a_strip_of_its_cards_in_order() -> None:
    svg = scenario_svg(TRUMPS, Shot(kind="trick"))
    laid = TRUMPS.moments[-1].after.last_trick.laid     # type: ignore[union-attr]
    found = cards(svg, TRUMPS.game.pack)
    assert [each.card for each in found] == [each.move.played for each in laid]
    assert [each.x for each in found] == sorted(each.x for each in found)
    names = TRUMPS.game.table.names
    assert [text for text in texts(svg) if text in names] == [names[each.seat] for each in laid]
    (ring,) = [each for each in parsed(svg).iter() if each.get("stroke-width") == "3.5"]
    assert float(ring.attrib["x"]) + 2.5 == found[1].x, "West's trump wins"


def test_a_puzzle_shows_its_position_and_question() -> None:
    start = PUZZLE.moments[0].before
    laid = [each.move.played for each in start.trick]
    assert {*shown(PUZZLE)} == {card.text for cards in (*start.hands, laid) for card in cards}
    assert any("which card" in text for text in texts(scenario_svg(PUZZLE, Shot())))


def test_a_practice_hand_and_a_seats_view_hide_the_others() -> None:
    own = {card.text for card in PRACTICE.start.hands[0]}
    assert {*shown(PRACTICE)} == own | {FACE_DOWN.text}
    assert {*shown(PRACTICE, seat="North")} == {card.text for card in PRACTICE.start.hands[2]} | {FACE_DOWN.text}
    assert len({*shown(PRACTICE, seat=OPEN)}) == 52
    assert {*shown(PRACTICE, kind="fan", seat="South")} == own
    assert scenario_table(TRUMPS, 2, "East").slip.told() == TRUMPS.scenario.title, "a reason could reveal a card"


def test_a_single_card_is_large() -> None:
    (card,) = cards(scenario_svg(TRUMPS, Shot(kind="card", card="QS")), TRUMPS.game.pack)
    assert (card.card.text, card.x, card.y, card.scale, card.is_edge) == ("QS", 0, 0, 2, False)


def test_a_score_sheet_has_every_line_and_number() -> None:
    told = texts(scenario_svg(SCORE, Shot(kind="score")))
    for text in ("Score of this hand", "South", "For tricks 1 each", "This hand", "Before", "Total", "−11"):
        assert text in told


@pytest.mark.parametrize(("shot", "why"), [
    (Shot(step=99), "there is no step 99"), (Shot(step=-1), "there is no step -1"), (Shot(kind="trick", step=0), "no card is in"),
    (Shot(kind="fan"), "no cards at this step"), (Shot(kind="poem"), "'poem' is no kind"),
    (Shot(seat="Bob"), "'Bob' can't be read"),
    (Shot(kind="card", card="ZZ"), "'ZZ' can't be read"), (Shot(kind="score", step=1), "isn't over"),
    (Shot(theme="sepia"), "'sepia' is no theme")])
def test_what_cant_be_drawn_is_said(shot: Shot, why: str) -> None:
    with pytest.raises(RulesEngineError, match=why):
        scenario_svg(TRUMPS, shot)


def test_pictures_speak_the_language_of_the_page() -> None:
    with use_language(Catalogue("de", engine_words("de", ["knueffeln"]))):
        told = texts(scenario_svg(QUIZ, Shot()))
    assert {"Nord", "Süd", "Ost", "ausgespielt"} <= {*told}
    assert "Wer macht diesen Stich?" in told


def test_notes_lose_their_markdown() -> None:
    assert plain_note("*Waves* and `code`, see [the rule](x.md#y) <b>") == "Waves and code, see the rule &lt;b&gt;"
    assert plain_note("2 * 3 * 4, a_b_c and {5ML}") == "2 * 3 * 4, a_b_c and {5ML}"

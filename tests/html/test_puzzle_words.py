"""The text about a puzzle in a page: its title, its question and its answer in words."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from rules_engine.authoring.checks.check import check_file
from rules_engine.core.positions.position import Position
from rules_engine.html.card_html import sentence
from rules_engine.html.elements import el
from rules_engine.html.puzzle_html import asked_at, caption, question_of, title_of, words
from rules_engine.narration.narrator import narrator_for
from rules_engine.puzzles.themes.alternatives import refuted
from rules_engine.puzzles.themes.explanation import PLAN, ExplanationParagraph, explanation, natural
from rules_engine.puzzles.themes.theme_checks import ComparedLines
from rules_engine.quiz.best_move import LIMIT, answer_text, consequence_text, remaining_tricks_text, why_not
from rules_engine.quiz.best_move_prompt import points_so_far_text, puzzle_prompt
from rules_engine.quiz.kinds.best_move import proven
from rules_engine.quiz.line_tricks import tricks_of_line
from rules_engine.scenarios.replay import Replay, replay
from rules_engine.solver.search import Search
from rules_engine.text.message import joined
from tests.dom import read
from tests.ours import OURS, looks_at_examples

EXAMPLES = Path(__file__).parents[2] / "examples"


def puzzle(game: str, lies: bool) -> Replay:
    """Return a game's first puzzle that starts during a trick (``lies``) or on a lead."""
    files = sorted((EXAMPLES / game / "puzzles").glob("*.yml"))
    run = check_file(next(path for path in files if ("trick: [" in path.read_text(encoding="utf-8")) == lies)).run
    assert run is not None
    return run


def start(run: Replay) -> Position:
    return run.moments[asked_at(run)].before


def in_words(run: Replay) -> str:
    return " ".join(read(str(line)).text for line in words(run))


@looks_at_examples(*OURS)
@pytest.mark.parametrize("lies", [True, False])
@pytest.mark.parametrize("game", OURS)
def test_the_trick_that_is_asked_about_is_this_one(game: str, lies: bool) -> None:
    run = puzzle(game, lies)
    about = run.scenario.puzzle
    assert about is not None
    told = in_words(replace(run, scenario=replace(run.scenario, puzzle=about._replace(plan="", why_not={}))))
    assert "next trick" not in told
    assert "Why not" not in told or "this trick" in told


@looks_at_examples(*OURS)
@pytest.mark.parametrize("game", OURS)
def test_cards_are_shown_and_never_written_as_codes(game: str) -> None:
    run = puzzle(game, lies=True)
    html, pack = "".join(map(str, words(run))), run.game.pack
    codes = {card.text for hand in start(run).hands for card in hand if not card.text.isalpha() and len(card.text) > 1}
    read_by_eye = set(re.findall(r"[A-Z0-9]{2,}", re.sub(r"<[^>]*>", " ", html)))
    assert not codes & read_by_eye
    assert all(f'data-card="{card.text}"' in html for hand in start(run).hands for card in hand), pack.id


@looks_at_examples("double-knot")
def test_it_is_told_what_the_sides_bid_and_took() -> None:
    run = check_file(EXAMPLES / "double-knot" / "puzzles" / "teams-23.yml").run
    assert run is not None
    position: Any = start(run)
    tricks, bid = (sum(amounts[seat] for seat in (0, 2)) for amounts in (position.tricks, position.bids))
    assert tricks > 1
    told = points_so_far_text(narrator_for(run.game, 0), position, proven(run, asked_at(run)))
    theirs, their_bid = (sum(amounts[seat] for seat in (1, 3)) for amounts in (position.tricks, position.bids))
    assert told == f"You and North have {tricks} tricks (bid {bid}), they have {theirs} (bid {their_bid})."


@looks_at_examples("double-knot", "snakebit")
def test_a_title_says_what_is_seen_and_nothing_of_the_answer() -> None:
    on_lead = nameless(puzzle("double-knot", lies=False))
    assert title_of(on_lead).startswith("On lead with ")
    laid = nameless(puzzle("snakebit", lies=True))
    assert re.fullmatch(r"(Second|Third|Fourth|Last) to play on the \{\w+\}", title_of(laid))


def nameless(run: Replay) -> Replay:
    """Return a puzzle without a title, as the engine generates it for a reader."""
    return replay(replace(run.scenario, title=""))


@looks_at_examples(*OURS)
@pytest.mark.parametrize("game", OURS)
def test_the_question_tells_what_one_has_so_far_and_which_variant_it_is(game: str) -> None:
    for path in sorted((EXAMPLES / game / "puzzles").glob("*01.yml")):
        run = check_file(path).run
        assert run is not None
        told = " ".join(read(str(child)).text for child in caption(run, title_of(run)) if child is not None)
        assert ("Variant: " in told) == (run.scenario.variant is not None)
        narrator, position, proof = narrator_for(run.game, 0), start(run), proven(run, asked_at(run))
        asked = joined([points_so_far_text(narrator, position, proof), puzzle_prompt(narrator, position, proof)])
        assert told.endswith(read(el("p", None, sentence(run.game.pack, asked))).text)


@looks_at_examples("double-decker", "snakebit")
@pytest.mark.parametrize("file", ["double-decker/puzzles/04", "snakebit/puzzles/04"])
def test_nothing_is_counted_in_where_nothing_was_taken(file: str) -> None:
    run = check_file(EXAMPLES / f"{file}.yml").run
    assert run is not None
    assert not points_so_far_text(narrator_for(run.game, 0), start(run), proven(run, asked_at(run)))


@looks_at_examples(*OURS)
@pytest.mark.parametrize("game", OURS)
def test_a_question_says_nothing_twice(game: str) -> None:
    for file in sorted((EXAMPLES / game / "puzzles").glob("*.yml"))[:8]:
        run = check_file(file).run
        assert run is not None
        words = re.findall(r"\w+", run.game.pack.plain(question_of(run)))
        runs = [tuple(words[place:place + 4]) for place in range(len(words) - 3)]
        assert len({*runs}) == len(runs), (file, words)


def thoughts(file: str) -> list[ExplanationParagraph]:
    """Return the generated explanation of a puzzle such as `snakebit/01`, without the written parts."""
    game_id, _, name = file.partition("/")
    run = check_file(EXAMPLES / game_id / "puzzles" / f"{name}.yml").run
    assert run is not None
    position, proof = start(run), proven(run, asked_at(run))
    about = run.scenario.puzzle
    return explanation(narrator_for(run.game, position.actor), position, proof, about and about._replace(plan="", why_not={}))


@looks_at_examples(*OURS)
@pytest.mark.parametrize("game", OURS)
def test_without_an_authors_texts_the_plan_and_each_move_that_fails_have_their_result(game: str) -> None:
    for lies in (False, True):
        run = puzzle(game, lies=lies)
        position, proof = start(run), proven(run, asked_at(run))
        narrator = narrator_for(run.game, position.actor)
        plan, *others = explanation(narrator, position, proof, None)
        assert (plan.about, str(plan.told).startswith(str(answer_text(narrator, position, proof)))) == (PLAN, True)
        assert str(plan.told).endswith(str(remaining_tricks_text(narrator, position, proof, proof.best[0])))
        moves = refuted(run.game, position, proof, natural(run.game, position, proof, None))
        assert [(str(each.about), str(each.told)) for each in others] == [
            (str(why_not(narrator, position, move)), str(consequence_text(narrator, position, proof, move))) for move in moves]
        assert 1 <= len(moves) <= 2
        assert not {*moves} & {*proof.best}


def test_what_its_author_says_stands_in_place_of_what_is_found_and_ends_with_what_is_proved() -> None:
    run = puzzle("snakebit", lies=False)
    position, proof, about = start(run), proven(run, asked_at(run)), run.scenario.puzzle
    assert about is not None
    worse = sorted((move for move in proof.values if move not in proof.best), key=lambda move: proof.values[move])
    said = about._replace(plan="Get rid of the {6SY}.", why_not={move.text: f"No, not {{{move.played}}}." for move in worse})
    plan, *answers = explanation(narrator_for(run.game, position.actor), position, proof, said)
    assert re.fullmatch(r"Lead the .* Get rid of the \{6SY\}\. You are sure of .*\.", str(plan.told))
    assert len(answers) == len(worse)
    assert all(re.fullmatch(r"No, not .*\. At best you get .*\.", str(answer.told)) for answer in answers)
    found = [proof.values[move] for answer in answers for move in worse
             if str(answer.told).startswith(f"No, not {{{move.played}}}.") and move.text.split()[-1] in str(answer.about)]
    assert found == sorted(found, reverse=True)
    alone = explanation(narrator_for(run.game, position.actor), position, proof, said._replace(why_not={}))
    assert [str(each.told) for each in alone[1:]] == [
        str(each.told) for each in thoughts(f"snakebit/{sorted((EXAMPLES / 'snakebit' / 'puzzles').glob('*.yml'))[0].stem}")
        if str(each.about).startswith("Why not")]


@looks_at_examples(*OURS)
@pytest.mark.parametrize("game", OURS)
def test_nothing_is_said_of_what_is_not_there_yet(game: str) -> None:
    assert not re.search(r"none yet|no suit\b|\b(\w+ cursed), .*\b\1\b(?=\.)", in_words(puzzle(game, lies=False)))


@looks_at_examples("snakebit")
def test_a_suit_is_broken_early_only_where_the_natural_move_leaves_it_closed() -> None:
    run = check_file(EXAMPLES / "snakebit" / "puzzles" / "91.yml").run
    assert run is not None
    about = run.scenario.puzzle
    assert about is not None
    assert about.shown is not None
    game, position, proof = run.game, start(run), proven(run, asked_at(run))
    natural, search = next(move for move in proof.values if move.text == about.natural), Search(game, position, proof.goal)
    search.run(LIMIT)
    opens, leaves = (tricks_of_line(game, position, search.line(move)) for move in (proof.best[0], natural))
    card = game.pack.card(about.shown.card)
    assert [ComparedLines(game, opens, then, (), 0, 0, card).is_confirmed("break-early") for then in (leaves, opens)] == [True,
                                                                                                                          False]


@looks_at_examples("snakebit", "double-decker", "double-knot")
@pytest.mark.parametrize(("file", "refuted"), [
    ("snakebit/01", ["lead the {9LK} as {K}", "lead the {6SY} as {Y}"]),      # the best card played in another way
    ("double-knot/01", ["lead the {PMSL}"]),                                # the third card fails for the same reason
    ("snakebit/03", ["play the {2SY}", "play the {5SW}"]),                  # the cheapest card that takes the trick
    ("double-decker/01", ["play the {B10}"]),                               # passing is worse but not tempting
    ("double-knot/25", ["lead the {2WL}", "lead the {3MW}"]),
])
def test_it_is_told_why_not_the_natural_move_and_its_rival(file: str, refuted: list[str]) -> None:
    asked = [str(each.about) for each in thoughts(file) if str(each.about).startswith("Why not")]
    assert asked == [f"Why not {move}?" for move in refuted]

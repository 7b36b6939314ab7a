"""The text of a puzzle in a page: its title, its question and its answer in words."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from rules_engine.authoring.check import check_file
from rules_engine.core.positions.position import Position
from rules_engine.html.puzzle_html import asked_at, caption, title_of, words
from rules_engine.narration.narrator import narrator_for
from rules_engine.puzzles.themes.explanation import ExplanationParagraph, thought
from rules_engine.puzzles.themes.theme_checks import ComparedLines
from rules_engine.quiz.best_move import LIMIT
from rules_engine.quiz.best_move_prompt import points_so_far_text, puzzle_prompt
from rules_engine.quiz.line_tricks import tricks_of_line
from rules_engine.quiz.questions import proven
from rules_engine.scenarios.replay import Replay, replay
from rules_engine.solver.search import Search
from tests.dom import read
from tests.ours import OURS, looks_at_examples

EXAMPLES = Path(__file__).parents[2] / "examples"


def puzzle(game: str, lies: bool) -> Replay:
    """Return the first puzzle of a game with cards on the table, or without."""
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
        assert told.endswith(
            " ".join(
                filter(None, map(str, (points_so_far_text(narrator, position, proof), puzzle_prompt(narrator, position, proof))))
            )
        )


@looks_at_examples("double-decker", "snakebit")
@pytest.mark.parametrize("file", ["double-decker/puzzles/04", "snakebit/puzzles/04"])
def test_nothing_is_counted_in_where_nothing_was_taken(file: str) -> None:
    run = check_file(EXAMPLES / f"{file}.yml").run
    assert run is not None
    assert not points_so_far_text(narrator_for(run.game, 0), start(run), proven(run, asked_at(run)))


def thoughts(file: str) -> list[ExplanationParagraph]:
    """Return the explanation of a puzzle such as `snakebit/01`."""
    game_id, _, name = file.partition("/")
    run = check_file(EXAMPLES / game_id / "puzzles" / f"{name}.yml").run
    assert run is not None
    position, proof = start(run), proven(run, asked_at(run))
    about = run.scenario.puzzle
    return thought(narrator_for(run.game, position.actor), position, proof, about and about._replace(plan="", why_not={}))


def page_of_thought(file: str) -> list[str]:
    """Return the paragraphs of a puzzle's explanation."""
    return [str(each.told) for each in thoughts(file)]


def test_what_its_author_says_stands_in_place_of_what_is_found_and_ends_with_what_is_proved() -> None:
    run = puzzle("snakebit", lies=False)
    position, proof, about = start(run), proven(run, asked_at(run)), run.scenario.puzzle
    assert about is not None
    worse = sorted((move for move in proof.values if move not in proof.best), key=lambda move: proof.values[move])
    said = about._replace(plan="Get rid of the {6SY}.", why_not={move.text: f"No, not {{{move.played}}}." for move in worse})
    plan, *answers = thought(narrator_for(run.game, position.actor), position, proof, said)
    assert re.fullmatch(r"Lead the .* Get rid of the \{6SY\}\. You are sure of .*\.", str(plan.told))
    assert len(answers) == len(worse)
    assert all(re.fullmatch(r"No, not .*\. At best you get .*\.", str(answer.told)) for answer in answers)
    found = [proof.values[move] for answer in answers for move in worse
             if str(answer.told).startswith(f"No, not {{{move.played}}}.") and move.text.split()[-1] in str(answer.about)]
    assert found == sorted(found, reverse=True)
    alone = thought(narrator_for(run.game, position.actor), position, proof, said._replace(why_not={}))
    assert [str(each.told) for each in alone[1:]] == [
        str(each.told) for each in thoughts(f"snakebit/{sorted((EXAMPLES / 'snakebit' / 'puzzles').glob('*.yml'))[0].stem}")
        if str(each.about).startswith("Why not")]


@looks_at_examples("knueffeln")
@pytest.mark.parametrize(("file", "later"), [
    ("70", "Lead the {AH}."),
    ("33", "Lead the {AD}, then play the {4C}."),
])
def test_later_choices_that_matter_are_named(file: str, later: str) -> None:
    assert page_of_thought(f"knueffeln/{file}")[-1] == later


@looks_at_examples("double-decker")
@pytest.mark.parametrize(("file", "place", "leads"), [
    ("43", 0, "The {R12} and the {G12} are equal. Of the cards below them, the {R11} is higher than the {G4}, so you lead"),
    ("18", 1, "The {B14} and the {R14} are equal. Of the cards below them, the {B12} is higher than the {R10}, so West leads"),
])
def test_a_tie_that_settles_who_leads_is_told_with_the_line(file: str, place: int, leads: str) -> None:
    """The tie is explained in the paragraph on the plan, or in that on the tempting move."""
    told = page_of_thought(f"double-decker/{file}")
    assert [each.partition("Who leads after this trick? ")[2][:len(leads)] for each in told[:2]] == [
        leads if each == place else "" for each in range(2)]


@looks_at_examples("double-decker")
def test_a_trick_whose_colours_are_taken_apart_tells_the_card_of_each_who_takes_one() -> None:
    assert "You and West share this trick with the {R12} and the {G12}" in page_of_thought("double-decker/43")[0]


@looks_at_examples(*OURS)
@pytest.mark.parametrize("game", OURS)
def test_nothing_is_said_of_what_is_not_there_yet(game: str) -> None:
    assert not re.search(r"none yet|no suit\b|\b(\w+ cursed), .*\b\1\b(?=\.)", in_words(puzzle(game, lies=False)))


@looks_at_examples("snakebit", "double-knot", "double-decker", "double-king-pedro", "knueffeln")
@pytest.mark.parametrize(("file", "tells"), [
    ("snakebit/01", "Then your {6SY} takes the last trick for −1; in the plan it goes under East's {8MS}. You end"),
    ("double-knot/10", "(bid 1, and 2 points more as West and Northeast missed), which scores 3 points"),
    ("double-knot/10", "Then Northwest's {XY} takes the last trick."),
    ("double-decker/85", "Then you take a trick with the {B9}, not with the {G10}."),
    ("double-decker/110", "North's {B13} is higher than the {G11}, so North leads next; should you play the {G16}, you lead."),
    ("snakebit/03", "Then you lead the {2SY}: West has only the {9MS} to follow with, and must take the trick. You take none"),
    ("snakebit/101", "Then the {7SK} takes the last trick for −2, not for 1."),
    ("double-knot/25", "East can't follow the {XY} and must trump this trick with the {XK}."),
    ("double-knot/12", "West, who plays after you, beats the {CSLK} with the {AK}."),
    ("double-knot/66", "Later East takes a trick with the {9LK} and must lead, with only the {5YK} left."),
    ("double-knot/teams-01", "Then North's {9MS} takes the last trick; in the plan it goes under East's {XK}."),
    ("double-knot/teams-06", "Then your {PSWK} takes the last trick; in the plan it goes under North's {CSLK}."),
    ("double-king-pedro/103", "West takes this trick either way, and the {Joker} makes it worth 18 more."),
    ("double-knot/92", "The {XM} takes this trick, and your {CMLY} the last trick: one more than in the plan."),
    ("snakebit/114", "Then the {8YK} takes the last trick for −2."),
    ("double-king-pedro/104", "With the {6S} this trick brings 9 less."),
    ("double-king-pedro/105", "Then East's {9C} takes the last trick, over your {Joker}; in the plan your {KC} beats the {9C}."),
    ("double-king-pedro/49", "Then your {5C} falls to "),
    ("double-knot/51", "Then East's {PSWK} takes the last trick. Either scores 1 point."),
    ("knueffeln/33", "You lead next; should you play the {KC}, Northwest does, with the {9S}."),
])
def test_the_page_of_thought_tells_what_makes_the_difference(file: str, tells: str) -> None:
    """The explanation has the points of a trick where tricks score, the missed bid where that counts, the next leader with
    the reason, forced moves, and the card that wins, falls or is given away."""
    told = " ".join(page_of_thought(file))
    assert tells in told
    assert "for 1" not in told or not file.startswith("double-knot")


@looks_at_examples("double-king-pedro", "knueffeln", "snakebit", "double-knot")
@pytest.mark.parametrize(("file", "plan"), [
    ("double-king-pedro/69",
     "Play the {9S}. If West beats it with the {KS}, you and North take the rest; if West lets it go, it has won its trick."),
    ("double-king-pedro/86", "Lead the {JD}. If West beats it, your {Joker} takes a later trick; if West lets it go, it has won"),
    ("double-king-pedro/80", "North takes this trick with the {2C} for 1. Then North leads the {10C}. If East beats it with the"),
    ("knueffeln/61", "If West beats the {KD} with the {2H}, your {AD} takes a later trick; if West lets it go, it has won its"),
    ("knueffeln/87", "Then you lead the {4S}. If it is beaten, your {4C} takes a later trick; if not, it has won its trick."),
    ("double-knot/teams-23", "Whatever East leads then, your {8MS} takes a trick. You and North end with 4 tricks"),
    ("snakebit/84", "Whatever North leads then, you take none of the rest. You end with 2 tricks."),
])
def test_a_choice_of_the_others_is_told_to_its_ends(file: str, plan: str) -> None:
    """The opponents choose, and lose either way: by beating a card or not, or by one lead or another."""
    assert plan in page_of_thought(file)[0]


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
    assert [ComparedLines(game, opens, then, (), 0, 0, card).is_borne_out("break-early") for then in (leaves, opens)] == [True,
                                                                                                                          False]


@looks_at_examples("snakebit", "double-decker", "double-knot")
@pytest.mark.parametrize(("file", "refuted"), [
    ("snakebit/01", ["lead the {9LK} as {K}", "lead the {6SY} as {Y}"]),      # the best card played in another way
    ("double-knot/01", ["lead the {PMSL}"]),                                # the third card fails for the same reason
    ("snakebit/03", ["play the {2SY}", "play the {5SW}"]),                  # the cheapest card that takes the trick
    ("double-decker/01", ["play the {B10}"]),                               # passing is worse and isn't tempting
    ("double-knot/25", ["lead the {2WL}", "lead the {3MW}"]),
    ("double-knot/51", ["play the {5ML} or the {XM}"]),                     # for the same reason, and with the same score
])
def test_it_is_told_why_not_the_natural_move_and_its_rival(file: str, refuted: list[str]) -> None:
    asked = [str(each.about) for each in thoughts(file) if str(each.about).startswith("Why not")]
    assert asked == [f"Why not {move}?" for move in refuted]


@looks_at_examples("snakebit", "double-decker", "double-king-pedro", "double-knot", "knueffeln")
@pytest.mark.parametrize(("file", "not_so"), [
    ("double-knot/11", "is kept and takes a later trick"),          # it takes one trick either way
    ("knueffeln/04", "out of the way"),              # the reader's own card takes it
    ("double-knot/46", "It takes a later trick then."),             # it also does after the best move
    ("double-decker/04", "you end with no cards, which"),           # a card isn't worth points
    ("snakebit/39", "Now you have the lead"),           # another card also takes it, and fails
    ("double-decker/01", "over your {B14}"),                        # the card that takes the trick has another colour
    ("double-king-pedro/103", "for 27, not for 9"),                 # the Joker's points are explained
    ("double-king-pedro/50", "take the rest; if"),                  # North may have to use a trump on the 9S
    ("double-decker/110", "Whatever"),                              # no player needs that trick
    ("double-decker/42", "leads next"),                             # West may play another card, and then doesn't lead
])
def test_what_the_lines_do_not_show_is_not_said(file: str, not_so: str) -> None:
    assert not_so not in " ".join(page_of_thought(file))

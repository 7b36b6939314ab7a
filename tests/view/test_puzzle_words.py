"""What a puzzle says where it stands in the text: its title, what is asked, and its answer in words."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from rules_engine.authoring.check import check_file
from rules_engine.core.positions.position import Position
from rules_engine.core.telling.telling import telling_of
from rules_engine.scenario.ask import proven
from rules_engine.scenario.best import stands
from rules_engine.scenario.ideas.thought import thought
from rules_engine.scenario.run import Replay, replay
from rules_engine.view.puzzle import asked_at, caption, title_of, words
from tests.dom import read
from tests.ours import OURS, looks_at_examples

EXAMPLES = Path(__file__).parents[2] / "examples"


def puzzle(game: str, lies: bool) -> Replay:
    """The first puzzle of a game in which cards lie on the table, or none do."""
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
    told = in_words(puzzle(game, lies))
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
def test_a_variant_is_named_with_what_the_side_bid_and_took() -> None:
    run = check_file(EXAMPLES / "double-knot" / "puzzles" / "teams-13.yml").run
    assert run is not None
    position: Any = start(run)
    tricks, bid = (sum(amounts[seat] for seat in (0, 2)) for amounts in (position.tricks, position.bids))
    assert tricks > 1
    told = stands(telling_of(run.game, 0), position, proven(run, asked_at(run)))
    assert told == (f"Variant: partners. What you and North have counts too: {tricks} tricks (bid {bid}). "
                    "All cards are open; West and East play against you and North.")


@looks_at_examples("double-knot", "snakebit")
def test_a_title_says_what_is_seen_and_nothing_of_the_answer() -> None:
    on_lead = nameless(puzzle("double-knot", lies=False))
    assert title_of(on_lead).startswith("On lead with ")
    laid = nameless(puzzle("snakebit", lies=True))
    assert re.fullmatch(r"(Second|Third|Fourth|Last) to play on the \{\w+\}", title_of(laid))


def nameless(run: Replay) -> Replay:
    """A puzzle as the engine makes it for a reader, who gives it no name."""
    return replay(replace(run.scenario, title=""))


@looks_at_examples(*OURS)
@pytest.mark.parametrize("game", OURS)
def test_the_question_tells_what_one_has_so_far_and_which_variant_it_is(game: str) -> None:
    for path in sorted((EXAMPLES / game / "puzzles").glob("*01.yml")):
        run = check_file(path).run
        assert run is not None
        told = " ".join(read(str(child)).text for child in caption(run, title_of(run)) if child is not None)
        assert ("Variant: " in told) == (run.scenario.variant is not None)
        assert re.search(r" (What you( and \w+)? have counts too: [^.]+\. )?You (play|lead): ", told), told


@looks_at_examples("double-decker", "double-king-pedro", "knueffeln")
@pytest.mark.parametrize("file", ["double-decker/puzzles/04", "double-king-pedro/puzzles/05", "knueffeln/puzzles/34"])
def test_nothing_is_counted_in_where_nothing_was_taken(file: str) -> None:
    run = check_file(EXAMPLES / f"{file}.yml").run
    assert run is not None
    told = str(stands(telling_of(run.game, 0), start(run), proven(run, asked_at(run))))
    assert told.startswith("All cards are open;")


def page_of_thought(file: str) -> list[str]:
    """What is told after a puzzle, `snakebit/01`, in its paragraphs."""
    game_id, _, name = file.partition("/")
    run = check_file(EXAMPLES / game_id / "puzzles" / f"{name}.yml").run
    assert run is not None
    position, proof = start(run), proven(run, asked_at(run))
    return [str(each.told) for each in thought(telling_of(run.game, position.actor), position, proof, run.scenario.puzzle)]


@looks_at_examples("double-decker")
@pytest.mark.parametrize(("file", "place", "leads"), [
    ("43", 0, "The {R12} and the {G12} are equal. Of the cards below them, the {R11} is higher than the {G4}, so you lead"),
    ("18", 1, "The {B14} and the {R14} are equal. Of the cards below them, the {B12} is higher than the {R10}, so West leads"),
])
def test_a_tie_that_settles_who_leads_is_told_with_the_line(file: str, place: int, leads: str) -> None:
    """It is of the plan in one, and of the move that tempts in the other."""
    told = page_of_thought(f"double-decker/{file}")
    assert [each.partition("Who leads after this trick? ")[2][:len(leads)] for each in told[:2]] == [
        leads if each == place else "" for each in range(2)]


@looks_at_examples("double-decker")
def test_a_trick_whose_colours_are_taken_apart_tells_the_card_of_each_who_takes_one() -> None:
    assert "you and West share this trick with the {R12} and the {G12}" in page_of_thought("double-decker/43")[0]


@looks_at_examples(*OURS)
@pytest.mark.parametrize("game", OURS)
def test_nothing_is_said_of_what_is_not_there_yet(game: str) -> None:
    assert not re.search(r"none yet|no suit\b|\b(\w+ cursed), .*\b\1\b(?=\.)", in_words(puzzle(game, lies=False)))


@looks_at_examples("snakebit", "double-knot", "double-decker")
@pytest.mark.parametrize(("file", "tells"), [
    ("snakebit/01", "you take the last with the {6SY} for −1: you end with 3 tricks, 4 cursed"),
    ("double-knot/10", "(bid 1; West and Northeast missed), which scores 3 points"),
    ("double-knot/10", "Northwest's {XY}. It takes the last trick then, and none after the best move."),
    ("double-knot/teams-13", "Then North takes this trick with the {PMSL}, you take one"),
    ("double-decker/01", "After this trick you lead; after the tempting move Northwest does."),
])
def test_the_page_of_thought_tells_what_makes_the_difference(file: str, tells: str) -> None:
    """What a trick brings, where tricks bring points; who missed a bid, where that pays; what the card to fear takes."""
    told = " ".join(page_of_thought(file))
    assert tells in told
    assert "for 1" not in told or not file.startswith("double-knot")


@looks_at_examples("double-knot", "knueffeln")
@pytest.mark.parametrize(("file", "not_so"), [
    ("double-knot/11", "is kept and takes a later trick"),          # it takes one either way
    ("knueffeln/04", "spends the {8S} on this trick"),              # the reader's own card takes it
    ("double-knot/48", "It takes a later trick then."),             # and after the best move it does too
])
def test_what_the_lines_do_not_show_is_not_said(file: str, not_so: str) -> None:
    assert not_so not in " ".join(page_of_thought(file))

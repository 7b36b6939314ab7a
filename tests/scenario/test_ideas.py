"""What a puzzle is about: each idea that is read off the proof, where it is there and where it isn't."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import pytest

from rules_engine.authoring.check import check_file, scenario_files
from rules_engine.core.game.setups import read_setup
from rules_engine.core.model.moves import Move
from rules_engine.core.positions.position import Position
from rules_engine.core.positions.values import Plain
from rules_engine.games import make_game
from rules_engine.games.snakebit.rules import follow_suit
from rules_engine.scenario import Replay
from rules_engine.scenario.ideas import IDEAS, breaks_early, counts_suit, idea_of, leads_through, lets_partner, saves_beater
from rules_engine.solver.search import MoveLine, Search
from rules_engine.view.puzzle import asked_at
from tests.ours import OURS, looks_at_examples

EXAMPLES = Path(__file__).parents[2] / "examples"
ASKS: Mapping[str, Callable[[Search[Position], MoveLine, Move], bool]] = {
    "break-early": breaks_early, "save-beater": saves_beater, "through": leads_through, "partner": lets_partner,
    "count-suit": counts_suit}

COUNTED: Mapping[str, Plain] = {
    "dealer": "East", "leader": "South", "cursed": "K", "trump": "W", "broken": ["M", "S", "W", "L", "Y", "K"],
    "hands": {"South": ["3MW", "8MS", "7WY"], "West": ["9MS", "6SY", "4WL"], "East": ["2SY", "5SW", "9LK"]}}
"""The 9MS is above the 8MS. It falls to the 3MW, a trump, if that is led as a Moon; then the 8MS stands."""
BROKEN: Mapping[str, Plain] = {
    "dealer": "East", "leader": "East", "cursed": "S", "trump": "K", "broken": ["M", "W", "L", "Y", "K"],
    "hands": {"South": ["2MK", "6SY", "7SK", "5YK"], "West": ["8MS", "3SK", "4YK", "8YK"], "East": ["9MS", "2SY", "5SW"]},
    "trick": ["East 2WL as L"]}
"""Suns are cursed and closed. The 7SK takes the trick and breaks them, so that the 6SY can be led as one."""
SAVED: Mapping[str, Plain] = {
    "phase": "play", "dealer": "East", "leader": "Northwest", "chosen": ["S", "C"], "turnups": ["10S", "10C"],
    "hands": {"South": ["6S", "9S", "AD", "8C"], "West": ["2S", "AS", "AH", "2C"], "Northwest": ["JS", "9C", "KC"],
              "Northeast": ["8D", "10D", "QD"], "East": []},
    "trick": ["Northwest KD", "Northeast 7H"], "tricks": {"South": 0, "West": 0, "Northwest": 2, "Northeast": 3, "East": 0},
    "stock": ["QC", "2D", "JH", "JC", "10H", "AC", "9H", "3S", "3C", "6C"]}
"""West has the Twos of both chosen suits. The 6S, kept, beats the 2S when that is led."""

THROUGH: Mapping[str, Plain] = {
    "dealer": "East", "leader": "South", "declarer": "North", "contract": 20, "trump": "S", "opening": False,
    "hands": {"South": ["4S", "6S", "KD", "AD"], "West": ["10S", "QS", "AH", "9C"], "North": ["8S", "9S", "KC", "Joker"],
              "East": ["2S", "JS", "KH", "AC"]},
    "tricks": {"South": 1, "West": 0, "North": 1, "East": 0}}
"""Spades are trumps, and so is the off-King, the KC. Whatever West plays to a trump, North can play just above it."""


def searched(game_id: str, players: int, setup: Mapping[str, Plain]) -> Search[Position]:
    """A position, solved."""
    game = make_game(game_id, None, players)
    search = Search(game, read_setup(game, setup))
    search.run(1_000_000)
    return search


def solved(run: Replay) -> Search[Position]:
    """A puzzle's position, solved."""
    search = Search(run.game, run.moments[asked_at(run)].before)
    search.run(1_000_000)
    return search


def line_of(search: Search[Position], texts: Sequence[str]) -> MoveLine:
    """The line with these moves, each seat's as it comes."""
    position, line = search.start, list[tuple[int, Move]]()
    for text in texts:
        line.append((position.actor, next(move for move in search.game.legal(position) if move.text == text)))
        position, _ = search.game.make(position, line[-1][1])
    return tuple(line)


def holds(name: str, search: Search[Position]) -> bool:
    """Whether any move has the idea, beside any other."""
    return any(ASKS[name](search, search.line(one), other) for one in search.values for other in search.values)


def idea(search: Search[Position], best: str, tempting: str) -> str:
    """The idea of preferring one move to another."""
    moves = {move.text: move for move in search.values}
    assert search.values[moves[best]] > search.values[moves[tempting]]
    return idea_of(search, moves[best], moves[tempting])


def test_a_card_is_counted_on_once_those_above_it_are_played() -> None:
    search = searched("snakebit", 3, COUNTED)
    assert idea(search, "7WY as W", "3MW as W") == "count-suit"


def test_a_card_that_nothing_was_above_is_not_counted_on() -> None:
    """Without the 9MS the 8MS is the highest Moon at once."""
    hands = {"South": ["3MW", "8MS", "7WY"], "West": ["5ML", "6SY", "4WL"], "East": ["2SY", "5SW", "9LK"]}
    search = searched("snakebit", 3, {**COUNTED, "hands": hands})
    assert not holds("count-suit", search)


def test_what_has_to_be_followed_is_no_matter_of_a_rules_id(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(follow_suit, "id", "must-follow")
    assert idea(searched("snakebit", 3, COUNTED), "7WY as W", "3MW as W") == "count-suit"


def test_a_suit_is_broken_early_to_be_led_later() -> None:
    search = searched("snakebit", 3, BROKEN)
    assert idea(search, "7SK", "5YK") == "break-early"
    moves = {move.text: move for move in search.values}
    assert not breaks_early(search, search.line(moves["5YK"]), moves["7SK"])


def test_nothing_is_broken_early_where_all_suits_are_open() -> None:
    search = searched("snakebit", 3, {**BROKEN, "broken": ["M", "S", "W", "L", "Y", "K"]})
    assert not holds("break-early", search)


def test_a_beater_is_saved_for_a_later_trick() -> None:
    search = searched("knueffeln", 5, SAVED)
    moves = {move.text: move for move in search.values}
    line = line_of(search, ["AD", "2C", "8C", "AS", "9C", "10D", "2S", "KC", "QD", "6S", "9S", "AH", "JS", "8D"])
    assert saves_beater(search, line, moves["6S"])
    assert not saves_beater(search, line, moves["9S"]), "no beater"
    assert not saves_beater(search, search.line(moves["6S"]), moves["AD"]), "it is played"


def test_a_suit_is_led_through_strength_up_to_the_partner() -> None:
    search = searched("double-king-pedro", 4, THROUGH)
    assert idea(search, "4S", "KD") == "through"
    moves = {move.text: move for move in search.values}
    assert not leads_through(search, search.line(moves["AD"]), moves["4S"])


def hands(**changed: Sequence[str]) -> dict[str, Plain]:
    told = THROUGH["hands"]
    assert isinstance(told, dict)
    return {"hands": {**told, **{seat: [*cards] for seat, cards in changed.items()}}}


@pytest.mark.parametrize(("changed", "why"), [
    (hands(West=["2S", "JS", "KH", "AC"], East=["10S", "QS", "AH", "9C"]), "the strong hand plays last"),
    (hands(North=["8S", "9S", "KS", "Joker"], West=["10S", "KC", "AH", "9C"], East=["AS", "JS", "KH", "AC"]),
     "the highest card lies behind the partner"),
    (hands(North=["8S", "9S", "5S", "Joker"], East=["2S", "JS", "KH", "KC"]), "the partner has nothing above the Queen"),
    (hands(North=["8H", "9H", "KC", "8C"]), "the partner has one trump, and plays it whatever West does"),
])
def test_nothing_is_led_through(changed: Mapping[str, Plain], why: str) -> None:
    assert not holds("through", searched("double-king-pedro", 4, {**THROUGH, **changed})), why


def test_nobody_leads_through_without_a_partner() -> None:
    assert not holds("through", searched("snakebit", 3, COUNTED))


def test_no_idea_is_told_in_a_game_that_lacks_what_it_needs() -> None:
    found = [check_file(EXAMPLES / "double-decker" / "puzzles" / f"{number:02}.yml").run for number in (1, 2, 3)]
    for search in (solved(run) for run in found if run is not None):
        assert not any(holds(name, search) for name in ASKS)


@looks_at_examples(*OURS)
@pytest.mark.parametrize("name", ASKS)
def test_shipped_puzzles_have_the_idea_that_they_tell(name: str) -> None:
    files = [path for game_id in OURS for path in scenario_files([EXAMPLES / game_id / "puzzles"])
             if f"idea: {name}\n" in path.read_text(encoding="utf-8")]
    assert files
    for run in (run for path in files if (run := check_file(path).run) is not None):
        search = solved(run)
        line = line_of(search, [moment.move.text for moment in run.moments[asked_at(run):] if moment.move is not None])
        assert any(ASKS[name](search, line, other) for other in search.values if other not in search.solution.best)


@looks_at_examples(*OURS)
def test_every_shipped_idea_is_known() -> None:
    for path in scenario_files([EXAMPLES / game_id / "puzzles" for game_id in OURS]):
        (told,) = re.findall(r"^  idea: (.*)$", path.read_text(encoding="utf-8"), re.MULTILINE)
        assert told in IDEAS


@looks_at_examples(*OURS)
def test_the_table_of_the_docs_counts_what_is_shipped() -> None:
    """Its columns are games in some order, and all."""
    text = (EXAMPLES.parent / "docs" / "design" / "solver.md").read_text(encoding="utf-8")
    lines = text.partition("| Idea |")[2].partition("\n\n")[0].splitlines()
    head, *rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]
    ids = {make_game(game_id).name: game_id for game_id in OURS}
    titles = {str(title): name for name, title in IDEAS.items()}
    told = {(ids[game], titles[row[0]]): int(number) for row in rows[1:] for game, number in zip(head, row[1:], strict=True)
            if game in ids and number}
    counts = Counter((path.parts[-3], re.findall(r"^  idea: (.*)$", path.read_text(encoding="utf-8"), re.MULTILINE)[0])
                     for path in scenario_files([EXAMPLES / game_id / "puzzles" for game_id in OURS]))
    assert told == counts
    assert [int(row[-1]) for row in rows[1:]] == [
        sum(number for (_, name), number in counts.items() if name == titles[row[0]]) for row in rows[1:]]

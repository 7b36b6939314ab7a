"""The ideas behind puzzles: each condition is tested in a position where it holds, and where a small change makes it fail."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from rules_engine.authoring.checks.check import check_file, scenario_files
from rules_engine.authoring.yaml_text import read_yaml
from rules_engine.core.game.setups import read_setup
from rules_engine.core.model.cards import Card
from rules_engine.core.model.moves import Move, play
from rules_engine.core.positions.json_values import JsonValue
from rules_engine.core.positions.position import Position
from rules_engine.games import make_game
from rules_engine.games.snakebit.rules import follow_suit
from rules_engine.html.puzzle_html import asked_at
from rules_engine.puzzles.generator import GeneratedPuzzle, puzzle_summary, search_hands
from rules_engine.puzzles.themes import IDEAS, PLAIN, THOUGHTS
from rules_engine.puzzles.themes.analysis import PuzzleAnalysis
from rules_engine.puzzles.themes.classify import idea_of
from rules_engine.puzzles.themes.registry import CONDITIONS
from rules_engine.puzzles.themes.theme_checks import ComparedLines
from rules_engine.scenarios.model import PuzzleInfo, write_scenario
from rules_engine.scenarios.read import read_scenario
from rules_engine.scenarios.replay import Replay, replay
from rules_engine.scenarios.yaml_writer import write_yaml
from rules_engine.site.model.languages import SiteLanguage
from rules_engine.solver.principal_variation import MoveLine
from rules_engine.solver.search import Search
from tests.ours import OURS, looks_at_examples
from tests.sketches.german_whist import GermanWhist
from tests.some import some

EXAMPLES = Path(__file__).parents[2] / "examples"

COUNTED: Mapping[str, JsonValue] = {
    "dealer": "East", "leader": "South", "cursed": "K", "trump": "W", "broken": ["M", "S", "W", "L", "Y", "K"],
    "hands": {"South": ["3MW", "8MS", "7WY"], "West": ["9MS", "6SY", "4WL"], "East": ["2SY", "5SW", "9LK"]}}
"""The 9MS is above the 8MS. It falls to the 3MW, a trump, if that is led as a Moon; then the 8MS is high."""
BROKEN: Mapping[str, JsonValue] = {
    "dealer": "East", "leader": "East", "cursed": "S", "trump": "K", "broken": ["M", "W", "L", "Y", "K"],
    "hands": {"South": ["2MK", "6SY", "7SK", "5YK"], "West": ["8MS", "3SK", "4YK", "8YK"], "East": ["9MS", "2SY", "5SW"]},
    "trick": ["East 2WL as L"]}
"""Suns are cursed and unbroken. The 7SK takes the trick and breaks them, so that the 6SY can then be led as a Sun."""
SAVED: Mapping[str, JsonValue] = {
    "phase": "play", "dealer": "East", "leader": "Northwest", "chosen": ["S", "C"], "turnups": ["10S", "10C"],
    "hands": {"South": ["6S", "9S", "AD", "8C"], "West": ["2S", "AS", "AH", "2C"], "Northwest": ["JS", "9C", "KC"],
              "Northeast": ["8D", "10D", "QD"], "East": []},
    "trick": ["Northwest KD", "Northeast 7H"], "tricks": {"South": 0, "West": 0, "Northwest": 2, "Northeast": 3, "East": 0},
    "stock": ["QC", "2D", "JH", "JC", "10H", "AC", "9H", "3S", "3C", "6C"]}
"""West has the Twos of both chosen suits. The 6S, if kept, beats the 2S when it is led."""
THROUGH: Mapping[str, JsonValue] = {
    "dealer": "East", "leader": "South", "declarer": "North", "contract": 20, "trump": "S", "opening": False,
    "hands": {"South": ["4S", "6S", "KD", "AD"], "West": ["10S", "QS", "AH", "9C"], "North": ["8S", "9S", "KC", "Joker"],
              "East": ["2S", "JS", "KH", "AC"]},
    "tricks": {"South": 1, "West": 0, "North": 1, "East": 0}}
"""Spades are trumps, and so is the off-King, the KC. Whatever West plays when a trump is led, North can just beat it."""

KEPT: Mapping[str, JsonValue] = {
    "dealer": "East", "leader": "West",
    "hands": {"South": ["R10", "R13", "B4", "G17"], "West": ["B5", "B8", "G4"], "Northwest": ["R5", "R7", "G2"],
              "Northeast": ["R16", "G11", "G12"], "East": ["G10", "G13", "G15"]},
    "trick": ["West B12", "Northwest R15", "Northeast R12", "East pass G16"],
    "captured": {"South": {"B": 13}, "West": {"B": 3, "G": 2}, "Northwest": {"R": 3, "G": 3}, "Northeast": {"G": 6},
                 "East": {"R": 10}}}
"""The R10 and the R13 are played to the first two tricks: the second of them to be played takes its trick."""


def searched(game_id: str, players: int, setup: Mapping[str, JsonValue]) -> Search[Position]:
    """Return a completed search of a position."""
    game = make_game(game_id, None, players)
    search = Search(game, read_setup(game, setup))
    search.run(1_000_000)
    return search


def case(search: Search[Position], best: str, natural: str, line: Sequence[str] = ()) -> PuzzleAnalysis:
    """Return the analysis that compares two moves. ``line`` are the moves that follow the best one."""
    moves = {move.text: move for move in search.values}
    return PuzzleAnalysis(search, moves[best], moves[natural], line_of(search, line) if line else None)


def line_of(search: Search[Position], texts: Sequence[str]) -> MoveLine:
    """Return the line with these moves, in turn order."""
    position, line = search.start, list[tuple[int, Move]]()
    for text in texts:
        line.append((position.actor, next(move for move in search.game.legal(position) if move.text == text)))
        position, _ = search.game.make(position, line[-1][1])
    return tuple(line)


def holds(name: str, search: Search[Position]) -> bool:
    """Return whether the idea holds for any move in comparison with a worse one."""
    values = search.values
    return any(CONDITIONS[name](PuzzleAnalysis(search, one, other)) is not None
               for one in values for other in values if values[other] < values[one])


# ---- ideas after a small change

def test_a_card_does_not_count_if_any_other_would_take_the_trick() -> None:
    """All cards above the 8MS are gone when it is led, but then no other player can follow suit anyway."""
    assert not CONDITIONS["count-suit"](case(searched("snakebit", 3, COUNTED), "7WY as W", "3MW as W"))


def test_what_has_to_be_followed_is_no_matter_of_a_rules_id(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(follow_suit, "id", "must-follow")
    found = case(searched("snakebit", 3, COUNTED), "7WY as W", "3MW as W")
    assert {card.text for card in found.asked_for(found.best)} >= {"4WL", "5SW"}


def test_a_card_that_was_drawn_later_may_be_led() -> None:
    game = GermanWhist()
    search: Search[Any] = Search(game, read_setup(game, {
        "dealer": "North", "leader": "South", "trump": "H", "turned_up": "QS", "stock": "2C",
        "hands": {"South": "AD 3C", "North": "5D 4C"}}))
    search.run(10_000)
    assert case(search, "AD", "3C").asked_for(play(game.pack.card("QS"))) == {
        card for card in game.deck if card.suits == "S" and card.rank != "Q"}


def test_a_suit_is_broken_early_to_be_led_later() -> None:
    search = searched("snakebit", 3, BROKEN)
    line = ["7SK", "8MS", "6SY as S", "3SK", "9MS", "4YK as Y", "2SY", "5YK", "2MK as M", "8YK", "5SW"]
    assert CONDITIONS["break-early"](case(search, "7SK", "5YK", line))
    assert not holds("break-early", searched("snakebit", 3, {**BROKEN, "broken": ["M", "S", "W", "L", "Y", "K"]})), "all are open"


def test_a_beater_is_saved_for_a_later_trick() -> None:
    search = searched("knueffeln", 5, SAVED)
    line = ["AD", "2C", "8C", "AS", "9C", "10D", "2S", "KC", "QD", "6S", "9S", "AH", "JS", "8D"]
    saves = CONDITIONS["save-beater"]
    assert not saves(case(search, "AD", "9S", line)), "no beater"
    assert not saves(case(search, "6S", "AD")), "it is played"


def test_no_card_is_said_to_be_thrown_away_whose_trick_is_taken_all_the_same() -> None:
    found = case(searched("double-decker", 5, KEPT), "R10", "R13")
    assert found.most > found.less
    assert not ComparedLines(found.game, found.line, found.natural, (), found.seat, found.seat, found.best.card).is_confirmed(
        "unload"
    )


def test_a_suit_is_led_through_strength_up_to_the_partner() -> None:
    search = searched("double-king-pedro", 4, THROUGH)
    name, shown = idea_of(case(search, "4S", "KD"))
    assert (name, str(shown.card and shown.card.text), shown.seat) == ("through", "QS", 1)
    assert not CONDITIONS["through"](case(search, "AD", "KD"))


def hands(**changed: Sequence[str]) -> dict[str, JsonValue]:
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
def test_nothing_is_led_through(changed: Mapping[str, JsonValue], why: str) -> None:
    assert not holds("through", searched("double-king-pedro", 4, {**THROUGH, **changed})), why


@pytest.mark.parametrize("name", ["through", "unblock", "feed", "spare-partner", "partner-in", "partner"])
def test_nobody_has_a_partners_ideas_without_a_partner(name: str) -> None:
    assert not holds(name, searched("snakebit", 3, COUNTED))


def test_every_idea_has_its_condition_and_each_that_is_proved_its_thought() -> None:
    assert {*CONDITIONS} == {*IDEAS}
    assert {*THOUGHTS} == {*IDEAS} - PLAIN
    assert all(condition.__doc__ for condition in CONDITIONS.values())


# ---- shipped puzzles

@cache
def all_told(game_id: str) -> list[tuple[Path, PuzzleInfo]]:
    """Return a game's puzzles with their stored analysis, including retired ones."""
    read = [(path, read_scenario(read_yaml(path.read_text(encoding="utf-8")).value))
            for path in scenario_files([EXAMPLES / game_id / "puzzles"])]
    return [(path, scenario.puzzle) for path, scenario in read if scenario.puzzle is not None]


def told(game_id: str) -> list[tuple[Path, PuzzleInfo]]:
    """Return the puzzles in the game's list."""
    return [(path, puzzle) for path, puzzle in all_told(game_id) if not puzzle.retired]


checked = cache(check_file)


def told_anew(run: Replay, puzzle: PuzzleInfo) -> PuzzleInfo:
    """Return a freshly computed summary of a puzzle."""
    moment = run.moments[asked_at(run)]
    search = Search(run.game, moment.before)
    search.run(1_000_000)
    moves = {move.text: move for move in search.values}
    assert moment.move in search.solution.best
    return puzzle_summary(PuzzleAnalysis(search, moment.move, moves[puzzle.natural]), puzzle.missed)


def is_won_or_lost_at_once(run: Replay) -> bool:
    """Return whether the best moves are exactly those that take the trick on the table."""
    position, proof = run.moments[asked_at(run)].before, run.proofs[asked_at(run)]
    take = {move for move in proof.values if move.card is not None and position.actor in run.game.winners(
        position, [*position.trick, move.laid[position.actor]]).values()}
    return bool(position.trick) and take == {*proof.best}


def look_again(puzzles: Sequence[tuple[Path, PuzzleInfo]]) -> None:
    """Compare the stored ideas of puzzles with freshly computed ones."""
    for path, puzzle in puzzles:
        run = check_file(path).run
        assert run is not None
        again = told_anew(run, puzzle)
        assert (again.idea, again.critical) == (puzzle.idea, puzzle.critical), path
        for name in ("shown", "key", "threat"):
            assert getattr(again, name) == getattr(puzzle, name), (path, name)


@looks_at_examples(*OURS)
@pytest.mark.parametrize("game_id", some(OURS, ["snakebit", "double-king-pedro"]))
def test_shipped_puzzles_have_their_declared_idea(game_id: str) -> None:
    """The sample is the first puzzle for each idea."""
    first = {puzzle.idea: (path, puzzle) for path, puzzle in reversed(told(game_id))}
    look_again([*first.values()][:8])


@looks_at_examples("knueffeln")
def test_a_card_that_was_turned_is_named_where_it_takes_the_trick() -> None:
    run = checked(EXAMPLES / "knueffeln" / "puzzles" / "61.yml").run
    assert run is not None
    assert run.scenario.puzzle is not None
    again = told_anew(run, run.scenario.puzzle)
    assert again is not None
    assert again.shown is not None
    assert (again.idea, again.shown.seat, again.shown.card) == ("partner", "Northwest", "KD")


@pytest.mark.thorough
@looks_at_examples(*OURS)
@pytest.mark.parametrize("game_id", OURS)
def test_all_shipped_puzzles_have_the_idea_that_they_tell(game_id: str) -> None:
    look_again(all_told(game_id))


def test_the_summary_of_a_generated_puzzle_equals_that_of_its_file() -> None:
    """The file may list the cards of a hand in another order than the generator, so the solver may find a different, equally good
    line.
    """
    made = next(search_hands(make_game("snakebit", None, 3), seed=31, first=37))
    assert isinstance(made, GeneratedPuzzle)
    run = replay(read_scenario(read_yaml(write_yaml(write_scenario(made.scenario))).value))
    puzzle = run.scenario.puzzle
    assert puzzle is not None
    assert told_anew(run, puzzle)._replace(rating=puzzle.rating) == puzzle._replace(tempting=0)


@looks_at_examples("double-knot")
def test_nobody_is_thrown_in_who_leads_either_way() -> None:
    run = checked(EXAMPLES / "double-knot" / "puzzles" / "10.yml").run
    assert run is not None
    search = Search(run.game, run.moments[asked_at(run)].before)
    search.run(1_000_000)
    found = case(search, "AS", "PMSL")
    assert found.line[0].takers == found.natural[0].takers
    assert found.must_lead(found.line[0].after, *found.line[0].takers)
    assert CONDITIONS["throw-in"](found) is None


@looks_at_examples("double-knot")
def test_where_zero_or_all_counts_somebody_bids_one_of_them() -> None:
    found = list[Path]()
    for path, _ in told("double-knot"):
        run = checked(path).run
        assert run is not None
        position: Any = run.moments[asked_at(run)].before
        bids = [sum(position.bids[seat] for seat in side) for side in position.sides]
        if "zero-or-all" in path.name and {0, position.size}.isdisjoint(bids):
            found.append(path)
    assert found == []


@looks_at_examples(*OURS)
@pytest.mark.parametrize("game_id", OURS)
def test_most_puzzles_have_an_idea_that_is_proved_and_more_than_one_choice(game_id: str) -> None:
    puzzles = [puzzle for _, puzzle in told(game_id)]
    assert len(puzzles) >= 30
    assert all(puzzle.idea in IDEAS for puzzle in puzzles)
    played = [puzzle for puzzle in puzzles if puzzle.idea != "call"]
    assert sum(puzzle.idea not in PLAIN for puzzle in played) >= 0.7 * len(played)
    assert sum(puzzle.critical == 1 for puzzle in puzzles) <= 0.5 * len(puzzles)
    assert all(puzzle.natural and {"beginner", "plain"} <= {*puzzle.missed} for puzzle in puzzles)
    often = len(puzzles) // 10
    assert sum(number >= often for number in Counter(puzzle.idea for puzzle in puzzles).values()) >= 4, "courses"
    plain = [path for path, puzzle in told(game_id) if puzzle.critical == 1
             and (run := checked(path).run) is not None and is_won_or_lost_at_once(run)]
    assert plain == [], "whoever sees a trick that can be taken takes it, and nothing comes after"


RANKS = {
    "A": "Ace|Ass|Asse", "K": "Kings?|König|Könige", "Q": "Queens?|Dame|Damen", "J": "Jacks?|Bube|Buben",
    "10": "Tens?|Zehn|Zehnen", "9": "Nines?|Neun|Neunen", "8": "Eights?|Acht|Achten", "7": "Sevens?|Sieben",
    "6": "Six|Sixes|Popes?|Sechs|Sechsen|Papst|Päpste", "5": "Fives?|Pedros?|Fünf|Fünfen",
    "4": "Fours?|Vier|Vieren|Heel-biter|Hackenbeißer", "3": "Threes?|Drist|Drei|Dreien", "2": "Twos?|Twists?|Zwei|Zweien",
    "11": "Elevens?", "12": "Twelves?", "13": "Thirteens?", "14": "Fourteens?", "15": "Fifteens?",
    "16": "Sixteens?", "17": "Seventeens?", "18": "Eighteens?", "19": "Nineteens?", "20": "Twenty|Twenties", "1": "Ones?",
    "0": "Zeros?|Noughts?"}
"""Names of ranks."""
FOLK = {
    "2H": "Best|Beste|Twe", "4C": "Carriage|Wagen", "8S": "Dulle", "9H": "Heart Ole|Hartenool",
    "9D": "Diamond Ole|Rutenool|Curse", "KS": "David", "QS": "Pallas|Black Lady", "JS": "Ogier|one-eyed", "KH": "Charles|suicide",
    "QH": "Judith", "JH": "La Hire|one-eyed", "KD": "Caesar", "QD": "Rachel", "JD": "Hector", "KC": "Alexander",
    "QC": "Argine", "JC": "Lancelot", "AS": "death card"}
"""Traditional names of some French cards."""


def called(card: Card) -> str:
    """Return a pattern that matches every name that a title may use for a card."""
    own = card.title.removeprefix("the ").removesuffix(" Meeting")
    return "|".join(filter(None, (own or RANKS.get(card.rank, card.name), FOLK.get(card.text))))


@looks_at_examples(*OURS)
@pytest.mark.parametrize("game_id", some(OURS, ["snakebit"]))
def test_each_puzzle_has_a_name_of_its_own_that_names_no_card_that_is_best(game_id: str) -> None:
    german = SiteLanguage("de", [game_id], EXAMPLES)
    names = Counter[str]()
    for path, _ in told(game_id):
        run = checked(path).run
        assert run is not None
        titles = {run.scenario.title, german.translate_exact(run.scenario.title)}
        names.update(titles)
        best = {move.card for move in run.proofs[asked_at(run)].best if move.card is not None}
        named = [card for card in best if re.search(rf"\b({called(card)})\b", " ".join(titles), re.IGNORECASE)]
        assert "" not in titles, path
        assert not named, (path, titles)
    assert [name for name, number in names.items() if number > 1] == []


@looks_at_examples(*OURS)
def test_the_table_in_the_docs_counts_the_shipped_puzzles() -> None:
    """The table has one column for each game, in any order."""
    text = (EXAMPLES.parent / "docs" / "design" / "solver.md").read_text(encoding="utf-8")
    lines = text.partition("| Idea |")[2].partition("\n\n")[0].splitlines()
    head, *rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]
    ids = {make_game(game_id).name: game_id for game_id in OURS}
    titles = {str(title): name for name, title in IDEAS.items()}
    counted = {(ids[game], titles[row[0]]): int(number) for row in rows[1:] for game, number in zip(head, row[1:], strict=True)
               if game in ids and number}
    counts = Counter((game_id, puzzle.idea) for game_id in OURS for _, puzzle in told(game_id))
    assert counted == counts
    assert [int(row[-1]) for row in rows[1:]] == [
        sum(number for (_, name), number in counts.items() if name == titles[row[0]]) for row in rows[1:]]

"""Tests that every word that readers see can be translated.

In an artificial language that changes every letter, no plain letter may be left.

So no sentence is assembled from raw text anywhere between a game's rules and a page. Each game's scenarios are shown in
that language, and hands are played, asked about and reviewed.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import count as count_from
from pathlib import Path

import pytest

from rules_engine.api import messages
from rules_engine.authoring.checks.check import check_file, scenario_files
from rules_engine.core.game.reference_card import reference_of
from rules_engine.games import GAMES, game_class, make_game
from rules_engine.html.figure import FIGURES, FigureContent, Frame, table_html, variants_html
from rules_engine.html.links import Links
from rules_engine.html.reference_card import reference_html
from rules_engine.html.tiles import (
    FamiliarGame,
    GameTile,
    comparison_html,
    covers_html,
    facts_html,
    familiar_html,
    finder_html,
    which_html,
)
from rules_engine.quiz.generator import FRESH
from rules_engine.scenarios.model import write_scenario
from rules_engine.scenarios.written_text import reworded
from rules_engine.site.fences.markdown.safe_markdown import safe_html
from rules_engine.text.locale import use_language
from tests.api import reader
from tests.api.reader import Answer, Deed, ask, does, goes_on, hinted, offered, offered_in_the_tray
from tests.dom import read
from tests.html.pseudo import Pseudo, left_english, unput
from tests.some import some

EXAMPLES = Path(__file__).parents[2] / "examples"
PSEUDO = Pseudo()
LINKS = Links(language=PSEUDO.code)
EVERY_GAME = pytest.mark.parametrize("game", GAMES)
NAMES = {*(game_class(game).name for game in GAMES), *(word for game in GAMES for word in game_class(game).name.split()),
         "Decktet", "Bohmstedt", "Hattstedt", "Grünberg", "Bernhard"}
"""Names that are the same in every language."""
FIRST_PUZZLES = [min(folder.glob("*.yml")) for folder in sorted(EXAMPLES.glob("*/puzzles"))]
FILES = [path for path in scenario_files([EXAMPLES])
         if path.parent.name != "puzzles" or path in FIRST_PUZZLES or path.stem.endswith("01")]


@pytest.fixture(autouse=True)
def spoken(monkeypatch: pytest.MonkeyPatch) -> None:
    """Register the artificial language for answers to messages."""
    monkeypatch.setitem(messages._LANGUAGES, PSEUDO.code, PSEUDO)
    monkeypatch.setitem(reader.LINKS, "language", PSEUDO.code)


def check(game: str, *html: str, said: str = "") -> None:
    """Assert that all visible and spoken text was translated."""
    pack = game_class(game).pack
    assert [text for each in html for text in left_english(each, pack, NAMES)] == []
    assert unput(said, {*NAMES, *(card.text for card in pack)}) == []


# ---- in a page

@pytest.mark.parametrize("path", some(FILES, FILES[::4], lambda path: path.relative_to(EXAMPLES).as_posix()))
def test_a_figure_is_read_in_the_pages_language(path: Path) -> None:
    run = check_file(path).run
    assert run is not None
    files = list[FigureContent]()

    def stored(content: FigureContent) -> str:
        files.append(content)
        return "x.json"

    with use_language(PSEUDO):
        told = reworded(run, PSEUDO.translate_exact)
        figure = FIGURES[told.scenario.kind](told, Frame("x", LINKS, lambda text: safe_html(text, LINKS.rule), stored))
        table = table_html(figure, "side")
    check(run.game.id, figure.html, table)
    for content in files:
        check(run.game.id, *(step["html"] for step in content["steps"]),
              said=" ".join([content["called"], content["title"], *(step["say"] for step in content["steps"])]))


@EVERY_GAME
def test_tiles_and_reference_card_are_read_in_the_pages_language(game: str) -> None:
    made, reference = make_game(game), reference_of(game_class(game))
    listed = [GameTile(made, PSEUDO.translate_exact("What it is like"), "a", "b", "c", "")]
    assert reference is not None
    with use_language(PSEUDO):
        familiar = {PSEUDO.translate_exact("Hearts"): [FamiliarGame(listed[0], PSEUDO.translate_exact("It differs"))]}
        check(game, covers_html(listed), finder_html(listed * 2), which_html(listed * 2),
              comparison_html(listed), facts_html(listed[0], 10),
              familiar_html(familiar), reference_html(game_class(game), reference, LINKS),
              variants_html(made) or "")


# ---- at the table

@pytest.mark.parametrize("game", some(GAMES, ["snakebit", "knueffeln"]))
@pytest.mark.parametrize("variant", some([0, -1], [-1]))
def test_a_hand_and_its_review_are_in_the_pages_language(game: str, variant: int) -> None:
    """During the hand, the reader opens everything available and tries barred moves."""
    rng, answer = random.Random(game), ask(op="practice", game=game, seed=7, variant=[*make_game(game).variants][variant])
    for count in count_from(1):
        seen = [answer, *(_looked_around(answer) if count % 6 == 0 else ())]
        for each in seen:
            check(game, each["html"], each["side"], said=each["say"])
        if answer["over"] and not answer["waiting"]:
            break
        answer = goes_on(answer, rng)
    for each in _reviewed(answer):
        check(game, each["html"], said=each["say"])


def _looked_around(answer: Answer) -> Iterator[Answer]:
    deeds = [Deed("last"), Deed("undo"), Deed("trick-because")]
    if answer["turn"] and not answer["picked"]:
        cards = [button for button in read(answer["html"]).all("#fs-hand button") if "aria-disabled" in button]
        deeds += [Deed(do, card["data-value"]) for card in cards[:2] for do in ("why", "play")]
        yield hinted(answer)
    yield from filter(lambda each: "html" in each, (does(answer, deed) for deed in deeds))


def _reviewed(answer: Answer) -> Iterator[Answer]:
    """Yield the answers with the review of a hand and of each choice in it."""
    told = does(answer, Deed("review"))
    while told["thinking"]:
        told = does(answer, Deed("review", "more"))
    yield told
    for choice in (deed for deed in offered(told["html"]) if deed.do == "choice"):
        yield does(answer, choice)


@EVERY_GAME
@pytest.mark.parametrize("kind", FRESH)
def test_a_fresh_question_is_asked_in_the_pages_language(game: str, kind: str) -> None:
    for seed in range(4):
        answer = ask(op="quiz", game=game, kind=kind, seed=seed)
        if "html" in answer:
            check(game, answer["html"], said=f"{answer['say']} {answer['title']}")


@EVERY_GAME
def test_an_example_is_varied_in_the_pages_language(game: str) -> None:
    runs = (check_file(path).run for path in FILES if path.parent.name == game)
    longest = max((run for run in runs if run and run.scenario.kind == "example"), key=lambda run: len(run.moments))
    run, rng, moves = reworded(longest, PSEUDO.translate_exact), random.Random(1), list[str]()
    about = {"op": "whatif", "scenario": write_scenario(run.scenario), "step": 1}
    for _ in range(12):
        answer = ask(**about, moves=moves)
        check(game, answer["html"], said=answer["say"])
        deeds = [deed for deed in offered(answer["html"]) if deed.do in ("play", "pick", "bid")]
        if answer["over"] or not deeds:
            break
        answer = ask(**about, moves=moves, **rng.choice(deeds)._asdict())
        check(game, answer["html"], said=answer["say"])
        moves = answer["moves"] or moves
        if answer["picked"]:
            moves = ask(**about, moves=moves, do="play", value=offered_in_the_tray(read(answer["html"]))[0].value)["moves"]


@EVERY_GAME
def test_a_puzzle_is_solved_in_the_pages_language(game: str) -> None:
    path = next(path for path in FILES if path.parent.name == "puzzles" and path.parent.parent.name == game)
    run = check_file(path).run
    assert run is not None
    about = {"op": "puzzle", "scenario": write_scenario(reworded(run, PSEUDO.translate_exact).scenario)}
    moves = list[str]()
    for do in ("", "values", "show", "go", "show", "go", "show", "go"):
        answer = ask(**about, moves=moves, do=do)
        check(game, answer["html"], said=answer["say"])
        moves = answer["moves"]
    explored = ask(**about, moves=[], explored=[])
    for _ in range(3):
        check(game, explored["html"], said=explored["say"])
        deeds = [deed for deed in offered(explored["html"]) if deed.do == "play"]
        explored = ask(**about, moves=[], explored=explored["explored"], **deeds[0]._asdict()) if deeds else explored

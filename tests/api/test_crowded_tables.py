"""Tables with two to eight players: complete hands at the practice table, their narration and their results."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from functools import partial
from itertools import product
from typing import Any

import pytest

from rules_engine.api.result import _place, result_told
from rules_engine.api.session import begin_session
from rules_engine.authoring.translations.catalogues import engine_words
from rules_engine.bots.stats import PLACES, PlayedHand, by_place
from rules_engine.core.game.game import Game
from rules_engine.core.model.seats import DEFAULT_SEATS, MAX_SEATS
from rules_engine.games.registry import GAMES, known_games
from rules_engine.quiz.best_move import puzzle_title
from rules_engine.testing import matches, sentences, setups
from rules_engine.text.locale import Catalogue, use_language
from tests.api import reader
from tests.api.crowd import Crowd
from tests.dom import read

GERMAN = Catalogue("de", engine_words("de", []))
PLACES_OF_EIGHT = ["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "last"]
NUMBERS = ["one", "two", "three", "four", "five", "six", "seven", "eight"]


@pytest.fixture
def crowd(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Register the game with random bots, because other bots are slow with eight players."""
    monkeypatch.setitem(GAMES, "crowd", "tests.api.crowd:Crowd")
    monkeypatch.setattr(reader, "ask", partial(reader.ask, level="random"))
    known_games.cache_clear()
    yield
    known_games.cache_clear()


@pytest.mark.parametrize("clause", [
    sentences.events_have_words, sentences.sentences_are_whole, sentences.the_reader_is_you, matches.matches_end_and_add_up,
    matches.who_deals_next_is_told, setups.a_written_setup_reads_back], ids=lambda clause: clause.__name__)
@pytest.mark.parametrize("variant", ["alone", "pairs"])
def test_a_game_for_eight_keeps_the_contract(clause: Callable[[Game[Any]], None], variant: str) -> None:
    clause(Crowd(variant, MAX_SEATS))


@pytest.mark.parametrize("language", [None, GERMAN], ids=["en", "de"])
@pytest.mark.parametrize(("variant", "players"), [*product(["alone"], DEFAULT_SEATS), ("pairs", 4), ("pairs", 6), ("pairs", 8)])
def test_a_hand_is_played_to_its_end_by_what_the_table_offers(crowd: None, variant: str, players: int,
                                                              language: Catalogue | None) -> None:
    with use_language(language):
        answer, rng = reader.seated(game="crowd", variant=variant, players=players, seed=players), random.Random(players)
        for _press in range(200):
            assert "error" not in answer, answer
            assert len(read(answer["html"]).all(".fs-seat")) <= players
            if answer["over"] and not answer["waiting"]:
                break
            answer = reader.goes_on(answer, rng)
        assert answer["over"]
        assert read(answer["html"]).all(".fs-points")


@pytest.mark.parametrize("players", DEFAULT_SEATS)
def test_every_score_of_a_table_has_a_sentence(players: int) -> None:
    """Every rank of the reader, alone or tied, has a sentence, both after a hand and at the end of the game."""
    game: Game[Any] = Crowd("alone", players)
    session = begin_session(game, {"seed": 1})
    position = session.position
    position.phase, position.to_act, position.hand_over = "over", None, True
    for better, alike, over in product(range(players), range(1, players + 1), (False, True)):
        if better + alike <= players:
            position.hand_score = [2] * alike + [3] * better + [1] * (players - better - alike)
            position.score, position.game_over = [0] * players, over
            position.winners = game.score_names[-1:] if over else []
            told = result_told(session)
            assert told.endswith(".")
            assert GERMAN.translate(told) != told


@pytest.mark.parametrize("count", DEFAULT_SEATS)
def test_each_place_has_its_own_name(count: int) -> None:
    assert [str(_place(better, 1, count)) for better in range(count)] == [
        f"{place} of {NUMBERS[count - 1]}" for place in [*PLACES_OF_EIGHT[:count - 1], "last"]]


@pytest.mark.parametrize("players", [size for size in DEFAULT_SEATS if size > 2])
def test_each_who_plays_to_a_lead_is_told_by_the_place(players: int) -> None:
    game, told = Crowd("alone", players), list[str]()
    position = game.deal(2)
    for _ in range(players - 1):
        position, _ = game.make(position, game.legal(position)[0])
        told.append(str(puzzle_title(position)).partition(" ")[0])
    assert told == [*["Second", "Third", "Fourth", "Fifth", "Sixth", "Seventh"][:players - 2], "Last"]


@pytest.mark.parametrize("players", DEFAULT_SEATS)
def test_who_profits_from_the_deal_is_asked_of_every_seat(players: int) -> None:
    game: Game[Any] = Crowd("alone", players)
    position = game.deal(1)
    steps = list[tuple[Any, Any]]()
    while position.to_act is not None:
        move = game.legal(position)[0]
        steps.append((position, move))
        position, _ = game.make(position, move)
    groups = [str(group) for group, _ in by_place(PlayedHand(game, steps, position))]
    assert groups == [*map(str, PLACES[:players - 1]), "the dealer"]
    assert len(groups) == players

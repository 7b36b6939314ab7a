"""The fenced block `pack`: every card in a pack, the cards that games need, and ordinary cards as substitutes."""

from __future__ import annotations

import re

import pytest

from rules_engine.core.game.game_options import every_choice
from rules_engine.core.game.score_form import counting_of
from rules_engine.core.model.cards import Pack, texts
from rules_engine.core.model.packs import DECKTET, DOUBLE_DECKER, FRENCH
from rules_engine.games import GAMES, game_class
from rules_engine.site.fences.packs.card_sets import card_sets
from rules_engine.site.fences.packs.french_pack import ordinary
from rules_engine.site.fences.real_table.paper_sheets import ROWS, blank_html
from rules_engine.site.model.site_model import SiteModel
from tests.site.tiny import rendered


@pytest.fixture
def book() -> SiteModel:
    return SiteModel({game: f"games/{game}/rules.md" for game in GAMES}, (), {})


def fence(body: str, words: str = "") -> str:
    return f"# Title\n\n```pack{words}\n{body}\n```\n"


@pytest.mark.parametrize("pack", [DECKTET, DOUBLE_DECKER, FRENCH], ids=lambda pack: str(pack.id))
def test_every_card_is_there_once_with_its_name(book: SiteModel, pack: Pack) -> None:
    html = rendered(fence(pack.id), book)
    assert re.findall(r'<li data-card="([^"]*)"', html) == texts(pack)
    assert not book.pages["index.md"].problems


def test_games_need_what_the_engine_deals() -> None:
    told = {str(each.called): len(each.cards) for game in GAMES for each in card_sets(game_class(game))}
    assert told == {
        "Snakebit": 36, "Double Knot, 3 or 5 players": 45, "Double Knot, basic pack": 36, "Double Knot, 4 players": 44,
        "Double King Pedro": 53, "Knüffeln, Bohmstedt, Hattstedt or Grünberg, 1938": 48, "Knüffeln, Bernhard, 1924": 48,
        "Double Decker, 4, 5 or 6 players": 60, "Double Decker, 7 players": 63,
        "Hearts, 3 players": 51, "Hearts, 4 players": 52, "Hearts, 5 players": 50, "Spades, 3 players": 51,
        "Spades, 4 players": 52, "Euchre, to 10 or stick the dealer": 24, "Euchre, 32 cards": 32,
        "Euchre, British, with the Benny": 25}


@pytest.mark.parametrize("game", GAMES)
def test_each_choice_of_a_game_has_its_cards(game: str) -> None:
    sets = {each.cards for each in card_sets(game_class(game))}
    assert sets == {tuple(each.needed) for each in every_choice(game_class(game))}


@pytest.mark.parametrize("pack", [DECKTET, DOUBLE_DECKER], ids=["decktet", "double-decker"])
def test_two_ordinary_packs_have_a_card_for_each(pack: Pack) -> None:
    found = ordinary(pack)
    assert {*found} == {*pack}
    assert len({*found.values()}) == len(pack)
    for card, (stands, second) in found.items():
        if card.rank.isdigit() and card.value > 0:
            number = {"A": 1}.get(stands.rank) or int(stands.rank)
            assert number + 10 * (pack is DOUBLE_DECKER and second) == int(card.rank)


def test_the_suit_that_serves_is_one_of_the_cards_own() -> None:
    serves = DECKTET.look.ordinary
    for card, (stands, second) in ordinary(DECKTET).items():
        assert not card.suits or f"{stands.suits}{'2' if second else ''}" in {serves[suit] for suit in card.suits}


def test_each_card_of_two_suits_stands_in_both_columns(book: SiteModel) -> None:
    html = rendered(fence("decktet meetings"), book)
    assert re.findall(r'data-card="5ML" data-met', html) == ['data-card="5ML" data-met'] * 2


def test_what_is_left_out_is_named(book: SiteModel) -> None:
    rows = re.findall(r"<tr>(.*?)</tr>", rendered(fence("french games"), book))
    left_out = [re.findall(r'data-card="([^"]*)"', row) for row in rows[1:]]
    assert left_out[:3] == [[], ["5S", "5H", "5D", "5C", "Joker"], ["10S", "10H", "10D", "10C", "Joker"]]
    assert {("Joker",), ("2D", "Joker"), ("2D", "2C", "Joker"), ("2C", "Joker")} <= set(map(tuple, left_out))


@pytest.mark.parametrize(("body", "words", "fault"), [
    ("tarot", "", "“tarot” is no pack that a game of this site is played with"),
    ("decktet prints", "", "“prints” is no part of a pack's page"),
    ("french ordinary", "", "nothing says which ordinary cards serve for those of french"),
    ("decktet", " wide", "only the word pack may follow the fence's backquotes or tildes")])
def test_what_is_wrong_is_told_with_its_line(book: SiteModel, body: str, words: str, fault: str) -> None:
    rendered(fence(body, words), book)
    (problem,) = book.pages["index.md"].problems
    assert (problem.line, problem.message) == (3, fault)


@pytest.mark.parametrize("game", GAMES)
def test_a_score_sheet_asks_what_the_game_is_counted_by(game: str) -> None:
    for players in game_class(game)().players_allowed():
        kind = game_class(game)(None, players)
        html = blank_html(game, players)
        asks = counting_of(game_class(game)).form(kind, 0).asks
        first, *_ = re.findall(r"<tbody>(.*?)</tbody>", html)
        labels = [str(label) for label in re.findall(r"<th>([^<]+)</th>", first)]
        assert labels == [*dict.fromkeys(str(ask.label) for ask in asks), "This hand", "Total"]
        assert html.count("<tr") <= 1 + ROWS

"""Reference cards agree with the engine, and the build reports every difference."""

from __future__ import annotations

import re
from typing import Any

import pytest

from rules_engine.core.game.game import Game
from rules_engine.core.game.reference_card import Order, RankRow, Reference, Worth, doubts, groups, reference_of
from rules_engine.core.model.rules import AnyRule
from rules_engine.games import GAMES, game_class
from rules_engine.html.links import Links
from rules_engine.html.reference_card import reference_html
from rules_engine.site.fences.reference_card import card_faults, faults
from rules_engine.site.model.site_model import SiteModel
from rules_engine.text.message import NOTHING
from tests.site.tiny import rendered
from tests.sketches.schnapsen import CLASSIC, Schnapsen

SCHNAPSEN: Game[Any] = Schnapsen()
KNUEFFELN, SNAKEBIT = game_class("knueffeln"), game_class("snakebit")


def card(kind: type[Game[Any]]) -> Reference:
    found = reference_of(kind)
    assert found is not None
    return found


def html(kind: type[Game[Any]]) -> str:
    return reference_html(kind, card(kind), Links("../rules/"))


def reordered(order: Order, place: int, cards: str) -> Order:
    rows = [row._replace(cards=cards) if number == place else row for number, row in enumerate(order.rows)]
    return order._replace(rows=rows)


@pytest.mark.parametrize("game", GAMES)
def test_the_engine_agrees_with_each_card(game: str) -> None:
    assert card_faults(game) == []


@pytest.mark.parametrize("game", GAMES)
def test_every_line_leads_to_a_rule_of_the_game(game: str) -> None:
    kind = game_class(game)
    links = re.findall(r'<th[^>]*><a href="\.\./rules/#rule-([^"]+)"', html(kind))
    assert set(links) <= {rule.id for rule in kind.book.rules}
    assert len(links) == html(kind).count("</th>")


def test_ranks_stand_from_the_highest_down_and_equal_ones_once() -> None:
    ranks = re.findall(r'<b class="fs-ranks">([^<]+)</b>', html(game_class("double-knot")))
    assert ranks == ["X A", "X 8 5 4 A", "X 9 6 3 A", "X P 9 8 7 4 2 A", "X C P 7 6 5 3 2 A", "X C P 9 8 7 6 5 4 3 2 A"]


def test_the_deal_is_the_engine_s_for_each_number_of_players() -> None:
    def rows(kind: type[Game[Any]]) -> list[list[str]]:
        table = html(kind).partition('class="fs-deals"')[2].partition("</table>")[0]
        return [re.findall(r"<td>(.*?)</td>", row) for row in re.findall(r"<tr>(.*?)</tr>", table)][1:]

    assert rows(SNAKEBIT) == [["3", "24", "8"], ["4", "24", "6"]]
    assert rows(KNUEFFELN) == [["4", "48", "9", "12"], ["5", "48", "9 to 4 players", "12"]]
    assert ["4, basic pack", "36", "9"] in rows(game_class("double-knot"))
    assert rows(game_class("hearts")) == [["3", "51", "17"], ["4", "52", "13"], ["5", "50", "10"]]
    assert rows(game_class("euchre")) == [
        ["4", "24", "5", "4"], ["4, 32 cards", "32", "5", "12"], ["4, British, with the Benny", "25", "5", "5"]]


def test_the_lowest_card_that_beats_another_is_asked_of_the_engine() -> None:
    assert "<li>unchosen Ace <b>6</b></li><li>King <b>2</b></li><li>Queen <b>3</b></li>" in html(KNUEFFELN)


def test_a_variant_is_named_where_it_alone_has_a_rule_or_lacks_it() -> None:
    assert "<em>Poison Nonesuch: </em>After 6 hands" in html(SNAKEBIT)
    assert "<em>not Bohmstedt: </em>A higher card" in html(KNUEFFELN)


def test_cards_that_a_choice_plays_without_are_left_out() -> None:
    basic = game_class("double-knot")(options={"pack": "basic"})
    assert [[each.text for each in group] for group in groups(basic, "XM CMWK=CMLY 9MS")] == [["XM"], ["9MS"]]


# ---- disagreements

def only(order: Order, kind: type[Game[Any]]) -> list[str]:
    return faults(kind, card(kind)._replace(ranking=[order]))


def test_a_card_in_the_wrong_place_is_found() -> None:
    order = next(part for part in card(SNAKEBIT).ranking if isinstance(part, Order))
    found = only(reordered(order, 1, "9MS 7ML 8MS 6MW 5ML 4MS 3MW 2MK"), SNAKEBIT)
    assert "the 7 of Moons and Leaves doesn't take the trick 2MK as M · 7ML · 8MS" in found


def test_cards_that_aren_t_equal_are_found() -> None:
    order = next(part for part in card(KNUEFFELN).ranking if isinstance(part, Order))
    found = only(reordered(order, 1, "AS=JH"), KNUEFFELN)
    assert "the Jack of Hearts doesn't take the trick JH · AS" in found


def test_in_a_game_for_two_tricks_have_two_cards() -> None:
    trumps, led = (RankRow(NOTHING, " ".join(f"{rank}{suit}" for rank in ("A", "10", "K", "Q", "J"))) for suit in "HS")
    right = Order(CLASSIC.winning, (trumps, led, RankRow(NOTHING, "AC")), {"trump": "H"}, "JS")
    assert [*doubts(SCHNAPSEN, right)] == []
    wrong = right._replace(rows=(trumps, RankRow(NOTHING, "AS KS 10S JS")))
    assert [*doubts(SCHNAPSEN, wrong)] == [
        f"the King of Spades doesn't take the trick {trick}" for trick in ("KS · 10S", "10S · KS")]
    wrong = right._replace(rows=(RankRow(NOTHING, "AC JH"),))
    assert "the Ace of Clubs doesn't take the trick JH · AC" in doubts(SCHNAPSEN, wrong)


def test_an_order_that_cannot_be_asked_says_why() -> None:
    rule: AnyRule = card(SNAKEBIT).dealt
    assert only(Order(rule, (RankRow(NOTHING, "9MS 8MS"),), {"tramp": "Y"}), SNAKEBIT)[0].startswith(
        "the ranking by deal can't be asked of the engine: ")


def test_a_score_that_bots_make_and_the_card_lacks_is_found() -> None:
    score = card(SNAKEBIT).score
    lines = [part for part in score if isinstance(part, Worth)]
    assert faults(SNAKEBIT, card(SNAKEBIT)._replace(score=score[1:]))[0] == (
        "a line of the score isn't on the card: For tricks, by the rule score-tricks")
    wrong = [lines[0]._replace(points=(77,)), *score[1:]]
    assert "which the card doesn't admit" in faults(SNAKEBIT, card(SNAKEBIT)._replace(score=wrong))[0]


def test_a_rule_that_refuses_moves_must_be_on_the_card() -> None:
    found = faults(SNAKEBIT, card(SNAKEBIT)._replace(turn=()))
    assert "the rule follow-suit refuses moves and isn't on the card" in found


# ---- the fenced block

def told(text: str) -> tuple[str, list[tuple[int | None, str]]]:
    book = SiteModel({"snakebit": "games/snakebit.md"}, [], {})
    shown = rendered(text, book)
    return shown, [(each.line, each.message) for each in book.pages["index.md"].problems]


def test_a_fence_shows_the_card_of_a_game() -> None:
    shown, problems = told("# Card\n\n```card\nsnakebit\n```\n")
    assert '<section class="fs-reference" data-game="snakebit"' in shown
    assert "<p><section" not in shown
    assert problems == []


@pytest.mark.parametrize("body", ["knueffeln", "chess", ""])
def test_a_fence_for_a_game_that_the_site_has_not(body: str) -> None:
    assert told(f"Text\n\n```card\n{body}\n```\n")[1] == [(3, f"“{body}” is no game that this site has a card of")]


def test_more_words_than_the_fence_s_own() -> None:
    assert told("```card small\nsnakebit\n```\n")[1] == [(1, "only the word card may follow the fence's backquotes or tildes")]

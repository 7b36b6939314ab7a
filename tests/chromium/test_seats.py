"""Seats: all have the same card backs, and the reader's hand closes up between turns."""

from __future__ import annotations

import random
from itertools import pairwise
from typing import Any

import pytest
from playwright.sync_api import Page

from tests.api import reader
from tests.api.reader import Answer, Deed, does, goes_on, offered, seated, settled
from tests.chromium.pages import OpenPage, settle
from tests.dom import read

PLAY = "games/snakebit/play/"
SHOW = """async ([html, faces, dealt, without]) => {
  const table = document.querySelector("fs-table"), next = document.createElement("div");
  next.innerHTML = html.replaceAll(faces, table.dataset.faces);
  if (without) next.querySelector(`.fs-hand [data-card="${without}"]`).remove();
  table.toggleAttribute("data-playing", true);
  await table.show(next.innerHTML, undefined, { still: true, dealt });
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  const left = (card) => Math.round(card.getBoundingClientRect().left);
  return [...table.querySelectorAll(".fs-hand > *")].map((card) => [card.dataset.card, left(card)]);
}"""
BACKS = """() => [...document.querySelectorAll("fs-table .fs-seat")].map((seat) => {
  const fan = seat.querySelector(".fs-fan"), back = fan.firstElementChild.getBoundingClientRect();
  const ends = fan.lastElementChild.getBoundingClientRect();
  return [Math.round(back.width), Math.round(back.height), Math.round(ends.right - back.left)];
})"""
MOST_WIDE = 90


@pytest.fixture(name="first_turn")
def _first_turn() -> Answer:
    """Return a table at which the reader can play a card that isn't at an end of the hand, and others play after that."""
    turn, rng = seated(game="snakebit", players=4, seed=1), random.Random(1)
    while not (middle_plays(turn) and "data-active" not in does(turn, middle_plays(turn)[0])["html"]):
        turn = settled(goes_on(turn, rng))
    return turn


def middle_plays(turn: Answer) -> list[Deed]:
    """Return the plays of cards that aren't at an end of the hand."""
    cards = [card["data-card"] for card in read(turn["html"]).one(".fs-hand").all(".fs-card")]
    return [deed for deed in offered(turn["html"]) if deed.do == "play" and deed.value in cards[1:-1]]


def show(page: Page, answer: Answer, *, dealt: bool = False, without: str = "") -> dict[str, int]:
    """Show a table, and return the left edge of each card in the reader's hand."""
    places: list[Any] = page.evaluate(SHOW, [answer["html"], reader.LINKS["faces"], dealt, without])
    return dict(places)


def steps(places: dict[str, int]) -> set[int]:
    """Return the distances between neighbouring cards of a row, rounded to 2 px."""
    lefts = [*places.values()]
    return {round((after - before) / 2) for before, after in pairwise(lefts) if after > before}


@pytest.mark.parametrize("size", [(390, 844), (1280, 800)])
def test_a_hand_closes_up_between_turns_and_never_under_the_finger(open_page: OpenPage, first_turn: Answer,
                                                                   size: tuple[int, int]) -> None:
    page = open_page(PLAY, reduced_motion=True)
    settle(page)
    page.set_viewport_size({"width": size[0], "height": size[1]})
    dealt = show(page, first_turn, dealt=True)
    played = middle_plays(first_turn)[0]
    kept = show(page, first_turn, without=played.value)
    assert kept == {card: left for card, left in dealt.items() if card != played.value}, "a card that can be pressed stays"
    show(page, first_turn, dealt=True)
    between = does(first_turn, played)
    closed = show(page, between)
    assert "data-active" not in between["html"]
    assert len(steps(closed)) == 1, f"the cards lie at one distance: {closed}"
    assert show(page, settled(between)) == closed, "nothing moves when the turn comes back"


@pytest.mark.parametrize("size", [(820, 1180), (1280, 800), (1440, 900), (1920, 1080)])
def test_card_backs_are_of_one_kind_at_all_seats(open_page: OpenPage, first_turn: Answer, size: tuple[int, int]) -> None:
    page = open_page(PLAY, reduced_motion=True)
    settle(page)
    page.set_viewport_size({"width": size[0], "height": size[1]})
    show(page, first_turn, dealt=True)
    backs: list[list[int]] = page.evaluate(BACKS)
    assert len(backs) == 3
    assert len({(wide, high) for wide, high, _ in backs}) == 1
    assert all(wide > 0 and fan <= MOST_WIDE for wide, _, fan in backs)
    if size[0] >= 1440:
        assert backs[0][:2] == [44, 62]

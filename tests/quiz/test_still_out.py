"""Questions about the number of cards of a suit that are still out, compared with counts of the cards in the other hands."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from itertools import chain
from typing import Any

import pytest

from rules_engine.core.game.game import Game
from rules_engine.core.model.cards import FACE_DOWN, Card
from rules_engine.games import known_games, make_game
from rules_engine.quiz.generator import fresh_question
from rules_engine.quiz.kinds.still_out import ask_out, sight_of
from rules_engine.quiz.question import Question, Unanswerable
from rules_engine.quiz.questions import answer
from rules_engine.scenarios.read import read_scenario
from rules_engine.scenarios.replay import replay
from tests.some import A_TABLE_OF_EACH_VARIANT

OLEN = {"2H", "4C", "8S", "9H", "9D"}
SAME_COLOUR = {"S": "C", "C": "S", "H": "D", "D": "H"}


def pedro_suit(text: str, trump: str) -> str:
    if text == "Joker":
        return trump
    return trump if text[0] in "K95" and text[-1] == SAME_COLOUR[trump] else text[-1]


SUITS: dict[str, Callable[[str, Any], str]] = {
    "snakebit": lambda text, position: text[1:],
    "double-decker": lambda text, position: text[0],
    "double-knot": lambda text, position: "" if text == "Excuse" else text[1],
    "double-king-pedro": lambda text, position: pedro_suit(text, position.trump),
    "knueffeln": lambda text, position: "" if text in OLEN else text[-1],
    "hearts": lambda text, position: text[-1],
    "spades": lambda text, position: text[-1],
    "euchre": lambda text, position: (
        position.trump if text in ("Joker", f"J{SAME_COLOUR[position.trump]}") else text[-1]),
}
"""Maps each game to a function (written card, position) -> letters of its suits, according to the game's page."""


def right(question: Question) -> int:
    (option,) = (option for option in question.parts[0].options if option.right)
    return int(option.value)


def still_out(game: Game[Any], position: Any, suit: str, aside: list[Card]) -> int:
    """Count the cards of a suit in the other hands, in the part of the stock that the seat to act doesn't see, and ``aside``."""
    view = game.view(position, position.actor).position
    stock = zip(getattr(position, "stock", ()), getattr(view, "stock", ()), strict=True)
    unseen = [card for seat, hand in enumerate(position.hands) if seat != position.actor for card in hand]
    unseen += aside
    unseen += [card for card, shown in stock if shown is FACE_DOWN]
    return sum(suit in SUITS[game.id](card.text, position) for card in unseen)


@A_TABLE_OF_EACH_VARIANT
def test_as_many_are_out_as_the_others_hold(game: Game[Any]) -> None:
    for seed in range(2):
        rng, start, made = random.Random(seed), game.deal(seed), list[Any]()
        position, put_away = start, list[Any]()
        undealt = [card for card in game.deck if game.id == "euchre" and card not in [*chain(*start.hands), start.turned_up]]
        while position.to_act is not None:
            if position.phase == "play" and rng.random() < 0.15:
                sight = sight_of(game, start, made, position)
                aside = undealt + [card for seat, card in put_away if seat != position.actor]
                # Only trumps can be counted if players lay down or discard other cards.
                for suit in position.trump if game.id in ("double-king-pedro", "euchre") else game.pack.suits:
                    if any(suit in SUITS[game.id](card.text, position) for card in game.deck):
                        question = ask_out(game, sight, position, suit)
                        assert right(question) == still_out(game, position, suit, aside), (seed, suit)
            move = rng.choice(game.legal(position))
            put_away += [(position.actor, move.card)] if move.verb == "discard" else []
            position, _ = game.play(position, move)
            made.append((move, position))


@pytest.mark.parametrize(("game", "suit", "count"), [
    (make_game("double-knot", players=3), "S", 10), (make_game("double-knot", players=3), "M", 14),
    (make_game("double-knot", players=4), "K", 2), (make_game("snakebit"), "K", 8), (make_game("double-decker"), "R", 20)])
def test_a_suit_has_as_many_cards_as_the_game_counts(game: Game[Any], suit: str, count: int) -> None:
    position = game.deal(1)
    assert sum(suit in game.suit_of(position, card) for card in game.deck) == count


def test_only_the_seventeen_trumps_are_counted_in_double_king_pedro() -> None:
    for seed in range(12):
        question = fresh_question(make_game("double-king-pedro"), "still-out", seed)
        assert question.prompt == "How many trumps are still out?"
        assert question.parts[0].options[0].why.sentence.startswith("There are 17 trumps. South holds ")


@pytest.mark.parametrize("game", known_games())
def test_the_question_lists_the_cards_that_are_gone(game: str) -> None:
    for seed in range(12):
        question = fresh_question(make_game(game), "still-out", seed)
        listed = str(question.intro).partition("Gone or face up: ")[2].partition(".")[0]
        shown = {*re.findall(r"{(.+?)}", listed), *(laid.card.text for laid in question.laid),
                 *(card.text for card in question.seen.position.hands[question.position.actor])}
        ((total, suit, out),) = re.findall(
            r"There are (\d+) (?:cards in {(.)}|trumps)\..* so (\d+)", str(question.parts[0].options[0].why.sentence))
        suit = suit or getattr(question.position, "trump", "")
        assert int(total) - sum(suit in SUITS[game](text, question.position) for text in shown) == int(out), (seed, suit)


def quiz(**setup: Any) -> Question:
    plain = {"format": 1, "game": "snakebit", "setup": {"dealer": "East", **setup}, "script": [{"ask": "still-out"}]}
    start = replay(read_scenario({**plain, "script": []})).start
    move = make_game("snakebit").legal(start)[0]
    plain["script"] = [{start.table.names[start.actor]: move.text, "ask": "still-out"}]
    return answer(replay(read_scenario(plain)), 0)


def test_a_scenario_asks_for_the_suit_of_the_card_that_is_played() -> None:
    question = quiz(seed=4)
    assert question.title == "Every card has two suits"
    asked = str(question.prompt).removeprefix("How many cards in {")
    assert asked[1:] == "} are still out?"
    held = sum(asked[0] in card.suits for card in question.position.hands[0])
    assert right(question) == 8 - held


def test_cards_that_a_setup_leaves_out_cannot_be_counted() -> None:
    with pytest.raises(Unanswerable, match="the setup leaves out cards of this suit"):
        quiz(trump="K", cursed="Y", hands={"South": "5SW 2MK", "West": "9WY 4MS", "North": "6MW 3SK", "East": "2SY 7ML"})

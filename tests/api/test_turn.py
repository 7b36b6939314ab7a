"""The table's display of the player to act and the expected action."""

from __future__ import annotations

import random
import re
from typing import Any

import pytest

from rules_engine.core.model.moves import make_move
from rules_engine.core.model.packs import FRENCH
from rules_engine.games import make_game
from rules_engine.html.card_html import spoken
from rules_engine.narration.move_phrases import with_article
from rules_engine.narration.narrator import narrator_for
from rules_engine.text.message import say
from tests.api.reader import Answer, Deed, does, goes_on, seated, session_of
from tests.dom import Node, read


def turns(answer: Answer) -> list[Node]:
    """Return the elements that mark the player to act."""
    page = read(answer["html"])
    return [*page.all(".fs-turn"), *page.all("[data-turn=true]")]


def slip(answer: Answer) -> str:
    """Return the text on the slip, the table's message panel."""
    return " ".join(node.text for node in read(answer["html"]).all("#fs-slip"))


# ---- Double Decker's last trick

def test_in_the_last_trick_of_double_decker_a_player_learns_that_a_card_stays_out_and_then_which() -> None:
    led = set[bool]()
    for seed in range(8):
        rng, answer = random.Random(seed), seated(game="double-decker", seed=seed)
        while not answer["over"]:
            position = session_of(answer).position
            if answer["turn"] and not answer["picked"]:
                last = len(position.hands[0]) == 2
                assert ("You keep one of the last two cards out: it doesn't score." in slip(answer)) == last
                led |= {not position.trick} if last else set()
            answer = goes_on(answer, rng)
        assert read(answer["html"]).all("[data-do=next]"), "the last trick lies there still"
        told = "The last card of each hand is set aside and doesn't score: your "
        assert told in answer["say"]
        assert told in slip(answer)
        assert [link for link in read(answer["html"]).all("#fs-slip a") if link["href"].endswith("#rule-last-card")]
    assert led == {True, False}, "whoever leads"


# ---- discards

def discarding(seed: int) -> Answer:
    """Play a hand of Double King Pedro until the reader has to discard, and return the answer."""
    rng, answer = random.Random(seed), seated(game="double-king-pedro", seed=seed)
    while not answer["over"] and not (answer["turn"] and session_of(answer).position.phase == "discard"):
        answer = goes_on(answer, rng)
    return answer


def test_where_several_cards_go_they_are_counted_and_those_that_must_go_are_marked() -> None:
    met = set[bool]()
    for seed in range(12):
        answer = discarding(seed)
        page = read(answer["html"])
        give = page.all("[data-do=give]")
        if answer["over"] or not give:
            continue
        count, marks = int(give[0]["data-count"]), page.all(".fs-hand [data-do=mark]")
        assert slip(answer).startswith(f"Your turn: discard {count} cards.")
        all_go = len(marks) == count
        assert {mark["aria-pressed"] for mark in marks} == {"true" if all_go else "false"}
        assert ("aria-disabled" in give[0]) != all_go
        met.add(all_go)
        if all_go:
            after = does(answer, Deed("give", ",".join(mark["data-value"] for mark in marks)))
            assert session_of(after).position.phase != "discard" or not after["turn"]
    assert met == {True, False}


def test_cards_that_go_together_are_told_together() -> None:
    for seed in range(60):
        answer = discarding(seed)
        give = read(answer["html"]).all("[data-do=give]")
        if answer["over"] or not give:
            continue
        count = int(give[0]["data-count"])
        before, hand = session_of(answer), read(answer["html"]).all(".fs-hand [data-do=mark]")
        after = does(answer, Deed("give", ",".join(mark["data-value"] for mark in hand[:count])))
        moves = session_of(after).moves[len(before.moves):]
        names = [spoken(before.game.pack, with_article(move.played)) for move in moves]
        assert count == len(names) > 1
        assert all(name in after["say"] for name in names)
        assert after["say"].count("You discard") == 1
        others = [told.sentence for told in before.kept_news if "discards" in told.sentence]
        assert len(others) <= 3, "one sentence for each who discarded before"
        return
    raise AssertionError("nobody had several to discard")


# ---- looking back

@pytest.mark.parametrize("game", ["snakebit", "double-knot"])
def test_while_the_reader_looks_back_it_is_nobodys_turn(game: str) -> None:
    rng, answer, looked = random.Random(1), seated(game=game, seed=1), 0
    while not answer["over"]:
        if answer["turn"] and (moves := len(session_of(answer).moves)):
            assert turns(answer)
            looked += 1
            for deed in (Deed("last"), Deed("look", str(moves)), Deed("look", str(rng.randint(1, moves)))):
                back: Any = does(answer, deed)
                assert not back["back"] or turns(back) == []
        answer = goes_on(answer, rng)
    assert looked > 3


# ---- a game's own wording for its moves

@pytest.mark.parametrize(("game", "wanted"), [
    ("double-king-pedro", r"^(You name|\w+ names) ♠?\w+ as trumps"), ("knueffeln", r"leads? .+ face down")])
def test_the_hand_so_far_tells_moves_in_the_words_of_the_game(game: str, wanted: str) -> None:
    for seed in range(12):
        rng, answer = random.Random(seed), seated(game=game, seed=seed)
        while not answer["over"]:
            answer = goes_on(answer, rng)
        told = [node.text for node in read(answer["side"]).all(".fs-line-move")]
        if any(re.search(wanted, text) for text in told):
            return
    pytest.fail(f"{wanted} is told of no move")


def test_a_button_says_what_the_game_calls_a_move_and_something_shorter_where_that_is_long() -> None:
    pedro, jann = narrator_for(make_game("double-king-pedro")), narrator_for(make_game("knueffeln"))
    turn, double = (make_move("turn", FRENCH.card("7S")), make_move("bid double"))
    assert (jann.button_label(turn, say("it")), jann.custom_move_request(turn, say("it"))) == ("Lead it face down",
                                                                                               "lead it face down")
    assert (pedro.button_label(double), pedro.custom_move_request(double)) == ("Bid double", "call “Hundred and double it!”")
    assert pedro.button_label(make_move("pass")) is None
    assert jann.custom_move_sentence(1, turn, shown=False, times=2) == "West leads 2 cards face down"

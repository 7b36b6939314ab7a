"""Complete matches at every practice table, played with the buttons on the page."""

from __future__ import annotations

import random
import re
from typing import Any

import pytest

from rules_engine.api.saves import read_save
from rules_engine.core.game.game import Game
from rules_engine.core.model.events import signed
from rules_engine.games import make_game
from rules_engine.html.score import LISTED
from rules_engine.testing import choice_name
from rules_engine.text.message import capital
from tests.api.reader import FORWARD, Answer, Deed, ask, does, goes_on, offered, session_of
from tests.dom import Node, read
from tests.some import A_TABLE_OF_EACH_GAME, tables

LONGEST_MATCH = 20
"""Maximum number of hands per match, for games whose matches never end."""

SHORT_MATCHES = ("euchre", "knueffeln", "snakebit")
"""Games of which `make test` plays a match, besides one of another game."""


def dealt(game: Game[Any], seed: int) -> Answer:
    """Deal a hand and return the answer."""
    answer = ask(op="practice", game=game.id, variant=game.variant, players=game.table.size, options=game.options, seed=seed)
    assert "error" not in answer, answer
    assert answer["dealt"]
    return answer


def total_row(page: Node) -> list[str]:
    """Return the totals on the score sheet."""
    return [cell.text for cell in page.one("tr.fs-total").all("td")]


@pytest.mark.parametrize("game", tables(lambda game: game.id if game.id in SHORT_MATCHES else "another"))
def test_a_match_is_played_to_its_end_by_what_is_offered(game: Game[Any]) -> None:
    rng = random.Random(choice_name(game))
    answer, hands = dealt(game, 1), 0
    while True:
        if answer["over"] and not answer["waiting"]:
            hands += 1
            session = session_of(answer)
            assert total_row(read(answer["html"])) == [signed(total) for total in session.position.totals]
            if session.position.game_over or hands == LONGEST_MATCH:
                break
            counts = game.positions.fields["number"].settable
            assert session.next_hand(1).position.number == (hands + 1 if counts else 1)
        answer = goes_on(answer, rng)
        assert "error" not in answer, answer
        assert "fs-refused" not in answer["html"], answer["say"]
    if session.position.game_over:
        page, past = read(answer["html"]), hands - 1
        assert len(session.past) == past
        assert len(page.all("tr.fs-past")) == (past if past <= LISTED else LISTED + 1)
        won = session.narrator.table.called(session.position.won_by)
        assert page.one("#fs-lead").text.startswith(str(capital(won))), "who won the game comes first"
        assert session_of(answer).past == read_save(answer["save"]).past
    over, said = session.position, [told.sentence for told in session.told(len(session.moves)) if told.event.kind == "game"]
    assert over.game_over == bool(said)
    assert all(game.pack.plain(sentence) in answer["say"] for sentence in said)
    assert any(deed.do in FORWARD for deed in offered(answer["html"])) != over.game_over
    assert (Deed("new") in offered(answer["html"])) == over.game_over


@A_TABLE_OF_EACH_GAME
def test_exactly_the_legal_moves_are_offered(game: Game[Any]) -> None:
    """Tapping a card that can be played in several ways shows its moves. Tapping a number shows the moves with that number."""
    rng, answer, bid = random.Random(7), dealt(game, 3), False
    while not answer["over"]:
        session = session_of(answer)
        numbers = any(deed.do == "number" for deed in offered(answer["html"]))
        if session.readers_turn and not answer["picked"] and not (numbers and bid):
            assert reached(answer) == {move.text for move in session.game.legal(session.position)}
            bid |= numbers
        answer = goes_on(answer, rng)


def reached(answer: Answer) -> set[str]:
    """Return the moves that the reader can make by tapping a card, a number and its bid button, or a card and one of its
    moves."""
    made = len(session_of(answer).moves)
    found, pressed, coming = set[str](), set[Deed](), [answer]
    while coming:
        here = coming.pop()
        for deed in offered(here["html"]):
            if deed.do in ("play", "bid", "mark"):
                found.add(deed.value)
            elif deed.do in ("number", "pick") and deed not in pressed and not here["picked"]:
                pressed.add(deed)
                after = does(here, deed)
                if after["save"] == here["save"]:
                    coming.append(after)
                else:   # the card had only one legal move, so tapping it played it
                    found.add(session_of(after).moves[made].text)
    return found


@A_TABLE_OF_EACH_GAME
def test_a_forbidden_move_is_refused_with_its_rule(game: Game[Any]) -> None:
    """A barred card or move can be tapped like any other. The answer cites the rule, and the save is unchanged."""
    assert any(barred_are_told(game, seed) for seed in range(4, 9)) or not game.asked(game.deal(4))


def barred_are_told(game: Game[Any], seed: int) -> int:
    """Try every barred card and move while playing a hand, and return the number of attempts."""
    rng, answer, tried = random.Random(5), dealt(game, seed), 0
    while not answer["over"]:
        for deed in barred(answer) if not answer["running"] else []:
            told = does(answer, deed)
            page = read(told["html"])
            assert told["save"] == answer["save"]
            assert page.one("#fs-slip")["data-kind"] == "no"
            assert "#rule-" in page.one("#fs-slip a")["href"]
            assert told["say"]
            tried += 1
        answer = goes_on(answer, rng)
    return tried


def barred(answer: Answer) -> list[Deed]:
    """Return the actions of the cards and moves that are shown as illegal."""
    shut = [button for part in (".fs-hand", ".fs-answers") for button in read(answer["html"]).all(f"{part} button[aria-disabled]")
            if "data-value" in button]
    return [Deed(button["data-do"], button["data-value"]) for button in shut]


@A_TABLE_OF_EACH_GAME
def test_bot_moves_are_the_same_one_by_one_and_all_at_once(game: Game[Any]) -> None:
    """Requesting one bot move at a time with ``go`` leads to the same moves as `others_play`.

    Every response that changes the table has a text for screen readers.
    """
    rng, answer = random.Random(11), dealt(game, 6)
    while not answer["over"]:
        session = session_of(answer)
        assert answer["running"] == session.running
        at_once = session.others_play()
        steps = 0
        while answer["running"]:
            before = answer
            answer = does(answer, Deed("go"))
            steps += 1
            assert answer["say"] or answer["html"] == before["html"]
            assert len(session_of(before).moves) < len(session_of(answer).moves)
        assert steps <= len(at_once.moves) - len(session.moves)
        assert session_of(answer).moves == at_once.moves
        if not answer["over"]:
            answer = goes_on(answer, rng)


@A_TABLE_OF_EACH_GAME
def test_every_answer_has_a_stable_layout(game: Game[Any]) -> None:
    """The toolbar buttons keep their positions and are disabled when they don't apply. The slip (the message panel) has text,
    the focus has a target, and facts about the current trick remain visible until the next lead."""
    rng, answer = random.Random(2), dealt(game, 2)
    stand = {label_of(fact) for fact in read(answer["html"]).all(".fs-fact")}   # these facts may end, such as an unbroken suit
    while True:
        page = read(answer["html"])
        *others, main = page.all(".fs-bar button")
        assert [button["data-do"] for button in others] == ["review" if answer["over"] else "hint", "undo", "last", "more"]
        assert "fs-main" in main.classes
        assert page.one("#fs-lead").text.strip()
        assert answer["focus"] in {node.get("id") for node in page.below()}
        assert "{" not in page.text + read(answer["side"]).text + answer["say"], "no mark is left in a sentence"
        if answer["over"]:
            break
        before, answer = answer, goes_on(answer, rng)
        if session_of(answer).trick_done and not answer["over"]:
            facts = {label_of(fact) for fact in read(answer["html"]).all(".fs-fact")}
            assert {label_of(fact) for fact in read(before["html"]).all(".fs-fact")} - stand <= facts


def label_of(fact: Node) -> str:
    """Return the label of a fact's element."""
    return str(fact.inside[0])


@A_TABLE_OF_EACH_GAME
def test_a_word_told_is_told_once(game: Game[Any]) -> None:
    rng, answer = random.Random(8), dealt(game, 8)
    while not answer["over"]:
        lead, *more = [line.text for line in read(answer["html"]).all("#fs-slip p")]
        told = [sentence for line in [lead, *more] for sentence in sentences(line)]
        assert len(told) == len(set(told)), told
        said = sentences(answer["say"])
        assert len(said) == len(set(said)), said
        answer = goes_on(answer, rng)


def sentences(text: str) -> list[str]:
    return [each for each in re.split(r"(?<=[.!?]) ", text.strip()) if each]


@A_TABLE_OF_EACH_GAME
def test_the_last_trick_lies_until_the_reader_goes_on_and_then_comes_the_score(game: Game[Any]) -> None:
    rng, answer = random.Random(4), dealt(game, 4)
    while not answer["over"]:
        answer = goes_on(answer, rng)
    if session_of(answer).trick_done:
        page = read(answer["html"])
        assert answer["waiting"]
        assert page.all(".fs-laid")
        assert not page.all(".fs-sheet")
        assert page.one(".fs-main").text == "Score"
        answer = does(answer, Deed("next"))
    page = read(answer["html"])
    assert not answer["waiting"]
    assert page.all(".fs-sheet")
    assert page.one(".fs-main").text in ("Next hand", "New game")
    assert re.search(r"scored|won|lost|win the game", answer["say"]), answer["say"]


def test_who_leads_next_is_told_where_a_trick_has_two_takers() -> None:
    rng, seen = random.Random(4), set[bool]()
    for seed in range(4, 8):
        answer = dealt(make_game("double-decker"), seed)
        while not answer["over"]:
            session = session_of(answer)
            if session.trick_done and not session.position.hand_over:
                told = session.told(len(session.moves))
                two = len({each.event.seat for each in told if each.event.kind == "trick"}) > 1
                assert ("lead next" in (slip := read(answer["html"]).one(".fs-slip").text) or "leads next" in slip) == two
                seen.add(two)
            answer = goes_on(answer, rng)
    assert seen == {True, False}

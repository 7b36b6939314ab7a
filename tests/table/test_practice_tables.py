"""Every practice table, played as a reader does: pressing what is offered, hand after hand, to the end of the match."""

from __future__ import annotations

import random
import re
from typing import Any

import pytest

from rules_engine.core.game import Game
from rules_engine.core.happened import signed
from rules_engine.table.session import read_save
from rules_engine.testing import choice_name, every_game
from tests.table.reader import FORWARD, ask, does, goes_on, offered

LONGEST_MATCH = 20
"""Hands, in games that are played for money and have no end."""
EVERY_TABLE = pytest.mark.parametrize("game", list(every_game()), ids=choice_name)


def seated(game: Game[Any], seed: int) -> dict[str, Any]:
    """The picture that the reader is dealt."""
    answer = ask(op="practice", game=game.id, variant=game.variant, players=game.table.size, options=game.options, seed=seed)
    assert "error" not in answer, answer
    return answer


def total_row(html: str) -> list[str]:
    """The totals that the sheet shows."""
    row = re.search(r'<tr class="fs-total">(.*?)</tr>', html)
    assert row
    return re.findall(r"<td>(.*?)</td>", row[1])


@EVERY_TABLE
def test_a_match_is_played_to_its_end_by_what_is_offered(game: Game[Any]) -> None:
    rng = random.Random(choice_name(game))
    answer, hands = seated(game, 1), 0
    while hands < LONGEST_MATCH:
        if answer["over"]:
            hands += 1
            session = read_save(answer["save"])
            assert total_row(answer["html"]) == [signed(total) for total in session.position.totals]
            if session.position.game_over:
                break
            counts = game.positions.slots["number"].settable
            assert session.next_hand(1).position.number == (hands + 1 if counts else 1)
        answer = goes_on(answer, rng)
        assert "error" not in answer, answer
        assert "fs-refused" not in answer["html"], answer["say"]
    over = session.position
    assert over.game_over == ("won." in answer["html"])
    assert all(winner in answer["say"] for winner in over.winners)
    assert any(deed.do in FORWARD for deed in offered(answer["html"])) != over.game_over


@EVERY_TABLE
def test_every_lawful_move_is_offered_and_no_other(game: Game[Any]) -> None:
    """Pressing each card that opens a choice brings its moves to light."""
    rng, answer = random.Random(7), seated(game, 3)
    while not answer["over"]:
        session = read_save(answer["save"])
        if session.readers_turn and not answer["picked"]:
            assert reached(answer) == {move.text for move in session.game.legal(session.position)}
        answer = goes_on(answer, rng)


def reached(answer: dict[str, Any]) -> set[str]:
    """The moves that one press makes, or two."""
    deeds = offered(answer["html"])
    behind = [deed for pick in deeds if pick.do == "pick" for deed in offered(does(answer, pick)["html"])]
    return {deed.value for deed in [*deeds, *behind] if deed.do == "play"}


# ---- what lies face down

def spoken(answer: dict[str, Any]) -> str:
    """What a picture brings to be spoken, and the others' reasons with it."""
    return f"{answer['say']} {ask(op='do', do='because', save=answer['save'])['say']}"


def test_a_card_led_face_down_is_told_without_its_name() -> None:
    rng, met = random.Random(5), 0
    for seed in range(40):
        answer = ask(op="practice", game="knueffeln", seed=seed)
        while not answer["over"]:
            position = read_save(answer["save"]).position
            if position.phase == "answer" and position.to_act == 0:
                card = position.trick[0].card
                assert card.name not in spoken(answer)
                assert f'data-card="{card.text}"' not in answer["html"]
                met += 1
            answer = goes_on(answer, rng)
    assert met > 5


def test_cards_that_others_discard_are_told_without_their_names_and_once_a_seat() -> None:
    rng, answer = random.Random(2), ask(op="practice", game="double-king-pedro", seed=65, setup={"dealer": "East"})
    while "West discards" not in answer["say"]:
        answer = goes_on(answer, rng)
    session = read_save(answer["save"])
    gone = [move.card for place, move in enumerate(session.moves)
            if move.verb == "discard" and session.line[place].position.to_act != 0]
    assert len(gone) > 10
    assert not [card for card in gone if card is not None and card.name in spoken(answer)]
    assert answer["say"].count("West discards") == 1

"""What every registered game must keep to. A game's author writes nothing here.

Each test plays random hands, the seeds fixed, and looks at every position on the way.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from rules_engine.bots import bot_for
from rules_engine.table.session import Session, read_save, write_save
from rules_engine.core.cards import FACE_DOWN
from rules_engine.core.errors import MoveRefused
from rules_engine.core.game import Game
from rules_engine.core.moves import read_move

HANDS = 6
LONGEST_MATCH = 400


def positions(game: Game[Any], hands: int = HANDS) -> Iterator[tuple[Any, random.Random]]:
    """Every position in which somebody is to act, of some random hands."""
    for seed in range(hands):
        rng = random.Random(seed)
        position = game.deal(seed, dealer=seed % game.table.size)
        while position.to_act is not None:
            yield position, rng
            position, _ = game.play(position, rng.choice(game.legal(position)))


def visible_cards(position: Any) -> Counter[str]:
    """The cards in hands and on the table."""
    held = [card.text for hand in position.hands for card in hand]
    return Counter(held + [laid.move.card.text for laid in position.trick if laid.move.card is not None])


def test_no_card_is_ever_in_two_places(game: Game[Any]) -> None:
    for position, _ in positions(game):
        assert max(visible_cards(position).values()) == 1


def test_a_seat_that_is_to_act_can_act(game: Game[Any]) -> None:
    for position, _ in positions(game):
        assert game.legal(position), game.write_setup(position)


def test_where_nobody_acts_there_is_nothing_to_try(game: Game[Any]) -> None:
    over = finished(game)
    assert game.candidates(over) == game.legal(over) == []


def test_a_setup_without_leader_is_led_by_whom_the_rules_say(game: Game[Any]) -> None:
    for deal in range(2):
        position = game.deal(deal) if not deal else game.deal(deal, before=finished(game))
        while position.phase != "play":
            position, _ = game.play(position, game.legal(position)[0])
        setup = game.write_setup(position)
        leader = setup.pop("leader")
        assert game.tell(game.start(setup))["leader"] == leader


def finished(game: Game[Any]) -> Any:
    """The end of a hand."""
    rng, position = random.Random(4), game.deal(4)
    while position.to_act is not None:
        position, _ = game.play(position, rng.choice(game.legal(position)))
    return position


def test_the_fast_path_allows_what_the_rules_allow(game: Game[Any]) -> None:
    for position, _ in positions(game):
        explained = [move for move in game.candidates(position) if game.judge(position, move).legal]
        assert game.legal(position) == explained, game.write_setup(position)


def test_every_refusal_names_a_rule_of_the_game(game: Game[Any]) -> None:
    refusing = {rule.id for rule in game.rules if rule.can_refuse}
    for position, _ in positions(game):
        for move in game.candidates(position):
            refusal = game.judge(position, move).refusal
            if refusal is not None:
                assert refusal.rule in refusing
                assert game.pack.plain(refusal.sentence).strip()


def test_a_refused_move_changes_nothing(game: Game[Any]) -> None:
    for position, _ in positions(game, hands=2):
        before = game.tell(position)
        for move in game.candidates(position):
            if not game.judge(position, move).legal:
                with pytest.raises(MoveRefused):
                    game.play(position, move)
        assert game.tell(position) == before


def test_a_move_leaves_the_position_before_it_as_it_was(game: Game[Any]) -> None:
    for position, rng in positions(game, hands=2):
        before = game.tell(position)
        game.play(position, rng.choice(game.legal(position)))
        assert game.tell(position) == before


def test_general_refusals_come_in_their_order(game: Game[Any]) -> None:
    for position, _ in positions(game, hands=2):
        other = game.table.left_of[position.to_act]
        legal = game.legal(position)[0]
        assert game.judge(position, "no move at all").refusal.rule == "not-a-move"  # type: ignore[union-attr]
        assert game.judge(position, legal, other).refusal.rule == "turn-order"  # type: ignore[union-attr]
        foreign = [card for seat, hand in enumerate(position.hands) if seat != position.to_act for card in hand]
        if position.phase == "play" and foreign:
            refusal = game.judge(position, foreign[0].text).refusal
            assert refusal is not None
            assert refusal.rule == "not-held"


def test_moves_read_back_as_written(game: Game[Any]) -> None:
    for position, _ in positions(game, hands=3):
        for move in game.candidates(position):
            assert read_move(move.text, game.all_forms, game.pack) is move


def test_a_written_setup_reads_back_to_the_same_position(game: Game[Any]) -> None:
    for position, _ in positions(game, hands=3):
        again = game.start(game.write_setup(position))
        expected = game.tell(position) | {"last_trick_winner": None}
        told = game.tell(again)
        assert {name: told[name] for name in expected if name != "last_trick_winner"} == {
            name: value for name, value in expected.items() if name != "last_trick_winner"}
        assert set(game.legal(again)) == set(game.legal(position))


def test_a_view_shows_no_other_hand_and_the_same_choices(game: Game[Any]) -> None:
    for position, _ in positions(game, hands=3):
        seat = position.to_act
        view = game.view(position, seat)
        for other, hand in enumerate(view.position.hands):
            assert other == seat or all(card is FACE_DOWN for card in hand)
        assert game.legal(view.position) == game.legal(position)
        for move in game.candidates(position):
            assert game.judge(view.position, move).findings == game.judge(position, move).findings


def test_its_bot_plays_a_legal_move_and_says_why(game: Game[Any]) -> None:
    bot = bot_for(game.id)
    for position, rng in positions(game, hands=2):
        choice = bot.choose(game.view(position, position.to_act), rng)
        assert choice.move in game.legal(position)
        assert game.pack.plain(choice.reason).strip()


def test_matches_end_and_their_totals_add_up(game: Game[Any]) -> None:
    rng = random.Random(game.id)
    position = game.deal(1)
    totals = dict.fromkeys(game.score_names, 0)
    for hand in range(2, LONGEST_MATCH):
        while position.to_act is not None:
            after = position.copy()
            game.advance(after, rng.choice(game.legal(position)))
            position = after
        assert position.hand_over
        points = dict(zip(game.score_names, position.hand_score, strict=True))
        totals = {name: total + points[name] for name, total in totals.items()}
        assert game.tell(position)["score"] == totals
        lines = game.working(position)
        if lines:
            assert [sum(column) for column in zip(*(line.points for line in lines), strict=True)] == position.hand_score
        if position.game_over:
            assert position.winners
            assert game.next_dealer(position) is None
            return
        position = game.deal(hand, before=position)
    assert "game_over" in game.tell(position), "a game without an end goes on"


def test_a_saved_hand_comes_back_the_same(game: Game[Any]) -> None:
    rng = random.Random(3)
    setup = {"seed": 3}
    session = Session(game, setup)
    while session.position.to_act is not None:
        session = session._with(rng.choice(game.legal(session.position)).text)
        again = read_save(write_save(session))
        assert again.game.tell(again.position) == game.tell(session.position)


def test_every_rule_is_named_once(game: Game[Any]) -> None:
    ids = [rule.id for rule in game.all_rules]
    assert len(ids) == len(set(ids))
    assert all(rule.title for rule in game.all_rules)


def test_the_same_seed_deals_the_same_cards(game: Game[Any]) -> None:
    assert game.tell(game.deal(11)) == game.tell(game.deal(11))
    assert game.tell(game.deal(11))["hands"] != game.tell(game.deal(12))["hands"]

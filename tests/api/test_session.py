"""Sessions, each a hand in play: grouped moves, news since the reader's last move, and public information."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise

import pytest

from rules_engine.api.handlers.recording import played_in
from rules_engine.api.session import Session, new_session
from rules_engine.text.message import Text, say


def course_of(session: Session) -> Iterator[Session]:
    """Yield the session at each stop in a hand in which a bot chooses the reader's moves."""
    while session.position.to_act is not None:
        yield session
        session = session.after(session.bot_choice().move) if session.readers_turn else session.go_on()
    yield session


def end_of(session: Session) -> Session:
    *_, last = course_of(session)
    return last


@pytest.fixture(scope="module")
def pedro() -> list[Session]:
    """Return a hand of Double King Pedro in which bots discard cards."""
    return [*course_of(new_session("double-king-pedro", 4))]


def test_cards_that_a_bot_throws_away_go_together_and_are_told_with_the_last(pedro: list[Session]) -> None:
    seen = 0
    for before, after in pairwise(pedro):
        first, last = len(before.moves), len(after.moves)
        made = after.moves[first:]
        if before.readers_turn or made[0].verb not in ("discard", "give"):
            assert len(made) == 1
            continue
        assert len({move.verb for move in made}) == 1
        seat = before.position.actor
        assert {after.line[place].position.to_act for place in range(first, last)} == {seat}
        assert after.position.to_act != seat or after.bot_choice().move.verb != made[0].verb
        assert [after.repeated(place) for place in range(first, last)] == [True] * (len(made) - 1) + [False]
        assert [after.brought(place) for place in range(first + 1, last)] == [[]] * (len(made) - 1)
        told = [told.event.cards for told in after.brought(last) if told.event.seat == seat and told.event.cards]
        assert told[0] == tuple(move.card for move in made)
        seen += len(made) > 1
    assert seen


def test_who_does_the_same_after_another_repeats_nothing(pedro: list[Session]) -> None:
    end = pedro[-1]
    turns = [reached.position.to_act for reached in end.line]
    changes = [place for place in range(len(end.moves) - 1) if turns[place] != turns[place + 1]]
    assert not any(map(end.repeated, changes))
    assert not end.repeated(len(end.moves) - 1)


def test_a_trick_is_done_where_somebody_took_it() -> None:
    end = end_of(new_session("snakebit", 3))
    done = [end.at(place).trick_done for place in range(len(end.line))]
    taken = [any(told.event.kind == "trick" for told in end.told(place)) for place in range(len(end.line))]
    assert done == taken
    assert done.count(True) == 6


def test_a_trick_waits_until_the_hand_goes_on() -> None:
    waiting = [one for one in course_of(new_session("snakebit", 3)) if one.trick_lies]
    assert waiting
    for session in waiting:
        assert session.others_play() == session
        assert len(session.rest().moves) > len(session.moves)


def test_calls_since_the_last_decision_are_reported_once() -> None:
    """On the reader's first turn, all of the other players' calls are news, but the deal isn't."""
    session = new_session("double-knot", 1, setup={"dealer": "South"}).others_play()
    assert len(session.moves) == 3, "all others bid before the dealer"
    called = [told for place in (1, 2, 3) for told in session.told(place) if told.event.kind == "called"]
    assert [told.sentence for told in session.kept_news] == [told.sentence for told in called[:-1]]
    assert [told.sentence for told in session.news][:1] == [called[-1].sentence]
    decided = session.after(session.bot_choice().move)
    assert decided.kept_news == []
    first = new_session("double-knot", 1, setup={"dealer": "East"})
    assert first.readers_turn
    others = first.after(first.bot_choice().move).others_play()
    assert [told.event.seat for told in (*others.kept_news, *others.news) if told.event.kind == "called"][:4] == [0, 1, 2, 3]
    assert [told.event.seat for told in decided.news if told.event.kind == "called"] == [0]


def test_what_may_be_done_in_one_way_only_is_no_choice_nor_is_throwing_cards_away(pedro: list[Session]) -> None:
    end = pedro[-1]
    readers = [place for place in range(len(end.moves)) if end.line[place].position.to_act == 0]
    ways = {place: len(end.game.legal(end.line[place].position)) for place in readers}
    away = {place for place in readers if end.moves[place].verb in ("discard", "give")}
    assert away
    assert 1 in ways.values()
    assert {place for place in readers if end.chose(place)} == {place for place in readers if ways[place] > 1} - away
    assert not any(end.chose(place) for place in range(len(end.moves)) if place not in readers)


def test_hands_of_a_match_are_counted_where_the_game_does_not() -> None:
    session, numbers = new_session("double-knot", 2), list[int]()
    for seed in (5, 6, 7):
        numbers.append(session.number)
        session = end_of(session).next_hand(seed)
    assert numbers == [1, 2, 3]
    assert len(session.past) == 3


def test_a_hand_is_kept_with_its_bots_and_its_start() -> None:
    session = new_session("snakebit", 3)
    assert session.against("plain") is session
    assert [session.against(level).level for level in ("strong", "random", "plain")] == ["strong", "random", "plain"]
    later = end_of(session)
    assert played_in(later).start is session.position
    assert played_in(later).moves == later.moves


def test_looking_back_forgets_what_was_said_from_there_on() -> None:
    end = replace(end_of(new_session("snakebit", 3)), said={2: "two", 5: "five"})
    assert [[*end.at(place).said] for place in (2, 3, 5, 6)] == [[], [2], [2], [2, 5]]


# ---- the reader's knowledge

def test_a_sentence_gives_away_what_others_hold_or_threw_away_unseen(pedro: list[Session]) -> None:
    session = next(one for one in pedro if one.position.phase == "play" and one.readers_turn)
    others = [card for hand in session.position.hands[1:] for card in hand]
    thrown = {bool(session.line[place].position.to_act): move.played
              for place, move in enumerate(session.moves) if move.verb == "discard"}
    for card in (*others, thrown[True]):
        assert session.gives_away(say("{card} is there.", card=card))
    for card in (*session.position.hands[0], thrown[False]):
        assert not session.gives_away(say("{card} is there.", card=card))
    assert not pedro[-1].gives_away(say("{card} was there.", card=thrown[True])), "once the hand is over all is open"


def test_mere_letters_give_away_whatever_they_say() -> None:
    session = new_session("snakebit", 3)
    assert session.gives_away(Text("North has the Lunatic."))
    assert not session.gives_away(Text(""))
    assert not session.gives_away(say("North has a card."))


def test_a_card_is_open_if_it_was_played_or_told(pedro: list[Session]) -> None:
    session = next(one for one in pedro if one.position.phase == "play" and one.readers_turn)
    known = {(move.verb, bool(session.line[place].position.to_act)): session.open_to_reader(place)
             for place, move in enumerate(session.moves)}
    assert known["discard", False]
    assert not known["discard", True]
    assert all(known.get(("play", other), True) for other in (False, True))


@pytest.mark.parametrize(("seed", "giver", "known"), [(0, 2, True), (2, 1, False), (4, 3, False)])
def test_a_card_given_unseen_is_open_only_if_the_reader_is_told_of_it(seed: int, giver: int, known: bool) -> None:
    session = next(one for one in course_of(new_session("double-king-pedro", seed)) if one.position.phase == "play")
    given = [place for place, move in enumerate(session.moves) if move.verb == "give"]
    assert {session.line[place].position.to_act for place in given} == {giver}
    assert {session.open_to_reader(place) for place in given} == {known}
    assert {session.gives_away(say("{card} was given.", card=session.moves[place].played)) for place in given} == {not known}

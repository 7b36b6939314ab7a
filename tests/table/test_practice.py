"""What a reader does at the table beside playing: asks why, looks back, begins again."""

from __future__ import annotations

import random

from rules_engine.core.words.sentences import capital
from rules_engine.table.narration import move_told
from rules_engine.table.saves import read_save
from tests.dom import read
from tests.table.reader import ask, goes_on, seated


def test_each_way_of_playing_a_card_is_answered_where_there_are_several() -> None:
    seen = set[tuple[bool, ...]]()
    for seed in range(12):
        answer = seated(game="snakebit", seed=seed, setup={"dealer": "East"})
        session = read_save(answer["save"])
        for card in session.position.hands[0]:
            ways = [way.legal for way in session.ways(card)]
            if not any(ways):
                continue
            told = ask(op="do", do="why", value=card.text, save=answer["save"])
            slip = read(told["html"]).one("#fs-slip").text
            counted = (slip.count(": yes."), slip.count(": no.")) if len(ways) > 1 else (0, 0)
            assert counted == ((ways.count(True), ways.count(False)) if len(ways) > 1 else (0, 0))
            assert "Yes: you may lead" in slip
            assert told["save"] == answer["save"]
            assert len(read(told["html"]).all("#fs-slip a")) == 1 + ways.count(False)
            seen.add(tuple(sorted(ways)))
    assert seen == {(True, True), (False, True)}


def test_a_card_that_can_be_played_in_one_way_is_answered_in_one_sentence() -> None:
    answer = seated(game="snakebit", seed=3, setup={"dealer": "South"})
    session = read_save(answer["save"])
    assert session.position.trick
    for move in session.game.legal(session.position):
        told = ask(op="do", do="why", value=move.text, save=answer["save"])
        slip = read(told["html"]).one("#fs-slip").text
        assert slip.startswith("Yes: you may play")
        assert ": yes." not in slip


def test_a_trick_looked_back_upon_is_told_with_what_beat_what() -> None:
    answer = seated(game="snakebit", seed=3)
    while not (session := read_save(answer["save"])).position.hand_over:
        answer = goes_on(answer, random.Random(1))
    ends = [place for place in range(1, len(session.line)) if session.at(place).trick_done]
    for place in (*ends, 1):
        shown, then = ask(op="do", do="look", value=str(place), save=answer["save"]), session.at(place)
        told, trick = [each.sentence for each in then.told(place)], then.position.last_trick
        chain = session.telling.chain(then.line[place - 1].position, trick.laid) if trick and place in ends else []
        expected = [*(told or [move_told(then, place - 1)]), *(finding.sentence for finding in chain)]
        assert shown["say"] == " ".join(map(session.game.pack.plain, map(capital, expected)))
        assert shown["back"]
        assert shown["save"] == answer["save"]
    assert len(ends) == 6


def test_the_same_deal_again_is_dealt_anew() -> None:
    answer = seated(game="snakebit", seed=3)
    again = ask(op="do", do="again", save=answer["save"])
    assert again["dealt"]
    assert again["say"].startswith("The same deal again.")
    assert read_save(again["save"]).moves == ()

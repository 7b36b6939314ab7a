"""Reader actions other than playing: asking for reasons, looking back, restarting."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

from rules_engine.api.narration import move_text
from rules_engine.api.saves import read_save
from rules_engine.text.message import capital
from tests.api.reader import Answer, ask, goes_on, seated
from tests.dom import read


def to_its_end(**table: Any) -> Answer:
    """Play a hand to its end by random available actions, and return the last answer."""
    answer, rng = seated(**table), random.Random(1)
    while not answer["over"]:
        answer = goes_on(answer, rng)
    return answer


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
    answer = to_its_end(game="snakebit", seed=3)
    session = read_save(answer["save"])
    ends = [place for place in range(1, len(session.line)) if session.at(place).trick_done]
    for place in (*ends, 1):
        shown, then = ask(op="do", do="look", value=str(place), save=answer["save"]), session.at(place)
        told, trick = [each.sentence for each in then.told(place)], then.position.last_trick
        chain = session.narrator.trick_explanation(then.line[place - 1].position, trick.laid) if trick and place in ends else []
        expected = [*(told or [move_text(then, place - 1)]), *(finding.sentence for finding in chain)]
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


# ---- the record next to the table

def test_the_record_has_a_line_a_trick_and_marks_the_card_that_took_it() -> None:
    answer = to_its_end(game="snakebit", seed=3)
    session, lines = read_save(answer["save"]), read(answer["side"]).all(".fs-tricks li")
    ends = [place for place in range(1, len(session.line)) if session.at(place).trick_done]
    assert [line.one("button")["data-value"] for line in lines] == [str(place) for place in ends]
    for line, place in zip(lines, ends, strict=True):
        trick = session.line[place].position.last_trick
        assert trick is not None
        takers = [one.seat in trick.winners.values() for one in trick.laid]
        assert ["fs-won" in move.one(".fs-tag")["class"] for move in line.all(".fs-line-move")] == takers


def test_what_is_thrown_away_out_of_sight_is_counted_and_ones_own_is_shown() -> None:
    answer, rng = seated(game="double-king-pedro", seed=4), random.Random(1)
    while read_save(answer["save"]).position.phase != "play" or not answer["side"]:
        answer = goes_on(answer, rng)
    session, first = read_save(answer["save"]), read(answer["side"]).all(".fs-tricks li")[0]
    thrown = Counter(session.line[place].position.to_act for place, move in enumerate(session.moves) if move.verb == "discard")
    assert thrown[0]
    assert max(thrown[seat] for seat in (1, 2, 3)) > 1
    told = [move.text for move in first.all(".fs-line-move") if "discard" in move.text]
    for seat in (1, 2, 3):
        name = session.game.table.names[seat]
        assert [text for text in told if text.startswith(name)] == [f"{name} discards {thrown[seat]} cards"] * bool(thrown[seat])
    own = [move for move in first.all(".fs-line-move") if move.text.startswith("You discard")]
    assert len(own) == thrown[0]
    assert all(move.all(".fs-tag") for move in own)

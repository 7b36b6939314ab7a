"""The scenario format: valid input, invalid input with the location of each error, the results of replays, and the answers to
questions."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from rules_engine.authoring.checks.check import check_text
from rules_engine.core.game.setups import facts_of
from rules_engine.quiz.question import Unanswerable
from rules_engine.quiz.questions import answer
from rules_engine.scenarios.model import write_scenario
from rules_engine.scenarios.read import InvalidScenario, read_scenario
from rules_engine.scenarios.replay import replay

EXAMPLES = Path(__file__).parents[2] / "examples"

BASE: dict[str, Any] = {
    "format": 1, "game": "snakebit",
    "setup": {"trump": "K", "cursed": "Y", "dealer": "East", "hands": {
        "South": "5SW 2MK", "West": "9WY 4MS", "North": "6MW 3SK", "East": "2SY 7ML"}},
    "script": [{"South": "5SW as W"}, {"West": "9WY"}, {"North": "6MW"}, {"East": "2SY"}],
}


def scenario(**changes: Any) -> dict[str, Any]:
    return {**BASE, **changes}


def with_step(place: int, **keys: Any) -> dict[str, Any]:
    script = [dict(step) for step in BASE["script"]]
    script[place] |= keys
    return scenario(script=script)


def refused(key: str, told: str, *values: Any) -> Iterator[tuple[dict[str, Any], tuple[str], str]]:
    """Yield scenarios that have a wrong value for a key, each with the path to the key and the expected message."""
    return ((scenario(**{key: value}), (key,), told) for value in values)


def problems(plain: Any) -> list[tuple[tuple[Any, ...], str]]:
    with pytest.raises(InvalidScenario) as caught:
        replay(read_scenario(plain))
    return [(problem.path, problem.message) for problem in caught.value.problems]


def failures(plain: Any) -> list[str]:
    return [problem.message for problem in replay(read_scenario(plain)).problems]


def test_what_is_written_reads_back() -> None:
    plain = with_step(1, note="A note", legal=["9WY"], illegal={"4MS": "follow-suit"}, expect={"to_act": "North"},
                      ask={"kind": "legal-moves", "choices": 3})
    read = read_scenario(plain | {"title": "T", "rules": ["follow-suit"], "intro": "I", "kind": "quiz", "players": 4})
    assert read_scenario(write_scenario(read)) == read


def test_a_scenario_that_holds_has_no_failures() -> None:
    assert failures(BASE) == []


@pytest.mark.parametrize(("plain", "path", "told"), [
    ([], (), "is a mapping"),
    ({}, ("format",), "the format is 1"),
    (scenario(format=2), ("format",), "not 2"),
    (scenario(game="whist"), ("game",), "no game here"),
    (scenario(game=None), ("game",), "names its game"),
    (scenario(variant="to-minus-20"), ("variant",), "not one of"),
    *refused("players", "for 3 or 4 players, not", 7, 2, 0, -4, 10 ** 30),
    *refused("players", "is not a whole number", True, False, 4.0, "4", "", [], {}),
    *refused("variant", "a text is missing", ""),
    *refused("variant", "is not a text", 0.0, [], {}),
    *refused("variant", "is not one of standard", 0, False),
    *refused("goal", "a text is missing", ""),
    *refused("goal", "is not a text", 0.0, [], {}),
    *refused("format", "the format is 1, not", True, 1.0, 0, "1", "", []),
    *refused("kind", "not one of example", "", 0, False, [], {}),
    *refused("options", "not a mapping", "", 0, False, []),
    *refused("rules", "not a list", "", 0, False, {}),
    (scenario(rules=["follow-suit", None]), ("rules", 1), "a text is missing"),
    (scenario(rules=[""]), ("rules", 0), "a text is missing"),
    (scenario(setup={"seats": "ABCD"}), ("setup", "seats"), "'ABCD' is not a list of the seats' names"),
    (scenario(setup={"seats": {}}), ("setup", "seats"), "{} is not a list of the seats' names"),
    (scenario(setup=BASE["setup"] | {"seats": []}), ("players",), "for 3 or 4 players, not 0"),
    (scenario(players=4, setup=BASE["setup"] | {"seats": []}), ("setup", "seats"), "0 seats are named for 4 players"),
    *((scenario(puzzle={key: -1}), ("puzzle", key), "-1 is less than 0") for key in ("rating", "critical", "tempting")),
    (scenario(puzzle={"missed": {"easy": -1}}), ("puzzle", "missed", "easy"), "-1 is less than 0"),
    (scenario(options={"pack": "basic"}), ("options", "pack"), "is no option"),
    (scenario(kind="story"), ("kind",), "not one of example"),
    (scenario(rules=["no-such"]), ("rules", 0), "is no rule of snakebit"),
    (scenario(colour="red"), ("colour",), "unknown key"),
    (scenario(title=["a"]), ("title",), "not a text"),
    (scenario(script={"a": 1}), ("script",), "not a list"),
    (scenario(script=["South 5SW"]), ("script", 0), "a step is a mapping"),
    (with_step(0, West="9WY"), ("script", 0), "one seat's move"),
    (with_step(0, Bob="9WY"), ("script", 0, "Bob"), "unknown key"),
    (with_step(0, expect={"mood": "good"}), ("script", 0, "expect", "mood"), "is no fact"),
    (with_step(0, ask="who"), ("script", 0, "ask"), "not one of"),
    (with_step(0, ask="legal-moves", choices=1), ("script", 0, "choices"), "1 is less than 2"),
    (with_step(0, choices=3), ("script", 0, "choices"), "belong to an ask"),
    (scenario(kind="quiz"), ("script",), "at least one step with ask"),
    (scenario(kind="puzzle"), ("script",), "asks exactly once"),
    (scenario(setup=BASE["setup"] | {"hands": BASE["setup"]["hands"] | {"South": ["5SW", "9ZZ"]}}),
     ("setup", "hands", "South", 1), "'9ZZ' can't be read"),
    (scenario(setup=BASE["setup"] | {"trump": "Q"}), ("setup", "trump"), "expected a suit"),
    (scenario(setup=BASE["setup"] | {"seats": ["A", "A", "B", "C"]}), ("setup", "seats"), "different name"),
    (scenario(script=[{"deal": {}, "legal": []}]), ("script", 0, "legal"), "a step that deals holds no legal"),
])
def test_what_cannot_be_read_says_where_and_why(plain: Any, path: tuple[Any, ...], told: str) -> None:
    assert any(where == path and told in message for where, message in problems(plain)), problems(plain)


@pytest.mark.parametrize("key", ["variant", "players", "options", "kind", "goal", "puzzle", "title", "rules", "intro"])
def test_a_key_without_a_value_is_as_if_it_was_left_out(key: str) -> None:
    assert read_scenario(scenario(**{key: None})) == read_scenario(BASE)


HEADER = ("format", "game", "variant", "players", "options", "kind", "goal", "puzzle", "rules", "seats")
EMPTY: list[tuple[str, Any]] = [("options", {}), ("rules", []), ("puzzle", {})]
"""Values equivalent to leaving the key out."""


@pytest.mark.parametrize(("key", "wrong"), [pair for pair in product(HEADER, [0, "", [], {}]) if pair not in EMPTY])
def test_each_fault_of_a_header_is_told_once(key: str, wrong: Any) -> None:
    plain = scenario(setup=BASE["setup"] | {"seats": wrong}) if key == "seats" else scenario(**{key: wrong})
    told = problems(plain)
    assert len(told) == len({path for path, _ in told}) == 1


@pytest.mark.parametrize(("plain", "told"), [
    (with_step(1, legal=["4MS"]), "not legal: 4MS; legal but not listed: 9WY"),
    (with_step(1, illegal={"9WY": "follow-suit"}), "9WY is legal"),
    (with_step(1, illegal={"4MS": "unbroken"}), "got follow-suit"),
    (with_step(3, expect={"last_trick_winner": "South"}), "expected South, got West"),
    (with_step(3, expect={"tricks": {"West": 1}}), "expected {West: 1}, got {South: 0"),
    (with_step(3, expect={"hand_over": True}), "expected true, got false"),
    (scenario(script=[{"South": "2MK as K"}]), "expected a legal move, got unbroken"),
    (scenario(script=[{"West": "9WY"}]), "turn-order"),
    (scenario(script=[{"South": "bid 4"}]), "not-a-move"),
    (scenario(script=[{"South": "9MS as M"}]), "not-held"),
    (scenario(script=[{"deal": {}}]), "expected a hand that is over"),
    (scenario(script=[{"expect": {"score": {"South": False, "West": False, "North": False, "East": False}}}]),
     "expected {South: false"),
    (with_step(0, expect={"last_trick_winner": "null"}), 'expected "null", got null'),
])
def test_what_does_not_hold_is_a_failure(plain: Any, told: str) -> None:
    found = failures(plain)
    assert len(found) == 1
    assert told in found[0]


def test_replay_goes_on_after_a_failed_expectation_and_stops_at_a_refused_move() -> None:
    script = [{"South": "5SW as W", "expect": {"to_act": "East"}}, {"West": "4MS"}, {"North": "6MW", "expect": {"to_act": "X"}}]
    run = replay(read_scenario(scenario(script=script)))
    assert [problem.broken.step for problem in run.problems if problem.broken] == [1, 2]
    assert run.problems[1].broken is not None
    assert run.problems[1].broken.rule == "follow-suit"


def test_facts_compare_by_meaning() -> None:
    hands = {"South": ["2mk"], "West": "4MS", "North": "The Painter", "East": "7ML"}
    assert failures(with_step(3, expect={"hands": hands, "broken": ["M", "S", "W", "Y"], "trump": "Knots"})) == []
    assert failures(with_step(3, expect={"broken": ["S", "M", "W", "Y"]}))


def test_a_seat_left_out_holds_what_it_plays() -> None:
    plain = scenario(setup={"trump": "K", "cursed": "Y", "hands": {"South": "5SW"}})
    run = replay(read_scenario(plain))
    assert not run.problems
    assert facts_of(run.game, run.start)["hands"] == {"South": ["5SW"], "West": ["9WY"], "North": ["6MW"], "East": ["2SY"]}


LONE_TRICK: dict[str, Any] = {"trump": "K", "cursed": "Y"}


@pytest.mark.parametrize(("place", "step", "rule"), [
    (1, {"West": "9ZZ"}, "not-a-move"), (2, {"North": "play"}, "not-a-move"), (1, {"East": "9WY"}, "turn-order"),
    (3, {"North": "2SY"}, "turn-order")])
def test_a_wrong_move_is_told_where_the_script_fills_the_hands(place: int, step: dict[str, str], rule: str) -> None:
    script = [*BASE["script"][:place], step, *BASE["script"][place + 1:]]
    [problem] = replay(read_scenario(scenario(setup=LONE_TRICK, script=script))).problems
    assert problem.broken is not None
    assert (problem.broken.step, problem.broken.rule) == (place + 1, rule)


def test_uneven_hands_that_the_script_fills_are_the_setups_fault_where_it_holds() -> None:
    told = problems(scenario(setup=LONE_TRICK, script=BASE["script"][:3]))
    assert [path for path, _ in told] == [("setup", "hands")]


def test_uneven_hands_that_the_setup_gives_are_its_fault_whatever_the_script_does() -> None:
    hands = {"South": "5SW 2MK", "West": "9WY 4MS", "North": "6MW"}
    told = problems(scenario(setup=LONE_TRICK | {"hands": hands}, script=[{"South": "5SW as W"}, {"West": "9ZZ"}]))
    assert [path for path, _ in told] == [("setup", "hands")]


def test_printed_names_are_cards_wherever_cards_are() -> None:
    hands = {"South": "The Discovery the author", "West": ["the darkness", "The Mountain"], "North": "6MW 3SK", "East": "2SY 7ML"}
    script = [{"South": "The Discovery as W"}, {"West": "The Darkness", "legal": "The Darkness", "illegal": {"the mountain":
              "follow-suit"}}, {"North": "The Lunatic", "expect": {"trick": ["South The Discovery as Waves", "West 9WY",
                                                                            "North 6MW"]}}]
    assert failures(scenario(setup=BASE["setup"] | {"hands": hands}, script=script)) == []


def test_one_legal_move_may_stand_as_a_text_with_spaces() -> None:
    setup = BASE["setup"] | {"hands": {"South": "2MK", "West": "9WY", "North": "6MW", "East": "2SY"}}
    assert failures(scenario(setup=setup, script=[{"legal": "2MK as M"}])) == []
    assert failures(with_step(1, legal="9WY")) == []


def test_plain_scalars_are_text_where_text_is_meant() -> None:
    hands = {"1": "5SW", "2": "9WY", "true": "6MW", "4": "2SY"}
    setup = {"trump": "K", "cursed": "Y", "seats": [1, 2, True, "4"], "hands": hands}
    script = [{"1": "5SW as W", "expect": {"to_act": 2}}, {"2": "9WY", "expect": {"to_act": True, "leader": "1"}}]
    assert failures(scenario(setup=setup, title=True, intro=5, script=script)) == []


def test_a_scenario_may_teach_a_refusal_that_no_game_names() -> None:
    assert failures(scenario(rules=["not-held", "follow-suit"])) == []


@pytest.mark.parametrize("seed", [2**63 - 1, 2**64, -(10**30)])
def test_any_whole_number_is_a_seed(seed: int) -> None:
    text = f"format: 1\ngame: snakebit\nsetup: {{seed: {seed}}}\nscript: [{{expect: {{phase: play}}}}]"
    assert check_text(text, "here.yml").problems == []


def test_players_follow_from_seats_or_hands() -> None:
    three = {"trump": "K", "cursed": "Y", "hands": {"South": "5SW", "West": "9WY", "East": "2SY"}}
    assert replay(read_scenario(scenario(setup=three, script=[]))).game.table.size == 3
    own = {"trump": "K", "cursed": "Y", "seats": ["Ann", "Bob", "Cy"], "hands": {"Ann": "5SW", "Bob": "9WY", "Cy": "2SY"}}
    assert replay(read_scenario(scenario(setup=own, script=[{"Ann": "5SW as W"}]))).problems == []


def test_the_next_hand_carries_dealer_totals_and_number() -> None:
    done = {"trump": "K", "cursed": "Y", "hands": {"South": "5SW", "West": "9WY", "North": "6MW", "East": "2SY"}}
    deal = {"trump": "M", "cursed": "L", "hands": {"South": "2MK", "West": "4MS", "North": "3SK", "East": "7ML"}}
    script = [*BASE["script"], {"deal": deal, "expect": {"dealer": "South", "hand_number": 2, "to_act": "West",
                                                         "score": {"South": 0, "West": -1, "North": 0, "East": 0}}}]
    assert failures(scenario(setup=done, script=script)) == []
    wrong = [*BASE["script"], {"deal": deal | {"dealer": "West"}}]
    assert problems(scenario(setup=done, script=wrong)) == [(("script", 4, "deal", "dealer"), "South deals next")]


def question(place: int, kind: str, **more: Any) -> Any:
    return answer(replay(read_scenario(with_step(place, ask=kind, **more))), place)


def test_legal_moves_gives_a_reason_for_every_card() -> None:
    asked = question(1, "legal-moves")
    assert [(option.value, option.right) for option in asked.parts[0].options] == [("4MS", False), ("9WY", True)]
    assert all(option.why and option.why.rule == "follow-suit" for option in asked.parts[0].options)


def test_choices_keep_every_right_answer() -> None:
    asked = question(0, "legal-moves", choices=3)
    assert len(asked.parts[0].options) == 3
    assert [option.value for option in asked.parts[0].options if option.right] == ["2MK as M", "5SW as S", "5SW as W"]


@pytest.mark.parametrize("place", [0, 1, 3])
def test_trick_winner_is_asked_of_the_trick_the_script_finishes(place: int) -> None:
    asked = question(place, "trick-winner")
    assert [option.value for option in asked.parts[0].options if option.right] == ["West"]


def test_next_leader_says_why() -> None:
    asked = question(3, "next-leader")
    assert [option.value for option in asked.parts[0].options if option.right] == ["West"]
    first, *others = asked.parts[0].reasons
    assert (first.right, first.why.rule) == (True, "first-lead")
    assert "leads" not in " ".join(reason.why.sentence for reason in others)


@pytest.mark.parametrize("kind", ["own-score", "hand-score", "next-dealer", "match-winner"])
def test_a_question_without_an_answer_is_reported(kind: str) -> None:
    with pytest.raises(Unanswerable, match="never finishes this hand"):
        question(3, kind)


def test_the_next_dealer_is_asked_right_after_the_hand() -> None:
    """The match goes on, so the message must not claim that it is over."""
    text = (EXAMPLES / "double-decker" / "next-dealer-clockwise.yml").read_text(encoding="utf-8") + "  - ask: next-dealer\n"
    [found] = check_text(text, "here.yml").problems
    assert "ask right after the move that ends the hand" in found.message


def test_what_beats_needs_a_trick() -> None:
    with pytest.raises(Unanswerable, match="no trick on the table here"):
        question(0, "what-beats")


def test_yaml_keeps_letters_as_letters_and_lines_for_faults() -> None:
    text = "\n".join([
        "format: 1", "game: snakebit", "setup:", "  trump: Y", "  cursed: K",
        "  hands: {South: 5SW, West: 9WY, North: 6MW, East: 2SY}",
        "script:", "  - South: 5SW as S", "    expect:", "      suit_led: W"])
    found = check_text(text, "here.yml").problems
    assert [(problem.line, problem.broken and problem.broken.step) for problem in found] == [(10, 1)]


@pytest.mark.parametrize(("text", "line", "told"), [
    ("format: 1\ngame: [", 2, "isn't YAML"), ("format: 1\nformat: 1", 2, "given twice"), ("", 1, "mapping"),
    ("format: 1\ngame: snakebit\nsetup:\n  trump: K\n  cursed: Y\n  hands:\n    South: 5SW\n    West: 5SW", 8, "two places"),
    ('{"format": 1, "game": "snakebit",\n "setup": {"colour": 1}}', 2, "unknown key"),
])
def test_an_unreadable_text_names_its_line(text: str, line: int, told: str) -> None:
    found = check_text(text, "here.yml").problems
    assert any(each.line == line and told in each.message and each.broken is None for each in found), found


def test_what_a_card_is_worth_is_asked_where_the_script_finishes_its_trick() -> None:
    setup = {"dealer": "East", "declarer": "North", "contract": 50, "trump": "D", "leader": "North",
             "hands": {"South": "AD", "West": "5D", "North": "5H", "East": "QS"}}
    script: list[Any] = [{"North": "5H"}, {"South": "AD", "ask": "card-worth"}, {"West": "5D"}]
    plain = {"format": 1, "game": "double-king-pedro", "setup": setup, "script": script}
    assert answer(replay(read_scenario(plain)), 1).kind == "card-worth"
    with pytest.raises(Unanswerable, match="card-worth: the script never finishes this trick"):
        answer(replay(read_scenario({**plain, "script": script[:2]})), 1)

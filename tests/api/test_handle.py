"""The JSON interface between page and engine, which answers any string with a string."""

from __future__ import annotations

import json
import random
import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules_engine.api import handle
from rules_engine.api.lazy_modules import handler
from rules_engine.api.messages import OPERATIONS
from rules_engine.api.saves import read_save, write_save
from rules_engine.api.session import InvalidSave, new_session
from rules_engine.authoring.yaml_text import read_yaml
from rules_engine.games import make_game
from rules_engine.quiz.generator import fresh_kinds
from tests.api.reader import LINKS, Deed, ask, does, goes_on, hinted, offered, seated, settled
from tests.dom import read
from tests.ours import looks_at_examples

EXAMPLES = Path(__file__).parents[2] / "examples"
NASTY = "<script>alert(1)</script><img src=x onerror=alert(1)>\"'"


def playable(answer: dict[str, Any]) -> list[str]:
    session = read_save(answer["save"])
    return [move.text for move in session.game.legal(session.position)]


def test_a_refusal_names_and_links_the_rule_rings_the_card_and_lifts_what_binds() -> None:
    for seed in range(40):
        answer = seated(game="snakebit", seed=seed, setup={"dealer": "North"})
        session = read_save(answer["save"])
        shut = [move for move in session.game.candidates(session.position)
                if not session.game.judge(session.position, move).legal]
        if not session.position.trick or not shut:
            continue
        refused = ask(op="do", do="play", value=shut[0].text, save=answer["save"])
        assert refused["save"] == answer["save"], "a refused move changes nothing"
        page = read(refused["html"])
        assert page.one("#fs-slip a")["href"] == "../snakebit/#rule-follow-suit"
        assert page.one("#fs-slip")["data-kind"] == "no"
        assert page.one(".fs-refused")["data-card"] == str(shut[0].card)
        led = session.game.legal(session.position)
        assert {card["data-card"] for card in page.all(".fs-hand .fs-bind")} == {str(move.card) for move in led}
        assert " hold" in refused["say"]
        return
    raise AssertionError("no deal with a card that may not be played")


def test_a_hint_leaves_every_choice_in_reach_and_presets_its_number() -> None:
    answer = seated(game="double-king-pedro", seed=1)
    calls = [deed for deed in offered(answer["html"]) if deed.do == "play"]
    assert [deed.value for deed in calls] == ["pass", "bid double"]
    hint = hinted(answer)
    advised = re.search(r"I would bid (\d+)", hint["say"])
    assert advised, hint["say"]
    assert [deed for deed in offered(hint["html"]) if deed.do == "play"] == calls
    assert Deed("bid", f"bid {advised[1]}") in offered(hint["html"])
    assert read(hint["html"]).one(".fs-number").text == advised[1]


def test_cards_that_cannot_be_exchanged_look_so_and_say_why() -> None:
    found = set()
    for seed in range(60):
        answer = seated(game="knueffeln", seed=seed)
        phase = read_save(answer["save"]).position.phase
        if phase not in ("take-ole", "take-turnup"):
            continue
        found.add(phase)
        page = read(answer["html"])
        cards = page.all(".fs-hand button")
        assert len(cards) == len(page.all(".fs-hand .fs-card"))
        shut = [card for card in cards if "fs-shut" in card["class"]]
        assert len(shut) == len(cards) - 1
        for card in shut:
            refused = does(answer, Deed(card["data-do"], card["data-value"]))
            assert "You can't take" in refused["say"]
            assert read(refused["html"]).one("#fs-slip a.fs-rule")["href"].endswith(f"#rule-{phase}")
            assert read(refused["html"]).one(".fs-refused")["data-card"] == card["data-card"]
            assert Deed("play", "pass") in offered(refused["html"])
    assert found == {"take-ole", "take-turnup"}


def test_a_practice_hand_can_start_anywhere() -> None:
    setup = {"trump": "K", "cursed": "Y", "leader": "Ann", "seats": ["Ann", "Bob", "Cy", "Di"], "score": {"Bob": 4},
             "hands": {"Ann": "5SW 2MK", "Bob": "9WY 4MS", "Cy": "6MW 3SK", "Di": "2SY 7ML"}}
    answer = ask(op="practice", game="snakebit", seed=1, setup=setup)
    session = read_save(answer["save"])
    assert [card.text for card in session.position.hands[0]] == ["5SW", "2MK"]
    assert session.game.table.names == ("Ann", "Bob", "Cy", "Di")
    page = read(answer["html"])
    assert [name.text for name in page.all(".fs-name")] == ["Cy", "Bob", "Di", "You"]
    totals = read(settled(answer)["side"]).all(".fs-totals tr")
    assert [row.text for row in totals] == ["YouBobCyDi", "Total0400"], "the match has begun"
    total = page.one("#fs-plate-1 em")
    assert (total.text, total["aria-label"]) == ("4 points", "Total: 4")
    assert "error" in ask(op="practice", game="snakebit", seed=1, setup={"hands": {"South": "5SW"}})


def test_plates_show_captured_colours_as_signs_and_speak_them_as_words() -> None:
    """A seat plate shows each captured colour's value, the points lost by passing, and the total."""
    setup = {"leader": "South", "hands": {"South": "R1 R2", "West": "B1 B2", "North": "G1 G2", "East": "R3 B3"},
             "captured": {"South": {"R": 3, "G": 12}, "West": {"B": 5}}, "passed": {"South": ["B9"], "North": ["R9", "R10"]}}
    page = read(ask(op="practice", game="double-decker", players=4, seed=1, setup=setup)["html"])
    plates = [page.one(f"#fs-plate-{seat}") for seat in range(4)]
    took = [plate.all(".fs-took") for plate in plates]
    assert [[mark.text for mark in marks] for marks in took] == [["312−2 = 7"], ["5= 5"], ["−4"], []]
    assert [sign["data-first"] for sign in plates[0].all(".fs-suit")] == ["double-decker-R", "double-decker-G"]
    assert [marks[0]["aria-label"] for marks in took[:3]] == [
        "7 points so far, 3 red, 12 green, 1 passed", "5 points so far, 5 blue", "−4 points so far, 2 passed"]
    assert not any("so far" in plate.text for plate in plates), "it is said once"


def test_a_card_that_can_only_be_passed_says_so() -> None:
    setup = {"leader": "West", "hands": {"South": "R1 B5", "West": "B1 B2", "North": "G1 G2", "East": "G3 G4"}}
    page = read(settled(ask(op="practice", game="double-decker", players=4, seed=1, setup=setup))["html"])
    assert [(card["data-card"], card.get("data-only")) for card in page.all("#fs-hand button")] == [("R1", "pass"), ("B5", "")]
    assert page.one("#fs-card-R1")["aria-label"].endswith("you may pass it")


def test_undo_takes_back_to_the_readers_last_choice() -> None:
    answer = seated(game="snakebit", seed=5)
    played = settled(ask(op="do", do="play", value=playable(answer)[0], save=answer["save"]))
    assert len(read_save(played["save"]).moves) > 1 + len(read_save(answer["save"]).moves)
    assert ask(op="do", do="undo", save=played["save"])["save"] == answer["save"]
    first = ask(op="practice", game="snakebit", seed=5)
    assert Deed("undo") not in offered(first["html"]), "there is nothing to take back, and the button says so"
    assert ask(op="do", do="undo", save=first["save"])["save"] == first["save"]


def test_lookups_leave_the_save_unchanged() -> None:
    """Asking for a hint, an earlier position, reasons or playable cards leaves the save unchanged."""
    answer = seated(game="snakebit", seed=5)
    for _ in range(3):
        answer = settled(ask(op="do", do="play", value=playable(answer)[0], save=answer["save"]))
        if answer["waiting"]:
            answer = settled(ask(op="do", do="next", save=answer["save"]))
    looks = [*range(1, len(read_save(answer["save"]).moves) + 1)]
    deeds = [("hint", ""), ("last", ""), ("because", ""), ("now", ""), ("why", playable(answer)[0]),
             *(("look", str(place)) for place in looks)]
    for deed, value in deeds:
        told = ask(op="do", do=deed, value=value, save=answer["save"])
        assert told["save"] == answer["save"], deed
        assert told["say"], deed
        assert told["back"] == (deed in ("look", "last"))
        assert not told["running"], "nothing goes on by itself while the reader looks"
    back = ask(op="do", do="now", save=answer["save"])
    assert back["html"] == ask(op="resume", save=answer["save"])["html"] == answer["html"]


def test_who_looks_back_can_ask_why_and_return() -> None:
    answer = settled(ask(op="do", do="play", value=playable(seated(game="snakebit", seed=5))[0],
                         save=seated(game="snakebit", seed=5)["save"]))
    looked = does(answer, Deed("look", "1"))
    assert offered(looked["html"]) == [Deed("trick-because", "1"), Deed("now")]
    assert looked["focus"] == "fs-do-now"
    why = does(looked, Deed("trick-because", "1"))
    assert why["back"]
    assert why["save"] == answer["save"]


def test_the_last_trick_lies_there_again_with_who_took_it() -> None:
    answer, rng = seated(game="snakebit", seed=5), random.Random(1)
    while not read_save(answer["save"]).position.last_trick or read_save(answer["save"]).position.trick:
        answer = goes_on(answer, rng)
    trick = read_save(answer["save"]).position.last_trick
    assert trick is not None
    page = read(does(answer, Deed("last"))["html"])
    assert [(int(laid["data-at"]), laid.one(".fs-card")["data-card"]) for laid in page.all(".fs-laid")] == [
        (laid.seat, str(laid.move.card)) for laid in trick.laid]
    assert [int(laid["data-at"]) for laid in page.all(".fs-won")] == [*set(trick.winners.values())]


def test_a_card_with_two_names_is_picked_and_can_be_put_down() -> None:
    for seed in range(20):
        answer = seated(game="snakebit", seed=seed)
        session = read_save(answer["save"])
        if session.position.trick:
            continue
        card = session.position.hands[0][0].text
        picked = does(answer, Deed("pick", card))
        page = read(picked["html"])
        assert picked["picked"] == page.one(".fs-picked")["data-card"] == card
        assert page.one(".fs-picked")["aria-expanded"] == "true"
        assert picked["focus"] == page.one("#fs-tray .fs-answers")["id"]
        *ways, cancel = [Deed(button["data-do"], button["data-value"]) for button in page.all(".fs-answers button")]
        moves = [move for move in session.game.candidates(session.position) if str(move.card) == card]
        assert ways == [Deed("play", move.text) for move in moves]
        assert picked["save"] == answer["save"]
        down = does(picked, cancel)
        assert (down["picked"], down["html"], down["save"]) == ("", answer["html"], answer["save"])
        assert down["focus"] == f"fs-card-{card}", "the focus returns to the card"
        return
    raise AssertionError("South never leads first")


@looks_at_examples("snakebit", "double-king-pedro", "knueffeln", "double-decker")
@pytest.mark.parametrize(("example", "step"), [("jann-gruenberg", 4), ("quiz-jann", 4), ("turn-bernhard-second", 5)])
def test_what_if_a_hand_ends_without_another_trick_there_is_nothing_to_compare(example: str, step: int) -> None:
    scenario = read_yaml((EXAMPLES / "knueffeln" / f"{example}.yml").read_text(encoding="utf-8")).value
    answer = ask(op="whatif", scenario=scenario, step=step, moves=[], do="bots")
    assert "error" not in answer
    assert answer["moves"]


@looks_at_examples("snakebit", "double-king-pedro", "knueffeln", "double-decker")
def test_what_if_leaves_the_book_and_tells_the_difference() -> None:
    scenario = read_yaml((EXAMPLES / "snakebit" / "follow-suit.yml").read_text(encoding="utf-8")).value
    opened = read(ask(op="whatif", scenario=scenario, step=0, moves=[])["html"])
    assert "data-turn" in opened.one(".fs-own")
    assert opened.one(".fs-own .fs-name").text == "South", "in a book nobody is “you”"
    line: list[str] = []
    for move in ("2MK as M", "4MS", "6MW", "7ML"):
        answer = ask(op="whatif", scenario=scenario, step=0, moves=line, do="play", value=move)
        line = answer["moves"]
        compare = read(answer["html"]).one("#fs-do-compare")
        assert (compare.get("data-value"), "aria-disabled" in compare) == (("4", False) if len(line) == 4 else ("", True))
        assert "fs-main" in compare.classes
    assert line == ["2MK as M", "4MS", "6MW", "7ML"]
    assert "takes this trick instead of West" in answer["say"]
    assert ask(op="whatif", scenario=scenario, step=0, moves=line, do="undo")["moves"] == line[:3]
    refused = ask(op="whatif", scenario=scenario, step=1, moves=[], do="play", value="4MS")
    assert refused["moves"] == []
    assert " holds " in refused["say"]
    assert (answer["focus"], refused["focus"]) == ("fs-hand", ""), "a refusal is read where one is"


@pytest.mark.parametrize("kind", fresh_kinds(make_game("snakebit")))
def test_fresh_quizzes_follow_from_their_seed(kind: str) -> None:
    first = ask(op="quiz", game="snakebit", kind=kind, seed=12, rules=["win-trick"])
    assert first == ask(op="quiz", game="snakebit", kind=kind, seed=12, rules=["win-trick"])
    assert first["html"] != ask(op="quiz", game="snakebit", kind=kind, seed=13, rules=["win-trick"])["html"]
    read(first["html"]).one(".fs-reasons[hidden]")


@pytest.mark.parametrize(("message", "told"), [
    ({"op": "resume", "save": "fs1.00000000.e30"}, "damaged"),
    ({"op": "resume", "save": "something else"}, "isn't a hand saved by this site"),
    ({"op": "resume", "save": ""}, "isn't a hand saved"),
    ({"op": "practice", "game": "whist", "seed": 1}, "no game here"),
    ({"op": "practice", "game": "snakebit", "seed": 1, "players": 9}, "for 3 or 4 players"),
    ({"op": "nothing"}, "stumbled"),
    ({}, "stumbled"),
    ({"op": "whatif", "scenario": {"format": 9}, "step": 0}, "the format is 1"),
    ({"op": "quiz", "game": "snakebit", "kind": "riddle", "seed": 1}, "stumbled"),
])
def test_bad_messages_get_a_plain_answer(message: dict[str, Any], told: str) -> None:
    assert told in ask(**message)["error"]


@pytest.mark.parametrize("op", OPERATIONS)
def test_an_invalid_field_is_named_without_function_annotations(op: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Annotations are stripped from the Python code that browsers load."""
    monkeypatch.setattr(handler(OPERATIONS[op]), "__annotations__", {})
    told = ask(op=op, links=1)
    assert told["kind"] == "damaged"
    assert re.search(r"a link, or what the browser kept, is damaged\. \(\.\w+\)$", told["error"])


def test_text_that_is_no_message_gets_an_answer() -> None:
    for text in ("", "[]", "null", "{", '"x"', '{"op": "score", "seats": ["\\ud800"]}', '{"op": "\ud800"}'):
        assert "error" in json.loads(handle(text))


def test_damaged_links_are_noticed_wherever_they_are_damaged() -> None:
    save = write_save(new_session("snakebit", 3))
    for place in range(len(save)):
        changed = save[:place] + ("A" if save[place] != "A" else "B") + save[place + 1:]
        with pytest.raises(InvalidSave):
            read_save(changed)
        with pytest.raises(InvalidSave):
            read_save(save[:place])


@settings(max_examples=60)
@given(st.text(max_size=60))
def test_any_text_is_refused_as_a_save(text: str) -> None:
    with pytest.raises(InvalidSave):
        read_save(text)


def forged(**changes: Any) -> str:
    """Return a save with a valid checksum and invalid contents."""
    import binascii
    plain = {"g": "snakebit", "v": "standard", "p": 4, "s": {"seed": 1}, "m": ""} | changes
    body = json.dumps(plain).encode()
    text = binascii.b2a_base64(body, newline=False).decode().rstrip("=").replace("+", "-").replace("/", "_")
    return f"fs1.{binascii.crc32(body):08x}.{text}"


@pytest.mark.parametrize(("changes", "told"), [
    ({"g": "whist"}, "doesn't fit this site's games"), ({"v": 3}, "doesn't fit"), ({"p": "four"}, "doesn't fit"),
    ({"s": {"seed": "x"}}, "doesn't fit"), ({"s": {"trump": "H"}}, "doesn't fit"), ({"s": [1]}, "damaged"),
    ({"m": "AM"}, "the rules refuse"), ({"m": "5ML"}, "the rules refuse"), ({"m": 5}, "damaged"), ({"g": ["x"]}, "can't be read"),
    ({"o": {"pack": "basic"}}, "doesn't fit"),
])
def test_foreign_saves_say_what_is_wrong(changes: dict[str, Any], told: str) -> None:
    with pytest.raises(InvalidSave, match=told):
        read_save(forged(**changes))


@looks_at_examples("snakebit", "double-king-pedro", "knueffeln", "double-decker")
def test_markup_in_what_comes_in_never_comes_out() -> None:
    scenario = read_yaml((EXAMPLES / "snakebit" / "follow-suit.yml").read_text(encoding="utf-8")).value
    seats = ["<u>S</u>", "<img/src=x>", "N&amp;", "E\"'"]
    renamed = json.loads(re.sub(r'"(South|West|North|East)"', lambda found: json.dumps(
        seats[["South", "West", "North", "East"].index(found[1])]), json.dumps(scenario)))
    renamed["setup"]["seats"] = seats
    texts = [
        ask(op="whatif", scenario=renamed, step=2, moves=[], links=dict.fromkeys(LINKS, NASTY)),
        ask(op="whatif", scenario=scenario, step=0, moves=[], do="play", value=NASTY),
        ask(op="practice", game="snakebit", seed=1, setup={"dealer": "South"}, links=dict.fromkeys(LINKS, NASTY)),
        ask(op="quiz", game="snakebit", kind="legal-moves", seed=1, links=dict.fromkeys(LINKS, NASTY)),
    ]
    for answer in texts:
        html = answer["html"]
        assert not read(html).all("script")
        assert not re.search(r"<(script|img|u>)", html), html[:300]
        assert "onerror=alert(1)>\"" not in html

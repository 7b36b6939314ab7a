"""Double Decker, rule by rule: each test is named for the rule or ruling it pins."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

from rules_engine.core.cards import FACE_DOWN
from rules_engine.core.errors import MoveRefused, SetupError
from rules_engine.core.position import Event
from rules_engine.games import make_game
from rules_engine.games.double_decker import DoubleDecker, DoubleDeckerPosition
from tests.games.double_decker_oracle import Round

TWO = {"South": "R7 B20 G1", "West": "R12 B3 G13", "North": "B4 G8 G9", "East": "B10 R2 G20"}
PLAYERS = (4, 5, 6, 7)


def start(setup: dict[str, Any] | None = None, players: int = 4) -> DoubleDeckerPosition:
    base = {"dealer": "South", "hands": TWO} if players == 4 else {}
    position: DoubleDeckerPosition = make_game("double-decker", players=players).start(base | (setup or {}))
    return position


def after(position: DoubleDeckerPosition, moves: str) -> DoubleDeckerPosition:
    for move in moves.split(", "):
        position, _ = position.game.play(position, move)
    return position


def events(position: DoubleDeckerPosition, moves: str) -> dict[str, Event]:
    """What the last of the moves brought, by rule."""
    *first, last = moves.split(", ")
    position = after(position, ", ".join(first)) if first else position
    return {event.rule: event for event in position.game.play(position, last)[1]}


def facts(position: DoubleDeckerPosition) -> dict[str, Any]:
    return position.game.tell(position)


def legal(position: DoubleDeckerPosition) -> set[str]:
    return {move.text for move in position.game.legal(position)}


def refusal(position: DoubleDeckerPosition, move: str) -> str | None:
    finding = position.game.judge(position, move).refusal
    return finding.rule if finding else None


def permitting(position: DoubleDeckerPosition, move: str) -> set[str]:
    return {finding.rule for finding in position.game.judge(position, move).findings if finding.permits}


def last_trick(cards: str, **setup: Any) -> DoubleDeckerPosition:
    """The end of a round whose last trick is ``cards``, seat by seat from South, the leader."""
    played = cards.split(", ")
    spare = iter(f"{colour}{value}" for value in (17, 16, 15) for colour in "RBG")
    names = ("South", "West", "North", "East")
    hands = {name: [card.split()[-1], next(spare)] for name, card in zip(names, played, strict=True)}
    return after(start({"leader": "South", "hands": hands} | setup), cards)


def leads_after(cards: str) -> str:
    """Who leads after a trick of these cards, South having led; a card more is left to everybody."""
    spare = iter(f"{colour}{value}" for value in (17, 16, 15) for colour in "RBG")
    names = ("South", "West", "North", "East")
    hands = {
        name: [card.split()[-1], next(spare), next(spare)]
        for name, card in zip(names, cards.split(", "), strict=True)
    }
    position = after(start({"hands": hands}), cards)
    assert position.leader is not None
    assert position.leader == position.to_act
    return names[position.leader]


# ---- the rules, in the order of the contract's table


@pytest.mark.parametrize(("players", "each", "lowest"), [(4, 15, 1), (5, 12, 1), (6, 10, 1), (7, 9, 0)])
def test_deal_gives_the_whole_pack_out_evenly(players: int, each: int, lowest: int) -> None:
    position = start({"seed": 3}, players) if players > 4 else make_game("double-decker").start({"seed": 3})
    cards = [card for hand in position.hands for card in hand]
    assert [len(hand) for hand in position.hands] == [each] * players
    assert {card.text for card in cards} == {
        f"{colour}{value}" for colour in "RBG" for value in range(lowest, 21)
    }
    assert position.game.announce(position)[0].rule == "deal"


def test_deal_without_noughts_for_fewer_than_seven() -> None:
    assert refusal(start(), "R0") == "not-a-move"
    assert refusal(start({"seed": 1}, 7), "R99") == "not-a-move"
    with pytest.raises(SetupError, match="not in this game's pack"):
        start({"hands": TWO | {"South": "R0 B20 G1"}})


def test_first_lead_is_the_dealers() -> None:
    assert facts(start({"dealer": "West"}))["to_act"] == "West"
    position = make_game("double-decker").deal(1)
    assert position.leader == position.dealer == 3
    assert [event.rule for event in position.game.announce(position)] == ["deal", "first-lead"]
    assert facts(start({"leader": "North"}))["leader"] == "North"


def test_two_colours_let_any_card_be_led_or_be_second() -> None:
    position = start()
    assert legal(position) == {"R7", "B20", "G1"}
    assert legal(after(position, "R7")) == {"R12", "B3", "G13"}
    assert permitting(after(position, "R7"), "B3") == {"two-colours"}


def test_two_colours_shut_out_the_third() -> None:
    position = after(start(), "R7, B3")
    assert legal(position) == {"B4", "pass G8", "pass G9"}
    assert refusal(position, "G8") == "two-colours"
    finding = position.game.judge(position, "G8").refusal
    assert finding is not None
    assert [card.text for card in finding.cards] == ["R7", "B3"]
    assert facts(position)["colours"] == ["R", "B"]
    assert "two-colours" in events(start(), "R7, B3")


def test_pass_takes_two_colours_on_the_table() -> None:
    assert refusal(start(), "pass G1") == "pass"
    assert refusal(after(start(), "R7"), "pass G13") == "pass"
    assert refusal(after(start(), "R7"), "pass R12") == "pass"
    assert refusal(after(start(), "R7, R12"), "pass G8") == "pass"


def test_pass_is_allowed_to_who_could_play() -> None:
    position = after(start(), "R7, B3")
    assert permitting(position, "pass G8") == {"pass", "pass-third-colour"}
    assert "B4" in legal(position)
    passed = after(position, "pass G8")
    assert facts(passed)["passed"] == {"South": [], "West": [], "North": ["G8"], "East": []}
    assert facts(passed)["trick"] == ["South R7", "West B3", "North pass G8"]
    assert facts(passed)["colours"] == ["R", "B"]
    assert facts(passed)["hands"]["North"] == ["B4", "G9"]


def test_pass_third_colour_alone() -> None:
    position = after(start(), "R7, B3")
    assert refusal(position, "pass B4") == "pass-third-colour"
    assert refusal(after(position, "pass G8"), "pass R2") == "pass-third-colour"


def test_one_card_each_whether_played_or_passed() -> None:
    position = after(start(), "R7, B3, pass G8, R2")
    assert facts(position)["trick"] == []
    assert [len(hand) for hand in position.hands] == [2] * 4
    assert "one-card-each" in events(start(), "R7, B3, pass G8, R2")
    assert refusal(after(start(), "R7"), "B20") == "not-held"


def test_win_colour_each_apart() -> None:
    position = after(start(), "R7, R12, B4, B10")
    assert facts(position)["last_trick_winner"] == {"R": "West", "B": "East"}
    captured = facts(position)["captured"]
    assert captured["West"] == {"R": 2, "B": 0, "G": 0}
    assert captured["East"] == {"R": 0, "B": 2, "G": 0}
    assert captured["South"] == captured["North"] == {"R": 0, "B": 0, "G": 0}


def test_win_colour_one_winner_of_a_single_colour() -> None:
    position = after(start(), "G1, G13, G8, G20")
    assert facts(position)["last_trick_winner"] == {"G": "East"}
    assert facts(position)["captured"]["East"] == {"R": 0, "B": 0, "G": 4}


def test_win_colour_leaves_a_passed_card_where_it_lies() -> None:
    position = after(start(), "B20, B3, G8, pass R2")
    assert facts(position)["last_trick_winner"] == {"B": "South", "G": "North"}
    assert sum(map(sum, position.captured)) == 3
    assert facts(position)["passed"]["East"] == ["R2"]


def test_next_lead_goes_to_the_higher_winning_card() -> None:
    assert leads_after("R7, R12, B4, B10") == "West"
    assert leads_after("G1, G13, G8, G2") == "West"
    assert leads_after("R1, B5, pass G20, pass G19") == "West"
    assert leads_after("G2, B3, G1, B1") == "West"


@pytest.mark.parametrize(
    ("cards", "leader"),
    [
        ("G12, B12, G3, B4", "West"),  # the second cards: 4 beats 3
        ("G12, B12, B4, G5", "South"),
        ("G12, B12, G3, pass R20", "South"),  # blue has no second card
        ("B12, R12, B3, pass G20", "South"),
        ("G12, B12, pass R1, pass R2", "West"),  # equal throughout: blue before green
        ("B12, R12, pass G1, pass G2", "West"),  # red before blue
        ("G12, R12, pass B1, pass B2", "West"),  # red before green
        ("B12, R12, B5, R5", "West"),
        ("G9, B9, B4, G4", "West"),
    ],
)
def test_next_lead_tie_goes_on_card_by_card(cards: str, leader: str) -> None:
    assert leads_after(cards) == leader


def test_next_lead_tie_compares_even_the_third_cards() -> None:
    hands = {
        "South": "R9 G1 G2",
        "Southwest": "B9 G3 G4",
        "Northwest": "R6 G5 G6",
        "North": "B6 G7 G8",
        "Northeast": "R2 G9 G10",
        "Southeast": "B3 G11 G12",
    }
    position = after(start({"dealer": "South", "hands": hands}, 6), "R9, B9, R6, B6, R2, B3")
    assert facts(position)["leader"] == "Southwest"
    tied = events(start({"dealer": "South", "hands": hands}, 6), "R9, B9, R6, B6, R2, B3")
    assert "next-lead-tie" in tied
    assert "next-lead" not in tied


def test_last_card_is_set_aside() -> None:
    position = last_trick("R1, R2, R3, R4")
    told = facts(position)
    assert told["set_aside"] == {"South": "R17", "West": "B17", "North": "G17", "East": "R16"}
    assert told["hands"] == {"South": [], "West": [], "North": [], "East": []}
    assert (told["phase"], told["to_act"], told["leader"]) == ("over", None, None)
    assert told["hand_over"]
    assert told["last_trick_winner"] == {"R": "East"}
    assert facts(start())["set_aside"] is None
    assert facts(start())["positive"] is None


def test_score_of_the_worked_case() -> None:
    captured = {"South": {"R": 9, "B": 2, "G": 4}}
    position = last_trick("R1, B2, B3, R4", captured=captured, passed={"South": "B10"})
    told = facts(position)
    assert told["captured"]["South"] == {"R": 9, "B": 2, "G": 4}
    assert told["hand_score"] == {"South": 1, "West": 0, "North": 2, "East": 2}
    assert told["positive"] == {"South": "R", "West": None, "North": "B", "East": "R"}
    lines = {line.rule: line.points[0] for line in position.game.working(position)}
    assert lines == {"score-positive": 9, "score-negative": -6, "score-passed": -2}


def test_score_positive_for_the_largest_colour() -> None:
    assert facts(last_trick("R1, R2, R3, R4"))["hand_score"] == {"South": 0, "West": 0, "North": 0, "East": 4}


def test_score_negative_for_the_other_colours() -> None:
    position = last_trick("R1, R2, R3, R4", captured={"East": {"B": 3, "G": 2}})
    assert facts(position)["hand_score"]["East"] == 4 - 5


def test_score_passed_two_each() -> None:
    position = last_trick("R1, B2, pass G3, pass G4", passed={"North": ["R20", "B20"]})
    assert facts(position)["hand_score"] == {"South": 1, "West": 1, "North": -6, "East": -2}


def test_tied_largest_is_settled_by_red_blue_green() -> None:
    position = last_trick("R1, B2, B3, pass G4", captured={"South": {"B": 1, "G": 1}, "North": {"G": 2}})
    told = facts(position)
    assert told["captured"]["South"] == {"R": 1, "B": 1, "G": 1}
    assert told["positive"] == {"South": "R", "West": None, "North": "B", "East": None}
    assert told["hand_score"] == {"South": -1, "West": 0, "North": 0, "East": -2}


def test_tied_largest_is_told() -> None:
    spare = {"South": "R1 R17", "West": "R2 B17", "North": "R3 G17", "East": "R4 R16"}
    position = start({"hands": spare, "captured": {"West": {"B": 2, "G": 2}}})
    assert "tied-largest" in events(position, "R1, R2, R3, R4")
    assert "tied-largest" not in events(start({"hands": spare}), "R1, R2, R3, R4")


def test_next_dealer_has_the_lowest_total() -> None:
    position = last_trick("R1, R2, R3, R4", score={"South": 5, "West": -1, "North": 0, "East": -4})
    assert facts(position)["score"] == {"South": 5, "West": -1, "North": 0, "East": 0}
    assert facts(position)["next_dealer"] == "West"


def test_next_dealer_tied_has_the_lower_score_of_the_round() -> None:
    position = last_trick(
        "R1, B2, pass G3, pass G4",
        score={"South": 9, "West": 3, "North": 6, "East": 7},
        passed={"East": ["B9"]},
    )
    assert facts(position)["hand_score"] == {"South": 1, "West": 1, "North": -2, "East": -4}
    assert facts(position)["next_dealer"] == "East"
    position = last_trick("R1, B2, pass G3, pass G4", score={"South": 9, "West": 3, "North": 6})
    assert facts(position)["next_dealer"] == "East"
    position = last_trick("R1, B2, pass G3, pass G4", score={"South": 0, "West": 0, "North": 3, "East": 4})
    assert facts(position)["score"] == {"South": 1, "West": 1, "North": 1, "East": 2}
    assert facts(position)["next_dealer"] == "North"


@pytest.mark.parametrize(
    ("dealer", "expected"), [("South", "West"), ("West", "North"), ("North", "South"), ("East", "South")]
)
def test_next_dealer_still_tied_is_the_first_clockwise_the_dealer_last(dealer: str, expected: str) -> None:
    position = last_trick("R1, R2, R3, R4", dealer=dealer)
    assert facts(position)["hand_score"] == {"South": 0, "West": 0, "North": 0, "East": 4}
    assert facts(position)["next_dealer"] == expected


def test_next_dealer_deals_and_leads() -> None:
    position = last_trick("R1, R2, R3, R4", score={"South": 5, "West": -1}, round=2)
    again = position.game.deal(4, position)
    told = facts(again)
    assert (told["dealer"], told["leader"], told["round"]) == ("West", "West", 3)
    assert told["score"] == {"South": 5, "West": -1, "North": 0, "East": 4}
    assert told["captured"]["East"] == {"R": 0, "B": 0, "G": 0}


def test_game_end_after_five_rounds() -> None:
    assert not facts(last_trick("R1, R2, R3, R4", round=4))["game_over"]
    told = facts(
        last_trick("R1, R2, R3, R4", round=5, score={"South": -9, "West": -3, "North": -2, "East": -5})
    )
    assert told["game_over"]
    assert told["winners"] == ["East"]
    assert told["next_dealer"] is None


def test_game_end_shared_by_equal_totals() -> None:
    told = facts(last_trick("R1, R2, R3, R4", round=5, score={"South": 4, "West": 4}))
    assert told["winners"] == ["South", "West", "East"]


def test_game_end_deals_no_sixth_round() -> None:
    position = last_trick("R1, R2, R3, R4", round=5)
    with pytest.raises(SetupError, match="game is over"):
        position.game.start({"seed": 1}, position)
    assert refusal(position, "R17") == "turn-order"


# ---- setups


def test_setup_in_mid_trick_counts_a_pass_from_the_trick() -> None:
    position = start(
        {
            "trick": ["South R7", "West B3", "North pass G8"],
            "passed": {"North": ["G15"]},
            "hands": {"South": "B20 G1", "West": "R12 G13", "North": "B4 G9", "East": "B10 R2 G20"},
        }
    )
    told = facts(position)
    assert told["passed"]["North"] == ["G8", "G15"]
    assert (told["leader"], told["to_act"]) == ("South", "East")
    assert legal(position) == {"B10", "R2", "pass G20"}
    written = position.game.write_setup(position)
    assert written["passed"]["North"] == ["G15"]
    assert facts(position.game.start(written)) == told


def test_setup_reads_colours_left_out_as_none_captured() -> None:
    game = make_game("double-decker")
    kind = game.fact_kinds["captured"]
    assert kind.read({"South": {"R": 2}}, game) == kind.read({"South": {"R": 2, "B": 0, "G": 0}}, game)


TRICK_HANDS = {"South": "B20 G1", "West": "R12 G13", "North": "B4 G9 G8", "East": "B10 R2 G20"}

BAD_SETUPS: list[tuple[str, dict[str, Any], str]] = [
    ("a hand left out", {"hands": {"South": "R1 R2"}}, "every hand"),
    ("no hands", {"hands": None}, "needs hands"),
    (
        "one card each",
        {"hands": {"South": "R1", "West": "R2", "North": "R3", "East": "R4"}},
        "two cards or more",
    ),
    ("no cards", {"hands": {"South": [], "West": [], "North": [], "East": []}}, "two cards or more"),
    ("uneven hands", {"hands": TWO | {"South": "R7 B20"}}, "the same number"),
    ("a card twice", {"hands": TWO | {"South": "R7 B20 R12"}}, "two places"),
    (
        "sixteen cards",
        {
            "hands": {
                "South": [f"R{n}" for n in range(1, 17)],
                "West": [f"B{n}" for n in range(1, 17)],
                "North": [f"G{n}" for n in range(1, 17)],
                "East": [],
            }
        },
        "dealt 15 each",
    ),
    (
        "a third colour in the trick",
        {"hands": TRICK_HANDS | {"North": "B4 G9"}, "trick": ["South R7", "West B3", "North G8"]},
        "third colour",
    ),
    (
        "a pass with one colour",
        {"hands": TRICK_HANDS, "trick": ["South R7", "West pass B3"]},
        "before two colours",
    ),
    (
        "a pass for a lead",
        {"hands": TWO | {"South": "R7 B20"}, "trick": ["South pass G1"]},
        "before two colours",
    ),
    (
        "a pass of a colour in the trick",
        {"hands": TRICK_HANDS | {"North": "G8 G9"}, "trick": ["South R7", "West B3", "North pass B4"]},
        "third colour, G",
    ),
    (
        "a trick out of turn",
        {"hands": TRICK_HANDS, "trick": ["South R7", "North B3"]},
        "West comes at this place",
    ),
    (
        "a leader who didn't lead",
        {"hands": TRICK_HANDS, "leader": "East", "trick": ["South R7", "West B3"]},
        "East comes",
    ),
    (
        "a full trick",
        {
            "hands": {"South": "B20 G1", "West": "R12 G13", "North": "B4 G9", "East": "B10 R2"},
            "trick": ["South R7", "West B3", "North pass G8", "East pass G20"],
        },
        "lacks at least one",
    ),
    (
        "a pass told twice",
        {
            "hands": TRICK_HANDS | {"North": "B4 G9"},
            "passed": {"North": "G8"},
            "trick": ["South R7", "West B3", "North pass G8"],
        },
        "two places",
    ),
    ("a passed card in a hand", {"passed": {"South": "R7"}}, "two places"),
    ("a colour that isn't", {"captured": {"South": {"Y": 1}}}, "a suit"),
    ("a negative count", {"captured": {"South": {"R": -1}}}, "from 0 to 20"),
    ("a flag for a count", {"captured": {"South": {"R": True}}}, "from 0 to 20"),
    ("a number for the colours", {"captured": {"South": 3}}, "mapping of colour"),
    ("a seat that isn't", {"captured": {"Nobody": {"R": 1}}}, "no seat here"),
    ("more of a colour than the pack has", {"captured": {"South": {"R": 18}}}, "more than the 20"),
    (
        "more cards than were dealt",
        {"captured": {"South": {"R": 15, "B": 15, "G": 15}, "West": {"R": 1, "B": 1, "G": 2}}},
        "at most 12 tricks",
    ),
    (
        "captured before the first trick",
        {"hands": None, "seed": 1, "captured": {"South": {"R": 1}}},
        "at most 0 tricks",
    ),
    (
        "more passes than tricks",
        {"passed": {"South": [f"R{n}" for n in range(8, 12)] + [f"B{n}" for n in range(11, 20)]}},
        "at most 12 tricks",
    ),
    ("tricks, which nobody counts", {"tricks": {"South": 1}}, "give captured"),
    ("a sixth round", {"round": 6}, "5 rounds"),
    ("a round before the first", {"round": 0}, "1 or more"),
    ("a phase that can't be set", {"phase": "over"}, "not one of play"),
    ("an unknown key", {"trump": "R"}, "unknown key"),
    ("what follows from other facts", {"colours": ["R"]}, "unknown key"),
]


@pytest.mark.parametrize(
    ("setup", "message"), [bad[1:] for bad in BAD_SETUPS], ids=[bad[0] for bad in BAD_SETUPS]
)
def test_setup_that_no_deal_reaches(setup: dict[str, Any], message: str) -> None:
    with pytest.raises(SetupError) as caught:
        start(setup)
    assert message in str(caught.value)
    assert all(problem.path for problem in caught.value.problems)


# ---- properties, over random matches of every number of players


def matches(
    players: int, seeds: range
) -> Iterator[tuple[DoubleDeckerPosition, DoubleDeckerPosition | None, random.Random]]:
    """Every position of some random matches, with the one before it in the same hand."""
    game: DoubleDecker = make_game("double-decker", players=players)  # type: ignore[assignment]
    for seed in seeds:
        rng = random.Random(seed)
        position = game.deal(seed, dealer=seed % players)
        while True:
            yield position, None, rng
            while position.to_act is not None:
                before, move = position, rng.choice(game.legal(position))
                position = position.copy()
                game.advance(position, move, [])
                yield position, before, rng
            if position.game_over:
                break
            position = game.deal(seed, position)


def everywhere(position: DoubleDeckerPosition) -> list[str]:
    """Every card that lies somewhere in sight, captured ones left out."""
    cards = [card for hand in (*position.hands, *position.passed) for card in hand]
    cards += [laid.move.played for laid in position.trick if laid.move.verb == "play"]
    return [card.text for card in (*cards, *position.set_aside)]


@pytest.mark.parametrize("players", PLAYERS)
def test_cards_are_conserved_and_totals_add_up(players: int) -> None:
    totals = [0] * players
    for position, before, _ in matches(players, range(10)):
        if position.number == 1 and before is None:
            totals = [0] * players
        cards = everywhere(position)
        assert len(cards) == len(set(cards))
        assert len(cards) + sum(map(sum, position.captured)) == len(position.game.cards)
        if position.hand_score is not None:
            totals = [old + new for old, new in zip(totals, position.hand_score, strict=True)]
            assert position.game.totals(position) == totals
            lines = position.game.working(position)
            assert [
                sum(column) for column in zip(*(line.points for line in lines), strict=True)
            ] == position.hand_score
            assert position.game_over == (position.number == 5)


@pytest.mark.parametrize("players", PLAYERS)
def test_the_fast_path_allows_what_the_rules_allow_and_a_refusal_changes_nothing(players: int) -> None:
    for position, _, rng in matches(players, range(3)):
        game = position.game
        verdicts = (
            [game.judge(position, move) for move in game.candidates(position)]
            if position.to_act is not None
            else []
        )
        assert game.legal(position) == [verdict.move for verdict in verdicts if verdict.legal]
        refused = [verdict for verdict in verdicts if not verdict.legal]
        if refused and rng.random() < 0.1:
            told = facts(position)
            for verdict in refused:
                with pytest.raises(MoveRefused):
                    game.play(position, verdict.text)
            assert facts(position) == told


@pytest.mark.parametrize("players", PLAYERS)
def test_facts_come_back_from_a_written_setup(players: int) -> None:
    for position, _, _ in matches(players, range(2)):
        if position.hand_over:
            continue
        again = position.game.start(position.game.write_setup(position))
        assert facts(again) == facts(position) | {"last_trick_winner": None}
        assert set(position.game.legal(again)) == set(position.game.legal(position))


@pytest.mark.parametrize("players", PLAYERS)
def test_a_view_leaks_nothing_and_binds_nobody(players: int) -> None:
    for position, _, _ in matches(players, range(1)):
        seat = position.to_act
        if seat is None:
            continue
        seen = position.game.view(position, seat).position
        assert all(
            card is FACE_DOWN for other, hand in enumerate(seen.hands) for card in hand if other != seat
        )
        assert position.game.legal(seen) == position.game.legal(position)
        for move in position.game.candidates(position):
            assert position.game.judge(seen, move).findings == position.game.judge(position, move).findings


@pytest.mark.parametrize("players", PLAYERS)
def test_every_fact_and_refusal_agrees_with_the_oracle(players: int) -> None:
    oracle = Round([], {"dealer": "", "hands": {}})
    for position, before, rng in matches(players, range(6)):
        if before is None:
            told = facts(position)
            oracle = Round(list(position.game.table.names), told | {"trick": []})
        elif position.last_trick is not before.last_trick:
            assert position.last_trick is not None
            oracle.move(position.last_trick.laid[-1].move.text)
        else:
            oracle.move(position.trick[-1].move.text)
        told = facts(position)
        assert told == oracle.facts()
        assert legal(position) == oracle.legal()
        if position.to_act is not None and rng.random() < 0.2:
            moves = position.game.candidates(position)
            assert [refusal(position, move.text) or "" for move in moves] == [
                oracle.ruling(move.text) for move in moves
            ]


def test_tricks_agree_with_the_oracle_where_numbers_are_close() -> None:
    """Endgames with few different numbers: ties for the lead come often. From the middle of a trick, too."""
    tied = 0
    for seed in range(500):
        rng = random.Random(seed)
        players, size = rng.choice(PLAYERS), rng.randrange(2, 4)
        game: DoubleDecker = make_game("double-decker", players=players)  # type: ignore[assignment]
        low = sorted(game.cards, key=lambda card: (card.value, card.index))[
            : players * size + rng.randrange(6)
        ]
        rng.shuffle(low)
        names = game.table.names
        hands = {
            name: [card.text for card in low[seat * size : (seat + 1) * size]]
            for seat, name in enumerate(names)
        }
        score = {name: rng.randrange(-3, 3) for name in names}
        setup = {
            "dealer": rng.choice(names),
            "leader": rng.choice(names),
            "hands": hands,
            "score": score,
            "round": rng.randrange(1, 6),
            "captured": {rng.choice(names): {rng.choice("RBG"): 2}},
        }
        position, oracle = game.start(setup), Round(list(names), setup)
        while position.to_act is not None:
            if rng.random() < 0.2:
                written = game.write_setup(position)
                position, oracle = game.start(written), Round(list(names), written)
            move = rng.choice(game.legal(position)).text
            oracle.move(move)
            position, log = game.play(position, move)
            tied += any(event.rule == "next-lead-tie" for event in log)
            assert facts(position) == oracle.facts(), (setup, move)
    assert tied > 40


def test_every_rule_speaks_in_play() -> None:
    game = make_game("double-decker")
    spoken = {event.rule for event in game.announce(game.deal(1))}
    for position, before, _ in matches(4, range(5)):
        if before is not None:
            trick = position.trick or (position.last_trick.laid if position.last_trick else ())
            _, log = game.play(before, trick[-1].move)
            spoken |= {event.rule for event in log} | {
                finding.rule
                for move in game.candidates(before)
                for finding in game.judge(before, move).findings
            }
            sentences = [event.sentence for event in log]
            sentences += [finding.sentence for finding in game.standing(position, trick).chain]
            assert all(told.endswith(".") and "{" not in game.pack.plain(told) for told in sentences)
    assert spoken == {rule.id for rule in game.all_rules}

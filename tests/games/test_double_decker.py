"""Double Decker: each test is named after the rule or ruling that it covers."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

from rules_engine.core.game.setups import fact_kinds, facts_of, write_setup
from rules_engine.core.model.errors import SetupError
from rules_engine.core.positions.field_types import same
from rules_engine.games.double_decker import DoubleDecker, DoubleDeckerPosition
from rules_engine.narration.narrator import narrator_for
from rules_engine.testing import HandState, begin, problems
from tests.games.double_decker_oracle import Round

TWO = {"South": "R7 B20 G1", "West": "R12 B3 G13", "North": "B4 G8 G9", "East": "B10 R2 G20"}
PLAYERS = (4, 5, 6, 7)


def start(setup: dict[str, Any] | None = None, players: int = 4) -> HandState[DoubleDeckerPosition]:
    base = {"dealer": "South", "hands": TWO} if players == 4 else {}
    return begin(DoubleDecker(players=players), base | (setup or {}))


def after(hand: HandState[DoubleDeckerPosition], moves: str) -> HandState[DoubleDeckerPosition]:
    return hand.after(*moves.split(", "))


def brought(hand: HandState[DoubleDeckerPosition], moves: str) -> set[str]:
    """Return the ids of the rules that caused the events in the last move."""
    return {told.event.rule for told in after(hand, moves).happened}


def last_trick(cards: str, **setup: Any) -> HandState[DoubleDeckerPosition]:
    """Play ``cards`` as the last trick, clockwise from South, and return the end of the round."""
    played = cards.split(", ")
    spare = iter(f"{colour}{value}" for value in (17, 16, 15) for colour in "RBG")
    names = ("South", "West", "North", "East")
    hands = {name: [card.split()[-1], next(spare)] for name, card in zip(names, played, strict=True)}
    return after(start({"leader": "South", "hands": hands} | setup), cards)


def first_trick(cards: str) -> HandState[DoubleDeckerPosition]:
    """Return a hand after a trick led by South. Each player still has two cards: one to play and one to set aside."""
    spare = iter(f"{colour}{value}" for value in (17, 16, 15) for colour in "RBG")
    names = ("South", "West", "North", "East")
    hands = {
        name: [card.split()[-1], next(spare), next(spare)]
        for name, card in zip(names, cards.split(", "), strict=True)
    }
    return after(start({"hands": hands}), cards)


def leads_after(cards: str) -> str:
    """Return the leader after a trick with these cards."""
    position = first_trick(cards).position
    assert position.leader == position.to_act
    return position.name(position.leader)


# ---- the rules, in the order of the specification's table


@pytest.mark.parametrize(("players", "each", "lowest"), [(4, 15, 1), (5, 12, 1), (6, 10, 1), (7, 9, 0)])
def test_deal_gives_the_whole_pack_out_evenly(players: int, each: int, lowest: int) -> None:
    deal = begin(DoubleDecker(players=players), {"seed": 3})
    cards = [card for hand in deal.position.hands for card in hand]
    assert [len(hand) for hand in deal.position.hands] == [each] * players
    assert {card.text for card in cards} == {
        f"{colour}{value}" for colour in "RBG" for value in range(lowest, 21)
    }
    assert narrator_for(deal.game).deal(deal.position)[0].event.rule == "deal"


def test_deal_without_noughts_for_fewer_than_seven() -> None:
    assert start().refusal("R0") == "not-a-move"
    assert start({"seed": 1}, 7).refusal("R99") == "not-a-move"
    with pytest.raises(SetupError, match="not in this game's pack"):
        start({"hands": TWO | {"South": "R0 B20 G1"}})


def test_first_lead_is_the_dealers() -> None:
    assert start({"dealer": "West"}).facts["to_act"] == "West"
    game = DoubleDecker()
    position = game.deal(1)
    assert position.leader == position.dealer == 3
    assert [told.event.rule for told in narrator_for(game).deal(position)] == ["deal", "first-lead"]
    assert start({"leader": "North"}).facts["leader"] == "North"


def test_two_colours_let_any_card_be_led_or_be_second() -> None:
    hand = start()
    assert hand.legal == {"R7", "B20", "G1"}
    assert after(hand, "R7").legal == {"R12", "B3", "G13"}
    assert after(hand, "R7").permitting("B3") == {"two-colours"}


def test_two_colours_shut_out_the_third() -> None:
    hand = after(start(), "R7, B3")
    assert hand.legal == {"B4", "pass G8", "pass G9"}
    assert hand.refusal("G8") == "two-colours"
    finding = hand.refused("G8")
    assert finding is not None
    assert [card.text for card in finding.cards] == ["R7", "B3"]
    assert hand.facts["colours"] == ["R", "B"]
    assert "two-colours" in brought(start(), "R7, B3")


def test_pass_takes_two_colours_on_the_table() -> None:
    assert start().refusal("pass G1") == "pass"
    assert after(start(), "R7").refusal("pass G13") == "pass"
    assert after(start(), "R7").refusal("pass R12") == "pass"
    assert after(start(), "R7, R12").refusal("pass G8") == "pass"


def test_pass_is_allowed_to_who_could_play() -> None:
    hand = after(start(), "R7, B3")
    assert hand.permitting("pass G8") == {"pass", "pass-third-colour"}
    assert "B4" in hand.legal
    passed = after(hand, "pass G8")
    assert passed.facts["passed"] == {"South": [], "West": [], "North": ["G8"], "East": []}
    assert passed.facts["trick"] == ["South R7", "West B3", "North pass G8"]
    assert passed.facts["colours"] == ["R", "B"]
    assert passed.facts["hands"]["North"] == ["B4", "G9"]


def test_pass_third_colour_alone() -> None:
    hand = after(start(), "R7, B3")
    assert hand.refusal("pass B4") == "pass-third-colour"
    assert after(hand, "pass G8").refusal("pass R2") == "pass-third-colour"


@pytest.mark.parametrize(("north", "binding"), [("B4 G8 G9", ["G8", "G9"]), ("B4 R5", ["B4"])])
def test_pass_third_colour_is_bound_by_the_cards_of_that_colour_else_by_the_card(north: str, binding: list[str]) -> None:
    setup = {"hands": {"South": "R7 R1 R3", "West": "B3 B1 B5", "North": north, "East": "G1 G2 G3"}}
    hands = {name: held.split()[:len(north.split())] for name, held in setup["hands"].items()}
    refused = after(start({"hands": hands}), "R7, B3").refused("pass B4")
    assert refused is not None
    assert refused.rule == "pass-third-colour"
    assert [card.text for card in refused.cards] == binding


def test_one_card_each_whether_played_or_passed() -> None:
    hand = after(start(), "R7, B3, pass G8, R2")
    assert hand.facts["trick"] == []
    assert [len(hand) for hand in hand.position.hands] == [2] * 4
    assert "one-card-each" in brought(start(), "R7, B3, pass G8, R2")
    assert after(start(), "R7").refusal("B20") == "not-held"


def test_win_colour_each_apart() -> None:
    hand = after(start(), "R7, R12, B4, B10")
    assert hand.facts["last_trick_winner"] == {"R": "West", "B": "East"}
    captured = hand.facts["captured"]
    assert captured["West"] == {"R": 2, "B": 0, "G": 0}
    assert captured["East"] == {"R": 0, "B": 2, "G": 0}
    assert captured["South"] == captured["North"] == {"R": 0, "B": 0, "G": 0}


def test_win_colour_one_winner_of_a_single_colour() -> None:
    hand = after(start(), "G1, G13, G8, G20")
    assert hand.facts["last_trick_winner"] == {"G": "East"}
    assert hand.facts["captured"]["East"] == {"R": 0, "B": 0, "G": 4}


def test_win_colour_leaves_a_passed_card_where_it_lies() -> None:
    hand = after(start(), "B20, B3, G8, pass R2")
    assert hand.facts["last_trick_winner"] == {"B": "South", "G": "North"}
    assert sum(map(sum, hand.position.captured)) == 3
    assert hand.facts["passed"]["East"] == ["R2"]


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
        ("G12, B12, pass R1, pass R2", "West"),  # all equal: blue before green
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
    hand = after(start({"dealer": "South", "hands": hands}, 6), "R9, B9, R6, B6, R2, B3")
    assert hand.facts["leader"] == "Southwest"
    tied = brought(start({"dealer": "South", "hands": hands}, 6), "R9, B9, R6, B6, R2, B3")
    assert "next-lead-tie" in tied
    assert "next-lead" not in tied


@pytest.mark.parametrize("cards", ["R9, B12, R6, B4", "B12, R9, B4, R6"])
def test_next_lead_needs_no_comparing_where_one_winning_card_is_higher(cards: str) -> None:
    rules = {told.event.rule for told in first_trick(cards).happened}
    assert "next-lead" in rules
    assert "next-lead-tie" not in rules


def test_last_card_is_set_aside() -> None:
    hand = last_trick("R1, R2, R3, R4")
    told = hand.facts
    assert told["set_aside"] == {"South": "R17", "West": "B17", "North": "G17", "East": "R16"}
    assert told["hands"] == {"South": [], "West": [], "North": [], "East": []}
    assert (told["phase"], told["to_act"], told["leader"]) == ("over", None, None)
    assert told["hand_over"]
    assert told["last_trick_winner"] == {"R": "East"}
    assert start().facts["set_aside"] is None
    assert start().facts["positive"] is None


def test_score_of_the_worked_case() -> None:
    captured = {"South": {"R": 9, "B": 2, "G": 4}}
    hand = last_trick("R1, B2, B3, R4", captured=captured, passed={"South": "B10"})
    told = hand.facts
    assert told["captured"]["South"] == {"R": 9, "B": 2, "G": 4}
    assert told["hand_score"] == {"South": 1, "West": 0, "North": 2, "East": 2}
    assert told["positive"] == {"South": "R", "West": None, "North": "B", "East": "R"}
    lines = {line.rule.id: line.points[0] for line in hand.game.sheet(hand.position)}
    assert lines == {"score-positive": 9, "score-negative": -6, "score-passed": -2}


def test_score_positive_for_the_largest_colour() -> None:
    assert last_trick("R1, R2, R3, R4").facts["hand_score"] == {"South": 0, "West": 0, "North": 0, "East": 4}


def test_score_negative_for_the_other_colours() -> None:
    hand = last_trick("R1, R2, R3, R4", captured={"East": {"B": 3, "G": 2}})
    assert hand.facts["hand_score"]["East"] == 4 - 5


def test_score_passed_two_each() -> None:
    hand = last_trick("R1, B2, pass G3, pass G4", passed={"North": ["R20", "B20"]})
    assert hand.facts["hand_score"] == {"South": 1, "West": 1, "North": -6, "East": -2}


def test_tied_largest_is_settled_by_red_blue_green() -> None:
    hand = last_trick("R1, B2, B3, pass G4", captured={"South": {"B": 1, "G": 1}, "North": {"G": 2}})
    told = hand.facts
    assert told["captured"]["South"] == {"R": 1, "B": 1, "G": 1}
    assert told["positive"] == {"South": "R", "West": None, "North": "B", "East": None}
    assert told["hand_score"] == {"South": -1, "West": 0, "North": 0, "East": -2}


def test_tied_largest_is_told() -> None:
    spare = {"South": "R1 R17", "West": "R2 B17", "North": "R3 G17", "East": "R4 R16"}
    hand = start({"hands": spare, "captured": {"West": {"B": 2, "G": 2}}})
    assert "tied-largest" in brought(hand, "R1, R2, R3, R4")
    assert "tied-largest" not in brought(start({"hands": spare}), "R1, R2, R3, R4")


def test_next_dealer_has_the_lowest_total() -> None:
    hand = last_trick("R1, R2, R3, R4", score={"South": 5, "West": -1, "North": 0, "East": -4})
    assert hand.facts["score"] == {"South": 5, "West": -1, "North": 0, "East": 0}
    assert hand.facts["next_dealer"] == "West"


def test_next_dealer_tied_has_the_lower_score_of_the_hand() -> None:
    hand = last_trick(
        "R1, B2, pass G3, pass G4",
        score={"South": 9, "West": 3, "North": 6, "East": 7},
        passed={"East": ["B9"]},
    )
    assert hand.facts["hand_score"] == {"South": 1, "West": 1, "North": -2, "East": -4}
    assert hand.facts["next_dealer"] == "East"
    hand = last_trick("R1, B2, pass G3, pass G4", score={"South": 9, "West": 3, "North": 6})
    assert hand.facts["next_dealer"] == "East"
    hand = last_trick("R1, B2, pass G3, pass G4", score={"South": 0, "West": 0, "North": 3, "East": 4})
    assert hand.facts["score"] == {"South": 1, "West": 1, "North": 1, "East": 2}
    assert hand.facts["next_dealer"] == "North"


@pytest.mark.parametrize(
    ("dealer", "expected"), [("South", "West"), ("West", "North"), ("North", "South"), ("East", "South")]
)
def test_next_dealer_still_tied_is_the_first_clockwise_the_dealer_last(dealer: str, expected: str) -> None:
    hand = last_trick("R1, R2, R3, R4", dealer=dealer)
    assert hand.facts["hand_score"] == {"South": 0, "West": 0, "North": 0, "East": 4}
    assert hand.facts["next_dealer"] == expected


def test_next_dealer_deals_and_leads() -> None:
    hand = last_trick("R1, R2, R3, R4", score={"South": 5, "West": -1}, round=2)
    told = facts_of(hand.game, hand.game.deal(4, hand.position))
    assert (told["dealer"], told["leader"], told["round"]) == ("West", "West", 3)
    assert told["score"] == {"South": 5, "West": -1, "North": 0, "East": 4}
    assert told["captured"]["East"] == {"R": 0, "B": 0, "G": 0}


def test_game_end_after_five_hands() -> None:
    assert not last_trick("R1, R2, R3, R4", round=4).facts["game_over"]
    told = last_trick("R1, R2, R3, R4", round=5, score={"South": -9, "West": -3, "North": -2, "East": -5}).facts
    assert told["game_over"]
    assert told["winners"] == ["East"]
    assert told["next_dealer"] is None


def test_game_end_shared_by_equal_totals() -> None:
    told = last_trick("R1, R2, R3, R4", round=5, score={"South": 4, "West": 4}).facts
    assert told["winners"] == ["South", "West", "East"]


def test_game_end_deals_no_sixth_hand() -> None:
    hand = last_trick("R1, R2, R3, R4", round=5)
    with pytest.raises(SetupError, match="game is over"):
        begin(hand.game, {"seed": 1}, hand.position)
    assert hand.refusal("R17") == "turn-order"


# ---- setups


def test_setup_in_mid_trick_counts_a_pass_from_the_trick() -> None:
    hand = start(
        {
            "trick": ["South R7", "West B3", "North pass G8"],
            "passed": {"North": ["G15"]},
            "hands": {"South": "B20 G1", "West": "R12 G13", "North": "B4 G9", "East": "B10 R2 G20"},
        }
    )
    told = hand.facts
    assert told["passed"]["North"] == ["G8", "G15"]
    assert (told["leader"], told["to_act"]) == ("South", "East")
    assert hand.legal == {"B10", "R2", "pass G20"}
    written = write_setup(hand.game, hand.position)
    assert written["passed"]["North"] == ["G15"]
    assert begin(hand.game, written).facts == told


def test_setup_reads_colours_left_out_as_none_captured() -> None:
    game = DoubleDecker()
    others: dict[str, Any] = {"West": {}, "North": {}, "East": {}}
    short, whole = {"South": {"R": 2}} | others, {"South": {"R": 2, "B": 0, "G": 0}} | others
    assert same(fact_kinds(game)["captured"], short, whole, game.notation)


TRICK_HANDS = {"South": "B20 G1", "West": "R12 G13", "North": "B4 G9 G8", "East": "B10 R2 G20"}

BAD_SETUPS: list[tuple[str, dict[str, Any], str]] = [
    ("a hand left out", {"hands": {"South": "R1 R2"}}, "the same number"),
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
        "than the 15 cards",
    ),
    (
        "a third colour in the trick",
        {"hands": TRICK_HANDS | {"North": "B4 G9"}, "trick": ["South R7", "West B3", "North G8"]},
        "Two colours to a trick",
    ),
    (
        "a pass with one colour",
        {"hands": TRICK_HANDS, "trick": ["South R7", "West pass B3"]},
        "When you may pass",
    ),
    (
        "a pass for a lead",
        {"hands": TWO | {"South": "R7 B20"}, "trick": ["South pass G1"]},
        "When you may pass",
    ),
    (
        "a pass of a colour in the trick",
        {"hands": TRICK_HANDS | {"North": "G8 G9"}, "trick": ["South R7", "West B3", "North pass B4"]},
        "What you may pass",
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
    ("a colour that isn't", {"captured": {"South": {"Y": 1}}}, "no suit here"),
    ("a negative count", {"captured": {"South": {"R": -1}}}, "0 or more"),
    ("a flag for a count", {"captured": {"South": {"R": True}}}, "a whole number"),
    ("a number for the colours", {"captured": {"South": 3}}, "not a mapping"),
    ("a colour twice", {"captured": {"South": {"R": 1, "red": 2}}}, "twice"),
    ("a dealt card passed", {"hands": None, "seed": 1, "passed": {"South": ["R1"]}}, "two places"),
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
    ("tricks, which nobody counts", {"tricks": {"South": 1}}, "unknown key"),
    ("a sixth hand", {"round": 6}, "a number from 1 to 5"),
    ("a hand before the first", {"round": 0}, "a number from 1 to 5"),
    ("a phase that can't be set", {"phase": "bid"}, "not one of play"),
    ("an unknown key", {"trump": "R"}, "unknown key"),
    ("what follows from other facts", {"colours": ["R"]}, "unknown key"),
]


@pytest.mark.parametrize(
    ("setup", "message"), [bad[1:] for bad in BAD_SETUPS], ids=[bad[0] for bad in BAD_SETUPS]
)
def test_setup_that_no_deal_reaches(setup: dict[str, Any], message: str) -> None:
    found = problems(DoubleDecker(), {"dealer": "South", "hands": TWO} | setup)
    assert message in " ".join(found)
    assert not any(problem.startswith(":") for problem in found)


# ---- invariants in random matches for each number of players


def matches(players: int, seeds: range) -> Iterator[tuple[HandState[DoubleDeckerPosition], str, random.Random]]:
    """Yield every position in random matches with the move that led to it, or an empty string at the start of a round."""
    game = DoubleDecker(players=players)
    for seed in seeds:
        rng = random.Random(seed)
        position = game.deal(seed, dealer=seed % players)
        while True:
            hand = HandState(game, position)
            yield hand, "", rng
            while hand.position.to_act is not None:
                move = rng.choice(game.legal(hand.position)).text
                hand = hand.after(move)
                yield hand, move, rng
            if hand.position.game_over:
                break
            position = game.deal(seed, hand.position)


def everywhere(position: DoubleDeckerPosition) -> list[str]:
    """Return every card that is in a hand, played, passed or set aside; captured cards are only counted."""
    cards = [card for hand in (*position.hands, *position.passed) for card in hand]
    cards += [laid.card for laid in position.trick if laid.move.verb == "play"]
    return [card.text for card in (*cards, *(position.set_aside or ()))]


@pytest.mark.parametrize("players", PLAYERS)
def test_cards_are_conserved_in_matches_of_five_hands(players: int) -> None:
    for hand, _, _ in matches(players, range(10)):
        position = hand.position
        cards = everywhere(position)
        assert len(cards) == len(set(cards))
        assert len(cards) + sum(map(sum, position.captured)) == len(hand.game.deck)
        assert position.game_over == (position.hand_over and position.number == 5)


@pytest.mark.parametrize("players", PLAYERS)
def test_every_fact_and_refusal_agrees_with_the_oracle(players: int) -> None:
    oracle = Round([], {"dealer": "", "hands": {}})
    for hand, move, rng in matches(players, range(6)):
        if move:
            oracle.move(move)
        else:
            oracle = Round(list(hand.game.table.names), hand.facts | {"trick": []})
        assert hand.facts == oracle.facts()
        assert hand.legal == oracle.legal()
        if hand.position.to_act is not None and rng.random() < 0.2:
            moves = hand.game.candidates(hand.position)
            assert [hand.refusal(move.text) or "" for move in moves] == [oracle.ruling(move.text) for move in moves]


def low_cards(rng: random.Random) -> tuple[DoubleDecker, dict[str, Any]]:
    """Return a random ending with low cards, in which ties for the lead are frequent."""
    players, size = rng.choice(PLAYERS), rng.randrange(2, 4)
    game = DoubleDecker(players=players)
    low = sorted(game.deck, key=lambda card: (card.value, card.index))[:players * size + rng.randrange(6)]
    rng.shuffle(low)
    names = game.table.names
    hands = {name: [card.text for card in low[seat * size:(seat + 1) * size]] for seat, name in enumerate(names)}
    score = {name: rng.randrange(-3, 3) for name in names}
    return game, {"dealer": rng.choice(names), "leader": rng.choice(names), "hands": hands, "score": score,
                  "round": rng.randrange(1, 6), "captured": {rng.choice(names): {rng.choice("RBG"): 2}}}


def test_tricks_agree_with_the_oracle_where_numbers_are_close() -> None:
    """Some setups start in the middle of a trick."""
    tied = 0
    for seed in range(500):
        rng = random.Random(seed)
        game, setup = low_cards(rng)
        hand, oracle = begin(game, setup), Round(list(game.table.names), setup)
        while hand.position.to_act is not None:
            if rng.random() < 0.2:
                written = write_setup(game, hand.position)
                hand, oracle = begin(game, written), Round(list(game.table.names), written)
            move = rng.choice(game.legal(hand.position)).text
            oracle.move(move)
            hand = hand.after(move)
            tied += any(told.event.rule == "next-lead-tie" for told in hand.happened)
            assert hand.facts == oracle.facts(), (setup, move)
    assert tied > 40


def test_every_rule_speaks_in_play() -> None:
    game = DoubleDecker()
    spoken = {told.event.rule for told in narrator_for(game).deal(game.deal(1))}
    for hand, _, _ in matches(4, range(5)):
        findings = [*hand.chain, *(finding for move in game.candidates(hand.position) for finding in hand.why(move))]
        spoken |= {finding.rule for finding in findings} | {told.event.rule for told in hand.happened}
        sentences = [finding.sentence for finding in findings] + [told.sentence for told in hand.happened]
        assert all(told.endswith(".") and "{" not in game.pack.plain(told) for told in sentences)
    assert spoken == {rule.id for rule in game.rules}

"""Double Knot: each rule, ruling and worked case of its specification, then random hands compared with the oracle."""

from __future__ import annotations

import random
from itertools import pairwise
from typing import Any

import pytest

from rules_engine.core.game.setups import read_setup, write_setup
from rules_engine.core.model.errors import SetupError
from rules_engine.core.model.goals import GoalSide
from rules_engine.core.model.moves import play
from rules_engine.core.model.packs import DECKTET
from rules_engine.games.double_knot import DoubleKnot, DoubleKnotPosition
from rules_engine.games.double_knot.cards import EXCUSE
from rules_engine.games.double_knot.rules import CONTRACT, card_led
from rules_engine.narration.narrator import narrator_for
from rules_engine.narration.phrasebook import EventText
from rules_engine.testing import HandState, begin, problems
from tests.games import double_knot_oracle as naive
from tests.games.double_knot_oracle import DoubleKnotOracle

CHOICES = [
    (variant, players, pack)
    for variant in DoubleKnot.variants
    for players in (3, 4, 5)
    for pack in ("extended", "basic")
    if (players == 4 or not variant.startswith("teams")) and (players, pack) != (5, "basic")
]
MOONS = ("AM", "2MK", "3MW", "4MS", "5ML", "6MW", "7ML", "8MS", "9MS", "PMSL", "CMWK", "XM")
SOLO = ("South", "West", "North", "East")


def game(variant: str = "standard", players: int = 4, pack: str = "extended") -> DoubleKnot:
    return DoubleKnot(variant, players, None, {"pack": pack})


def start(setup: dict[str, Any], variant: str = "standard", players: int = 4) -> HandState[DoubleKnotPosition]:
    return begin(game(variant, players), setup)


def dealt(seed: int, variant: str = "standard", dealer: int | None = None) -> HandState[DoubleKnotPosition]:
    played = game(variant)
    return HandState(played, played.deal(seed, dealer=dealer))


def lone_trick(*cards: str, **more: Any) -> HandState[DoubleKnotPosition]:
    """Return a hand in which each seat holds one card, South leads and nobody has bid."""
    hands = dict(zip(game(players=len(cards)).table.names, cards, strict=True))
    return start({"phase": "play", "hands": hands, "leader": "South"} | more, players=len(cards))


def told_at_deal(hand: HandState[DoubleKnotPosition]) -> list[str]:
    """Return the rules narrated at the deal."""
    return [told.event.rule for told in narrator_for(hand.game).deal(hand.position)]


def taker(*cards: str) -> str:
    """Return the winner of a trick, without checking whether its cards were legal."""
    hand = lone_trick(*cards)
    for card in cards:
        hand.game.advance(hand.position, hand.game.notation.read_move(card))
    return str(hand.facts["last_trick_winner"])


def facing(trick: str, cards: str, players: int = 4) -> HandState[DoubleKnotPosition]:
    """Return a hand in which a seat with the given cards is to play to a trick; the other hands are arbitrary."""
    played = game(players=players)
    names, laid = played.table.names, trick.split()
    rest = [card.text for card in played.dealt_cards() if card.text not in laid + cards.split()]
    size = len(cards.split())
    hands = {name: cards if seat == len(laid) else rest[seat * 9:seat * 9 + size - (seat < len(laid))]
             for seat, name in enumerate(names)}
    table = [f"{name} {card}" for name, card in zip(names, laid, strict=False)]
    return begin(played, {"phase": "play", "hands": hands, "leader": "South", "trick": table})


def speaking(hand: HandState[DoubleKnotPosition], move: str) -> list[str]:
    """Return the rules that permit a legal move."""
    findings = hand.why(move)
    assert all(finding.permits for finding in findings)
    return [finding.rule for finding in findings]


def said(hand: HandState[DoubleKnotPosition], move: str) -> str:
    return DECKTET.plain(hand.why(move)[-1].sentence)


def scored(bids: list[int], tricks: list[int], variant: str = "standard", **more: Any) -> HandState[DoubleKnotPosition]:
    """Return a hand whose last trick South wins; ``tricks`` are the final counts."""
    names = game(players=len(bids)).table.names
    before = {name: won - (name == "South") for name, won in zip(names, tricks, strict=True)}
    cards = dict(zip(names, ("XK", "9MS", "8MS", "3MW", "4MS"), strict=False))
    setup = {"bids": dict(zip(names, bids, strict=True)), "tricks": before, "hands": cards, "leader": "South"}
    return start(setup | more, variant, len(bids)).after(*list(cards.values())[:len(bids)])


def points(bids: list[int], tricks: list[int], variant: str = "standard") -> list[int] | None:
    return scored(bids, tricks, variant).position.hand_score


def by_rule(happened: list[EventText]) -> dict[str, str]:
    """Return the sentences about events, by rule."""
    return {told.event.rule: told.sentence for told in happened}


# ---- deal, suits, ranks


@pytest.mark.parametrize(
    ("players", "pack", "cards", "each"),
    [(3, "extended", 45, 15), (4, "extended", 44, 11), (5, "extended", 45, 9), (3, "basic", 36, 12), (4, "basic", 36, 9)],
)
def test_deal_leaves_nothing_over(players: int, pack: str, cards: int, each: int) -> None:
    played = game(players=players, pack=pack)
    position = played.deal(4)
    held = {card.text for cards_held in position.hands for card in cards_held}
    assert len(played.deck) == len(held) == cards
    assert {len(cards_held) for cards_held in position.hands} == {each}
    assert ("Excuse" in held) == (cards == 45)
    assert told_at_deal(HandState(played, position)) == ["deal", "bid-once"]


def test_deal_follows_from_the_seed_whatever_the_hand() -> None:
    played = game()
    over = scored([1, 0, 0, 0], [1, 0, 0, 0]).position
    assert played.deal(7).hands == played.deal(7, before=over).hands


def test_deal_of_the_basic_pack_does_not_come_out_for_five() -> None:
    with pytest.raises(SetupError) as caught:
        game(players=5, pack="basic")
    assert [problem.path for problem in caught.value.problems] == [("players",)]


@pytest.mark.parametrize("players", [3, 5])
def test_teams_are_four(players: int) -> None:
    with pytest.raises(SetupError):
        game("teams", players)


def test_top_suit_counts_of_the_extended_pack() -> None:
    counts = {letter: sum(card.suits[:1] == letter for card in DECKTET) for letter in "MSWLYK"}
    assert counts == {"M": 14, "S": 10, "W": 8, "L": 5, "Y": 5, "K": 2}
    assert sum(counts.values()) + 1 == len(game(players=3).dealt_cards())


def test_top_suit_alone_follows() -> None:
    hand = facing("4YK", "8MS 5YK 9WY")
    assert hand.legal == {"5YK"}
    assert hand.refusal("9WY") == "follow-suit"
    (refusal,) = hand.why("9WY")
    assert DECKTET.plain(refusal.sentence).endswith(
        "The 9 of Waves and Wyrms belongs to Waves alone; the Wyrms below don't count.")
    assert speaking(facing("4YK", "8MS 3LY"), "3LY") == ["top-suit", "follow-suit", "must-trump"]


def test_top_suit_alone_trumps() -> None:
    assert taker("2MK", "3SK", "9MS", "4WL") == "North"


def test_rank_is_ace_low_crown_high() -> None:
    played = game()
    order = [played.notation.read_laid(f"{seat} {rank}")
             for rank, seat in zip(MOONS, ("South", "West") * 6, strict=True)]
    for low, high in pairwise(order):
        assert played.winners(played.deal(1), [low, high]) == {"": high.seat}
        assert played.winners(played.deal(1), [high, low]) == {"": high.seat}


def test_rank_tells_how_a_card_compares() -> None:
    hand = facing("9MS", "CMWK 2MK")
    assert speaking(hand, "CMWK") == ["rank", "follow-suit"]
    assert "is higher than" in DECKTET.plain(hand.why("CMWK")[0].sentence)
    assert "is lower than" in DECKTET.plain(hand.why("2MK")[0].sentence)


# ---- bids


def test_bid_once_goes_round_from_the_dealers_left() -> None:
    hand, seats = dealt(1, dealer=1), []
    while hand.position.phase == "bid":
        seats.append(hand.position.to_act)
        hand = hand.after("bid 2")
    assert seats == [2, 3, 0, 1]
    assert (hand.position.leader, hand.position.to_act) == (2, 2)
    assert hand.refusal("bid 3") == "not-now"


def test_bid_once_takes_zero_to_the_hand_size() -> None:
    hand = dealt(1)
    assert hand.legal == {f"bid {number}" for number in range(12)}
    assert hand.refusal("bid 12") == "bid-once"
    assert hand.refusal("bid 3", 1) == "turn-order"
    assert hand.refusal("bid -1") == "not-a-move"
    assert hand.refusal(hand.position.hands[0][0].text) == "not-now"
    assert speaking(hand, "bid 11") == ["bid-once"]


def test_bid_once_in_a_short_hand_counts_the_cards_held() -> None:
    hands = {"South": "AM 2MK", "West": "AS 2SY", "North": "AW 2WL", "East": "AL XL"}
    hand = start({"hands": hands})
    assert hand.legal == {"bid 0", "bid 1", "bid 2"}
    assert hand.refusal("bid 3") == "bid-once"
    assert "from 0 to 2" in said(hand, "bid 3")


def test_a_bid_for_every_seat_starts_the_play() -> None:
    hands = {"South": "AM", "West": "AS", "North": "AW", "East": "AL"}
    started = start({"hands": hands, "bids": {"South": 0, "West": 0, "North": 1, "East": 1}})
    assert (started.position.phase, started.position.to_act) == ("play", 0)
    waiting = start({"hands": hands, "bids": {"South": 0, "West": 1, "North": None}})
    assert (waiting.position.phase, waiting.position.to_act) == ("bid", 2)
    assert waiting.facts["bids"] == {"South": 0, "West": 1, "North": None, "East": None}


def test_a_hand_with_a_bid_missing_is_never_decided() -> None:
    hand = lone_trick("AM", "XM", "AW", "AL", bids={"South": 1, "West": 0, "North": 0})
    over = hand.after("AM", "XM", "AW", "AL")
    end = over.facts
    assert (end["phase"], end["to_act"], end["leader"], end["hand_over"]) == ("play", None, "East", False)
    assert (end["hand_score"], end["next_dealer"], end["tricks"]["East"]) == (None, None, 1)
    assert "East made no bid" in over.happened[-1].sentence
    assert over.game.candidates(over.position) == []


# ---- leading


@pytest.mark.parametrize(("dealer", "leader"), [("East", "South"), ("South", "West"), ("North", "East")])
def test_first_lead_is_left_of_the_dealer(dealer: str, leader: str) -> None:
    hand = start({"dealer": dealer, "phase": "play", "seed": 3})
    assert hand.facts["leader"] == leader
    assert told_at_deal(hand) == ["deal", "first-lead"]


def test_first_lead_then_the_winner() -> None:
    hands = {"South": "5ML AM", "West": "7ML AS", "North": "9MS AW", "East": "2MK AL"}
    hand = start({"hands": hands, "phase": "play"}).after("5ML", "7ML", "9MS", "2MK")
    last = hand.happened[-1].event
    assert (last.rule, last.seat) == ("first-lead", 2)
    assert (hand.position.leader, hand.position.to_act) == (2, 2)


# ---- trumps


@pytest.mark.parametrize(
    ("lead", "trumps"),
    [("AM", "SWLYK"), ("XS", "WLYK"), ("AW", "LYK"), ("XL", "YK"), ("AY", "K"), ("XK", ""),
     ("5ML", "L"), ("8YK", "K"), ("PWLY", "LY"), ("CSLK", "LK"), ("PMSL", "SL")],
)  # fmt: skip
def test_trump_suits_are_those_below_the_lead(lead: str, trumps: str) -> None:
    rest = [card for card in ("AM", "2MK", "3MW", "4MS") if card != lead][:3]
    hand = lone_trick(lead, *rest)
    assert hand.facts["trumps"] == []
    led = hand.after(lead).facts
    assert (led["suit_led"], led["trumps"]) == (lead[1], list(trumps))
    assert hand.after(lead).happened[0].event.rule == "trump-suits"
    assert "trump-suits" in speaking(hand, lead)


def test_trump_suits_last_for_one_trick() -> None:
    hands = {"South": "5ML AM", "West": "7ML AS", "North": "9MS AW", "East": "2MK AL"}
    hand = start({"hands": hands, "phase": "play"}).after("5ML", "7ML", "9MS", "2MK")
    facts = hand.facts
    assert (facts["suit_led"], facts["trumps"]) == (None, [])
    assert hand.after("AW").facts["trumps"] == ["L", "Y", "K"]


# ---- the Excuse, following, trumping


def test_excuse_waits_for_a_hand_without_the_suit_led() -> None:
    hand = facing("5ML", "Excuse 2MK 3LY AK", players=3)
    assert hand.refusal("Excuse") == "excuse"
    assert "Moons were led" in said(hand, "Excuse")
    assert hand.legal == {"2MK"}


def test_excuse_waits_for_a_hand_without_trumps() -> None:
    hand = facing("5ML", "Excuse 3LY AK", players=3)
    assert hand.refusal("Excuse") == "excuse"
    assert "trump" in said(hand, "Excuse")
    assert hand.legal == {"3LY"}


def test_excuse_may_be_thrown_when_neither_is_held() -> None:
    hand = facing("5ML", "Excuse AK", players=3)
    assert hand.legal == {"Excuse", "AK"}
    assert speaking(hand, "Excuse") == ["top-suit", "excuse", "follow-suit", "must-trump"]


def test_excuse_may_be_led_and_never_wins() -> None:
    hand = lone_trick("Excuse", "AM", "2SY", "4YK", "3SK")
    assert speaking(hand, "Excuse") == ["top-suit", "excuse"]
    assert taker("Excuse", "AM", "4YK") == "East"
    assert taker("AK", "Excuse", "4YK") == "South"


def test_excuse_is_no_card_of_four() -> None:
    assert start({"seed": 1, "phase": "play"}).refusal("Excuse") == "not-a-move"


def test_follow_suit_binds_with_the_cards_held() -> None:
    hand = facing("5ML", "2MK XM 3LY AK")
    assert hand.legal == {"2MK", "XM"}
    found = hand.refused("3LY")
    assert found is not None
    assert (found.rule, [card.text for card in found.cards]) == ("follow-suit", ["2MK", "XM"])
    assert said(hand, "AK") == "Moons were led, and West holds 2 of Moons and Knots and Crown of Moons."
    assert speaking(hand, "2MK")[-1] == "follow-suit"


def test_must_trump_with_any_trump() -> None:
    hand = facing("PMSL XL", "AS XS 3LY AK 4WL")
    assert hand.legal == {"AS", "XS", "3LY"}
    assert hand.refusal("AK") == "must-trump"
    assert hand.refusal("4WL") == "must-trump"
    assert speaking(hand, "AS") == ["follow-suit", "must-trump"]


def test_must_trump_frees_who_holds_none() -> None:
    hand = facing("5ML", "AS XK 4WL")
    assert hand.legal == {"AS", "XK", "4WL"}
    assert "has no trump" in said(hand, "AS")


def test_must_trump_has_nothing_to_say_of_a_trick_without_trumps() -> None:
    hand = facing("AK", "AS XY 4WL")
    assert hand.legal == {"AS", "XY", "4WL"}
    assert "no trumps" in said(hand, "AS")


def test_excuse_led_frees_the_next_card_which_counts_as_led() -> None:
    hand = lone_trick("Excuse", "CSWY", "AM", "2SY", "AY")
    hand = hand.after("Excuse")
    facts = hand.facts
    assert (facts["leader"], facts["suit_led"], facts["trumps"]) == ("South", None, [])
    assert speaking(hand, "CSWY") == ["top-suit", "trump-suits", "excuse-led"]
    facts = hand.after("CSWY").facts
    assert (facts["leader"], facts["suit_led"], facts["trumps"]) == ("South", "S", ["W", "Y"])


def test_excuse_led_gives_the_second_any_card_and_binds_the_third() -> None:
    hand = facing("Excuse", "AM XK 5YK", players=3)
    assert hand.legal == {"AM", "XK", "5YK"}
    hand = facing("Excuse 5YK", "AM XK 4YK", players=3)
    assert hand.legal == {"4YK"}
    assert hand.refusal("XK") == "follow-suit"


def test_excuse_led_trick_is_decided_among_the_others() -> None:
    assert taker("Excuse", "5ML", "3LY") == "East"
    assert taker("Excuse", "3LY", "5ML") == "West"
    hands = {"South": "Excuse AM", "West": "5ML AS", "East": "3LY AW"}
    hand = start({"hands": hands, "phase": "play"}, players=3).after("Excuse", "5ML", "3LY")
    assert by_rule(hand.happened)["win-trick"].startswith("East takes the trick")
    assert hand.position.tricks == [0, 0, 1]


# ---- winning


def test_win_trick_highest_of_the_suit_led_without_trumps() -> None:
    assert taker("5ML", "7ML", "XK", "2MK") == "West"


def test_win_trick_lowest_trump_suit_whatever_the_rank_and_order() -> None:
    assert taker("AM", "XS", "AK", "XY") == "North"
    assert taker("AM", "AK", "XS", "XY") == "West"
    assert taker("PMSL", "XS", "AL", "XM") == "North"


def test_win_trick_highest_within_the_trump_suit() -> None:
    assert taker("5ML", "3LY", "9LK", "XM") == "North"


@pytest.mark.parametrize("pair", [("PMSL", "PMYK"), ("PMYK", "PMSL"), ("CMWK", "CMLY"), ("CMLY", "CMWK")])
def test_win_trick_first_of_equals(pair: tuple[str, str]) -> None:
    assert taker(*pair, "AM", "2MK") == "South"
    # When a Court of Suns is led, Waves and Wyrms are trumps. In this trick, two Courts of Suns rank below the Ace of Moons.
    assert taker("AM", "CSWY", "CSLK", "9MS") == "West"
    assert taker("AM", "CSLK", "CSWY", "9MS") == "West"


def test_win_trick_tells_what_beat_what() -> None:
    done = lone_trick("AM", "XS", "AK", "9MS").after("AM", "XS", "AK", "9MS")
    assert done.position.last_trick is not None
    assert done.game.winners(done.position, done.position.last_trick.laid) == {"": 2}
    assert [finding.rule for finding in done.chain] == ["trump-suits", "win-trick", "win-trick", "win-trick"]
    told = [DECKTET.plain(finding.sentence) for finding in done.chain]
    assert told[1] == "West's Crown of Suns is a trump and beats the Ace of Moons."
    assert told[2] == "North's Ace of Knots beats the Crown of Suns: the lower trump suit wins, and Knots are below Suns."
    assert told[3] == "East's 9 of Moons and Suns follows, but can't beat a trump, the Ace of Knots."


def test_nobody_takes_a_lone_excuse() -> None:
    hand = lone_trick("Excuse", "AM", "2SY").after("Excuse")
    assert hand.game.winners(hand.position, hand.position.trick) == {}
    assert [finding.rule for finding in hand.chain] == ["excuse"]


# ---- scores


@pytest.mark.parametrize(("took", "expected"), [(2, 0), (3, 1), (4, 3), (5, 1), (6, 0)])
def test_score_of_a_bid_of_four(took: int, expected: int) -> None:
    """The example comes from the rules' source: two players miss their bids."""
    tricks = [took, 1, 1, 9 - took]
    bids = [4, 1, 3, 11]
    score = points(bids, tricks)
    assert score is not None
    assert score[0] == expected


def test_score_exact_counts_each_player_who_was_not() -> None:
    assert points([4, 3, 2, 2], [4, 3, 2, 2]) == [1, 1, 1, 1]
    assert points([4, 3, 2, 3], [4, 3, 2, 2]) == [2, 2, 2, 1]
    assert points([4, 0, 0, 0], [4, 3, 2, 2]) == [4, 0, 0, 0]
    assert points([3, 3, 0, 0, 0], [3, 3, 1, 1, 1]) == [4, 4, 1, 1, 1]


def test_score_tells_each_sides_reckoning() -> None:
    told = by_rule(scored([4, 0, 2, 3], [4, 3, 2, 2]).happened)
    assert told["score-exact"] == "North bid 2 and took 2: exact, and 2 others missed, for 3 points."
    assert told["score-within-one"] == "East bid 3 and took 2: one off, for 1 point."


@pytest.mark.parametrize(
    ("bids", "tricks", "expected"),
    [
        ([0, 5, 3, 3], [1, 5, 3, 2], [0, 3, 3, 1]),
        ([5, 0, 3, 3], [5, 0, 3, 3], [1, 4, 1, 1]),
        ([11, 0, 0, 1], [11, 0, 0, 0], [4, 4, 4, 1]),
        ([11, 1, 0, 0], [10, 1, 0, 0], [0, 2, 4, 4]),
    ],
)
def test_zero_or_all(bids: list[int], tricks: list[int], expected: list[int]) -> None:
    assert points(bids, tricks, "zero-or-all") == expected


def test_zero_or_all_of_a_short_hand_is_every_trick_of_it() -> None:
    assert points([1, 0, 0, 1], [1, 0, 0, 0], "zero-or-all") == [4, 4, 4, 0]


@pytest.mark.parametrize(
    ("bids", "tricks", "expected"),
    [
        ([4, 3, 2, 1], [3, 4, 3, 1], [6, 2]),
        ([4, 3, 2, 3], [2, 3, 3, 3], [2, 6]),
        ([4, 3, 2, 2], [5, 0, 1, 5], [2, 2]),
        ([8, 3, 2, 2], [5, 1, 1, 4], [0, 6]),
        ([0, 11, 0, 0], [1, 10, 0, 0], [2, 2]),
    ],
)
def test_teams_score_as_two_soloists_with_one_contract(bids: list[int], tricks: list[int], expected: list[int]) -> None:
    assert points(bids, tricks, "teams") == expected


@pytest.mark.parametrize(
    ("bids", "tricks", "expected"),
    [
        ([0, 11, 0, 0], [1, 10, 0, 0], [0, 0]),
        ([7, 0, 4, 0], [6, 0, 5, 0], [8, 8]),
        ([11, 0, 1, 0], [6, 0, 5, 0], [2, 8]),
        ([0, 3, 5, 2], [2, 3, 4, 2], [2, 6]),
    ],
)
def test_teams_zero_or_all_is_of_the_sides_contract(bids: list[int], tricks: list[int], expected: list[int]) -> None:
    assert points(bids, tricks, "teams-zero-or-all") == expected


def test_teams_add_the_bids_and_tell_both_contracts() -> None:
    hand = dealt(1, "teams").after("bid 3", "bid 2", "bid 4", "bid 0")
    assert [told.sentence for told in hand.happened if told.event.rule == "teams"] == [
        "South and North need 3 + 4 = 7 tricks together.", "West and East need 2 + 0 = 2 tricks together."]
    assert [told.event.seat for told in hand.happened if told.event.rule == "teams"] == [0, 1]
    over = start({"phase": "play", "leader": "South", "bids": {"South": 1, "West": 0, "North": 0, "East": 0},
                  "hands": {"South": "XM", "West": "2MK", "North": "3MW", "East": "4MS"}}, "teams").played_out()
    assert [told.event.seat for told in over.happened if told.event.rule in ("score-exact", "score-within-one")] == [0, 1]


@pytest.mark.parametrize(("variant", "bids", "reached"), [
    ("standard", [1, 0, 0, 1], [True, True, True, False]), ("standard", [0, 1, 2, 0], [False, False, False, True]),
    ("teams", [0, 0, 1, 0], [True, True]), ("teams", [1, 1, 1, 0], [False, False])])
def test_goal_contract_is_to_take_as_many_as_were_bid(variant: str, bids: list[int], reached: list[bool]) -> None:
    """South's Crown wins the only trick."""
    hand = start({"phase": "play", "leader": "South", "bids": dict(zip(("South", "West", "North", "East"), bids, strict=True)),
                  "hands": {"South": "XM", "West": "2MK", "North": "3MW", "East": "4MS"}}, variant)
    for place, side in enumerate(hand.game.score_sides()):
        seeker = GoalSide(hand.position, side, place)
        assert CONTRACT.settled(seeker, hand.position) is None
        over = hand.played_out().position
        assert over.tricks == [1, 0, 0, 0]
        assert CONTRACT.settled(seeker, over) == reached[place]


# ---- the match


def test_next_dealer_is_on_the_left() -> None:
    hand = scored([1, 0, 0, 0], [1, 0, 0, 0], dealer="North")
    assert hand.facts["next_dealer"] == "East"
    assert hand.happened[-1].event.rule == "next-dealer"
    assert hand.game.deal(2, before=hand.position).dealer == 3


@pytest.mark.parametrize(("players", "target"), [(3, 15), (4, 18), (5, 20)])
def test_game_end_at_the_target(players: int, target: int) -> None:
    bids = [1] + [0] * (players - 1)
    below = scored(bids, bids, score={"South": target - 2}).position
    assert (below.game_over, below.winners) == (False, [])
    hand = scored(bids, bids, score={"South": target - 1})
    assert (hand.position.game_over, hand.position.winners) == (True, ["South"])
    assert hand.happened[-1].event.rule == "game-end"
    assert hand.facts["next_dealer"] is None


def test_game_end_waits_for_a_leader_alone() -> None:
    hand = scored([1, 0, 0, 0], [1, 0, 0, 0], score={"South": 17, "East": 17, "West": 3})
    assert not hand.position.game_over
    assert [told.event.rule for told in hand.happened][-2:] == ["game-end", "next-dealer"]
    assert "South and East share the lead with 18" in hand.happened[-2].sentence
    over = scored([1, 0, 0, 1], [1, 0, 0, 0], score={"South": 18, "East": 18, "West": 4}).position
    assert (over.game_over, over.winners) == (True, ["South"])


def test_game_end_goes_to_the_highest_not_the_first_there() -> None:
    over = scored([1, 0, 0, 1], [1, 0, 0, 0], score={"South": 16, "West": 17, "North": 15}).position
    assert over.hand_score == [2, 2, 2, 1]
    assert (over.totals[:2], over.winners) == ([18, 19], ["West"])


def test_game_end_of_teams_at_eighteen() -> None:
    hand = scored([1, 0, 0, 1], [1, 0, 0, 0], "teams", score={"South+North": 12, "West+East": 15})
    assert hand.position.winners == ["South+North"]
    assert hand.happened[-1].sentence == "South and North win with 18; the target was 18."


# ---- invalid setups

HANDS = {"South": "AM 2MK", "West": "AS 2SY", "North": "AW 2WL", "East": "AL XL"}


@pytest.mark.parametrize(
    ("setup", "path", "told"),
    [
        ({"bids": {"South": 12, "West": 0, "North": 0, "East": 0}}, ("bids", "South"), "from 0 to 11"),
        ({"bids": {"South": 3}}, ("bids", "South"), "from 0 to 2"),
        ({"bids": {"South": -1}}, ("bids", "South"), "0 or more"),
        ({"bids": {"South": "two"}}, ("bids", "South"), "whole number"),
        ({"bids": {"Nobody": 1}}, ("bids", "Nobody"), "no seat"),
        ({"bids": {"West": 1}}, ("bids", "West"), "South bids before West"),
        ({"phase": "bid", "bids": dict.fromkeys(SOLO, 1)}, ("phase",), "nobody is to move in the phase bid any more"),
        ({"phase": "draw"}, ("phase",), "bid, play"),
        ({"trick": ["South AY"]}, ("trick",), "or say phase: play"),
        ({"tricks": {"South": 1}}, ("tricks",), "or say phase: play"),
        ({"leader": "North"}, ("leader",), "leave out leader"),
        ({"phase": "play", "tricks": {"South": 10}}, ("tricks",), "11 cards"),
        ({"score": {"South": -1}}, ("score", "South"), "0 or more"),
        ({"score": {"South": 18}}, ("score",), "this match is over"),
        ({"hands": HANDS | {"South": "Excuse 2MK"}}, ("hands", "South"), "not in this game's pack"),
        ({"hands": HANDS | {"South": "AM AS"}}, ("hands", "West"), "two places"),
        ({"hands": HANDS | {"South": "AM"}}, ("hands",), "same number"),
        ({"hands": {"South": "AM", "West": "AS", "North": "AW"}}, ("hands",), "East is left out"),
        ({"phase": "play", "hands": dict.fromkeys(SOLO, "")}, ("hands",), "no seat holds a card"),
        ({"phase": "play", "trick": ["South AK", "North XK"]}, ("trick", 1), "West comes at this place"),
        ({"suit_led": "M"}, ("suit_led",), "unknown key"),
    ],
)
def test_an_impossible_setup_is_refused_with_its_place(setup: dict[str, Any], path: tuple[Any, ...], told: str) -> None:
    with pytest.raises(SetupError) as caught:
        start({"hands": HANDS} | setup)
    assert any(problem.path == path and told in problem.message for problem in caught.value.problems), caught.value


def test_a_hand_left_out_before_the_play_is_no_doubt_of_the_script() -> None:
    with pytest.raises(SetupError, match="East is left out"):
        read_setup(game(), {"hands": HANDS | {"East": None}}, uneven=True)


def test_a_lone_trick_may_have_the_bids_of_a_whole_hand() -> None:
    position = start({"hands": HANDS, "bids": {"South": 9, "West": 0, "North": 0, "East": 0}}).position
    assert (position.phase, position.bids) == ("play", [9, 0, 0, 0])


def test_a_trick_on_the_table_has_its_suit_and_trumps() -> None:
    assert (facing("PMSL", "AS").facts["suit_led"], facing("PMSL", "AS").facts["trumps"]) == ("M", ["S", "L"])
    under = facing("Excuse", "AS", players=3).facts
    assert (under["suit_led"], under["trumps"]) == (None, [])


def test_a_tie_above_the_target_is_a_match_still_open() -> None:
    assert start({"hands": HANDS, "score": {"South": 21, "East": 21}}).position.score == [21, 0, 0, 21]


def test_the_basic_pack_has_no_courts() -> None:
    found = problems(game(pack="basic"), {"hands": HANDS | {"South": "AM CMWK"}})
    assert any("not in this game's pack of 36" in problem for problem in found)


# ---- random hands, checked against the oracle and for consistency


def random_oracle(rng: random.Random, variant: str, players: int, pack: str) -> tuple[DoubleKnotOracle, dict[str, Any]]:
    """Return an oracle and the setup for a random hand.

    The hand starts with the bids, or after some tricks, sometimes with a bid missing.
    """
    cards = naive.pack(players, pack == "basic")
    rng.shuffle(cards)
    seats, full = naive.SEATS[players], len(cards) // players
    size = rng.choice([full, rng.randrange(1, full + 1)])
    given: dict[str, Any] = {"score": {}}
    if size < full:
        given["tricks"] = {seat: rng.randrange((full - size) // players + 1) for seat in seats}
        room = size + sum(given["tricks"].values())
        given["bids"] = {seat: rng.choice([0, room, rng.randrange(room + 1)]) for seat in seats}
        given["leader"] = rng.choice(seats)
        if rng.random() < 0.1:
            del given["bids"][rng.choice(seats)]
            given["phase"] = "play"
    hands = {seat: cards[place * size : (place + 1) * size] for place, seat in enumerate(seats)}
    dealer = rng.choice(seats)
    return DoubleKnotOracle(variant, players, dealer, hands, **given), {"hands": hands, "dealer": dealer} | given


def check_step(hand: HandState[DoubleKnotPosition], oracle: DoubleKnotOracle) -> None:
    """Assert that engine and oracle agree, also after the position is written as a setup and read back."""
    judged = oracle.judged()
    assert {move: hand.refusal(move) for move in judged} == judged
    assert hand.legal == set(oracle.legal())
    again = begin(hand.game, write_setup(hand.game, hand.position))
    assert again.facts | {"last_trick_winner": None} == hand.facts | {"last_trick_winner": None}


@pytest.mark.parametrize(("variant", "players", "pack"), CHOICES)
def test_engine_and_oracle_agree_on_random_hands(variant: str, players: int, pack: str) -> None:
    for seed in range(16):
        rng = random.Random(f"{variant}/{players}/{pack}/{seed}")
        oracle, setup = random_oracle(rng, variant, players, pack)
        hand = begin(game(variant, players, pack), setup)
        assert hand.facts == oracle.facts()
        while oracle.to_act is not None:
            check_step(hand, oracle)
            move = rng.choice(oracle.legal())
            oracle.play(move)
            hand = hand.after(move)
            assert hand.facts == oracle.facts()
        assert hand.position.hand_over == (None not in hand.position.bids)


def test_trick_winners_are_the_oracles() -> None:
    rng = random.Random(5)
    for _ in range(3000):
        players = rng.choice([3, 4, 5])
        cards = rng.sample(naive.pack(players, basic=False), players)
        assert taker(*cards) == naive.SEATS[players][naive.winner(cards)], cards


def test_scores_are_the_oracles() -> None:
    rng = random.Random(6)
    for _ in range(1500):
        variant, players, _ = rng.choice(CHOICES)
        size = rng.randrange(1, 45 // players + 1 if players != 4 else 12)
        tricks = [0] * players
        for _ in range(size):
            tricks[rng.randrange(players)] += 1
        # South wins the last trick
        tricks[0], tricks[rng.randrange(1, players)] = max(tricks[0], 1), 0
        size = sum(tricks)
        bids = [max(0, min(size, won + rng.choice([-2, -1, 0, 0, 0, 1, 2]))) for won in tricks]
        assert points(bids, tricks, variant) == naive.points(variant, bids, tricks), (variant, bids, tricks)


def test_nothing_is_offered_of_a_hand_that_is_not_seen() -> None:
    hand = facing("5ML", "2MK XM 3LY AK")
    assert hand.game.legal(hand.game.view(hand.position, 0).position) == []


def test_every_rule_shows_itself_in_some_hand() -> None:
    shown = {rule for choice in CHOICES for rule in shown_by(game(*choice))}
    assert shown == {rule.id for rule in DoubleKnot.book.rules}


def shown_by(played: DoubleKnot) -> set[str]:
    """Return the rules narrated in a match. Bids are low, so that some are made."""
    shown, rng, hand = set[str](), random.Random(3), HandState(played, played.deal(3))
    for number in range(60):
        shown |= set(told_at_deal(hand))
        while hand.position.to_act is not None:
            bidding = hand.position.phase == "bid"
            move = f"bid {rng.randrange(5)}" if bidding else rng.choice(played.legal(hand.position)).text
            shown |= {finding.rule for finding in hand.why(move)}
            hand = hand.after(move)
            shown |= {told.event.rule for told in hand.happened}
        if hand.position.game_over:
            break
        hand = HandState(played, played.deal(number, before=hand.position))
    return shown


def test_what_the_table_shows_of_bids_and_trumps() -> None:
    hand = dealt(1).after("bid 3", "bid 0")
    told = narrator_for(hand.game)
    assert told.public_facts(hand.position) == [("Total bid", "3 of 11 tricks")]
    assert [told.seat_badges(hand.position, seat) for seat in range(3)] == [["bid 3"], ["bid 0"], []]
    assert told.public_facts(facing("AK XK", "AS").position) == [("Suit led", "{K}"), ("Trumps", "none in this trick")]
    assert told.public_facts(facing("PMSL", "AS").position) == [("Suit led", "{M}"), ("Trumps", "{S} and {L}")]


def test_a_led_excuse_leaves_it_to_the_next_card_what_was_led() -> None:
    excuse, *others = [play(card).laid[seat] for seat, card in enumerate([EXCUSE, *DECKTET.cards[3:5]])]
    assert card_led([excuse]) is excuse.card
    assert card_led([excuse, others[0]]) is others[0].card
    assert card_led([excuse, *others]) is others[0].card
    assert card_led(others) is others[0].card

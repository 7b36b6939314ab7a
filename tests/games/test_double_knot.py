"""Double Knot: each rule, ruling and worked case of its contract, by name; then random hands against the oracle."""

from __future__ import annotations

import random
from itertools import pairwise
from typing import Any

import pytest

from rules_engine.core.errors import MoveRefused, SetupError
from rules_engine.core.packs import DECKTET
from rules_engine.core.position import Event
from rules_engine.games import make_game
from rules_engine.games.double_knot import DoubleKnot, DoubleKnotPosition
from tests.games import double_knot_oracle as naive
from tests.games.double_knot_oracle import Oracle

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
    made = make_game("double-knot", variant, players, None, {"pack": pack})
    assert isinstance(made, DoubleKnot)
    return made


def lone_trick(*cards: str, variant: str = "standard", **more: Any) -> DoubleKnotPosition:
    """Each seat holds one card, South leads; nobody has bid."""
    played = game(variant, len(cards))
    hands = dict(zip(played.table.names, cards, strict=True))
    return played.start({"phase": "play", "hands": hands, "leader": "South"} | more)


def after(position: DoubleKnotPosition, *moves: str) -> DoubleKnotPosition:
    for move in moves:
        position, _ = position.game.play(position, move)
    return position


def happened(position: DoubleKnotPosition, *moves: str) -> list[Event]:
    """The events of the last of some moves."""
    *first, last = moves
    events: list[Event] = position.game.play(after(position, *first), last)[1]
    return events


def taker(*cards: str) -> str:
    """Who takes a trick; legality isn't asked."""
    position = lone_trick(*cards)
    for card in cards:
        position.game.advance(position, position.game.read_move(card))
    return str(position.game.tell(position)["last_trick_winner"])


def facing(trick: str, hand: str, players: int = 4) -> DoubleKnotPosition:
    """A seat with a hand that comes to a trick on the table; the others' cards don't matter."""
    played = game(players=players)
    names, laid = played.table.names, trick.split()
    rest = [card.text for card in played.dealt_cards() if card.text not in laid + hand.split()]
    size = len(hand.split())
    hands = {
        name: hand if seat == len(laid) else rest[seat * 9 : seat * 9 + size - (seat < len(laid))]
        for seat, name in enumerate(names)
    }
    table = [f"{name} {card}" for name, card in zip(names, laid, strict=False)]
    return played.start({"phase": "play", "hands": hands, "leader": "South", "trick": table})


def legal(position: DoubleKnotPosition) -> set[str]:
    return {move.text for move in position.game.legal(position)}


def refusal(position: DoubleKnotPosition, move: str, seat: int | None = None) -> str | None:
    found = position.game.judge(position, move, seat).refusal
    return found.rule if found else None


def speaking(position: DoubleKnotPosition, move: str) -> list[str]:
    """The rules that speak for a legal move."""
    verdict = position.game.judge(position, move)
    assert verdict.legal
    return [finding.rule for finding in verdict.findings]


def said(position: DoubleKnotPosition, move: str) -> str:
    return DECKTET.plain(position.game.judge(position, move).findings[-1].sentence)


def scored(bids: list[int], tricks: list[int], variant: str = "standard", **more: Any) -> tuple[DoubleKnotPosition, list[Event]]:
    """A hand whose last trick South wins; ``tricks`` are those at the end."""
    played = game(variant, len(bids))
    names = played.table.names
    before = {name: won - (name == "South") for name, won in zip(names, tricks, strict=True)}
    cards = dict(zip(names, ("XK", "9MS", "8MS", "3MW", "4MS"), strict=False))
    position = played.start(
        {"bids": dict(zip(names, bids, strict=True)), "tricks": before, "hands": cards, "leader": "South"} | more
    )
    *first, last = list(cards.values())[: len(bids)]
    return played.play(after(position, *first), last)


def points(bids: list[int], tricks: list[int], variant: str = "standard") -> list[int] | None:
    return scored(bids, tricks, variant)[0].hand_score


# ---- deal, suits, ranks


@pytest.mark.parametrize(
    ("players", "pack", "cards", "each"),
    [(3, "extended", 45, 15), (4, "extended", 44, 11), (5, "extended", 45, 9), (3, "basic", 36, 12), (4, "basic", 36, 9)],
)
def test_deal_leaves_nothing_over(players: int, pack: str, cards: int, each: int) -> None:
    played = game(players=players, pack=pack)
    position = played.deal(4)
    dealt = [card for hand in position.hands for card in hand]
    assert len(played.dealt_cards()) == len(set(dealt)) == cards
    assert {len(hand) for hand in position.hands} == {each}
    assert ("Excuse" in {card.text for card in dealt}) == (cards == 45)
    assert [event.rule for event in played.announce(position)] == ["deal", "bid-once"]


def test_deal_follows_from_the_seed_whatever_the_hand() -> None:
    played = game()
    over, _ = scored([1, 0, 0, 0], [1, 0, 0, 0])
    assert played.deal(7).hands == played.deal(7, before=over).hands


def test_deal_of_the_basic_pack_does_not_come_out_for_five() -> None:
    with pytest.raises(SetupError) as caught:
        make_game("double-knot", None, 5, None, {"pack": "basic"})
    assert [problem.path for problem in caught.value.problems] == [("players",)]


@pytest.mark.parametrize("players", [3, 5])
def test_teams_are_four(players: int) -> None:
    with pytest.raises(SetupError):
        make_game("double-knot", "teams", players)


def test_top_suit_counts_of_the_extended_pack() -> None:
    counts = {letter: sum(card.suits[:1] == letter for card in DECKTET) for letter in "MSWLYK"}
    assert counts == {"M": 14, "S": 10, "W": 8, "L": 5, "Y": 5, "K": 2}
    assert sum(counts.values()) + 1 == len(game(players=3).dealt_cards())


def test_top_suit_alone_follows() -> None:
    position = facing("4YK", "8MS 5YK 9WY")
    assert legal(position) == {"5YK"}
    assert refusal(position, "9WY") == "follow-suit"
    findings = position.game.judge(position, "9WY").findings
    assert [finding.rule for finding in findings] == ["top-suit", "follow-suit"]
    assert "belongs to Waves alone" in DECKTET.plain(findings[0].sentence)


def test_top_suit_alone_trumps() -> None:
    assert taker("2MK", "3SK", "9MS", "4WL") == "North"


def test_rank_is_ace_low_crown_high() -> None:
    played = game()
    order = [played.read_laid(f"{seat} {rank}") for rank, seat in zip(MOONS, ("South", "West") * 6, strict=True)]
    for low, high in pairwise(order):
        assert played.standing(played.deal(1), [low, high]).winners == {"": high.seat}
        assert played.standing(played.deal(1), [high, low]).winners == {"": high.seat}


def test_rank_tells_how_a_card_compares() -> None:
    position = facing("9MS", "CMWK 2MK")
    assert speaking(position, "CMWK") == ["rank", "follow-suit"]
    assert "ranks above" in DECKTET.plain(position.game.judge(position, "CMWK").findings[0].sentence)
    assert "ranks below" in DECKTET.plain(position.game.judge(position, "2MK").findings[0].sentence)


# ---- bids


def test_bid_once_goes_round_from_the_dealers_left() -> None:
    played = game()
    position = played.deal(1, dealer=1)
    seats = []
    while position.phase == "bid":
        seats.append(position.to_act)
        position = after(position, "bid 2")
    assert seats == [2, 3, 0, 1]
    assert (position.leader, position.to_act) == (2, 2)
    assert refusal(position, "bid 3") == "not-now"


def test_bid_once_takes_zero_to_the_hand_size() -> None:
    position = game().deal(1)
    assert legal(position) == {f"bid {number}" for number in range(12)}
    assert refusal(position, "bid 12") == "bid-once"
    assert refusal(position, "bid 3", 1) == "turn-order"
    assert refusal(position, "bid -1") == "not-a-move"
    assert refusal(position, position.hands[0][0].text) == "not-now"
    assert speaking(position, "bid 11") == ["bid-once"]


def test_bid_once_in_a_short_hand_counts_the_cards_held() -> None:
    hands = {"South": "AM 2MK", "West": "AS 2SY", "North": "AW 2WL", "East": "AL XL"}
    position = game().start({"hands": hands})
    assert legal(position) == {"bid 0", "bid 1", "bid 2"}
    assert refusal(position, "bid 3") == "bid-once"
    assert "from 0 to 2" in said(position, "bid 3")


def test_a_bid_for_every_seat_starts_the_play() -> None:
    hands = {"South": "AM", "West": "AS", "North": "AW", "East": "AL"}
    started = game().start({"hands": hands, "bids": {"South": 0, "West": 0, "North": 1, "East": 1}})
    assert (started.phase, started.to_act) == ("play", 0)
    waiting = game().start({"hands": hands, "bids": {"South": 0, "West": 1, "North": None}})
    assert (waiting.phase, waiting.to_act) == ("bid", 2)
    assert waiting.game.tell(waiting)["bids"] == {"South": 0, "West": 1, "North": None, "East": None}


def test_a_hand_with_a_bid_missing_is_never_decided() -> None:
    position = lone_trick("AM", "XM", "AW", "AL", bids={"South": 1, "West": 0, "North": 0})
    events = happened(position, "AM", "XM", "AW", "AL")
    end = position.game.tell(after(position, "AM", "XM", "AW", "AL"))
    assert (end["phase"], end["to_act"], end["leader"], end["hand_over"]) == ("play", None, "East", False)
    assert (end["hand_score"], end["next_dealer"], end["tricks"]["East"]) == (None, None, 1)
    assert "without a bid from East" in events[-1].sentence
    assert position.game.candidates(after(position, "AM", "XM", "AW", "AL")) == []


# ---- leading


@pytest.mark.parametrize(("dealer", "leader"), [("East", "South"), ("South", "West"), ("North", "East")])
def test_first_lead_is_left_of_the_dealer(dealer: str, leader: str) -> None:
    position = game().start({"dealer": dealer, "phase": "play", "seed": 3})
    assert position.game.tell(position)["leader"] == leader
    assert [event.rule for event in position.game.announce(position)] == ["deal", "first-lead"]


def test_first_lead_then_the_winner() -> None:
    hands = {"South": "5ML AM", "West": "7ML AS", "North": "9MS AW", "East": "2MK AL"}
    position = game().start({"hands": hands, "phase": "play"})
    events = happened(position, "5ML", "7ML", "9MS", "2MK")
    assert (events[-1].rule, events[-1].seat) == ("first-lead", 2)
    position = after(position, "5ML", "7ML", "9MS", "2MK")
    assert (position.leader, position.to_act) == (2, 2)


# ---- trumps


@pytest.mark.parametrize(
    ("lead", "trumps"),
    [("AM", "SWLYK"), ("XS", "WLYK"), ("AW", "LYK"), ("XL", "YK"), ("AY", "K"), ("XK", ""),
     ("5ML", "L"), ("8YK", "K"), ("PWLY", "LY"), ("CSLK", "LK"), ("PMSL", "SL")],
)  # fmt: skip
def test_trump_suits_are_those_below_the_lead(lead: str, trumps: str) -> None:
    rest = [card for card in ("AM", "2MK", "3MW", "4MS") if card != lead][:3]
    position = lone_trick(lead, *rest)
    assert position.game.tell(position)["trumps"] == []
    led = position.game.tell(after(position, lead))
    assert (led["suit_led"], led["trumps"]) == (lead[1], list(trumps))
    assert happened(position, lead)[0].rule == "trump-suits"
    assert "trump-suits" in speaking(position, lead)


def test_trump_suits_last_for_one_trick() -> None:
    hands = {"South": "5ML AM", "West": "7ML AS", "North": "9MS AW", "East": "2MK AL"}
    position = after(game().start({"hands": hands, "phase": "play"}), "5ML", "7ML", "9MS", "2MK")
    facts = position.game.tell(position)
    assert (facts["suit_led"], facts["trumps"]) == (None, [])
    assert position.game.tell(after(position, "AW"))["trumps"] == ["L", "Y", "K"]


# ---- the Excuse, following, trumping


def test_excuse_waits_for_a_hand_without_the_suit_led() -> None:
    position = facing("5ML", "Excuse 2MK 3LY AK", players=3)
    assert refusal(position, "Excuse") == "excuse"
    assert "of the suit led" in said(position, "Excuse")
    assert legal(position) == {"2MK"}


def test_excuse_waits_for_a_hand_without_trumps() -> None:
    position = facing("5ML", "Excuse 3LY AK", players=3)
    assert refusal(position, "Excuse") == "excuse"
    assert "trump" in said(position, "Excuse")
    assert legal(position) == {"3LY"}


def test_excuse_may_be_thrown_when_neither_is_held() -> None:
    position = facing("5ML", "Excuse AK", players=3)
    assert legal(position) == {"Excuse", "AK"}
    assert speaking(position, "Excuse") == ["top-suit", "excuse", "follow-suit", "must-trump"]


def test_excuse_may_be_led_and_never_wins() -> None:
    position = lone_trick("Excuse", "AM", "2SY", "4YK", "3SK")
    assert speaking(position, "Excuse") == ["top-suit", "excuse"]
    assert taker("Excuse", "AM", "4YK") == "East"
    assert taker("AK", "Excuse", "4YK") == "South"


def test_excuse_is_no_card_of_four() -> None:
    assert refusal(game().start({"seed": 1, "phase": "play"}), "Excuse") == "not-a-move"


def test_follow_suit_binds_with_the_cards_held() -> None:
    position = facing("5ML", "2MK XM 3LY AK")
    assert legal(position) == {"2MK", "XM"}
    found = position.game.judge(position, "3LY").refusal
    assert found is not None
    assert (found.rule, [card.text for card in found.cards]) == ("follow-suit", ["2MK", "XM"])
    assert said(position, "AK") == "Moons were led and West holds 2 of Moons and Knots and Crown of Moons."
    assert speaking(position, "2MK")[-1] == "follow-suit"


def test_must_trump_with_any_trump() -> None:
    position = facing("PMSL XL", "AS XS 3LY AK 4WL")
    assert legal(position) == {"AS", "XS", "3LY"}
    assert refusal(position, "AK") == "must-trump"
    assert refusal(position, "4WL") == "must-trump"
    assert speaking(position, "AS") == ["follow-suit", "must-trump"]


def test_must_trump_frees_who_holds_none() -> None:
    position = facing("5ML", "AS XK 4WL")
    assert legal(position) == {"AS", "XK", "4WL"}
    assert "holds no trump" in said(position, "AS")


def test_must_trump_has_nothing_to_say_of_a_trick_without_trumps() -> None:
    position = facing("AK", "AS XY 4WL")
    assert legal(position) == {"AS", "XY", "4WL"}
    assert "no trumps" in said(position, "AS")


def test_excuse_led_frees_the_next_card_which_counts_as_led() -> None:
    position = lone_trick("Excuse", "CSWY", "AM", "2SY", "AY")
    position = after(position, "Excuse")
    facts = position.game.tell(position)
    assert (facts["leader"], facts["suit_led"], facts["trumps"]) == ("South", None, [])
    assert speaking(position, "CSWY") == ["top-suit", "trump-suits", "excuse-led"]
    facts = position.game.tell(after(position, "CSWY"))
    assert (facts["leader"], facts["suit_led"], facts["trumps"]) == ("South", "S", ["W", "Y"])


def test_excuse_led_gives_the_second_any_card_and_binds_the_third() -> None:
    position = facing("Excuse", "AM XK 5YK", players=3)
    assert legal(position) == {"AM", "XK", "5YK"}
    position = facing("Excuse 5YK", "AM XK 4YK", players=3)
    assert legal(position) == {"4YK"}
    assert refusal(position, "XK") == "follow-suit"


def test_excuse_led_trick_is_decided_among_the_others() -> None:
    assert taker("Excuse", "5ML", "3LY") == "East"
    assert taker("Excuse", "3LY", "5ML") == "West"
    hands = {"South": "Excuse AM", "West": "5ML AS", "East": "3LY AW"}
    position = game(players=3).start({"hands": hands, "phase": "play"})
    told = happened(position, "Excuse", "5ML", "3LY")
    assert "goes with it" in next(event for event in told if event.rule == "win-trick").sentence
    assert after(position, "Excuse", "5ML", "3LY").tricks == [0, 0, 1]


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
    # the Court of Suns led makes Waves and Wyrms trumps; two Courts of Suns as trumps under the Ace of Moons
    assert taker("AM", "CSWY", "CSLK", "9MS") == "West"
    assert taker("AM", "CSLK", "CSWY", "9MS") == "West"


def test_win_trick_tells_what_beat_what() -> None:
    position = lone_trick("AM", "XS", "AK", "9MS")
    done = after(position, "AM", "XS", "AK", "9MS")
    assert done.last_trick is not None
    standing = done.game.standing(position, done.last_trick.laid)
    assert standing.winners == {"": 2}
    assert [finding.rule for finding in standing.chain] == ["trump-suits", "win-trick", "win-trick", "win-trick"]
    told = [DECKTET.plain(finding.sentence) for finding in standing.chain]
    assert told[1] == "Suns are trump: West's Crown of Suns beats the Ace of Moons."
    assert told[2] == "Knots lie below Suns, so as a trump North's Ace of Knots beats the Crown of Suns."
    assert told[3] == "East's 9 of Moons and Suns follows, but the Ace of Knots is a trump and stays ahead."


def test_standing_of_a_lone_excuse_has_no_winner() -> None:
    position = after(lone_trick("Excuse", "AM", "2SY"), "Excuse")
    standing = position.game.standing(position, position.trick)
    assert (standing.winners, [finding.rule for finding in standing.chain]) == ({}, ["excuse"])
    assert position.game.standing(position, []) == ({}, [])


# ---- scores


@pytest.mark.parametrize(("took", "expected"), [(2, 0), (3, 1), (4, 3), (5, 1), (6, 0)])
def test_score_of_a_bid_of_four(took: int, expected: int) -> None:
    """The source's own case: two players not exact."""
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
    _, events = scored([4, 0, 2, 3], [4, 3, 2, 2])
    told = {event.rule: event.sentence for event in events}
    assert told["score-exact"] == "North bid 2 and took 2: exact, and 2 of the others were not, 3 points."
    assert told["score-within-one"] == "East bid 3 and took 2: 1 off, 1 point."


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
    position = game("teams").deal(1)
    told = [event.sentence for event in happened(position, "bid 3", "bid 2", "bid 4", "bid 0") if event.rule == "teams"]
    assert told == ["South+North together need 3 + 4 = 7 tricks.", "West+East together need 2 + 0 = 2 tricks."]


# ---- the match


def test_next_dealer_is_on_the_left() -> None:
    position, events = scored([1, 0, 0, 0], [1, 0, 0, 0], dealer="North")
    assert position.game.tell(position)["next_dealer"] == "East"
    assert events[-1].rule == "next-dealer"
    assert position.game.deal(2, before=position).dealer == 3


@pytest.mark.parametrize(("players", "target"), [(3, 15), (4, 18), (5, 20)])
def test_game_end_at_the_target(players: int, target: int) -> None:
    bids = [1] + [0] * (players - 1)
    position, _ = scored(bids, bids, score={"South": target - 2})
    assert (position.game_over, position.winners) == (False, [])
    position, events = scored(bids, bids, score={"South": target - 1})
    assert (position.game_over, position.winners) == (True, ["South"])
    assert events[-1].rule == "game-end"
    assert position.game.next_dealer(position) is None


def test_game_end_waits_for_a_leader_alone() -> None:
    position, events = scored([1, 0, 0, 0], [1, 0, 0, 0], score={"South": 17, "East": 17, "West": 3})
    assert not position.game_over
    assert [event.rule for event in events][-2:] == ["game-end", "next-dealer"]
    assert "South and East share the lead with 18" in events[-2].sentence
    position, _ = scored([1, 0, 0, 1], [1, 0, 0, 0], score={"South": 18, "East": 18, "West": 4})
    assert (position.game_over, position.winners) == (True, ["South"])


def test_game_end_goes_to_the_highest_not_the_first_there() -> None:
    position, _ = scored([1, 0, 0, 1], [1, 0, 0, 0], score={"South": 16, "West": 17, "North": 15})
    assert position.hand_score == [2, 2, 2, 1]
    assert (position.game.totals(position)[:2], position.winners) == ([18, 19], ["West"])


def test_game_end_of_teams_at_eighteen() -> None:
    position, events = scored([1, 0, 0, 1], [1, 0, 0, 0], "teams", score={"South+North": 12, "West+East": 15})
    assert position.winners == ["South+North"]
    assert events[-1].sentence == "South+North win with 18; the target was 18."


# ---- setups that can't be

HANDS = {"South": "AM 2MK", "West": "AS 2SY", "North": "AW 2WL", "East": "AL XL"}


@pytest.mark.parametrize(
    ("setup", "path", "told"),
    [
        ({"bids": {"South": 12, "West": 0, "North": 0, "East": 0}}, ("bids", "South"), "from 0 to 11"),
        ({"bids": {"South": 3}}, ("bids", "South"), "from 0 to 2"),
        ({"bids": {"South": -1}}, ("bids", "South"), "0 or more"),
        ({"bids": {"South": "two"}}, ("bids", "South"), "whole number"),
        ({"bids": {"Nobody": 1}}, ("bids", "Nobody"), "no seat"),
        ({"bids": {"West": 1}}, ("bids", "West"), "expected a bid of South"),
        ({"phase": "bid", "bids": dict.fromkeys(SOLO, 1)}, ("phase",), "every seat has bid"),
        ({"phase": "over"}, ("phase",), "bid, play"),
        ({"trick": ["South AY"]}, ("trick",), "while bids are missing"),
        ({"tricks": {"South": 1}}, ("tricks",), "while bids are missing"),
        ({"leader": "North"}, ("leader",), "no other leader"),
        ({"phase": "play", "tricks": {"South": 10}}, ("tricks",), "11 or fewer"),
        ({"score": {"South": -1}}, ("score", "South"), "0 or more"),
        ({"score": {"South": 18}}, ("score",), "still open"),
        ({"hands": HANDS | {"South": "Excuse 2MK"}}, ("hands", "South"), "not in this game's pack"),
        ({"hands": HANDS | {"South": "AM AS"}}, ("hands", "West"), "two places"),
        ({"hands": HANDS | {"South": "AM"}}, ("hands",), "same number"),
        ({"hands": {"South": "AM", "West": "AS", "North": "AW"}}, ("hands",), "East is left out"),
        ({"phase": "play", "hands": dict.fromkeys(SOLO, "")}, ("hands",), "at least one card"),
        ({"phase": "play", "trick": ["South AK", "North XK"]}, ("trick", 1), "West comes at this place"),
        ({"suit_led": "M"}, ("suit_led",), "unknown key"),
    ],
)
def test_an_impossible_setup_is_refused_with_its_place(setup: dict[str, Any], path: tuple[Any, ...], told: str) -> None:
    with pytest.raises(SetupError) as caught:
        game().start({"hands": HANDS} | setup)
    assert any(problem.path == path and told in problem.message for problem in caught.value.problems), caught.value


def test_a_lone_trick_may_have_the_bids_of_a_whole_hand() -> None:
    position = game().start({"hands": HANDS, "bids": {"South": 9, "West": 0, "North": 0, "East": 0}})
    assert (position.phase, position.bids) == ("play", [9, 0, 0, 0])


def test_a_tie_above_the_target_is_a_match_still_open() -> None:
    assert game().start({"hands": HANDS, "score": {"South": 21, "East": 21}}).score == [21, 0, 0, 21]


def test_the_basic_pack_has_no_courts() -> None:
    with pytest.raises(SetupError, match="not in this game's pack of 36"):
        game(pack="basic").start({"hands": HANDS | {"South": "AM CMWK"}})


# ---- random hands, held against the oracle and against themselves


def random_oracle(rng: random.Random, variant: str, players: int, pack: str) -> tuple[Oracle, dict[str, Any]]:
    """A hand that begins anywhere: with the bids, or with some tricks taken, sometimes with bids missing."""
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
    return Oracle(variant, players, dealer, hands, **given), {"hands": hands, "dealer": dealer} | given


def check_step(position: DoubleKnotPosition, oracle: Oracle) -> None:
    """The engine's answers are the oracle's, its two paths agree, and its setup reads back."""
    played, judged = position.game, oracle.judged()
    assert {move: refusal(position, move) for move in judged} == judged
    assert played.legal(position) == [move for move in played.candidates(position) if played.judge(position, move).legal]
    assert legal(position) == set(oracle.legal())
    again = played.start(played.write_setup(position))
    assert played.tell(again) | {"last_trick_winner": None} == played.tell(position) | {"last_trick_winner": None}


@pytest.mark.parametrize(("variant", "players", "pack"), CHOICES)
def test_engine_and_oracle_agree_on_random_hands(variant: str, players: int, pack: str) -> None:
    played = game(variant, players, pack)
    for seed in range(16):
        rng = random.Random(f"{variant}/{players}/{pack}/{seed}")
        oracle, setup = random_oracle(rng, variant, players, pack)
        position = played.start(setup)
        assert played.tell(position) == oracle.facts()
        while oracle.to_act is not None:
            check_step(position, oracle)
            move = rng.choice(oracle.legal())
            oracle.play(move)
            position = after(position, move)
            assert played.tell(position) == oracle.facts()
        assert position.hand_over == (None not in position.bids)


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
        position, _ = scored(bids, tricks, variant)
        assert position.hand_score == naive.points(variant, bids, tricks), (variant, bids, tricks)
        lines = position.game.working(position)
        assert [sum(column) for column in zip(*(line.points for line in lines), strict=True)] == position.hand_score


@pytest.mark.parametrize(("variant", "players", "pack"), CHOICES)
def test_views_leak_nothing_and_judge_alike(variant: str, players: int, pack: str) -> None:
    played, rng = game(variant, players, pack), random.Random(9)
    position = played.deal(9)
    while position.to_act is not None:
        seen = played.view(position, position.to_act).position
        hidden = {card.text for seat, hand in enumerate(position.hands) if seat != position.to_act for card in hand}
        told = played.tell(seen)
        assert not hidden & {card for hand in told["hands"].values() for card in hand}
        assert played.legal(seen) == played.legal(position)
        for move in played.candidates(position):
            assert played.judge(seen, move).findings == played.judge(position, move).findings
        other = played.view(position, played.table.left_of[position.to_act]).position
        assert position.phase == "bid" or played.legal(other) == []
        position = after(position, rng.choice(played.legal(position)).text)


@pytest.mark.parametrize(("variant", "players", "pack"), CHOICES)
def test_matches_end_with_one_winner_and_totals_that_add_up(variant: str, players: int, pack: str) -> None:
    played, rng = game(variant, players, pack), random.Random(2)
    totals, position = [0] * len(played.score_names), played.deal(0)
    for hand in range(1, 400):
        while position.to_act is not None:
            move = rng.choice(played.legal(position))
            if position.phase == "bid":
                move = played.read_move(f"bid {rng.randrange(5)}")
            played.advance(position, move)
            held = sum(map(len, position.hands)) + len(position.trick) + sum(position.tricks) * players
            assert held == len(played.dealt_cards())
        assert position.hand_score is not None
        totals = [before + now for before, now in zip(totals, position.hand_score, strict=True)]
        assert played.totals(position) == totals
        if position.game_over:
            assert totals.count(max(totals)) == 1
            assert max(totals) >= played.target
            return
        position = played.deal(hand, before=position)
    pytest.fail("no end after 400 hands")


def test_a_refused_move_changes_nothing() -> None:
    position = facing("5ML", "2MK XM 3LY AK")
    before = position.game.tell(position)
    with pytest.raises(MoveRefused, match="Moons were led and West holds"):
        position.game.play(position, "AK")
    assert position.game.tell(position) == before


def test_every_rule_shows_itself_in_some_hand() -> None:
    shown: set[str] = set()
    for variant, players, pack in CHOICES:
        played, rng = game(variant, players, pack), random.Random(3)
        position = played.deal(3)
        for hand in range(60):
            shown |= {event.rule for event in played.announce(position)}
            while position.to_act is not None:
                move = played.read_move(f"bid {rng.randrange(5)}") if position.phase == "bid" else None
                chosen = move or rng.choice(played.legal(position))
                shown |= {finding.rule for finding in played.judge(position, chosen).findings}
                position, events = played.play(position, chosen)
                shown |= {event.rule for event in events}
            if position.game_over:
                break
            position = played.deal(hand, before=position)
    assert shown == {rule.id for rule in DoubleKnot.all_rules}


def test_what_the_table_shows_of_bids_and_trumps() -> None:
    position = after(game().deal(1), "bid 3", "bid 0")
    assert position.game.notices(position) == [("Bids", "3 for 11 tricks")]
    assert [position.game.taken(position, seat) for seat in range(3)] == ["bid 3", "bid 0", ""]
    position = facing("AK XK", "AS")
    assert position.game.notices(position) == [("Suit led", "{K}"), ("Trumps", "none in this trick")]
    position = facing("PMSL", "AS")
    assert position.game.notices(position) == [("Suit led", "{M}"), ("Trumps", "{S} and {L}")]

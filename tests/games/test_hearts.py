"""Hearts: each test is named after the rule or ruling that it covers, and a second implementation checks random hands."""

from __future__ import annotations

import random
from typing import Any

import pytest

from rules_engine.core.game.game_options import every_choice
from rules_engine.core.game.score_form import counting_of
from rules_engine.core.model.errors import SetupError
from rules_engine.games.hearts import Hearts, HeartsPosition
from rules_engine.testing import HandState, begin, choice_name

SOME = {"South": "KC 4D QS", "West": "2C 9D 3H", "North": "AC 2S 5H", "East": "6D 3S QH"}
"""Three cards each; West holds the Two of Clubs, East no club."""
LAST = {"South": "AH", "West": "5D", "North": "6D", "East": "7D"}
"""The last cards: South takes the last heart."""
QUIET = {"South": "AD", "West": "5D", "North": "6D", "East": "7D"}
TRICKS = {"South": 9, "West": 1, "North": 1, "East": 1}
EVERY = [*every_choice(Hearts)]
Setup = dict[str, Any]


def start(setup: Setup, variant: str = "standard", players: int = 4, **options: str) -> HandState[HeartsPosition]:
    return begin(Hearts(variant, players, None, options), setup)


def ended(points: Setup, last: Setup = LAST, variant: str = "standard", score: Setup | None = None, jack: str | None = None,
          **options: str) -> HandState[HeartsPosition]:
    """Return a hand after its last trick, which South leads."""
    setup = {"hands": last, "tricks": TRICKS, "points": points, "leader": "South", "broken": True, "score": score or {}}
    return start(setup | ({"jack": jack} if jack else {}), variant, 4, **options).after(*last.values())


def refused(setup: Setup, variant: str = "standard", players: int = 4) -> str:
    with pytest.raises(SetupError) as error:
        start(setup, variant, players)
    return "\n".join(map(str, error.value.problems))


# ---- the deal and the passing

@pytest.mark.parametrize(("players", "each", "left_out"), [(3, 17, {"2D"}), (4, 13, set()), (5, 10, {"2D", "2C"})])
def test_deal_leaves_no_card_over(players: int, each: int, left_out: set[str]) -> None:
    game = Hearts(players=players)
    position = game.deal(1)
    assert [len(hand) for hand in position.hands] == [each] * players
    dealt = {card.text for hand in position.hands for card in hand}
    assert {card.text for card in game.pack if card.suits} - dealt == left_out
    assert position.opening


@pytest.mark.parametrize(("players", "directions"), [
    (3, ["left", "right", "hold", "left"]), (4, ["left", "right", "across", "hold", "left"]),
    (5, ["left", "right", "hold", "left"])])
def test_pass_direction_by_hand_and_number_of_players(players: int, directions: list[str]) -> None:
    hands = [start({"seed": 1, "hand_number": number}, players=players) for number in range(1, len(directions) + 1)]
    assert [hand.facts["passing"] for hand in hands] == directions
    assert [hand.facts["phase"] for hand in hands] == ["play" if way == "hold" else "pass" for way in directions]
    assert [start({"seed": 1, "hand_number": n}, "no-passing", players).facts["passing"] for n in (1, 2)] == ["hold"] * 2


@pytest.mark.parametrize(("number", "places"), [(1, 1), (2, 3), (3, 2)])
def test_pass_cards_gives_three_to_one_player(number: int, places: int) -> None:
    hand = start({"seed": 3, "hand_number": number, "dealer": "West"})
    dealt = [{card.text for card in cards} for cards in hand.position.hands]
    passed: dict[int, set[str]] = {}
    for seat in (2, 3, 0, 1):
        for _ in range(3):
            assert hand.position.to_act == seat
            card = random.Random(seat).choice(sorted(hand.legal))
            hand = hand.after(card)
            passed.setdefault(seat, set()).add(card.removeprefix("pass "))
            if hand.position.phase == "pass":
                laid = {text for texts in passed.values() for text in texts}
                assert all(laid.isdisjoint({card.text for card in cards}) for cards in hand.position.hands)
    assert hand.facts["phase"] == "play"
    assert not any(hand.position.passed)
    for seat in range(4):
        expected = dealt[seat] - passed[seat] | passed[(seat - places) % 4]
        assert {card.text for card in hand.position.hands[seat]} == expected


def test_pass_cards_allows_any_card_and_refuses_only_in_general() -> None:
    hand = start({"seed": 3})
    assert hand.legal == {f"pass {card.text}" for card in hand.position.hands[0]}
    held = hand.position.hands[0][0].text
    assert [hand.refusal(move) for move in (held, "pass Joker", "bid 3")] == ["not-now", "not-a-move", "not-a-move"]
    assert hand.refusal(f"pass {hand.position.hands[1][0].text}") == "not-held"
    assert hand.refusal(f"pass {held}", seat=2) == "turn-order"


def test_a_card_passed_is_told_only_to_its_owner() -> None:
    narrated = start({"seed": 3}).after("pass " + start({"seed": 3}).position.hands[0][0].text)
    assert [str(told.sentence) for told in narrated.happened] == ["South passes a card."]


# ---- leading

@pytest.mark.parametrize(("players", "club"), [(3, "2C"), (4, "2C"), (5, "3C")])
def test_two_first_is_the_lowest_club_of_the_pack(players: int, club: str) -> None:
    hand = start({"seed": 4}, "no-passing", players)
    assert hand.legal == {club}
    assert {hand.refusal(card.text) for card in hand.position.hands[hand.position.actor] if card.text != club} == {"two-first"}


def test_first_lead_is_the_dealers_left_where_nobody_holds_the_lowest_club() -> None:
    hands = SOME | {"West": "3C 9D 3H"}
    assert start({"hands": hands, "dealer": "North"}).facts["to_act"] == "East"
    assert start({"hands": hands, "dealer": "North", "opening": True}).facts["to_act"] == "East"
    assert start({"hands": hands, "leader": "South"}).facts["to_act"] == "South"
    assert start({"hands": SOME, "opening": True, "dealer": "North"}).facts["to_act"] == "West"


def test_hearts_closed_unless_broken_or_nothing_else() -> None:
    hands = {"South": "KC 5H", "West": "7C 9S", "North": "3H 2S", "East": "3C QS"}
    setup: Setup = {"hands": hands, "leader": "South", "tricks": {"South": 1}}
    assert start(setup).legal == {"KC"}
    assert start(setup).refusal("5H") == "hearts-closed"
    assert start(setup | {"broken": True}).legal == {"KC", "5H"}
    alone = start(setup | {"hands": hands | {"South": "KH 5H"}})
    assert alone.legal == {"KH", "5H"}
    assert alone.after("5H").facts["broken"] is True


def test_hearts_closed_makes_a_leader_of_hearts_and_the_queen_lead_the_queen() -> None:
    hand = start({"hands": {"South": "QS 5H", "West": "7C 9S", "North": "3H 2S", "East": "3C KS"}, "leader": "South"})
    assert hand.legal == {"QS"}


# ---- following

def test_follow_suit_binds_with_the_cards_held() -> None:
    finding = start({"hands": SOME, "opening": True}).after("2C", "AC", "6D").refused("QS")
    assert finding is not None
    assert (finding.rule, [card.text for card in finding.cards]) == ("follow-suit", ["KC"])
    assert str(finding.sentence) == "{C} were led, and South holds {KC}."


def test_clean_first_bars_points_unless_the_hand_has_nothing_else() -> None:
    hand = start({"hands": SOME, "opening": True}).after("2C", "AC")
    assert hand.legal == {"6D", "3S"}
    assert hand.refusal("QH") == "clean-first"
    costly = start({"hands": SOME | {"East": "QS 3H QH", "South": "KC 4D 6D", "West": "2C 9D 4H"}, "opening": True})
    after = costly.after("2C", "AC")
    assert after.legal == {"QS", "3H", "QH"}
    assert after.after("3H").facts["broken"] is True
    past = start({"hands": {"South": "KC 4D", "West": "4C 9D", "North": "AC 2S", "East": "QS QH"}, "leader": "West"})
    assert past.after("4C", "AC").legal == {"QS", "QH"}


def test_clean_first_leaves_the_jack_of_diamonds_free() -> None:
    hand = start({"hands": SOME | {"East": "JD 3S QH"}, "opening": True}, "omnibus").after("2C", "AC")
    assert hand.legal == {"JD", "3S"}
    assert hand.permitting("JD") >= {"clean-first"}


@pytest.mark.parametrize(("breaks", "broken"), [("hearts", False), ("hearts-or-queen", True)])
def test_break_by_the_queen_is_an_option(breaks: str, broken: bool) -> None:
    hand = start({"hands": SOME | {"West": "4C 9D 3H", "East": "6D QS 4H", "South": "KC 4D 3S"}, "leader": "West"}, breaks=breaks)
    assert hand.after("4C", "AC", "QS").facts["broken"] is broken
    assert hand.after("4C", "AC", "4H").facts["broken"] is True


def test_break_counts_cards_already_on_the_table() -> None:
    setup = {"trick": ["West 4C", "North AC", "East QH"], "hands": {"South": "KC", "West": "", "North": "", "East": ""}}
    assert start(setup).facts["broken"] is True


def test_win_trick_highest_of_the_suit_led() -> None:
    hand = start({"hands": {"South": "QC 6D", "West": "4C 9D", "North": "KC 2D", "East": "AH KD"}, "leader": "South"})
    hand = hand.after("QC", "4C", "KC", "AH")
    assert (hand.facts["last_trick_winner"], hand.facts["to_act"], hand.position.points) == ("North", "North", [0, 0, 1, 0])


# ---- the score: worked cases of the specification

def test_score_hearts_and_queen() -> None:
    hand = ended({"South": 4, "West": 4, "North": 17, "East": 0})
    assert hand.position.hand_score == [5, 4, 17, 0]
    assert [(line.rule.id, list(line.points)) for line in hand.game.sheet(hand.position)] == [
        ("score-hearts", [5, 4, 4, 0]), ("score-queen", [0, 0, 13, 0])]


@pytest.mark.parametrize(("moon", "scored"), [("add", [0, 26, 26, 26]), ("subtract", [-26, 0, 0, 0])])
def test_moon_by_option(moon: str, scored: list[int]) -> None:
    assert ended({"South": 25}, moon=moon).position.hand_score == scored


@pytest.mark.parametrize(("moon", "jack", "scored"), [
    ("add", "South", [-10, 26, 26, 26]), ("subtract", "South", [-36, 0, 0, 0]),
    ("add", "West", [0, 16, 26, 26]), ("subtract", "West", [-26, -10, 0, 0])])
def test_moon_needs_no_jack(moon: str, jack: str, scored: list[int]) -> None:
    assert ended({"South": 25}, variant="omnibus", jack=jack, moon=moon).position.hand_score == scored


def test_omnibus_takes_ten_off() -> None:
    hand = ended({"South": 9, "West": 3, "East": 13}, variant="omnibus", jack="West")
    assert hand.position.hand_score == [10, -7, 0, 13]
    taken = ended({"South": 22, "West": 3}, LAST | {"West": "JD"}, "omnibus")
    assert (taken.facts["jack"], taken.position.hand_score) == ("South", [13, 3, 0, 0])
    assert ended({"South": 22, "West": 3}, LAST | {"West": "JD"}).facts["jack"] is None


def test_the_hand_goes_on_when_all_points_are_taken() -> None:
    hand = start({"hands": {"South": "4D 5D", "West": "6D 7D", "North": "8D 9D", "East": "10D JD"},
                  "tricks": {"South": 11}, "points": {"South": 26}, "leader": "South"}).after("4D", "6D", "8D", "10D")
    assert not hand.position.hand_over


@pytest.mark.parametrize(("total", "over"), [(94, False), (95, True), (99, True)])
def test_game_end_at_a_hundred(total: int, over: bool) -> None:
    hand = ended({"South": 4, "West": 4, "North": 17}, score={"South": total, "West": 70, "North": 20, "East": 70})
    assert (hand.position.game_over, hand.position.winners) == ((True, ["North"]) if over else (False, []))


def test_game_end_after_a_moon() -> None:
    last = {"South": "5D", "West": "AD", "North": "6D", "East": "7D"}
    hand = start({"hands": last, "tricks": {"West": 12}, "points": {"West": 26}, "leader": "West",
                  "score": {"South": 98, "West": 70, "North": 60, "East": 65}}).after("AD", "6D", "7D", "5D")
    assert (hand.position.totals, hand.position.winners) == ([124, 70, 86, 91], ["West"])


def test_game_end_shares_the_lowest_total() -> None:
    hand = ended({"South": 4, "West": 4, "North": 17}, score={"South": 25, "West": 26, "North": 90, "East": 31})
    assert (hand.position.totals, hand.position.winners) == ([30, 30, 107, 31], ["South", "West"])


def test_next_dealer_is_on_the_left() -> None:
    assert ended({"South": 4, "West": 4, "North": 17}).facts["next_dealer"] == "South"
    assert ended({"South": 4, "West": 4, "North": 17}, score={"East": 100}).facts["next_dealer"] is None


def test_the_score_form_asks_for_the_jack_only_in_omnibus() -> None:
    asked = {variant: [ask.key for ask in counting_of(Hearts).form(Hearts(variant), 0).asks] for variant in Hearts.variants}
    assert asked == {"standard": ["hearts", "queen"], "omnibus": ["hearts", "queen", "jack"], "no-passing": ["hearts", "queen"]}


# ---- setups

FULL = {name: " ".join(card.text for card in hand) for name, hand in zip(SOME, Hearts().deal(7).hands, strict=True)}


@pytest.mark.parametrize(("more", "phase"), [
    ({}, "pass"), ({"hand_number": 4}, "play"), ({"points": {}}, "play"), ({"broken": False}, "play"), ({"tricks": {}}, "play"),
    ({"trick": []}, "play"), ({"opening": True}, "pass"), ({"phase": "play"}, "play")])
def test_a_setup_of_full_hands_begins_with_the_passing(more: Setup, phase: str) -> None:
    hand = start({"hands": FULL} | more)
    assert (hand.facts["phase"], hand.facts["opening"]) == (phase, True)


def test_cards_passed_belong_to_a_full_hand() -> None:
    cards = {name: text.split() for name, text in FULL.items()}
    passed = {"South": cards["South"][:3], "West": cards["West"][:1]}
    hand = start({"hands": {name: [card for card in held if card not in passed.get(name, ())] for name, held in cards.items()},
                  "passed": passed})
    assert (hand.facts["phase"], hand.facts["to_act"]) == ("pass", "West")
    assert hand.facts["passed"] == {**passed, "North": [], "East": []}
    everyone = {name: held[:3] for name, held in cards.items()}
    picked_up = start({"hands": {name: held[3:] for name, held in cards.items()}, "passed": everyone})
    assert picked_up.facts["phase"] == "play"
    assert {*everyone["South"]} <= {card.text for card in picked_up.position.hands[1]}
    assert not any(picked_up.position.passed)


def test_a_short_hand_is_past_the_first_trick_unless_it_says_so() -> None:
    hands = SOME | {"West": "4C 9D 3H"}
    assert start({"hands": hands}).facts["opening"] is False
    assert start({"hands": hands, "opening": True}).facts["opening"] is True
    assert start({"hands": hands}).facts["phase"] == "play"
    assert start({"hands": SOME, "opening": True}).after("2C", "AC", "6D", "KC").facts["opening"] is False


@pytest.mark.parametrize(("setup", "told"), [
    ({"hands": SOME}, "2C is led to the first trick: say opening: true"),
    ({"hands": SOME, "opening": True, "leader": "South"}, "West holds 2C, and so leads it"),
    ({"hands": SOME, "opening": True, "tricks": {"South": 1}}, "opening: a trick was taken"),
    ({"hands": FULL, "passed": {"South": "2S"}}, "in two places"),
    ({"hands": SOME | {"South": "KC"}, "phase": "pass", "passed": {"South": "4D QS 7C 8C"}}, "South passes 3 cards, not 4"),
    ({"hands": {seat: cards[3:] for seat, cards in SOME.items()}, "phase": "play", "passed": {
        seat: cards[:2] for seat, cards in SOME.items()}, "opening": True}, "nothing is passed in the phase play"),
    ({"hands": SOME, "opening": True, "jack": "South"}, "only in the variant omnibus"),
    ({"hands": LAST, "tricks": TRICKS, "points": {"South": 20}}, "come to 21, but there are 26")])
def test_a_setup_that_contradicts_itself_is_refused(setup: Setup, told: str) -> None:
    assert told in refused(setup)


def test_a_setup_of_omnibus_has_its_jack_once() -> None:
    assert "jack" in refused({"hands": LAST | {"West": "JD"}, "tricks": TRICKS, "jack": "South"}, "omnibus")


def test_a_setup_with_five_players_has_no_two_of_clubs() -> None:
    hands = {"South": "2C", "West": "5C", "Northwest": "6C", "Northeast": "7C", "East": "8C"}
    assert "2C is not in this game's pack of 50 cards" in refused({"hands": hands}, players=5)


# ---- a second implementation

def oracle(position: HeartsPosition) -> set[str]:
    """Return the legal cards, by plain counting."""
    hand = [card.text for card in position.hands[position.actor]]
    trick = [one.card.text for one in position.trick]
    costly = {text for text in hand if text[-1] == "H" or text == "QS"}
    if not trick:
        low = "3C" if position.table.size == 5 else "2C"
        if low in hand:
            return {low}
        others = {text for text in hand if text[-1] != "H"}
        return {*hand} if position.broken or not others else others
    following = {text for text in hand if text[-1] == trick[0][-1]}
    cards = following or {*hand}
    return cards - costly or cards if not any(position.tricks) else cards


@pytest.mark.parametrize("game", EVERY, ids=choice_name)
def test_random_hands_agree_with_plain_counting(game: Hearts) -> None:
    queen_breaks, subtracts = game.options["breaks"] == "hearts-or-queen", game.options["moon"] == "subtract"
    for seed in range(3):
        rng, position = random.Random(seed), begin(game, {"seed": seed, "hand_number": seed + 1}).position
        points, jack, broken = [0] * game.table.size, None, False
        while position.to_act is not None:
            if position.phase == "play":
                assert {move.text for move in game.legal(position)} == oracle(position)
                assert position.broken is broken
            move = rng.choice(game.legal(position))
            before, position = position, game.play(position, move)[0]
            broken = broken or (before.phase == "play" and (move.text[-1] == "H" or (queen_breaks and move.text == "QS")))
            if before.last_trick is not position.last_trick and position.last_trick is not None:
                laid = [(one.seat, one.card) for one in position.last_trick.laid]
                seat = max((card.value, seat) for seat, card in laid if card.suits == laid[0][1].suits)[1]
                texts = [card.text for _, card in laid]
                points[seat] += sum(13 if text == "QS" else text[-1] == "H" for text in texts)
                jack = seat if "JD" in texts else jack
        assert position.hand_score == _scored(points, jack if game.variant == "omnibus" else None, subtracts)


def _scored(points: list[int], jack: int | None, subtracts: bool) -> list[int]:
    if 26 in points:
        points = [-taken if subtracts else 26 - taken for taken in points]
    return [taken - 10 * (seat == jack) for seat, taken in enumerate(points)]


def test_the_oracle_scores_a_moon() -> None:
    assert _scored([26, 0, 0, 0], 1, subtracts=False) == [0, 16, 26, 26]
    assert _scored([26, 0, 0, 0], 0, subtracts=True) == [-36, 0, 0, 0]

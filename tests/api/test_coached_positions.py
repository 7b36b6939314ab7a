"""Positions from hands that a card player reviewed: moves and reasons that were silly once, for the bots and the coach."""

from __future__ import annotations

import random
import re

import pytest

from rules_engine.api.coach.coach import hint_slip
from rules_engine.api.coach.turn_analysis import TurnAnalysis, usual_choice
from rules_engine.api.session import Session, new_session
from rules_engine.bots import who_plays_out
from rules_engine.core.model.moves import Move

SNAKEBIT_2093 = "2MK as K, 5YK, 8YK, 9LK, 3MW as M, 5ML, 4MS, 7ML, 7SK as S, 8MS, 6SY, 9MS"
DOUBLE_KNOT_4711 = ("bid 3, bid 4, bid 2, bid 2, XM, 9MS, CMWK, PMYK, 4YK, AY, 8YK, 5YK, CSLK, 3SK, PSWK, XS, 2SY, 2WL, CSWY, "
                    "7SK, 9WY, 7WY, PWLY, 8WL, 9LK, 3MW, 6LK, XL")
DOUBLE_DECKER_2093 = ("G17, R20, R18, G3, B10, G20, G19, G10, R15, R19, R16, G15, R14, B5, R17, R5, B12, B7, B9, B16, B6, R12, "
                      "B3, pass G18")
DOUBLE_DECKER_812 = "G9, G20, B11, B20, R17, B5, R19, B19, B8, G19, B1, G14, R4, R3, R18"
PEDRO_504 = ("bid 25, bid 35, bid 36, bid 37, bid 38, bid 45, bid 46, pass, pass, pass, trump H, "
             "give 9D, QH, 5H, JH, 8H, 7H, 4H, 9H")
PEDRO_506 = "bid 40, pass, pass, bid 41, pass, trump D, 4D, 8D, JD, 3D"
PEDRO_812 = "bid 25, pass, bid 40, bid 41, bid 42, bid 43, bid 50"
PEDRO_2093 = ("bid 35, bid 36, bid 45, bid 46, bid 47, bid 48, bid 49, bid 50, bid 51, bid 52, bid 53, bid 54, bid 55, bid 56, "
              "pass, pass, pass, trump H, give Joker, give 9H, give 5D, give 5H, 4H, KH, 5D, 3H, 10S")
KNUEFFELN_4711 = "take 4C for 10C, 6S, 3S, 2D, 3C, KC, 7D, KH, AC, 8C, 3D, 10D, JH, 6H, 6D, 4D, AH"
KNUEFFELN_503 = "take 2H for 10H, KS, 7D, 6S, 9D, 6C, 3S, 9S, JH, 6H, 2S, JD"
RUNS = {4711: f"{KNUEFFELN_4711}, 7H, 3H, 10S, 7S, turn JS, see, 6C, QS, 8D, turn AS",
        503: f"{KNUEFFELN_503}, JS, QH, 3D, QC, 3H, turn QS",
        2093: "take 6S for 10S, 6C, 2C, AS, 3C, 9S, 4H, 6H, JD, 3S, 8C, 9C, 6S, AC, 3H, JH, 6D, 10H, 7H, 2S, 9D, turn QC"}


def at(game: str, seed: int, moves: str = "") -> Session:
    """Return the hand with this seed after the moves; discards are made by the bot."""
    session = new_session(game, seed)
    for text in moves.split(", ") if moves else ():
        session = _discarded(session)
        move = session.game.judge(session.position, text).move
        assert move is not None, text
        session = session.after(move)
    return _discarded(session)


def _discarded(session: Session) -> Session:
    while session.position.phase == "discard":
        session = session.after(usual_choice(session).move)
    return session


def choices(session: Session) -> list[Move]:
    """Return the moves of the plain and the strong bot and the coach."""
    return [usual_choice(session).move, session.against("strong").bot_choice().move, turn_of(session).judged.move]


def turn_of(session: Session) -> TurnAnalysis:
    turn = TurnAnalysis(session)
    while turn.think():
        pass
    return turn


def told_of(session: Session, text: str) -> str:
    """Return the reason for a move."""
    move = session.game.judge(session.position, text).move
    assert move is not None
    view = session.game.view(session.position, session.position.actor, session.memory(session.position.actor, len(session.moves)))
    return str(who_plays_out(session.game).among(view, [move], random.Random(1), session.remarks(len(session.moves))).reason)


def hint(session: Session) -> str:
    return " ".join(str(text) for text, _ in hint_slip(session, turn_of(session)).slip.more)


# ---- Snakebit and Double Knot

def test_the_highest_trump_is_beaten_by_nothing() -> None:
    assert "No card still out beats" not in told_of(at("snakebit", 2093, SNAKEBIT_2093), "4YK as K")
    later = at("snakebit", 2093, f"{SNAKEBIT_2093}, 4YK as K, 3LY, 8WL, 6LK, 5SW as S")
    assert "no card still out beats it" in told_of(later, "9WY")


def test_a_bid_from_few_deals_is_advised_without_a_ranking() -> None:
    session = at("double-knot", 4711)
    assert turn_of(session).judged.worlds < 20
    assert "as well" not in hint(session)
    assert "best" not in hint(session)


def test_the_number_in_the_reason_is_the_bid() -> None:
    assert told_of(at("double-knot", 2093), "bid 4") == "I count on {XK} and {8YK}; my other cards should bring 2 more."
    assert told_of(at("double-knot", 2093), "bid 3").endswith("my other cards should bring one more.")


@pytest.mark.parametrize(("seed", "moves", "card"), [(4711, DOUBLE_KNOT_4711, "XY"), (2093, "bid 4, bid 2, bid 3, bid 2", "XK")])
def test_who_plays_the_best_card_keeps_no_better_one(seed: int, moves: str, card: str) -> None:
    told = told_of(at("double-knot", seed, moves), card)
    assert "I keep" not in told
    assert "hold on" not in told


def test_a_crown_is_beaten_only_where_somebody_cannot_follow() -> None:
    told = told_of(at("double-knot", 4711, "bid 3, bid 4, bid 2, bid 2"), "XM")
    assert "should win, unless somebody who can't follow plays a trump" in told


# ---- Double Decker

@pytest.mark.parametrize(("seed", "moves", "card"), [(2093, DOUBLE_DECKER_2093, "B19"), (4711, "", "B19")])
def test_a_card_that_wins_is_not_led_for_somebody_else(seed: int, moves: str, card: str) -> None:
    assert "for somebody else" not in told_of(at("double-decker", seed, moves), card)


def test_no_reason_claims_that_another_card_costs_more_while_one_costs_nothing() -> None:
    told = told_of(at("double-decker", 812, DOUBLE_DECKER_812), "B13")
    assert "no other card" not in told
    assert "win 1 {B} card" in told


# ---- Double King Pedro

def test_the_auction_is_left_to_a_partner_who_is_still_in() -> None:
    session = at("double-king-pedro", 812, PEDRO_812)
    assert [move.text for move in choices(session)] == ["pass"] * 3
    assert "a pass would leave" not in told_of(session, "bid 51")


@pytest.mark.parametrize("seed", [505, 507, 2093])
def test_partners_do_not_bid_against_one_another(seed: int) -> None:
    session, calls = at("double-king-pedro", seed), 0
    while session.position.phase == "bid":
        session, calls = session.after(session.against("strong").bot_choice().move), calls + 1
    assert calls <= 13


@pytest.mark.parametrize(("seed", "moves", "card"), [
    (504, PEDRO_504, "Joker"), (2093, PEDRO_2093, "Joker"), (506, PEDRO_506, "KD")])
def test_no_king_and_no_joker_is_given_away(seed: int, moves: str, card: str) -> None:
    assert card not in [move.text for move in choices(at("double-king-pedro", seed, moves))]


def test_a_lead_of_the_best_trump_has_a_reason_for_it() -> None:
    moves = f"{PEDRO_812}, bid 51, pass, pass, trump C, give Joker, QC, 2C, 8C, AC, KC, 3C, 5S, 10C, QS, 4C, 10S, Joker"
    assert told_of(at("double-king-pedro", 812, moves), "9S").startswith("I lead trumps to make the higher ones fall")


# ---- Knüffeln

@pytest.mark.parametrize("seed", RUNS)
def test_nobody_runs_above_the_break_even(seed: int) -> None:
    session = at("knueffeln", seed, RUNS[seed])
    chance, enough = map(int, re.findall(r"(\d+)%", str(usual_choice(session).reason)))
    assert {move.text for move in choices(session)} == {"see" if chance >= enough else "run"}


def test_who_is_sure_of_a_trick_takes_it() -> None:
    session = at("knueffeln", 503, KNUEFFELN_503)
    after = [session.after(move).position for move in choices(session)]
    assert all(position.last_trick is not None and position.last_trick.winners[""] == 1 for position in after)


def test_a_seven_that_cannot_be_beaten_is_no_mistake() -> None:
    session = at("knueffeln", 4711, KNUEFFELN_4711)
    assert [move.text for move in choices(session)] == ["7H"] * 3

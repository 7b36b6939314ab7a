"""Tests of what a player may do before leading: announcements as moves without a card, and stages whose last move is the lead."""

from __future__ import annotations

from typing import Any, ClassVar

from rules_engine.api.hand_view import HandView
from rules_engine.api.narration import rules_of_choice
from rules_engine.api.session import Session, begin_session
from rules_engine.core.game.game import Game
from rules_engine.core.game.trick_game import HandFlow, Stage
from rules_engine.core.model.events import EventSink
from rules_engine.core.model.moves import Move
from rules_engine.html.links import Links
from rules_engine.html.prompt import prompt
from rules_engine.sketches.classic import ClassicPosition
from rules_engine.testing import HandState, begin
from tests.sketches.schnapsen import Schnapsen
from tests.sketches.whist import CLASSIC, Whist, end, odd_tricks

GAME: Game[Any] = Schnapsen()
SETUP: dict[str, Any] = {
    "trump": "H", "dealer": "North", "leader": "South", "turned_up": ["AH"], "stock": "JS KD JC JD QD",
    "tricks": {"South": 1, "North": 1}, "points": {"South": 30, "North": 12},
    "hands": {"South": "KH QH JH AS KS", "North": "10H 10S QS KC QC"}}


def hand(**changes: Any) -> HandState[Any]:
    return begin(GAME, SETUP | changes)


def session(**changes: Any) -> Session:
    return begin_session(GAME, SETUP | changes)


def test_several_announcements_may_precede_a_lead() -> None:
    before = hand()
    assert before.legal == {"KH", "QH", "JH", "AS", "KS", "exchange", "marry H", "close", "claim"}
    after = before.after("exchange", "marry H")
    assert (after.position.to_act, after.position.leader, after.position.trick) == (0, 0, [])
    assert after.legal == {"KH", "QH", "claim"}
    assert after.refusal("AS") == "lead-pair"
    assert after.after("QH").position.to_act == 1


def test_the_hand_may_end_with_an_announcement() -> None:
    ended = hand().after("marry H", "claim")
    assert ended.position.hand_over
    assert ended.position.hand_score == [2, 0], "70 against 12, and North has a trick: 30 and 40 for the marriage"
    assert hand().after("claim").position.hand_score == [0, 2]


def test_in_the_middle_of_a_trick_it_isn_t_the_time_to_announce() -> None:
    led = hand().after("AS")
    assert led.legal == {"10H", "10S", "QS", "KC", "QC"}
    refused = led.refused("marry C")
    assert refused is not None
    assert (refused.rule, refused.sentence) == ("not-now", "North is to play a card now.")


def test_prompts_and_buttons_use_the_words_of_the_move() -> None:
    now = session()
    assert prompt(now.view) == (
        "lead a card, exchange the Jack, announce the marriage in {H}, close the stock or claim 66")
    labels = {answer.value: str(answer.label) for answer in HandView(now, Links()).slip.answers}
    assert labels == {"exchange": "Exchange the Jack", "marry H": "Marriage in {H}", "close": "Close the stock",
                      "claim": "Claim 66"}
    two = session(hands={"South": "KH QH KS QS AS", "North": "10H 10S KC QC JS"}, stock="JH KD JC JD QD")
    assert "announce the marriage in a suit" in prompt(two.view)


class LedFromAStage(Whist):
    """Whist in which the first lead is the last move of a stage."""

    phases: ClassVar[tuple[str, ...]] = ("begin", "play", "over")
    forms: ClassVar = {"begin": ("CARD",), "play": ("CARD",)}

    @staticmethod
    def first(position: ClassicPosition) -> int | None:
        return position.takers_left if position.phase == "begin" else None

    @staticmethod
    def lead(position: ClassicPosition, seat: int, move: Move, note: EventSink) -> None:
        position.phase = "play"

    course = HandFlow(**CLASSIC.course(), scores=[odd_tricks], match_end=[end],
                      before=[Stage(phase="begin", next_to_act=first, apply=lead)])


def test_the_engine_sets_and_announces_the_leader_where_a_stage_ends_with_the_lead() -> None:
    game = LedFromAStage()
    position = game.deal(1)
    seat = position.actor
    after, events = game.make(position, game.legal(position)[0])
    assert (after.phase, after.leader, after.to_act, len(after.trick)) == ("play", seat, game.table.left_of[seat], 1)
    assert [(event.rule, event.kind, event.seat) for event in events] == [("first-lead", "lead", seat)]


def test_the_rule_below_a_prompt_is_about_a_move_that_can_be_made() -> None:
    assert rules_of_choice(session())[0] == "exchange"
    without = session(hands={"South": "KH QH JD AS KS", "North": "10H 10S QS KC QC"}, stock="JS KD JC JH QD")
    assert rules_of_choice(without)[0] == "marriage", "no Jack of trumps to exchange"

"""The text of the coach's advice, which depends on how close the moves are, and its marks on the cards."""

from __future__ import annotations

from typing import cast

import pytest

from rules_engine.api.coach import coach
from rules_engine.api.coach.turn_analysis import TurnAnalysis
from rules_engine.api.hand_view import Reply
from rules_engine.api.session import Session, new_session
from rules_engine.bots.recommendation import CLEARLY, COMPARED, HARDLY, Recommendation, Sure
from rules_engine.bots.simulation import MoveEstimate
from rules_engine.core.model.moves import Move
from rules_engine.text.message import NOTHING, say


class CoachTurn:
    """A stub of a finished turn analysis."""

    done = True

    def __init__(self, judged: Recommendation) -> None:
        self.judged = judged

    def of(self, move: Move) -> MoveEstimate | None:
        return self.judged.tried.get(move)


@pytest.fixture(scope="module")
def session() -> Session:
    """Return a session in which South leads and has at least six legal leads."""
    hand = new_session("double-knot", 3)
    while hand.position.phase != "play" or hand.position.trick or not hand.readers_turn:
        hand = hand.after(moves(hand)[0])
    assert len(moves(hand)) >= 6
    return hand


def moves(session: Session) -> list[Move]:
    return session.game.legal(session.position)


def marks(session: Session) -> list[str]:
    return [f"the {{{move.card.text}}}" for move in moves(session) if move.card is not None]


def judged(session: Session, *behind: float, level: int = 1, error: float = 0.2, sure: Sure = "clearly",
           same: bool = False) -> Recommendation:
    """Return a recommendation of the first move.

    ``behind`` are the points by which the other moves fall short; ``level`` is the number of equally good moves.
    """
    tried = {move: MoveEstimate(move, 2 - less, less, error if less else 0.0)
             for move, less in zip(moves(session), (0.0, *behind), strict=False)}
    rival = [*tried.values()][level] if len(tried) > level else None
    return Recommendation(moves(session)[0], NOTHING, tried, [*tried][:level], rival, sure, same, 3.0, 40)


def told(session: Session, judgement: Recommendation) -> Reply:
    return coach.hint_slip(session, cast(TurnAnalysis, CoachTurn(judgement)))


def beside(session: Session, judgement: Recommendation) -> str:
    """Return the text below the advice, or an empty string."""
    return "".join(text for text, _ in told(session, judgement).slip.more)


def signs(session: Session, judgement: Recommendation) -> list[str]:
    found = told(session, judgement).badges
    return [str(found.get(move.card, "")) for move in moves(session)[:4] if move.card is not None]


def test_what_is_best_says_what_comes_next_and_how_far_behind(session: Session) -> None:
    first, second, *_ = marks(session)
    clearly, probably = judged(session, 2.84, 3.0), judged(session, 0.84, 3.0, sure="probably")
    assert told(session, clearly).slip.lead == f"I would lead {first}."
    assert [card.text for card in told(session, clearly).hints] == [first.split("{")[1][:-1]]
    assert beside(session, clearly) == f"That is clearly best: {second} comes next, about 3 points behind."
    assert beside(session, probably) == f"That is probably best; {second} comes next."


def test_a_small_lead_is_not_called_clear_however_sure(session: Session) -> None:
    second = marks(session)[1]
    assert beside(session, judged(session, CLEARLY * 3 - 0.01)) == f"That is probably best; {second} comes next."
    assert beside(session, judged(session, CLEARLY * 3)).startswith("That is clearly best")
    assert beside(session, judged(session, HARDLY * 3 - 0.01)) == f"T{second[1:]} would hardly be worse."


def test_few_deals_carry_no_ranking(session: Session) -> None:
    for judgement in (judged(session, 2.84, 3.0), judged(session, 0.1, 3.0, level=2, sure="even")):
        few = judgement._replace(worlds=COMPARED - 1)
        assert beside(session, few) == ""
        assert signs(session, few) == ["best", "", "", ""]
        assert "less" not in told(session, few).slip.beneath[0]


def test_level_moves_are_named_as_long_as_they_are_few(session: Session) -> None:
    _, second, third, fourth, *_ = marks(session)
    assert beside(session, judged(session, 0.1, 3.0, level=2, sure="even")) == f"T{second[1:]} does about as well."
    three = beside(session, judged(session, 0.1, 0.1, 0.1, 3.0, level=4, sure="even"))
    assert three == f"T{second[1:]}, {third} and {fourth} do about as well."
    four = beside(session, judged(session, 0.1, 0.1, 0.1, 0.1, 3.0, level=5, sure="even"))
    assert four == "4 other moves do about as well."


def test_where_all_are_level_it_hardly_matters_and_where_one_was_tried_nothing_is_said(session: Session) -> None:
    every = [0.1] * (len(moves(session)) - 1)
    assert beside(session, judged(session, *every, level=len(every) + 1, sure="even", same=True)) == (
        "Here it hardly matters: every move does about as well.")
    few = beside(session, judged(session, 0.1, 0.1, level=3, sure="even", same=True))
    assert few.endswith(" do about as well."), "others weren't tried"
    assert beside(session, judged(session, 0.1, 0.1, level=3, sure="even")).endswith("do about as well."), "not known apart"
    assert beside(session, judged(session)) == ""


def test_cards_say_how_much_less_they_bring_and_whether_that_may_be_chance(session: Session) -> None:
    judgement = judged(session, 0.1, 0.3, 5.84, level=2)
    assert signs(session, judgement) == ["best", "≈", "−?", "−6"]
    assert signs(session, judged(session, 0.02, 0.4, 12.3, error=0.2)) == ["best", "−?", "−?", "−12"]
    assert signs(session, judged(session, 0.41, error=0.2))[:2] == ["best", "−"]


def test_what_it_rests_on_is_told_with_its_size_and_error(session: Session) -> None:
    first, second, *_ = marks(session)
    [sample] = told(session, judged(session, 0.84, 3.0)).slip.beneath
    assert sample == (
        "I tried your moves in 40 deals that fit what you have seen and had bots play them to their end. "
        f"If you lead {first}, you end about 2 points ahead of the others, on average. "
        f"T{second[1:]} brings about 0.8 points less, give or take 0.4 points.")
    [alone] = told(session, judged(session)).slip.beneath
    assert "less" not in alone
    assert alone.startswith("I tried this move alone in 40 deals")


@pytest.mark.parametrize(("ahead", "words"), [
    (0.0, "level with the others"), (0.24, "level with the others"), (0.3, "a little ahead of the others"),
    (-0.7, "a little behind the others"), (-3.2, "about 3 points behind the others"),
])
def test_where_one_ends_beside_the_others(session: Session, ahead: float, words: str) -> None:
    assert coach.average_result_text(ahead, session.narrator, say("the others{many:' average|}", many=False)) == words


@pytest.mark.parametrize(("size", "words"), [
    (0.04, "less than 0.1 points"), (0.05, "about 0.1 points"), (1.0, "about 1 point"), (1.94, "about 1.9 points"),
    (1.96, "about 2 points"), (5.8, "about 6 points"),
])
def test_a_difference_is_told_as_finely_as_it_matters(session: Session, size: float, words: str) -> None:
    assert coach.margin_text(size, session.narrator) == words


@pytest.mark.parametrize(("size", "words"), [
    (0.01, "about 1 point in 20 such hands"), (0.34, "about 1 point in 3 such hands"), (0.74, "about 1 point in 2 such hands"),
    (0.75, "about 1 point"), (5.8, "about 6 points")])
def test_a_loss_can_be_counted(session: Session, size: float, words: str) -> None:
    assert session.narrator.average_amount(size) == words


def test_a_mistake_is_doubted_and_nothing_else(session: Session) -> None:
    best, level, trifle, chance, mistake, untried = moves(session)[:6]
    judgement = judged(session, 0.1, 0.5, 0.7, 3.0, level=2, error=0.2)
    tried = dict(judgement.tried)
    tried[chance] = MoveEstimate(chance, 1.0, 0.7, 0.5)
    turn, after = cast(TurnAnalysis, CoachTurn(judgement._replace(tried=tried))), session.after(mistake)
    assert [coach.mistake_warning(after, turn, move) for move in (best, level, trifle, chance, untried)] == [None] * 5
    doubt = coach.mistake_warning(after, turn, mistake)
    assert doubt is not None
    assert doubt.doubt
    assert doubt.slip.lead == f"Sure? T{marks(session)[4][1:]} costs about 3 points, as far as you can know."


def test_only_a_grave_mistake_stops_the_reader_and_it_has_a_reason(session: Session) -> None:
    judgement = judged(session, 0.45, 3.0, error=0.05)._replace(spread=1.0, reason=say("It wins."))
    turn, small, grave = cast(TurnAnalysis, CoachTurn(judgement)), *moves(session)[1:3]
    assert judgement.loses(judgement.tried[small]), "the review mentions it"
    assert coach.mistake_warning(session.after(small), turn, small) is None
    doubt = coach.mistake_warning(session.after(grave), turn, grave)
    assert doubt is not None
    assert [text for text, _ in doubt.slip.more] == [f"Better: {marks(session)[0]}. It wins."]


def test_a_call_is_named_by_what_is_called() -> None:
    hand = new_session("double-knot", 3)
    while not hand.readers_turn:
        hand = hand.after(moves(hand)[0])
    assert hand.position.phase == "bid"
    judgement, calls = judged(hand, 0.1, 3.0, level=2, sure="even"), [move.text for move in moves(hand)]
    assert beside(hand, judgement) == f"To {calls[1]} does about as well."
    wide = judged(hand, 0.1, 0.1, 3.0, level=3, sure="even")
    assert beside(hand, wide) == "Any bid from 0 to 2 does about as well."
    doubt = coach.mistake_warning(hand.after(moves(hand)[2]), cast(TurnAnalysis, CoachTurn(judgement)), moves(hand)[2])
    assert doubt is not None
    assert doubt.slip.lead == f"Sure? To {calls[2]} costs about 3 points, as far as you can know."


def test_how_much_is_thought_is_shown_in_hundredths() -> None:
    assert [f'value="{told}"' in coach.progress(part) for part, told in ((0.0, 0), (0.254, 25), (1.0, 100))] == [True] * 3

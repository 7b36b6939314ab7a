"""Written questions: each shows a possible position, and none reveals another's answer."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from rules_engine.core.model.cards import Card
from rules_engine.games.double_king_pedro import rules as pedro
from rules_engine.games.hearts.rules import POINTS as HEARTS_POINTS
from rules_engine.quiz.kinds import KINDS
from rules_engine.quiz.kinds.card_worth import CardWorth
from rules_engine.quiz.kinds.hand_over import HandOver
from rules_engine.quiz.kinds.hand_score import HandScore
from rules_engine.quiz.kinds.next_leader import NextLeader
from rules_engine.quiz.kinds.suit_led import SuitLed
from rules_engine.quiz.kinds.suits import Suits
from rules_engine.quiz.kinds.trick_winner import TrickWinner
from rules_engine.quiz.question import Question
from rules_engine.quiz.questions import answer
from tests.ours import OURS, looks_at_examples
from tests.quiz.quizzes import quizzes


def questions() -> Iterator[Any]:
    for checked in quizzes():
        assert checked.scenario is not None
        assert checked.run is not None
        for place, step in enumerate(checked.scenario.script):
            if step.ask is not None:
                name = f"{checked.scenario.game}/{Path(checked.path).stem}-{place + 1}"
                yield pytest.param(answer(checked.run, place), id=name)


WRITTEN = list(questions())
OF_A_TRICK = {TrickWinner, NextLeader, SuitLed, Suits, CardWorth, HandOver}
"""Kinds of questions about the cards of a trick only, whatever was played before."""


def shows_hand(question: Question) -> bool:
    return KINDS[question.kind].shows_hand


def is_of_a_trick(question: Question) -> bool:
    return type(KINDS[question.kind]) in OF_A_TRICK


def seen_of(question: Question) -> Any:
    """Return the position whose facts the question shows, with all its cards."""
    return question.seen.position if not shows_hand(question) else question.position


def left(question: Question) -> list[Card]:
    """Return the cards that weren't played to earlier tricks. In a question about the last trick, these are that trick's
    cards."""
    if shows_hand(question):
        position = question.position
        return [card for hand in position.hands for card in hand] + [laid.card for laid in position.trick]
    return [laid.card for laid in question.laid]


def tricks_played(question: Question) -> int:
    position = seen_of(question)
    if question.game.id != "double-decker":
        return sum(position.tricks)
    passed = sum(map(len, position.passed_before))
    return (sum(map(sum, position.captured)) + passed) // question.game.table.size


def counted(question: Question) -> None:
    """Assert that the tricks played and the remaining cards make a complete hand."""
    game, position = question.game, seen_of(question)
    dealt = {"double-king-pedro": 6}.get(game.id, game.hand_size())
    if position.phase == "play" and shows_hand(question):
        held = len(position.hands[position.actor])
        assert held + tricks_played(question) == dealt
    kind = KINDS[question.kind]
    if isinstance(kind, HandScore) and game.id != "knueffeln":
        assert tricks_played(question) + (not kind.counts_last) + (game.id == "double-decker") == dealt


def led(question: Question) -> None:
    """Assert that the leader has taken a trick, unless it is the first."""
    position = seen_of(question)
    if position.phase == "play" and tricks_played(question):
        taken = position.captured if question.game.id == "double-decker" else [[count] for count in position.tricks]
        assert sum(taken[position.leader]), "the leader has taken nothing"


def snakebit(question: Question) -> None:
    position, played = seen_of(question), tricks_played(question)
    each_hand = 24 // question.game.table.size - 8
    assert sum(position.score) == each_hand * (position.number - 1)
    if is_of_a_trick(question):
        return
    gone = [card for card in question.game.deck if card not in left(question)]
    assert sum(position.cursed_taken) == sum(position.cursed in card.suits for card in gone)
    for suit in question.game.pack.suits:
        bearing = sum(suit in card.suits for card in gone)
        now = any(suit in laid.card.suits for laid in position.trick[1:])
        if bearing > played or now:      # at most one such card was led per trick
            assert suit in position.broken
        assert bearing or now or suit not in position.broken


def double_decker(question: Question) -> None:
    if is_of_a_trick(question):
        return
    position, deck = seen_of(question), question.game.deck
    seen = [*left(question), *(card for cards in position.passed_before for card in cards)]
    if KINDS[question.kind].box:
        over: Any = question.position
        seen += over.set_aside
    for place, colour in enumerate("RBG"):
        captured = sum(counts[place] for counts in position.captured)
        assert captured + sum(card.suits == colour for card in seen) == sum(card.suits == colour for card in deck)


def double_knot(question: Question) -> None:
    assert seen_of(question).phase != "play" or None not in seen_of(question).bids


def double_king_pedro(question: Question) -> None:
    position = seen_of(question)
    if KINDS[question.kind].needs_bots and KINDS[question.kind].box != "taken":
        return
    if position.phase == "over":
        assert sum(position.points) == 100
        return
    if position.phase != "play":
        cards = len(left(question)) + len(position.kitty)
        assert cards == 53 or position.phase == "discard"
        held = [len(position.hands[seat]) for seat in question.game.table.seats if seat != position.declarer]
        assert all(count == 12 or (count > 12 and position.phase == "discard") for count in held)
        return
    if is_of_a_trick(question):
        first, trumps = question.laid[0], pedro.TRUMPS[position.trump]
        assert tricks_played(question) or (first.seat == position.declarer and first.card in trumps)
        return
    trumps_left = pedro.trumps_of(position, left(question))
    assert sum(position.points) + pedro.points_of(position, trumps_left) == 100
    assert 17 - len(trumps_left) <= 4 * tricks_played(question)


def knueffeln(question: Question) -> None:
    position = seen_of(question)
    if position.phase in ("take-ole", "take-turnup", "solo"):
        assert len(left(question)) + len(position.stock) + len(position.turnups) == 48
    elif position.phase != "over" and not position.marching and KINDS[question.kind].box != "totals":
        assert max(position.won(0), position.won(1)) < 5


def hearts(question: Question) -> None:
    position = seen_of(question)
    if not is_of_a_trick(question):
        assert sum(position.points) + sum(HEARTS_POINTS[card] for card in left(question)) <= 26


def spades(question: Question) -> None:
    position = seen_of(question)
    if position.phase == "play":
        assert None not in position.bids
        assert position.broken or not any(laid.card.suits == "S" for laid in position.trick)


def euchre(question: Question) -> None:
    position = seen_of(question)
    if position.phase == "play":
        assert position.maker is not None
        assert position.trump != position.turned_down


ACCOUNTS: dict[str, Callable[[Question], None]] = {
    "snakebit": snakebit, "double-decker": double_decker, "double-knot": double_knot,
    "double-king-pedro": double_king_pedro, "knueffeln": knueffeln,
    "hearts": hearts, "spades": spades, "euchre": euchre}


@pytest.mark.parametrize("question", [
    param for param in WRITTEN if param.values[0].game.id in ACCOUNTS and param.values[0].kind != "best-move"])
def test_what_is_shown_can_be(question: Question) -> None:
    counted(question)
    led(question)
    ACCOUNTS[question.game.id](question)


@pytest.mark.parametrize("question", WRITTEN)
def test_options_have_reasons_that_are_told_once(question: Question) -> None:
    for part in question.parts:
        sentences = [reason.why.sentence for reason in part.told]
        assert len(set(sentences)) == len(sentences)
        assert all(told.endswith(".") for told in sentences)


@looks_at_examples(*OURS)
def test_there_are_questions_about_every_game() -> None:
    assert {param.values[0].game.id for param in WRITTEN} >= set(ACCOUNTS) == set(OURS)

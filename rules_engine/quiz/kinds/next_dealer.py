"""The question about the dealer of the next hand."""

from __future__ import annotations

import random
from collections.abc import Sequence

from rules_engine.core.game.game import Game
from rules_engine.core.positions.position import Position
from rules_engine.narration.narrator import narrator_for
from rules_engine.narration.phrasebook import EventText, RuleFinding
from rules_engine.quiz.hand_end import question_of_end
from rules_engine.quiz.question import Question, Unanswerable
from rules_engine.quiz.question_kind import Candidates, PlacedQuestion, QuestionCandidate, QuestionKind, with_line
from rules_engine.quiz.scenario_tricks import end_of_hand
from rules_engine.scenarios.hand_history import MovePlayed
from rules_engine.scenarios.replay import Replay
from rules_engine.text.message import say


class NextDealer(QuestionKind):
    """The dealer of the next hand."""

    name = "next-dealer"
    box = "totals"
    needs_bots = needs_end = True

    def at_step(self, run: Replay, place: int, choices: int | None) -> PlacedQuestion:
        """Return the question about the hand that the script finishes."""
        at = end_of_hand(run, place, self.name)
        return PlacedQuestion(ask_dealer(run.game, run.moments[at].after, run.moments[at].events), at + 1)

    def in_hand(self, game: Game[Position], hand: list[MovePlayed], rng: random.Random, rules: Sequence[str]) -> Candidates:
        """Yield the question if an event names the dealer."""
        over, told = hand[-1].after, narrator_for(game).events(hand[-1].after, hand[-1].events)
        if game.next_dealer(over) is not None and any(each.event.kind == "hand" and each.event.seat is not None for each in told):
            yield QuestionCandidate((told[-1].event.rule,), lambda: with_line(ask_dealer(game, over, told), hand))


def ask_dealer(game: Game[Position], over: Position, events: Sequence[EventText]) -> Question:
    """Return a question about the dealer of the next hand. ``events`` are the events of the last move.

    Raises ``Unanswerable`` if no hand follows or the events don't name the dealer.
    """
    dealer = game.next_dealer(over)
    told = [each for each in events if each.event.kind == "hand" and each.event.seat == dealer]
    if dealer is None:
        raise Unanswerable("next-dealer: the game is over with this hand, so nobody deals")
    if not told:
        raise Unanswerable("next-dealer: the last step names no next dealer; ask right after the move that ends the hand")
    rule = told[-1].event.rule
    return question_of_end(game, over, NextDealer.name, rule, say("Who deals the next hand?"), {
        (seat,): RuleFinding(rule, seat == dealer, told[-1].sentence) for seat in game.table.seats},
        say("{seat} dealt.", seat=game.table.called(over.dealer)))

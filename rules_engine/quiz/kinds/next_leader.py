"""The question about the leader of the next trick."""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import partial

from rules_engine.core.game.game import Game
from rules_engine.core.positions.position import Position
from rules_engine.narration.phrasebook import RuleFinding
from rules_engine.quiz.hand_tricks import about_trick, finished_tricks
from rules_engine.quiz.open_trick import OpenTrick, question_of_trick, seat_options
from rules_engine.quiz.question import AnswerField, Question, Unanswerable
from rules_engine.quiz.question_kind import Candidates, PlacedQuestion, QuestionKind
from rules_engine.quiz.reasons import TrickOutcome
from rules_engine.quiz.scenario_tricks import trick_at, unfinished_trick
from rules_engine.scenarios.hand_history import MovePlayed
from rules_engine.scenarios.replay import Replay
from rules_engine.text.message import NOTHING, joined, say


class NextLeader(QuestionKind):
    """The leader of the next trick."""

    name = "next-leader"

    def at_step(self, run: Replay, place: int, choices: int | None) -> PlacedQuestion:
        """Return the question about the leader after the trick at the step."""
        trick, at, moment = trick_at(run, place)
        if moment is None:
            raise unfinished_trick(self.name)
        if moment.after.leader is None:
            raise Unanswerable("next-leader: the hand ends with this trick, so nobody leads next")
        return PlacedQuestion(ask_leader(run.game, trick, moment.after.leader), at)

    def in_hand(self, game: Game[Position], hand: list[MovePlayed], rng: random.Random, rules: Sequence[str]) -> Candidates:
        """Yield a question about each trick after which the rules name a leader."""
        for place, trick in finished_tricks(game, hand):
            leader = hand[place].after.leader
            if leader is not None and any(event.kind == "lead" for event in hand[place].events):
                yield about_trick(game, trick, hand, place, partial(ask_leader, game, trick, leader))


def ask_leader(game: Game[Position], trick: OpenTrick, leader: int) -> Question:
    """Return a question about the leader of the next trick.

    The reason consists of the cards that the leader took and the event about the lead. Other seats may also have taken cards.
    """
    outcome = TrickOutcome(game, trick.before, trick.laid, trick.events)
    told = [each for each in trick.events if each.event.kind == "lead"]
    leads = RuleFinding(told[-1].event.rule, True, told[-1].sentence, told[-1].event.cards) if told else outcome.chain[-1]
    won = {seat: outcome.won(seat).sentence for seat in outcome.winners.values()}
    why = {laid.seat: outcome.why_not(laid.seat) or leads._replace(permits=False, sentence=won[laid.seat]) for laid in trick.laid}
    why[leader] = leads._replace(sentence=joined([won.get(leader, NOTHING), leads.sentence]))
    parts = (AnswerField(NOTHING, seat_options(game, trick, why, leader)),)
    return question_of_trick(game, trick, NextLeader.name, leads.rule, say("Who leads the next trick?"), parts)

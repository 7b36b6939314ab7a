"""The question about each side's score for a hand."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import ClassVar

from rules_engine.core.game.game import Game
from rules_engine.core.model.events import Event, collect_events
from rules_engine.core.model.moves import Move
from rules_engine.core.positions.position import Position
from rules_engine.narration.narrator import narrator_for
from rules_engine.narration.phrasebook import EventText
from rules_engine.quiz.hand_tricks import open_trick
from rules_engine.quiz.open_trick import OpenTrick, open_table
from rules_engine.quiz.question import AnswerField, Question
from rules_engine.quiz.question_context import before_score
from rules_engine.quiz.question_kind import Candidates, PlacedQuestion, QuestionCandidate, QuestionKind, with_line
from rules_engine.quiz.scenario_tricks import end_of_hand, finished_trick
from rules_engine.scenarios.hand_history import MovePlayed
from rules_engine.scenarios.replay import Replay
from rules_engine.text.message import Text, as_text, say


class HandScore(QuestionKind):
    """Each side's score for a hand."""

    name = "hand-score"
    box = "taken"
    needs_bots = needs_context = needs_end = True
    counts_last: ClassVar[bool] = False
    """True if the last trick is counted already; otherwise the reader must judge it."""

    def at_step(self, run: Replay, place: int, choices: int | None) -> PlacedQuestion:
        """Return the question about the hand that the script finishes."""
        over = end_of_hand(run, place, self.name)
        trick, at = OpenTrick(run.moments[over].before, tuple(run.moments[over].before.trick)), over
        for back in range(over, -1, -1):
            if run.moments[back].step.deal is not None:
                break
            if run.moments[back].finished:
                trick, at = finished_trick(run.moments[back]), back
                break
        begun = _begin_of_trick([moment.before for moment in run.moments[:at + 1]])
        since = [sentence for moment in run.moments[at + 1:over + 1] if moment.move is not None
                 for sentence in _said_after(run.game, moment.before, moment.move, moment.events)]
        events = [told.event for told in run.moments[over].events]
        question = self.ask(run.game, run.moments[over].after, trick, begun, events, since)
        return PlacedQuestion(question, over + 1 if self.counts_last else at)

    def in_hand(self, game: Game[Position], hand: list[MovePlayed], rng: random.Random, rules: Sequence[str]) -> Candidates:
        """Yield the question about the hand's score, unless cards left in hands count, because those aren't shown."""
        last = max((place for place, step in enumerate(hand) if step.finishes), default=None)
        if last is None or not hand[-1].after.hand_over or any(
                event.kind == "hand" and event.cards for step in hand[last:] for event in step.events):
            return
        narrator = narrator_for(game)
        since = [sentence for step in hand[last + 1:]
                 for sentence in _said_after(game, step.before, step.move, narrator.events(step.after, step.events))]
        begun = _begin_of_trick([step.before for step in hand[:last + 1]])
        question = self.ask(game, hand[-1].after, open_trick(game, hand, last), begun, hand[-1].events, since)
        yield QuestionCandidate(question.rules, lambda: with_line(question, hand, None if self.counts_last else last))

    def ask(self, game: Game[Position], over: Position, last: OpenTrick, begun: Position, events: Sequence[Event],
            since: Sequence[Text]) -> Question:
        """Return the question.

        ``last`` is the last trick, and ``begun`` is the position before it, in which none of its cards count yet. ``events`` are
        the events of the last move and ``since`` the sentences about moves after the last trick.
        """
        assert over.hand_score is not None
        if self.counts_last:
            last, begun = OpenTrick(over, ()), _uncounted(over)
        narrator, seen = narrator_for(game), open_table(game, last._replace(before=begun))
        fields = tuple(AnswerField(name, (), points) for name, points in zip(narrator.score_names, over.hand_score, strict=True))
        sides = self.sides(game)
        return Question(
            game, self.name, say("The score of a hand"), before_score(seen, last.laid, since), self.prompt(game), False,
            tuple(fields[side] for side in sides), seen, last.laid, narrator.labels_to_hide(HandScore.name), over,
            counted=_counted(game, over, events, sides, self.about_reader))

    def sides(self, game: Game[Position]) -> Sequence[int]:
        """Return the indices of the sides whose score is asked for."""
        return range(len(game.score_sides()))

    def prompt(self, game: Game[Position]) -> Text:
        """Return the wording of the question."""
        return say("What does each {alone:player|side} score in this hand?", alone=len(game.score_sides()) == game.table.size)


def _counted(game: Game[Position], over: Position, events: Sequence[Event], sides: Sequence[int], own: bool) -> frozenset[str]:
    """Return the rules that gain or cost the sides points, and those that decide the hand. If ``own`` is set, include rules
    under which the reader's side scores nothing.
    """
    sheet, follows = game.sheet(over), list[Event]()
    game.announce(over, collect_events(follows))
    apart = {line.rule.id for line in sheet}.union(event.rule for event in follows)
    mine = game.score_sides()[sides[0]] if own else ()
    decide = {event.rule for event in events if event.kind == "hand" and event not in follows
              and (event.seat in mine or (event.seat is None and event.rule not in apart))}
    return frozenset(decide.union(line.rule.id for line in sheet if any(line.points[side] for side in sides)))


def _uncounted(over: Position) -> Position:
    """Return the end of a hand before its score is known: all tricks are counted, and no cards are left."""
    ended = over.copy()
    ended.hand_score, ended.hands, ended.trick, ended.last_trick = None, [[] for _ in over.hands], [], None
    return ended


def _begin_of_trick(line: Sequence[Position]) -> Position:
    """Return the position at the start of the last trick in a list of positions, or the first position."""
    return next((position for position in reversed(line) if not position.trick), line[0])


def _said_after(game: Game[Position], before: Position, move: Move, events: Sequence[EventText]) -> list[Text]:
    """Return sentences about a move after the last trick: its events other than the score or, if there are none, the move."""
    told = [as_text(each.sentence) for each in events if each.event.kind in ("called", "played") and each.sentence]
    return told or [narrator_for(game).move_sentence(before, before.actor, move)]


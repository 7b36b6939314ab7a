"""The review of a finished hand: the cost of each of the reader's choices, judged by what the reader could know at the time.

Each choice is checked quickly, and suspicious ones are analysed like a turn for which the reader asks for a hint. Both share one
analysis, so the review never criticizes a move that the coach advised. The costliest choices are also solved with all cards face
up, if the search is feasible. For comparison with the reader's result, bots play the same deal in all seats.
"""

from __future__ import annotations

import random
from collections.abc import Generator, Iterator
from functools import cached_property
from time import perf_counter as clock
from typing import NamedTuple

from rules_engine.api.bounded_cache import BoundedCache
from rules_engine.api.coach.coach import SLICE, average_result_text, named, progress
from rules_engine.api.coach.turn_analysis import turn_of
from rules_engine.api.hand_view import Reply
from rules_engine.api.session import Session
from rules_engine.bots import played_out
from rules_engine.bots.simulation import MoveEstimate, margin, mean
from rules_engine.core.model.moves import Move
from rules_engine.html.card_html import move_named
from rules_engine.html.slip import Slip, SlipAnswer
from rules_engine.html.table import BEST
from rules_engine.quiz.best_move import Proof, continuation_text, solve_incrementally
from rules_engine.text.message import NOTHING, Text, joined, say

TOLD = 3
"""Maximum number of choices to analyse fully and report; those with the highest estimated loss are selected."""
EXACTLY = say("One choice"), say("Two choices"), say("Three choices")
AT_LEAST = say("At least one choice"), say("At least two choices"), say("At least three choices")
"""Phrases for the number of choices that gave something away, from one to ``TOLD``."""
ENDING, GLANCE, SET = 6, 12_000, 2
"""Limits for puzzles from losses that the review doesn't report: the largest hand to solve with all cards face up, the nodes
searched for each choice, and the number of puzzles offered."""
LUCK = 10
"""Maximum number of times that bots play the deal. If the first two results are equal, there are no more."""


class GivenAway(NamedTuple):
    """One of the reader's choices that gave something away.

    ``place``   the number of moves made before it
    ``made``    the estimate of the move made
    ``best``    the better move
    ``reason``  the reason for the better move
    """

    place: int
    made: MoveEstimate
    best: Move
    reason: Text

    @property
    def lost(self) -> float:
        """The average amount given away."""
        return self.made.behind


class Review:
    """The review of a finished hand, computed in slices."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.places = [place for place in range(len(session.moves)) if session.chose(place)]
        self.given: list[GivenAway] = []
        self.opened: dict[int, Proof] = {}
        self.unseen: list[tuple[int, int]] = []     # (loss with all cards face up, move index) for choices that aren't reported
        self.looked, self.more = 0, False
        self.work = self._work()
        self.done = False

    def think(self) -> None:
        """Continue the analysis for one time slice."""
        begun = clock()
        while not self.done:
            self.done = next(self.work, self) is self
            if clock() - begun > SLICE:
                break

    def _work(self) -> Iterator[None]:
        suspects = list[tuple[float, int]]()
        for place in self.places:
            seems = yield from self._glance(place)
            if seems > 0:
                suspects.append((seems, place))
            self.looked += 1
        for _, place in sorted(suspects, reverse=True)[:TOLD]:
            yield from self._look(place)
        self.more = len(suspects) > TOLD
        self.given.sort(key=lambda given: -given.lost)
        for given in self.given:
            yield from self._open(given.place)
        self.given = [given for given in self.given if self._behind(given) != 0]
        told = {given.place for given in self.given}
        for place in self.places:
            if place not in told and self._ends(place):
                yield from self._reopen(place)
        self.unseen.sort(reverse=True)

    def _ends(self, place: int) -> bool:
        position = self.session.line[place].position
        return position.leader is not None and max(map(len, position.hands)) <= ENDING

    def _reopen(self, place: int) -> Iterator[None]:
        """Solve a choice with all cards face up. A loss that the reader couldn't foresee may still make a puzzle."""
        proof = yield from solve_incrementally(self.session.game, self.session.line[place].position, GLANCE)
        lost = 0 if proof is None else proof.most - proof.values[self.session.moves[place]]
        if lost:
            self.unseen.append((lost, place))

    def sets(self, place: int) -> bool:
        """Return whether a reported choice makes a puzzle: it was a card in a trick, and is proven to lose something."""
        proof = self.opened.get(place)
        return (proof is not None and self.session.line[place].position.leader is not None
                and proof.values[self.session.moves[place]] < proof.most)

    def _open(self, place: int) -> Iterator[None]:
        proof = yield from solve_incrementally(self.session.game, self.session.line[place].position)
        if proof is not None:
            self.opened[place] = proof

    def _glance(self, place: int) -> Generator[None, None, float]:
        """Estimate the loss caused by a choice with a quick check, yielding between steps; return 0 if there is none.

        If the turn has already been analysed, the result of that analysis is used.
        """
        turn = turn_of(self.session.at(place))
        if turn is None:        # if the hand didn't start from a deal, other deals can't be sampled
            return 0.0
        move = self.session.moves[place]
        if turn.done:
            tried = yield from turn.fared(move)
            return tried.behind if turn.judged.loses(tried) else 0.0
        return (yield from turn.seems(move))

    def _look(self, place: int) -> Iterator[None]:
        """Analyse a choice as for a hint, so that the review never criticizes a move that the coach advised."""
        turn = turn_of(self.session.at(place))
        assert turn is not None, "it was glanced at"
        while turn.think():
            yield
        tried = yield from turn.fared(self.session.moves[place])
        if turn.judged.loses(tried):
            self.given.append(GivenAway(place, tried, turn.judged.move, turn.judged.reason))

    def told(self) -> Slip:
        """Return a slip with the progress, or with the findings and a button for each choice that the reader can open."""
        if not self.done:
            part = self.looked / max(1, len(self.places))
            return Slip(say("I am looking at your choices: {n} of {all} …", n=self.looked, all=len(self.places)), kind="coach",
                        html=progress(part))
        answers = [SlipAnswer("choice", str(given.place), self._choice(given), self._better(given)) for given in self.given]
        answers += [self._puzzle(lost, place) for lost, place in self.unseen[:SET]]
        count = len(self.places)
        if not self.given:
            nothing = say("Nothing was clearly given away in your {n} {n:choice|choices}.", n=count)
            return Slip(nothing, [(self._luck, "")], "coach", answers)
        given = say("{n} of your {all} {all:choice|choices} gave something away, as far as you could know", n=len(self.given),
                    all=count)
        lead = say("At least {given}.", given=given) if self.more else say("{given}.", given=given)
        press = say("Press {several:one|it} to see it again.", several=len(self.given) > 1)
        return Slip(lead, [(joined([press, self._luck]), "")], "coach", answers)

    @property
    def summary(self) -> Text:
        """The finding in one sentence."""
        if not self.given:
            return joined([self._exact, say("Nothing was clearly given away: well played.")])
        dearest, choices = self.given[0], (AT_LEAST if self.more else EXACTLY)[len(self.given) - 1]
        where = say("trick {n}", n=self.session.trick_number(dearest.place)) if self._in_play(dearest) else say("before the play")
        return joined([self._exact, say(
            "{choices} could have been better{several:; the dearest|}: {where}, {amount}.", choices=choices,
            several=len(self.given) > 1 or self.more, where=where,
            amount=self.session.narrator.average_amount(dearest.lost))])

    @property
    def _exact(self) -> Text:
        """Praise for a side that took exactly the tricks it bid; otherwise empty."""
        session, position = self.session, self.session.position
        side = next((side for side in session.game.sides(position) if session.seat in side), ())
        bids = [bid for seat in side if (bid := session.narrator.wanted(position, seat)) is not None]
        if not bids or len(bids) < len(side) or sum(bids) != sum(position.tricks[seat] for seat in side):
            return NOTHING
        return say("Exactly the {n} you bid: well judged.", n=sum(bids))

    def _in_play(self, given: GivenAway) -> bool:
        return self.session.line[given.place].position.phase == "play"

    def _puzzle(self, lost: int, place: int) -> SlipAnswer:
        """Return the button that opens a puzzle from a choice that the reader couldn't know to be wrong."""
        narrator, number = self.session.narrator, self.session.trick_number(place)
        return SlipAnswer("own", str(place), say("Trick {n} as a puzzle", n=number),
                      say("with all cards open, {amount} {low:fewer|more}", amount=narrator.amount(str(lost)),
                          low=self.session.game.low_wins))

    def choice(self, place: int) -> Reply | None:
        """Return the feedback on one choice, with badges on the card played and on the better one; None if it isn't a reported
        loss."""
        given = next((given for given in self.given if given.place == place), None)
        if given is None:
            return None
        lead = joined([say("{choice}.", choice=self._choice(given)), say("{better}.", better=self._better(given))])
        yours, better = (move.other or move.card for move in (given.made.move, given.best))
        badges = {yours: say("you"), better: BEST} if yours is not better else {}
        return Reply(Slip(lead, [(text, "") for text in (given.reason, self._line(given)) if text], "coach"),
                     hints=[] if better is None else [better],
                     badges={card: badge for card, badge in badges.items() if card is not None})

    def _choice(self, given: GivenAway) -> Text:
        before = self.session.line[given.place].position
        called = self.session.narrator.move_request(before, given.made.move)
        number = self.session.trick_number(given.place)
        if before.phase != "play":
            return say("You chose to {call}", call=called)
        if given.made.move.verb != "play":
            return say("Trick {n}: you chose to {call}", n=number, call=called)
        return say("Trick {n}: your {move}", n=number, move=move_named(given.made.move))

    def _better(self, given: GivenAway) -> Text:
        narrator, behind = self.session.narrator, self._behind(given)
        better = say("better: {move}, by {amount}", move=named(self.session, given.best, given.place),
                     amount=narrator.average_amount(given.lost))
        if behind is None:
            return better
        return say("{better}; as the cards lay, yours cost you {amount}", better=better, amount=narrator.amount(str(behind)))

    def _behind(self, given: GivenAway) -> int | None:
        """Return the loss from a choice with all cards face up; None if it wasn't solved."""
        proof = self.opened.get(given.place)
        return None if proof is None else proof.most - proof.values[given.made.move]

    def _line(self, given: GivenAway) -> Text:
        """Return a sentence on the best line with all cards face up; empty if it wasn't found."""
        proof = self.opened.get(given.place)
        if proof is None:
            return NOTHING
        session, move = self.session, proof.best[0]
        moves = [made for _, made in proof.lines[move]]
        rest = continuation_text(session.narrator, session.line[given.place].position, moves)
        if not rest:
            return NOTHING
        return say("With all cards open, {move} was best: {rest}.", move=named(session, move, given.place), rest=rest)

    @cached_property
    def _luck(self) -> Text:
        """Sentence comparing the reader's result with that of bots in all seats; empty if the bots end the deal without a
        score."""
        session, seat, ends = self.session, self.session.seat, list[float]()
        assert seat is not None, "a hand that is looked back upon has a reader"
        for again in range(LUCK):
            end = played_out(session.game, session.line[0].position, random.Random(again))
            if end.hand_score is None:
                return NOTHING
            ends.append(margin(session.game, end, seat))
            if ends[1:] and len({*ends}) == 1:
                break
        mine, many = margin(session.game, session.position, seat), len(session.game.sides(session.position)) > 2
        others = say("the others{many:' average|}", many=many)
        would, did = (average_result_text(mean(ends), session.narrator, others),
                      average_result_text(mine, session.narrator, others))
        return say("You finished {did}. With bots in all seats this deal ends with you {would}; the others' play counts too.",
                   did=did, would=would)


_REVIEWS = BoundedCache[str, Review](1)
"""Cache for the latest review, by save."""


def review_of(session: Session, save: str) -> Review:
    """Return the cached review of a hand, or a new one."""
    if save not in _REVIEWS:
        _REVIEWS[save] = Review(session)
    return _REVIEWS[save]

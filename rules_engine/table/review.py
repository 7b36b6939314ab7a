"""A hand looked back upon: what each of the reader's choices gave away, by what the reader could know when making it.

Each choice is tried again as the coach tries moves, in deals that fitted what had been seen by then. Those that gave most
away are looked at with all cards open too, as far as that can be searched. What the cards were worth is another question: there
the same deal is played by bots in all seats.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import suppress
from functools import cached_property
from itertools import pairwise
from time import perf_counter as clock
from typing import TYPE_CHECKING, NamedTuple

from rules_engine.bots import played_out, who_plays_out
from rules_engine.bots.trials import Trials, Tried, ahead, mean
from rules_engine.bots.worlds import NoWorldFits
from rules_engine.core.position import Position
from rules_engine.core.seats import NUMBERS
from rules_engine.core.telling import amount, capital, counted
from rules_engine.table.coach import SLICE, about, named
from rules_engine.table.hand import Reply
from rules_engine.table.latest import Latest
from rules_engine.table.session import Session
from rules_engine.view.face import move_named
from rules_engine.view.slip import Answer, Slip

if TYPE_CHECKING:
    from rules_engine.scenario.best import Proof

WORLDS = 16
"""In so many deals each choice is tried."""
TOLD = 3
"""So many choices are told, those that gave most away."""
LUCK = 10
"""So often bots play the deal, where they don't play alike each time."""


class Given(NamedTuple):
    """A choice that gave something away: the move after the first ``place`` ones, how it fared, and the better one.

    ``reason``  why the game's bot would have made the better one, if it would
    """

    place: int
    made: Tried
    best: Tried
    reason: str

    @property
    def lost(self) -> float:
        """How much was given away."""
        return self.made.behind - self.best.behind


class Review:
    """What was found out so far about a hand that is over."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.places = [place for place in range(len(session.moves)) if session.chose(place)]
        self.given: list[Given] = []
        self.opened: dict[int, Proof] = {}
        self.looked = 0
        self.work = self._work()
        self.done = False

    def think(self) -> None:
        """Look on for a while."""
        begun = clock()
        while not self.done:
            self.done = next(self.work, self) is self
            if clock() - begun > SLICE:
                break

    def _work(self) -> Iterator[None]:
        for place in self.places:
            self.looked += 1
            with suppress(NoWorldFits):     # a hand that wasn't begun from its deal: nobody can say what might have been
                yield from self._look(place)
        for given in self._worst:
            yield from self._open(given.place)

    @property
    def _worst(self) -> list[Given]:
        return sorted(self.given, key=lambda given: -given.lost)[:TOLD]

    def _open(self, place: int) -> Iterator[None]:
        from rules_engine.scenario.best import opened  # it brings the solver, which nothing else needs

        proof = yield from opened(self.session.game, self.session.line[place].position)
        if proof is not None:
            self.opened[place] = proof

    def _look(self, place: int) -> Iterator[None]:
        session, position = self.session, self.session.line[place].position
        seat, made = position.actor, session.moves[place]
        view = session.game.view(position, seat, session.memory(seat, place))
        name, player = f"{session.setup.get('seed')}/{place}", who_plays_out(session.game)
        trials: Trials[Position] = Trials(view, player, random.Random(name), made)
        while trials.worlds < WORLDS and made in trials.asked and len(trials.asked) > 1:
            yield from trials.steps()
        results = trials.results()
        own = next(tried for tried in results if tried.move is made)
        if own.clearly_worse:
            usual = player.choose(view, random.Random(name), session.remarks(place))
            best = trials.advised(results, usual.move)
            self.given.append(Given(place, own, best, usual.reason if usual.move is best.move else ""))

    def told(self) -> Slip:
        """What was found, and where the reader may play on from."""
        if not self.done:
            return Slip(f"I am looking at your choices: {self.looked} of {len(self.places)} …", kind="coach")
        worst = self._worst
        answers = [Answer("choice", str(given.place), self._choice(given), self._better(given)) for given in worst]
        choices = f"your {counted(len(self.places), 'choice')}"
        if not worst:
            return Slip(f"Nothing was clearly given away in {choices}.", [(self._luck, "")], "coach")
        some = f"; these {NUMBERS[TOLD - 1]} cost most" if len(worst) < len(self.given) else ""
        lead = f"{len(self.given)} of {choices} gave something away, as far as you could know{some}."
        press = f"Press {'one' if worst[1:] else 'it'} to see it again."
        return Slip(lead, [(f"{press} {self._luck}", "")], "coach", answers)

    def choice(self, place: int) -> Reply | None:
        """What is to be said of one choice, with both cards; None where it gave nothing away as far as is known."""
        given = next((given for given in self.given if given.place == place), None)
        if given is None:
            return None
        lead = f"{self._choice(given)}. {capital(self._better(given))}."
        why = f"A bot in your place thinks: {given.reason}" if given.reason else ""
        yours, better = (move.other or move.card for move in (given.made.move, given.best.move))
        badges = {yours: "yours", better: "better"} if yours is not better else {}
        return Reply(Slip(lead, [(text, "") for text in (why, self._line(given)) if text], "coach"), hint=better,
                     badges={card: badge for card, badge in badges.items() if card is not None})

    def _choice(self, given: Given) -> str:
        before = self.session.line[given.place].position
        called = self.session.telling.call(before, given.made.move)
        line = self.session.line[:given.place + 1]
        number = 1 + sum(later.position.last_trick is not earlier.position.last_trick for earlier, later in pairwise(line))
        if before.phase != "play":
            return f"You chose to {called}"
        return f"Trick {number}: your {move_named(given.made.move)}" if given.made.move.verb == "play" else (
            f"Trick {number}: you chose to {called}")

    def _better(self, given: Given) -> str:
        best, unit = named(self.session, given.best.move, given.place), self.session.game.unit
        more = ""
        if (proof := self.opened.get(given.place)) is not None:
            behind = proof.most - proof.values[given.made.move]
            more = f"; as the cards lay, yours {f'cost you {amount(str(behind), unit)}' if behind else 'cost nothing'}"
        return f"better: {best}, by {about(given.lost, unit)}{more}"

    def _line(self, given: Given) -> str:
        """The best line with all cards open, where the choice gave something away so too."""
        from rules_engine.scenario.best import goes_on

        proof = self.opened.get(given.place)
        if proof is None or proof.values[given.made.move] == proof.most:
            return ""
        session, move = self.session, proof.best[0]
        moves = [made for _, made in proof.lines[move]]
        rest = goes_on(session.telling, session.line[given.place].position, moves)
        return f"With all cards open, {named(session, move, given.place)} was best: {rest}." if rest else ""

    @cached_property
    def _luck(self) -> str:
        """What bots in all seats make of the deal, beside what the reader made of it; nothing where they make no score."""
        session, seat, ends = self.session, self.session.seat or 0, list[float]()
        for again in range(LUCK):
            end = played_out(session.game, session.line[0].position, random.Random(again))
            if end.hand_score is None:
                return ""
            ends.append(ahead(session.game, end, seat))
            if ends[1:] and len({*ends}) == 1:
                break
        theirs, mine, unit = mean(ends), ahead(session.game, session.position, seat), session.game.unit
        others, they = ("the others' average", "it") if len(session.game.sides(session.position)) > 2 else ("the others", "them")
        would, did = _finished(theirs, unit, others), _finished(mine, unit, they)
        return f"A bot with your cards would have finished {would}; you finished {did}."


def _finished(ahead: float, unit: str, others: str) -> str:
    """Where somebody finished beside the others: ``about 2 points behind them``."""
    if abs(ahead) < 0.05:
        return f"level with {others}"
    return f"{about(abs(ahead), unit)} {'ahead of' if ahead > 0 else 'behind'} {others}"


_REVIEWS = Latest[str, Review](1)
"""The review of the latest save that one was asked for."""


def review_of(session: Session, save: str) -> Review:
    """The review of a hand, as far as it has come."""
    if save not in _REVIEWS:
        _REVIEWS[save] = Review(session)
    return _REVIEWS[save]

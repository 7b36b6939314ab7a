"""A puzzle's position explored: the reader moves for every seat, and each card shows how it compares with the best.

A message is a puzzle's (see `puzzle`) with ``explored``, the moves that the reader has tried from the puzzle's start; how
far the puzzle itself is solved stays as it is. Deeds are ``play``, ``pick`` and ``back``.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from rules_engine.core.cards import listed
from rules_engine.core.errors import TextError
from rules_engine.core.goals import SCORE
from rules_engine.core.happened import signed
from rules_engine.core.moves import Move
from rules_engine.core.rules import MoveRefused
from rules_engine.core.telling import capital
from rules_engine.scenario import Replay, write_scenario
from rules_engine.scenario.best import Proof, TooDeep, goal_of, valued, worth
from rules_engine.scenario.question import Unanswerable
from rules_engine.table.hand import Reply, Shows, pressed, refused
from rules_engine.table.latest import Latest
from rules_engine.table.session import SaveUnreadable, Session, what_if
from rules_engine.table.whatif import check_ways
from rules_engine.view.face import spoken
from rules_engine.view.links import Links
from rules_engine.view.play import Action
from rules_engine.view.puzzle import asked_at, badges, explore_bar, worth_of
from rules_engine.view.slip import Answer, Slip
from rules_engine.view.table import Choice, Table

LIMIT = 100_000
"""So many cards are looked at to say what the cards of one position are worth: a second or two in a browser."""
TOO_DEEP = "There are too many lines from here to say what each card is sure of. Play on: nearer the end it is said."
UNSURE = "Some line from here ends without a score, so no card is sure of one."
BEGINS = "You move for every seat. The best card is marked; each other shows how much less it is sure of."

_VALUED = Latest[tuple[str, tuple[Move, ...]], Proof | str](80)
"""What the latest positions were found to be worth, or why nobody can say."""


def explore_answer(run: Replay, message: dict[str, Any], links: Links) -> dict[str, Any]:
    """The table after what the reader did. Raises ``SaveUnreadable`` where the moves can't have been made."""
    place = asked_at(run)
    try:
        session = what_if(run, place, tuple(message["explored"]), reader=run.moments[place].before.to_act)
    except (MoveRefused, TextError) as error:
        raise SaveUnreadable(f"This puzzle can't be taken up where it was: {error}") from None
    deed, value, picked = pressed(session, message)
    reply: Reply | None = None
    try:
        if picked:
            check_ways(session, session.game.pack.card(picked))
        session = session.play(value) if deed == "play" else session.undo() if deed == "back" else session
    except MoveRefused as error:
        reply, picked = refused(session, error.verdict), ""
    shows = ExploreShows(session, links, reply, session.game.pack.card(picked) if picked else None)
    shows.begin(run)
    say = "Choose how to play it." if picked else shows.slip.told()
    over = session.position.to_act is None
    focus = "fs-answers" if picked else "" if reply else "fs-do-leave" if over else "fs-hand"
    say = spoken(session.game.pack, say)
    return {"html": shows.stage(), "say": say, "picked": picked, "moves": list(message.get("moves", ())),
            "explored": [move.text for move in session.moves], "focus": focus}


class ExploreShows(Shows):
    """The table of a puzzle on which the reader moves for every seat."""

    def begin(self, run: Replay) -> None:
        """Find out what the cards of the seat to act are worth, and what is to be said."""
        self.solver = run.moments[asked_at(run)].before.actor
        found = None if self.session.position.to_act is None else _found(run, self.session)
        self.proof = None if isinstance(found, str) else found
        if self.reply is None:
            answers = [self._worth(move) for move in self.moves if move.number is None]
            self.reply = Reply(_stands(self.session, found)._replace(answers=answers))

    def actions(self) -> list[Action]:
        """Take back, and back to the puzzle."""
        return explore_bar(begun=bool(self.session.moves))

    def table(self) -> Table:
        """The table, with the hand of the seat to act at its edge and what its cards are worth; of one taken up its ways tell."""
        table, turn = super().table(), self.session.position.to_act
        table.home, table.low = self.solver, self.solver if turn is None else turn
        worths = badges(self.session.game, self.proof) if self.proof else {}
        table.badges = {card: worth for card, worth in worths.items() if card is not self.picked}
        return table

    def ways(self, choice: Choice) -> list[Answer]:
        """The ways in which a card can be played, each with what it is worth."""
        *ways, none = super().ways(choice)
        return [*(self._rated(way, move) for way, move in zip(ways, choice.moves, strict=True)), none]

    def _worth(self, move: Move) -> Answer:
        """A move without a card, as an answer."""
        return self._rated(self._answer(move), move)

    def _rated(self, way: Answer, move: Move) -> Answer:
        if self.proof is None or move not in self.proof.values:
            return way
        return way._replace(means=", ".join(filter(None, [way.means, worth_of(self.proof, move)])))


def _found(run: Replay, session: Session) -> Proof | str:
    """What the cards of the seat to act are worth for its own side; in words why that can't be said."""
    name = json.dumps(write_scenario(run.scenario), sort_keys=True), session.moves
    if name not in _VALUED:
        start, goal = run.moments[asked_at(run)].before, goal_of(run.game, run.scenario)
        side = next((side for side in run.game.sides(start) if start.actor in side), (start.actor,))
        wanted = goal if session.position.actor in side else SCORE     # a goal is the solver's own; the others play for points
        try:
            _VALUED[name] = valued(run.game, session.position, wanted, LIMIT)
        except TooDeep:
            _VALUED[name] = TOO_DEEP
        except Unanswerable:
            _VALUED[name] = UNSURE
    return _VALUED[name]


def _stands(session: Session, found: Proof | str | None) -> Slip:
    """Who is to act and what that side is sure of, or what the hand came to; and who took the trick just finished."""
    trick = [(told.sentence, told.event.rule) for told in session.told(len(session.moves)) if told.event.kind == "trick"]
    if found is None:
        return Slip(_result(session), trick, "end")
    position, table = session.position, session.telling.table
    does = capital(table.does(position.actor, "plays" if position.trick else "leads"))
    more: Sequence[tuple[str, str]] = trick if session.moves else [(BEGINS, "")]
    if isinstance(found, str):
        return Slip(f"{does}.", [(found, ""), *more], "now")
    sure = table.does(found.side, f"is {worth(found.goal, found.most)}")
    return Slip(f"{does}. {found.goal.words}: {sure}." if found.goal.yes else f"{does}: {sure}.", more, "now")


def _result(session: Session) -> str:
    score = session.position.hand_score or ()
    sides = zip(session.telling.score_names, score, strict=bool(score))
    return f"{listed(f'{name} {signed(points)}' for name, points in sides)}." if score else "Nobody is to move any more."

"""The questions a scenario puts. No answer is written anywhere: the engine works each out, with its reasons."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import NamedTuple

from rules_engine.core.errors import RulesEngineError
from rules_engine.core.game import Game
from rules_engine.core.moves import Move
from rules_engine.core.position import Position
from rules_engine.core.telling import Finding, Told, telling_of
from rules_engine.core.tricks import Laid
from rules_engine.scenario.model import Ask
from rules_engine.scenario.run import Moment, Replay


class Unanswerable(RulesEngineError):
    """A question that has no answer where it is put; the message says why and what to do."""


class Option(NamedTuple):
    """One option: its ``value`` as text, whether it is right, and the finding that says why."""

    value: str
    right: bool
    why: Finding | None
    move: Move | None = None


class Part(NamedTuple):
    """One thing to answer: a choice among ``options``, or the number ``answer`` where there are none."""

    label: str
    options: tuple[Option, ...]
    answer: int | None = None


class Question(NamedTuple):
    """A question with its answer.

    ``game``      the game it is about
    ``many``      true where every right option is to be marked, false where there is one a part
    ``position``  the position that the reader looks at
    ``laid``      the trick that the reader looks at
    ``reasons``   why the answer is what it is
    """

    game: Game[Position]
    kind: str
    prompt: str
    many: bool
    parts: tuple[Part, ...]
    position: Position
    laid: tuple[Laid, ...]
    reasons: tuple[Finding, ...]


def answer(run: Replay, place: int) -> Question:
    """The question of the step at ``place``, answered. Raises ``Unanswerable``."""
    ask = run.scenario.script[place].ask
    assert ask is not None
    return _KINDS[ask.kind](run, place, ask)


def ask_legal(game: Game[Position], position: Position, ask: Ask, seed: int = 0) -> Question:
    """Which moves may the seat to act make? Each move it could try is an option, with its reason."""
    if position.to_act is None:
        raise Unanswerable("legal-moves: nobody is to move here; ask before a seat's move")
    options = [_judged(game, position, move) for move in game.candidates(position)]
    who = game.table.names[position.to_act]
    told = f"What may {who} play?" if position.phase == "play" else f"What may {who} do?"
    if position.phase == "play" and not position.trick:
        told = f"What may {who} lead?"
    return Question(game, "legal-moves", told, True, (Part("", _shorten(options, ask.choices, seed)),), position,
                    tuple(position.trick), ())


def ask_winner(game: Game[Position], position: Position, laid: tuple[Laid, ...]) -> Question:
    """Who takes this trick?"""
    chain = tuple(telling_of(game).chain(position, laid))
    parts = tuple(Part(label, _seats(game, winner, chain[-1]))
                  for label, winner in game.winners(position, laid).items())
    return Question(game, "trick-winner", "Who takes this trick?", False, parts, position, laid, chain)


def ask_leader(game: Game[Position], position: Position, laid: tuple[Laid, ...], leader: int,
               events: Sequence[Told]) -> Question:
    """Who leads next? ``events`` are those of the trick's last card; the one about the lead is the reason."""
    lead = [told for told in events if told.event.kind == "lead"]
    why = [Finding(told.event.rule, True, told.sentence, told.event.cards) for told in lead[-1:]]
    chain = telling_of(game).chain(position, laid)
    parts = (Part("", _seats(game, leader, why[0] if why else None)),)
    return Question(game, "next-leader", "Who leads next?", False, parts, position, laid, (*chain, *why))


def ask_score(game: Game[Position], over: Position) -> Question:
    """What does each side score in this hand?"""
    assert over.hand_score is not None
    parts = tuple(Part(name, (), points) for name, points in zip(game.score_names, over.hand_score, strict=True))
    return Question(game, "hand-score", "What does each score in this hand?", False, parts, over, (),
                    tuple(telling_of(game).score(over)))


def _ask_legal(run: Replay, place: int, ask: Ask) -> Question:
    return ask_legal(run.game, _moment(run, place).before, ask)


def _ask_winner(run: Replay, place: int, ask: Ask) -> Question:
    position, laid, _ = _trick_at(run, place)
    return ask_winner(run.game, position, laid)


def _ask_leader(run: Replay, place: int, ask: Ask) -> Question:
    position, laid, moment = _trick_at(run, place)
    if moment is None:
        raise Unanswerable("next-leader: the script never finishes this trick; play its last card in the script")
    leader = moment.after.leader
    if leader is None:
        raise Unanswerable("next-leader: the hand ends with this trick, so nobody leads next")
    return ask_leader(run.game, position, laid, leader, moment.events)


def _ask_score(run: Replay, place: int, ask: Ask) -> Question:
    for moment in run.moments[place:]:
        if moment.step.deal is not None:
            break
        if moment.after.hand_over:
            return ask_score(run.game, moment.after)
    raise Unanswerable("hand-score: the script never finishes this hand; play it to its end in the script")


def _ask_best(run: Replay, place: int, ask: Ask) -> Question:
    raise Unanswerable("best-move: this version has no solver, so it can't prove an answer; use another ask")


_KINDS = {"legal-moves": _ask_legal, "trick-winner": _ask_winner, "next-leader": _ask_leader,
          "hand-score": _ask_score, "best-move": _ask_best}


def _moment(run: Replay, place: int) -> Moment:
    if place >= len(run.moments):
        raise Unanswerable("the script stops before this step")
    return run.moments[place]


def _trick_at(run: Replay, place: int) -> tuple[Position, tuple[Laid, ...], Moment | None]:
    """The trick in question: the one that the script finishes next, else the one that lies, else the last one."""
    here = _moment(run, place).before
    if here.trick or run.scenario.script[place].move is not None:
        for moment in run.moments[place:]:
            if moment.step.deal is not None:
                break
            if moment.after.last_trick is not moment.before.last_trick and moment.after.last_trick is not None:
                return moment.before, moment.after.last_trick.laid, moment
        if here.trick:
            return here, tuple(here.trick), None
    for moment in reversed(run.moments[:place]):
        if moment.after.last_trick is not moment.before.last_trick and moment.after.last_trick is not None:
            return moment.before, moment.after.last_trick.laid, moment
    raise Unanswerable("no trick lies on the table here, and none was finished before: ask at a step that plays to one")


def _judged(game: Game[Position], position: Position, move: Move) -> Option:
    verdict = game.judge(position, move)
    findings = telling_of(game).explain(position, verdict)
    return Option(move.text, verdict.legal, findings[-1] if findings else None, move)


def _seats(game: Game[Position], right: int, why: Finding | None) -> tuple[Option, ...]:
    return tuple(Option(name, seat == right, why if seat == right else None)
                 for seat, name in enumerate(game.table.names))


def _shorten(options: list[Option], most: int | None, seed: int) -> tuple[Option, ...]:
    """At most ``most`` options, every right one among them, in their order."""
    if most is None or len(options) <= most:
        return tuple(options)
    wrong = [option for option in options if not option.right]
    room = max(most - (len(options) - len(wrong)), 0)
    kept = random.Random(f"choices/{seed}").sample(wrong, min(room, len(wrong)))
    return tuple(option for option in options if option.right or option in kept)

"""Fresh questions without end: a seed gives a deal, random play gives a position, the engine gives the answer.

A fresh question about a rule is one in which that rule really decides something: it refuses an option, or the
trick shows it.
"""

from __future__ import annotations

import random
from typing import NamedTuple

from rules_engine.core.errors import RulesEngineError
from rules_engine.core.game import Game
from rules_engine.core.position import Position
from rules_engine.core.telling import Told, telling_of
from rules_engine.core.tricks import Laid
from rules_engine.scenario.ask import Question, ask_leader, ask_legal, ask_score, ask_winner
from rules_engine.scenario.model import Ask

TRIES = 400
CHOICES = 8
"""The most options of a fresh question about what may be done."""


class NoQuestion(RulesEngineError):
    """No deal among many gave a question of this kind."""


def fresh_question(game: Game[Position], kind: str, seed: int, rules: tuple[str, ...] = ()) -> Question:
    """A question of a kind, the same for the same game and seed; about one of ``rules`` if that can be had."""
    fallback: Question | None = None
    for attempt in range(TRIES):
        rng = random.Random(f"quiz/{game.id}/{game.variant}/{game.table.size}/{kind}/{seed}/{attempt}")
        question = _MAKERS[kind](game, rng, seed * TRIES + attempt)
        if question is None:
            continue
        if not rules or _spoken(question) & set(rules):
            return question
        fallback = fallback or question
        if attempt > TRIES // 4:
            break
    if fallback is None:
        raise NoQuestion(f"no fresh {kind} question could be made for {game.name}")
    return fallback


def _spoken(question: Question) -> set[str]:
    findings = [option.why for part in question.parts for option in part.options if option.why]
    refusing = {finding.rule for finding in findings if not finding.permits}
    return refusing | {finding.rule for finding in question.reasons}


def _legal(game: Game[Position], rng: random.Random, seed: int) -> Question | None:
    """A choice with something to forbid and something to allow, in whatever phase of the hand the rules bind."""
    found, position = list[Position](), game.deal(seed)
    while position.to_act is not None:
        legal = game.legal(position)
        if len(legal) < min(CHOICES, len(game.candidates(position))):
            found.append(position.copy())
        game.advance(position, rng.choice(legal))
    if not found:
        return None
    return ask_legal(game, rng.choice(found), Ask("legal-moves", CHOICES), rng.randrange(1 << 30))


def _winner(game: Game[Position], rng: random.Random, seed: int) -> Question | None:
    found = _finished_trick(game, rng, seed)
    return ask_winner(game, found.before, found.laid) if found else None


def _leader(game: Game[Position], rng: random.Random, seed: int) -> Question | None:
    found = _finished_trick(game, rng, seed)
    if found is None or found.leader is None:
        return None
    return ask_leader(game, found.before, found.laid, found.leader, found.events)


def _score(game: Game[Position], rng: random.Random, seed: int) -> Question | None:
    position = game.deal(seed)
    while position.to_act is not None:
        game.advance(position, rng.choice(game.legal(position)))
    return ask_score(game, position) if position.hand_over else None


class _Finished(NamedTuple):
    """A trick somewhere in a hand: the position before its last card, who leads after it, and what happened."""

    before: Position
    laid: tuple[Laid, ...]
    leader: int | None
    events: list[Told]


def _finished_trick(game: Game[Position], rng: random.Random, seed: int) -> _Finished | None:
    position = game.deal(seed)
    tricks = rng.randrange(1, 5)
    while position.to_act is not None:
        before = position
        position, events = game.make(position, rng.choice(game.legal(position)))
        if position.last_trick is not before.last_trick and position.last_trick is not None:
            tricks -= 1
            if not tricks:
                told = telling_of(game).events(position, events)
                return _Finished(before, position.last_trick.laid, position.leader, told)
    return None


_MAKERS = {"legal-moves": _legal, "trick-winner": _winner, "next-leader": _leader, "hand-score": _score}

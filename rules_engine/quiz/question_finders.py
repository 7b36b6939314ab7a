"""The possible questions about a hand: for each kind, the points in the hand at which it can be asked, and the rules that decide
it.

A fresh question must require some thought: a question about legal moves needs legal and illegal moves, and the verb alone must
not reveal the answer.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Collection, Container, Iterator, Sequence
from functools import partial
from typing import NamedTuple

from rules_engine.core.game.game import Game
from rules_engine.core.model.moves import Move
from rules_engine.core.positions.position import Position
from rules_engine.narration.narrator import narrator_for
from rules_engine.quiz import fact_questions
from rules_engine.quiz.open_trick import OpenTrick
from rules_engine.quiz.question import Question, Unanswerable
from rules_engine.quiz.questions import (
    READER,
    are_numbers,
    around_the_limit,
    ask_beats,
    ask_dealer,
    ask_leader,
    ask_legal,
    ask_match,
    ask_score,
    ask_winner,
    begun_of,
    said_after,
)
from rules_engine.scenarios.hand_history import MovePlayed

CHOICES = 6
"""Maximum number of options in a numeric question."""
MOST = 12
"""Maximum size of a hand whose cards are all options."""
MOST_LIKE = 40
"""Maximum size of a hand from which some cards are chosen as options, in a question resembling an example."""
LAST = 2
"""Number of tricks at the end of a hand after which the question whether the hand is over may be asked."""
FEWEST = 3
"""Minimum number of cards in a trick that a question is about."""


class QuestionCandidate(NamedTuple):
    """A possible question about a hand: the rules that decide it, its factory, and the seat that it is about."""

    rules: Collection[str]
    ask: Callable[[], Question]
    seat: int = READER


Askables = Iterator[QuestionCandidate]


def refusers(game: Game[Position], rules: Collection[str]) -> tuple[str, ...]:
    """Return the rules in ``rules`` that can refuse a move."""
    return tuple(rule.id for rule in game.rules if rule.can_refuse and rule.id in rules)


# ---- legal moves

def _legal_move_questions(game: Game[Position], hand: list[MovePlayed], rng: random.Random, rules: Sequence[str]) -> Askables:
    """Yield questions about the turns that need thought; in a hand resembling an example, also turns in which all moves or only
    one are legal."""
    for place, step in enumerate(hand):
        ask = partial(_ask_moves, game, hand, place, rng, rules)
        if _is_interesting(game, step.before, MOST if step.from_deal else MOST_LIKE):
            yield QuestionCandidate(_refusing(game, step.before) if rules else (), ask, step.before.actor)
        elif not step.from_deal and _allows_trivial(game, step.before, rules):
            yield QuestionCandidate(ask().rules, ask, step.before.actor)


def _allows_trivial(game: Game[Position], position: Position, rules: Collection[str]) -> bool:
    """Return whether the rules can be practised in a turn without a real choice.

    This is the case if none of the rules refuses moves, or if no move uses a card.
    """
    moves = game.candidates(position)
    return 1 < len(moves) <= MOST and (
        not refusers(game, rules) or all(move.card is None for move in moves))


def _refusing(game: Game[Position], position: Position) -> set[str]:
    """Return the rules that refuse a move in this position."""
    moves, found = game.candidates(position), set[str]()
    for rule in game.asked(position):
        left = moves if rule.offers else rule(position, moves)
        if len(left) < len(moves):
            found.add(rule.id)
        moves = left
    return found


def _beating_questions(game: Game[Position], hand: list[MovePlayed], rng: random.Random, rules: Sequence[str]) -> Askables:
    """Yield questions about the reader's turns in which some but not all legal cards would be winning the trick."""
    for place, step in enumerate(hand):
        before = step.before
        if before.phase == "play" and before.trick and before.actor == READER and step.move.verb == "play":
            question = ask_beats(game, before, _number(hand, place))
            if len({option.right for option in question.parts[0].options}) > 1:
                yield QuestionCandidate(question.rules, partial(_with_its_hand, question, hand, place))


def _is_interesting(game: Game[Position], position: Position, most: int) -> bool:
    moves, legal = game.candidates(position), set(game.legal(position))
    if not 1 < len(legal) < len(moves) or (len(moves) > most and not are_numbers(moves)):
        return False
    return not {move.verb for move in legal}.isdisjoint(move.verb for move in moves if move not in legal)


def _ask_moves(game: Game[Position], hand: list[MovePlayed], place: int, rng: random.Random, rules: Sequence[str]) -> Question:
    before = hand[place].before
    moves = game.candidates(before)
    few = partial(around_the_limit, CHOICES, rng) if are_numbers(moves) else partial(_some, rng) if len(moves) > MOST else None
    return _with_its_hand(ask_legal(game, before, few, rules, _number(hand, place)), hand, place)


def _some(rng: random.Random, moves: Sequence[Move], legal: Container[Move]) -> list[Move]:
    """Return some legal and some illegal cards."""
    right = [move for move in moves if move in legal]
    wrong = [move for move in moves if move not in legal]
    few = rng.sample(wrong, min(len(wrong), rng.randrange(1, CHOICES - 1)))
    kept = {*few, *rng.sample(right, min(len(right), CHOICES - len(few)))}
    return [move for move in moves if move in kept]


# ---- tricks

def _winner_questions(game: Game[Position], hand: list[MovePlayed], rng: random.Random, rules: Sequence[str]) -> Askables:
    for place, trick in _finished(game, hand):
        yield _about(game, trick, hand, place, partial(ask_winner, game, trick))


def _leaders(game: Game[Position], hand: list[MovePlayed], rng: random.Random, rules: Sequence[str]) -> Askables:
    for place, trick in _finished(game, hand):
        leader = hand[place].after.leader
        if leader is not None and any(event.kind == "lead" for event in hand[place].events):
            yield _about(game, trick, hand, place, partial(ask_leader, game, trick, leader))


def _finished(game: Game[Position], hand: list[MovePlayed]) -> Iterator[tuple[int, OpenTrick]]:
    """Yield the hand's tricks with enough cards, each with the index of its last step."""
    for place, step in enumerate(hand):
        if step.finishes:
            trick = _open_trick(game, hand, place)
            if len(trick.laid) >= FEWEST:
                yield place, trick


def _open_trick(game: Game[Position], hand: list[MovePlayed], place: int) -> OpenTrick:
    """Return the trick finished by the step at index ``place``."""
    step = hand[place]
    assert step.after.last_trick is not None
    return OpenTrick(step.before, step.after.last_trick.laid, narrator_for(game).events(step.after, step.events),
                 _number(hand, place))


def _number(hand: Sequence[MovePlayed], place: int) -> int | None:
    """Return the number of the trick in which the step is made, or None if unknown."""
    return sum(step.finishes for step in hand[:place]) + 1 if hand[0].from_deal else None


def _about(
    game: Game[Position], trick: OpenTrick, hand: list[MovePlayed], place: int, ask: Callable[[], Question]
) -> QuestionCandidate:
    rules = {finding.rule for finding in narrator_for(game).trick_explanation(trick.before, trick.laid)}
    rules |= {told.event.rule for told in trick.events if told.event.kind in ("trick", "lead")}
    return QuestionCandidate(rules, lambda: _with_its_hand(ask(), hand, place))


# ---- scores

def _own_score(game: Game[Position], hand: list[MovePlayed], rng: random.Random, rules: Sequence[str]) -> Askables:
    """Yield the question about the reader's score."""
    return _scores(game, hand, rng, rules, own=True)


def _scores(game: Game[Position], hand: list[MovePlayed], rng: random.Random, rules: Sequence[str],
            own: bool = False) -> Askables:
    """Yield the question about the hand's score, unless cards left in hands count, because those aren't shown."""
    last = max((place for place, step in enumerate(hand) if step.finishes), default=None)
    if last is None or not hand[-1].after.hand_over or any(
            event.kind == "hand" and event.cards for step in hand[last:] for event in step.events):
        return
    narrator = narrator_for(game)
    since = [sentence for step in hand[last + 1:]
             for sentence in said_after(game, step.before, step.move, narrator.events(step.after, step.events))]
    begun = begun_of([step.before for step in hand[:last + 1]])
    question = ask_score(game, hand[-1].after, _open_trick(game, hand, last), begun, hand[-1].events, since, own)
    yield QuestionCandidate(question.rules, lambda: _with_its_hand(question, hand, last))


def _dealers(game: Game[Position], hand: list[MovePlayed], rng: random.Random, rules: Sequence[str]) -> Askables:
    """Yield the question about the next dealer."""
    over, told = hand[-1].after, narrator_for(game).events(hand[-1].after, hand[-1].events)
    if game.next_dealer(over) is not None and any(each.event.kind == "hand" and each.event.seat is not None for each in told):
        yield QuestionCandidate((told[-1].event.rule,), lambda: ask_dealer(game, over, told)._replace(
            start=hand[0].before, line=tuple(step.move for step in hand)))


def _matches(game: Game[Position], hand: list[MovePlayed], rng: random.Random, rules: Sequence[str]) -> Askables:
    """Yield the question about the winner of the match."""
    question = ask_match(game, hand[-1].after)
    yield QuestionCandidate(
        question.rules, lambda: question._replace(start=hand[0].before, line=tuple(step.move for step in hand))
    )


# ---- questions answered by the game's phrasebook

def _fact_questions(
    kind: str, game: Game[Position], hand: list[MovePlayed], rng: random.Random, rules: Sequence[str]
) -> Askables:
    """Yield the questions about tricks that the game itself answers."""
    tricks = [*_finished(game, hand)]
    if kind == "suits":
        tricks.insert(0, (0, OpenTrick(hand[0].before, ())))
    for place, trick in tricks[-LAST:] if kind == "hand-over" else tricks:
        for ask in _asks_of(kind, game, trick, hand[place]):
            question = _if_any(ask)
            if question is not None and len({option.right for option in question.parts[0].options}) > 1:
                yield QuestionCandidate(question.rules, partial(_with_its_hand, question, hand, place))


def _asks_of(kind: str, game: Game[Position], trick: OpenTrick, step: MovePlayed) -> list[Callable[[], Question]]:
    """Return factories for one kind of question about a trick."""
    if kind == "card-worth":
        return [partial(fact_questions.ask_worth, game, trick, laid.card) for laid in trick.laid]
    return [partial(fact_questions.ask_over, game, trick, step.after) if kind == "hand-over" else
            partial(fact_questions.ask_suits, game, kind, trick)]


def _if_any(ask: Callable[[], Question]) -> Question | None:
    try:
        return ask()
    except Unanswerable:
        return None


def _bids(game: Game[Position], hand: list[MovePlayed], rng: random.Random, rules: Sequence[str]) -> Askables:
    """Yield the questions about bids that the game itself answers."""
    for place, step in enumerate(hand):
        for move in dict.fromkeys((step.move, game.legal(step.before)[-1])):
            question = _if_any(partial(fact_questions.ask_bid, game, step.before, move))
            if question is not None:
                yield QuestionCandidate(question.rules, partial(_with_its_hand, question, hand, place))


def _with_its_hand(question: Question, hand: list[MovePlayed], place: int) -> Question:
    return question._replace(start=hand[0].before, line=tuple(step.move for step in hand[:place]))


FINDERS: dict[str, Callable[[Game[Position], list[MovePlayed], random.Random, Sequence[str]], Askables]] = {
    "legal-moves": _legal_move_questions,
    "what-beats": _beating_questions,
    "trick-winner": _winner_questions,
    "next-leader": _leaders,
    "own-score": _own_score,
    "hand-score": _scores,
    "next-dealer": _dealers,
    "bid-brings": _bids,
    "match-winner": _matches,
    **{kind: partial(_fact_questions, kind) for kind in ("suit-led", "suits", "card-worth", "hand-over")},
}

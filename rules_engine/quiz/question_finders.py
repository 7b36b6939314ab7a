"""What a hand that was played can be asked about: each kind of question finds its places, and the rules that decide there.

A fresh question takes some thought: what may be done is asked where more than one thing may, others may not, and the verb
alone doesn't tell which.
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
"""The most options where numbers are to be chosen."""
MOST = 12
"""The most options where a whole hand is."""
MOST_LIKE = 40
"""The most cards of a hand of which some are asked about, in a question like an example."""
LAST = 2
"""Whether a hand is over is asked of so many tricks, the last ones."""
FEWEST = 3
"""A question about a trick has so many cards at least."""


class QuestionCandidate(NamedTuple):
    """Something in a hand that can be asked about: the rules that decide in it, what makes the question, who is asked."""

    rules: Collection[str]
    ask: Callable[[], Question]
    seat: int = READER


Askables = Iterator[QuestionCandidate]


def refusers(game: Game[Position], rules: Collection[str]) -> tuple[str, ...]:
    """Return those of some rules that refuse something."""
    return tuple(rule.id for rule in game.rules if rule.can_refuse and rule.id in rules)


# ---- what may be done

def _legal_move_questions(game: Game[Position], hand: list[MovePlayed], rng: random.Random, rules: Sequence[str]) -> Askables:
    """Every turn that takes thought; of a hand like an example also one in which all may be done, or only one thing."""
    for place, step in enumerate(hand):
        ask = partial(_ask_moves, game, hand, place, rng, rules)
        if _is_interesting(game, step.before, MOST if step.from_deal else MOST_LIKE):
            yield QuestionCandidate(_refusing(game, step.before) if rules else (), ask, step.before.actor)
        elif not step.from_deal and _allows_trivial(game, step.before, rules):
            yield QuestionCandidate(ask().rules, ask, step.before.actor)


def _allows_trivial(game: Game[Position], position: Position, rules: Collection[str]) -> bool:
    """Whether a turn without a choice, or without a limit to it, is what the rules are about: they let one do something, or it
    isn't about cards.
    """
    moves = game.candidates(position)
    return 1 < len(moves) <= MOST and (
        not refusers(game, rules) or all(move.card is None for move in moves))


def _refusing(game: Game[Position], position: Position) -> set[str]:
    """The rules that refuse a move here."""
    moves, found = game.candidates(position), set[str]()
    for rule in game.asked(position):
        left = moves if rule.offers else rule(position, moves)
        if len(left) < len(moves):
            found.add(rule.id)
        moves = left
    return found


def _beating_questions(game: Game[Position], hand: list[MovePlayed], rng: random.Random, rules: Sequence[str]) -> Askables:
    """Every turn of the reader's in which some of the cards that may be played would be ahead, and others not."""
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
    """Of many cards some that are right and some that aren't."""
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
    """The hand's tricks of some cards, each with the place of its last."""
    for place, step in enumerate(hand):
        if step.finishes:
            trick = _open_trick(game, hand, place)
            if len(trick.laid) >= FEWEST:
                yield place, trick


def _open_trick(game: Game[Position], hand: list[MovePlayed], place: int) -> OpenTrick:
    """The trick that the step at ``place`` finishes."""
    step = hand[place]
    assert step.after.last_trick is not None
    return OpenTrick(step.before, step.after.last_trick.laid, narrator_for(game).events(step.after, step.events),
                 _number(hand, place))


def _number(hand: Sequence[MovePlayed], place: int) -> int | None:
    """Which trick of the hand it is at this place, where that is known."""
    return sum(step.finishes for step in hand[:place]) + 1 if hand[0].from_deal else None


def _about(
    game: Game[Position], trick: OpenTrick, hand: list[MovePlayed], place: int, ask: Callable[[], Question]
) -> QuestionCandidate:
    rules = {finding.rule for finding in narrator_for(game).trick_explanation(trick.before, trick.laid)}
    rules |= {told.event.rule for told in trick.events if told.event.kind in ("trick", "lead")}
    return QuestionCandidate(rules, lambda: _with_its_hand(ask(), hand, place))


# ---- the score

def _own_score(game: Game[Position], hand: list[MovePlayed], rng: random.Random, rules: Sequence[str]) -> Askables:
    """What the reader scores."""
    return _scores(game, hand, rng, rules, own=True)


def _scores(game: Game[Position], hand: list[MovePlayed], rng: random.Random, rules: Sequence[str],
            own: bool = False) -> Askables:
    """The score of a hand that was played, if no card counts but those of tricks: what is left in hands isn't shown."""
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
    """Who deals next."""
    over, told = hand[-1].after, narrator_for(game).events(hand[-1].after, hand[-1].events)
    if game.next_dealer(over) is not None and any(each.event.kind == "hand" and each.event.seat is not None for each in told):
        yield QuestionCandidate((told[-1].event.rule,), lambda: ask_dealer(game, over, told)._replace(
            start=hand[0].before, line=tuple(step.move for step in hand)))


def _matches(game: Game[Position], hand: list[MovePlayed], rng: random.Random, rules: Sequence[str]) -> Askables:
    """Who has won the match, if anybody."""
    question = ask_match(game, hand[-1].after)
    yield QuestionCandidate(
        question.rules, lambda: question._replace(start=hand[0].before, line=tuple(step.move for step in hand))
    )


# ---- what the game's words answer

def _fact_questions(
    kind: str, game: Game[Position], hand: list[MovePlayed], rng: random.Random, rules: Sequence[str]
) -> Askables:
    """Every trick of which there is something to ask."""
    tricks = [*_finished(game, hand)]
    if kind == "suits":
        tricks.insert(0, (0, OpenTrick(hand[0].before, ())))
    for place, trick in tricks[-LAST:] if kind == "hand-over" else tricks:
        for ask in _asks_of(kind, game, trick, hand[place]):
            question = _if_any(ask)
            if question is not None and len({option.right for option in question.parts[0].options}) > 1:
                yield QuestionCandidate(question.rules, partial(_with_its_hand, question, hand, place))


def _asks_of(kind: str, game: Game[Position], trick: OpenTrick, step: MovePlayed) -> list[Callable[[], Question]]:
    """What makes the questions of a kind about a trick."""
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
    """Every bid of which it can be said what it brings."""
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

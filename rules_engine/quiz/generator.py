"""A generator for an unlimited number of fresh questions: a seed determines a deal, the hand is played to its end, and the engine
finds questions and answers in it. All positions are therefore reachable and consistent. Cards are played at random, but the
game's bot makes decisions that need judgement, such as bids. For questions about the score, bots play the hand.

A question is about a rule if the rule decides it, because it refuses an option or applies in the trick shown. Learners are asked
only questions that depend on rules they have been taught; other options or questions are omitted. Questions need wrong options:
if a rule refuses nothing, every second question is about another rule.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Collection, Iterator, Sequence
from operator import attrgetter
from typing import NamedTuple

from rules_engine.core.game.game import Game
from rules_engine.core.model.cards import FACE_DOWN, Card
from rules_engine.core.model.errors import RulesEngineError
from rules_engine.core.model.moves import Move
from rules_engine.core.positions.position import Position
from rules_engine.narration.narrator import narrator_for
from rules_engine.quiz.kinds import KINDS
from rules_engine.quiz.question import Question
from rules_engine.quiz.question_kind import READER, QuestionCandidate, QuestionKind, refusers
from rules_engine.quiz.questions import answer
from rules_engine.quiz.rules_shown import rules_in_play
from rules_engine.quiz.setup_variation import vary_setup
from rules_engine.scenarios.hand_history import MovePlayed, play_hand, play_line, play_out
from rules_engine.scenarios.replay import Replay

TRIES = 400
TRIES_TAUGHT = 20
"""Maximum number of hands tried for a learner. If none gives a question, the step in the course continues without a fresh
question."""
TRIES_LIKE = 200
"""Maximum number of hands resembling an example that are tried."""
OTHERS_SHOWN = 2
"""Minimum number of cards in a question that aren't in its example."""
OTHER_CARDS = 30
"""Maximum number of hands tried in search of cards that differ from the example's."""
APART = 24
"""Maximum number of additional hands tried in search of another answer."""
OTHERS = 30
"""Maximum number of hands tried in search of another answer if questions about the rules have only one."""
DEALS = 5
"""One in this many hands tried for another answer is dealt; the others are variations of the example."""
TURNED = 3
"""One in this many hands has its seats rotated, if the example is about the reader's own score."""
CLOSE = 45
"""Attempt number from which only a few cards are swapped between the example's hands."""
LONG = 40
"""Number of attempts after which the question may be about any seat, not only the reader's."""
ENOUGH = 12
"""Number of attempts after which a question about another rule is accepted."""
ENOUGH_PLAYED = 4
"""Number of attempts after which a question about another rule is accepted if bots play the hands, which takes longer."""
LOOKED_AT = 6
"""Maximum number of questions about one hand that are checked for dependence on taught rules."""
FRESH = tuple(name for name, kind in KINDS.items() if kind.can_be_fresh and not kind.needs_example)
"""The kinds of fresh questions that need no example."""

TurnsOn = Callable[[Question], frozenset[str]]
_RESTS_ON: TurnsOn = attrgetter("rules")


class NoQuestion(RulesEngineError):
    """Raised if no hand tried gave a question of the requested kind."""


class QuestionTemplate(NamedTuple):
    """An example on which fresh questions are modelled.

    ``start``  the position at the start of the example's hand
    ``seat``   the seat whose move is asked for; None if the question isn't about a move
    ``phase``  the phase of that move
    ``shows``  the cards shown in the example
    ``line``   the moves with which a similar hand begins
    ``turns``  a function that returns the rules that decide a question: those cited in its reasons, or also those that apply in
               the position
    """

    start: Position
    seat: int | None = None
    phase: str = ""
    shows: frozenset[Card] = frozenset()
    line: tuple[Move, ...] = ()
    turns: TurnsOn = _RESTS_ON


class QuestionRequest(NamedTuple):
    """A request for a question.

    ``seed``    the random seed
    ``rules``   the rules; the question should be about one of them
    ``taught``  the rules that it may depend on; empty for no restriction
    ``phase``   the last phase that must be played
    """

    game: Game[Position]
    kind: QuestionKind
    seed: int
    rules: tuple[str, ...]
    taught: Collection[str]
    phase: str = ""


def fresh_question(game: Game[Position], kind: str, seed: int, rules: tuple[str, ...] = (),
                   taught: Collection[str] = (), like: QuestionTemplate | None = None) -> Question:
    """Generate a question of a kind. The same arguments always produce the same question. Raises ``NoQuestion`` if there is none.

    ``rules``   the rules to ask about; the question is about one of them if possible
    ``taught``  if not empty, the only rules that the question may depend on
    ``like``    an example to imitate: the question is then always about one of ``rules``, and for every second seed its answer
                differs, if possible, from that of the first question found
    """
    of_kind = KINDS[kind]
    if not of_kind.is_asked_in(game):
        raise NoQuestion(f"{game.name} has no {kind} questions")
    rules = of_kind.rules_to_practise(game, rules, like is not None)
    wanted = QuestionRequest(game, of_kind, seed, rules, taught, like.phase if like is not None else "")
    question = _from_deal(wanted) if like is None else _like_example(wanted, like)
    if question is None:
        raise NoQuestion(f"no fresh {kind} question could be made for {game.name}")
    return question


def _from_deal(wanted: QuestionRequest) -> Question | None:
    fallback: Question | None = None
    for attempt in range(TRIES_TAUGHT if wanted.taught else TRIES):
        rng, found = _candidates(wanted, attempt)
        question = _pick(rng, _matching(wanted.rules, found), wanted.taught)
        if question is not None:
            return question
        if fallback is None:
            fallback = _pick(rng, found, wanted.taught)
        if fallback is not None and attempt >= (ENOUGH_PLAYED if wanted.kind.needs_bots else ENOUGH):
            return fallback
    return None


def _like_example(wanted: QuestionRequest, like: QuestionTemplate) -> Question | None:
    """Return a question resembling the example. For every second seed, its answer differs from that of the first question found.

    Return None if every option is right in all questions about the rules.
    """
    first, tries, plain = None, TRIES_LIKE, like._replace(line=())
    for attempt in range(TRIES_LIKE):
        if attempt == tries:
            break
        rng, found = _candidates(wanted, attempt, plain if attempt or wanted.kind.needs_example else None)
        about = found if like.turns is rules_in_play else _matching(wanted.rules, found)
        asked = [each for each in about if each.seat == READER or attempt > LONG]
        question = _pick(rng, asked, wanted.taught, wanted.rules, like.turns)
        if question is None or (attempt < OTHER_CARDS and too_similar(cards_shown(question), like.shows)):
            continue
        if not _answer(question) and not refusers(wanted.game, wanted.rules):
            other = _with_another_answer(wanted, like, question)
            return other if other is None or wanted.seed % 2 else question
        if wanted.seed % 2 == 0 or (first is not None and _answer(question) != _answer(first)):
            return question
        if first is None:
            first, tries = question, attempt + 1 + APART
    return first and (_with_another_answer(wanted, like, first) or first)


def _with_another_answer(wanted: QuestionRequest, like: QuestionTemplate, first: Question) -> Question | None:
    """Return a question in the same phase as ``first``, decided by one of the rules, but with another answer; None if none is
    found. A rule that can't refuse a move must have been applied in the trick.
    """
    turns_on = _RESTS_ON if refusers(wanted.game, wanted.rules) else rules_in_play
    for attempt in range(0 if wanted.kind.needs_bots else OTHERS):
        later = like._replace(seat=None if like.seat is None else like.seat + 1)        # not the example's seat
        rng, found = _candidates(wanted._replace(rules=()), CLOSE + attempt, None if attempt % DEALS == 0 else later)
        for question in _sample(rng, found, wanted.taught):
            if (question.position.phase == first.position.phase and _answer(question) != _answer(first)
                    and not turns_on(question).isdisjoint(wanted.rules)):
                return question
    return None


def cards_shown(question: Question) -> frozenset[Card]:
    """Return the cards shown face up in a question: those in the trick, and those in the hand shown."""
    view = question.seen
    held = [] if view.seat is None else view.position.hands[view.seat]
    return frozenset(card for card in [*held, *(laid.card for laid in question.laid)] if card is not FACE_DOWN)


def too_similar(one: frozenset[Card], other: frozenset[Card]) -> bool:
    """Return whether two questions show almost the same cards, with at most one exception."""
    return len(one - other) < min(OTHERS_SHOWN, len(one))


def _answer(question: Question) -> tuple[object, ...]:
    """Return the right answer in a comparable form; empty if every option is right."""
    parts = question.parts
    if all(option.right for part in parts for option in part.options) and parts[0].answer is None:
        return ()
    return tuple(part.answer if part.answer is not None else tuple(option.value for option in part.options if option.right)
                 for part in parts)


def _candidates(
    wanted: QuestionRequest, attempt: int, like: QuestionTemplate | None = None
) -> tuple[random.Random, list[QuestionCandidate]]:
    """Return the possible questions about the hand tried in an attempt, and the random generator for choosing among them."""
    game, kind = wanted.game, wanted.kind
    rng = random.Random(f"quiz/{game.id}/{game.variant}/{game.table.size}/{kind.name}/{wanted.seed}/{attempt}")
    hand = _hand(wanted, rng, attempt, like)
    return rng, list(kind.in_hand(game, hand, rng, wanted.rules)) if hand else []


def _matching(rules: Collection[str], found: Sequence[QuestionCandidate]) -> list[QuestionCandidate]:
    return [each for each in found if not rules or not set(rules).isdisjoint(each.rules)]


def _hand(wanted: QuestionRequest, rng: random.Random, attempt: int, like: QuestionTemplate | None) -> list[MovePlayed]:
    """Return a hand, dealt or resembling an example; empty if it is invalid, or if it is incomplete and a complete one is
    needed."""
    hand = _any_hand(wanted, rng, attempt, like)
    whole = bool(hand) and hand[-1].after.to_act is None
    return hand if whole or not wanted.kind.needs_end else []


def _any_hand(wanted: QuestionRequest, rng: random.Random, attempt: int, like: QuestionTemplate | None) -> list[MovePlayed]:
    game, kind, size = wanted.game, wanted.kind, wanted.game.table.size
    at_random, calls_at_random = not kind.needs_bots, bool(wanted.rules) and attempt % 2 == 1
    if like is not None:
        at_random |= attempt % 2 == 0       # bots nearly always play in the same way
    else:
        return play_hand(game, rng, wanted.seed * TRIES + attempt, at_random, calls_at_random, wanted.taught, wanted.phase)
    turn = rng.randrange(size) if like.seat is None else (READER - like.seat) % size
    if kind.about_reader and attempt % TURNED:
        turn = 0
    start = vary_setup(game, like.start, rng, turn, attempt)
    begun = None if start is None else play_line(game, start, like.line)
    if start is None or begun is None:
        return []
    position = begun[-1].after if begun else start
    rest = play_out(game, rng, position, at_random, calls_at_random, wanted.taught, wanted.phase)
    return [each._replace(from_deal=False) for each in (*begun, *rest)]


def _pick(rng: random.Random, found: Sequence[QuestionCandidate], taught: Collection[str], about: Collection[str] = (),
         turns: TurnsOn = _RESTS_ON) -> Question | None:
    """Return a question, about the reader's seat if possible, and decided by one of the rules in ``about``, if any are given."""
    if not taught:
        found = _for_reader(found)
        return rng.choice(found).ask() if found else None
    return next((each for each in _sample(rng, found, taught) if not about or not turns(each).isdisjoint(about)), None)


def _sample(rng: random.Random, found: Sequence[QuestionCandidate], taught: Collection[str]) -> Iterator[Question]:
    """Yield a few questions that depend only on taught rules, about the reader's seat if possible. Options that depend on other
    rules are removed."""
    found = _for_reader(found)
    for each in rng.sample(found, min(len(found), LOOKED_AT)):
        question = limit_to_taught(strip_untaught(each.ask(), taught), taught)
        if question is not None:
            yield question


def _for_reader(found: Sequence[QuestionCandidate]) -> Sequence[QuestionCandidate]:
    return [each for each in found if each.seat == READER] or found


def strip_untaught(question: Question, taught: Collection[str]) -> Question:
    """Return the question without the public facts and sentences that require rules not in ``taught``. The context stays if the
    answer depends on it."""
    untaught = narrator_for(question.game).labels_beyond(taught)
    parts = tuple(part.without(untaught, taught) for part in question.parts)
    whole = KINDS[question.kind].needs_context
    return question._replace(hides=question.hides | untaught, parts=parts,
                             knows=tuple(known for known in question.knows if whole or known.rule in ("", *taught)))


def limit_to_taught(question: Question, taught: Collection[str]) -> Question | None:
    """Return the question with only the options whose reasons use taught rules, or None if too few are left."""
    if question.rules.issubset(taught):
        return question
    kept = tuple(option for option in question.parts[0].options if option.why.rule in taught)
    verbs = [{option.move.verb for option in kept if option.move and option.right is right} for right in (True, False)]
    if not question.many or verbs[0].isdisjoint(verbs[1]):
        return None
    return KINDS[question.kind].with_options(question, kept)


def fresh_kinds(game: Game[Position]) -> tuple[str, ...]:
    """Return the kinds of fresh questions available in a game."""
    return tuple(kind for kind in FRESH if KINDS[kind].is_asked_in(game))


def template_from(run: Replay, kind: str, rules: Collection[str] = ()) -> QuestionTemplate:
    """Return an example for a kind of question from a scenario, preferably about one of ``rules``."""
    script = run.scenario.script
    of_kind = [place for place, (step, _) in enumerate(zip(script, run.moments, strict=False))
               if step.ask is not None and step.ask.kind == kind]
    about = [place for place in of_kind if not answer(run, place).rules.isdisjoint(rules)] if len(of_kind) > 1 else []
    place = next(iter(about or of_kind), None)
    asked = None if place is None else script[place].seat
    turn = asked if KINDS[kind].about_turn else None
    phase = run.moments[place].before.phase if place is not None and KINDS[kind].asks_moves else ""
    seat = None if turn is None else run.game.table.read_seat(turn)
    if place is None:
        return QuestionTemplate(run.start, seat, phase)
    question = answer(run, place)
    by_play = question.rules.isdisjoint(rules) and not rules_in_play(question).isdisjoint(rules)
    return QuestionTemplate(run.start, seat, phase, cards_shown(question), question.line if question.start is run.start else (),
                rules_in_play if by_play else _RESTS_ON)

"""An unlimited supply of fresh questions: a seed gives a deal, the hand is played to its end, and the engine asks and answers.

All positions are therefore reachable and consistent. Cards are played at random. Decisions that need judgement, such as bids, are
made by the game's bot. Questions about the score come from hands that bots play.

A question about a rule is one that the rule decides: it refuses an option, or the trick shows it. Learners are asked only
questions that depend on rules they have been taught; other options or questions are omitted. A question has wrong options: for a
rule that permits everything, every second question is about another rule.
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
from rules_engine.quiz import fact_questions
from rules_engine.quiz.question import Question
from rules_engine.quiz.question_context import ask_for_moves
from rules_engine.quiz.question_finders import FINDERS, QuestionCandidate, refusers
from rules_engine.quiz.questions import READER, answer
from rules_engine.quiz.rules_shown import rules_in_play
from rules_engine.quiz.setup_variation import vary_setup
from rules_engine.scenarios.hand_history import MovePlayed, play_hand, play_line, play_out
from rules_engine.scenarios.replay import Replay

TRIES = 400
TRIES_TAUGHT = 20
"""Maximum number of hands tried for a learner. A step of a course without a fresh question goes on without one."""
TRIES_LIKE = 200
"""Maximum number of hands tried that resemble an example."""
OTHERS_SHOWN = 2
"""Minimum number of cards in a question that its example doesn't show."""
OTHER_CARDS = 30
"""Maximum number of hands tried for cards that differ from the example's."""
APART = 24
"""Maximum number of further hands tried for another answer."""
OTHERS = 30
"""Maximum number of hands that are tried for another answer where questions like the example have none."""
DEALS = 5
"""One in this many of these hands is dealt; the others begin like the example."""
TURNED = 3
"""One in this many hands resembling an example of the reader's own score has the seats rotated."""
CLOSE = 45
"""Attempt number from which few cards change hands in a hand resembling an example."""
LONG = 40
"""Number of attempts after which any seat may be asked, not only the reader."""
ENOUGH = 12
"""Number of attempts after which a question about another rule is accepted."""
ENOUGH_PLAYED = 4
"""Number of attempts after which a question about another rule is accepted from hands played by bots, which take longer."""
LOOKED_AT = 6
"""Maximum number of questions of a hand that are checked for dependence on taught rules."""
PLAYED_WELL = ("own-score", "hand-score", "next-dealer", "bid-brings", "match-winner")
"""Kinds of questions for which bots play the hand."""
WHOLE = (*PLAYED_WELL, "hand-over")
"""Kinds of questions for which the hand has to be played to its end."""
LIKE_ONLY = ("match-winner",)
"""Kinds of questions that can't come from a random deal, but only from an example."""
FRESH = tuple(kind for kind in FINDERS if kind not in LIKE_ONLY)
"""The kinds of fresh questions."""
OF_SOME = ("suit-led", "suits", "card-worth", "bid-brings", "hand-over")
"""Kinds of questions that exist in some games only."""


TurnsOn = Callable[[Question], frozenset[str]]
_RESTS_ON: TurnsOn = attrgetter("rules")


class NoQuestion(RulesEngineError):
    """Raised if no deal gave a question of the kind."""


class QuestionTemplate(NamedTuple):
    """An example of a question.

    ``start``  the position at the start of its hand
    ``seat``   the seat asked for a move; None if the question isn't about a move
    ``phase``  the phase of that move
    ``shows``  the cards shown
    ``line``   the first moves of a hand resembling it, from the start
    ``turns``  the function that returns the deciding rules of such a question: those of its reasons, or also those in play
    """

    start: Position
    seat: int | None = None
    phase: str = ""
    shows: frozenset[Card] = frozenset()
    line: tuple[Move, ...] = ()
    turns: TurnsOn = _RESTS_ON


class QuestionRequest(NamedTuple):
    """A request for a question of a kind in a game.

    ``seed``    the seed
    ``rules``   the rules of which it should be about one
    ``taught``  the rules that it may depend on; empty for no restriction
    ``phase``   the last phase that has to be played
    """

    game: Game[Position]
    kind: str
    seed: int
    rules: tuple[str, ...]
    taught: Collection[str]
    phase: str = ""


def fresh_question(game: Game[Position], kind: str, seed: int, rules: tuple[str, ...] = (),
                   taught: Collection[str] = (), like: QuestionTemplate | None = None) -> Question:
    """Return a question of a kind, determined by the game and the seed. It is about one of ``rules``, if possible.

    If ``taught`` isn't empty, it depends only on these rules. If it should be ``like`` an example, it is always about one of
    ``rules``, and for every second seed its answer differs from that of the first question found, if possible.

    Raises ``NoQuestion`` if there is none.
    """
    if kind in OF_SOME and kind not in fresh_kinds(game):
        raise NoQuestion(f"{game.name} has no {kind} questions")
    if kind == "legal-moves":
        rules = refusers(game, rules) or (rules if like is not None else ())
    wanted = QuestionRequest(game, kind, seed, rules, taught, like.phase if like is not None else "")
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
        if fallback is not None and attempt >= (ENOUGH_PLAYED if wanted.kind in PLAYED_WELL else ENOUGH):
            return fallback
    return None


def _like_example(wanted: QuestionRequest, like: QuestionTemplate) -> Question | None:
    """Return a question resembling the example; for every second seed, one with another answer than the first found.

    Return None if every option is right in all questions about the rules.
    """
    first, tries, plain = None, TRIES_LIKE, like._replace(line=())
    for attempt in range(TRIES_LIKE):
        if attempt == tries:
            break
        rng, found = _candidates(wanted, attempt, plain if attempt or wanted.kind in LIKE_ONLY else None)
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
    """Return a question in the same phase with another answer that one of the rules decides, or None.

    A rule that can't refuse a move must have come up in the trick.
    """
    turns_on = _RESTS_ON if refusers(wanted.game, wanted.rules) else rules_in_play
    for attempt in range(0 if wanted.kind in PLAYED_WELL else OTHERS):
        later = like._replace(seat=None if like.seat is None else like.seat + 1)        # another seat than in the example
        rng, found = _candidates(wanted._replace(rules=()), CLOSE + attempt, None if attempt % DEALS == 0 else later)
        for question in _sample(rng, found, wanted.taught):
            if (question.position.phase == first.position.phase and _answer(question) != _answer(first)
                    and not turns_on(question).isdisjoint(wanted.rules)):
                return question
    return None


def cards_shown(question: Question) -> frozenset[Card]:
    """Return the cards that a question shows face up: those of the trick, and those of the hand of the seat asked."""
    view = question.seen
    held = [] if view.seat is None else view.position.hands[view.seat]
    return frozenset(card for card in [*held, *(laid.card for laid in question.laid)] if card is not FACE_DOWN)


def too_similar(one: frozenset[Card], other: frozenset[Card]) -> bool:
    """Return whether two questions show the same cards, with at most one exception."""
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
    """Return the candidates for questions from the hand of an attempt, with the random generator to choose among them."""
    game, kind = wanted.game, wanted.kind
    rng = random.Random(f"quiz/{game.id}/{game.variant}/{game.table.size}/{kind}/{wanted.seed}/{attempt}")
    hand = _hand(wanted, rng, attempt, like)
    return rng, list(FINDERS[kind](game, hand, rng, wanted.rules)) if hand else []


def _matching(rules: Collection[str], found: Sequence[QuestionCandidate]) -> list[QuestionCandidate]:
    return [each for each in found if not rules or not set(rules).isdisjoint(each.rules)]


def _hand(wanted: QuestionRequest, rng: random.Random, attempt: int, like: QuestionTemplate | None) -> list[MovePlayed]:
    """Return a dealt hand or one resembling an example; empty if it is invalid, or incomplete when all of it is needed."""
    hand = _any_hand(wanted, rng, attempt, like)
    whole = bool(hand) and hand[-1].after.to_act is None
    return hand if whole or wanted.kind not in WHOLE else []


def _any_hand(wanted: QuestionRequest, rng: random.Random, attempt: int, like: QuestionTemplate | None) -> list[MovePlayed]:
    game, kind, size = wanted.game, wanted.kind, wanted.game.table.size
    at_random, calls_at_random = kind not in PLAYED_WELL, bool(wanted.rules) and attempt % 2 == 1
    if like is not None:
        at_random |= attempt % 2 == 0       # bots nearly always repeat the same play
    else:
        return play_hand(game, rng, wanted.seed * TRIES + attempt, at_random, calls_at_random, wanted.taught, wanted.phase)
    turn = rng.randrange(size) if like.seat is None else (READER - like.seat) % size
    if kind == "own-score" and attempt % TURNED:
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
    """Return one question for the reader, if possible, and decided by one of the rules in ``about``, if any."""
    if not taught:
        found = _for_reader(found)
        return rng.choice(found).ask() if found else None
    return next((each for each in _sample(rng, found, taught) if not about or not turns(each).isdisjoint(about)), None)


def _sample(rng: random.Random, found: Sequence[QuestionCandidate], taught: Collection[str]) -> Iterator[Question]:
    """Yield some questions that depend only on taught rules, for the reader if possible. Other options are removed."""
    found = _for_reader(found)
    for each in rng.sample(found, min(len(found), LOOKED_AT)):
        question = limit_to_taught(strip_untaught(each.ask(), taught), taught)
        if question is not None:
            yield question


def _for_reader(found: Sequence[QuestionCandidate]) -> Sequence[QuestionCandidate]:
    return [each for each in found if each.seat == READER] or found


def strip_untaught(question: Question, taught: Collection[str]) -> Question:
    """Return the question without public facts and sentences that need rules not ``taught``."""
    untaught = narrator_for(question.game).labels_beyond(taught)
    parts = tuple(part.without(untaught, taught) for part in question.parts)
    return question._replace(hides=question.hides | untaught, parts=parts,
                             knows=tuple(known for known in question.knows if known.rule in ("", *taught)))


def limit_to_taught(question: Question, taught: Collection[str]) -> Question | None:
    """Return the question with only the options that rest on taught rules, or None if too few are left."""
    if question.rules.issubset(taught):
        return question
    kept = tuple(option for option in question.parts[0].options if option.why.rule in taught)
    verbs = [{option.move.verb for option in kept if option.move and option.right is right} for right in (True, False)]
    if not question.many or verbs[0].isdisjoint(verbs[1]):
        return None
    prompt = question.prompt
    if question.kind == "legal-moves":
        prompt = ask_for_moves(question.position, [option.move for option in kept if option.move], True)
    return question._replace(parts=(question.parts[0]._replace(options=kept),), prompt=prompt)


def fresh_kinds(game: Game[Position]) -> tuple[str, ...]:
    """Return the kinds of fresh questions in a game."""
    return tuple(kind for kind in FRESH if kind not in OF_SOME or fact_questions.asked_by(game, kind) is not None)


def template_from(run: Replay, kind: str, rules: Collection[str] = ()) -> QuestionTemplate:
    """Return a scenario's example of a kind of question, preferably one about one of ``rules``."""
    script = run.scenario.script
    of_kind = [place for place, (step, _) in enumerate(zip(script, run.moments, strict=False))
               if step.ask is not None and step.ask.kind == kind]
    about = [place for place in of_kind if not answer(run, place).rules.isdisjoint(rules)] if len(of_kind) > 1 else []
    place = next(iter(about or of_kind), None)
    asked = None if place is None else script[place].seat
    turn = asked if kind in ("legal-moves", "what-beats", "bid-brings") else None
    phase = run.moments[place].before.phase if place is not None and kind == "legal-moves" else ""
    seat = None if turn is None else run.game.table.read_seat(turn)
    if place is None:
        return QuestionTemplate(run.start, seat, phase)
    question = answer(run, place)
    by_play = question.rules.isdisjoint(rules) and not rules_in_play(question).isdisjoint(rules)
    return QuestionTemplate(run.start, seat, phase, cards_shown(question), question.line if question.start is run.start else (),
                rules_in_play if by_play else _RESTS_ON)

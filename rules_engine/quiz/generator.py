"""Fresh questions without end: a seed gives a deal, the hand is played to its end, the engine asks and answers.

So whatever is shown has come about at a table, and every fact of it fits every other. Cards are played at random; what
takes judgement, such as a bid, is left to the game's bot. Questions about the score come from hands that bots play.

A question about a rule is one in which that rule really decides something: it refuses an option, or the trick shows it. Who
learns is asked only what rests on rules that were taught: options that don't are left out, or the question is. And there is
something to be wrong about: of a rule that permits everything, every second question is about another one.
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
"""So many hands are tried for who learns: a step with no fresh question to be had goes on without one."""
TRIES_LIKE = 200
"""So many hands are tried that are like an example."""
OTHERS_SHOWN = 2
"""So many other cards a question shows at least than its example."""
OTHER_CARDS = 30
"""So many hands are tried for other cards than those of the example."""
APART = 24
"""So many hands more are tried for another answer."""
OTHERS = 30
"""Maximum number of hands that are tried for another answer where questions like the example have none."""
DEALS = 5
"""One of so many of these hands is dealt, the others begin like the example."""
TURNED = 3
"""One hand in so many that are like an example of the reader's own score has the seats moved round."""
CLOSE = 45
"""The number of an attempt from which on few cards change hands in a hand like an example."""
LONG = 40
"""After so many of them anybody may be asked, not the reader alone."""
ENOUGH = 12
"""After so many hands a question about another rule will do."""
ENOUGH_PLAYED = 4
"""After so many where bots play them, which takes longer."""
LOOKED_AT = 6
"""So many questions of a hand are looked at for one that rests on what was taught."""
PLAYED_WELL = ("own-score", "hand-score", "next-dealer", "bid-brings", "match-winner")
"""Questions for which bots play the hand."""
WHOLE = (*PLAYED_WELL, "hand-over")
"""Questions for which the hand has to be played to its end."""
LIKE_ONLY = ("match-winner",)
"""Those that no hand brings by itself, but only one like an example."""
FRESH = tuple(kind for kind in FINDERS if kind not in LIKE_ONLY)
"""The kinds of questions of which there are fresh ones."""
OF_SOME = ("suit-led", "suits", "card-worth", "bid-brings", "hand-over")
"""Those that mean something in some games only."""


TurnsOn = Callable[[Question], frozenset[str]]
_RESTS_ON: TurnsOn = attrgetter("rules")


class NoQuestion(RulesEngineError):
    """No deal among many gave a question of this kind."""


class QuestionTemplate(NamedTuple):
    """An example of what is asked.

    ``start``  where its hand starts
    ``seat``   the seat that is asked for a move, if one is
    ``phase``  the phase of that move
    ``shows``  the cards that it shows
    ``line``   the moves from the start with which a hand like it begins
    ``turns``  what gives the rules that a question like it turns on: its reasons, or those in play too
    """

    start: Position
    seat: int | None = None
    phase: str = ""
    shows: frozenset[Card] = frozenset()
    line: tuple[Move, ...] = ()
    turns: TurnsOn = _RESTS_ON


class QuestionRequest(NamedTuple):
    """What is wanted: a kind of question in a game, about one of some rules, resting on what was taught; the seed; and the phase
    after which nothing more need be played.
    """

    game: Game[Position]
    kind: str
    seed: int
    rules: tuple[str, ...]
    taught: Collection[str]
    phase: str = ""


def fresh_question(game: Game[Position], kind: str, seed: int, rules: tuple[str, ...] = (),
                   taught: Collection[str] = (), like: QuestionTemplate | None = None) -> Question:
    """Return a question of a kind, the same for the same game and seed; about one of ``rules`` if that can be had, and about
    nothing but what was ``taught``, where that is given. With an example that it is to be ``like`` it is about one of
    ``rules``, or there is none; every second one has another answer than the first that comes up, where the rule allows one.
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
    """Return a question like the example; with every second seed one whose answer isn't that of the first. Where everything is
    right in all questions about the rules, there is nothing to ask."""
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
    """Return a question of the same phase with another answer: one of the rules decides it, or, if it can't refuse a move, has
    come up in the trick.
    """
    turns_on = _RESTS_ON if refusers(wanted.game, wanted.rules) else rules_in_play
    for attempt in range(0 if wanted.kind in PLAYED_WELL else OTHERS):
        later = like._replace(seat=None if like.seat is None else like.seat + 1)        # the reader moves after who was asked
        rng, found = _candidates(wanted._replace(rules=()), CLOSE + attempt, None if attempt % DEALS == 0 else later)
        for question in _sample(rng, found, wanted.taught):
            if (question.position.phase == first.position.phase and _answer(question) != _answer(first)
                    and not turns_on(question).isdisjoint(wanted.rules)):
                return question
    return None


def cards_shown(question: Question) -> frozenset[Card]:
    """Return the cards that a question shows face up: those of the trick, and of the hand of whoever is asked."""
    view = question.seen
    held = [] if view.seat is None else view.position.hands[view.seat]
    return frozenset(card for card in [*held, *(laid.card for laid in question.laid)] if card is not FACE_DOWN)


def too_similar(one: frozenset[Card], other: frozenset[Card]) -> bool:
    """Tell whether two questions show the same cards but for one."""
    return len(one - other) < min(OTHERS_SHOWN, len(one))


def _answer(question: Question) -> tuple[object, ...]:
    """What is right, to be compared; nothing, where everything is."""
    parts = question.parts
    if all(option.right for part in parts for option in part.options) and parts[0].answer is None:
        return ()
    return tuple(part.answer if part.answer is not None else tuple(option.value for option in part.options if option.right)
                 for part in parts)


def _candidates(
    wanted: QuestionRequest, attempt: int, like: QuestionTemplate | None = None
) -> tuple[random.Random, list[QuestionCandidate]]:
    """What can be asked of the hand that an attempt brings."""
    game, kind = wanted.game, wanted.kind
    rng = random.Random(f"quiz/{game.id}/{game.variant}/{game.table.size}/{kind}/{wanted.seed}/{attempt}")
    hand = _hand(wanted, rng, attempt, like)
    return rng, list(FINDERS[kind](game, hand, rng, wanted.rules)) if hand else []


def _matching(rules: Collection[str], found: Sequence[QuestionCandidate]) -> list[QuestionCandidate]:
    return [each for each in found if not rules or not set(rules).isdisjoint(each.rules)]


def _hand(wanted: QuestionRequest, rng: random.Random, attempt: int, like: QuestionTemplate | None) -> list[MovePlayed]:
    """A hand that was dealt, or one like an example; none, where what came of that can't be so, or be shown to who learns."""
    hand = _any_hand(wanted, rng, attempt, like)
    whole = bool(hand) and hand[-1].after.to_act is None
    return hand if whole or wanted.kind not in WHOLE else []


def _any_hand(wanted: QuestionRequest, rng: random.Random, attempt: int, like: QuestionTemplate | None) -> list[MovePlayed]:
    game, kind, size = wanted.game, wanted.kind, wanted.game.table.size
    at_random, calls_at_random = kind not in PLAYED_WELL, bool(wanted.rules) and attempt % 2 == 1
    if like is not None:
        at_random |= attempt % 2 == 0       # bots nearly always bring the same about
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
    """One of those that ask the reader, or whoever is asked; one that turns on what it is ``about``, if on anything."""
    if not taught:
        found = _for_reader(found)
        return rng.choice(found).ask() if found else None
    return next((each for each in _sample(rng, found, taught) if not about or not turns(each).isdisjoint(about)), None)


def _sample(rng: random.Random, found: Sequence[QuestionCandidate], taught: Collection[str]) -> Iterator[Question]:
    """Some of those that ask the reader, or whoever is asked, as far as they rest on what was taught."""
    found = _for_reader(found)
    for each in rng.sample(found, min(len(found), LOOKED_AT)):
        question = limit_to_taught(strip_untaught(each.ask(), taught), taught)
        if question is not None:
            yield question


def _for_reader(found: Sequence[QuestionCandidate]) -> Sequence[QuestionCandidate]:
    return [each for each in found if each.seat == READER] or found


def strip_untaught(question: Question, taught: Collection[str]) -> Question:
    """Return the question without what lies open, or is told, by rules that weren't ``taught``."""
    untaught = narrator_for(question.game).labels_beyond(taught)
    parts = tuple(part.without(untaught, taught) for part in question.parts)
    return question._replace(hides=question.hides | untaught, parts=parts,
                             knows=tuple(known for known in question.knows if known.rule in ("", *taught)))


def limit_to_taught(question: Question, taught: Collection[str]) -> Question | None:
    """Return the question as far as it rests on rules that were taught; None where too little of it does."""
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
    """Return the kinds of which there are fresh questions in a game."""
    return tuple(kind for kind in FRESH if kind not in OF_SOME or fact_questions.asked_by(game, kind) is not None)


def template_from(run: Replay, kind: str, rules: Collection[str] = ()) -> QuestionTemplate:
    """Return the example that a scenario gives of a kind of question: the first about one of some ``rules``, if any is."""
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

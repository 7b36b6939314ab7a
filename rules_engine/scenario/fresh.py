"""Fresh questions without end: a seed gives a deal, the hand is played to its end, the engine asks and answers.

So whatever is shown has come about at a table, and every fact of it fits every other. Cards are played at random; what
takes judgement, such as a bid, is left to the game's bot. Questions about the score come from hands that bots play.

A fresh question takes some thought: what may be done is asked where more than one thing may, others may not, and the verb
alone doesn't tell which. A question about a rule is one in which that rule really decides something: it refuses an
option, or the trick shows it. Who learns is asked only what rests on rules that were taught: options that don't are left out,
or the question is.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Collection, Container, Iterator, Sequence
from functools import partial
from typing import NamedTuple

from rules_engine.core.game.game import Game
from rules_engine.core.model.errors import RulesEngineError
from rules_engine.core.model.moves import Move
from rules_engine.core.positions.position import Position
from rules_engine.core.telling.telling import telling_of
from rules_engine.scenario import ask_facts
from rules_engine.scenario.ask import (
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
from rules_engine.scenario.introduce import ask_for_moves
from rules_engine.scenario.lying import Lying
from rules_engine.scenario.played import MovePlayed, play_hand, play_out
from rules_engine.scenario.question import Question, Unanswerable
from rules_engine.scenario.run import Replay
from rules_engine.scenario.varied import varied

TRIES = 400
TRIES_TAUGHT = 20
"""So many hands are tried for who learns: a step with no fresh question to be had goes on without one."""
TRIES_LIKE = 200
"""So many hands are tried that are like an example."""
LONG = 40
"""After so many of them anybody may be asked, not the reader alone."""
ENOUGH = 12
"""After so many hands a question about another rule will do."""
ENOUGH_PLAYED = 4
"""After so many where bots play them, which takes longer."""
CHOICES = 6
"""The most options where numbers are to be chosen."""
MOST = 12
"""The most options where a whole hand is."""
MOST_LIKE = 40
"""The most cards of a hand of which some are asked about, in a question like an example."""
LOOKED_AT = 6
"""So many questions of a hand are looked at for one that rests on what was taught."""
PLAYED_WELL = ("own-score", "hand-score", "next-dealer", "bid-brings", "match-winner")
"""Questions for which bots play the hand."""
WHOLE = (*PLAYED_WELL, "hand-over")
"""Questions for which the hand has to be played to its end."""
LAST = 2
"""Whether a hand is over is asked of so many tricks, the last ones."""
FEWEST = 3
"""A question about a trick has so many cards at least."""


class NoQuestion(RulesEngineError):
    """No deal among many gave a question of this kind."""


class Like(NamedTuple):
    """An example of what is asked: where its hand starts, and the seat that is asked in it."""

    start: Position
    seat: int | None = None


class Askable(NamedTuple):
    """Something in a hand that can be asked about: the rules that decide in it, what makes the question, who is asked."""

    rules: Collection[str]
    ask: Callable[[], Question]
    seat: int = READER


Askables = Iterator[Askable]


def fresh_question(game: Game[Position], kind: str, seed: int, rules: tuple[str, ...] = (),
                   taught: Collection[str] = (), like: Like | None = None) -> Question:
    """Return a question of a kind, the same for the same game and seed; about one of ``rules`` if that can be had, and about
    nothing but what was ``taught``, where that is given. With an example that it is to be ``like`` it is about one of
    ``rules``, or there is none.
    """
    fallback: Question | None = None
    if kind in OF_SOME and kind not in fresh_kinds(game):
        raise NoQuestion(f"{game.name} has no {kind} questions")
    if kind == "legal-moves":
        rules = _refusers(game, rules) or (rules if like is not None else ())
    for attempt in range(TRIES_LIKE if like is not None else TRIES_TAUGHT if taught else TRIES):
        rng = random.Random(f"quiz/{game.id}/{game.variant}/{game.table.size}/{kind}/{seed}/{attempt}")
        hand = _hand(game, rng, kind, seed * TRIES + attempt, bool(rules) and attempt % 2 == 1,
                     like if attempt or kind in LIKE_ONLY else None, attempt, taught)
        found = list(_FINDERS[kind](game, hand, rng, rules)) if hand else []
        fitting = [each for each in found if (not rules or not set(rules).isdisjoint(each.rules))
                   and (like is None or each.seat == READER or attempt > LONG)]
        question = _one(rng, fitting, taught, rules if like is not None else ())
        if question is not None:
            return question
        if like is not None:
            continue
        if fallback is None:
            fallback = _one(rng, found, taught)
        if fallback is not None and attempt >= (ENOUGH_PLAYED if kind in PLAYED_WELL else ENOUGH):
            return fallback
    raise NoQuestion(f"no fresh {kind} question could be made for {game.name}")


def _refusers(game: Game[Position], rules: Collection[str]) -> tuple[str, ...]:
    return tuple(rule.id for rule in game.rules if rule.can_refuse and rule.id in rules)


def _hand(game: Game[Position], rng: random.Random, kind: str, seed: int, calls_at_random: bool,
          like: Like | None, attempt: int, taught: Collection[str]) -> list[MovePlayed]:
    """A hand that was dealt, or one like an example; none, where what came of that can't be so, or be shown to who learns."""
    hand = _any_hand(game, rng, kind, seed, calls_at_random, like, attempt, taught)
    whole = bool(hand) and hand[-1].after.to_act is None
    return hand if whole or kind not in WHOLE else []


def _any_hand(game: Game[Position], rng: random.Random, kind: str, seed: int, calls_at_random: bool,
              like: Like | None, attempt: int, taught: Collection[str]) -> list[MovePlayed]:
    if like is None:
        return play_hand(game, rng, seed, kind not in PLAYED_WELL, calls_at_random, taught)
    size = game.table.size
    turn = 0 if kind == "own-score" else rng.randrange(size) if like.seat is None else (READER - like.seat) % size
    start = varied(game, like.start, rng, turn, attempt)
    if start is None:
        return []
    return [each._replace(from_deal=False)
            for each in play_out(game, rng, start, kind not in PLAYED_WELL, calls_at_random, taught)]


def _one(rng: random.Random, found: Sequence[Askable], taught: Collection[str], about: Collection[str] = ()) -> Question | None:
    """One of those that ask the reader, or whoever is asked; of which an answer rests on what it is ``about``, if on anything."""
    found = [each for each in found if each.seat == READER] or found
    if not taught:
        return rng.choice(found).ask() if found else None
    asked = (resting_on(without_untaught(each.ask(), taught), taught) for each in rng.sample(found, min(len(found), LOOKED_AT)))
    return next((each for each in asked if each is not None and (not about or not each.rules.isdisjoint(about))), None)


def without_untaught(question: Question, taught: Collection[str]) -> Question:
    """Return the question without what lies open, or is told, by rules that weren't ``taught``."""
    untaught = telling_of(question.game).untaught(taught)
    return question._replace(hides=question.hides | untaught, parts=tuple(part.without(untaught) for part in question.parts),
                             knows=tuple(known for known in question.knows if known.rule in ("", *taught)))


def resting_on(question: Question, taught: Collection[str]) -> Question | None:
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


# ---- what may be done

def _moves(game: Game[Position], hand: list[MovePlayed], rng: random.Random, rules: Sequence[str]) -> Askables:
    """Every turn that takes thought; of a hand like an example also one in which all may be done, or only one thing."""
    for place, step in enumerate(hand):
        ask = partial(_ask_moves, game, hand, place, rng, rules)
        if _takes_thought(game, step.before, MOST if step.from_deal else MOST_LIKE):
            yield Askable(_refusing(game, step.before) if rules else (), ask, step.before.actor)
        elif not step.from_deal and _may_be_plain(game, step.before, rules):
            yield Askable(ask().rules, ask, step.before.actor)


def _may_be_plain(game: Game[Position], position: Position, rules: Collection[str]) -> bool:
    """Whether a turn without a choice, or without a limit to it, is what the rules are about: they let one do something, or it
    isn't about cards.
    """
    moves = game.candidates(position)
    return 1 < len(moves) <= MOST and (
        not _refusers(game, rules) or all(move.card is None for move in moves))


def _refusing(game: Game[Position], position: Position) -> set[str]:
    """The rules that refuse a move here."""
    moves, found = game.candidates(position), set[str]()
    for rule in game.asked(position):
        left = moves if rule.offers else rule(position, moves)
        if len(left) < len(moves):
            found.add(rule.id)
        moves = left
    return found


def _beats(game: Game[Position], hand: list[MovePlayed], rng: random.Random, rules: Sequence[str]) -> Askables:
    """Every turn of the reader's in which some of the cards that may be played would be ahead, and others not."""
    for place, step in enumerate(hand):
        before = step.before
        if before.phase == "play" and before.trick and before.actor == READER and step.move.verb == "play":
            question = ask_beats(game, before, _number(hand, place))
            if len({option.right for option in question.parts[0].options}) > 1:
                yield Askable(question.rules, partial(_with_its_hand, question, hand, place))


def _takes_thought(game: Game[Position], position: Position, most: int) -> bool:
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

def _winners(game: Game[Position], hand: list[MovePlayed], rng: random.Random, rules: Sequence[str]) -> Askables:
    for place, trick in _finished(game, hand):
        yield _about(game, trick, hand, place, partial(ask_winner, game, trick))


def _leaders(game: Game[Position], hand: list[MovePlayed], rng: random.Random, rules: Sequence[str]) -> Askables:
    for place, trick in _finished(game, hand):
        leader = hand[place].after.leader
        if leader is not None and any(event.kind == "lead" for event in hand[place].events):
            yield _about(game, trick, hand, place, partial(ask_leader, game, trick, leader))


def _finished(game: Game[Position], hand: list[MovePlayed]) -> Iterator[tuple[int, Lying]]:
    """The hand's tricks of some cards, each with the place of its last."""
    for place, step in enumerate(hand):
        if step.finishes:
            trick = _lying(game, hand, place)
            if len(trick.laid) >= FEWEST:
                yield place, trick


def _lying(game: Game[Position], hand: list[MovePlayed], place: int) -> Lying:
    """The trick that the step at ``place`` finishes."""
    step = hand[place]
    assert step.after.last_trick is not None
    return Lying(step.before, step.after.last_trick.laid, telling_of(game).events(step.after, step.events),
                 _number(hand, place))


def _number(hand: Sequence[MovePlayed], place: int) -> int | None:
    """Which trick of the hand it is at this place, where that is known."""
    return sum(step.finishes for step in hand[:place]) + 1 if hand[0].from_deal else None


def _about(game: Game[Position], trick: Lying, hand: list[MovePlayed], place: int, ask: Callable[[], Question]) -> Askable:
    rules = {finding.rule for finding in telling_of(game).chain(trick.before, trick.laid)}
    rules |= {told.event.rule for told in trick.events if told.event.kind in ("trick", "lead")}
    return Askable(rules, lambda: _with_its_hand(ask(), hand, place))


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
    telling, spoken = telling_of(game), {event.rule for event in hand[-1].events}
    since = [sentence for step in hand[last + 1:]
             for sentence in said_after(game, step.before, step.move, telling.events(step.after, step.events))]
    begun = begun_of([step.before for step in hand[:last + 1]])
    question = ask_score(game, hand[-1].after, _lying(game, hand, last), begun, since, own)
    if own:
        dealer = game.next_dealer(hand[-1].after)
        spoken = {*question.counted} | {event.rule for event in hand[-1].events
                                     if event.kind == "hand" and event.seat == READER and event.seat != dealer}
        question = question._replace(counted=frozenset(spoken))
    yield Askable(spoken, lambda: _with_its_hand(question, hand, last))


def _dealers(game: Game[Position], hand: list[MovePlayed], rng: random.Random, rules: Sequence[str]) -> Askables:
    """Who deals next."""
    over, told = hand[-1].after, telling_of(game).events(hand[-1].after, hand[-1].events)
    if game.next_dealer(over) is not None and any(each.event.kind == "hand" and each.event.seat is not None for each in told):
        yield Askable((told[-1].event.rule,), lambda: ask_dealer(game, over, told)._replace(
            start=hand[0].before, line=tuple(step.move for step in hand)))


def _matches(game: Game[Position], hand: list[MovePlayed], rng: random.Random, rules: Sequence[str]) -> Askables:
    """Who has won the match, if anybody."""
    question = ask_match(game, hand[-1].after)
    yield Askable(question.rules, lambda: question._replace(start=hand[0].before, line=tuple(step.move for step in hand)))


# ---- what the game's words answer

def _facts(kind: str, game: Game[Position], hand: list[MovePlayed], rng: random.Random, rules: Sequence[str]) -> Askables:
    """Every trick of which there is something to ask."""
    tricks = [*_finished(game, hand)]
    if kind == "suits":
        tricks.insert(0, (0, Lying(hand[0].before, ())))
    for place, trick in tricks[-LAST:] if kind == "hand-over" else tricks:
        for ask in _asks_of(kind, game, trick, hand[place]):
            question = _if_any(ask)
            if question is not None and len({option.right for option in question.parts[0].options}) > 1:
                yield Askable(question.rules, partial(_with_its_hand, question, hand, place))


def _asks_of(kind: str, game: Game[Position], trick: Lying, step: MovePlayed) -> list[Callable[[], Question]]:
    """What makes the questions of a kind about a trick."""
    if kind == "card-worth":
        return [partial(ask_facts.ask_worth, game, trick, laid.card) for laid in trick.laid]
    return [partial(ask_facts.ask_over, game, trick, step.after) if kind == "hand-over" else
            partial(ask_facts.ask_suits, game, kind, trick)]


def _if_any(ask: Callable[[], Question]) -> Question | None:
    try:
        return ask()
    except Unanswerable:
        return None


def _bids(game: Game[Position], hand: list[MovePlayed], rng: random.Random, rules: Sequence[str]) -> Askables:
    """Every bid of which it can be said what it brings."""
    for place, step in enumerate(hand):
        for move in dict.fromkeys((step.move, game.legal(step.before)[-1])):
            question = _if_any(partial(ask_facts.ask_bid, game, step.before, move))
            if question is not None:
                yield Askable(question.rules, partial(_with_its_hand, question, hand, place))


def _with_its_hand(question: Question, hand: list[MovePlayed], place: int) -> Question:
    return question._replace(start=hand[0].before, line=tuple(step.move for step in hand[:place]))


_FINDERS: dict[str, Callable[[Game[Position], list[MovePlayed], random.Random, Sequence[str]], Askables]] = {
    "legal-moves": _moves, "what-beats": _beats, "trick-winner": _winners, "next-leader": _leaders, "own-score": _own_score,
    "hand-score": _scores, "next-dealer": _dealers, "bid-brings": _bids,
    "match-winner": _matches, **{kind: partial(_facts, kind) for kind in ("suit-led", "suits", "card-worth", "hand-over")}}
LIKE_ONLY = ("match-winner",)
"""Those that no hand brings by itself, but only one like an example."""
FRESH = tuple(kind for kind in _FINDERS if kind not in LIKE_ONLY)
"""The kinds of questions of which there are fresh ones."""
OF_SOME = ("suit-led", "suits", "card-worth", "bid-brings", "hand-over")
"""Those that mean something in some games only."""


def fresh_kinds(game: Game[Position]) -> tuple[str, ...]:
    """Return the kinds of which there are fresh questions in a game."""
    return tuple(kind for kind in FRESH if kind not in OF_SOME or ask_facts.asked_by(game, kind) is not None)


def like_of(run: Replay, kind: str) -> Like:
    """Return the example that a scenario gives of a kind of question."""
    asked = next((step for step in run.scenario.script if step.ask is not None and step.ask.kind == kind), None)
    turn = asked.seat if asked is not None and kind in ("legal-moves", "what-beats", "bid-brings") else None
    return Like(run.start, None if turn is None else run.game.table.read_seat(turn))

"""Contract clauses for the truth of a game's sentences, and generators of all sentences about a hand."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from itertools import chain
from operator import attrgetter
from typing import Any

from rules_engine.bots import who_plays_out
from rules_engine.core.game.game import Game
from rules_engine.core.game.setups import write_setup
from rules_engine.core.model.events import Event
from rules_engine.core.model.moves import Move
from rules_engine.core.positions.position import Position
from rules_engine.html.card_choices import tries
from rules_engine.narration.claims import READER, Claim, claims_of
from rules_engine.narration.narrator import Narrator, narrator_for
from rules_engine.scenarios.model import ASKS
from rules_engine.text.message import ListText, QuotedText, Sentence, Text
from rules_engine.text.template import Placeholder, parts

BOTS_HANDS, RANDOM_HANDS = 2, 2
"""Number of hands that bots play, and number of hands played at random."""
REASONS = re.compile(
    r"\b(so|since|because|for|already|still|yet|only|no|none|nobody|nothing|neither|nor|every|all|any|either|both|first|last|"
    r"never|always|can't|cannot)\b", re.IGNORECASE)
"""Words with which a permission gives a reason, or makes a claim about all cards, suits or players."""
ANY_CARD = re.compile(r"\bany card\b", re.IGNORECASE)
Step = tuple[Position, Move, Position, list[Event]]
"""The position before a move, the move, the position after it, and its events."""


def permissions_rest_on_their_grounds(game: Game[Position]) -> None:
    """Check that a permission that gives a reason has grounds, and that *any card* means every card in the hand.

    The grounds are those of a rule that forbids moves, which the phrasebook names and the engine looks up, or a check in
    ``claims``.
    """
    words, checks = narrator_for(game).words, claims_of(type(game))
    filters = {rule.id for rule in game.rules if rule.asked and not rule.offers}
    for steps in hands(game):
        for position, *_ in steps:
            for saying in filter(attrgetter("permits"), of_moves(game, position)):
                template = saying.sentence.template
                if ANY_CARD.search(_words_of(template)):
                    assert saying.any_card, _untrue(saying, "not every card in the hand may be played")
                named = saying.rule in filters and None not in words.permissions[saying.rule]
                assert named or template in checks or not REASONS.search(_words_of(template)), (
                    f"{saying.rule} says “{saying.sentence}”, and nothing checks that: name the ground in phrases.py, as in "
                    "@words.permits(rules.…, Ground.CANNOT_COMPLY), or check it in claims.py")


def sentences_claim_what_is_true(game: Game[Position]) -> None:
    """Check that each sentence with a check in the game's ``claims`` is true in its position."""
    checks = claims_of(type(game))
    for saying in chain(of_rules(game), *(sayings(game, steps) for steps in hands(game))):
        check = checks.get(saying.sentence.template)
        assert check is None or check(saying), _untrue(saying, "its check in claims.py returns False")


def _untrue(saying: Claim[Position], why: str) -> str:
    of = f" of {saying.move.text!r}" if saying.move else ""
    setup = write_setup(saying.game, saying.before or saying.position)
    return f"{saying.rule or 'the table'} says{of} “{saying.sentence}”, which isn't true ({why}): {setup}"


def _words_of(template: str) -> str:
    """Return the literal text of a template, without the names of its placeholders."""
    return " ".join(" ".join(part.forms) if isinstance(part, Placeholder) else part for part in parts(template))


# ---- hands

def hands(game: Game[Position]) -> Iterator[list[Step]]:
    """Yield the steps of several hands: first hands that bots play, then random ones."""
    bot = who_plays_out(game)
    for seed in range(BOTS_HANDS + RANDOM_HANDS):
        rng, position, steps = random.Random(seed), game.deal(seed, dealer=seed % game.table.size), list[Step]()
        while position.to_act is not None:
            view = game.view(position, game.decides(position))
            move = bot.choose(view, rng).move if seed < BOTS_HANDS else rng.choice(game.legal(position))
            after, events = game.play(position, move)
            steps.append((position, move, after, events))
            position = after
        yield steps


# ---- all sentences

def sayings(game: Game[Position], steps: list[Step]) -> Iterator[Claim[Position]]:
    """Yield every sentence about a hand: before each move, about the move, and after the last one."""
    if not steps:
        return
    narrator, end = narrator_for(game), steps[-1][2]
    yield from of_deal(game, steps[0][0])
    for position, move, after, events in steps:
        yield from of_moves(game, position)
        yield from of_table(game, position)
        yield from of_choices(game, position)
        yield from of_stakes(game, position, end)
        yield from of_move(game, (position, move, after, events))
    yield from of_questions(game, [*_tricks(steps)])
    if end.hand_over:
        yield from of_score(narrator, end)


def of_rules(game: Game[Position]) -> Iterator[Claim[Position]]:
    """Yield the titles of a game's rules and the object of the game, as claims about a fresh deal."""
    start = game.deal(1)
    yield from _said(game, start, narrator_for(game).objective)
    for rule in game.rules:
        yield from _said(game, start, rule.title, rule.id)


def of_deal(game: Game[Position], start: Position) -> Iterator[Claim[Position]]:
    """Yield the sentences about a deal."""
    narrator = narrator_for(game)
    for event in narrator.dealt(start):
        yield from _said(game, start, narrator.event(start, event), event.rule, seat=event.seat, event=event)


def of_moves(game: Game[Position], position: Position) -> Iterator[Claim[Position]]:
    """Yield the rules' explanations of why each move that could be tried is legal or not."""
    for move in dict.fromkeys((*game.candidates(position), *chain(*tries(game, position).values()))):
        yield from of_verdict(game, position, move)


def of_verdict(game: Game[Position], position: Position, move: Move) -> Iterator[Claim[Position]]:
    """Yield the rules' explanations of why the seat to act may or may not make a move."""
    for finding in narrator_for(game).findings(position, move):
        yield from _said(game, position, finding.sentence, finding.rule, seat=position.actor, move=move, permits=finding.permits)


def of_table(game: Game[Position], position: Position) -> Iterator[Claim[Position]]:
    """Yield the texts that the table shows for a position with a seat to act."""
    narrator, seat = narrator_for(game), position.actor
    for label, shows in (*narrator.public_facts(position), *narrator.match(position, position.number)):
        yield from _said(game, position, label, shows=shows)
        yield from _said(game, position, shows)
    for turn in narrator.turn_notes(position, seat):
        yield from _said(game, position, turn.sentence, turn.event.rule, seat=seat, event=turn.event)
    for known in dict.fromkeys(known for kind in ASKS for known in narrator.question_context(position, kind)):
        yield from _said(game, position, known.sentence, known.rule)
    for each in game.table.seats:
        for mark in (*narrator.seat_badges(position, each), narrator.trick_count_text(position, each)):
            yield from _said(game, position, mark, seat=each)


def of_choices(game: Game[Position], position: Position) -> Iterator[Claim[Position]]:
    """Yield the texts about each legal move for the seat to act, and the reasons given in questions about the value of bids."""
    narrator, seat = narrator_for(game), position.actor
    for move in game.legal(position):
        for told in (narrator.move_meaning(position, seat, move), narrator.move_request(position, move)):
            yield from _said(game, position, told, seat=seat, move=move)
        for question in narrator.words.asked.get("bid-brings", _nothing)(position, seat, move) or ():
            for told in (question.label, question.why.sentence):
                yield from _said(game, position, told, question.why.rule, seat=seat, move=move, asked=question)


def of_stakes(game: Game[Position], position: Position, end: Position) -> Iterator[Claim[Position]]:
    """Yield a puzzle's sentences about what is at stake in a position. ``end`` is the final position of the hand."""
    narrator = narrator_for(game)
    for side in game.sides(position) if end.hand_over and position.phase == "play" else ():
        for stake in narrator.stakes(position, end, side):
            for told in (stake.now, stake.does, stake.settled):
                yield from _said(game, position, told, seat=side[0])


def of_move(game: Game[Position], step: Step) -> Iterator[Claim[Position]]:
    """Yield the sentences about a move that was made, and about its events and its trick."""
    before, move, after, events = step
    narrator, seat = narrator_for(game), before.actor
    yield from _said(game, after, narrator.move_sentence(before, seat, move), seat=seat, move=move, before=before)
    for event in events:
        yield from _said(game, after, narrator.event(after, event), event.rule, seat=event.seat, move=move, before=before,
                         event=event)
    laid = tuple(after.trick or (after.last_trick.laid if after.last_trick and after.last_trick is not before.last_trick else ()))
    for place, finding in enumerate(narrator.trick_explanation(after, laid)):
        yield from _said(game, after, finding.sentence, finding.rule, move=move, before=before, laid=laid[:place + 1])


def of_questions(game: Game[Position], tricks: list[tuple[Position, Position, Position]]) -> Iterator[Claim[Position]]:
    """Yield the reasons given in questions about tricks. Each trick is a tuple of three positions: before it, before its last
    card and after it."""
    asked = narrator_for(game).words.asked
    for start, before, after in tricks:
        laid = after.last_trick.laid if after.last_trick else ()
        for kind in ("suit-led", "suits"):
            question = asked[kind](start, laid) if kind in asked else None
            if question is not None:
                yield from _said(game, after, question.why.sentence, question.why.rule, before=start, laid=tuple(laid))
        for one in laid if "card-worth" in asked else ():
            question = asked["card-worth"](before, one.card)
            yield from _said(game, before, question.why.sentence, question.why.rule, laid=(one,))
        if "hand-over" in asked:
            question = asked["hand-over"](before, after)
            for told in (question.known, question.why.sentence):
                yield from _said(game, after, told, question.why.rule, before=before, asked=question)
            if question.tempting is not None:
                yield from _said(game, after, question.tempting.sentence, question.tempting.rule, before=before, asked=question)


def of_score(narrator: Narrator[Position], end: Position) -> Iterator[Claim[Position]]:
    """Yield the sentences about a finished hand: its score sheet, the sides' results, and the state of the match."""
    game = narrator.game
    for line in game.sheet(end):
        for told in (narrator.label(line), narrator.means(line), narrator.line_sentence(line)):
            yield from _said(game, end, told, line.rule.id, line=line)
    if game.ending is not None:
        yield from _said(game, end, narrator.match_end(end, game.ending), game.ending.id)
    for side in game.sides(end):
        yield from _said(game, end, narrator.result_text(end, side), seat=side[0])
    for seat in game.table.seats:
        yield from _said(game, end, narrator.words.about_outcome(end, seat), seat=seat)
    for label, shows in (*narrator_for(game, READER).public_facts(end),
                         *narrator_for(game, READER).public_facts(end, last_trick=True)):
        yield from _said(game, end, label, seat=READER, shows=shows)
        yield from _said(game, end, shows, seat=READER)


def _nothing(*of: object) -> None:
    """Return None, the default for a question that a game doesn't ask."""


def _tricks(steps: list[Step]) -> Iterator[tuple[Position, Position, Position]]:
    """Yield, for each trick, the positions before its first card, before its last card and after it."""
    start: Position | None = None
    for position, _, after, _ in steps:
        start = position if start is None or not position.trick else start
        if after.last_trick is not position.last_trick:
            yield start, position, after


def _said(game: Game[Position], position: Position, text: Text, rule: str = "", **of: Any) -> Iterator[Claim[Position]]:
    """Return claims for a text and each sentence within it."""
    return (Claim(game, position, sentence, rule, **of) for sentence in sentences_in(text))


def sentences_in(text: object) -> Iterator[Sentence]:
    """Yield every sentence in a text, each before the sentences that it contains."""
    if isinstance(text, Sentence):
        yield text
    inner = (text.fields.values() if isinstance(text, Sentence) else text.things if isinstance(text, ListText) else
             [text.said] if isinstance(text, QuotedText) else ())
    for part in inner:
        yield from sentences_in(part)

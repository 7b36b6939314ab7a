"""The question about the number of cards of a suit that are still out."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from functools import partial
from typing import NamedTuple

from rules_engine.bots.inference import lying, remembered
from rules_engine.core.game.game import Game
from rules_engine.core.model.cards import FACE_DOWN, Card
from rules_engine.core.model.moves import Move
from rules_engine.core.positions.position import Position
from rules_engine.narration.narrator import narrator_for
from rules_engine.narration.phrasebook import NumberQuestion, RuleFinding
from rules_engine.quiz.game_facts import numeric_field
from rules_engine.quiz.hand_tricks import if_answerable, trick_number
from rules_engine.quiz.open_trick import title_of
from rules_engine.quiz.question import Question, Unanswerable
from rules_engine.quiz.question_context import before_move
from rules_engine.quiz.question_kind import READER, Candidates, PlacedQuestion, QuestionKind
from rules_engine.scenarios.hand_history import MovePlayed
from rules_engine.scenarios.replay import Replay
from rules_engine.text.message import NOTHING, Text, joined, say, suit_mark

NEAR = 3
"""Maximum difference between the right number and a wrong one."""
LEAST_SEEN = 2
"""Minimum number of cards of the suit that the reader doesn't hold but has seen, in a fresh question."""


class Sight(NamedTuple):
    """The cards of a deal as the seat to act sees them: those in its hand, those that it has seen elsewhere, and all others.

    ``hidden`` is the number of unseen cards that no other hand holds.
    """

    held: frozenset[Card]
    seen: frozenset[Card]
    out: frozenset[Card]
    hidden: int


class StillOut(QuestionKind):
    """The number of cards of a suit that the seat to act has not seen."""

    name = "still-out"
    shows_hand = True

    def at_step(self, run: Replay, place: int, choices: int | None) -> PlacedQuestion:
        """Return the question about the suit of the card played at the step."""
        moment, deals = run.moments[place], [at for at, each in enumerate(run.moments[:place]) if each.step.deal is not None]
        begun = deals[-1] + 1 if deals else 0
        made = [(each.move, each.after) for each in run.moments[begun:place] if each.move is not None]
        if moment.move is None or moment.move.card is None:
            raise Unanswerable("still-out: ask at the step that plays a card of the suit")
        sight = sight_of(run.game, run.moments[begun - 1].after if begun else run.start, made, moment.before)
        suit = moment.move.suit or run.game.suit_of(moment.before, moment.move.card)[:1]
        return PlacedQuestion(ask_out(run.game, sight, moment.before, suit), place)

    def in_hand(self, game: Game[Position], hand: list[MovePlayed], rng: random.Random, rules: Sequence[str]) -> Candidates:
        """Yield questions about each suit of which enough cards have been seen, at one of the reader's turns in the play."""
        turns = [place for place, step in enumerate(hand) if step.before.phase == "play" and step.before.actor == READER]
        for place in rng.sample(turns, min(len(turns), 1)) if is_complete(game, hand[0].before) else ():
            before, number = hand[place].before, trick_number(hand, place)
            sight = sight_of(game, hand[0].before, [(each.move, each.after) for each in hand[:place]], before)
            for suit in _suits(game, before):
                if sum(suit in game.suit_of(before, card) for card in sight.seen) >= LEAST_SEEN:
                    yield from if_answerable(partial(ask_out, game, sight, before, suit, number), hand, place)


def _suits(game: Game[Position], position: Position) -> list[str]:
    """Return the suits of the pack that some cards count as."""
    there = {letter for card in game.deck for letter in game.suit_of(position, card)}
    return [suit for suit in game.pack.suits if suit in there]


def is_complete(game: Game[Position], start: Position) -> bool:
    """Return whether a position contains as many cards as a deal."""
    return len([*_face_up(game, start)]) == len([*_face_up(game, game.deal(0, dealer=start.dealer))])


def sight_of(game: Game[Position], start: Position, made: Sequence[tuple[Move, Position]], position: Position) -> Sight:
    """Return the cards as the seat to act in ``position`` sees them.

    ``made`` are the moves since ``start``, each with the position after it. Raises ``Unanswerable`` if ``start`` leaves out
    cards, or if no seat is to act.
    """
    if position.to_act is None:
        raise Unanswerable("still-out: nobody is to move here; ask at the step that plays a card of the suit")
    if not is_complete(game, start):
        raise Unanswerable("still-out: the setup leaves out cards, so nobody can count them; deal all of them, as with a seed")
    view, memory = game.view(position, position.actor).position, remembered(game, position.actor, start, made)
    held = frozenset(view.hands[position.actor])
    seen = frozenset({*memory.gone, *_face_up(game, view)}) - held
    out = frozenset(game.deck) - held - seen
    return Sight(held, seen, out, len(out) - sum(hand.count(FACE_DOWN) for hand in view.hands))


def ask_out(game: Game[Position], sight: Sight, position: Position, suit: str, trick: int | None = None) -> Question:
    """Return the question about a suit for the seat to act. Raises ``Unanswerable`` if no card counts as the suit."""
    cards = [card for card in game.deck if suit and suit in game.suit_of(position, card)]
    if not cards:
        raise Unanswerable("still-out: this card counts as no suit; ask at the step that plays a card of the suit")
    narrator, view, right = narrator_for(game), game.view(position, position.actor), len(sight.out.intersection(cards))
    rule, called = narrator.words.suits_by or game.rules[0].id, _called(game, position, suit, cards)
    asked = NumberQuestion(_prompt(position, called, sight), right, RuleFinding(
        rule, True, _why(position, called, cards, sight)), range(max(0, right - NEAR), min(len(cards), right + NEAR) + 1))
    return Question(game, StillOut.name, title_of(game, rule), before_move(view, trick), asked.label, False,
                    (numeric_field(NOTHING, asked, asked.among),), view, tuple(view.position.trick),
                    narrator.labels_to_hide(StillOut.name), position)


def _face_up(game: Game[Position], position: Position) -> Iterator[Card]:
    """Yield the face-up cards in a position."""
    for cards in (*position.hands, [laid.card for laid in position.trick], lying(game, position)):
        yield from (card for card in cards if card is not FACE_DOWN)


def _called(game: Game[Position], position: Position, suit: str, cards: Sequence[Card]) -> Text:
    """Return the name of the suit, or *All trumps* if all its cards are trumps and no other cards are."""
    trumps = [card for card in game.deck if narrator_for(game).is_trump(position, card)]
    return say("All trumps") if trumps == [*cards] else suit_mark(suit)


def _prompt(position: Position, suit: Text, sight: Sight) -> Text:
    seat = position.name(position.to_act)
    if sight.hidden:
        return say("{suit}: how many cards {seat:hasn't|haven't} {seat} seen yet, in the other hands or face down?", suit=suit,
                   seat=seat)
    return say("{suit}: how many cards are still out, in the hands that {seat} {seat:doesn't|don't} see?", suit=suit, seat=seat)


def _why(position: Position, suit: Text, cards: Sequence[Card], sight: Sight) -> Text:
    held, seen, out = (len(each.intersection(cards)) for each in (sight.held, sight.seen, sight.out))
    every = say("{suit}: {n} {n:card|cards} in all.", n=len(cards), suit=suit)
    return joined([every, say("{seat} {seat:holds|hold} {held} and {seat:has|have} seen {seen} more, so {out} {out:is|are} left.",
                              seat=position.name(position.to_act), held=held, seen=seen, out=out)])

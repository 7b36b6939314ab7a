"""The question about the number of cards of a suit that are still out."""

from __future__ import annotations

import random
from collections import Counter
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
from rules_engine.quiz.hand_tricks import if_answerable, is_first_trick
from rules_engine.quiz.open_trick import title_of
from rules_engine.quiz.question import Question, Unanswerable
from rules_engine.quiz.question_context import as_context, before_move
from rules_engine.quiz.question_kind import READER, Candidates, PlacedQuestion, QuestionKind
from rules_engine.quiz.scenario_tricks import hand_before
from rules_engine.scenarios.hand_history import MovePlayed
from rules_engine.scenarios.replay import Replay
from rules_engine.text.message import NOTHING, Text, all_of, joined, say, suit_mark

NEAR = 3
"""Maximum difference between the right number and a wrong one."""
LEAST_SEEN = 2
"""Minimum number of cards of the suit that the reader doesn't hold but has seen, in a fresh question."""
MAX_SEEN = 12
"""Maximum number of cards that the reader has seen outside its hand, in a fresh question."""


class Sight(NamedTuple):
    """The cards of a deal as the seat to act sees them: those in its hand, those that it has seen elsewhere, and all others.

    ``absent`` are the cards that the setup leaves out.
    """

    held: frozenset[Card]
    seen: frozenset[Card]
    out: frozenset[Card]
    absent: frozenset[Card]


class StillOut(QuestionKind):
    """The number of cards of a suit that the seat to act has not seen. The question lists those that it has seen."""

    name = "still-out"
    shows_hand = True

    def at_step(self, run: Replay, place: int, choices: int | None) -> PlacedQuestion:
        """Return the question about the suit of the card played at the step."""
        moment, (start, steps) = run.moments[place], hand_before(run, place)
        if moment.move is None or moment.move.card is None:
            raise Unanswerable("still-out: ask at the step that plays a card of the suit")
        made = [(each.move, each.after) for each in steps if each.move is not None]
        sight = sight_of(run.game, start, made, moment.before)
        suit = moment.move.suit or run.game.suit_of(moment.before, moment.move.card)[:1]
        return PlacedQuestion(ask_out(run.game, sight, moment.before, suit), place)

    def in_hand(self, game: Game[Position], hand: list[MovePlayed], rng: random.Random, rules: Sequence[str]) -> Candidates:
        """Yield questions about each suit of which enough cards have been seen, at one of the reader's turns in the play."""
        turns = [place for place, step in enumerate(hand) if step.before.phase == "play" and step.before.actor == READER]
        for place in rng.sample(turns, min(len(turns), 1)):
            before, is_first = hand[place].before, is_first_trick(hand, place)
            sight = sight_of(game, hand[0].before, [(each.move, each.after) for each in hand[:place]], before)
            for suit in suits_to_count(game, before, sight):
                yield from if_answerable(partial(ask_out, game, sight, before, suit, is_first), hand, place)


def suits_to_count(game: Game[Position], position: Position, sight: Sight, most_seen: int = MAX_SEEN) -> list[str]:
    """Return the suits worth counting, of which enough cards have been seen; none if more than ``most_seen`` cards were seen.

    They are those of trumps if cards lie face down outside the hands, otherwise all suits.
    """
    if len(sight.seen) > most_seen:
        return []
    others = sum(len(hand) for seat, hand in enumerate(position.hands) if seat != position.to_act)
    counted = [card for card in game.deck if len(sight.out) <= others or narrator_for(game).is_trump(position, card)]
    there = {letter for card in counted for letter in game.suit_of(position, card)}
    seen = Counter(letter for card in sight.seen for letter in {*game.suit_of(position, card)})
    return [suit for suit in game.pack.suits if suit in there and seen[suit] >= LEAST_SEEN]


def sight_of(game: Game[Position], start: Position, made: Sequence[tuple[Move, Position]], position: Position) -> Sight:
    """Return the cards as the seat to act in ``position`` sees them.

    ``made`` are the moves since ``start``, each with the position after it. Raises ``Unanswerable`` if no seat is to act.
    """
    if position.to_act is None:
        raise Unanswerable("still-out: nobody is to move here; ask at the step that plays a card of the suit")
    view, memory = game.view(position, position.actor).position, remembered(game, position.actor, start, made)
    held, dealt = frozenset(view.hands[position.actor]), [*_face_up(game, start)]
    seen = frozenset({*memory.gone, *_face_up(game, view)}) - held
    whole = len(dealt) == len([*_face_up(game, game.deal(0, dealer=start.dealer))])
    return Sight(held, seen, frozenset(game.deck) - held - seen, frozenset(() if whole else game.deck).difference(dealt))


def ask_out(game: Game[Position], sight: Sight, position: Position, suit: str, is_first: bool = False) -> Question:
    """Return the question about a suit for the seat to act. Raises ``Unanswerable`` if no card counts as the suit, or if the
    setup leaves out cards of the suit."""
    cards = [card for card in game.deck if suit and suit in game.suit_of(position, card)]
    if not cards:
        raise Unanswerable("still-out: this card counts as no suit; ask at the step that plays a card of the suit")
    if not sight.absent.isdisjoint(cards):
        raise Unanswerable("still-out: the setup leaves out cards of this suit, so nobody can count them; deal all of them")
    narrator, view, right = narrator_for(game), game.view(position, position.actor), len(sight.out.intersection(cards))
    rule, (prompt, total) = narrator.words.suits_by or game.rules[0].id, _prompt_and_total(game, position, suit, cards)
    why = RuleFinding(rule, True, joined([total, _still_out(position, cards, sight)]))
    asked = NumberQuestion(prompt, right, why, range(max(0, right - NEAR), min(len(cards), right + NEAR) + 1))
    # the message box cuts what comes last
    known = (*as_context(cards_gone(game, position, sight)), *before_move(view, is_first))
    return Question(game, StillOut.name, title_of(game, rule), known, prompt, False,
                    (numeric_field(NOTHING, asked, asked.among),), view, tuple(view.position.trick),
                    narrator.labels_to_hide(StillOut.name), position)


def cards_gone(game: Game[Position], position: Position, sight: Sight) -> Text:
    """Return a list of the cards that the seat to act has seen, without its hand and the current trick."""
    cards = [card for card in game.deck if card in sight.seen and card not in [laid.card for laid in position.trick]]
    return say("Gone or face up: {cards}.", cards=all_of(cards)) if cards else NOTHING


def _face_up(game: Game[Position], position: Position) -> Iterator[Card]:
    """Yield the face-up cards in a position."""
    for cards in (*position.hands, [laid.card for laid in position.trick], lying(game, position)):
        yield from (card for card in cards if card is not FACE_DOWN)


def _prompt_and_total(game: Game[Position], position: Position, suit: str, cards: Sequence[Card]) -> tuple[Text, Text]:
    """Return the question about a suit and the number of its cards. If these are all the trumps, both call them *trumps*."""
    if [card for card in game.deck if narrator_for(game).is_trump(position, card)] == [*cards]:
        return say("How many trumps are still out?"), say("There {n:is|are} {n} {n:trump|trumps}.", n=len(cards))
    named = suit_mark(suit)
    return (say("How many cards in {suit} are still out?", suit=named),
            say("There {n:is|are} {n} {n:card|cards} in {suit}.", n=len(cards), suit=named))


def _still_out(position: Position, cards: Sequence[Card], sight: Sight) -> Text:
    held, seen, out = (len(each.intersection(cards)) for each in (sight.held, sight.seen, sight.out))
    seat = position.name(position.to_act)
    if not (held and seen):
        return say("{seat} {seat:holds|hold} or {seat:has|have} seen {known} of them, so {out} {out:is|are} still out.",
                   seat=seat, known=held + seen, out=out)
    return say(
        "{seat} {seat:holds|hold} {held} of them, and {seen} {seen:is|are} gone or face up, so {out} {out:is|are} still out.",
        seat=seat, held=held, seen=seen, out=out)

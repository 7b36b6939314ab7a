"""Questions about the holder of a card that the reader hasn't seen.

A seat can't hold a card if the rules would then have refused one of its plays. The question lists these plays. It has an answer
if they rule out all seats but one. It also has one if deals that fit them give the card to different seats: nobody knows it yet.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from rules_engine.bots.decisions import Turn
from rules_engine.bots.inference import note_position, watch
from rules_engine.bots.worlds import NoConsistentDeal, Worlds
from rules_engine.core.game.game import Game
from rules_engine.core.model.cards import Card
from rules_engine.core.model.memory import Memory
from rules_engine.core.model.tricks import PlayedCard
from rules_engine.core.positions.position import Position
from rules_engine.narration.move_phrases import with_article
from rules_engine.narration.phrasebook import RuleFinding
from rules_engine.quiz.kinds.holder import Holder
from rules_engine.quiz.question import AnswerField, Option, Question, Unanswerable
from rules_engine.quiz.question_context import as_context, before_move, card_as_played
from rules_engine.text.message import NOTHING, Text, any_of, say

FEWEST_HELD = 3
"""Minimum number of cards in the reader's hand."""
MOST_PLAYS = 6
"""Maximum number of plays that a question lists."""
TRIED = 200
"""Number of deals in which a card is looked for in different hands."""
UNKNOWN = "unknown"
"""The value of the option that nobody knows the holder yet."""


class RevealingPlay(NamedTuple):
    """A play that shows which cards a seat doesn't hold: ``barred``, with which the rules would have refused it."""

    seat: int
    played: PlayedCard
    led: PlayedCard
    barred: frozenset[Card]


class Holders:
    """The possible holders of the cards that the reader hasn't seen, at its turn. Raises ``NoConsistentDeal``."""

    def __init__(self, game: Game[Position], turn: Turn[Position]) -> None:
        self.game, self.turn = game, turn
        self.plays = revealing_plays(game, turn)
        self.worlds = Worlds(turn.view)
        places = self.worlds.places
        self.may_hold: dict[Card, list[int | None]] = {
            card: [places[number].seat for number in may] for may, cards in self.worlds.groups for card in cards}
        """Maps each card to the seats that may hold it, and None if it may lie elsewhere."""

    def cards(self) -> Iterator[Card]:
        """Yield the cards that a question can be about. They are in a hand, and the plays rule out at least one seat and every
        seat that can't hold them."""
        game, reader = self.game, self.turn.view.home
        others = {seat for seat in game.table.seats if seat != reader}
        if {place.seat for place in self.worlds.places if place.size} - {None} != others:
            return
        for card, may in self.may_hold.items():
            excluded = {play.seat for play in self.plays if card in play.barred}
            if excluded and others - {*may} == excluded and None not in may:
                yield card

    def holder(self, card: Card) -> int | None:
        """Return the only seat that can hold a card; None if there are several.

        Raises ``Unanswerable`` if random deals give the card to one seat, although the plays leave several.
        """
        may = self.may_hold[card]
        if len(may) == 1:
            return may[0]
        rng, found = random.Random(card.text), set[int]()
        for _ in range(TRIED):
            found |= {seat for seat, hand in enumerate(self.worlds.draw(rng).hands) if card in hand}
            if len(found) > 1:
                return None
        raise Unanswerable(f"holder: {TRIED} deals give {card.text} to one seat, though the plays don't")


def revealing_plays(game: Game[Position], turn: Turn[Position]) -> list[RevealingPlay]:
    """Return the plays of other seats that show what they still don't hold, in their order."""
    reader, before = turn.view.home, turn.start
    memory, found = Memory(game.table.size), list[RevealingPlay]()
    note_position(game, memory, reader, before)
    for move, after in turn.made:
        seat, known = before.actor, {*memory.barred[before.actor]}
        watch(game, memory, reader, before, move, after)
        barred = memory.barred[seat] - known
        if barred and seat != reader and before.trick and move.card is not None:
            found.append(RevealingPlay(seat, move.laid[seat], before.trick[0], frozenset(barred)))
        before = after
    return [play for play in found if play.barred <= memory.barred[play.seat]]


def cards_to_ask(game: Game[Position], turn: Turn[Position]) -> Sequence[Card]:
    """Return the cards whose holder the reader can be asked for at a turn."""
    if len(turn.position.hands[turn.view.home]) < FEWEST_HELD:
        return []
    try:
        holders = Holders(game, turn)
    except NoConsistentDeal:
        return []
    return [*holders.cards()] if len(holders.plays) <= MOST_PLAYS else []


def ask_holder(game: Game[Position], turn: Turn[Position], asked: Card) -> Question:
    """Return the question about the holder of a card. Raises ``Unanswerable`` if the plays don't determine it."""
    holders, position = Holders(game, turn), turn.position
    if asked not in holders.cards():
        raise Unanswerable(f"holder: the plays don't show who can't hold {asked.text}")
    holder = holders.holder(asked)
    told = [say("{seat} played {card} when {led} was led.", seat=position.name(play.seat), card=card_as_played(play.played),
                led=card_as_played(play.led)) for play in holders.plays]
    prompt = say("Who holds {card}?", card=with_article(asked))
    unknown = Option(UNKNOWN, holder is None, RuleFinding("", holder is None, _whoever(holders, asked, holder)),
                     called=say("Nobody can tell yet"))
    options = (*_seats(holders, asked, holder), unknown)
    return Question(game, Holder.name, prompt, (*as_context(*told), *before_move(turn.view, is_first=False)), prompt, False,
                    (AnswerField(NOTHING, options),), turn.view, tuple(position.trick), frozenset(), position)


def _seats(holders: Holders, asked: Card, holder: int | None) -> Iterator[Option]:
    turn, card = holders.turn, with_article(asked)
    for seat in holders.game.table.seats:
        if seat == turn.view.home:
            continue
        play = next((play for play in holders.plays if play.seat == seat and asked in play.barred), None)
        why = _whoever(holders, asked, holder) if play is None else say(
            "With {asked}, {seat} could not have played {card} when {led} was led.", asked=card,
            seat=turn.position.name(seat), card=card_as_played(play.played), led=card_as_played(play.led))
        yield Option(holders.game.table.names[seat], seat == holder, RuleFinding("", seat == holder, why), seats=(seat,))


def _whoever(holders: Holders, asked: Card, holder: int | None) -> Text:
    """Return the sentence that names the only holder, or those that may hold the card."""
    name, card, may = holders.turn.position.name, with_article(asked), holders.may_hold[asked]
    if holder is not None:
        return say("Only {seat} can hold {card}.", seat=name(holder), card=card)
    return say("{seats} may hold {card}.", seats=any_of(name(seat) for seat in may if seat is not None), card=card)

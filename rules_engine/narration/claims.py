"""Claims of sentences, each with a check that asks the rules whether it is true.

    claims = Claims[WhistPosition]()

    @claims.of("{seat} {seat:has|have} no {suit} and may play any card.")
    def _(said: Saying[WhistPosition]) -> bool:
        return said.any_card and not any(card.suits == said.suit("suit") for card in said.hand)

They are kept in a game's own module ``claims``, which the contract in ``rules_engine.testing`` loads and no site ships. A check
asks the rules, or counts cards; it doesn't repeat what ``narrator`` computes.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from importlib import import_module
from typing import Any, Generic, TypeVar

from rules_engine.core.game.game import Game
from rules_engine.core.game.game_modules import game_module
from rules_engine.core.model.cards import Card
from rules_engine.core.model.events import Event, Line
from rules_engine.core.model.moves import Move
from rules_engine.core.model.tricks import PlayedCard
from rules_engine.core.positions.position import Position
from rules_engine.narration.phrasebook import HandOverQuestion, NumberQuestion
from rules_engine.text.message import NOTHING, ListText, MarkText, Seats, Sentence, Text

P = TypeVar("P", bound=Position)
F = TypeVar("F", bound=Callable[..., bool])
READER = 0
"""The seat that is "you" where a sentence calls one so."""


@dataclass(frozen=True)
class Claim(Generic[P]):
    """A sentence in use, with what it is said of.

    ``game``      the game with its variant, players and options
    ``position``  the position that is described; of an event, the one after the move
    ``sentence``  the sentence, or the part of one, whose template makes the claim
    ``rule``      id of the rule that says it, or ``""``
    ``seat``      the seat that moves, is described or is asked
    ``move``      the move that is judged, or that led to ``position``
    ``before``    the position before that move
    ``permits``   whether a rule says it for the move
    ``event``     the event that is described
    ``line``      the line of the sheet that is described
    ``laid``      the cards of the trick that is described, up to the last one
    ``asked``     the question that the sentence is the reason of
    ``shows``     what a table shows under the sentence, where that is a label
    """

    game: Game[P]
    position: P
    sentence: Sentence
    rule: str = ""
    seat: int | None = None
    move: Move | None = None
    before: P | None = None
    permits: bool = False
    event: Event | None = None
    line: Line | None = None
    laid: tuple[PlayedCard, ...] = ()
    asked: NumberQuestion | HandOverQuestion | None = None
    shows: Text = NOTHING

    # ---- what stands in the open places

    def number(self, name: str) -> int:
        """Return the number in an open place, or the one in the sentence that stands there."""
        text: Text = self.sentence.fields[name]
        if isinstance(text, Sentence):
            text = text.fields["n"]
        return int(text.replace("−", "-"))

    def suits(self, name: str) -> list[str]:
        """Return the letters of the suits in an open place."""
        return suits_in(self.sentence.fields[name])

    def suit(self, name: str) -> str:
        """Return the letter of the one suit in an open place."""
        (letter,) = self.suits(name)
        return letter

    def cards(self, name: str) -> list[Card]:
        """Return the cards in an open place."""
        return [self.game.pack.card(card.text) for card in self.sentence.fields[name].cards]

    def card(self, name: str) -> Card:
        """Return the one card in an open place."""
        (card,) = self.cards(name)
        return card

    def seats(self, name: str) -> list[int]:
        """Return the seats in an open place, in the order of the table."""
        seats = self.sentence.fields[name]
        assert isinstance(seats, Seats), f"{{{name}}} of {self.sentence.template!r} is no seat"
        return sorted([*map(self.game.table.names.index, seats.names), *([READER] if seats.you else [])])

    def one_seat(self, name: str) -> int:
        """Return the one seat in an open place."""
        (seat,) = self.seats(name)
        return seat

    # ---- what the rules say of the position

    @property
    def hand(self) -> list[Card]:
        """The cards of the seat that moves."""
        assert self.seat is not None
        return self.position.hands[self.seat]

    @property
    def playable(self) -> set[Card]:
        """The cards with which the seat to act has a legal move."""
        return {move.card for move in self.game.legal(self.position) if move.card is not None}

    @property
    def any_card(self) -> bool:
        """Whether every card in the hand may be played."""
        return self.playable >= {*self.hand}

    def with_pack(self, position: P | None = None) -> list[Move]:
        """Return the moves that would be legal with the whole pack in hand, in this position or another."""
        holding_all = (position or self.position).copy()
        assert holding_all.to_act is not None
        holding_all.hands = [*holding_all.hands]
        holding_all.hands[holding_all.to_act] = [*self.game.deck]
        return self.game.legal(holding_all)

    def played_until(self, reached: Callable[[P], bool], seed: int = 1) -> P:
        """Return the first position of another hand of the game for which ``reached`` is true, or the hand's end."""
        rng, position = random.Random(seed), self.game.deal(seed)
        while position.to_act is not None and not reached(position):
            position, _ = self.game.make(position, rng.choice(self.game.legal(position)))
        return position

    @property
    def legal(self) -> bool:
        """Whether the move that is judged may be made."""
        return self.move in self.game.legal(self.position)

    @property
    def earlier(self) -> P:
        """The position before the move."""
        assert self.before is not None
        return self.before

    @property
    def happened(self) -> Event:
        """The event that is described."""
        assert self.event is not None
        return self.event


def suits_in(text: Text) -> list[str]:
    """Return the letters of the suits that a text names."""
    return [mark[1:-1] for mark in _marks(text) if mark.card is None]


def _marks(text: Text) -> Iterator[MarkText]:
    if isinstance(text, MarkText):
        yield text
    parts = text.fields.values() if isinstance(text, Sentence) else text.things if isinstance(text, ListText) else ()
    for part in parts:
        yield from _marks(part)


@dataclass
class Claims(Generic[P]):
    """The claims that a game's sentences make, by the templates of the sentences."""

    checks: dict[str, Callable[[Claim[P]], bool]] = field(default_factory=dict)

    def of(self, *templates: str) -> Callable[[F], F]:
        """Register the check of what these templates claim: ``(saying) -> bool``. A template has one check."""
        def noted(check: F) -> F:
            for template in templates:
                assert template not in self.checks, f"{template!r} has a check already"
                self.checks[template] = check
            return check
        return noted


AnySaying = Claim[Any]
"""A sentence of whatever game, for a check that asks only what every game answers."""


def _left_of_the_dealer(said: AnySaying) -> bool:
    return bool(said.one_seat("seat") == said.game.table.left_of[said.position.dealer])


def _deals_next(said: AnySaying) -> bool:
    return said.game.next_dealer(said.position) == said.one_seat("seat") and _left_of_the_dealer(said)


SHARED: Mapping[str, Callable[[AnySaying], bool]] = {
    "Left of the dealer, {seat} {seat:leads|lead}.": _left_of_the_dealer,
    "The deal moves left: {seat} {seat:deals|deal} next.": _deals_next}
"""The claims of sentences that games share (``Words.turns``)."""


def claims_of(kind: type[Game[P]]) -> Mapping[str, Callable[[Claim[P]], bool]]:
    """Return the checks of a game's claims by template: ``claims`` in the game's own module, or in ``claims`` beside it.

    The claims of shared sentences are among them; a game without claims of its own has only these.
    """
    own = getattr(import_module(kind.__module__), "claims", None)
    found = own or getattr(game_module(kind, "claims"), "claims", None)
    return SHARED if found is None else {**SHARED, **found.checks}

"""Checks that the claims made by a game's sentences are true under its rules.

    claims = Claims[WhistPosition]()

    @claims.of("{seat} {seat:has|have} no {suit} and may play any card.")
    def _(said: Claim[WhistPosition]) -> bool:
        return said.any_card and not any(card.suits == said.suit("suit") for card in said.hand)

The checks are in a game's module ``claims``, which the contract in ``rules_engine.testing`` loads and which isn't part of a site.
A check queries the rules or counts cards; it must not repeat the computation in ``phrases``.
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
"""The seat addressed as "you" in sentences."""


@dataclass(frozen=True)
class Claim(Generic[P]):
    """A use of a sentence, with its context.

    ``game``      the game with its variant, players and options
    ``position``  the position described; for an event, the one after the move
    ``sentence``  the sentence, or part of a sentence, whose template makes the claim
    ``rule``      the id of the sentence's rule, or ``""``
    ``seat``      the seat that moves, or that the sentence or question is about
    ``move``      the move that is explained, or the move that led to ``position``
    ``before``    the position before that move
    ``permits``   whether the sentence explains why a rule permits the move
    ``event``     the event described
    ``line``      the line of the score sheet described
    ``laid``      the cards in the trick, up to and including the card described
    ``asked``     the question whose answer the sentence explains
    ``shows``     the value shown next to the sentence, if the sentence is a label on the table
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

    # ---- values of placeholders

    def number(self, name: str) -> int:
        """Return the number in a placeholder, or in the sentence nested in it."""
        text: Text = self.sentence.fields[name]
        if isinstance(text, Sentence):
            text = text.fields["n"]
        return int(text.replace("−", "-"))

    def suits(self, name: str) -> list[str]:
        """Return the letters of the suits in a placeholder."""
        return suits_in(self.sentence.fields[name])

    def suit(self, name: str) -> str:
        """Return the letter of the only suit in a placeholder."""
        (letter,) = self.suits(name)
        return letter

    def cards(self, name: str) -> list[Card]:
        """Return the cards in a placeholder."""
        return [self.game.pack.card(card.text) for card in self.sentence.fields[name].cards]

    def card(self, name: str) -> Card:
        """Return the only card in a placeholder."""
        (card,) = self.cards(name)
        return card

    def seats(self, name: str) -> list[int]:
        """Return the seats in a placeholder, in table order."""
        seats = self.sentence.fields[name]
        assert isinstance(seats, Seats), f"{{{name}}} of {self.sentence.template!r} is no seat"
        return sorted([*map(self.game.table.names.index, seats.names), *([READER] if seats.you else [])])

    def one_seat(self, name: str) -> int:
        """Return the only seat in a placeholder."""
        (seat,) = self.seats(name)
        return seat

    # ---- queries of the rules

    @property
    def hand(self) -> list[Card]:
        """The hand of the seat that moves."""
        assert self.seat is not None
        return self.position.hands[self.seat]

    @property
    def playable(self) -> set[Card]:
        """The cards with which the seat to act has a legal move."""
        return {move.card for move in self.game.legal(self.position) if move.card is not None}

    @property
    def any_card(self) -> bool:
        """Return whether every card in hand may be played."""
        return self.playable >= {*self.hand}

    def with_pack(self, position: P | None = None) -> list[Move]:
        """Return the moves that would be legal with the entire deck in hand, in ``position``, by default the position
        described."""
        holding_all = (position or self.position).copy()
        assert holding_all.to_act is not None
        holding_all.hands = [*holding_all.hands]
        holding_all.hands[holding_all.to_act] = [*self.game.deck]
        return self.game.legal(holding_all)

    def played_until(self, reached: Callable[[P], bool], seed: int = 1) -> P:
        """Play a hand at random from ``seed`` until ``reached`` is true or the hand is over, and return the position."""
        rng, position = random.Random(seed), self.game.deal(seed)
        while position.to_act is not None and not reached(position):
            position, _ = self.game.make(position, rng.choice(self.game.legal(position)))
        return position

    @property
    def legal(self) -> bool:
        """Return whether the claim's move is legal."""
        return self.move in self.game.legal(self.position)

    @property
    def earlier(self) -> P:
        """The position before the move, which must be known."""
        assert self.before is not None
        return self.before

    @property
    def happened(self) -> Event:
        """The event described, which must be known."""
        assert self.event is not None
        return self.event


def suits_in(text: Text) -> list[str]:
    """Return the letters of the suits in a text."""
    return [mark[1:-1] for mark in _marks(text) if mark.card is None]


def _marks(text: Text) -> Iterator[MarkText]:
    if isinstance(text, MarkText):
        yield text
    parts = text.fields.values() if isinstance(text, Sentence) else text.things if isinstance(text, ListText) else ()
    for part in parts:
        yield from _marks(part)


@dataclass
class Claims(Generic[P]):
    """A registry of checks for a game's sentences, by template."""

    checks: dict[str, Callable[[Claim[P]], bool]] = field(default_factory=dict)

    def of(self, *templates: str) -> Callable[[F], F]:
        """Register the check for these templates: ``(claim) -> bool``. A template has only one check."""
        def noted(check: F) -> F:
            for template in templates:
                assert template not in self.checks, f"{template!r} has a check already"
                self.checks[template] = check
            return check
        return noted


AnySaying = Claim[Any]
"""A claim in any game, for checks that use only the common interface."""


def _left_of_the_dealer(said: AnySaying) -> bool:
    return bool(said.one_seat("seat") == said.game.table.left_of[said.position.dealer])


def _deals_next(said: AnySaying) -> bool:
    return said.game.next_dealer(said.position) == said.one_seat("seat") and _left_of_the_dealer(said)


SHARED: Mapping[str, Callable[[AnySaying], bool]] = {
    "Left of the dealer, {seat} {seat:leads|lead}.": _left_of_the_dealer,
    "The deal moves left: {seat} {seat:deals|deal} next.": _deals_next}
"""The checks for sentences that several games share (``Phrasebook.turns``), by template."""


def claims_of(kind: type[Game[P]]) -> Mapping[str, Callable[[Claim[P]], bool]]:
    """Return the checks for a game's sentences by template, including those for shared sentences. The game's checks are called
    ``claims``, in the module of the game's class or in a module ``claims`` in the same package.
    """
    own = getattr(import_module(kind.__module__), "claims", None)
    found = own or getattr(game_module(kind, "claims"), "claims", None)
    return SHARED if found is None else {**SHARED, **found.checks}

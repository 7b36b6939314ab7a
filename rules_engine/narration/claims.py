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
from rules_engine.core.model.moves import Move, play
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


def _has_none(said: AnySaying) -> bool:
    """Return whether a hand has no card of the suit named, or no trump if trumps are named instead of a suit."""
    hand, named = said.position.hands[said.one_seat("seat")], said.suits("suit")
    if not named:
        return not any(_is_trump(said, card) for card in hand)
    return all(said.game.suit_of(said.position, card) not in named for card in hand)


def _suit_led(said: AnySaying) -> str:
    return str(said.game.suit_of(said.position, said.laid[0].card))


def _is_trump(said: AnySaying, card: Card) -> bool:
    """Return whether a card beats another suit that is led."""
    suit = said.game.suit_of(said.position, card)
    other = next(other for other in said.game.deck if said.game.suit_of(said.position, other) != suit)
    return said.game.winners(said.position, [play(other).laid[0], play(card).laid[1]]) == {"": 1}


def _trumps_taken(said: AnySaying) -> list[Card]:
    """Return the trumps in the last trick."""
    return [one.card for one in said.position.last_trick.laid if _is_trump(said, one.card)]


def _only_trump(said: AnySaying) -> bool:
    return _trumps_taken(said) == [*said.happened.cards]


def _highest_trump(said: AnySaying) -> bool:
    wins = said.game.winners(said.position, said.position.last_trick.laid) == {"": said.happened.seat}
    return wins and said.happened.cards[0] in _trumps_taken(said)


def _no_trump_played(said: AnySaying) -> bool:
    return not _trumps_taken(said) and said.game.suit_of(said.position, said.happened.cards[0]) == said.suit("suit")


def _trump_forbidden(said: AnySaying) -> bool:
    assert said.move is not None
    return not said.legal and _is_trump(said, said.move.played)


def _follows_below_trump(said: AnySaying) -> bool:
    follows = said.game.suit_of(said.position, said.laid[-1].card) == _suit_led(said)
    return follows and _is_trump(said, said.card("beaten")) and not _is_trump(said, said.laid[-1].card)


def _cannot_win(said: AnySaying) -> bool:
    card = said.laid[-1].card
    return said.game.suit_of(said.position, card) != _suit_led(said) == said.suit("suit") and not _is_trump(said, card)


def _takes_trick(said: AnySaying) -> bool:
    trick, taker = said.position.last_trick, said.one_seat("seat")
    return trick is not None and taker in trick.winners.values() and (taker, said.card("card")) in [
        (one.seat, one.card) for one in trick.laid]


SHARED: Mapping[str, Callable[[AnySaying], bool]] = {
    "{seat} {seat:has|have} no {suit} and can't follow suit.": _has_none,
    "A trump is no exception.": _trump_forbidden,
    "the only trump": _only_trump,
    "the highest trump": _highest_trump,
    "the highest of {suit}; no trump was played": _no_trump_played,
    "{which} {which:follows|follow}, but can't beat a trump, {beaten}.": _follows_below_trump,
    "{which} {which:is|are} neither {suit} nor a trump, so {which:it|they} can't win.": _cannot_win,
    "{which} {which:isn't|aren't} {suit}, so {which:it|they} can't win.": _cannot_win,
    "{seat} {seat:takes|take} the trick with {card}, {how}.": _takes_trick,
    "Left of the dealer, {seat} {seat:leads|lead}.": _left_of_the_dealer,
    "The deal moves left: {seat} {seat:deals|deal} next.": _deals_next}
"""The checks for sentences that several games share (``Phrasebook.turns`` and ``trick_phrases``), by template."""


def claims_of(kind: type[Game[P]]) -> Mapping[str, Callable[[Claim[P]], bool]]:
    """Return the checks for a game's sentences by template, including those for shared sentences. The game's checks are called
    ``claims``, in the module of the game's class or in a module ``claims`` in the same package.
    """
    own = getattr(import_module(kind.__module__), "claims", None)
    found = own or getattr(game_module(kind, "claims"), "claims", None)
    return SHARED if found is None else {**SHARED, **found.checks}

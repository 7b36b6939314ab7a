"""A record of a Bridge hand, and the scenario that it becomes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from rules_engine.core.game.game import Game
from rules_engine.core.game.setups import read_setup
from rules_engine.core.model.cards import Card
from rules_engine.core.model.errors import RulesEngineError, SetupError, quoted
from rules_engine.core.model.packs import FRENCH
from rules_engine.core.positions.json_values import JsonValue
from rules_engine.core.positions.position import Position
from rules_engine.games import make_game
from rules_engine.narration.narrator import narrator_for
from rules_engine.scenarios.model import Scenario, Step

GAME = "bridge"
LETTERS = "SWNE"
"""The letters of the compass points in the order of the seats."""
SUITS = "SHDC"
"""The letters of the suits in the order in which both formats write a hand."""
HAND = 13
"""Number of cards per hand."""
SIDES = ((), (0,), (1,), (0, 1))
"""The vulnerable sides in boards 1 to 4: North and South are side 0, East and West side 1. Each board of a file becomes the one
of these with the same vulnerability."""
DENOMINATIONS: Mapping[str, str] = {"C": "C", "D": "D", "H": "H", "S": "S", "N": "", "NT": ""}
_DOUBLES: Mapping[str, int] = {"": 1, "X": 2, "XX": 4}
_CALLS: Mapping[str, str] = {"P": "pass", "PASS": "pass", "X": "double", "D": "double", "DBL": "double", "XX": "redouble",
                             "R": "redouble", "RDBL": "redouble"}


class RecordError(RulesEngineError):
    """Raised if a record can't be read, for a ``reason``. ``line`` and ``column`` count from 1."""

    def __init__(self, reason: str, line: int, column: int) -> None:
        self.reason, self.line, self.column = reason, line, column
        super().__init__(f"line {line}, column {column}: {reason}")


class Token(NamedTuple):
    """A piece of a file, and where it begins; ``line`` and ``column`` count from 1."""

    text: str
    line: int
    column: int

    def error(self, message: str) -> RecordError:
        """Return an error at this place."""
        return RecordError(message, self.line, self.column)

    def part(self, start: int, stop: int) -> Token:
        """Return a part of the piece, which must be on its first line."""
        return Token(self.text[start:stop], self.line, self.column + start)


def token_at(text: str, piece: str, start: int) -> Token:
    """Return a piece of a file that begins at the index ``start`` of its text."""
    line_start = text.rfind("\n", 0, start) + 1
    return Token(piece, text.count("\n", 0, start) + 1, start - line_start + 1)


class Contract(NamedTuple):
    """A contract: its level from 1 to 7, its trump suit (``""`` for notrump), 1, 2 or 4 for doubles, and the declarer's seat."""

    level: int
    trump: str
    doubled: int
    declarer: int


@dataclass
class BridgeRecord:
    """A hand of Bridge as a file records it.

    ``start``     the place in the file where the record begins
    ``calls``     the calls of the auction, in order from the dealer
    ``contract``  the contract, if the file has no auction; None if the hand was passed out or the file doesn't name it
    ``cards``     the cards played: in order, or, with ``by_seat``, for each trick the cards of the seats from ``first``
    """

    start: Token
    title: str = ""
    dealer: int = 2
    vulnerable: tuple[int, ...] = ()
    hands: list[list[Card]] = field(default_factory=lambda: [[], [], [], []])
    calls: list[Token] = field(default_factory=list)
    contract: Contract | None = None
    cards: list[Token] = field(default_factory=list)
    by_seat: bool = False
    first: int = 0

    def scenario(self) -> Scenario:
        """Return the hand as a scenario of the game ``bridge``. Raises ``RecordError`` for a call or a card that isn't legal."""
        game = make_game(GAME)
        setup = self._setup(game)
        try:
            position = read_setup(game, setup)
        except SetupError as error:
            raise self.start.error(str(error)) from error
        steps = [*self._moves(game, position)]
        return Scenario(GAME, title=self.title or "A hand of Bridge", setup=setup, script=tuple(steps))

    def _setup(self, game: Game[Position]) -> dict[str, JsonValue]:
        names = game.table.names
        setup: dict[str, JsonValue] = {"board": SIDES.index(self.vulnerable) + 1, "dealer": names[self.dealer]}
        if self.contract and not self.calls:
            level, trump, doubled, declarer = self.contract
            setup |= {"phase": "play", "level": level, "high": names[declarer], "doubled": doubled}
            setup |= {"trump": trump, "named": {names[declarer]: trump}} if trump else {"named_notrump": [names[declarer]]}
        return setup | {"hands": {name: " ".join(card.text for card in hand)
                                  for name, hand in zip(names, self.hands, strict=True)}}

    def _moves(self, game: Game[Position], position: Position) -> Iterator[Step]:
        """Yield the calls and the cards as steps, each judged by the game."""
        for call in self.calls:
            if position.phase != "call":
                raise call.error("the auction is over before this call")
            seat = position.actor
            position = _made(game, position, call, call_written(call))
            yield Step(game.table.names[seat], call_written(call))
        left = [*self.cards]
        while left:
            if position.phase != "play" or position.to_act is None:
                raise left[0].error("no card can be played here: " + ("the auction isn't over" if position.phase == "call"
                                                                      else "the hand is over"))
            seat = position.to_act
            token = self._card_of(seat, left)
            if token is None:
                return
            text = card_read(token).text
            position = _made(game, position, token, text)
            yield Step(game.table.names[seat], text)

    def _card_of(self, seat: int, left: list[Token]) -> Token | None:
        """Remove and return the next card of a seat: the first one, or the seat's in the first row of four. Return None if the
        record ends before it."""
        if not self.by_seat:
            return left.pop(0)
        place = (seat - self.first) % len(LETTERS)
        if place >= len(left) or left[place].text in ("-", ""):
            return None
        token, left[place] = left[place], Token("", 0, 0)
        if not any(each.text for each in left[:len(LETTERS)]):
            del left[:len(LETTERS)]
        return token


def _made(game: Game[Position], position: Position, token: Token, text: str) -> Position:
    """Return the position after a move. Raises ``RecordError`` with the rule's reason if it isn't legal."""
    verdict = game.judge(position, text)
    refusal = narrator_for(game).refusal(position, verdict)
    if refusal is not None:
        raise token.error(f"{quoted(token.text)} isn't legal here: {game.pack.plain(str(refusal.sentence))}")
    assert verdict.move is not None
    return game.make(position, verdict.move)[0]


def call_written(call: Token) -> str:
    """Return a call in the notation of the game: ``1S`` as ``bid S 1``, ``X`` as ``double``. Raises ``RecordError``."""
    text = call.text.upper().rstrip("!?")
    if text in _CALLS:
        return _CALLS[text]
    level, trump = text[:1], DENOMINATIONS.get(text[1:])
    if level not in tuple("1234567") or trump is None:
        raise call.error(f"{quoted(call.text)} is no call: expected one such as 1S, 3NT, Pass, X or XX")
    return f"bid {trump} {level}" if trump else f"notrump {level}"


def card_read(token: Token) -> Card:
    """Return a card written with its suit first: ``SA``, ``HT`` or ``H10``. Raises ``RecordError``."""
    suit, rank = token.text[:1].upper(), token.text[1:].upper()
    return card_at(token, suit, rank)


def card_at(token: Token, suit: str, rank: str) -> Card:
    """Return the card with this rank and suit. Raises ``RecordError``."""
    found = _CARDS.get(f"{'10' if rank == 'T' else rank}{suit}")
    if found is None:
        raise token.error(f"{quoted(token.text)} is no card: expected one such as SA, HT or D2")
    return found


_CARDS: Mapping[str, Card] = {card.text: card for card in FRENCH if card.suits}


def contract_read(written: Token, declarer: int) -> Contract:
    """Return a contract written as ``4SX``. Raises ``RecordError``."""
    text = written.text.upper()
    strain = text[1:].rstrip("X")
    doubled = _DOUBLES.get(text[1 + len(strain):])
    if text[:1] not in tuple("1234567") or strain not in DENOMINATIONS or doubled is None:
        raise written.error(f"{quoted(written.text)} is no contract: expected one such as 4S, 3NTX or Pass")
    return Contract(int(text[0]), DENOMINATIONS[strain], doubled, declarer)


def check_hands(hands: Sequence[Sequence[Card]], token: Token) -> None:
    """Raise ``RecordError`` unless there are four hands of thirteen different cards."""
    names = make_game(GAME).table.names
    seen: dict[Card, str] = {}
    for name, hand in zip(names, hands, strict=True):
        for card in hand:
            if card in seen:
                raise token.error(f"{name} and {seen[card]} both hold the {card.text}" if seen[card] != name else
                                  f"{name} holds the {card.text} twice")
            seen[card] = name
        if len(hand) != HAND:
            raise token.error(f"{name} has {len(hand)} cards: all four hands with {HAND} cards each are needed")


def seat_of(letter: Token) -> int:
    """Return the seat of a compass point. Raises ``RecordError``."""
    place = LETTERS.find(letter.text.upper()) if letter.text else -1
    if place < 0 or len(letter.text) != 1:
        raise letter.error(f"{quoted(letter.text)} is no seat: expected N, E, S or W")
    return place


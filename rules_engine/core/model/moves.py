"""Moves and their written form.

A game lists the forms of its moves (``"CARD as SUIT"``, ``"bid NUMBER"``, ``"take CARD for CARD"``). All games share one parser
and one writer, and parsing a written move returns the same move. Moves are interned like cards, so they are compared by identity.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from typing import Any

from rules_engine.core.model.cards import Card, Pack, in_order
from rules_engine.core.model.errors import TextError
from rules_engine.core.model.seats import DEFAULT_SEATS
from rules_engine.text.message import QuotedText, any_of, say

Parts = tuple[str, Card | None, str, int | None, Card | None, tuple[Card, ...]]
"""The parts of a move: its verb, card, suit, number, other card, and the cards that it shows together."""
SEATS = range(max(DEFAULT_SEATS))
"""All possible seats, in any game."""


class Move:
    """One action by a seat.

    ``verb``    ``"play"`` for a card put on the table, otherwise the first words of its text: ``"bid"``, ``"sit out"``
    ``card``    the card used, or None
    ``suit``    the letter of the suit named, or ``""``
    ``number``  the number named, or None
    ``other``   the second card of an exchange, or None
    ``cards``   cards shown together, as in a meld, in pack order
    ``text``    its written form
    ``played``  the same card as ``card``, typed as never None; unset for a move without a card
    ``laid``    the ``PlayedCard`` of this move for each seat that could make it; unset for a move without a card
    """

    __slots__ = ("card", "cards", "laid", "number", "other", "played", "suit", "text", "verb")
    played: Card
    laid: tuple[PlayedCard, ...]

    def __init__(self, verb: str, card: Card | None, suit: str, number: int | None, other: Card | None,
                 cards: tuple[Card, ...]) -> None:
        self.verb = verb
        self.card = card
        self.suit = suit
        self.number = number
        self.other = other
        self.cards = cards
        self.text = _write(self)
        if card is not None:
            self.played = card
            self.laid = tuple([PlayedCard(seat, self) for seat in SEATS])

    def __repr__(self) -> str:
        return f"<{self.text}>"

    def __str__(self) -> str:
        return self.text

    def __reduce__(self) -> tuple[object, Parts]:
        return make_move, (self.verb, self.card, self.suit, self.number, self.other, self.cards)

    def __copy__(self) -> Move:
        return self

    def __deepcopy__(self, memo: object) -> Move:
        return self


class PlayedCard:
    """One card in a trick: the seat, the move that played it, and the card. Only ``Move`` creates instances."""

    __slots__ = ("card", "move", "seat")

    def __init__(self, seat: int, move: Move) -> None:
        self.seat = seat
        self.move = move
        self.card = move.played

    def __repr__(self) -> str:
        return f"<{self.seat} {self.move.text}>"

    def __reduce__(self) -> tuple[object, tuple[Move, int]]:
        return _laid_by, (self.move, self.seat)


def _laid_by(move: Move, seat: int) -> PlayedCard:
    return move.laid[seat]


_MOVES: dict[Parts, Move] = {}


def make_move(verb: str, card: Card | None = None, suit: str = "", number: int | None = None,
              other: Card | None = None, cards: tuple[Card, ...] = ()) -> Move:
    """Return the unique move with these parts. ``cards`` must be in pack order.

    >>> make_move("bid", number=3)
    <bid 3>
    >>> make_move("bid", number=3) is make_move("bid", number=3)
    True
    """
    key = (verb, card, suit, number, other, cards)
    move = _MOVES.get(key)
    if move is None:
        move = _MOVES.setdefault(key, Move(*key))
    return move


def play(card: Card, suit: str = "") -> Move:
    """Return the move that plays ``card``, naming ``suit`` if given.

    >>> from rules_engine.core.model.packs import DECKTET
    >>> play(DECKTET.card("5ML"), "L")
    <5ML as L>
    """
    return make_move("play", card, suit)


def moves_with(cards: Iterable[Card], moves: Mapping[Card, Move]) -> list[Move]:
    """Look up ``cards`` in ``moves``, a mapping from cards to moves."""
    return [moves[card] for card in cards]


def keep(moves: Iterable[Move], allowed: Container[Move]) -> list[Move]:
    """Return the moves that are in ``allowed``, in order.

    >>> bids = [make_move("bid", number=number) for number in range(4)]
    >>> keep(bids, {make_move("bid", number=2)})
    [<bid 2>]
    """
    return [move for move in moves if move in allowed]


def _write(move: Move) -> str:
    words = [] if move.verb == "play" else [move.verb]
    if move.card is not None:
        words.append(move.card.text)
    if move.other is not None:
        words += ["for", move.other.text]
    words += [card.text for card in move.cards]
    if move.suit:
        words += ["as", move.suit] if move.card is not None else [move.suit]
    if move.number is not None:
        words.append(str(move.number))
    return " ".join(words)


def read_move(text: object, forms: Iterable[str], pack: Pack, now: Sequence[str] = ()) -> Move:
    """Parse a move in one of ``forms``. Raises ``TextError`` with a message that lists the forms in ``now``, or all forms if
    ``now`` is empty.

    In a form, ``CARD``, ``SUIT`` and ``NUMBER`` are placeholders and every other word is literal. ``CARDS`` at the end of a form
    stands for two or more cards: ``meld CARDS``.

    >>> from rules_engine.core.model.packs import FRENCH
    >>> read_move("take 5h for K♠", ["CARD", "take CARD for CARD"], FRENCH)
    <take 5H for KS>
    """
    forms = tuple(forms)
    if isinstance(text, str):
        words = pack.words(text)
        for form in forms:
            move = _match(words, form.split(), pack)
            if move is not None:
                return move
    raise TextError(text, say("a move of this {phase:phase|game}: {forms}", phase=bool(now),
                              forms=any_of(map(QuotedText, now or forms))))


def _match(words: list[str], form: list[str], pack: Pack) -> Move | None:
    """Match ``words`` against one form."""
    if form[-1] == "CARDS":
        return _match_cards(words, form[:-1], pack)
    if len(words) != len(form):
        return None
    literal: list[str] = []
    found: dict[str, list[Any]] = {"CARD": [], "SUIT": [], "NUMBER": []}
    for word, wanted in zip(words, form, strict=True):
        if wanted in found:
            value = _VALUES[wanted](word, pack)
            if value is None:
                return None
            found[wanted].append(value)
        elif word.casefold() != wanted:
            return None
        elif wanted not in ("as", "for"):
            literal.append(wanted)
    card, other = (*found["CARD"], None, None)[:2]
    suit, number = (found["SUIT"] or [""])[0], (found["NUMBER"] or [None])[0]
    return make_move(" ".join(literal) or "play", card, suit, number, other)


def _match_cards(words: list[str], literal: list[str], pack: Pack) -> Move | None:
    """Match ``words`` against a form that ends with ``CARDS``."""
    cards = [_card(word, pack) for word in words[len(literal):]]
    found = [card for card in cards if card is not None]
    if [word.casefold() for word in words[:len(literal)]] != literal or len(found) < max(2, len(cards)):
        return None
    return make_move(" ".join(literal), cards=tuple(in_order(found)))


def _card(word: str, pack: Pack) -> Card | None:
    try:
        return pack.read_card(word)
    except TextError:
        return None


def _suit(word: str, pack: Pack) -> str | None:
    try:
        return pack.read_suit(word)
    except TextError:
        return None


def _number(word: str, pack: Pack) -> int | None:
    return int(word) if word.isascii() and word.isdigit() and len(word) < 10 else None


_VALUES: dict[str, Callable[[str, Pack], Card | str | int | None]] = {"CARD": _card, "SUIT": _suit, "NUMBER": _number}

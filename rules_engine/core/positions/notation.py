"""The notation for one game at one table: seats, sides, cards, suits, moves, and cards on the table."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import TypeVar

from rules_engine.core.model.cards import Card, Pack, UnknownCard, in_order
from rules_engine.core.model.errors import TextError
from rules_engine.core.model.moves import Move, read_move
from rules_engine.core.model.seats import Table
from rules_engine.core.model.tricks import PlayedCard
from rules_engine.text.message import say

Read = TypeVar("Read")
Shape = tuple[str, bool, bool, bool, bool, bool]
"""The shape of a move: its verb, and five flags for the presence of a card, a suit, a number, a second card, and several
cards."""


class NotInPlay(TextError):
    """Raised for a move with a card that is in the pack but not used in this game."""

    def __init__(self, got: object, move: Move, card: Card) -> None:
        self.move = move
        self.card = card
        super().__init__(got, say("a move with a card of this game; {card} is not in play", card=card.text))


class Notation:
    """Parser and writer for the values in scenario files, links and saved hands.

    ``forms``  maps phases to the forms of their moves
    ``cards``  the cards used in the game
    ``sides``  the names of the scoring sides, in the order of ``score``
    """

    def __init__(self, pack: Pack, table: Table, forms: Mapping[str, Sequence[str]], cards: Collection[Card],
                 sides: Sequence[str]) -> None:
        self.pack = pack
        self.table = table
        self.cards = frozenset(cards)
        self.sides = tuple(sides)
        self.forms = tuple(dict.fromkeys(form for of_phase in forms.values() for form in of_phase))
        self.laying = frozenset(_form_shape(form)[0] for form in forms.get("play", ()) if "CARD" in form.split())
        """The verbs that put a card on the table."""
        self._forms = forms
        self._shapes = {phase: {_form_shape(form) for form in of_phase} for phase, of_phase in forms.items()}
        self._moves: dict[str, Move] = {}

    def read_move(self, text: object, phase: str = "") -> Move:
        """Parse a move. Raises ``TextError`` if the game has no such move; the message lists the forms in ``phase``."""
        known = self._moves.get(text) if isinstance(text, str) else None
        if known is not None:
            return known
        move = read_move(text, self.forms, self.pack, self._forms.get(phase, ()))
        for card in (move.card, move.other, *move.cards):
            if card is not None and card not in self.cards:
                raise NotInPlay(text, move, card)
        self._moves[move.text] = move
        return move

    def read_card(self, text: object) -> Card:
        """Parse a card in the pack. Raises ``TextError`` with examples from this game's cards."""
        return self._of_pack(self.pack.read_card, text)

    def read_cards(self, value: object) -> list[Card]:
        """Parse a list of cards, or a string of cards separated by spaces. Raises ``TextError``."""
        return self._of_pack(self.pack.read_cards, value)

    def _of_pack(self, read: Callable[[object], Read], value: object) -> Read:
        try:
            return read(value)
        except UnknownCard as error:
            raise UnknownCard(error.got, in_order(self.cards)) from None

    def read_laid(self, text: object) -> PlayedCard:
        """Parse a card on the table: ``"South 5ML as L"``. Raises ``TextError``."""
        seat, _, move = text.partition(" ") if isinstance(text, str) else ("", "", "")
        place, made = self.table.read_seat(seat), self.read_move(move)
        if made.card is None or made.verb not in self.laying:
            raise TextError(text, "a seat and the card it played")
        return made.laid[place]

    def write_laid(self, laid: PlayedCard) -> str:
        """Return the written form of a card on the table."""
        return f"{self.table.names[laid.seat]} {laid.move.text}"

    def has(self, move: Move, phase: str) -> bool:
        """Return whether ``move`` has one of the forms allowed in ``phase``."""
        return _shape(move) in self._shapes.get(phase, ())


def _shape(move: Move) -> Shape:
    return (move.verb, move.card is not None, bool(move.suit), move.number is not None, move.other is not None, bool(move.cards))


def _form_shape(form: str) -> Shape:
    words = form.split()
    literal = [word for word in words if not word.isupper() and word not in ("as", "for")]
    return (" ".join(literal) or "play", "CARD" in words, "SUIT" in words, "NUMBER" in words, words.count("CARD") == 2,
            "CARDS" in words)

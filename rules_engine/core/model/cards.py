"""Cards, suits and packs.

Cards are interned: the 5 of Moons and Leaves is a single object, so cards are compared and hashed by identity. A card contains
only its printed properties. Its rank and suit within a trick are defined by the game.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from importlib import import_module
from typing import NamedTuple

from rules_engine.core.model.errors import TextError
from rules_engine.core.model.pack_art import NO_LOOK, PackArt
from rules_engine.text.message import Text, as_text, joined, say


class Suit(NamedTuple):
    """A suit: its ``letter`` in written cards, its spoken ``name``, and its printed ``sign``."""

    letter: str
    name: str
    sign: str


class Card:
    """One card of a pack, as printed. Two cards are equal only if they are the same object.

    ``text``    the card's written form, ``"5ML"``
    ``rank``    the written form of the rank, ``"5"``
    ``suits``   the letters of its suits, the top suit first; ``""`` for a card without a suit
    ``value``   the index of its rank in the pack, ascending; unrelated to points
    ``name``    the spoken name, ``"5 of Moons and Leaves"``
    ``title``   the title printed on it, ``"the Forest"``, or ``""``
    ``index``   its position in pack order: suit by suit, ranks ascending, cards without a suit last
    ``twin``    the other copy in a pack that has each card twice (see ``doubled``), or None
    """

    __slots__ = ("index", "name", "pack_id", "rank", "suits", "text", "title", "twin", "value")

    def __init__(self, pack_id: str, text: str, rank: str, suits: str, value: int, name: str,
                 title: str = "") -> None:
        self.pack_id = pack_id
        self.text = text
        self.rank = rank
        self.suits = suits
        self.value = value
        self.name = as_text(name)
        self.title = as_text(title)
        self.index = -1
        self.twin: Card | None = None

    def __repr__(self) -> str:
        return f"<{self.text}>"

    def __str__(self) -> str:
        return self.text

    def __reduce__(self) -> tuple[object, tuple[str, str, str]]:
        home = _PACKS[self.pack_id].home if self.pack_id else ""
        return _find, (self.pack_id, self.text, home)

    def __copy__(self) -> Card:
        return self

    def __deepcopy__(self, memo: object) -> Card:
        return self

    @property
    def full_name(self) -> Text:
        """The spoken name followed by the printed title: ``"5 of Moons and Leaves, the Forest"``."""
        return joined([self.name, self.title], ", ")


FACE_DOWN = Card("", "?", "?", "", -1, say("face-down card"))
"""The placeholder for a card that is face down in a view. No move is made with it."""

_PACKS: dict[str, Pack] = {}


class UnknownCard(TextError):
    """Raised for text that isn't the name of a card. The message shows two valid examples, from the pack or from a game's
    cards."""

    def __init__(self, got: object, cards: Sequence[Card]) -> None:
        super().__init__(got, f"a card of the pack, such as {cards[0].text} or {cards[-1].text}")


def _find(pack_id: str, text: str, home: str) -> Card:
    if not pack_id:
        return FACE_DOWN
    if pack_id not in _PACKS:       # A worker process may unpickle a card before it has imported any game.
        import_module(home)
    return _PACKS[pack_id].card(text)


class Pack:
    """A type of pack: its cards in pack order, their suits, and the accepted spellings of both.

    ``pack_id``  the pack's unique id
    ``suits``    its suits, in pack order
    ``cards``    its cards, in pack order; sets the ``index`` of each
    ``also``     maps other characters accepted as input, such as suit signs, to suit letters
    ``name``     the pack's usual name among players, or ``""``
    ``look``     its artwork; ``NO_LOOK`` if it has none

    The attribute ``home`` is the name of the module that creates the pack; unpickling a card imports it. Raises ``ValueError`` if
    two cards have the same text.
    """

    def __init__(self, pack_id: str, suits: Iterable[Suit], cards: Iterable[Card],
                 also: Mapping[str, str] | None = None, name: str = "", look: PackArt = NO_LOOK) -> None:
        self.id = pack_id
        self.home: str = sys._getframe(1).f_globals["__name__"]
        self.name = name
        self.look = look
        self.suits = {suit.letter: suit._replace(name=as_text(suit.name)) for suit in suits}
        self.cards = tuple(cards)
        for index, card in enumerate(self.cards):
            card.index = index
        self._by_text = {card.text: card for card in self.cards}
        twice = [text for text, times in Counter(card.text for card in self.cards).items() if times > 1]
        if twice:
            raise ValueError(f"the pack {pack_id!r} has two cards written {twice[0]}: make equal cards with doubled()")
        self._by_input = {_plain(card.text): card for card in self.cards}
        self._by_input.update({_plain(card.title): card for card in self.cards if card.title})
        self._longest = max(len(written.split()) for written in self._by_input)
        self._signs = dict(also or {})
        _PACKS[pack_id] = self

    def __iter__(self) -> Iterator[Card]:
        return iter(self.cards)

    def __len__(self) -> int:
        return len(self.cards)

    def card(self, text: str) -> Card:
        """Return the card with exactly this written form. Raises ``TextError`` if there is none."""
        try:
            return self._by_text[text]
        except KeyError:
            raise TextError(text, f"a card of the pack, such as {self.cards[0].text}") from None

    def read_card(self, text: object) -> Card:
        """Parse user input for a card, ignoring case; suit signs and printed titles are accepted.

        Raises ``UnknownCard`` if no card matches.

        >>> from rules_engine.core.model.packs import DECKTET, FRENCH
        >>> FRENCH.read_card("q♠"), DECKTET.read_card("The Forest")
        (<QS>, <5ML>)
        """
        if isinstance(text, str):
            found = self._by_text.get(text) or self._by_input.get(self._unsigned(text))
            if found is not None:
                return found
        raise UnknownCard(text, self.cards)

    def read_cards(self, value: object) -> list[Card]:
        """Parse a list of cards, or a string of cards separated by spaces. Raises ``TextError`` if it is invalid."""
        if isinstance(value, str):
            return [self.read_card(word) for word in self.words(value)]
        if isinstance(value, (list, tuple)):
            return [part if isinstance(part, Card) else self.read_card(part) for part in value]
        raise TextError(value, "cards: a list, or one text with spaces between")

    def words(self, text: str) -> list[str]:
        """Split a string at its spaces, after replacing each multi-word title (``The Forest``) with the card's text."""
        words, found = text.split(), []
        while words:
            length = next((size for size in range(min(self._longest, len(words)), 1, -1)
                           if self._unsigned(" ".join(words[:size])) in self._by_input), 1)
            found.append(words[0] if length == 1 else self._by_input[self._unsigned(" ".join(words[:length]))].text)
            del words[:length]
        return found

    def read_suit(self, value: object) -> str:
        """Parse a suit's letter, sign or name, and return its letter. Raises ``TextError`` if no suit matches."""
        if isinstance(value, str):
            if value in self.suits:
                return value
            wanted = self._unsigned(value)
            for suit in self.suits.values():
                if wanted in (_plain(suit.letter), _plain(suit.name)):
                    return suit.letter
        raise TextError(value, f"a suit: {', '.join(self.suits)}", [suit.name for suit in self.suits.values()])

    def suit_name(self, letter: str) -> Text:
        """Return the spoken name of the suit."""
        return as_text(self.suits[letter].name)

    def plain(self, sentence: str) -> str:
        """Return ``sentence`` with each card or suit mark replaced with its name: ``{5ML}`` becomes ``5 of Moons and Leaves``."""
        return "".join(part if not mark else mark.name for part, mark in self.parts(sentence))

    def parts(self, sentence: str) -> Iterator[tuple[str, Card | Suit | None]]:
        """Split ``sentence`` at its card and suit marks.

        Yield ``(text, None)`` for each part between marks, and ``(mark, card_or_suit)`` for each mark, without its braces.
        """
        rest = sentence
        while rest:
            before, brace, after = rest.partition("{")
            inside, closing, tail = after.partition("}")
            mark = (self._by_text.get(inside) or self.suits.get(inside)) if closing else None
            if mark is None:
                yield before + brace, None
                rest = after
                continue
            if before:
                yield before, None
            yield inside, mark
            rest = tail

    def _unsigned(self, text: str) -> str:
        for sign, letter in self._signs.items():
            text = text.replace(sign, letter)
        return _plain(text)


def _plain(text: str) -> str:
    return " ".join(text.casefold().split())


def doubled(pack_id: str, cards: Iterable[Card]) -> list[Card]:
    """Return two copies of each card, for a double pack; the text of the second copy ends with a prime, ``10H'``.

    Both copies have the same name and face. A move written with one of them also matches the other if the player holds that one.
    """
    found = []
    for card in cards:
        pair = [Card(pack_id, card.text + mark, card.rank, card.suits, card.value, card.name, card.title) for mark in ("", "'")]
        pair[0].twin, pair[1].twin = pair[1], pair[0]
        found += pair
    return found


def in_order(cards: Iterable[Card]) -> list[Card]:
    """Return ``cards`` sorted in pack order."""
    return sorted(cards, key=_index)


def texts(cards: Iterable[Card]) -> list[str]:
    """Return the written forms of ``cards``, in the same order."""
    return [card.text for card in cards]


def _index(card: Card) -> int:
    return card.index

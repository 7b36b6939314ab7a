"""Default sentences and requests for moves, generated from the forms of moves.

    take CARD for CARD     {seat} {seat:takes|take} {card} for {other}     take {card} for {other}
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cache

from rules_engine.core.model.cards import FACE_DOWN, Card
from rules_engine.core.model.moves import Move
from rules_engine.narration.quantities import CARDS, counted
from rules_engine.text.message import Place, Sentence, Text, all_of, any_of, as_texts, say, suit_mark

_PLACES = {"CARD": "{card}", "CARDS": "{cards}", "SUIT": "{suit}", "NUMBER": "{n}"}


def with_article(card: Card) -> Text:
    """Return a card with its article: ``the {5C}``, or ``a card`` for a face-down card."""
    return say("a card") if card is FACE_DOWN else say("the {card}", card=card)


def form_of(move: Move) -> str:
    """Return the form of a move, as in a game's ``forms``: ``take CARD for CARD``."""
    words = [] if move.verb == "play" else [move.verb]
    words += ["CARD"] if move.card is not None else []
    words += ["for", "CARD"] if move.other is not None else []
    words += ["CARDS"] if move.cards else []
    words += ["as", "SUIT"] if move.suit and move.card is not None else ["SUIT"] if move.suit else []
    words += ["NUMBER"] if move.number is not None else []
    return " ".join(words)


@cache
def default_statement(form: str, leads: bool = False) -> str:
    """Return the template for the sentence about a move of this form."""
    verb, rest = _split_template(form, leads)
    return f"{{seat}} {{seat:{singular(verb)}|{verb}}}{rest}"


@cache
def default_request(form: str, leads: bool = False) -> str:
    """Return the template for a request to make a move of this form."""
    return "".join(_split_template(form, leads))


def _split_template(form: str, leads: bool) -> tuple[str, str]:
    """Return the verb of a form, and the template for the rest of the sentence."""
    words = form.split()
    verb = [word for word in words if word not in (*_PLACES, "as", "for")]
    rest, cards = "", iter(("{card}", "{other}"))
    for word in words[len(verb):]:
        rest += f" {next(cards) if word == 'CARD' else _PLACES.get(word, word)}"
    return " ".join(verb) or ("lead" if leads else "play"), rest


def verb_phrase(verb: str, seat: Text) -> Sentence:
    """Return a sentence about a move with this verb, without further details: ``West bids``."""
    return Sentence(default_statement(verb), {"seat": seat})


def imperative_phrase(verb: str) -> Sentence:
    """Return the verb of a move in the imperative: ``bid``."""
    return Sentence(default_request(verb), {})


def fill_move_template(template: str, move: Move, seat: Text, cards: Text | None = None) -> Sentence:
    """Fill in a template for a move. ``cards`` replaces the move's card, such as when the card must not be shown."""
    given: dict[str, Place] = {"seat": seat}
    given |= {} if move.card is None else {"card": with_article(move.card) if cards is None else cards}
    given |= {} if move.other is None else {"other": with_article(move.other if cards is None else FACE_DOWN)}
    given |= {"cards": all_of(move.cards)} if move.cards else {}
    given |= {"suit": suit_mark(move.suit)} if move.suit else {}
    given |= {} if move.number is None else {"n": move.number}
    return Sentence(template, as_texts(**given))


def imperative_template(deeds: Mapping[str, Sequence[str]], move: Move, leads: bool = False) -> str:
    """Return the template for a request to make a move: ``bid {n}``."""
    form = form_of(move)
    return deeds[form][1] if form in deeds else default_request(form, leads)


def usual_templates(form: str) -> Iterator[str]:
    """Yield all default templates for moves of a form, for extraction into catalogues."""
    for leads in (False, True) if form.startswith("CARD") else (False,):
        yield default_statement(form, leads)
        yield default_request(form, leads)


def short_templates(form: str) -> Iterator[str]:
    """Yield the templates that contain only the verb of a form, as a statement and as a request; none for playing a card."""
    if verb := " ".join(word for word in form.split() if word not in (*_PLACES, "as", "for")):
        yield default_request(form)
        yield default_statement(verb)
        yield default_request(verb)


Deeds = Mapping[str, tuple[str, str]]
"""A game's own templates for moves: maps forms to (statement, request)."""


def kinds_of(moves: Collection[Move], leads: bool, deeds: Deeds, cards: int = 1) -> Text:
    """Return a summary of the choices among these moves: ``lead a card``, ``exchange a card for the {8S} or pass``.

    ``deeds``  the game's templates for moves
    ``cards``  the number of cards to move one by one: ``discard 10 cards``
    """
    got = {move.card for move in moves if move.other is not None}
    suits = Counter(form_of(move) for move in moves if move.suit and move.card is None)
    return any_of(dict.fromkeys(_kind(move, leads, deeds, len(got), cards, suits) for move in moves))


def _kind(move: Move, leads: bool, deeds: Deeds, got: int, cards: int, suits: Mapping[str, int]) -> Text:
    form = form_of(move)
    if move.text in deeds:
        return Sentence(deeds[move.text][1], {})
    if form in suits and form in deeds and move.number is None:
        return Sentence(deeds[form][1], {"suit": suit_mark(move.suit) if suits[form] == 1 else say("a suit")})
    if move.verb == "play":
        return say("{leads:lead|play} a card", leads=leads)
    if move.other is not None:
        return say("exchange a card for {card}", card=with_article(move.played)) if got == 1 else say("exchange a card")
    if move.card is not None:
        given = counted(cards, CARDS) if cards > 1 else with_article(FACE_DOWN)
        form = f"{move.verb} CARD"
        return Sentence(deeds[form][1] if form in deeds else default_request(form), {"card": given})
    if move.cards:
        return Sentence(default_request(f"{move.verb} CARDS"), {"cards": say("cards")})
    return say("name a suit") if move.suit else imperative_phrase(move.verb)


_HISSING = ("sses", "shes", "ches", "xes")


def singular(verb: str) -> str:
    """Return the third person singular of a verb.

    >>> [singular(verb) for verb in ("take", "pass", "see", "sit out", "carry")]
    ['takes', 'passes', 'sees', 'sits out', 'carries']
    """
    first, space, rest = verb.partition(" ")
    if first.endswith("y") and first[-2] not in "aeiou":
        return f"{first[:-1]}ies{space}{rest}"
    return f"{first}{'es' if f'{first}es'.endswith(_HISSING) else 's'}{space}{rest}"

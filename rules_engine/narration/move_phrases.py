"""How moves are told and asked for, where a game has no words of its own for them: made from the form of the move.

    take CARD for CARD     {seat} {seat:takes|take} {card} for {other}     take {card} for {other}
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cache

from rules_engine.core.model.cards import FACE_DOWN, Card
from rules_engine.core.model.moves import Move
from rules_engine.narration.quantities import CARDS, counted
from rules_engine.text.message import Place, Sentence, Text, all_of, any_of, as_texts, say, suit_mark

_PLACES = {"CARD": "{card}", "CARDS": "{cards}", "SUIT": "{suit}", "NUMBER": "{n}"}


def with_article(card: Card) -> Text:
    """Give a card as a sentence names it: ``the {5C}``, or ``a card`` for one that isn't shown."""
    return say("a card") if card is FACE_DOWN else say("the {card}", card=card)


def form_of(move: Move) -> str:
    """Give the form of a move, as a game's ``forms`` have it: ``take CARD for CARD``."""
    words = [] if move.verb == "play" else [move.verb]
    words += ["CARD"] if move.card is not None else []
    words += ["for", "CARD"] if move.other is not None else []
    words += ["CARDS"] if move.cards else []
    words += ["as", "SUIT"] if move.suit and move.card is not None else ["SUIT"] if move.suit else []
    words += ["NUMBER"] if move.number is not None else []
    return " ".join(words)


@cache
def default_statement(form: str, leads: bool = False) -> str:
    """Give the template that tells a move of this form of a seat."""
    verb, rest = _split_template(form, leads)
    return f"{{seat}} {{seat:{singular(verb)}|{verb}}}{rest}"


@cache
def default_request(form: str, leads: bool = False) -> str:
    """Give the template that asks for a move of this form."""
    return "".join(_split_template(form, leads))


def _split_template(form: str, leads: bool) -> tuple[str, str]:
    """The verb of a form, and what stands behind it in a sentence."""
    words = form.split()
    verb = [word for word in words if word not in (*_PLACES, "as", "for")]
    rest, cards = "", iter(("{card}", "{other}"))
    for word in words[len(verb):]:
        rest += f" {next(cards) if word == 'CARD' else _PLACES.get(word, word)}"
    return " ".join(verb) or ("lead" if leads else "play"), rest


def verb_phrase(verb: str, seat: Text) -> Sentence:
    """Say that a seat makes a move with this verb, and not with what: ``West bids``."""
    return Sentence(default_statement(verb), {"seat": seat})


def imperative_phrase(verb: str) -> Sentence:
    """Say the verb of a move as one that is asked for: ``bid``."""
    return Sentence(default_request(verb), {})


def fill_move_template(template: str, move: Move, seat: Text, cards: Text | None = None) -> Sentence:
    """Fill in a template of a deed or a call with what a move has; ``cards`` stands for its card where that isn't told."""
    given: dict[str, Place] = {"seat": seat}
    given |= {} if move.card is None else {"card": with_article(move.card) if cards is None else cards}
    given |= {} if move.other is None else {"other": with_article(move.other if cards is None else FACE_DOWN)}
    given |= {"cards": all_of(move.cards)} if move.cards else {}
    given |= {"suit": suit_mark(move.suit)} if move.suit else {}
    given |= {} if move.number is None else {"n": move.number}
    return Sentence(template, as_texts(**given))


def imperative_template(deeds: Mapping[str, Sequence[str]], move: Move, leads: bool = False) -> str:
    """Return the template under which a move is asked for: ``bid {n}``."""
    form = form_of(move)
    return deeds[form][1] if form in deeds else default_request(form, leads)


def usual_templates(form: str) -> Iterator[str]:
    """Give every template that moves of a form are told with, for catalogues."""
    for leads in (False, True) if form.startswith("CARD") else (False,):
        yield default_statement(form, leads)
        yield default_request(form, leads)


def short_templates(form: str) -> Iterator[str]:
    """Give the templates that name such a move, or tell its verb alone; none for a card that is played."""
    if verb := " ".join(word for word in form.split() if word not in (*_PLACES, "as", "for")):
        yield default_request(form)
        yield default_statement(verb)
        yield default_request(verb)


Deeds = Mapping[str, tuple[str, str]]
"""The words that a game has of its own for moves: form to how they are told and asked for."""


def kinds_of(moves: Collection[Move], leads: bool, deeds: Deeds, cards: int = 1) -> Text:
    """Say what may be done by one of these moves: ``lead a card``, ``exchange a card for the {8S} or pass``.

    ``deeds``  the game's own words for moves
    ``cards``  so many cards go one after the other: ``discard 10 cards``
    """
    got = {move.card for move in moves if move.other is not None}
    return any_of(dict.fromkeys(_kind(move, leads, deeds, len(got), cards) for move in moves))


def _kind(move: Move, leads: bool, deeds: Deeds, got: int, cards: int) -> Text:
    if move.text in deeds:
        return Sentence(deeds[move.text][1], {})
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
    """Give the verb of a move as it goes with *West*.

    >>> [singular(verb) for verb in ("take", "pass", "see", "sit out", "carry")]
    ['takes', 'passes', 'sees', 'sits out', 'carries']
    """
    first, space, rest = verb.partition(" ")
    if first.endswith("y") and first[-2] not in "aeiou":
        return f"{first[:-1]}ies{space}{rest}"
    return f"{first}{'es' if f'{first}es'.endswith(_HISSING) else 's'}{space}{rest}"

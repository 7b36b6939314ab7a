"""What a question is made of: what the reader may see, the options, and why each is right or wrong."""

from __future__ import annotations

import re
from typing import NamedTuple

from rules_engine.core.cards import Card
from rules_engine.core.errors import RulesEngineError
from rules_engine.core.game import Game, View
from rules_engine.core.moves import Move
from rules_engine.core.position import Position
from rules_engine.core.telling import Finding
from rules_engine.core.tricks import Laid


class Unanswerable(RulesEngineError):
    """A question that has no answer where it is put; the message says why and what to do."""


class Option(NamedTuple):
    """One option.

    ``value``  the move, or the seat's name, as text
    ``right``  whether it is right
    ``why``    why it is right or wrong
    ``card``   the card that stands for it, in the hand or in the trick; None where there is none
    ``move``   the move, where moves are the options
    ``seat``   the seat, where seats are
    ``worth``  what its side is sure of with the move, where the best one is asked for
    """

    value: str
    right: bool
    why: Finding
    card: Card | None = None
    move: Move | None = None
    seat: int | None = None
    worth: int | None = None


class Reason(NamedTuple):
    """Why some options are right, or wrong: said once for all that share it."""

    options: tuple[Option, ...]
    right: bool
    why: Finding


class Part(NamedTuple):
    """One thing to answer: a choice among ``options``, or the number ``answer`` where there are none.

    Moves stand in the order in which the hand is shown; those that need no card come last.
    """

    label: str
    options: tuple[Option, ...]
    answer: int | None = None

    @property
    def reasons(self) -> tuple[Reason, ...]:
        """Every option with why it is right or wrong, right ones first; what several share is said once."""
        told = [option.why.sentence for option in self.options]
        groups: dict[tuple[bool, str], list[Option]] = {}
        for option in self.options:
            sentence = option.why.sentence
            alike = sentence if told.count(sentence) > 1 else _but_for_its_card(option)
            groups.setdefault((option.right, alike), []).append(option)
        told_once = (Reason(tuple(group), group[0].right, _of_all(group)) for group in groups.values())
        return tuple(sorted(told_once, key=lambda reason: not reason.right))


class Question(NamedTuple):
    """A question with its answer.

    ``title``     what is practised, in a few words
    ``intro``     what to know of the hand, from what the reader may see alone
    ``prompt``    what is asked
    ``many``      true where every right option is to be marked, false where there is one a part
    ``seen``      what the reader may see: the hand of who is to move, the other cards face down; in a question about a trick,
                  or the score, the table as it was before the last card of ``laid`` was played, and no hand
    ``laid``      the trick that the reader looks at, its last card too
    ``hides``     labels of what lies open that would tell the answer
    ``position``  the position that the question is about, as it is; the one that is scored in a question about the score
    ``start``, ``line``   the deal or setup, and the moves from it to ``seen``
    """

    game: Game[Position]
    kind: str
    title: str
    intro: str
    prompt: str
    many: bool
    parts: tuple[Part, ...]
    seen: View[Position]
    laid: tuple[Laid, ...]
    hides: frozenset[str]
    position: Position
    start: Position | None = None
    line: tuple[Move, ...] = ()


def _but_for_its_card(option: Option) -> str:
    """The reason, without the name of the option's own card or number, nor that of who played it."""
    return re.sub(_own(option), "{}", option.why.sentence)


def _own(option: Option) -> str:
    """How a sentence names the option's own card or number."""
    if option.card is not None:
        player = "" if option.seat is None else f"{re.escape(option.value)}'s |"
        return rf"(?:{player}[Tt]he )?{re.escape(f'{{{option.card.text}}}')}"
    number = option.move.number if option.move is not None else None
    return rf"\b{number}\b" if number is not None else "(?!)"


def _of_all(group: list[Option]) -> Finding:
    first = group[0]
    if all(option.why.sentence == first.why.sentence for option in group):
        return first.why
    cards = dict.fromkeys(card for option in group for card in option.why.cards)
    named = rf"(^|[.:] )?{_own(first)}( isn't | is no | is not | doesn't \w+|(?= \w+s\b))?"
    told = re.sub(named, _each, first.why.sentence)
    if "one of these" in told:
        told = re.sub(r",? (so|and) (?:it )?can't ", r", \1 none can ", told).replace(", so it may ", ", so each may ")
    return first.why._replace(sentence=told, cards=tuple(cards))


_DENIALS = {" isn't ": "is ", " is not ": "is ", " is no ": "is a "}


def _each(found: re.Match[str]) -> str:
    """How a sentence names each of several cards where it named one."""
    begins, verb = found.groups()
    if verb:
        told = "none of these " + (_DENIALS.get(verb) or verb.removeprefix(" doesn't ") + "s")
    else:
        told = "any of these" if begins is verb is None else "each of these"
    return f"{begins or ''}{told[0].upper() if begins in ('', '. ') else told[0]}{told[1:]}"

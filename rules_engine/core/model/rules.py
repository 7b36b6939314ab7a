"""Rules, and the verdict on a move.

Every rule of a game is one function in the game's ``rules`` module, written under its id and title with the game's
``RuleBook``. The order of the module is the order of the page and of teaching.

    book = RuleBook()

    @book.forbids("follow-suit", "Follow suit if you can")
    def follow_suit(position, moves):
        ...

    @book.rule("win-trick", "Who takes the trick")
    def winning(position, laid):
        ...

A rule that forbids is a filter over candidate moves: it gets those that the rules before it left, and returns those
that it leaves, at least one. The legal moves are what the chain of filters leaves; a verdict on a move is the first
filter that drops it. Both come from the same lines. A rule that offers gives the moves that there are, and forbids any
other. What binds is what a rule leaves, unless it says otherwise (``binds``): who has to follow suit is bound by the
cards that follow.

Every other rule is a function that the game calls where the rule applies: what a card counts as, who takes a trick,
what follows from a move (it notes events, as data), what a hand is worth (as lines of the sheet). Rules say nothing in
words: those stand in the game's ``narrator`` module.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import Enum
from functools import partial
from typing import Any, NamedTuple, ParamSpec, Protocol, TypeVar, cast

from rules_engine.core.model.cards import Card
from rules_engine.core.model.errors import RulesEngineError, quoted
from rules_engine.core.model.events import Line
from rules_engine.core.model.moves import Move
from rules_engine.text.message import Text, declared, say

Asked = ParamSpec("Asked")
Answer = TypeVar("Answer", covariant=True)
Binds = Callable[[Any, Move, list[Move]], Sequence[Card]]
"""Position, the move that is dropped and the moves that are left, to the cards that bind."""


def cards_of(position: object, move: Move, left: list[Move]) -> Sequence[Card]:
    """Return what binds where a rule doesn't say: the cards of the moves that it leaves, each once."""
    return list(dict.fromkeys(move.played for move in left if move.card is not None))


class Rule(Protocol[Asked, Answer]):
    """One rule: the function that is the rule, with what its book says of it written on it.

    ``id``        its id in the contract, the page and every refusal
    ``title``     a few words for lists
    ``variants``  the variants that have it; empty for all
    ``asked``     the phases in which it forbids moves; empty for a rule that forbids none
    ``turn``      whether it is asked of a ``lead``, of a ``follow``, or (``""``) of both
    ``offers``    whether it gives the moves that there are, and so forbids every other
    ``can_refuse``  whether it ever forbids a move: then examples must show it refusing
    ``binds``     what binds where it forbids a move
    ``line``      makes a line of the score sheet that stands there because of the rule: points, word, number
    """

    id: str
    title: Text
    variants: frozenset[str]
    asked: frozenset[str]
    turn: str
    offers: bool
    can_refuse: bool
    binds: Binds
    line: Callable[..., Line]

    def __call__(self, *args: Asked.args, **kwargs: Asked.kwargs) -> Answer:
        """Apply the rule."""


AnyRule = Rule[..., Any]


class RuleBook:
    """The rules of a game in the order in which its module defines them."""

    def __init__(self) -> None:
        self.rules: list[AnyRule] = []

    def rule(self, rule_id: str, title: str,
             variants: Sequence[str] = ()) -> Callable[[Callable[Asked, Answer]], Rule[Asked, Answer]]:
        """Write down a rule that forbids no move.

        >>> book = RuleBook()
        >>> @book.rule("score", "A point a trick")
        ... def score(position):
        ...     return score.line(position.tricks)
        >>> [rule.id for rule in book.rules], score.title, score.can_refuse
        (['score'], 'A point a trick', False)
        """
        return self._written(rule_id, title, variants)

    def forbids(self, rule_id: str, title: str, during: Sequence[str] = ("play",), turn: str = "",
                variants: Sequence[str] = (), binds: Binds = cards_of,
                can_refuse: bool = True) -> Callable[[Callable[Asked, Answer]], Rule[Asked, Answer]]:
        """Write down a filter ``(position, moves) -> moves``, asked in the phases of ``during``.

        ``turn`` restricts it to a ``lead`` or to who has to ``follow``. ``can_refuse`` is false where it forbids nothing
        in any hand that a deal leads to.

        >>> book = RuleBook()
        >>> @book.forbids("hook", "The bids don't come out even", during=("bid",))
        ... def hook(position, moves):
        ...     return moves
        >>> sorted(hook.asked), hook.can_refuse
        (['bid'], True)
        """
        return self._written(rule_id, title, variants, during, turn, binds, can_refuse=can_refuse)

    def offers(self, rule_id: str, title: str, during: Sequence[str] = ("play",), variants: Sequence[str] = (),
               binds: Binds = cards_of,
               can_refuse: bool = True) -> Callable[[Callable[Asked, Answer]], Rule[Asked, Answer]]:
        """Write down what gives the moves that there are, ``(position, hand) -> moves``: it forbids all others.

        ``can_refuse`` is false where the forms of the phase admit no other.
        """
        return self._written(rule_id, title, variants, during, "", binds, offers=True, can_refuse=can_refuse)

    def _written(self, rule_id: str, title: str, variants: Sequence[str], asked: Sequence[str] = (), turn: str = "",
                 binds: Binds = cards_of, offers: bool = False,
                 can_refuse: bool = True) -> Callable[[Callable[Asked, Answer]], Rule[Asked, Answer]]:
        if any(rule_id == other.id for other in self.rules):
            raise ValueError(f"the rule {rule_id!r} is written twice")

        def written(does: Callable[Asked, Answer]) -> Rule[Asked, Answer]:
            rule = cast("Rule[Asked, Answer]", does)
            rule.id, rule.title, rule.variants, rule.asked = rule_id, declared(title), frozenset(variants), frozenset(asked)
            rule.turn, rule.offers, rule.binds = turn, offers, binds
            rule.can_refuse = can_refuse and bool(asked)
            rule.line = partial(Line, rule)
            self.rules.append(rule)
            return rule
        return written

    def of(self, variant: str) -> tuple[AnyRule, ...]:
        """Return the rules of one variant."""
        return tuple(rule for rule in self.rules if not rule.variants or variant in rule.variants)


def part_of(rule: AnyRule) -> Callable[[Callable[Asked, Answer]], Rule[Asked, Answer]]:
    """Write down a further answer of a rule: what it makes happen is noted as the rule's own.

    >>> book = RuleBook()
    >>> @book.rule("deal", "Everybody gets all cards, the deal moves on")
    ... def deal(position, deck):
    ...     ...
    >>> @part_of(deal)
    ... def next_dealer(position):
    ...     return position.table.left_of[position.dealer]
    >>> next_dealer.id, [rule.id for rule in book.rules]
    ('deal', ['deal'])
    """
    def written(does: Callable[Asked, Answer]) -> Rule[Asked, Answer]:
        part = cast("Rule[Asked, Answer]", does)
        part.id, part.title, part.variants, part.line = rule.id, rule.title, rule.variants, partial(Line, part)
        part.asked, part.turn, part.offers, part.binds, part.can_refuse = frozenset(), "", False, cards_of, False
        return part
    return written


class Ground(Enum):
    """Grounds on which a rule that forbids moves lets one pass.

    ``COMPLIES``       the move is one of those that the rule asks for
    ``CANNOT_COMPLY``  the rule asks for other moves, and the player has none of them
    ``BARS_NOTHING``   the rule forbids nothing now, whatever cards the player holds
    """

    COMPLIES = "complies"
    CANNOT_COMPLY = "cannot comply"
    BARS_NOTHING = "bars nothing"


class EngineRefusal(NamedTuple):
    """A refusal that no game's rules name; see ``Game.judge``."""

    id: str
    title: Text


class Verdict(NamedTuple):
    """What the rules say of a move: nothing against it, or the rule that forbids it and the cards that bind.

    ``seat``   who makes or tries it; None where nobody is to act
    ``text``   the move as it was written
    ``move``   the move; None for a text that is no move of the game
    ``rule``   the rule that forbids it, or None
    """

    seat: int | None
    text: str
    move: Move | None
    rule: AnyRule | EngineRefusal | None = None
    binds: tuple[Card, ...] = ()

    def __repr__(self) -> str:
        binds = f", bound by {' '.join(card.text for card in self.binds)}" if self.binds else ""
        told = "legal" if self.rule is None else f"refused by {self.rule.id}{binds}"
        return f"<{self.text!r} by {'nobody' if self.seat is None else f'seat {self.seat}'}: {told}>"

    @property
    def legal(self) -> bool:
        """Whether the move may be made."""
        return self.rule is None


class MoveRefused(RulesEngineError):
    """A move that the rules forbid. ``verdict.rule`` says which; the game's telling says ``why`` in words."""

    def __init__(self, verdict: Verdict, why: str = "") -> None:
        self.verdict = verdict
        assert verdict.rule is not None
        super().__init__(f"{quoted(verdict.text)} is refused by the rule {verdict.rule.id}" + (f": {why}" if why else ""))


NOT_A_MOVE = EngineRefusal("not-a-move", say("No such move"))
TURN_ORDER = EngineRefusal("turn-order", say("Not your turn"))
NOT_NOW = EngineRefusal("not-now", say("Not now"))
NOT_HELD = EngineRefusal("not-held", say("Not in your hand"))
GENERAL_RULES = (NOT_A_MOVE, TURN_ORDER, NOT_NOW, NOT_HELD)
"""The refusals that no game's rules name, in the order they are asked."""

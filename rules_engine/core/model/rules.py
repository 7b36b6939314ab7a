"""Rules, and the verdict on a move.

Every rule of a game is one function in the game's ``rules`` module, registered under its id and title in the game's ``RuleBook``.
The order of the functions is the order on the page and in teaching.

    book = RuleBook()

    @book.forbids("follow-suit", "Follow suit if you can")
    def follow_suit(position, moves):
        ...

    @book.rule("win-trick", "Who takes the trick")
    def winning(position, laid):
        ...

A rule that forbids moves is a filter: it receives the candidate moves that passed the earlier rules, and returns at least one of
them. The legal moves are those that pass every filter; the verdict on an illegal move names the first filter that drops it. A
rule that offers moves lists the candidates and forbids all others. The cards that bind a player are, by default, those of the
remaining moves (see ``binds``): a player who must follow suit is bound by the cards that follow suit.

Any other rule is a function called by the game when the rule applies: the strength of a card, the winner of a trick, the
consequences of a move (recorded as events), the score of a hand (as lines on the score sheet). Rules contain no sentences; those
are in the game's ``phrases`` module.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import Enum
from functools import partial
from types import FunctionType
from typing import Any, NamedTuple, ParamSpec, Protocol, TypeVar, cast

from rules_engine.core.model.cards import Card
from rules_engine.core.model.errors import RulesEngineError, quoted
from rules_engine.core.model.events import Line
from rules_engine.core.model.moves import Move
from rules_engine.text.message import Text, declared, say

Asked = ParamSpec("Asked")
Answer = TypeVar("Answer", covariant=True)
R = TypeVar("R")
Binds = Callable[[Any, Move, list[Move]], Sequence[Card]]
"""(position, the dropped move, the remaining moves) -> the cards that bind."""


def cards_of(position: object, move: Move, left: list[Move]) -> Sequence[Card]:
    """Return the distinct cards of the moves in ``left``: by default, the cards that bind."""
    return list(dict.fromkeys(move.played for move in left if move.card is not None))


class Rule(Protocol[Asked, Answer]):
    """A rule: the function that implements it, with these attributes from its registration in the rule book.

    ``id``        its id, the anchor on the game's page and the reference in refusals
    ``title``     a short title for lists
    ``variants``  the variants with this rule; empty for all
    ``asked``     the phases in which it forbids moves; empty if it never forbids any
    ``turn``      ``lead`` or ``follow`` if it applies only when leading or following; ``""`` for both
    ``offers``    whether it lists the candidate moves, and so forbids all others
    ``can_refuse``  whether it ever forbids a move; if so, an example must show it refusing a move
    ``binds``     the callback that returns the cards that bind when it forbids a move
    ``line``      factory for a line on the score sheet under this rule: points, word, number
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
        """Call the function that implements the rule."""


AnyRule = Rule[..., Any]


class RuleBook:
    """The rules of a game in the order in which its module defines them."""

    def __init__(self) -> None:
        self.rules: list[AnyRule] = []

    def rule(self, rule_id: str, title: str,
             variants: Sequence[str] = ()) -> Callable[[Callable[Asked, Answer]], Rule[Asked, Answer]]:
        """Register a rule that forbids no move. An empty ``variants`` means all variants.

        Raises ``ValueError`` if the id is already registered.

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
        """Register a filter ``(position, moves) -> moves`` for the phases in ``during``.

        ``turn`` restricts it to ``lead`` or ``follow``. ``can_refuse`` is False if the filter never forbids a move in a hand
        reachable from a deal. ``binds`` returns the cards that bind the player when it forbids a move.

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
        """Register a rule ``(position, hand) -> moves`` that lists the candidate moves and forbids all others.

        ``can_refuse`` is False if the move forms of the phase allow no other move.
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
        """Return the rules that apply in one variant."""
        return tuple(rule for rule in self.rules if not rule.variants or variant in rule.variants)


def part_of(rule: AnyRule) -> Callable[[Callable[Asked, Answer]], Rule[Asked, Answer]]:
    """Register another function as part of a rule: its events and score lines get the rule's id.

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
    """Reasons why a filter lets a move pass.

    ``COMPLIES``       the move is one of those that the rule requires
    ``CANNOT_COMPLY``  the rule requires other moves, and the player can make none of them
    ``BARS_NOTHING``   the rule currently forbids nothing, whatever cards the player holds
    """

    COMPLIES = "complies"
    CANNOT_COMPLY = "cannot comply"
    BARS_NOTHING = "bars nothing"


class EngineRefusal(NamedTuple):
    """A reason for a refusal that is independent of any game's rules; see ``Game.judge``."""

    id: str
    title: Text


class Verdict(NamedTuple):
    """The verdict on a move: legal, or the rule that forbids it and the cards that bind.

    ``seat``   the seat making the move; None if no seat is to act
    ``text``   the move as it was written
    ``move``   the move; None for text that isn't a move in this game
    ``rule``   the rule that forbids it, or None
    ``binds``  the cards that bind the player
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
        """Return whether the rules allow the move."""
        return self.rule is None


class FaultyRule(RuntimeError):
    """Raised if a rule returns something that it must not return.

    ``rule``   the rule's id
    ``place``  the file, line and name of its function
    ``fault``  the error, as the end of a sentence about the rule
    """

    def __init__(self, rule: str, place: tuple[str, int, str], fault: str) -> None:
        super().__init__(rule, place, fault)
        self.rule, self.place, self.fault = rule, place, fault

    @staticmethod
    def by(rule: object, fault: str) -> FaultyRule:
        """Return the exception for a rule, or for another function of a game."""
        function = cast("FunctionType", rule)
        code = function.__code__
        return FaultyRule(getattr(rule, "id", function.__name__), (code.co_filename, code.co_firstlineno, code.co_name), fault)

    @staticmethod
    def wrong_result(rule: object, result: object, expected: str) -> FaultyRule:
        """Return the exception for a result of the wrong type. ``expected`` describes the right one."""
        result_text = "returns nothing" if result is None else f"returns {type(result).__name__}"
        return FaultyRule.by(rule, f"{result_text}: expected {expected}")

    def __str__(self) -> str:
        return f"the rule {self.rule!r} {self.fault}"


def checked_result(rule: object, result: R, kind: type | tuple[type, ...], expected: str) -> R:
    """Return the result of a rule. Raises ``FaultyRule`` if it isn't of ``kind``, which ``expected`` describes."""
    if not isinstance(result, kind):
        raise FaultyRule.wrong_result(rule, result, expected)
    return result


class MoveRefused(RulesEngineError):
    """Raised for a move that the rules forbid. ``verdict.rule`` is the rule; ``why`` is the game's explanation, for the
    message."""

    def __init__(self, verdict: Verdict, why: str = "") -> None:
        self.verdict = verdict
        assert verdict.rule is not None
        super().__init__(f"{quoted(verdict.text)} is refused by the rule {verdict.rule.id}" + (f": {why}" if why else ""))


NOT_A_MOVE = EngineRefusal("not-a-move", say("No such move"))
TURN_ORDER = EngineRefusal("turn-order", say("Not your turn"))
NOT_NOW = EngineRefusal("not-now", say("Not now"))
NOT_HELD = EngineRefusal("not-held", say("Not in your hand"))
GENERAL_RULES = (NOT_A_MOVE, TURN_ORDER, NOT_NOW, NOT_HELD)
"""The refusals that are independent of any game's rules, in the order in which they are checked."""

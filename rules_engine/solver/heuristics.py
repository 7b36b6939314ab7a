"""A game's optional heuristics, which make the solver faster. Correct heuristics never change a result.

A game defines a subclass of ``SolverHeuristics`` under the name ``heuristics`` in a module ``heuristics`` next to its own module.
The module is imported on demand. A game without it is solved without heuristics.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Sequence
from itertools import chain
from typing import Any, ClassVar, Generic, TypeVar

from rules_engine.core.game.game import Game
from rules_engine.core.game.game_modules import game_module
from rules_engine.core.model.cards import Card
from rules_engine.core.model.goals import SCORE, Goal, GoalSide
from rules_engine.core.model.tricks import PlayedCard, Trick
from rules_engine.core.positions.position import Position

P = TypeVar("P", bound=Position)


class SolverHeuristics(Generic[P]):
    """Heuristics for one search, created for a game, a side (``seeker``) and its goal.

    The defaults of this class give no information and are correct for every game.
    """

    def __init__(self, game: Game[P], seeker: GoalSide, goal: Goal) -> None:
        self.game = game
        self.seeker = seeker
        self.goal = goal
        start: P = seeker.start
        self.start = start
        self.counts = goal == SCORE
        """True if the goal is the hand's score."""

    def decided(self) -> bool:
        """Return whether every line from the start is guaranteed to end with a score. If not, the search first checks all
        lines."""
        return False

    def state(self, position: P) -> Hashable:
        """Return a key that contains everything on which the value of the goal depends. Called between tricks only.

        Two positions with equal keys have the same value, except for the part returned by ``gained``. The default key contains
        every field.
        """
        return tuple([_frozen(getattr(position, name)) for name in position.fields])

    def gained(self, position: P) -> int:
        """Return the part of the value that has already been gained. The rest of the value must not depend on it."""
        return 0

    def bounds(self, position: P) -> tuple[int, int] | None:
        """Return the minimum and maximum of the value, or None if unknown. Called between tricks only."""
        return None

    def alike(self) -> dict[Card, Hashable]:
        """Return marks for interchangeable cards: two cards held by one seat with equal marks can replace each other until the
        end of the hand.

        A card without a mark isn't interchangeable with any other. By default, only the two copies of a card in a double pack
        share a mark.
        """
        return {card: min(card.index, card.twin.index) for card in self.game.deck if card.twin is not None}

    # ---- used for lines and puzzle ideas, not by the search

    def taken(self, position: P) -> Sequence[int]:
        """Return, for each seat, a tie-break among lines with equal scores: its side's count of something that it still prefers
        to have.

        An example is the number of tricks in a hand that is won or lost as one. The default is empty, because in some games
        players avoid taking tricks.
        """
        return ()

    feats: ClassVar[str] = ""
    """The name, in puzzle ideas, of the game's most important achievement."""

    def closed(self, position: P) -> Collection[str]:
        """Return the letters of the suits that must not be led yet, in games in which a suit must be broken before it is led."""
        return ()

    def beaters(self) -> Collection[Card]:
        """Return the cards that can beat other cards, in games in which most cards can't."""
        return ()

    def feat(self, end: P) -> bool | None:
        """Return True if the side accomplished the achievement in ``feats``, False if another side did, None if no side did.

        ``end`` is the position at the end of the hand.
        """
        return None


class NoCardsMove(SolverHeuristics[P]):
    """Heuristics for a game in which no cards move between hands after the play has begun."""

    def __init__(self, game: Game[P], seeker: GoalSide, goal: Goal) -> None:
        super().__init__(game, seeker, goal)
        self.bits = {card: 1 << place for place, card in enumerate(game.pack.cards)}

    def held(self, position: P) -> int:
        """Return a bit set of all cards held. It also determines their holders, because no cards move between hands."""
        return sum(map(self.bits.__getitem__, chain.from_iterable(position.hands)))


class AdditiveTricks(NoCardsMove[P]):
    """Heuristics for a game in which a trick depends only on its own cards, after the play has begun.

    A seat's legal moves depend only on its hand and the trick, and the result of a trick only on its cards. Nothing may depend on
    other hands, except on their sizes.
    """

    sized: bool
    """True if a trick or its end depends on the sizes of the hands, which is the default.

    If False, results for a trick played with larger hands are reused for smaller ones. ``left`` is then also called after the
    last trick and must return the exact value as both minimum and maximum.
    """

    def __init__(self, game: Game[P], seeker: GoalSide, goal: Goal) -> None:
        super().__init__(game, seeker, goal)
        self.sized = True

    def apart(self) -> bool:
        """Return whether this search can use trick tables. If it is False, ``beside`` isn't called."""
        return self.counts and self.start.phase == "play"

    def beside(self, position: P) -> Hashable:
        """Return a key that contains everything on which the value depends, except the cards held, the trick on the table and
        ``counted``."""
        raise NotImplementedError

    def counted(self, position: P) -> int:
        """Return a counter that never decreases and affects the result only through its ``worth`` at the end of the hand."""
        return 0

    def worth(self, counted: int) -> int:
        """Return the value of a counter at the end of the hand. The rest of the result must not depend on the counter."""
        return 0

    def left(self, position: P, held: int, counted: int) -> tuple[int, int] | None:
        """Return the minimum and maximum still to be gained, or None if unknown. Called between tricks only.

        Use ``held``, the bit set of the cards held, and the counter ``counted``. The cards and counters in ``position`` may be
        from another position, and so may the sizes of its hands if ``sized`` is False.
        """
        return None


def runs(position: Position, order: Sequence[Card], mark: Callable[[Card], Hashable]) -> dict[Card, Hashable]:
    """Return equal marks for cards in one hand that are adjacent in ``order``, ignoring cards no longer in any hand or the trick.

    Cards with different results of ``mark`` never share a mark. This suits games in which a card beats all cards before it in the
    order.
    """
    holder = {card: seat for seat, hand in enumerate(position.hands) for card in hand}
    there = holder | dict.fromkeys((laid.card for laid in position.trick), -1)
    marks: dict[Card, Hashable] = {}
    last: Hashable = None
    begun = 0
    for place, card in enumerate(order):
        if card in there:
            kind = there[card], mark(card)
            if kind != last:
                last, begun = kind, place
            marks[card] = begun
    return {card: marks[card] for card in holder if card in marks}


def seeker_of(game: Game[P], start: P) -> GoalSide:
    """Return the side to act, as the side that plays for a goal: the seat to act and its partners in this hand."""
    seat = start.actor
    side = next((side for side in game.sides(start) if seat in side), (seat,))
    place = next(place for place, each in enumerate(game.score_sides()) if seat in each)
    return GoalSide(start, side, place, game.low_wins)


def heuristics_for(game: Game[P], seeker: GoalSide, goal: Goal) -> SolverHeuristics[P]:
    """Return the game's heuristics for a search, or the default heuristics if it has none."""
    module = game_module(type(game), "heuristics")
    kind: type[SolverHeuristics[P]] = SolverHeuristics if module is None else module.heuristics
    return kind(game, seeker, goal)


def _frozen(value: Any) -> Hashable:
    """Convert a field's value to a hashable key: lists become tuples, and a trick becomes its cards and winners."""
    if isinstance(value, list | tuple):
        return tuple(map(_frozen, value))
    if isinstance(value, dict):
        return tuple((key, _frozen(each)) for key, each in value.items())
    if isinstance(value, Trick):
        return value.laid, tuple(value.winners.items())
    return value if isinstance(value, PlayedCard | Hashable) else repr(value)

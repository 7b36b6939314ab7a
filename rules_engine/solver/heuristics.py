"""What a game may tell the solver to make it faster. Heuristics that are true never change an answer.

A game defines a class that extends ``SolverHeuristics`` as ``heuristics`` in the module of that name next to its own, which is
imported on demand. A game without that module is solved all the same.
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
    """Hints for one search: who plays from where for which goal. This class knows nothing, and is right for every game."""

    def __init__(self, game: Game[P], seeker: GoalSide, goal: Goal) -> None:
        self.game = game
        self.seeker = seeker
        self.goal = goal
        start: P = seeker.start
        self.start = start
        self.counts = goal == SCORE
        """Whether the points of the hand are played for."""

    def decided(self) -> bool:
        """Tell whether every line from the start is known to end with a score. If not, all lines are looked at first."""
        return False

    def state(self, position: P) -> Hashable:
        """Return all that the value of the goal hangs on from here, where nothing lies on the table: two positions with the same
        state have the same value, less what ``gained`` says of each. Without hints: everything.
        """
        return tuple([_frozen(getattr(position, name)) for name in position.fields])

    def gained(self, position: P) -> int:
        """Return what of the value is gained already, whatever comes; what comes doesn't hang on it."""
        return 0

    def bounds(self, position: P) -> tuple[int, int] | None:
        """Return the least and the most that the value can still be, where nothing lies on the table; None where nobody knows."""
        return None

    def alike(self) -> dict[Card, Hashable]:
        """Return, by card, a mark: of two cards in one hand with the same mark, one is as good as the other from the start to the
        end of the hand, in whatever is done with them. A card that is left out is like no other. Without hints: equal cards of a
        pack that has each twice.
        """
        return {card: min(card.index, card.twin.index) for card in self.game.deck if card.twin is not None}

    # ---- what lines and ideas of puzzles are told by; the search doesn't ask

    def taken(self, position: P) -> Sequence[int]:
        """Return by seat how much its side has of what all like to have though the score is the same, such as tricks of a hand
        that is won or lost as a whole. Without hints: nothing, since tricks can be a burden."""
        return ()

    feats: ClassVar[str] = ""
    """What counts most in the game, in a word, as ideas of puzzles name it."""

    def closed(self, position: P) -> Collection[str]:
        """Return the letters of the suits that may not be led yet, where suits have to be broken first."""
        return ()

    def beaters(self) -> Collection[Card]:
        """Return the cards with the power to beat others, where most have none."""
        return ()

    def feat(self, end: P) -> bool | None:
        """Tell whether the side did what counts most in the game, at the end of a hand; False, where others did; None for
        neither."""
        return None


class NoCardsMove(SolverHeuristics[P]):
    """Hints for a game in which nobody's cards change hands once the play has begun."""

    def __init__(self, game: Game[P], seeker: GoalSide, goal: Goal) -> None:
        super().__init__(game, seeker, goal)
        self.bits = {card: 1 << place for place, card in enumerate(game.pack.cards)}

    def held(self, position: P) -> int:
        """Return all cards held, as a sum of bits: it says who holds them, where that is the same all the time."""
        return sum(map(self.bits.__getitem__, chain.from_iterable(position.hands)))


class AdditiveTricks(NoCardsMove[P]):
    """Hints for a game in which a trick hangs on its own cards alone, once the play has begun: what a seat may do hangs on
    its own hand and on the trick, what a trick brings on its cards. Of other hands nothing matters but how many cards
    they hold.
    """

    sized: bool
    """Whether a trick, or its end, hangs on how many cards the hands hold, as it does unless a game says otherwise. If not, a
    course that was played with many cards is looked up with fewer, and ``left`` is asked after the last trick as well: then it
    has to know, and says one number twice."""

    def __init__(self, game: Game[P], seeker: GoalSide, goal: Goal) -> None:
        super().__init__(game, seeker, goal)
        self.sized = True

    def apart(self) -> bool:
        """Tell whether that is so for what is played for, and from the start on: else ``beside`` isn't asked."""
        return self.counts and self.start.phase == "play"

    def beside(self, position: P) -> Hashable:
        """Return all that the value hangs on beside the cards held, the trick on the table, and what is counted."""
        raise NotImplementedError

    def counted(self, position: P) -> int:
        """Return what is only counted, as a number that doesn't fall: nothing hangs on it but what it is worth at the end."""
        return 0

    def worth(self, counted: int) -> int:
        """Return what the end brings for what is counted; what else it brings doesn't hang on that."""
        return 0

    def left(self, position: P, held: int, counted: int) -> tuple[int, int] | None:
        """Return the least and the most that can still be gained with these cards held, and so much counted, where nothing lies
        on the table; None where nobody knows. The position has other cards and counts in it, and hands of another size if these
        aren't ``sized``. """
        return None


def runs(position: Position, order: Sequence[Card], mark: Callable[[Card], Hashable]) -> dict[Card, Hashable]:
    """Return marks for cards that follow each other in ``order``, in one hand, with nobody else's between them, and have the same
    ``mark``: in games where a card beats all those before it in the order.
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
    """Return who plays for a goal from a position: the seat to act, and who plays with it in this hand."""
    seat = start.actor
    side = next((side for side in game.sides(start) if seat in side), (seat,))
    return GoalSide(start, side, next(place for place, each in enumerate(game.score_sides()) if seat in each))


def heuristics_for(game: Game[P], seeker: GoalSide, goal: Goal) -> SolverHeuristics[P]:
    """Return the game's own hints for a search, or none."""
    module = game_module(type(game), "heuristics")
    kind: type[SolverHeuristics[P]] = SolverHeuristics if module is None else module.heuristics
    return kind(game, seeker, goal)


def _frozen(value: Any) -> Hashable:
    """A value of a field as a key: lists as tuples, a trick as its cards and takers."""
    if isinstance(value, list | tuple):
        return tuple(map(_frozen, value))
    if isinstance(value, dict):
        return tuple((key, _frozen(each)) for key, each in value.items())
    if isinstance(value, Trick):
        return value.laid, tuple(value.winners.items())
    return value if isinstance(value, PlayedCard | Hashable) else repr(value)

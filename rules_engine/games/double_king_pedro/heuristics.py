"""Solver heuristics for Double King Pedro: every point that one side doesn't take goes to the other side."""

from __future__ import annotations

from collections.abc import Hashable
from itertools import chain, takewhile

from rules_engine.core.model.cards import Card
from rules_engine.core.model.goals import Goal, GoalSide
from rules_engine.games.double_king_pedro import rules
from rules_engine.games.double_king_pedro.cards import ALL_POINTS, PLAY_SIZE
from rules_engine.games.double_king_pedro.game import DoubleKingPedro
from rules_engine.games.double_king_pedro.position import DoubleKingPedroPosition as Position
from rules_engine.solver.heuristics import NoCardsMove, runs


class DoubleKingPedroHeuristics(NoCardsMove[Position]):
    """Heuristics for Double King Pedro: the declarer's side plays for its contract first, the other side only for points."""

    feats = "contract"

    def __init__(self, game: DoubleKingPedro, seeker: GoalSide, goal: Goal) -> None:
        super().__init__(game, seeker, goal)
        self.side = seeker.place
        self.declares = self.start.declarer is not None and self.start.declarer % 2 == self.side
        self.plays = self.start.phase == "play"
        self._ranked = self._by_strength() if self.plays else []
        self._even = len(set(self._sizes())) == 1
        self._shapes: dict[int, Hashable] = {}
        self._lefts: dict[int, tuple[int, int]] = {}

    def _by_strength(self) -> list[tuple[int, tuple[int, int | None]]]:
        """Return the bits of the cards held, from the highest card down, each with the card's holder and points. The points
        are None for a card that isn't a trump."""
        strength, points = rules.STRENGTH[self.start.trump], rules.POINTS[self.start.trump]
        holders = {card: seat for seat, hand in enumerate(self.start.hands) for card in hand}
        return [(self.bits[card], (holders[card], points.get(card)))
                for card in sorted(holders, key=strength.__getitem__, reverse=True)]

    def _sizes(self) -> list[int]:
        """Return the number of cards held by each seat that isn't out, including its card in the trick."""
        start, laid = self.start, [each.seat for each in self.start.trick]
        return [len(hand) + laid.count(seat) for seat, hand in enumerate(start.hands) if seat not in start.out]

    def decided(self) -> bool:
        """Return whether every line of play ends with a score: no tricks or points are missing from the hand."""
        start = self.start
        if not self.plays:
            return start.phase in ("trump", "pass-trumps", "discard")
        longest = max(len(hand) + any(laid.seat == seat for laid in start.trick) for seat, hand in enumerate(start.hands))
        left = sum(rules.POINTS[start.trump].get(card, 0)
                   for card in [*chain.from_iterable(start.hands), *(laid.card for laid in start.trick)])
        return sum(start.tricks) + longest >= PLAY_SIZE or sum(start.points) + left >= ALL_POINTS

    def state(self, position: Position) -> Hashable:
        """Return a key made of the shape of the cards, the seat to act and, for the declarer's side while the contract is open,
        its points."""
        if not self.counts or not self.plays:
            return super().state(position)
        open_points = position.points[self.side] if self.declares and self._open(position) else -1
        made = self.declares and rules.is_made(position)
        return (self._shape(self.held(position)), position.to_act, position.opening, position.out, sum(position.tricks),
                sum(position.points), open_points, made)

    def _open(self, position: Position) -> bool:
        return rules.double(position.contract) or not rules.is_made(position)

    def gained(self, position: Position) -> int:
        """Return the side's points so far; 0 if they might not count."""
        if not self.counts or not self.plays or (self.declares and self._open(position)):
            return 0
        return position.points[self.side]

    def bounds(self, position: Position) -> tuple[int, int] | None:
        """Return the minimum and maximum score from the points that are certain or possible. A contract out of reach counts as
        lost."""
        if not self.counts or not self.plays:
            return None
        more, most = self._left(self.held(position))
        points, wanted = position.points[self.side], position.wanted
        least, most = points + more, points + most
        if not self.declares:
            return least, most
        if rules.double(position.contract):
            lost, made = -rules.DOUBLED, rules.DOUBLED
            return made if least >= wanted else lost, made if most >= wanted else lost
        return least if least >= wanted else -wanted, most if most >= wanted else -wanted

    def _shape(self, held: int) -> Hashable:
        """Return the holders and points of the cards held, from the highest card down. The key ignores gaps in rank."""
        shape = self._shapes.get(held)
        if shape is None:
            shape = self._shapes[held] = tuple([mark for bit, mark in self._ranked if bit & held])
        return shape

    def _left(self, held: int) -> tuple[int, int]:
        """Return the minimum and maximum of the points that the side can still take. The side with the highest trumps is certain
        of their points.

        If the hands differ in size, the hand may end before these trumps are played, so no points are certain.
        """
        found = self._lefts.get(held)
        if found is None:
            trumps = [(seat % 2, points) for bit, (seat, points) in self._ranked if bit & held and points is not None]
            run = takewhile(lambda trump: trump[0] == trumps[0][0], trumps) if self._even else ()
            sure, left = sum([points for _, points in run]), sum([points for _, points in trumps])
            found = self._lefts[held] = (sure, left) if trumps and trumps[0][0] == self.side else (0, left - sure)
        return found

    def alike(self) -> dict[Card, Hashable]:
        """Return a mark for each card, equal for interchangeable cards: neighbours in rank, in one hand, with the same points,
        and either all trumps or all throw-offs."""
        if not self.plays:
            return {}
        strength, points = rules.STRENGTH[self.start.trump], rules.POINTS[self.start.trump]
        return runs(self.start, sorted(strength, key=strength.__getitem__), points.get)

    def taken(self, position: Position) -> list[int]:
        """Return the points that each seat's side has taken."""
        return [position.points[seat % 2] for seat in self.game.table.seats]

    def feat(self, end: Position) -> bool | None:
        """Return whether this side made the bid; None if the bid wasn't made."""
        return self.declares if end.hand_over and end.declarer is not None and rules.is_made(end) else None


heuristics = DoubleKingPedroHeuristics

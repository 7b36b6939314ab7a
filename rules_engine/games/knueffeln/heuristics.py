"""Solver heuristics for Knüffeln: the points for a deal depend on each side's tricks and accepted turns, on a march, and on the
cards."""

from __future__ import annotations

from collections.abc import Hashable

from rules_engine.core.model.cards import Card
from rules_engine.core.model.goals import TRICK, Goal, GoalSide
from rules_engine.games.knueffeln import rules
from rules_engine.games.knueffeln.cards import HAND_SIZE
from rules_engine.games.knueffeln.game import Knueffeln
from rules_engine.games.knueffeln.position import KnueffelnPosition as Position
from rules_engine.solver.heuristics import AdditiveTricks


class KnueffelnHeuristics(AdditiveTricks[Position]):
    """Heuristics for Knüffeln: all points are won at the end of the deal."""

    feats = "jann"

    def __init__(self, game: Knueffeln, seeker: GoalSide, goal: Goal) -> None:
        super().__init__(game, seeker, goal)
        self.plays = self.start.phase in ("play", "answer", "jann")
        if self.plays:
            self.bits = {card: 1 << place for place, card in enumerate(game.deck)}

    def decided(self) -> bool:
        """Return whether every line of play ends with a score. It does, at the latest with the ninth trick, if no hand has a card
        missing.

        A soloist may hold one card more or less. With one less, the eighth trick decides, and a march has only as many tricks as
        that hand has cards.
        """
        start = self.start
        if not self.plays:
            return False
        left = HAND_SIZE - sum(start.tricks)
        held = {seat: len(start.hands[seat]) + any(laid.seat == seat for laid in start.trick) for seat in start.players}
        return all(cards == left or (seat == start.soloist and cards >= left - 1) for seat, cards in held.items())

    def apart(self) -> bool:
        """Return whether tricks are independent: in play, for any goal other than ``TRICK``, and also on a march."""
        return self.goal != TRICK and self.plays

    def beside(self, position: Position) -> Hashable:
        """Return the seat to act, the phase, the tricks and turns of both sides, and the side on the march."""
        won = position.won(0), position.won(1)
        return position.to_act, position.phase, won, tuple(position.turns.values()), position.marching

    def beaters(self) -> set[Card]:
        """Return the beaters of the chosen suits. Olen are left out, because they have a separate rule."""
        return {card for card, role in self.start.order.role.items() if role is rules.beater}

    def alike(self) -> dict[Card, Hashable]:
        """Return a mark for each card, equal for interchangeable cards: those in one hand that beat the same cards elsewhere, and
        are beaten by the same cards."""
        if not self.plays:
            return {}
        start, beaten_by = self.start, self.start.order.beaten_by
        held = {card: seat for seat, hand in enumerate(start.hands) for card in hand}
        there = held | dict.fromkeys((laid.card for laid in start.trick), -1)
        marks: dict[Card, Hashable] = {}
        for card, seat in held.items():
            others = frozenset(other for other, holder in there.items() if holder != seat)
            marks[card] = seat, beaten_by[card] & others, frozenset(one for one in others if card in beaten_by[one])
        return marks

    def taken(self, position: Position) -> list[int]:
        """Return, by seat, the number of tricks its side has taken minus the other side's."""
        won = position.won(0), position.won(1)
        ahead = {0: won[0] - won[1], 1: won[1] - won[0]}
        return [ahead.get(side, 0) for side in position.side]

    def feat(self, end: Position) -> bool | None:
        """Return whether this side made the Jann or the march; None if nobody did."""
        if not end.hand_over or end.ended.how not in ("jann", "march"):
            return None
        return end.ended.side == self.start.side[self.seeker.seats[0]]


heuristics = KnueffelnHeuristics

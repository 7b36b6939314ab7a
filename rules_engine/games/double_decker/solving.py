"""What the solver may know of Double Decker: a player's points hang on its own captured cards and passes alone."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence

from rules_engine.core.cards import Card
from rules_engine.core.goals import Goal, Seeker
from rules_engine.games.double_decker.cards import COLOURS
from rules_engine.games.double_decker.game import DoubleDecker
from rules_engine.games.double_decker.position import DoubleDeckerPosition as Position
from rules_engine.games.double_decker.rules import LEFT_OVER
from rules_engine.solver.hints import TricksApart


class hints(TricksApart[Position]):  # noqa: N801  found under this name
    """Points are twice the largest colour less all captured cards less twice the passed ones."""

    def __init__(self, game: DoubleDecker, seeker: Seeker, goal: Goal) -> None:
        super().__init__(game, seeker, goal)
        self.seat = seeker.place
        self.colours = [sum(bit for card, bit in self.bits.items() if card.suits == colour) for colour in COLOURS]
        self._left: dict[tuple[tuple[int, ...], tuple[int, ...], int], tuple[int, int]] = {}

    def decided(self) -> bool:
        """The last trick ends every round."""
        return True

    def beside(self, position: Position) -> Hashable:
        """Who leads, and by how many cards each colour is ahead of the smallest."""
        red, blue, green = position.captured[self.seat]
        least = min(red, blue, green)
        return position.to_act, red - least, blue - least, green - least

    def gained(self, position: Position) -> int:
        """As many of each colour as there are of the smallest, and the passes: a card of each costs a point."""
        if not self.counts:
            return 0
        return -min(position.captured[self.seat]) - 2 * len(position.passed_before[self.seat])

    def left(self, position: Position, held: int) -> tuple[int, int]:
        """It hangs on the captured cards, and on how many cards of each colour are held."""
        captured = position.captured[self.seat]
        out = tuple([(held & colour).bit_count() for colour in self.colours])
        key = out, tuple(captured), len(position.hands[0])
        found = self._left.get(key)
        if found is None:
            gained = -min(captured)
            least, most = _range(captured, out, len(position.hands), key[2] - LEFT_OVER)
            found = self._left[key] = least - gained, most - gained
        return found

    def alike(self) -> dict[Card, Hashable]:
        """Cards of a colour in one hand, if no card of another hand, of any colour, is as high as one of them or between."""
        return neighbours(self.start, lambda card: card.suits)


def _range(captured: Sequence[int], out: Sequence[int], players: int, tricks: int) -> tuple[int, int]:
    """All that can be taken of one colour is captured, or of the others; where nothing of these is left, cards are passed."""
    largest = max(captured)
    now, cards = 2 * largest - sum(captured), players * tricks
    others = sum(out) - out[captured.index(largest)]
    lost = max([2 * passed + min(others, players * (tricks - passed)) for passed in range(tricks + 1)])
    gain = max([2 * (count - largest) + min(left, cards) for count, left in zip(captured, out, strict=True)])
    return now - lost, now + gain


def neighbours(position: Position, mark: Callable[[Card], Hashable]) -> dict[Card, Hashable]:
    """Marks for cards of one hand and kind with nobody else's card between them or level with them."""
    lying = [(laid.card.value, -1) for laid in position.trick]
    by_value: dict[int, set[int]] = {}
    for value, seat in [*lying, *((card.value, seat) for seat, hand in enumerate(position.hands) for card in hand)]:
        by_value.setdefault(value, set()).add(seat)
    ladder = sorted(by_value)
    begins: dict[int, int] = {}
    for place, value in enumerate(ladder):
        before = ladder[place - 1] if place else None
        alone = by_value[value] if len(by_value[value]) == 1 else set()
        goes_on = before is not None and alone and by_value[before] == alone
        begins[value] = begins[before] if goes_on and before is not None else value
    return {card: (seat, begins[card.value], mark(card)) for seat, hand in enumerate(position.hands) for card in hand
            if len(by_value[card.value]) == 1}

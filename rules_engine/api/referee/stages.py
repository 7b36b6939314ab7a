"""Stages: positions from hands played at random, compared by the features that rules can read."""

from __future__ import annotations

import random
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import cached_property, lru_cache
from itertools import chain, islice, pairwise, permutations, takewhile

from rules_engine.core.game.game import Game
from rules_engine.core.game.setups import write_setup
from rules_engine.core.model.cards import Card
from rules_engine.core.positions.json_values import JsonValue
from rules_engine.core.positions.position import Position

PLAY = "play"
MATCHES, HANDS = 6, 4
"""Number of matches played to collect stages of the play, and number of hands in each match."""
TRICKS = 12
"""Maximum number of tricks per hand whose start becomes a stage. The first trick is always included."""
SEARCHED, DEALS, ENOUGH = 12, 240, 60
"""Limits for collecting stages of another phase: the number of matches, the number of additional deals for a phase before the
play, and the number of stages."""
SAME = frozenset({"phase", "leader", "to_act", "hands", "trick", "last_trick", "table", "actor", "winners", "won_by",
                  "last_trick_winner", "score", "totals"})
"""Attributes that don't distinguish stages: they are entered, follow from the entries, or differ in every hand."""


class Snapshot:
    """A position in a hand, with the hand's progress.

    ``finished``  the number of completed tricks
    ``begins``    whether a phase begins with this position
    """

    def __init__(self, game: Game[Position], position: Position, finished: int, begins: bool) -> None:
        self.game = game
        self.position = position
        self.finished = finished
        self.begins = begins

    @property
    def actor(self) -> int:
        """The seat to act."""
        return self.position.actor

    @property
    def size(self) -> int:
        """The size of the largest hand."""
        return max(map(len, self.position.hands))

    @cached_property
    def setup(self) -> Mapping[str, JsonValue]:
        """The setup from which the position can be restored."""
        return write_setup(self.game, self.position)

    @cached_property
    def holding(self) -> Sequence[str]:
        """The names of the fields that hold cards."""
        return [name for name in self.position.fields if any(self._cards_of(name))]

    @cached_property
    def piles(self) -> frozenset[str]:
        """The keys of the fields that hold cards, other than the hands."""
        return frozenset(self.position.fields[name].key for name in self.holding if name != "hands")

    @cached_property
    def cards(self) -> frozenset[Card]:
        """The cards held in any of the fields."""
        return frozenset(card for name in self.holding for _, card in self._cards_of(name))

    @cached_property
    def out(self) -> Sequence[Card]:
        """The cards in the deck that no field holds."""
        return [card for card in self.game.deck if card not in self.cards]

    def _cards_of(self, name: str) -> Iterable[tuple[object, Card]]:
        kind = self.position.fields[name].kind
        return () if kind is None else kind.cards(getattr(self.position, name), self.game.notation)

    @cached_property
    def features(self) -> frozenset[tuple[str, object]]:
        """Features for comparing stages: coarse values of fields and properties, the progress of the hand, and the verbs of the
        moves that are legal and of those that aren't."""
        far = [("finished", self.finished), ("left", min(self.size, 3)), ("half", self.finished > self.size)]
        legal = {move.verb for move in self.game.legal(self.position)}
        verbs = [(f"verb {move.verb}", move.verb in legal) for move in self.game.candidates(self.position)]
        names = attributes(type(self.position))
        return frozenset([*far, *verbs, *self._more_than_others(), *((name, coarse(self.position, name)) for name in names)])

    def _more_than_others(self) -> Iterator[tuple[str, object]]:
        """Yield, for each field with a number by seat, such as the tricks won, whether each seat has more than each other seat.
        Seats are counted from the one to act."""
        size = self.game.table.size
        for name in self.position.fields:
            numbers = getattr(self.position, name)
            if isinstance(numbers, list) and len(numbers) == size and all(type(each) is int for each in numbers):
                turned = [*numbers[self.actor:], *numbers[:self.actor]]
                yield from ((f"{name} {one} {other}", turned[one] > turned[other]) for one, other in permutations(range(size), 2))


@lru_cache(maxsize=64)
def attributes(kind: type[Position]) -> Sequence[str]:
    """Return the names of the fields and properties by which positions of a class are compared."""
    properties = [name for name in dir(kind) if isinstance(getattr(kind, name, None), property)]
    return [name for name in (*kind.fields, *properties) if name not in SAME]


def coarse(position: Position, name: str) -> object:
    """Return a coarse value of a field or property: numbers are capped at 4, and a collection is True if any element is."""
    try:
        value = getattr(position, name)
    except Exception:  # noqa: BLE001  (an author's property may assume another phase)
        return None
    if value is None or isinstance(value, bool | str):
        return value
    if isinstance(value, int):
        return min(value, 4)
    return any(value) if isinstance(value, Collection) else None


def is_of_cards(game: Game[Position], phase: str) -> bool:
    """Return whether the moves in a phase use cards; otherwise they are calls."""
    return any("CARD" in form for form in game.forms[phase])


@lru_cache(maxsize=64)
def stages(game: Game[Position], phase: str) -> Sequence[Snapshot]:
    """Return stages from hands played at random; empty for a phase that doesn't occur.

    Each stage is the beginning of a trick or of another phase, because a card that is already face down couldn't be entered.
    """
    if phase != PLAY:
        return [*islice(_in_phase(game, phase), ENOUGH)]
    chance, found = random.Random(0), list[Snapshot]()
    for hand in _hands(game, MATCHES):
        leads = [stage for stage in hand if stage.position.phase == PLAY and not stage.position.trick]
        found += [*leads[:1], *chance.sample(leads[1:], min(len(leads[1:]), TRICKS - 1))]
    return found


def _in_phase(game: Game[Position], phase: str) -> Iterator[Snapshot]:
    """Yield the beginnings of a phase. For a phase before the play, additional deals are searched, because they take less time
    than complete hands."""
    searched = chain.from_iterable(_hands(game, SEARCHED))
    if game.phases.index(phase) < game.phases.index(PLAY):
        deals = (_played(game, game.deal(seed, dealer=seed % game.table.size), random.Random(seed)) for seed in range(DEALS))
        searched = chain(searched, *(takewhile(lambda stage: stage.position.phase != PLAY, deal) for deal in deals))
    return (stage for stage in searched if stage.position.phase == phase and stage.begins and not stage.position.trick)


def _hands(game: Game[Position], matches: int) -> Iterator[list[Snapshot]]:
    """Yield, for each of the first hands in some matches, all positions except the end."""
    for seed in range(matches):
        chance, position = random.Random(seed), game.deal(seed, dealer=seed % game.table.size)
        for number in range(1, HANDS + 1):
            moments = [*_played(game, position, chance)]
            yield moments[:-1]
            end = moments[-1].position
            if game.next_dealer(end) is None:
                break
            position = game.deal(matches * number + seed, before=end)


def _played(game: Game[Position], position: Position, chance: random.Random) -> Iterator[Snapshot]:
    """Yield every position in a hand, played at random from the given one to the end."""
    before, finished = "", 0
    while position.to_act is not None:
        yield Snapshot(game, position, finished, position.phase != before)
        before, last = position.phase, position.last_trick
        position = game.make(position, chance.choice(game.legal(position)))[0]
        finished += position.last_trick is not last
    yield Snapshot(game, position, finished, begins=False)


@lru_cache(maxsize=16)
def draws(game: Game[Position]) -> bool:
    """Return whether players receive cards during the play, from the stock or from each other."""
    for hand in _hands(game, 1):
        leads = [stage.position for stage in hand if stage.position.phase == PLAY and not stage.position.trick]
        if any({*now} - {*then} for one, other in pairwise(leads) for then, now in zip(one.hands, other.hands, strict=True)):
            return True
    return False


def spread(found: Iterable[Snapshot], count: int, before: Iterable[Snapshot] = ()) -> list[Snapshot]:
    """Return ``count`` stages, each chosen to differ as much as possible from those chosen earlier and those in ``before``.

    When no remaining stage adds a feature, the comparison starts over.
    """
    left, chosen, seen = [*found], list[Snapshot](), frozenset(chain.from_iterable(stage.features for stage in before))
    while left and len(chosen) < count:
        best = max(left, key=lambda stage: len(stage.features - seen))
        if best.features <= seen:
            best, seen = left[0], frozenset()
        left.remove(best)
        chosen.append(best)
        seen |= best.features
    return chosen

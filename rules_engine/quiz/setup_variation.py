"""Variations of a setup: cards are swapped between hands, counters move to other seats, totals change and seats rotate.

Variations provide fresh cards for rules that rarely apply in a random deal: in a setup close to a written example, the same rule
usually applies. The engine checks whether it does, and invalid variations are rejected when the setup is read.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, MutableMapping
from copy import deepcopy
from typing import Any, TypeVar, cast

from rules_engine.core.game.game import AnyGame, Game
from rules_engine.core.game.setups import read_setup, write_setup
from rules_engine.core.model.errors import SetupError
from rules_engine.core.positions.json_values import JsonValue
from rules_engine.core.positions.position import Position

P = TypeVar("P", bound=Position)
Setup = dict[str, Any]

EXCHANGES = (1, 2, 3, 5, 8, 13)
"""Possible numbers of card swaps; after every ``LESS`` attempts, the highest number is dropped."""
LESS = 15
OTHERS = (0.0, 0.25, 0.5)
"""Possible fractions of hand cards to replace with unused cards; after ``MANY`` attempts, none are replaced."""
MANY = 60
MOST_MOVED = 3
"""Maximum amount to move from one counter to another."""
TOTALS = (1, 9)
"""Possible limits on the change of the totals: a small one, which keeps the match about as close to its end, and a larger one."""


def vary_setup(game: Game[P], start: P, rng: random.Random, turn: int, attempt: int = 0) -> P | None:
    """Return a variation of ``start`` with the seats rotated by ``turn``, or None if it is invalid.

    Later attempts stay closer to ``start``.
    """
    setup: Setup = deepcopy(write_setup(game, start))
    _bring_others(game, setup, rng, attempt)
    _change_hands(setup["hands"], rng, rng.choice(EXCHANGES[:max(len(EXCHANGES) - attempt // LESS, 2)]))
    for name, counts in setup.items():
        if isinstance(counts, dict) and counts and all(isinstance(each, dict) for each in counts.values()):
            _change_owners([*counts.values()], rng)
        elif name not in ("hands", "score") and isinstance(counts, dict) and rng.randrange(2):
            _change_owner(counts, rng)
            _pass_on(counts, rng)
    if any((score := setup.get("score") or {}).values()):
        _change_totals(score, rng)
    _drop_no_points(game, setup)
    try:
        found = read_setup(game, cast(Mapping[str, JsonValue], next_permutation(game, setup, turn)), uneven=True)
    except SetupError:
        return None
    if found.number > 1:
        found.number -= rng.randrange(2)
    return None if _over_before(game, found) else found


def _drop_no_points(game: AnyGame, setup: Setup) -> None:
    """Remove points taken that are all 0: an example with few cards doesn't have to account for the points of all others."""
    for key in [game.positions.fields[name].key for name in game.card_points]:
        if not any(setup.get(key, {}).values()):
            setup.pop(key, None)


def _over_before(game: Game[P], start: P) -> bool:
    """Return whether the match would already have been over after the previous hand."""
    before = start.copy()
    before.number -= 1
    return bool(game.match_winners(before))


def _bring_others(game: AnyGame, setup: Setup, rng: random.Random, attempt: int) -> None:
    """Replace some cards in hands with cards that aren't in the setup. Otherwise a setup with few cards would repeat the same
    trick, only played from other seats.
    """
    share = rng.choice(OTHERS[:1] if attempt > MANY else OTHERS)
    named = set(_words(setup))
    others = [card.text for card in game.deck if card.text not in named]
    rng.shuffle(others)
    for seat, held in setup["hands"].items():
        cards = held if isinstance(held, list) else held.split()
        setup["hands"][seat] = [others.pop() if others and rng.random() < share else card for card in cards]


def _words(value: Any) -> Iterator[str]:
    """Yield every word in a setup's values."""
    for each in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        yield from _words(each)
    if isinstance(value, str):
        yield from value.split()


def _change_hands(hands: MutableMapping[str, Any], rng: random.Random, times: int) -> None:
    """Swap a number of cards between pairs of hands."""
    held = {seat: cards if isinstance(cards, list) else cards.split() for seat, cards in hands.items()}
    seats = [seat for seat, cards in held.items() if cards]
    for _ in range(times):
        if len(seats) > 1:
            one, other = (held[seat] for seat in rng.sample(seats, 2))
            here, there = rng.randrange(len(one)), rng.randrange(len(other))
            one[here], other[there] = other[there], one[here]
    hands.update(held)


def _change_owners(counts: list[dict[str, int]], rng: random.Random) -> None:
    """Move amounts between two seats' counters for one or two suits. Sometimes two suits change by the same amount, so that equal
    suits stay equal.
    """
    suits = rng.sample(sorted(counts[0]), rng.randrange(min(3, len(counts[0]) + 1)))
    for some in [suits] if rng.randrange(2) else [[suit] for suit in suits]:
        one, other = rng.sample(counts, 2)
        if all(isinstance(each.get(suit), int) for each in (one, other) for suit in some):
            n = rng.randrange(min([one[suit] for suit in some] + [MOST_MOVED]) + 1)
            for suit in some:
                one[suit], other[suit] = one[suit] - n, other[suit] + n


def _change_owner(counts: MutableMapping[str, Any], rng: random.Random) -> None:
    """Move an amount between the counters of two seats or sides, if all counters are numbers."""
    if len(counts) > 1 and all(isinstance(each, int) for each in counts.values()):
        one, other = rng.sample(sorted(counts), 2)
        n = rng.randrange(min(counts[one], MOST_MOVED) + 1)
        counts[one], counts[other] = counts[one] - n, counts[other] + n


def _pass_on(piles: MutableMapping[str, JsonValue], rng: random.Random) -> None:
    """Move a card from one seat's pile to another's."""
    if len(piles) > 1 and all(isinstance(each, list) for each in piles.values()) and any(piles.values()):
        one = rng.choice([seat for seat, cards in sorted(piles.items()) if cards])
        other = rng.choice([seat for seat in sorted(piles) if seat != one])
        piles[other].append(piles[one].pop(rng.randrange(len(piles[one]))))


def _change_totals(score: MutableMapping[str, Any], rng: random.Random) -> None:
    most = rng.choice(TOTALS)
    for side in score:
        score[side] += rng.randint(-most, most)


def next_permutation(game: AnyGame, value: Any, turn: int) -> Any:
    """Return a setup rotated by ``turn`` seats: each seat's or side's values move to a later seat or side."""
    names = game.table.names
    if isinstance(value, dict):
        return {next_permutation(game, key, turn): next_permutation(game, each, turn) for key, each in value.items()}
    if isinstance(value, list):
        return [next_permutation(game, each, turn) for each in value]
    seats, *card = (value.split(maxsplit=1) if isinstance(value, str) else []) or [""]       # a card in a trick: ``West 7S``
    if not set(seats.split("+")).issubset(names):
        return value
    on = [(names.index(seat) + turn) % len(names) for seat in seats.split("+")]
    return " ".join(["+".join(names[seat] for seat in (sorted(on) if len(on) > 1 else on)), *card])

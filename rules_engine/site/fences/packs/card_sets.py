"""The sets of cards that a game needs, by number of players, variant and options, as determined by the engine."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain, combinations
from typing import NamedTuple

from rules_engine.core.game.game import Game
from rules_engine.core.game.game_options import every_choice, option_named
from rules_engine.core.model.cards import Card
from rules_engine.core.positions.position import Position
from rules_engine.text.message import Text, any_of, declared, joined, say


class CardSet(NamedTuple):
    """The cards that a game needs for some choices of variant, players and options.

    ``called`` is the game's name with the properties that distinguish these choices.
    """

    game: type[Game[Position]]
    called: Text
    cards: Sequence[Card]


def card_sets(kind: type[Game[Position]]) -> list[CardSet]:
    """Return the distinct sets of cards that a game needs, in the order of its choices."""
    found: dict[tuple[Card, ...], list[_Choice]] = {}
    for game in every_choice(kind):
        found.setdefault(tuple(game.needed), []).append(_choice(game))
    every = [*chain(*found.values())]
    return [CardSet(kind, joined([kind.name, *_told(kind, choices, every)], ", "), cards) for cards, choices in found.items()]


_Choice = Mapping[str, str | int]
"""One choice for a game: the number of players, the value of each option, and the variant."""
_PLAYERS, _VARIANT = "(players)", "(variant)"


def _choice(game: Game[Position]) -> _Choice:
    return {_PLAYERS: game.table.size, **game.options, _VARIANT: game.variant}


def _told(kind: type[Game[Position]], choices: Sequence[_Choice], every: Sequence[_Choice]) -> Iterator[Text]:
    """Yield the fewest properties, as text, that distinguish ``choices`` from all other choices in ``every``.

    The default of an option is left unsaid.
    """
    for names in chain(*(combinations(every[0], count) for count in range(len(every[0]) + 1))):
        ours = [[choice[name] for name in names] for choice in choices]
        if all(([choice[name] for name in names] in ours) == (choice in choices) for choice in every):
            for name in names:
                values = dict.fromkeys(choice[name] for choice in choices)
                yield from _texts(kind, name, [*values])
            return


def _texts(kind: type[Game[Position]], name: str, values: Sequence[str | int]) -> list[Text]:
    if name == _PLAYERS:
        return [say("{n} players", n=any_of(sorted(values)))]
    if name == _VARIANT:
        return [any_of([declared(kind.variants[str(value)]) for value in values])]
    return [option_named(kind, name, str(value)) for value in values if value != kind.option_values[name][0]]

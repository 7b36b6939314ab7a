"""The sets of cards that a game needs, by number of players, variant and options, as determined by the engine."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import chain, combinations
from typing import NamedTuple

from rules_engine.core.game.game import Game
from rules_engine.core.game.game_options import every_choice, option_named, unusual_options
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
    return [CardSet(kind, joined([kind.name, *_told(choices, [*chain(*found.values())])], ", "), cards)
            for cards, choices in found.items()]


class _Choice(NamedTuple):
    """One choice for a game: its number of players, the options that differ from the defaults, and its variant."""

    players: int
    options: tuple[Text, ...]
    variant: str


def _choice(game: Game[Position]) -> _Choice:
    options = tuple(option_named(type(game), name, value) for name, value in unusual_options(game).items())
    return _Choice(game.table.size, options, game.variants[game.variant])


def _told(choices: Sequence[_Choice], every: Sequence[_Choice]) -> list[Text]:
    """Return the fewest properties, as text, that distinguish ``choices`` from all other choices in ``every``."""
    for count in range(len(_TOLD) + 1):
        for names in combinations(_TOLD, count):
            ours = {tuple(getattr(choice, name) for name in names) for choice in choices}
            if all((tuple(getattr(choice, name) for name in names) in ours) == (choice in choices) for choice in every):
                return [told for name in names for told in _TOLD[name](choices)]
    raise AssertionError("a choice is told by all of it")


def _players(choices: Sequence[_Choice]) -> list[Text]:
    return [say("{n} players", n=any_of(sorted({choice.players for choice in choices})))]


def _options(choices: Sequence[_Choice]) -> list[Text]:
    return [*dict.fromkeys(option for choice in choices for option in choice.options)]


def _variants(choices: Sequence[_Choice]) -> list[Text]:
    return [any_of(map(declared, dict.fromkeys(choice.variant for choice in choices)))]


_TOLD: Mapping[str, Callable[[Sequence[_Choice]], list[Text]]] = {
    "players": _players, "options": _options, "variant": _variants}
